"""Chapter Interrupts (D6): declare, pay, answer, re-check, resolve; the newest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tableside.core import stack
from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika.cards import Keyword
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.state import Phase, Role

CHAIN = ("interrupt", "ability", "payment", "trap", "overcharge", "sapper")
"""What counts as an interrupt: once everybody lets it stand, a chain of these resolves without a pause."""

OWN_TOO = (*CHAIN, "attack", "shot", "bomb", "stealth", "starting")
"""What the declaring seat itself may answer too; its other actions it can simply do before or after."""

Resolver = Callable[[Desk, Pending], None]
Recheck = Callable[[Desk, Pending], Illegal | None]
RESOLVERS: dict[str, Resolver] = {}
RECHECKS: dict[str, Recheck] = {}


def resolves(kind: str, recheck: Recheck | None = None) -> Callable[[Resolver], Resolver]:
    """This function carries out what was declared under this name."""

    def keep(function: Resolver) -> Resolver:
        RESOLVERS[kind] = function
        if recheck is not None:
            RECHECKS[kind] = recheck
        return function

    return keep


def can_answer(desk: Desk, seat: int) -> bool:
    """Whether this seat is asked at all; only what everybody can see decides, so that no question betrays a hand."""
    if desk.player(seat).hand:
        return True
    paying = desk.state.phase is Phase.MAIN and seat == desk.state.active
    for piece in desk.state.pieces:
        if piece.controller != seat:
            continue
        card = desk.record(piece)
        if (card is None and paying) or (card is not None and (card.text or card.abilities)):
            return True
    return False


def responders(desk: Desk, seat: int, what: str) -> tuple[int, ...]:
    """Who is asked when this seat has declared something: the others clockwise, then perhaps the seat itself."""
    order = (*desk.state.after(seat), seat) if what in OWN_TOO else desk.state.after(seat)
    return tuple(other for other in order if can_answer(desk, other))


def declare(
    desk: Desk, seat: int, what: str, rule: str, price: int = 0, first: int | None = None, **details: Any
) -> None:
    """Put it on the stack, already paid for, and ask who answers."""
    waiting = responders(desk, seat, what)
    if first is not None:
        waiting = (*(other for other in waiting if other == first), *(other for other in waiting if other != first))
    pairs = tuple(sorted(details.items()))
    desk.do("declared", rule, number=desk.state.next, seat=seat, what=what, details=pairs, price=price, waiting=waiting)
    settle(desk)


def settle(desk: Desk) -> None:
    """Resolve, newest first, as far as nobody has anything to decide."""
    while desk.state.stack.settled and desk.state.resolving is None and desk.state.phase is not Phase.OVER:
        _resolve_newest(desk)


def _resolve_newest(desk: Desk) -> None:
    def recheck(pending: Pending) -> Illegal | None:
        check = RECHECKS.get(pending.kind)
        return check(desk, pending) if check else None

    resolution = stack.resolve(desk.state.stack, recheck)
    pending = resolution.pending
    if resolution.fizzled is not None:
        desk.do("lost", resolution.fizzled.cite.rule, number=pending["number"])
    desk.do("lifted", "D6", number=pending["number"])
    if resolution.fizzled is not None:
        leave(desk, pending)
    else:
        RESOLVERS[pending.kind](desk, pending)
    if desk.state.resolving is None:
        ask_again(desk)


def ask_again(desk: Desk) -> None:
    """When the answers to an action are over, the action itself is open once more before it happens (D6a)."""
    items = desk.state.stack.items
    if len(items) == 1 and items[0].kind not in CHAIN and not desk.state.stack.waiting:
        waiting = responders(desk, items[0].seat, items[0].kind)
        if waiting:
            desk.do("asked", "D6a", waiting=waiting)


def leave(desk: Desk, pending: Pending) -> None:
    """A card that was cancelled or has lost its target leaves with no effect; its cost is lost (C6, D8)."""
    if pending.kind in ("ship", "event", "interrupt"):
        desk.do("trashed", "D8", seat=pending.seat, card=pending["card"])
    elif pending.kind in ("payment", "trap"):
        piece = desk.piece(pending["piece"])
        if piece is not None:
            desk.do("paid", "D8", piece=piece.uid, card=pending["card"])
            desk.destroy(piece, "D8")
    if pending.kind == "trap":
        desk.do("raid_asks", "F3.4", asks="done")


def cancel(desk: Desk, number: int, rule: str) -> None:
    """Take it off the stack unresolved."""
    pending = find(desk, number)
    if pending is not None:
        desk.do("cancelled", rule, number=number)
        leave(desk, pending)


def find(desk: Desk, number: int | None) -> Pending | None:
    """What lies on the stack under this number."""
    return next((pending for pending in desk.state.stack.items if pending["number"] == number), None)


def target_lost(desk: Desk, pending: Pending) -> Illegal | None:
    """A target must still be where it was (C6)."""
    target = dict(pending.args).get("target")
    if target is None or find(desk, target) is not None:
        return None
    piece = desk.piece(target)
    if piece is None:
        return no("target_gone", "C6")
    if piece.role is Role.SHIP and desk.has(piece, Keyword.CLOAK):
        return no("cloaked", "G1")
    return None


# -- the moves -----------------------------------------------------------------------------------


def check_let(desk: Desk, move: Move) -> Illegal | None:
    if desk.state.stack.responder != move.seat or desk.state.resolving is not None:
        return no("nothing_to_answer", "D6")
    return None


def act_let(desk: Desk, move: Move) -> None:
    desk.do("stood", "D6", seat=move.seat)
    settle(desk)


def own_run(desk: Desk, seat: int | None) -> int:
    """How many of the newest this seat played in a row while nobody else acted."""
    count = 0
    for pending in reversed(desk.state.stack.items):
        if pending.seat != seat or pending.kind not in CHAIN:
            break
        count += 1
    return count


def check_order(desk: Desk, move: Move) -> Illegal | None:
    if desk.state.stack.responder != move.seat or desk.state.resolving is not None:
        return no("nothing_to_answer", "D6")
    order, run = move["order"], own_run(desk, move.seat)
    if run < 2:
        return no("nothing_to_order", "D6")
    if sorted(order) != list(range(run)) or order == tuple(range(run)):
        return no("no_such_order", "D6", count=run)
    return None


def act_order(desk: Desk, move: Move) -> None:
    desk.do("reordered", "D6", seat=move.seat, order=move["order"])
