"""A PostgreSQL server of the tests' own, where PostgreSQL is installed: private folder, no network, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text as sql

from models import database as engines
from tests.models.proxy import Proxy


def programs() -> Path | None:
    """Where initdb and pg_ctl are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if found:
        return found[-1].parent
    here = shutil.which("pg_ctl")
    return Path(here).parent if here else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a running server; skipped where PostgreSQL is not installed."""
    home = programs()
    if home is None:
        pytest.skip("PostgreSQL is not installed")
    user = None
    if os.geteuid() == 0:
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user for it")
    folder = Path(tempfile.mkdtemp(prefix="tableside-pg-"))
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)

    def run(*command: str) -> None:
        subprocess.run(
            command, check=True, capture_output=True, cwd=folder, user=user.pw_uid if user else None, timeout=120
        )

    data = folder / "data"
    run(str(home / "initdb"), "-D", str(data), "-U", "tableside", "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    run(str(home / "pg_ctl"), "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql+psycopg://tableside@/postgres?host={folder}"
    finally:
        run(str(home / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


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
