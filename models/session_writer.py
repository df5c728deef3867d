"""The journal of one session: each entry is on disk before it counts, or queued in order while storage fails."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, delete, select

from models import waiting_photos
from models.asking import HURRY, Errand
from models.database import PlaceError, StoreError
from models.photo_metadata import bare
from models.tables import CopyRow, EntryRow, PhotoRow, ReadingRow, SessionRow, SnapshotRow, now
from models.waiting_photos import Evidence
from tableside.core import codec, notation
from tableside.core.game import Game
from tableside.core.log import WORDS, Entry, EntryKind, clean
from tableside.core.moves import Text, text

if TYPE_CHECKING:
    from models.store import Store

SNAPSHOT_EVERY = 32
RECENT, SPARSE = 512, 1024
"""Of the states older than so many entries, about one in so many is kept."""
PHOTO_MOST = 16 * 1024 * 1024
SAME = ("number", "kind", "move", "target", "kept", "text", "record", "digest", "at")
"""What makes a row the same entry; its photo may have been left behind."""

LARGEST = 2**31 - 1
"""The largest number a column of numbers takes on a server."""
NAMED = re.compile(r"[0-9a-f]{0,64}")
"""What fingerprints and the names of photos are made of."""
SHARED = "shared"
"""Marks a row that waits whose fact belongs to the owner's copy too."""

Row = dict[str, Any]


class StaleError(StoreError):
    """Another process has appended to this session; it must be reloaded before it can be written."""


