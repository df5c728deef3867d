"""The rules, one module per chapter of the rulebook: a function for each kind of move."""

from tableside.games.onward_to_venus.rules import (
    actions,
    answers,
    cards,
    choosing,
    claims,
    combat,
    crises,
    opening,
    payment,
    period,
    rolling,
    untold,
)

CHAPTERS = (opening, rolling, actions, claims, combat, cards, answers, crises, untold, choosing, period)
PLAYS = tuple(play for chapter in CHAPTERS for play in chapter.PLAYS)
__all__ = ["PLAYS", "payment"]
