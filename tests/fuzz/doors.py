"""Every door strangers' data comes in by: what is thrown at it, and what must hold afterwards."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from models.session_zip import export_session, import_session
from models.store import Seated
from tableside.core import codec, manual_edit, notation, registry
from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.language import LANGUAGES, language
from tests.fuzz import bases, inputs
from tests.fuzz.bases import GAMES
from tests.fuzz.sandbox import Sandbox

Chance = random.Random


@dataclass(frozen=True)
class Door:
    """A door, what is thrown at it, and how it is entered."""

    name: str
    inputs: st.SearchStrategy[Any]
    enter: Callable[[Sandbox, Any], None]
    slow: int = 1
    """How many times fewer inputs the fast set throws at it."""
    copies: bool = False
    """Whether the owner's copies must be whole."""


DOORS: dict[str, Door] = {}


def door(
    strategy: st.SearchStrategy[Any], slow: int = 1, copies: bool = False
) -> Callable[[Callable[[Sandbox, Any], None]], Any]:
    """Add a door."""

    def add(enter: Callable[[Sandbox, Any], None]) -> Any:
        DOORS[enter.__name__] = Door(enter.__name__, strategy, enter, slow, copies)
        return enter

    return add


def made(make: Callable[[Chance], Any]) -> st.SearchStrategy[Any]:
    """Inputs made from a seed."""
    return inputs.seeds.map(lambda seed: make(Chance(seed)))


def ways(chance: Chance) -> list[str]:
    """Which language, if any."""
    return chance.choice(([], ["--lang", "hu"], ["--lang", "en"]))


# -- positions ---------------------------------------------------------------------------------


def _position(chance: Chance) -> tuple[list[str], bytes]:
    slug = chance.choice(GAMES)
    data = inputs.dumped(inputs.mutated(bases.position(slug), chance), chance)
    return [*ways(chance), "score", slug, "-", *chance.choice(([], ["--json"]))], data


def _typed(slug: str) -> st.SearchStrategy[Any]:
    """Positions with every field of the right type and any value."""
    kind = registry.find(slug).position_type
    shown = st.from_type(kind).map(lambda position: json.dumps(codec.encode(position)).encode())
    return shown.map(lambda data: (["score", slug, "-", "--json"], data))


@door(st.integers(0, 4).flatmap(lambda roll: made(_position) if roll else st.sampled_from(GAMES).flatmap(_typed)))
def position(box: Sandbox, given: tuple[list[str], bytes]) -> None:
    arguments, data = given
    box.check(box.run(*arguments, typed=data))


# -- logs and records --------------------------------------------------------------------------


def _log(chance: Chance) -> tuple[list[str], str, bytes]:
    slug = chance.choice(GAMES)
    first, *lines = bases.log(slug).splitlines()
    roll = chance.random()
    if roll < 0.3:
        first = json.dumps(inputs.mutated(json.loads(first), chance))
    elif roll < 0.8:
        for _ in range(chance.choice((1, 1, 2, 5))):
            at = chance.randrange(len(lines))
            lines[at : at + chance.choice((0, 1, 1))] = [_line(chance, lines[at])]
    raw = "\n".join([first, *lines]).encode("utf-8", "surrogatepass")
    if roll > 0.95:
        raw = inputs.bytes_changed(raw, chance)
    other = chance.choice(GAMES) if chance.random() < 0.1 else slug
    return [*ways(chance), "replay", other], f"{slug}.log", raw


def _line(chance: Chance, line: str) -> str:
    """A line of a log a little or very much beside itself."""
    words = line.split(" ")
    at = chance.randrange(len(words))
    match chance.randrange(6):
        case 0:
            words[at] = inputs.text(chance)
        case 1 if "=" in words[at]:
            words[at] = words[at].split("=")[0] + "=" + json.dumps(inputs.value(chance), ensure_ascii=False)
        case 2:
            del words[at]
        case 3:
            words.insert(at, words[at])
        case 4:
            words[0] = chance.choice(("-", "0", "1", "2", "9", "999", "-1", "x"))
        case _:
            letters = list(line)
            letters[chance.randrange(len(letters))] = chance.choice('0129x"[]{}#=,\\\0é ')
            return "".join(letters)
    return " ".join(words)


@door(made(_log))
def log(box: Sandbox, given: tuple[list[str], str, bytes]) -> None:
    arguments, name, data = given
    box.check(box.run(*arguments, str(box.file(name, data)), "--json"))


