"""Columns and stacks of cards that lie half on each other: where the next ones must lie, going by those named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cards.geometry import FRAMES, Points, frame_corners, outline_of, spun, through, turned
from vision.cards.seen import overlap

NEAR: Final = 0.75
"""Cards further apart than this, in their lengths, do not lie half on each other."""
UPON: Final = (0.3, 0.78)
"""How much of each of two cards the other covers, where one lies on the other in a column."""
PARALLEL: Final = np.cos(np.radians(9))
AGREED: Final = 0.12
"""Steps this near to each other, in card lengths, are one."""
TAKEN: Final = 0.5
"""Nearer to a card than this share of a step lies no other."""
INSIDE: Final = 0.25
"""How much of a card may reach out of the photo."""
ALSO: Final = (0.0, -3.0, 3.0)
"""A card in a column may be turned so many degrees from the one beside it, most likely by none."""


@dataclass(frozen=True, slots=True, eq=False)
class Next:
    """A place where a column should go on."""

    ways: tuple[Points, ...]
    """The place as a homography from the frame to the photo, turned a little to either side as well."""
    middle: Points
    upon: Points
    """The way, in the photo, in which what lies on it lies."""

    def under(self, ring: Points) -> bool:
        """Whether a card with this outline lies on it."""
        return float((ring.mean(axis=0) - self.middle) @ self.upon) > 0


def column_places(
    cards: Sequence[Points], shape: str, size: tuple[int, int], upon: Callable[[int, int], int]
) -> list[Next]:
    """Places one step on from a card, up or down its column, where none of `cards` lies yet.

    Cards and places are homographies from the shape's frame to the photo of `size` (width, height); `upon` says of two
    cards whether the second lies on the first (1), under it (-1), or that it cannot be told (0). A step is the median
    from a card to the one that lies on it.
    """
    cards = _turned_alike(cards, shape)
    w, h = FRAMES[shape]
    rings = [outline_of(m, shape) for m in cards]
    middles = np.array([ring.mean(axis=0) for ring in rings]).reshape(-1, 2)
    long = np.array([np.hypot(*(ring[3] - ring[0])) for ring in rings])
    near = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1)) < NEAR * long
    steps, told = list[Points](), list[int]()
    for i, j in np.argwhere(np.triu(near, 1)):
        if UPON[0] < min(overlap(rings[i], rings[j])) < UPON[1] and not _askew(cards[i], cards[j], shape):
            step = through(np.linalg.inv(cards[i]), middles[j][None])[0] - (w / 2, h / 2)
            same = 1 if not steps or float(step @ steps[0]) > 0 else -1
            steps.append(same * step)
            told.append(same * upon(int(i), int(j)))
    if not sum(told):
        return []
    step = np.median(steps, axis=0) * np.sign(sum(told))
    if sum(min(np.hypot(*(other - step)), np.hypot(*(other + step))) < AGREED * h for other in steps) < max(
        2, len(steps) / 2
    ):
        return []
    taken, out = list(middles), list[Next]()
    for m, middle in zip(cards, middles, strict=True):
        for way in (-1, 1):
            place = m @ np.array([[1, 0, way * step[0]], [0, 1, way * step[1]], [0, 0, 1.0]])
            ring = outline_of(place, shape)
            here, reach = ring.mean(axis=0), INSIDE * np.ptp(ring, axis=0)
            if np.hypot(*(np.array(taken) - here).T).min() < TAKEN * np.hypot(*(here - middle)):
                continue
            if (ring < -reach).any() or (ring > np.array(size) + reach).any():
                continue
            taken.append(here)
            out.append(Next(tuple(place @ spun(shape, degrees) for degrees in ALSO), here, (here - middle) * way))
    return out


def _turned_alike(cards: Sequence[Points], shape: str) -> list[Points]:
    """The same places, each the way up that the first one has."""
    if not cards:
        return []
    down = _down(cards[0], shape)
    return [m if float(_down(m, shape) @ down) >= 0 else turned(m, shape, 2) for m in cards]


def _down(m: Points, shape: str) -> Points:
    quad = through(m, frame_corners(shape))
    way = quad[3] - quad[0] + quad[2] - quad[1]
    return np.asarray(way / max(float(np.hypot(*way)), 1e-6))


def _askew(one: Points, other: Points, shape: str) -> bool:
    return float(_down(one, shape) @ _down(other, shape)) < float(PARALLEL)
