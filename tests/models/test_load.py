"""What grows stays quick: lists page, openings use what is kept, statistics replay nothing twice."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy import text as sql

from models.results import SeatResult, keep_results, kept_results
from models.session_writer import RECENT, SNAPSHOT_EVERY, SPARSE
from models.store import Seated, Store
from tableside.core import registry
from tableside.core.moves import move, text
from tableside.core.table import Table

TWO = (Seated("Anna", "red"), Seated("Béla", "blue"))


@pytest.fixture
def store(tmp_path: Path):
    opened = Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    yield opened
    opened.close()


class Asked:
    """Counts what the database is asked."""

    def __init__(self, store: Store) -> None:
        self.statements: list[str] = []
        event.listen(store.engine, "before_cursor_execute", self._told)

    def _told(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        self.statements.append(statement)


def test_a_list_comes_a_page_at_a_time_and_never_reads_catalogues(store: Store) -> None:
    game = registry.find("kavicsok")
    ids = {store.begin(game, {}, TWO).id for _ in range(7)}
    asked = Asked(store)
    found = [one.id for offset in (0, 3, 6) for one in store.sessions(most=3, offset=offset)]
    assert len(found) == 7 and set(found) == ids
    assert not any("catalog" in statement for statement in asked.statements)
    assert len(asked.statements) < 20, "as many questions however many sessions a page has"
    assert store.count() == 7 and store.count("gaia_project") == 0


def test_a_long_list_is_read_in_pieces_no_database_refuses(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.store.TOGETHER", 2)
    game = registry.find("kavicsok")
    for _ in range(5):
        store.begin(game, {}, TWO)
    assert [len(one.players) for one in store.sessions()] == [2] * 5


def test_a_session_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    game = registry.find("kavicsok")
    store.begin(game, {}, TWO, id="ab" * 16)
    store.begin(game, {}, TWO, id="ac" * 16)
    assert store.beginning_with("ab") == ["ab" * 16]
    assert len(store.beginning_with("a")) == 2
    assert store.beginning_with("%") == [] and store.beginning_with("a_") == []


def test_kept_states_are_few_however_long_the_log(store: Store) -> None:
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    journal = session.table.journal
    for version in range(SNAPSHOT_EVERY, 5 * SPARSE, SNAPSHOT_EVERY):
        journal.keep(version, session.table.state)
    with store.reading() as connection:
        kept = [row[0] for row in connection.execute(sql("SELECT version FROM snapshot ORDER BY version"))]
    assert len(kept) <= 5 + RECENT // SNAPSHOT_EVERY + 1
    assert kept[-1] == 5 * SPARSE - SNAPSHOT_EVERY
    assert sorted(journal._kept) == kept


def test_opening_a_long_session_asks_no_more_than_a_short_one(store: Store) -> None:
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    table = session.table
    table.automatic = False
    for _ in range(3 * SNAPSHOT_EVERY):
        table.confirm(move(None, "roll", value=1))
        table.undo()
    asked = Asked(store)
    again = store.open_session(session.id)
    assert again.table.state == table.state
    assert len(asked.statements) < 15
    before = len(asked.statements)
    again.table.redo()
    again.table.undo()
    assert len(asked.statements) - before < 15


def test_undo_and_redo_go_where_they_went_before_in_a_long_log() -> None:
    table = Table(registry.find("kavicsok"), {}, 2, automatic=False)
    for _ in range(300):
        table.note("x")
    first = table.confirm(move(None, "roll", value=2))
    second = table.confirm(move(0, "take", amount=1))
    assert table.undo().target == first.number
    assert table.undo().target == 0
    assert table.redo().target == first.number
    assert table.redo().target == second.number


def test_results_are_kept_for_a_log_of_their_length(store: Store) -> None:
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    said = text("kavicsok.stone", name=text("kavicsok.opal"), n=2)
    results = (SeatResult(0, 12, 1, True, "opal", said), SeatResult(1, -3, 2, False))
    keep_results(store, session.id, 9, results)
    assert kept_results(store) == {(session.id, 9): results}
    keep_results(store, session.id, 11, results[:1])
    assert kept_results(store) == {(session.id, 11): results[:1]}
