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
AT_A_DESK = {"tableside/games/gaia_project/recordings/replay.py", "models/server.py"}
"""Read packed recordings for the command line, and speak to a club's server: by modules the tablet does not have.

Nothing else imports them when it is loaded, or the test below fails."""


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
    assert int(spec.get("app", "android.api")) >= 36, "what Google Play asks for since 31 August 2026"
    assert int(re.match(r"\d+", spec.get("app", "android.ndk")).group()) >= 28, "memory pages of 16 KB"
    assert spec.get("app", "android.allow_backup") == "False", "photos stay on the device"
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
MISSING = {"lzma", "_lzma", "bz2", "_bz2", "readline", "curses", "_curses", "tkinter", "_tkinter", "ensurepip"}
homes = importlib.metadata.packages_distributions()
class Only(importlib.abc.MetaPathFinder):
    def __init__(self, finders):
        self.finders = finders
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        dists = {dist.lower().replace("_", "-") for dist in homes.get(top, [])}
        ours = top in sys.stdlib_module_names or top in ("tableside", "models", "vision", "kivy", "__main__")
        if top in MISSING or (dists and not ours and not dists & allowed):
            return None
        for one in self.finders:
            found = one.find_spec(name, path, target)
            if found is not None:
                return found
    def find_distributions(self, *given):
        return importlib.metadata.MetadataPathFinder.find_distributions(*given)
sys.meta_path[:] = [Only(list(sys.meta_path))]
for name in sys.argv[2:]:
    importlib.import_module(name)
print("ready")
"""


def on_board(requirements) -> set[str]:
    """The names under which the tablet's packages are known here."""
    return {name.replace("opencv", "opencv-python") for name in requirements} | {"tableside"}