def _record(chance: Chance) -> tuple[str, bytes]:
    data = inputs.dumped(inputs.mutated(bases.record(), chance), chance)
    ending = chance.choice((".json", ".jsonl", ".jsonl.xz"))
    if ending.endswith("xz"):
        data = lzma.compress(data, preset=0)
        if chance.random() < 0.4:
            data = inputs.bytes_changed(data, chance)
    return f"x{ending}", data


@door(made(_record))
def record(box: Sandbox, given: tuple[str, bytes]) -> None:
    name, data = given
    box.check(box.run("replay", "gaia_project", str(box.file(name, data)), "--json"))


# -- notation ----------------------------------------------------------------------------------


def _notation(chance: Chance) -> tuple[str, int, str]:
    slug, steps = chance.choice(GAMES), chance.choice(STEPS)
    table = bases.table(slug, steps)
    acting = sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat)
    if acting and chance.random() < 0.7:
        # What can be made just now, a little beside itself.
        made = table.game.sample(table.state, chance.choice(acting), chance.randrange)
    else:
        made = chance.choice([step.move for step in table.log.line.steps() if step.move])
    line = notation.write(made)
    return slug, steps, line if chance.random() < 0.1 else _line(chance, line)


STEPS = (3, 12, 40)


@door(st.one_of(made(_notation), st.tuples(st.sampled_from(GAMES), st.sampled_from(STEPS), inputs.WORDS)))
def move(box: Sandbox, given: tuple[str, int, str]) -> None:
    slug, steps, line = given
    try:
        read = notation.read(line)
    except notation.NotationError as error:
        assert len(str(error)) < 500
        box.watch.refused += 1
        return
    assert isinstance(read, Move)
    assert notation.read(notation.write(read)) == read
    table = bases.table(slug, steps)
    ruling = manual_edit.judge(table.game, table.state, read)
    if isinstance(ruling, Illegal):
        box.watch.refused += 1
        for code in LANGUAGES:
            words = language(code).say(ruling.reason)
            assert words.strip() and "⟦" not in words, words[:200]
    else:
        table.preview(read)


def _conversation(chance: Chance) -> tuple[list[str], bytes]:
    slug = chance.choice(GAMES)
    lines = [notation.write(step.move) for step in bases.table(slug).log.line.steps() if step.move]
    said: list[str] = []
    for _ in range(chance.randrange(1, 9)):
        match chance.randrange(8):
            case 0 | 1:
                said.append("x")
            case 2:
                said.append(str(chance.choice((0, 1, 2, 3, 60, 10**6, 10**30, -1))))
            case 3:
                said.append(_line(chance, chance.choice(lines)))
            case 4:
                said.append(f"{chance.choice('ursle')} {chance.choice(('', '0', '1', '3', '-1', '9' * 30, 'x'))}")
            case 5:
                said.append(f"c {chance.randrange(5)} {chance.choice(('', '! '))}{_line(chance, chance.choice(lines))}")
            case 6:
                path = chance.choice(("", "players.0.bonus", "players.0", "phase", "players.-1.bonus", "..", "x.y"))
                said.append(f"j {path} {json.dumps(inputs.value(chance), ensure_ascii=False)} {inputs.text(chance)}")
            case _:
                told = json.dumps(inputs.mutated(_a_record(slug, chance), chance), ensure_ascii=False)
                said.append(chance.choice((f"n {inputs.text(chance)}", f"k {_a_table(slug, chance)} x {told}", "q")))
    raw = "\n".join(said).encode("utf-8", "surrogatepass")
    if chance.random() < 0.05:
        raw = inputs.bytes_changed(raw, chance)
    return [*ways(chance), "play", slug, *chance.choice(([], ["--new"], ["--by-hand"]))], raw


def _a_table(slug: str, chance: Chance) -> str:
    return chance.choice([*bases.pack(slug)["tables"], "x"])


def _a_record(slug: str, chance: Chance) -> Any:
    tables = bases.pack(slug)["tables"]
    return chance.choice(list(tables[chance.choice(list(tables))].values())) if tables else {}


@door(made(_conversation), slow=2, copies=True)
def conversation(box: Sandbox, given: tuple[list[str], bytes]) -> None:
    if box.watch.inputs % 100 == 0:
        box.fresh()
    arguments, typed = given
    box.check(box.run(*arguments, typed=typed))


# -- packs and sessions ------------------------------------------------------------------------


