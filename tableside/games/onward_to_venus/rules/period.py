"""The end of a period: income, units back to orbit, and after the third the reckoning (C5, C6, G1)."""

from __future__ import annotations

from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import course
from tableside.games.onward_to_venus.rules.turn_order import copy_of, money, pop
from tableside.games.onward_to_venus.state import PLANETS, Turn


@chance
def income(turn: Turn) -> None:
    """£3 for each mine, £2 for each factory (C5)."""
    pop(turn)
    for seat, player in enumerate(turn.state.players):
        money(turn, seat, sum(here.income for here in player.at), "C5")


@chance
def return_(turn: Turn) -> None:
    """Every unit on a surface goes back to orbit (C6)."""
    pop(turn)
    turn.do(course.returned, "C6")


@chance
def finish(turn: Turn) -> Illegal | None:
    """Three periods are over; the hexagons must be known to count (G1, G2)."""
    earning = [name for name in PLANETS if any(player.on(name).income for player in turn.state.players)]
    needs = copy_of(turn).missing_points(earning)
    if needs:
        return copy_of(turn).unknown(needs, "G2")
    pop(turn)
    turn.do(course.over, "G1", "done")
    return None


PLAYS = (income, return_, finish)
