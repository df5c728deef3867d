"""The moves a table makes most often, each whole: one tap and it stands."""

from __future__ import annotations

from tableside.core.moves import Move, Seat
from tableside.core.rulebook import Rulebook
from tableside.games.urcsempeszek.rules import deal, payment, refill
from tableside.games.urcsempeszek.state import Phase, State, Turn


def suggest(book: Rulebook[State], state: State, seat: Seat) -> tuple[Move, ...]:
    """What a player would most often do: the best payment of each sector, the fullest loads that even out the stock."""
    if state.phase is Phase.DEAL:
        return deal.best(Turn(book, state, seat))
    if seat is None or seat not in book.to_act(state):
        return ()
    if state.phase is Phase.PAY:
        return payment.best(Turn(book, state, seat))
    return refill.best(Turn(book, state, seat)) if state.phase is Phase.REFILL else ()
