"""Things laid on a picture, with the shadows they throw."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def shadowed(image: NDArray[Any], cover: NDArray[Any], at: tuple[int, int], away: NDArray[Any], dark: float) -> None:
    """The shadow of what covers the picture there: a dark rim all round, and a softer part away from the lamp."""
    size = max(cover.shape)
    pad = int(size * 0.6) + 2
    wide = cv2.copyMakeBorder(cover, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0.0)
    contact = cv2.GaussianBlur(wide, (0, 0), max(0.6, 0.04 * size))
    move = np.array([[1, 0, away[0] * size], [0, 1, away[1] * size]], np.float32)
    cast = cv2.GaussianBlur(cv2.warpAffine(wide, move, wide.shape[::-1]), (0, 0), max(0.8, 0.1 * size))
    shade = 1 - np.clip(np.maximum(0.6 * contact, cast) * dark, 0, 0.9)
    x, y = at[0] - pad, at[1] - pad
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(image.shape[1], x + shade.shape[1]), min(image.shape[0], y + shade.shape[0])
    if x1 > x0 and y1 > y0:
        image[y0:y1, x0:x1] *= shade[y0 - y : y1 - y, x0 - x : x1 - x, None]


def painted(image: NDArray[Any], rgb: NDArray[Any], cover: NDArray[Any], at: tuple[int, int]) -> None:
    """A layer with its cover over the picture."""
    x, y = at
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(image.shape[1], x + cover.shape[1]), min(image.shape[0], y + cover.shape[0])
    if x1 > x0 and y1 > y0:
        part = (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
        image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - cover[part][..., None]) + rgb[part]
