"""Chapters of the card types (D): ships, events and interrupts at their cost, paying face-down cards, abilities."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import flow, hidden
from tableside.games.kaosz_galaktika.cards import VALUES, Ability, Card, Mark, Type
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers, texts
from tableside.games.kaosz_galaktika.rules.main_phase import afford, idle
from tableside.games.kaosz_galaktika.state import Phase, Piece, Role, Step, Turn

MOST_PRICE = 99
SHIP_ABILITIES = ("overcharge", "sapper")


def cost(desk: Desk, seat: int, printed: int) -> int:
    """The price after what a card's text takes off or adds; never below zero (C5)."""
    return max(0, printed + desk.player(seat).rebate)


def may_interrupt(desk: Desk, seat: int | None) -> bool:
    """Whether this seat can break in now: it is asked for an answer, or the decision now is its own."""
    state = desk.state
    if state.resolving is not None:
        return False
    if state.stack:
        return state.stack.responder == seat
    if state.phase is Phase.COMBAT and state.combat is not None:
        sharing = state.combat.shot is not None and (state.combat.shot.over or bool(state.combat.shot.asked))
        return not sharing and state.combat.raid is None and seat in flow.acting(desk)
    return state.phase is Phase.MAIN and seat == state.active


# -- ships -----------------------------------------------------------------------------------------


def check_ship(desk: Desk, move: Move) -> Illegal | None:
    seat, id = move.seat or 0, move["card"]
    problem = idle(desk, move.seat, "D1")
    if problem is None:
        problem = hidden.in_hand(desk, seat, id)
    if problem is None and (desk.card(id) or _BLANK).type not in (None, Type.SHIP):
        problem = no("not_a_ship", "D1")
    if problem is None:
        problem = hidden.facts(desk, id, "name", "type", "subtype", "cost", *VALUES)
    return afford(desk, seat, cost(desk, seat, _number(desk, id)), "D1") if problem is None else problem


def act_ship(desk: Desk, move: Move) -> None:
    seat, id = move.seat or 0, move["card"]
    price = cost(desk, seat, _number(desk, id))
    spend(desk, seat, price, "D1")
    desk.do("from_hand", "D1", seat=seat, card=id, hidden=False)
    answers.declare(desk, seat, "ship", "D1", price, card=id)


@answers.resolves("ship")
def ship_arrives(desk: Desk, pending: Pending) -> None:
    desk.do("entered", "D1", piece=desk.state.next, seat=pending.seat, card=pending["card"])


_BLANK = Card("", False, "")


def _number(desk: Desk, id: str) -> int:
    printed = (desk.card(id) or _BLANK).cost
    return printed if isinstance(printed, int) else 0


def spend(desk: Desk, seat: int, price: int, rule: str) -> None:
    """Pay a card's price; what a text had changed of it is used up."""
    if price or desk.player(seat).rebate:
        desk.do("spent", rule, seat=seat, amount=price)


# -- events and interrupts ---------------------------------------------------------------------------


def window(desk: Desk, subtype: str) -> Illegal | None:
    """Starting ones in the starting phase, general ones in a main phase, combat ones in combat, reactions always."""
    phase = desk.state.phase
    if subtype == "reaction":
        return None
    if subtype == "starting":
        return None if phase is Phase.START else no("only_starting_phase", "D6")
    if subtype == "general":
        return None if phase is Phase.MAIN else no("only_main_phase", "D6")
    attacked = any(pending.kind == "attack" for pending in desk.state.stack.items)
    return None if phase is Phase.COMBAT or attacked else no("only_combat", "D6")


def check_card(desk: Desk, move: Move) -> Illegal | None:
    """An event in one's own main phase, or an interrupt in its window, from the hand, at its price."""
    seat, id, wanted = move.seat or 0, move["card"], Type(move.kind)
    if wanted is Type.EVENT:
        problem = idle(desk, move.seat, "D5")
    else:
        problem = None if may_interrupt(desk, move.seat) else no("cannot_interrupt", "D6")
    if problem is None:
        problem = hidden.in_hand(desk, seat, id)
    if problem is not None:
        return problem
    card = desk.card(id) or _BLANK
    if card.type not in (None, wanted):
        return no("not_an_event", "D5") if wanted is Type.EVENT else no("not_an_interrupt", "D6")
    problem = hidden.facts(desk, id, "name", "type", "subtype", "cost")
    if problem is None and wanted is Type.INTERRUPT:
        problem = window(desk, card.subtype or "")
    if problem is None:
        problem = check_target(desk, seat, card, move["target"])
    return _check_price(desk, seat, card, move) if problem is None else problem


