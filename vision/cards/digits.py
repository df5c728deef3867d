"""Numbers printed on a card: dark or light strokes of one height, each told by a small network."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import Grid, Image

WIDE, HIGH = 16, 24
"""A digit as the network sees it."""
NONE: Final = 10
"""The class of what is no digit."""
TALL: Final = (0.028, 0.11)
"""How high a digit is, as a share of the card."""
SIDE: Final = 640
"""The card's longer side while its digits are sought."""
SURE: Final = 0.5
"""What is less likely a digit than this is none."""

Floats = NDArray[np.float32]


@cache
def _network() -> tuple[Floats, ...]:
    """Weights and biases of both layers."""
    with resources.files("vision").joinpath("weights", "digits.npz").open("rb") as file:
        data = np.load(file, allow_pickle=False)
        return tuple(np.asarray(data[name], np.float32) for name in ("w1", "b1", "w2", "b2"))


def told(patches: Floats) -> Floats:
    """How likely each patch (n x HIGH x WIDE, strokes 1 on 0) is each digit, or none (the last)."""
    w1, b1, w2, b2 = _network()
    out = np.maximum(patches.reshape(len(patches), -1) @ w1 + b1, 0) @ w2 + b2
    out = np.exp(out - out.max(axis=1, keepdims=True))
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def patch_of(strokes: Grid) -> Floats:
    """A glyph (0 to 255) cut to its strokes and laid into a patch, as wide as it is high there."""
    h, w = strokes.shape
    scale = min((WIDE - 2) / w, (HIGH - 2) / h)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = cv2.resize(strokes, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    out = np.zeros((HIGH, WIDE), np.float32)
    y, x = (HIGH - size[1]) // 2, (WIDE - size[0]) // 2
    out[y : y + size[1], x : x + size[0]] = small / 255
    return out


def numbers_in(card: Image, part: tuple[float, float, float, float]) -> list[tuple[int, float]]:
    """The numbers in a part of an upright card, from the top, each with how likely it is right."""
    scale = SIDE / max(card.shape[:2])
    grey = cv2.cvtColor(cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), cv2.COLOR_BGR2GRAY)
    h, w = grey.shape
    x, y = int(part[0] * w), int(part[1] * h)
    piece = grey[y : y + int(part[3] * h), x : x + int(part[2] * w)]
    glyphs = [glyph for ink in (piece, 255 - piece) for glyph in _glyphs(ink, h)]
    if not glyphs:
        return []
    chances = told(np.stack([patch for _, patch in glyphs]))
    found = [
        (box, int(row[:NONE].argmax()), float(row[:NONE].max()))
        for (box, _), row in zip(glyphs, chances, strict=True)
        if row[:NONE].max() > SURE
    ]
    return [(value, p) for _, value, p in sorted(_numbers(_apart(found)))]


Box = tuple[int, int, int, int]
Digit = tuple[Box, int, float]


def _glyphs(ink: Grid, high: int) -> list[tuple[Box, Floats]]:
    """Blobs darker than what is around them, of a digit's size, each as a patch."""
    size = int(0.09 * high) | 1
    dark = cv2.adaptiveThreshold(ink, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, size, 12)
    n, labels, stats, _ = cv2.connectedComponentsWithStats(dark)
    out = []
    for k in range(1, n):
        x, y, w, h, count = (int(v) for v in stats[k])
        if not TALL[0] * high < h < TALL[1] * high or not 0.15 * h < w < 1.1 * h or count < 0.12 * w * h:
            continue
        if x == 0 or y == 0 or x + w == ink.shape[1] or y + h == ink.shape[0]:
            continue
        mine = np.where(labels[y : y + h, x : x + w] == k, 255, 0).astype(np.uint8)
        out.append(((x, y, w, h), patch_of(mine)))
    return out


def _apart(found: list[Digit]) -> list[Digit]:
    """Without what lies within or upon a likelier digit: the hole of a 0, the badge around a 4."""
    out: list[Digit] = []
    for one in sorted(found, key=lambda f: -f[2]):
        x, y, w, h = one[0]
        if all(min(x + w, a + c) <= max(x, a) or min(y + h, b + d) <= max(y, b) for (a, b, c, d), _, _ in out):
            out.append(one)
    return out


def _numbers(found: list[Digit]) -> list[tuple[int, int, float]]:
    """Digits of one height side by side become one number: where it is from the top, its value and its chance."""
    left = sorted(found)
    out = []
    while left:
        row = [left.pop(0)]
        for other in list(left):
            (x, y, w, h), (a, b, _, d) = row[-1][0], other[0]
            if abs(b + d / 2 - y - h / 2) < 0.25 * h and 0.75 < d / h < 1.33 and 0 <= a - x - w < 0.5 * h:
                row.append(other)
                left.remove(other)
        value = int("".join(str(digit) for _, digit, _ in row))
        out.append((row[0][0][1], value, float(np.prod([p for _, _, p in row]))))
    return out
