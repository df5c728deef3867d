"""The doctor: what is damaged is said, kept and repaired; what is whole stays as it was."""

import hashlib
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from models import backup as backups
from models import database as engines
from models import precheck, sqlite_pages
from models import repair as repairs
from models.database import StoreError
from models.integrity import Report, examine
from models.owned_records import OwnersCopy
from models.repair import repair
from models.session_writer import Evidence
from models.session_zip import export_session, import_session
from models.sqlite_pages import beside
from models.store import Seated, Store
from tableside.app import settings
from tableside.cli import status
from tableside.cli.voice import reading_store
from tableside.core import registry
from tableside.core.moves import move, text
from tableside.language import language

TWO = (Seated("Anna", "red"), Seated("Béla", "blue"))
FIRST, SECOND = "a" * 32, "b" * 32


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Two sessions, one with a photo, and a fact of the owner's copy, in one file."""
    file = tmp_path / "games.db"
    store = Store.open(f"sqlite:///{file}")
    for id in (FIRST, SECOND):
        session = store.begin(registry.find("kavicsok"), {}, TWO, title="Kedd este", id=id)
        name = session.attach(Evidence(b"a photo of " + id.encode(), "{}"))
        session.table.confirm(move(None, "roll", value=2), evidence=name)
        session.table.confirm(move(0, "take", amount=2))
        session.table.confirm(move(None, "roll", value=1))
        session.table.undo()
        session.table.note("megjegyzés")
    OwnersCopy(store, registry.find("kavicsok")).learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
    store.close()
    return file


def url(place: Path) -> str:
    return f"sqlite:///{place}"


def logs(place: Path) -> dict[str, list[Any]]:
    store = Store.open(url(place))
    known = [one.id for one in store.sessions() if one.game in registry.infos()]
    found = {id: list(store.open_session(id).table.log.entries) for id in known}
    store.close()
    return found


def change(place: Path, statement: str) -> None:
    """Change a row behind the referee's back."""
    with closing(sqlite3.connect(place)) as database, database:
        for trigger in ("entry_no_update", "entry_no_delete"):
            database.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        database.execute(statement)


def kinds(report: Report) -> list[str]:
    for finding in report.findings:
        for code in ("hu", "en"):
            assert "⟦" not in language(code).say(finding.said)
    return sorted({finding.what for finding in report.findings})


def mended(place: Path, look_problem: Callable[[str, bytes], bool] | None = None) -> list[str]:
    """Repair, and what was said about it in both languages."""
    said = repair(place, "now", look_problem)
    for one in said:
        assert "⟦" not in language("hu").say(one)
    return [language("en").say(one) for one in said]


def test_a_sound_database_is_said_to_be_sound_and_left_alone(place: Path) -> None:
    before = place.read_bytes()
    report = examine(url(place))
    assert report.findings == ()
    entries = sum(len(log) for log in logs(place).values())
    assert (report.sessions, report.entries, report.photos, report.records) == (2, entries, 2, 1)
    assert place.read_bytes() == before


