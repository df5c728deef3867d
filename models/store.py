"""The store: opens, lists and keeps sessions; one transaction per confirmed move, and nothing is ever lost."""

from __future__ import annotations

import hashlib
import json
import time
import unicodedata
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from models.engine import StoreError, open_engine
from models.place import database_url
from models.rows import ID, NAME, EntryRow, PhotoRow, ReadingRow, SeatRow, SessionRow, SnapshotRow
from tableside import __version__
from tableside.core import codec, notation, registry
from tableside.core.game import Game, Options
from tableside.core.moves import text
from tableside.core.replay import Entry, EntryKind, LogError
from tableside.core.table import Table

SNAPSHOT_EVERY = 32
PHOTO_MOST = 16 * 1024 * 1024

sessions_table = SessionRow.__table__  # type: ignore[attr-defined]
seats_table = SeatRow.__table__  # type: ignore[attr-defined]
entries_table = EntryRow.__table__  # type: ignore[attr-defined]
snapshots_table = SnapshotRow.__table__  # type: ignore[attr-defined]
photos_table = PhotoRow.__table__  # type: ignore[attr-defined]
readings_table = ReadingRow.__table__  # type: ignore[attr-defined]


class StaleError(StoreError):
    """Somebody else has gone on with this session; open it again to see."""


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


@dataclass(frozen=True, slots=True)
class Evidence:
    """A photo with what was read in it and what the players took it for."""

    photo: bytes
    readings: str
    chosen: str = ""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def clean(words: str, longest: int = NAME) -> str:
    """A text fit to be kept: composed, without control characters, not too long."""
    composed = unicodedata.normalize("NFC", words)
    kept = "".join(
        letter
        for letter in composed
        if letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cs", "Co", "Cn")
    )
    return kept.strip()[:longest]


class Store:
    """Saved games in one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @classmethod
    def open(cls, url: str | None = None) -> Store:
        """The store at a URL, or the default one."""
        return cls(open_engine(url or database_url()))

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction; what the database refuses comes out as a StoreError and leaves nothing behind."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise StoreError(text("models.cannot_write", problem=str(error.orig).strip())) from error
        except SQLAlchemyError as error:
            raise StoreError(text("models.cannot_write", problem=str(error))) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect().execution_options(reading=True) as connection:
                yield connection
        except DBAPIError as error:
            raise StoreError(text("models.cannot_read", problem=str(error.orig).strip())) from error

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
        table = Table(game, options, len(players), start=start)
        made = {
            "id": id or uuid.uuid4().hex,
            "game": game.slug,
            "seats": len(players),
            "options": codec.canonical(codec.encode(dict(table.options))),
            "start": None if start is None else codec.canonical(codec.encode(start)),
            "catalog": codec.canonical(game.catalog.as_json()),
            "title": clean(title),
            "made_with": __version__,
            "created": now(),
            "touched": now(),
            "hidden": False,
            "finished": False,
        }
        with self.writing() as connection:
            connection.execute(insert(sessions_table), [made])
            connection.execute(insert(seats_table), _seats(made["id"], players))
        session = self.open_session(str(made["id"]), game)
        session.table.run_routine()
        return session

    def open_session(self, id: str, game: Game[Any] | None = None) -> OpenSession:
        """A saved session where it stopped. Its own records of the owner's copy come with it."""
        with self.reading() as connection:
            row = connection.execute(select(sessions_table).where(sessions_table.c.id == id[:ID])).mappings().first()
            if row is None:
                raise StoreError(text("models.no_session", id=id[:ID]))
            players = self._players(connection, id)
            rows = connection.execute(
                select(entries_table).where(entries_table.c.session_id == id).order_by(entries_table.c.number)
            ).mappings()
            try:
                entries = [_entry(dict(entry)) for entry in rows]
            except (ValueError, TypeError) as error:
                raise StoreError(text("models.damaged_session", id=id, problem=str(error))) from None
        try:
            base = game or registry.find(row["game"])
            base = base.with_catalog(base.catalog.learn_all(codec.parse(row["catalog"])))
            options = codec.parse(row["options"])
            start = None if row["start"] is None else codec.decode(base.state_type, codec.parse(row["start"]))
            journal = _Journal(self, id, base.state_type)
            table = Table(base, options, row["seats"], start=start, entries=entries, journal=journal)
        except (ValueError, LogError, registry.UnknownGameError) as error:
            raise StoreError(text("models.damaged_session", id=id, problem=str(error))) from None
        return OpenSession(self, id, table, players, row["title"], journal)

    def sessions(
        self, game: str | None = None, *, most: int = 200, offset: int = 0, unfinished: bool = False
    ) -> list[Summary]:
        """Saved sessions, the last touched first."""
        wanted = select(sessions_table).where(sessions_table.c.hidden.is_(False))
        if game is not None:
            wanted = wanted.where(sessions_table.c.game == game)
        if unfinished:
            wanted = wanted.where(sessions_table.c.finished.is_(False))
        wanted = wanted.order_by(sessions_table.c.touched.desc(), sessions_table.c.id).limit(most).offset(offset)
        with self.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
            ids = [row["id"] for row in rows]
            counted = connection.execute(
                select(entries_table.c.session_id, func.max(entries_table.c.number))
                .where(entries_table.c.session_id.in_(ids))
                .group_by(entries_table.c.session_id)
            )
            counts: dict[str, int] = dict(row._tuple() for row in counted)
            seated: dict[str, list[Seated]] = {id: [] for id in ids}
            for seat in connection.execute(
                select(seats_table).where(seats_table.c.session_id.in_(ids)).order_by(seats_table.c.seat)
            ).mappings():
                seated[seat["session_id"]].append(Seated(seat["name"], seat["colour"]))
        return [
            Summary(
                row["id"],
                row["game"],
                row["title"],
                tuple(seated[row["id"]]),
                counts.get(row["id"], 0),
                row["created"],
                row["touched"],
                row["finished"],
            )
            for row in rows
        ]

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
        return None if data is None else bytes(data)

    def photos(self, session: str) -> Mapping[str, bytes]:
        """Every photo of a session."""
        with self.reading() as connection:
            rows = connection.execute(
                select(photos_table.c.id, photos_table.c.data).where(photos_table.c.session_id == session)
            )
            return {id: bytes(data) for id, data in rows}

    def _players(self, connection: Connection, id: str) -> tuple[Seated, ...]:
        rows = connection.execute(
            select(seats_table).where(seats_table.c.session_id == id).order_by(seats_table.c.seat)
        ).mappings()
        return tuple(Seated(row["name"], row["colour"]) for row in rows)


