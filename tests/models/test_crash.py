"""SIGKILL at random moments while moves are confirmed: no acknowledged move is lost, none is invented."""

import os
import random
import signal
import sqlite3
import sys
import time
from pathlib import Path

import pytest

from models.store import Evidence, Seated, Store
from tableside.core import codec, notation, registry

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be killed")

KILLS = 200


def play_until_killed(url: str, session: str, seed: int, acknowledgements: int) -> None:
    """Announce each move, confirm it, acknowledge it; for ever."""
    chance = random.Random(seed)
    store = Store.open(url)
    opened = store.open_session(session)
    table = opened.table
    table.automatic = False
    out = os.fdopen(acknowledgements, "w", buffering=1)
    while True:
        if not table.to_act() or chance.random() < 0.15:
            if table.log.past:
                out.write(f"try undo {table.log.next_number}\n")
                out.write(f"done {table.undo().number}\n")
            continue
        (seat,) = table.to_act()
        made = table.game.sample(table.state, seat, chance.randrange)
        photo = opened.attach(Evidence(bytes(chance.randrange(256) for _ in range(2000)), "{}"))
        out.write(f"try {table.log.next_number} {notation.write(made)}\n")
        out.write(f"done {table.confirm(made, evidence=photo).number}\n")


def test_killed_at_two_hundred_random_moments_nothing_confirmed_is_lost(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    url = f"sqlite:///{database}"
    store = Store.open(url)
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla"), Seated("Cili")]).id
    store.close()
    chance = random.Random(20261116)
    acknowledged = 0
    started = time.monotonic()
    for kill in range(KILLS):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                play_until_killed(url, session, kill, writing)
            finally:
                os._exit(1)
        os.close(writing)
        with os.fdopen(reading) as told:
            told.readline()
            time.sleep(chance.random() * 0.04)
            os.kill(child, signal.SIGKILL)
            lines = told.read().splitlines()
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the player ended by itself"
        acknowledged = max([acknowledged, *(int(line.split()[1]) for line in lines if line.startswith("done "))])
        store = Store.open(url)
        table = store.open_session(session).table
        assert acknowledged <= len(table.log.entries) <= acknowledged + 1, f"kill {kill}"
        assert table.drift is None
        acknowledged = len(table.log.entries)
        store.close()
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        photos = connection.execute("SELECT count(*) FROM entry WHERE evidence <> ''").fetchone()[0]
        kept = connection.execute(
            "SELECT count(*) FROM entry JOIN photo ON photo.id = entry.evidence AND photo.session_id = entry.session_id"
        ).fetchone()[0]
        assert photos == kept
    store = Store.open(url)
    table = store.open_session(session).table
    assert table.verify() is None
    assert codec.digest(table.state)
    print(f"{KILLS} kills, {acknowledged} entries, {time.monotonic() - started:.0f} s", file=sys.stderr)
    assert acknowledged > KILLS
