"""A PostgreSQL server of one's own, where PostgreSQL is installed: private folder, no network, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Server:
    """One that can be killed and started again."""

    def __init__(self, folder: Path, home: Path, user: pwd.struct_passwd | None, options: str) -> None:
        self.folder, self.home, self.user = folder, home, user
        self.options = f"-c listen_addresses= -c unix_socket_directories={folder} {options}"
        self.url = f"postgresql+psycopg://tableside@/postgres?host={folder}"

    def run(self, program: str, *words: str) -> None:
        command = (str(self.home / program), "-D", str(self.folder / "data"), *words)
        owner = self.user.pw_uid if self.user else None
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, user=owner, timeout=120)

    def start(self) -> None:
        self.run("pg_ctl", "-o", self.options, "-l", str(self.folder / "log"), "-w", "start")

    def kill(self) -> None:
        """Every process of it ends at once, whatever it is doing."""
        self.run("pg_ctl", "-m", "immediate", "stop")


def programs() -> Path | None:
    """Where initdb and pg_ctl are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if found:
        return found[-1].parent
    here = shutil.which("pg_ctl")
    return Path(here).parent if here else None


@contextmanager
def server(options: str = "") -> Iterator[Server | None]:
    """A running server; None where there is no PostgreSQL, or nobody it may run as."""
    home, user = programs(), None
    if home is not None and os.geteuid() == 0:
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            home = None
    if home is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="tableside-pg-"))
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    made = Server(folder, home, user, options)
    made.run("initdb", "-U", "tableside", "-A", "trust", "-E", "UTF8", "--no-sync")
    made.start()
    try:
        yield made
    finally:
        made.kill()
        shutil.rmtree(folder, ignore_errors=True)
