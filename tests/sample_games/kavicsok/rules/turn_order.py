"""Whose turn it is, what may be done now, and what the referee does alone (P2, P4, P6)."""

from __future__ import annotations

from tableside.core.moves import Move, Seat
from tests.sample_games.kavicsok.rules import rolling
from tests.sample_games.kavicsok.state import State


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


def routine(state: State) -> Move | None:
    """The next player's turn begins by itself."""
    return rolling.turn.move(None) if state.done else None
