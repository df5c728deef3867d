"""The journal of one session: each entry is on disk before it counts, or waits in order while the place fails."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from models.bare import bare
from models.engine import PlaceError, StoreError
from models.rows import EntryRow, PhotoRow, ReadingRow, SessionRow, SnapshotRow, clean, now
from tableside.core import codec, notation
from tableside.core.moves import Text, text
from tableside.core.replay import Entry, EntryKind

if TYPE_CHECKING:
    from models.store import Store

SNAPSHOT_EVERY = 32
RECENT, SPARSE = 512, 1024
"""Of the states older than so many entries, about one in so many is kept."""
PHOTO_MOST = 16 * 1024 * 1024
SAME = ("number", "kind", "move", "target", "kept", "text", "record", "digest", "at")
"""What makes a row the same entry; its photo may have been left behind."""

sessions_table = SessionRow.__table__  # type: ignore[attr-defined]
entries_table = EntryRow.__table__  # type: ignore[attr-defined]
snapshots_table = SnapshotRow.__table__  # type: ignore[attr-defined]
photos_table = PhotoRow.__table__  # type: ignore[attr-defined]
readings_table = ReadingRow.__table__  # type: ignore[attr-defined]

Row = dict[str, Any]


class StaleError(StoreError):
    """Somebody else has gone on with this session; open it again to see."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A photo with what was read in it and what the players took it for."""

    photo: bytes
    readings: str
    chosen: str = ""


