"""Chapter The main phase (F2): what can be done there, what it costs, and how often."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import hidden
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers
from tableside.games.kaosz_galaktika.state import Phase, Role

PRICES = {"draw": 1, "search": 2, "salvage": 2, "develop": 1}
SIMPLE = ("draw", "search", "salvage", "develop", "sell", "lay_base", "lay_crew", "lay_weapon")
LAST_CARDS = 5
"""The ruin's bottom card can be drawn only with so few cards left in the colony."""
DEVELOP_MOST = 2


def idle(desk: Desk, seat: int | None, rule: str = "F2") -> Illegal | None:
    """One's own main phase, with nothing waiting to be answered."""
    state = desk.state
    if state.phase is Phase.MAIN and state.active == seat and not state.stack and state.resolving is None:
        return None
    return no("own_main_phase", rule)


def afford(desk: Desk, seat: int | None, price: int, rule: str = "F2") -> Illegal | None:
    have = desk.player(seat or 0).credits
    return None if price <= have else no("credits_short", rule, price=price, have=have, missing=price - have)


def check(desk: Desk, move: Move) -> Illegal | None:
    """One's main phase, the credits for it, and that it can be done at all."""
    problem = idle(desk, move.seat)
    if problem is None:
        problem = possible(desk, move.seat or 0, move.kind, move)
    return afford(desk, move.seat, PRICES.get(move.kind, 0)) if problem is None else problem


def possible(desk: Desk, seat: int, kind: str, given: Move | Pending) -> Illegal | None:
    """Whether the action can be done, now or when it comes to be resolved."""
    player = desk.player(seat)
    match kind:
        case "draw" | "search" if player.colony < 1:
            return no("colony_empty", "E3")
        case "salvage":
            if player.colony > LAST_CARDS:
                return no("colony_too_large", "F2", most=LAST_CARDS, left=player.colony)
            if not player.ruin:
                return no("ruin_empty", "F2")
        case "develop":
            piece = desk.piece(given["base"])
            if piece is None or piece.controller != seat or piece.role is not Role.BASE:
                return no("not_a_base", "D4")
            if piece.developed >= DEVELOP_MOST:
                return no("developed_twice", "F2", most=DEVELOP_MOST)
        case "sell":
            return _can_sell(desk, seat, given["bases"])
        case "lay_base" | "lay_crew" | "lay_weapon":
            return _can_lay(desk, seat, kind, given)
    return None


def _can_sell(desk: Desk, seat: int, bases: tuple[int, ...]) -> Illegal | None:
    if len(bases) != 2 or tuple(sorted(bases)) != bases:
        return no("two_developments", "F2")
    for uid in bases:
        piece = desk.piece(uid)
        if piece is None or piece.controller != seat or piece.role is not Role.BASE:
            return no("not_a_base", "D4")
        if piece.developments < bases.count(uid):
            return no("two_developments", "F2")
    return None


def _can_lay(desk: Desk, seat: int, kind: str, given: Move | Pending) -> Illegal | None:
    card, player = given["card"], desk.player(seat)
    if card is None:
        if player.unknown < 1:
            return no("name_the_card", "B9") if player.hand else no("hand_empty", "B7")
    elif card not in player.known:
        return no("not_in_hand", "B7", card=hidden.name(desk, card))
    if kind == "lay_weapon":
        ship = desk.piece(given["ship"])
        if ship is None or ship.controller != seat or ship.role is not Role.SHIP:
            return no("not_your_ship", "D2")
        if desk.free(ship) < 1:
            return no("ship_full", "D1", size=desk.size(ship))
    return None


def act(desk: Desk, move: Move) -> None:
    """Pay at once; then it happens, or, where every action can be answered, it is declared first."""
    seat, price = move.seat or 0, PRICES.get(move.kind, 0)
    if price:
        desk.do("credits", "F2", seat=seat, amount=-price)
    if desk.state.answers == "every":
        answers.declare(desk, seat, move.kind, "D6a", price, **dict(move.args))
    else:
        perform(desk, seat, move.kind, move)


def perform(desk: Desk, seat: int, kind: str, given: Move | Pending) -> None:
    """It happens."""
    match kind:
        case "draw":
            desk.do("drawn", "F2", seat=seat, amount=1)
        case "search":
            desk.do("searched", "F2", seat=seat)
        case "salvage":
            desk.do("salvaged", "F2", seat=seat)
        case "develop":
            desk.do("developed", "F2", piece=given["base"], amount=1, bought=True)
        case "sell":
            for uid in given["bases"]:
                desk.do("developed", "F2", piece=uid, amount=-1, bought=False)
            desk.do("credits", "F2", seat=seat, amount=1)
        case _:
            role = kind.removeprefix("lay_")
            rule = {"base": "D4", "crew": "D3", "weapon": "D2"}[role]
            desk.do("from_hand", rule, seat=seat, card=given["card"], hidden=True)
            on = given["ship"] if role == "weapon" else None
            desk.do("laid", rule, piece=desk.state.next, seat=seat, role=role, card=given["card"], on=on)


def _recheck(desk: Desk, pending: Pending) -> Illegal | None:
    return possible(desk, pending.seat, pending.kind, pending)


def _resolve(desk: Desk, pending: Pending) -> None:
    perform(desk, pending.seat, pending.kind, pending)


for _kind in SIMPLE:
    answers.resolves(_kind, _recheck)(_resolve)


# -- the end of the main phase -----------------------------------------------------------------------


def check_end_turn(desk: Desk, move: Move) -> Illegal | None:
    return idle(desk, move.seat, "F4")


def act_end_turn(desk: Desk, move: Move) -> None:
    answers.declare(desk, move.seat or 0, "end_turn", "F4")


@answers.resolves("end_turn")
def begin_closing(desk: Desk, pending: Pending) -> None:
    desk.do("phase", "F4", phase="check")
