"""Looks at a database file before it is opened for writing: what SQLite would silently drop is said instead.

SQLite deletes the write-ahead log beside an emptied or missing file, takes in the log of another file, and leaves out
everything after the first damaged page of a log. Each of these would lose saved moves without a word.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from models.sqlite_pages import HEAD, MAGIC, beside, page_size, read_index, read_log
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
    if live[place.absolute()] > 0 or not log.is_file():
        return None
    if log.stat().st_size > HEAD:
        if not place.exists() or place.stat().st_size == 0:
            return text("models.file.empty")
        with place.open("rb") as stream:
            head = stream.read(100)
            if head[:16] != MAGIC:
                return text("models.file.no_database")
    if not place.is_file():
        return None
    # A running Tableside may start its log over just now; what is only passing is not so a moment later.
    if _dropped(place):
        time.sleep(0.05)
        if _dropped(place):
            return text("models.file.broken_log")
    if log.stat().st_size <= HEAD or place.stat().st_size > CHECK_MOST:
        return None
    with closing(sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as looking:
        found = looking.execute("PRAGMA quick_check(1)").fetchone()[0]
        return None if found == "ok" else text("models.database_says", words=str(found))


def _dropped(place: Path) -> bool:
    """Whether SQLite leaves out transactions of the log that had been finished.

    The index tells, which the first to open the file empties. Where it does not: a transaction that was torn by a power
    cut is the last and was never acknowledged; anything after it could only have been written when it was safely on
    disk.
    """
    index = read_index(beside(place, "-shm"))
    with place.open("rb") as stream:
        size = page_size(stream.read(100))
    log = read_log(beside(place, "-wal"), size)
    if index is not None and not log.salts:
        return index.written_back < index.frames
    if index is not None and index.salts == log.salts and log.read < index.frames:
        return True
    left = [frame.ends for frame in log.frames if frame.place >= log.read]
    return True in left and left.index(True) < len(left) - 1
