"""Things strangers may send, one by one: each once got further than it should, or is too rare to meet by chance."""

from __future__ import annotations

import io
import json
import lzma
import struct
import sys
import time
import tracemalloc
import zipfile
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.database import StoreError
from models.session_zip import import_session
from models.store import Store
from tableside.app import settings
from tableside.app.csv_export import written
from tableside.cli import voice
from tableside.core import catalog, codec, manual_edit, registry
from tableside.core.log import Entry, EntryKind, Log, LogError
from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tableside.core.table import Table
from tableside.games.gaia_project.recordings import replay as recordings
from tableside.games.gaia_project.recordings.lines import RecordError
from tests.fuzz import bases
from tests.fuzz.sandbox import Sandbox
from vision.photo import BadPhoto, load


@pytest.fixture
def box(tmp_path: Path) -> Any:
    with Sandbox(tmp_path / "box").open() as opened:
        yield opened


def scored(box: Sandbox, *names: str) -> Any:
    position = {"players": [{"name": name, "pebbles": 3, "stones": []} for name in names]}
    return box.check(box.run("score", "kavicsok", "-", typed=json.dumps(position).encode()))


@pytest.mark.parametrize("name", ["\x1b[2J\x1b[31m", "\x9b31m", "a\x7fb", "\u202eabc"])
def test_a_name_cannot_steer_the_terminal(box: Sandbox, name: str) -> None:
    told = scored(box, name, "Béla")
    assert told.code == 0 and name not in told.out


@pytest.mark.parametrize("name", ["[/]", "[bold red]x", "[link=file:///x]y[/link]", "[/b]", "\\[", "[b]Anna[/b]"])
def test_a_name_is_no_markup_for_the_terminal(box: Sandbox, name: str) -> None:
    assert name in scored(box, name, "Béla").out


def test_json_on_the_terminal_is_still_the_same_json(box: Sandbox) -> None:
    position = {"players": [{"name": name, "pebbles": 3, "stones": []} for name in ("a\x9b1m\u202e", "Béla")]}
    told = box.check(box.run("score", "kavicsok", "-", "--json", typed=json.dumps(position).encode()))
    assert json.loads(told.out)["players"][0]["name"] == "a\x9b1m\u202e"


def test_what_is_typed_and_is_no_text_spoils_its_line_only(box: Sandbox) -> None:
    told = box.check(box.run("play", "kavicsok", "--new", typed=b"\xff\xfe\n- roll value=2\ns\n\xf2\x97\xaf"))
    assert told.code == 0 and "Total" in told.out


def test_a_draw_from_nothing_is_told(box: Sandbox) -> None:
    for game in ("beyond_the_sun", "onward_to_venus"):
        assert box.check(box.run("play", game, "--new", typed=b"x\nx\nx\nx\nx\nx\nx\nx\nx\nx\nq\n")).code == 0


@pytest.mark.parametrize("word", ["x\udfff", "\ud800", "\udcff"])
def test_an_argument_that_is_no_text_is_refused(box: Sandbox, word: str) -> None:
    for arguments in (
        ("copy", "remove", "kavicsok", "stones", word),
        ("copy", "remove", "kavicsok", word, "opal"),
        ("copy", "show", "kavicsok", "stones", word),
        ("copy", "learn", "kavicsok", "stones", word, '{"points": 5, "source": "box", "sure": true}'),
        ("play", "kavicsok", "--session", word),
        ("export", word),
        ("import", word),
        ("sessions", "--game", word),
    ):
        assert box.check(box.run(*arguments)).code == 2, arguments


@pytest.mark.parametrize(
    "words", [(), ("--",), ("--lang", "hu"), ("--lang=en", "--"), ("--lang", "hu", "--lang", "en")]
)
def test_whatever_names_no_command_opens_the_app(box: Sandbox, words: tuple[str, ...]) -> None:
    assert box.check(box.run(*words)).code == 0 and box.began == ["_app"]


@pytest.mark.parametrize("words", [("--lang", "xx"), ("--", "x"), ("-",), ("",), ("--version",), ("--lang",)])
def test_what_names_something_else_does_not(box: Sandbox, words: tuple[str, ...]) -> None:
    box.check(box.run(*words))
    assert box.began == []


def test_the_demo_is_shown_where_it_is_told_to_be(box: Sandbox) -> None:
    assert box.check(box.run("demo")).code == 0 and box.began == ["_read", "_play", "_score", "_show"]
    assert box.check(box.run("demo", "--out", "/dev/null/x")).code == 2 and len(box.began) == 4


