"""Table tops for composed photos: wood, felt, one colour, cloth, a picture, wicker and paving."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.cards.drawing import Image, Rng, hue, picture


def table(rng: Rng, w: int, h: int, ground: int | None = None) -> Image:
    """A table top: wood, felt, one colour, cloth, a picture, wicker or paving."""
    kind = int(rng.integers(0, 7))
    kind = kind if ground is None else ground
    base = np.array(hue(rng, 0.03, 0.14, (40, 170), (80, 210)), np.float32)
    if kind <= 1:
        turn = rng.random() < 0.5
        grain = rng.normal(0, 1, (h // 4, 14) if turn else (14, w // 4)).astype(np.float32)
        fine = rng.normal(0, 1, (h, 40) if turn else (40, w)).astype(np.float32)
        field = cv2.resize(grain, (w, h), interpolation=cv2.INTER_LINEAR) * rng.uniform(4, 14) + cv2.resize(
            fine, (w, h)
        ) * rng.uniform(1, 5)
        out = base + field[..., None] * np.array([0.6, 0.9, 1.1], np.float32)
        if rng.random() < 0.3:
            for x in range(0, w, int(rng.integers(120, 400))):
                out[:, x : x + 3] *= 0.7
    elif kind == 2:
        base = np.array(hue(rng, 0.25, 0.7, (90, 230), (40, 130)), np.float32)
        out = (
            base
            + rng.normal(0, 9, (h, w, 1)).astype(np.float32)
            + cv2.resize(rng.normal(0, 6, (20, 20)).astype(np.float32), (w, h))[..., None]
        )
    elif kind == 3:
        out = np.full((h, w, 3), hue(rng, sat=(0, 60), val=(30, 235)), np.float32) + rng.normal(0, 3, (h, w, 1)).astype(
            np.float32
        )
    elif kind == 4:
        step = int(rng.integers(30, 120))
        a = np.array(hue(rng, sat=(10, 160)), np.float32)
        b = a + (np.array(hue(rng, sat=(10, 160), val=(120, 250)), np.float32) - a) * rng.uniform(0.1, 0.6)
        yy, xx = np.mgrid[0:h, 0:w]
        weave = (((xx // step) % 2) * 0.5 + ((yy // step) % 2) * 0.5)[..., None]
        out = a * (1 - weave) + b * weave + rng.normal(0, 5, (h, w, 1))
    elif kind == 5:
        out = cv2.GaussianBlur(picture(rng, w, h, 0.4), (0, 0), float(rng.uniform(1, 6))).astype(np.float32)
    else:
        out = _woven(rng, w, h)
    whole: Image = np.clip(out, 0, 255).astype(np.uint8)
    return whole


def _woven(rng: Rng, w: int, h: int) -> NDArray[np.float32]:
    """Wicker or paving: the same small stones or strips over and over, each a little different."""
    wide, high = int(rng.integers(18, 70)), int(rng.integers(14, 40))
    rows, cols = h // high + 2, w // wide + 2
    base = np.array(hue(rng, 0.03, 0.14, (10, 90), (70, 200)), np.float32)
    stones = base + rng.normal(0, rng.uniform(6, 30), (rows, cols, 1)).astype(np.float32)
    out = cv2.resize(stones, (cols * wide, rows * high), interpolation=cv2.INTER_NEAREST)
    for row in range(rows):
        part: NDArray[Any] = out[row * high : (row + 1) * high]
        part[:] = np.roll(part, (row % 2) * wide // 2, axis=1)
        part[: max(2, high // 7)] *= 0.45
        for x in range((row % 2) * wide // 2, part.shape[1], wide):
            part[:, x : x + max(2, wide // 10)] *= 0.45
    grain = rng.normal(0, 6, (*out.shape[:2], 1)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(out + grain, (0, 0), 0.8), np.float32)[:h, :w]
