"""Free card text carried out by its player: each change is a move of its own that names the card (C6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, Plain
from tableside.core.rulebook import Play, play
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.changes import stacked, table
from tableside.games.kaosz_galaktika.records import VALUES, Subtype
from tableside.games.kaosz_galaktika.rules import answers, card_text
from tableside.games.kaosz_galaktika.state import Facing, Piece, Role, Turn, stack_number

MOST = 99
MOST_CARDS = 5
"""So many cards of one player a text moves at most."""
CANCELLABLE = (*answers.CHAIN, "ship", "event", "attack")
PILES = ("hand", "colony", "trash", "ruin")
UNTIL = ("combat_end", "turn_end", "always")


def _card(turn: Turn, kind: str, piece: int, amount: int = 1) -> Piece | Illegal:
    """The card in play a text is pointed at, for the first time in this way."""
    problem = _again(turn, kind, piece, amount)
    return card_text.touch(turn, piece) if problem is None else problem


def _player(turn: Turn, kind: str, player: int, amount: int = 1) -> Illegal | None:
    """Whether there is such a player, and the text has not done this to that player yet."""
    if player not in turn.state.alive():
        return turn.no("no_such_player", "C7")
    return _again(turn, kind, player, amount)


def _again(turn: Turn, kind: str, thing: int, amount: int) -> Illegal | None:
    """A text does the same to the same once."""
    if not 1 <= abs(amount) <= MOST:
        return turn.no("no_such_amount", "C5", most=MOST)
    if turn.state.done_by_hand.count((kind, thing)) >= (MOST_CARDS if kind == "card" else 1):
        return turn.no("done_already", "C6")
    return None


def _note(turn: Turn, kind: str, thing: int) -> None:
    """What the text says is read by the players, not by the referee, who keeps what it did to what."""
    pending = turn.state.resolving
    assert pending is not None
    turn.warn("by_hand", "C6")
    turn.do(stacked.noted, "C6", number=stack_number(pending), what=kind, thing=thing)


def _with_values(turn: Turn, piece: Piece) -> Illegal | None:
    paid = piece.paid and piece.role in (Role.SHIP, Role.BASE)
    return None if paid else turn.no("no_values", "D10")


@play
def effect_value(turn: Turn, piece: int, value: str, amount: int, until: str) -> Illegal | None:
    """A value changes, for so long."""
    if value not in VALUES or until not in UNTIL:
        return turn.no("no_such_value", "C5")
    found = _card(turn, value, piece, amount)
    if isinstance(found, Illegal):
        return found
    if until == "combat_end" and turn.state.combat is None:
        return turn.no("no_combat", "F3")
    problem = _with_values(turn, found)
    if problem is not None:
        return problem
    _note(turn, value, piece)
    turn.do(table.changed, "C6", piece=piece, value=value, amount=amount, until=until)
    pieces.sweep(turn)
    return None


@play
def effect_damage(turn: Turn, piece: int, amount: int) -> Illegal | None:
    """A ship or base takes damage."""
    found = _card(turn, "damage", piece, amount)
    if isinstance(found, Illegal):
        return found
    problem = turn.no("no_such_amount", "C5", most=MOST) if amount < 1 else _with_values(turn, found)
    if problem is not None:
        return problem
    _note(turn, "damage", piece)
    pieces.hit(turn, found, amount, "C6")
    pieces.sweep(turn)
    return None


@play
def effect_turn(now: Turn, piece: int, turn: str) -> Illegal | None:
    """A card is turned."""
    found = _card(now, "turn", piece)
    if isinstance(found, Illegal):
        return found
    if turn not in tuple(Facing) or turn == found.turn:
        return now.no("no_such_turn", "C1")
    card = pieces.record(now, found)
    if found.on is not None and card is not None and card.subtype == Subtype.PASSENGER:
        return now.no("passenger_aboard", "D3")
    _note(now, "turn", piece)
    now.do(table.turned, "C6", piece=piece, turn=turn)
    pieces.sweep(now)
    return None


@play
def effect_counter(turn: Turn, piece: int, amount: int) -> Illegal | None:
    """Counters are put on a card or taken off."""
    found = _card(turn, "counter", piece, amount)
    if isinstance(found, Illegal):
        return found
    if found.counters + amount < 0:
        return turn.no("below_zero", "C5")
    _note(turn, "counter", piece)
    turn.do(table.counted, "C6", piece=piece, amount=amount)
    pieces.sweep(turn)
    return None


@play
def effect_develop(turn: Turn, piece: int, amount: int) -> Illegal | None:
    """Developments are put on a base or taken off."""
    found = _card(turn, "develop", piece, amount)
    if isinstance(found, Illegal):
        return found
    if found.role is not Role.BASE:
        return turn.no("not_a_base", "D4")
    if found.developments + amount < 0:
        return turn.no("below_zero", "C5")
    _note(turn, "develop", piece)
    turn.do(table.developed, "C6", piece=piece, amount=amount, bought=False)
    pieces.sweep(turn)
    return None


@play
def effect_credits(turn: Turn, player: int, amount: int) -> Illegal | None:
    """A player gets or loses credits."""
    problem = _player(turn, "credits", player, amount)
    if problem is None and turn.state.players[player].credits + amount < 0:
        problem = turn.no("below_zero", "C5")
    if problem is None:
        _note(turn, "credits", player)
        turn.do(table.credits, "C6", seat=player, amount=amount)
    return problem


@play
def effect_price(turn: Turn, player: int, amount: int) -> Illegal | None:
    """The price of a player's next card changes."""
    problem = _player(turn, "price", player, amount)
    if problem is None:
        _note(turn, "price", player)
        turn.do(table.rebated, "C6", seat=player, amount=amount)
    return problem


