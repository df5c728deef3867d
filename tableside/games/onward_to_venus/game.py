"""Onward to Venus, behind the one door every game has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tableside.core.game import Counter, Options
from tableside.core.moves import Event, Move, Plain, Seat, Text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.core.score import Line, Outcome
from tableside.games.onward_to_venus import (
    audit,
    counters,
    drawing,
    earlier_moves,
    position,
    reading,
    scoring,
    unfinished,
    words,
)
from tableside.games.onward_to_venus.changes import CHANGES
from tableside.games.onward_to_venus.passing import PassingOn
from tableside.games.onward_to_venus.records import TABLES
from tableside.games.onward_to_venus.rules import setup, turn_order
from tableside.games.onward_to_venus.rules.plays import PLAYS
from tableside.games.onward_to_venus.state import State, Turn
from tableside.games.onward_to_venus.supply import Copy


class OnwardToVenus(PassingOn):
    """Onward to Venus, for 2 to 5 players."""

    state_type = State
    position_type = position.Position
    tables = TABLES
    plays = PLAYS
    changes = CHANGES
    at_once = frozenset(one.kind for one in PLAYS)
    slot_kinds = words.SLOTS
    as_now = staticmethod(earlier_moves.as_now)
    after = staticmethod(turn_order.after)
    example = staticmethod(position.example)
    expect = reading.expect
    read = reading.read

    @property
    def copy(self) -> Copy:
        """The owner's copy, asked by the rules."""
        return Copy(self.catalog)

    def setup(self, options: Options, seats: int) -> State:
        return setup.setup(options, seats)

    def kinds(self, state: State, seat: Seat) -> Iterable[str]:
        return turn_order.kinds(state)

    def not_now(self, turn: Turn, kind: str) -> Illegal:
        return turn_order.not_now(turn, words.task_words(turn.state, turn.state.top))

    def routine(self, state: State) -> Move | None:
        wanted = turn_order.routine(state)
        return wanted if wanted is not None and isinstance(self.judge(state, wanted), Legal) else None

    def judge(self, state: State, wanted: Move) -> Ruling:
        ruling = super().judge(state, wanted)
        return unfinished.true_reason(self, state, wanted, ruling) if isinstance(ruling, Illegal) else ruling

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(self.copy, scoring.tally(self.copy, state))

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(self.copy, scoring.tally(self.copy, state), state.end) if state.end else None

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(self.copy, state)

    def census(self, state: State) -> Mapping[str, int]:
        return audit.census(self.copy, state)

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        return counters.counters(self.copy, state, seat)

    def phase(self, state: State) -> Text:
        return words.phase(self.copy, state)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return words.checklist(seats)

    def say_move(self, state: State, made: Move) -> Text:
        return words.say_move(self.copy, state, made)

    def say_ready(self, state: State, made: Move) -> Text:
        return words.say_ready(self.copy, state, made)

    def say_which(self, state: State, kinds: Sequence[str]) -> Text:
        return words.say_which(self.copy, state)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.say_event(self.copy, state, happened)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.say_value(self.copy, state, kind, slot, value)

    def say_record(self, table: str, id: str) -> Text:
        return self.copy.name(table, id)

    def draw(self, state: State) -> str:
        """The table as an SVG picture."""
        return drawing.draw(self.copy, state)

    def audit_position(self, final: position.Position) -> tuple[Illegal, ...]:
        return position.audit_position(self.copy, final, self.seats)

    def score_position(self, final: position.Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score_position(self.copy, final)
