"""Ranked alternatives put together: the likeliest wholes of which every part is possible."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from heapq import nlargest
from typing import TypeVar

from tableside.core.readings import Alternative

T = TypeVar("T", bound=Hashable)
Weights = Mapping[T, float]

UNSAID = 0.02
"""What a reading leaves for things it did not name."""
BEAM = 200
"""Unfinished wholes kept at a time."""


def spread(alternatives: Iterable[Alternative], domain: Mapping[int | str, T]) -> dict[T, float]:
    """How likely each possible thing is: the rest of what was read is shared by what was not named."""
    named: dict[T, float] = {}
    said = 0.0
    for alternative in alternatives:
        said += max(alternative.p, 0.0)
        if alternative.value in domain:
            thing = domain[alternative.value]
            named[thing] = named.get(thing, 0.0) + max(alternative.p, 0.0)
    others = [thing for thing in dict.fromkeys(domain.values()) if thing not in named]
    rest = max(1.0 - said, UNSAID) / len(others) if others else 0.0
    return shared({**named, **dict.fromkeys(others, rest)})


def shared(weights: Weights[T]) -> dict[T, float]:
    """The same weights with a sum of one, the heaviest first."""
    whole = sum(weights.values())
    if whole <= 0:
        return dict.fromkeys(weights, 1.0 / len(weights)) if weights else {}
    return {thing: weight / whole for thing, weight in sorted(weights.items(), key=lambda item: -item[1])}


def wholes(
    parts: Sequence[Weights[T]], fits: Callable[[tuple[T, ...], T], bool], most: int = BEAM
) -> dict[tuple[T, ...], float]:
    """One thing for each part, each fitting those before it, the likeliest first."""
    found: dict[tuple[T, ...], float] = {(): 1.0}
    for part in parts:
        grown = {
            (*whole, thing): weight * p
            for whole, weight in found.items()
            for thing, p in part.items()
            if p > 0 and fits(whole, thing)
        }
        found = dict(nlargest(most, grown.items(), key=lambda item: item[1]))
    return shared(found)


def different(before: tuple[T, ...], thing: T) -> bool:
    """Nothing is in two places."""
    return thing not in before
