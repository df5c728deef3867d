"""One photo of one card as it is kept: a small upright picture, its print and its local marks; bytes in, bytes out."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tableside.core.errors import Complaint
from tableside.core.moves import text
from vision.cards.geometry import CELL, DISCS, FRAMES, Grid, Image, Points, mask_of
from vision.cards.thumbnail_print import ANGLES, RADII, SMALL, lab, print_of

MAGIC: Final = b"TSC1"
MARKS: Final = 140
KEPT: Final = 96
"""Samples kept ready to be compared, at most about 0.7 MB each: as many as a box laid out shows."""
_HEAD: Final = struct.Struct("<4sBBBBHIHI")  # magic, shape, lying, face, spare, aspect, picture, marks, check
SHAPES: Final = tuple(FRAMES)
FACES: Final = ("up", "down")


class DamagedCopy(Complaint):
    """Stored card data that cannot be trusted; nothing of it is used."""

    def __init__(self, reason: str) -> None:
        super().__init__(text(f"vision.{reason}"))


@dataclass(frozen=True, eq=False)
class Sample:
    """One enrolled look of a card: upright in its shape's frame."""

    shape: str
    jpeg: bytes
    marks: Grid
    """Local marks in the frame, one row each: x, y, size, angle in degrees."""
    descriptors: NDArray[np.uint8]
    aspect: float = 1.0
    lying: bool = False
    """The card is wider than high: its picture is kept a quarter turn on."""
    face: str = "up"

    @property
    def picture(self) -> Image:
        """The upright picture, as large as the frame."""
        image = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(image)

    @cached_property
    def print(self) -> NDArray[np.float32]:
        return print_of(self.picture, self.shape)

    def thumbnail(self) -> bytes:
        """The picture as PNG, the way the player sees it."""
        image = self.picture
        if self.lying:
            image = np.rot90(image)
        return bytes(cv2.imencode(".png", np.ascontiguousarray(image))[1])

    def to_bytes(self) -> bytes:
        """The sample as bytes of its own, with a check sum."""
        body = (
            self.jpeg
            + np.round(self.marks * 16).clip(-32000, 32000).astype("<i2").tobytes()
            + self.descriptors.tobytes()
        )
        body += np.round(self.print * 127 / max(1e-6, float(np.abs(self.print).max()))).astype(np.int8).tobytes()
        head = (SHAPES.index(self.shape), int(self.lying), FACES.index(self.face), 0, round(self.aspect * 10000))
        return _HEAD.pack(MAGIC, *head, len(self.jpeg), len(self.marks), zlib.crc32(body)) + body

    @staticmethod
    def from_bytes(data: bytes) -> Sample:
        """A sample from its bytes; damaged bytes are refused."""
        if len(data) < _HEAD.size:
            raise DamagedCopy("copy_cut_short")
        magic, shape, lying, face, _, aspect, picture, marks, check = _HEAD.unpack_from(data)
        body = data[_HEAD.size :]
        if magic != MAGIC:
            raise DamagedCopy("copy_not_cards")
        if zlib.crc32(body) != check or shape >= len(SHAPES) or face >= len(FACES):
            raise DamagedCopy("copy_damaged")
        kind = SHAPES[shape]
        at = picture + marks * 8
        end = at + marks * 128
        if len(body) < end:
            raise DamagedCopy("copy_cut_short")
        where = np.frombuffer(body[picture:at], "<i2").reshape(marks, 4).astype(np.float32) / 16
        words = np.frombuffer(body[at:end], np.uint8).reshape(marks, 128)
        made = Sample(kind, body[:picture], where, words, aspect / 10000, bool(lying), FACES[face])
        small = np.frombuffer(body[end:], np.int8).astype(np.float32)
        expected = print_size(kind)
        if small.size != int(np.prod(expected)):
            raise DamagedCopy("copy_damaged")
        small = small.reshape(expected)
        made.__dict__["print"] = small / max(1e-6, float(np.linalg.norm(small)))
        return made


def print_size(shape: str) -> tuple[int, ...]:
    """How large a print of this shape is."""
    return (ANGLES, len(RADII) * 3) if shape in DISCS else (SMALL[shape][0] * SMALL[shape][1] * 3,)


def local_marks(picture: Image, mask: Image | None = None, most: int = MARKS) -> tuple[Grid, Grid]:
    """Scale- and turn-proof marks of a picture: where they are, how large and how turned, and what they look like."""
    sift = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.025)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    keys, words = sift.detectAndCompute(grey, np.full_like(grey, 255) if mask is None else mask)
    if words is None or not keys:
        return np.zeros((0, 4), np.float32), np.zeros((0, 128), np.uint8)
    return np.array([(*k.pt, k.size, k.angle) for k in keys], np.float32), rooted(words)


