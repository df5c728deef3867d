"""The app on damaged files: it opens, says what is wrong, and overwrites nothing."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from models.store import Seated, Store
from tableside.app import routes
from tableside.core import registry
from tableside.core.moves import move

Sit = Callable[..., Any]


@pytest.fixture
def place(data_folder: Path) -> Path:
    store = Store.open()
    for _ in range(3):
        session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna", "amber"), Seated("Béla", "blue")])
        session.table.confirm(move(None, "roll", value=2))
    store.close()
    return data_folder / "tableside.db"


def root_page(place: Path, table: str) -> int:
    with closing(sqlite3.connect(place)) as database:
        return int(database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()[0])


@pytest.mark.parametrize("table", ["", "session", "seat", "entry"])
def test_a_damaged_database_is_told_and_left_alone(place: Path, sit_down: Sit, table: str) -> None:
    data = bytearray(place.read_bytes())
    page = root_page(place, table) - 1 if table else 0
    data[page * 4096 : page * 4096 + 16] = b"\xff" * 16
    place.write_bytes(bytes(data))
    person = sit_down()
    person.settle()
    said = person.said()
    assert "Tableside" in said and "⟦" not in said
    if table in ("", "session", "seat"):
        assert "sérült" in said
    assert place.read_bytes()[: len(data)] == bytes(data)


def test_one_damaged_session_leaves_the_others(place: Path, sit_down: Sit) -> None:
    with closing(sqlite3.connect(place)) as database, database:
        newest = database.execute("SELECT id FROM session ORDER BY touched DESC").fetchone()[0]
        database.execute("UPDATE session SET options = '{' WHERE id = ?", [newest])
    person = sit_down()
    person.settle()
    assert "sérült" in person.said()
    person.app.go(routes.History())
    person.settle()
    assert sum(tap.name.startswith("session ") for tap in person.reachable()) == 3
    person.tap(f"session {newest}")
    assert "sérült" in person.said()


def test_damaged_settings_open_with_the_defaults_and_are_kept(data_folder: Path, sit_down: Sit) -> None:
    data_folder.mkdir(exist_ok=True)
    (data_folder / "app.json").write_bytes(b'{"settings": {"dark": tr')
    person = sit_down()
    person.settle()
    person.app.remember()
    assert not person.app.settings.dark
    assert (data_folder / "app.damaged-1.json").read_bytes() == b'{"settings": {"dark": tr'


@pytest.mark.parametrize(
    "route",
    [["table", {"nonsense": 5}], ["table", {"session": ["x"]}], ["score", {}], ["reading", {"session": 7}]],
)
def test_a_damaged_way_back_leads_home(place: Path, sit_down: Sit, route: list[Any]) -> None:
    place.with_name("app.json").write_text(json.dumps({"settings": {}, "routes": [["home", {}], route], "drafts": {}}))
    person = sit_down()
    person.settle()
    assert person.app.routes[0] == routes.Home() and "Tableside" in person.said()
