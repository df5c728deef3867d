"""Gaia Project on the tablet and on the phone: goods and bowls of every player, whatever their number."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from kivy.graphics import InstructionGroup

from models.store import Seated, Store
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.views.gaia_boards import faction_fill
from tableside.core import codec, registry
from tableside.core.moves import text
from tableside.games.gaia_project.federation import proposals
from tableside.games.gaia_project.records import STANDARD
from tableside.games.gaia_project.state import State
from tests.app.app_game import play_on
from tests.app.driver import Person
from tests.app.test_layout import SIZES
from tests.games.gaia_project.table import bare, put
from tests.games.gaia_project.test_evening import figure, layouts
from tests.sampling import each_once

Sit = Callable[..., Person]
PEOPLE = [Seated("Anna", "amber"), Seated("Béla", "blue"), Seated("Cili", "violet"), Seated("Dani", "red")]


def at_table(sit_down: Sit, seats: int, size: str, moves: int = 60) -> Person:
    """A game some way on, by chance."""
    store = Store.open()
    session = store.begin(registry.find("gaia_project"), {}, PEOPLE[:seats])
    play_on(session, random.Random(5).randrange, moves)
    store.close()
    person = sit_down(*SIZES[size])
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.draw()
    return person


@pytest.mark.parametrize(("seats", "size"), each_once((4, 3, 2), ("phone", "tablet")))
def test_power_bowls_and_goods_are_drawn_for_every_player(sit_down: Sit, seats: int, size: str) -> None:
    person = at_table(sit_down, seats, size)
    rail, play = person.app.page.rail, person.app.page.play
    # On a phone with four the map needs the room: who acts has a row, and the others' boards are a tab away.
    players = [play.state.players[play.seat]] if (seats, size) == (4, "phone") else play.state.players
    written = [entry[0] for entry in rail.pen.written]
    wanted: list[str] = []
    for player in players:
        wanted += [str(getattr(player, name)) for name in ("credits", "ore", "knowledge", "qic")]
        wanted += [str(getattr(player, name)) for name in ("bowl1", "bowl2", "bowl3")]
    for number in set(wanted):
        assert written.count(number) >= wanted.count(number), f"{number} is drawn too seldom"


@pytest.mark.parametrize(("seats", "size"), each_once((4, 2), ("phone", "tablet")))
def test_boards_are_a_tab_away(sit_down: Sit, seats: int, size: str) -> None:
    person = at_table(sit_down, seats, size)
    person.tap("tab boards")
    person.draw()
    view = person.app.page.view
    written = " ".join(entry[0] for entry in view.pen.written)
    shown = range(seats) if size == "tablet" else [person.app.page.play.seat]
    for seat in shown:
        player = person.app.page.play.state.players[seat]
        assert say(text(f"gaia_project.faction.{player.faction}")) in written
    low = min(entry[2] for entry in view.pen.written)
    assert low >= view.y, "nothing is written below the picture"
    person.tap("tab map")
    person.draw()
    assert person.app.page.view.tab == "map"


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_full_board_is_written_so_that_it_can_be_read(sit_down: Sit, size: str) -> None:
    """Booster, nine tiles and five tokens of both sides: every one in its own chip, none smaller than letters are."""
    person = at_table(sit_down, 4, size)
    page: Any = person.app.page
    state, game, seat = page.play.state, page.play.game, page.play.seat or 0
    tokens = ("fed2", "fed3", "fed4", "fed5", "fed6")
    full = put(state, seat, techs=STANDARD, tokens=tokens, green=(True, False, True, False, True))
    page.play.table.state = full
    view = page.view
    view.turn("boards")
    person.draw()
    written = {entry[0]: entry for entry in view.pen.written}
    for _ in range(4 if size == "phone" else 0):  # what does not fit on a phone is leafed to
        person.touch(*view.center)
        person.draw()
        written |= {entry[0]: entry for entry in view.pen.written}
    for table, ids in (("techs", STANDARD), ("tokens", tokens), ("boosters", (full.players[seat].booster,))):
        for id in filter(None, ids):
            _, left, low, wide, high = written[say(game.say_record(table, id))]
            assert view.x <= left and left + wide <= view.right and low >= view.y, (table, id)
            assert high >= 11 * theme.u, (table, id, "too small to read")


def test_pieces_have_the_paint_of_their_faction(sit_down: Sit) -> None:
    person = at_table(sit_down, 4, "tablet")
    play: Any = person.app.page.play
    paint = {colour.key: rgba(colour.rgb) for colour in play.game.info.colours}
    for seat, player in enumerate(play.state.players):
        assert faction_fill(play, seat)[:3] == pytest.approx(paint[player.faction][:3], abs=0.01)


def test_two_players_have_the_tiles_of_the_research_board_too(sit_down: Sit) -> None:
    person = at_table(sit_down, 2, "tablet")
    page: Any = person.app.page
    person.tap("tab research")
    person.draw()
    written = [entry[0] for entry in page.view.pen.written]
    for tile in filter(None, page.play.state.techs):
        assert say(page.play.game.say_record("techs", tile)) in written
    for tile in filter(None, page.play.state.advanced):
        kind, _, effect = say(page.play.game.say_record("techs", tile)).partition(": ")
        assert kind == "különleges" and effect in written, "that it is an advanced one its place says"


def test_the_map_names_sectors_from_afar_and_hexes_from_near(sit_down: Sit) -> None:
    """Sentences call a hex by its sector and place; where its name would be too small its sector's number stands."""
    person = at_table(sit_down, 4, "tablet")
    view: Any = person.app.page.view
    names = person.app.page.play.state.map.at

    def named() -> list[str]:
        pen = Pen(InstructionGroup(), view.x, view.top)
        view._space(pen, view.wide)
        return [words for words, *_ in pen.written]

    assert sorted(named()) == sorted(name[:-1] for name in names if name.endswith("C"))
    for _ in range(4):
        view._by(1.5)
    person.draw()
    assert set(named()) == set(names)


