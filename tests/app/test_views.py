"""The games' own pictures: tabs that follow the question, fingers that make the map larger, and nothing hit by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from tableside.app import routes
from tableside.app.i18n import counted, say
from tableside.app.theme import theme
from tableside.app.views.beyond_galaxy import layers, links
from tableside.app.views.zoom import MOST, Zoom
from tableside.app.widgets.player_bar import SeatRail
from tableside.core import notation
from tests.app.driver import Person
from tests.app.test_games import begun
from tests.app.test_layout import SIZES

Sit = Callable[..., Person]


def at_table(sit_down: Sit, slug: str, size: str = "tablet", moves: int = 40) -> Person:
    session = begun(slug, moves)
    person = sit_down(*SIZES[size])
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.draw()
    return person


def pinch(person: Person, middle: tuple[float, float], apart: float, then: float) -> None:
    """Two fingers around a place move from one distance to another."""
    one = UnitTestTouch(middle[0] - apart / 2, middle[1])
    other = UnitTestTouch(middle[0] + apart / 2, middle[1])
    one.touch_down()
    other.touch_down()
    for step in range(1, 5):
        now = apart + (then - apart) * step / 4
        one.touch_move(middle[0] - now / 2, middle[1])
        other.touch_move(middle[0] + now / 2, middle[1])
        person.frame()
    one.touch_up()
    other.touch_up()
    person.settle()


def test_two_fingers_make_the_map_larger_and_one_moves_it(sit_down: Sit) -> None:
    person = at_table(sit_down, "gaia_project")
    view = person.app.page.view
    before, chosen = view.size_of, list(person.app.page.play.picks)
    middle = (view.x + view.zoom.room[0] / 2 * theme.u, view.center_y)
    pinch(person, middle, 120, 240)
    assert view.zoom.scale == pytest.approx(2, abs=0.05)
    assert view.size_of == pytest.approx(before * view.zoom.scale)
    origin = view.origin
    person.drag(middle, (middle[0] + 60, middle[1] - 40))
    assert view.origin[0] == pytest.approx(origin[0] + 60 / theme.u)
    assert view.origin[1] == pytest.approx(origin[1] + 40 / theme.u)
    assert person.app.page.play.picks == chosen, "moving the map chooses nothing"
    pinch(person, middle, 300, 20)
    assert view.zoom.scale == 1
    assert view.size_of == pytest.approx(before)


def test_a_hex_is_still_hit_when_the_map_is_large(sit_down: Sit) -> None:
    person = at_table(sit_down, "gaia_project", moves=0)
    page = person.app.page
    for _ in range(120):
        choice = page.play.choices[0] if page.play.choices else None
        if choice is not None and choice.slot == "hex" and not page.play.ready:
            break
        if page.play.ready:
            person.tap("confirm")
        elif page.play.seat is None:
            person.tap("draw")
        elif choice.ready:
            person.tap(f"ready {notation.write(choice.ready[0])}")
        else:
            person.tap(f"{choice.slot} {next(o.value for o in choice.offers if o.why_not is None)}")
    offer = next(offer for offer in page.play.choices[0].offers if offer.why_not is None)
    person.tap("larger")
    person.draw()
    assert page.view.zoom.scale > 1
    x, y, w, h = next(spot[:4] for spot in page.view.targets if spot[4:] == ("hex", offer.value))
    middle = (x + w / 2, y + h / 2)
    seen = (page.view.x + middle[0] * theme.u, page.view.top - middle[1] * theme.u)
    if not page.view.collide_point(*seen):
        page.view.zoom.by(0.01)
        page.view.redraw()
        person.settle()
        x, y, w, h = next(spot[:4] for spot in page.view.targets if spot[4:] == ("hex", offer.value))
        seen = (page.view.x + (x + w / 2) * theme.u, page.view.top - (y + h / 2) * theme.u)
    person.touch(*seen)
    made = [entry.move for entry in page.play.table.log.entries if entry.move is not None]
    assert offer.value in (page.play.partial.get("hex"), made[-1].get("hex")), "it is chosen, or stands at once"


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_hex_is_large_enough_for_a_finger_after_two_taps(sit_down: Sit, size: str) -> None:
    session = begun("gaia_project", 40, 5, 4)
    person = sit_down(*SIZES[size])
    person.app.go(routes.Table(session=session.id))
    person.settle()
    for _ in range(2):
        if person.there("larger"):
            person.tap("larger")
        person.draw()
    assert not person.app.sheets, "what lies below the button was not touched"
    hexes = [box for *box, slot, _ in person.app.page.view.targets if slot == "hex"]
    assert hexes and all(min(w, h) >= 47.9 for _, _, w, h in hexes)


def test_the_map_never_leaves_its_frame() -> None:
    zoom = Zoom()
    zoom.room = (400.0, 300.0)
    zoom.by(9)
    assert zoom.scale == MOST
    zoom.down(1, 200, 150)
    zoom.move(1, 5000, -5000)
    assert zoom.up(1)
    assert abs(zoom.dx) <= (MOST - 1) * 200
    assert abs(zoom.dy) <= (MOST - 1) * 150
    zoom.down(2, 100, 100)
    zoom.move(2, 104, 100)
    assert not zoom.up(2), "a finger that hardly moved has tapped"


def test_research_is_a_tab_away_on_a_phone(sit_down: Sit) -> None:
    person = at_table(sit_down, "gaia_project", "phone")
    view = person.app.page.view
    assert view.tab == "map"
    person.tap("tab research")
    person.draw()
    words = {entry[0] for entry in view.pen.written}
    assert {"Terra", "Nav"} <= words
    person.tap("tab map")
    assert view.tab == "map"


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_tree_galaxy_and_mats_are_tabs(sit_down: Sit, size: str) -> None:
    person = at_table(sit_down, "beyond_the_sun", size)
    view = person.app.page.view
    said: dict[str, set[str]] = {}
    for tab in ("tree", "galaxy", "mats"):
        person.tap(f"tab {tab}")
        person.draw()
        assert view.tab == tab
        said[tab] = {entry[0] for entry in view.pen.written}
    assert "IIII" in said["tree"]
    assert "Sol" in said["galaxy"]
    assert any(
        words.startswith("Anna") or words.startswith("Béla") or words.startswith("Csaba") for words in said["mats"]
    )
    assert {"Élelem", "Ellátmány"} <= said["mats"]


def test_the_question_turns_to_its_tab_and_leafing_is_left_alone(sit_down: Sit) -> None:
    person = at_table(sit_down, "beyond_the_sun")
    view = person.app.page.view
    person.tap("tab mats")
    assert view.tab == "mats"
    view.redraw()
    person.settle()
    assert view.tab == "mats", "nobody turns the page away from a reader"
    assert view.side_of("slot") == "tree"
    assert view.side_of("target") == "galaxy"
    assert view.side_of("column") == "mats"


def test_the_galaxy_is_laid_out_by_jumps_from_sol() -> None:
    from tableside.games.beyond_the_sun.state import Place
    from tests import contract

    game = contract.game_of("beyond_the_sun")
    places: list[Any] = [
        Place(f"p2.{name}", kind, ((), ()))
        for name, kind in (("sol", "sol"), ("deep", "deep"), ("yard", "shipyard"), ("A1", "system"), ("B1", "system"))
    ]
    ways = links(game.catalog, places)
    assert ("p2.sol", "p2.yard") in ways
    rows = layers(places, ways)
    assert rows[0] == ["p2.sol"]
    assert "p2.yard" in rows[1]
    assert [id for row in rows for id in row].count("p2.deep") == 1


def test_what_is_left_stands_apart_until_the_end(sit_down: Sit) -> None:
    session = begun("urcsempeszek", 6)
    person = sit_down()
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.draw()
    play = person.app.page.play
    rail = next(widget for widget in person.walk() if isinstance(widget, SeatRail))
    written = [words for words, *_ in rail.pen.written]
    for seat, total in enumerate(play.totals()):
        left = sum(line.points for line in play.table.score() if line.seat == seat and line.key in ("energy", "goods"))
        assert left < 0, "everybody begins with energy and goods"
        assert counted(total - left) in written and say("table.left_over", points=counted(left)) in written
