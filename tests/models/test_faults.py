"""The place of the saved games fails: full, read-only, held by another. Nothing is lost, doubled or forked."""

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import TimeoutError as NoneLeft

import models.database
from models.database import PlaceError, StoreError
from models.session_writer import SessionJournal
from models.store import Evidence, OpenSession, StaleError, Store
from tests import failing_disk
from tests.failing_disk import fill
from tests.models.failing_session import begun, saved, step, told, url

NOBODY = 65534


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of one megabyte."""
    with failing_disk.small_disk(tmp_path / "disk") as place:
        yield place


# -- full ------------------------------------------------------------------------------------------


def until_refused(session: OpenSession, most: int = 2000) -> PlaceError:
    """Confirm until the place refuses."""
    for _ in range(most):
        try:
            step(session)
        except PlaceError as error:
            return error
    raise AssertionError("never full")


def test_a_full_disk_refuses_the_move_and_keeps_all_before_it(small_disk: Path) -> None:
    session = begun(small_disk)
    step(session)
    filler = fill(small_disk)
    refused = until_refused(session)
    assert refused.told.key == "models.full"
    assert "full" in told(refused)
    before = list(session.table.log.entries)
    state = session.table.state
    filler.unlink()
    assert saved(session) == before
    assert session.table.state == state
    step(session)
    assert saved(session) == session.table.log.entries
    assert len(session.table.log.entries) == len(before) + 1


def test_with_patience_a_full_disk_keeps_the_game_in_memory_and_everything_is_saved_in_one_go(small_disk: Path) -> None:
    session = begun(small_disk, patient=True)
    step(session)
    filler = fill(small_disk)
    for _ in range(200):
        step(session)
    assert session.waiting
    assert session.trouble is not None and session.trouble.key == "models.full"
    with pytest.raises(PlaceError):
        session.save()
    kept = len(session.table.log.entries) - len(session.waiting)
    photo = session.attach(Evidence(b"a photo", "{}", "1"))
    step(session, evidence=photo)
    filler.unlink()
    assert len(saved(session)) == kept
    session.save()
    assert not session.waiting and session.trouble is None
    assert saved(session) == session.table.log.entries
    assert session.store.photo(session.id, photo) == b"a photo"
    session.save()
    step(session)
    assert saved(session) == session.table.log.entries


def test_the_next_move_saves_what_waits(small_disk: Path) -> None:
    session = begun(small_disk, patient=True)
    filler = fill(small_disk)
    while not session.waiting:
        step(session)
    filler.unlink()
    step(session)
    assert not session.waiting
    assert saved(session) == session.table.log.entries


def bounded(session: OpenSession) -> None:
    """No page more than there are now, as SQLite itself counts a full disk."""
    with session.store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


def held_back(folder: Path, least: int = 1) -> OpenSession:
    """A session of which so many moves or more wait, because its file may not grow."""
    session = begun(folder, patient=True)
    step(session)
    bounded(session)
    while len(session.waiting) < least:
        step(session)
    return session


def test_a_database_that_may_not_grow_is_full(tmp_path: Path) -> None:
    session = begun(tmp_path)
    step(session)
    bounded(session)
    refused = until_refused(session)
    assert refused.told.key == "models.full"
    before = list(session.table.log.entries)
    session.store.close()
    step(session)
    assert saved(session) == session.table.log.entries
    assert session.table.log.entries[:-1] == before


def test_a_new_database_on_a_full_disk_is_refused_clearly(small_disk: Path) -> None:
    fill(small_disk)
    with pytest.raises(PlaceError) as refused:
        Store.open(url(small_disk))
    assert told(refused.value)


def in_a_child(work: Callable[[], None]) -> None:
    """Do it in a process of its own, which may give up rights for good."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            raise
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(ended) == 0


def test_a_write_the_system_refuses_is_no_move(tmp_path: Path) -> None:
    session = begun(tmp_path)
    step(session)
    session.store.close()

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        own = Store.open(url(tmp_path)).open_session(session.id)
        largest = max(file.stat().st_size for file in tmp_path.iterdir() if file.is_file())
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
        refused = until_refused(own)
        assert refused.told.key in ("models.disk", "models.full")
        (tmp_path / "count").write_text(str(len(own.table.log.entries) - len(own.waiting)))

    in_a_child(work)
    assert len(saved(session)) == int((tmp_path / "count").read_text()) > 0


# -- read-only -------------------------------------------------------------------------------------


@pytest.fixture
def open_to_all(tmp_path: Path) -> Iterator[Path]:
    """A folder that somebody without rights can reach."""
    import tempfile

    place = Path(tempfile.mkdtemp(prefix="tableside-", dir="/tmp" if Path("/tmp").is_dir() else None))
    place.chmod(0o777)
    yield place
    place.chmod(0o777)
    shutil.rmtree(place)


