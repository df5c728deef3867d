"""Where the table is bare: a small network says how likely a card lies at each place, so that nobody looks in vain."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import Image
from vision.nets import run

LONG: Final = 320
"""The longer side of the picture the network sees."""
STRIDE: Final = 4
"""How many of its pixels one answer stands for."""


def fitting(image: Image) -> NDArray[np.float32]:
    """A picture as the network takes it: 3 x h x w, about 0."""
    return np.ascontiguousarray(np.asarray(image, np.float32).transpose(2, 0, 1) / 255 - 0.5)


def lying(small: Image) -> Image:
    """How likely a card lies at each pixel, from 0 to 255."""
    h, w = small.shape[:2]
    size = [max(32, 32 * round(v * LONG / max(h, w) / 32)) for v in (w, h)]
    seen = cv2.resize(small, size, interpolation=cv2.INTER_AREA)
    say = run("card_mask", fitting(seen)[None])[0, 0]
    return np.asarray(cv2.resize((255 / (1 + np.exp(-say))).astype(np.uint8), (w, h), interpolation=cv2.INTER_LINEAR))
