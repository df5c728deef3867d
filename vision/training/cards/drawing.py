"""Pens for invented cards: colours, symbols, pictures and words."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator

SCALE = 2  # everything is drawn twice as large and shrunk, which smooths its edges
WIDE, HIGH = 300, 420
SHIFT = 4


@dataclass(frozen=True, slots=True)
class Drawn:
    """One invented card: its name, its shape, and its picture, upright and filling the frame."""

    id: str
    shape: str
    image: Image
    symmetric: bool = False


def hue(
    rng: Rng, low: float = 0.0, high: float = 1.0, sat: tuple[int, int] = (110, 255), val: tuple[int, int] = (70, 230)
) -> tuple[int, int, int]:
    """A random colour, blue first."""
    h = int(rng.uniform(low, high) * 179) % 180
    pixel = np.array([[[h, rng.integers(*sat), rng.integers(*val)]]], np.uint8)
    b, g, r = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def polygon(image: Image, points: NDArray[np.floating], colour: tuple[int, int, int], width: int = -1) -> None:
    """A filled or outlined polygon with smooth edges; points in pixels."""
    fixed = np.round(points * 2**SHIFT).astype(np.int32)
    if width < 0:
        cv2.fillPoly(image, [fixed], colour, cv2.LINE_AA, SHIFT)
    else:
        cv2.polylines(image, [fixed], True, colour, width, cv2.LINE_AA, SHIFT)


def outline(kind: int, n: int = 40) -> NDArray[np.float64]:
    """One of eight symbols as points within the unit circle."""
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    match kind % 8:
        case 0:
            return np.array([(0, -1), (0.6, 0), (0, 1), (-0.6, 0)], float)
        case 1:
            r = 0.62 + 0.3 * np.abs(np.cos(t)) ** 6
            return np.stack([r * np.cos(t), 0.6 * np.sin(t)], 1)
        case 2:
            return np.stack([0.9 * np.cos(t), 0.55 * np.sin(t) + 0.25 * np.cos(2 * t)], 1)
        case 3:
            return np.array([(np.sin(a), -np.cos(a)) for a in 2 * np.pi * np.arange(3) / 3], float)
        case 4:
            r = np.where(np.arange(10) % 2 == 0, 1.0, 0.42)
            a = 2 * np.pi * np.arange(10) / 10
            return np.stack([r * np.sin(a), -r * np.cos(a)], 1)
        case 5:
            x = np.array([-0.3, 0.3, 0.3, 1, 1, 0.3, 0.3, -0.3, -0.3, -1, -1, -0.3])
            y = np.array([-1, -1, -0.3, -0.3, 0.3, 0.3, 1, 1, 0.3, 0.3, -0.3, -0.3])
            return np.stack([x, y], 1)
        case 6:
            x = 0.95 * np.sin(t) ** 3
            y = -(0.8 * np.cos(t) - 0.31 * np.cos(2 * t) - 0.12 * np.cos(3 * t) - 0.06 * np.cos(4 * t))
            return np.stack([x, y], 1)
        case _:
            r = 0.75 + 0.22 * np.cos(4 * t)
            return np.stack([r * np.cos(t), r * np.sin(t)], 1)


def symbol(
    image: Image,
    kind: int,
    centre: tuple[float, float],
    size: float,
    colour: tuple[int, int, int],
    fill: int = 2,
    turn: float = 0.0,
    width: int = 6,
    hatch: int = 7,
) -> None:
    """A symbol, open (0), striped (1) with about as many stripes as `hatch`, or solid (2)."""
    c, s = np.cos(turn), np.sin(turn)
    points = outline(kind) @ np.array([[c, s], [-s, c]]) * size + np.array(centre)
    if fill == 2:
        polygon(image, points, colour)
        return
    if fill == 1:
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255)
        step = max(5, int(size / hatch))
        stripes = (np.arange(image.shape[1]) % step) < max(2, step // 3)
        image[(mask > 0) & stripes[None, :]] = colour
    polygon(image, points, colour, width)


def picture(rng: Rng, w: int, h: int, detail: float = 1.0) -> Image:
    """An invented picture: sky, blobs, figures and strokes."""
    a, b = np.array(hue(rng), float), np.array(hue(rng, val=(20, 200)), float)
    ramp = np.linspace(0, 1, h)[:, None, None] if rng.random() < 0.7 else np.linspace(0, 1, w)[None, :, None]
    out = np.ascontiguousarray(np.broadcast_to(a * (1 - ramp) + b * ramp, (h, w, 3)).astype(np.uint8))
    for cells, strength in ((4, 50), (14, 30), (40, 22)):
        grain = rng.normal(0, 1, (max(2, cells * h // max(w, h)), max(2, cells * w // max(w, h)), 3)).astype(np.float32)
        grown = cv2.resize(grain, (w, h), interpolation=cv2.INTER_CUBIC)
        out = np.clip(out + grown * strength * detail * rng.uniform(0.3, 1.0), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(4, 14) * detail) + 1):
        centre = (rng.uniform(0, w), rng.uniform(0, h))
        size = rng.uniform(0.05, 0.33) * min(w, h)
        colour = hue(rng, sat=(30, 255), val=(10, 255))
        kind = rng.integers(0, 10)
        if kind < 6:
            n = int(rng.integers(3, 9))
            angles = np.sort(rng.uniform(0, 2 * np.pi, n))
            radius = rng.uniform(0.4, 1.2, n) * size
            polygon(
                out, np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], 1), colour
            )
        elif kind < 8:
            cv2.ellipse(
                out,
                (int(centre[0]), int(centre[1])),
                (int(size), int(size * rng.uniform(0.3, 1))),
                rng.uniform(0, 180),
                0,
                360,
                colour,
                -1,
                cv2.LINE_AA,
            )
        else:
            end = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
            cv2.line(out, (int(centre[0]), int(centre[1])), end, colour, int(rng.integers(2, 12)), cv2.LINE_AA)
    return out


def words(
    rng: Rng,
    image: Image,
    x: int,
    y: int,
    w: int,
    h: int,
    size: float,
    colour: tuple[int, int, int],
    title: bool = False,
) -> None:
    """Lines of invented words in a box."""
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)
    font = fonts[int(rng.integers(0, len(fonts)))]
    step, line = int(34 * size), y + int(26 * size)
    while line < y + h:
        row = ""
        goal = w * (rng.uniform(0.4, 0.9) if title else rng.uniform(0.55, 0.98))
        while cv2.getTextSize(row, font, size, 1)[0][0] < goal:
            row += "".join(chr(97 + int(rng.integers(0, 26))) for _ in range(int(rng.integers(2, 9)))) + " "
        while row and cv2.getTextSize(row, font, size, 1)[0][0] > w:
            row = row[:-1]
        cv2.putText(image, row.title() if title else row, (x, line), font, size, colour, 2, cv2.LINE_AA)
        line += step
        if title:
            return


def blank(rng: Rng, w: int, h: int, colour: tuple[int, int, int]) -> Image:
    """Card stock: one colour with the faintest grain."""
    out = np.full((h, w, 3), colour, np.float32) + rng.normal(0, 1.5, (h, w, 1))
    return np.clip(out, 0, 255).astype(np.uint8)


def shrink(image: Image) -> Image:
    """The picture at its final size."""
    smaller = cv2.resize(image, (image.shape[1] // SCALE, image.shape[0] // SCALE), interpolation=cv2.INTER_AREA)
    out: Image = np.asarray(smaller, np.uint8)
    return out