class SessionJournal:
    """Writes a move with its photo and the bookkeeping that follows in one transaction, before the table takes them.

    A patient journal does not refuse an entry when the place of the saved games fails (full, read-only, locked,
    gone): it waits, and everything that waits is written in order, in one transaction, as soon as that can be. A
    server it asks on a thread of its own, so that a stalled network holds up nobody.
    Bookkeeping always waits: it follows from the move before it, which is safe.
    """

    def __init__(self, store: Store, id: str, game: Game[Any], at: int = 0, waiting: Sequence[Row] = ()) -> None:
        self.store, self.id, self.state_type = store, id, game.state_type
        self.patient = False
        self.told: Callable[[], None] = lambda: None
        """Called when something begins to wait, and when nothing waits any more."""
        self.trouble: Text | None = None
        """Why something waits."""
        self.waiting: list[Row] = [{key: value for key, value in row.items() if key != SHARED} for row in waiting]
        self._at = at
        self._over = False
        found = {row["evidence"]: waiting_photos.find(row["evidence"]) for row in self.waiting if row["evidence"]}
        self._evidence: dict[str, Evidence] = {name: kept for name, kept in found.items() if kept is not None}
        lost = [name for name, kept in found.items() if kept is None]
        self._fact: CopyRow | None = None
        self._facts = {row["number"]: _fact(game.slug, row) for row in waiting if row.get(SHARED)}
        """Facts of the owner's copy, by the entry that is written together with them."""
        self._trying: Errand[None] | None = None
        self._sure: int | None = None if waiting else store.changes
        """At which change of the store's file nothing of ours was in doubt; None after a failure."""
        wanted = select(SnapshotRow.version).where(SnapshotRow.session_id == id)
        here: Any = select(PhotoRow.id).where(PhotoRow.session_id == id, col(PhotoRow.id).in_(lost))
        with store.reading() as database:
            self._kept = {version for version in database.exec(wanted) if isinstance(version, int)}
            gone = set(lost) - set(database.exec(here)) if lost else set()
        # An entry names its photo only where that is.
        self.waiting = [{**row, "evidence": ""} if row["evidence"] in gone else row for row in self.waiting]

    def attach(self, evidence: Evidence) -> str:
        """Keep this photo, bare of where and when it was taken, for the entry that names it."""
        if not storable(evidence.readings, evidence.chosen):
            raise StoreError(text("core.bad.unfit"))
        evidence = replace(evidence, photo=bare(evidence.photo))
        if len(evidence.photo) > PHOTO_MOST:
            raise StoreError(text("models.photo_too_large", most=PHOTO_MOST // 1024 // 1024))
        name = hashlib.sha256(evidence.photo).hexdigest()
        wanted = {row["evidence"] for row in self.waiting}
        self._evidence = {key: kept for key, kept in self._evidence.items() if key in wanted} | {name: evidence}
        return name

    @contextmanager
    def sharing(self, fact: CopyRow) -> Iterator[None]:
        """Keep this fact in the owner's copy with the entry that is written meanwhile, together or not at all."""
        self._fact = fact
        try:
            yield
        finally:
            # A fact that was refused must not go with the next entry.
            self._fact = None

    def kept_back(self) -> tuple[Row, ...]:
        """The queued rows and facts as plain data, to be passed to `Store.open_session` after a restart."""
        return tuple({**row, SHARED: True} if row["number"] in self._facts else row for row in self.waiting)

    def photos(self) -> dict[str, bytes]:
        """The photos that wait."""
        wanted = {row["evidence"] for row in self.waiting}
        return {name: evidence.photo for name, evidence in self._evidence.items() if name in wanted}

    def readings(self) -> dict[tuple[int, str], tuple[str, str]]:
        """What was read in the photos that wait and what it was taken for, by entry and photo."""
        named = ((row["number"], row["evidence"], self._evidence.get(row["evidence"])) for row in self.waiting)
        return {(number, name): (kept.readings, kept.chosen) for number, name, kept in named if kept is not None}

    def facts(self) -> tuple[CopyRow, ...]:
        """Facts for the owner's copy that wait."""
        return tuple(self._facts.values())

    def append(self, entries: Sequence[Entry], over: bool) -> None:
        """Write the entries and all that waits before them, in one transaction. On a StoreError none is kept."""
        # A clock that was put back must not make a later entry older than an earlier one.
        self._at = max(now(), self._at)
        rows = [{**row_of(entry), "session_id": self.id, "at": self._at} for entry in entries]
        for entry, row in zip(entries, rows):
            if not _reads_back(entry, row):
                raise StoreError(text("models.unreadable", number=entry.number))
        self.waiting += rows
        if self._fact is not None:
            self._facts[entries[0].number] = self._fact
        before, self._over = self._over, over
        try:
            self.write()
        except BaseException as error:
            if isinstance(error, PlaceError):
                self.trouble = error.told
                if self.patient or all(entry.auto for entry in entries):
                    self._keep_photos()
                    self.told()
                    return
            # Whatever it was: an entry that was refused must not go with the next one.
            self._over = before
            del self.waiting[-len(rows) :]
            self._facts.pop(entries[0].number, None)
            raise

    def write(self) -> None:
        """Write everything that waits, in order, in one transaction. What is there already is not written twice."""
        if not self.waiting:
            return
        try:
            self._write()
        except PlaceError as error:
            self._sure = None
            if not error.lost:
                raise
            # The connection broke: whether the transaction was committed is seen by looking, on a new connection.
            try:
                self._write()
            except PlaceError as again:
                raise PlaceError(text("models.in_doubt", problem=again.told), lost=True) from None
        waited = self.trouble is not None or self._sure is None
        # A photo that was attached stays until the entry comes that names it, whatever is written before.
        for row in self.waiting:
            if self._evidence.pop(row["evidence"], None) is not None and waited:
                waiting_photos.forget(row["evidence"])
        self.waiting.clear()
        self._facts.clear()
        self._sure = self.store.changes
        if self.trouble is not None:
            self.trouble = None
            self.told()

    def _keep_photos(self) -> None:
        """Spool the queued photos."""
        for row in self.waiting:
            evidence = self._evidence.get(row["evidence"])
            if evidence is not None:
                waiting_photos.keep(row["evidence"], evidence)

    def newest(self) -> int:
        """The number of the last entry that is saved, whoever wrote it."""
        wanted = select(func.max(EntryRow.number)).where(EntryRow.session_id == self.id)
        with self.store.reading() as database:
            return int(database.exec(wanted).first() or 0)

    def settle(self, over: bool) -> None:
        """Whether the game is over, known only after what waited was read back."""
        self._over = over
        if not self.waiting:
            with self.store.writing() as database:
                database.get_one(SessionRow, self.id).finished = over

    def _write(self) -> None:
        rows = list(self.waiting)
        if not (self.patient and self.store.remote):
            self._commit(rows)
            return
        slow = PlaceError(text("models.slow"))
        if self._trying is not None and not self._trying.done():
            raise slow
        self._trying = Errand(partial(self._commit, rows), "saving")
        if not self._trying.done(HURRY):
            # It may still be done; the next attempt comes after it and looks.
            raise slow
        self._trying.within()

    def _commit(self, rows: list[Row]) -> None:
        try:
            self._transact(rows)
        except IntegrityError:
            # Somebody else was there first, or an earlier try of ours, which the server ended only now: looking tells.
            self._sure = None
            try:
                self._transact(rows)
            except IntegrityError:
                raise _stale(rows) from None

    def _transact(self, rows: list[Row]) -> None:
        """One transaction with what of these entries is not there yet."""
        with self.store.writing() as database:
            sure = self._sure == self.store.changes
            self._write_rows(database, rows if sure else rows[self._there(database, rows) :])

    def _write_rows(self, database: Session, rows: list[Row]) -> None:
        if not rows:
            return
        # Written as they are: objects that keep track of themselves would take as long again as the writing.
        head = update(SessionRow).where(col(SessionRow.id) == self.id)
        database.connection().execute(insert(EntryRow), rows)
        database.connection().execute(head.values(touched=self._at, finished=self._over))
        for row in rows:
            evidence, fact = self._evidence.get(row["evidence"]), self._facts.get(row["number"])
            if evidence is not None:
                self._keep_evidence(database, row, evidence)
            if fact is not None:
                database.merge(fact)
        if any(row["kind"] == EntryKind.LEARN.value for row in rows):
            # A new fact may change what states were; what is kept of them goes with it or not at all.
            database.exec(delete(SnapshotRow).where(col(SnapshotRow.session_id) == self.id))

    def _there(self, database: Session, rows: list[Row]) -> int:
        """How many of these entries are written already; StaleError when the log is not the one they follow."""
        first = rows[0]["number"]
        wanted = (
            select(EntryRow)
            .where(EntryRow.session_id == self.id, EntryRow.number >= first - 1)
            .order_by(col(EntryRow.number))
            .limit(len(rows) + 1)
        )
        found = list(database.exec(wanted))
        if first > 1 and (not found or found.pop(0).number != first - 1):
            raise _stale(rows)
        for mine, theirs in zip(rows, found):
            if any(mine[key] != getattr(theirs, key) for key in SAME):
                raise _stale(rows)
        return len(found)

    def _keep_evidence(self, database: Session, row: Row, evidence: Evidence) -> None:
        name = row["evidence"]
        known = select(PhotoRow.id).where(PhotoRow.session_id == self.id, PhotoRow.id == name)
        if database.exec(known).first() is None:
            database.add(PhotoRow(session_id=self.id, id=name, data=evidence.photo, at=row["at"]))
            database.flush()
        database.add(
            ReadingRow(
                session_id=self.id,
                number=row["number"],
                photo_id=name,
                readings=evidence.readings,
                chosen=evidence.chosen,
            )
        )

    # -- states, which are only a cache --------------------------------------------------------

    def snapshot(self, version: int) -> Any | None:
        """The state kept at a version, if it is the one the entry's fingerprint tells of."""
        if version not in self._kept or any(row["kind"] == EntryKind.LEARN.value for row in self.waiting):
            return None
        wanted = (
            select(SnapshotRow.state, EntryRow.digest)
            .where(SnapshotRow.session_id == self.id, SnapshotRow.version == version)
            .where(EntryRow.session_id == SnapshotRow.session_id)
            .where(EntryRow.number == SnapshotRow.version)
        )
        # A fact that was put right later may have been written while another program still kept states without it.
        changed = select(EntryRow.number).where(
            EntryRow.session_id == self.id,
            EntryRow.kind == EntryKind.LEARN.value,
            EntryRow.number > version,
            EntryRow.digest != "",
        )
        try:
            with self.store.reading() as database:
                row = None if database.exec(changed).first() else database.exec(wanted).first()
            if row is None:
                return None
            kept, digest = row
            state: Any = codec.decode(self.state_type, codec.parse(kept))
            return state if codec.digest(state) == digest else None
        except (StoreError, ValueError, TypeError):
            return None

    def keep(self, version: int, state: Any) -> None:
        """Keep a state now and then; of the older ones only some, or they would outgrow the log."""
        if version - max(self._kept, default=0) < SNAPSHOT_EVERY or self.waiting:
            return
        row = SnapshotRow(session_id=self.id, version=version, state=codec.canonical(codec.encode(state)))
        old = {kept for kept in self._kept if kept < version - RECENT and kept % SPARSE >= SNAPSHOT_EVERY}
        if self.patient and self.store.remote:
            # It is only a cache: no table waits for a server to take it.
            Errand(partial(self._keep, row, old), "keeping").begin()
        else:
            self._keep(row, old)

    def _keep(self, row: SnapshotRow, old: set[int]) -> None:
        version = row.version
        try:
            with self.store.writing() as database:
                database.add(row)
                if old:
                    ours, gone = col(SnapshotRow.session_id) == self.id, col(SnapshotRow.version).in_(old)
                    database.exec(delete(SnapshotRow).where(ours, gone))
        except (IntegrityError, StoreError):
            return
        self._kept = (self._kept - old) | {version}

    def forget(self) -> None:
        """Nothing kept counts any more; the entry that made it so has deleted it."""
        self._kept = set()


def _stale(rows: list[Row]) -> StaleError:
    return StaleError(text("models.stale", number=rows[0]["number"]))


def _fact(slug: str, row: Row) -> CopyRow:
    """The record an entry tells of, as a row of the owner's copy."""
    entry = entry_of(row)
    if entry.record is None:
        raise ValueError(row["number"])
    table, id, data = entry.record
    return CopyRow(game=slug, kind=table, id=id, data=data, at=row["at"])


def row_of(entry: Entry) -> Row:
    """An entry as a row."""
    return {
        "number": entry.number,
        "kind": entry.kind.value,
        "move": None if entry.move is None else notation.write(entry.move),
        "target": entry.target,
        "kept": entry.kept,
        "text": entry.text,
        "record": None if entry.record is None else json.dumps(entry.record, ensure_ascii=False),
        "digest": entry.digest,
        "auto": entry.auto,
        "evidence": entry.evidence,
    }


def storable(*words: str) -> bool:
    """Whether every database and every file takes these words: half a surrogate pair and a zero fit into none."""
    try:
        return b"\0" not in "".join(words).encode()
    except UnicodeEncodeError:
        return False


def takes(row: Mapping[str, Any]) -> bool:
    """Whether an entry's row can be written to any database and into an export, and be taken in again."""
    numbers = all(type(row[key]) is int and 0 <= row[key] <= LARGEST for key in ("number", "target", "kept"))
    named = all(NAMED.fullmatch(row[key]) for key in ("digest", "evidence"))
    return numbers and named and storable(*(value for value in row.values() if isinstance(value, str)))


def _reads_back(entry: Entry, row: Row) -> bool:
    """Whether the row opens as the same entry in another process, and comes in again by an export."""
    try:
        return takes(row) and entry.text == clean(entry.text, WORDS, lines=True) and entry_of(row) == entry
    except (ValueError, TypeError, RecursionError):
        return False


def entry_of(row: Mapping[str, Any]) -> Entry:
    """A row as an entry."""
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
