"""Keeps a repair from exchanging a database file that another process is just opening.

SQLite locks the file it has opened, not its name: whoever opened the old file a moment before the exchange would take
it for the new one, with the write-ahead log that lies under the same name. The lock is on the folder, so no file of its
own is needed; it is held while a connection is opened, until SQLite's own lock on the file holds. Advisory: only
Tableside asks for it. Where a system has no such locks (Windows, some network drives) nothing is held; Windows
replaces no file that is open.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PAUSE = 0.01
"""Seconds between two tries."""


@contextmanager
def no_swap(file: Path, wait: float) -> Iterator[None]:
    """Hold off exchanges of files in this folder. Raises BlockingIOError when one goes on longer than wait seconds."""
    with _held(file, exclusive=False, wait=wait):
        yield


@contextmanager
def swapping(file: Path) -> Iterator[None]:
    """Hold off everybody who would open a file of this folder. Raises BlockingIOError when somebody is doing so."""
    with _held(file, exclusive=True, wait=0.0):
        yield


@contextmanager
def _held(file: Path, exclusive: bool, wait: float) -> Iterator[None]:
    try:
        folder = None if fcntl is None else os.open(file.absolute().parent, os.O_RDONLY)
    except OSError:  # opening the file itself will tell
        folder = None
    if folder is None:
        yield
        return
    try:
        _lock(folder, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH, wait)
        yield
    finally:
        os.close(folder)


def _lock(folder: int, kind: int, wait: float) -> None:
    until = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(folder, kind | fcntl.LOCK_NB)
            return
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                return  # this place knows no such locks
            if time.monotonic() >= until:
                raise BlockingIOError(error.errno, os.strerror(error.errno)) from None
        time.sleep(PAUSE)
