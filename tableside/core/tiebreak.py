"""Places with every tiebreak shown as it was applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tableside.core.moves import Cite, Text
from tableside.core.score import Tiebreak


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing compared: each seat's value, and whether more is better."""

    rule: str
    label: Text
    cite: Cite
    values: Mapping[int, int]
    higher: bool = True


def rank(
    seats: Sequence[int], score: Criterion, tiebreaks: Sequence[Criterion] = ()
) -> tuple[tuple[tuple[int, ...], ...], tuple[Tiebreak, ...]]:
    """The places, best first (level seats share one), and every tiebreak that was needed, in order."""
    trace: list[Tiebreak] = []
    ranks: list[tuple[int, ...]] = []
    for group in _split(tuple(seats), score):
        ranks.extend(_break(group, tiebreaks, len([seat for done in ranks for seat in done]) + 1, trace))
    return tuple(ranks), tuple(trace)


def _split(seats: tuple[int, ...], by: Criterion) -> list[tuple[int, ...]]:
    values = sorted({by.values[seat] for seat in seats}, reverse=by.higher)
    return [tuple(seat for seat in seats if by.values[seat] == value) for value in values]


def _break(
    group: tuple[int, ...], tiebreaks: Sequence[Criterion], place: int, trace: list[Tiebreak]
) -> list[tuple[int, ...]]:
    if len(group) == 1 or not tiebreaks:
        return [group]
    first, *rest = tiebreaks
    parts = _split(group, first)
    values = tuple((seat, first.values[seat]) for seat in group)
    trace.append(Tiebreak(first.rule, first.label, first.cite, values, parts[0], place))
    ranks: list[tuple[int, ...]] = []
    for part in parts:
        ranks.extend(_break(part, rest, place + sum(len(done) for done in ranks), trace))
    return ranks
