"""Random commands on saved games beside a model in memory that knows no database, cache or snapshot: always equal."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from benchmarks.players import GAMES, pack_of
from models import database as engines
from models import sqlite_pages
from models.database import PlaceError
from models.owned_records import OwnersCopy
from models.session_writer import Evidence, SessionJournal
from models.session_zip import export_session, import_session
from models.store import OpenSession, Seated, Store
from tableside.core import codec, manual_edit, registry
from tableside.core.errors import Complaint
from tableside.core.game import Game
from tableside.core.log import Entry, EntryKind
from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError
from tests.models.proxy import Proxy

LONGEST = 60
"""Entries after which another game is begun: the model plays the whole line again after every command."""
STEPS, SEED = int(os.environ.get("TABLESIDE_STEPS", "100000")), int(os.environ.get("TABLESIDE_SEED", "1"))
TOLD = struct.Struct(">HI")
"""What a player tells who is about to be killed: how many entries are saved, and how many bytes of the log are."""
Steps = tuple[tuple[int, Move], ...]


class Model:
    """What must stand: entries, the line of steps, versions to go back and forward to, facts, photos."""

    def __init__(self, game: Game[Any], options: Any, seats: int) -> None:
        self.base, self.options, self.seats = game, options, seats
        self.entries: list[Entry] = []
        self.line: tuple[int, Steps] = (0, ())
        self.past: list[tuple[int, Steps]] = []
        self.future: list[tuple[int, Steps]] = []
        self.facts: dict[tuple[str, str], str] = {}
        self.photos: dict[str, bytes] = {}

    def game(self) -> Game[Any]:
        catalog = self.base.catalog
        for (table, id), record in self.facts.items():
            catalog = catalog.learn(table, id, json.loads(record))
        return self.base.with_catalog(catalog)

    def state(self, steps: Steps | None = None) -> Any:
        """The state after steps, judged from the start by the facts of now; None when one no longer stands."""
        game = self.game()
        state = game.setup(self.options, self.seats)
        for _, made in self.line[1] if steps is None else steps:
            ruling = manual_edit.judge(game, state, made)
            if isinstance(ruling, Illegal):
                return None
            for happened in ruling.events:
                state = manual_edit.apply(game, state, happened)
        return state

    def add(self, entry: Entry) -> None:
        """What an entry means."""
        assert entry.number == len(self.entries) + 1
        steps = self.line[1]
        match entry.kind:
            case EntryKind.MOVE:
                assert entry.move is not None
                self._stand((entry.number, (*steps, (entry.number, entry.move))))
            case EntryKind.CORRECT:
                assert entry.move is not None
                place = [number for number, _ in steps].index(entry.target)
                later = steps[place + 1 :][: entry.kept]
                self._stand((entry.number, (*steps[:place], (entry.number, entry.move), *later)))
            case EntryKind.UNDO:
                self._turn(entry.target, self.past, self.future)
            case EntryKind.REDO:
                self._turn(entry.target, self.future, self.past)
            case EntryKind.LEARN:
                assert entry.record is not None
                self.facts[entry.record[:2]] = entry.record[2]
        self.entries.append(entry)

    def _stand(self, line: tuple[int, Steps]) -> None:
        self.past.append(self.line)
        self.line = line
        self.future.clear()

    def _turn(self, target: int, away: list[tuple[int, Steps]], back: list[tuple[int, Steps]]) -> None:
        while self.line[0] != target:
            back.append(self.line)
            self.line = away.pop()


class Beside:
    """One game after another in a store, and the model of each."""

    def __init__(
        self, fresh: Callable[[], Store], slug: str, seed: int, strangers: float = 0.0, way: Proxy | None = None
    ) -> None:
        self.fresh, self.slug, self.chance = fresh, slug, random.Random(seed)
        self.strangers = strangers
        """How often, of a hundred commands, another Python opens the game; five times as often one is killed, or the
        power or the line to the server is cut."""
        self.way = way
        """To the server, where the games are kept by one."""
        self.done: dict[str, int] = {}
        self.begin()

    def begin(self) -> None:
        self.store = self.fresh()
        copy = OwnersCopy(self.store, registry.find(self.slug))
        pack = pack_of(self.slug)
        if pack is not None:
            copy.unpack(json.loads(pack.read_text(encoding="utf-8")), pack.name)
        game = copy.game()
        seats = self.chance.choice(game.seats)
        self.session = self.store.begin(game, {}, [Seated(str(seat)) for seat in range(seats)])
        self.model = Model(game, self.session.table.options, seats)
        self.follow()

    def follow(self) -> None:
        """The model takes the new entries, and is compared."""
        table = self.session.table
        for entry in table.log.entries[len(self.model.entries) :]:
            self.model.add(entry)
        self.compare(self.session)

    def compare(self, session: OpenSession) -> None:
        assert session.table.log.entries == self.model.entries
        assert session.table.drift is None
        assert session.table.state == self.model.state(), self.slug
        assert session.photos() == self.model.photos

    def step(self) -> None:
        """One random command."""
        if len(self.model.entries) > LONGEST or not self.session.table.to_act():
            self.reopen()
            assert self.session.table.verify() is None
            self.store.close()
            self.begin()
        names = (
            "confirm",
            "photo",
            "undo",
            "redo",
            "correct",
            "edit",
            "learn",
            "note",
            "reopen",
            "carry",
            "full",
            "wait",
            "kill",
            "cut",
            "elsewhere",
        )
        rare = (5 * self.strangers, 5 * self.strangers, self.strangers)
        name = self.chance.choices(names, (40, 4, 12, 10, 8, 4, 8, 3, 4, 1, 3, 3, *rare))[0]
        self.done[name] = self.done.get(name, 0) + 1
        before = self.session.table.state
        try:
            getattr(self, name)()
        except (RefusedError, Complaint, PlaceError):
            assert self.session.table.state is before
        self.follow()

    def move(self) -> Move:
        table = self.session.table
        seat = self.chance.choice(sorted(table.to_act(), key=lambda one: -1 if one is None else one))
        try:
            return table.game.sample(table.state, seat, self.chance.randrange)
        except (ValueError, IndexError) as error:
            raise Complaint(text("core.bad.unfit")) from error

    def confirm(self) -> None:
        self.session.table.confirm(self.move())

    def photo(self) -> None:
        made, photo = self.move(), self.chance.randbytes(200)
        name = self.session.attach(Evidence(photo, "[]", "?"))
        self.session.table.confirm(made, evidence=name)
        self.model.photos[name] = photo

    def undo(self) -> None:
        versions = [version for version, _ in self.model.past]
        self.session.table.undo(self.chance.choice(versions) if versions and self.chance.random() < 0.2 else None)

    def redo(self) -> None:
        ahead = dict(self.model.future)
        try:
            entry = self.session.table.redo()
        except RefusedError:
            # Refused only where no way forward stands by the facts of now, or there is none.
            assert not ahead or any(self.model.state(steps) is None for steps in ahead.values())
            raise
        assert self.model.state(ahead[entry.target]) is not None

    def correct(self) -> None:
        steps = self.model.line[1]
        if steps:
            number, made = self.chance.choice(steps[-12:])
            other = made if self.chance.random() < 0.3 else self.move()
            self.session.table.correct(number, other, drop=self.chance.random() < 0.5, reason="?")

    def edit(self) -> None:
        table = self.session.table
        path, value = self.chance.choice(sorted(manual_edit.paths(table.game, table.state).items()))
        if type(value) is int:
            value += self.chance.choice((-1, 1, 5))
        table.adjust(path, value, "counted again")

    def learn(self) -> None:
        """A fact with one of its numbers or answers changed, or the same again."""
        game = self.session.table.game
        table, id, record = self.chance.choice(list(game.catalog))
        told = codec.encode(record)
        field = self.chance.choice(dataclasses.fields(record)).name
        if type(told[field]) is int and self.chance.random() < 0.7:
            told[field] += self.chance.choice((-1, 1))
        elif type(told[field]) is bool:
            told[field] = not told[field]
        self.session.table.learn(table, id, told)

    def note(self) -> None:
        self.session.table.note("kávé\n\u202eő", self.chance.randrange(len(self.model.entries) + 1))

    def reopen(self) -> None:
        self.session = self.store.open_session(self.session.id)
        self.compare(self.session)

    def carry(self) -> None:
        """Over to another store, by a file."""
        packed = export_session(self.store, self.session.id, photos=True)
        other = Store.open("sqlite://")
        taken, conflict = import_session(other, packed)
        assert conflict is None
        self.compare(taken)
        other.close()

    def full(self) -> None:
        """The place fails: refused, and nothing has changed."""
        with pytest.MonkeyPatch.context() as patch, pytest.raises((PlaceError, Complaint, RefusedError)):
            patch.setattr(SessionJournal, "_commit", _fails)
            self.confirm()
        self.reopen()

    def wait(self) -> None:
        """The place fails and the game goes on in memory; it is killed, and what waited is given back."""
        journal = self.session.table.journal
        assert isinstance(journal, SessionJournal)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SessionJournal, "_commit", _fails)
            journal.patient = True
            for _ in range(self.chance.randint(1, 3)):
                if self.session.table.to_act():
                    self.confirm()
        for entry in self.session.table.log.entries[len(self.model.entries) :]:
            self.model.add(entry)
        self.session = self.store.open_session(self.session.id, waiting=self.session.waiting)
        self.compare(self.session)

    def kill(self, power: bool = False) -> None:
        """A process that plays on is killed at any moment: what it was told is saved is there, and all is as it was.

        With the power goes what nobody had waited for on the disk: any part of the log's end, or it is garbled.
        """
        place, told = self.store.engine.url.render_as_string(hide_password=False), os.pipe()
        self.store.close()
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                self._plays_on(Store.open(place), told[1])
            os._exit(0)
        os.close(told[1])
        time.sleep(self.chance.random() * 0.2)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(told[0], "rb") as pipe:
            heard = [TOLD.unpack(one) for one in iter(lambda: pipe.read(TOLD.size), b"") if len(one) == TOLD.size]
        acknowledged, safe = heard[-1] if heard else (0, 0)
        if power:
            _lose(log_of(self.store), safe, self.chance)
        self._server_is_done(place)
        self.store = Store.open(place)
        self.session = self.store.open_session(self.session.id)
        entries = self.session.table.log.entries
        assert len(entries) >= acknowledged
        assert entries[: len(self.model.entries)] == self.model.entries

    def _plays_on(self, store: Store, told: int) -> None:
        self.store, self.session = store, store.open_session(self.session.id)
        for _ in range(8):
            with suppress(RefusedError, Complaint):
                self.confirm()
                log = log_of(store)
                safe = log.stat().st_size if log is not None else 0
                os.write(told, TOLD.pack(len(self.session.table.log.entries), safe))

    def cut(self) -> None:
        """The power goes, or the line to the server at any message of a move; "not saved" is true."""
        if self.way is None:
            self.kill(power=True)
            return
        self.way.cut_at(self.chance.randrange(8), self.chance.random() < 0.5)
        try:
            self.confirm()
        except PlaceError as error:
            self.way.whole()
            self._server_is_done(self.store.engine.url.render_as_string(hide_password=False))
            self.session = self.store.open_session(self.session.id)
            entries = self.session.table.log.entries
            assert entries == self.model.entries or error.told.key == "models.in_doubt"
            assert entries[: len(self.model.entries)] == self.model.entries
        finally:
            self.way.whole()

    def _server_is_done(self, place: str) -> None:
        """What somebody who is gone had sent is done or given up: until then another may still be the second of two."""
        if self.way is None:
            return
        looking = engines._engine(place)
        busy = sql("SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state <> 'idle'")
        with looking.connect() as connection:
            while connection.execute(busy).scalar_one():
                connection.rollback()
                time.sleep(0.01)
        looking.dispose()

    def elsewhere(self) -> None:
        """Another Python opens the game, and finds the same."""
        place = self.store.engine.url.render_as_string(hide_password=False)
        code = "import sys; from tests.models.test_against_model import digest; print(*digest(*sys.argv[1:]))"
        found = subprocess.run(
            [sys.executable, "-c", code, place, self.session.id],
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
            cwd=Path(__file__).parents[2],
        )
        table = self.session.table
        assert found.stdout.split() == [str(len(table.log.entries)), codec.digest(table.state)]


def log_of(store: Store) -> Path | None:
    """SQLite's log of what is not in the file yet."""
    file = engines.file_of(store.engine.url)
    return None if file is None else sqlite_pages.beside(file, "-wal")


