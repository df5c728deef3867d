"""The die, and the next turn (P2, P6)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tests.sample_games.kavicsok import changes
from tests.sample_games.kavicsok.state import Turn

FACES = range(1, 7)


@chance
def roll(turn: Turn, value: int) -> Illegal | None:
    """The die is thrown (P2)."""
    if value not in FACES:
        return turn.no("such_face", "P2", value=value)
    turn.do(changes.rolled, "P2", value)
    return None


@roll.lists
def _rolls(turn: Turn) -> Iterator[Move]:
    return (roll.move(None, value) for value in FACES)


@chance
def turn(turn: Turn) -> None:
    """The next player's turn (P6)."""
    turn.do(changes.turn, "P6")


PLAYS = (roll, turn)
