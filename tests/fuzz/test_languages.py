"""Whatever is wrong with a stranger's file is told in the reader's language, and in that language only."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz import bases
from tests.fuzz.sandbox import Sandbox

FOREIGN = {
    "hu": re.compile(
        r"\b(the|are|not|no|such|must|cannot|expected|expecting|missing|unknown|invalid|literal|line|column|object|"
        r"found|too|value|error|file|directory|entry|option|argument|requires|at least|of|has|does|with|and|or)\b",
        re.IGNORECASE,
    ),
    "en": re.compile(r"[áéíóöőúüű]|\b(nem|kell|ide|nincs|ez|egy|van|sor)\b", re.IGNORECASE),
}

POSITION: Any = {"players": [{"name": "A", "pebbles": 3, "stones": []}, {"name": "B", "pebbles": 1, "stones": []}]}


def changed(**player: Any) -> bytes:
    first, second = POSITION["players"]
    return json.dumps({"players": [{**first, **player}, second]}).encode()


def header(**more: Any) -> bytes:
    first = json.loads(bases.log("kavicsok").splitlines()[0])
    return (json.dumps({**first, **more}) + "\n").encode()


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_", "."), data)
    return out.getvalue()


def pack(**more: Any) -> bytes:
    return json.dumps({"tableside": "pack", "version": 1, "game": "kavicsok", "tables": {}, **more}).encode()


JSON = (b"", b"{", b"\xff\xfe", b"[" * 100_000, b"NaN", b"1e999", b'"\\ud800"')
POSITIONS = (
    *JSON, b"[]", b"{}", b'{"players": 3}', b'{"qqq": 1}', changed(pebbles="q"), changed(pebbles=None), changed(qqq=1),
    changed(name=7), changed(stones={}), changed(stones=[[]]), changed(pebbles=-1), changed(stones=["zzz"]),
)  # fmt: skip
LOGS = (
    *JSON, b"{}", header(version=9), header(version="q"), header(seats=99), header(seats="q"), header(options=[]),
    header(options={"qqq": 1}), header(options={"last_tie": "qqq"}), header(catalog=[]), header(catalog={"qqq": {}}),
    header(catalog={"stones": []}), header(catalog={"stones": {"opal": {"points": "q"}}}), header(start={}),
    *(header() + line for line in (b"q", b"0", b"x take", b"0 ??", b"0 take q", b"0 take amount=1 amount=1",
      b"0 take amount=[", b'0 take amount="', b"0 " + b"q" * 100_001)),
)  # fmt: skip
RECORDS: tuple[Any, ...] = ({}, [], 5, {"points": "q"}, {"points": 1, "source": "", "sure": 1}, {"points": 10**9})
PACKS = (
    *JSON, b"{}", b'{"tableside": "log"}', pack(version=9), pack(version="q"), pack(game="sakk"), pack(tables=[]),
    pack(tables={"qqq": {}}), pack(tables={"stones": []}), *(pack(tables={"stones": {"opal": one}}) for one in RECORDS),
)  # fmt: skip
ZIPS = (
    b"", b"PK", zipped(), zipped(q=b""), zipped(session_json=b"{}"), zipped(session_json=b"{}", session_sha256=b"q"),
    bases.archive("kavicsok")[:400],
)  # fmt: skip
FILES = {
    "score kavicsok FILE": POSITIONS,
    "play kavicsok --position FILE": (*JSON, b"{}", b"[]", b'{"pile": "q"}'),
    "replay kavicsok FILE": LOGS,
    "replay gaia_project FILE": (*JSON, b"[]", b"{}"),
    "copy import kavicsok FILE": PACKS,
    "import FILE": ZIPS,
}
WORDS = (
    "qqq", "--qqq", "score", "score sakk", "score kavicsok", "score kavicsok nowhere.json", "score kavicsok /",
    "replay kavicsok nowhere", "play kavicsok --seats", "play kavicsok --seats q", "play kavicsok --seats 99",
    "play kavicsok --option q=1", "play kavicsok --option last_tie=q", "play kavicsok --session q", "export q",
    "export", "import nowhere", "copy", "copy qqq", "copy learn kavicsok stones opal {",
    "copy learn kavicsok stones opal {}", "copy learn kavicsok qqq opal {}",
    "copy show kavicsok stones q", "copy export kavicsok /dev/null/q", "games q q",
    "scan dice nowhere.jpg", "show q", "sessions --game", "copy import kavicsok /",
)  # fmt: skip
LINES = (
    "u 99", "u q", "e 99", "e q", "c q", "c 1 q", "c 99 0 take amount=1", "k stones opal {", "k stones opal {}",
    "k qqq opal {}", "j players.9.bonus 1", "j players.0.bonus q", "j qqq 1", "0 take amount=q", "0 qqq", "0 take",
    "- roll q=1 q=1", '0 take amount="', "x take",
)  # fmt: skip


@pytest.fixture
def box(tmp_path: Path) -> Any:
    with Sandbox(tmp_path / "box").open() as opened:
        yield opened


def told_in(code: str, box: Sandbox, words: str, typed: bytes = b"") -> str:
    told = box.check(box.run("--lang", code, *words.split(" "), typed=typed))
    return told.err if told.code == 2 else told.out


def only(code: str, words: str, about: object) -> None:
    """Names of commands, files, keys and values are the same in every language."""
    said = re.sub(
        r"tableside --help|tableside doctor --repair|\S*\.(json|log|zip|jsonl)\b|\b\w+=\w+|true|false", "", words
    )
    found = FOREIGN[code].search(said)
    assert found is None, f"{found.group()!r} of {words!r} about {about!r}"
    assert said.strip(), about


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize("command", FILES)
def test_a_broken_file_is_told_of_in_one_language(box: Sandbox, code: str, command: str) -> None:
    for data in FILES[command]:
        file = box.file("given.json" if "gaia" in command else "given.log", data)
        told = told_in(code, box, command.replace("FILE", str(file)))
        only(code, told.replace(str(file), "").replace(file.name, ""), (command, data[:60]))


@pytest.mark.parametrize("code", FOREIGN)
def test_what_is_not_understood_is_told_in_one_language(box: Sandbox, code: str) -> None:
    for words in WORDS:
        only(code, told_in(code, box, words), words)


@pytest.mark.parametrize("code", FOREIGN)
def test_what_cannot_be_played_is_told_in_one_language(box: Sandbox, code: str) -> None:
    told_in(code, box, "play kavicsok --new", b"- roll value=3\nq\n")
    before = told_in(code, box, "play kavicsok", b"q\n").splitlines()
    for line in LINES:
        after = told_in(code, box, "play kavicsok", line.encode() + b"\nq\n").splitlines()
        new = [words for words in after if words not in before and not words.startswith("  →")]
        assert new, line
        only(code, "\n".join(new).replace(line, ""), line)
