"""The moves a table makes most often, each whole: one tap and it stands."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from tableside.core.moves import Move, Plain, Seat
from tableside.core.rulebook import MOST_WHOLE, Rulebook
from tableside.games.beyond_the_sun.rules import actions, turn_order
from tableside.games.beyond_the_sun.state import State, Turn

JUMPS = 60
"""So many jumps are listed whole."""
BY_HAND = (("settled",), ("lay_out",))
"""What is said only after the players have done something, so that it is never one tap."""


def suggest(book: Rulebook[State], state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move there is, whole, where they are few: the action with its space, a jump with its way, the card seen."""
    kinds = turn_order.kinds(state, seat) if seat in turn_order.to_act(state) else ()
    if kinds in BY_HAND:
        return ()
    # The card that is kept is all that has to be told; the others can be.
    kinds = ("keep",) if "keep" in kinds else kinds
    # Jumps come with the likely ones first, so that a long list of them is read from its head.
    most = JUMPS if "jump" in kinds else MOST_WHOLE
    whole = tuple(islice((made for kind in kinds for made in book.moves_of(state, seat, kind)), most + 1))
    return whole if len(whole) <= most else ()


def about(book: Rulebook[State], state: State, seat: Seat, slots: Collection[str], thing: Plain) -> tuple[Move, ...]:
    """What touching a technology of the tree means in the action phase."""
    tree = "slot" in slots and seat in turn_order.to_act(state) and "act" in turn_order.kinds(state, seat)
    return tuple(actions.touching(Turn(book, state, seat), str(thing))) if tree else ()
