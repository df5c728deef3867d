"""What each die shows: a crop goes to the reader, twice when there is time, and the answers are averaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision import nets
from vision.dice.find import Found
from vision.dice.levels import Levels, levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

SIDE = 64
CONTEXT = 1.5
"""A crop's side in die sizes."""
NONE, OTHER = 0, 7
"""Classes beside the values one to six: no die at all, and a die that shows something else than pips."""
CLASSES = 8


@dataclass(frozen=True, slots=True)
class Look:
    """The reader's logits for one place, averaged over views, how far the views differ, and the top face."""

    found: Found
    logits: Floats
    spread: float
    quad: Floats  # 4 x 2, photo pixels


Run = Callable[["Floats"], "Floats"]
VIEWS: tuple[tuple[bool, float], ...] = ((False, 1.0), (True, 1.06), (False, 0.94))
"""Mirrored or not (pips do not mind), and how much nearer: the more dice, the fewer views."""


def _reader(batch: Floats) -> Floats:
    return nets.run("reader", batch)


def look(image: Image | Levels, places: Sequence[Found], run: Run = _reader, views: int | None = None) -> list[Look]:
    """Read every place."""
    if not places:
        return []
    n = views or (3 if len(places) <= 8 else 2 if len(places) <= 16 else 1)
    chosen = VIEWS[:n]
    photo = image if isinstance(image, Levels) else levels(image)
    crops = []
    for flip, zoom in chosen:
        for f in places:
            c = photo.crop(f.centre, f.size * CONTEXT * zoom, SIDE)
            crops.append(c[:, ::-1] if flip else c)
    batch = np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255.0) - np.float32(0.5)
    out = run(np.ascontiguousarray(batch)).reshape(len(chosen), len(places), -1)
    logits = out[..., :CLASSES]
    logs = (
        logits
        - np.log(np.exp(logits - logits.max(2, keepdims=True)).sum(2, keepdims=True))
        - logits.max(2, keepdims=True)
    )
    mean = logs.mean(0)
    spread = np.abs(np.exp(logs) - np.exp(logs).mean(0)).sum(2).max(0)
    looks = []
    for i, f in enumerate(places):
        centre = np.array(f.centre, np.float32)
        straight = [out[v, i, CLASSES:].reshape(4, 2) * zoom for v, (flip, zoom) in enumerate(chosen) if not flip]
        quad = np.mean(straight, 0) * (f.size * CONTEXT) + centre
        looks.append(Look(f, mean[i], float(spread[i]), quad.astype(np.float32)))
    return looks
