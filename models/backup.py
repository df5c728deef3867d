"""A copy of the database beside it, made before anything changes its shape; an earlier copy is never overwritten."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from glob import escape
from pathlib import Path
from typing import BinaryIO


def backup(place: Path, label: str) -> Path:
    """A whole, checked copy of a database file, on disk before its name is given."""
    target = free_name(place, label)
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        part.touch(0o600)
        with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)
        on_disk(part)
        part.replace(target)
        on_disk(target.parent)
    finally:
        part.unlink(missing_ok=True)
    return target


def put(place: Path, data: bytes, sync: bool = True) -> None:
    """Write a whole file with `putting`; without `sync` a power cut may still lose it."""
    with putting(place, sync) as file:
        file.write(data)


@contextmanager
def putting(place: Path, sync: bool = True) -> Iterator[BinaryIO]:
    """A file written beside its name and renamed when it is on the disk: the old one or the new, never half of one.

    It is readable by its owner only. Raises OSError; then, and when the caller raises, the old file is as it was.
    """
    part = place.with_name(f"{place.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
            yield file
            file.flush()
            if sync:
                os.fsync(file.fileno())
        part.replace(place)
        if sync:
            on_disk(place.parent)
    finally:
        part.unlink(missing_ok=True)


def on_disk(place: Path) -> None:
    """fsync a file, or a folder after a rename; for a folder on Windows a no-op. Raises OSError."""
    if place.is_dir() and os.name == "nt":
        return
    opened = os.open(place, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def free_name(place: Path, label: str) -> Path:
    """A name for a backup that is not taken."""
    target = place.with_suffix(f".{label}.bak")
    number = 1
    while target.exists():
        number += 1
        target = place.with_suffix(f".{label}-{number}.bak")
    return target


def backups_of(place: Path) -> list[Path]:
    """The backups beside a database, the newest first."""
    return sorted(place.parent.glob(f"{escape(place.stem)}.*.bak"), key=lambda file: file.stat().st_mtime, reverse=True)