def check_target(desk: Desk, seat: int, card: Card, target: int | None) -> Illegal | None:
    """What the card is aimed at: something on the stack to cancel, or a card in play."""
    if not card.cancels:
        return texts.aim(desk, seat, card.effects, target)
    pending = answers.find(desk, target)
    if pending is None:
        return no("nothing_to_cancel", "D8")
    kind = "ability" if pending.kind in SHIP_ABILITIES else pending.kind
    if kind not in card.cancels:
        return no("cannot_cancel_that", "D8")
    return None


def asked_price(desk: Desk, seat: int, card: Card, target: int | None) -> int | None:
    """What the card costs; None when the player names the price."""
    if card.cost == "x":
        return None
    if card.cost == "target":
        pending = answers.find(desk, target)
        return cost(desk, seat, dict(pending.paid).get("credits", 0) if pending is not None else 0)
    return cost(desk, seat, card.cost if isinstance(card.cost, int) else 0)


def _check_price(desk: Desk, seat: int, card: Card, move: Move) -> Illegal | None:
    price = asked_price(desk, seat, card, move["target"])
    if price is None:
        if not 0 <= move["price"] <= MOST_PRICE:
            return no("no_such_price", "C5")
    elif move["price"] != price:
        return no("price_is", "F2", card=card.name, price=price)
    return afford(desk, seat, move["price"])


def act_card(desk: Desk, move: Move) -> None:
    seat, rule = move.seat or 0, "D5" if move.kind == "event" else "D6"
    spend(desk, seat, move["price"], rule)
    desk.do("from_hand", rule, seat=seat, card=move["card"], hidden=False)
    answers.declare(desk, seat, move.kind, rule, move["price"], card=move["card"], target=move["target"])


def card_happens(desk: Desk, pending: Pending) -> None:
    card = desk.card(pending["card"]) or _BLANK
    if card.cancels:
        answers.cancel(desk, pending["target"], "D8")
        texts.put_away(desk, pending)
    else:
        texts.carry_out(desk, pending, card.effects, card.text)


answers.resolves("event", answers.target_lost)(card_happens)
answers.resolves("interrupt", answers.target_lost)(card_happens)


# -- paying face-down cards ----------------------------------------------------------------------------


def check_pay(desk: Desk, move: Move) -> Illegal | None:
    """Bases, crew and weapons are paid in one's own main phase; in combat only in the payment step (D2-D4)."""
    piece = desk.piece(move["piece"])
    if piece is None or piece.controller != move.seat:
        return no("not_your_card", "C7")
    if piece.paid:
        return no("paid_once", "D8")
    id = move["card"]
    problem = reveal(desk, piece, id)
    if problem is not None:
        return problem
    card = desk.card(id) or _BLANK
    problem = _pay_time(desk, move.seat or 0, piece, card)
    if problem is not None:
        return problem
    return afford(desk, move.seat, cost(desk, move.seat or 0, _number(desk, id)))


def reveal(desk: Desk, piece: Piece, id: str) -> Illegal | None:
    """Whether this face-down card can turn out to be that card, and be paid for in its role (D7)."""
    if piece.card is None:
        problem = hidden.piece_can_be(desk, piece, id)
        if problem is not None:
            return problem
    elif piece.card != id:
        return no("told_otherwise", "B9")
    card = desk.card(id) or _BLANK
    if card.type is not None and card.type.value != piece.role.value:
        return no("bluff_cannot_be_paid", "D7")
    base = card.type is Type.BASE and card.subtype not in (None, "trap")
    return hidden.facts(desk, id, "name", "type", "subtype", "cost", *(("limit", "armour") if base else ()))


