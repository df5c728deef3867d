"""The colour of a die by name, whatever lamp stands over the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tableside.core.readings import Alternative

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.images import Image

    Floats = NDArray[np.float32]

# Typical bodies as seen under white light, red green blue; some names have a light and a dark kind.
_KNOWN: dict[str, tuple[tuple[int, int, int], ...]] = {
    "white": ((240, 240, 240), (215, 215, 215), (238, 230, 205)),
    "black": ((25, 25, 25), (52, 52, 55)),
    "grey": ((130, 130, 130), (165, 165, 168), (95, 95, 98)),
    "red": ((190, 35, 40), (225, 45, 45), (130, 25, 30)),
    "orange": ((240, 125, 30), (220, 95, 25)),
    "yellow": ((245, 210, 40), (210, 180, 50), (250, 240, 120)),
    "green": ((45, 140, 60), (20, 85, 45), (110, 190, 80)),
    "blue": ((30, 85, 180), (70, 140, 220), (20, 45, 110)),
    "purple": ((110, 50, 140), (75, 30, 95), (150, 100, 190)),
    "pink": ((235, 120, 170), (245, 165, 190), (225, 80, 140)),
    "brown": ((120, 75, 45), (85, 55, 35), (150, 100, 65)),
}
NAMES = tuple(_KNOWN)
_SPREAD = 7.0  # Lab units over which a name fades; on dice in straying shades as often wrong as it says
_LAMPS = 0.3  # how far lamps stray from the first guess
_PULL = 6.0  # Lab units a die may miss its colour by before the lamp is doubted
_WARMTHS = np.linspace(-0.6, 0.7, 27)


def _lab(bgr: NDArray[Any]) -> Floats:
    return np.asarray(cv2.cvtColor(bgr.reshape(1, -1, 3).astype(np.float32), cv2.COLOR_BGR2LAB)[0], np.float32)


_PROTOTYPES = [(name, rgb) for name, rgbs in _KNOWN.items() for rgb in rgbs]
_OWNERS = [name for name, _ in _PROTOTYPES]
_POINTS = _lab(np.array([rgb[::-1] for _, rgb in _PROTOTYPES], np.float32) / 255)


def names(image: Image, bodies: Sequence[Floats], among: Sequence[str] = ()) -> list[tuple[Alternative, ...]]:
    """The names that fit the colour of each die of the photo, best first, only those in play when they are given.

    Each lamp under which the table may stand has its say, by how well it suits the table and all the dice.
    """
    if not bodies:
        return []
    allowed = [n for n in NAMES if n in among] or list(NAMES)
    gains, weight = _lamps(image, bodies, allowed)
    near = _near((np.stack(bodies) * gains[:, None]).reshape(-1, 3), allowed).reshape(len(gains), len(bodies), -1)
    chance = np.exp((near.min(axis=2, keepdims=True) - near) / _SPREAD)
    mean = np.tensordot(weight, chance / chance.sum(axis=2, keepdims=True), axes=1)
    ranked = [sorted(zip(row.tolist(), allowed, strict=True), reverse=True)[:4] for row in mean]
    return [tuple(Alternative(n, round(p, 4)) for p, n in row) for row in ranked]


def _lamps(image: Image, bodies: Sequence[Floats], among: Sequence[str]) -> tuple[Floats, Floats]:
    """What each lamp, from cold to warm, must be multiplied with to be white, and how likely it is that one."""
    step = max(1, max(image.shape[:2]) // 160)
    pixels = image[::step, ::step].reshape(-1, 3).astype(np.float32) / 255
    good = pixels[(pixels.max(1) < 0.985) & (pixels.max(1) > 0.08)]
    if len(good) < 50:
        return np.ones((1, 3), np.float32), np.ones(1, np.float32)
    seen = (good**6).mean(0) ** (1 / 6)
    # Lamps differ from warm to cold; a green or purple cast is the table's own colour.
    guess = float(np.clip(np.log(seen[2] / seen[0]), -0.5, 0.7)) * 0.5
    # A dark table is not a dim room: no die is brighter than white.
    light = min(0.92 / float(np.quantile(good.max(1), 0.97)), 1 / max(float(np.stack(bodies).max()), 0.1))
    gains = np.stack([_gains(float(warm), float(np.clip(light, 0.9, 1.8))) for warm in _WARMTHS])
    near = _near((np.stack(bodies) * gains[:, None]).reshape(-1, 3), among).min(axis=1).reshape(len(gains), -1)
    cost = ((_WARMTHS - guess) / _LAMPS) ** 2 + np.minimum(near, 30.0).sum(axis=1) / _PULL
    weight = np.exp(cost.min() - cost)
    return gains, np.asarray(weight / weight.sum(), np.float32)


def _gains(warm: float, bright: float) -> Floats:
    return (np.array([np.exp(warm / 2), 1.0, np.exp(-warm / 2)]) * bright).astype(np.float32)


def _near(colours: Floats, among: Sequence[str]) -> Floats:
    """How far each colour is from the nearest known body of each of these names."""
    weights = np.array([0.6, 1.0, 1.0], np.float32)  # light and shade matter less than hue
    difference = (_lab(np.clip(colours, 0, 1))[:, None] - _POINTS[None]) * weights
    apart = np.linalg.norm(difference, axis=2)
    return np.stack([apart[:, [o == n for o in _OWNERS]].min(axis=1) for n in among], axis=1)


def body(image: Image, quad: Floats) -> Floats:
    """The main colour inside a quadrilateral, pips and glare left out; blue green red, 0 to 1."""
    side = 24
    target = np.array([(0, 0), (side - 1, 0), (side - 1, side - 1), (0, side - 1)], np.float32)
    centre = quad.mean(0)
    shrunk = (centre + (quad - centre) * 0.92).astype(np.float32)
    turn = cv2.getPerspectiveTransform(shrunk, target)
    patch = cv2.warpPerspective(image, turn, (side, side), borderMode=cv2.BORDER_REPLICATE)
    pixels = patch.reshape(-1, 3).astype(np.float32) / 255
    lab = _lab(pixels)
    # The body is the densest colour: pips are fewer, glare is narrow.
    seeds = lab[np.argsort(lab[:, 0])[:: len(lab) // 16]]
    near = ((lab[None] - seeds[:, None]) ** 2).sum(2) < 12**2
    return np.asarray(np.median(pixels[near[int(near.sum(1).argmax())]], 0), np.float32)
