"""Chapters of the card types (D): ships, events and interrupts at their cost, paying face-down cards, abilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tableside.core.arguments import typed
from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, text
from tableside.core.rulebook import Play, play
from tableside.core.ruling import Illegal, Need
from tableside.games.kaosz_galaktika import hidden, pieces
from tableside.games.kaosz_galaktika.changes import table
from tableside.games.kaosz_galaktika.records import VALUES, Card, Mark, Subtype, Type
from tableside.games.kaosz_galaktika.rules import answers, card_text, turn_order
from tableside.games.kaosz_galaktika.rules.main_phase import afford
from tableside.games.kaosz_galaktika.state import SLUG, Facing, Phase, Piece, Role, Step, Turn, stack_number

MOST_PRICE = 99
SHIP_ABILITIES = ("overcharge", "sapper")
BLANK = Card("", False)


def cost(turn: Turn, printed: int) -> int:
    """The price after what a card's text takes off or adds; never below zero (C5)."""
    return max(0, printed + turn.state.players[turn.me].rebate)


def price_of(turn: Turn, card: Card) -> int:
    """What a card with a fixed cost costs now."""
    return cost(turn, card.cost if isinstance(card.cost, int) else 0)


def spend(turn: Turn, price: int, rule: str) -> None:
    """Pay a card's price; what a text had changed of it is used up."""
    if price or turn.state.players[turn.me].rebate:
        turn.do(table.spent, rule, seat=turn.me, amount=price)


def from_hand(turn: Turn, type: Type) -> Iterator[tuple[str, Card]]:
    """The cards of a type this hand may hold, those of which the type is not known yet, and all that were named."""
    told = turn.state.players[turn.me].known
    for id in hidden.possible(turn, turn.me):
        card = pieces.card(turn, id)
        if card is not None and (card.type in (type, None) or id in told):
            yield id, card


def another(turn: Turn, type: Type | None, *keys: str) -> Need | None:
    """What must be told of a card in hand that the copy lacks."""
    if turn.state.players[turn.me].unknown < 1 or hidden.sight(turn, turn.me).deck is not None:
        return None
    return turn.catalog.wanted("cards", *keys, **({} if type is None else {"type": type.value}))


def _no_hand(turn: Turn) -> Illegal | None:
    """What a hand holds only its player knows, so the move stays open as long as there is one."""
    return None if turn.state.players[turn.me].hand else turn.no("hand_empty", "B7")


# -- ships -----------------------------------------------------------------------------------------


@play
def ship(turn: Turn, card: str) -> Illegal | None:
    """A ship is played face up and paid for at once (D1)."""
    problem = _ship_problem(turn, card)
    if problem is not None:
        return problem
    price = price_of(turn, pieces.card(turn, card) or BLANK)
    spend(turn, price, "D1")
    turn.do(table.from_hand, "D1", seat=turn.me, card=card, hidden=False)
    answers.declare(turn, turn.me, "ship", "D1", price, card=card)
    return None


def _ship_problem(turn: Turn, id: str) -> Illegal | None:
    problem = hidden.in_hand(turn, turn.me, id)
    card = pieces.card(turn, id) or BLANK
    if problem is None and card.type not in (None, Type.SHIP):
        problem = turn.no("not_a_ship", "D1")
    if problem is None:
        problem = hidden.facts(turn, id, "type", "subtype", "cost", *VALUES)
    return afford(turn, price_of(turn, card), "D1") if problem is None else problem


@ship.lists
def _ships(turn: Turn) -> Iterator[Move]:
    return (ship.move(turn.me, id) for id, _ in from_hand(turn, Type.SHIP))


@ship.asks("card")
def _any_ship(turn: Turn, partial: Move) -> Choice:
    return turn.ask(partial, "card", new=another(turn, Type.SHIP, "subtype", "cost", *VALUES))


ship.why_none(_no_hand)


# -- events and interrupts ---------------------------------------------------------------------------


