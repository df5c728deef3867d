"""What can be known of the tablet package without building it: the spec, its requirements, its files, its imports."""

import configparser
import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
BUILT_IN = {"python3", "sqlite3", "android"}
"""Requirements that are part of the platform, not packages of their own."""
SHIPPED = ("tableside", "models", "vision")


@pytest.fixture(scope="module")
def spec() -> configparser.ConfigParser:
    from buildozer.specparser import SpecParser

    parser = SpecParser()
    parser.read(ROOT / "buildozer.spec", "utf-8")
    return parser


@pytest.fixture(scope="module")
def requirements(spec) -> dict[str, Requirement]:
    return {one.name: one for one in map(Requirement, spec.getlist("app", "requirements"))}


@pytest.fixture(scope="module")
def graph(requirements):
    """python-for-android's own answer: recipes in build order, and what it takes for pure Python."""
    from pythonforandroid.bootstrap import Bootstrap
    from pythonforandroid.build import Context
    from pythonforandroid.graph import get_recipe_order_and_bootstrap

    context = Context()
    recipes, modules, bootstrap = get_recipe_order_and_bootstrap(
        context, set(requirements), Bootstrap.get_bootstrap("sdl2", context)
    )
    return context, recipes, modules, bootstrap


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if "==" in line)


def test_the_spec_says_what_a_store_asks_for(spec) -> None:
    assert spec.get("app", "title") == "Tableside"
    assert spec.getlist("app", "android.permissions") == ["CAMERA"], "camera only; no network"
    assert int(spec.get("app", "android.api")) >= 35
    assert set(spec.getlist("app", "android.archs")) == {"arm64-v8a", "armeabi-v7a"}
    for picture in ("icon.filename", "presplash.filename"):
        assert (ROOT / spec.get("app", picture).replace("%(source.dir)s/", "")).is_file()
    assert (ROOT / "main.py").is_file()
    found = re.search(spec.get("app", "version.regex"), (ROOT / "tableside/__init__.py").read_text(encoding="utf-8"))
    assert found and Version(found.group(1))


def test_every_requirement_is_a_recipe_or_pure_python(requirements, graph) -> None:
    from pythonforandroid.recipe import Recipe

    context, recipes, modules, bootstrap = graph
    assert bootstrap.name == "sdl2"
    ours = {one.name: one for one in map(Requirement, metadata.requires("tableside") or ())}
    for name, wanted in requirements.items():
        if name in BUILT_IN:
            continue
        if name in recipes:
            recipe = Recipe.get_recipe(name, context)
            exact = [one.version for one in wanted.specifier if one.operator == "=="]
            version = exact[0] if exact else str(recipe.version).lstrip("v")
            for known in (name, {"opencv": "opencv-python"}.get(name, name)):
                if known in ours:
                    assert ours[known].specifier.contains(version), f"{known} {version} on the tablet"
            continue
        assert name in modules
        assert all(one.operator == "<=" for one in wanted.specifier), f"{name}: == would be dropped"
        wheel = metadata.distribution(name).read_text("WHEEL") or ""
        assert "Root-Is-Purelib: true" in wheel and "-none-any" in wheel, f"{name} is not pure Python"


def test_tablet_versions_are_the_tested_ones(requirements) -> None:
    known = pinned()
    for name, wanted in requirements.items():
        for one in wanted.specifier:
            if one.operator == "<=":
                assert one.version == known[name], name
    assert [one.version for one in requirements["sqlalchemy"].specifier] == [known["sqlalchemy"]]
    assert [one.version for one in requirements["pydantic-core"].specifier] == [known["pydantic-core"]]


def test_pydantic_fits_the_core_it_will_meet() -> None:
    wanted = [Requirement(one) for one in metadata.requires("pydantic") or ()]
    (core,) = [one for one in wanted if one.name == "pydantic-core"]
    assert core.specifier.contains("2.41.4")


START = """
import importlib, importlib.abc, importlib.metadata, json, os, sys
os.environ["KIVY_NO_ARGS"] = "1"
allowed = set(json.loads(sys.argv[1]))
homes = importlib.metadata.packages_distributions()
class Only(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top in sys.stdlib_module_names or top in ("tableside", "models", "vision", "kivy", "__main__"):
            return None
        dists = {dist.lower().replace("_", "-") for dist in homes.get(top, [])}
        if dists and not dists & allowed:
            raise ModuleNotFoundError(f"{name} is not on the tablet", name=name)
        return None
sys.meta_path.insert(0, Only())
for name in sys.argv[2:]:
    importlib.import_module(name)
print("ready")
"""


def test_everything_the_app_imports_is_on_the_tablet(requirements, tmp_path: Path) -> None:
    allowed = {name.replace("opencv", "opencv-python") for name in requirements} | {"tableside"}
    modules = [
        file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
        for folder in ("tableside/app", "tableside/games", "tableside/core", "models", "vision")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if "training" not in file.parts and "migrations" not in file.parts and file.name != "__main__.py"
    ]
    environment = {"PATH": "/usr/bin:/bin", "SDL_VIDEODRIVER": "offscreen", "HOME": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-c", START, json.dumps(sorted(allowed)), *modules],
        capture_output=True, text=True, check=False, cwd=ROOT, env=environment,
    )  # fmt: skip
    assert told.stdout.strip().endswith("ready"), told.stderr[-2000:]


def shipped(spec) -> list[Path]:
    """Tracked files under the packages that go onto the tablet."""
    excluded = [ROOT / name for name in spec.getlist("app", "source.exclude_dirs")]
    tracked = subprocess.run(
        ["git", "ls-files", *SHIPPED, "main.py"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    files = [ROOT / name for name in tracked.stdout.splitlines()]
    return [file for file in files if file.is_file() and not any(folder in file.parents for folder in excluded)]


def test_every_kind_of_file_we_need_goes_along(spec) -> None:
    kept = set(spec.getlist("app", "source.include_exts"))
    needless = {"po", "md", "typed", "txt"}
    files = shipped(spec)
    assert files
    for file in files:
        ending = file.suffix.lstrip(".")
        assert ending in kept | needless, f"{file} would be left behind"


def test_training_and_tests_stay_at_home(spec) -> None:
    assert {"tests", "benchmarks", "vision/training"} <= set(spec.getlist("app", "source.exclude_dirs"))


def test_weights_and_data_are_small(spec) -> None:
    assert sum(file.stat().st_size for file in shipped(spec)) < 15 * 1024 * 1024


def test_nothing_heavy_is_needed_at_run_time(requirements) -> None:
    heavy = {"torch", "bpy", "scipy", "onnxruntime", "matplotlib", "pandas", "pillow"}
    ours = {Requirement(one).name.lower() for one in metadata.requires("tableside") or () if "extra ==" not in one}
    assert not heavy & ours
    assert not heavy & set(requirements)