def _lose(log: Path | None, safe: int, chance: random.Random) -> None:
    """What a power cut leaves of a log of which so many bytes were on the disk; its index is in memory only."""
    assert log is not None
    log.with_name(log.name.replace("-wal", "-shm")).unlink(missing_ok=True)
    if not log.exists():
        return
    size = log.stat().st_size
    kept = chance.randint(min(safe, size), size)
    with log.open("r+b") as file:
        if chance.random() < 0.5:
            file.truncate(kept)
        else:
            file.seek(kept)
            file.write(chance.choice((bytes(size - kept), chance.randbytes(size - kept))))


def digest(place: str, id: str) -> tuple[int, str]:
    """How many entries a saved game has, and its state's fingerprint."""
    store = Store.open(place)
    table = store.open_session(id).table
    assert table.drift is None
    store.close()
    return len(table.log.entries), codec.digest(table.state)


def _fails(*_: Any) -> None:
    raise PlaceError(text("models.full", place="?", problem="?"))


def files(folder: Path) -> Callable[[], Store]:
    numbers = iter(range(10**9))
    return lambda: Store.open(f"sqlite:///{folder / f'{next(numbers)}.db'}")


def test_a_killed_player_and_another_python_find_what_the_model_says(tmp_path: Path) -> None:
    beside = Beside(files(tmp_path), "kavicsok", 34)
    for power in (False, True, True):
        beside.kill(power)
        beside.follow()
    beside.elsewhere()