@play
def event(turn: Turn, card: str, target: int | None, price: int) -> Illegal | None:
    """An event in one's own main phase, from the hand, at its price (D5)."""
    return _play_card(turn, Type.EVENT, "D5", card, target, price)


@play
def interrupt(turn: Turn, card: str, target: int | None, price: int) -> Illegal | None:
    """An interrupt in its window, from the hand, at its price (D6)."""
    return _play_card(turn, Type.INTERRUPT, "D6", card, target, price)


def _play_card(turn: Turn, type: Type, rule: str, id: str, target: int | None, price: int) -> Illegal | None:
    problem = _card_problem(turn, type, id, target, price)
    if problem is not None:
        return problem
    spend(turn, price, rule)
    turn.do(table.from_hand, rule, seat=turn.me, card=id, hidden=False)
    answers.declare(turn, turn.me, type.value, rule, price, card=id, target=target)
    return None


def _card_problem(turn: Turn, type: Type, id: str, target: int | None, price: int) -> Illegal | None:
    problem = hidden.in_hand(turn, turn.me, id)
    if problem is not None:
        return problem
    card = pieces.card(turn, id) or BLANK
    if card.type not in (None, type):
        return turn.no("not_an_event", "D5") if type is Type.EVENT else turn.no("not_an_interrupt", "D6")
    problem = hidden.facts(turn, id, "type", "subtype", "cost")
    if problem is None and type is Type.INTERRUPT:
        problem = _window(turn, card)
    if problem is None:
        problem = _target_problem(turn, card, target)
    return _price_problem(turn, id, card, target, price) if problem is None else problem


def _window(turn: Turn, card: Card) -> Illegal | None:
    """Starting ones in the starting phase, general ones in a main phase, combat ones in combat, reactions always."""
    phase = turn.state.phase
    match card.subtype:
        case Subtype.REACTION:
            return None
        case Subtype.STARTING:
            return None if phase is Phase.START else turn.no("only_starting_phase", "D6")
        case Subtype.GENERAL:
            now = phase is Phase.MAIN or turn_order.opening(turn)
            return None if now else turn.no("only_main_phase", "D6")
    return None if answers.under_attack(turn) else turn.no("only_combat", "D6")


def _target_problem(turn: Turn, card: Card, target: int | None) -> Illegal | None:
    """What the card is aimed at: something on the stack to cancel, or a card in play."""
    if not card.cancels:
        return card_text.aim(turn, card.effects, target)
    pending = turn.state.pending(target)
    if pending is None:
        return turn.no("nothing_to_cancel", "D8")
    kind = "ability" if pending.kind in SHIP_ABILITIES else pending.kind
    # Abilities and payments count as interrupts (D6), so what cancels an interrupt cancels them.
    known = kind in card.cancels or ("interrupt" in card.cancels and kind in ("ability", "payment", "trap"))
    return None if known else turn.no("cannot_cancel_that", "D8", card=card.name)


def _asked_price(turn: Turn, card: Card, target: int | None) -> int | None:
    """What the card costs; None when the player names the price."""
    if card.cost == "x":
        return None
    if card.cost == "target":
        pending = turn.state.pending(target)
        return cost(turn, dict(pending.paid).get("credits", 0) if pending is not None else 0)
    return price_of(turn, card)


def _price_problem(turn: Turn, id: str, card: Card, target: int | None, price: int) -> Illegal | None:
    asked = _asked_price(turn, card, target)
    if asked is None:
        if not 0 <= price <= MOST_PRICE:
            return turn.no("no_such_price", "C5")
    elif price != asked:
        return turn.no("price_is", "F2", card=hidden.name(turn, id), price=asked)
    return afford(turn, price)


def _candidates(turn: Turn, type: Type) -> Iterator[tuple[str, int | None, int]]:
    """A card, what it is aimed at, and its price."""
    for id, card in from_hand(turn, type):
        targets: list[int] = []
        if card.cancels:
            targets = [stack_number(pending) for pending in turn.state.stack.items]
        elif card_text.needs_target(card.effects):
            targets = [piece.uid for piece in turn.state.pieces]
        for target in targets or (None,):
            price = _asked_price(turn, card, target)
            prices = range(turn.state.players[turn.me].credits + 1) if price is None else (price,)
            yield from ((id, target, named) for named in prices)


