"""The small print of a card: a high-pass colour thumbnail, square-grained or polar, compared by one product."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import DISCS, FRAMES, Grid, Image, Points, turned

SMALL: Final = {"rect": (24, 34), "square": (28, 28), "round": (40, 40), "hex": (40, 44)}
CHROMA: Final = 3.0
INNER: Final = 0.92
ANGLES: Final = 64
RADII: Final = tuple(np.linspace(0.16, 0.86, 11))


def lab(image: Image) -> Grid:
    """Lightness and two colour axes as numbers of about the same size."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.float32)


def _high(picture: Image, shape: str) -> Grid:
    """A picture made small, without its slow shades."""
    small = lab(np.asarray(cv2.resize(picture, SMALL[shape], interpolation=cv2.INTER_AREA)))
    high = np.asarray(small - cv2.GaussianBlur(small, (0, 0), 5.0 if shape not in DISCS else 7.0), np.float32)
    high[..., 1:] *= CHROMA
    return high


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-6))


def print_of(picture: Image, shape: str) -> NDArray[np.float32]:
    """The print of an upright card of the frame's size: one unit row, or for a disc a unit table of angles."""
    w, h = FRAMES[shape]
    x, y = round(w * (1 - INNER) / 2), round(h * (1 - INNER) / 2)
    return _print(_high(picture if shape in DISCS else picture[y : h - y, x : w - x], shape), shape)


def _print(high: Grid, shape: str) -> NDArray[np.float32]:
    if shape not in DISCS:
        return np.asarray(_unit(high.reshape(-1)))
    ring = _around(high, shape)
    ring = ring - ring.mean(axis=(0, 1), keepdims=True)
    ring *= np.sqrt(np.array(RADII) / np.mean(RADII), dtype=np.float32)[None, :, None]
    return np.asarray(_unit(ring.reshape(-1)).reshape(ANGLES, -1))


def _around(grid: Grid, shape: str) -> Grid:
    """A small picture by angle and distance from its middle."""
    w, h = SMALL[shape]
    a = 2 * np.pi * np.arange(ANGLES) / ANGLES
    r = np.array(RADII) * w / 2
    xs = (w - 1) / 2 + r[None, :] * np.cos(a)[:, None]
    ys = (h - 1) / 2 + r[None, :] * np.sin(a)[:, None]
    return np.asarray(cv2.remap(grid, xs.astype(np.float32), ys.astype(np.float32), cv2.INTER_LINEAR))


def print_mask(shown: Grid, shape: str) -> NDArray[np.float32]:
    """Which numbers of a print come from where the card shows: 1, else 0."""
    w, h = FRAMES[shape]
    x, y = round(w * (1 - INNER) / 2), round(h * (1 - INNER) / 2)
    part = shown if shape in DISCS else shown[y : h - y, x : w - x]
    small = np.asarray(cv2.resize(part, SMALL[shape], interpolation=cv2.INTER_AREA) > 0.9, np.float32)
    grains = _around(small, shape) if shape in DISCS else small
    return np.repeat(np.asarray(grains > 0.9, np.float32).reshape(-1), 3)


def place_print(photo: Image, m: Points, shape: str) -> NDArray[np.float32]:
    """The print of what lies at a place, straight from the photo."""
    w, h = FRAMES[shape]
    bw, bh = 2 * SMALL[shape][0], 2 * SMALL[shape][1]
    inner = INNER if shape not in DISCS else 1.0
    scale = np.array([[w * inner / bw, 0, w * (1 - inner) / 2], [0, h * inner / bh, h * (1 - inner) / 2], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpPerspective(photo, m @ scale, (bw, bh), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return _print(_high(picture, shape), shape)


def turn_prints(photo: Image, m: Points, shape: str, lying: bool = True) -> NDArray[np.float32]:
    """The prints of what lies at a place in its four turns (rect, square), as rows; or in the two upright ones."""
    ways = [place_print(photo, way, shape) for way in ((m, turned(m, shape, 1)) if lying else (m,))]
    return np.stack([*ways, *map(backwards, ways)])


def backwards(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The print, or which of its numbers show, of the same card upside down."""
    return np.ascontiguousarray(rows.reshape(-1, 3)[::-1]).reshape(-1)


def spectrum(ring: NDArray[np.float32]) -> NDArray[np.complex64]:
    """A polar print by frequency, so that all angles are compared at once."""
    return np.asarray(np.fft.rfft(ring, axis=0), np.complex64)


def spin_scores(
    query: NDArray[np.complex64], gallery: NDArray[np.complex64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For every enrolled disc: the best likeness over all angles, and that angle in degrees clockwise."""
    cross = np.einsum("fk,nfk->nf", query, gallery.conj(), optimize=True)
    curve = np.fft.irfft(cross, n=ANGLES, axis=1).astype(np.float32)
    best = curve.argmax(axis=1)
    rows = np.arange(len(curve))
    left, mid, right = curve[rows, best - 1], curve[rows, best], curve[rows, (best + 1) % ANGLES]
    bend = left - 2 * mid + right
    shift = np.where(np.abs(bend) > 1e-9, 0.5 * (left - right) / np.where(np.abs(bend) > 1e-9, bend, 1), 0)
    return mid, ((best + shift) * (360 / ANGLES)).astype(np.float32)
