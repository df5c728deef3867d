"""Gaia Project, behind the one door every game has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tableside.core.chance import Pick
from tableside.core.codec import Json
from tableside.core.game import Counter, Guess, Options
from tableside.core.moves import Event, Move, Plain, Seat, Text
from tableside.core.readings import Expect, Readings
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.core.score import Line, Outcome
from tableside.games.gaia_project import audit, map_svg, names, position, reading, records, scoring, words
from tableside.games.gaia_project.changes import CHANGES
from tableside.games.gaia_project.rules import PAGES, chapters, setup, turns
from tableside.games.gaia_project.state import State, Turn, rules_of


class GaiaProject(Rulebook[State]):
    """Gaia Project for two to four."""

    state_type = State
    position_type = position.Position
    tables = records.TABLES
    plays, changes, pages = chapters.PLAYS, CHANGES, PAGES
    turn_rule = "E1"
    whole_kinds = True
    at_once = frozenset(one.kind for one in chapters.PLAYS)
    slot_kinds = words.SLOTS

    def setup(self, options: Options, seats: int) -> State:
        return setup.first_state(rules_of(self.info.settle(options)), seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return turns.to_act(state)

    def kinds(self, state: State, seat: Seat) -> Iterable[str]:
        return turns.kinds_now(state)

    def not_now(self, turn: Turn, kind: str) -> Illegal:
        return turns.why_not_now(turn.state, kind)

    def after(self, turn: Turn) -> None:
        turns.settle(turn)

    def suggest(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return turns.suggested(self, state, seat)

    def about(self, state: State, seat: Seat, slots: Collection[str], thing: Plain) -> tuple[Move, ...]:
        return turns.about(self, state, seat, thing)

    def routine(self, state: State) -> Move | None:
        return turns.routine(state)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        return super().sample(state, seat, pick) if seat is None else turns.sample(self, state, seat, pick)

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome_of(self.score(state), len(state.players)) if state.phase == "over" else None

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(state)

    def census(self, state: State) -> Mapping[str, int]:
        return audit.census(state)

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        return words.counters(state, seat)

    def phase(self, state: State) -> Text:
        return words.phase(state)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return words.checklist(rules_of(self.info.settle(options)), seats)

    def say_move(self, state: State, made: Move) -> Text:
        return words.move(state, made)

    def say_ready(self, state: State, made: Move) -> Text:
        return words.ready(state, made)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.event(state, happened)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.offered(state, next(iter(self.to_act(state)), None), kind, slot, value)

    def say_slot(self, state: State, kind: str, slot: str) -> Text:
        return words.slot(kind, slot)

    def say_record(self, table: str, id: str) -> Text:
        return names.record(table, id)

    def example(self) -> position.Position:
        return position.example()

    def audit_position(self, final: position.Position) -> tuple[Illegal, ...]:
        return position.audit_position(final)

    def score_position(self, final: position.Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score_position(final)

    def expect(self, state: State) -> Expect | None:
        return reading.expect(state)

    def read(self, state: State, readings: Readings) -> tuple[Guess, ...]:
        return reading.read(self, state, readings)

    def replay_files(self, paths: Iterable[str]) -> Json:
        from tableside.games.gaia_project.recordings.replay import replay

        return replay(self, paths).as_json()

    def draw(self, state: State) -> str:
        return map_svg.draw(state)
