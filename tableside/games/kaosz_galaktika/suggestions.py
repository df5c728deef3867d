"""The moves a table makes most often, each whole: one tap and it stands."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from tableside.core.arguments import typed
from tableside.core.moves import Move, Plain, Seat
from tableside.core.rulebook import Rulebook
from tableside.games.kaosz_galaktika.state import State

MOST = {
    "let_all": 1, "let": 1, "let_until": 2, "done": 1, "oppose": 2, "keep": 1, "join_all": 1, "join": 2, "board": 2,
    "ready": 1, "fire": 3, "pass": 1, "return_fire": 2, "no_return": 1, "split": 1, "no_band": 1, "bomb": 1,
    "no_bomb": 1, "let_fall": 1, "discard": 1, "draw": 1, "end_turn": 1, "attack_all": 1, "develop": 2,
}  # fmt: skip
"""How many of each kind are worth a button, in the order in which they are shown."""
TOUCHED = {"attack_all": "piece", "fire": "targets", "board": "crew", "lay_weapon": "ship"}
"""The moves a touched card in play stands for behind other questions, and the slot it stands in."""
MEANT = 4
"""So many whole moves a touched card means at most."""


def suggest(book: Rulebook[State], state: State, seat: Seat) -> tuple[Move, ...]:
    """A few whole moves of this moment; none names a card only its player knows."""
    found: list[Move] = []
    kinds = tuple(book.kinds(state, seat)) if seat is not None else ()
    for kind, most in MOST.items():
        if kind not in kinds or (kind == "let" and "let_all" in kinds):
            continue
        listed = book.moves_of(state, seat, kind)
        if kind == "bomb":  # with everything that can bomb
            listed = iter(sorted(listed, key=lambda made: -len(typed(tuple[int, ...], made["ships"]))))
        found += islice((made for made in listed if made.get("card") is None), most)
    return tuple(found)


def about(book: Rulebook[State], state: State, seat: Seat, slots: Collection[str], thing: Plain) -> tuple[Move, ...]:
    """The whole moves that touching this card in play most often means."""
    found: list[Move] = []
    for kind in book.kinds(state, seat) if seat is not None and "piece" in slots else ():
        if kind in TOUCHED:
            listed = (made for made in book.moves_of(state, seat, kind) if made.get("card") is None)
            found += (made for made in listed if made[TOUCHED[kind]] in (thing, (thing,)))
    return tuple(found[:MEANT])
