"""Whole moves that are one tap: what a turn most often is, and the few ways left once something is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import Rulebook
from tableside.games.onward_to_venus.rules import flow
from tableside.games.onward_to_venus.state import State

AT_FIRST = {"claim": 4, "attack": 2, "deploy": 3, "pay": 4}
"""So many of each kind are suggested before anything is chosen."""
MOST = 10
"""So many ways to complete what is chosen are shown side by side."""
LISTED = 400


def suggest(book: Rulebook[State], state: State, seat: int) -> Iterator[Move]:
    """A tile within reach, each with the weakest unit that can land; units for sale; the cheapest payments."""
    for kind, most in AT_FIRST.items():
        if kind in flow.kinds(state):
            found: dict[object, Move] = {}
            for made in islice(book.moves_of(state, seat, kind), LISTED):
                found.setdefault((made["planet"], made["tile"]) if kind in ("claim", "attack") else made, made)
            yield from islice(found.values(), most)


def with_whole(book: Rulebook[State], state: State, partial: Move, asked: Sequence[Choice]) -> Sequence[Choice]:
    """The question with the whole moves that are left, where they are few and more than this one is open."""
    if not asked or not partial.kind or partial.seat is None:
        return asked
    listed = islice(book.moves_of(state, partial.seat, partial.kind), LISTED)
    left = tuple(made for made in listed if all(made.get(slot) == value for slot, value in partial.args))
    if not len({made.get(asked[0].slot) for made in left}) < len(left) <= MOST:
        return asked
    return tuple(replace(choice, ready=left) for choice in asked)
