"""The page of a photo that may mean several moves, or that the table lies otherwise: what is asked, what a tap does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tableside.app import routes
from tableside.app.i18n import say
from tableside.control.reading import Photo
from tableside.core import manual_edit
from tableside.core.game import Guess
from tableside.core.moves import Move, move
from tableside.core.readings import CardReading, Readings, Verdict
from tests.app.app_game import Sit, new_game, saved
from tests.app.driver import Person


def photo_of(table: Any, *told: tuple[Move, float]) -> Photo:
    """A photo that may mean these moves."""
    guesses = tuple(Guess(made, p, manual_edit.judge(table.game, table.state, made)) for made, p in told)
    return Photo(b"\xff\xd8\xff\xd9", Readings(Verdict.CLEAR, (4, 4)), 4, 4, bytes(48), guesses)


def sitting(person: Person) -> tuple[str, Any, Move]:
    """A new game, and a correction that could be: a pebble of the pile lies in the box."""
    session = new_game(person)
    table = person.app.session(session).table
    state = table.state
    return session, table, manual_edit.adjust_all((("pile", state.pile - 1), ("box", state.box + 1)))


def made(session: str) -> list[Any]:
    return [entry.move for entry in saved(session) if entry.move is not None]


def test_where_a_photo_may_mean_two_moves_none_is_made_until_one_is_said(sit_down: Sit) -> None:
    person = sit_down()
    session, table, fewer = sitting(person)
    rolled, before = move(None, "roll", value=3), made(session)
    person.app.go(routes.PhotoToMove(session, photo=photo_of(table, (rolled, 0.55), (fewer, 0.45))))
    person.settle()
    assert person.app.page.meant.told is None and len(person.app.page.meant.left[0].offered) == 2
    person.app.page.take()
    assert made(session) == before, "which of the two it is, is not clear"
    person.tap("say  ('roll', None)")
    assert rolled in made(session)


def test_a_doubtful_correction_is_taken_over_or_left(sit_down: Sit) -> None:
    person = sit_down()
    session, table, fewer = sitting(person)
    before = made(session)
    for answer, after in (("leave", before), (f"say  {('adjust', None, fewer.args)}", [*before, fewer])):
        person.app.go(routes.PhotoToMove(session, photo=photo_of(table, (fewer, 0.5))))
        person.settle()
        person.tap(answer)
        assert made(session) == after and isinstance(person.app.page.route, routes.Table)


def test_where_a_card_was_seen_and_not_named_it_is_said_that_a_tap_can_name_it(sit_down: Sit) -> None:
    person = sit_down()
    session, table, _ = sitting(person)
    lying = CardReading(((1.0, 1.0), (2.0, 1.0), (2.0, 3.0), (1.0, 3.0)), "rect", 0, 0.0, "unknown", ())
    for cards, words in (((), say("reading.nothing")), ((lying,), say("filling.unknown", n=1))):
        photo = photo_of(table)
        person.app.go(routes.PhotoToMove(session, photo=replace(photo, readings=replace(photo.readings, cards=cards))))
        person.settle()
        assert words in person.said()


def test_what_the_referee_refuses_is_told_with_its_reason_and_never_offered(sit_down: Sit) -> None:
    person = sit_down()
    session, table, _ = sitting(person)
    rolled, never, before = move(None, "roll", value=3), move(None, "roll", value=9), made(session)
    person.app.go(routes.PhotoToMove(session, photo=photo_of(table, (never, 0.9))))
    person.settle()
    refused = person.app.page.meant.refused
    assert refused is not None and say(refused.reason) in person.said()
    person.app.page.take()
    assert made(session) == before and isinstance(person.app.page.route, routes.PhotoToMove)
    person.app.go(routes.PhotoToMove(session, photo=photo_of(table, (never, 0.6), (rolled, 0.4))))
    person.settle()
    assert never not in [guess.move for guess in person.app.page.meant.standing]
    assert person.app.page.meant.moves == () and person.app.page.meant.left[0].offered == (3,), "it is asked"
    assert made(session) == before
