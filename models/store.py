"""The store: opens, lists and keeps sessions; one transaction per confirmed move, and nothing is ever lost."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from models.engine import HEAD, PlaceError, StoreError, garbled, identity, open_engine, revision, shown, trouble
from models.journal import (
    Evidence,
    Journal,
    Row,
    StaleError,
    entries_table,
    entry_of,
    photos_table,
    row_of,
    sessions_table,
)
from models.place import database_url
from models.rows import HARMLESS, ID, SeatRow, clean, now, whole
from tableside import __version__
from tableside.core import codec, registry
from tableside.core.complaints import complaint
from tableside.core.game import Game, Options
from tableside.core.moves import Text, text
from tableside.core.table import Table

seats_table = SeatRow.__table__  # type: ignore[attr-defined]
LISTED = ("id", "game", "title", "created", "touched", "finished")
"""What a list shows of a session; options and catalogue are large and stay where they are."""
LAST_MOMENT = 253_402_300_799_000
"""The end of the year 9999."""
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
        self._identity = identity(engine)
        self.changes = 0
        """How often another file has come into the place of the one that was opened."""

    @classmethod
    def open(cls, url: str | None = None, wait: float = 10.0) -> Store:
        """The store at a URL, or the default one; so many seconds it waits for another program that writes."""
        return cls(open_engine(url or database_url(), wait))

    def close(self) -> None:
        """Let go of the database, which is then one whole file; it is opened again when it is needed."""
        self.engine.dispose()

    def _still_here(self) -> None:
        """A file that is gone is never made anew, and writing goes to the file at the place, not to a lost one."""
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
        """Whatever the database has against it comes out as a StoreError; that something is there already, as it is."""
        try:
            self._still_here()
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise trouble(error, shown(self.engine.url), otherwise) from error
        except SQLAlchemyError as error:
            raise StoreError(text(otherwise, problem=text("models.database_says", words=str(error)))) from error
        except UnicodeDecodeError as error:
            raise garbled(error, shown(self.engine.url)) from error

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction; what the database refuses leaves nothing behind."""
        with self._telling("models.cannot_write"), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with (
            self._telling("models.cannot_read"),
            self.engine.connect().execution_options(reading=True) as connection,
        ):
            yield connection

    @contextmanager
    def adding(self, id: str) -> Iterator[Connection]:
        """One transaction that adds a session; one of this id that is here already is told."""
        try:
            with self.writing() as connection:
                yield connection
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
        """A new session, saved at once."""
        made = _session_row(Table(game, options, len(players), start=start), players, title, id or uuid.uuid4().hex)
        with self.adding(made["id"]) as connection:
            connection.execute(insert(sessions_table), [made])
            connection.execute(insert(seats_table), _seats(made["id"], players))
        session = self.open_session(str(made["id"]), game)
        session.table.run_routine()
        return session

    def open_session(self, id: str, game: Game[Any] | None = None, waiting: Sequence[Row] = ()) -> OpenSession:
        """A saved session where it stopped. Its own records of the owner's copy come with it.

        Entries that were still waiting to be saved when the program ended may be given back.
        """
        with self.reading() as connection:
            row = self._head(connection, id)
            players = self._players(connection, id)
        try:
            base = game or registry.find(row["game"])
            base = base.with_catalog(base.catalog.learn_all(codec.parse(row["catalog"])))
            journal = Journal(self, id, base.state_type, _moment(row["touched"]), waiting)
            with suppress(PlaceError, StaleError):
                journal.write()
            entries = [entry_of(entry) for entry in self._rows(id, journal.waiting)]
            options: Options = codec.decode(dict[str, Any], codec.parse(row["options"]))
            start = None if row["start"] is None else codec.decode(base.state_type, codec.parse(row["start"]))
            table = Table(base, options, row["seats"], start=start, entries=entries, journal=journal)
            if waiting:
                journal.settle(not table.to_act())
        except (ValueError, TypeError, KeyError) as error:
            raise StoreError(text("models.damaged_session", id=id, problem=complaint(error))) from None
        return OpenSession(self, id, table, players, row["title"], journal)

    def _rows(self, id: str, waiting: Sequence[Row]) -> list[Row]:
        """The log's rows, those that wait in their place."""
        wanted = select(entries_table).where(entries_table.c.session_id == id).order_by(entries_table.c.number)
        if waiting:
            wanted = wanted.where(entries_table.c.number < waiting[0]["number"])
        with self.reading() as connection:
            found = [whole(entries_table, row) for row in connection.execute(wanted).mappings()]
        rows = [row for row in found if row is not None]
        if len(rows) < len(found):
            raise odd(id)
        return rows + list(waiting)

    def _head(self, connection: Connection, id: str) -> Row:
        """A session's own row."""
        found = connection.execute(select(sessions_table).where(sessions_table.c.id == id[:ID])).mappings().first()
        if found is None:
            raise StoreError(text("models.no_session", id=id[:ID]))
        row = whole(sessions_table, found)
        if row is None:
            raise odd(id)
        return row

    def take_over(self, session: OpenSession, id: str | None = None) -> str:
        """Save the whole game as it lies in memory: under its own id in another place, or apart under a new one."""
        table, waiting = session.table, {row["number"]: row for row in session.waiting}
        made = _session_row(table, session.players, session.title, id or uuid.uuid4().hex)
        rows = [
            {**row_of(entry), "at": waiting[entry.number]["at"] if entry.number in waiting else made["created"]}
            for entry in table.log.entries
        ]
        photos = session.photos()
        with self.adding(made["id"]) as connection:
            connection.execute(insert(sessions_table), [made])
            connection.execute(insert(seats_table), _seats(made["id"], session.players))
            for name, photo in photos.items():
                kept = {"session_id": made["id"], "id": name, "data": photo, "at": made["created"]}
                connection.execute(insert(photos_table), [kept])
            if rows:
                connection.execute(insert(entries_table), [{**row, "session_id": made["id"]} for row in rows])
        return str(made["id"])

    def sessions(
        self, game: str | None = None, *, most: int = 200, offset: int = 0, unfinished: bool = False
    ) -> list[Summary]:
        """Saved sessions, the last touched first, a page at a time."""
        log = entries_table.alias()
        counted = select(func.max(log.c.number)).where(log.c.session_id == sessions_table.c.id).scalar_subquery()
        wanted = select(*(sessions_table.c[name] for name in LISTED), counted.label("entries"))
        wanted = wanted.where(*_among(game, unfinished))
        wanted = wanted.order_by(sessions_table.c.touched.desc(), sessions_table.c.id).limit(most).offset(offset)
        with self.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
            seated: dict[str, list[Seated]] = {row["id"]: [] for row in rows}
            ids = list(seated)
            for first in range(0, len(ids), TOGETHER):
                some = seats_table.c.session_id.in_(ids[first : first + TOGETHER])
                for seat in connection.execute(select(seats_table).where(some).order_by(seats_table.c.seat)).mappings():
                    seated[seat["session_id"]].append(_seated(seat))
        return [
            Summary(
                row["id"],
                str(row["game"]),
                str(row["title"]),
                tuple(seated[row["id"]]),
                row["entries"] or 0,
                _moment(row["created"]),
                _moment(row["touched"]),
                bool(row["finished"]),
            )
            for row in rows
        ]

    def count(self, game: str | None = None, *, unfinished: bool = False) -> int:
        """How many sessions a list of all would have."""
        wanted = select(func.count()).select_from(sessions_table).where(*_among(game, unfinished))
        with self.reading() as connection:
            return connection.execute(wanted).scalar() or 0

    def beginning_with(self, letters: str, most: int = 2) -> list[str]:
        """The ids of sessions that begin so."""
        wanted = select(sessions_table.c.id).where(
            sessions_table.c.hidden.is_(False), sessions_table.c.id.startswith(letters, autoescape=True)
        )
        with self.reading() as connection:
            return [str(id) for id in connection.execute(wanted.limit(most)).scalars()]

    def hide(self, id: str) -> None:
        """Take a session off the lists; its log stays."""
        with self.writing() as connection:
            connection.execute(update(sessions_table).where(sessions_table.c.id == id).values(hidden=True))

    def people(self) -> list[str]:
        """Everybody who has played here, the most frequent first."""
        counted = select(seats_table.c.name).group_by(seats_table.c.name).order_by(func.count().desc())
        with self.reading() as connection:
            return [str(name) for name in connection.execute(counted).scalars()]

    def photo(self, session: str, id: str) -> bytes | None:
        """A photo of a session."""
        wanted = select(photos_table.c.data).where(photos_table.c.session_id == session, photos_table.c.id == id)
        with self.reading() as connection:
            data = connection.execute(wanted).scalar()
        return data if isinstance(data, bytes) else None

    def photos(self, session: str) -> Mapping[str, bytes]:
        """Every photo of a session."""
        with self.reading() as connection:
            rows = connection.execute(
                select(photos_table.c.id, photos_table.c.data).where(photos_table.c.session_id == session)
            )
            return {id: data for id, data in rows if isinstance(id, str) and isinstance(data, bytes)}

    def _players(self, connection: Connection, id: str) -> tuple[Seated, ...]:
        rows = connection.execute(
            select(seats_table).where(seats_table.c.session_id == id).order_by(seats_table.c.seat)
        ).mappings()
        return tuple(_seated(row) for row in rows)


