"""Who may do what, phase by phase, and what the referee does alone."""

from __future__ import annotations

from tableside.core.catalog import Catalog
from tableside.core.moves import Move, Seat
from tableside.core.ruling import Illegal
from tableside.games.urcsempeszek.rules import evaluation, payment, refill
from tableside.games.urcsempeszek.state import Phase, State, Turn

CHANCE = {
    Phase.HOST: ("host",),
    Phase.DEAL: ("deal",),
    Phase.BID: ("bid",),
    Phase.EVALUATE: ("evaluate",),
    Phase.PAY: ("lose",),
    Phase.REFILL: ("skip",),
}
PLAYERS = {
    Phase.COLOURS: ("colour",),
    Phase.PAY: ("pay", "all_pay", "forfeit", "refuse"),
    Phase.REFILL: ("take_energy", "take_goods", "put_energy", "put_good", "pass", "all_refill"),
}
RULES = {"colour": "B1", "host": "B3", "deal": "C2", "bid": "C3", "evaluate": "C8"} | dict.fromkeys(
    ("pay", "all_pay", "forfeit", "refuse", "lose"), "C10"
)
"""The rule that says when a kind of move is made; all others belong to the refill (C16)."""


def to_act(catalog: Catalog, state: State) -> frozenset[Seat]:
    """Who may do something now."""
    if state.phase is Phase.COLOURS:
        return frozenset(seat for seat, player in enumerate(state.players) if not player.colour)
    if state.phase is Phase.OVER:
        return frozenset()
    if state.phase is Phase.PAY:
        # What one player loses is no other's business: also where it was told late what is on a card.
        lost = {bid.seat for bid in state.bids if payment.unpayable(catalog, state, bid)}
        paying = frozenset[Seat](bid.seat for bid in state.bids if bid.seat not in lost)
        return paying | {None} if lost else paying
    if state.phase is Phase.REFILL and routine(catalog, state) is None:
        return frozenset({refill.next_seat(state)})
    return frozenset({None})


def kinds(state: State, seat: Seat) -> tuple[str, ...]:
    """The kinds of move this phase has."""
    return (CHANCE if seat is None else PLAYERS).get(state.phase, ())


def not_now(turn: Turn, kind: str) -> Illegal:
    """It is another phase."""
    return turn.no("not_now", RULES.get(kind, "C16"))


def routine(catalog: Catalog, state: State) -> Move | None:
    """What the referee can do alone now."""
    match state.phase:
        case Phase.EVALUATE:
            return evaluation.evaluate.move(None)
        case Phase.PAY:
            return payment.routine(catalog, state)
        case Phase.REFILL:
            return refill.routine(state)
    return None
