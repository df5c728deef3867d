"""The table laid out (P1)."""

from __future__ import annotations

from tableside.core.arguments import typed
from tableside.core.game import Options
from tests.sample_games.kavicsok.state import Player, State


def setup(options: Options, seats: int) -> State:
    """Eight pebbles for each player in the pile."""
    agreed = typed(tuple[tuple[str, str | bool], ...], tuple(sorted(options.items())))
    return State(agreed, tuple(Player() for _ in range(seats)), pile=8 * seats)
