"""Faces of your own: photograph each face of a die once, and later rolls are read against them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Alternative, DieKind
from vision.dice import calibration, prior
from vision.dice.classify import Look, look
from vision.dice.find import Found, find
from vision.photo import BadPhoto

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]
    Complex = NDArray[np.complex64]

SIDE, SLACK = 40, 9
LENGTH = 2 * SIDE * SIDE * 3
TURNS, RINGS = 72, 18
"""Angles and radii at which two faces are compared; all turns at once, by their Fourier transform round the middle."""
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
    _bank: dict[str, Complex] = field(default_factory=dict, compare=False, repr=False)

    def learned(self, value: int | str, image: Image, place: Found | None = None) -> Faces:
        """With one more view of a face; without a place the photo must show one die."""
        seen = _look(image, place or only_die(image))
        parts = [_upright(_flat(image, corners)) for corners in _corners(seen)]
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
            halves = np.split(np.stack([s.look for s in samples]).reshape(-1, 2, SIDE, SIDE, 3), 2, axis=1)
            for name, half in zip(("square", "disc"), halves):
                self._bank[name] = np.concatenate([_spectra(_rings(part[0], ((0, 0),), (1.0,))) for part in half])
        seen = place if isinstance(place, Look) else _look(image, place)
        best: Floats = np.zeros(len(samples), np.float32)
        for name, corners in zip(("square", "disc"), _corners(seen)):
            rings = _rings(_flat(image, corners), SHIFTS, ZOOMS)
            weight = _AREA * _FADE
            rings = (rings - (rings * weight).sum((1, 2), keepdims=True) / (weight.sum() * TURNS)) * _FADE
            views = _spectra(rings)
            best = np.maximum(best, _best_turn(self._bank[name], views))
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


def enrol_together(values: Sequence[int | str], image: Image, digits: bool = False) -> Faces:
    """Faces from one photo of several dice, `values` in reading order; raises BadPhoto when it shows fewer or more."""
    beliefs = calibration.believe(look(image, find(image)), calibration.fit())
    places = prior.choose(beliefs, (len(values),))[0]
    if len(places) != len(values):
        raise BadPhoto(text("vision.wrong_count", seen=len(places), expected=str(len(values))))
    faces = Faces((), digits)
    for value, place in zip(values, in_reading_order(places)):
        faces = faces.learned(value, image, place.look.found)
    return faces


def in_reading_order(places: Iterable[calibration.Belief]) -> list[calibration.Belief]:
    """From left to right in rows from above, a row being as high as a die."""
    rows: list[list[calibration.Belief]] = []
    for place in sorted(places, key=lambda b: b.look.found.centre[1]):
        first = rows[-1][0].look.found if rows else None
        if first is not None and place.look.found.centre[1] - first.centre[1] < 0.6 * first.size:
            rows[-1].append(place)
        else:
            rows.append([place])
    return [place for row in rows for place in sorted(row, key=lambda b: b.look.found.centre[0])]


def only_die(image: Image) -> Found:
    """The die of a photo that shows just one."""
    places = find(image)
    if not places:
        raise BadPhoto(text("vision.no_dice"))
    return places[0]


def _look(image: Image, place: Found) -> Look:
    return look(image, [place], views=2)[0]


def _corners(seen: Look) -> tuple[Floats, Floats]:
    """The top face's corners as read, and a square round its middle."""
    f = seen.found
    x, y = f.centre
    h = f.size * REACH / 2
    disc = np.array([(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)], np.float32)
    return seen.quad.astype(np.float32), disc


def _flat(image: Image, corners: Floats) -> Floats:
    """The face made square with some room round it, as differences from its surroundings in Lab."""
    side = SIDE + 2 * SLACK
    low, high = SLACK, SIDE + SLACK
    frame = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    patch = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(corners, frame), (side, side), borderMode=cv2.BORDER_REPLICATE
    )
    lab = cv2.GaussianBlur(cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32), (0, 0), 1.3)
    high_pass = np.asarray(lab, np.float32) - np.asarray(cv2.GaussianBlur(lab, (0, 0), SIDE / 5), np.float32)
    high_pass[..., 1:] *= 0.7
    return high_pass


def _upright(flat: Floats) -> Floats:
    """The disc in the middle as a unit vector, as it is kept."""
    face = flat[SLACK : SLACK + SIDE, SLACK : SLACK + SIDE] * _MASK[..., None]
    face -= face.sum((0, 1)) / _MASK.sum() * _MASK[..., None]
    return np.asarray(face / max(float(np.linalg.norm(face)), 1e-6), np.float32).ravel()


def _rings(flat: Floats, shifts: Sequence[tuple[int, int]], zooms: Sequence[float]) -> Floats:
    """The disc in the middle by angle and radius, one for each shift and size."""
    middle = (flat.shape[1] - 1) / 2
    return np.stack(
        [
            cv2.warpPolar(flat, (RINGS, TURNS), (middle + x, middle + y), SIDE / 2 / zoom, cv2.WARP_POLAR_LINEAR)
            for zoom in zooms
            for x, y in shifts
        ]
    ).astype(np.float32)


def _spectra(rings: Floats) -> Complex:
    """Unit vectors of discs, as their Fourier transforms round the middle."""
    rows = rings * np.sqrt(_AREA)
    rows /= np.maximum(np.sqrt((rows * rows).sum((1, 2, 3), keepdims=True)), 1e-6)
    return np.fft.rfft(rows.reshape(len(rows), TURNS, -1), axis=1).astype(np.complex64)


def _best_turn(bank: Complex, views: Complex) -> Floats:
    """The likeness of each face of the bank to the view, size and turn that suit it best."""
    product = views.transpose(1, 0, 2) @ bank.conj().transpose(1, 2, 0)  # frequency x views x faces
    return np.asarray(np.fft.irfft(product, TURNS, axis=0).max((0, 1)), np.float32)


_GRID = np.linspace(-1, 1, SIDE, dtype=np.float32)
_MASK = np.clip((0.95 - np.hypot(_GRID[None, :], _GRID[:, None])) * 5, 0, 1).astype(np.float32)
_RADII = (np.arange(RINGS, dtype=np.float32)[None, None, :, None] + 0.5) / RINGS
_AREA = _RADII
"""How much of the disc each ring stands for,"""
_FADE = np.clip((0.95 - _RADII) * 5, 0, 1)
"""and how much of it counts, as in _MASK."""
