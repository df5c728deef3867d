"""A place to be hostile in: folders of its own, and a watch on time, memory and every file that is written."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

import typer

from models.paths import database_url
from models.store import Store
from tableside import cli
from tableside.cli import demo

PATIENCE = 600
"""Seconds after which an input is called a hang; only the nightly set measures more finely."""
MEMORY = 3 * 1024**3
"""Address space a door may use in the nightly set."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate", "os.chmod"}
_CONTROL = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))} - {"\n", "\t"}


class Hang(BaseException):
    """An input that does not come to an end."""


@dataclass
class Told:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


@dataclass
class Watch:
    """What was measured at one door."""

    inputs: int = 0
    refused: int = 0
    slowest: float = 0.0
    """Processor seconds of the slowest input."""
    over_a_second: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    """Writes outside the sandbox."""


_open = Store.open
_command = cache(typer.main.get_command)
"""The command line put together once, not for each input."""
_here: list[Sandbox] = []
_hooked: list[bool] = []


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if not _here:
        return
    if event == "open":
        path, mode, flags = args
        writes = (isinstance(mode, str) and any(sign in mode for sign in "wax+")) or bool((flags or 0) & _WRITES)
    elif event in _CHANGES or event == "sqlite3.connect":
        path, writes = args[1] if event in ("os.rename", "os.symlink", "os.link") else args[0], True
    elif event == "socket.connect":
        path, writes = f"network: {args[1]}", not isinstance(args[1], (str, bytes))
    else:
        return
    if writes and not isinstance(path, int):
        _here[-1].wrote(os.fsdecode(path) if isinstance(path, (bytes, os.PathLike)) else str(path))


class Sandbox:
    """A home, a working folder and a data folder; commands run in it, and what they do is watched."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.data, self.home, self.desk = root / "data", root / "home", root / "desk"
        for folder in (self.data, self.home, self.desk):
            folder.mkdir(parents=True)
        self.watch = Watch()
        self.template: Path | None = None
        self.said: tuple[str, ...] = ()
        """The command line being run."""
        self.began: list[str] = []
        """The app and the parts of the demo that were come to: neither takes anything of a stranger's, and both are
        long by intent, so here they only say that they were reached."""
        self._stores: dict[str, Store] = {}

    @contextlib.contextmanager
    def open(self) -> Iterator[Sandbox]:
        """Sit down here."""
        if not _hooked:
            sys.addaudithook(_audit)
            _hooked.append(True)
        before, where = dict(os.environ), Path.cwd()
        os.environ.update(TABLESIDE_DATA=str(self.data), HOME=str(self.home), COLUMNS="100")
        for name in ("TABLESIDE_DATABASE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TABLESIDE_LANG"):
            os.environ.pop(name, None)
        os.chdir(self.desk)
        try:
            with contextlib.ExitStack() as changed:
                changed.enter_context(mock.patch.object(Store, "open", self.store))
                changed.enter_context(mock.patch.object(typer.main, "get_command", _command))
                for home, name in ((cli, "_app"), *((demo, part) for part in ("_read", "_play", "_score", "_show"))):
                    changed.enter_context(mock.patch.object(home, name, self._reached(name)))
                changed.enter_context(mock.patch.object(demo, "_drawn", contextlib.nullcontext))
                yield self
        finally:
            os.chdir(where)
            os.environ.clear()
            os.environ.update(before)

    def _reached(self, name: str) -> Callable[..., None]:
        return lambda *_: self.began.append(name)

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """While the harness itself writes, nobody watches."""
        watched = list(_here)
        _here.clear()
        try:
            yield
        finally:
            _here.extend(watched)

    def wrote(self, path: str) -> None:
        """Something is to be opened for writing, made or removed: refused outside the sandbox, and remembered."""
        path, _, how = path.partition("?")
        if path.startswith("file:") and "mode=ro" in how:
            return
        path = path.removeprefix("file:").replace("//", "/", 1) if path.startswith("file:") else path
        real = Path(os.path.realpath(self.desk / path))
        if self.data in (real, *real.parents) or path in (":memory:", "", "/dev/null") or "__pycache__" in real.parts:
            return
        if real == self.desk / "out":
            return  # the demo's folder when none is named
        # A file the command line was told to write is not a stray one, but it still stays in here.
        told = path.removesuffix(f".{os.getpid()}.part")  # it is written beside its name
        if not any(told and word.endswith(told) for word in self.said):
            self.watch.outside.append(path)
        if self.root not in real.parents:
            raise PermissionError(errno.EPERM, "outside the sandbox", path)

    @contextlib.contextmanager
    def input(self, shown: object) -> Iterator[None]:
        """One input: timed, and cut off when it does not end."""

        def hang(_: int, __: FrameType | None) -> None:
            raise Hang(repr(shown)[:2000])

        before = signal.signal(signal.SIGALRM, hang)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        begun = time.process_time()
        _here.append(self)
        try:
            yield
        finally:
            _here.remove(self)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            spent = time.process_time() - begun
            self.watch.inputs += 1
            self.watch.slowest = max(self.watch.slowest, spent)
            if spent > 1:
                self.watch.over_a_second.append(f"{spent:.2f} s: {shown!r}"[:400])
        if self.watch.outside:
            raise AssertionError(f"written outside the data folder: {self.watch.outside.pop()} by {shown!r:.2000}")

    def keep(self) -> None:
        """Remember the data folder as it is now."""
        self.template = self.root / "template"
        with self.away():
            shutil.copytree(self.data, self.template)

    def fresh(self) -> None:
        """The data folder as it was kept."""
        assert self.template is not None
        for store in self._stores.values():
            store.close()
        self._stores.clear()
        with self.away():
            shutil.rmtree(self.data)
            shutil.copytree(self.template, self.data)

    def store(self, url: str | None = None, wait: float = 10.0) -> Store:
        """The store at a URL, opened once and not for each input."""
        url = url or database_url()
        if url not in self._stores:
            self._stores[url] = _open(url, wait)
        return self._stores[url]

    def file(self, name: str, data: bytes) -> Path:
        """A file of the attacker's."""
        place = self.root / "given" / name
        with self.away():
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(data)
        return place

    def run(self, *arguments: str, typed: bytes = b"") -> Told:
        """A command line, with standard streams as strict as a terminal's."""
        raw = io.BytesIO(), io.BytesIO()
        out = io.TextIOWrapper(raw[0], encoding="utf-8", errors="strict", write_through=True)
        err = io.TextIOWrapper(raw[1], encoding="utf-8", errors="backslashreplace", write_through=True)
        streams = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"), out, err
        self.said = arguments
        try:
            code = cli.status(list(arguments))
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
            self.said = ()
        return Told(code, raw[0].getvalue().decode(), raw[1].getvalue().decode())

    def check(self, told: Told) -> Told:
        """A clear end: no traceback, no message without words, nothing a terminal would obey."""
        assert told.code in (0, 1, 2), told.code
        for words in (told.out, told.err):
            assert "Traceback" not in words, words[:2000]
            assert "⟦" not in words, words[:2000]
            obeyed = _CONTROL & set(words)
            assert not obeyed, f"{sorted(obeyed)!r} reach the terminal: {words[:300]!r}"
        if told.code == 2:
            assert told.out == "" or told.err == "" or "\n" in told.out
            assert told.err.strip() and told.err.count("\n") == 1, told.err[:2000]
            assert len(told.err) < 10_000, f"{len(told.err)} letters of complaint"
            self.watch.refused += 1
        return told


def bounded() -> None:
    """From here on this process may use no more memory than a door is allowed."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def peak() -> int:
    """The most memory this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
