"""Gaia Project, behind the one door every game has."""

from __future__ import annotations

from collections.abc import Iterable

from tableside.core.chance import Pick
from tableside.core.codec import Json
from tableside.core.game import Counter, Options
from tableside.core.moves import Move, Plain, Seat, Text
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tableside.games.gaia_project import (
    audit,
    counters,
    drawing,
    names,
    position,
    random_play,
    reading,
    records,
    scoring,
    suggestions,
    words,
)
from tableside.games.gaia_project.changes import CHANGES
from tableside.games.gaia_project.refusal import PAGES
from tableside.games.gaia_project.rules import setup, turn_order
from tableside.games.gaia_project.rules.plays import PLAYS
from tableside.games.gaia_project.state import State, Turn, rules_of


class GaiaProject(Rulebook[State]):
    """Gaia Project, for 2 to 4 players."""

    state_type = State
    position_type = position.Position
    tables = records.TABLES
    plays, changes, pages = PLAYS, CHANGES, PAGES
    turn_rule = "E1"
    whole_kinds = True
    at_once = frozenset(one.kind for one in PLAYS)
    slot_kinds = words.SLOTS
    to_act = staticmethod(turn_order.to_act)
    after = staticmethod(turn_order.after)
    routine = staticmethod(turn_order.routine)
    score = staticmethod(scoring.lines)
    census = staticmethod(audit.census)
    phase = staticmethod(words.phase)
    say_move = staticmethod(words.say_move)
    say_ready = staticmethod(words.say_ready)
    say_event = staticmethod(words.say_event)
    say_record = staticmethod(names.record)
    example = staticmethod(position.example)
    audit_position = staticmethod(position.audit_position)
    score_position = staticmethod(position.score_position)
    expect = staticmethod(reading.expect)
    draw = staticmethod(drawing.draw)
    suggest = suggestions.suggest
    about = suggestions.about
    read = reading.read

    def setup(self, options: Options, seats: int) -> State:
        return setup.setup(rules_of(self.info.settle(options)), seats)

    def kinds(self, state: State, seat: Seat) -> Iterable[str]:
        return turn_order.kinds(state)

    def not_now(self, turn: Turn, kind: str) -> Illegal:
        return turn_order.not_now(turn.state, kind)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        return super().sample(state, seat, pick) if seat is None else random_play.sample(self, state, seat, pick)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(self.score(state), len(state.players)) if state.phase == "over" else None

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(state)

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        return counters.counters(state, seat)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return words.checklist(rules_of(self.info.settle(options)), seats)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.say_value(state, next(iter(self.to_act(state)), None), kind, slot, value)

    def say_slot(self, state: State, kind: str, slot: str) -> Text:
        return words.say_slot(kind, slot)

    def replay_files(self, paths: Iterable[str]) -> Json:
        from tableside.games.gaia_project.recordings.replay import replay

        return replay(self, paths).as_json()
