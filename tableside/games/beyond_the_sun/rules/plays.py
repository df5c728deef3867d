"""Every kind of move, in the order of the chapters."""

from tableside.games.beyond_the_sun.rules import (
    achievements,
    actions,
    colonise,
    control,
    fleet,
    production,
    research,
    resolve_effects,
    reveal,
    setup,
    special,
)

PLAYS = (
    *(*setup.PLAYS, *reveal.PLAYS, *actions.PLAYS, *research.PLAYS, *fleet.PLAYS, *colonise.PLAYS, *control.PLAYS),
    *(*production.PLAYS, *achievements.PLAYS, *resolve_effects.PLAYS, *special.PLAYS),
)
