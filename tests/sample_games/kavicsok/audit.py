"""What cannot be in Pebbles (P1)."""

from __future__ import annotations

from collections.abc import Mapping

from tableside.core.ruling import Illegal
from tests.sample_games.kavicsok.refusal import no
from tests.sample_games.kavicsok.state import State

LOST = no("pebbles_lost", "P1")


def audit(state: State) -> tuple[Illegal, ...]:
    """Everything that is impossible in this position."""
    problems = [LOST for player in state.players if player.pebbles < 0]
    if sum(census(state).values()) != 8 * len(state.players):
        problems.append(LOST)
    return tuple(problems)


def census(state: State) -> Mapping[str, int]:
    """Pebbles in all places together."""
    return {"pebbles": state.pile + state.box + sum(player.pebbles for player in state.players)}
