"""A PostgreSQL server of the tests' own, where PostgreSQL is installed: private folder, no network, gone afterwards."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text as sql

from benchmarks.postgres import server
from models import database as engines
from tests.models.proxy import Proxy


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a running server; skipped where PostgreSQL is not installed."""
    with server("-c fsync=off") as running:
        if running is None:
            pytest.skip("PostgreSQL is not installed, or there is nobody it may run as")
        yield running.url


@pytest.fixture
def club(postgres: str) -> str:
    """The URL of an empty club database."""
    bare = engines._engine(postgres)
    with bare.begin() as connection:
        connection.execute(sql("DROP SCHEMA public CASCADE"))
        connection.execute(sql("CREATE SCHEMA public"))
    bare.dispose()
    return postgres


@pytest.fixture
def proxy(club: str) -> Iterator[tuple[Proxy, str]]:
    server = Path(club.partition("host=")[2]) / ".s.PGSQL.5432"
    with tempfile.TemporaryDirectory(prefix="tableside-proxy-") as folder:
        made = Proxy(Path(folder), server)
        yield made, f"postgresql+psycopg://tableside@/postgres?host={folder}"
        made.close()
