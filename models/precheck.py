"""Looks at a database file before it is opened for writing: what SQLite would silently drop is said instead.

SQLite deletes the write-ahead log beside an emptied file, takes in the log of another file, and leaves out everything
after the first damaged page of a log. Each of these would lose saved moves without a word.
"""

from __future__ import annotations

import sqlite3
import struct
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from models.sqlite_pages import MAGIC, page_size
from tableside.core.moves import Text, text

CHECK_MOST = 64 * 1024 * 1024
"""Files up to this size are checked whole when a log lies beside them, which is only so after a kill or beside a
running Tableside; larger ones take too long to look at on every start."""

live: Counter[Path] = Counter()
"""Connections this process has to each file. Closing a file here would let go of SQLite's own locks on it, so a file
in use is not looked at again."""


def damage(place: Path) -> Text | None:
    """What is wrong with a database file, or None; nothing is written."""
    log = beside(place, "-wal")
    if live[place.absolute()] > 0 or not place.is_file() or not log.is_file() or log.stat().st_size <= 32:
        return None
    if place.stat().st_size == 0:
        return text("models.file.empty")
    with place.open("rb") as stream:
        head = stream.read(100)
        if head[:16] != MAGIC:
            return text("models.file.no_database")
    size = page_size(head)
    with closing(sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as looking:
        # A running Tableside may start its log over just now; what is only passing is not so a moment later.
        if _dropped(log, size, looking):
            time.sleep(0.05)
            if _dropped(log, size, looking):
                return text("models.file.broken_log")
        if place.stat().st_size <= CHECK_MOST:
            found = looking.execute("PRAGMA quick_check(1)").fetchone()[0]
            return None if found == "ok" else text("models.database_says", words=str(found))
    return None


def beside(place: Path, ending: str) -> Path:
    """One of SQLite's own files of a database: -wal, -shm, -journal."""
    return place.with_name(place.name + ending)


def _dropped(log: Path, size: int, looking: sqlite3.Connection) -> bool:
    """Whether SQLite leaves out transactions of the log that had been finished.

    One that was torn by a power cut is the last and was never acknowledged; anything after it could only have been
    written when it was safely on disk.
    """
    frames = _frames(log, size)
    looking.execute("SELECT count(*) FROM sqlite_master").fetchone()
    try:
        index = log.with_name(log.name.removesuffix("-wal") + "-shm").read_bytes()[:48]
    except OSError:
        return False
    if len(index) < 48 or not frames:
        return False
    read: int = struct.unpack("=I", index[16:20])[0]
    salts = index[32:40] if read else frames[0][0]
    left = [ends for theirs, ends in frames[read:] if theirs == salts]
    return True in left and left.index(True) < len(left) - 1


def _frames(log: Path, size: int) -> list[tuple[bytes, bool]]:
    """The salts of each frame of a log, and whether it ends a transaction."""
    frames = []
    with log.open("rb") as stream:
        stream.seek(32)
        while len(frame := stream.read(24)) == 24:
            frames.append((frame[8:16], frame[4:8] != b"\0\0\0\0"))
            stream.seek(size, 1)
    return frames
