"""Reads rows out of a damaged SQLite file page by page, trusting nothing but the pages themselves.

SQLite itself gives up a whole table when one page on the way to it is broken. Every row lies in a leaf page of its own,
with its length and the types of its values, so the rows of every whole leaf can still be read: this walks all pages of
the file, with those of the write-ahead log laid over them, and yields what reads like a row.
"""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

MAGIC = b"SQLite format 3\0"
PAGE = 4096
"""The page size of every file Tableside makes; taken when the header cannot be believed."""
LEAF = 0x0D
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
VALUE_MOST = 64 * 1024 * 1024

Value = None | int | float | str | bytes
Row = tuple[Value, ...]
Pages = Mapping[int, bytes]
HEAD, FRAME = 32, 24
"""Bytes before the first frame of a write-ahead log, and before the page in each frame."""


class LogFrame(NamedTuple):
    """One page in a write-ahead log."""

    place: int
    """Which frame of the log it is, from 0."""
    number: int
    """Which page of the database."""
    page: bytes
    ends: bool
    """Whether it ends a transaction."""
    whole: bool
    """Whether it is as it was written."""


class WriteAheadLog(NamedTuple):
    """A write-ahead log, as far as it can be read."""

    salts: bytes
    """The mark of its round: what lies behind its end from an earlier round has another."""
    frames: list[LogFrame]
    """Those of this round."""
    read: int
    """How many of them SQLite reads: up to the first damaged one, and of these up to the last finished transaction."""


class LogIndex(NamedTuple):
    """What SQLite's index of a log says of it. It is written when the frames are on disk, never before."""

    frames: int
    """How many there are, up to the last that ends a transaction."""
    salts: bytes
    """The mark of the log's round."""
    written_back: int
    """How many are in the database file too."""


class _BrokenError(ValueError):
    """A cell that is no row."""


def followed(place: Path) -> Path:
    """The file itself, where a link leads to it: what lies beside it and takes its place has that name."""
    return Path(os.path.realpath(place)) if place.is_symlink() else place


def beside(place: Path, ending: str) -> Path:
    """One of SQLite's own files of a database: -wal, -shm, -journal."""
    return place.with_name(place.name + ending)


def rows(place: Path) -> Iterator[tuple[int, Row, bool]]:
    """Every row that can be read, with its row id, and whether it is in the newest whole page of its number.

    The same row may come more than once. What comes from another page may have been deleted since; what comes from a
    damaged frame of the log comes last.
    """
    data = place.read_bytes()
    size = page_size(data)
    log, index = read_log(beside(place, "-wal"), size), read_index(beside(place, "-shm"))
    frames, finished = log.frames, index.frames if index is not None and index.salts == log.salts else 0
    while frames and not frames[-1].ends and frames[-1].place >= finished:
        frames.pop()
    # Only pages that are there: a damaged frame of the log may claim to be page two thousand million.
    filed = {number: data[(number - 1) * size : number * size] for number in range(1, len(data) // size + 1)}
    newest = filed | {frame.number: frame.page for frame in frames if frame.whole}
    damaged = [(frame.number, frame.page) for frame in reversed(frames) if not frame.whole]
    laid = dict(reversed(damaged)) | newest
    # A page is written whole for each move that adds to it, so the one before it has all but the last.
    earlier = [(frame.number, frame.page) for frame in reversed(frames) if frame.whole]
    below = [(number, page) for number, page in filed.items() if newest[number] is not page]
    for pages, among in ((sorted(newest.items()), laid), (earlier, laid), (below, filed), (damaged, laid)):
        for number, page in pages:
            for row, values in _leaf(page, 100 if number == 1 else 0, among, size):
                yield row, values, laid[number] is page


def page_size(data: bytes) -> int:
    """The page size a file claims, if it can be one."""
    if len(data) < 100:
        return PAGE
    claimed = int(struct.unpack(">H", data[16:18])[0])
    claimed = 65536 if claimed == 1 else claimed
    return claimed if claimed in {1 << power for power in range(9, 17)} else PAGE


def read_log(file: Path, size: int) -> WriteAheadLog:
    """The log beside a database, its damaged frames marked.

    Each frame's sum goes on from the sum that the frame before it names, so that one damaged frame does not spoil the
    judgement of those after it.
    """
    data = file.read_bytes() if file.is_file() else b""
    starts = range(HEAD, len(data) - FRAME - size + 1, FRAME + size)
    times = Counter(data[start + 8 : start + 16] for start in starts)
    salts = data[16:24] if len(data) >= HEAD else b""
    if times and salts not in times:
        # A damaged head names salts that no frame has; the newest round begins at the first frame.
        salts = next((one for one in times if times[one] > 1), b"")
    words = ">" if data[3:4] == b"\x83" else "<"
    frames = []
    read, before, unbroken = 0, data[24:HEAD], len(data) >= HEAD and _sum(data[:24], bytes(8), words) == data[24:HEAD]
    for place, start in enumerate(starts):
        head, page = data[start : start + FRAME], data[start + FRAME : start + FRAME + size]
        number, after = struct.unpack(">II", head[:8])
        ours = head[8:16] == salts and 0 < number < 1 << 31
        whole = ours and _sum(head[:8] + page, before, words) == head[16:]
        if ours:
            frames.append(LogFrame(place, number, page, after > 0, whole))
        unbroken = unbroken and whole
        if unbroken and after:
            read = place + 1
        before = head[16:]
    return WriteAheadLog(salts, frames, read)


def read_index(file: Path) -> LogIndex | None:
    """The index as it was left; None where there is none, or it was being written."""
    try:
        with file.open("rb") as stream:
            index = stream.read(100)
    except OSError:
        return None
    if len(index) < 100 or index[:48] != index[48:96]:
        return None
    return LogIndex(struct.unpack("=I", index[16:20])[0], index[32:40], struct.unpack("=I", index[96:])[0])


def _sum(data: bytes, before: bytes, words: str) -> bytes:
    """SQLite's checksum of a frame, going on from the one before it."""
    one, two = struct.unpack(">II", before)
    numbers = struct.unpack(f"{words}{len(data) // 4}I", data)
    for place in range(0, len(numbers), 2):
        one = (one + numbers[place] + two) & 0xFFFFFFFF
        two = (two + numbers[place + 1] + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two)


def _leaf(page: bytes, start: int, laid: Pages, size: int) -> Iterator[tuple[int, Row]]:
    if len(page) < size or page[start] != LEAF:
        return
    cells = struct.unpack(">H", page[start + 3 : start + 5])[0]
    for place in range(start + 8, min(start + 8 + 2 * cells, size - 1), 2):
        at = struct.unpack(">H", page[place : place + 2])[0]
        try:
            yield _cell(page, at, laid, size)
        except (_BrokenError, IndexError, struct.error):
            continue


def _cell(page: bytes, at: int, laid: Pages, size: int) -> tuple[int, Row]:
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
        payload = page[at : at + here] + _overflow(page[at + here : at + here + 4], length - here, laid, size)
    if len(payload) != length:
        raise _BrokenError
    return row, _record(payload)


def _overflow(link: bytes, left: int, laid: Pages, size: int) -> bytes:
    parts: list[bytes] = []
    gone_through = set()
    while left > 0:
        number = int.from_bytes(link, "big")
        page = laid.get(number, b"")
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