def _aim_at(turn: Turn, partial: Move) -> Choice:
    """What the card is aimed at; of one that cannot be played here at all the ruling on the whole move says why."""
    return _or(turn.ask(partial, "target"), Offer(None, turn.book.say_value(turn.state, partial.kind, "target", None)))


def _at_what_price(turn: Turn, partial: Move) -> Choice:
    return _or(turn.ask(partial, "price"), Offer(0, turn.book.say_value(turn.state, partial.kind, "price", 0)))


def _or(choice: Choice, offer: Offer) -> Choice:
    return choice if choice.offers else replace(choice, offers=(offer,))


def _ask_for(kind: Play[str, int | None, int], type: Type) -> None:
    """What is listed and asked of events, and likewise of interrupts."""

    def all_of_them(turn: Turn) -> Iterator[Move]:
        return (kind.move(turn.me, *one) for one in _candidates(turn, type))

    def legal(turn: Turn) -> Iterator[Move]:
        found = _candidates(turn, type)
        return (kind.move(turn.me, *one) for one in found if _card_problem(turn, type, *one) is None)

    kind.lists_legal(legal)
    kind.tries(all_of_them)
    kind.why_none(_no_hand)
    kind.asks("card")(lambda turn, partial: turn.ask(partial, "card", new=another(turn, type, "subtype", "cost")))
    kind.asks("target")(_aim_at)
    kind.asks("price")(_at_what_price)


_ask_for(event, Type.EVENT)
_ask_for(interrupt, Type.INTERRUPT)


# -- paying face-down cards ----------------------------------------------------------------------------


@play
def pay(turn: Turn, piece: int, card: str) -> Illegal | None:
    """Bases, crew and weapons are paid in one's own main phase; in combat only in the payment step (D2-D4)."""
    problem = _pay_problem(turn, piece, card)
    if problem is not None:
        return problem
    price = price_of(turn, pieces.card(turn, card) or BLANK)
    spend(turn, price, "D8")
    show(turn, piece, card)
    answers.declare(turn, turn.me, "payment", "D6", price, card=card, piece=piece)
    return None


def _pay_problem(turn: Turn, uid: int, id: str) -> Illegal | None:
    piece = turn.state.piece(uid)
    if piece is None or piece.controller != turn.me:
        return turn.no("not_your_card", "C7")
    if piece.paid:
        return turn.no("paid_once", "D8")
    problem = reveal(turn, piece, id)
    card = pieces.card(turn, id) or BLANK
    if problem is None:
        problem = _pay_time(turn, piece, card)
    return afford(turn, price_of(turn, card)) if problem is None else problem


def reveal(turn: Turn, piece: Piece, id: str) -> Illegal | None:
    """Whether this face-down card can turn out to be that card, and be paid for in its role (D7)."""
    if piece.card is None:
        problem = hidden.piece_can_be(turn, piece, id)
        if problem is not None:
            return problem
    elif piece.card != id:
        return turn.no("told_otherwise", "B9")
    card = pieces.card(turn, id) or BLANK
    if card.type is not None and card.type.value != piece.role.value:
        return turn.no("bluff_cannot_be_paid", "D7")
    base = card.type is Type.BASE and card.subtype not in (None, "trap")
    return hidden.facts(turn, id, "type", "subtype", "cost", *(("limit", "armour") if base else ()))


def _pay_moment(turn: Turn, piece: Piece) -> Illegal | None:
    """Whether a face-down card can be paid for now, whatever it is."""
    combat = turn.state.combat
    if any(pending.kind == "payment" and pending["piece"] == piece.uid for pending in turn.state.stack.items):
        return turn.no("paid_once", "D8")
    if combat is None:
        return None
    if piece.role is Role.BASE:
        return turn.no("only_payment_step", "F3.2")
    return None if piece.on in combat.ships else turn.no("not_on_a_fighting_ship", "F3.2")


