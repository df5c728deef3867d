"""The rows: sessions with their seats, entries and photos, and the owner's copy of each game."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Index, Integer, LargeBinary, String, Table, Text
from sqlalchemy.types import Boolean
from sqlmodel import Field, SQLModel

ID = 32
"""Length of a session's id."""
NAME = 80
"""Longest name of a person, a card or a table."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


_REORDER = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs that turn round what others wrote after them; letters read from the right need none of them."""


def clean(words: str, longest: int = NAME, lines: bool = False) -> str:
    """A text fit to be kept: composed, without control signs, not too long, and one line unless said otherwise."""
    kept = "".join(
        letter
        for letter in words
        if letter in "\n\t" or (unicodedata.category(letter) not in ("Cc", "Cs", "Co", "Cn") and letter not in _REORDER)
    )
    # Composed at last: what was taken out may have stood between a letter and its accent.
    composed = unicodedata.normalize("NFC", kept if lines else " ".join(kept.split()))
    return composed.strip()[:longest].strip()


def fits(table: Table, row: Mapping[Any, Any]) -> bool:
    """Whether the values are of the columns' kinds; SQLite itself keeps whatever a flipped bit made of them."""
    for name, kind, nullable, longest in _kinds(table):
        value: Any = row[name]
        if value is None:
            if not nullable:
                return False
        elif not isinstance(value, kind) or (longest and len(value) > longest):
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


def whole(table: Table, row: Mapping[Any, Any]) -> dict[str, Any] | None:
    """The row, with what is of no consequence put right where it is of the wrong kind; None when it is no row."""
    if fits(table, row):
        return dict(row)
    put = dict(row)
    for name, kind, _, longest in _kinds(table):
        if name in HARMLESS and (not isinstance(put[name], kind) or (longest and len(put[name]) > longest)):
            put[name] = HARMLESS[name]
    return put if fits(table, put) else None


@cache
def _kinds(table: Table) -> tuple[tuple[str, type[Any], bool, int], ...]:
    """Each column's name, kind, whether it may be empty, and its greatest length."""
    found = []
    for column in table.columns:
        number = isinstance(column.type, (Integer, Boolean))
        kind: type[Any] = int if number else bytes if isinstance(column.type, LargeBinary) else str
        longest = getattr(column.type, "length", None) if kind is str else None
        found.append((column.name, kind, bool(column.nullable), longest or 0))
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
