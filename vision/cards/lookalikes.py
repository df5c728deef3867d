"""Cards that are easily taken for one another, and the region that tells them apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from tableside.core.moves import Text, text
from tableside.core.readings import Box, CardReading
from vision.cards.compare import compare
from vision.cards.geometry import CELL, FRAMES, Grid, Image, from_quad, rectify
from vision.cards.sample import Look, Sample, look_of

ALIKE: Final = 0.55
"""Prints less alike than this are told apart at a glance."""
SAME: Final = 0.35
WORST: Final = 1.2
"""Two photos that leave less than this unexplained, and nowhere differ more than that, may be of one card."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A known card that looks like the new one: they differ only here."""

    id: str
    likeness: float
    region: Box
    """Where they differ: x, y, width, height as shares of the upright card."""
    same: bool
    """So alike that it may be the very same card."""

    @property
    def text(self) -> Text:
        return text("vision.card_same" if self.same else "vision.card_alike", card=self.id)


def twins(sample: Sample, rows: list[tuple[str, Sample]], most: int = 3) -> tuple[Twin, ...]:
    """The cards among these that look like the sample, the most alike first."""
    best: dict[str, Twin] = {}
    scores = [float(np.vdot(sample.print, other.print)) for _, other in rows]
    for i in np.argsort(scores)[::-1][: 3 * most]:
        if scores[i] < ALIKE:
            break
        id, other = rows[int(i)]
        result = compare(look_of(sample), look_of(other), sample.shape)
        left = result["unexplained"]
        same = left < SAME and result["patch"] < WORST
        twin = Twin(id, max(scores[i], 1 - left), _region(result.differs, sample.shape), same)
        if id not in best or best[id].likeness < twin.likeness:
            best[id] = twin
    return tuple(sorted(best.values(), key=lambda t: -t.likeness)[:most])


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card of a photo beside those it may be, all upright, and the region in which they differ."""

    seen: Image
    known: tuple[tuple[str, Image], ...]
    region: Box


def doubt(image: Image, card: CardReading, samples: Iterable[tuple[str, Sample]], most: int = 2) -> Doubt | None:
    """What to show when it is asked which card this is; none when no card is known that it may be.

    Of two that are known the region is where those differ; of one, where it differs from the photo.
    """
    names = [str(one.value) for one in card.alternatives or card.maybe]
    first = {id: sample for id, sample in reversed(tuple(samples)) if id in names and sample.shape == card.shape}
    known = [(id, first[id]) for id in names if id in first][:most]
    if not known:
        return None
    best, lying = known[0][1], known[0][1].lying
    corners = np.array(card.quad, float)
    # Taken straight from a much larger picture the print would be ragged.
    shrink = min(1.0, 1.5 * FRAMES[card.shape][1] / float(np.hypot(*(corners[3] - corners[0]))))
    if shrink < 1:
        image, corners = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), corners * shrink
    seen = rectify(image, from_quad(np.roll(corners, 1, axis=0) if lying else corners, card.shape), card.shape)
    other = look_of(known[1][1]) if len(known) > 1 else Look(seen, card.shape)
    x, y, w, h = _region(compare(other, look_of(best), card.shape).differs, card.shape)
    # A card wider than high is kept a quarter turn on; it is shown as it lies.
    pictures = [(id, np.rot90(sample.picture) if lying else sample.picture) for id, sample in known]
    return Doubt(np.rot90(seen) if lying else seen, tuple(pictures), (y, 1 - x - w, h, w) if lying else (x, y, w, h))


def _region(differs: Grid, shape: str) -> Box:
    """The box around the cells that differ most."""
    w, h = FRAMES[shape]
    smooth = cv2.blur(differs, (2, 2))
    ys, xs = np.nonzero(smooth > 0.5 * smooth.max())
    if not len(xs):
        return 0.0, 0.0, 1.0, 1.0
    x0, y0 = xs.min() * CELL / w, ys.min() * CELL / h
    x1, y1 = (xs.max() + 1) * CELL / w, (ys.max() + 1) * CELL / h
    return float(x0), float(y0), float(x1 - x0), float(y1 - y0)
