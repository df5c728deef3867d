"""Where dice may be: peaks of a heat map over the photo, at two sizes so that no die is too large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision import nets
from vision.dice.levels import Levels, levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

FULL, SMALL = 640, 224
STRIDE = 4
LOWEST = 0.1
MOST = 60
LARGE = 110
"""From this size in the full view the small view knows better."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place that looks like a die, and how much so."""

    x: float
    y: float
    w: float
    h: float
    score: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def size(self) -> float:
        return max(self.w, self.h)


Run = Callable[["Floats"], "Floats"]


def _finder(batch: Floats) -> Floats:
    return nets.run("finder", batch)


def find(image: Image | Levels, lowest: float = LOWEST, run: Run = _finder, full: int = FULL) -> list[Found]:
    """Places of dice, the likeliest first."""
    photo = image if isinstance(image, Levels) else levels(image)
    size = (int(photo.full.shape[1]), int(photo.full.shape[0]))
    seen = _shrunk(photo.smallest, full)
    scale = seen.shape[1] / size[0]
    # The small view speaks only of dice that are large in the full one, and the other way round.
    found = [f for f in _view(seen, size, lowest, run) if f.size * scale < LARGE * 1.6]
    found += [f for f in _view(_shrunk(seen, SMALL), size, lowest, run) if f.size * scale > LARGE * 0.8]
    return _distinct(sorted(found, key=lambda f: -f.score))[:MOST]


def _shrunk(image: Image, side: int) -> Image:
    h, w = image.shape[:2]
    scale = side / max(h, w)
    if scale >= 1.0:
        return image
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _view(seen: Image, size: tuple[int, int], lowest: float, run: Run) -> list[Found]:
    """Peaks in one view, in pixels of the photo of that size."""
    sh, sw = seen.shape[:2]
    kx, ky = size[0] / sw, size[1] / sh
    pw, ph = -(-sw // 32) * 32, -(-sh // 32) * 32
    canvas = np.full((ph, pw, 3), 114, np.uint8)
    canvas[:sh, :sw] = seen
    out = run(cv2.dnn.blobFromImage(canvas, 1 / 255.0) - np.float32(0.5))[0]
    heat = 1 / (1 + np.exp(-out[0]))
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > lowest)
    found = []
    for y, x in np.argwhere(peak).tolist():
        dx, dy, lw, lh = out[1:, y, x].tolist()
        bw, bh = 32 * float(np.exp(min(lw, 4.0))), 32 * float(np.exp(min(lh, 4.0)))
        cx, cy = (x + 0.5 + dx) * STRIDE, (y + 0.5 + dy) * STRIDE
        if cx > sw + 2 or cy > sh + 2:
            continue
        found.append(Found((cx - bw / 2) * kx, (cy - bh / 2) * ky, bw * kx, bh * ky, float(heat[y, x])))
    return found


def overlap(a: Found, b: Found) -> float:
    """Shared area over joint area."""
    w = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    h = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    if w <= 0 or h <= 0:
        return 0.0
    return w * h / (a.w * a.h + b.w * b.h - w * h)


def _distinct(found: list[Found]) -> list[Found]:
    """One place per die: a weaker one that covers a stronger one is the same die."""
    kept: list[Found] = []
    for f in found:
        for k in kept:
            near = max(abs(f.centre[0] - k.centre[0]) / k.w, abs(f.centre[1] - k.centre[1]) / k.h)
            if overlap(f, k) > 0.45 or (near < 0.3 and overlap(f, k) > 0.15):
                break
        else:
            kept.append(f)
    return kept
