"""Reads rows out of a damaged SQLite file page by page, trusting nothing but the pages themselves.

SQLite itself gives up a whole table when one page on the way to it is broken. Every row lies in a leaf page of its own,
with its length and the types of its values, so the rows of every whole leaf can still be read: this walks all pages of
the file, with those of the write-ahead log laid over them, and yields what reads like a row.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

MAGIC = b"SQLite format 3\0"
PAGE = 4096
"""The page size of every file Tableside makes; taken when the header cannot be believed."""
LEAF = 0x0D
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
VALUE_MOST = 64 * 1024 * 1024

Value = None | int | float | str | bytes
Row = tuple[Value, ...]


class _BrokenError(ValueError):
    """A cell that is no row."""


def rows(place: Path) -> Iterator[tuple[int, Row]]:
    """Every row that can be read, with its row id; the same row may come more than once."""
    data = place.read_bytes()
    size = page_size(data)
    laid = pages_of_log(place.with_name(place.name + "-wal"), size)
    # Only pages that are there: a damaged frame of the log may claim to be page two thousand million.
    for number in sorted({*range(1, len(data) // size + 1), *laid}):
        page = laid.get(number, data[(number - 1) * size : number * size])
        yield from _leaf(page, 100 if number == 1 else 0, data, laid, size)


def page_size(data: bytes) -> int:
    """The page size a file claims, if it can be one."""
    if len(data) < 100:
        return PAGE
    claimed = int(struct.unpack(">H", data[16:18])[0])
    claimed = 65536 if claimed == 1 else claimed
    return claimed if claimed in {1 << power for power in range(9, 17)} else PAGE


def pages_of_log(log: Path, size: int) -> dict[int, bytes]:
    """The newest whole page of each number in a write-ahead log, up to its last committed frame."""
    data = log.read_bytes() if log.is_file() else b""
    if len(data) < 32:
        return {}
    salts = data[16:24]
    committed: dict[int, bytes] = {}
    open_frames: dict[int, bytes] = {}
    for start in range(32, len(data) - 24 - size + 1, 24 + size):
        number, after = struct.unpack(">II", data[start : start + 8])
        if data[start + 8 : start + 16] != salts or not 0 < number < 1 << 31:
            break
        open_frames[number] = data[start + 24 : start + 24 + size]
        if after:
            committed.update(open_frames)
            open_frames = {}
    return committed


def _leaf(page: bytes, start: int, data: bytes, laid: Mapping[int, bytes], size: int) -> Iterator[tuple[int, Row]]:
    if len(page) < size or page[start] != LEAF:
        return
    cells = struct.unpack(">H", page[start + 3 : start + 5])[0]
    for place in range(start + 8, min(start + 8 + 2 * cells, size - 1), 2):
        at = struct.unpack(">H", page[place : place + 2])[0]
        try:
            yield _cell(page, at, data, laid, size)
        except (_BrokenError, IndexError, struct.error):
            continue


def _cell(page: bytes, at: int, data: bytes, laid: Mapping[int, bytes], size: int) -> tuple[int, Row]:
    length, at = _varint(page, at)
    row, at = _varint(page, at)
    usable = size
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    if not 0 < length <= VALUE_MOST:
        raise _BrokenError
    if length <= most:
        payload = page[at : at + length]
    else:
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
        payload = page[at : at + here] + _overflow(page[at + here : at + here + 4], length - here, data, laid, size)
    if len(payload) != length:
        raise _BrokenError
    return row, _record(payload)


def _overflow(link: bytes, left: int, data: bytes, laid: Mapping[int, bytes], size: int) -> bytes:
    parts: list[bytes] = []
    gone_through = set()
    while left > 0:
        number = int.from_bytes(link, "big")
        page = laid.get(number, data[(number - 1) * size : number * size]) if number else b""
        if len(page) < size or number in gone_through:
            raise _BrokenError
        gone_through.add(number)
        parts.append(page[4 : 4 + min(left, size - 4)])
        left -= size - 4
        link = page[:4]
    return b"".join(parts)


def _record(payload: bytes) -> Row:
    head, at = _varint(payload, 0)
    if not 1 <= head <= len(payload):
        raise _BrokenError
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(kind, payload, at)
        values.append(value)
    if at != len(payload):
        raise _BrokenError
    return tuple(values)


def _value(kind: int, payload: bytes, at: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind in INTEGERS:
        end = at + INTEGERS[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind == 7:
        return struct.unpack(">d", payload[at : at + 8])[0], at + 8
    if kind < 12:
        raise _BrokenError
    end = at + (kind - 12) // 2
    if end > len(payload):
        raise _BrokenError
    if kind % 2 == 0:
        return payload[at:end], end
    return payload[at:end].decode("utf-8", "replace"), end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9
