"""Why a move that is not told to its end cannot become one: the game's own reason instead of the form of the move."""

from __future__ import annotations

from tableside.core.arguments import typed
from tableside.core.moves import ArgumentError, Move
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules import answers, cards, setup
from tableside.games.onward_to_venus.rules.hand import playable, timed
from tableside.games.onward_to_venus.rules.turn_order import rule_now
from tableside.games.onward_to_venus.state import PLANETS, State, Turn

TIMED: dict[str, tuple[Effect, ...]] = {
    "play_at": cards.AT,
    "play_on": cards.ON,
    "swap": (Effect.SWAP,),
    "destroy": tuple(answers.DESTROYS),
    "deploy": (Effect.DEPLOY,),
}
ALWAYS = ("empire", "lose")
"""Moves that can always be made while they are asked for."""
AT_THEIR_MOMENT: dict[str, tuple[Effect, ...]] = {
    "recycle": (Effect.RECYCLE,),
    "reroll": (Effect.REROLL,),
    "exclude": (Effect.EXCLUDE,),
}


def reason(turn: Turn, partial: Move) -> Illegal | None:
    """What already stands in the way; None when the move is just not finished."""
    if partial.kind == "lay":
        try:
            drawn = {name: typed(tuple[str, ...], tiles) for name, tiles in partial.args if name in PLANETS}
        except ArgumentError:
            return None
        return setup.no_lay(turn, drawn)
    card = partial.get("card")
    if not isinstance(card, str) or turn.seat is None:
        return None
    if partial.kind in TIMED:
        found = timed(turn, card, TIMED[partial.kind])
    elif partial.kind in AT_THEIR_MOMENT:
        found = playable(turn, card, AT_THEIR_MOMENT[partial.kind])
    else:
        return None
    return found if isinstance(found, Illegal) else None


def true_reason(book: Rulebook[State], state: State, wanted: Move, refusal: Illegal) -> Illegal:
    """The game's reason for a move with open slots, where it has one."""
    timely = wanted.seat in book.to_act(state) and wanted.kind in book.kinds(state, wanted.seat)
    if refusal.reason.key != "core.argument_missing" or not timely:
        return refusal
    turn = Turn(book, state, wanted.seat)
    found = reason(turn, wanted)
    if found is None and wanted.seat is not None and wanted.kind not in ALWAYS and not book.choices(state, wanted):
        found = turn.no(f"none_{wanted.kind}", rule_now(state))
    return refusal if found is None else found
