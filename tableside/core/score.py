"""Score lines with citations, totals, and how a game came out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tableside.core.moves import Cite, Text


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
    CONCEDED = "conceded"
    TIMED = "timed"


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
