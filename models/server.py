"""Connections to a PostgreSQL server that give up: no question waits without limit, whatever has stalled on the way."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import psycopg
from psycopg import OperationalError
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.engine import URL
from sqlmodel import create_engine

STALL = 5.0
"""Seconds after which a question to a server is given up, so that a stalled network never holds up the table."""
LATER = 2.0
"""Seconds more after which an answer does not come any more: the server's own limit is told before."""


class Bounded(psycopg.Connection[Any]):
    """A connection that is given up when nothing comes for too long.

    The server's limits hold only when the server hears the question, and the network's only where its other end is
    gone: a server that stands still and a way that swallows everything would be waited for without end.
    """

    silence: float | None = None
    """Seconds without a byte after which it is closed; None: it waits."""

    def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
        return super().wait(self._heard(gen), *args, **named)

    def _heard(self, gen: Any) -> Generator[Any, Any, Any]:
        begun = monotonic()
        try:
            asked = next(gen)
            while True:
                ready = yield asked
                if ready:
                    begun = monotonic()
                elif self.silence is not None and monotonic() - begun > self.silence:
                    self.pgconn.finish()
                    raise OperationalError("no answer")
                asked = gen.send(ready)
        except StopIteration as done:
            return done.value


def server_engine(url: str | URL, wait: float) -> Engine:
    """An engine on a server; so many seconds it waits for another program that writes."""
    engine = create_engine(url, pool_pre_ping=True, pool_timeout=STALL, connect_args=_limits(wait))

    @event.listens_for(engine, "do_connect")
    def _connect(_: Any, __: Any, args: Any, named: Any) -> Any:
        made = Bounded.connect(*args, **named)
        made.silence = max(STALL, wait) + LATER
        return made

    return engine


@contextmanager
def unhurried(connection: Connection) -> Iterator[None]:
    """Lift the time limits for this transaction: it migrates the schema, or waits for a client that does."""
    raw: Any = connection.connection.driver_connection
    hurry, raw.silence = raw.silence, None
    try:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield
    finally:
        raw.silence = hurry


def _limits(wait: float) -> dict[str, Any]:
    """Limits for connecting, for a statement, a lock, an abandoned transaction and a silent network."""
    statement, lock = round(1000 * max(STALL, wait)), round(1000 * wait)
    limits = {
        "statement_timeout": statement,
        "lock_timeout": lock,
        "idle_in_transaction_session_timeout": 30_000,
    }
    return {
        "connect_timeout": max(2, round(STALL)),
        "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
        "tcp_user_timeout": statement,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
    }
