"""What may be done now, kind by kind, lazily: for the buttons, for the nearest legal move and for random games."""

from __future__ import annotations

from collections.abc import Callable

from tableside.core.moves import move
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.offers.cards import CARDS
from tableside.games.onward_to_venus.offers.fights import FIGHTS
from tableside.games.onward_to_venus.offers.table import TABLE, Moves
from tableside.games.onward_to_venus.offers.turn import ACTIONS
from tableside.games.onward_to_venus.state import State

OWN_CARDS = ("play", "play_at", "play_on", "swap", "destroy", "recycle")
KINDS: dict[str, tuple[str, ...]] = {
    "empire": ("empire",),
    "deal": ("deal",),
    "first": ("roll",),
    "begin": ("begin",),
    "lay": ("lay",),
    "replace": ("replace",),
    "act": ("move", "claim", "attack", "deploy", "token", *OWN_CARDS, "done"),
    "arrived": ("claim", "attack", "stop", "deploy", *OWN_CARDS),
    "combat_roll": ("roll",),
    "combat": ("pay", "give_up", "reroll", "exclude", "deploy", *OWN_CARDS),
    "lose": ("lose",),
    "discard": ("discard",),
    "keep": ("discard",),
    "spill": ("discard",),
    "spied": ("trade", "decline"),
    "last_call": ("play", "let"),
    "crisis_roll": ("roll",),
    "resolve": ("resolve",),
    "hire": ("steal", "strike", "sabotage", "decline"),
    "venus": ("remove", "forfeit"),
    "cede": ("forfeit",),
    "rockets_roll": ("roll",),
    "rockets": ("remove", "forfeit"),
    "pirates": ("tribute", "forfeit"),
    "income": ("income",),
    "return": ("return",),
    "finish": ("finish",),
}
"""Which moves exist while this is to be done."""
ANSWERS = ("stand", "answer")


def kinds(state: State) -> tuple[str, ...]:
    """The kinds of move that exist now."""
    if state.answers:
        return ANSWERS
    return KINDS[state.top.kind] if state.top is not None else ()


def offers(copy: Copy, state: State, seat: int | None, kind: str) -> Moves:
    """The moves of one kind; a kind of the table itself has no seat."""
    if seat is None:
        return TABLE[kind](copy, state)
    return SEATED[kind](copy, state, seat)


def _plain(kind: str) -> Callable[[Copy, State, int], Moves]:
    return lambda copy, state, seat: iter((move(seat, kind),))


SEATED: dict[str, Callable[[Copy, State, int], Moves]] = {
    **ACTIONS,
    **CARDS,
    **FIGHTS,
    **{kind: _plain(kind) for kind in ("stop", "trade", "decline", "let", "stand", "give_up")},
}