def _pack(chance: Chance) -> tuple[list[str], bytes]:
    slug = chance.choice(GAMES)
    data = inputs.dumped(inputs.mutated(bases.pack(slug), chance), chance)
    return [*ways(chance), "copy", "import", slug if chance.random() < 0.95 else chance.choice(GAMES)], data


@door(made(_pack))
def pack(box: Sandbox, given: tuple[list[str], bytes]) -> None:
    if box.watch.inputs % 50 == 0:
        box.fresh()
    arguments, data = given
    told = box.check(box.run(*arguments, str(box.file("pack.json", data))))
    if told.code == 0:
        box.check(box.run("copy", "list", arguments[-1]))
        assert box.run("copy", "export", arguments[-1], str(box.data / "out.json")).code == 0


def _archive(chance: Chance) -> bytes:
    slug = chance.choice(GAMES)
    if chance.random() < 0.25:
        return inputs.bytes_changed(bases.archive(slug), chance)
    content = bases.content(slug)
    if chance.random() < 0.8:
        content = inputs.mutated(content, chance)
        for key in ("options", "catalog", "start"):
            if chance.random() < 0.15 and isinstance(content, dict):
                inner = json.loads(bases.content(slug)[key] or "{}")
                content[key] = json.dumps(inputs.mutated(inner, chance))
    body = json.dumps(content).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bases.archive(slug))) as source, zipfile.ZipFile(out, "w") as target:
        target.writestr("session.json", body, chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
        target.writestr("session.sha256", hashlib.sha256(body).hexdigest())
        for name in source.namelist():
            if name.startswith("photos/") and chance.random() < 0.98:
                target.writestr(name, source.read(name))
        if chance.random() < 0.2:
            _stowaway(target, chance)
    raw = out.getvalue()
    if chance.random() < 0.05:
        # A size that is a lie, in the list at the end.
        at = raw.rindex(b"PK\x01\x02") + chance.choice((20, 24))
        raw = raw[:at] + chance.choice((b"\xff\xff\xff\x7f", b"\0\0\0\0")) + raw[at + 4 :]
    return raw


def _stowaway(target: zipfile.ZipFile, chance: Chance) -> None:
    """A file that has no place in it."""
    name = chance.choice(
        ("../evil", "/etc/evil", "..\\evil", "photos/../../evil", "session.json", "session.json/", "photos/x.jpg",
         "photos/" + "0" * 64 + ".jpg", "nested.zip", "\u202egpj", "a" * 60_000, "photos/" + "0" * 64 + ".jpg/"),
    )  # fmt: skip
    info = zipfile.ZipInfo(name)
    if chance.random() < 0.5:
        info.external_attr = 0o120777 << 16  # a symbolic link
    size = chance.choice((0, 10, 10, 30_000_000))
    info.compress_type = chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2))
    if size > 100:
        info.compress_type = zipfile.ZIP_DEFLATED
    target.writestr(info, b"/etc/evil" if size == 10 else bytes(size))


@door(made(_archive), slow=2)
def archive(box: Sandbox, data: bytes) -> None:
    if box.watch.inputs % 50 == 0:
        box.fresh()
    told = box.check(box.run("import", str(box.file("game.zip", data))))
    if told.code == 0:
        listed = json.loads(box.run("sessions", "--json").out)
        box.check(box.run("sessions"))
        assert box.run("export", listed[0]["id"], str(box.data / "out.zip"), "--photos").code == 0
        game = listed[0]["game"]
        box.check(box.run("play", game, "--session", listed[0]["id"], typed=b"s\nl\nu\nq\n"))
        box.fresh()


# -- TOML and settings -------------------------------------------------------------------------


def _toml(chance: Chance) -> tuple[str, str, bytes]:
    slug = chance.choice(GAMES)
    name = chance.choice(list(bases.sources(slug)))
    raw = bases.sources(slug)[name]
    if chance.random() < 0.6:
        words = raw.decode().split("\n")
        for _ in range(chance.choice((1, 1, 3))):
            at = chance.randrange(len(words))
            key, equals, _ = words[at].partition("=")
            told = json.dumps(inputs.value(chance), ensure_ascii=chance.random() < 0.5)
            words[at] = f"{key}= {told}" if equals else inputs.text(chance)
        raw = "\n".join(words).encode("utf-8", "surrogatepass")
    elif chance.random() < 0.1:
        raw = b"x = " + b"[" * 5000
    else:
        raw = inputs.bytes_changed(raw, chance)
    return slug, name, raw


