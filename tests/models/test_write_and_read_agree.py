"""Whatever is accepted on writing opens again, equal, and what cannot is refused before anything changes."""

from __future__ import annotations

import hashlib
import io
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
import tracemalloc
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from models import backup, session_writer, session_zip, waiting_photos
from models.backup import put, putting
from models.database import PlaceError, StoreError, open_engine
from models.integrity import examine
from models.photo_metadata import bare
from models.repair import repair
from models.session_writer import Evidence, SessionJournal
from models.sqlite_pages import beside
from models.store import OpenSession, Seated, Store
from models.tables import LAST_MOMENT, EntryRow, PhotoRow, SeatRow, SnapshotRow, moment
from tableside.core import codec, manual_edit, registry
from tableside.core.log import Entry, EntryKind
from tableside.core.moves import move, text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError
from tests.fuzz.bases import photos
from tests.models.failing_session import begun, step, url

SLUGS = sorted(registry.infos())
ODD: tuple[Any, ...] = (
    10**18, -(10**18), 10**30, 1 << 5000, "x" * 100_001, "\ud800", "a\0b", float("nan"), float("inf"), None,
    True, "", (), -1,
)  # fmt: skip


def reopened(session: OpenSession) -> OpenSession:
    return Store.open(str(session.store.engine.url)).open_session(session.id)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_odd_value_set_by_hand_is_refused_or_opens_again(slug: str, tmp_path: Path) -> None:
    game = registry.find(slug)
    players = [Seated(f"P{seat}") for seat in range(game.seats.start)]
    session = Store.open(url(tmp_path)).begin(game, {}, players)
    table = session.table
    paths = sorted(manual_edit.paths(table.game, table.state))
    for number, path in enumerate(paths[:: max(1, len(paths) // 40)]):
        value = ODD[number % len(ODD)]
        try:
            table.adjust(path, value, "odd")
        except (RefusedError, StoreError, ValueError):
            continue
    again = reopened(session)
    assert again.table.drift is None
    assert again.table.state == table.state
    assert len(again.table.log.entries) == len(table.log.entries)


@pytest.mark.parametrize("value", ["x" * 100_001, "\ud800", float("nan"), "(" * 3_000])
def test_an_entry_that_would_not_open_again_is_refused(value: Any, tmp_path: Path) -> None:
    session = begun(tmp_path)
    before = list(session.table.log.entries)
    with pytest.raises((RefusedError, StoreError, ValueError)):
        session.table.adjust("rolled", value, "")
    assert session.table.log.entries == before == reopened(session).table.log.entries


@pytest.mark.parametrize(
    "odd",
    [
        *({"text": "a\0b"}, {"text": "\ud800"}, {"text": " not clean\u202e"}, {"target": -1}, {"target": 2**31}),
        *(
            {"target": 10**30},
            {"target": 1.5},
            {"target": True},
            {"kept": 2**63},
            {"evidence": "x" * 65},
            {"digest": "?"},
        ),
    ],
    ids=ascii,
)
def test_the_journal_takes_no_entry_that_would_not_open_again(odd: dict[str, Any], tmp_path: Path) -> None:
    """Whatever came past every check before: nothing is written that another process could not read, or an import."""
    session = begun(tmp_path)
    before = reopened(session).table.log.entries
    entry = replace(Entry(session.table.log.next_number, EntryKind.NOTE), **odd)
    with pytest.raises(StoreError):
        session.table.journal.append([entry], False)
    assert not session.waiting and reopened(session).table.log.entries == before


def test_an_entry_that_was_refused_does_not_go_with_the_next_one(tmp_path: Path, monkeypatch: Any) -> None:
    """Past every check a driver refuses a number, and then something breaks that nobody has thought of."""
    session = begun(tmp_path)
    monkeypatch.setattr(session_writer, "takes", lambda _: True)
    entry = Entry(session.table.log.next_number, EntryKind.NOTE, target=10**30)
    with pytest.raises(StoreError):
        session.table.journal.append([entry], False)
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(SessionJournal, "_commit", lambda *_: 1 // 0)
        step(session)
    step(session)
    assert len(reopened(session).table.log.entries) == len(session.table.log.entries) == 1


@pytest.mark.parametrize("odd", [("\0", ""), ("[]", "\ud800")], ids=ascii)
def test_what_was_read_in_a_photo_is_words(odd: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        begun(tmp_path).attach(Evidence(b"a photo", *odd))


def test_redo_is_judged_again_by_the_facts_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is taken back, a fact is corrected so that it could not be made any more, and it is not made again."""
    session = begun(tmp_path)
    table = session.table
    table.automatic = True
    judge = type(table.game).judge

    def by_the_fact(game: Any, state: Any, wanted: Any) -> Any:
        if wanted.kind == "buy" and game.catalog.find("stones", "opal").points == 7:
            return Illegal(text("core.entry_does_not_stand", entry=wanted.seat), None)
        return judge(game, state, wanted)

    monkeypatch.setattr(type(table.game), "judge", by_the_fact)
    for rolled in (3, 1):
        table.confirm(move(None, "roll", value=rolled))
        (seat,) = table.to_act()
        table.confirm(move(seat, "take", amount=rolled))
    table.confirm(move(None, "roll", value=1))
    table.learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
    table.confirm(move(0, "buy", stone="opal"))
    table.undo()
    table.redo()
    table.undo()
    table.learn("stones", "opal", {"points": 7, "source": "looked again", "sure": True})
    before = list(table.log.entries)
    with pytest.raises(RefusedError):
        table.redo()
    assert table.log.entries == before and table.drift is None
    again = reopened(session)
    assert again.table.drift is None and again.table.state == table.state


def test_a_corrected_fact_that_changes_states_leaves_a_session_that_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begun(tmp_path)
    table = session.table
    table.automatic = True
    fold = type(table.game).apply

    def by_the_fact(game: Any, state: Any, happened: Any) -> Any:
        after = fold(game, state, happened)
        if happened.kind != "bought":
            return after
        rich = replace(after.players[happened["seat"]], bonus=game.catalog.find("stones", "opal").points)
        return replace(after, players=(rich, *after.players[1:]))

    monkeypatch.setattr(type(table.game), "apply", by_the_fact)
    for rolled in (3, 1):
        table.confirm(move(None, "roll", value=rolled))
        (seat,) = table.to_act()
        table.confirm(move(seat, "take", amount=rolled))
    table.confirm(move(None, "roll", value=1))
    table.learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
    table.confirm(move(0, "buy", stone="opal"))
    assert table.state.players[0].bonus == 5
    learnt = table.learn("stones", "opal", {"points": 7, "source": "looked again", "sure": True})
    assert table.state.players[0].bonus == 7
    assert learnt.kind is EntryKind.LEARN and learnt.digest == codec.digest(table.state)
    again = reopened(session)
    assert again.table.drift is None and again.table.verify() is None
    assert again.table.state == table.state


def test_a_state_kept_without_a_later_fact_is_not_used(tmp_path: Path) -> None:
    session = begun(tmp_path)
    for _ in range(3):
        step(session)
    journal, table = session.table.journal, session.table
    assert isinstance(journal, SessionJournal)
    wrong = codec.canonical(codec.encode(table.state))
    with session.store.writing() as database:
        database.add(SnapshotRow(session_id=session.id, version=3, state=wrong))
    journal._kept = {3}
    assert journal.snapshot(3) is not None
    with session.store.writing() as database:
        database.add(
            EntryRow(session_id=session.id, number=4, kind="learn", target=0, kept=0, text="", digest="00", auto=False,
                     evidence="", at=1, record='["t","i","{}"]')
        )  # fmt: skip
    assert journal.snapshot(3) is None


def test_a_repair_gives_up_while_anybody_has_the_file_open(tmp_path: Path) -> None:
    session = begun(tmp_path)
    for _ in range(4):
        step(session)
    session.store.close()
    place = tmp_path / "games.db"
    code = (
        "import sqlite3,sys\n"
        "c = sqlite3.connect(sys.argv[1])\n"
        "c.execute('PRAGMA journal_mode=WAL')\n"
        "c.execute('SELECT * FROM entry').fetchall()\n"
        "print('open', flush=True)\n"
        "sys.stdin.readline()\n"
        "c.execute('UPDATE session SET title=1')\n"
        "c.commit()\n"
        "print('done', flush=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        assert other.stdout.readline() == "open\n"
        before = place.read_bytes()
        with pytest.raises(PlaceError) as busy:
            repair(place, "test")
        assert busy.value.told.key == "models.repair_busy"
        assert place.read_bytes() == before
        other.stdin.write("\n")
        other.stdin.flush()
        assert other.stdout.readline() == "done\n"
    repair(place, "later")
    with closing(sqlite3.connect(place)) as looking:
        assert looking.execute("SELECT title FROM session").fetchone() == ("1",)


def test_whoever_opened_the_file_before_a_repair_cannot_write_into_a_lost_one(tmp_path: Path) -> None:
    session = begun(tmp_path)
    step(session)
    session.store.close()
    place = tmp_path / "games.db"
    with closing(sqlite3.connect(place)) as other:
        repair(place, "test")
        with pytest.raises(sqlite3.DatabaseError, match="not a database"):
            other.executescript("PRAGMA journal_mode=WAL; CREATE TABLE mine (x)")
        assert not beside(place, "-wal").exists(), "a log of the old file would be taken for one of the new"
        assert Store.open(url(tmp_path)).open_session(session.id).table.log.entries


def own(folder: Path) -> set[str]:
    """What is in a folder; nobody but the owner may look at any of it."""
    found = list(folder.rglob("*"))
    assert {file.name: oct(file.stat().st_mode) for file in found if file.stat().st_mode & 0o077} == {}
    return {file.name for file in found}


def test_saved_games_and_what_is_put_beside_them_are_readable_by_their_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path))
    before = os.umask(0o022)
    try:
        session = begun(tmp_path)
        step(session)
        assert own(tmp_path) >= {"games.db", "games.db-wal", "games.db-shm"}
        with session.store.writing() as database:
            database.execute(update(SeatRow).values(name=b"\0"))
        session.store.close()
        for file in tmp_path.iterdir():
            file.chmod(0o644)
        assert Store.open(url(tmp_path)).count() == 1 and own(tmp_path)
        session.store.close()
        backup.backup(tmp_path / "games.db", "before-x")
        repair(tmp_path / "games.db", "now")
        waiting_photos.keep("0" * 64, Evidence(b"?", "[]"))
        put(tmp_path / "some.json", b"{}")
        assert own(tmp_path) >= {"some.json", "games.damaged-now", "set-aside.json", "waiting", "games.before-x.bak"}
    finally:
        os.umask(before)


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "export.zip", b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        put(tmp_path / "export.zip", b"new")
    assert (tmp_path / "export.zip").read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["export.zip"]


def test_a_written_file_is_on_the_disk_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Path, bool]] = []
    monkeypatch.setattr(backup, "on_disk", lambda place: seen.append((place, (tmp_path / "out.zip").exists())))
    put(tmp_path / "out.zip", b"new")
    assert seen == [(tmp_path, True)]


def test_another_programs_database_of_the_same_number_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "theirs.db"
    with closing(sqlite3.connect(place)) as theirs:
        theirs.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        theirs.execute("INSERT INTO alembic_version VALUES ('0001')")
        theirs.execute("CREATE TABLE recipes (id INTEGER)")
        theirs.commit()
    with pytest.raises(StoreError) as refused:
        Store.open(f"sqlite:///{place}")
    assert refused.value.told.key == "models.not_ours"
    with closing(sqlite3.connect(place)) as theirs:
        assert theirs.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "games.db")
    with pytest.raises(StoreError) as refused:
        Store.open(url(tmp_path))
    assert refused.value.told.key == "models.not_a_file"


def test_an_address_that_cannot_be_one_is_told() -> None:
    with pytest.raises(StoreError):
        open_engine("postgresql://club:secret@host:port/tableside")


def test_an_export_that_could_not_be_taken_in_again_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(tmp_path)
    monkeypatch.setattr(session_zip, "FILES_MOST", 1)
    with pytest.raises(StoreError) as refused:
        session_zip.export_session(session.store, session.id, photos=True)
    assert refused.value.told.key == "models.export_too_large"


def with_photos(folder: Path, count: int, size: int) -> OpenSession:
    """A session with so many photos of its own."""
    session = begun(folder)
    step(session)
    noise = random.Random(1)
    with session.store.writing() as database:
        for _ in range(count):
            data = noise.randbytes(size)
            database.add(PhotoRow(session_id=session.id, id=hashlib.sha256(data).hexdigest(), data=data, at=1))
    return session


def test_an_export_with_more_photos_than_once_fitted_comes_in_again(tmp_path: Path) -> None:
    session = with_photos(tmp_path, 5_001, 20)
    with putting(tmp_path / "out.zip") as out:
        session_zip.write_session(session.store, session.id, out, photos=True)
    other = Store.open("sqlite://")
    with (tmp_path / "out.zip").open("rb") as source:
        taken, conflict = session_zip.import_session(other, source)
    assert conflict is None and taken.table.log.entries == session.table.log.entries
    assert other.photos(session.id) == session.store.photos(session.id)


def taken_in(session: OpenSession, folder: Path) -> int:
    """Bytes of the session's export with photos, once it has come in elsewhere with every photo."""
    with putting(folder / "out.zip") as out:
        session_zip.write_session(session.store, session.id, out, photos=True)
    other = Store.open(f"sqlite:///{folder / 'to.db'}")
    with (folder / "out.zip").open("rb") as source:
        session_zip.import_session(other, source)
    assert [name for name, _ in other.each_photo(session.id)] == [
        name for name, _ in session.store.each_photo(session.id)
    ]
    other.close()
    return (folder / "out.zip").stat().st_size


def test_what_photos_come_to_is_held_to_the_size_of_the_zip_alone(tmp_path: Path, monkeypatch: Any) -> None:
    session = with_photos(tmp_path, 40, 50_000)
    monkeypatch.setattr(session_zip, "JSON_MOST", 200_000)
    assert taken_in(session, tmp_path) > 2_000_000


@pytest.mark.long
def test_an_export_of_more_than_a_gigabyte_comes_in_again(tmp_path: Path) -> None:
    assert taken_in(with_photos(tmp_path, 5_500, 200_000), tmp_path) > 1 << 30


def test_an_export_never_holds_more_than_one_photo_in_memory(tmp_path: Path) -> None:
    session = with_photos(tmp_path, 40, 400_000)
    other = Store.open(f"sqlite:///{tmp_path / 'to.db'}")
    tracemalloc.start()
    with putting(tmp_path / "out.zip") as out:
        session_zip.write_session(session.store, session.id, out, photos=True)
    with (tmp_path / "out.zip").open("rb") as source:
        session_zip.import_session(other, source)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (tmp_path / "out.zip").stat().st_size > 16_000_000 > 2 * most


def test_a_zip_that_unpacks_to_far_more_than_it_is_is_refused_unread(tmp_path: Path) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("session.json", b"{}")
        archive.writestr("session.sha256", hashlib.sha256(b"{}").hexdigest())
        for number in range(6):
            archive.writestr(f"photos/{number:064x}.jpg", bytes(15_000_000))
    with pytest.raises(StoreError) as refused:
        session_zip.import_session(Store.open("sqlite://"), bomb.getvalue())
    assert refused.value.told["problem"].key == "models.zip.large"


def test_a_session_that_packs_like_a_bomb_goes_as_it_is_and_a_bomb_is_refused_unread(tmp_path: Path) -> None:
    session = begun(tmp_path)
    rows = [
        EntryRow(session_id=session.id, number=number, kind="note", text="x" * 10_000, at=1) for number in range(1, 301)
    ]
    with session.store.writing() as database:
        database.add_all(rows)
    packed = session_zip.export_session(session.store, session.id)
    assert len(packed) > 3_000_000
    taken, conflict = session_zip.import_session(Store.open("sqlite://"), packed)
    assert conflict is None and len(taken.table.log.entries) == 300
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        body, told = archive.read("session.json"), archive.read("session.sha256")
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("session.json", body)
        archive.writestr("session.sha256", told)
    tracemalloc.start()
    with pytest.raises(StoreError) as refused:
        session_zip.import_session(Store.open("sqlite://"), bomb.getvalue())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.value.told["problem"].key == "models.zip.large_file" and most < len(body)


def test_the_small_picture_and_the_colour_profile_go_too() -> None:
    photo = photos()["small.jpg"]
    thumb = b"JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02" + bytes(12)
    profile = b"ICC_PROFILE\0\x01\x01Anna's phone"
    parts = b"".join(
        b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data
        for marker, data in ((0xE0, thumb), (0xE0, b"JFXX\0secret"), (0xE2, profile))
    )
    kept = bare(photo[:2] + parts + b"\xff\x01" + photo[2:])
    assert b"JFXX" not in kept and b"Anna" not in kept and bytes(12) not in kept[:40]
    assert bare(kept) == kept


def no_room(*_: Any) -> None:
    raise PlaceError(text("models.full"))


def test_a_photo_that_waits_with_its_move_survives_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "data"))
    session = begun(tmp_path, patient=True)
    write = SessionJournal._write

    monkeypatch.setattr(SessionJournal, "_write", no_room)
    name = session.attach(Evidence(photos()["small.jpg"], "[]", "three"))
    session.table.confirm(move(None, "roll", value=3), evidence=name)
    rows = session.waiting
    assert rows and rows[0]["evidence"] == name
    monkeypatch.setattr(SessionJournal, "_write", write)
    again = Store.open(url(tmp_path)).open_session(session.id, waiting=rows)
    assert not again.waiting
    assert again.store.photo(session.id, name) == bare(photos()["small.jpg"])
    assert not list((tmp_path / "data" / "waiting").iterdir())


def test_a_move_that_waited_and_lost_its_photo_names_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "data"))
    session = begun(tmp_path, patient=True)
    first = session.attach(Evidence(b"saved", "[]"))
    session.table.confirm(move(None, "roll", value=3), evidence=first)
    rows = []
    for photo, correction in ((b"lost", False), (b"", True)):
        with monkeypatch.context() as patch:
            patch.setattr(SessionJournal, "_commit", no_room)
            if correction:
                session.table.correct(1, move(None, "roll", value=2))
            else:
                session.table.confirm(move(0, "take", amount=1), evidence=session.attach(Evidence(photo, "[]")))
        rows = list(session.waiting)
    shutil.rmtree(tmp_path / "data" / "waiting")
    again = Store.open(url(tmp_path)).open_session(session.id, waiting=rows)
    assert [entry.evidence for entry in again.table.log.entries] == [first, "", first]
    assert not again.waiting and examine(url(tmp_path)).findings == ()


def test_a_game_begun_before_1970_comes_in_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: -(10**18))
    session = begun(tmp_path)
    step(session)
    packed = session_zip.export_session(session.store, session.id)
    assert session_zip.import_session(Store.open("sqlite://"), packed)[0].table.log.entries == session.table.log.entries


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone is the system's")
def test_the_last_moment_is_a_day_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for zone in ("<+14>-14", "<-12>12"):
        with monkeypatch.context() as patch:
            patch.setenv("TZ", zone)
            time.tzset()
            assert datetime.fromtimestamp(moment(LAST_MOMENT) / 1000).year == 9999
        time.tzset()
