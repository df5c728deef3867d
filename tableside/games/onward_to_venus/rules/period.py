"""The end of a period: income, units back to orbit, and after the third the reckoning (C5, C6, G1)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Ruling
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.rules.flow import close
from tableside.games.onward_to_venus.state import State


def judge_income(copy: Copy, state: State, move: Move) -> Ruling:
    """£3 for each mine, £2 for each factory (C5)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    for seat, player in enumerate(state.players):
        ledger.money(seat, sum(here.income for here in player.at), "C5")
    return close(ledger)


def judge_return(copy: Copy, state: State, move: Move) -> Ruling:
    """Every unit on a surface goes back to orbit (C6)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.do("returned", "C6")
    return close(ledger)


def judge_finish(copy: Copy, state: State, move: Move) -> Ruling:
    """Three periods are over; the hexagons must be known to count (G1, G2)."""
    needs = copy.missing_points()
    if needs:
        return copy.unknown(needs, "G2")
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.do("over", "G1", how="done")
    return close(ledger)