def rooted(words: Grid) -> Grid:
    """Marks compared by the root of their shares, which weighs large and small strokes more evenly."""
    share = words / np.maximum(words.sum(axis=1, keepdims=True), 1e-6)
    return np.asarray(np.clip(np.round(np.sqrt(share) * 510), 0, 255), np.uint8)


def sample_of(card: Image, shape: str | None = None, face: str = "up") -> Sample:
    """A sample from the cut-out photo of a card, upright and filling its frame."""
    h, w = card.shape[:2]
    ratio = min(w, h) / max(w, h)
    kind = shape or ("rect" if ratio < 0.86 else "square")
    lying = kind == "rect" and w > h
    upright = np.ascontiguousarray(np.rot90(card, -1)) if lying else card
    size = FRAMES[kind]
    shrink = max(upright.shape[1] / size[0], upright.shape[0] / size[1])
    picture = np.asarray(cv2.resize(upright, size, interpolation=cv2.INTER_AREA if shrink > 1 else cv2.INTER_LINEAR))
    jpeg = bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 93])[1])
    marks, words = local_marks(picture, (mask_of(kind) * 255).astype(np.uint8))
    made = Sample(kind, jpeg, marks, words, ratio, lying, face)
    made.__dict__["print"] = print_of(picture, kind)
    return made


def midmost(rows: Grid) -> Grid:
    """The middle of each column's values, the upper one of two."""
    return np.asarray(np.partition(rows, len(rows) // 2, axis=0)[len(rows) // 2])


def slow_shades(picture: Grid) -> Grid:
    """What changes slowly over a picture: light, shadow, paper."""
    h, w = picture.shape[:2]
    cells = cv2.resize(picture, (w // CELL, h // CELL), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(cells, (0, 0), 1.4), (w, h), interpolation=cv2.INTER_LINEAR))


class Look:
    """A picture made ready to be compared pixel by pixel."""

    __slots__ = ("cells", "energy", "fine", "half", "high_pass", "points", "relief", "symbols", "tone")

    def __init__(self, picture: Image, shape: str, points: bool = True) -> None:
        colours = lab(picture)
        h, w = colours.shape[:2]
        self.tone: Grid = np.asarray(cv2.resize(colours, (w // 2, h // 2), interpolation=cv2.INTER_AREA))
        self.cells: Grid = np.asarray(cv2.resize(colours, (w // CELL, h // CELL), interpolation=cv2.INTER_AREA))
        high = colours - slow_shades(colours)
        self.high_pass: Grid = high
        self.fine: Any = None
        """Its print as duels compare it, once it was asked for."""
        self.symbols: list[tuple[Grid, Grid, Grid]] | None = None
        """What stands free on its paper, once it was asked for."""
        self.half: Grid = np.asarray(cv2.resize(high, (w // 2, h // 2), interpolation=cv2.INTER_AREA))
        self.relief: Image = _relief(high[..., 0])
        fine = np.asarray(cv2.Laplacian(colours[..., 0], cv2.CV_32F, ksize=3), np.float32)
        # Fine detail against coarse: falls with blur, not with light.
        self.energy: float = float(np.mean(fine * fine) / (np.mean(high[..., 0] ** 2) + 4.0))
        found = None
        if points:
            mask = (mask_of(shape) * 255).astype(np.uint8)
            found = cv2.goodFeaturesToTrack(self.relief, 70, 0.03, 7, mask=mask)
        self.points: Points = np.zeros((0, 2), np.float32) if found is None else found[:, 0]

    def high(self, sigma: float) -> Grid:
        """The picture without its slow shades, as a softer camera would have seen it."""
        return self.high_pass if sigma == 0.0 else np.asarray(cv2.GaussianBlur(self.high_pass, (0, 0), sigma))


def _relief(high: Grid) -> Image:
    spread = float(np.sqrt(np.mean(high * high))) + 2.0
    return np.clip(128 + high * (40 / spread), 0, 255).astype(np.uint8)


def relief_of(picture: Image) -> Image:
    """Lightness without slow shades, evened out: what alignment goes by."""
    light = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)[..., 0].astype(np.float32)
    return _relief(light - slow_shades(light))


@lru_cache(maxsize=KEPT)
def _look(jpeg: bytes, shape: str) -> Look:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return Look(np.asarray(image), shape)


def look_of(sample: Sample) -> Look:
    """The sample's picture made ready; kept for a while."""
    return _look(sample.jpeg, sample.shape)
