"""Hostile inputs: wild texts and values, valid documents mutated, and raw bytes."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from hypothesis import strategies as st

TEXTS = (
    "", " ", "\0", "a\0b", "\n", "\r\n", "\t", "\x1b[2J\x1b[31m", "\x9b31m", "\x07\x08\x7f", "\u202eabc\u202d",
    "\u2066x\u2069", "\u200f\u05d0\u05d1", "\ufeff", "\u2028\u2029", "\ud800", "x\udfff", "\udcff", "\U0010ffff",
    "\ue000", "\uffff", "👩‍👩‍👧‍👦" * 9, "e" + "\u0301" * 300, "ﷺ" * 40, "𒐫" * 30, "[b]x[/b]", "[ref=x]y[/ref]",
    "[size=9999]x[/size]", "[color=#f00]x", "[/]", "[/b]", "[bold red]x", "[link=file:///etc/passwd]x[/link]",
    "[font=/etc/passwd]x[/font]", "&bl;b&br;", "\\[", "\\", '"', "'", "{x}", "{0}", "{", "}", "{seat:az}", "%s%n",
    "=1+1", "+1", "-1", "@x", "../../x", "/etc/evil", "C:\\x", "NaN", "null", "true", "1e999", "0x10", "٣", "²",
    "'; DROP TABLE session;--", "<script>", "${HOME}", "$(id)", "a" * 81, "a" * 3000, "W" * 70_000, "🎲" * 2000,
    "core.value", "-", "--", "--help", "é" * 100,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 99, 255, 10**6, -(10**6), 2**31, 2**53, 2**63, -(2**63), 10**12, 10**30, 10**400,
    0.5, -0.0, 1e308, 1e-308, 5e-324, [], {}, [[]], [None], {"": 0}, {"type": "x"}, [0] * 300, [[1, 2], [3]],
    {"a": {"b": {"c": []}}}, [["x"] * 9] * 9,
)  # fmt: skip
WORDS = st.one_of(st.sampled_from(TEXTS), st.text(max_size=40), st.text(st.characters(), max_size=300))
"""Any text, lone surrogates included."""
seeds = st.integers(0, 2**63)


def text(chance: random.Random) -> str:
    """A wild text."""
    if chance.random() < 0.7:
        return chance.choice(TEXTS)
    return "".join(chr(chance.choice((chance.randrange(128), chance.randrange(0x110000)))) for _ in range(9))


def value(chance: random.Random) -> Any:
    """A wild value."""
    return copy.deepcopy(chance.choice(VALUES)) if chance.random() < 0.6 else text(chance)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document."""
    found = [path]
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        found += places(item, (*path, key))
    return found


def mutated(data: Any, chance: random.Random, changes: int | None = None) -> Any:
    """The document with a few places replaced, dropped, doubled, swapped, renamed or nudged."""
    data = copy.deepcopy(data)
    for _ in range(changes or chance.choice((1, 1, 1, 2, 3, 8))):
        path = chance.choice(places(data))
        if not path:
            if chance.random() < 0.05:
                data = value(chance)
            continue
        home = data
        for key in path[:-1]:
            home = home[key]
        _change(home, path[-1], chance)
    return data


def _change(home: Any, key: Any, chance: random.Random) -> None:
    old = home[key]
    if chance.random() < 0.5 and isinstance(old, (bool, int, str)):
        home[key] = _like(old, chance)
        return
    match chance.randrange(7):
        case 0:
            del home[key]
        case 1 if isinstance(home, list):
            home.insert(key, copy.deepcopy(old))
        case 2 if isinstance(home, list):
            other = chance.randrange(len(home))
            home[key], home[other] = home[other], home[key]
        case 3 if isinstance(home, dict):
            home[text(chance)] = home.pop(key) if chance.random() < 0.5 else copy.deepcopy(old)
        case 4 if isinstance(old, list) and old:
            home[key] = old * chance.choice((2, 10, 500))
        case 5:
            home[key] = [old]
        case _:
            home[key] = value(chance)


def _like(old: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return old + chance.choice((-1, 1, 2, 10, -10, 1000, 10**9, 10**15))
    at = chance.randrange(len(old) + 1)
    return chance.choice((text(chance), old[:at] + text(chance) + old[at:], old.upper(), old[:at]))


def dumped(data: Any, chance: random.Random) -> bytes:
    """A document as bytes, now and then broken as JSON too."""
    words = json.dumps(data, ensure_ascii=chance.random() < 0.5)
    raw = words.encode("utf-8", "surrogatepass")
    roll = chance.random()
    if roll < 0.06:
        return bytes_changed(raw, chance)
    if roll < 0.08:
        return raw.decode("utf-8", "replace").encode("utf-16")
    if roll < 0.10:
        return b"[" * 50_000 + raw
    if roll < 0.12:
        return raw.replace(b"1", b"9" * 5000, 1)
    return raw


def bytes_changed(raw: bytes, chance: random.Random, most: int = 12) -> bytes:
    """Bytes flipped, cut, doubled, moved or overwritten."""
    data = bytearray(raw)
    for _ in range(chance.randint(1, most)):
        if not data:
            break
        at = chance.randrange(len(data))
        end = min(len(data), at + chance.choice((1, 2, 4, 16, 200)))
        match chance.randrange(7):
            case 0:
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                data[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
            case 2:
                del data[at:end]
            case 3:
                data[at:at] = data[at:end]
            case 4:
                data[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
            case 5:
                data[at:end] = chance.choice((b"\0", b"\xff")) * (end - at)
            case _ if chance.random() < 0.3:
                del data[at:]
    return bytes(data)
