"""Where dice may be: peaks of a heat map over the photo, at two sizes so that no die is too large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision import nets
from vision.dice.pyramid import Levels, levels
from vision.images import smaller

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

FULL, SMALL, LEAST, FINE = 640, 224, 112, 1280
"""Longer sides of the views, in pixels: the usual one, two for dice that fill the frame, one for small dice."""
STRIDE = 4
LOWEST = 0.1
FAINT = 0.03
"""From this heat a small place is worth a finer look."""
MOST = 60
LARGE = 110
"""From this size in the full view the small view knows better,"""
TINY = 24
"""and below this one the fine view does."""
HOT = 0.3
KIND = 0.55
"""With hot places about, only what has at least this share of their size is looked at finer."""
ROOM = 96
"""How far round a small place the fine view reaches, in its own pixels."""
WORTH = 4 / 3
"""A photo not so much larger than the usual view has no more to show."""
COVERED = 0.5
"""When the finer looks would cover more of the photo than this, all of it is looked at."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place that looks like a die: its box in photo pixels, and the heat of its peak, 0 to 1."""

    x: float
    y: float
    w: float
    h: float
    score: float
    scale: float = 1.0
    """Pixels of the view it was found in per pixel of the photo."""

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def size(self) -> float:
        return max(self.w, self.h)

    @property
    def seen(self) -> float:
        """Size in pixels of the view it was found in."""
        return self.size * self.scale


Run = Callable[["Floats"], "Floats"]
Region = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of a view."""


def _finder(batch: Floats) -> Floats:
    return nets.run("finder", batch)


def find(image: Image | Levels, lowest: float = LOWEST, run: Run = _finder, full: int = FULL) -> list[Found]:
    """Places of dice, the likeliest first; where they are small, from a second look at twice the resolution."""
    photo = image if isinstance(image, Levels) else levels(image)
    width = int(photo.full.shape[1])
    seen = smaller(photo.smallest, full)
    full_scale = scale = seen.shape[1] / width
    # The small view speaks only of dice that are large in the full one, and the other way round.
    found = [f for f in _view(seen, scale, min(FAINT, lowest), run) if f.seen < LARGE * 1.6]
    for side in (SMALL, LEAST):
        seen = smaller(seen, side)
        larger, scale = scale, seen.shape[1] / width
        fits = (f for f in _view(seen, scale, lowest, run) if f.size * larger > LARGE * 0.8)
        found += [f for f in fits if f.seen < LARGE * 1.6 or side == LEAST]
    if full_scale < full / FINE * 1.5 and full < FINE:
        found = _finer(photo, found, lowest, run)
    return _distinct(sorted((f for f in found if f.score > lowest), key=lambda f: -f.score))[:MOST]


def _finer(photo: Levels, found: list[Found], lowest: float, run: Run) -> list[Found]:
    """Replaces what is tiny by what the fine view says of those regions; all of it when nothing was seen."""
    hot = [f.size for f in found if f.score > HOT]
    # Dice of one roll are of a kind: specks beside large hot dice are no dice.
    least = KIND * float(np.median(hot)) if hot else 0.0
    tiny = [f for f in found if f.seen < TINY and f.size > least]
    if hot and not tiny:
        return found
    fresh = _fine(photo, tiny if hot else None, lowest, run)
    return [f for f in found if f not in tiny] + [f for f in fresh if f.size > least]


def closer(photo: Levels, found: Sequence[Found], lowest: float = LOWEST, run: Run = _finder) -> list[Found]:
    """The places after a look at all of the photo in the fine view, which says what is there of what is small."""
    if max(photo.full.shape[:2]) < FULL * WORTH:
        return list(found)
    fresh = _fine(photo, None, lowest, run)
    rest = [f for f in found if f.size * FULL / max(photo.full.shape[:2]) >= TINY]
    return _distinct(sorted([*rest, *fresh], key=lambda f: -f.score))[:MOST]


def _fine(photo: Levels, round_about: Sequence[Found] | None, lowest: float, run: Run) -> list[Found]:
    """What the fine view says of the regions round these places, or of all the photo."""
    view = smaller(photo.at_least(FINE), FINE)
    h, w = view.shape[:2]
    scale = w / photo.full.shape[1]
    whole = (0, 0, w, h)
    regions = [whole] if round_about is None else _regions(round_about, scale, w, h)
    if sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in regions) > COVERED * w * h:
        regions = [whole]
    fresh = []
    for x0, y0, x1, y1 in regions:
        part = _view(np.ascontiguousarray(view[y0:y1, x0:x1]), scale, lowest, run)
        fresh += [replace(f, x=f.x + x0 / scale, y=f.y + y0 / scale) for f in part if f.seen < LARGE]
    return fresh


def _regions(places: Sequence[Found], scale: float, width: int, height: int) -> list[Region]:
    """Disjoint regions of the view round these places, each of a size the network takes without padding."""
    out: list[Region] = []
    for f in places:
        x, y = f.centre[0] * scale, f.centre[1] * scale
        left, top, right, bottom = (int(v // 32) * 32 for v in (x - ROOM, y - ROOM, x + ROOM + 31, y + ROOM + 31))
        region: Region = (left, top, right, bottom)
        while touching := [r for r in out if _touch(r, region)]:
            out = [r for r in out if r not in touching]
            x0, y0, x1, y1 = zip(*touching, region)
            region = (min(x0), min(y0), max(x1), max(y1))
        out.append(region)
    return [(max(0, a), max(0, b), min(width, c), min(height, d)) for a, b, c, d in out]


def _touch(a: Region, b: Region) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _view(seen: Image, scale: float, lowest: float, run: Run) -> list[Found]:
    """Peaks in one view, in pixels of the photo; `scale`: pixels of the view per pixel of the photo."""
    sh, sw = seen.shape[:2]
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
        bx, by = (cx - bw / 2) / scale, (cy - bh / 2) / scale
        found.append(Found(bx, by, bw / scale, bh / scale, float(heat[y, x]), scale))
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
