"""Opens the database: durable settings, the schema brought up to date with a backup first, newer ones refused."""

from __future__ import annotations

import importlib.util
import sqlite3
import sys
import types
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlmodel import create_engine

from tableside.core.moves import Text
from tableside.core.moves import text as said

REVISIONS = ("0001",)
"""Every schema there has been, oldest first."""
HEAD = REVISIONS[-1]


class StoreError(Exception):
    """The store cannot do it; the text says why, and nothing has changed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


def open_engine(url: str) -> Engine:
    """An engine on an up-to-date database."""
    try:
        engine = _engine(url)
        _bring_up_to_date(engine)
    except NoSuchModuleError as error:
        raise StoreError(said("models.no_driver", problem=str(error))) from None
    except (DatabaseError, OperationalError) as error:
        problem = str(error.orig).strip()
        raise StoreError(said("models.cannot_open", place=_shown(url), problem=problem)) from None
    except SQLAlchemyError as error:
        raise StoreError(said("models.cannot_open", place=_shown(url), problem=str(error))) from None
    except ModuleNotFoundError as error:
        raise StoreError(said("models.no_driver", problem=str(error))) from None
    return engine


def _shown(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "?"


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        if url.startswith("postgresql://"):
            url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def _settings(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        # Writers queue up at once instead of failing in the middle of a transaction; readers wait for nobody.
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def revision(engine: Engine) -> str | None:
    """The schema this database has, or None when it is empty."""
    tables = inspect(engine).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise StoreError(said("models.not_ours"))
        return None
    with engine.connect().execution_options(reading=True) as connection:
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
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def backup(engine: Engine, label: str) -> Path | None:
    """A copy of the database file beside it; None where the database is not a file of ours."""
    database = engine.url.database
    if engine.dialect.name != "sqlite" or not database or database == ":memory:":
        return None
    place = Path(database).with_suffix(f".{label}.bak")
    source = sqlite3.connect(database)
    target = sqlite3.connect(place)
    with source, target:
        source.backup(target)
    source.close()
    target.close()
    return place
