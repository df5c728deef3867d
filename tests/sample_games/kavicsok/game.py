"""Pebbles, behind the one door every game has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tableside.core.game import Counter, Guess, Options
from tableside.core.moves import Event, Move, Plain, Seat, Text
from tableside.core.readings import Expect, Readings
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.core.score import Line, Outcome
from tests.sample_games.kavicsok import audit, counters, position, reading, scoring, words
from tests.sample_games.kavicsok.changes import CHANGES
from tests.sample_games.kavicsok.position import Position
from tests.sample_games.kavicsok.records import TABLES
from tests.sample_games.kavicsok.rules import setup, turn_order
from tests.sample_games.kavicsok.rules.plays import PLAYS
from tests.sample_games.kavicsok.state import State


class Kavicsok(Rulebook[State]):
    """Pebbles."""

    state_type = State
    position_type = Position
    tables = TABLES
    plays = PLAYS
    changes = CHANGES
    turn_rule = "P2"

    def setup(self, options: Options, seats: int) -> State:
        return setup.setup(options, seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return turn_order.to_act(state)

    def kinds(self, state: State, seat: Seat) -> Iterable[str]:
        return turn_order.kinds(state)

    def routine(self, state: State) -> Move | None:
        return turn_order.routine(state)

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(self.catalog, state)

    def outcome(self, state: State) -> Outcome | None:
        return None if self.to_act(state) else scoring.outcome(self.catalog, state)

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(state)

    def census(self, state: State) -> Mapping[str, int]:
        return audit.census(state)

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        return counters.counters(state, seat)

    def phase(self, state: State) -> Text:
        return words.phase(state)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return words.checklist(seats)

    def say_move(self, state: State, move: Move) -> Text:
        return words.say_move(self.catalog, move)

    def say_event(self, state: State, event: Event) -> Text:
        return words.say_event(self.catalog, event)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.say_value(self.catalog, slot, value)

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
