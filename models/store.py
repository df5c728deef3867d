"""The store: opens, lists and keeps sessions; one transaction per confirmed move, and nothing is ever lost."""

from __future__ import annotations

import sqlite3
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, cast

from sqlalchemy import ColumnElement, Engine, func
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.orm import defer
from sqlmodel import Session, SQLModel, col, select

from models.asking import AskedSession, Asker
from models.database import HEAD, PlaceError, StoreError, garbled, identity, open_engine, revision, shown, trouble
from models.paths import database_url
from models.session_writer import Row, SessionJournal, StaleError, entry_of, row_of
from models.tables import (
    HARMLESS,
    ID,
    CopyRow,
    EntryRow,
    PhotoRow,
    PlayRow,
    PlaySeatRow,
    ReadingRow,
    SeatRow,
    SessionRow,
    mended,
    moment,
    now,
    plain_rows,
    sound,
    whole,
)
from models.waiting_photos import Evidence
from tableside import __version__
from tableside.core import codec, manual_edit, registry
from tableside.core.errors import complaint
from tableside.core.game import Game, Options
from tableside.core.log import clean
from tableside.core.moves import Text, text
from tableside.core.table import Table

TOGETHER = 500
"""How many sessions' seats are asked for at once: databases bound the length of a question."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player's name and colour."""

    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A session as a list shows it."""

    id: str
    game: str
    title: str
    players: tuple[Seated, ...]
    entries: int
    created: int
    touched: int
    finished: bool


class Store:
    """Saved games in one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.remote = engine.dialect.name != "sqlite"
        """A server beyond a network, which may stall."""
        self._reader = engine.execution_options(reading=True)
        self._identity = identity(engine)
        self.changes = 0
        """How often the database file was found replaced by another one."""
        self.asker: Asker | None = None
        """Reads of the thread that must not block go through it; None for files."""
        self._in_log = False  # whether something may be in SQLite's log only

    @classmethod
    def open(cls, url: str | None = None, wait: float = 10.0) -> Store:
        """The store at a URL, or the default one; so many seconds it waits for another program that writes."""
        return cls(open_engine(url or database_url(), wait))

    def close(self) -> None:
        """Dispose of all connections, after which the database is one file; the next use reopens it."""
        self.engine.dispose()

    def rest(self) -> None:
        """Checkpoint SQLite's write-ahead log when idle; errors are suppressed, the next write meets them."""
        if not self._in_log or self.remote:
            return
        self._in_log = False
        # What keeps it from being done is told when something is written next.
        with (
            suppress(StoreError, sqlite3.Error),
            self._telling("models.cannot_write"),
            closing(self.engine.raw_connection()) as raw,
            closing(raw.cursor()) as cursor,
        ):
            # Outside of a transaction, and without waiting for whoever reads or writes.
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
            cursor.fetchall()

    def _still_here(self) -> None:
        """Reopens a replaced file before writing; a missing one raises PlaceError instead of being created anew."""
        found = identity(self.engine)
        if found == self._identity:
            return
        self.engine.dispose()
        if found is None or not self._ours():
            raise PlaceError(text("models.gone", place=shown(self.engine.url)))
        self._identity = found
        self.changes += 1

    def _ours(self) -> bool:
        try:
            return revision(self.engine) == HEAD
        except StoreError:
            return False

    @contextmanager
    def _telling(self, otherwise: str) -> Iterator[None]:
        """Turn exceptions of the driver into StoreError; IntegrityError passes unchanged."""
        try:
            self._still_here()
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise trouble(error, shown(self.engine.url), otherwise) from error
        except (SQLAlchemyError, UnicodeEncodeError, OverflowError) as error:
            raise StoreError(text(otherwise, problem=text("models.database_says", words=str(error)))) from error
        except UnicodeDecodeError as error:
            raise garbled(error, shown(self.engine.url)) from error

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One write transaction, committed at the end; on any error it is rolled back. Raises StoreError."""
        if self.asker is not None and self.asker.here():
            self.asker.ask(self, select(1))  # a server that stands still is not waited for here
        with (
            self._telling("models.cannot_write"),
            Session(self.engine, expire_on_commit=False) as database,
            database.begin(),
        ):
            yield database
            self._in_log = True

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One read transaction on an open connection. Raises StoreError."""
        if self.asker is not None and self.asker.here():
            yield cast(Session, AskedSession(self, self.asker))
            return
        with self._telling("models.cannot_read"), Session(self._reader) as database:
            database.connection()
            yield database

    @contextmanager
    def adding(self, id: str) -> Iterator[Session]:
        """One write transaction that adds a session. Raises StoreError when one of this id exists."""
        try:
            with self.writing() as database:
                yield database
        except IntegrityError:
            raise StoreError(text("models.already_here", id=id)) from None

    # -- sessions ------------------------------------------------------------------------------

    def begin(
        self,
        game: Game[Any],
        options: Options,
        players: Sequence[Seated],
        *,
        title: str = "",
        start: Any | None = None,
        id: str | None = None,
    ) -> OpenSession:
        """A new session, saved at once; a start that could not be opened again is a ValueError and leaves nothing."""
        made = _session_row(Table(game, options, len(players), start=start), players, title, id or uuid.uuid4().hex)
        if start is not None:
            if codec.decode(game.state_type, codec.parse(made.start or "")) != start:
                raise codec.CodecError("start", text("core.bad.unfit"))
            for path, problem in manual_edit.out_of_bounds(game, start, len(players)):
                raise codec.CodecError(path, problem)
        with self.adding(made.id) as database:
            add_rows(database, [made], _seats(made.id, players))
        session = self.open_session(made.id, game)
        session.table.run_routine()
        return session

    def open_session(self, id: str, game: Game[Any] | None = None, waiting: Sequence[Row] = ()) -> OpenSession:
        """A saved session where it stopped. Its own records of the owner's copy come with it.

        Entries that were still waiting to be saved when the program ended may be given back.
        """
        with self.reading() as database:
            row = self._head(database, id)
            players = self._players(database, id)
        try:
            base = game or registry.find(row.game)
            base = base.with_catalog(base.catalog.learn_all(codec.parse(row.catalog)))
            journal = SessionJournal(self, id, base, moment(row.touched), waiting)
            with suppress(PlaceError, StaleError):
                journal.write()
            entries = [entry_of(entry) for entry in self._rows(id, journal.waiting)]
            options: Options = codec.decode(dict[str, Any], codec.parse(row.options))
            start = None if row.start is None else codec.decode(base.state_type, codec.parse(row.start))
            earlier = _release(row.made_with) != _release(__version__)
            if earlier:
                told = [entry.move and base.as_now(entry.move) for entry in entries]
                entries = [replace(entry, move=move) for entry, move in zip(entries, told)]
            table = Table(base, options, row.seats, start=start, entries=entries, journal=journal, earlier=earlier)
            if waiting:
                journal.settle(not table.to_act())
        except (ValueError, TypeError, KeyError) as error:
            raise StoreError(text("models.damaged_session", id=id, problem=complaint(error))) from None
        return OpenSession(self, id, table, players, row.title, journal)

    def _rows(self, id: str, waiting: Sequence[Row]) -> list[Row]:
        """The log's rows, those that wait in their place."""
        wanted = [col(EntryRow.session_id) == id]
        if waiting:
            wanted.append(col(EntryRow.number) < waiting[0]["number"])
        with self.reading() as database:
            found = [mended(EntryRow, row) for row in plain_rows(database, EntryRow, *wanted)]
        rows = [row for row in found if row is not None]
        if len(rows) < len(found):
            raise odd(id)
        return rows + list(waiting)

    def _head(self, database: Session, id: str) -> SessionRow:
        """A session's own row."""
        found = database.get(SessionRow, id[:ID])
        if found is None:
            raise StoreError(text("models.no_session", id=id[:ID]))
        row = whole(found)
        if row is None:
            raise odd(id)
        return row

    def take_over(self, session: OpenSession, id: str | None = None) -> str:
        """Save the whole game as it lies in memory: under its own id in another place, or apart under a new one."""
        table, waiting = session.table, {row["number"]: row for row in session.waiting}
        made = _session_row(table, session.players, session.title, id or uuid.uuid4().hex)
        moments, pictures = {number: row["at"] for number, row in waiting.items()}, session.photos()
        # An entry names its photo only where that is.
        log = [entry if entry.evidence in pictures else replace(entry, evidence="") for entry in table.log.entries]
        rows = [
            EntryRow(**row_of(entry), session_id=made.id, at=moments.get(entry.number, made.created)) for entry in log
        ]
        photos = [
            PhotoRow(session_id=made.id, id=name, data=photo, at=made.created) for name, photo in pictures.items()
        ]
        named = {(entry.number, entry.evidence) for entry in log if entry.evidence}
        readings = [
            ReadingRow(session_id=made.id, number=number, photo_id=photo, readings=read, chosen=chosen)
            for (number, photo), (read, chosen) in session.readings().items()
            if (number, photo) in named
        ]
        with self.adding(made.id) as database:
            add_rows(database, [made], _seats(made.id, session.players), photos, rows, readings)
            for fact in session.facts():
                database.merge(fact)
        return made.id

    def sessions(
        self, game: str | None = None, *, most: int = 200, offset: int = 0, unfinished: bool = False
    ) -> list[Summary]:
        """Saved sessions, the last touched first, a page at a time."""
        # Options and catalogue are large and stay where they are.
        large = (defer(SessionRow.options), defer(SessionRow.catalog), defer(SessionRow.start))  # type: ignore[arg-type]
        newest = select(func.max(EntryRow.number)).where(EntryRow.session_id == SessionRow.id).scalar_subquery()
        wanted = select(SessionRow, newest).where(*_among(game, unfinished)).options(*large)
        wanted = wanted.order_by(col(SessionRow.touched).desc(), col(SessionRow.id)).limit(most).offset(offset)
        with self.reading() as database:
            rows = database.exec(wanted).all()
            seated: dict[str, list[Seated]] = {row.id: [] for row, _ in rows}
            ids = list(seated)
            for first in range(0, len(ids), TOGETHER):
                some = select(SeatRow).where(col(SeatRow.session_id).in_(ids[first : first + TOGETHER]))
                for seat in database.exec(some.order_by(col(SeatRow.seat))):
                    # A damaged index may find the seat of another session.
                    seated.get(seat.session_id, []).append(_seated(seat))
        return [
            Summary(
                row.id,
                str(row.game),
                str(row.title),
                tuple(seated[row.id]),
                entries or 0,
                moment(row.created),
                moment(row.touched),
                bool(row.finished),
            )
            for row, entries in rows
        ]

    def count(self, game: str | None = None, *, unfinished: bool = False) -> int:
        """How many sessions a list of all would have."""
        wanted = select(func.count()).select_from(SessionRow).where(*_among(game, unfinished))
        with self.reading() as database:
            return database.exec(wanted).one()

    def beginning_with(self, letters: str, most: int = 2) -> list[str]:
        """The ids of sessions that begin so."""
        begins = col(SessionRow.id).startswith(letters, autoescape=True)
        wanted = select(SessionRow.id).where(col(SessionRow.hidden).is_(False), begins)
        with self.reading() as database:
            return [str(id) for id in database.exec(wanted.limit(most))]

    def hide(self, id: str) -> None:
        """Take a session off the lists; its log stays."""
        with self.writing() as database:
            found = database.get(SessionRow, id)
            if found is not None:
                found.hidden = True

    def people(self) -> list[str]:
        """Everybody who has played a game on the lists, tracked or only scored, the most frequent first."""
        tracked = select(SeatRow.name, func.count()).join(SessionRow, col(SessionRow.id) == col(SeatRow.session_id))
        scored = select(PlaySeatRow.name, func.count()).join(PlayRow, col(PlayRow.id) == col(PlaySeatRow.play_id))
        times = Counter[str]()
        with self.reading() as database:
            for name, n in database.exec(tracked.where(col(SessionRow.hidden).is_(False)).group_by(col(SeatRow.name))):
                times[str(name)] += n
            for name, n in database.exec(scored.where(col(PlayRow.hidden).is_(False)).group_by(col(PlaySeatRow.name))):
                times[str(name)] += n
        return [name for name, _ in times.most_common()]

    def photo(self, session: str, id: str) -> bytes | None:
        """A photo of a session."""
        wanted = select(PhotoRow.data).where(PhotoRow.session_id == session, PhotoRow.id == id)
        with self.reading() as database:
            data: object = database.exec(wanted).first()
        return data if isinstance(data, bytes) else None

    def reading_of(self, session: str, photo: str) -> str:
        """What was last read in a photo of a session, as it was kept; empty where nothing was."""
        wanted = (
            select(ReadingRow.readings)
            .where(ReadingRow.session_id == session, ReadingRow.photo_id == photo)
            .order_by(col(ReadingRow.number).desc())
        )
        with self.reading() as database:
            return str(database.exec(wanted).first() or "")

    def photos(self, session: str) -> Mapping[str, bytes]:
        """Every photo of a session."""
        return dict(self.each_photo(session))

    def each_photo(self, session: str) -> Iterator[tuple[str, bytes]]:
        """Every photo of a session by its name, a few in memory at a time."""
        wanted = select(PhotoRow.id, PhotoRow.data).where(PhotoRow.session_id == session).order_by(col(PhotoRow.id))
        with self.reading() as database:
            for id, data in database.exec(wanted.execution_options(yield_per=4)):
                if isinstance(id, str) and isinstance(data, bytes):
                    yield id, data

    def _players(self, database: Session, id: str) -> tuple[Seated, ...]:
        wanted = select(SeatRow).where(SeatRow.session_id == id).order_by(col(SeatRow.seat))
        return tuple(_seated(row) for row in database.exec(wanted))


