"""The wheel: what is in it, and that it works in an empty venv outside the source tree."""

import email
import hashlib
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module", autouse=True)
def with_an_index() -> Iterator[None]:
    """Building and installing ask an index for their tools; nothing of ours may."""
    guard = os.environ.pop("PYTHONPATH")
    yield
    os.environ["PYTHONPATH"] = guard


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel and an sdist made from what git tracks."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    tracked = subprocess.run(["git", "ls-files", "-z"], capture_output=True, cwd=ROOT, check=True).stdout
    for name in filter(None, tracked.decode().split("\0")):
        if (ROOT / name).is_file() and not name.startswith(("docs/screenshots", "tests/")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(out), str(source)], check=True, capture_output=True, timeout=300
    )
    return out


def test_the_wheel_holds_what_it_should_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert list(built.glob("*.tar.gz"))
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        packed = sum(member.compress_size for member in archive.infolist())
    assert packed < 15 * 1024 * 1024
    for wanted in (
        "tableside/core/table.py",
        "vision/weights/README.md",
        "tableside/games/urcsempeszek/game.toml",
        "tableside/games/urcsempeszek/locale/hu/LC_MESSAGES/urcsempeszek.mo",
        "tableside/locale/hu/LC_MESSAGES/core.mo",
        "models/migrations/versions/0001_first.py",
        "models/migrations/env.py",
    ):
        assert wanted in names, f"{wanted} is missing"
    credits = (ROOT / "vision/weights/README.md").read_text(encoding="utf-8")
    weights = [name.split("/")[-1] for name in names if name.startswith("vision/weights/")]
    assert [name for name in weights if f"`{name}`" not in credits] == ["README.md"]
    for name in names:
        top = name.split("/")[0]
        assert top in ("tableside", "models", "vision") or top.endswith(".dist-info"), f"{name} does not belong"
        assert "training" not in name and "tests" not in name and not name.endswith(".pyc"), f"{name} does not belong"


def test_every_file_the_packages_need_is_in_the_wheel(built: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "tableside", "models", "vision"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout.splitlines()
    wanted = {
        name
        for name in tracked
        if (ROOT / name).is_file() and not name.startswith("vision/training/") and not name.endswith((".md", ".txt"))
    }
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        assert wanted - set(archive.namelist()) == set()


def test_a_release_lists_its_networks_and_pictures_with_fingerprints_and_licences(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        archive.extractall(tmp_path / "site")
        kinds = (".onnx", ".npz", ".png", ".jpg", ".ttf")
        wanted = {
            name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist() if name.endswith(kinds)
        }
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, str(ROOT / ".ci/parts.py"), str(tmp_path)]
    subprocess.run(command, check=True, timeout=120, env=environment)
    listed = json.loads((tmp_path / "sbom.cdx.json").read_text(encoding="utf-8"))["components"]
    files = {one["name"]: one for one in listed if one["type"] != "library"}
    assert {name: one["hashes"][0]["content"] for name, one in files.items()} == wanted
    others = [name for name, one in files.items() if one["licenses"][0]["license"]["id"] == "Apache-2.0"]
    assert others == ["vision/weights/text_lines.onnx", "vision/weights/titles.onnx"]


def test_the_metadata_say_where_it_runs(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        (place,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        told = email.message_from_bytes(archive.read(place))
        (wheel,) = [name for name in archive.namelist() if name.endswith(".dist-info/WHEEL")]
        (points,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert b"tableside = tableside.cli:main" in archive.read(points), "what pipx puts on the path"
        assert b"Root-Is-Purelib: true" in archive.read(wheel), "one wheel for Linux, macOS and Windows"
    assert told["Requires-Python"] == ">=3.11"
    assert "Operating System :: OS Independent" in told.get_all("Classifier", [])
    assert told["License-Expression"] == "MIT AND Apache-2.0"
    assert told.get_all("License-File") == ["LICENSE", "vision/weights/LICENSE-PP-OCR.txt"]


def test_the_sdist_holds_what_a_build_needs(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        assert sum(member.size for member in archive.getmembers()) < 60 * 1024 * 1024
    assert {"pyproject.toml", "README.md", "LICENSE", "tableside/core/table.py", "models/migrations/env.py"} <= names


@pytest.mark.long
def test_an_empty_venv_runs_it_from_the_wheel(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv = tmp_path / "venv"
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True, timeout=120)
    python = venv / "bin" / "python"
    install = (
        [str(uv), "pip", "install", "-q", "--python", str(python)]
        if uv.exists()
        else [str(python), "-m", "pip", "install", "-q"]
    )
    subprocess.run([*install, "-c", str(ROOT / "constraints.txt"), str(wheel)], check=True, timeout=400)
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("TABLESIDE", "PYTHON", "COV"))},
        "HOME": str(tmp_path),
        "TABLESIDE_DATA": str(tmp_path / "data"),
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_HOME": str(tmp_path / "kivy"),
        "LANG": "C.UTF-8",
    }

    def tableside(*arguments: str) -> str:
        told = subprocess.run(
            [str(venv / "bin" / "tableside"), *arguments],
            capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120, check=False,
        )  # fmt: skip
        assert told.returncode == 0, told.stderr[-2000:]
        return told.stdout

    assert "urcsempeszek" in tableside("games")
    example = tableside("score", "urcsempeszek", "--example")
    (tmp_path / "position.json").write_text(example, encoding="utf-8")
    result = json.loads(tableside("score", "urcsempeszek", "position.json", "--json"))
    assert result["winners"] or result["ending"] == "replay"
    assert "Traceback" not in tableside("demo")
    photo = tmp_path / "roll.jpg"
    code = "import sys; from tableside import samples as s; sys.stderr.write(s.__file__); sys.stdout.buffer.write("
    code += "s.photo(s.ROLL))"
    taken = subprocess.run([str(python), "-c", code], capture_output=True, cwd=tmp_path, env=environment, check=True)
    assert str(venv) in taken.stderr.decode(), "from the wheel, not from the source tree"
    photo.write_bytes(taken.stdout)
    read = json.loads(tableside("scan", "dice", "roll.jpg", "--json"))
    assert all(die["value"] in range(1, 7) for die in read["dice"]) and read["dice"]
