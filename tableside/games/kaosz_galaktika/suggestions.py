"""The moves a table makes most often, each whole: one tap and it stands."""

from __future__ import annotations

from itertools import islice

from tableside.core.moves import Move
from tableside.games.kaosz_galaktika import turn_order
from tableside.games.kaosz_galaktika.state import Turn

MOST = {
    "let_all": 1, "let": 1, "let_until": 2, "done": 1, "keep": 1, "join_all": 1, "join": 2, "board": 2, "ready": 1,
    "fire": 3, "pass": 1, "return_fire": 2, "no_return": 1, "split": 1, "no_band": 1, "bomb": 1, "no_bomb": 1,
    "let_fall": 1, "discard": 1, "draw": 1, "lay_base": 1, "lay_crew": 1, "lay_weapon": 2, "develop": 2,
    "attack_all": 2, "end_turn": 1,
}  # fmt: skip
"""How many of each kind are worth a button, in the order in which they are shown."""


def suggest(turn: Turn) -> tuple[Move, ...]:
    """A few whole moves of this moment; none names a card only its player knows."""
    found: list[Move] = []
    kinds = turn_order.kinds(turn) if turn.seat is not None else ()
    for kind, most in MOST.items():
        if kind not in kinds or (kind == "let" and "let_all" in kinds):
            continue
        listed = turn.book.moves_of(turn.state, turn.seat, kind)
        if kind == "bomb":  # with everything that can bomb
            listed = iter(sorted(listed, key=lambda made: -len(made["ships"])))
        found += islice((made for made in listed if made.get("card") is None), most)
    return tuple(found)
