"""Káosz Galaktika by touch, with nothing taught: two people finish a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.store import Seated, Store
from tableside.app.move_builder import MoveBuilder
from tableside.app.views.kaosz_galaktika import GameView
from tableside.core import notation, registry
from tableside.core.moves import move, text
from tableside.core.table import Table
from tableside.language import language
from tests.app.driver import Person
from tests.fresh_box import Sitting
from tests.games.kaosz_galaktika.fights import fight
from tests.games.kaosz_galaktika.scenario import GAME, Scenario

Sit = Callable[..., Person]
VALUES = {"cost": 3, "speed": 2, "firepower": 1, "armour": 1, "bombing": 4}


def play(person: Person) -> MoveBuilder:
    made: MoveBuilder = person.app.page.play
    return made


def whole(person: Person, seat: int, kind: str, **args: Any) -> None:
    """Tap a whole move that is suggested."""
    person.tap(f"ready {notation.write(move(seat, kind, **args))}")


def told_ship(person: Person, name: str, printed: dict[str, int]) -> None:
    """A ship nobody has entered is played: its form is filled in, and it lies on the table."""
    person.tap("kind ship")
    person.tap("new card")
    person.type("name", name)
    person.tap("subtype scout")
    person.tap("cost tell")
    for field, number in printed.items():
        for _ in range(number):
            person.tap(f"{field} plus")
    person.tap("save")
    if play(person).ready:
        person.tap("confirm")


def seated(person: Person) -> None:
    """Anna begins; nobody names a deck, and everybody keeps the first hand."""
    person.invite("kaosz_galaktika", "Anna", "Béla")
    person.tap("start now")
    for _ in range(2):
        person.tap("deck None")
        person.tap("confirm")
    person.tap("kind first")
    person.tap("player 0")
    for seat in (0, 1):
        whole(person, seat, "keep")


def test_two_people_with_untaught_decks_finish_a_game(sit_down: Sit) -> None:
    person = sit_down()
    seated(person)
    told_ship(person, "Sólyom", VALUES)
    whole(person, 1, "let_until", until="turn_end")
    assert "Sólyom" in person.said() and play(person).state.pieces
    again(person)
    whole(person, 0, "end_turn")
    while play(person).state.turn < 7:
        if play(person).state.active == 1:  # Béla looks for something better than what he holds
            for kind in ("draw", "draw", "end_turn"):
                whole(person, 1, kind)
            while play(person).state.active == 1:
                whole(person, 1, "discard", card=None)
            continue
        if play(person).state.turn == 3:
            again(person)
            whole(person, 1, "let")
        attacked(person)
    assert play(person).state.turn == 7 and 0 < play(person).state.players[1].colony <= 12
    attacked(person)
    assert type(person.app.page).__name__ == "ScorePage"
    assert "Anna győzött" in person.said() and "Kiürült az ellenfél kolóniája." in person.said()


def again(person: Person) -> None:
    """Another copy of the ship that has been told: nobody fills anything in."""
    person.tap("kind ship")
    person.tap(f"card {play(person).state.pieces[0].card}")


def attacked(person: Person) -> None:
    """Anna bombs the colony with all she has, and her turn is over."""
    before, bombs = play(person).state.players[1].colony, 4 * len(play(person).state.pieces)
    whole(person, 0, "attack_all", defender=1, target="colony", piece=None)
    whole(person, 1, "let_until", until="turn_end")
    whole(person, 0, "bomb", ships=tuple(piece.uid for piece in play(person).state.pieces))
    assert play(person).state.players[1].colony == max(0, before - bombs), "nobody defended, nobody was asked again"
    whole(person, 0, "end_turn")


def tournament(sit_down: Sit) -> Person:
    """Anna's first turn in a tournament."""
    store = Store.open()
    table = store.begin(registry.find("kaosz_galaktika"), {"tournament": True}, [Seated("Anna"), Seated("Béla")]).table
    moves = [move(seat, "deck", deck=None) for seat in (0, 1)]
    for made in (*moves, move(None, "first", player=0), move(0, "keep"), move(1, "keep")):
        table.confirm(made)
    store.close()
    person = sit_down()
    person.tap("continue")
    return person


def test_f3_the_tournament_clock_runs_by_itself_stops_for_the_judge_and_ends_the_game(sit_down: Sit) -> None:
    person = tournament(sit_down)
    clock, steps = person.app.page.clock, play(person).table.log.next_number
    clock.tick(1150.0)
    assert "Hátravan 40:" in clock.words.plain and clock.words.plain in person.said()
    person.tap("clock")
    clock.tick(500.0)
    assert "Áll az óra: 40:" in clock.words.plain
    person.app.home()
    person.tap("continue")
    clock = person.app.page.clock
    assert "Hátravan 40:" in clock.words.plain, "it goes on where it was"
    assert play(person).table.log.next_number == steps, "and writes nothing down until the hour is over"
    clock.tick(2500.0)
    assert play(person).state.phase == "time" and person.app.page.clock is None
    person.tap("winner 0")
    assert type(person.app.page).__name__ == "ScorePage" and "a bíró döntött" in person.said()


def drawn(scenario: Scenario) -> list[str]:
    """All that stands in the picture of a table."""
    table = Table(GAME, {}, 2, start=scenario.state, automatic=False)
    sitting: Any = Sitting(table, (Seated("Dani"), Seated("Laci")))
    view: Any = GameView(MoveBuilder(sitting), lambda slot, value: None)
    view.size = (816, 480)
    view._draw()
    return [entry[0] for entry in view.pen.written]


def test_f1_f2_shields_the_duel_and_what_will_be_cancelled_are_drawn() -> None:
    shielded = drawn(Scenario("dani ship Szúnyog\ndani weapon Habpajzs on Szúnyog\nturn of dani"))
    bare = drawn(Scenario("dani ship Szúnyog\nturn of dani"))
    assert "1" in bare and "1" not in shielded, "a shield is in the number"
    duel = fight("Cobra Flash", "CRX").play("dani fires Cobra Flash at CRX")
    assert any("Cobra Flash" in words and "CRX" in words for words in drawn(duel)), drawn(duel)
    stack = Scenario("""
        dani hand Adó
        dani hides 1
        dani credits 2
        laci hand Tiltás
        laci credits 2
        turn of dani
        dani events Adó
        laci interrupts Tiltás at Adó
    """)
    said = drawn(stack)
    assert language("hu").say(text("kaosz_galaktika.stack.doomed")) in said, said
