"""What is new or missing on a card: is it print of the card's own kind, as on a sibling, or a thing lying there?"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.compare import Comparison
from vision.cards.geometry import CELL, Grid
from vision.cards.sample import Look, midmost

DIFFERENT: Final = 0.6
"""Cells that differ more than this are new, missing or changed."""
LARGE: Final = 1200
"""A difference of more numbers than this is compared half as finely."""
STEPS: Final = np.array([32.0, 14.0, 14.0], np.float32)
"""How wide the bins of the palette are, of lightness and of both colour axes."""
SPECK: Final = 3
"""Fewer cells than this are too little to look like a symbol."""


def own_ink(seen: Look, known: Look, result: Comparison) -> float:
    """Of what is new on the card, the share in the card's own colours: a sibling's print is, a die seldom."""
    h, w = seen.half.shape[:2]
    fresh = (result.differs > 0.5).astype(np.uint8)
    if not fresh.any():
        return 0.0
    where = cv2.resize(fresh, (w, h), interpolation=cv2.INTER_NEAREST) > 0
    pixels = seen.tone[where][np.abs(seen.half[where]).sum(axis=1) > 18]
    if len(pixels) < 12:
        return 0.0
    if known.palette is None:
        known.palette = _palette(known)
    shift = midmost(known.tone[::2, ::2].reshape(-1, 3)) - midmost(seen.tone[::2, ::2].reshape(-1, 3))
    return float(known.palette[_bins((pixels + shift) / STEPS)].mean())


def _palette(known: Look) -> Grid:
    """Which bins of colour the print of a card falls into, or nearly."""
    own = known.tone[np.abs(known.half).sum(axis=2) > 14]
    counts = np.bincount(_bins(own / STEPS), minlength=11 * 22 * 22)
    near = cv2.dilate((counts > max(3.0, 0.004 * len(own))).astype(np.uint8).reshape(11 * 22, 22), np.ones((1, 3)))
    wide = near.reshape(11, 22, 22)
    wide = np.maximum(wide, np.maximum(np.roll(wide, 1, 1), np.roll(wide, -1, 1)))
    wide = np.maximum(wide, np.maximum(np.roll(wide, 1, 0), np.roll(wide, -1, 0)))
    return np.asarray(wide.reshape(-1))


def _bins(colours: Grid) -> NDArray[np.int64]:
    """The bin of the palette each colour falls into."""
    light, green, blue = (colours + 1).astype(np.int64).T
    return np.asarray((np.clip(light, 0, 10) * 22 + np.clip(green, 0, 21)) * 22 + np.clip(blue, 0, 21), np.int64)


def own_symbol(seen: Look, known: Look, result: Comparison) -> tuple[float, float]:
    """How much the largest difference looks like print elsewhere on the card, and its size as a share of the card.

    A sibling has one symbol more or one less, and the others look just like it; a die looks like none of them.
    """
    n, _, stats, _ = cv2.connectedComponentsWithStats((result.differs > DIFFERENT).astype(np.uint8), connectivity=8)
    if n < 2:
        return 0.0, 0.0
    x, y, w, h, count = (int(v) for v in stats[1 + int(stats[1:n, cv2.CC_STAT_AREA].argmax())])
    step = CELL // 2
    high, wide = seen.half.shape[:2]
    x0, y0, x1, y1 = max(0, x * step - 2), max(0, y * step - 2), (x + w) * step + 2, (y + h) * step + 2
    size = count / result.differs.size
    if count < SPECK or x1 - x0 > 0.7 * wide or y1 - y0 > 0.7 * high:
        return 0.0, size
    new, old = seen.half[y0:y1, x0:x1], known.half[y0:y1, x0:x1]
    more = float((new * new).sum()) > float((old * old).sum())
    part, where = (new, known.half) if more else (old, seen.half)
    if part.size > LARGE:
        part, where = (cv2.resize(v, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for v in (part, where))
    return _found_in(part, where), size


def _found_in(part: Grid, where: Grid) -> float:
    """How well a part fits at its best place in a picture, upright or upside down: 1 the same, 0 unrelated.

    Upside down is the same product with the other conjugate, so both ways cost little more than one.
    """
    (h, w), (high, wide) = part.shape[:2], where.shape[:2]
    even = part - part.mean(axis=(0, 1))
    large = cv2.copyMakeBorder(even, 0, high - h, 0, wide - w, cv2.BORDER_CONSTANT)
    waves = [(cv2.dft(a), cv2.dft(b)) for a, b in zip(cv2.split(where), cv2.split(large), strict=True)]
    both = (np.sum([cv2.mulSpectrums(a, b, 0, conjB=way) for a, b in waves], axis=0) for way in (True, False))
    upright, down = (cv2.idft(product, flags=cv2.DFT_SCALE) for product in both)
    upright, down = upright[: high - h + 1, : wide - w + 1], down[h - 1 :, w - 1 :]
    squares = (where * where).sum(axis=2)
    sums, power = (
        cv2.boxFilter(v, -1, (w, h), anchor=(0, 0), normalize=False)[: high - h + 1, : wide - w + 1]
        for v in (where, squares)
    )
    spread = np.maximum(power - (sums * sums).sum(axis=2) / (w * h), 1.0) * max(float((even * even).sum()), 1.0)
    return float((np.maximum(upright, down) / np.sqrt(spread)).max())