def _pay_time(desk: Desk, seat: int, piece: Piece, card: Card) -> Illegal | None:
    state, combat = desk.state, desk.state.combat
    if card.subtype == "trap":
        return no("trap_when_bombed", "D4")
    if any(pending.kind == "payment" and pending["piece"] == piece.uid for pending in state.stack.items):
        return no("paid_once", "D8")
    if combat is not None:
        if piece.role is Role.BASE or state.stack or state.resolving is not None:
            return no("only_payment_step", "F3.2")
        paying = {Step.PAY_ATTACK: combat.attacker, Step.PAY_DEFEND: combat.defender}
        if paying.get(combat.step) != seat:
            return no("only_payment_step", "F3.2")
        return None if piece.on in combat.ships else no("not_on_a_fighting_ship", "F3.2")
    if state.phase is not Phase.MAIN or state.active != seat or not may_interrupt(desk, seat):
        return no("own_main_phase", "D6")
    if card.subtype == "rocket":
        return no("rocket_in_payment_step", "D2")
    if piece.role is Role.BASE and isinstance(card.limit, int) and piece.developments < card.limit:
        return no("limit_not_reached", "D4", limit=card.limit, have=piece.developments)
    return None


def act_pay(desk: Desk, move: Move) -> None:
    seat, id = move.seat or 0, move["card"]
    price = cost(desk, seat, _number(desk, id))
    spend(desk, seat, price, "D8")
    show(desk, move["piece"], id)
    answers.declare(desk, seat, "payment", "D6", price, card=id, piece=move["piece"])


def show(desk: Desk, uid: int, id: str) -> None:
    """A card being paid for is named at once, so that it cannot also be somewhere else."""
    piece = desk.piece(uid)
    if piece is not None and piece.card is None:
        desk.do("shown", "D8", piece=uid, card=id)


def piece_gone(desk: Desk, pending: Pending) -> Illegal | None:
    return None if desk.piece(pending["piece"]) is not None else no("target_gone", "C6")


@answers.resolves("payment", piece_gone)
def payment_stands(desk: Desk, pending: Pending) -> None:
    """It turns face up for good; a research takes effect and goes to the trash (D4, D8)."""
    desk.do("paid", "D8", piece=pending["piece"], card=pending["card"])
    card = desk.card(pending["card"]) or _BLANK
    if card.subtype == "research":
        texts.carry_out(desk, pending, card.effects, card.text)


# -- abilities -----------------------------------------------------------------------------------------


def ability(desk: Desk, piece: Piece | None, number: int) -> Ability | None:
    """The ability of this number on a paid card in play."""
    card = desk.record(piece) if piece is not None else None
    return card.abilities[number] if card is not None and 0 <= number < len(card.abilities) else None


def check_use(desk: Desk, move: Move) -> Illegal | None:
    """Abilities work in any phase, as interrupts; a marked cost needs the card active (C2, D6b)."""
    seat, piece = move.seat or 0, desk.piece(move["piece"])
    if not may_interrupt(desk, move.seat):
        return no("cannot_interrupt", "D6b")
    if piece is None or piece.controller != move.seat:
        return no("not_your_card", "C7")
    if not piece.paid:
        return no("unpaid_has_no_effect", "D8")
    found = ability(desk, piece, move["ability"])
    card = desk.record(piece)
    if found is None or card is None:
        return no("no_such_ability", "D6b")
    if piece.role in (Role.CREW, Role.WEAPON) and piece.on is None and card.subtype != "passenger":
        return no("only_on_a_ship", "D3")
    if found.mark is not Mark.NONE:
        if piece.turn is not Turn.ACTIVE:
            return no("not_active", "C2")
        if card.subtype == "passenger" and piece.on is not None and found.mark is not Mark.SACRIFICE:
            return no("passenger_aboard", "D3")
    problem = texts.aim(desk, seat, found.effects, move["target"])
    return afford(desk, seat, found.cost, "D6b") if problem is None else problem


def act_use(desk: Desk, move: Move) -> None:
    seat, piece = move.seat or 0, desk.piece(move["piece"])
    found = ability(desk, piece, move["ability"])
    if piece is None or found is None:
        return
    if found.cost:
        desk.do("credits", "D6b", seat=seat, amount=-found.cost)
    card = piece.card
    if found.mark is Mark.SACRIFICE:
        desk.destroy(piece, "C2")
    elif found.mark is not Mark.NONE:
        desk.do("turned", "C2", piece=piece.uid, turn=found.mark.value)
    answers.declare(
        desk,
        seat,
        "ability",
        "D6b",
        found.cost,
        card=card,
        number_of=move["ability"],
        piece=piece.uid,
        target=move["target"],
    )


@answers.resolves("ability", answers.target_lost)
def ability_happens(desk: Desk, pending: Pending) -> None:
    card = desk.card(pending["card"]) or _BLANK
    found = card.abilities[pending["number_of"]]
    texts.carry_out(desk, pending, found.effects, found.text)
