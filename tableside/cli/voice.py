"""Language, error reporting and bounded file access of the command line."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from tableside.core import registry
from tableside.core.errors import ToldError, complaint
from tableside.core.game import Game
from tableside.core.moves import Text, text
from tableside.language import LANGUAGES, Language, language

if TYPE_CHECKING:
    from models.store import Store

LANG = "TABLESIDE_LANG"
LARGEST = 64 * 1024 * 1024
COMPLAINT_MOST = 6_000
"""Letters: the reasons, not the whole of what was wrong."""

_voice: list[Language] = []
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal would obey instead of showing, or could not show at all."""


class BadInput(ToldError):  # noqa: N818 - it is the player's word for it
    """Unusable input; reported in one line with exit status 2."""


def choose(code: str = "") -> None:
    """Set the language, by default from the environment; raises BadInput for an unknown code."""
    code = code or os.environ.get(LANG, "")
    if not code:
        wish = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        code = "hu" if wish.lower().startswith("hu") else "en"
    if code not in LANGUAGES:
        _voice[:] = [language("en")]
        raise BadInput(text("cli.no_language", code=code, known=LANGUAGES))
    _voice[:] = [language(code)]


def call(names: tuple[str, ...]) -> None:
    """Set the players' names used in messages."""
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
    """Print one line to standard error."""
    words = " ".join(say(reason).split())
    print(words if len(words) <= COMPLAINT_MOST else words[:COMPLAINT_MOST] + "…", file=sys.stderr)


def find_game(slug: str) -> Game[Any]:
    """The game of this name, or bad input."""
    try:
        return registry.find(slug)
    except registry.UnknownGameError:
        raise BadInput(text("cli.no_game", slug=slug, known=tuple(registry.infos()))) from None


def reading_store() -> Store:
    """The saved games for a command that only reads: where there is no database yet, an empty one in memory."""
    from models.database import file_of
    from models.paths import database_url
    from models.sqlite_pages import beside
    from models.store import Store

    url = database_url()
    file = file_of(url)
    # Where only the log is left, something is wrong, and opening tells.
    nothing = file is not None and not file.exists() and not beside(file, "-wal").exists()
    return Store.open("sqlite://" if nothing else url)


def read_bytes(file: Path, largest: int = LARGEST) -> bytes:
    """A file's content; raises BadInput when it is larger than `largest` bytes or cannot be read."""
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
    """Write a file in one step, or a pipe as it is, or say why not."""
    with writing(file) as out:
        out.write(data)


@contextmanager
def writing(file: Path) -> Iterator[BinaryIO]:
    """A file that takes its name in one step when all is written, or a pipe as it is; raises BadInput if not."""
    from models.backup import putting

    try:
        with file.open("wb") if file.exists() and not file.is_file() else putting(file) as out:
            yield out
    except (OSError, ValueError) as error:
        raise BadInput(text("cli.cannot_write", file=str(file), problem=complaint(error))) from None


@contextmanager
def opened(file: Path) -> Iterator[BinaryIO]:
    """A file to be read piece by piece; raises BadInput when it cannot be."""
    try:
        stream = file.open("rb") if file.is_file() else io.BytesIO(read_bytes(file))
    except (OSError, ValueError) as error:
        raise BadInput(text("cli.cannot_read", file=str(file), problem=complaint(error))) from None
    with stream:
        yield stream
