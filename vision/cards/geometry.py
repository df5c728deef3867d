"""Corners, turns and the frame every card of one shape is brought to before it is compared."""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

# What a picture, a grid of numbers and a list of points hold is said by their names; OpenCV types them all alike.
Image = NDArray[Any]
Grid = NDArray[Any]
Points = NDArray[Any]

FRAMES: Final = {"rect": (144, 208), "square": (168, 168), "round": (176, 176), "hex": (160, 184)}
"""Width and height of the upright frame, in pixels; multiples of CELL."""
CELL: Final = 8
DISCS: Final = ("round", "hex")
"""Shapes that may lie at any angle; the others have four turns."""


@cache
def frame_corners(shape: str) -> Points:
    """The frame's corners, clockwise from the top left."""
    w, h = FRAMES[shape]
    return _fixed(np.array([(0, 0), (w, 0), (w, h), (0, h)], float))


def _fixed(points: Points) -> Points:
    """The same points, never to be changed: they are handed out again and again."""
    points.flags.writeable = False
    return points


def through(m: Points, points: Points) -> Points:
    """Points sent through a homography."""
    out = points @ m[:, :2].T + m[:, 2]
    far = out[:, 2:]
    return np.asarray(out[:, :2] / (far if np.abs(far).min() > 1e-9 else np.where(np.abs(far) < 1e-9, 1e-9, far)))


def from_quad(quad: Points, shape: str) -> Points:
    """The homography from the frame to the photo that puts the frame's corners on the quad's."""
    m = cv2.getPerspectiveTransform(frame_corners(shape).astype(np.float32), np.asarray(quad, np.float32))
    return np.asarray(m, float)


def from_hexagon(corners: Points, shape: str = "hex") -> Points:
    """The homography from the frame to the photo for six corners, clockwise from the top one."""
    w, h = FRAMES[shape]
    ideal = np.array([(w / 2, 0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0, 3 * h / 4), (0, h / 4)], np.float32)
    m, _ = cv2.findHomography(ideal, np.asarray(corners, np.float32), 0)
    return np.asarray(m, float) if m is not None else np.eye(3)


def turned(m: Points, shape: str, quarter: int) -> Points:
    """The same place with the card's top a number of quarter turns further clockwise."""
    if quarter % 4 == 0:
        return m
    out = m @ _quarters(shape, quarter % 4)
    return np.asarray(out / out[2, 2])


@cache
def _quarters(shape: str, quarter: int) -> Points:
    """Within the frame: its corners moved on by this many."""
    return _fixed(from_quad(frame_corners(shape)[(np.arange(4) + quarter) % 4], shape))


def spun(shape: str, degrees: float) -> Points:
    """Within the frame: a turn clockwise about its centre."""
    w, h = FRAMES[shape]
    t = np.radians(degrees)
    c, s = np.cos(t), np.sin(t)
    return np.array([[c, -s, w / 2 - c * w / 2 + s * h / 2], [s, c, h / 2 - s * w / 2 - c * h / 2], [0, 0, 1.0]])


def rectify(photo: Image, m: Points, shape: str) -> Image:
    """What lies under the frame, upright."""
    return np.asarray(
        cv2.warpPerspective(
            photo, m, FRAMES[shape], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
    )


def angle_of(quad: Points) -> float:
    """Degrees clockwise from upright in the photo, from 0 up to 360."""
    top = quad[1] - quad[0] + quad[2] - quad[3]
    return float(np.degrees(np.arctan2(top[1], top[0])) % 360)


def turn_of(angle: float) -> int:
    """The nearest quarter turn."""
    return int(round(angle / 90) % 4) * 90


def outline_of(m: Points, shape: str) -> Points:
    """The card's edge in the photo: four corners, six, or a ring of points."""
    return through(m, _frame_edge(shape))


@cache
def _frame_edge(shape: str) -> Points:
    w, h = FRAMES[shape]
    if shape == "round":
        t = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        return _fixed(np.stack([w / 2 + w / 2 * np.cos(t), h / 2 + h / 2 * np.sin(t)], 1))
    if shape == "hex":
        return _fixed(np.array([(w / 2, 0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0, 3 * h / 4), (0, h / 4)]))
    return frame_corners(shape)


def box_of(points: Points) -> tuple[float, float, float, float]:
    """The upright box around some points: x, y, width, height."""
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return float(x0), float(y0), float(x1 - x0), float(y1 - y0)


def area(points: Points) -> float:
    """The area of a polygon."""
    return float(cv2.contourArea(points.astype(np.float32)))


def about_middle(shape: str, k: float) -> Points:
    """Takes a shape's frame to one so many times as large, about the same middle."""
    w, h = FRAMES[shape]
    return np.array([[k, 0, w * (1 - k) / 2], [0, k, h * (1 - k) / 2], [0, 0, 1.0]])


def sane(m: Points, shape: str, size: tuple[int, int]) -> bool:
    """Whether the place can be a card in a photo of this size: convex, not folded, not absurd."""
    far = 4 * max(size)
    quad: list[tuple[float, float]] = []
    # Asked of every outline of a photo, and of every step into register: plain numbers are quicker than arrays of four.
    (a, b, c), (d, e, f), (g, h, i) = m.tolist()
    for x, y in frame_corners(shape).tolist():
        near = g * x + h * y + i
        if not abs(near) > 1e-9:
            return False
        quad.append(((a * x + b * y + c) / near, (d * x + e * y + f) / near))
    if not all(abs(v) <= far for point in quad for v in point):
        return False
    step = [(quad[k - 3][0] - quad[k][0], quad[k - 3][1] - quad[k][1]) for k in range(4)]
    if not all(step[k][0] * step[k - 3][1] > step[k][1] * step[k - 3][0] for k in range(4)):
        return False
    sides = [hypot(*way) for way in step]
    pairs = (sides[0] / sides[2], sides[1] / sides[3])
    return min(sides) > 8 and all(0.45 < p < 2.2 for p in pairs)


_MASKS: dict[str, Grid] = {}


def mask_of(shape: str) -> Grid:
    """Where in the frame the card is: 1 inside, 0 outside; the outermost rim is left out, it shows the table."""
    if shape not in _MASKS:
        w, h = FRAMES[shape]
        mask = np.zeros((h, w), np.uint8)
        if shape == "round":
            cv2.circle(mask, (w // 2, h // 2), int(w * 0.47), 1, -1)
        elif shape == "hex":
            ring = (outline_of(np.eye(3), "hex") - (w / 2, h / 2)) * 0.94 + (w / 2, h / 2)
            cv2.fillPoly(mask, [np.round(ring).astype(np.int32)], 1)
        else:
            x, y = int(w * 0.035), int(h * 0.03)
            mask[y : h - y, x : w - x] = 1
        _MASKS[shape] = mask.astype(np.float32)
    return _MASKS[shape]
