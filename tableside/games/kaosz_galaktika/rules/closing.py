"""Chapter The closing phase (F4): the win, then hand, hangar, credits, armour, and the cards turn back."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.changes import table
from tableside.games.kaosz_galaktika.rules import turn_order
from tableside.games.kaosz_galaktika.state import CREDIT_LIMIT, Facing, Role, Turn


@chance
def check(turn: Turn) -> None:
    """An opponent without cards in the colony is out; who is alone then has won (F5, H1)."""
    seat, state = turn.state.active, turn.state
    also = 0
    for other in (other for other in state.neighbours(seat) if state.players[other].colony == 0):
        turn.do(table.eliminated, "H1" if state.several else "F4", seat=other, by=seat, also=also)
        also = turn.state.players[other].out or 0
        if state.several:
            _clear(turn, other)
    if len(turn.state.alive()) == 1:
        turn.do(table.won, "H1" if state.several else "F4", seat=None if state.several else seat)
    else:
        turn.do(table.phase, "F4", phase="closing")


def _clear(turn: Turn, seat: int) -> None:
    """Cards of others that an eliminated player commanded go to their owners' piles; the player's own leave too."""
    for piece in turn.state.pieces:
        if piece.controller == seat and piece.on is None:
            pieces.destroy(turn, piece, "H1")


@play
def scrap(turn: Turn, ship: int) -> Illegal | None:
    """A ship goes to the trash while the hangar is too full (F4)."""
    limit = turn_order.over_limit(turn)
    if limit != "hangar":
        return turn.no("hand_first" if limit == "hand" else "nothing_to_scrap", "F4")
    found = turn.state.piece(ship)
    if found is None or found.controller != turn.me or found.role is not Role.SHIP:
        return turn.no("not_your_ship", "F4")
    pieces.destroy(turn, found, "F4")
    return None


@scrap.lists
def _scraps(turn: Turn) -> Iterator[Move]:
    return (scrap.move(turn.me, ship.uid) for ship in turn.state.of(turn.me, Role.SHIP))


@chance
def close(turn: Turn) -> None:
    """Credits down to 20, armour back, cards turn back, and the next player's turn comes (C3, F4)."""
    seat = turn.state.active
    surplus = turn.state.players[seat].credits - CREDIT_LIMIT
    if surplus > 0:
        turn.do(table.credits, "F4", seat=seat, amount=-surplus)
    turn.do(table.turn_ended, "F4", seat=seat)
    pieces.sweep(turn)
    for piece in turn.state.pieces:
        if piece.controller == seat and piece.turn is not Facing.ACTIVE:
            back = "used" if piece.turn is Facing.DAMAGED else "active"
            turn.do(table.turned, "C3", piece=piece.uid, turn=back)
    turn.do(table.starts, "F4", seat=turn.state.after(seat)[0])
    turn.do(table.phase, "F1", phase="income")


PLAYS = (check, scrap, close)