@play
def effect_draw(turn: Turn, player: int, amount: int) -> Illegal | None:
    """A player draws cards."""
    problem = _from_colony(turn, "draw", player, amount)
    if problem is None:
        _note(turn, "draw", player)
        turn.do(table.drawn, "C6", seat=player, amount=amount)
    return problem


@play
def effect_mill(turn: Turn, player: int, amount: int) -> Illegal | None:
    """Cards go from the top of a colony to the ruin."""
    problem = _from_colony(turn, "mill", player, amount)
    if problem is None:
        _note(turn, "mill", player)
        turn.do(table.milled, "C6", seat=player, amount=amount)
    return problem


def _from_colony(turn: Turn, kind: str, player: int, amount: int) -> Illegal | None:
    problem = _player(turn, kind, player, amount)
    if problem is None and not 1 <= amount <= turn.state.players[player].colony:
        problem = turn.no("colony_too_small", "E3", left=turn.state.players[player].colony)
    return problem


@play
def effect_destroy(turn: Turn, piece: int) -> Illegal | None:
    """A card is destroyed."""
    found = _card(turn, "destroy", piece)
    if isinstance(found, Illegal):
        return found
    _note(turn, "destroy", piece)
    pieces.destroy(turn, found, "C6")
    pieces.sweep(turn)
    return None


@play
def effect_send(turn: Turn, piece: int, to: str) -> Illegal | None:
    """A card goes back to its owner's hand or colony; what is on it is destroyed."""
    found = _card(turn, "send", piece)
    if isinstance(found, Illegal):
        return found
    if to not in ("hand", "colony"):
        return turn.no("no_such_pile", "B9")
    _note(turn, "send", piece)
    for other in turn.state.aboard(piece):
        turn.do(table.destroyed, "D9", piece=other.uid)
    turn.do(table.sent, "C6", piece=piece, to=to)
    pieces.sweep(turn)
    return None


@play
def effect_capture(turn: Turn, piece: int, player: int) -> Illegal | None:
    """A card gets another controller, with all that is on it (C7)."""
    if player not in turn.state.alive():
        return turn.no("no_such_player", "C7")
    found = _card(turn, "capture", piece)
    if isinstance(found, Illegal):
        return found
    if player == found.controller:
        return turn.no("already_yours", "C7")
    if found.on is not None:
        return turn.no("goes_with_its_ship", "D2")
    combat = turn.state.combat
    if combat is not None and piece in combat.ships:
        return turn.no("in_combat", "F3")
    _note(turn, "capture", piece)
    for other in (found, *turn.state.aboard(piece)):
        turn.do(table.captured, "C7", piece=other.uid, seat=player)
    pieces.sweep(turn)
    return None


@play
def effect_card(turn: Turn, player: int, source: str, to: str, card: str | None) -> Illegal | None:
    """A card goes from pile to pile; of somebody else's hidden piles no card can be named (B9)."""
    problem = _player(turn, "card", player)
    if problem is not None:
        return problem
    if source not in PILES or to not in PILES or source == to:
        return turn.no("no_such_pile", "B9")
    owner = turn.state.players[player]
    blind = source in ("hand", "ruin") and player != turn.me
    if source == "colony" or blind:
        size = owner.colony if source == "colony" else owner.hand if source == "hand" else len(owner.ruin)
        there = card is None and size > 0
    elif source == "hand":
        there = card in owner.known if card is not None else owner.unknown > 0
    else:
        there = card in (owner.trash if source == "trash" else owner.ruin)
    if not there:
        return turn.no("not_there", "B9")
    if to == "trash" and card is None:
        return turn.no("trash_is_face_up", "B2")
    _note(turn, "card", player)
    turn.do(table.shifted, "C6", seat=player, source=source, to=to, card=card, blind=blind)
    return None


