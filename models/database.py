"""Opens the database: durable settings, the schema brought up to date with a backup first, newer ones refused."""

from __future__ import annotations

import importlib.util
import shutil
import sqlite3
import sys
import types
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    NoSuchModuleError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlmodel import create_engine

from models import backup as backups
from models import precheck
from models.sqlite_pages import beside, followed
from models.swap_lock import no_swap
from tableside.core.errors import ToldError, complaint
from tableside.core.moves import Text
from tableside.core.moves import text as said

REVISIONS = ("0001", "0002", "0003")
"""Every schema there has been, oldest first."""
HEAD = REVISIONS[-1]
OURS = {"session", "seat", "entry"}
"""Tables of every schema there has been: a database without them is another program's."""
FIRST_START = 7461626
"""The advisory lock under which clients of one server bring its schema up to date one after another."""
LEAST_ROOM = 64 * 1024
"""Bytes below which a disk that fails is called full: SQLite's own working files need about so many."""


class StoreError(ToldError):
    """The store cannot do it; the text says why, and nothing has changed."""


class PlaceError(StoreError):
    """Transient storage error: disk full, read-only, locked by another process, or missing; a retry may succeed."""

    def __init__(self, problem: Text, lost: bool = False) -> None:
        super().__init__(problem)
        self.lost = lost
        """The connection broke, so that what was last sent may have been done or not."""


SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
POSTGRES = {"53100": "full", "25006": "read_only", "42501": "read_only", "55P03": "locked", "57014": "locked"}


def trouble(error: DBAPIError, place: str, otherwise: str = "models.cannot_write") -> StoreError:
    """The StoreError for a driver's exception; a PlaceError where a retry may succeed."""
    problem = said("models.database_says", words=str(error.orig).strip())
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_CANTOPEN and otherwise == "models.cannot_write":
        # It was open before: beside a file that is there, nothing can be made.
        code = sqlite3.SQLITE_READONLY
    if code == sqlite3.SQLITE_IOERR and _no_room(place):
        code = sqlite3.SQLITE_FULL
    known = SQLITE.get(code) or POSTGRES.get(getattr(error.orig, "sqlstate", None) or "")
    if known is not None:
        return PlaceError(said(f"models.{known}", place=place, problem=problem), error.connection_invalidated)
    reason = said(otherwise, place=place, problem=problem)
    if isinstance(error, (DataError, ProgrammingError, NotSupportedError)):
        return StoreError(reason)
    return PlaceError(reason, error.connection_invalidated)


def garbled(error: UnicodeDecodeError, place: str) -> StoreError:
    """The names of the tables themselves are damaged; Python's driver says so in this way only."""
    return StoreError(said("models.damaged", place=place, problem=said("models.database_says", words=error.reason)))


def _no_room(place: str) -> bool:
    try:
        return shutil.disk_usage(Path(place).parent).free < LEAST_ROOM
    except (OSError, ValueError):
        return False


def open_engine(url: str, wait: float = 10.0) -> Engine:
    """An engine on an up-to-date database; so many seconds it waits for another program that writes."""
    try:
        _look(url)
        _for_owner_only(url)
        engine = _engine(url, wait)
        try:
            _bring_up_to_date(engine)
        except BaseException:
            engine.dispose()
            raise
        return engine
    except NoSuchModuleError:
        raise StoreError(said("models.no_driver", problem=url.partition(":")[0])) from None
    except DBAPIError as error:
        raise trouble(error, shown(url), "models.cannot_open") from None
    except SQLAlchemyError as error:
        raise StoreError(
            said("models.cannot_open", place=shown(url), problem=said("models.database_says", words=str(error)))
        ) from None
    except ModuleNotFoundError as error:
        raise StoreError(said("models.no_driver", problem=error.name)) from None
    except UnicodeDecodeError as error:
        raise garbled(error, shown(url)) from None
    except ValueError as error:  # an address that cannot be one, such as a port that is no number
        raise StoreError(said("models.cannot_open", place="?", problem=complaint(error))) from None


def _for_owner_only(url: str) -> None:
    """The saved games are readable by their owner only; logs that SQLite makes beside the file later follow it."""
    file = file_of(url)
    if file is not None:
        with suppress(OSError):
            file.touch(0o600, exist_ok=False)
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                beside(file, ending).chmod(0o600)


def _look(url: str) -> None:
    """A damaged file is not opened for writing, lest SQLite drop what can still be saved. Raises StoreError."""
    file = file_of(url)
    if file is not None and file.exists() and not file.is_file():
        raise StoreError(said("models.not_a_file", place=str(file)))
    try:
        problem = precheck.damage(file) if file is not None else None
    except UnicodeDecodeError as error:
        raise garbled(error, str(file)) from None
    except sqlite3.Error as error:
        # Whatever else keeps it from being read will be told by opening it.
        damaged = SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF) == "damaged"
        problem = said("models.database_says", words=str(error)) if damaged else None
    except OSError:
        return
    if file is not None and problem is not None:
        raise StoreError(said("models.damaged", place=str(file), problem=problem))


