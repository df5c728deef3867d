"""Rebuilds a damaged database from its whole rows, with backups to fill the holes; the damaged files are kept."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmodel import Session

from models.backup import backups_of, on_disk, put
from models.database import PlaceError, open_engine
from models.integrity import LookProblem, record_problem
from models.row_recovery import Gathered, Key, Kind, Row, gather
from models.session_writer import entry_of
from models.sqlite_pages import MAGIC, beside, followed
from models.store import add_rows
from models.swap_lock import swapping
from models.tables import (
    CardPhotoRow,
    CopyRow,
    EntryRow,
    PhotoRow,
    PlayRow,
    PlaySeatRow,
    ReadingRow,
    SeatRow,
    SessionRow,
    SheetRow,
    table_of,
)
from tableside.core import codec, registry
from tableside.core.game import Game
from tableside.core.log import Entry, Log
from tableside.core.moves import Text
from tableside.core.moves import text as said
from tableside.core.table import Table

try:
    import fcntl
except ImportError:  # Windows: its own locks keep an open file from being replaced
    fcntl = None  # type: ignore[assignment]

SHARED_FIRST, SHARED_SIZE = 0x40000002, 510
"""The bytes of a database file on which SQLite holds its shared and exclusive locks."""
NOBODY = "?"
"""The name of a player whose name is lost."""


@dataclass
class Repaired:
    """What a repair did."""

    said: list[Text] = field(default_factory=list)
    aside: dict[str, list[Row]] = field(default_factory=dict)
    """Rows that could not be used, as they were."""

    def put_aside(self, table: str, rows: Iterable[Row]) -> None:
        self.aside.setdefault(table, []).extend(rows)


def repair(place: Path, stamp: str, look_problem: LookProblem | None = None) -> tuple[Text, ...]:
    """Put a sound database in place of a damaged one; says what was done. The damaged files are kept in a folder."""
    place = followed(place)
    kept = place.with_name(f"{place.stem}.damaged-{stamp}")
    work = place.with_name(f"{place.name}.new")
    shutil.rmtree(work, ignore_errors=True)
    kept.mkdir(mode=0o700)
    before = _marks(place)
    for ending in ("", "-wal", "-shm"):
        # Whoever else closes the file just now takes its logs away; that he wrote is seen before the swap.
        with suppress(FileNotFoundError):
            shutil.copy2(beside(place, ending), kept / (place.name + ending))
            on_disk(kept / (place.name + ending))
    # A file that is gone from beside its log is read as an emptied one.
    (kept / place.name).touch()
    on_disk(kept)
    try:
        work.mkdir(mode=0o700)
        found, done = gather(kept / place.name, work), Repaired()
        backups = [gather(file, work) for file in backups_of(place)]
        _build(work / place.name, found, backups, done, look_problem)
        with _alone(place):
            if _marks(place) != before:
                raise PlaceError(said("models.repair_busy", place=str(place)))
            _swap(work / place.name, place)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if done.aside:
        aside = kept / "set-aside.json"
        put(aside, json.dumps(done.aside, ensure_ascii=False, indent=1, default=_shown).encode())
        done.said.append(said("models.repair_aside", file=str(aside)))
    return (said("models.repair_kept", folder=str(kept)), *done.said)


def _shown(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else str(value)


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Hold SQLite's own exclusive lock on a database file. Raises PlaceError if another process has it open.

    In WAL mode whoever has the file open holds a shared lock on these bytes, so nobody can be half way through a
    write; whoever would open it meanwhile waits for the folder. Another program may have opened the file and not read
    it yet: it finds no database in it, for what it wrote would go into a log under the name of the new file.
    Closing any other descriptor of the file in this process would release the lock: nothing here opens it.
    """
    if fcntl is None or not place.exists():
        yield
        return
    with ExitStack() as locks:
        try:
            locks.enter_context(swapping(place))
            held = locks.enter_context(place.open("r+b", buffering=0))
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_SIZE, SHARED_FIRST)
        except OSError:
            raise PlaceError(said("models.repair_busy", place=str(place))) from None
        yield
        if not os.path.samestat(os.fstat(held.fileno()), place.stat()):
            held.write(bytes(len(MAGIC)))


def _marks(place: Path) -> list[tuple[int, int, int] | None]:
    """Sizes and times by which a write of another process is noticed."""
    found: list[tuple[int, int, int] | None] = []
    for ending in ("", "-wal"):
        try:
            state = beside(place, ending).stat()
        except FileNotFoundError:
            found.append(None)
            continue
        # An empty log comes and goes with whoever looks in.
        found.append((state.st_ino, state.st_size, state.st_mtime_ns) if state.st_size else None)
    return found


