"""Putting a past move right by touch: few taps, later moves are played again, and only what falls is asked."""

from __future__ import annotations

from tableside.core.log import EntryKind
from tests.app.app_game import Sit, entries, new_game, play, saved
from tests.app.driver import Person


def where(person: Person) -> str:
    return type(person.app.page).__name__


def standing(person: Person) -> list[str]:
    """The players' moves that stand, in words of the notation."""
    steps = person.app.page.session.table.log.line.steps()
    return [f"{step.move.kind} {dict(step.move.args)}" for step in steps if not step.auto]


def three_moves_later(sit_down: Sit, value: int, amount: int) -> tuple[Person, str]:
    """A die told wrongly, and three moves made since."""
    person = sit_down((1280, 800))
    session = new_game(person)
    person.play_chance(value)
    person.take_pebbles(amount)
    person.tap("confirm")
    person.play_chance(2)
    person.take_pebbles(1)
    person.tap("confirm")
    return person, session


def test_a_wrong_die_three_moves_later_costs_four_taps(sit_down: Sit) -> None:
    person, session = three_moves_later(sit_down, 3, 2)
    before, taps = standing(person), person.taps
    person.tap("log")
    person.tap("correct 1")
    assert where(person) == "CorrectPage"
    person.tap("value 2")
    person.tap("confirm")
    assert person.taps - taps <= 4
    assert where(person) == "TablePage"
    assert standing(person) == ["roll {'value': 2}", *before[1:]], "the later moves were played again"
    assert "3" in person.said() and entries(person)[-1].kind is EntryKind.CORRECT
    assert saved(session) == entries(person) and person.app.page.session.table.verify() is None
    person.tap("undo")
    assert standing(person) == before, "a correction can be undone like a move"


def test_only_the_move_that_falls_is_asked(sit_down: Sit) -> None:
    person, session = three_moves_later(sit_down, 3, 3)
    before = standing(person)
    person.tap("log")
    person.tap("correct 1")
    person.tap("value 2")
    count = len(entries(person))
    person.tap("confirm")
    assert person.app.sheets, "three pebbles cannot be taken with a two"
    assert len(entries(person)) == count, "nothing changed before it was agreed"
    person.tap("drop")
    assert where(person) == "TablePage" and standing(person) == ["roll {'value': 2}"]
    person.take_pebbles(2)
    person.tap("confirm")
    assert standing(person) == ["roll {'value': 2}", "take {'amount': 2}", *before[2:]]
    assert saved(session) == entries(person) and person.app.page.session.table.verify() is None
    assert play(person).seat is None, "the game goes on where it was"


def test_left_alone_nothing_changes(sit_down: Sit) -> None:
    person, session = three_moves_later(sit_down, 3, 3)
    before = entries(person)
    person.tap("log")
    person.tap("entry 1")
    person.tap("correct")
    assert where(person) == "CorrectPage" and person.find("confirm").disabled
    person.tap("value 2")
    person.tap("confirm")
    person.tap("leave it")
    person.back()
    assert where(person) == "TablePage" and entries(person) == before == saved(session)


def test_killed_while_correcting_it_is_asked_again(sit_down: Sit) -> None:
    person, session = three_moves_later(sit_down, 3, 2)
    person.tap("log")
    person.tap("correct 1")
    before = entries(person)
    person.kill()
    again = sit_down((1280, 800))
    assert where(again) == "CorrectPage" and saved(session) == before
    again.tap("value 2")
    again.tap("confirm")
    assert where(again) == "TablePage" and standing(again)[0] == "roll {'value': 2}"


def test_a_note_stands_in_the_log(sit_down: Sit) -> None:
    person, session = three_moves_later(sit_down, 3, 2)
    person.tap("log")
    person.type("note", "Béla ledobta a kockát")
    person.tap("add note")
    assert "Béla ledobta a kockát" in person.said()
    assert saved(session)[-1].kind is EntryKind.NOTE and saved(session) == entries(person)
