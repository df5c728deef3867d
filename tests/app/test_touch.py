"""Noun first: a thing is touched, its verbs appear, one more tap and it stands; and the app speaks to hands."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from models.store import Seated, Store
from tableside.app import routes, touch
from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.app.theme import theme
from tableside.app.widgets.base import Target
from tableside.core import registry
from tableside.core.moves import Move, Plain, move
from tableside.core.ruling import Legal
from tests.app.driver import Person, clipped, overlapping
from tests.app.test_games import teach

Sit = Callable[..., Person]


def a_table(person: Person, slug: str, until: Callable[[MoveBuilder], bool]) -> MoveBuilder:
    """A game played by the first legal moves until it is so, then opened in the app."""
    game = registry.find(slug)
    session = person.app.store.begin(game, {}, [Seated("Anna"), Seated("Béla")])
    play = MoveBuilder(session)
    for _ in range(200):
        if until(play):
            break
        play.table.confirm(game.sample(play.state, play.acting[0], lambda count: 0))
        play.restart()
    person.app.go(routes.Table(session.id))
    person.settle()
    found: MoveBuilder = person.app.page.play
    return found


def touch_thing(person: Person, slot: str, value: Plain) -> None:
    view = person.app.page.view
    x, y, w, h = next(box for *box, s, v in view.targets if (s, v) == (slot, value))
    person.touch(*view.to_window(view.x + (x + w / 2) * theme.u, view.top - (y + h / 2) * theme.u))


def plain(play: MoveBuilder, made: Move) -> bool:
    """Legal, and worth no second look but for the range."""
    ruling = play.game.judge(play.state, made)
    return isinstance(ruling, Legal) and {caution.key for caution in ruling.cautions} == {"qic_for_range"}


def test_a_bare_number_that_was_told_stands_with_its_question(sit_down: Sit) -> None:
    sit_down()
    store, chance = Store.open(), random.Random(5)
    session = store.begin(teach(store, "onward_to_venus"), {}, [Seated("Anna"), Seated("Béla"), Seated("Csaba")])
    table, made = session.table, Move(None, "")
    while not (made.kind == "pay" and made["tank"]):
        if made.kind:
            table.confirm(made)
        seat = min(table.to_act(), key=lambda one: 99 if one is None else one)
        made = table.game.sample(table.state, seat, chance.randrange)
    play = MoveBuilder(session)
    play.take(made)
    said = {pick.slot: pick.said(say) for pick in play.picks}
    store.close()
    assert said["tank"] == f"Hány tank száll le? {made['tank']}"
    assert said["kind"] == "Harci pontok kifizetése", "what speaks for itself has none"


def first_turn(play: MoveBuilder) -> bool:
    return play.seat is not None and any(c.slot == "kind" and len(c.offers) > 3 for c in play.choices)


@pytest.mark.parametrize("size", [(1280, 800), (360, 780)])
def test_a_planet_is_touched_and_its_mine_stands_with_the_second_tap(sit_down: Sit, size: tuple[int, int]) -> None:
    person = sit_down(size)
    play = a_table(person, "gaia_project", first_turn)
    wanted = next(
        verb.made
        for name in play.state.map.name.values()
        for verb in touch.verbs(play, ("hex",), name)
        if verb.picks[1:] and verb.made is not None and plain(play, verb.made)
    )
    entries = len(play.table.log.entries)
    touch_thing(person, "hex", wanted["hex"])
    person.tap(f"verb {wanted.kind}")
    assert play.ready and len(play.table.log.entries) == entries, "a warning is read before it stands"
    person.app.set(silenced=("gaia_project.qic_for_range",))
    person.app.page.play.restart()
    person.app.page.refresh()
    person.settle()
    play = person.app.page.play
    person.taps = 0
    touch_thing(person, "hex", wanted["hex"])
    assert person.there(f"verb {wanted.kind}") and overlapping(person.reachable()) == []
    bubble = person.app.sheets[-1]
    assert clipped(bubble) == [] and bubble.panel.x >= 0 and bubble.panel.right <= person.app.holder.width
    assert play.table.log.entries[entries:] == [], "nothing stands before it is said"
    person.tap(f"verb {wanted.kind}")
    assert person.taps == 2
    assert play.table.log.entries[entries].move == wanted
    assert say("table.now_do") in person.said(), "hands are told what to move"
    person.touch(4, 4)
    assert say("table.now_do") not in person.said(), "the next touch takes the card away"


def test_what_cannot_be_done_with_a_thing_says_why(sit_down: Sit) -> None:
    person = sit_down()
    play = a_table(person, "gaia_project", first_turn)
    far = next(
        offer
        for choice in play.game.choices(play.state, Move(play.seat, "mine"))
        for offer in choice.offers
        if offer.why_not is not None
    )
    found = touch.verbs(play, ("hex",), far.value)
    refused = next(verb for verb in found if verb.picks[1:] and verb.picks[0][1] == "mine")
    assert refused.why_not is not None and refused.made is None
    touch_thing(person, "hex", far.value)
    assert say(refused.why_not.reason) in person.said()
    person.tap("verb mine")
    assert person.app.sheets and say(refused.why_not.reason) in person.said(), "and the sheet tells the rule"


def test_a_game_without_a_view_of_its_own_is_played_by_touching_too(sit_down: Sit) -> None:
    person = sit_down()
    play = a_table(person, "kavicsok", lambda play: play.seat is not None)
    entries = len(play.table.log.entries)
    slot, value, _ = touch.things(play)[0]
    touch_thing(person, slot, value)
    assert person.app.sheets or play.ready or len(play.table.log.entries) > entries


def only_let(monkeypatch: pytest.MonkeyPatch, kind: type[Any]) -> None:
    """Whoever is asked can do nothing but let it be."""
    every = kind.kinds
    monkeypatch.setattr(kind, "moves", lambda game, state, seat: iter([Move(seat, "let")] if state.answers else ()))
    monkeypatch.setattr(
        kind, "kinds", lambda game, state, seat: ("let",) if state.answers else every(game, state, seat)
    )


def test_a_move_nobody_can_decide_otherwise_is_made_and_can_be_taken_back(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down()
    play = a_table(person, "kavicsok", lambda play: True)
    for value, amount in ((1, 1), (1, 1), (6, 5)):
        person.tap(f"value {value}")
        person.tap("confirm")
        person.tap("kind take")
        if amount == 1:
            person.tap("confirm")
        else:
            person.tap(f"amount {amount}")
    only_let(monkeypatch, type(play.game))
    person.tap("confirm")
    assert [entry.move.kind for entry in play.table.log.entries if entry.move][-3:] == ["take", "let", "turn"]
    assert person.there("toast undo") and person.app.toast_shown.SECONDS == 5, "for so long it can be taken back"
    person.tap("toast undo")
    assert play.seat == 1 and play.state.answers, "and then it is asked"
    person.app.page.open_seat(1)
    person.settle()
    person.tap("ask me")
    assert person.app.settings.asked == ("Béla",)


def test_what_is_hidden_is_not_given_away_by_what_is_skipped(data_folder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open()
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")])
    for seat, value, amount in ((0, 1, 1), (1, 1, 1), (0, 6, 5)):
        session.table.confirm(move(None, "roll", value=value))
        session.table.confirm(move(seat, "take", amount=amount))
    kind = type(session.table.game)
    only_let(monkeypatch, kind)
    assert touch.forced(MoveBuilder(session)) == Move(1, "let")
    assert touch.forced(MoveBuilder(session, single=False)) is None
    assert touch.forced(MoveBuilder(session), ("Béla",)) is None, "who wants to be asked is asked"
    assert touch.forced(MoveBuilder(session), ("Anna",)) is not None
    monkeypatch.setattr(kind, "redact", lambda game, state, seat: None)
    assert touch.forced(MoveBuilder(session)) is None, "where somebody hides something, everybody is asked"
    store.close()


def test_a_note_stands_in_the_bar_and_covers_nothing(sit_down: Sit) -> None:
    person = sit_down()
    a_table(person, "gaia_project", first_turn)
    person.app.toast("…", lambda: None)
    person.settle()
    bar, note = person.app.page.ids.bar, person.app.toast_shown.box
    assert bar.y <= note.y and note.top <= bar.top
    buttons = [widget for widget in bar.walk(restrict=True) if isinstance(widget, Target)]
    assert buttons and not any(widget.collide_widget(note) for widget in buttons)
