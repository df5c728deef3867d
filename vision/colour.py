"""The colour of a die by name, whatever lamp stands over the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tableside.core.readings import Alternative

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
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


def _lab(bgr: NDArray[Any]) -> Floats:
    return np.asarray(cv2.cvtColor(bgr.reshape(1, -1, 3).astype(np.float32), cv2.COLOR_BGR2LAB)[0], np.float32)


_PROTOTYPES = [(name, rgb) for name, rgbs in _KNOWN.items() for rgb in rgbs]
_OWNERS = [name for name, _ in _PROTOTYPES]
_POINTS = _lab(np.array([rgb[::-1] for _, rgb in _PROTOTYPES], np.float32) / 255)


def lamp(image: Image, bodies: Sequence[Floats] = (), among: Sequence[str] = ()) -> Floats:
    """Gains per channel that make the light on the table white.

    Bright pixels give a first guess; the lamp under which the dice look most like named colours decides.
    """
    step = max(1, max(image.shape[:2]) // 160)
    pixels = image[::step, ::step].reshape(-1, 3).astype(np.float32) / 255
    good = pixels[(pixels.max(1) < 0.985) & (pixels.max(1) > 0.08)]
    if len(good) < 50:
        return np.ones(3, np.float32)
    seen = (good**6).mean(0) ** (1 / 6)
    # Lamps differ from warm to cold; a green or purple cast is the table's own colour.
    guess = float(np.clip(np.log(seen[2] / seen[0]), -0.5, 0.7)) * 0.5
    bright = float(np.clip(0.92 / np.quantile(good.max(1), 0.97), 0.9, 1.8))
    warmths = np.linspace(-0.6, 0.7, 27)
    cost = ((warmths - guess) / _LAMPS) ** 2
    if len(bodies):
        lit = np.stack([np.stack(bodies) * _gains(float(w), bright) for w in warmths])
        spread = _spread(lit.reshape(-1, 3), among).min(1).reshape(len(warmths), -1)
        cost += np.minimum(spread, 30.0).sum(1) / _PULL
    return _gains(float(warmths[int(np.argmin(cost))]), bright)


def _gains(warm: float, bright: float) -> Floats:
    return (np.array([np.exp(warm / 2), 1.0, np.exp(-warm / 2)]) * bright).astype(np.float32)


def _spread(colours: Floats, among: Sequence[str]) -> Floats:
    """How far each colour is from each known body of the names that may be meant."""
    points = _POINTS[[i for i, o in enumerate(_OWNERS) if not among or o in among] or slice(None)]
    weights = np.array([0.6, 1.0, 1.0], np.float32)  # light and shade matter less than hue
    difference = (_lab(np.clip(colours, 0, 1))[:, None] - points[None]) * weights
    return np.asarray(np.linalg.norm(difference, axis=2), np.float32)


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


def name(colour: Floats, gains: Floats | None = None, among: Sequence[str] = ()) -> tuple[Alternative, ...]:
    """The names that fit the colour, best first, only those in play when they are given."""
    spread = _spread((colour * (gains if gains is not None else np.float32(1.0)))[None], ())[0].tolist()
    allowed = [n for n in NAMES if n in among] or list(NAMES)
    nearest = {n: min(d for d, o in zip(spread, _OWNERS) if o == n) for n in allowed}
    floor = min(nearest.values())
    weight = {n: float(np.exp(-((d - floor) / _SPREAD))) for n, d in nearest.items()}
    total = sum(weight.values())
    ranked = sorted(((w / total, n) for n, w in weight.items()), reverse=True)
    return tuple(Alternative(n, round(p, 4)) for p, n in ranked[:4])
