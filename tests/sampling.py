"""What of a wide set every run tries; the rest is run by `make test-long`."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def each_once(*axes: Sequence[Any]) -> list[Any]:
    """Every combination, but in every run only so many that each value of each axis is tried."""
    most = max(map(len, axes))
    quick = {tuple(number % len(axis) for axis in axes) for number in range(most)}
    places = product(*(range(len(axis)) for axis in axes))
    return [
        pytest.param(*(axis[at] for axis, at in zip(axes, place)), marks=() if place in quick else pytest.mark.long)
        for place in places
    ]


def first_only(values: Sequence[Any], count: int = 1) -> list[Any]:
    """Every value, but in every run only the first of them."""
    return [pytest.param(value, marks=() if at < count else pytest.mark.long) for at, value in enumerate(values)]
