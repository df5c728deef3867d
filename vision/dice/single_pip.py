"""Whether a face read as one pip really shows one round spot, and not a digit, a letter or an emblem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

SIDE = 64
INNER = 0.12
"""The rim of a face that is left out, as a share of its side: corners are read a little off."""
NEAR = 0.2
"""How far from the middle, as a share of the side, the spot may lie."""
SMALLEST, LARGEST = 0.006, 0.24
"""Share of the face a spot fills."""
SOLID = 0.86
"""Least share of its convex hull a spot fills: digits have bays,"""
HOLE = 0.12
"""and zeros, sixes, eights and nines have holes."""
LONG = 1.75
"""Longest spot, length by width, seen at the slant of a photo."""
RIVAL = 0.4
"""Another mark on the face, this large beside the spot, speaks against a lone pip."""


def shows_single_pip(image: Image, quad: Floats) -> bool:
    """Whether the face in this quadrilateral of the photo bears one compact spot in its middle and nothing else."""
    frame = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    flat = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), frame)
    patch = cv2.warpPerspective(image, flat, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(cv2.GaussianBlur(patch, (0, 0), 1.0).astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    rim = round(SIDE * INNER)
    face: Floats = np.asarray(lab, np.float32)[rim:-rim, rim:-rim]
    apart = np.linalg.norm(face - np.median(face.reshape(-1, 3), axis=0), axis=2)
    n = len(apart)
    gy, gx = np.mgrid[0:n, 0:n] - (n - 1) / 2
    near = np.hypot(gx, gy) < SIDE * NEAR
    peak = float(np.quantile(apart[near], 0.97))
    if peak < 6:
        return False  # no contrast: nothing can be said to be a pip
    marks = (apart > peak / 2).astype(np.uint8)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(marks, connectivity=8)
    middles = [i for i in range(1, count) if np.hypot(*(centres[i] - (n - 1) / 2)) < SIDE * NEAR]
    if not middles:
        return False
    spot = max(middles, key=lambda i: stats[i, cv2.CC_STAT_AREA])
    area = float(stats[spot, cv2.CC_STAT_AREA])
    if not SMALLEST < area / SIDE**2 < LARGEST or not _compact((labels == spot).astype(np.uint8), area):
        return False
    core = slice(round(n * 0.08), n - round(n * 0.08))
    others = np.bincount(labels[core, core].ravel(), minlength=count)
    return not any(others[i] > RIVAL * area for i in range(1, count) if i != spot)


def _compact(mask: Image, area: float) -> bool:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    ring = max(contours, key=cv2.contourArea)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, [ring], -1, 1, -1)
    outer = float(filled.sum())
    hull = np.zeros_like(mask)
    cv2.fillConvexPoly(hull, cv2.convexHull(ring), 1)
    (_, (a, b), _) = cv2.minAreaRect(ring)
    long = (max(a, b) + 1) / (min(a, b) + 1)
    return outer / float(hull.sum()) > SOLID and 1 - area / outer < HOLE and long < LONG
