"""One colour: the pieces' own, chosen once at seating, that choice being the game's own move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from models.store import Seated, Store
from tableside.app.seating import claim, colours, seat_colours, swatches
from tableside.app.theme import rgba, theme
from tableside.control.controller import Controller
from tableside.core import registry
from tableside.core.moves import move
from tests.app.driver import Person, overlapping

Sit = Callable[..., Person]


def begin(person: Person, slug: str) -> Any:
    person.invite(slug, "Anna", "Béla", "Cili")
    return person.app.page


def test_the_colour_tapped_at_seating_is_the_colour_move_and_paints_the_banner(sit_down: Sit) -> None:
    person = sit_down()
    page = begin(person, "urcsempeszek")
    assert [player["key"] for player in page.players] == ["orange", "black", "pink"]
    person.tap("colour 0 pink")
    assert [player["key"] for player in page.players] == ["pink", "black", "orange"], "who had it gets the other"
    person.tap("start now")
    play = person.app.page.play
    assert [player.colour for player in play.state.players] == ["pink", "black", "orange"]
    assert play.table.log.entries[0].move == move(0, "colour", colour="pink")
    assert theme.seat(play.colours[0]) == rgba("#F291B2")
    assert len({theme.shape(colour) for colour in play.colours}) == 3, "shapes stay apart beside the colours"


def test_the_next_game_remembers_who_played_which_colour(sit_down: Sit) -> None:
    person = sit_down()
    begin(person, "urcsempeszek")
    person.tap("colour 1 white")
    person.tap("start now")
    person.app.home()
    person.settle()
    person.tap("game urcsempeszek")
    assert [player["key"] for player in person.app.page.players] == ["orange", "white", "pink"]


@pytest.mark.parametrize("slug", ["onward_to_venus", "urcsempeszek"])
def test_no_table_is_asked_for_a_colour_again(sit_down: Sit, slug: str) -> None:
    person = sit_down()
    begin(person, slug)
    person.tap("start now")
    table = person.app.page.play.table
    kind = table.game.info.seating.partition(".")[0]
    assert all(kind not in table.game.kinds(table.state, seat) for seat in table.to_act())


def test_a_faction_is_chosen_at_seating_or_later_and_taken_when_its_turn_comes(sit_down: Sit) -> None:
    person = sit_down()
    page = begin(person, "gaia_project")
    assert [player["key"] for player in page.players] == ["", "", ""], "nobody decides a faction for a player"
    person.tap("swatches 1")
    person.tap("colour 1 taklons")
    person.tap("step options")
    person.tap("random")
    person.tap("start now")
    play = person.app.page.play
    assert play.seat == 0, "the first to choose is asked"
    person.tap("ready 0 faction faction=terrans")
    assert [player.faction for player in play.state.players] == ["terrans", "taklons", "gleens"], "a first game's last"
    assert theme.seat(play.colours[1]) == rgba("#8A5A3C")


def test_a_phone_seats_players_with_things_a_finger_can_hit(sit_down: Sit) -> None:
    person = sit_down((360, 780))
    for slug in ("urcsempeszek", "beyond_the_sun"):
        person.tap(f"game {slug}")
        person.tap("add")
        assert overlapping(person.reachable()) == []
        person.app.home()
        person.settle()


def test_swatches_are_the_games_own_and_each_is_a_legal_choice_of_somebody() -> None:
    for slug, info in registry.infos().items():
        if not info.seating:
            continue
        game = registry.find(slug)
        offered = swatches(game, {}, info.seats[0])
        assert len(offered) >= info.seats[1] and len({key for key, _, _ in offered}) == len(offered)


def test_wishes_that_cannot_be_are_left_to_the_table() -> None:
    people = [Seated("Anna", "#F08A24"), Seated("Béla", "amber")]
    store = Store.open()
    controller = Controller(store.begin(registry.find("urcsempeszek"), {}, people))
    table = controller.table
    assert claim(controller, ["orange", "orange"])
    store.close()
    assert [player.colour for player in table.state.players] == ["orange", ""]
    assert colours(people) == ("blue#F08A24", "amber")
    assert colours([Seated("Anna", "#nothing"), Seated("Béla")]) == ("amber", "blue")
    assert seat_colours(table, people) == ("blue#F08A24", "amber")