DAMAGES = {
    "session": ("UPDATE entry SET move = 'what?' WHERE number = 2 AND session_id LIKE 'a%'", ["session"]),
    "options": ("UPDATE session SET options = '{' WHERE id LIKE 'a%'", ["session"]),
    "gap": ("DELETE FROM entry WHERE number = 2 AND session_id LIKE 'a%'", ["session"]),
    "replay": ("UPDATE entry SET move = '0 take amount=1' WHERE number = 2 AND session_id LIKE 'a%'", ["replay"]),
    "undone": ("UPDATE entry SET move = '- roll value=3' WHERE number = 3 AND session_id LIKE 'a%'", ["replay"]),
    "seat": ("DELETE FROM seat WHERE seat = 1 AND session_id LIKE 'a%'", ["session"]),
    "photo": ("UPDATE photo SET data = x'00' WHERE session_id LIKE 'a%'", ["photo"]),
    "photo gone": ("UPDATE entry SET evidence = 'x' WHERE number = 1 AND session_id LIKE 'a%'", ["photo"]),
    "record": ('UPDATE copy_record SET data = \'{"points": "x"}\'', ["record"]),
    "unknown game": ("UPDATE session SET game = 'sakk' WHERE id LIKE 'a%'", ["unknown"]),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_each_kind_of_damage_is_named_and_the_other_session_is_untouched(place: Path, name: str) -> None:
    whole = logs(place)[SECOND]
    statement, expected = DAMAGES[name]
    change(place, statement)
    report = examine(url(place))
    assert kinds(report) == expected
    damaged = hashlib.sha256(place.read_bytes()).hexdigest()
    if report.curable:
        mended(place)
        kept = place.with_name("games.damaged-now") / "games.db"
        assert hashlib.sha256(kept.read_bytes()).hexdigest() == damaged
        assert kinds(examine(url(place))) in ([], ["replay"])
    assert logs(place)[SECOND] == whole


def test_an_entry_names_no_photo_that_is_not_there_after_repair_or_an_export_without_photos(place: Path) -> None:
    change(place, DAMAGES["photo gone"][0])
    mended(place)
    assert [entry.evidence for entry in logs(place)[FIRST]] == [""] * 6 and logs(place)[SECOND][0].evidence
    store = Store.open(url(place))
    packed = export_session(store, SECOND)
    store.close()
    elsewhere = place.with_name("elsewhere.db")
    store = Store.open(url(elsewhere))
    import_session(store, packed)
    store.close()
    assert logs(elsewhere)[SECOND][0].evidence == "" and examine(url(elsewhere)).findings == ()


def test_the_seat_of_a_session_nobody_knows_is_no_one_s(place: Path) -> None:
    """A damaged index out of its order finds a seat that was not asked for."""
    with closing(sqlite3.connect(place)) as database:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_seat_1'"
        (root,) = database.execute(asked).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    data = place.read_bytes()
    page = data[(root - 1) * size : root * size].replace(SECOND.encode(), b"B" * 32, 1)
    place.write_bytes(data[: (root - 1) * size] + page + data[root * size :])
    store = Store.open(url(place))
    seats = {one.id: len(one.players) for one in store.sessions()}
    store.close()
    assert seats == {FIRST: 2, SECOND: 1}
    assert kinds(examine(url(place))) == ["file"]


def test_a_session_with_an_unreadable_entry_is_kept_up_to_it(place: Path) -> None:
    whole = logs(place)[FIRST]
    change(place, DAMAGES["session"][0])
    said = mended(place)
    assert logs(place)[FIRST] == whole[:1]
    assert any("up to entry 1" in one for one in said)
    assert "what?" in (place.with_name("games.damaged-now") / "set-aside.json").read_text(encoding="utf-8")


def test_what_is_missing_comes_from_the_backup(place: Path) -> None:
    whole = logs(place)
    backups.backup(place, "before-0002")
    change(place, DAMAGES["gap"][0])
    change(place, DAMAGES["photo"][0])
    mended(place)
    assert logs(place) == whole
    assert examine(url(place)).findings == ()


def test_a_lost_catalogue_is_made_good_where_fingerprints_prove_it(place: Path) -> None:
    whole = logs(place)
    change(place, "UPDATE session SET catalog = '{' WHERE id LIKE 'a%'")
    assert kinds(examine(url(place))) == ["session"]
    mended(place)
    assert logs(place) == whole


def test_a_game_that_is_not_here_is_kept_though_it_cannot_be_judged(place: Path) -> None:
    entries = sum(len(log) for log in logs(place).values())
    change(place, DAMAGES["unknown game"][0])
    change(place, DAMAGES["photo"][0].replace("'a%'", "'b%'"))
    mended(place)
    with closing(sqlite3.connect(place)) as database:
        assert database.execute("SELECT count(*) FROM entry").fetchone() == (entries,)


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: b"x" * 16 + data[16:],
        lambda data: data[: len(data) - 4096],
        lambda data: data[:4096] + bytes(4096) + data[8192:],
        lambda data: data[:100] + bytes(300) + data[400:],
        lambda data: data[:50],
        lambda data: b"",
    ],
    ids=["no header", "cut", "a page wiped", "tables unknown", "nearly nothing left", "nothing left"],
)
def test_a_broken_file_is_refused_unchanged_and_every_whole_row_is_saved(
    place: Path, harm: Callable[[bytes], bytes]
) -> None:
    whole = logs(place)
    backups.backup(place, "before-0002")
    place.write_bytes(harm(place.read_bytes()))
    before = place.read_bytes()
    if before:
        with pytest.raises(StoreError) as refused:
            Store.open(url(place)).sessions()
        for code in ("hu", "en"):
            assert "⟦" not in language(code).say(refused.value.told)
        assert place.read_bytes() == before
        assert kinds(examine(url(place))) == ["file"]
    mended(place)
    assert logs(place) == whole


