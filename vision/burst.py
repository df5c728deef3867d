"""Several frames of one table: how much moved between them, and what changed since the photo before the roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.images import smaller

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.images import Image

SMALL = 160
MOVED = 18
"""A pixel that changed by this much of 255 has moved; less is noise and flicker."""
OTHER_TABLE = 0.6
"""With more of the picture changed than this, the earlier photo tells nothing."""
COMPARED = 960
RIM, CLUMP = 0.08, 7
"""Something was laid down, taken away or rolled where a clump of so many cells changed; at the rim, this share of the
frame, a camera that shook sees new things as well."""
LEAST_MARKS = 20
"""How large photos are when they are laid on each other, and how many marks must agree on how."""


def _grey(image: Image) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(smaller(image, SMALL), cv2.COLOR_BGR2GRAY), np.float32)


def motion(before: Image, after: Image) -> float:
    """Share of the picture that moved between two frames of one size, a change of brightness left out."""
    a, b = _grey(before), _grey(after)
    if a.shape != b.shape:
        return 1.0
    b = b + (float(np.median(a)) - float(np.median(b)))
    return float((np.abs(a - b) > MOVED).mean())


def changed(before: Image, after: Image) -> NDArray[np.bool_] | None:
    """Where the table differs from how it was before the roll; None when the photos are of two tables.

    The answer is a grid of at most COMPARED cells a side. Small camera motion between the photos is compensated by
    registration; a change of brightness is left out.
    """
    before, after = (smaller(image, COMPARED) for image in (before, after))
    earlier = _laid_on(before, after)
    if earlier is None or float(earlier[1].mean()) < 1 - OTHER_TABLE:
        return None
    picture, inside = earlier
    a, b = (cv2.GaussianBlur(v, (0, 0), 1.5).astype(np.float32) for v in (picture, after))
    b = b + (np.median(a[inside], 0) - np.median(b[inside], 0))
    # Edges that lie a pixel off are no change: the nearest of the neighbours counts.
    near = np.ones((5, 5), np.uint8)
    off = np.maximum(b - cv2.dilate(a, near), cv2.erode(a, near) - b).max(2)
    moved = np.asarray((off > MOVED) | ~inside)
    return None if float(moved.mean()) > OTHER_TABLE else moved


class Rests:
    """The table each time it came to rest: as it lies now, and as it lay before something on it moved."""

    def __init__(self) -> None:
        self.before: Image | None = None
        self.now: Image | None = None

    def add(self, image: Image) -> None:
        """Another frame of rest; a camera that shook over the same table makes no new one."""
        if self.now is None:
            self.now = image
            return
        moved = changed(self.now, image)
        if moved is None:
            self.before, self.now = None, image
            return
        y, x = (max(1, round(RIM * side)) for side in moved.shape)
        inner = np.ascontiguousarray(moved[y:-y, x:-x], np.uint8)
        if cv2.erode(inner, np.ones((CLUMP, CLUMP), np.uint8)).any():
            self.before, self.now = self.now, image


def _laid_on(before: Image, after: Image) -> tuple[Image, NDArray[np.bool_]] | None:
    """The earlier photo registered to the later one's frame, and the mask of its valid pixels; None when it fails."""
    h, w = after.shape[:2]
    if before.shape == after.shape and motion(before, after) < OTHER_TABLE / 4:
        return before, np.ones((h, w), np.bool_)
    points, words = [], []
    for image in (before, after):
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        keys, found = cv2.ORB.create(800).detectAndCompute(grey, np.full_like(grey, 255))
        if found is None or len(keys) < LEAST_MARKS:
            return None
        points.append(np.array([key.pt for key in keys], np.float32))
        words.append(found)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(*words)
    one, two = (
        np.array([points[k][i] for i in rows], np.float32)
        for k, rows in enumerate(([p.queryIdx for p in pairs], [p.trainIdx for p in pairs]))
    )
    if len(pairs) < LEAST_MARKS:
        return None
    m, held = cv2.findHomography(one, two, cv2.RANSAC, 4.0)
    if m is None or int(held.sum()) < LEAST_MARKS:
        return None
    seen = cv2.warpPerspective(np.full(before.shape[:2], 255, np.uint8), m, (w, h)) == 255
    return np.asarray(cv2.warpPerspective(before, m, (w, h))), seen