class OpenSession:
    """A session on the table: the kernel's Table, whose every confirmed entry is on disk before it counts."""

    def __init__(
        self, store: Store, id: str, table: Table, players: tuple[Seated, ...], title: str, journal: SessionJournal
    ) -> None:
        self.store, self.id, self.table, self.players, self.title = store, id, table, players, title
        self._journal = journal

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def attach(self, evidence: Evidence) -> str:
        """Queue a photo for the transaction of the next entry; returns the name that entry refers to it by."""
        return self._journal.attach(evidence)

    def sharing(self, fact: CopyRow) -> AbstractContextManager[None]:
        """Keep this fact in the owner's copy with the entry that is written meanwhile, together or not at all."""
        return self._journal.sharing(fact)

    @property
    def waiting(self) -> tuple[Row, ...]:
        """What is confirmed and not saved yet, oldest first."""
        return self._journal.kept_back()

    @property
    def trouble(self) -> Text | None:
        """Why something waits."""
        return self._journal.trouble if self._journal.waiting else None

    def photos(self) -> dict[str, bytes]:
        """Every photo that can be had, with those that wait; none from a place that cannot be read."""
        try:
            kept = dict(self.store.photos(self.id))
        except StoreError:
            kept = {}
        return kept | self._journal.photos()

    def readings(self) -> dict[tuple[int, str], tuple[str, str]]:
        """By entry and photo what was read and what it was taken for, as far as it can be had."""
        wanted = select(ReadingRow).where(ReadingRow.session_id == self.id)
        try:
            with self.store.reading() as database:
                rows = [row for row in database.exec(wanted) if sound(row)]
                kept = {(row.number, row.photo_id): (row.readings, row.chosen) for row in rows}
        except StoreError:
            kept = {}
        return kept | self._journal.readings()

    def facts(self) -> tuple[CopyRow, ...]:
        """Facts for the owner's copy that wait."""
        return self._journal.facts()

    def newest(self) -> int:
        """The number of the last entry that is saved, whoever wrote it."""
        return self._journal.newest()

    def save(self) -> None:
        """Write everything that waits, in one go; PlaceError while that still cannot be, StaleError if it never can."""
        self._journal.write()

    def reload(self) -> OpenSession:
        """The session as it is now, with what others have added."""
        return self.store.open_session(self.id, self.table.base)