def test_a_file_too_large_to_be_one_of_ours_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    with file.open("wb") as out:
        out.truncate(voice.LARGEST + 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 11)))
    tracemalloc.start()
    with pytest.raises(voice.BadInput) as large:
        voice.read_text(file)
    monkeypatch.setattr(voice, "LARGEST", 10)
    with pytest.raises(voice.BadInput) as piped:
        voice.read_text(Path("-"))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert large.value.told.key == piped.value.told.key == "cli.too_large" and most < 1 << 20


def test_an_error_in_a_game_file_stays_short(tmp_path: Path) -> None:
    file = tmp_path / "stones.toml"
    file.write_text(f'schema = 1\n[{"W" * 70_000}]\npoints = "{"x" * 70_000}"\n', encoding="utf-8")
    with pytest.raises(catalog.CatalogError) as refused:
        catalog.read_table(file, registry.find("kavicsok").tables["stones"])
    assert len(str(refused.value)) < 1000


def test_a_thousand_reasons_are_not_all_told(box: Sandbox) -> None:
    position = {"players": [{"name": "x", "pebbles": -1, "stones": ["ruby"]}] * 2000}
    told = box.check(box.run("score", "kavicsok", "-", typed=json.dumps(position).encode()))
    assert told.code == 2 and "(+" in told.err