class OpenSession:
    """A session on the table: the kernel's Table, whose every confirmed entry is on disk before it counts."""

    def __init__(
        self, store: Store, id: str, table: Table, players: tuple[Seated, ...], title: str, journal: Journal
    ) -> None:
        self.store, self.id, self.table, self.players, self.title = store, id, table, players, title
        self._journal = journal

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def attach(self, evidence: Evidence) -> str:
        """Keep this photo with the next confirmed entry; gives the name to confirm it with."""
        return self._journal.attach(evidence)

    def be_patient(self) -> None:
        """Go on in memory while the place fails; what is confirmed meanwhile waits to be saved."""
        self._journal.patient = True

    @property
    def waiting(self) -> tuple[Row, ...]:
        """What is confirmed and not saved yet, oldest first."""
        return tuple(self._journal.waiting)

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

    def save(self) -> None:
        """Write everything that waits, in one go; PlaceError while that still cannot be, StaleError if it never can."""
        self._journal.write()

    def reload(self) -> OpenSession:
        """The session as it is now, with what others have added."""
        return self.store.open_session(self.id, self.table.base)


def _among(game: str | None, unfinished: bool) -> list[Any]:
    """What the sessions of a list have in common."""
    wanted = [sessions_table.c.hidden.is_(False)]
    if game is not None:
        wanted.append(sessions_table.c.game == game)
    if unfinished:
        wanted.append(sessions_table.c.finished.is_(False))
    return wanted


