"""The die and whose turn it is (P2, P6)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move, Seat
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tests.sample_games.kavicsok import changes
from tests.sample_games.kavicsok.state import State, Turn

FACES = range(1, 7)


def to_act(state: State) -> frozenset[Seat]:
    """Who may do something now (P2, P4, P6)."""
    if state.answers:
        return frozenset({state.answers.responder})
    if state.done or state.rolled is None:
        return frozenset() if state.pile == 0 and not state.done else frozenset({None})
    return frozenset({state.turn})


def kinds(state: State) -> tuple[str, ...]:
    """What may be done now."""
    if state.answers:
        return ("block", "let")
    if state.done:
        return ("turn",)
    return ("roll",) if state.rolled is None else ("take", "buy")


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
