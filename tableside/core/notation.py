"""One line of text per move, both ways: `2 pay omit=blue sector=s14`, and `- roll dice=[5,2,2]` for chance."""

from __future__ import annotations

import json
import re
from typing import Any

from tableside.core import codec
from tableside.core.errors import Complaint
from tableside.core.moves import ArgumentError, Move, Plain, named, text

_BARE = re.compile(r"[A-Za-zÀ-ž_][\wÀ-ž.+/:-]*\Z")
_NAME = re.compile(r"[a-z_][a-z0-9_]*\Z")
_KIND = re.compile(r"[\w.-]+\Z")
_RESERVED = {"true", "false", "null"}
LONGEST = 100_000


class NotationError(Complaint):
    """A line that is not a move."""


def write(move: Move) -> str:
    """The move as one line."""
    seat = "-" if move.seat is None else str(move.seat)
    return " ".join([seat, move.kind, *(f"{name}={_write(value)}" for name, value in move.args)])


def _write(value: Plain) -> str:
    if isinstance(value, str) and _BARE.match(value) and value not in _RESERVED:
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read(line: str) -> Move:
    """The move a line says; anything else is a NotationError."""
    if len(line) > LONGEST:
        raise NotationError(text("core.bad.long_line"))
    words = _split(line.strip())
    if len(words) < 2:
        raise NotationError(text("core.bad.seat_and_move", found=line.strip()[:60]))
    seat_word, kind, *rest = words
    if seat_word != "-" and not (seat_word.isascii() and seat_word.isdigit() and len(seat_word) <= 3):
        raise NotationError(text("core.bad.seat", found=seat_word[:20]))
    if not _KIND.match(kind):
        raise NotationError(text("core.bad.move_name", found=kind[:40]))
    args: dict[str, Any] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals or not _NAME.match(name):
            raise NotationError(text("core.bad.name_value", found=word[:60]))
        if name in args:
            raise NotationError(text("core.bad.twice", name=name[:40]))
        args[name] = _read(value)
    try:
        return Move(None if seat_word == "-" else int(seat_word), kind, named(args))
    except ArgumentError:
        raise NotationError(text("core.bad.plain")) from None


def _read(value: str) -> Any:
    if _BARE.match(value) and value not in _RESERVED:
        return value
    try:
        return codec.parse(value)
    except codec.CodecError:
        raise NotationError(text("core.bad.value", found=value[:60])) from None


def _split(line: str) -> list[str]:
    """Words parted by spaces, except inside double quotes."""
    words: list[str] = []
    word: list[str] = []
    quoted = escaped = False
    for letter in line:
        if quoted:
            word.append(letter)
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
            elif letter == '"':
                quoted = False
        elif letter == " ":
            if word:
                words.append("".join(word))
                word = []
        else:
            quoted = letter == '"'
            word.append(letter)
    if quoted:
        raise NotationError(text("core.bad.quote"))
    if word:
        words.append("".join(word))
    return words
