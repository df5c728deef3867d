"""Every kind of move, in the order of the chapters."""

from tableside.games.onward_to_venus.rules import (
    actions,
    answers,
    cards,
    choosing,
    claims,
    combat,
    crises,
    payment,
    period,
    rolling,
    setup,
    untold,
)

CHAPTERS = (setup, rolling, actions, claims, combat, cards, answers, crises, untold, choosing, period)
PLAYS = tuple(play for chapter in CHAPTERS for play in chapter.PLAYS)
__all__ = ["PLAYS", "payment"]
