"""What each die shows: a crop goes to the reader, what may be a die up to three times, and the answers are averaged."""

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

SIDE = 80
CONTEXT = 1.9
"""A crop's side in die sizes: wide enough for the shadow, and for the neighbours that a printed face has."""
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
NOTHING = -0.01
"""What is no die at the first glance, this surely, is not looked at again."""


def _reader(batch: Floats) -> Floats:
    return nets.run("reader", batch)


def look(image: Image | Levels, places: Sequence[Found], run: Run = _reader, views: int | None = None) -> list[Look]:
    """Read every place."""
    if not places:
        return []
    photo = image if isinstance(image, Levels) else levels(image)
    first = _view(photo, places, VIEWS[0], run)
    again = [i for i, out in enumerate(first) if _logs(out)[NONE] < NOTHING]
    n = views or (3 if len(again) <= 8 else 2 if len(again) <= 16 else 1)
    seen = {i: [first[i]] for i in range(len(places))}
    for view in VIEWS[1:n] if again else ():
        for i, out in zip(again, _view(photo, [places[i] for i in again], view, run)):
            seen[i].append(out)
    return [_look(f, seen[i]) for i, f in enumerate(places)]


def _view(photo: Levels, places: Sequence[Found], view: tuple[bool, float], run: Run) -> Floats:
    """What the reader says of every place, seen this way."""
    flip, zoom = view
    crops = [photo.crop(f.centre, f.size * CONTEXT * zoom, SIDE) for f in places]
    batch = np.stack([c[:, ::-1] for c in crops] if flip else crops).transpose(0, 3, 1, 2)
    return run(np.ascontiguousarray(batch.astype(np.float32) / np.float32(255.0) - np.float32(0.5)))


def _logs(out: Floats) -> Floats:
    """Logarithms of the chances of all classes."""
    z = out[:CLASSES] - out[:CLASSES].max()
    return np.asarray(z - np.log(np.exp(z).sum()), np.float32)


def _look(f: Found, outs: Sequence[Floats]) -> Look:
    """All views of one place together."""
    logs = np.stack([_logs(out) for out in outs])
    chances = np.exp(logs)
    spread = float(np.abs(chances - chances.mean(0)).sum(1).max())
    quad = _corners(outs) * (f.size * CONTEXT) + np.array(f.centre, np.float32)
    return Look(f, logs.mean(0), spread, quad.astype(np.float32))


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
