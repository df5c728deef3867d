"""One legal move picked from outside, so that random games reach every corner and come to their end."""

from __future__ import annotations

from itertools import islice

from tableside.core.chance import Pick
from tableside.core.moves import Move, Seat, move
from tableside.games.kaosz_galaktika import offers
from tableside.games.kaosz_galaktika.desk import Desk
from tableside.games.kaosz_galaktika.moves import KINDS
from tableside.games.kaosz_galaktika.state import GAME_SECONDS, Phase

WEIGHTS = {
    "draw": 12, "ship": 6, "pay": 6, "attack": 8, "end_turn": 3, "let": 12, "ready": 3, "join": 8, "board": 4,
    "fire": 6, "return_fire": 3, "bomb": 8, "done": 3, "lay_crew": 2, "lay_weapon": 2, "lay_base": 2, "income": 9,
}  # fmt: skip
MANY_WEIGHTS = {**WEIGHTS, "draw": 40, "attack": 3, "let": 40}
"""With several players the colonies run out sooner, so that random games stay short."""
LOOK = 60


def sample(desk: Desk, seat: Seat, pick: Pick) -> Move:
    """A legal move: first a kind by weight, then one of its moves."""
    state = desk.state
    if seat is None and state.phase is Phase.ROLL:
        return move(None, "roll", values=tuple(1 + pick(20) for _ in state.players))
    if seat is None and offers.kinds_now(desk, None) == ("clock",):
        return move(None, "clock", seconds=min(GAME_SECONDS, state.seconds + 1 + pick(9)))
    weights = WEIGHTS if not state.several else MANY_WEIGHTS
    pool = [kind for kind in offers.kinds_now(desk, seat) if kind != "clock" for _ in range(weights.get(kind, 1))]
    while pool:
        kind = pool[pick(len(pool))]
        found = _one(desk, seat, kind, pick)
        if found is not None:
            return found
        pool = [other for other in pool if other != kind]
    raise ValueError(f"seat {seat} has no move")


def _one(desk: Desk, seat: Seat, kind: str, pick: Pick) -> Move | None:
    """Some candidates tried at random, then all in order."""
    options = list(islice(offers.candidates(desk, seat, kind), 400))
    check = KINDS[kind].check
    for _ in range(min(8, len(options))):
        tried = options[pick(len(options))]
        if check(desk, tried) is None:
            return tried
    for tried in options[:LOOK]:
        if check(desk, tried) is None:
            return tried
    return next(iter(offers.of_kind(desk, seat, kind)), None)