class OpenSession:
    """A session on the table: the kernel's Table, whose every confirmed entry is on disk before it counts."""

    def __init__(
        self, store: Store, id: str, table: Table, players: tuple[Seated, ...], title: str, journal: _Journal
    ) -> None:
        self.store, self.id, self.table, self.players, self.title = store, id, table, players, title
        self._journal = journal

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def attach(self, evidence: Evidence) -> str:
        """Keep this photo with the next confirmed entry; gives the name to confirm it with."""
        return self._journal.attach(evidence)

    def reload(self) -> OpenSession:
        """The session as it is now, with what others have added."""
        return self.store.open_session(self.id, self.table.base)


class _Journal:
    """Writes each entry in a transaction of its own, with its photo, before the table takes it."""

    def __init__(self, store: Store, id: str, state_type: type[Any]) -> None:
        self.store, self.id, self.state_type = store, id, state_type
        self._evidence: dict[str, Evidence] = {}
        wanted = select(func.max(snapshots_table.c.version)).where(snapshots_table.c.session_id == id)
        with store.reading() as connection:
            self._last = connection.execute(wanted).scalar() or 0

    def attach(self, evidence: Evidence) -> str:
        if len(evidence.photo) > PHOTO_MOST:
            raise StoreError(text("models.photo_too_large", most=PHOTO_MOST // 1024 // 1024))
        name = hashlib.sha256(evidence.photo).hexdigest()
        self._evidence = {name: evidence}
        return name

    def append(self, entry: Entry, over: bool) -> None:
        row = {"session_id": self.id, "at": now(), **_row(entry)}
        try:
            with self.store.writing() as connection:
                evidence = self._evidence.pop(entry.evidence, None)
                if evidence is not None:
                    self._keep_evidence(connection, entry, evidence)
                connection.execute(insert(entries_table), [row])
                connection.execute(
                    update(sessions_table)
                    .where(sessions_table.c.id == self.id)
                    .values(touched=row["at"], finished=over)
                )
        except IntegrityError:
            raise StaleError(text("models.stale", number=entry.number)) from None

    def _keep_evidence(self, connection: Connection, entry: Entry, evidence: Evidence) -> None:
        known = connection.execute(
            select(photos_table.c.id).where(photos_table.c.session_id == self.id, photos_table.c.id == entry.evidence)
        ).first()
        if known is None:
            photo = {"session_id": self.id, "id": entry.evidence, "data": evidence.photo, "at": now()}
            connection.execute(insert(photos_table), [photo])
        reading = {
            "session_id": self.id,
            "number": entry.number,
            "photo_id": entry.evidence,
            "readings": evidence.readings,
            "chosen": evidence.chosen,
        }
        connection.execute(insert(readings_table), [reading])

    def snapshot(self, version: int) -> Any | None:
        if version == 0:
            return None
        wanted = select(snapshots_table.c.state).where(
            snapshots_table.c.session_id == self.id, snapshots_table.c.version == version
        )
        with self.store.reading() as connection:
            kept = connection.execute(wanted).scalar()
        if kept is None:
            return None
        try:
            return codec.decode(self.state_type, codec.parse(kept))
        except codec.CodecError:
            return None

    def keep(self, version: int, state: Any) -> None:
        if version - self._last < SNAPSHOT_EVERY:
            return
        self._last = version
        row = {"session_id": self.id, "version": version, "state": codec.canonical(codec.encode(state))}
        try:
            with self.store.writing() as connection:
                connection.execute(insert(snapshots_table), [row])
        except (IntegrityError, StoreError):
            return

    def forget(self) -> None:
        with self.store.writing() as connection:
            connection.execute(delete(snapshots_table).where(snapshots_table.c.session_id == self.id))
        self._last = 0


def _seats(id: Any, players: Sequence[Seated]) -> list[dict[str, Any]]:
    return [
        {"session_id": id, "seat": seat, "name": clean(player.name), "colour": clean(player.colour)}
        for seat, player in enumerate(players)
    ]


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "kind": entry.kind.value,
        "move": None if entry.move is None else notation.write(entry.move),
        "target": entry.target,
        "kept": entry.kept,
        "text": clean(entry.text, 10_000),
        "record": None if entry.record is None else json.dumps(entry.record, ensure_ascii=False),
        "digest": entry.digest,
        "auto": entry.auto,
        "evidence": entry.evidence,
    }


def _entry(row: Mapping[str, Any]) -> Entry:
    record = None if row["record"] is None else codec.decode(tuple[str, str, str], codec.parse(row["record"]))
    return Entry(
        row["number"],
        EntryKind(row["kind"]),
        None if row["move"] is None else notation.read(row["move"]),
        row["target"],
        row["kept"],
        row["text"],
        record,
        row["digest"],
        row["auto"],
        row["evidence"],
    )
