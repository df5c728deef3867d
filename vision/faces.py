"""Faces of your own: photograph each face of a die once, and later rolls are read against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Alternative, DieKind
from vision.dice.crop import crop
from vision.dice.find import Found, find
from vision.photo import BadPhoto

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

SIDE = 40
TURNS = 36
ZOOMS = (0.86, 1.0, 1.16)
REACH = 0.62
"""How much of a die's box the middle of its top face fills."""
ALIKE = 0.62
"""Two views of one face seldom correlate less than this."""
SHARP = 14.0
UNKNOWN_MASS = 0.08


@dataclass(frozen=True, slots=True)
class Sample:
    """One view of a face: edges and hues of a disc round its middle, in unit length."""

    value: int | str
    look: Floats


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a die as enrolled; a corrected reading adds a sample."""

    samples: tuple[Sample, ...] = ()
    digits: bool = False
    _bank: dict[str, Floats] = field(default_factory=dict, compare=False, repr=False)

    def learned(self, value: int | str, image: Image, place: Found | None = None) -> Faces:
        """With one more view of a face; without a place the photo must show one die."""
        where = place or only_die(image)
        return Faces((*self.samples, Sample(value, _disc(image, where, 0.0, 1.0))), self.digits)

    @property
    def values(self) -> tuple[int | str, ...]:
        return tuple(dict.fromkeys(s.value for s in self.samples))

    def likeness(self, image: Image, place: Found) -> Mapping[int | str, float]:
        """How alike the die's top is to each face, at its best turn and size, 0 to 1."""
        if not self.samples:
            return {}
        views = np.stack([_disc(image, place, 360 * t / TURNS, z) for z in ZOOMS for t in range(TURNS)])
        if "all" not in self._bank:
            self._bank["all"] = np.stack([s.look for s in self.samples])
        best = (self._bank["all"] @ views.T).max(1)
        out: dict[int | str, float] = {}
        for s, b in zip(self.samples, best.tolist()):
            out[s.value] = max(out.get(s.value, 0.0), b)
        return out

    def read(
        self, image: Image, place: Found, pips: tuple[Alternative, ...], allowed: Sequence[int | str] = ()
    ) -> tuple[DieKind, tuple[Alternative, ...]]:
        """The enrolled face on top with its rivals; nothing when none is like it, the pips when those are clear."""
        if pips and pips[0].p > 0.97:
            return DieKind.PIPS, pips
        alike = self.likeness(image, place)
        if allowed:
            alike = {v: a for v, a in alike.items() if v in allowed} or alike
        kind = DieKind.DIGITS if self.digits else DieKind.CUSTOM
        if not alike or max(alike.values()) < ALIKE - 0.12:
            return DieKind.UNKNOWN, ()
        top = max(alike.values())
        weight = {v: float(np.exp(SHARP * (a - top) / (1.01 - min(top, 0.9)) * 0.5)) for v, a in alike.items()}
        stranger = UNKNOWN_MASS * float(np.exp(SHARP * (ALIKE - top)))
        total = sum(weight.values()) + stranger
        ranked = sorted(((w / total, v) for v, w in weight.items()), key=lambda pair: -pair[0])
        return kind, tuple(Alternative(v, round(p, 4)) for p, v in ranked if p >= 0.004)


def enrol(photos: Mapping[int | str, Image], digits: bool = False) -> Faces:
    """Faces from one photo of each, every photo showing one die with that face on top."""
    faces = Faces((), digits)
    for value, image in photos.items():
        faces = faces.learned(value, image)
    return faces


def only_die(image: Image) -> Found:
    """The die of a photo that shows just one."""
    places = find(image)
    if not places:
        raise BadPhoto(text("vision.no_dice"))
    return places[0]


def _disc(image: Image, place: Found, turn: float, zoom: float) -> Floats:
    """The middle of the die, turned: where it differs from its surroundings in light and hue."""
    side = SIDE * 2
    patch = crop(image, place.centre, place.size * REACH * 1.5 * zoom, side)
    if turn:
        m = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), turn, 1.0)
        patch = np.asarray(
            cv2.warpAffine(patch, m, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
    inner = patch[side // 6 : side - side // 6, side // 6 : side - side // 6]
    small = cv2.cvtColor(cv2.resize(inner, (SIDE, SIDE), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    lab = np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.9), np.float32)
    high = lab - np.asarray(cv2.GaussianBlur(lab, (0, 0), SIDE / 5), np.float32)
    high *= _MASK[..., None]
    for c in range(3):
        high[..., c] -= high[..., c].sum() / _MASK.sum() * _MASK
    high[..., 1:] *= 0.7
    flat = high.ravel()
    return np.asarray(flat / max(1e-6, float(np.linalg.norm(flat))), np.float32)


_GRID = np.linspace(-1, 1, SIDE, dtype=np.float32)
_MASK = np.clip((1.0 - np.hypot(_GRID[None, :], _GRID[:, None])) * 5, 0, 1).astype(np.float32)