def test_a_damaged_game_toml_is_told(tmp_path: Path, box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "broken_games" / "sakk"
    home.mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TABLESIDE_GAMES", "broken_games")
    for raw in (b"\xff", b"x = " + b"[" * 5000, b"schema = 1", b'schema = "x"', b"= 1"):
        (home / "game.toml").write_bytes(raw)
        registry._infos.cache_clear()
        told = box.check(box.run("games"))
        assert told.code == 2 and "game.toml" in told.err, raw
    registry._infos.cache_clear()


@pytest.mark.parametrize(
    "line",
    ["seats = [0, 4]", "seats = [4, 2]", "seats = [1, 10000000]", 'title = {hu = "x"}', 'slug = "other"'],
)
def test_a_game_toml_that_cannot_be_is_refused(tmp_path: Path, line: str) -> None:
    sound = bases.sources("kavicsok")["game.toml"].decode()
    key = line.split(" =")[0]
    lines = [line if words.startswith(f"{key} =") else words for words in sound.splitlines()]
    file = tmp_path / "game.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    if "\n".join(lines) == sound.rstrip("\n"):
        file.write_text(line + "\n" + sound, encoding="utf-8")
    with pytest.raises(catalog.CatalogError):
        registry.read_info(file, "kavicsok")


@pytest.mark.parametrize(
    "told",
    [
        '{"text_scale": "big"}',
        '{"text_scale": 1e308}',
        '{"language": "xx"}',
        '{"silenced": [1]}',
        '{"silenced": "abc"}',
    ],
)
def test_a_setting_that_cannot_be_is_left_aside(tmp_path: Path, told: str) -> None:
    (tmp_path / settings.FILE).write_text(f'{{"settings": {told}}}', encoding="utf-8")
    assert settings.load(tmp_path).settings == settings.Settings()


def test_settings_without_end_are_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_text("[" * 100_000, encoding="utf-8")
    assert settings.load(tmp_path) == settings.Memory()


def test_a_phase_that_no_rulebook_knows_cannot_be_set() -> None:
    table = Table(registry.find("gaia_project"), {}, 2)
    assert isinstance(table.propose(manual_edit.adjust("phase", "tea")), Illegal)


def test_a_name_that_looks_like_a_formula_stays_a_name() -> None:
    assert written([("=1+1", "@x", "-2", -2, "Anna")]) == "'=1+1,'@x,'-2,-2,Anna\r\n"


def test_a_record_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.jsonl.xz"
    bomb.write_bytes(lzma.compress(b" " * (recordings.GAME_MOST + 2), preset=0))
    with pytest.raises(RecordError):
        list(recordings.read_records(bomb))


def zipped(*members: tuple[str, bytes, int]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, mode in members:
            info = zipfile.ZipInfo(name)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, mode << 16
            archive.writestr(info, data)
    return out.getvalue()


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    "data",
    [
        zipped(("../../evil", b"x", 0o644)),
        zipped(("/etc/evil", b"x", 0o644)),
        zipped(("session.json", b"/etc/passwd", 0o120777), ("session.sha256", b"", 0o644)),
        zipped(("session.json", b"{}", 0o644), ("session.json", b"{}", 0o644), ("session.sha256", b"", 0o644)),
        zipped(("session.json", zipped(("session.json", b"{}", 0o644)), 0o644), ("session.sha256", b"", 0o644)),
        zipped(("session.json", b" " * 70_000_000, 0o644), ("session.sha256", b"", 0o644)),
        zipped(*((f"photos/{n:064x}.jpg", b"", 0o644) for n in range(5_100))),
    ],
    ids=["climbs out", "from the root", "link", "twice", "nested", "bomb", "too many"],
)
def test_a_hostile_zip_changes_nothing(box: Sandbox, data: bytes) -> None:
    store = Store.open()
    with box.input("zip"), pytest.raises(StoreError):
        import_session(store, data)
    assert store.sessions() == [] and sorted(path.name for path in box.root.iterdir()) == ["data", "desk", "home"]


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_photo_is_read_upright_whatever_way_the_phone_was_held(turn: int) -> None:
    stored = cv2.imdecode(np.frombuffer(bases.photos()["small.jpg"], np.uint8), cv2.IMREAD_COLOR)
    upright = {
        1: lambda image: image,
        2: lambda image: image[:, ::-1],
        3: lambda image: image[::-1, ::-1],
        4: lambda image: image[::-1],
        5: lambda image: image.transpose(1, 0, 2),
        6: lambda image: np.rot90(image, -1),
        7: lambda image: image.transpose(1, 0, 2)[::-1, ::-1],
        8: lambda image: np.rot90(image),
    }[turn](stored)
    assert np.array_equal(load(bases.photos()[f"turned-{turn}.jpg"]), upright)


@pytest.mark.parametrize(
    "name", ["empty", "text", "small.gif", "small.tiff", "small.hdr", "dot.png", "thread.png", "ribbon.png"]
)
def test_a_photo_that_is_none_or_no_use_is_refused(name: str) -> None:
    with pytest.raises(BadPhoto):
        load(bases.photos()[name])


@pytest.mark.parametrize(
    "name", ["deep.png", "grey.jpg", "alpha.png", "bits.png", "alpha.webp", "lossless.webp", "wide.png"]
)
def test_an_odd_photo_is_read_in_three_colours(name: str) -> None:
    image = load(bases.photos()[name], max_side=2000)
    assert image.ndim == 3 and image.shape[2] == 3 and image.dtype == np.uint8


def test_a_part_of_a_picture_that_says_it_is_huge_sets_no_memory_aside() -> None:
    """The decoder sets aside what a part claims before it looks whether that is there."""
    raw = bytearray(bases.photos()["wide.png"])
    at = raw.index(b"IDAT") - 4
    raw[at] = 0x7F
    with pytest.raises(BadPhoto):
        load(bytes(raw))
    assert load(bases.photos()["wide.png"]).shape[1] == 9_000


def test_a_picture_that_says_it_is_huge_is_refused_unopened() -> None:
    raw = bytearray(bases.photos()["small.png"])
    raw[16:24] = (29_000).to_bytes(4, "big") * 2
    with pytest.raises(BadPhoto) as refused:
        load(bytes(raw))
    assert refused.value.told.key == "vision.photo_too_many_pixels"


def part(kind: bytes, data: bytes, told: int | None = None) -> bytes:
    """A part of a PNG, with its checksum or another."""
    checksum = zlib.crc32(kind + data) if told is None else told
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


@pytest.mark.parametrize("odd", [part(b"tEXt", b"a\0b", 1), part(b"hIST", b"\0\0"), part(b"tRNS", b"\0")])
def test_odd_parts_of_a_picture_are_not_remarked_on_one_by_one(odd: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    raw = bases.photos()["small.png"]
    at = raw.index(b"IDAT") - 4
    load(raw[:at] + odd * 2_000 + raw[at:])
    assert len(capfd.readouterr().err.splitlines()) < 5


@pytest.mark.parametrize("where", [2, None], ids=["first", "before the size"])
def test_a_mark_that_stands_alone_does_not_hide_the_size_of_a_photo(where: int | None) -> None:
    raw = bytearray(bases.photos()["small.jpg"])
    at = raw.index(b"\xff\xc0")
    raw[at + 5 : at + 9] = struct.pack(">HH", 30_000, 30_000)
    where = where or at
    with pytest.raises(BadPhoto) as refused:
        load(bytes(raw[:where]) + b"\xff\x01" + bytes(raw[where:]))
    assert refused.value.told.key == "vision.photo_too_many_pixels"


def sized(name: str, side: int) -> bytes:
    """One of the JPEGs with another size in its header."""
    raw = bytearray(bases.photos()[name])
    at = max(raw.find(b"\xff\xc0"), raw.find(b"\xff\xc2"))
    raw[at + 5 : at + 9] = struct.pack(">HH", side, side)
    return bytes(raw)


@pytest.mark.parametrize("millions", [12, 25, 50])
def test_a_phones_photo_in_several_scans_is_read(millions: int) -> None:
    """Some phones write them: ten scans, which show the picture before all of it is there."""
    side = 8 * int((millions * 1_000_000) ** 0.5 / 8)
    drawn = cv2.resize(np.random.default_rng(1).integers(0, 255, (60, 60, 3), np.uint8), (side, side))
    data = bytes(cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 85])[1])
    assert data.count(b"\xff\xda") == 10
    begun = time.process_time()
    read = load(data, max_side=600)
    assert time.process_time() - begun < 5
    assert read.shape == (600, 600, 3)
    small = cv2.resize(drawn, (600, 600), interpolation=cv2.INTER_AREA)
    assert np.abs(read.astype(int) - small).mean() < 4


