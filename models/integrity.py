"""Integrity check of all that is stored: a list of findings, each with whether a repair can better it."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import func, inspect
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel, col, select

from models import precheck
from models.database import HEAD, REVISIONS, SQLITE, StoreError, _engine, file_of, revision, shown
from models.owned_records import OwnersCopy
from models.plays import open_play
from models.store import Store
from models.tables import (
    KEPT,
    CardPhotoRow,
    CopyRow,
    EntryRow,
    PhotoRow,
    PlayRow,
    SessionRow,
    plain_rows,
    sound,
    table_of,
)
from tableside.core import codec, manual_edit, registry
from tableside.core.catalog import read_record
from tableside.core.errors import complaint
from tableside.core.log import START, EntryKind, LogLine
from tableside.core.moves import Text
from tableside.core.moves import text as said
from tableside.core.ruling import Legal
from tableside.core.table import Table

LookProblem = Callable[[str, bytes], bool]
"""Whether a look of this kind (card, face) cannot be read."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong, and whether a repair can better it."""

    what: str
    """file, schema, value, session, replay, play, photo, record, look, or unknown: of a game that is not here."""
    said: Text
    curable: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what was found."""

    sessions: int
    entries: int
    photos: int
    records: int
    looks: int
    findings: tuple[Finding, ...]

    @property
    def curable(self) -> bool:
        return any(finding.curable for finding in self.findings)


def examine(url: str, look_problem: LookProblem | None = None) -> Report:
    """Look through a database without changing it."""
    place = file_of(url)
    if place is not None:
        finding = _unreadable(place)
        if finding is not None:
            return Report(0, 0, 0, 0, 0, (finding,))
        if not place.exists():
            return Report(0, 0, 0, 0, 0, ())
        url = f"sqlite:///{place.absolute().as_uri()}?mode=ro&uri=true"
    store = Store(_engine(url))
    try:
        return _examined(store, shown(url) if place is None else str(place), look_problem)
    except StoreError as error:
        return Report(0, 0, 0, 0, 0, (Finding("file", error.told),))
    except (SQLAlchemyError, UnicodeDecodeError) as error:
        problem = said("models.database_says", words=str(getattr(error, "orig", error)))
        finding = Finding("file", said("models.doctor_file", place=str(place or shown(url)), problem=problem))
        return Report(0, 0, 0, 0, 0, (finding,))
    finally:
        store.close()


def _unreadable(place: Path) -> Finding | None:
    """Why a file cannot be looked through: it is none, another program holds it just now, or it is damaged."""
    if place.exists() and not place.is_file():
        return Finding("file", said("models.not_a_file", place=str(place)), False)
    try:
        problem = _broken(place)
    except sqlite3.Error as error:
        problem = said("models.database_says", words=str(error))
        if SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF) == "locked":
            return Finding("file", said("models.locked", place=str(place), problem=problem), False)
    except UnicodeDecodeError as error:
        problem = said("models.database_says", words=str(error))
    told = said("models.doctor_file", place=str(place), problem=problem)
    return None if problem is None else Finding("file", told)


def _broken(place: Path) -> Text | None:
    found = precheck.damage(place)
    if found is not None or not place.exists() or place.stat().st_size == 0:
        return found
    with closing(sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as looking:
        rows = [str(row[0]) for row in looking.execute("PRAGMA integrity_check(20)")]
        loose = len(looking.execute("PRAGMA foreign_key_check").fetchall())
    if rows != ["ok"]:
        more = f" (+{len(rows) - 1})" if len(rows) > 1 else ""
        return said("models.database_says", words=rows[0].replace("\n", " ") + more)
    return said("models.loose_rows", n=loose) if loose else None


def _examined(store: Store, place: str, look_problem: LookProblem | None) -> Report:
    try:
        found = revision(store.engine)
    except StoreError as error:
        return Report(0, 0, 0, 0, 0, (Finding("schema", error.told, False),))
    if found is None:
        return Report(0, 0, 0, 0, 0, ())
    if found not in REVISIONS:
        reason = said("models.newer_schema", found=found, known=HEAD)
        return Report(0, 0, 0, 0, 0, (Finding("schema", reason, False),))
    counts = {}
    kinds = _here(store)
    with store.reading() as database:
        for kind in kinds:
            counts[table_of(kind).name] = database.exec(select(func.count()).select_from(kind)).one()
    findings = (*_odd(store, kinds), *_sessions(store), *_photos(store), *_records(store), *_looks(store, look_problem))
    if PlayRow in kinds:
        findings += tuple(_plays(store))
    return Report(
        counts["session"], counts["entry"], counts["photo"], counts["copy_record"], counts["card_photo"], findings
    )


def _here(store: Store) -> list[type[SQLModel]]:
    """The tables this database has; an older one has fewer."""
    with store.reading() as database:
        names = set(inspect(database.connection()).get_table_names())
    return [kind for kind in KEPT if table_of(kind).name in names]


def _odd(store: Store, kinds: list[type[SQLModel]]) -> Iterator[Finding]:
    """Values of the wrong kind."""
    for kind in kinds:
        with store.reading() as database:
            rows = database.exec(select(kind), execution_options={"yield_per": 100})
            found = sum(not sound(row) for row in rows)
        if found:
            yield Finding("value", said("models.doctor_value", table=table_of(kind).name, n=found))


def _sessions(store: Store) -> Iterator[Finding]:
    with store.reading() as database:
        ids = [str(id) for id in database.exec(select(SessionRow.id))]
    for id in ids:
        finding = session_finding(store, id)
        if finding is not None:
            yield finding


def session_finding(store: Store, id: str) -> Finding | None:
    """What is wrong with one session: it cannot be read, or it does not replay to what it was."""
    try:
        slug = _game_of(store, id)
        if slug not in registry.infos():
            return Finding("unknown", said("models.doctor_unknown", id=id, game=slug), False)
        session = store.open_session(id)
        odd = undone_entry(session.table)
        conflict = session.table.drift or (session.table.verify() if odd != 0 else None)
    except StoreError as error:
        return Finding("session", error.told)
    except Exception as error:
        return Finding("session", said("models.damaged_session", id=id, problem=complaint(error)))
    if len(session.players) != session.table.seats:
        return Finding("session", said("models.doctor_seats", id=id))
    entry, reason = (conflict.entry, conflict.illegal.reason) if conflict else (odd, said("core.state_differs"))
    if not entry:
        return None
    return Finding("replay", said("models.doctor_replay", id=id, entry=entry, reason=reason))


def undone_entry(table: Table) -> int | None:
    """The first entry that does not come out as it did, what was undone included; 0 when all do.

    None where a fact was learnt in between: what was undone before it may rightly come out otherwise.
    """
    if any(entry.kind is EntryKind.LEARN for entry in table.log.entries):
        return None
    states = {START: table.state_at(START)}
    for entry in table.log.entries:
        turned = entry.kind in (EntryKind.UNDO, EntryKind.REDO)
        line = table.log.tips.get(entry.target if turned else entry.number)
        if line is not None and entry.digest:
            state = _state_of(table, line, states)
            if state is None or codec.digest(state) != entry.digest:
                return entry.number
    return 0


def _state_of(table: Table, line: LogLine, states: dict[LogLine, Any]) -> Any | None:
    """The state after a step, judged anew from those known; None when a step on the way is refused."""
    todo = []
    place: LogLine | None = line
    while place is not None and place not in states:
        todo.append(place)
        place = place.parent
    state = states[place or START]
    for step in reversed(todo):
        ruling = manual_edit.judge(table.game, state, step.move) if step.move is not None else None
        if not isinstance(ruling, Legal):
            return None
        for happened in ruling.events:
            state = manual_edit.apply(table.game, state, happened)
        states[step] = state
    return state


def _game_of(store: Store, id: str) -> str:
    with store.reading() as database:
        return str(database.exec(select(SessionRow.game).where(SessionRow.id == id)).first())


def _plays(store: Store) -> Iterator[Finding]:
    with store.reading() as database:
        ids = [str(id) for id in database.exec(select(PlayRow.id).where(col(PlayRow.hidden).is_(False)))]
    for id in ids:
        try:
            open_play(store, id)
        except StoreError as error:
            yield Finding("play", error.told, False)


def _photos(store: Store) -> Iterator[Finding]:
    with store.reading() as database:
        names = list(database.exec(select(PhotoRow.session_id, PhotoRow.id)))
    here = {(session, name) for session, name in names}
    for session, name in names:
        data = store.photo(session, name)
        if data is None or hashlib.sha256(data).hexdigest() != name:
            yield Finding("photo", said("models.doctor_photo", id=session, photo=str(name)[:12]))
    named = select(EntryRow.session_id, EntryRow.number, EntryRow.evidence).where(EntryRow.evidence != "")
    with store.reading() as database:
        missing = [one for one in database.exec(named) if (one[0], one[2]) not in here]
    for session, number, _ in missing:
        yield Finding("photo", said("models.doctor_no_photo", id=session, entry=number))


def _records(store: Store) -> Iterator[Finding]:
    with store.reading() as database:
        rows = plain_rows(database, CopyRow)
    for row in rows:
        problem = record_problem(row)
        if problem is not None:
            id = f"{row['game']} {row['kind']} {row['id']}"
            known = row["game"] in registry.infos()
            yield Finding("record" if known else "unknown", said("models.doctor_record", id=id, problem=problem), known)


def record_problem(row: Any) -> Text | None:
    """Why a record of the owner's copy cannot be used."""
    try:
        game = registry.find(row["game"])
        kind = game.catalog.types.get(row["kind"])
        if kind is None:
            return said("core.bad.no_table")
        read_record(kind, codec.parse(row["data"]), "your copy", row["id"])
    except (ValueError, TypeError) as error:
        return complaint(error)
    return None


def _looks(store: Store, look_problem: LookProblem | None) -> Iterator[Finding]:
    if look_problem is None:
        return
    with store.reading() as database:
        games = sorted({str(game) for game in database.exec(select(CardPhotoRow.game).distinct())})
    for slug in games:
        if slug not in registry.infos():
            continue
        copy = OwnersCopy(store, registry.find(slug))
        for kind in ("card", "face"):
            for look in copy.looks(kind):
                if look_problem(kind, look.descriptor):
                    yield Finding("look", said("models.doctor_look", game=slug, card=look.card))