class Journal:
    """Writes each entry in a transaction of its own, with its photo, before the table takes it.

    A patient journal does not refuse an entry when the place of the saved games fails (full, read-only, locked,
    gone): it waits, and everything that waits is written in order, in one transaction, as soon as that can be.
    Bookkeeping always waits: it follows from the move before it, which is safe.
    """

    def __init__(self, store: Store, id: str, state_type: type[Any], at: int = 0, waiting: Sequence[Row] = ()) -> None:
        self.store, self.id, self.state_type = store, id, state_type
        self.patient = False
        self.told: Callable[[], None] = lambda: None
        """Called when something begins to wait, and when nothing waits any more."""
        self.trouble: Text | None = None
        """Why something waits."""
        self.waiting: list[Row] = [dict(row) for row in waiting]
        self._at = at
        self._over = False
        self._evidence: dict[str, Evidence] = {}
        self._sure: int | None = None if waiting else store.changes
        """At which change of the store's file nothing of ours was in doubt; None after a failure."""
        wanted = select(snapshots_table.c.version).where(snapshots_table.c.session_id == id)
        with store.reading() as connection:
            self._kept = {version for version in connection.execute(wanted).scalars() if isinstance(version, int)}

    def attach(self, evidence: Evidence) -> str:
        """Keep this photo, bare of where and when it was taken, for the entry that names it."""
        evidence = replace(evidence, photo=bare(evidence.photo))
        if len(evidence.photo) > PHOTO_MOST:
            raise StoreError(text("models.photo_too_large", most=PHOTO_MOST // 1024 // 1024))
        name = hashlib.sha256(evidence.photo).hexdigest()
        wanted = {row["evidence"] for row in self.waiting}
        self._evidence = {key: kept for key, kept in self._evidence.items() if key in wanted} | {name: evidence}
        return name

    def photos(self) -> dict[str, bytes]:
        """The photos that wait."""
        wanted = {row["evidence"] for row in self.waiting}
        return {name: evidence.photo for name, evidence in self._evidence.items() if name in wanted}

    def append(self, entry: Entry, over: bool) -> None:
        """Write the entry and all that waits before it."""
        # A clock that was put back must not make a later entry older than an earlier one.
        self._at = max(now(), self._at)
        self.waiting.append({**row_of(entry), "session_id": self.id, "at": self._at})
        before, self._over = self._over, over
        try:
            self.write()
        except PlaceError as error:
            self.trouble = error.reason
            if self.patient or entry.auto:
                self.told()
                return
            self._over = before
            self.waiting.pop()
            raise
        except StoreError:
            self._over = before
            self.waiting.pop()
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
            self._write()
        waited = self.trouble is not None
        # A photo that was attached stays until the entry comes that names it, whatever is written before.
        for row in self.waiting:
            self._evidence.pop(row["evidence"], None)
        self.waiting.clear()
        self._sure = self.store.changes
        self.trouble = None
        if waited:
            self.told()

    def newest(self) -> int:
        """The number of the last entry that is saved, whoever wrote it."""
        wanted = select(func.max(entries_table.c.number)).where(entries_table.c.session_id == self.id)
        with self.store.reading() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    def settle(self, over: bool) -> None:
        """Whether the game is over, known only after what waited was read back."""
        self._over = over
        if not self.waiting:
            with self.store.writing() as connection:
                connection.execute(update(sessions_table).where(sessions_table.c.id == self.id).values(finished=over))

    def _stale(self) -> StaleError:
        return StaleError(text("models.stale", number=self.waiting[0]["number"]))

    def _write(self) -> None:
        try:
            with self.store.writing() as connection:
                self._write_rows(connection)
        except IntegrityError:
            raise self._stale() from None

    def _write_rows(self, connection: Connection) -> None:
        rows = self.waiting if self._sure == self.store.changes else self.waiting[self._there(connection) :]
        if not rows:
            return
        for row in rows:
            evidence = self._evidence.get(row["evidence"])
            if evidence is not None:
                self._keep_evidence(connection, row, evidence)
        if any(row["kind"] == EntryKind.LEARN.value for row in rows):
            # A new fact may change what states were; what is kept of them goes with it or not at all.
            connection.execute(delete(snapshots_table).where(snapshots_table.c.session_id == self.id))
        connection.execute(insert(entries_table), rows)
        connection.execute(
            update(sessions_table).where(sessions_table.c.id == self.id).values(touched=self._at, finished=self._over)
        )

    def _there(self, connection: Connection) -> int:
        """How many of the waiting entries are written already; StaleError when the log is not the one they follow."""
        first = self.waiting[0]["number"]
        wanted = (
            select(entries_table)
            .where(entries_table.c.session_id == self.id, entries_table.c.number >= first - 1)
            .order_by(entries_table.c.number)
            .limit(len(self.waiting) + 1)
        )
        found = list(connection.execute(wanted).mappings())
        if first > 1 and (not found or found.pop(0)["number"] != first - 1):
            raise self._stale()
        for mine, theirs in zip(self.waiting, found):
            if any(mine[key] != theirs[key] for key in SAME):
                raise self._stale()
        return len(found)

    def _keep_evidence(self, connection: Connection, row: Row, evidence: Evidence) -> None:
        known = connection.execute(
            select(photos_table.c.id).where(photos_table.c.session_id == self.id, photos_table.c.id == row["evidence"])
        ).first()
        if known is None:
            photo = {"session_id": self.id, "id": row["evidence"], "data": evidence.photo, "at": row["at"]}
            connection.execute(insert(photos_table), [photo])
        reading = {
            "session_id": self.id,
            "number": row["number"],
            "photo_id": row["evidence"],
            "readings": evidence.readings,
            "chosen": evidence.chosen,
        }
        connection.execute(insert(readings_table), [reading])

    # -- states, which are only a cache --------------------------------------------------------

    def snapshot(self, version: int) -> Any | None:
        """The state kept at a version, if it is the one the entry's fingerprint tells of."""
        if version not in self._kept or any(row["kind"] == EntryKind.LEARN.value for row in self.waiting):
            return None
        wanted = (
            select(snapshots_table.c.state, entries_table.c.digest)
            .where(snapshots_table.c.session_id == self.id, snapshots_table.c.version == version)
            .where(entries_table.c.session_id == snapshots_table.c.session_id)
            .where(entries_table.c.number == snapshots_table.c.version)
        )
        try:
            with self.store.reading() as connection:
                row = connection.execute(wanted).first()
            if row is None:
                return None
            state: Any = codec.decode(self.state_type, codec.parse(row.state))
            return state if codec.digest(state) == row.digest else None
        except (StoreError, ValueError, TypeError):
            return None

    def keep(self, version: int, state: Any) -> None:
        """Keep a state now and then; of the older ones only some, or they would outgrow the log."""
        if version - max(self._kept, default=0) < SNAPSHOT_EVERY or self.waiting:
            return
        row = {"session_id": self.id, "version": version, "state": codec.canonical(codec.encode(state))}
        old = {kept for kept in self._kept if kept < version - RECENT and kept % SPARSE >= SNAPSHOT_EVERY}
        try:
            with self.store.writing() as connection:
                connection.execute(insert(snapshots_table), [row])
                if old:
                    of_session = snapshots_table.c.session_id == self.id
                    connection.execute(delete(snapshots_table).where(of_session, snapshots_table.c.version.in_(old)))
        except (IntegrityError, StoreError):
            return
        self._kept = (self._kept - old) | {version}

    def forget(self) -> None:
        """Nothing kept counts any more; the entry that made it so has deleted it."""
        self._kept = set()


def row_of(entry: Entry) -> Row:
    """An entry as a row."""
    return {
        "number": entry.number,
        "kind": entry.kind.value,
        "move": None if entry.move is None else notation.write(entry.move),
        "target": entry.target,
        "kept": entry.kept,
        "text": clean(entry.text, 10_000, lines=True),
        "record": None if entry.record is None else json.dumps(entry.record, ensure_ascii=False),
        "digest": entry.digest,
        "auto": entry.auto,
        "evidence": entry.evidence,
    }


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