def test_a_federation_is_laid_by_tapping_the_map(sit_down: Sit) -> None:
    """From the best proposal one satellite is moved by two taps; every tap has a verdict."""
    store = Store.open()
    state: State = codec.decode(State, codec.encode(bare(bare(figure(), 1), 2)))
    session = store.begin(registry.find("gaia_project"), {}, PEOPLE[:3], start=state)
    store.close()
    person = sit_down(*SIZES["tablet"])
    person.app.go(routes.Table(session=session.id))
    person.settle()
    page: Any = person.app.page
    best, other = federations(state)
    (gone,), (new,) = set(best) - set(other), set(other) - set(best)
    person.tap("kind federation")
    offer = page.play.offer("hexes", best)
    assert offer is not None
    page.choose("hexes", best, offer.label)
    person.settle()
    tap_hex(person, gone)
    assert page.play.asked_parts is not None and page.play.verdict is not None
    tap_hex(person, new)
    assert page.play.verdict is None
    assert set(page.play.toggled) == set(other)
    person.tap("settle parts")
    assert set(page.play.partial["hexes"]) == set(other)


def federations(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A listed federation and a legal one of the same size that has another satellite."""
    for best in proposals(state, 0):
        for other in layouts(state, 0):
            if len(set(best) ^ set(other)) == 2 and other not in proposals(state, 0):
                return best, other
    raise AssertionError("there is only one way")


def tap_hex(person: Person, name: str) -> None:
    """A finger on a hex of the map."""
    person.draw()
    page: Any = person.app.page
    view = page.view
    x, y, w, h = next(spot[:4] for spot in view.targets if spot[5] == name)
    person.touch(view.x + (x + w / 2) * theme.u, view.top - (y + h / 2) * theme.u)
    person.settle()


def test_what_decides_now_is_in_sight(sit_down: Sit) -> None:
    """This round's tile, everybody's place on the final tracks, and the action spaces."""
    person = at_table(sit_down, 2, "tablet")
    page: Any = person.app.page
    written = [entry[0] for entry in page.view.pen.written]
    state, game = page.play.state, page.play.game
    tile = say(game.say_record("rounds", state.rounds[state.round - 1]))
    assert any(words.endswith(f": {tile}") for words in written)
    for tile in state.finals:
        assert any(f"{say(game.say_record('finals', tile))}: A " in words for words in written)
    assert sum(words.endswith((" e", " KTK")) for words in written) == 10


def test_a_game_under_way_is_told_by_tapping_the_map(sit_down: Sit) -> None:
    """From "new game" to a structure on the map: who, the hex, the piece."""
    person = sit_down()
    person.invite("gaia_project", "Anna", "Béla")
    person.tap("step checklist")
    person.tap("from position")
    page: Any = person.app.page
    assert page.play.game.slug == "gaia_project"
    chance = random.Random(2)
    while not page.play.state.telling:
        page.play.table.confirm(page.play.game.sample(page.play.state, page.play.acting[0], chance.randrange))
        page.play.restart()
    page.refresh()
    person.settle()
    person.tap("act 1")
    state = page.play.state
    hex = next(name for number, name in state.map.name.items() if state.map.planet[number] == "d")
    tap_hex(person, hex)
    if person.there("verb stands"):
        person.tap("verb stands")
    person.tap("piece ts")
    assert page.play.state.players[1].stations == 1 << state.map.number[hex]


def test_options_are_folded_and_only_those_that_matter_are_asked(sit_down: Sit) -> None:
    """A first game is one by the picture; what only a map of one's own or an old record needs is not shown before."""
    person = sit_down()
    person.invite("gaia_project", "Anna", "Béla")
    page: Any = person.app.page
    assert page.options["setup"] == "first", "nobody has played it here before"
    person.tap("step options")
    shown = {option.key for option in page.info.options if option.matters(page.options)}
    assert not shown & {"map", "neighbours", "distance", "ties", "mirrored", "begin"}
    assert not person.there("option zero_scores")
    person.tap("options points")
    person.tap("option zero_scores")
    assert page.options["zero_scores"] is False
    page._choose("setup", "advanced")
    page._choose("map", "shape")
    person.settle()
    assert {"map", "neighbours", "distance"} <= {one.key for one in page.info.options if one.matters(page.options)}
    person.app.store.begin(registry.find("gaia_project"), {}, PEOPLE[:2])
    person.app.keep_draft("new:gaia_project", None)
    again: Any = type(page)(person.app, page.route)
    assert again.options["setup"] == "advanced", "the second game is no first one"
