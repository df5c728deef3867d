"""One legal move picked from outside, so that random games reach every corner and come to their end."""

from __future__ import annotations

from tableside.core.chance import Pick
from tableside.core.moves import Move, Seat
from tableside.core.rulebook import Rulebook
from tableside.games.gaia_project.rules import turn_order as turn_order
from tableside.games.gaia_project.state import State

WEIGHT = {
    "mine": 5, "upgrade": 6, "federation": 5, "research": 3, "action": 3, "special": 3, "project": 3, "end": 4,
    "always": 0, "never": 0,
}  # fmt: skip
"""How often a random player thinks of each kind of move; the others once, and of what binds later turns never."""


def sample(book: Rulebook[State], state: State, seat: Seat, pick: Pick) -> Move:
    """One legal move of a player: first its kind, then which."""
    kinds = [kind for kind in turn_order.kinds(state) for _ in range(WEIGHT.get(kind, 1))]
    while kinds:
        kind = kinds[pick(len(kinds))]
        some = tuple(book.moves_of(state, seat, kind))
        if some:
            return some[pick(len(some))]
        kinds = [other for other in kinds if other != kind]
    raise LookupError("nothing can be done")