def as_nobody() -> None:
    """Root may write everywhere; be somebody else."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def test_a_read_only_folder_refuses_the_move_or_lets_it_wait(open_to_all: Path) -> None:
    def work() -> None:
        as_nobody()
        session = begun(open_to_all / "games")
        step(session)
        patient = session.reload()
        patient.table.journal.patient = True
        patient.table.automatic = False
        session.store.close()
        folder = open_to_all / "games"
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        before = list(session.table.log.entries)
        with pytest.raises(PlaceError) as refused:
            step(session)
        assert refused.value.told.key == "models.read_only", refused.value.told
        assert "games.db" in told(refused.value)
        assert session.table.log.entries == before
        step(patient)
        step(patient)
        assert len(patient.waiting) == 2
        folder.chmod(0o755)
        for file in folder.iterdir():
            file.chmod(0o644)
        patient.save()
        assert saved(patient) == patient.table.log.entries
        assert len(patient.table.log.entries) == len(before) + 2

    in_a_child(work)


def test_a_folder_that_cannot_be_made_is_told(open_to_all: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from models.paths import data_folder

    open_to_all.chmod(0o555)
    monkeypatch.setenv("TABLESIDE_DATA", str(open_to_all / "games"))

    def work() -> None:
        as_nobody()
        with pytest.raises(PlaceError) as refused:
            data_folder()
        assert "games" in told(refused.value)

    in_a_child(work)


# -- held by another -------------------------------------------------------------------------------


def test_a_database_held_by_another_program(tmp_path: Path) -> None:
    session = begun(tmp_path)
    step(session)
    with failing_disk.held(tmp_path / "games.db") as let_go:
        with pytest.raises(PlaceError) as refused:
            step(session)
        assert refused.value.told.key == "models.locked"
        assert told(refused.value)
        assert saved(session) == session.table.log.entries
        session.table.journal.patient = True
        step(session)
        step(session)
        assert len(session.waiting) == 2
        let_go()
        session.save()
        assert saved(session) == session.table.log.entries


def test_moves_that_wait_never_fork_a_game_somebody_else_went_on_with(tmp_path: Path) -> None:
    session = held_back(tmp_path, least=2)
    mine = list(session.table.log.entries)
    other = Store.open(url(tmp_path)).open_session(session.id)
    other.table.note("the other window")
    session.store.close()
    with pytest.raises(StaleError) as stale:
        session.save()
    assert told(stale.value)
    with pytest.raises(StaleError):
        session.table.note("and on")
    assert session.table.log.entries == mine
    assert saved(session) == other.table.log.entries
    apart = session.store.take_over(session)
    assert apart != session.id
    again = session.store.open_session(apart)
    assert again.table.log.entries == mine
    assert again.table.state == session.table.state and again.names == session.names
    assert saved(session) == other.table.log.entries


# -- written or not --------------------------------------------------------------------------------


@pytest.mark.parametrize("done", [True, False])
def test_when_the_connection_breaks_in_mid_confirm_nothing_is_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    session = begun(tmp_path)
    step(session)
    write, broken = SessionJournal._write, []

    def break_once(journal: SessionJournal) -> None:
        if broken:
            write(journal)
            return
        broken.append(True)
        if done:
            write(journal)
        raise PlaceError(models.database.said("models.disk", problem="connection lost"), lost=True)

    monkeypatch.setattr(SessionJournal, "_write", break_once)
    step(session)
    assert len(session.table.log.entries) == 2
    assert saved(session) == session.table.log.entries
    step(session)
    assert saved(session) == session.table.log.entries


def test_a_move_and_the_bookkeeping_after_it_are_saved_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begun(tmp_path)
    session.table.automatic = True
    write, refused = SessionJournal._write, 0

    def no_bookkeeping(journal: SessionJournal) -> None:
        if journal.waiting[-1]["auto"]:
            raise PlaceError(models.database.said("models.full"))
        write(journal)

    for _ in range(12):
        before = list(session.table.log.entries)
        monkeypatch.setattr(SessionJournal, "_write", no_bookkeeping)
        try:
            step(session)
        except PlaceError:
            refused += 1
            assert session.table.log.entries == before == saved(session)
            assert not session.waiting
            monkeypatch.setattr(SessionJournal, "_write", write)
            step(session)
        assert saved(session) == session.table.log.entries
        assert len(session.table.log.entries) > len(before)
    assert refused


def test_what_waited_when_the_program_died_is_given_back(tmp_path: Path) -> None:
    session = held_back(tmp_path, least=3)
    rows, entries = session.waiting, list(session.table.log.entries)
    session.store.close()
    again = Store.open(url(tmp_path)).open_session(session.id, waiting=rows)
    assert again.table.log.entries == entries
    assert again.table.state == session.table.state
    assert not again.waiting
    assert saved(session) == entries
    twice = Store.open(url(tmp_path)).open_session(session.id, waiting=rows)
    assert twice.table.log.entries == entries == saved(session)


def test_a_finished_game_given_back_is_marked_finished(tmp_path: Path) -> None:
    session = held_back(tmp_path)
    while session.table.to_act():
        step(session)
    rows = session.waiting
    session.store.close()
    store = Store.open(url(tmp_path))
    assert not store.sessions()[0].finished
    store.open_session(session.id, waiting=rows)
    assert store.sessions()[0].finished


def test_what_is_given_back_to_a_game_gone_on_elsewhere_stays_apart(tmp_path: Path) -> None:
    session = held_back(tmp_path)
    rows, entries = session.waiting, list(session.table.log.entries)
    session.store.close()
    store = Store.open(url(tmp_path))
    store.open_session(session.id).table.note("the other window")
    theirs = saved(session)
    again = store.open_session(session.id, waiting=rows)
    assert again.table.log.entries == entries
    with pytest.raises(StaleError):
        again.save()
    assert saved(session) == theirs
    assert store.open_session(store.take_over(again)).table.log.entries == entries


# -- anything else the database may have against it -------------------------------------------------


def test_a_database_that_gives_no_connection_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(tmp_path)
    step(session)
    before = saved(session)

    def none_left(*_: object) -> None:
        raise NoneLeft("none left")

    with monkeypatch.context() as patch:
        patch.setattr(session.store.engine.pool, "connect", none_left)
        with pytest.raises(StoreError) as unread:
            session.store.sessions()
        with pytest.raises(StoreError) as unwritten:
            step(session)
    assert (unread.value.told.key, unwritten.value.told.key) == ("models.cannot_read", "models.cannot_write")
    assert told(unread.value).count("none left") == told(unwritten.value).count("none left") == 2
    assert saved(session) == session.table.log.entries == before
