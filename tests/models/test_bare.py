"""Photos are kept without what a phone writes beside the picture: no place, no time, no device, only which way up."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest

from models.photo_metadata import bare
from models.session_zip import export_session, import_session
from models.store import Evidence, Seated, Store
from tableside.core import registry
from tableside.core.moves import move
from tests.fuzz.bases import exif, photos, with_exif

SECRET = b"47.4979N19.0402E Anna's phone"


def decoded(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def jpeg(turn: int) -> bytes:
    """A phone's photo: place in the EXIF, XMP, a comment, and something after its end."""
    photo = with_exif(photos()["small.jpg"], b"http://ns.adobe.com/xap/1.0/\0" + SECRET)
    photo = with_exif(photo, exif(turn, SECRET))
    return photo[:2] + b"\xff\xfe" + struct.pack(">H", len(SECRET) + 2) + SECRET + photo[2:] + b"trailer" + SECRET


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_photo_is_kept_upright_and_bare(turn: int) -> None:
    photo = jpeg(turn)
    assert SECRET in photo
    assert SECRET not in bare(photo) and b"trailer" not in bare(photo)
    assert np.array_equal(decoded(bare(photo)), decoded(photo))
    assert bare(bare(photo)) == bare(photo)


@pytest.mark.parametrize("marker", [0xC8, 0xDE, 0xF0, 0xFD, 0xBF])
def test_what_no_decoder_knows_is_not_kept(marker: int) -> None:
    photo = photos()["small.jpg"]
    assert bare(photo[:2] + bytes((0xFF, marker, 0, len(SECRET) + 2)) + SECRET + photo[2:]) == bare(photo)


def test_a_progressive_photo_is_kept_whole() -> None:
    photo = with_exif(photos()["progressive.jpg"], exif(6, SECRET))
    assert SECRET not in bare(photo)
    assert np.array_equal(decoded(bare(photo)), decoded(photo))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_further_pictures_of_a_moving_one_are_not_kept() -> None:
    photo = photos()["small.png"]
    more = chunk(b"acTL", bytes(8)) + chunk(b"SECR", SECRET) + chunk(b"fdAT", bytes(4) + SECRET)
    assert bare(photo[:33] + more + photo[33:]) == bare(photo)


def test_a_png_is_kept_bare() -> None:
    for name in ("small.png", "alpha.png", "deep.png"):
        photo = photos()[name]
        told = (
            photo[:33] + chunk(b"tEXt", b"GPS\0" + SECRET) + chunk(b"eXIf", exif(6, SECRET)[6:]) + photo[33:] + SECRET
        )
        assert SECRET not in bare(told)
        assert np.array_equal(decoded(bare(told)), decoded(told))


def test_a_webp_is_kept_bare() -> None:
    photo = photos()["alpha.webp"]
    assert photo[12:16] == b"VP8X"
    block = exif(6, SECRET)[6:]
    block += b"\0" * (len(block) % 2)
    told = bytearray(photo + b"EXIF" + struct.pack("<I", len(block)) + block)
    told[20] |= 0x08
    told[4:8] = struct.pack("<I", len(told) - 8)
    assert SECRET in told and SECRET not in bare(bytes(told))
    assert np.array_equal(decoded(bare(bytes(told))), decoded(bytes(told)))


@pytest.mark.parametrize("name", photos())
def test_every_kind_of_picture_shows_the_same_afterwards(name: str) -> None:
    before, after = photos()[name], bare(photos()[name])
    if name in ("empty", "text", "cmyk.jpg"):
        assert after == before
    else:
        first, second = decoded(before), decoded(after)
        assert (first is None and second is None) or np.array_equal(first, second)


def test_a_broken_photo_never_stops_the_table() -> None:
    for name, photo in photos().items():
        for cut in range(0, min(len(photo), 400), 7):
            assert len(bare(photo[:cut])) <= cut + 40, name


def test_the_store_keeps_photos_bare_and_hands_them_out_only_when_asked() -> None:
    store, other = Store.open("sqlite://"), Store.open("sqlite://")
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")])
    name = session.attach(Evidence(jpeg(6), "{}", "2"))
    session.table.confirm(move(None, "roll", value=2), evidence=name)
    (kept,) = store.photos(session.id).values()
    assert SECRET not in kept and b"Exif" in kept
    assert b"photos/" not in export_session(store, session.id)
    assert SECRET not in export_session(store, session.id, photos=True)
    taken, _ = import_session(other, export_session(store, session.id, photos=True))
    assert other.photos(taken.id) == store.photos(session.id)


def test_a_photo_of_somebody_elses_export_is_kept_bare_too(monkeypatch: pytest.MonkeyPatch) -> None:
    store, other = Store.open("sqlite://"), Store.open("sqlite://")
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")])
    monkeypatch.setattr("models.session_writer.bare", lambda photo: photo)
    name = session.attach(Evidence(jpeg(3), "{}", "2"))
    session.table.confirm(move(None, "roll", value=2), evidence=name)
    packed = export_session(store, session.id, photos=True)
    taken, conflict = import_session(other, packed)
    ((id, kept),) = other.photos(taken.id).items()
    assert conflict is None and SECRET not in kept
    assert taken.table.log.entries[0].evidence == id != name
