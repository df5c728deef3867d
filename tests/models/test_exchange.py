"""A session goes out as one zip and comes in only when every byte of it is sound."""

import hashlib
import io
import json
import random
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col

from models.database import StoreError
from models.session_zip import export_session, import_session
from models.store import Evidence, Seated, Store
from models.tables import PhotoRow, ReadingRow
from tableside.core import registry
from tableside.core.moves import move
from tableside.language import language


@pytest.fixture
def store(tmp_path: Path):
    opened = Store.open(f"sqlite:///{tmp_path / 'from.db'}")
    yield opened
    opened.close()


@pytest.fixture
def other(tmp_path: Path):
    opened = Store.open(f"sqlite:///{tmp_path / 'to.db'}")
    yield opened
    opened.close()


@pytest.fixture
def packed(store: Store) -> bytes:
    session = store.begin(registry.find("kavicsok"), {"last_tie": "replay"}, [Seated("Anna"), Seated("Béla")])
    name = session.attach(Evidence(b"a photo", '{"dice": []}', "2"))
    session.table.confirm(move(None, "roll", value=2), evidence=name)
    session.table.confirm(move(0, "take", amount=2))
    session.table.note("egy megjegyzés")
    return export_session(store, session.id, photos=True)


def rewritten(packed: bytes, change, fingerprint: bool = True) -> bytes:
    """The zip with its session changed and, unless said otherwise, its fingerprint made to fit."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as source, zipfile.ZipFile(out, "w") as target:
        content = json.loads(source.read("session.json"))
        content = change(content) or content
        body = json.dumps(content).encode()
        target.writestr("session.json", body)
        target.writestr(
            "session.sha256", hashlib.sha256(body).hexdigest() if fingerprint else source.read("session.sha256")
        )
        for name in source.namelist():
            if name.startswith("photos/"):
                target.writestr(name, source.read(name))
    return out.getvalue()


def test_a_session_travels_whole(store: Store, other: Store, packed: bytes) -> None:
    session, conflict = import_session(other, packed)
    assert conflict is None
    original = store.open_session(session.id)
    assert session.table.state == original.table.state
    assert session.table.log.entries == original.table.log.entries
    assert other.photos(session.id) == store.photos(session.id) != {}
    assert export_session(other, session.id, photos=True) == packed


def test_a_damaged_photo_and_a_reading_astray_do_not_keep_a_session_from_travelling(store: Store, other: Store) -> None:
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")])
    names = []
    for photo, made in ((b"whole", move(None, "roll", value=2)), (b"damaged", move(0, "take", amount=2))):
        names.append(session.attach(Evidence(photo, "[]")))
        session.table.confirm(made, evidence=names[-1])
    with store.writing() as database:
        database.execute(update(PhotoRow).where(col(PhotoRow.id) == names[1]).values(data=b"spoilt"))
        database.add(ReadingRow(session_id=session.id, number=9, photo_id=names[0], readings="[]", chosen=""))
    taken, conflict = import_session(other, export_session(store, session.id, photos=True))
    assert conflict is None and taken.table.state == session.table.state
    assert [entry.evidence for entry in taken.table.log.entries[:2]] == [names[0], ""]
    assert other.photos(taken.id) == {names[0]: b"whole"}


def test_the_same_session_is_not_taken_twice(other: Store, packed: bytes) -> None:
    import_session(other, packed)
    with pytest.raises(StoreError):
        import_session(other, packed)
    assert len(other.sessions()) == 1


CHANGES = {
    "newer": lambda c: c.update(version=99),
    "other kind": lambda c: c.update(tableside="pack"),
    "unknown key": lambda c: c.update(extra=1),
    "unknown game": lambda c: c.update(game="sakk"),
    "unknown option": lambda c: c.update(options='{"cheat": true}'),
    "options are a list": lambda c: c.update(options="[]"),
    "no players": lambda c: c.update(players=[]),
    "id climbs out": lambda c: c.update(id="../../../../etc/passwd00000000000"),
    "gap in the log": lambda c: c["entries"].pop(0),
    "repeated entry": lambda c: c["entries"].append(c["entries"][-1]),
    "unreadable move": lambda c: c["entries"][0].update(move="what?"),
    "NUL in a note": lambda c: c["entries"][2].update(text="a\0b"),
    "undo to nowhere": lambda c: c["entries"][2].update(kind="undo", target=77),
    "time out of bounds": lambda c: c["entries"][0].update(at=2**70),
    "photo not there": lambda c: c["photos"].append("0" * 64),
    "reading of no photo": lambda c: c["readings"][0].update(photo_id="0" * 64),
    "a list": lambda c: [1, 2, 3],
    "damaged catalogue": lambda c: c.update(catalog="{"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_unsound_session_changes_nothing(other: Store, packed: bytes, name: str) -> None:
    with pytest.raises(StoreError) as refused:
        import_session(other, rewritten(packed, CHANGES[name]))
    for code in ("hu", "en"):
        assert "⟦" not in language(code).say(refused.value.told)
    assert other.sessions() == []


def test_a_wrong_fingerprint_is_refused(other: Store, packed: bytes) -> None:
    with pytest.raises(StoreError):
        import_session(other, rewritten(packed, lambda c: c.update(title="másik"), fingerprint=False))
    assert other.sessions() == []


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        b"not a zip",
        zipped(),
        zipped(**{"..__..__evil": b"x", "session.json": b"{}", "session.sha256": b""}),
        zipped(
            **{"session.json": b"[" * 100_000, "session.sha256": hashlib.sha256(b"[" * 100_000).hexdigest().encode()}
        ),
        zipped(**{"session.json": b"0" * 80_000_000, "session.sha256": b""}),
    ],
    ids=["empty", "stub", "text", "no files", "climbs out", "deep", "bomb"],
)
def test_a_hostile_zip_changes_nothing(other: Store, data: bytes) -> None:
    with pytest.raises(StoreError):
        import_session(other, data)
    assert other.sessions() == []


def test_flipped_bytes_never_get_in_unnoticed(other: Store, packed: bytes) -> None:
    chance = random.Random(7)
    for _ in range(150):
        damaged = bytearray(packed)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        try:
            session, _ = import_session(other, bytes(damaged))
        except StoreError:
            continue
        assert export_session(other, session.id, photos=True) == packed
        other.close()
        other = Store.open("sqlite://")


def test_a_move_today_refused_is_told_but_not_lost(other: Store, packed: bytes) -> None:
    def cheat(content):
        content["entries"][1]["move"] = "0 take amount=5"

    session, conflict = import_session(other, rewritten(packed, cheat))
    assert conflict is not None and conflict.entry == 2
    assert session.table.drift is not None
