"""What a search has seen so far: cards with a name, outlines without one, and how two outlines lie to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.cards.geometry import CELL, Points, area, through
from vision.cards.verify import Finding

MOSTLY: Final = 0.7
HIDDEN: Final = 0.6
"""Where a card is more unlike its picture than this, something lies on it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A card recognised, or a card-like thing that is none of those known (p below NAME_FROM)."""

    finding: Finding
    id: str
    p: float
    ring: Points
    others: tuple[tuple[str, float], ...] = ()
    """What else it may be, each with its probability, best first."""
    hidden: float = 0.0

    def unlike(self, ring: Points) -> float:
        """How unlike its picture the card is within this outline: what is hidden is all unlike."""
        cells = self.finding.disagreement
        inside = np.zeros(cells.shape, np.uint8)
        within = np.round(through(np.linalg.inv(self.finding.m), ring) / CELL)
        cv2.fillPoly(inside, [within.clip(-999, 999).astype(np.int32)], 1)
        return float(cells[inside > 0].clip(0, 1).mean()) if inside.any() else 0.0


@dataclass(frozen=True, slots=True)
class Stranger:
    """An outline as large and as slim as a known card, with no name."""

    shape: str
    m: Points
    ring: Points
    firm: bool
    """So good an outline that it is a card for certain, and lies on top of what it covers."""


def overlap(a: Points, b: Points) -> tuple[float, float]:
    """How much of each of two outlines the other covers."""
    if not near(a, b):
        return 0.0, 0.0
    both, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return both / max(area(a), 1.0), both / max(area(b), 1.0)


def boxes_of(rings: Sequence[Points]) -> Points:
    """The boxes round some outlines, one row each: left, top, right, bottom."""
    return np.array([_box(ring.tobytes()) for ring in rings]).reshape(-1, 4)


def touching(ring: Points, boxes: Points) -> list[int]:
    """Which of these boxes touch the one round an outline."""
    left, top, right, bottom = _box(ring.tobytes())
    x0, y0, x1, y1 = boxes.T
    found: list[int] = np.flatnonzero((x0 < right) & (left < x1) & (y0 < bottom) & (top < y1)).tolist()
    return found


def covered(ring: Points, others: Sequence[Points]) -> bool:
    """Whether most of an outline is covered by one of these."""
    return any(overlap(ring, other)[0] > MOSTLY for other in others)


def near(a: Points, b: Points) -> bool:
    """Whether the boxes round two outlines touch."""
    return _within_reach(a, b, 0.0)


def _within_reach(a: Points, b: Points, reach: float) -> bool:
    """Whether the boxes round two outlines are less than this apart."""
    left, top, right, bottom = _box(a.tobytes())
    x0, y0, x1, y1 = _box(b.tobytes())
    return left < x1 + reach and x0 < right + reach and top < y1 + reach and y0 < bottom + reach


@lru_cache(maxsize=4096)
def _box(ring: bytes) -> tuple[float, float, float, float]:
    """The box round an outline. Asked of the same few ten thousand times in a photo of many cards."""
    points = np.frombuffer(ring).reshape(-1, 2).tolist()
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def borders(ring: Points, other: Points) -> bool:
    """Whether a whole side of the first outline runs along the second."""
    close = float(0.06 * np.sqrt(area(other)))
    if len(ring) != 4 or not _within_reach(ring, other, close):
        return False
    loop = np.ascontiguousarray(other, np.float32)
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        points = a + (b - a) * np.linspace(0.1, 0.9, 7)[:, None]
        if all(abs(cv2.pointPolygonTest(loop, (float(x), float(y)), True)) < close for x, y in points):
            return True
    return False


def key_of(rings: list[Points]) -> bytes:
    """The same for the same outlines, so that what follows from them is worked out once."""
    return b"".join(ring.tobytes() for ring in rings)