def test_rows_are_read_from_pages_alone(place: Path) -> None:
    numbers = {(id, n) for id, log in logs(place).items() for n in range(1, len(log) + 1)}
    data = place.read_bytes()
    place.write_bytes(bytes(100) + data[100:])
    entries = [row for _, row, _ in sqlite_pages.rows(place) if len(row) == 12 and isinstance(row[1], int)]
    assert {(row[0], row[1]) for row in entries} == numbers


def hot(place: Path, folder: Path, rest: bool = False) -> Path:
    """The files as a kill leaves them: the newest entries are in the log only, or after a rest in the file too."""
    folder.mkdir()
    store = Store.open(url(place))
    session = store.open_session(FIRST)
    for value in (1, 2, 3):
        session.table.confirm(move(None, "roll", value=value))
        session.table.undo()
    if rest:
        store.rest()
    for ending in ("", "-wal", "-shm"):
        shutil.copyfile(f"{place}{ending}", folder / f"games.db{ending}")
    store.close()
    return folder / "games.db"


def test_a_page_number_that_cannot_be_costs_no_more_than_the_page(tmp_path: Path, monkeypatch: Any) -> None:
    """A damaged frame of the log claims to be page two thousand million: only pages that are there are looked at."""
    file, looked, look = tmp_path / "games.db", [0], sqlite_pages._leaf

    def counted(*given: Any) -> Any:
        looked[0] += 1
        assert looked[0] <= 3
        return look(*given)

    monkeypatch.setattr(sqlite_pages, "_leaf", counted)
    file.write_bytes(bytes(2 * sqlite_pages.PAGE))
    frame = struct.pack(">II", 2**31 - 1, 2) + b"saltsalt" + bytes(8 + sqlite_pages.PAGE)
    beside(file, "-wal").write_bytes(bytes(16) + b"saltsalt" + bytes(8) + frame)
    assert list(sqlite_pages.rows(file)) == []
    assert looked == [3]


