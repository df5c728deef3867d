"""What every test has: the sample game beside the real ones, and a data folder of its own."""

import gc
import os
import socket
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import vision  # noqa: F401 - how many threads numpy takes is said before it is loaded

# A busy machine is no fault of what is tested: how long an example takes to make or to run is not held.
settings.register_profile("tableside", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tableside")

# Whoever writes a game of their own names its package, and has it tried beside ours.
NAMED = os.environ.get("TABLESIDE_GAMES", "").split(",")
os.environ["TABLESIDE_GAMES"] = ",".join(dict.fromkeys(filter(None, ["tests.sample_games", *NAMED])))
# Programs started by a test read this folder's sitecustomize first: no network for them either.
GUARD = str(Path(__file__).parent / "guard")
os.environ["PYTHONPATH"] = os.pathsep.join([GUARD, *filter(None, [os.environ.get("PYTHONPATH")])])
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")

# Every worker and every program started by a test would else compile the tests, or all of the app, again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Modules are no garbage; what they make on the way is looked through once, when all tests are known.
gc.disable()

SHARED = (
    "tests/test_privacy.py",
    "tests/test_static.py",
    "tests/test_walls.py",
    "tests/test_wheel.py",
    "tests/vision/test_bidding.py",
    "tests/vision/test_cards_layout.py",
    "tests/vision/test_dice.py",
    "tests/vision/test_dice_faces.py",
)
"""Files whose tests share something that takes long to make: one worker runs all of it."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """Work goes out test by test, but for what is made once; xdist's own groups are not seen by pytest 9.2."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file, _, name = nodeid.partition("::")
            if file == "tests/test_fresh_box.py":  # each game is played once
                case = name.partition("[")[2].rstrip("]")
                return f"{file} {case.partition('-')[0]}"
            return file if file in SHARED else nodeid

    return Scheduling(config, log)


def pytest_collection_finish() -> None:
    """What was imported stays to the end: no collection of garbage need look through it."""
    gc.enable()
    gc.collect()
    gc.freeze()
    # Left to itself Python looks through all that a worker still holds every few taps: two fifths of the app's tests.
    gc.set_threshold(50_000, 20, 50)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Messages without words, from all tests at once and as a catalogue holds them."""
    contract = sys.modules.get("tests.contract")
    if contract is not None and contract.WORDLESS:
        terminalreporter.section("messages without words, ready for locale/<language>/LC_MESSAGES/<slug>.po")
        terminalreporter.write_line(contract.as_catalogue(contract.WORDLESS))


@pytest.fixture(scope="session", autouse=True)
def new_databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """New SQLite databases get the schema that the migrations made once; whatever has a schema already is migrated."""
    from models import database

    migrate = database.migrate
    made: list[str] = []

    def schema() -> list[str]:
        if not made:
            place = tmp_path_factory.mktemp("schema") / "games.db"
            engine = database._engine(f"sqlite:///{place}", 10.0)
            migrate(engine, database.HEAD)
            engine.dispose()
            with sqlite3.connect(place) as connection:
                made.extend(line for line in connection.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;"))
            connection.close()
        return made

    def quickly(engine: Any, to: str) -> None:
        if engine.dialect.name != "sqlite" or to != database.HEAD or database.revision(engine) is not None:
            migrate(engine, to)
            return
        statements = schema()
        with engine.begin() as connection:
            if not connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar():  # nobody was quicker
                for statement in statements:
                    connection.exec_driver_sql(statement)

    database.migrate = quickly
    yield
    database.migrate = migrate


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("TABLESIDE_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here ever needs the network."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            raise AssertionError(f"network access to {address}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", refuse)
