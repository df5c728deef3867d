"""Who may import whom: read from the imports themselves."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ALLOWED = {
    "tableside/core": {"tableside.core"},
    "tableside/games": {"tableside.core", "tableside.games"},
    "vision": {"tableside.core", "vision", "cv2", "numpy"},
    "tableside/control": {"tableside.core", "tableside.control", "models", "vision"},
    "models": {"tableside.core", "models", "sqlmodel", "sqlalchemy", "alembic", "platformdirs", "psycopg"},
}
IMPURE = {
    "random", "secrets", "time", "datetime", "socket", "subprocess", "threading", "os", "uuid", "pathlib", "io",
    "tempfile", "shutil", "urllib", "http", "asyncio", "multiprocessing", "sqlite3",
}  # fmt: skip
FILES_MAY = {
    "tableside/core/catalog.py": {"tomllib"},
    "tableside/core/registry.py": {"os"},
    "tableside/games/gaia_project/recordings/replay.py": {"pathlib", "lzma", "time", "os"},
}


def sources(folder: str) -> list[Path]:
    return [file for file in sorted((ROOT / folder).rglob("*.py")) if "training" not in file.parts]


@cache
def imports(file: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if node.module == "tableside"}
    return frozenset(found - {"tableside", "__future__"})


def under(name: str, home: str) -> bool:
    return name == home or name.startswith(home + ".")


@pytest.mark.parametrize("folder", ALLOWED)
def test_each_part_imports_only_what_it_may(folder: str) -> None:
    files = sources(folder)
    assert files
    for file in files:
        for name in imports(file):
            if name == "tableside.__version__" and folder == "models":
                continue
            standard = name.split(".")[0] in sys.stdlib_module_names
            assert standard or any(under(name, home) for home in ALLOWED[folder]), f"{file} imports {name}"


@pytest.mark.parametrize("folder", ["tableside/core", "tableside/games"])
def test_the_rules_know_no_clock_no_chance_and_no_files(folder: str) -> None:
    for file in sources(folder):
        may = FILES_MAY.get(file.relative_to(ROOT).as_posix(), set())
        for name in imports(file):
            assert name.split(".")[0] not in IMPURE - may, f"{file} imports {name}"


@pytest.mark.parametrize("folder", ["tableside/core", "tableside/games"])
def test_the_rules_print_and_open_nothing(folder: str) -> None:
    for file in sources(folder):
        may = FILES_MAY.get(file.relative_to(ROOT).as_posix(), set())
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and "pathlib" not in may:
                assert node.func.id not in {"open", "print", "input", "eval", "exec"}, f"{file}:{node.lineno}"


def test_games_do_not_import_each_other() -> None:
    for game in sorted((ROOT / "tableside/games").iterdir()):
        if game.is_dir():
            for file in sorted(game.rglob("*.py")):
                for name in imports(file):
                    if name.startswith("tableside.games."):
                        assert under(name, f"tableside.games.{game.name}"), f"{file} imports {name}"


def test_nothing_imports_the_app() -> None:
    doors = {ROOT / "main.py"}
    for folder in ("tableside", "models", "vision"):
        for file in sources(folder):
            if (ROOT / "tableside/app") in file.parents or (ROOT / "tableside/cli") in file.parents or file in doors:
                continue
            assert not any(under(name, "tableside.app") for name in imports(file)), file


@pytest.mark.parametrize(("library", "home"), [("cv2", "vision"), ("sqlmodel", "models"), ("kivy", "tableside/app")])
def test_each_library_has_one_home(library: str, home: str) -> None:
    for folder in ("tableside", "models", "vision"):
        for file in sources(folder):
            if (ROOT / home) not in file.parents:
                assert not any(under(name, library) for name in imports(file)), f"{file} imports {library}"