def test_scans_without_end_are_not_gone_through() -> None:
    """Each goes over the whole picture, however few bytes it has; a comment may hold what looks like the end."""
    raw = sized("progressive.jpg", 4_000)
    last, end = raw.rindex(b"\xff\xda"), raw.rindex(b"\xff\xd9")
    hidden = b"\xff\xfe\0\6\xff\xd9ab" + raw[last:end]
    assert load(raw, max_side=512).shape[0] == 512
    with pytest.raises(BadPhoto) as refused:
        load(raw[:end] + hidden * 500 + raw[end:])
    assert refused.value.told.key == "vision.photo_too_many_pixels"


def test_a_picture_in_several_scans_is_not_taken_for_one_that_can_be_made_smaller() -> None:
    """The decoder keeps all of it until the last scan: at this size more than a gigabyte."""
    raw = sized("small.jpg", 20_000)
    at = raw.index(b"\xff\xda")
    assert load(raw, max_side=512).shape[0] == 512
    with pytest.raises(BadPhoto) as refused:
        load(raw[:at] + b"\xff\xda\0\x08\1\1\0\0\x3f\0" + raw[at + 14 :])
    assert refused.value.told.key == "vision.photo_too_many_pixels"


def test_nesting_without_end_is_told_in_one_line(box: Sandbox) -> None:
    deep = "[" * 600 + "]" * 600
    lines = (
        f"- roll value={deep}",
        f"j rolled {'[' * 3_000} ?",
        f"j rolled {'[' * 60 + ']' * 60} ?",
        f"k stones opal {deep}",
    )
    told = box.check(box.run("play", "kavicsok", "--new", typed="\n".join([*lines, "q"]).encode()))
    assert told.code == 0 and "Traceback" not in told.err


def test_places_without_end_in_a_saved_game_take_no_memory() -> None:
    """A place number is a bit of a set: one of 10**9 would take a hundred megabytes for each set it is in."""
    table = Table(registry.find("gaia_project"), {}, 2)
    assert isinstance(table.propose(manual_edit.adjust("players.0.mines", "0x1" + "0" * 2_000)), Illegal)
    with pytest.raises(codec.CodecError):
        codec.decode(int, codec.parse('"0x1' + "0" * 2_000 + '"'))


def test_a_log_of_corrections_without_end_is_refused_in_time() -> None:
    """Each plays every later step again, so that a small file could ask for any amount of work."""
    made = move(None, "roll", value=2)
    entries = [Entry(number, EntryKind.MOVE, made) for number in range(1, 1_001)]
    entries += [Entry(1_001, EntryKind.CORRECT, made, target=1, kept=999)]
    entries += [Entry(number, EntryKind.CORRECT, made, target=number - 1, kept=999) for number in range(1_002, 4_000)]
    begun = time.process_time()
    with pytest.raises(LogError):
        Log(entries)
    assert time.process_time() - begun < 5
    assert Log(entries[:1_100]).line.length == 1_000
