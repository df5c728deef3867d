"""Űrcsempészek, behind the one door every game has."""

from __future__ import annotations

from tableside.core.game import Counter, Options, Slot
from tableside.core.moves import Event, Move, Plain, Seat, Text
from tableside.core.readings import Expect
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.core.score import Line, Outcome
from tableside.games.urcsempeszek import audit, counters, position, reading, scoring, suggestions, words
from tableside.games.urcsempeszek.changes import CHANGES
from tableside.games.urcsempeszek.position import Position
from tableside.games.urcsempeszek.records import GOODS, TABLES, dice_rgb
from tableside.games.urcsempeszek.refusal import PAGES
from tableside.games.urcsempeszek.rules import deal, setup, turn_order
from tableside.games.urcsempeszek.rules.plays import PLAYS
from tableside.games.urcsempeszek.state import Phase, State


class Urcsempeszek(Rulebook[State]):
    """Űrcsempészek, for 2 to 6 players."""

    state_type = State
    position_type = Position
    tables = TABLES
    plays = PLAYS
    changes = CHANGES
    at_once = frozenset(one.kind for one in PLAYS)
    photographed = frozenset({"deal", "bid"})
    pages = PAGES
    slot_kinds = {"sector": Slot.CARD, "player": Slot.SEAT, "amount": Slot.AMOUNT, **dict.fromkeys(GOODS, Slot.AMOUNT)}
    kinds = staticmethod(turn_order.kinds)
    not_now = staticmethod(turn_order.not_now)
    census = staticmethod(audit.census)
    checklist = staticmethod(words.checklist)
    suggest = suggestions.suggest
    read = reading.read

    def setup(self, options: Options, seats: int) -> State:
        return setup.setup(options, seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return turn_order.to_act(self.catalog, state)

    def routine(self, state: State) -> Move | None:
        return turn_order.routine(self.catalog, state)

    def by_lot(self, state: State) -> bool:
        return state.phase is Phase.DEAL and len(deal.known(self.catalog, state)) >= state.layout.cards

    # -- results -------------------------------------------------------------------------------

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(scoring.holdings(self.catalog, state), state.settings)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        return scoring.outcome(scoring.holdings(self.catalog, state), state.settings)

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit.audit(self.catalog, state)

    def counters(self, state: State, seat: Seat) -> tuple[Counter, ...]:
        return counters.counters(self.catalog, state, seat)

    def example(self) -> Position:
        return position.EXAMPLE

    def audit_position(self, ended: Position) -> tuple[Illegal, ...]:
        return position.audit_position(self.catalog, ended)

    def score_position(self, ended: Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score_position(self.catalog, ended)

    # -- words ---------------------------------------------------------------------------------

    def phase(self, state: State) -> Text:
        return words.phase(self.catalog, state)

    def say_move(self, state: State, made: Move) -> Text:
        return words.say_move(self.catalog, state, made)

    def say_ready(self, state: State, made: Move) -> Text:
        return words.say_ready(self.catalog, state, made)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.say_event(self.catalog, state, happened)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.say_value(self.catalog, state, kind, slot, value)

    def piece_rgb(self, key: str) -> str:
        return dice_rgb(self.catalog, key) or super().piece_rgb(key)

    # -- the camera ----------------------------------------------------------------------------

    def expect(self, state: State) -> Expect | None:
        return reading.expect(self.catalog, state)
