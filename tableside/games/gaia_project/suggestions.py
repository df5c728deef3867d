"""The moves a table makes most often, each whole: one tap and it stands."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from tableside.core.moves import Move, Plain, Seat
from tableside.core.rulebook import MOST_WHOLE, Rulebook
from tableside.games.gaia_project.rules import turn_order
from tableside.games.gaia_project.state import State

THERE = ("mine", "project", "upgrade", "research", "action")
"""What is done with a thing of the picture."""
ASKED = ("federation", "convert")
"""What is not offered whole."""
ROWS = 7
"""So many buttons stand beside the picture without scrolling."""


def suggest(book: Rulebook[State], state: State, seat: Seat) -> tuple[Move, ...]:
    """Whole moves for one tap: answers to what is waited for but those on the map; what can be done in one way only."""
    if seat is None or state.telling or seat not in turn_order.to_act(state):
        return ()
    kinds = turn_order.kinds(state)
    if not state.todo and state.phase == "actions":
        few = _few(book, state, seat)
        return tuple(made for kind in kinds for made in few.get(kind, ()))
    if not state.todo and state.phase != "boosters":
        return ()
    whole = tuple(islice((made for kind in kinds for made in book.moves_of(state, seat, kind)), MOST_WHOLE + 1))
    return whole if len(whole) <= MOST_WHOLE and not any("hex" in made for made in whole) else ()


def _few(book: Rulebook[State], state: State, seat: Seat) -> dict[str, tuple[Move, ...]]:
    """The kinds that are done in so few ways that every way has a button in sight, the fewest first.

    A federation is laid on the map and a conversion is counted, so these keep a button for their kind.
    """
    ways = {kind: tuple(islice(book.moves_of(state, seat, kind), ROWS + 1)) for kind in turn_order.kinds(state)}
    rows = sum(1 for some in ways.values() if some)
    found: dict[str, tuple[Move, ...]] = {}
    for kind, some in sorted(ways.items(), key=lambda one: len(one[1])):
        if some and kind not in ASKED and rows + len(some) - 1 <= ROWS:
            rows += len(some) - 1
            found[kind] = some
    return found


def about(book: Rulebook[State], state: State, seat: Seat, slots: Collection[str], thing: Plain) -> tuple[Move, ...]:
    """What a touch of a planet, a track or an action space means in a turn: everything that can be done there."""
    if state.todo or state.telling or state.phase != "actions" or seat not in turn_order.to_act(state):
        return ()
    kinds = [kind for kind in THERE if kind in turn_order.kinds(state)]
    moves = (made for kind in kinds for made in book.moves_of(state, seat, kind))
    return tuple(made for made in moves if thing in (what for _, what in made.args))
