"""Káosz Galaktika, behind the one door every game has."""

from __future__ import annotations

from collections.abc import Iterable

from tableside.core.game import Counter, Options
from tableside.core.moves import Event, Move, Plain, Seat, Text
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal, Ruling
from tableside.games.kaosz_galaktika import (
    audit,
    counters,
    hidden,
    position,
    random_play,
    reading,
    scoring,
    suggestions,
    words,
)
from tableside.games.kaosz_galaktika.changes import CHANGES
from tableside.games.kaosz_galaktika.position import Position
from tableside.games.kaosz_galaktika.records import TABLES
from tableside.games.kaosz_galaktika.rules import resolving, setup, turn_order
from tableside.games.kaosz_galaktika.rules.plays import PLAYS
from tableside.games.kaosz_galaktika.state import State, Turn


class KaoszGalaktika(Rulebook[State]):
    """Káosz Galaktika, for 2 to 6 players."""

    state_type = State
    position_type = Position
    tables = TABLES
    plays = PLAYS
    changes = CHANGES
    slot_kinds = words.SLOTS
    turn_rule = "F2"
    agreed = ("combat_rules", "race_rules", "tournament", "answers")
    secret = staticmethod(hidden.secret)
    timer = staticmethod(setup.timer)
    census = staticmethod(audit.census)
    score = staticmethod(scoring.lines)
    outcome = staticmethod(scoring.outcome)
    example = staticmethod(position.example)
    audit_position = staticmethod(position.audit_position)
    score_position = staticmethod(position.score_position)
    at_once = frozenset(one.kind for one in PLAYS)
    before = staticmethod(resolving.step_in)
    after = staticmethod(resolving.go_on)
    redact = staticmethod(hidden.redact)
    say_kind = staticmethod(words.say_kind)
    checklist = staticmethod(words.checklist)
    suggest = suggestions.suggest
    about = suggestions.about
    sample = random_play.sample
    expect = reading.expect
    read = reading.read

    def setup(self, options: Options, seats: int) -> State:
        return setup.setup(options, seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return turn_order.to_act(Turn(self, state, None))

    def kinds(self, state: State, seat: Seat) -> Iterable[str]:
        return turn_order.kinds(Turn(self, state, seat))

    def not_now(self, turn: Turn, kind: str) -> Illegal:
        return turn_order.not_now(turn, kind, self._plays[kind].chance)

    def judge(self, state: State, wanted: Move) -> Ruling:
        ruling = super().judge(state, wanted)
        return ruling if ruling.legal else turn_order.true_reason(Turn(self, state, wanted.seat), wanted.kind, ruling)

    def routine(self, state: State) -> Move | None:
        return turn_order.routine(Turn(self, state, None))

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(Turn(self, state, None))

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        return counters.counters(Turn(self, state, None), seat)

    def redact_move(self, state: State, made: Move, seat: Seat) -> Move:
        return hidden.redact_move(made, seat)

    def phase(self, state: State) -> Text:
        return words.phase(Turn(self, state, None))

    def say_move(self, state: State, made: Move) -> Text:
        return words.say_move(Turn(self, state, None), made)

    def say_ready(self, state: State, made: Move) -> Text:
        return words.say_ready(Turn(self, state, None), made)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.say_event(Turn(self, state, None), happened)

    def say_change(self, state: State, path: str, value: Plain) -> Text | None:
        return words.say_change(Turn(self, state, None), path, value)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.say_value(Turn(self, state, None), slot, value)