def test_everything_the_app_imports_is_on_the_tablet(requirements, tmp_path: Path) -> None:
    allowed = on_board(requirements)
    modules = [
        file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
        for folder in ("tableside/app", "tableside/games", "tableside/core", "models", "vision")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if "training" not in file.parts
        and "migrations" not in file.parts
        and file.name != "__main__.py"
        and file.relative_to(ROOT).as_posix() not in AT_A_DESK
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


AS_THERE = (
    START.replace('print("ready")\n', "")
    + """
import random
from models.store import Seated, Store
from tableside.core import registry
store = Store.open()
game = registry.find("gaia_project")
session = store.begin(game, {}, [Seated("Anna"), Seated("Béla")])
chance = random.Random(1)
for _ in range(5):
    table = session.table
    table.confirm(table.game.sample(table.state, next(iter(table.to_act())), chance.randrange))
store.close()
again = Store.open().open_session(session.id)
from tableside.app.launch import prepare
prepare()
from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from tableside.app import routes
from tableside.app.app import TablesideApp
app = TablesideApp()
app.root = app.build()
Window.add_widget(app.root)
runTouchApp(None, embedded=True)
app.go(routes.Table(session=session.id))
for _ in range(5):
    EventLoop.idle()
from tableside.app import tutorial_table
from vision import dice
from vision.photo import load
found = dice.read(load(tutorial_table.photo(), max_side=1500), None, None)
print(json.dumps({
    "optimised": not __debug__, "file": sys.modules["tableside"].__file__, "entries": len(again.table.log.entries),
    "same": again.table.state == session.table.state, "page": type(app.page).__name__, "dice": len(found.dice),
}))
"""
)


def test_it_runs_as_python_for_android_packs_it(spec, requirements, tmp_path: Path) -> None:
    """Only the files that go along, compiled without docstrings and asserts, the sources taken away."""
    there, kept = tmp_path / "app", set(spec.getlist("app", "source.include_exts"))
    for file in shipped(spec):
        if file.suffix.lstrip(".") in kept:
            copy = there / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    subprocess.run([sys.executable, "-OO", "-m", "compileall", "-q", "-b", "-f", str(there)], check=True)
    for source in there.rglob("*.py"):
        source.unlink()
    environment = {
        "PATH": "/usr/bin:/bin",
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_HOME": str(tmp_path / "kivy"),
        "HOME": str(tmp_path),
        "ANDROID_PRIVATE": str(tmp_path / "private"),
        "PYTHONPATH": str(there),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    told = subprocess.run(
        [sys.executable, "-OO", "-c", AS_THERE, json.dumps(sorted(on_board(requirements))), "tableside"],
        capture_output=True, text=True, check=False, cwd=there, env=environment,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr[-3000:]
    result = json.loads(told.stdout.splitlines()[-1])
    assert result.pop("file") == str(there / "tableside" / "__init__.pyc")
    assert result.pop("entries") >= 5 and result.pop("dice") >= 1
    assert result == {"optimised": True, "same": True, "page": "TablePage"}
    assert (tmp_path / "private" / "tableside" / "tableside.db").is_file(), "in the app's own folder"


def test_every_kind_of_file_we_need_goes_along(spec) -> None:
    kept = set(spec.getlist("app", "source.include_exts"))
    needless = {"po", "md", "typed"}
    files = shipped(spec)
    assert files
    for file in files:
        ending = file.suffix.lstrip(".")
        assert ending in kept | needless, f"{file} would be left behind"


def test_training_and_tests_stay_at_home(spec) -> None:
    assert {"tests", "benchmarks", "vision/training"} <= set(spec.getlist("app", "source.exclude_dirs"))


def test_weights_and_data_are_small(spec) -> None:
    assert sum(file.stat().st_size for file in shipped(spec)) < 17 * 1024 * 1024


def test_nothing_heavy_is_needed_at_run_time(requirements) -> None:
    heavy = {"torch", "bpy", "scipy", "onnxruntime", "matplotlib", "pandas", "pillow"}
    ours = {Requirement(one).name.lower() for one in metadata.requires("tableside") or () if "extra ==" not in one}
    assert not heavy & ours
    assert not heavy & set(requirements)


@pytest.fixture(scope="module")
def manifest(spec, tmp_path_factory: pytest.TempPathFactory):
    """AndroidManifest.xml as python-for-android's own template makes it of the spec."""
    import importlib.util
    import os
    from xml.etree import ElementTree

    import jinja2
    import pythonforandroid

    home = Path(pythonforandroid.__file__).parent / "bootstraps"
    os.environ["P4A_BUILD_IS_RUNNING_UNITTESTS"] = "1"
    loaded = importlib.util.spec_from_file_location("p4a_build", home / "common/build/build.py")
    build = importlib.util.module_from_spec(loaded)
    loaded.loader.exec_module(build)
    build.get_bootstrap_name = lambda: "sdl2"
    given = ["--package", "org.tableside.tableside", "--name", spec.get("app", "title"), "--version", "1"]
    for permission in spec.getlist("app", "android.permissions"):
        given += ["--permission", permission]
    for orientation in spec.getlist("app", "orientation"):
        given += ["--orientation", orientation]
    given += ["--minsdk", spec.get("app", "android.minapi"), "--window"]
    for option in ("extra_manifest_xml", "extra_manifest_application_arguments"):
        text = (ROOT / spec.get("app", f"android.{option}")).read_text(encoding="utf-8")
        given += ["--" + option.replace("_", "-"), text]
    args = build.create_argument_parser().parse_args(given)
    args.permissions = build.parse_permissions(args.permissions)
    args.manifest_orientation = build.get_manifest_orientation(args.orientation, args.manifest_orientation)
    args.allow_backup = spec.get("app", "android.allow_backup").lower()
    args.add_activity = args.add_activity or []
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(home / "_sdl_common/build/templates"))
    text = templates.get_template("AndroidManifest.tmpl.xml").render(
        args=args, service=False, service_data=[], native_services=[], android_api=spec.get("app", "android.api")
    )
    return ElementTree.fromstring(text)


ANDROID = "{http://schemas.android.com/apk/res/android}"


def test_the_manifest_asks_for_the_camera_and_nothing_else(manifest) -> None:
    assert [one.get(f"{ANDROID}name") for one in manifest.iter("uses-permission")] == ["android.permission.CAMERA"]
    features = {one.get(f"{ANDROID}name"): one.get(f"{ANDROID}required") for one in manifest.iter("uses-feature")}
    for name in ("", ".autofocus", ".flash"):
        assert features[f"android.hardware.camera{name}"] == "false", "a tablet without one is welcome"


def test_the_manifest_keeps_the_back_key_and_the_data_and_turns_without_a_restart(manifest) -> None:
    (application,) = manifest.iter("application")
    assert application.get(f"{ANDROID}enableOnBackInvokedCallback") == "false"
    assert application.get(f"{ANDROID}allowBackup") == "false"
    (activity,) = application.iter("activity")
    assert activity.get(f"{ANDROID}screenOrientation") == "unspecified"
    handled = set(activity.get(f"{ANDROID}configChanges").split("|"))
    assert {"orientation", "screenSize", "smallestScreenSize", "density", "uiMode", "keyboardHidden"} <= handled
    (sdk,) = manifest.iter("uses-sdk")
    assert sdk.get(f"{ANDROID}targetSdkVersion") == "36" and sdk.get(f"{ANDROID}minSdkVersion") == "24"


def test_the_workflow_can_accept_the_licence(monkeypatch: pytest.MonkeyPatch) -> None:
    from buildozer.specparser import SpecParser

    (line,) = re.findall(
        r"(APP_ANDROID\w+): \"(\w+)\"", (ROOT / ".github/workflows/apk.yml").read_text(encoding="utf-8")
    )
    parser = SpecParser()
    parser.read(ROOT / "buildozer.spec", "utf-8")
    assert not parser.getbooldefault("app", "android.accept_sdk_license", True), "a builder is asked"
    monkeypatch.setenv(*line)
    parser = SpecParser()
    parser.read(ROOT / "buildozer.spec", "utf-8")
    assert parser.getbooldefault("app", "android.accept_sdk_license", False)


def test_the_builders_are_the_ones_that_were_asked(spec) -> None:
    """The recipes a test looked at are the recipes a build uses."""
    assert Version(spec.get("app", "p4a.branch").lstrip("v")) == Version(metadata.version("python-for-android"))
    for told in (ROOT / ".github/workflows/apk.yml", ROOT / "docs/TABLET.md"):
        assert f"buildozer=={metadata.version('buildozer')}" in told.read_text(encoding="utf-8")
