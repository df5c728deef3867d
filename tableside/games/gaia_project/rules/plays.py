"""Every kind of move, in the order of the chapters."""

from tableside.games.gaia_project.rules import (
    actions,
    building,
    charging,
    federations,
    income,
    laying,
    power,
    research,
    setup,
    telling,
    turn_order,
    upgrading,
)

PLAYS = (
    *laying.PLAYS,
    *setup.PLAYS,
    *income.PLAYS,
    *building.PLAYS,
    *upgrading.PLAYS,
    *federations.PLAYS,
    *research.PLAYS,
    *actions.PLAYS,
    *power.PLAYS,
    *charging.PLAYS,
    *turn_order.PLAYS,
    *telling.PLAYS,
)

for one in PLAYS:  # what few moves answer is offered whole
    one.whole = one.kind not in ("tiles", "board", "map", "federation", "tokens", "convert", "stands", "resume")
