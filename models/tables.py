"""The rows: sessions with their seats, entries and photos, plays and score sheets, the owner's copy of each game."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    RowMapping,
    String,
    Table,
    Text,
)
from sqlalchemy.types import Boolean
from sqlmodel import Field, Session, SQLModel

from tableside.core.log import NAME

M = TypeVar("M", bound=SQLModel)
ID = 32
"""Length of a session's id."""
LAST_MOMENT = 253_402_214_400_000
"""The last day of the year 9999 begins; later ones are beyond the calendar in the east."""


def now() -> int:
    """Milliseconds since 1970, for a clock that was set to before it, too."""
    return max(0, time.time_ns() // 1_000_000)


def moment(value: Any) -> int:
    """Milliseconds a calendar can show; a damaged moment is the first of all."""
    return value if isinstance(value, int) and 0 <= value <= LAST_MOMENT else 0


def table_of(kind: type[SQLModel]) -> Table:
    """The table a row model is mapped to."""
    found: Table = kind.__table__  # type: ignore[attr-defined]
    return found


def sound(row: SQLModel) -> bool:
    """Whether the values of a loaded row are of their columns' types; SQLite enforces none."""
    return fits(type(row), vars(row))


def fits(kind: type[SQLModel], row: Mapping[Any, Any]) -> bool:
    """Whether the values by column name are of the columns' types and within their lengths."""
    for name, type_, nullable, longest in _kinds(kind):
        value = row[name]
        if value is None:
            if not nullable:
                return False
        elif not isinstance(value, type_) or (longest and len(value) > longest):
            return False
    return True


HARMLESS: Mapping[str, Any] = {
    "title": "",
    "made_with": "",
    "created": 0,
    "touched": 0,
    "hidden": False,
    "finished": False,
    "name": "?",
    "colour": "",
    "text": "",
    "evidence": "",
    "at": 0,
    "chosen": "",
}
"""Columns a game can be played on without, and what stands for them where they are damaged."""


def mended(kind: type[SQLModel], row: Mapping[Any, Any]) -> dict[str, Any] | None:
    """The values, with harmless ones in place of those of the wrong type; None when a needed one is wrong."""
    names = [name for name, *_ in _kinds(kind)]
    put = {name: row[name] for name in names}
    if fits(kind, put):
        return put
    for name, type_, _, longest in _kinds(kind):
        if name in HARMLESS and (not isinstance(put[name], type_) or (longest and len(put[name]) > longest)):
            put[name] = HARMLESS[name]
    return put if fits(kind, put) else None


def plain_rows(database: Session, kind: type[SQLModel], *conditions: ColumnElement[bool]) -> Sequence[RowMapping]:
    """All rows by primary key as plain mappings; an object for each would double the time long logs take."""
    table = table_of(kind)
    wanted = table.select().where(*conditions).order_by(*table.primary_key.columns)
    return database.connection().execute(wanted).mappings().all()


def whole(row: M) -> M | None:
    """The loaded row if valid, else a repaired copy detached from the session; None when beyond repair."""
    if sound(row):
        return row
    put = mended(type(row), vars(row))
    return None if put is None else type(row)(**put)


@cache
def _kinds(kind: type[SQLModel]) -> tuple[tuple[str, type[Any], bool, int], ...]:
    """Each column's name, Python type, whether it may be null, and its greatest length (0: none)."""
    found = []
    for column in table_of(kind).columns:
        number = isinstance(column.type, (Integer, Boolean))
        type_: type[Any] = int if number else bytes if isinstance(column.type, LargeBinary) else str
        longest = getattr(column.type, "length", None) if type_ is str else None
        found.append((column.name, type_, bool(column.nullable), longest or 0))
    return tuple(found)


class SessionRow(SQLModel, table=True):
    """One game at one table."""

    __tablename__ = "session"

    id: str = Field(primary_key=True, max_length=ID)
    game: str = Field(max_length=NAME, index=True)
    seats: int
    options: str = Field(sa_column=Column(Text, nullable=False))
    start: str | None = Field(default=None, sa_column=Column(Text))
    """A declared position, when the game was joined midway."""
    catalog: str = Field(sa_column=Column(Text, nullable=False))
    """The owner's records as they were when the game began, so that it replays anywhere."""
    title: str = Field(default="", max_length=NAME)
    made_with: str = Field(max_length=NAME)
    created: int = Field(sa_column=Column(BigInteger, nullable=False))
    """Milliseconds since 1970, UTC."""
    touched: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    hidden: bool = False
    finished: bool = False


class SeatRow(SQLModel, table=True):
    """Who sits where."""

    __tablename__ = "seat"

    session_id: str = Field(primary_key=True, foreign_key="session.id", max_length=ID)
    seat: int = Field(primary_key=True)
    name: str = Field(max_length=NAME, index=True)
    colour: str = Field(default="", max_length=NAME)


class EntryRow(SQLModel, table=True):
    """One line of a session's log; the database refuses to change or delete it."""

    __tablename__ = "entry"

    session_id: str = Field(primary_key=True, foreign_key="session.id", max_length=ID)
    number: int = Field(primary_key=True)
    kind: str = Field(max_length=16)
    move: str | None = Field(default=None, sa_column=Column(Text))
    target: int = 0
    kept: int = 0
    text: str = Field(default="", sa_column=Column(Text, nullable=False))
    record: str | None = Field(default=None, sa_column=Column(Text))
    digest: str = Field(default="", max_length=64)
    auto: bool = False
    evidence: str = Field(default="", max_length=64)
    at: int = Field(sa_column=Column(BigInteger, nullable=False))


class SnapshotRow(SQLModel, table=True):
    """A state kept so that opening and undoing are quick; may be deleted at any time."""

    __tablename__ = "snapshot"

    session_id: str = Field(primary_key=True, foreign_key="session.id", max_length=ID)
    version: int = Field(primary_key=True)
    state: str = Field(sa_column=Column(Text, nullable=False))


class ResultRow(SQLModel, table=True):
    """How a finished game came out for one seat; true of a log of so many entries. May be deleted at any time."""

    __tablename__ = "result"

    session_id: str = Field(primary_key=True, foreign_key="session.id", max_length=ID)
    seat: int = Field(primary_key=True)
    entries: int
    points: int
    place: int
    won: bool
    side: str = Field(default="", max_length=NAME)
    """The faction, mat or deck that was played."""
    side_said: str | None = Field(default=None, sa_column=Column(Text))


class PhotoRow(SQLModel, table=True):
    """A photo, named by its content."""

    __tablename__ = "photo"

    session_id: str = Field(primary_key=True, foreign_key="session.id", max_length=ID)
    id: str = Field(primary_key=True, max_length=64)
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    at: int = Field(sa_column=Column(BigInteger, nullable=False))


class ReadingRow(SQLModel, table=True):
    """What was read in a photo, and what the players said it was."""

    __tablename__ = "reading"
    __table_args__ = (
        ForeignKeyConstraint(["session_id", "photo_id"], ["photo.session_id", "photo.id"]),
        Index("ix_reading_photo", "session_id", "photo_id"),
    )

    session_id: str = Field(primary_key=True, max_length=ID)
    number: int = Field(primary_key=True)
    """The entry it led to."""
    photo_id: str = Field(max_length=64)
    readings: str = Field(sa_column=Column(Text, nullable=False))
    chosen: str = Field(default="", sa_column=Column(Text, nullable=False))


class CopyRow(SQLModel, table=True):
    """A fact of the owner's copy: a card, a tile, a board, by its table and id."""

    __tablename__ = "copy_record"

    game: str = Field(primary_key=True, max_length=NAME)
    kind: str = Field(primary_key=True, max_length=NAME)
    id: str = Field(primary_key=True, max_length=NAME)
    data: str = Field(sa_column=Column(Text, nullable=False))
    at: int = Field(sa_column=Column(BigInteger, nullable=False))


class CardPhotoRow(SQLModel, table=True):
    """One look at a card or a die's face of the owner's copy: a small picture and what the reader compares."""

    __tablename__ = "card_photo"

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(max_length=NAME, index=True)
    kind: str = Field(max_length=NAME)
    """card or face."""
    card: str = Field(max_length=NAME, sa_type=String(NAME))
    thumbnail: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    descriptor: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    at: int = Field(sa_column=Column(BigInteger, nullable=False))


class SheetRow(SQLModel, table=True):
    """A score sheet of the owner's."""

    __tablename__ = "sheet"

    id: str = Field(primary_key=True, max_length=ID)
    title: str = Field(max_length=NAME)
    data: str = Field(sa_column=Column(Text, nullable=False))
    at: int = Field(sa_column=Column(BigInteger, nullable=False))
    hidden: bool = False


class PlayRow(SQLModel, table=True):
    """A game that was scored without being tracked; a correction is a row of its own, and hides the one before."""

    __tablename__ = "play"

    id: str = Field(primary_key=True, max_length=ID)
    game: str = Field(max_length=NAME, index=True)
    """Empty for a game that is known by its title only."""
    title: str = Field(default="", max_length=NAME)
    created: int = Field(sa_column=Column(BigInteger, nullable=False))
    touched: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    place: str = Field(default="", max_length=NAME)
    data: str | None = Field(default=None, sa_column=Column(Text))
    """The final position or the filled-in sheet; None when only the result is known."""
    outcome: str = Field(sa_column=Column(Text, nullable=False))
    photo: bytes | None = Field(default=None, sa_column=Column(LargeBinary))
    source: str = Field(default="", max_length=NAME, index=True)
    """Where it was taken over from, so that nothing is taken over twice."""
    corrects: str = Field(default="", max_length=ID)
    hidden: bool = False
    at: int = Field(sa_column=Column(BigInteger, nullable=False))


class PlaySeatRow(SQLModel, table=True):
    """How a play came out for one person."""

    __tablename__ = "play_seat"

    play_id: str = Field(primary_key=True, foreign_key="play.id", max_length=ID)
    seat: int = Field(primary_key=True)
    name: str = Field(max_length=NAME, index=True)
    colour: str = Field(default="", max_length=NAME)
    points: int = Field(sa_column=Column(BigInteger, nullable=False))
    rank: int
    won: bool
    side: str = Field(default="", max_length=NAME)


KEPT: tuple[type[SQLModel], ...] = (
    *(SessionRow, SeatRow, EntryRow, PhotoRow, ReadingRow, CopyRow, CardPhotoRow),
    *(SheetRow, PlayRow, PlaySeatRow),
)
"""Everything that cannot be worked out again; snapshots and results can."""
