"""What is left of a photo once every card seen is taken away: where to look further, and the local marks there."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import Image, Points, area
from vision.cards.sample import local_marks

WORDS: Final = 2000
"""Local marks taken from one photo at most."""
LONG: Final = 210
"""How long, in pixels, a card should be when its local marks are sought."""
MAYBE: Final = 15
SEEMS: Final = 77
"""From here on, of 255, a card may lie at a place, or seems to."""
BESIDE: Final = 2.2
"""How far from a card the corner of one that it covers may lie, in halves of a card."""
PIECE: Final = 0.14
"""A piece of the photo smaller than this share of a card shows too little of one to know it."""
GAP: Final = 0.1
"""A strip narrower than this, in sides of a square as large as a card, shows too little of one, too."""

Spot = tuple[int, int, int, int]


def grown(ring: Points, by: float) -> NDArray[np.int32]:
    """An outline made larger or smaller about its middle, in whole pixels."""
    if by == 1.0:
        return np.asarray(np.round(ring), np.int32)
    middle = ring.mean(axis=0)
    return np.asarray(np.round(middle + (ring - middle) * by), np.int32)


def cardlike(lies: Image) -> Image:
    """255 where a card may lie and a little around it, 0 where the table is bare."""
    return np.asarray(cv2.dilate(np.where(lies > MAYBE, 255, 0).astype(np.uint8), np.ones((9, 9), np.uint8)))


def seen_part(lies: Image, rings: list[Points]) -> float:
    """How much of these outlines seems to be cards, 0 where there is none."""
    inside = np.zeros(lies.shape[:2], np.uint8)
    for ring in rings:
        cv2.fillPoly(inside, [grown(ring, 1.0)], 1)
    return float((lies[inside > 0] > SEEMS).mean()) if inside.any() else 0.0


def left(lies: Image, ring: Points, rings: list[Points]) -> float:
    """On how much of an outline a card seems to lie and none of these does."""
    inside, seen = np.zeros(lies.shape[:2], np.uint8), np.zeros(lies.shape[:2], np.uint8)
    cv2.fillPoly(inside, [grown(ring, 1.0)], 1)
    for other in rings:
        cv2.fillPoly(seen, [grown(other, 1.0)], 1)
    return float(((lies > SEEMS) & (seen == 0))[inside > 0].mean()) if inside.any() else 0.0


def unexplained(lies: Image, rings: list[Points]) -> list[Spot]:
    """The boxes of the small picture where a card seems to lie and none of these cards does."""
    h, w = lies.shape[:2]
    mask: Image = (lies > SEEMS).astype(np.uint8)
    for ring in rings:
        cv2.fillPoly(mask, [grown(ring, 1.06)], 0)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    n, which, stats, _ = cv2.connectedComponentsWithStats(mask)
    # What is narrow all over is the table between two cards.
    gap = round(GAP * float(np.sqrt(np.median([area(r) for r in rings])))) if rings else 0
    broad = np.unique(which[cv2.erode(mask, np.ones((gap, gap), np.uint8)) > 0]) if gap > 9 else np.arange(n)
    least = max(0.004 * w * h, PIECE * float(np.median([area(r) for r in rings])) if rings else 0.0)
    pad = 12
    boxes = [
        (max(0, int(x) - pad), max(0, int(y) - pad), min(w, int(x + bw) + pad), min(h, int(y + bh) + pad))
        for k, (x, y, bw, bh, count) in zip(range(1, n), stats[1:n], strict=True)
        if k in broad and count >= least
    ]
    return merged(boxes)


def free(shape: tuple[int, ...], boxes: list[Spot], rings: list[Points]) -> Image:
    """Not 0 in these boxes and beside the cards that reach one, where none lies: what they cover reaches out there."""
    out = np.zeros(shape[:2], np.uint8)
    for ring in rings:
        if reaches(ring, boxes):
            cv2.fillPoly(out, [grown(ring, BESIDE)], 255)
    for x0, y0, x1, y1 in boxes:
        out[y0:y1, x0:x1] = 255
    for ring in rings:
        cv2.fillPoly(out, [grown(ring, 0.97)], 0)
    return out


def reaches(ring: Points, boxes: list[Spot]) -> bool:
    """Whether what a card with this outline covers may reach out into one of these boxes."""
    wide = grown(ring, BESIDE)
    (left, top), (right, bottom) = wide.min(axis=0).tolist(), wide.max(axis=0).tolist()
    return any(left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in boxes)


def marks_in(
    small: Image, lies: Image, boxes: list[Spot], rings: list[Points]
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Local marks of what seems to be a card within these boxes, at a scale at which it has enough of them and no more.

    Every card seen is painted over, so that it yields none.
    """
    longest = [float(np.hypot(*(r - r.mean(axis=0)).T).max()) * 1.65 for r in rings]
    shrink = float(np.clip(LONG / np.median(longest), 0.5, 1.0)) if rings else 0.8
    rest, wanted = small.copy(), np.where(lies > SEEMS, 255, 0).astype(np.uint8)
    for ring in rings:
        inner = np.zeros(rest.shape[:2], np.uint8)
        cv2.fillPoly(inner, [grown(ring, 1.0)], 1)
        cv2.fillPoly(rest, [grown(ring, 1.0)], [float(v) for v in np.ravel(cv2.mean(small, inner))[:3]])
    whole = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)
    marks, words = [], []
    for x0, y0, x1, y1 in boxes:
        part = cv2.resize(rest[y0:y1, x0:x1], None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        share = (x1 - x0) * (y1 - y0) / whole
        size = (part.shape[1], part.shape[0])
        mask = np.asarray(cv2.resize(wanted[y0:y1, x0:x1], size, interpolation=cv2.INTER_NEAREST))
        where, look = local_marks(np.asarray(part), mask, max(150, round(WORDS * share)))
        where[:, :3] /= shrink
        where[:, :2] += (x0, y0)
        marks.append(where)
        words.append(look)
    return np.concatenate(marks), np.concatenate(words)


def merged(boxes: list[Spot]) -> list[Spot]:
    """Boxes that touch become one."""
    out: list[Spot] = []
    for box in sorted(boxes, key=lambda b: -(b[2] - b[0]) * (b[3] - b[1])):
        x0, y0, x1, y1 = box
        for i, (a0, b0, a1, b1) in enumerate(out):
            if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
                out[i] = (min(x0, a0), min(y0, b0), max(x1, a1), max(y1, b1))
                break
        else:
            out.append(box)
    return out if len(out) == len(boxes) else merged(out)
