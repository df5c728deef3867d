"""The store: what is confirmed is kept, what is refused leaves nothing, and nobody can change an entry."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text as sql
from sqlmodel import SQLModel

from models import database as engines
from models.database import StoreError
from models.owned_records import OwnersCopy
from models.store import Evidence, Seated, StaleError, Store, clean
from models.tables import SessionRow
from tableside.core import codec, registry
from tableside.core.log import EntryKind
from tableside.core.moves import move
from tableside.core.table import RefusedError
from tableside.language import language
from tests.fuzz.inputs import TEXTS

TWO = (Seated("Anna", "red"), Seated("Béla", "blue"))


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path):
    if request.param == "sqlite":
        opened = Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    else:
        url = request.getfixturevalue("postgres")
        bare = engines._engine(url)
        with bare.begin() as connection:
            connection.execute(sql("DROP SCHEMA public CASCADE"))
            connection.execute(sql("CREATE SCHEMA public"))
        bare.dispose()
        opened = Store.open(url)
    yield opened
    opened.close()


def begun(store: Store):
    return store.begin(registry.find("kavicsok"), {}, TWO, title="Kedd este")


def some_moves(session, rounds: int) -> None:
    for _ in range(rounds):
        session.table.confirm(move(None, "roll", value=1))
        (seat,) = session.table.to_act()
        session.table.confirm(move(seat, "take", amount=1))


def test_a_session_comes_back_as_it_was(store: Store) -> None:
    session = begun(store)
    some_moves(session, 3)
    again = store.open_session(session.id)
    assert again.table.state == session.table.state
    assert again.table.log.entries == session.table.log.entries
    assert again.names == ("Anna", "Béla")
    assert again.title == "Kedd este"
    assert again.table.drift is None


def test_undo_redo_correct_note_and_learn_come_back(store: Store) -> None:
    session = begun(store)
    some_moves(session, 3)
    table = session.table
    table.undo()
    table.undo()
    table.redo()
    table.note("Béla kávét főzött", about=1)
    table.learn("stones", "opal", {"points": 5, "source": "Anna's box", "sure": True})
    correction = table.correct(1, move(None, "roll", value=2))
    assert correction.conflict is None
    again = store.open_session(session.id)
    assert again.table.state == table.state
    assert again.table.log.entries == table.log.entries
    assert again.table.game.catalog.find("stones", "opal").points == 5
    kinds = {entry.kind for entry in again.table.log.entries}
    assert kinds == set(EntryKind)


def test_the_database_refuses_to_change_or_delete_an_entry(store: Store) -> None:
    session = begun(store)
    some_moves(session, 1)
    for statement in ("UPDATE entry SET text = 'x'", "DELETE FROM entry"):
        with pytest.raises(Exception, match="entries are only ever added"), store.engine.begin() as connection:
            connection.execute(sql(statement))
    assert store.open_session(session.id).table.state == session.table.state


def test_a_refused_move_leaves_nothing(store: Store) -> None:
    session = begun(store)
    with pytest.raises(RefusedError):
        session.table.confirm(move(0, "take", amount=9))
    assert store.open_session(session.id).table.log.entries == []


def test_two_windows_on_one_session_never_fork(store: Store) -> None:
    first = begun(store)
    second = store.open_session(first.id)
    first.table.confirm(move(None, "roll", value=2))
    with pytest.raises(StaleError) as stale:
        second.table.confirm(move(None, "roll", value=3))
    assert "⟦" not in language("hu").say(stale.value.told)
    assert second.table.log.entries == []
    assert second.reload().table.state.rolled == 2


def test_a_photo_is_kept_with_its_move_in_one_transaction(store: Store) -> None:
    session = begun(store)
    name = session.attach(Evidence(b"not really a photo", "{}", "4"))
    session.table.confirm(move(None, "roll", value=4), evidence=name)
    assert store.photo(session.id, name) == b"not really a photo"
    assert store.open_session(session.id).table.log.entries[0].evidence == name


def test_snapshots_are_a_cache_that_may_be_deleted(store: Store) -> None:
    session = store.begin(registry.find("kavicsok"), {}, [Seated(str(n)) for n in range(4)])
    for _ in range(25):
        session.table.confirm(move(None, "roll", value=1))
        (seat,) = session.table.to_act()
        session.table.confirm(move(seat, "take", amount=1))
        session.table.undo()
        session.table.redo()
    with store.reading() as connection:
        assert connection.execute(sql("SELECT count(*) FROM snapshot")).scalar()
    kept = store.open_session(session.id).table.state
    with store.writing() as connection:
        connection.execute(sql("DELETE FROM snapshot"))
    assert store.open_session(session.id).table.state == kept == session.table.state


def test_lists_people_and_hidden_sessions(store: Store) -> None:
    first, second = begun(store), begun(store)
    some_moves(second, 1)
    assert [summary.id for summary in store.sessions()] == [second.id, first.id]
    assert store.sessions("gaia_project") == []
    assert store.people() == ["Anna", "Béla"] or store.people() == ["Béla", "Anna"]
    store.hide(second.id)
    assert [summary.id for summary in store.sessions()] == [first.id]


def test_a_finished_game_is_marked_until_it_is_undone(store: Store) -> None:
    session = begun(store)
    while session.table.to_act():
        session.table.confirm(move(None, "roll", value=3))
        (seat,) = session.table.to_act()
        session.table.confirm(move(seat, "take", amount=min(3, session.table.state.pile)))
    assert store.sessions()[0].finished
    assert store.sessions(unfinished=True) == []
    session.table.undo()
    assert not store.sessions()[0].finished


def test_a_declared_position_starts_a_session(store: Store) -> None:
    game = registry.find("kavicsok")
    state = game.setup(game.info.settle({}), 2)
    declared = codec.decode(game.state_type, {**codec.encode(state), "pile": 10, "box": 6})
    session = store.begin(game, {}, TWO, start=declared)
    assert store.open_session(session.id).table.state.pile == 10
    impossible = codec.decode(game.state_type, {**codec.encode(state), "pile": 99})
    with pytest.raises(RefusedError):
        store.begin(game, {}, TWO, start=impossible)
    assert len(store.sessions()) == 1


def test_the_owners_copy_is_remembered_packed_and_unpacked(store: Store) -> None:
    copy = OwnersCopy(store, registry.find("kavicsok"))
    copy.learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
    assert copy.game().catalog.find("stones", "opal").points == 5
    pack = copy.pack()
    assert copy.remove("stones", "opal")
    assert copy.game().catalog.find("stones", "opal").points is None
    assert copy.unpack(pack, "pack.json") == 1
    assert copy.game().catalog.find("stones", "opal").points == 5


@pytest.mark.parametrize(
    "bad",
    [
        {"tableside": "pack", "version": 2, "game": "kavicsok", "tables": {}},
        {"tableside": "pack", "version": 1, "game": "other", "tables": {}},
        {"tableside": "pack", "version": 1, "game": "kavicsok", "tables": {"stones": {"opal": {"points": "x"}}}},
        {"tableside": "pack", "version": 1, "game": "kavicsok", "tables": {"ships": {}}},
        {
            "tableside": "pack",
            "version": 1,
            "game": "kavicsok",
            "tables": {"stones": {"a\0b": {"source": "", "sure": True}}},
        },
        [],
        None,
    ],
)
def test_a_bad_pack_changes_nothing(store: Store, bad: object) -> None:
    copy = OwnersCopy(store, registry.find("kavicsok"))
    copy.learn("stones", "opal", {"points": 5, "source": "box", "sure": True})
    with pytest.raises(StoreError) as refused:
        copy.unpack(bad, "pack.json")
    assert "⟦" not in language("hu").say(refused.value.told)
    assert copy.records()["stones"].keys() == {"opal"}


def test_looks_at_cards_are_kept(store: Store) -> None:
    copy = OwnersCopy(store, registry.find("kavicsok"))
    copy.add_look("opal", b"png", b"numbers")
    copy.add_look("opal", b"png2", b"numbers2")
    assert [look.descriptor for look in copy.looks()] == [b"numbers", b"numbers2"]
    assert copy.look_counts() == {"opal": 2}
    assert copy.remove("stones", "opal")
    assert copy.looks() == []


def test_long_and_strange_names_are_kept_clean(store: Store) -> None:
    strange = ("Ő" * 500, "NUL\0and\x07bell", "  e\u0301  ")
    session = store.begin(registry.find("kavicsok"), {}, [Seated(name) for name in strange])
    names = store.open_session(session.id).names
    assert names == ("Ő" * 80, "NULandbell", "é")
    assert clean("\u202efordítva\u2066") == "fordítva", "a name cannot turn round what others wrote"
    assert clean("\u05e9\u05dc\u05d5\u05dd") == "\u05e9\u05dc\u05d5\u05dd", "letters read from the right stay"
    assert clean("Anna\nBéla\t1") == "Anna Béla 1", "a name is one line"
    assert clean("egy\nkettő", 100, lines=True) == "egy\nkettő"


@pytest.mark.parametrize("words", ["e\0\u0301", " a\u202e b ", "x" * 79 + " yz", "\ud800e\ud800\u0301", "a \n b"])
def test_what_is_clean_stays_as_it_is(words: str) -> None:
    assert clean(clean(words)) == clean(words)


def test_any_text_is_kept_and_comes_back(store: Store) -> None:
    session = begun(store)
    for words in TEXTS:
        session.table.note(words)
        copied = store.begin(registry.find("kavicsok"), {}, [Seated(words), Seated("Béla")], title=words)
        assert store.open_session(copied.id).names == (clean(words), "Béla")
    notes = [entry.text for entry in store.open_session(session.id).table.log.entries if entry.kind == "note"]
    assert notes == [clean(words, 10_000, lines=True) for words in TEXTS]


def test_an_unknown_session_is_a_clear_error(store: Store) -> None:
    with pytest.raises(StoreError) as refused:
        store.open_session("nope")
    assert "nope" in language("en").say(refused.value.told)


def test_migrations_and_models_agree(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    assert SessionRow.metadata is SQLModel.metadata
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []


def test_the_revision_list_is_the_migrations_folder() -> None:
    folder = Path(engines.__file__).parent / "migrations" / "versions"
    assert [file.name[:4] for file in sorted(folder.glob("[0-9]*.py"))] == list(engines.REVISIONS)


@pytest.mark.parametrize(
    "dump", sorted((Path(__file__).parent / "databases").glob("*.sql")), ids=lambda file: file.stem
)
def test_a_database_of_every_earlier_version_opens(dump: Path, tmp_path: Path) -> None:
    place = tmp_path / "old.db"
    with sqlite3.connect(place) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
    store = Store.open(f"sqlite:///{place}")
    assert engines.revision(store.engine) == engines.HEAD
    (summary,) = store.sessions()
    session = store.open_session(summary.id)
    assert session.names == ("Anna", "Béla")
    assert session.table.verify() is None
    assert session.table.state.pile == 13
    assert OwnersCopy(store, registry.find("kavicsok")).game().catalog.find("stones", "opal").points == 5


def test_there_is_a_dump_of_every_version() -> None:
    dumps = {file.stem for file in (Path(__file__).parent / "databases").glob("*.sql")}
    assert dumps == set(engines.REVISIONS)


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    store = Store.open(url)
    begun(store)
    with store.writing() as connection:
        connection.execute(sql("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    before = (tmp_path / "new.db").read_bytes()
    with pytest.raises(StoreError) as refused:
        Store.open(url)
    assert "9999" in language("hu").say(refused.value.told)
    assert (tmp_path / "new.db").read_bytes() == before


@pytest.mark.parametrize("content", [b"this is not a database at all", b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "odd.db"
    place.write_bytes(content)
    with pytest.raises(StoreError):
        Store.open(f"sqlite:///{place}")
    assert place.read_bytes() == content


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "other.db"
    with sqlite3.connect(place) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(StoreError):
        Store.open(f"sqlite:///{place}")


def test_sqlite_is_durable(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'd.db'}")
    with store.reading() as connection:
        assert connection.execute(sql("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sql("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(sql("PRAGMA fullfsync")).scalar() == 1
        assert connection.execute(sql("PRAGMA foreign_keys")).scalar() == 1


def test_a_store_opened_while_something_else_has_failed_stays_open() -> None:
    try:
        raise ValueError
    except ValueError:
        store = Store.open("sqlite://")
    assert store.sessions() == []


def test_a_session_begun_or_taken_over_twice_is_told(store: Store) -> None:
    session = store.begin(registry.find("kavicsok"), {}, TWO, id="ab" * 16)
    for again in (
        lambda: store.begin(registry.find("kavicsok"), {}, TWO, id=session.id),
        lambda: store.take_over(session, session.id),
    ):
        with pytest.raises(StoreError) as refused:
            again()
        assert refused.value.told.key == "models.already_here"
    assert len(store.sessions()) == 1


def test_an_unknown_kind_of_database_is_a_clear_error() -> None:
    for url in ("nonsense://x", "postgresql://127.0.0.1:1/none", "::"):
        with pytest.raises(StoreError):
            Store.open(url)


def test_a_new_database_is_made_where_mako_is_not_to_be_had(tmp_path: Path) -> None:
    script = f"""
import importlib.util, sys
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name.startswith("mako") else real(name, *more)
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("mako", "markupsafe"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nowhere())
from models.store import Store
print(len(Store.open("sqlite:///{tmp_path / "bare.db"}").sessions()))
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert told.stdout.strip() == "0", told.stderr
