"""Commands on a table without a window: each answers Done, Refused or NotSaved, and then the log tells the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from models.database import PlaceError
from models.owned_records import OwnersCopy
from models.session_writer import SessionJournal
from models.store import Evidence, OpenSession, Seated, Store
from tableside.control.controller import Controller, Done, NotSaved, Refused, tell
from tableside.core import registry
from tableside.core.log import EntryKind
from tableside.core.moves import Move, move, text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError

PEOPLE = [Seated("Anna", "amber"), Seated("Béla", "blue")]


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store.open()
    yield opened
    opened.close()


@pytest.fixture
def session(store: Store) -> OpenSession:
    return store.begin(registry.find("kavicsok"), {}, PEOPLE)


@pytest.fixture
def controller(session: OpenSession) -> Controller:
    return Controller(session)


def legal(controller: Controller, most: int = 1) -> list[Move]:
    """So many random moves, made."""
    made = []
    for _ in range(most):
        table = controller.table
        seat = min(table.to_act(), key=lambda one: -1 if one is None else one)
        wanted = table.game.sample(table.state, seat, lambda count: 0)
        assert isinstance(controller.confirm(wanted), Done)
        made.append(wanted)
    return made


def saved(controller: Controller, store: Store) -> list[Any]:
    return store.open_session(controller.session.id).table.log.entries


def full(*_: Any) -> None:
    raise PlaceError(text("models.full", place="here", problem="no room"))


def test_a_move_is_done_and_saved(controller: Controller, store: Store) -> None:
    made = legal(controller)
    assert [entry.move for entry in saved(controller, store) if not entry.auto] == made
    assert saved(controller, store) == controller.table.log.entries


def test_a_refused_move_changes_nothing_and_says_why(controller: Controller, store: Store) -> None:
    before = controller.table.state
    answer = controller.confirm(move(0, "nonsense"))
    assert isinstance(answer, Refused) and answer.illegal is not None and answer.reason == answer.illegal.reason
    assert controller.table.state is before and not saved(controller, store)


def test_undo_and_redo_answer_alike(controller: Controller) -> None:
    assert isinstance(controller.undo(), Refused)
    legal(controller)
    after = controller.table.state
    assert isinstance(controller.undo(), Done)
    assert isinstance(controller.redo(), Done)
    assert controller.table.state == after
    assert isinstance(controller.redo(), Refused)
    assert isinstance(controller.undo(99), Refused)


def test_what_cannot_be_saved_is_not_done(controller: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    made = legal(controller, 3)
    journal = controller.table.journal

    def full(*_: Any) -> None:
        raise PlaceError(text("models.full"))

    monkeypatch.setattr(journal, "append", full)
    before, entries = controller.table.state, list(controller.table.log.entries)
    table = controller.table
    seat = min(table.to_act(), key=lambda one: -1 if one is None else one)
    wanted = table.game.sample(table.state, seat, lambda count: 0)
    for answer in (
        controller.confirm(wanted),
        controller.undo(),
        controller.note("later"),
        controller.correct(1, made[0]),
        controller.edit((("players.0.bonus", 1),), "agreed"),
    ):
        assert answer == NotSaved(text("models.full"), controller.session.id)
    assert table.state == before and table.log.entries == entries


def test_a_correction_tells_first_what_would_fall(controller: Controller) -> None:
    legal(controller, 6)
    table = controller.table
    steps = table.log.line.steps()
    first = next(step for step in steps if not step.auto)
    others = [move(None, "roll", value=value) for value in range(1, 7)]
    others = [one for one in others if one != first.move and one.kind == first.move.kind]
    assert others, "the game opens with a throw"
    before = list(table.log.entries)
    answer = controller.correct(first.entry, others[-1])
    if isinstance(answer, Refused):
        assert answer.correction is not None and answer.correction.conflict is not None
        assert table.log.entries == before, "nothing is done before it is agreed"
        answer = controller.correct(first.entry, others[-1], drop=True)
    assert isinstance(answer, Done) and answer.correction is not None
    assert answer.entries[0].kind is EntryKind.CORRECT and answer.entries[0].target == first.entry
    assert len(answer.left) <= answer.correction.dropped
    assert table.verify() is None


def test_moves_that_fell_are_played_again_as_far_as_they_stand(controller: Controller) -> None:
    made = legal(controller, 4)
    for _ in range(3):
        controller.undo()
    again = controller.play_again([*made[1:], move(0, "nonsense"), made[-1]])
    assert isinstance(again, Done) and again.left[0] == move(0, "nonsense")
    assert [entry.move for entry in again.entries if not entry.auto] == made[1:]


def told(controller: Controller, most: int) -> list[Move]:
    """Moves that could be made one after the other, not made."""
    ahead = Controller(controller.session)
    made = legal(ahead, most)
    for _ in made:
        ahead.undo()
    return made


def test_moves_of_one_photo_stand_all_or_none(
    controller: Controller, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves, photo = told(controller, 3), Evidence(b"a photo", "{}", "?")
    before, state = list(controller.table.log.entries), controller.table.state
    answer = controller.confirm_all([*moves[:2], move(0, "nonsense")], photo)
    assert isinstance(answer, Refused) and controller.table.state is state
    assert saved(controller, store) == before == controller.table.log.entries
    keep, kept = SessionJournal._keep_evidence, []

    def full_at_the_second(journal: SessionJournal, database: Any, row: Any, evidence: Evidence) -> None:
        kept.append(row)
        if len(kept) == 2:
            raise PlaceError(text("models.full", place="here", problem="no room"))
        keep(journal, database, row, evidence)

    with monkeypatch.context() as patch:
        patch.setattr(SessionJournal, "_keep_evidence", full_at_the_second)
        assert isinstance(controller.confirm_all(moves, photo), NotSaved)
    assert len(kept) == 2 and controller.table.state is state
    assert saved(controller, store) == before == controller.table.log.entries and controller.session.photos() == {}
    answer = controller.confirm_all(moves, photo)
    assert isinstance(answer, Done) and [entry.move for entry in answer.entries if not entry.auto] == moves
    assert saved(controller, store) == controller.table.log.entries
    assert list(controller.session.photos().values()) == [b"a photo"]


def test_moves_played_again_are_saved_together_or_not_at_all(
    controller: Controller, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = told(controller, 3)
    before, commit, tries = list(controller.table.log.entries), SessionJournal._commit, []

    def full_but_once(journal: SessionJournal, rows: Any) -> None:
        tries.append(rows)
        if len(tries) > 1:
            raise PlaceError(text("models.full", place="here", problem="no room"))
        commit(journal, rows)

    with monkeypatch.context() as patch:
        patch.setattr(SessionJournal, "_commit", full_but_once)
        answer = controller.play_again(moves)
    assert isinstance(answer, Done) and answer.left == () and len(tries) == 1
    assert [entry.move for entry in answer.entries if not entry.auto] == moves
    assert saved(controller, store) == controller.table.log.entries == [*before, *answer.entries]


def test_notes_and_edits_by_hand_are_entries(controller: Controller) -> None:
    legal(controller)
    noted = controller.note("Béla dropped the bag", 1)
    assert isinstance(noted, Done) and noted.entries[0].kind is EntryKind.NOTE and noted.entries[0].target == 1
    assert isinstance(controller.edit((("nowhere", 1),), "why not"), Refused)
    assert isinstance(controller.edit((("players.0.bonus", "many"),), "why not"), Refused)


def test_a_fact_that_does_not_fit_is_refused_everywhere(store: Store) -> None:
    game = registry.find("urcsempeszek")
    copy = OwnersCopy(store, game)
    controller = Controller(store.begin(copy.game(), {}, PEOPLE), copy)
    assert isinstance(controller.learn("sectors", "x1", {"nonsense": 1}), Refused)
    assert isinstance(tell(copy, "sectors", "x1", {"nonsense": 1}), NotSaved | Refused)
    assert not copy.records().get("sectors")
    known = copy.game().catalog.table("sectors")
    record = {"planets": [], "ships": [], "station": False, "source": "your copy", "sure": True}
    assert isinstance(controller.learn("sectors", "own1", record), Done), known
    assert "own1" in copy.records()["sectors"]
    assert controller.table.game.catalog.find("sectors", "own1") is not None


def test_a_fact_is_kept_by_the_game_and_the_copy_together_or_by_neither(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = OwnersCopy(store, registry.find("kavicsok"))
    controller = Controller(store.begin(copy.game(), {}, PEOPLE), copy)
    record = {"points": 5, "source": "box", "sure": True}
    before = list(controller.table.log.entries)
    with monkeypatch.context() as patch:
        patch.setattr("models.session_writer.SessionJournal._write_rows", full)
        assert isinstance(controller.learn("stones", "opal", record), NotSaved)
    assert copy.records() == {} and saved(controller, store) == before == controller.table.log.entries
    assert isinstance(controller.learn("stones", "opal", record), Done)
    assert set(copy.records()["stones"]) == {"opal"}
    assert saved(controller, store) == controller.table.log.entries


def test_a_refused_fact_does_not_come_to_the_copy_with_the_next_move(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = OwnersCopy(store, registry.find("kavicsok"))
    controller = Controller(store.begin(copy.game(), {}, PEOPLE), copy)
    assert isinstance(controller.learn("stones", "opal", {"points": 5, "source": "box", "sure": True}), Done)

    def no(*_: Any) -> None:
        raise RefusedError(Illegal(text("core.entry_does_not_stand", entry=1), None))

    with monkeypatch.context() as patch:
        patch.setattr("tableside.core.table.Table._rejudged", no)
        assert isinstance(controller.learn("stones", "opal", {"points": 7, "source": "box", "sure": True}), Refused)
    legal(controller)
    assert copy.records()["stones"]["opal"]["points"] == 5


def test_a_fact_that_waits_comes_to_the_copy_after_a_kill(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = OwnersCopy(store, registry.find("kavicsok"))
    session = store.begin(copy.game(), {}, PEOPLE)
    journal = session.table.journal
    assert isinstance(journal, SessionJournal)
    journal.patient = True
    with monkeypatch.context() as patch:
        patch.setattr(SessionJournal, "_commit", full)
        told = Controller(session, copy).learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
        assert isinstance(told, Done)
    waiting = json.loads(json.dumps(session.waiting))
    assert len(waiting) == 1 and copy.records() == {}
    again = store.open_session(session.id, waiting=waiting)
    assert not again.waiting and again.table.log.entries == session.table.log.entries
    assert copy.records()["stones"]["opal"]["points"] == 5


def test_a_photo_too_large_is_not_saved(controller: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.session_writer.PHOTO_MOST", 3)
    assert isinstance(controller.attach(Evidence(b"four", "{}")), NotSaved)
    assert isinstance(controller.confirm_all([], Evidence(b"four", "{}")), NotSaved)
