"""What each die shows: a crop goes to the reader, what may be a die twice, and the answers are averaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision import nets
from vision.dice.find import Found
from vision.dice.pyramid import Levels, levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

SIDE = 80
CONTEXT = 1.9
"""A crop's side in die sizes: wide enough for the shadow, and for the neighbours that a printed face has."""
MIDDLE = 0.35
"""The share of a crop that lies on the top face."""
NONE, OTHER = 0, 7
"""Classes beside the values one to six: no die at all, and a die that shows something else than pips."""
CLASSES = 8


@dataclass(frozen=True, slots=True)
class Look:
    """The reader's logits for one place, averaged over views, how far the views differ, the top face and its colour."""

    found: Found
    logits: Floats
    spread: float
    quad: Floats  # 4 x 2, photo pixels
    tint: tuple[float, ...] = (0.0, 0.0, 0.0)  # Lab


Run = Callable[["Floats"], "Floats"]
VIEWS: tuple[tuple[bool, float], ...] = ((False, 1.0), (True, 1.06))
"""Mirrored or not (pips do not mind), and how much farther."""
MANY = 16
"""Only so many places, the most doubtful, are looked at again."""
NOTHING = -0.01
"""What is no die at the first glance, this surely, is not looked at again."""


def _reader(batch: Floats) -> Floats:
    return nets.run("reader", batch)


def look(image: Image | Levels, places: Sequence[Found], run: Run = _reader, views: int | None = None) -> list[Look]:
    """Read every place."""
    if not places:
        return []
    photo = image if isinstance(image, Levels) else levels(image)
    crops = _crops(photo, places, VIEWS[0][1])
    first = _ask(crops, VIEWS[0][0], run)
    again = [i for i, out in enumerate(first) if _logs(out)[NONE] < NOTHING]
    again = sorted(again, key=lambda i: float(_logs(first[i]).max()))[:MANY]
    n = views or len(VIEWS)
    seen = {i: [first[i]] for i in range(len(places))}
    for flip, zoom in VIEWS[1:n] if again else ():
        for i, out in zip(again, _ask(_crops(photo, [places[i] for i in again], zoom), flip, run)):
            seen[i].append(out)
    return [_look(f, seen[i], tint) for (i, f), tint in zip(enumerate(places), _tints(crops))]


def _crops(photo: Levels, places: Sequence[Found], zoom: float) -> list[Image]:
    return [photo.crop(f.centre, f.size * CONTEXT * zoom, SIDE) for f in places]


def _tints(crops: Sequence[Image]) -> list[tuple[float, ...]]:
    """The main colour in the middle of each crop, where the top face is; pips are the smaller part of it."""
    a, b = round(SIDE * (1 - MIDDLE) / 2), round(SIDE * (1 + MIDDLE) / 2)
    main = np.median(np.stack(crops)[:, a:b, a:b].reshape(len(crops), -1, 3), 1).astype(np.float32) / 255
    return [tuple(lab) for lab in cv2.cvtColor(main[None], cv2.COLOR_BGR2LAB)[0].tolist()]


def _ask(crops: Sequence[Image], flip: bool, run: Run) -> Floats:
    """What the reader says of every crop."""
    batch = np.stack([c[:, ::-1] for c in crops] if flip else crops).transpose(0, 3, 1, 2)
    return run(np.ascontiguousarray(batch.astype(np.float32) / np.float32(255.0) - np.float32(0.5)))


def _logs(out: Floats) -> Floats:
    """Logarithms of the chances of all classes."""
    z = out[:CLASSES] - out[:CLASSES].max()
    return np.asarray(z - np.log(np.exp(z).sum()), np.float32)


def _look(f: Found, outs: Sequence[Floats], tint: tuple[float, ...]) -> Look:
    """All views of one place together."""
    logs = np.stack([_logs(out) for out in outs])
    chances = np.exp(logs)
    spread = float(np.abs(chances - chances.mean(0)).sum(1).max())
    quad = _corners(outs) * (f.size * CONTEXT) + np.array(f.centre, np.float32)
    return Look(f, logs.mean(0), spread, quad.astype(np.float32), tint)


def _corners(outs: Sequence[Floats]) -> Floats:
    """The mean of all views' corners, each view's named as in the first."""
    first = outs[0][CLASSES:].reshape(4, 2) * VIEWS[0][1]
    every = [first]
    for out, (flip, zoom) in zip(outs[1:], VIEWS[1:]):
        ring = out[CLASSES:].reshape(4, 2) * zoom
        if flip:
            ring = ring[::-1] * np.array([-1, 1], np.float32)
        every.append(min((np.roll(ring, k, 0) for k in range(4)), key=lambda r: float(np.abs(r - first).sum())))
    return np.asarray(np.mean(every, 0), np.float32)
