"""What each event changes on the table. Nothing is judged here."""

from tableside.core.moves import Event
from tableside.games.onward_to_venus.events import cards, course, crises, pieces
from tableside.games.onward_to_venus.events.base import CHANGES
from tableside.games.onward_to_venus.state import State

__all__ = ["apply", "cards", "course", "crises", "pieces"]


def apply(state: State, happened: Event) -> State:
    """The state after an event."""
    return CHANGES[happened.kind](state, happened)
