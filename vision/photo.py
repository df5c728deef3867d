"""A photo comes in: bytes or a file become upright pixels, or a reason why they cannot."""

from __future__ import annotations

import re
import stat
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tableside.core.errors import Complaint
from tableside.core.moves import text
from vision.images import smaller

if TYPE_CHECKING:
    from vision.images import Image

MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 50_000_000
"""What is ever held in memory at once; a larger JPEG is decoded at a half, a quarter or an eighth."""
MAX_JPEG_PIXELS = 400_000_000
MAX_PASSES = 1_000_000_000
"""Pixels a JPEG in several scans may have, those of each scan counted: every scan goes over the whole picture, however
short it is, and all of it is kept until the last. A phone writes ten scans: 50 million pixels come to half of this."""
JPEG = b"\xff\xd8"
MIN_SIDE = 8
NARROWEST = 40
"""No side is so many times the other: made small enough to be looked at, nothing would be left of such a thread."""
MAX_SIDE = 30_000

# What is wrong with a photo is said by us in the player's language, not by the decoder on the terminal.
cv2.setLogLevel(0)

_MARK = re.compile(rb"\xff([\x02-\xcf\xd9-\xfe])")
"""What ends the data of a scan."""
_REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}


class BadPhoto(Complaint):
    """The photo cannot be used."""


def load(source: str | Path | bytes, max_side: int | None = None) -> Image:
    """The photo upright in blue, green, red; with max_side no side is longer than that."""
    data = source if isinstance(source, bytes) else _read(Path(source))
    if not data:
        raise BadPhoto(text("vision.photo_empty"))
    if len(data) > MAX_BYTES:
        raise BadPhoto(text("vision.photo_too_big", limit=MAX_BYTES // (1024 * 1024)))
    width, height, most = _size(data)
    if min(width, height) < max(MIN_SIDE, max(width, height) / NARROWEST):
        raise BadPhoto(text("vision.photo_too_small", width=width, height=height))
    pixels = width * height
    if max(width, height) > MAX_SIDE or pixels > most:
        raise BadPhoto(text("vision.photo_too_many_pixels", width=width, height=height))
    reduce, reducible = 1, data[:2] == JPEG
    while reducible and reduce < 8 and pixels / reduce**2 > MAX_PIXELS:
        reduce *= 2
    # Halving while decoding saves most of the time; never below the side that was asked for.
    while reducible and max_side and reduce < 8 and max(width, height) / (reduce * 2) >= max_side:
        reduce *= 2
    image = _decode(data, _REDUCED.get(reduce, cv2.IMREAD_COLOR))
    return smaller(image, max_side) if max_side else image


def _read(path: Path) -> bytes:
    """The bytes of an ordinary file, never more than the limit."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadPhoto(text("vision.photo_not_a_file", file=path.name))
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, BadPhoto):
            raise
        raise BadPhoto(text("vision.photo_missing", file=path.name)) from error


def _decode(data: bytes, flags: int) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(_needed(data), np.uint8), flags)
    except cv2.error as error:
        raise BadPhoto(text("vision.photo_broken")) from error
    if image is None or image.ndim != 3 or image.size == 0:
        raise BadPhoto(text("vision.photo_broken"))
    return np.asarray(image, np.uint8)


def _size(data: bytes) -> tuple[int, int, int]:
    """Width, height and how many pixels such a picture may have, from the header alone: nothing huge is unpacked."""
    try:
        if data[:2] == JPEG:
            return _jpeg(data)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return (*_png(data), MAX_PIXELS)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return (*_webp(data), MAX_PIXELS)
        if data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
            return width, abs(height), MAX_PIXELS
    except (struct.error, IndexError) as error:
        raise BadPhoto(text("vision.photo_broken")) from error
    raise BadPhoto(text("vision.photo_unknown_format"))


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, start and end of each part of a JPEG up to the picture itself."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0x01 or 0xD0 <= marker <= 0xD9:
            at += 2  # these stand alone, for the decoder too
            continue
        length = struct.unpack(">H", data[at + 2 : at + 4])[0]
        yield marker, at + 4, at + 2 + length
        if marker == 0xDA:
            return
        at += 2 + max(length, 2)


def _jpeg(data: bytes) -> tuple[int, int, int]:
    size: tuple[int, int, bool] | None = None
    colours = 0
    for marker, start, end in _segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            if size is not None:
                break  # two sizes: the decoder might take the other
            height, width, colours = struct.unpack(">HHB", data[start + 1 : start + 6])
            size = (width, height, marker in (0xC0, 0xC1))
        if marker == 0xDA and size is not None:
            width, height, plain = size
            if plain and data[start] == colours:
                if data.find(b"\xff\xd9", end) < 0:
                    break  # the picture stops half way
                return width, height, MAX_JPEG_PIXELS
            # In several scans it is unpacked whole before it can be made smaller.
            scans = _scans(data, end)
            if scans * width * height > MAX_PASSES:
                raise BadPhoto(text("vision.photo_too_many_pixels", width=width, height=height))
            if scans == 0:
                break
            return width, height, MAX_PIXELS
    raise BadPhoto(text("vision.photo_broken"))


def _scans(data: bytes, at: int) -> int:
    """How many scans a JPEG has whose first begins here; 0 when the picture stops half way."""
    scans = 1
    while found := _MARK.search(data, at):
        at, marker = found.end(), data[found.end() - 1]
        if marker == 0xD9:
            return scans
        scans += marker == 0xDA
        if at + 2 > len(data):
            break
        at += max(struct.unpack(">H", data[at : at + 2])[0], 2)
    return 0


def _png(data: bytes) -> tuple[int, int]:
    """Width and height, when every part is as long as it says; memory is set aside for what a part claims."""
    at = 8
    while data[at + 4 : at + 8] != b"IEND":
        (length,) = struct.unpack(">I", data[at : at + 4])
        at += 12 + length
        if at > len(data):
            raise BadPhoto(text("vision.photo_broken"))
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _needed(data: bytes) -> bytes:
    """A PNG without the parts that show nothing: the decoder remarks on each odd one of them on the terminal."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return data
    parts, seen, at = [data[:8]], set(), 8
    while at + 8 <= len(data):
        kind, end = data[at + 4 : at + 8], at + 12 + struct.unpack(">I", data[at : at + 4])[0]
        if kind == b"IDAT" or (kind in (b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IEND") and kind not in seen):
            parts.append(data[at:end])
        seen.add(kind)
        at = end
    return b"".join(parts)


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
        return width, height
    raise BadPhoto(text("vision.photo_unknown_format"))
