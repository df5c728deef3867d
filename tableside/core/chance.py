"""Dice and draws: the outcomes that can be, and a pick among them by a chooser from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TypeVar

T = TypeVar("T")

Pick = Callable[[int], int]
"""Given n, a number from 0 to n-1: the only door by which randomness enters, and the caller holds it."""


def rolls(dice: int, faces: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Every result of throwing so many dice, order aside."""
    yield from combinations_with_replacement(faces, dice)


def roll(dice: int, faces: Sequence[T], pick: Pick) -> tuple[T, ...]:
    """One throw."""
    return tuple(faces[pick(len(faces))] for _ in range(dice))


def shuffled(items: Sequence[T], pick: Pick) -> tuple[T, ...]:
    """The items in an order the chooser makes."""
    pool = list(items)
    return tuple(pool.pop(pick(len(pool))) for _ in range(len(items)))
