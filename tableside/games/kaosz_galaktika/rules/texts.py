"""What a card's text does: effects the referee knows are done at once, free text is carried out by its player (C6)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika.cards import Effect, Keyword
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers
from tableside.games.kaosz_galaktika.state import Piece, Role, Step, Turn

AIMED = ("change", "damage", "destroy", "turn", "develop")
"""The effects that need a card in play to be done to."""


def needs_target(effects: tuple[Effect, ...]) -> bool:
    return any(effect.verb in AIMED for effect in effects)


def aim(desk: Desk, seat: int, effects: tuple[Effect, ...], target: int | None) -> Illegal | None:
    """Whether these effects can be done to this card in play."""
    if target is None:
        return no("target_needed", "C7") if needs_target(effects) else None
    piece = desk.piece(target)
    if piece is None:
        return no("no_such_target", "C7")
    if piece.role is Role.SHIP and desk.has(piece, Keyword.CLOAK):
        return no("cloaked", "G1")
    return next((problem for effect in effects if (problem := _fits(desk, seat, effect, piece)) is not None), None)


def _fits(desk: Desk, seat: int, effect: Effect, piece: Piece) -> Illegal | None:
    match effect.verb:
        case "change" | "damage" if not piece.paid or piece.role not in (Role.SHIP, Role.BASE):
            return no("no_values", "D10")
        case "develop" if piece.role is not Role.BASE or piece.controller != seat:
            return no("not_a_base", "D4")
        case "turn" if piece.turn is not Turn.ACTIVE:
            return no("not_active", "C2")
    return None


def do_effects(desk: Desk, seat: int, effects: tuple[Effect, ...], target: int | None) -> None:
    """Do what the data says; what has gone in the meantime is passed over."""
    for effect in effects:
        piece = desk.piece(target)
        if effect.verb == "credits":
            amount = max(effect.amount, -desk.player(seat).credits)
            desk.do("credits", "C6", seat=seat, amount=amount)
        elif effect.verb == "draw":
            desk.do("drawn", "C6", seat=seat, amount=min(effect.amount, desk.player(seat).colony))
        elif piece is None:
            continue
        elif effect.verb == "change":
            desk.do("changed", "C6", piece=piece.uid, value=effect.value, amount=effect.amount, until=effect.until)
        elif effect.verb == "damage":
            desk.hit(piece, effect.amount, "C6")
        elif effect.verb == "destroy":
            desk.destroy(piece, "C6")
        elif effect.verb == "turn":
            desk.do("turned", "C6", piece=piece.uid, turn="used")
        elif effect.verb == "develop":
            amount = max(effect.amount, -piece.developments)
            desk.do("developed", "C6", piece=piece.uid, amount=amount, bought=False)
    desk.sweep()


def carry_out(desk: Desk, pending: Pending, effects: tuple[Effect, ...], text: str) -> None:
    """Do the effects, or open the free text for its player; then the card goes where it belongs."""
    if effects or not text:
        do_effects(desk, pending.seat, effects, dict(pending.args).get("target"))
        put_away(desk, pending)
    else:
        details = tuple(pair for pair in pending.args if pair[0] != "number")
        desk.do("opened", "C6", number=pending["number"], seat=pending.seat, what=pending.kind, details=details)


def put_away(desk: Desk, pending: Pending) -> None:
    """Events and interrupts go to the trash, and so do a research and a sprung trap (D4, D5, D6)."""
    if pending.kind in ("event", "interrupt"):
        desk.do("trashed", "D5" if pending.kind == "event" else "D6", seat=pending.seat, card=pending["card"])
    elif pending.kind in ("payment", "trap"):
        piece = desk.piece(pending["piece"])
        if piece is not None:
            desk.destroy(piece, "D4")
    if pending.kind == "trap":
        desk.do("raid_asks", "F3.4", asks="done")


# -- free text -----------------------------------------------------------------------------------


def check_done(desk: Desk, move: Move) -> Illegal | None:
    if desk.state.resolving is None or desk.state.resolving.seat != move.seat:
        return no("nothing_to_carry_out", "C6")
    return None


def act_done(desk: Desk, move: Move) -> None:
    pending = desk.state.resolving
    if pending is None:
        return
    desk.do("carried_out", "C6", number=pending["number"], seat=pending.seat)
    desk.sweep()
    put_away(desk, pending)
    answers.ask_again(desk)
    answers.settle(desk)


def source(desk: Desk, move: Move) -> Illegal | None:
    """Every change by text names the card whose text it is: the one being carried out, or one's own in play."""
    by, resolving = move["by"], desk.state.resolving
    if resolving is not None:
        return None if by == resolving["number"] else no("not_this_text", "C6")
    piece = desk.piece(by)
    if piece is None or piece.controller != move.seat:
        return no("not_your_card", "C7")
    card = desk.record(piece)
    if card is None:
        return no("unpaid_has_no_effect", "D8")
    if not card.text:
        return no("no_text", "C6")
    combat = desk.state.combat
    ending = combat is not None and combat.step is Step.PAY_END and not desk.state.stack
    timely = piece.on is not None and (card.payment_end or card.subtype == "rocket")
    if ending and not timely:
        return no("not_end_of_payment", "F3.2")
    if piece.role in (Role.WEAPON, Role.CREW) and piece.on is None and card.subtype != "passenger":
        return no("only_on_a_ship", "D3")
    return None


def touch(desk: Desk, uid: int) -> Piece | Illegal:
    """A card in play that a text can be pointed at."""
    piece = desk.piece(uid)
    if piece is None:
        return no("no_such_target", "C7")
    if piece.role is Role.SHIP and desk.has(piece, Keyword.CLOAK):
        return no("cloaked", "G1")
    return piece
