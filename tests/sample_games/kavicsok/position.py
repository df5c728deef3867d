"""The end of a game, typed in without having tracked it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tableside.core.catalog import Catalog
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tests.sample_games.kavicsok import scoring
from tests.sample_games.kavicsok.audit import LOST
from tests.sample_games.kavicsok.records import STONES
from tests.sample_games.kavicsok.refusal import no
from tests.sample_games.kavicsok.state import Player, State


@dataclass(frozen=True, slots=True)
class Final:
    """One player at the end."""

    name: str
    pebbles: int
    stones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game."""

    players: tuple[Final, ...]
    last_tie: Literal["shared", "replay"] = "shared"


def example() -> Position:
    """A valid final position."""
    return Position((Final("Anna", 7, ("crystal",)), Final("Béla", 4, ("crystal", "crystal"))))


def audit_position(catalog: Catalog, seats: range, position: Position) -> tuple[Illegal, ...]:
    """Every reason why this final position cannot be."""
    problems = []
    for player in position.players:
        if player.pebbles < 0:
            problems.append(LOST)
        for stone in player.stones:
            if catalog.find(STONES, stone) is None:
                problems.append(no("such_stone", "P5", stone=stone))
    if len(position.players) not in seats:
        problems.append(no("seats", "P1"))
    return tuple(problems)


def score_position(catalog: Catalog, position: Position) -> tuple[tuple[str, ...], Outcome]:
    """The players' names and the result."""
    players = tuple(Player(player.pebbles, player.stones) for player in position.players)
    state = State((("blocking", True), ("last_tie", position.last_tie)), players, pile=0)
    return tuple(player.name for player in position.players), scoring.outcome(catalog, state)
