"""The legal moves that lie nearest to one that is not."""

from __future__ import annotations

from itertools import islice
from typing import Any

from tableside.core.game import Game
from tableside.core.moves import Move, Plain


def nearest(game: Game[Any], state: Any, move: Move, most: int = 3, look: int = 2000) -> tuple[Move, ...]:
    """Up to `most` legal moves, the most alike first; when it is not this seat's turn, what others may do.

    Not where this seat does not see everything: what another may do would tell which cards are in that hand.
    """
    acting = game.to_act(state)
    if move.seat not in acting and game.redact(state, move.seat) != state:
        return ()
    seats = [move.seat] if move.seat in acting else sorted(acting, key=lambda seat: -1 if seat is None else seat)
    offered = (other for seat in seats for other in islice(game.moves(state, seat), look))
    return tuple(sorted(offered, key=lambda other: _distance(move, other))[:most])


def _distance(wanted: Move, other: Move) -> float:
    far = 0.0 if wanted.seat == other.seat else 100.0
    far += 0.0 if wanted.kind == other.kind else 50.0
    names = {name for name, _ in wanted.args} | {name for name, _ in other.args}
    return far + sum(_apart(wanted.get(name), other.get(name)) for name in names)


def _apart(first: Plain, second: Plain) -> float:
    if first == second:
        return 0.0
    if isinstance(first, int) and isinstance(second, int):
        return 1.0 - 1.0 / (1 + abs(first - second))
    if isinstance(first, tuple) and isinstance(second, tuple):
        shared = sum(_apart(a, b) for a, b in zip(first, second))
        return min(3.0, 1.0 + 0.1 * (shared + abs(len(first) - len(second))))
    return 2.0
