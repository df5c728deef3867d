"""The readers' memory as the store keeps it: one look a row, made into a gallery of cards or a die's faces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from vision.cards.gallery import Gallery
from vision.cards.sample import DamagedCopy, Sample
from vision.dice.custom_faces import LENGTH, Faces
from vision.dice.custom_faces import Sample as Face

Row = tuple[str, bytes]
"""The card's id (or the face's value) and what was kept of one look at it."""


def gallery(rows: Iterable[Row]) -> Gallery:
    """The cards that were taught, with prints and index kept from one photo to the next; raises DamagedCopy."""
    return _gallery(tuple(rows))


@lru_cache(maxsize=2)
def _gallery(rows: tuple[Row, ...]) -> Gallery:
    return Gallery((id, Sample.from_bytes(data)) for id, data in rows)


def faces(rows: Iterable[Row]) -> Faces | None:
    """The faces that were taught, or None when there are none; a damaged look is refused."""
    samples = tuple(_face(value, data) for value, data in rows)
    return Faces(samples) if samples else None


def damaged(kind: str, data: bytes) -> bool:
    """Whether a look at a card or a die's face cannot be read."""
    try:
        (faces if kind.endswith("face") else gallery)([("1", data)])
    except DamagedCopy:
        return True
    return False


def face_bytes(face: Face) -> bytes:
    """One look at a face, to be kept."""
    return face.look.astype("<f4").tobytes()


def _face(value: str, data: bytes) -> Face:
    look = np.frombuffer(data, "<f4") if len(data) % 4 == 0 else np.zeros(0, "<f4")
    if look.size != LENGTH or not np.isfinite(look).all():
        raise DamagedCopy("copy_damaged")
    return Face(int(value) if value.lstrip("-").isdigit() else value, look.astype(np.float32))
