"""Irány a Vénusz! by touch, with nothing taught: three people play a game, and a planet's bubble makes moves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks.venus_people import People
from models.store import Store
from tableside.app.move_builder import MoveBuilder
from tableside.app.theme import theme
from tableside.core import notation
from tableside.core.manual_edit import KIND
from tableside.core.moves import Move, move
from tableside.core.table import Table
from tableside.games.onward_to_venus.state import PLANETS, State
from tests.app.driver import Person
from tests.app.entering import Entering
from tests.app.test_layout import SIZES
from tests.contract import game_of

Sit = Callable[..., Person]
TILES = {"mercury": ("draw", "trophy"), "earth": ("draw", "mine_1")}
"""What is laid; a fortune tile on every other planet."""
PEOPLE = ("Anna", "Béla", "Cili")
TOKENS = 5


def play(person: Person) -> MoveBuilder:
    made: MoveBuilder = person.app.page.play
    return made


def begun(sit_down: Sit, *size: object) -> Person:
    person = sit_down(*size)
    person.invite("onward_to_venus", *PEOPLE)
    person.tap("start now")
    while play(person).state.top.kind == "empire":
        person.tap(f"colour {play(person).choices[0].offers[0].value}")
        if play(person).ready:
            person.tap("confirm")
    whole(person, move(None, "starts", seat=0))
    return person


def whole(person: Person, made: Move) -> None:
    """Tap a whole move that is suggested."""
    person.tap(f"ready {notation.write(made)}")


def lay(person: Person) -> None:
    """Tap the tiles planet by planet."""
    while play(person).choices and (planet := play(person).choices[0].slot) in PLANETS:
        for tile in TILES.get(planet, ("fortune",)):
            person.tap(f"part {tile}")
        if person.there("settle parts"):
            person.tap("settle parts")
        elif play(person).ready:
            break
    person.tap("confirm")


def test_three_people_with_an_untaught_box_finish_a_game(sit_down: Sit) -> None:
    person = begun(sit_down)
    lay(person)
    whole(person, move(0, "claim", planet="earth", tile="draw", unit="infantry"))
    # The long middle of the game is set by hand: it is the third period.
    play(person).table.adjust_all([("period", 3)], "later")
    play(person).restart()
    person.app.page.refresh()
    person.settle()
    for _ in range(TOKENS):
        person.tap(f"ready {notation.write(move(play(person).seat, 'token'))}")
    person.tap("kind let")
    person.tap("refused move")
    person.tap("tell")
    person.tap("points tell")
    person.tap("points add")
    for _ in range(3):
        person.tap("points.0 plus")
    person.tap("save")
    assert play(person).over, "with the hexagons told the game ends by itself"
    person.tap("confirm")
    assert type(person.app.page).__name__ == "ScorePage" and "Anna" in person.said()


def test_a_planet_is_touched_and_its_tile_is_claimed_with_the_second_tap(sit_down: Sit) -> None:
    person = begun(sit_down)
    lay(person)
    person.taps = 0
    view = person.app.page.view
    x, y, w, h = next(box for *box, slot, value in view.targets if (slot, value) == ("planet", "earth"))
    person.touch(*view.to_window(view.x + (x + w / 2) * theme.u, view.top - (y + h / 2) * theme.u))
    person.tap("ready claim")
    assert person.taps == 2 and play(person).state.planet("earth").tiles == ("mine_1",)


def test_on_a_phone_what_hands_have_to_do_leaves_the_question_its_room(sit_down: Sit) -> None:
    person = begun(sit_down, *SIZES["phone"])
    page = person.app.page
    page._drop_card()
    person.settle()
    before, picture = page.choosing.height, page.view.height
    lay(person)
    assert page.card is not None, "the tiles have to be laid by hands"
    person.settle()
    assert page.choosing.height == before
    assert page.card.y >= page.choosing.top
    assert page.view.height > 0.7 * picture, "the picture is not squeezed either"
    page._drop_card()
    person.settle()
    assert page.rail.parent is not None and page.view.height == picture, "the seats are back"


def test_a_crisis_is_drawn_with_its_defence_and_a_traitor_with_its_letter(sit_down: Sit) -> None:
    person = begun(sit_down)
    lay(person)
    before = [words for words, *_ in person.app.page.view.pen.written]
    mars = PLANETS.index("mars")
    play(person).table.adjust_all(
        [(f"planets.{mars}.tiles", ("crisis_3",)), (f"planets.{mars}.traitors", ("traitor",))], "as it lies"
    )
    play(person).restart()
    person.app.page.refresh()
    person.settle()
    drawn = [words for words, *_ in person.app.page.view.pen.written]
    new = Counter(drawn) - Counter(before)
    assert new["3"] == 1 and new["Á"] == 1 and new["!"] == 1
    assert "?" not in drawn


@dataclass(frozen=True)
class Cardboard:
    """The table as people sit at it: the app's game, and a box of which they can read everything."""

    table: Table
    game: Any

    @property
    def state(self) -> State:
        found: State = self.table.state
        return found

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def log(self) -> Any:
        return self.table.log

    def state_at(self, node: Any) -> Any:
        return self.table.state_at(node)

    def to_act(self) -> Any:
        return self.table.to_act()


def played(person: Person, seed: int) -> tuple[Entering, int]:
    """Three people play as people do, and all is entered by touch; the hands that entered it, and how many moves."""
    box = game_of("onward_to_venus")
    table: Any = Cardboard(play(person).table, box)
    people, hands = People(table, random.Random(f"untaught onward_to_venus {seed}")), Entering(person, box)
    moves = 0
    while table.to_act():
        hands.enter(people.made())
        moves += 1
    return hands, moves


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_of_three_from_an_untaught_box_by_touch(sit_down: Sit, data_folder: Path, seed: int) -> None:
    person = sit_down()
    person.invite("onward_to_venus", *PEOPLE)
    person.tap("start now")
    session, table = person.app.page.session.id, play(person).table
    hands, moves = played(person, seed)
    if type(person.app.page).__name__ == "TablePage":
        # What was told last, in a form, ended the game: the table shows how it lies until the result is asked for.
        person.tap("confirm")
    print(f"{person.taps} touches for {moves} moves, told: {dict(hands.told)}")
    assert type(person.app.page).__name__ == "ScorePage"
    assert any(f"{name} győzött" in person.said() for name in PEOPLE), person.said()
    assert not [entry.move for entry in table.log.entries if entry.move is not None and entry.move.kind == KIND]
    assert not list(data_folder.glob("reports/*"))
    person.close()
    store = Store.open()
    again = store.open_session(session).table
    store.close()
    assert again.state == table.state and again.outcome() == table.outcome() is not None