def test_pages_that_lead_round_in_a_circle_are_followed_once(tmp_path: Path) -> None:
    """A row that claims sixty million bytes, and a page that says it goes on in itself."""
    file, page = tmp_path / "games.db", bytearray(sqlite_pages.PAGE)
    page[0] = sqlite_pages.LEAF
    page[3:5], page[8:10] = struct.pack(">H", 1), struct.pack(">H", 16)
    length = 60_000_000
    page[16:21] = bytes((0x80 | length >> 21, 0x80 | length >> 14 & 0x7F, 0x80 | length >> 7 & 0x7F, length & 0x7F, 1))
    circle = struct.pack(">I", 3) * (sqlite_pages.PAGE // 4)
    for turn in range(4):
        # Wherever the row says it goes on, it goes on in the third page.
        shifted = circle[turn:] + circle[:turn]
        file.write_bytes(bytes(sqlite_pages.PAGE) + bytes(page[:21]) + (shifted * 2)[: len(page) - 21] + circle)
        tracemalloc.start()
        assert list(sqlite_pages.rows(file)) == []
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
        tracemalloc.stop()


def test_a_log_damaged_in_the_middle_is_refused_instead_of_being_cut_short(place: Path, tmp_path: Path) -> None:
    damaged = hot(place, tmp_path / "hot")
    log = beside(damaged, "-wal")
    data = bytearray(log.read_bytes())
    data[32 + 24 + 200] ^= 1
    log.write_bytes(bytes(data))
    before = damaged.read_bytes()
    with pytest.raises(StoreError) as refused:
        Store.open(url(damaged))
    assert refused.value.told.key == "models.damaged"
    assert damaged.read_bytes() == before and log.read_bytes() == bytes(data)
    mended(damaged)
    assert logs(damaged)[SECOND] == logs(place)[SECOND]
    assert logs(damaged)[FIRST] == logs(place)[FIRST]


def frames(log: Path) -> range:
    """Where the frames of a log begin."""
    return range(32, log.stat().st_size, 24 + sqlite_pages.PAGE)


def test_whichever_frame_of_a_log_is_wiped_only_what_it_alone_had_is_lost(place: Path, tmp_path: Path) -> None:
    whole = hot(place, tmp_path / "hot")
    data = beside(whole, "-wal").read_bytes()
    expected, lost = logs(place), 0
    for number, start in enumerate(frames(beside(whole, "-wal"))[-9:]):
        folder = tmp_path / str(number)
        shutil.copytree(whole.parent, folder)
        wiped = data[:start] + bytes(24 + sqlite_pages.PAGE) + data[start + 24 + sqlite_pages.PAGE :]
        beside(folder / "games.db", "-wal").write_bytes(wiped)
        assert precheck.damage(folder / "games.db") == text("models.file.broken_log")
        mended(folder / "games.db")
        found = logs(folder / "games.db")
        assert found[SECOND] == expected[SECOND]
        assert found[FIRST] == expected[FIRST][: len(found[FIRST])]
        lost += len(expected[FIRST]) - len(found[FIRST])
    assert lost == 1, "the last entry is in one frame only"


def test_a_log_that_was_cut_or_emptied_is_told_while_its_index_knows_better(place: Path, tmp_path: Path) -> None:
    whole = hot(place, tmp_path / "hot")
    data = beside(whole, "-wal").read_bytes()
    for number, start in enumerate((0, *frames(beside(whole, "-wal"))[::4])):
        folder = tmp_path / str(number)
        shutil.copytree(whole.parent, folder)
        beside(folder / "games.db", "-wal").write_bytes(data[:start])
        for _ in range(2):
            with pytest.raises(StoreError) as refused:
                Store.open(url(folder / "games.db"))
            assert ("problem", text("models.file.broken_log")) in refused.value.told.args
        mended(folder / "games.db")
        assert logs(folder / "games.db")[SECOND] == logs(place)[SECOND]
    assert precheck.damage(whole) is None


def test_after_a_rest_no_damage_of_the_log_costs_anything(place: Path, tmp_path: Path) -> None:
    whole = hot(place, tmp_path / "hot", rest=True)
    log = beside(whole, "-wal")
    data = log.read_bytes()
    third = frames(log)[len(frames(log)) // 3]
    for number, damaged in enumerate((b"", data[:third], data[:third] + bytes(9000) + data[third + 9000 :])):
        folder = tmp_path / str(number)
        shutil.copytree(whole.parent, folder)
        beside(folder / "games.db", "-wal").write_bytes(damaged)
        if precheck.damage(folder / "games.db") is not None:
            mended(folder / "games.db")
        assert logs(folder / "games.db") == logs(place)


def test_an_emptied_file_beside_its_log_is_refused(place: Path, tmp_path: Path) -> None:
    damaged = hot(place, tmp_path / "hot")
    damaged.write_bytes(b"")
    with pytest.raises(StoreError):
        Store.open(url(damaged))
    assert beside(damaged, "-wal").stat().st_size > 32


def test_a_log_whose_file_is_gone_is_kept_and_read(place: Path, tmp_path: Path, monkeypatch: Any) -> None:
    damaged = hot(place, tmp_path / "hot")
    damaged.unlink()
    before = beside(damaged, "-wal").read_bytes()
    monkeypatch.setenv("TABLESIDE_DATABASE", url(damaged))
    for opened in (Store.open, reading_store):
        with pytest.raises(StoreError):
            opened()
    assert kinds(examine(url(damaged))) == ["file"] and not damaged.exists()
    assert beside(damaged, "-wal").read_bytes() == before
    repair(damaged, "now")
    assert beside(damaged.with_name("games.damaged-now") / "games.db", "-wal").read_bytes() == before
    assert examine(url(damaged)).findings == () and "set-aside" not in str(list(damaged.parent.rglob("*")))


def test_a_linked_file_is_repaired_where_it_is_with_its_log(place: Path, tmp_path: Path) -> None:
    real = hot(place, tmp_path / "hot")
    link = tmp_path / "link.db"
    link.symlink_to(real)
    before = logs(place)
    repair(link, "now")
    assert link.is_symlink() and logs(link) == logs(real) == before
    real = hot(place, tmp_path / "emptied")
    real.write_bytes(b"")
    link.unlink()
    link.symlink_to(real)
    with pytest.raises(StoreError):
        Store.open(url(link))


def test_a_file_with_signs_of_an_address_in_its_name_is_looked_through(tmp_path: Path) -> None:
    file = tmp_path / "a#b%20c.db"
    Store.open(url(file)).begin(registry.find("kavicsok"), {}, TWO).store.close()
    assert examine(url(file)).sessions == 1 and not (tmp_path / "a").exists()


def test_a_file_that_is_open_here_is_not_looked_at_twice(place: Path) -> None:
    store = Store.open(url(place))
    store.sessions()
    assert precheck.live[place.absolute()] == 1
    assert precheck.damage(place) is None
    store.close()
    assert precheck.live[place.absolute()] == 0


def test_a_damaged_name_spoils_no_list(place: Path) -> None:
    change(place, "UPDATE seat SET name = CAST(x'ff41' AS TEXT) WHERE seat = 0 AND session_id LIKE 'a%'")
    change(place, "UPDATE session SET touched = 'x', title = NULL OR 1 WHERE id LIKE 'a%'")
    store = Store.open(url(place))
    assert {player.name for one in store.sessions() for player in one.players} == {"Anna", "Béla", "�A"}
    assert {one.touched for one in store.sessions() if one.id == FIRST} == {0}
    store.close()


def test_a_damaged_state_is_worked_out_again(place: Path) -> None:
    store = Store.open(url(place))
    session = store.open_session(FIRST)
    for _ in range(40):
        session.table.note("x")
    session.table.confirm(move(None, "roll", value=2))
    state = session.table.state
    with store.writing() as connection:
        changed = connection.connection().exec_driver_sql(
            "UPDATE snapshot SET state = replace(state, '\"pile\":', '\"pile\":1')"
        )
        assert changed.rowcount
    again = store.open_session(FIRST).table
    assert again.state == state and again.drift is None
    store.close()


# -- backups before a migration --------------------------------------------------------------------


def earlier(tmp_path: Path) -> Path:
    """A database of the first schema."""
    place = tmp_path / "old.db"
    with closing(sqlite3.connect(place)) as database:
        database.executescript((Path(__file__).parent / "databases" / "0001.sql").read_text(encoding="utf-8"))
    return place


def version(place: Path) -> str:
    with closing(sqlite3.connect(place)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_before_a_migration_a_whole_backup_is_kept(tmp_path: Path) -> None:
    place = earlier(tmp_path)
    Store.open(url(place)).close()
    kept = place.with_name(f"old.before-{engines.HEAD}.bak")
    assert version(place) == engines.HEAD and version(kept) == "0001"
    with closing(sqlite3.connect(kept)) as old, closing(sqlite3.connect(place)) as new:
        for table in ("session", "seat", "entry", "copy_record"):
            wanted = f"SELECT * FROM {table}"
            assert old.execute(wanted).fetchall() == new.execute(wanted).fetchall() != []


def test_a_backup_is_never_overwritten(tmp_path: Path) -> None:
    place = earlier(tmp_path)
    first = place.with_name(f"old.before-{engines.HEAD}.bak")
    first.write_bytes(b"mine")
    Store.open(url(place)).close()
    assert first.read_bytes() == b"mine"
    assert version(place.with_name(f"old.before-{engines.HEAD}-2.bak")) == "0001"
    Store.open(url(place)).close()
    assert len(backups.backups_of(place)) == 2


def test_without_a_backup_there_is_no_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = earlier(tmp_path)

    def full(place: Path, label: str) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "backup", full)
    with pytest.raises(StoreError) as refused:
        Store.open(url(place))
    assert refused.value.told.key == "models.no_backup"
    assert version(place) == "0001"


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = earlier(tmp_path)
    with closing(sqlite3.connect(place)) as database:
        database.execute("CREATE TABLE result (odd INTEGER)")
    with pytest.raises(StoreError):
        Store.open(url(place))
    assert version(place) == "0001"
    assert version(place.with_name(f"old.before-{engines.HEAD}.bak")) == "0001"


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def home(place: Path, data_folder: Path) -> Path:
    data_folder.mkdir(exist_ok=True)
    shutil.copyfile(place, data_folder / "tableside.db")
    return data_folder


def test_the_command_says_all_is_well(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["--lang", "en", "doctor"]) == 0
    told = capsys.readouterr().out
    assert "2 games, 12 entries, 2 photos, 1 record" in told and "in order" in told


@pytest.mark.parametrize("code", ["hu", "en"])
def test_the_command_finds_repairs_and_says_so_in_both_languages(
    home: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    change(home / "tableside.db", DAMAGES["session"][0])
    (home / "app.json").write_text("{not json", encoding="utf-8")
    assert status(["--lang", code, "doctor"]) == 1
    told = capsys.readouterr().out
    assert told.count("✗") == 2 and "--repair" in told and "⟦" not in told
    assert status(["--lang", code, "doctor", "--repair"]) == 0
    told = capsys.readouterr().out
    assert told.count("✓") >= 4 and "⟦" not in told
    assert status(["--lang", code, "doctor", "--json"]) == 0
    assert '"well": true' in capsys.readouterr().out
    assert (next(home.glob("app.damaged-*.json"))).read_text(encoding="utf-8") == "{not json"


def test_a_newer_database_is_not_repaired(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(home / "tableside.db", "UPDATE alembic_version SET version_num = '9999'")
    before = (home / "tableside.db").read_bytes()
    assert status(["--lang", "en", "doctor", "--repair"]) == 1
    assert "9999" in capsys.readouterr().out
    assert (home / "tableside.db").read_bytes() == before


def test_damaged_settings_are_kept_beside_the_new_ones(tmp_path: Path) -> None:
    file = tmp_path / "app.json"
    for content in ("{not json", "[1]", "{not json"):
        file.write_text(content, encoding="utf-8")
        settings.save(settings.load(tmp_path), tmp_path)
    kept = sorted(other.read_text(encoding="utf-8") for other in tmp_path.glob("app.damaged-*.json"))
    assert kept == ["[1]", "{not json"]


def test_what_somebody_writes_during_a_repair_is_not_lost(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(place, DAMAGES["photo"][0])
    build = repairs._build

    def meanwhile(*given: Any) -> None:
        build(*given)
        store = Store.open(url(place))
        store.open_session(SECOND).table.note("meanwhile")
        store.close()

    monkeypatch.setattr(repairs, "_build", meanwhile)
    with pytest.raises(StoreError) as refused:
        repair(place, "now")
    assert refused.value.told.key == "models.repair_busy"
    assert logs(place)[SECOND][-1].text == "meanwhile"
    monkeypatch.undo()
    repair(place, "later")
    assert logs(place)[SECOND][-1].text == "meanwhile"


def test_nobody_is_told_a_note_is_saved_while_the_new_file_takes_its_place(place: Path, monkeypatch: Any) -> None:
    """Between the last look and the swap another program tries: the lock keeps it out, or it would write in vain."""
    code = (
        "import sys\n"
        "from models.database import PlaceError\n"
        "from models.store import Store\n"
        "try:\n"
        "    Store.open(sys.argv[1], wait=0.2).open_session('b' * 32).table.note('told')\n"
        "    print('saved')\n"
        "except PlaceError as error:\n"
        "    print(error.told.key)\n"
    )
    change(place, DAMAGES["photo"][0])
    swap, told = repairs._swap, []

    def meanwhile(new: Path, old: Path) -> None:
        other = subprocess.run([sys.executable, "-c", code, url(place)], capture_output=True, text=True, check=True)
        told.append(other.stdout.strip())
        assert not beside(old, "-wal").exists(), "it has not so much as opened the file that goes"
        swap(new, old)

    monkeypatch.setattr(repairs, "_swap", meanwhile)
    repair(place, "now")
    assert told == ["models.locked"]
    assert "told" not in [entry.text for entry in logs(place)[SECOND]]


def test_whoever_opens_the_file_during_a_swap_waits_and_finds_the_new_one(place: Path, monkeypatch: Any) -> None:
    code = (
        "import sys, time\n"
        "from models import swap_lock\n"
        "from models.store import Store\n"
        "class Clock:\n"
        "    monotonic = time.monotonic\n"
        "    def sleep(seconds):\n"
        "        print('waits', flush=True)\n"
        "        time.sleep(seconds)\n"
        "swap_lock.time = Clock\n"
        "Store.open(sys.argv[1], wait=60.0).open_session('b' * 32).table.note('told')\n"
    )
    change(place, DAMAGES["photo"][0])
    swap, others = repairs._swap, []

    def meanwhile(new: Path, old: Path) -> None:
        other = subprocess.Popen([sys.executable, "-c", code, url(place)], stdout=subprocess.PIPE, text=True)
        others.append(other)
        assert other.stdout is not None and other.stdout.readline() == "waits\n"
        swap(new, old)

    monkeypatch.setattr(repairs, "_swap", meanwhile)
    repair(place, "now")
    (other,) = others
    other.communicate()
    assert other.returncode == 0 and logs(place)[SECOND][-1].text == "told"


def test_an_empty_log_that_goes_during_a_repair_is_nobodys_writing(place: Path, monkeypatch: Any) -> None:
    change(place, DAMAGES["photo"][0])
    log = beside(place, "-wal")
    log.write_bytes(b"")
    build = repairs._build
    monkeypatch.setattr(repairs, "_build", lambda *given: (build(*given), log.unlink()))
    repair(place, "now")
    assert not examine(url(place)).curable


def test_the_backup_is_on_the_disk_by_name_before_anything_changes(tmp_path: Path, monkeypatch: Any) -> None:
    store = Store.open(url(tmp_path / "games.db"))
    store.close()
    seen: list[tuple[Path, bool]] = []
    monkeypatch.setattr(backups, "on_disk", lambda file: seen.append((file, file.is_dir())))
    made = backups.backup(tmp_path / "games.db", "before-x")
    assert seen == [(made.with_suffix(".part"), False), (tmp_path, True)]


def test_a_backup_of_a_file_with_an_odd_name_is_found(tmp_path: Path) -> None:
    file = tmp_path / "games[1].db"
    Store.open(url(file)).close()
    made = backups.backup(file, "before-x")
    assert backups.backups_of(file) == [made]


def test_the_doctor_calls_a_file_in_use_in_use_and_not_damaged(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, **{**named, "timeout": 0}))
    with closing(connect(place)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        report = examine(url(place))
    assert [finding.said.key for finding in report.findings] == ["models.locked"] and not report.curable
    assert kinds(report) == ["file"] and examine(url(place)).findings == ()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_the_doctor_does_not_wait_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "games.db")
    report = examine(url(tmp_path / "games.db"))
    assert [finding.said.key for finding in report.findings] == ["models.not_a_file"] and not report.curable


def test_a_repair_survives_another_program_closing_the_file(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(place, DAMAGES["photo"][0])
    copy2, gone = shutil.copy2, []
    beside(place, "-shm").write_bytes(bytes(32768))

    def closing_meanwhile(source: Path, target: Path) -> None:
        if source.name.endswith("-shm"):
            source.unlink()
            gone.append(source)
        copy2(source, target)

    monkeypatch.setattr(repairs.shutil, "copy2", closing_meanwhile)
    mended(place)
    assert gone and kinds(examine(url(place))) == []


def test_what_a_writer_was_told_is_saved_survives_repairs_beside_it(place: Path) -> None:
    """Every note another program was told is saved is there after repairs that went on at the same time."""
    code = (
        "import sys\n"
        "import time\n"
        "from models.database import StoreError\n"
        "from models.store import Store\n"
        "for number in range(25):\n"
        "    store = Store.open(sys.argv[1])\n"
        "    try:\n"
        "        store.open_session('b' * 32).table.note(f'note {number}')\n"
        "        print(number, flush=True)\n"
        "    except StoreError:\n"
        "        pass  # the file was exchanged just when it was opened: that is told, too\n"
        "    store.close()\n"
        "    time.sleep(0.02)\n"
    )
    change(place, DAMAGES["photo"][0])
    with subprocess.Popen([sys.executable, "-c", code, url(place)], stdout=subprocess.PIPE, text=True) as writer:
        done = busy = 0
        while writer.poll() is None:
            try:
                repair(place, f"{done}-{busy}")
                done += 1
            except StoreError as error:
                assert error.told.key == "models.repair_busy"
                busy += 1
        assert writer.stdout is not None
        told = [int(line) for line in writer.stdout.read().split()]
    found = [entry.text for entry in logs(place)[SECOND]]
    assert [words for words in found if words.startswith("note ")] == [f"note {number}" for number in told]
    assert told and done + busy