@door(made(_toml))
def toml(box: Sandbox, given: tuple[str, str, bytes]) -> None:
    from tableside.core import catalog

    slug, name, data = given
    file = box.file(name, data)
    try:
        if name == "game.toml":
            info = registry.read_info(file, slug)
            assert info.slug == slug and info.settle({}) is not None
        else:
            catalog.read_table(file, registry.find(slug).tables[file.stem])
    except catalog.CatalogError as error:
        assert len(str(error)) < 2000
        box.watch.refused += 1


def _settings(chance: Chance) -> bytes:
    from tableside.app.settings import Settings

    sound = {
        "settings": {name: getattr(Settings(), name) for name in Settings.__slots__},
        "routes": [["home", {}], ["table", {"session": "0" * 32}]],
        "drafts": {"0" * 32: {"seat": 0, "version": 3, "picks": [["kind", "take"]]}},
    }
    return inputs.dumped(inputs.mutated(json.loads(json.dumps(sound)), chance), chance)


@door(st.one_of(made(_settings), st.binary(max_size=200)))
def settings(box: Sandbox, data: bytes) -> None:
    from tableside.app import settings as home

    (box.data / home.FILE).write_bytes(data)
    memory = home.load(box.data)
    for name in home.Settings.__slots__:
        assert type(getattr(memory.settings, name)) is type(getattr(home.Settings(), name)), name
    assert memory.settings.language in LANGUAGES
    assert 0.5 <= memory.settings.text_scale <= 3
    assert all(isinstance(name, str) and isinstance(given, dict) for name, given in memory.routes)
    home.save(memory, box.data)
    assert home.load(box.data) == memory


# -- photos ------------------------------------------------------------------------------------


def _photo(chance: Chance) -> bytes:
    name = chance.choice(list(bases.photos()))
    raw = bases.photos()[name]
    roll = chance.random()
    if roll < 0.1:
        return raw
    if roll < 0.2:
        return raw[: chance.randrange(len(raw) + 1)]
    if roll < 0.4 and raw[:2] == b"\xff\xd8":
        return bases.with_exif(raw, inputs.bytes_changed(bases.exif(chance.randrange(12), bytes(40)), chance))
    if roll < 0.6:
        return bytes(_sized(bytearray(raw), chance))
    return inputs.bytes_changed(raw, chance)


