"""SIGKILL while moves are confirmed: no acknowledged move is lost, none is invented, whatever the moment."""

import os
import random
import signal
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import event

from benchmarks import crash
from models.session_writer import Evidence
from models.store import Seated, Store
from tableside.core import registry
from tableside.core.moves import move

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs processes that can be killed")


def test_players_of_all_five_games_killed_at_random_moments_lose_and_invent_nothing() -> None:
    tally = crash.run(10, seed=20261116, app=0)
    assert tally.problems == []
    assert set(tally.games) == set(crash.GAMES)
    assert tally.acknowledged > 10


def test_the_app_killed_while_it_is_touched_loses_nothing_and_opens_where_it_was(tmp_path: Path) -> None:
    tally = crash.Tally()
    reaper = crash.Reaper(tmp_path, random.Random(3), tally)
    for _ in range(2):
        reaper.kill_one("app", "gaia_project")
    reaper.finish()
    assert tally.problems == []
    assert tally.kills["app"] == 2
    assert tally.app_restored == tally.app_reopened


@pytest.mark.long
def test_a_thousand_kills() -> None:
    tally = crash.run(1000, seed=1)
    assert tally.problems == []


def tampered(tmp_path: Path, statement: str) -> list[str]:
    """What the harness says of a database that somebody has changed behind its back."""
    tally = crash.Tally()
    reaper = crash.Reaper(tmp_path, random.Random(4), tally)
    while tally.acknowledged < 3 and not tally.problems:
        reaper.kill_one("photos", "urcsempeszek")
    assert tally.problems == []
    with sqlite3.connect(reaper.place) as database:
        database.execute("DROP TRIGGER entry_no_update")
        database.execute("DROP TRIGGER entry_no_delete")
        database.execute(statement)
    database.close()
    reaper.finish()
    return tally.problems


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)",
        "UPDATE entry SET target = 7 WHERE number = 1",
        "INSERT INTO entry SELECT session_id, max(number) + 1, 'note', NULL, 0, 0, '', NULL, '', 0, '', 0 FROM entry",
    ],
    ids=["lost", "changed", "invented"],
)
def test_the_harness_sees_what_is_lost_changed_or_invented(tmp_path: Path, statement: str) -> None:
    assert tampered(tmp_path, statement)


STEPS = ("before_cursor_execute", "after_cursor_execute", "commit")


def die_at(store: Store, step: str, number: int) -> None:
    """End this process by SIGKILL at this step of what the database is asked."""
    seen = [0]

    def maybe(*_: object) -> None:
        seen[0] += 1
        if seen[0] == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(store.engine, step, maybe)


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_every_step_of_saving_a_move_with_its_photo(tmp_path: Path, step: str) -> None:
    """The entry, its photo and its reading are there together or not at all, and the game goes on from there."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = Store.open(url)
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")])
    session.table.confirm(move(None, "roll", value=3))
    store.close()
    number, taken, ended = 0, 0, False
    while not taken:
        number += 1
        child = os.fork()
        if child == 0:
            try:
                store = Store.open(url)
                opened = store.open_session(session.id)
                name = opened.attach(Evidence(b"photo" * 4000, "{}"))
                (seat,) = opened.table.to_act()
                made = opened.table.game.sample(opened.table.state, seat, random.Random(number).randrange)
                die_at(store, step, number)
                opened.table.note("before")
                opened.table.confirm(made, evidence=name)
                os._exit(0)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        ended = os.WIFEXITED(status)
        assert not ended or os.WEXITSTATUS(status) == 0
        with sqlite3.connect(tmp_path / "games.db") as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            taken = database.execute("SELECT count(*) FROM entry WHERE evidence <> ''").fetchone()[0]
            photos = database.execute("SELECT count(*) FROM photo WHERE length(data) = 20000").fetchone()[0]
            readings = database.execute("SELECT count(*) FROM reading").fetchone()[0]
            assert photos == readings == taken
            numbers = [row[0] for row in database.execute("SELECT number FROM entry ORDER BY number")]
            assert numbers == list(range(1, len(numbers) + 1))
        database.close()
        again = Store.open(url)
        assert again.open_session(session.id).table.verify() is None
        again.close()
    assert number >= 2 and taken == 1
