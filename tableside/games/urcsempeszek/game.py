"""Űrcsempészek as the referee knows it: every question is handed to the chapter that answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tableside.core.catalog import Catalog
from tableside.core.chance import Pick
from tableside.core.game import Choice, Game, Guess, Options, Slot
from tableside.core.moves import Event, Move, Plain, Seat, Text, move
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Illegal, Ruling
from tableside.core.score import Line, Outcome
from tableside.core.shape import refused
from tableside.games.urcsempeszek import asking, auditing, folding, position, reading, saying, scoring
from tableside.games.urcsempeszek.records import TABLES
from tableside.games.urcsempeszek.rules import bidding, deal, evaluation, payment, refill, setup
from tableside.games.urcsempeszek.state import Phase, State

SHAPES: Mapping[str, Mapping[str, object]] = {
    "colour": {"colour": str},
    "host": {"player": int},
    "deal": {"cards": tuple[str, ...]},
    "bid": {"dice": tuple[tuple[str, str, int], ...], "tokens": tuple[tuple[int, ...], ...]},
    "evaluate": {},
    "pay": {"sector": str, "omit": str | None, "cruisers": tuple[str, ...]},
    "forfeit": {"sector": str},
    "refuse": {"sector": str},
    "lose": {"sector": str},
    "take_energy": {"amount": int},
    "take_goods": {"red": int, "blue": int, "green": int, "yellow": int},
    "put_energy": {},
    "put_good": {"good": str},
    "pass": {},
    "skip": {},
}

JUDGES: Mapping[str, Callable[[State, Move, Catalog], Ruling]] = {
    "colour": setup.judge_colour,
    "host": setup.judge_host,
    "deal": deal.judge,
    "bid": bidding.judge,
    "evaluate": evaluation.judge,
    **payment.RULES,
    **dict.fromkeys(("take_energy", "take_goods", "put_energy", "put_good", "pass", "skip"), refill.judge),
}


class Urcsempeszek(Game[State]):
    """Űrcsempészek, for 2 to 6 players."""

    state_type = State
    position_type = position.Position
    tables = TABLES

    def setup(self, options: Options, seats: int) -> State:
        return setup.start(options, seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.phase is Phase.COLOURS:
            return frozenset(seat for seat, player in enumerate(state.players) if not player.colour)
        if state.phase is Phase.OVER:
            return frozenset()
        if state.phase in (Phase.PAY, Phase.REFILL) and self.routine(state) is None:
            paying = frozenset[Seat](bid.seat for bid in state.bids)
            return paying if state.phase is Phase.PAY else frozenset({refill.turn(state)})
        return frozenset({None})

    def routine(self, state: State) -> Move | None:
        if state.phase is Phase.EVALUATE:
            return move(None, "evaluate")
        if state.phase is Phase.PAY:
            return payment.routine(state, self.catalog)
        return refill.routine(state)

    def moves(self, state: State, seat: Seat) -> Iterable[Move]:
        if seat not in self.to_act(state):
            return ()
        due = self.routine(state)
        if due is not None:
            return (due,)
        if state.phase is Phase.DEAL:
            return deal.moves(state, self.catalog)
        if state.phase is Phase.BID:
            return bidding.moves(state)
        if state.phase is Phase.PAY and seat is not None:
            return payment.moves(state, seat, self.catalog)
        if state.phase is Phase.REFILL and seat is not None:
            return refill.moves(state, seat)
        return setup.moves(state, seat, self.catalog)

    def judge(self, state: State, wanted: Move) -> Ruling:
        problem = refused(wanted, SHAPES, self.to_act(state))
        return JUDGES[wanted.kind](state, wanted, self.catalog) if problem is None else problem

    def apply(self, state: State, happened: Event) -> State:
        return folding.FOLDS[happened.kind](state, happened)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        if state.phase is Phase.DEAL:
            return deal.sample(state, self.catalog, pick)
        if state.phase is Phase.BID:
            return bidding.sample(state, pick)
        return super().sample(state, seat, pick)

    # -- results -------------------------------------------------------------------------------

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.sheet(scoring.holdings(state, self.catalog), state.settings)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        return scoring.outcome(scoring.holdings(state, self.catalog), state.settings)

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return auditing.audit(state, self.catalog)

    def census(self, state: State) -> Mapping[str, int]:
        return folding.census(state)

    def example(self) -> position.Position:
        return position.EXAMPLE

    def audit_position(self, ended: position.Position) -> tuple[Illegal, ...]:
        return position.audit(ended, self.catalog)

    def score_position(self, ended: position.Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score(ended, self.catalog)

    # -- words and questions -------------------------------------------------------------------

    def choices(self, state: State, partial: Move) -> Sequence[Choice]:
        def judge(wanted: Move) -> Ruling:
            return self.judge(state, wanted)

        return asking.choices(state, partial, self.moves(state, partial.seat), judge, self.catalog)

    def slot_kind(self, kind: str, slot: str) -> Slot:
        return asking.SLOT_KINDS.get(slot, Slot.BUTTON)

    def phase(self, state: State) -> Text:
        return saying.phase(state, self.catalog)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return setup.checklist(options, seats)

    def say_move(self, state: State, made: Move) -> Text:
        return saying.say_move(state, made, self.catalog)

    def say_event(self, state: State, happened: Event) -> Text:
        return saying.say_event(state, happened, self.catalog)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return saying.say_value(state, kind, slot, value, self.catalog)

    # -- the camera ----------------------------------------------------------------------------

    def expect(self, state: State) -> Expect | None:
        return reading.expect(state, self.catalog)

    def read(self, state: State, readings: Readings) -> tuple[Guess, ...]:
        def judge(wanted: Move) -> Ruling:
            return self.judge(state, wanted)

        return reading.read(state, readings, judge, self.catalog)