def _among(game: str | None, unfinished: bool) -> list[ColumnElement[bool]]:
    """The conditions that select the sessions of a list."""
    wanted: list[ColumnElement[bool]] = [col(SessionRow.hidden).is_(False)]
    if game is not None:
        wanted.append(col(SessionRow.game) == game)
    if unfinished:
        wanted.append(col(SessionRow.finished).is_(False))
    return wanted


def add_rows(database: Session, *groups: Sequence[SQLModel]) -> None:
    """Insert the rows group by group, so that what others refer to is there first."""
    for rows in groups:
        database.add_all(rows)
        database.flush()


def odd(id: str) -> StoreError:
    """What a session says of which a value is damaged."""
    return StoreError(text("models.damaged_session", id=id, problem=text("models.odd_value")))


def _seated(row: SeatRow) -> Seated:
    put = whole(row)
    return Seated(put.name, put.colour) if put is not None else Seated(HARMLESS["name"], HARMLESS["colour"])


def _release(version: str) -> str:
    """Major and minor version: states of one release share their fields."""
    return ".".join(version.split(".")[:2])


def _session_row(table: Table, players: Sequence[Seated], title: str, id: str) -> SessionRow:
    begun = now()
    return SessionRow(
        id=id,
        game=table.base.slug,
        seats=len(players),
        options=codec.canonical(codec.encode(dict(table.options))),
        start=None if table.start is None else codec.canonical(codec.encode(table.start)),
        catalog=codec.canonical(table.base.catalog.as_json()),
        title=clean(title),
        made_with=__version__,
        created=begun,
        touched=begun,
        finished=bool(table.log.entries) and not table.to_act(),
    )


def _seats(id: str, players: Sequence[Seated]) -> list[SeatRow]:
    return [
        SeatRow(session_id=id, seat=seat, name=clean(player.name), colour=clean(player.colour))
        for seat, player in enumerate(players)
    ]


__all__ = ["Evidence", "OpenSession", "Seated", "StaleError", "Store", "Summary", "clean", "now"]