def _swap(new: Path, place: Path) -> None:
    """Replace the old file atomically and delete its write-ahead log, of which a copy is kept by now."""
    on_disk(new)
    for ending in ("-wal", "-shm"):
        beside(place, ending).unlink(missing_ok=True)
    new.replace(place)
    on_disk(place.parent)


# -- building ----------------------------------------------------------------------------------


def _build(
    place: Path, found: Gathered, backups: list[Gathered], done: Repaired, look_problem: LookProblem | None
) -> None:
    engine, sessions, entries = open_engine(f"sqlite:///{place}"), 0, 0
    try:
        with Session(engine) as database, database.begin():
            for session in _sessions(found, backups, done):
                sessions, entries = sessions + 1, entries + len(session[EntryRow])
                add_rows(database, *([table(**row) for row in rows] for table, rows in session.items()))
                database.expunge_all()
            plays = _merged(PlayRow, found, backups)
            add_rows(database, [PlayRow(**row) for row in plays.values()])
            seats = _merged(PlaySeatRow, found, backups)
            add_rows(database, [PlaySeatRow(**row) for key, row in seats.items() if key[:1] in plays])
            add_rows(database, [SheetRow(**row) for row in _merged(SheetRow, found, backups).values()])
            for table in (CopyRow, CardPhotoRow):
                rows = _copies(table, found, backups, done, look_problem)
                add_rows(database, [table(**row) for row in rows])
    finally:
        engine.dispose()
    for kind, odd in found.odd.items():
        done.put_aside(table_of(kind).name, odd)
    if found.odd:
        done.said.append(said("models.repair_odd", n=sum(len(rows) for rows in found.odd.values())))
    built = said("models.repair_built", sessions=sessions, entries=entries)
    done.said.insert(0, built if sessions or any(found.rows.values()) else said("models.repair_nothing"))


def _by_session(table: Kind, sources: list[Gathered]) -> dict[str, dict[Key, list[Row]]]:
    """For each session the rows of each key, the damaged file's own first, then those of the backups."""
    found: dict[str, dict[Key, list[Row]]] = {}
    for source in sources:
        for key, row in source.rows[table].items():
            id = str(row["id"] if table is SessionRow else row["session_id"])
            found.setdefault(id, {}).setdefault(key, []).append(row)
    return found


def _sessions(found: Gathered, backups: list[Gathered], done: Repaired) -> Iterator[dict[Kind, list[Row]]]:
    sources = [found, *backups]
    sessions = _by_session(SessionRow, sources)
    seats, entries = _by_session(SeatRow, sources), _by_session(EntryRow, sources)
    photos, readings = _by_session(PhotoRow, sources), _by_session(ReadingRow, sources)
    owned = _owned(found)
    known = {str(id) for (id,) in found.rows[SessionRow]}
    for id in sorted(sessions):
        if id not in known and SessionRow not in found.partly:
            # Only a backup knows it, and nothing is missing here: it was never in this file.
            continue
        (heads,) = sessions[id].values()
        log = {key[1]: rows for key, rows in entries.get(id, {}).items()}
        healed = _healed(heads, log, owned)
        if healed is None:
            done.put_aside("session", heads[:1])
            done.put_aside("entry", [rows[0] for rows in log.values()])
            done.said.append(said("models.repair_session_aside", id=id))
            continue
        head, rows = healed
        if len(rows) < len(log):
            done.put_aside("entry", [other[0] for number, other in sorted(log.items()) if number > len(rows)])
            done.said.append(said("models.repair_cut", id=id, kept=len(rows), lost=len(log) - len(rows)))
        names = {key[1]: rows[0] for key, rows in seats.get(id, {}).items()}
        nameless = [n for n in range(head["seats"]) if n not in names]
        if nameless:
            done.said.append(said("models.repair_names", id=id, n=len(nameless)))
        whole = {}
        for key, copies in photos.get(id, {}).items():
            good = next((row for row in copies if hashlib.sha256(row["data"]).hexdigest() == row["id"]), None)
            if good is None:
                done.said.append(said("models.repair_photo", id=id, photo=str(key[1])[:12]))
            else:
                whole[key[1]] = good
        yield {
            SessionRow: [head],
            SeatRow: [
                names.get(n, {"session_id": id, "seat": n, "name": NOBODY, "colour": ""}) for n in range(head["seats"])
            ],
            # An entry names its photo only where that is.
            EntryRow: [row if row["evidence"] in whole else {**row, "evidence": ""} for row in rows],
            PhotoRow: list(whole.values()),
            ReadingRow: [
                copies[0]
                for copies in readings.get(id, {}).values()
                if copies[0]["photo_id"] in whole and copies[0]["number"] <= len(rows)
            ],
        }
    for id in sorted({str(key[0]) for key in found.rows[EntryRow]} - set(sessions)):
        done.put_aside("entry", [rows[0] for rows in entries[id].values()])
        done.said.append(said("models.repair_session_aside", id=id))