@play
def effect_cancel(turn: Turn, number: int) -> Illegal | None:
    """Something on the stack is cancelled (D8)."""
    pending = turn.state.pending(number)
    if pending is None or pending.kind not in CANCELLABLE:
        return turn.no("nothing_to_cancel", "D8")
    answers.cancel(turn, number, "D8")
    return None


PLAYS: tuple[Play[Any], ...] = (
    effect_value, effect_damage, effect_turn, effect_counter, effect_develop, effect_credits, effect_price,
    effect_draw, effect_mill, effect_destroy, effect_send, effect_capture, effect_card, effect_cancel,
)  # fmt: skip
SIGNED = ("effect_value", "effect_counter", "effect_develop", "effect_credits", "effect_price")


# -- what can be named: the commonest changes are listed, any other is asked slot by slot -------------


def _changes(turn: Turn, effect: Play[Any], given: Mapping[str, Plain], asked: str = "") -> Iterator[Move]:
    """Changes by free text with what is given: the commonest, or all that matter to the slot that is asked.

    Whatever takes any amount takes one; and if it can change for any time, it can for the time of this moment.
    """
    state, kind, wide = turn.state, effect.kind, bool(asked)
    signs = (1, -1) if kind in SIGNED else (1,)
    slots: dict[str, tuple[Plain, ...]] = {
        "piece": tuple(piece.uid for piece in state.pieces) if wide else _some(turn),
        "player": state.alive() if wide else state.alive()[:2],
        "amount": tuple(sign * size for sign in signs for size in (range(1, 11) if asked == "amount" else (1,))),
        "value": VALUES,
        "until": UNTIL if asked == "until" else ("combat_end",) if state.combat is not None else ("turn_end",),
        "turn": tuple(facing.value for facing in Facing),
        "to": PILES if kind == "effect_card" else ("hand", "colony"),
        "source": PILES,
        "card": (None, *(_named(turn) if wide else ())),
        "number": tuple(pending["number"] for pending in state.stack.items),
        **{name: (value,) for name, value in given.items()},
    }
    for values in product(*(slots[name] for name in effect.shape)):
        yield effect.move(turn.seat, *values)


def _some(turn: Turn) -> tuple[int, ...]:
    """One card in play of each sort: its role, whether it is paid, upright and one's own."""
    found: dict[tuple[object, ...], int] = {}
    for piece in turn.state.pieces:
        if not pieces.cloaked(turn, piece, turn.me):
            sort = (piece.role, piece.paid, piece.turn, piece.controller == turn.me, bool(piece.developments))
            found.setdefault(sort, piece.uid)
    return tuple(found.values())


def _named(turn: Turn) -> tuple[str, ...]:
    """Cards in piles that this seat can name: all trash, and what the seat has told of its own."""
    player = turn.state.players[turn.me]
    cards = [card for other in turn.state.players for card in other.trash]
    return tuple(dict.fromkeys(card for card in (*cards, *player.ruin, *player.known) if card is not None))


def _asked(turn: Turn, effect: Play[Any], partial: Move) -> Choice:
    """What may go into the next slot: whatever some legal move goes on from."""
    slot = next(name for name in effect.shape if name not in partial)
    found: dict[Plain, Offer] = {}
    for made in _changes(turn, effect, dict(partial.args), slot):
        value = made[slot]
        if value not in found and effect.judge(type(turn)(turn.book, turn.state, turn.seat), **dict(made.args)) is None:
            found[value] = Offer(value, turn.book.say_value(turn.state, effect.kind, slot, value))
    return Choice(
        slot,
        turn.book.slot_kind(effect.kind, slot),
        turn.book.say_slot(turn.state, effect.kind, slot),
        tuple(found.values()),
    )


def _tell(effect: Play[Any]) -> None:
    """The commonest of each are listed; any other can be named."""
    effect.lists(lambda turn: _changes(turn, effect, {}))
    effect.asks("*")(lambda turn, partial: _asked(turn, effect, partial))


for _effect in PLAYS:
    _tell(_effect)
