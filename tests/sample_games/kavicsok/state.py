"""The table: the pile, what everybody has, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from tableside.core import rulebook, stack
from tableside.core.bounds import Count, Points, SeatNumber


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has."""

    pebbles: Count = 0
    stones: tuple[str, ...] = ()
    bonus: Points = 0


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    options: tuple[tuple[str, str | bool], ...]
    players: tuple[Player, ...]
    pile: Count
    box: Count = 0
    turn: SeatNumber = 0
    rolled: Count | None = None
    done: bool = False
    """The seat has taken and the turn may pass on."""
    answers: stack.Stack = stack.Stack()

    def option(self, key: str) -> str | bool:
        """A table setting."""
        return dict(self.options)[key]


Turn = rulebook.Turn[State]
