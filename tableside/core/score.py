"""Score lines with citations, totals, and how a game came out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tableside.core import codec
from tableside.core.moves import Cite, Text, called, text


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a player's score sheet."""

    seat: int
    key: str
    points: int
    label: Text
    """What the row is called; the same for every player."""
    cite: Cite
    detail: Text | None = None
    """How these points came about, where there is more to say."""


def by_hand(seat: int, points: int) -> Line:
    """The row of points a table gave or took by hand."""
    return Line(seat, "manual", points, text("core.manual_points"), Cite("core", "adjust"))


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One tiebreak as it was applied: the values compared, and who was still level after it."""

    rule: str
    label: Text
    cite: Cite
    values: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    place: int
    """For which place, counted from 1."""


class Ending(StrEnum):
    """How a game can end."""

    WON = "won"
    SHARED = "shared"
    REPLAY = "replay"
    ALL_LOSE = "all_lose"
    TIMED = "timed"


def told(ending: Ending, winners: Iterable[int]) -> Text:
    """How it ended, in words that name who won."""
    return text(f"core.ending.{ending}", who=tuple(called(seat, text("core.seat", n=seat + 1)) for seat in winners))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The whole result: the sheet, the places, and why."""

    lines: tuple[Line, ...]
    ranks: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    trace: tuple[Tiebreak, ...]
    ending: Ending
    reason: Text


def totals(lines: Iterable[Line], seats: int) -> tuple[int, ...]:
    """Each seat's sum."""
    sums = [0] * seats
    for line in lines:
        sums[line.seat] += line.points
    return tuple(sums)


def as_json(slug: str, outcome: Outcome, names: tuple[str, ...], say: Any) -> dict[str, Any]:
    """The result as the command line prints it; `say` puts texts and citations into words."""
    sums = totals(outcome.lines, len(names))
    return {
        "game": slug,
        "players": [
            {
                "seat": seat,
                "name": name,
                "total": sums[seat],
                "lines": [
                    {
                        "key": line.key,
                        "label": say(line.label),
                        "points": line.points,
                        "cite": str(line.cite),
                        **({"detail": say(line.detail)} if line.detail is not None else {}),
                    }
                    for line in outcome.lines
                    if line.seat == seat
                ],
            }
            for seat, name in enumerate(names)
        ],
        "ranks": [list(group) for group in outcome.ranks],
        "winners": list(outcome.winners),
        "tiebreak": [
            {
                "rule": step.rule,
                "label": say(step.label),
                "cite": str(step.cite),
                "place": step.place,
                "values": {str(seat): value for seat, value in step.values},
                "left": list(step.left),
            }
            for step in outcome.trace
        ],
        "ending": outcome.ending.value,
        "reason": say(outcome.reason),
    }


def read_outcome(data: codec.Json) -> Outcome:
    """An Outcome as `codec.encode` wrote it; a CodecError when it is none."""
    try:
        lines = tuple(Line(**_with_texts(line, "label", "detail")) for line in data["lines"])
        trace = tuple(Tiebreak(**_with_texts(step, "label")) for step in data["trace"])
        return Outcome(
            lines,
            codec.decode(tuple[tuple[int, ...], ...], data["ranks"], "ranks"),
            codec.decode(tuple[int, ...], data["winners"], "winners"),
            trace,
            codec.decode(Ending, data["ending"], "ending"),
            codec.read_text(data["reason"]),
        )
    except (KeyError, TypeError):
        raise codec.CodecError("outcome", text("core.bad.unfit")) from None


def _with_texts(data: codec.Json, *texts: str) -> dict[str, Any]:
    """The fields of a line or tiebreak: its texts, its citation, and plain numbers and names."""
    read = {name: codec.decode(_PLAIN.get(name, int), value, name) for name, value in data.items() if name not in texts}
    return read | {name: None if data[name] is None else codec.read_text(data[name]) for name in texts}


_PLAIN: dict[str, Any] = {
    "key": str,
    "rule": str,
    "cite": Cite,
    "values": tuple[tuple[int, int], ...],
    "left": tuple[int, ...],
}
