"""A photo as it is kept: the picture and which way up it is, and nothing of where, when or by what it was taken."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_KEPT = {*range(0xC0, 0xD0), *range(0xD9, 0xDE)} - {0xC8}
"""Frames, tables, scans, the distance of restarts and the end; no decoder knows more, and nobody looks at it."""
_PNG_KEPT = (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD")
"""What the one picture needs that is shown: further pictures of a moving one are not kept."""
_WEBP_KEPT = (b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF")
_TURN = 0x0112


def bare(photo: bytes) -> bytes:
    """The photo without anything a camera or phone wrote beside the picture; what follows its end is cut off."""
    if photo[:2] == b"\xff\xd8":
        return _jpeg(photo)
    if photo[:8] == PNG:
        return _png(photo)
    if photo[:4] == b"RIFF" and photo[8:12] == b"WEBP":
        return _webp(photo)
    return photo


def _jpeg(photo: bytes) -> bytes:
    parts: list[bytes] = []
    turn = 1
    for marker, part in _segments(photo):
        if marker == 0xE1 and part[4:10] == b"Exif\0\0":
            turn = _turn(part[10:]) if turn == 1 else turn
        elif marker == 0xE0:
            # How colours are stored, without the small picture that may follow.
            parts += [b"\xff\xe0\0\x10" + part[4:16] + b"\0\0"] if part[4:9] == b"JFIF\0" and len(part) >= 18 else []
        elif marker == 0xEE:
            parts += [b"\xff\xee\0\x0e" + part[4:16]] if part[4:9] == b"Adobe" and len(part) >= 16 else []
        elif marker in _JPEG_KEPT:
            parts.append(part)
    block = b"Exif\0\0" + _exif(turn)
    told = [b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block] if turn != 1 else []
    return b"".join([b"\xff\xd8", *told, *parts])


def _segments(photo: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and bytes of each part, the picture's own data with the part that begins it; ends where it ends."""
    at = 2
    while at + 2 <= len(photo) and photo[at] == 0xFF:
        marker = photo[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xD9:
            yield marker, photo[at : at + 2]
            return
        if marker == 0x01 or 0xD0 <= marker <= 0xD7:
            at += 2  # these stand alone
            continue
        if at + 4 > len(photo):
            return
        end = at + 2 + max(2, struct.unpack(">H", photo[at + 2 : at + 4])[0])
        if marker == 0xDA:
            end = _scan_end(photo, end)
        yield marker, photo[at:end]
        at = end


def _scan_end(photo: bytes, at: int) -> int:
    """Where the next marker stands that is not part of the picture's data."""
    while True:
        at = photo.find(b"\xff", at)
        if at < 0 or at + 1 >= len(photo):
            return len(photo)
        following = photo[at + 1]
        if following and following != 0xFF and not 0xD0 <= following <= 0xD7:
            return at
        at += 1 if following == 0xFF else 2


def _png(photo: bytes) -> bytes:
    parts, turn, at = [PNG], 1, 8
    while at + 8 <= len(photo):
        (length,) = struct.unpack(">I", photo[at : at + 4])
        kind, end = photo[at + 4 : at + 8], at + 12 + length
        if kind == b"eXIf":
            turn = _turn(photo[at + 8 : end - 4])
        elif kind in _PNG_KEPT:
            if kind == b"IDAT" and turn != 1:
                parts.append(_chunk(b"eXIf", _exif(turn)))
                turn = 1
            parts.append(photo[at:end])
        at = end
        if kind == b"IEND":
            break
    return b"".join(parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _webp(photo: bytes) -> bytes:
    parts, turn, at = [], 1, 12
    while at + 8 <= len(photo):
        kind, (length,) = photo[at : at + 4], struct.unpack("<I", photo[at + 4 : at + 8])
        end = at + 8 + length + length % 2
        if kind == b"EXIF":
            turn = _turn(photo[at + 8 : end].removeprefix(b"Exif\0\0"))
        elif kind == b"VP8X":
            # Neither EXIF nor XMP nor a colour profile is in it any more.
            parts.append(photo[at : at + 8] + bytes([photo[at + 8] & ~0x2C & 0xFF]) + photo[at + 9 : end])
        elif kind in _WEBP_KEPT:
            parts.append(photo[at:end])
        at = end
    if turn != 1 and parts and parts[0][:4] == b"VP8X":
        block = _exif(turn)
        parts[0] = parts[0][:8] + bytes([parts[0][8] | 0x08]) + parts[0][9:]
        parts.append(b"EXIF" + struct.pack("<I", len(block)) + block)
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _turn(exif: bytes) -> int:
    """Which way up, 1 to 8; 1 when it does not say so clearly."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return 1
    try:
        (at,) = struct.unpack_from(order + "I", exif, 4)
        (count,) = struct.unpack_from(order + "H", exif, at)
        for number in range(min(count, 200)):
            tag, kind, _, value = struct.unpack_from(order + "HHIH", exif, at + 2 + 12 * number)
            if tag == _TURN and kind == 3 and 1 <= value <= 8:
                return int(value)
    except struct.error:
        return 1
    return 1


def _exif(turn: int) -> bytes:
    """The least EXIF there is: which way up."""
    return b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, _TURN, 3, 1, turn, 0, 0)
