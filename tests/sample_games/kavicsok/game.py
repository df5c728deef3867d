"""Pebbles, behind the one door every game has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tableside.core.arguments import typed
from tableside.core.game import Counter, Guess, Options
from tableside.core.moves import Event, Move, Plain, Seat, Text, text
from tableside.core.readings import Expect, Readings
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.core.score import Line, Outcome
from tests.sample_games.kavicsok import audit, position, reading, scoring, words
from tests.sample_games.kavicsok.changes import CHANGES
from tests.sample_games.kavicsok.position import Position
from tests.sample_games.kavicsok.records import TABLES
from tests.sample_games.kavicsok.rules import rolling, taking
from tests.sample_games.kavicsok.state import Player, State


class Kavicsok(Rulebook[State]):
    """Pebbles."""

    state_type = State
    position_type = Position
    tables = TABLES
    plays = (*rolling.PLAYS, *taking.PLAYS)
    changes = CHANGES
    turn_rule = "P2"

    def setup(self, options: Options, seats: int) -> State:
        agreed = typed(tuple[tuple[str, str | bool], ...], tuple(sorted(options.items())))
        return State(agreed, tuple(Player() for _ in range(seats)), pile=8 * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return rolling.to_act(state)

    def kinds(self, state: State, seat: Seat) -> Iterable[str]:
        return rolling.kinds(state)

    def routine(self, state: State) -> Move | None:
        return rolling.turn.move(None) if state.done else None

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(self.catalog, state)

    def outcome(self, state: State) -> Outcome | None:
        return None if self.to_act(state) else scoring.outcome(self.catalog, state)

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(state)

    def census(self, state: State) -> Mapping[str, int]:
        return audit.census(state)

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        if seat is None:
            return tuple(
                Counter(name, text(f"kavicsok.counter.{name}"), n)
                for name, n in (("pile", state.pile), ("box", state.box))
            )
        player = state.players[seat]
        owned = (("pebbles", player.pebbles), ("bonus", player.bonus))
        return tuple(Counter(f"players.{seat}.{name}", text(f"kavicsok.counter.{name}"), n) for name, n in owned)

    def phase(self, state: State) -> Text:
        return words.phase(state)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return words.checklist(seats)

    def say_move(self, state: State, move: Move) -> Text:
        return words.said_move(self.catalog, move)

    def say_event(self, state: State, event: Event) -> Text:
        return words.said_event(self.catalog, event)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.value(self.catalog, slot, value)

    def example(self) -> Position:
        return position.example()

    def audit_position(self, final: Position) -> tuple[Illegal, ...]:
        return position.audit_position(self.catalog, self.seats, final)

    def score_position(self, final: Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score_position(self.catalog, final)

    def expect(self, state: State) -> Expect | None:
        return reading.expect(state)

    def read(self, state: State, readings: Readings) -> tuple[Guess, ...]:
        return reading.read(self, state, readings)
