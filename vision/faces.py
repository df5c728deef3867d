"""Faces of your own: photograph each face of a die once, and later rolls are read against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Alternative, DieKind
from vision.dice.face import Look, look
from vision.dice.find import Found, find
from vision.photo import BadPhoto

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]

SIDE, SLACK = 40, 5
LENGTH = 2 * SIDE * SIDE * 3
TURNS = 36
ZOOMS = (0.88, 1.0, 1.14)
SHIFTS = tuple((x, y) for x in (-4, 0, 4) for y in (-4, 0, 4))
REACH = 0.62
"""How much of a die's box the middle of its top face fills, when its corners are not known."""
ALIKE = 0.6
"""Two views of one face seldom correlate less than this."""
SHARP = 22.0
STRANGER = 1.2
"""The weight of a face never enrolled, at a likeness of ALIKE."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One view of a face: its top made square by its corners, then a plain disc for dice without four corners."""

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
        seen = _look(image, place or only_die(image))
        parts = [_views(image, corners, (0.0,), (1.0,), ((0, 0),))[0] for corners in _corners(seen)]
        return Faces((*self.samples, Sample(value, np.concatenate(parts))), self.digits)

    @property
    def values(self) -> tuple[int | str, ...]:
        return tuple(dict.fromkeys(s.value for s in self.samples))

    def likeness(self, image: Image, place: Found | Look) -> Mapping[int | str, float]:
        """How alike the die's top is to each face, at its best turn and size, 0 to 1."""
        samples = [s for s in self.samples if s.look.size == LENGTH]  # others were taught to another version
        if not samples:
            return {}
        if not self._bank:
            self._bank["all"] = np.stack([s.look for s in samples])
        banks = np.split(self._bank["all"], 2, axis=1)
        seen = place if isinstance(place, Look) else _look(image, place)
        turns = tuple(360.0 * t / TURNS for t in range(TURNS))
        best = np.zeros(len(samples), np.float32)
        for bank, corners in zip(banks, _corners(seen)):
            best = np.maximum(best, (bank @ _views(image, corners, turns, ZOOMS, SHIFTS).T).max(1))
        out: dict[int | str, float] = {}
        for s, b in zip(samples, best.tolist()):
            out[s.value] = max(out.get(s.value, 0.0), b)
        return out

    def read(
        self, image: Image, place: Found | Look, pips: tuple[Alternative, ...], allowed: Sequence[int | str] = ()
    ) -> tuple[DieKind, tuple[Alternative, ...]]:
        """The enrolled face on top with its rivals; nothing when none is like it, the pips when those are clear."""
        alike = self.likeness(image, place)
        if allowed:
            alike = {v: a for v, a in alike.items() if v in allowed} or alike
        top = max(alike.values(), default=0.0)
        if pips and pips[0].p > 0.9 and top < ALIKE + 0.15:
            return DieKind.PIPS, pips
        if top < ALIKE - 0.15:
            return DieKind.UNKNOWN, ()
        weight = {v: float(np.exp(SHARP * (a - top))) for v, a in alike.items()}
        total = sum(weight.values()) + STRANGER * float(np.exp(SHARP * (ALIKE - top)))
        ranked = sorted(((w / total, v) for v, w in weight.items()), key=lambda pair: -pair[0])
        kind = DieKind.DIGITS if self.digits else DieKind.CUSTOM
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
    looks = look(image, places[:8], views=1)
    best = max(looks, key=lambda seen: seen.found.score * (1.05 - float(np.exp(seen.logits[0]))) * seen.found.size**0.5)
    return best.found


def _look(image: Image, place: Found) -> Look:
    return look(image, [place], views=2)[0]


def _corners(seen: Look) -> tuple[Floats, Floats]:
    """The top face's corners as read, and a square round its middle."""
    f = seen.found
    x, y = f.centre
    h = f.size * REACH / 2
    disc = np.array([(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)], np.float32)
    return seen.quad.astype(np.float32), disc


def _views(
    image: Image, corners: Floats, turns: Sequence[float], zooms: Sequence[float], shifts: Sequence[tuple[int, int]]
) -> Floats:
    """The face as unit vectors, one row per turn, size and shift: where it differs from its surroundings."""
    side = SIDE + 2 * SLACK
    low, high = SLACK, SIDE + SLACK
    frame = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    flat = cv2.getPerspectiveTransform(corners, frame)
    rows = []
    for zoom in zooms:
        for turn in turns:
            spin = np.vstack([cv2.getRotationMatrix2D((side / 2, side / 2), turn, zoom), (0, 0, 1)])
            patch = cv2.warpPerspective(image, spin @ flat, (side, side), borderMode=cv2.BORDER_REPLICATE)
            lab = cv2.GaussianBlur(cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32), (0, 0), 1.3)
            high_pass = np.asarray(lab, np.float32) - np.asarray(cv2.GaussianBlur(lab, (0, 0), SIDE / 5), np.float32)
            high_pass[..., 1:] *= 0.7
            for x, y in shifts:
                rows.append(high_pass[SLACK + y : SLACK + y + SIDE, SLACK + x : SLACK + x + SIDE])
    stack = np.stack(rows) * _MASK[None, :, :, None]
    stack -= stack.sum((1, 2), keepdims=True) / _MASK.sum() * _MASK[None, :, :, None]
    vectors = stack.reshape(len(rows), -1)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, 1e-6), np.float32)


_GRID = np.linspace(-1, 1, SIDE, dtype=np.float32)
_MASK = np.clip((0.95 - np.hypot(_GRID[None, :], _GRID[:, None])) * 5, 0, 1).astype(np.float32)
