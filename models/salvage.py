"""Gathers every row that can still be read from a database file: by SQLite where it can, else page by page."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Table as Rows
from sqlalchemy.types import Boolean

from models import pages, sound
from models.copy import looks_table, records_table
from models.journal import entries_table, photos_table, readings_table, sessions_table
from models.rows import fits, whole
from models.store import seats_table

TABLES = (sessions_table, seats_table, entries_table, photos_table, readings_table, records_table, looks_table)
ONLY_ADDED = {table.name for table in (sessions_table, seats_table, entries_table, photos_table, readings_table)}
"""Tables nothing is ever deleted from: an old page of theirs shows nothing that should be gone."""

Row = dict[str, Any]
Key = tuple[Any, ...]


@dataclass
class Gathered:
    """All rows that could be read, by table and key."""

    rows: dict[str, dict[Key, Row]] = field(default_factory=lambda: {table.name: {} for table in TABLES})
    partly: set[str] = field(default_factory=set)
    """Tables of which rows may be missing."""
    odd: dict[str, list[Row]] = field(default_factory=dict)
    """Rows with a value of the wrong kind, as they were."""


def gather(place: Path, work: Path) -> Gathered:
    """Every row of a file, read from a copy of it."""
    found = Gathered()
    copy = work / f"gather-{place.name}"
    for ending in ("", "-wal", "-shm"):
        sound.beside(copy, ending).unlink(missing_ok=True)
        if ending != "-shm" and sound.beside(place, ending).exists():
            shutil.copyfile(sound.beside(place, ending), sound.beside(copy, ending))
    sane = _sane(copy)
    for table in TABLES:
        # A log that SQLite would cut short is read page by page instead.
        rows = None if sane is None else _asked(copy, table)
        if rows is not None:
            found.rows[table.name] = {_key(table, row): row for row in _sorted_out(table, rows, found)}
        if rows is None or (table.name in ONLY_ADDED and (not sane or table.name in found.odd)):
            found.partly.add(table.name)
    if found.partly:
        for rowid, values in pages.rows(copy):
            for table in TABLES:
                row = _as_row(table, rowid, values) if table.name in found.partly else None
                if row is not None:
                    _newer(found.rows[table.name], _key(table, row), row)
    for ending in ("", "-wal", "-shm"):
        sound.beside(copy, ending).unlink(missing_ok=True)
    return found


def _sorted_out(table: Rows, rows: list[Row], found: Gathered) -> Iterator[Row]:
    """The rows that can be used; those with a damaged value are kept as they were."""
    for row in rows:
        put = whole(table, row)
        if put is None or not fits(table, row):
            found.odd.setdefault(table.name, []).append(row)
        if put is not None and _fits(table, put):
            yield put


def _sane(place: Path) -> bool | None:
    """Whether a file is sound; None when SQLite is not to read it at all."""
    try:
        if sound.damage(place) is not None or place.stat().st_size == 0:
            return None
        with closing(sqlite3.connect(place)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def _asked(place: Path, table: Rows) -> list[Row] | None:
    """All rows of a table as SQLite reads them, or None when it cannot read them all."""
    names = [column.name for column in table.columns]
    listed = ", ".join(f'"{name}"' for name in names)
    try:
        with closing(sqlite3.connect(place)) as database:
            database.text_factory = lambda data: data.decode("utf-8", "replace")
            return [dict(zip(names, row)) for row in database.execute(f'SELECT {listed} FROM "{table.name}"')]  # noqa: S608
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _as_row(table: Rows, rowid: int, values: pages.Row) -> Row | None:
    if len(values) != len(table.columns):
        return None
    row: Row = {column.name: value for column, value in zip(table.columns, values)}
    if table is looks_table and row["id"] is None:
        row["id"] = rowid
    return row if _fits(table, row) else None


def _fits(table: Rows, row: Row) -> bool:
    """Whether it is a row of this table, and none that a flipped bit made another; then its yes and no are made so."""
    if not fits(table, row):
        return False
    for column in table.columns:
        if isinstance(column.type, Boolean):
            row[column.name] = bool(row[column.name])
    return True


def _key(table: Rows, row: Row) -> Key:
    return tuple(row[column.name] for column in table.primary_key.columns)


def _newer(rows: dict[Key, Row], key: Key, row: Row) -> None:
    """Of two rows with one key the later stays: the earlier is what an old page still shows."""
    if (
        key not in rows
        or row.get("at", 0) > rows[key].get("at", 0)
        or row.get("touched", 0) > rows[key].get("touched", 0)
    ):
        rows[key] = row
