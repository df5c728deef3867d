"""One legal move picked from outside, so that random games reach every corner and come to their end."""

from __future__ import annotations

from tableside.core.chance import Pick
from tableside.core.moves import Move, Seat
from tableside.core.rulebook import Rulebook
from tableside.games.beyond_the_sun.rules import turn_order
from tableside.games.beyond_the_sun.state import State


def sample(book: Rulebook[State], state: State, seat: Seat, pick: Pick) -> Move | None:
    """While a deck is known to hold a fitting card, lots are drawn among its cards."""
    kinds = turn_order.kinds(state, seat)
    kind = "keep" if "keep" in kinds and pick(2) else "reveal"
    cards = tuple(book.moves_of(state, seat, kind)) if kind in kinds else ()
    return cards[pick(len(cards))] if cards else None
