"""Beyond the Sun, behind the one door every game has."""

from __future__ import annotations

from collections.abc import Sequence

from tableside.core.chance import Pick
from tableside.core.game import Counter, Options
from tableside.core.moves import Event, Move, Plain, Seat, Text
from tableside.core.readings import Expect
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.core.score import Line, Outcome
from tableside.games.beyond_the_sun import (
    audit,
    counters,
    names,
    position,
    random_play,
    reading,
    records,
    scoring,
    suggestions,
    words,
)
from tableside.games.beyond_the_sun.changes import CHANGES
from tableside.games.beyond_the_sun.facts import Facts, facts_of
from tableside.games.beyond_the_sun.rules import setup, turn_order
from tableside.games.beyond_the_sun.rules.plays import PLAYS
from tableside.games.beyond_the_sun.state import Phase, State


class BeyondTheSun(Rulebook[State]):
    """Beyond the Sun, for 2 to 4 players."""

    state_type = State
    position_type = position.Position
    tables = records.TABLES
    plays = PLAYS
    changes = CHANGES
    slot_kinds = words.SLOTS
    whole_kinds = True
    alike = frozenset({"mats"})
    by_hand = frozenset({"settled"})
    nothing = ("nothing_possible", "D4")
    turn_rule = "C1"
    to_act = staticmethod(turn_order.to_act)
    kinds = staticmethod(turn_order.kinds)
    after = staticmethod(turn_order.after)
    example = staticmethod(position.example)
    checklist = staticmethod(words.checklist)
    census = staticmethod(audit.census)
    say_kind = staticmethod(words.say_kind)
    suggest = suggestions.suggest
    about = suggestions.about
    routine = turn_order.routine
    read = reading.read

    @property
    def facts(self) -> Facts:
        """The catalogue in the rules' words."""
        return facts_of(self.catalog)

    def setup(self, options: Options, seats: int) -> State:
        return setup.setup(tuple(sorted((key, bool(value)) for key, value in options.items())), seats)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        return random_play.sample(self, state, seat, pick) or super().sample(state, seat, pick)

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(scoring.tallies(self.facts, state))

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(scoring.tallies(self.facts, state)) if state.phase is Phase.OVER else None

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(self.facts, state)

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        return () if seat is None else counters.counters(self.facts, state, seat)

    def audit_position(self, final: position.Position) -> tuple[Illegal, ...]:
        return position.audit_position(self.facts, final)

    def score_position(self, final: position.Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score_position(self.facts, final)

    def phase(self, state: State) -> Text:
        return words.phase(self.facts, state)

    def say_move(self, state: State, wanted: Move) -> Text:
        return words.say_move(self.facts, state, wanted)

    def say_ready(self, state: State, made: Move) -> Text:
        return words.say_ready(self.facts, state, made)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.say_event(self.facts, state, happened)

    def say_which(self, state: State, kinds: Sequence[str]) -> Text:
        return words.say_which(self.facts, state, kinds)

    def say_slot(self, state: State, kind: str, slot: str) -> Text:
        return words.say_slot(self.facts, state, kind, slot)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.say_value(self.facts, state, kind, slot, value)

    def say_record(self, table: str, id: str) -> Text:
        return names.record(self.facts, table, id)

    def piece_rgb(self, key: str) -> str:
        return super().piece_rgb(self.facts.colour(key))

    def taken_with(self, colour: str) -> str:
        return self.facts.of_colour(colour)

    def expect(self, state: State) -> Expect | None:
        return reading.expect(self.facts, state)