def _owned(found: Gathered) -> dict[str, Game[Any]]:
    """Each game with the owner's records, for sessions whose own are lost."""
    games: dict[str, Game[Any]] = {}
    for slug in registry.infos():
        game = registry.find(slug)
        for row in found.rows[CopyRow].values():
            if row["game"] == slug and record_problem(row) is None:
                game = game.with_catalog(game.catalog.learn(row["kind"], row["id"], codec.parse(row["data"])))
        games[slug] = game
    return games


def _healed(
    heads: list[Row], log: Mapping[int, list[Row]], owned: Mapping[str, Game[Any]]
) -> tuple[Row, list[Row]] | None:
    """A session's row and as much of its log as makes sense; None when it cannot be opened at all."""
    if heads[0]["game"] not in registry.infos():
        # A game that is not here cannot be judged, only kept.
        return heads[0], _readable([rows[0] for _, rows in sorted(log.items())])[0]
    best: tuple[Row, list[Row]] | None = None
    for head in heads:
        tries = [head]
        if head["game"] in owned:
            tries.append({**head, "catalog": codec.canonical(owned[head["game"]].catalog.as_json())})
        for number, tried in enumerate(tries):
            opened = _opened(tried, log)
            if opened is None:
                continue
            rows, replays = opened
            # Another catalogue than the session's own counts only where the fingerprints prove it right.
            if number and (not replays or not rows):
                continue
            if replays:
                return tried, rows
            best = best or (tried, rows)
    return best


def _opened(head: Row, log: Mapping[int, list[Row]]) -> tuple[list[Row], bool] | None:
    """The rows of a log up to the first that is lost, and whether they replay to what they were."""
    try:
        game = registry.find(head["game"])
        game = game.with_catalog(game.catalog.learn_all(codec.parse(head["catalog"])))
        start = None if head["start"] is None else codec.decode(game.state_type, codec.parse(head["start"]))
        options = codec.parse(head["options"])
        Table(game, options, head["seats"], start=start)
    except Exception:
        return None
    newest = [rows[0] for _, rows in sorted(log.items())]
    older = [rows[-1] for _, rows in sorted(log.items())]
    found: tuple[list[Row], bool] | None = None
    for rows in (newest, older) if older != newest else (newest,):
        kept, entries = _readable(rows)
        if _replays(game, options, head["seats"], start, entries):
            return kept, True
        found = found or (kept, False)
    return found


def _replays(game: Game[Any], options: Any, seats: int, start: Any, entries: list[Entry]) -> bool:
    try:
        table = Table(game, options, seats, start=start, entries=entries, automatic=False)
        return table.drift is None and table.verify() is None
    except Exception:
        return False


def _readable(rows: list[Row]) -> tuple[list[Row], list[Entry]]:
    """The rows up to the first that is missing, unreadable, or contradicts those before it."""
    log, kept = Log(), []
    for row in rows:
        try:
            log.add(entry_of(row))
        except Exception:
            break
        kept.append(row)
    return kept, log.entries


def _merged(table: Kind, found: Gathered, backups: list[Gathered]) -> dict[Key, Row]:
    """The rows of a table, with those of the backups where some may be missing."""
    rows = dict(found.rows[table])
    if table in found.partly:
        for backup in backups:
            for key, row in backup.rows[table].items():
                rows.setdefault(key, row)
    return rows


def _copies(
    table: Kind, found: Gathered, backups: list[Gathered], done: Repaired, look_problem: LookProblem | None
) -> Iterator[Row]:
    lost = 0
    for row in _merged(table, found, backups).values():
        if table is CopyRow:
            bad = row["game"] in registry.infos() and record_problem(row) is not None
        else:
            bad = look_problem is not None and look_problem(row["kind"], row["descriptor"])
        if bad:
            lost += 1
            done.put_aside(table_of(table).name, [row])
        else:
            yield row
    if lost:
        done.said.append(said("models.repair_records" if table is CopyRow else "models.repair_looks", n=lost))
