"""A copy of the database beside it, made before anything changes its shape; an earlier copy is never overwritten."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from glob import escape
from pathlib import Path


def backup(place: Path, label: str) -> Path:
    """A whole, checked copy of a database file, on disk before its name is given."""
    target = free_name(place, label)
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
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


def on_disk(place: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk; Windows keeps a folder's by itself."""
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
