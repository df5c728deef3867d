"""Beyond the Sun by touch: technologies of the tree, cards carried out by hand, the page that shows the question."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks import taps
from models.store import Seated
from tableside.app import routes
from tableside.app.i18n import say
from tableside.core import notation
from tests.app.driver import Person
from tests.app.test_games import teach
from tests.app.test_touch import touch_thing

Sit = Callable[..., Person]
So = Callable[[Any, tuple[str, ...]], bool]


def at_table(person: Person, so: So, seed: int = 5) -> Any:
    """A game by chance up to the first state that is so, opened in the app."""
    game, pick = teach(person.app.store, "beyond_the_sun"), random.Random(seed).randrange
    session = person.app.store.begin(game, {}, [Seated("Anna"), Seated("Béla"), Seated("Csaba")])
    table = session.table
    while True:
        seat = min(table.to_act(), key=lambda one: 99 if one is None else one)
        if so(table.state, game.kinds(table.state, seat)):
            break
        table.confirm(game.sample(table.state, seat, pick))
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.draw()
    return person.app.page.play


def test_a_touched_technology_is_researched_with_its_action_by_the_second_tap(sit_down: Sit) -> None:
    person = sit_down()
    play = at_table(person, lambda state, kinds: kinds == ("act",) and state.players[state.turn].population > 0)
    seat, slot = play.seat, next(site.id for site in play.state.sites if play.seat not in site.cubes)
    before = person.taps
    touch_thing(person, "slot", slot)
    person.tap("ready act")
    assert person.taps - before == 2
    assert seat in play.state.site(slot).cubes
    pawn = play.state.players[seat].pawn
    assert pawn and ">" not in pawn


def test_a_card_carried_out_by_hand_opens_the_counters(sit_down: Sit) -> None:
    person = sit_down()
    play = at_table(person, lambda state, kinds: kinds == ("settled",), seed=6)
    seat = play.seat
    ore = play.state.players[seat].ore
    person.tap("set by hand")
    person.tap(f"players.{seat}.ore plus")
    person.tap("adjust")
    assert play.state.players[seat].ore == ore + 1
    person.tap("confirm")
    assert "settled" not in play.game.kinds(play.state, play.seat)


def test_the_picture_turns_to_what_is_asked_and_the_question_says_what_is_settled(sit_down: Sit) -> None:
    person = sit_down()
    play = at_table(person, lambda state, kinds: "jump" in kinds)
    assert person.app.page.view.tab == "galaxy"
    assert say(play.choices[0].label) in person.said()
    person.tap("tab tree")
    person.app.page.view.redraw()
    person.settle()
    assert person.app.page.view.tab == "tree", "nobody turns the page away from a reader"


def test_of_the_cards_turned_up_the_one_that_is_kept_is_one_tap(sit_down: Sit) -> None:
    person = sit_down()
    play = at_table(person, lambda state, kinds: "keep" in kinds)
    made, before = play.choices[0].ready[0], person.taps
    person.tap(f"ready {notation.write(made)}")
    assert person.taps - before == 1
    assert made["card"] in {site.card for site in play.state.sites} | {
        card for player in play.state.players for card in player.private
    }


@pytest.mark.long
def test_a_turn_takes_at_most_five_taps_with_a_taught_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taps, "GAMES", 1)
    figures, counted = taps.beyond()
    assert figures["taps_a_turn"] <= taps.GOALS["beyond_the_sun"]["taps_a_turn"]
    assert not counted.unreached


def test_an_end_takes_at_most_twelve_taps_a_player_by_hand() -> None:
    assert taps.score_only("beyond_the_sun") <= 12
