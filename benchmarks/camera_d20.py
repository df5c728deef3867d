"""Dice of twenty faces for `benchmarks.camera`: drawn as they lie, and taught to the camera face by face."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from models.owned_records import OwnersCopy
from models.store import Store
from tableside.core import registry
from vision.dice.custom_faces import enrol
from vision.stored_samples import face_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Image = NDArray[np.uint8]

FACES = 20
GOLD = (1 + 5**0.5) / 2
PAINT = {
    "orange": (40, 120, 225),
    "black": (45, 42, 40),
    "pink": (180, 120, 235),
    "brown": (45, 70, 110),
    "white": (228, 230, 232),
}
LIGHT = np.array([-0.35, -0.45, 0.82])
PRINT, FINE = 200, 4
"""Pixels of a face's own picture, and how many times finer a die is drawn than it is shown."""
CLOTH = (96, 120, 88)
WIDE = 150.0
"""How wide the die is in a photo of it alone."""
COLOUR = "white"


@cache
def _solid() -> tuple[Floats, tuple[tuple[int, int, int], ...]]:
    """Corners on the unit ball, and the faces that have a number each, counted from 1."""
    corners = [(0, a, b * GOLD) for a in (-1, 1) for b in (-1, 1)]
    corners = [turned for x, y, z in corners for turned in ((x, y, z), (z, x, y), (y, z, x))]
    points = np.array(corners, float) / np.hypot(1, GOLD)
    edge = min(float(np.linalg.norm(a - b)) for a, b in combinations(points, 2))
    near = [[float(np.linalg.norm(a - b)) < edge * 1.01 for b in points] for a in points]
    found = [f for f in combinations(range(12), 3) if all(near[a][b] for a, b in combinations(f, 2))]
    # From outside the corners go round the same way on every face.
    return points, tuple(f if np.linalg.det(points[list(f)]) > 0 else (f[0], f[2], f[1]) for f in found)


def _up(value: int, turn: float) -> Floats:
    """All corners with this face on top, turned about the upright by so many degrees."""
    points, faces = _solid()
    mine = points[list(faces[value - 1])]
    z = mine.mean(0) / np.linalg.norm(mine.mean(0))
    x = mine[0] - z * float(mine[0] @ z)
    x /= np.linalg.norm(x)
    a = np.radians(turn)
    spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    return np.asarray(points @ np.stack([x, np.cross(z, x), z]).T @ spin.T)


@cache
def _printed(value: int, colour: str) -> Image:
    """A face laid flat: its number upright in a triangle that stands on its base; 6 and 9 have a dot."""
    paint = np.array(PAINT[colour], float)
    ink = (25, 25, 25) if paint.mean() > 120 else (235, 235, 235)
    image = np.full((PRINT, PRINT, 3), paint, np.uint8)
    words = f"{value}." if value in (6, 9) else str(value)
    scale = 2.6 if len(words) == 1 else 2.1
    (w, h), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_DUPLEX, scale, 7)
    at = (int((PRINT - w) / 2), int(PRINT * 0.64 + h / 2))
    cv2.putText(image, words, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, 7, cv2.LINE_AA)
    return image


CORNERS = np.array([(PRINT / 2, 0), (PRINT, PRINT), (0, PRINT)], np.float32)
"""Where the corners of a face lie in its own picture."""


def roll(image: Image, at: tuple[float, float], value: int, colour: str, wide: float, turn: float) -> Image:
    """The photo with such a die lying in it, seen from above, with its shadow."""
    points, (_, faces) = _up(value, turn), _solid()
    side = int(2.6 * wide)
    flat = (points[:, :2] * wide / 2 * FINE + side * FINE / 2).astype(np.float32)
    drawn = np.zeros((side * FINE, side * FINE, 3), np.float32)
    covers = np.zeros((side * FINE, side * FINE), np.uint8)
    for number, face in enumerate(faces, 1):
        normal = points[list(face)].mean(0)
        normal /= np.linalg.norm(normal)
        if normal[2] <= 0.05:
            continue
        ring = flat[list(face)]
        m = cv2.getAffineTransform(CORNERS, ring)
        print_ = cv2.warpAffine(_printed(number, colour), m, drawn.shape[1::-1], flags=cv2.INTER_AREA).astype(
            np.float32
        )
        mask = np.zeros(covers.shape, np.uint8)
        cv2.fillConvexPoly(mask, ring.astype(np.int32), 1)
        lit = 0.45 + 0.6 * max(0.0, float(normal @ (LIGHT / np.linalg.norm(LIGHT))))
        drawn[mask > 0] = (print_.astype(np.float32) * lit)[mask > 0]
        cv2.polylines(
            drawn, [ring.astype(np.int32)], True, [float(c) * lit * 0.8 for c in PAINT[colour]], 3, cv2.LINE_AA
        )
        covers |= mask
    small = cv2.resize(drawn, (side, side), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(covers.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)[..., None]
    x0, y0 = round(at[0] - side / 2), round(at[1] - side / 2)
    made = image.astype(np.float32)
    part = made[y0 : y0 + side, x0 : x0 + side]
    shadow = np.roll(cv2.GaussianBlur(alpha[..., 0], (0, 0), wide * 0.07), (int(wide * 0.1), int(wide * 0.12)), (0, 1))
    part *= 1 - 0.45 * shadow[..., None]
    part[:] = part * (1 - alpha) + small * alpha
    return np.asarray(np.clip(made, 0, 255), np.uint8)


@cache
def taught() -> OwnersCopy:
    """A copy of the game whose die the camera has seen once with each face on top."""
    rng = np.random.default_rng(20)
    copy = OwnersCopy(Store.open("sqlite://"), registry.find("kaosz_galaktika"))
    for value in range(1, FACES + 1):
        cloth = np.asarray(np.clip(np.full((480, 640, 3), CLOTH) + rng.normal(0, 4, (480, 640, 3)), 0, 255), np.uint8)
        photo = roll(cloth, (320, 240), value, COLOUR, WIDE, float(rng.uniform(0, 360)))
        copy.add_look(str(value), b"", face_bytes(enrol({value: photo}).samples[0]), "face")
    return copy