def shown(url: str | URL) -> str:
    """A database's place as people may read it: a file's path, or the URL without its password."""
    try:
        made = make_url(url)
        return made.database or "?" if made.drivername == "sqlite" else made.render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        return "?"


def host_of(url: str) -> str:
    """The server of a database, as people call it."""
    try:
        return make_url(url).host or shown(url)
    except (SQLAlchemyError, ValueError):
        return "?"


def file_of(url: str | URL) -> Path | None:
    """The database's file, where a link leads to it; None where it is not one of ours.

    SQLite keeps its logs beside the file itself, not beside the link.
    """
    try:
        made = make_url(url)
    except (SQLAlchemyError, ValueError):
        return None
    plain = made.drivername.startswith("sqlite") and made.database and made.database != ":memory:"
    if not plain or str(made.database).startswith("file:"):
        return None
    return followed(Path(str(made.database)))


def identity(engine: Engine) -> tuple[int, int] | None:
    """Which file it is, whatever it is called; None when there is none, or nothing in it."""
    file = file_of(engine.url)
    try:
        found = file.stat() if file is not None else None
    except OSError:
        return None
    if found is None:
        return (0, 0)
    return (found.st_dev, found.st_ino) if found.st_size else None


def _engine(url: str, wait: float = 10.0) -> Engine:
    if not url.startswith("sqlite"):
        if url.startswith("postgresql://"):
            url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        # The driver is an extra.
        from models.server import server_engine

        return server_engine(url, wait)
    engine = create_engine(url, connect_args={"timeout": wait})
    file = file_of(url)
    counted = None if file is None else file.absolute()

    @event.listens_for(engine, "do_connect")
    def _connect(_: Any, __: Any, given: list[Any], named: dict[str, Any]) -> sqlite3.Connection:
        if file is None:
            return _connected(given, named)
        try:
            with no_swap(file, wait):
                return _connected(given, named)
        except BlockingIOError as error:
            raise PlaceError(said("models.locked", place=str(file), problem=complaint(error))) from None

    @event.listens_for(engine, "connect")
    def _count(_: sqlite3.Connection, __: Any) -> None:
        if counted is not None:
            precheck.live[counted] += 1

    @event.listens_for(engine, "close")
    def _closed(connection: sqlite3.Connection, _: Any) -> None:
        if counted is not None:
            precheck.live[counted] -= 1

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        # Writers queue up at once instead of failing in the middle of a transaction; readers wait for nobody.
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _connected(given: list[Any], named: dict[str, Any]) -> sqlite3.Connection:
    """A connection with durable settings; the first reads the file, upon which SQLite locks it until the close."""
    connection: sqlite3.Connection = sqlite3.connect(*given, **named)
    try:
        connection.isolation_level = None
        # A damaged letter spoils the word it is in, not the whole list.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        # Only where fullfsync is on does a Mac wait until the disk has it; elsewhere it changes nothing.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def revision(engine: Engine) -> str | None:
    """The schema this database has, or None when it is empty."""
    with engine.connect().execution_options(reading=True) as connection:
        tables = inspect(connection).get_table_names()
        if "alembic_version" not in tables:
            if tables:
                raise StoreError(said("models.not_ours"))
            return None
        if not set(tables) >= OURS:
            raise StoreError(said("models.not_ours"))
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    return str(found[0]) if found else None


def _bring_up_to_date(engine: Engine) -> None:
    found = revision(engine)
    if found == HEAD:
        return
    if found is not None and found not in REVISIONS:
        raise StoreError(said("models.newer_schema", found=found, known=HEAD))
    if found is not None:
        backup(engine, f"before-{HEAD}")
    migrate(engine, HEAD)


def _without_mako() -> None:
    """Alembic imports Mako only to write new migrations, which a tablet never does; Mako is not to be had there."""
    if importlib.util.find_spec("mako") is not None:
        return
    for name, member in (("mako", "exceptions"), ("mako.template", "Template"), ("mako.pygen", "PythonPrinter")):
        module = types.ModuleType(name)
        setattr(module, member, None)
        sys.modules.setdefault(name, module)


def migrate(engine: Engine, to: str) -> None:
    """Run the migrations up to a revision, in one transaction."""
    _without_mako()
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    # On a tablet only compiled files are there.
    config.set_main_option("sourceless", "true")
    with engine.begin() as connection, ExitStack() as stack:
        if connection.dialect.name == "postgresql":
            from models.server import unhurried

            stack.enter_context(unhurried(connection))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": FIRST_START})
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def _backup_problem(error: Exception) -> Text:
    return complaint(error) if isinstance(error, OSError) else said("models.database_says", words=str(error))


def backup(engine: Engine, label: str) -> Path | None:
    """A copy of the database file beside it; None where the database is not a file of ours."""
    file = file_of(engine.url)
    if file is None:
        return None
    try:
        return backups.backup(file, label)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(said("models.no_backup", place=str(file), problem=_backup_problem(error))) from None
