"""What waits on the stack happens, newest first, as far as nobody has anything to decide (D6)."""

from __future__ import annotations

from collections.abc import Callable

from tableside.core import stack
from tableside.core.arguments import optional, typed
from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.changes import fight, stacked, table
from tableside.games.kaosz_galaktika.records import Card, Subtype
from tableside.games.kaosz_galaktika.rules import answers, bombing, card_text, combat, firing, main_phase, turn_order
from tableside.games.kaosz_galaktika.state import Phase, Turn, card_id, stack_number

_BLANK = Card("", False)


def step_in(turn: Turn, wanted: Move) -> None:
    """At a quiet table the first thing done in the main phase ends the starting phase (D6a, F1)."""
    if not turn_order.opening(turn) or wanted.kind in (*turn_order.TELL, "use", "speak"):
        return
    card = pieces.card(turn, typed(str, wanted["card"])) if wanted.kind == "interrupt" else None
    if wanted.kind != "interrupt" or (card is not None and card.subtype == Subtype.GENERAL):
        turn.do(stacked.stood, "F1", seat=turn.me)
        go_on(turn)


def go_on(turn: Turn) -> None:
    """What waits on the stack happens and combat goes on, as far as nobody has anything to decide."""
    before = None
    while turn.state is not before:
        before = turn.state
        _settle(turn)
        combat.proceed(turn)


def _settle(turn: Turn) -> None:
    while turn.state.stack.settled and turn.state.resolving is None and turn.state.phase is not Phase.OVER:
        _resolve_newest(turn)


def _resolve_newest(turn: Turn) -> None:
    resolution = stack.resolve(turn.state.stack, lambda pending: _recheck(turn, pending))
    pending = resolution.pending
    if resolution.fizzled is not None:
        turn.do(stacked.lost, resolution.fizzled.cite.rule, number=stack_number(pending))
    turn.do(stacked.lifted, "D6", number=stack_number(pending))
    if resolution.fizzled is not None:
        answers.leave(turn, pending)
    else:
        RESOLVERS[pending.kind](turn, pending)
    if turn.state.resolving is None:
        answers.ask_again(turn)


def _attacked(pending: Pending) -> tuple[int, str, int | None]:
    """Whom an attack is against, what it is aimed at, and which card that is."""
    return typed(int, pending["defender"]), typed(str, pending["at"]), optional(int, pending["piece"])


def _recheck(turn: Turn, pending: Pending) -> Illegal | None:
    """Whether it still has the ground it was declared on (C6)."""
    match pending.kind:
        case "event" | "interrupt" | "ability":
            return _target_lost(turn, pending)
        case "payment" | "trap":
            return None if turn.state.piece(pending["piece"]) is not None else turn.no("target_gone", "C6")
        case "overcharge" | "sapper":
            return None if turn.state.piece(pending["target"]) is not None else turn.no("target_gone", "C6")
        case "attack":
            return combat.target_problem(turn, *_attacked(pending))
        case kind if kind in main_phase.PERFORM:
            return main_phase.possible(turn, pending.seat, kind, dict(pending.args))
    return None


def _target_lost(turn: Turn, pending: Pending) -> Illegal | None:
    """A target must still be where it was."""
    target = pending.get("target")
    if target is None or turn.state.pending(target) is not None:
        return None
    piece = turn.state.piece(target)
    if piece is None:
        return turn.no("target_gone", "C6")
    return turn.no("cloaked", "G1") if pieces.cloaked(turn, piece, pending.seat) else None


# -- what happens ------------------------------------------------------------------------------------


def _ship_arrives(turn: Turn, pending: Pending) -> None:
    turn.do(table.entered, "D1", piece=turn.state.next, seat=pending.seat, card=typed(str, pending["card"]))


def _card_happens(turn: Turn, pending: Pending) -> None:
    card = pieces.card(turn, card_id(pending)) or _BLANK
    if card.cancels:
        answers.cancel(turn, typed(int, pending["target"]), "D8")
        card_text.put_away(turn, pending)
    else:
        card_text.carry_out(turn, pending, card)


def _payment_stands(turn: Turn, pending: Pending) -> None:
    """It turns face up for good; its effects happen now, and a research goes to the trash (D4, D8)."""
    turn.do(table.paid, "D8", piece=typed(int, pending["piece"]), card=typed(str, pending["card"]))
    card = pieces.card(turn, card_id(pending)) or _BLANK
    if card.subtype == Subtype.RESEARCH or (card.effects and not card.at_payment_end):
        card_text.carry_out(turn, pending, card)


def _ability_happens(turn: Turn, pending: Pending) -> None:
    card_text.carry_out(turn, pending, pieces.declared(turn, pending) or _BLANK)


def _trap_springs(turn: Turn, pending: Pending) -> None:
    turn.do(table.paid, "D4", piece=typed(int, pending["piece"]), card=typed(str, pending["card"]))
    card = pieces.card(turn, card_id(pending))
    if card is not None:
        card_text.carry_out(turn, pending, card)


def _overcharged(turn: Turn, pending: Pending) -> None:
    ship = typed(int, pending["target"])
    turn.do(table.changed, "G6", piece=ship, value="firepower", amount=1, until="combat_end")


def _sappers_done(turn: Turn, pending: Pending) -> None:
    ship, amount = typed(int, pending["target"]), typed(int, pending["amount"])
    turn.do(table.changed, "G8", piece=ship, value="bombing", amount=amount, until="combat_end")


def _combat_begins(turn: Turn, pending: Pending) -> None:
    defender, target, piece = _attacked(pending)
    turn.do(fight.combat_began, "F3", attacker=pending.seat, defender=defender, target=target, piece=piece)
    if pending["everything"]:
        combat.everybody_joins(turn, pending.seat)


def _begin_main(turn: Turn, pending: Pending) -> None:
    turn.do(table.phase, "F2", phase="main")


def _begin_closing(turn: Turn, pending: Pending) -> None:
    turn.do(table.phase, "F4", phase="check")


def _moment_over(turn: Turn, pending: Pending) -> None:
    """Who broke in has had the say; the game goes on where it was."""


def _perform(turn: Turn, pending: Pending) -> None:
    main_phase.perform(turn, pending.seat, pending.kind, dict(pending.args))


RESOLVERS: dict[str, Callable[[Turn, Pending], None]] = {
    "ship": _ship_arrives,
    "event": _card_happens,
    "interrupt": _card_happens,
    "payment": _payment_stands,
    "ability": _ability_happens,
    "trap": _trap_springs,
    "overcharge": _overcharged,
    "sapper": _sappers_done,
    "attack": _combat_begins,
    "shot": firing.shots_fall,
    "bomb": bombing.bombs_fall,
    "stealth": bombing.bombs_fall,
    "starting": _begin_main,
    "end_turn": _begin_closing,
    "moment": _moment_over,
    **dict.fromkeys(main_phase.PERFORM, _perform),
}
