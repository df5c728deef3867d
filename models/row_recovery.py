"""Gathers every row that can still be read from a database file: by SQLite where it can, else page by page."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy.types import Boolean
from sqlmodel import SQLModel

from models import precheck, sqlite_pages
from models.sqlite_pages import beside
from models.tables import KEPT, CardPhotoRow, CopyRow, fits, mended, table_of

ONLY_ADDED = [kind for kind in KEPT if kind not in (CopyRow, CardPhotoRow)]
"""Tables nothing is ever deleted from: an old page of theirs shows nothing that should be gone."""

Kind = type[SQLModel]
Row = dict[str, Any]
Key = tuple[Any, ...]


@dataclass
class Gathered:
    """All rows that could be read, by table and key."""

    rows: dict[Kind, dict[Key, Row]] = field(default_factory=lambda: {kind: {} for kind in KEPT})
    partly: set[Kind] = field(default_factory=set)
    """Tables of which rows may be missing."""
    odd: dict[Kind, list[Row]] = field(default_factory=dict)
    """Rows with a value of the wrong kind, as they were."""


def gather(place: Path, work: Path) -> Gathered:
    """Every row of a file, read from a copy of it."""
    found = Gathered()
    copy = work / f"gather-{place.name}"
    for ending in ("", "-wal", "-shm"):
        beside(copy, ending).unlink(missing_ok=True)
        if beside(place, ending).exists():
            shutil.copyfile(beside(place, ending), beside(copy, ending))
    sane = _sane(copy)
    for table in KEPT:
        # A log that SQLite would cut short is read page by page instead.
        rows = None if sane is None else _asked(copy, table)
        if rows is not None:
            found.rows[table] = {_key(table, row): row for row in _sorted_out(table, rows, found)}
        if rows is None or (table in ONLY_ADDED and (not sane or table in found.odd)):
            found.partly.add(table)
    if found.partly:
        for rowid, values, newest in sqlite_pages.rows(copy):
            for table in KEPT:
                row = _as_row(table, rowid, values) if table in found.partly else None
                if row is None:
                    continue
                if newest:
                    _newer(found.rows[table], _key(table, row), row)
                elif table in ONLY_ADDED:
                    found.rows[table].setdefault(_key(table, row), row)
    for ending in ("", "-wal", "-shm"):
        beside(copy, ending).unlink(missing_ok=True)
    return found


def _sorted_out(table: Kind, rows: list[Row], found: Gathered) -> Iterator[Row]:
    """The rows that can be used; those with a damaged value are kept as they were."""
    for row in rows:
        put = mended(table, row)
        if put is None or not fits(table, row):
            found.odd.setdefault(table, []).append(row)
        if put is not None and _fits(table, put):
            yield put


def _sane(place: Path) -> bool | None:
    """Result of SQLite's quick check; None when SQLite must not open the file."""
    try:
        if precheck.damage(place) is not None or place.stat().st_size == 0:
            return None
        with closing(sqlite3.connect(place)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def _asked(place: Path, table: Kind) -> list[Row] | None:
    """All rows of a table as SQLite reads them, or None when it cannot read them all."""
    names = [column.name for column in table_of(table).columns]
    listed = ", ".join(f'"{name}"' for name in names)
    try:
        with closing(sqlite3.connect(place)) as database:
            database.text_factory = lambda data: data.decode("utf-8", "replace")
            return [dict(zip(names, row)) for row in database.execute(f'SELECT {listed} FROM "{table_of(table).name}"')]  # noqa: S608
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _as_row(table: Kind, rowid: int, values: sqlite_pages.Row) -> Row | None:
    if len(values) != len(table_of(table).columns):
        return None
    row: Row = {column.name: value for column, value in zip(table_of(table).columns, values)}
    if table is CardPhotoRow and row["id"] is None:
        row["id"] = rowid
    return row if _fits(table, row) else None


def _fits(table: Kind, row: Row) -> bool:
    """Whether it is a row of this table, and none that a flipped bit made another; then its yes and no are made so."""
    if not fits(table, row):
        return False
    for column in table_of(table).columns:
        if isinstance(column.type, Boolean):
            row[column.name] = bool(row[column.name])
    return True


def _key(table: Kind, row: Row) -> Key:
    return tuple(row[column.name] for column in table_of(table).primary_key.columns)


def _newer(rows: dict[Key, Row], key: Key, row: Row) -> None:
    """Of two rows with one key the later stays: the earlier is what an old page still shows."""
    if (
        key not in rows
        or row.get("at", 0) > rows[key].get("at", 0)
        or row.get("touched", 0) > rows[key].get("touched", 0)
    ):
        rows[key] = row
