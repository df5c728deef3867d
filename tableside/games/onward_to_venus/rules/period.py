"""The end of a period: income, units back to orbit, and after the third the reckoning (C5, C6, G1)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Ruling
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.rules.flow import close
from tableside.games.onward_to_venus.state import PLANETS, State


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


def planets_to_count(state: State) -> tuple[str, ...]:
    """The planets where somebody has an income, so that their hexagons matter (G2)."""
    return tuple(name for name in PLANETS if any(player.on(name).income for player in state.players))


def judge_finish(copy: Copy, state: State, move: Move) -> Ruling:
    """Three periods are over; the hexagons must be known to count (G1, G2)."""
    needs = copy.missing_points(planets_to_count(state))
    if needs:
        return copy.unknown(needs, "G2")
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.do("over", "G1", how="done")
    return close(ledger)