def _pay_time(turn: Turn, piece: Piece, card: Card) -> Illegal | None:
    if card.subtype == Subtype.TRAP:
        return turn.no("trap_when_bombed", "D4")
    problem = _pay_moment(turn, piece)
    if problem is not None or turn.state.combat is not None:
        return problem
    if card.subtype == Subtype.ROCKET:
        return turn.no("rocket_in_payment_step", "D2")
    if piece.role is Role.BASE and isinstance(card.limit, int) and piece.developments < card.limit:
        return turn.no("limit_not_reached", "D4", limit=card.limit, have=piece.developments)
    return None


def show(turn: Turn, uid: int, id: str) -> None:
    """A card being paid for is named at once, so that it cannot also be somewhere else."""
    piece = turn.state.piece(uid)
    if piece is not None and piece.card is None:
        turn.do(table.shown, "D8", piece=uid, card=id)


def face_down(turn: Turn) -> Iterator[tuple[Piece, str, Card]]:
    """The player's face-down cards with what they may be; of a captured one nothing, since it is another's deck."""
    ids: list[str] | None = None
    for piece in turn.state.pieces:
        if piece.controller != turn.me or piece.paid:
            continue
        if piece.card is not None:
            found = [piece.card]
        elif piece.owner == turn.me:
            ids = found = hidden.could_be(turn, turn.me) if ids is None else ids
        else:
            found = []
        yield from ((piece, id, pieces.card(turn, id) or BLANK) for id in found)


def untold(turn: Turn) -> Iterator[Piece]:
    """The player's own face-down cards that nobody has named."""
    for piece in turn.state.pieces:
        if piece.controller == turn.me and piece.owner == turn.me and piece.card is None:
            yield piece


def _payable(turn: Turn) -> Iterator[Move]:
    for piece, id, card in face_down(turn):
        if card.type in (None, piece.role.value) or id == piece.card:
            yield pay.move(turn.me, piece.uid, id)


@pay.lists_legal
def _payments(turn: Turn) -> Iterator[Move]:
    return (
        one for one in _payable(turn) if _pay_problem(turn, typed(int, one["piece"]), typed(str, one["card"])) is None
    )


pay.tries(_payable)


def _may_be_new(turn: Turn) -> list[Piece]:
    """Face-down cards that may turn out to be one the copy lacks."""
    if hidden.sight(turn, turn.me).deck is not None:
        return []
    return [piece for piece in untold(turn) if _pay_moment(turn, piece) is None]


@pay.asks("piece")
def _which_card(turn: Turn, partial: Move) -> Choice:
    return hidden.offer_too(turn, turn.ask(partial, "piece"), "pay", [piece.uid for piece in _may_be_new(turn)])


@pay.asks("card")
def _what_is_it(turn: Turn, partial: Move) -> Choice:
    piece = next((piece for piece in _may_be_new(turn) if piece.uid == partial["piece"]), None)
    new = None if piece is None else turn.catalog.wanted("cards", "subtype", "cost", type=piece.role.value)
    return turn.ask(partial, "card", new=new)


@pay.why_none
def _nothing_to_pay(turn: Turn) -> Illegal | None:
    if _may_be_new(turn):
        return None
    reasons = (_pay_problem(turn, typed(int, one["piece"]), typed(str, one["card"])) for one in _payable(turn))
    return next((reason for reason in reasons if reason is not None), turn.no("nothing_face_down", "D8"))


OWN = {"own_start": (Phase.START,), "own_main": (Phase.MAIN,), "own_closing": (Phase.CHECK, Phase.CLOSING)}
STEPS = {
    "in_equipping": (Step.EQUIP_ATTACK, Step.EQUIP_DEFEND),
    "in_payment": (Step.PAY_ATTACK, Step.PAY_DEFEND, Step.PAY_END),
    "in_firing": (Step.FIRE,),
    "in_bombing": (Step.BOMB,),
    "in_combat": tuple(Step),
}
"""When the abilities that say so can be used: phases of one's own turn, steps of a combat."""