def _sized(raw: bytearray, chance: Chance) -> bytearray:
    """The picture with another size in its header."""
    width, height = (chance.choice((0, 1, 7, 64, 5000, 29_999, 65_535, 2**31 - 1)) for _ in range(2))
    if raw[:4] == b"\x89PNG":
        raw[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
        import zlib

        raw[29:33] = zlib.crc32(raw[12:29]).to_bytes(4, "big")
    elif raw[:2] == b"BM":
        raw[18:26] = width.to_bytes(4, "little") + height.to_bytes(4, "little")
    elif raw[:2] == b"\xff\xd8":
        for marker in (b"\xff\xc0", b"\xff\xc2"):
            at = raw.find(marker)
            if at > 0:
                raw[at + 5 : at + 9] = (height & 0xFFFF).to_bytes(2, "big") + (width & 0xFFFF).to_bytes(2, "big")
    elif raw[:4] == b"RIFF":
        raw[24:30] = (width & 0xFFFFFF).to_bytes(3, "little") + (height & 0xFFFFFF).to_bytes(3, "little")
    return raw


@door(st.one_of(made(_photo), st.binary(max_size=300)))
def photo(box: Sandbox, data: bytes) -> None:
    from vision.photo import MAX_PIXELS, BadPhoto, load

    try:
        image = load(data, max_side=512)
    except BadPhoto as error:
        box.watch.refused += 1
        for code in LANGUAGES:
            assert "⟦" not in language(code).say(error.told)
        return
    assert image.ndim == 3 and image.shape[2] == 3 and image.dtype.name == "uint8"
    assert image.shape[0] * image.shape[1] <= MAX_PIXELS


@door(made(_photo), slow=10)
def scan(box: Sandbox, data: bytes) -> None:
    file = str(box.file("photo.jpg", data))
    box.check(box.run("scan", "dice", file, "--json"))


# -- arguments ---------------------------------------------------------------------------------

COMMANDS = (
    ["games"], ["score"], ["replay"], ["play"], ["sessions"], ["export"], ["import"], ["show"], ["scan"], ["demo"],
    ["copy", "list"], ["copy", "show"], ["copy", "learn"], ["copy", "remove"], ["copy", "export"], ["copy", "import"],
    ["copy", "enrol"], ["copy"], ["doctor"], [],
)  # fmt: skip
OPTIONS = (
    "--json", "--schema", "--example", "--seats", "--name", "--option", "--session", "--new", "--position", "--copy",
    "--by-hand", "--game", "--photos", "--no-photos", "--out", "--overlay", "--back", "--die", "--of", "--lang",
    "--version", "--help", "--", "-", "--repair", "--what", "--json=1", "--seats=99999999999999999999",
)  # fmt: skip
THINGS = (
    *GAMES, "hu", "en", "2", "-1", "0", "9" * 30, "dice", "cards", "table", "stones", "opal", "{}", "[1]", "last_tie=x",
    "nothing.json", ".", "..", "/", "/dev/null", "/dev/zero", "/nowhere/x.svg", "x.svg", "x.png", "~",
)  # fmt: skip


def _arguments(chance: Chance) -> tuple[str, ...]:
    words = list(chance.choice(COMMANDS))
    for _ in range(chance.randrange(5)):
        roll = chance.random()
        words.append(
            chance.choice(THINGS) if roll < 0.6 else chance.choice(OPTIONS) if roll < 0.8 else inputs.text(chance)
        )
    if chance.random() < 0.1:
        chance.shuffle(words)
    return tuple(words)


@door(st.one_of(made(_arguments), st.lists(inputs.WORDS, max_size=4).map(tuple)))
def arguments(box: Sandbox, words: tuple[str, ...]) -> None:
    if box.watch.inputs % 100 == 0:
        box.fresh()
    box.check(box.run(*words))


# -- texts -------------------------------------------------------------------------------------


@door(st.tuples(inputs.WORDS, inputs.WORDS, inputs.WORDS), slow=2)
def names(box: Sandbox, words: tuple[str, str, str]) -> None:
    """Names, titles, notes and ids through the store and back."""
    name, title, note = words
    store, other = box.store(), box.store("sqlite://")
    session = store.begin(registry.find("kavicsok"), {}, [Seated(name), Seated(title)], title=title)
    session.table.note(note)
    session.table.adjust("players.0.bonus", 1, note)
    again = store.open_session(session.id)
    assert again.names == session.names and again.table.verify() is None
    assert all(len(one) <= 80 and one == one.strip() and not set(one) & {"\0", "\n", "\u202e"} for one in again.names)
    taken, _ = import_session(other, export_session(store, session.id))
    assert (taken.names, taken.title) == (again.names, again.title)
    assert [entry.text for entry in taken.table.log.entries] == [entry.text for entry in again.table.log.entries]
    for code in LANGUAGES:
        assert language(code).say(again.table.explain(2).move)
    if box.watch.inputs % 100 == 99:
        box.fresh()


@door(st.tuples(inputs.WORDS, inputs.WORDS, st.integers(0, 3)), slow=2)
def spoken(box: Sandbox, given: tuple[str, str, int]) -> None:
    """The same, as the command line takes and tells them."""
    name, other, way = given
    if way == 0:
        typed = f"s\nl\nn {other}\nx\ns\nq\n".encode("utf-8", "surrogatepass")
        told = box.check(box.run("play", "kavicsok", f"--name={name}", f"--name={other}", typed=typed))
        assert told.code == 0 or "\0" in name + other
    elif way == 1:
        record = '{"points": 5, "source": "box", "sure": true}'
        box.check(box.run("copy", "learn", "kavicsok", "stones", name, record))
        box.check(box.run("copy", "show", "kavicsok", other, name))
    elif way == 2:
        position = {"players": [{"name": one, "pebbles": 3, "stones": []} for one in (name, other)]}
        told = box.run("score", "kavicsok", "-", typed=json.dumps(position).encode())
        box.check(told)
    else:
        box.check(box.run("sessions"))
        json.loads(box.run("sessions", "--json").out)
    if box.watch.inputs % 60 == 59:
        box.fresh()


def check(door: Door, box: Sandbox, given: Any) -> None:
    """One input at one door."""
    with box.input(given):
        door.enter(box, given)


def prepare(box: Sandbox, whole_copies: bool = True) -> None:
    """What every door finds: a store with a game going on, and where it matters all cards of every game."""
    for slug in GAMES if whole_copies else ():
        if bases.pack(slug)["tables"]:
            whole = json.dumps(bases.pack(slug, 10**6)).encode()
            assert box.run("copy", "import", slug, str(box.file("whole.json", whole))).code == 0
    assert box.run("play", "kavicsok", "--new", typed=b"x\nx\nq\n").code == 0
    box.keep()
