"""A value of the wrong kind in any column, as a flipped bit makes it: told, repaired, and the rest is used."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from models.database import StoreError
from models.integrity import examine
from models.owned_records import OwnersCopy
from models.repair import repair
from models.results import SeatResult, keep_results, kept_results
from models.session_writer import Evidence
from models.session_zip import export_session, import_session
from models.store import Seated, Store
from models.tables import SQLModel
from tableside.core import registry
from tableside.core.moves import text
from tests.models.failing_session import step, told, url

COLUMNS = [(name, column.name) for name, table in SQLModel.metadata.tables.items() for column in table.columns]
ODD = ("x'ff00'",)
MORE = ("'x'", "1.5", "-7", "9e18", "''", "NULL")
GOOD, BAD = "b" * 32, "a" * 32


def filled(folder: Path) -> Path:
    """A row in every table."""
    store = Store.open(url(folder))
    for id in (BAD, GOOD):
        session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna", "red"), Seated("Béla")], id=id)
        step(session, session.attach(Evidence(b"photo " + id.encode(), "{}", "2")))
        while len(session.table.log.entries) < 40:
            step(session)
        keep_results(store, id, 40, [SeatResult(0, 5, 1, True, "x", text("core.none")), SeatResult(1, 3, 2, False)])
    copy = OwnersCopy(store, registry.find("kavicsok"))
    copy.learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
    copy.add_look("opal", b"small", b"look")
    store.close()
    return folder / "games.db"


def all_done(place: Path) -> None:
    """Everything there is to do with saved games; a StoreError in both languages is an answer, any other is not."""
    store = Store.open(url(place.parent))
    copy = OwnersCopy(store, registry.find("kavicsok"))
    jobs: list[Callable[[], Any]] = [store.sessions, store.people, store.count, lambda: store.beginning_with("a")]
    jobs += [lambda: kept_results(store), copy.game, copy.looks, copy.look_counts, copy.pack]
    for id in (BAD, GOOD):
        jobs += [lambda id=id: store.photos(id), lambda id=id: _travelled(store, id), lambda id=id: _gone_on(store, id)]
    for job in jobs:
        try:
            job()
        except StoreError as error:
            told(error)
    store.close()


def _travelled(store: Store, id: str) -> None:
    packed = export_session(store, id, photos=True)
    other = Store.open("sqlite://")
    import_session(other, packed)
    other.close()


def _gone_on(store: Store, id: str) -> None:
    session = store.open_session(id)
    assert all(isinstance(words, str) for words in (session.title, *session.names))
    for photo in store.photos(id):
        store.photo(id, photo)
    step(session)
    session.table.undo()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return filled(tmp_path_factory.mktemp("sound")).read_bytes()


@pytest.mark.parametrize("values", [ODD, pytest.param(MORE, marks=pytest.mark.long)], ids=["odd", "more"])
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_an_odd_value_in_any_column_is_told_and_the_other_game_is_untouched(
    sound: bytes, tmp_path: Path, table: str, column: str, values: tuple[str, ...]
) -> None:
    for number, odd in enumerate(values):
        place = tmp_path / str(number) / "games.db"
        place.parent.mkdir()
        place.write_bytes(sound)
        with closing(sqlite3.connect(place)) as database, database:
            for trigger in ("entry_no_update", "entry_no_delete"):
                database.execute(f"DROP TRIGGER {trigger}")
            one = f"(SELECT min(rowid) FROM {table})"
            try:
                database.execute(f"UPDATE {table} SET {column} = {odd} WHERE rowid = {one}")
            except sqlite3.IntegrityError:
                continue
        all_done(place)
        report = examine(url(place.parent), lambda kind, look: look != b"look")
        if report.curable:
            repair(place, "now", lambda kind, look: look != b"look")
            assert {finding.what for finding in examine(url(place.parent)).findings} <= {"replay"}, odd
        store = Store.open(url(place.parent))
        session = store.open_session(GOOD)
        assert len(session.table.log.entries) >= 40 and session.table.verify() is None
        assert report.curable or (GOOD, 40) in kept_results(store)
        store.close()