def odd(id: str) -> StoreError:
    """What a session says of which a value is damaged."""
    return StoreError(text("models.damaged_session", id=id, problem=text("models.odd_value")))


def _seated(row: Mapping[Any, Any]) -> Seated:
    put = whole(seats_table, row) or HARMLESS
    return Seated(put["name"], put["colour"])


def _moment(value: Any) -> int:
    """Milliseconds a calendar can show; a damaged moment is the first of all."""
    return value if isinstance(value, int) and 0 <= value <= LAST_MOMENT else 0


def _session_row(table: Table, players: Sequence[Seated], title: str, id: str) -> Row:
    moment = now()
    return {
        "id": id,
        "game": table.base.slug,
        "seats": len(players),
        "options": codec.canonical(codec.encode(dict(table.options))),
        "start": None if table.start is None else codec.canonical(codec.encode(table.start)),
        "catalog": codec.canonical(table.base.catalog.as_json()),
        "title": clean(title),
        "made_with": __version__,
        "created": moment,
        "touched": moment,
        "hidden": False,
        "finished": bool(table.log.entries) and not table.to_act(),
    }


def _seats(id: Any, players: Sequence[Seated]) -> list[dict[str, Any]]:
    return [
        {"session_id": id, "seat": seat, "name": clean(player.name), "colour": clean(player.colour)}
        for seat, player in enumerate(players)
    ]


__all__ = ["Evidence", "OpenSession", "Seated", "StaleError", "Store", "Summary", "clean", "now"]