@pytest.mark.parametrize("slug", (*GAMES, "kavicsok"))
def test_a_saved_game_is_what_the_model_says(slug: str, tmp_path: Path) -> None:
    beside = Beside(files(tmp_path), slug, 34)
    for _ in range(50):
        beside.step()


def cleared(postgres: str) -> Callable[[], Store]:
    def fresh() -> Store:
        bare = engines._engine(postgres)
        with bare.begin() as connection:
            connection.execute(sql("DROP SCHEMA public CASCADE"))
            connection.execute(sql("CREATE SCHEMA public"))
        bare.dispose()
        return Store.open(postgres)

    return fresh


def test_a_clubs_game_is_what_the_model_says(proxy: tuple[Proxy, str]) -> None:
    way, url = proxy
    beside = Beside(cleared(url), "urcsempeszek", 34, way=way)
    for number in range(40):
        beside.step()
        if number % 8 == 0:
            beside.cut()
            beside.follow()


@pytest.mark.long
@pytest.mark.parametrize("slug", (*GAMES, "kavicsok"))
def test_a_hundred_thousand_commands(slug: str, tmp_path: Path, record_property: Any) -> None:
    """Nine tenths of TABLESIDE_STEPS commands, shared among the games."""
    many(Beside(files(tmp_path), slug, SEED, strangers=0.2), STEPS * 9 // 10 // 6, record_property)


@pytest.mark.long
@pytest.mark.parametrize("slug", (*GAMES, "kavicsok"))
def test_a_hundred_thousand_commands_in_a_club(slug: str, proxy: tuple[Proxy, str], record_property: Any) -> None:
    """The last tenth, on a server."""
    way, url = proxy
    many(Beside(cleared(url), slug, SEED, strangers=0.2, way=way), STEPS // 10 // 6, record_property)


def many(beside: Beside, steps: int, told: Any) -> None:
    for _ in range(steps):
        beside.step()
    told("commands", steps)
    told("on a server", steps if beside.way is not None else 0)
    for name, times in sorted(beside.done.items()):
        told(name, times)
