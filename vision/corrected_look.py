"""A thing that was misread and put right, as one more look at it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.geometry import Image
from vision.cards.sample import Sample, sample_of
from vision.dice.custom_faces import Faces
from vision.dice.find import Found
from vision.images import cut
from vision.stored_samples import face_bytes

SMALL = 48
"""A card shorter than so many pixels in the photo says too little."""
ALIKE, APART = 0.3, 0.1
"""How like its taught look a card must be in one turn, and by how much less in the others."""
CELLS = (24, 24)


def another_look(image: Image, corners: Sequence[tuple[float, float]], taught: Sample) -> tuple[Image, Sample] | None:
    """The card within these corners, turned as it was taught; none where it is too small or its turn is not clear.

    The corners begin anywhere: they are those of a card it was mistaken for, or of one nobody knew.
    """
    flat = cut(image, corners)
    if min(flat.shape[:2]) < SMALL:
        return None
    picture = np.asarray(cv2.imdecode(np.frombuffer(taught.jpeg, np.uint8), cv2.IMREAD_COLOR))
    known = _cells(np.rot90(picture) if taught.lying else picture)
    turns = [np.ascontiguousarray(np.rot90(flat, turn)) for turn in range(4)]
    likeness = [float((_cells(one) * known).mean()) for one in turns]
    second, best = sorted(likeness)[-2:]
    if best < ALIKE or best - second < APART:
        return None
    upright = turns[likeness.index(best)]
    return upright, sample_of(upright, taught.shape, taught.face)


def another_face(image: Image, box: tuple[float, float, float, float], value: int | str) -> bytes:
    """The top of the die in this box, as the reader compares it."""
    return face_bytes(Faces().learned(value, image, Found(*box, 1.0)).samples[0])


def _cells(picture: Image) -> Image:
    grey = cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2GRAY)
    cells = cv2.resize(grey, CELLS, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray((cells - cells.mean()) / max(float(cells.std()), 1e-6))
