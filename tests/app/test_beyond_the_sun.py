"""Beyond the Sun by touch: technologies of the tree, cards carried out by hand, the page that shows the question."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from benchmarks import taps
from models.store import Seated
from tableside.app import routes
from tableside.app.i18n import say
from tableside.core import notation
from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.state import Ask, Phase, Task
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


def untaught(person: Person) -> Any:
    """The first turn of a box nobody has taught, by touch."""
    person.invite("beyond_the_sun", "Anna", "Béla", "Csaba")
    person.tap("start now")
    for seat, colour in enumerate(("blue", "green", "red")):
        person.tap(f"ready {seat} choose_mat mat={colour}")
    return person.app.page.play


def test_an_untaught_evening_begins_with_the_colours_of_the_cubes_and_the_first_move(sit_down: Sit) -> None:
    person = sit_down()
    play = untaught(person)
    person.tap("ready 0 act space=basic:populate")
    assert person.taps <= 12, "from the game's tile to the first move, nothing taught"
    assert play.state.players[0].population == 3
    assert play.colours[0].endswith(play.game.piece_rgb("blue"))


def test_production_is_never_chosen_for_somebody_because_the_tracks_are_not_told(sit_down: Sit) -> None:
    person = sit_down()
    play = untaught(person)
    person.tap("ready 0 act space=basic:populate")
    assert play.state.phase == "production"
    assert person.there("kind grow") and person.there("kind mine") and person.there("ready 0 trade")
    person.tap("kind mine")
    person.tap("refused move")
    person.tap("tell")
    assert type(person.app.page).__name__ == "TeachCardPage" and person.app.page.route.keys == ("ore",)
    person.tap("ore tell")
    person.tap("save")
    assert play.game.catalog.find("mats", "alike").ore is not None


def test_prerequisites_are_tapped_on_the_tree(sit_down: Sit) -> None:
    person = sit_down()
    play = at_table(person, lambda state, kinds: kinds == ("act",))
    table = play.table
    slots = ("I.1", "I.2")
    sites = tuple(replace(one, cubes=(play.seat,)) if one.id in slots else one for one in table.state.sites)
    table.state = replace(
        table.state, sites=sites, phase=Phase.ACTING, tasks=(Task(Ask.EFFECT, play.seat, Effect(Verb.RESEARCH, n=2)),)
    )
    lines = play.game.catalog
    for id, slot in lines.table("slots").items():
        lines = lines.learn("slots", id, {"source": "", "sure": False, "level": slot.level})
    table.game = play.game.with_catalog(lines)
    play.restart(play.seat)
    play.choose("kind", "research", play.choices[0].label)
    play.choose("slot", "II.B", play.choices[0].label)
    person.app.page.refresh()
    person.settle()
    person.draw()
    for slot in slots:
        touch_thing(person, "using", slot)
    assert play.toggled == list(slots)