def _its_moment(turn: Turn, when: str) -> bool:
    """Whether an ability that names a phase or a step can be used now (D6b)."""
    combat = turn.state.combat
    if when in STEPS:
        return combat is not None and combat.step in STEPS[when]
    ending = when == "own_closing" and any(pending.kind == "end_turn" for pending in turn.state.stack.items)
    return when not in OWN or (turn.state.active == turn.me and (ending or turn.state.phase in OWN[when]))


# -- abilities -----------------------------------------------------------------------------------------


@play
def use(turn: Turn, piece: int, ability: int, target: int | None) -> Illegal | None:
    """Abilities work in any phase, as interrupts; a marked cost needs the card active (C2, D6b)."""
    found = turn.state.piece(piece)
    if found is None or found.controller != turn.me:
        return turn.no("not_your_card", "C7")
    card = pieces.record(turn, found)
    if not found.paid:
        return turn.no("unpaid_has_no_effect", "D8")
    if card is None or not 0 <= ability < len(card.uses):
        return turn.no("no_such_ability", "D6b")
    if found.role in (Role.CREW, Role.WEAPON) and found.on is None and card.subtype != Subtype.PASSENGER:
        return turn.no("only_on_a_ship", "D3")
    special = card.uses[ability]
    if any(number == ability for number, _ in found.spoken):
        return turn.no("used_already", "C2")
    if not _its_moment(turn, special.when):
        return turn.no("ability_when", "D6b", when=text(f"{SLUG}.value.{special.when}"))
    if special.mark is not Mark.NONE:
        if found.turn is not Facing.ACTIVE:
            return turn.no("not_active", "C2")
        if card.subtype == Subtype.PASSENGER and found.on is not None and special.mark is not Mark.SACRIFICE:
            return turn.no("passenger_aboard", "D3")
    problem = card_text.aim(turn, special.effects, target)
    if problem is None:
        problem = afford(turn, special.cost, "D6b")
    if problem is not None:
        return problem
    if special.cost:
        turn.do(table.credits, "D6b", seat=turn.me, amount=-special.cost)
    if special.mark is Mark.SACRIFICE:
        pieces.destroy(turn, found, "C2")
    elif special.mark is not Mark.NONE:
        turn.do(table.turned, "C2", piece=piece, turn=special.mark.value)
    if special.lasts is not None and special.mark is not Mark.SACRIFICE:
        turn.do(table.spoke, "C2", piece=piece, ability=ability, until=special.lasts)
    price, card_id = special.cost, found.card
    answers.declare(turn, turn.me, "ability", "D6b", price, card=card_id, number_of=ability, piece=piece, target=target)
    return None


@use.lists
def _uses(turn: Turn) -> Iterator[Move]:
    for piece in turn.state.pieces:
        card = pieces.record(turn, piece) if piece.controller == turn.me else None
        for number, ability in enumerate(card.uses if card is not None else ()):
            aimed = card_text.needs_target(ability.effects)
            for target in (other.uid for other in turn.state.pieces) if aimed else (None,):
                yield use.move(turn.me, piece.uid, number, target)


@use.asks("ability")
def _which_ability(turn: Turn, partial: Move) -> Choice:
    """The abilities as they are told of the card."""
    choice = turn.ask(partial, "ability")
    card = pieces.record(turn, turn.state.by_number[typed(int, partial["piece"])]) or BLANK
    said = [card.uses[typed(int, offer.value)].text for offer in choice.offers]
    named = (
        replace(offer, label=text("core.value", value=words)) if words else offer
        for offer, words in zip(choice.offers, said)
    )
    return replace(choice, offers=tuple(named))


PLAYS = (ship, event, interrupt, pay, use)
