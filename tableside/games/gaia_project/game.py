"""The rulebook of Gaia Project behind the one door every game has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tableside.core.catalog import Catalog
from tableside.core.chance import Pick
from tableside.core.game import Choice, Game, Guess, Info, Options, Slot
from tableside.core.moves import Event, Move, Plain, Seat, Text
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Illegal, Ruling
from tableside.core.score import Line, Outcome
from tableside.games.gaia_project import audit, checklist, choices, listing, position, reading, referee, scoring, words
from tableside.games.gaia_project.content import TABLES
from tableside.games.gaia_project.draw import draw
from tableside.games.gaia_project.events import apply
from tableside.games.gaia_project.position import Position
from tableside.games.gaia_project.rules.setup import first_state
from tableside.games.gaia_project.state import State, rules_of


class GaiaProject(Game[State]):
    """Gaia Project for two to four."""

    state_type = State
    position_type = Position
    tables = TABLES

    def __init__(self, info: Info, catalog: Catalog) -> None:
        super().__init__(info, catalog)
        self._last: dict[int, tuple[State, Event, State]] = {}

    def setup(self, options: Options, seats: int) -> State:
        return first_state(rules_of(self.info.settle(options)), seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return referee.to_act(state)

    def moves(self, state: State, seat: Seat) -> Iterable[Move]:
        return listing.moves(state, seat)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        return listing.sample(state, seat, pick)

    def judge(self, state: State, wanted: Move) -> Ruling:
        desk = referee.work_through(state, wanted)
        if not isinstance(desk, Illegal):
            self._last = desk.chain
        return referee.ruling(desk)

    def apply(self, state: State, happened: Event) -> State:
        """The state after an event; the steps of the ruling just given are remembered."""
        known = self._last.get(id(happened))
        if known is not None and known[0] is state and known[1] is happened:
            return known[2]
        return apply(state, happened)

    def routine(self, state: State) -> Move | None:
        return Move(None, "proceed") if state.phase in ("cleanup", "scoring") and not state.todo else None

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(state.players)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        return scoring.outcome_of(self.score(state), len(state.players))

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(state)

    def census(self, state: State) -> Mapping[str, int]:
        return audit.census(state)

    def choices(self, state: State, partial: Move) -> Sequence[Choice]:
        return choices.choices(state, partial)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return checklist.checklist(rules_of(self.info.settle(options)), seats)

    # -- words ---------------------------------------------------------------------------------

    def phase(self, state: State) -> Text:
        return words.phase_words(state)

    def say_move(self, state: State, made: Move) -> Text:
        return words.move_words(state, made)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.event_words(state, happened)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        seat = next(iter(self.to_act(state)), None)
        return words.value(state, seat, kind, slot, value)

    def slot_kind(self, kind: str, slot: str) -> Slot:
        return choices.SLOT.get(slot, Slot.BUTTON)

    # -- a typed final position ----------------------------------------------------------------

    def example(self) -> Position:
        return position.example()

    def audit_position(self, position_: Position) -> tuple[Illegal, ...]:
        return position.audit_position(position_)

    def score_position(self, position_: Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score_position(position_)

    # -- the camera, records and pictures ------------------------------------------------------

    def expect(self, state: State) -> Expect | None:
        return reading.expect(state)

    def read(self, state: State, readings: Readings) -> tuple[Guess, ...]:
        return reading.read(state, readings)

    def replay_files(self, paths: Iterable[Any]) -> dict[str, Any]:
        """Recorded games replayed through the judge and compared with their snapshots."""
        from tableside.games.gaia_project.records import replay

        return replay(paths, game=self).as_json()

    def draw(self, state: State) -> str:
        """The map as SVG."""
        return draw(state)
