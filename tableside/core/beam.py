"""Beam search over per-item alternatives with a constraint; returns normalised joint probabilities."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from heapq import nlargest
from typing import TypeVar

from tableside.core.readings import Alternative

T = TypeVar("T", bound=Hashable)
Weights = Mapping[T, float]

UNSAID = 0.02
"""Probability mass that a reading leaves to values it did not name."""
WIDTH = 200
"""Partial assignments kept at each step."""


def spread(alternatives: Iterable[Alternative], domain: Mapping[int | str, T]) -> dict[T, float]:
    """A distribution over the whole domain: values that were not named share the remaining probability."""
    named: dict[T, float] = {}
    said = 0.0
    for alternative in alternatives:
        said += max(alternative.p, 0.0)
        if alternative.value in domain:
            thing = domain[alternative.value]
            named[thing] = named.get(thing, 0.0) + max(alternative.p, 0.0)
    others = [thing for thing in dict.fromkeys(domain.values()) if thing not in named]
    rest = max(1.0 - said, UNSAID) / len(others) if others else 0.0
    return normalised({**named, **dict.fromkeys(others, rest)})


def normalised(weights: Weights[T]) -> dict[T, float]:
    """The weights scaled to a sum of one, in descending order; uniform when all are zero."""
    whole = sum(weights.values())
    if whole <= 0:
        return dict.fromkeys(weights, 1.0 / len(weights)) if weights else {}
    return {thing: weight / whole for thing, weight in sorted(weights.items(), key=lambda item: -item[1])}


def search(
    items: Sequence[Weights[T]], fits: Callable[[tuple[T, ...], T], bool], width: int = WIDTH
) -> dict[tuple[T, ...], float]:
    """Joint assignments, one value per item; `fits` tells whether a value may follow those already chosen."""
    found: dict[tuple[T, ...], float] = {(): 1.0}
    for item in items:
        grown = {
            (*chosen, value): weight * p
            for chosen, weight in found.items()
            for value, p in item.items()
            if p > 0 and fits(chosen, value)
        }
        found = dict(nlargest(width, grown.items(), key=lambda entry: entry[1]))
    return normalised(found)


def different(chosen: tuple[T, ...], value: T) -> bool:
    """The constraint that no value is assigned twice."""
    return value not in chosen
