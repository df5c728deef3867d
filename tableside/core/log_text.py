"""A game as a text file: a header, then one move a line; written by a table, replayed through the same judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tableside.core import codec, manual_edit, notation
from tableside.core.errors import Complaint, complaint
from tableside.core.game import Game
from tableside.core.moves import Cite, Text, text
from tableside.core.ruling import Illegal
from tableside.core.table import Table

KIND = "log"
VERSION = 1


class LogFileError(Complaint):
    """A file that is not a log: the line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line that does not hold, and why."""

    line: int
    move: str
    reason: Text
    cite: Cite


@dataclass(frozen=True, slots=True)
class Replayed:
    """How a log came through: its lines, the first difference, and the state it ended in."""

    lines: int
    difference: Difference | None
    state: Any


def write(table: Table) -> str:
    """What stands at this table, as a log."""
    header = codec.envelope(
        KIND,
        VERSION,
        game=table.game.slug,
        seats=table.seats,
        options=codec.encode(dict(table.options)),
        catalog=table.game.catalog.as_json(),
    )
    if table.start is not None:
        header["start"] = codec.encode(table.start)
    digests = {entry.number: entry.digest for entry in table.log.entries}
    lines = [codec.canonical(header)]
    for step in table.log.line.steps():
        assert step.move is not None
        known = digests.get(step.version, "") if table.log.tips.get(step.version) is step else ""
        lines.append(notation.write(step.move) + (f" # {known}" if known else ""))
    return "\n".join(lines) + "\n"


def replay(source: str, find: Callable[[str], Game[Any]], file: str = "log") -> Replayed:
    """Judge every line of a log again; what cannot be read is a LogFileError, what does not hold is a Difference."""
    first, *rest = source.splitlines() or [""]
    try:
        header = codec.opened(codec.parse(first, file), KIND, VERSION)
        game = find(str(header.get("game")))
        game = game.with_catalog(game.catalog.learn_all(header.get("catalog", {}), file))
        options = game.info.settle(codec.decode(dict[str, Any], header.get("options", {}), "options"))
        seats: int = codec.decode(int, header.get("seats"), "seats")
        if seats not in game.seats:
            few, many = game.seats.start, game.seats.stop - 1
            raise LogFileError(text("core.bad.at", place=file, problem=text("core.bad.seats", few=few, many=many)))
        start = header.get("start")
        state = game.setup(options, seats) if start is None else codec.decode(game.state_type, start, "start")
    except LogFileError:
        raise
    except ValueError as error:
        raise LogFileError(text("core.bad.at", place=file, problem=complaint(error))) from None
    lines = 0
    for number, raw in enumerate(rest, start=2):
        said, told = _parted(raw)
        if not said:
            continue
        try:
            move = notation.read(said)
        except notation.NotationError as error:
            raise LogFileError(text("core.bad.in_line", file=file, line=number, problem=error.told)) from None
        lines += 1
        ruling = manual_edit.judge(game, state, move)
        if isinstance(ruling, Illegal):
            return Replayed(lines, Difference(number, said, ruling.reason, ruling.cite), state)
        state = manual_edit.folded(game, state, ruling.events)
        if told and told != codec.digest(state):
            return Replayed(lines, Difference(number, said, text("core.state_differs"), Cite("core", "replay")), state)
    return Replayed(lines, None, state)


def _parted(raw: str) -> tuple[str, str]:
    """The move of a line and the fingerprint after it; a # inside quotes belongs to the move."""
    said, mark, told = raw.rpartition(" # ")
    if mark and '"' not in told:
        return said.strip(), told.strip()
    line = raw.strip()
    return ("", "") if line.startswith("#") else (line, "")
