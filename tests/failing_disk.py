"""Places that fail, really: a file system with no byte free, a database another program holds."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
print("free", flush=True)
"""


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """A real file system of one megabyte."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a file system can be mounted by root only; the page bound and the file bound stand in for it")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(place: Path) -> Path:
    """Leave no byte free."""
    filler = place / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as out:
        while out.write(bytes(512)):
            pass
    assert os.statvfs(place).f_bavail == 0
    return filler


@contextmanager
def held(file: Path) -> Iterator[Callable[[], None]]:
    """Another program holds the database until it is told to let go."""
    command = [sys.executable, "-c", HOLD, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        assert other.stdout.readline() == "held\n"
        stdin, stdout = other.stdin, other.stdout

        def let_go() -> None:
            stdin.write("\n")
            stdin.flush()
            assert stdout.readline() == "free\n"

        try:
            yield let_go
        finally:
            other.kill()
