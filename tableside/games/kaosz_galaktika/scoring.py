"""Winning and ranking (F5, H1, H4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tableside.core.moves import text
from tableside.core.score import Ending, Line, Outcome, by_hand, totals
from tableside.core.tiebreak import Criterion, rank
from tableside.games.kaosz_galaktika.refusal import cite
from tableside.games.kaosz_galaktika.state import SLUG, Phase, State


def lines(state: State) -> tuple[Line, ...]:
    """One row for each player: how many were eliminated."""
    return sheet([player.eliminated for player in state.players], [player.bonus for player in state.players])


def sheet(eliminated: Sequence[int], bonus: Sequence[int]) -> tuple[Line, ...]:
    """The score sheet from the bare numbers."""
    found = []
    two = len(eliminated) == 2
    for seat, count in enumerate(eliminated):
        label, rule = ("won", "F5") if two else ("eliminated", "H1")
        found.append(Line(seat, "eliminated", count, text(f"{SLUG}.score.{label}"), cite(rule)))
        if bonus[seat]:
            found.append(by_hand(seat, bonus[seat]))
    return tuple(found)


def outcome(state: State) -> Outcome | None:
    """How the game came out; None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    stayed = {seat: player.out or len(state.players) for seat, player in enumerate(state.players)}
    return ranked(lines(state), stayed, state.winner, state.timed)


def ranked(found: tuple[Line, ...], stayed: Mapping[int, int], winner: int | None, timed: bool) -> Outcome:
    """Most eliminations win, then who stayed longer; a named winner (two players, the judge) comes first."""
    sums = dict(enumerate(totals(found, len(stayed))))
    ranks, trace = rank(
        tuple(stayed),
        Criterion("eliminated", text(f"{SLUG}.tie.eliminated"), cite("H1"), sums),
        (Criterion("stayed", text(f"{SLUG}.tie.stayed"), cite("H1"), stayed),),
    )
    if winner is not None:
        rest = tuple(left for group in ranks if (left := tuple(seat for seat in group if seat != winner)))
        ranks, trace = ((winner,), *rest), trace if not timed else ()
    ending = Ending.TIMED if timed else Ending.WON if len(ranks[0]) == 1 else Ending.SHARED
    level = "shared" if len(ranks[0]) > 1 else "most" if winner is None else "won"
    reason = "verdict" if timed else level
    return Outcome(found, ranks, ranks[0], trace, ending, text(f"{SLUG}.ending.{reason}"))
