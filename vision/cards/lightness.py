"""A photo without its colours, as cards are laid into register with it: as fine as it is, and made smaller."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.cards.geometry import FRAMES, Image, Points, area, frame_corners, rectify, through

COARSE: Final = 2
"""How many pixels of the frame are one in the first pass."""


class Lightness:
    """The lightness of a photo."""

    def __init__(self, photo: Image) -> None:
        self._photo = photo
        self._levels: list[Image] = []

    @property
    def size(self) -> tuple[int, int]:
        """How wide and how high the photo is."""
        h, w = self._photo.shape[:2]
        return w, h

    def fine(self, m: Points, shape: str) -> Image:
        """What lies under the frame, upright."""
        # Of a photo with few cards not all of it is worth taking the colours from.
        return _under(self._levels[0], m, FRAMES[shape]) if self._levels else light_of(rectify(self._photo, m, shape))

    def coarse(self, m: Points, shape: str) -> Image:
        """The same COARSE times as small, from the photo made about as small."""
        w, h = FRAMES[shape][0] // COARSE, FRAMES[shape][1] // COARSE
        level, long = 0, float(np.sqrt(area(through(m, frame_corners(shape))) / (w * h)))
        while long > 1.5 and min(self._level(level).shape) > 64:
            level, long = level + 1, long / 2
        shrunk = 0.5**level
        # The middle of a pixel is the middle of those it stands for.
        off = (COARSE - 1) / 2
        wide = np.array([[COARSE, 0, off], [0, COARSE, off], [0, 0, 1.0]])
        small = np.array([[shrunk, 0, (shrunk - 1) / 2], [0, shrunk, (shrunk - 1) / 2], [0, 0, 1.0]])
        return _under(self._level(level), small @ m @ wide, (w, h))

    def _level(self, level: int) -> Image:
        """The photo half as large, so many times over."""
        if not self._levels:
            self._levels.append(light_of(self._photo))
        while len(self._levels) <= level:
            h, w = self._levels[-1].shape
            half = cv2.resize(self._levels[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half))
        return self._levels[level]


def light_of(picture: Image) -> Image:
    """The lightness of a picture."""
    return np.asarray(cv2.extractChannel(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), 0))


def _under(photo: Image, m: Points, size: tuple[int, int]) -> Image:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(photo, m, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))
