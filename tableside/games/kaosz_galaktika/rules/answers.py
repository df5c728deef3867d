"""Chapter Interrupts (D6): something is declared and paid for, then answered; the newest resolves first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from tableside.core.arguments import typed
from tableside.core.moves import Move, Plain
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.changes import fight, stacked, table
from tableside.games.kaosz_galaktika.state import Phase, Turn

CHAIN = ("interrupt", "ability", "payment", "trap", "overcharge", "sapper")
"""What counts as an interrupt: once everybody lets it stand, a chain of these resolves without a pause."""

SILENT = ("next_attack", "turn_end")
"""Until when somebody lets everything pass."""

OWN_TOO = (*CHAIN, "attack", "shot", "bomb", "stealth", "starting")
"""What the declaring seat itself may answer too; its other actions it can simply do before or after."""


def can_answer(turn: Turn, seat: int) -> bool:
    """Whether this seat is asked at all; only what everybody can see decides, so that no question betrays a hand."""
    if turn.state.players[seat].hand:
        return True
    paying = turn.state.phase is Phase.MAIN and seat == turn.state.active
    for piece in turn.state.pieces:
        if piece.controller != seat:
            continue
        card = pieces.record(turn, piece)
        if (card is None and paying) or (card is not None and (card.text or card.abilities)):
            return True
    return False


def asked(turn: Turn, seat: int, what: str) -> bool:
    """Whether this seat can answer and has not said that it lets everything pass."""
    silent, attacked = turn.state.players[seat].silent, what == "attack" or under_attack(turn)
    return can_answer(turn, seat) and (not silent or (silent == "next_attack" and attacked))


def under_attack(turn: Turn) -> bool:
    """Whether somebody attacks, from the naming of the target on."""
    return turn.state.combat is not None or any(pending.kind == "attack" for pending in turn.state.stack.items)


def responders(turn: Turn, seat: int, what: str) -> tuple[int, ...]:
    """Who is asked when this seat has declared something: the others clockwise, then perhaps the seat itself.

    At a quiet table nobody is asked about what is the own, the end of a turn asks only a player with an ability for
    the closing phase in play, and the starting phase is open until its player goes on; whoever wants to break in does
    so by `speak`.
    """
    if what == "moment":
        return ()
    others = tuple(other for other in turn.state.after(seat) if asked(turn, other, what))
    own = (seat,) if what in OWN_TOO and asked(turn, seat, what) else ()
    if not turn.state.quiet:
        return (*others, *own)
    if what == "starting":
        return (seat,) if others or own else ()
    if what == "end_turn":
        return (seat,) if _closes_with_ability(turn, seat) else ()
    return others


def _closes_with_ability(turn: Turn, seat: int) -> bool:
    """Whether a paid card of this seat has an ability for the closing phase that can still be used (D6b)."""
    for piece in turn.state.pieces:
        card = pieces.record(turn, piece) if piece.controller == seat else None
        for number, ability in enumerate(card.uses if card is not None else ()):
            if ability.when == "own_closing" and all(used != number for used, _ in piece.spoken):
                return True
    return False


def declare(
    turn: Turn,
    seat: int,
    what: str,
    rule: str,
    price: int = 0,
    waiting: tuple[int, ...] | None = None,
    /,
    **details: Plain,
) -> None:
    """Put it on the stack, already paid for, and ask who answers."""
    turn.do(
        stacked.declared,
        rule,
        number=turn.state.next,
        seat=seat,
        what=what,
        details=tuple(sorted(details.items())),
        price=price,
        waiting=responders(turn, seat, what) if waiting is None else waiting,
    )


def ask_again(turn: Turn) -> None:
    """When the answers to an action are over, the action itself is open once more before it happens (D6a)."""
    items = turn.state.stack.items
    if len(items) == 1 and items[0].kind not in CHAIN and not turn.state.stack.waiting:
        waiting = responders(turn, items[0].seat, items[0].kind)
        if waiting:
            turn.do(stacked.asked, "D6a", waiting=waiting)


def leave(turn: Turn, pending: Pending) -> None:
    """A card that was cancelled or has lost its target leaves with no effect; its cost is lost (C6, D8)."""
    if pending.kind in ("ship", "event", "interrupt"):
        turn.do(table.trashed, "D8", seat=pending.seat, card=typed(str, pending["card"]))
    elif pending.kind in ("payment", "trap"):
        piece = turn.state.piece(pending["piece"])
        if piece is not None:
            turn.do(table.paid, "D8", piece=piece.uid, card=typed(str, pending["card"]))
            pieces.destroy(turn, piece, "D8")
    if pending.kind == "trap":
        turn.do(fight.raid_asks, "F3.4", asks="done")


def cancel(turn: Turn, number: int, rule: str) -> None:
    """Take it off the stack unresolved."""
    pending = turn.state.pending(number)
    if pending is not None:
        turn.do(stacked.cancelled, rule, number=number)
        leave(turn, pending)


# -- the moves -----------------------------------------------------------------------------------


@play
def let(turn: Turn) -> None:
    """The newest is let stand (D6)."""
    turn.do(stacked.stood, "D6", seat=turn.me)


@play
def let_until(turn: Turn, until: str) -> Illegal | None:
    """The newest is let stand, and so is all that comes until an attack or in this turn; breaking in ends it (D6)."""
    if until not in SILENT or (until == "next_attack" and under_attack(turn)):
        return turn.no("not_until_then", "D6")
    turn.do(stacked.stood, "D6", seat=turn.me)
    turn.do(stacked.silenced, "D6", seat=turn.me, until=until)
    return None


@let_until.lists
def _until(turn: Turn) -> Iterator[Move]:
    return (let_until.move(turn.me, until) for until in SILENT)


@play
def let_all(turn: Turn) -> None:
    """Nobody round the table answers: everybody who is still asked lets the newest stand (D6)."""
    for seat in turn.state.stack.waiting:
        turn.do(stacked.stood, "D6", seat=seat)


@play
def speak(turn: Turn, player: int) -> Illegal | None:
    """Somebody breaks in, at any time: that player is asked now (D6)."""
    state = turn.state
    if player not in state.alive() or player == (state.stack.responder if state.stack else turn.me):
        return turn.no("speaks_already", "D6")
    if not can_answer(turn, player):
        return turn.no("cannot_answer", "D6")
    if state.players[player].silent:
        turn.do(stacked.heard, "D6", seat=player)
    if state.stack:
        turn.do(stacked.asked, "D6", waiting=(player, *(seat for seat in state.stack.waiting if seat != player)))
    else:
        waiting = (player,)
        turn.do(stacked.declared, "D6", state.next, player, "moment", (), 0, waiting)
    return None


@speak.lists
def _speakers(turn: Turn) -> Iterator[Move]:
    return (speak.move(turn.me, seat) for seat in turn.state.alive())


@play
def order(turn: Turn, order: tuple[int, ...]) -> Illegal | None:
    """Several interrupts played in a row resolve in the order their player wants (D6)."""
    run = _own_run(turn)
    if run < 2:
        return turn.no("nothing_to_order", "D6")
    if sorted(order) != list(range(run)) or order == tuple(range(run)):
        return turn.no("no_such_order", "D6", count=run)
    turn.do(stacked.reordered, "D6", seat=turn.me, order=order)
    return None


@order.lists
def _orders(turn: Turn) -> Iterator[Move]:
    run = _own_run(turn)
    orders = permutations(range(run)) if run <= 4 else iter((tuple(reversed(range(run))),))
    return (order.move(turn.me, some) for some in orders)


def _own_run(turn: Turn) -> int:
    """How many of the newest this seat played in a row while nobody else acted."""
    count = 0
    for pending in reversed(turn.state.stack.items):
        if pending.seat != turn.me or pending.kind not in CHAIN:
            break
        count += 1
    return count


PLAYS = (let, let_until, let_all, speak, order)
