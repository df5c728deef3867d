"""Random choices made by the device: one pick, and the random part of a set-up."""

from __future__ import annotations

from random import SystemRandom

from tableside.control.controller import Controller, Done
from tableside.core.errors import Complaint
from tableside.core.moves import Text, text

NOTHING = text("app.table.nothing_to_draw")
SETUP_MOST = 500
"""Moves of chance before the first of a player."""
_chance = SystemRandom()


def pick(count: int) -> int:
    """A random number below count; a Complaint when there is nothing to pick from."""
    if count < 1:
        raise Complaint(NOTHING)
    return _chance.randrange(count)


def draw_setup(controller: Controller) -> Text | None:
    """Confirm random moves of the set-up until a player acts; the reason if one was refused or not saved."""
    table = controller.table
    for _ in range(SETUP_MOST):
        if table.to_act() != frozenset({None}):
            return None
        try:
            answer = controller.confirm(table.game.sample(table.state, None, pick))
        except Complaint as error:
            return error.told
        except LookupError:
            return NOTHING
        if not isinstance(answer, Done):
            return answer.reason
    return None
