"""A large photo at half, quarter and so on: cheap to make once, and each die is cut where it is just large enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.crop import crop

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

LONGEST = 1600
"""Photos up to this side have one level only."""
ENOUGH = 0.8


@dataclass(frozen=True, slots=True)
class Levels:
    """The photo and its halvings, the full one first."""

    images: tuple[Image, ...]

    @property
    def full(self) -> Image:
        return self.images[0]

    @property
    def smallest(self) -> Image:
        return self.images[-1]

    def at_least(self, side: int) -> Image:
        """The smallest level whose longer side has so many pixels, or the full photo."""
        return next((image for image in reversed(self.images) if max(image.shape[:2]) >= side), self.full)

    def crop(self, centre: tuple[float, float], side: float, out: int) -> Image:
        """A square round the centre, given in pixels of the full photo."""
        level, factor = 0, 1
        while level + 1 < len(self.images) and out / side * factor * 2 < ENOUGH:
            level, factor = level + 1, factor * 2
        x, y = (centre[0] + 0.5) / factor - 0.5, (centre[1] + 0.5) / factor - 0.5
        return crop(self.images[level], (x, y), side / factor, out)


def levels(image: Image) -> Levels:
    """Halve until the longer side is small enough."""
    images = [image]
    while max(images[-1].shape[:2]) > LONGEST:
        h, w = images[-1].shape[:2]
        even = images[-1][: h // 2 * 2, : w // 2 * 2]
        images.append(np.asarray(cv2.resize(even, (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8))
    return Levels(tuple(images))
