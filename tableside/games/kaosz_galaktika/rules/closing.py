"""Chapter The closing phase (F4): the win, then hand, hangar, credits, armour, and the cards turn back."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika import flow
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.state import CREDIT_LIMIT, Phase, Role, Turn


def check_check(desk: Desk, move: Move) -> Illegal | None:
    return None if desk.state.phase is Phase.CHECK else no("not_now", "F4")


def act_check(desk: Desk, move: Move) -> None:
    """An opponent without cards in the colony is out; who is alone then has won (F5, H1)."""
    seat = desk.state.active
    fallen = tuple(other for other in desk.state.neighbours(seat) if desk.player(other).colony == 0)
    also = 0
    for other in fallen:
        desk.do("eliminated", "F4" if not desk.state.several else "H1", seat=other, by=seat, also=also)
        also = desk.player(other).out or 0
        _clear(desk, other)
    if len(desk.state.alive()) == 1:
        winner = seat if not desk.state.several else None
        desk.do("won", "F4" if winner is not None else "H1", seat=winner)
    else:
        desk.do("phase", "F4", phase="closing")


def _clear(desk: Desk, seat: int) -> None:
    """Cards of others that an eliminated player commanded go to their owners' piles; the player's own leave too."""
    for piece in desk.state.pieces:
        if piece.controller == seat and piece.on is None:
            desk.destroy(piece, "H1")


def check_scrap(desk: Desk, move: Move) -> Illegal | None:
    if desk.state.phase is not Phase.CLOSING or flow.over_limit(desk) != "hangar":
        return no("nothing_to_scrap", "F4")
    ship = desk.piece(move["ship"])
    if ship is None or ship.controller != move.seat or ship.role is not Role.SHIP:
        return no("not_your_ship", "F4")
    return None


def act_scrap(desk: Desk, move: Move) -> None:
    ship = desk.piece(move["ship"])
    if ship is not None:
        desk.destroy(ship, "F4")


def check_close(desk: Desk, move: Move) -> Illegal | None:
    return None if desk.state.phase is Phase.CLOSING else no("not_now", "F4")


def act_close(desk: Desk, move: Move) -> None:
    seat = desk.state.active
    surplus = desk.player(seat).credits - CREDIT_LIMIT
    if surplus > 0:
        desk.do("credits", "F4", seat=seat, amount=-surplus)
    desk.do("turn_ended", "F4", seat=seat)
    desk.sweep()
    for piece in desk.state.pieces:
        if piece.controller == seat and piece.turn is not Turn.ACTIVE:
            back = "used" if piece.turn is Turn.DAMAGED else "active"
            desk.do("turned", "C3", piece=piece.uid, turn=back)
    desk.do("starts", "F4", seat=desk.state.after(seat)[0])
    desk.do("phase", "F1", phase="income")
