"""Káosz Galaktika by touch, with nothing taught: two people finish a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.store import Seated, Store
from tableside.app.move_builder import Play
from tableside.core import notation, registry
from tableside.core.moves import move
from tests.app.driver import Person

Sit = Callable[..., Person]
VALUES = {"cost": 1, "speed": 2, "firepower": 1, "armour": 1, "bombing": 3}


def play(person: Person) -> Play:
    made: Play = person.app.page.play
    return made


def whole(person: Person, seat: int, kind: str, **args: Any) -> None:
    """Tap a whole move that is suggested."""
    person.tap(f"ready {notation.write(move(seat, kind, **args))}")


def told_ship(person: Person, name: str) -> None:
    """A ship nobody has entered is played: its form is filled in, and it lies on the table."""
    person.tap("kind ship")
    person.tap("new card")
    person.type("name", name)
    person.tap("subtype scout")
    person.tap("cost tell")
    for field, number in VALUES.items():
        for _ in range(number):
            person.tap(f"{field} plus")
    person.tap("save")
    if play(person).ready:
        person.tap("confirm")


def test_two_people_with_untaught_decks_finish_a_game(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("kaosz_galaktika", "Anna", "Béla")
    person.tap("start now")
    for _ in range(2):
        person.tap("deck None")
        person.tap("confirm")
    person.tap("kind first")
    person.tap("player 0")
    for seat in (0, 1):
        whole(person, seat, "keep")
    told_ship(person, "Sólyom")
    whole(person, 1, "let_until", until="turn_end")
    assert "Sólyom" in person.said() and play(person).state.pieces
    whole(person, 0, "end_turn")
    whole(person, 1, "end_turn")
    # The long middle of the game is set by hand: Béla's colony is nearly gone.
    late = [("players.1.colony", 2), ("players.1.ruin", (None,) * 38)]
    play(person).table.adjust_all(late, "later")
    play(person).restart()
    person.app.page.refresh()
    whole(person, 0, "attack_all", defender=1, target="colony", piece=None)
    whole(person, 1, "let_until", until="turn_end")
    whole(person, 0, "bomb", ships=(play(person).state.pieces[0].uid,))
    assert play(person).state.players[1].colony == 0, "nobody defended, nobody was asked again"
    whole(person, 0, "end_turn")
    assert type(person.app.page).__name__ == "ScorePage"
    assert "Anna győzött" in person.said() and "Kiürült az ellenfél kolóniája." in person.said()


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
