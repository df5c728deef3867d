"""The command line's voice: one language, one place for errors."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from tableside.core import registry
from tableside.core.complaints import complaint
from tableside.core.game import Game
from tableside.core.moves import Text, text
from tableside.language import LANGUAGES, Language, language

LANG = "TABLESIDE_LANG"
LARGEST = 64 * 1024 * 1024
COMPLAINT_MOST = 6_000
"""Letters: the reasons, not the whole of what was wrong."""

_voice: list[Language] = []
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal would obey instead of showing, or could not show at all."""


class BadInput(Exception):  # noqa: N818 - it is the player's word for it
    """Something given cannot be used; the reason is said in one line."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


def choose(code: str = "") -> None:
    """Speak this language, or the one of the environment."""
    code = code or os.environ.get(LANG, "")
    if not code:
        wish = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        code = "hu" if wish.lower().startswith("hu") else "en"
    if code not in LANGUAGES:
        _voice[:] = [language("en")]
        raise BadInput(text("cli.no_language", code=code, known=LANGUAGES))
    _voice[:] = [language(code)]


def call(names: tuple[str, ...]) -> None:
    """Call the players by their names from now on."""
    _voice[:] = [language(voice().code, names)]


def voice() -> Language:
    """The language chosen."""
    if not _voice:
        choose()
    return _voice[0]


def say(what: Any) -> str:
    """Words for a text, a citation or a value; nothing a stranger wrote can steer the terminal."""
    return _OBEYED.sub("\ufffd", voice().say(what))


def dumped(data: Any, **more: Any) -> str:
    """The data as JSON that any terminal can show; what it would obey is escaped."""
    return _OBEYED.sub(lambda sign: f"\\u{ord(sign.group()):04x}", json.dumps(data, ensure_ascii=False, **more))


def complain(reason: Text) -> None:
    """One line on standard error."""
    words = " ".join(say(reason).split())
    print(words if len(words) <= COMPLAINT_MOST else words[:COMPLAINT_MOST] + "…", file=sys.stderr)


def find_game(slug: str) -> Game[Any]:
    """The game of this name, or bad input."""
    try:
        return registry.find(slug)
    except registry.UnknownGameError:
        raise BadInput(text("cli.no_game", slug=slug, known=tuple(registry.infos()))) from None


def read_bytes(file: Path, largest: int = LARGEST) -> bytes:
    """A file's content, bounded."""
    try:
        if file.is_file() and file.stat().st_size > largest:
            raise BadInput(text("cli.too_large", file=str(file), most=largest // 1024 // 1024))
        with file.open("rb") as stream:
            data = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        raise BadInput(text("cli.cannot_read", file=str(file), problem=complaint(error))) from None
    if len(data) > largest:
        raise BadInput(text("cli.too_large", file=str(file), most=largest // 1024 // 1024))
    return data


def read_text(file: Path) -> str:
    """A file's text; `-` is standard input."""
    if str(file) == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadInput(text("cli.too_large", file="-", most=LARGEST // 1024 // 1024))
    else:
        data = read_bytes(file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(text("cli.not_text", file=str(file))) from None


def write_bytes(file: Path, data: bytes) -> None:
    """Write a file, or say why not."""
    try:
        file.write_bytes(data)
    except (OSError, ValueError) as error:
        raise BadInput(text("cli.cannot_write", file=str(file), problem=complaint(error))) from None
