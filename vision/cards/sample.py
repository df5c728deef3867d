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
from vision.cards.lightness import COARSE, light_of
from vision.cards.thumbnail_print import ANGLES, RADII, SMALL, lab, print_of

MAGIC: Final = b"TSC1"
MARKS: Final = 140
KEPT: Final = 160
"""Samples kept ready to be compared, at most 0.8 MB each: as many as a box laid out shows, with those like them."""
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


def _grown(cells: Grid, w: int, h: int) -> Grid:
    """What changes slowly over a picture, light, shadow, paper, from averages over its cells."""
    return np.asarray(cv2.resize(cv2.GaussianBlur(cells, (0, 0), 1.4), (w, h), interpolation=cv2.INTER_LINEAR))


class Look:
    """A picture made ready to be compared pixel by pixel, as far as it was asked for."""

    def __init__(self, picture: Image, shape: str) -> None:
        self.picture, self.shape = picture, shape
        colours = lab(picture)
        self.cells: Grid = _averages(colours, CELL)
        self.tone: Grid = _averages(colours, 2)
        self.high_pass = self._high(colours)
        self._soft: dict[float, Grid] | None = {}
        self.half: Grid = _averages(self.high_pass, 2)
        light, fine = (cv2.extractChannel(v, 0) for v in (self.high_pass, colours))
        fine = cv2.Laplacian(fine, cv2.CV_32F, ksize=3)
        # Fine detail against coarse: falls with blur, not with light.
        self.energy: float = cv2.norm(fine, cv2.NORM_L2SQR) / (cv2.norm(light, cv2.NORM_L2SQR) + 4.0 * light.size)
        self.fine: Any = None
        """Its print as duels compare it, once it was asked for."""
        self.symbols: Any = None
        """What stands free on its paper, and"""
        self.palette: Grid | None = None
        """the colours of its print, once they were asked for."""

    def _high(self, colours: Grid) -> Grid:
        h, w = colours.shape[:2]
        return np.asarray(cv2.subtract(colours, _grown(self.cells, w, h)))

    def lightened(self) -> Look:
        """The same without what is large and soon made again: of most cards it is never asked for."""
        del self.high_pass
        self._soft = None
        return self

    @cached_property
    def high_pass(self) -> Grid:
        """The picture without its slow shades."""
        return self._high(lab(self.picture))

    @cached_property
    def relief(self) -> Image:
        """What alignment goes by, and"""
        return relief_of(light_of(self.picture), CELL)

    @cached_property
    def coarse(self) -> Image:
        """what its first passes go by."""
        return relief_of(_averages(light_of(self.picture), COARSE), CELL // COARSE)

    @cached_property
    def points(self) -> Points:
        """The marks that are tracked."""
        mask = (mask_of(self.shape) * 255).astype(np.uint8)
        found = cv2.goodFeaturesToTrack(self.relief, 70, 0.03, 7, mask=mask)
        return np.zeros((0, 2), np.float32) if found is None else np.asarray(found[:, 0])

    def high(self, sigma: float) -> Grid:
        """The picture without its slow shades, as a softer camera would have seen it."""
        if sigma == 0.0:
            return self.high_pass
        if self._soft is not None and sigma in self._soft:
            return self._soft[sigma]
        soft = np.asarray(cv2.GaussianBlur(self.high_pass, (0, 0), sigma))
        if self._soft is not None:
            self._soft[sigma] = soft
        return soft


def _averages(picture: Grid, side: int) -> Grid:
    """Averages over squares so many pixels wide."""
    h, w = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (w // side, h // side), interpolation=cv2.INTER_AREA))


def relief_of(lightness: Image, cell: int) -> Image:
    """Lightness without slow shades, evened out: what alignment goes by. `cell`: how many pixels a cell is wide."""
    light = lightness.astype(np.float32)
    h, w = light.shape
    cells = cv2.resize(light, (w // cell, h // cell), interpolation=cv2.INTER_AREA)
    high = cv2.subtract(light, _grown(cells, w, h))
    spread = float(np.sqrt(cv2.norm(high, cv2.NORM_L2SQR) / high.size)) + 2.0
    return np.asarray(cv2.addWeighted(high, 40 / spread, high, 0.0, 127.5, dtype=cv2.CV_8U))


@lru_cache(maxsize=KEPT)
def _look(jpeg: bytes, shape: str) -> Look:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return Look(np.asarray(image), shape).lightened()


def look_of(sample: Sample) -> Look:
    """The sample's picture made ready; kept for a while."""
    return _look(sample.jpeg, sample.shape)
