"""Columns, fans and stacks of cards that lie half on each other: where the next ones must lie, going by those named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cards.geometry import FRAMES, Points, frame_corners, outline_of, spun, through, turned
from vision.cards.seen import overlap

NEAR: Final = 0.75
"""Cards further apart than this, in their lengths, do not lie half on each other."""
UPON: Final = (0.3, 0.82)
"""How much of each of two cards the other covers, where one lies on the other in a column."""
ASKEW: Final = 26.0
"""Two cards that lie so in a fan are turned from each other by no more degrees than this;"""
AGREED: Final = (0.12, 8.0)
"""steps this near to each other, in card lengths and in degrees, are one."""
TAKEN: Final = 0.5
"""Nearer to a card than this share of a step lies no other."""
INSIDE: Final = 0.25
"""How much of a card may reach out of the photo."""
Step = tuple[float, float, float]
"""How one card lies to the one before it, in that one's frame: how far its middle, and turned by how many degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Next:
    """A place where a column should go on."""

    m: Points
    """The place as a homography from the frame to the photo."""
    middle: Points
    upon: Points
    """The way, in the photo, in which what lies on it lies."""
    certain: bool = True
    """Whether more than one pair of cards says so."""

    def under(self, ring: Points) -> bool:
        """Whether a card with this outline lies on it."""
        return float((ring.mean(axis=0) - self.middle) @ self.upon) > 0


def column_places(
    cards: Sequence[Points], shape: str, size: tuple[int, int], upon: Callable[[int, int], int]
) -> list[Next]:
    """Places one step on from a card, up or down its column, where none of `cards` lies yet.

    Cards and places are homographies from the shape's frame to the photo of `size` (width, height); `upon` says of two
    cards whether the second lies on the first (1), under it (-1), or that it cannot be told (0). A step is the median
    from a card to the one that lies on it, of those that hang together, or of all.
    """
    rings = [outline_of(m, shape) for m in cards]
    middles = np.array([ring.mean(axis=0) for ring in rings]).reshape(-1, 2)
    cards = _turned_alike(cards, middles, shape)
    long = np.array([np.hypot(*(ring[3] - ring[0])) for ring in rings])
    near = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1)) < NEAR * long
    group = list(range(len(cards)))
    found: list[tuple[int, Step, int]] = []
    for i, j in np.argwhere(np.triu(near, 1)).tolist():
        if UPON[0] < min(overlap(rings[i], rings[j])) < UPON[1]:
            step = _step(np.linalg.inv(cards[i]) @ cards[j], shape)
            if abs(step[2]) < ASKEW:
                found.append((i, step, upon(i, j)))
                group = [group[i] if g == group[j] else g for g in group]
    every = _usual([(step, told) for _, step, told in found], shape)
    taken, out = list(middles), list[Next]()
    for k, (m, middle) in enumerate(zip(cards, middles, strict=True)):
        own = _usual([(step, told) for i, step, told in found if group[i] == group[k]], shape)
        usual, certain = next((one for one in (own, every) if one[1]), own if own[0] else every)
        if usual is None:
            continue
        for way in (-1, 1):
            place = m @ _moved(usual, way, shape)
            ring = outline_of(place, shape)
            here, reach = ring.mean(axis=0), INSIDE * np.ptp(ring, axis=0)
            if np.hypot(*(np.array(taken) - here).T).min() < TAKEN * np.hypot(*(here - middle)):
                continue
            if (ring < -reach).any() or (ring > np.array(size) + reach).any():
                continue
            taken.append(here)
            out.append(Next(place, here, (here - middle) * way, certain))
    return out


def _usual(steps: Sequence[tuple[Step, int]], shape: str) -> tuple[Step | None, bool]:
    """The step from a card to the one that lies on it, and whether two agree on it; none if it cannot be told."""
    if not steps:
        return None, False
    first = np.array(steps[0][0])
    same = [(np.array(step), told) if np.dot(step[:2], first[:2]) > 0 else (_back(step), -told) for step, told in steps]
    way = int(np.sign(sum(told for _, told in same)))
    if not way:
        return None, False
    usual = np.median([step for step, _ in same], axis=0)
    off = np.array([step - usual for step, _ in same])
    agreed = (np.hypot(off[:, 0], off[:, 1]) < AGREED[0] * FRAMES[shape][1]) & (np.abs(off[:, 2]) < AGREED[1])
    if len(steps) > 1 and agreed.sum() < max(2, len(steps) / 2):
        return None, False
    x, y, degrees = (float(v) for v in (usual if way > 0 else _back(usual)))
    return (x, y, degrees), len(steps) > 1


def _step(m: Points, shape: str) -> Step:
    """How the frame moved by `m` lies to the frame itself."""
    quad = through(m, frame_corners(shape))
    across = quad[1] - quad[0] + quad[2] - quad[3]
    down = quad[3] - quad[0] + quad[2] - quad[1]
    # Both ways are asked, for the camera stretches them unevenly.
    turn = np.angle(
        complex(
            across[0] / np.hypot(*across) + down[1] / np.hypot(*down),
            across[1] / np.hypot(*across) - down[0] / np.hypot(*down),
        )
    )
    w, h = FRAMES[shape]
    x, y = through(m, np.array([[w / 2, h / 2]]))[0] - (w / 2, h / 2)
    return float(x), float(y), float(np.degrees(turn))


def _back(step: Step | Points) -> Points:
    """The step the other way."""
    x, y, degrees = step
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([-(c * x + s * y), -(-s * x + c * y), -degrees])


def _moved(step: Step, way: int, shape: str) -> Points:
    """A step as a map from the frame to the frame."""
    x, y, degrees = step if way > 0 else _back(step)
    return np.asarray(np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ spun(shape, degrees))


def _turned_alike(cards: Sequence[Points], middles: Points, shape: str) -> list[Points]:
    """The same places, each the way up that the nearest one before it has."""
    out = list(cards)
    left = set(range(1, len(out)))
    far = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    done = [0]
    while left:
        rest = sorted(left)
        i, j = np.unravel_index(int(far[np.ix_(done, rest)].argmin()), (len(done), len(rest)))
        one, other = done[int(i)], rest[int(j)]
        if float(_down(out[other], shape) @ _down(out[one], shape)) < 0:
            out[other] = turned(out[other], shape, 2)
        left.remove(other)
        done.append(other)
    return out


def _down(m: Points, shape: str) -> Points:
    quad = through(m, frame_corners(shape))
    way = quad[3] - quad[0] + quad[2] - quad[1]
    return np.asarray(way / max(float(np.hypot(*way)), 1e-6))
