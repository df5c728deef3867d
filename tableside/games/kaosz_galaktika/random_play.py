"""One legal move picked from outside, so that random games reach every corner and come to their end."""

from __future__ import annotations

from itertools import islice

from tableside.core.chance import Pick
from tableside.core.moves import Move, Seat
from tableside.core.rulebook import Rulebook
from tableside.games.kaosz_galaktika.state import State

WEIGHTS = {
    "draw": 12, "ship": 6, "pay": 6, "attack_all": 4, "attack": 4, "end_turn": 3, "let": 12, "ready": 3, "join": 4,
    "join_all": 8, "board": 4,
    "fire": 6, "return_fire": 3, "bomb": 8, "done": 3, "lay_crew": 2, "lay_weapon": 2, "lay_base": 2, "income": 9,
}  # fmt: skip
MANY_WEIGHTS = {**WEIGHTS, "draw": 40, "attack_all": 1, "attack": 2, "let": 40}
"""With several players the colonies run out sooner, so that random games stay short."""
LOOK = 60


def sample(book: Rulebook[State], state: State, seat: Seat, pick: Pick) -> Move:
    """A legal move: first a kind by weight, then one of its moves."""
    kinds = list(book.kinds(state, seat))
    if seat is None and kinds[:1] == ["first"]:
        kinds = ["first"]
    elif len(kinds) > 1:
        kinds = [kind for kind in kinds if kind != "clock"]
    weights = WEIGHTS if not state.several else MANY_WEIGHTS
    pool = [kind for kind in kinds for _ in range(weights.get(kind, 1))]
    while pool:
        kind = pool[pick(len(pool))]
        found = tuple(islice(book.moves_of(state, seat, kind), LOOK))
        if found:
            return found[pick(len(found))]
        pool = [other for other in pool if other != kind]
    raise LookupError("nothing can be done")
