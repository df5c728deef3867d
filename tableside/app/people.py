"""What past games tell of people: plays, wins, means, bests and streaks, from finished sessions alone."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.engine import StoreError
from models.store import Store, Summary
from tableside.core.score import totals


@dataclass(frozen=True, slots=True)
class Played:
    """One person in one finished game."""

    session: str
    game: str
    when: int
    name: str
    colour: str
    points: int
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class Record:
    """One person over many games."""

    name: str
    plays: int
    wins: int
    mean: float
    best: int
    streak: int
    """The longest run of wins, one game after the other."""


def played(store: Store, summary: Summary) -> tuple[Played, ...]:
    """Everybody's result in one finished session; nothing when it cannot be opened any more."""
    try:
        session = store.open_session(summary.id)
    except StoreError:
        return ()
    outcome = session.table.outcome()
    if outcome is None:
        return ()
    sums = totals(outcome.lines, session.table.seats)
    found = []
    for seat, player in enumerate(session.players):
        place = 1 + sum(len(group) for group in outcome.ranks if _before(group, seat, outcome.ranks))
        found.append(
            Played(
                summary.id,
                summary.game,
                summary.touched,
                player.name,
                player.colour,
                sums[seat],
                place,
                seat in outcome.winners,
            )
        )
    return tuple(found)


def _before(group: tuple[int, ...], seat: int, ranks: Sequence[tuple[int, ...]]) -> bool:
    own = next((place for place, other in enumerate(ranks) if seat in other), 0)
    return ranks.index(group) < own


def records(results: Iterable[Played]) -> tuple[Record, ...]:
    """Everybody's record, the most wins first."""
    by_name: dict[str, list[Played]] = {}
    for result in sorted(results, key=lambda result: result.when):
        by_name.setdefault(result.name, []).append(result)
    found = [
        Record(
            name,
            len(own),
            sum(result.won for result in own),
            sum(result.points for result in own) / len(own),
            max(result.points for result in own),
            _streak([result.won for result in own]),
        )
        for name, own in by_name.items()
    ]
    return tuple(sorted(found, key=lambda record: (-record.wins, -record.plays, record.name)))


def _streak(won: Sequence[bool]) -> int:
    longest = now = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return longest


def as_csv(results: Iterable[Played]) -> str:
    """Every result as a row for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["session", "game", "when", "name", "points", "place", "won"])
    for result in sorted(results, key=lambda result: (result.when, result.place)):
        writer.writerow(
            [result.session, result.game, result.when, result.name, result.points, result.place, int(result.won)]
        )
    return out.getvalue()
