"""Saved games that have moved, a clock that jumps, and the command line where nothing can be saved."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.database import PlaceError, StoreError
from models.integrity import examine
from models.owned_records import OwnersCopy
from models.session_writer import SessionJournal
from models.store import Evidence, StaleError, Store
from tableside.control.controller import Controller, Done
from tableside.core import registry
from tableside.core.moves import move, text
from tests import failing_disk
from tests.failing_disk import fill
from tests.models.failing_session import TWO, begun, saved, step, told, url


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of one megabyte."""
    with failing_disk.small_disk(tmp_path / "disk") as place:
        yield place


def refuse(*_: object) -> None:
    raise PlaceError(text("models.full", place="here", problem="no room"))


# -- moved -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [True, False], ids=["while away", "while open"])
def test_a_folder_that_is_gone_is_not_made_anew(tmp_path: Path, closed: bool) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    session = begun(here, patient=True)
    step(session)
    if closed:
        session.store.close()
    here.rename(there)
    here.mkdir()
    step(session)
    assert session.trouble is not None and session.trouble.key == "models.gone"
    with pytest.raises(StoreError) as refused:
        session.store.sessions()
    assert told(refused.value)
    assert list(here.iterdir()) == []
    here.rmdir()
    there.rename(here)
    session.save()
    assert saved(session) == session.table.log.entries


def test_a_folder_copied_back_is_gone_on_with(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    session = begun(here, patient=True)
    step(session)
    session.store.close()
    shutil.copytree(here, there)
    shutil.rmtree(here)
    step(session)
    assert session.waiting
    shutil.copytree(there, here)
    step(session)
    assert not session.waiting
    assert saved(session) == session.table.log.entries


def test_an_older_copy_in_its_place_is_not_written_over(tmp_path: Path) -> None:
    here, older = tmp_path / "here", tmp_path / "older"
    session = begun(here)
    step(session)
    session.store.close()
    shutil.copytree(here, older)
    step(session)
    step(session)
    session.store.close()
    shutil.rmtree(here)
    older.rename(here)
    old = saved(session)
    with pytest.raises(StaleError):
        step(session)
    assert saved(session) == old


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough to look like one" * 40])
def test_something_else_in_its_place_is_left_alone(tmp_path: Path, content: bytes) -> None:
    session = begun(tmp_path, patient=True)
    session.store.close()
    file = tmp_path / "games.db"
    file.unlink()
    file.write_bytes(content)
    step(session)
    assert session.waiting
    assert file.read_bytes() == content


def test_a_game_in_memory_is_saved_whole_in_another_place(tmp_path: Path) -> None:
    session = begun(tmp_path / "here", patient=True)
    step(session)
    photo = session.attach(Evidence(b"a late one", "{}", "1"))
    session.store.close()
    shutil.rmtree(tmp_path / "here")
    session.table.undo()
    session.table.confirm(move(None, "roll", value=3), evidence=photo)
    (tmp_path / "there").mkdir()
    other = Store.open(url(tmp_path / "there"))
    assert other.take_over(session, session.id) == session.id
    again = other.open_session(session.id)
    assert again.table.log.entries == session.table.log.entries
    assert again.table.state == session.table.state
    assert other.photo(session.id, photo) == b"a late one"
    assert other.reading_of(session.id, photo) == "{}"


def test_a_game_taken_over_brings_readings_and_facts_and_names_no_photo_that_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begun(tmp_path / "here", patient=True)
    first = session.attach(Evidence(b"an early one", '{"dice": 1}', "2"))
    session.table.confirm(move(None, "roll", value=2), evidence=first)
    with monkeypatch.context() as patch:
        patch.setattr(SessionJournal, "_commit", refuse)
        late = session.attach(Evidence(b"a late one", '{"dice": 3}', "3"))
        session.table.undo()
        session.table.confirm(move(None, "roll", value=3), evidence=late)
        copy = OwnersCopy(session.store, session.table.game)
        told = Controller(session, copy).learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
        assert isinstance(told, Done) and len(session.waiting) == 3
    (tmp_path / "there").mkdir()
    other = Store.open(url(tmp_path / "there"))
    other.take_over(session, session.id)
    assert [other.reading_of(session.id, photo) for photo in (first, late)] == ['{"dice": 1}', '{"dice": 3}']
    assert OwnersCopy(other, session.table.game).records()["stones"]["opal"]["points"] == 5
    session.store.close()
    shutil.rmtree(tmp_path / "here")
    apart = other.open_session(other.take_over(session))
    assert [entry.evidence for entry in apart.table.log.entries if entry.move] == ["", late]
    assert set(other.photos(apart.id)) == {late}
    assert examine(url(tmp_path / "there")).findings == ()
    other.close()


# -- the clock -------------------------------------------------------------------------------------


def test_a_clock_that_jumps_back_keeps_the_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(tmp_path)
    true = time.time_ns()
    for hours in (0, 1, -30, -29, 2):
        monkeypatch.setattr(time, "time_ns", lambda hours=hours: true + hours * 3_600_000_000_000)
        step(session)
    session = session.store.open_session(session.id)
    monkeypatch.setattr(time, "time_ns", lambda: true - 10**18)
    step(session)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        moments = [at for (at,) in connection.execute("SELECT at FROM entry ORDER BY number")]
        created, touched = connection.execute("SELECT created, touched FROM session").fetchone()
    assert moments == sorted(moments) and len(moments) == 6
    assert created <= touched == moments[-1]
    assert session.store.open_session(session.id).table.log.entries == session.table.log.entries


# -- the command line ------------------------------------------------------------------------------


def tableside(folder: Path, *arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TABLESIDE_DATA": str(folder), "TABLESIDE_LANG": "en"}
    command = [sys.executable, "-c", "from tableside.cli import main; main()", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=environment, check=False, timeout=120
    )


def test_the_command_line_refuses_a_move_that_cannot_be_saved(small_disk: Path) -> None:
    begun_ = tableside(small_disk, "play", "kavicsok", "--name", "Anna", "--name", "Béla", typed="- roll value=1\nq\n")
    assert begun_.returncode == 0, begun_.stderr
    filler = fill(small_disk)
    line = "u\nr\n" * 150
    refused = tableside(small_disk, "play", "kavicsok", typed=line)
    assert refused.returncode == 2
    assert refused.stderr.strip() == "Not saved: the storage is full. Free some space."
    assert "Traceback" not in refused.stderr
    acknowledged = refused.stdout.count("Undone.") + refused.stdout.count("Done again.")
    filler.unlink()
    store = Store.open(f"sqlite:///{small_disk / 'tableside.db'}")
    (summary,) = store.sessions()
    assert summary.entries == 1 + acknowledged
    assert store.open_session(summary.id).table.verify() is None


def test_bookkeeping_that_did_not_get_done_is_done_on_going_on(tmp_path: Path) -> None:
    session = Store.open(url(tmp_path).replace("games.db", "tableside.db")).begin(registry.find("kavicsok"), {}, TWO)
    session.table.automatic = False
    while session.table.game.routine(session.table.state) is None:
        step(session)
    session.store.close()
    told_ = tableside(tmp_path, "play", "kavicsok", typed="q\n")
    assert told_.returncode == 0, told_.stderr
    after = saved(session)
    assert len(after) == len(session.table.log.entries) + 1 and after[-1].auto
