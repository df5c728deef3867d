"""What each event changes on the table; nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tableside.core import stack
from tableside.core.moves import Event
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import fighting
from tableside.games.kaosz_galaktika.state import (
    FIRST_CARDS,
    FIRST_CREDITS,
    Change,
    Phase,
    Piece,
    Player,
    Role,
    State,
    Turn,
)


def fold(state: State, happened: Event) -> State:
    """The state after an event."""
    return FOLDS[happened.kind](state, happened)


# -- the start ---------------------------------------------------------------------------------


def deck_chosen(state: State, e: Event) -> State:
    return state.with_player(e["seat"], deck=e["deck"], chosen=True)


def phase(state: State, e: Event) -> State:
    return replace(state, phase=Phase(e["phase"]))


def rolled(state: State, e: Event) -> State:
    return state


def starts(state: State, e: Event) -> State:
    return replace(state, active=e["seat"])


def dealt(state: State, e: Event) -> State:
    player = state.players[e["seat"]]
    return state.with_player(
        e["seat"],
        credits=player.credits + FIRST_CREDITS,
        colony=player.colony - FIRST_CARDS,
        hand=player.hand + FIRST_CARDS,
    )


def kept(state: State, e: Event) -> State:
    return state.with_player(e["seat"], kept=True)


def mulligan(state: State, e: Event) -> State:
    return state.with_player(e["seat"], kept=True, known=())


def turn_began(state: State, e: Event) -> State:
    state = replace(state, active=e["seat"], turn=state.turn + 1)
    return state.with_player(e["seat"], turns=state.players[e["seat"]].turns + 1)


# -- credits and cards -------------------------------------------------------------------------


def credits(state: State, e: Event) -> State:
    return state.with_player(e["seat"], credits=state.players[e["seat"]].credits + e["amount"])


def spent(state: State, e: Event) -> State:
    return state.with_player(e["seat"], credits=state.players[e["seat"]].credits - e["amount"], rebate=0)


def rebated(state: State, e: Event) -> State:
    return state.with_player(e["seat"], rebate=state.players[e["seat"]].rebate + e["amount"])


def drawn(state: State, e: Event) -> State:
    player = state.players[e["seat"]]
    return state.with_player(e["seat"], colony=player.colony - e["amount"], hand=player.hand + e["amount"])


def searched(state: State, e: Event) -> State:
    player = state.players[e["seat"]]
    return state.with_player(e["seat"], colony=player.colony - 1, hand=player.hand + 1)


def salvaged(state: State, e: Event) -> State:
    player = state.players[e["seat"]]
    state = state.with_player(e["seat"], ruin=player.ruin[1:])
    return into_hand(state, e["seat"], player.ruin[0])


def from_hand(state: State, e: Event) -> State:
    return state.with_player(e["seat"], **_taken(state.players[e["seat"]], e["card"]))


def discarded(state: State, e: Event) -> State:
    player = state.players[e["seat"]]
    return state.with_player(e["seat"], **_taken(player, e["card"]), ruin=(*player.ruin, e["card"]))


def milled(state: State, e: Event) -> State:
    player = state.players[e["seat"]]
    ruin = (*player.ruin, *((None,) * e["amount"]))
    return state.with_player(e["seat"], colony=player.colony - e["amount"], ruin=ruin)


def trashed(state: State, e: Event) -> State:
    return state.with_player(e["seat"], trash=(*state.players[e["seat"]].trash, e["card"]))


def told_hand(state: State, e: Event) -> State:
    player = state.players[e["seat"]]
    return state.with_player(e["seat"], known=tuple(sorted((*player.known, e["card"]))))


def told_piece(state: State, e: Event) -> State:
    return state.with_piece(e["piece"], card=e["card"])


def shown(state: State, e: Event) -> State:
    return state.with_piece(e["piece"], card=e["card"])


def told_ruin(state: State, e: Event) -> State:
    ruin = list(state.players[e["seat"]].ruin)
    ruin[e["place"]] = e["card"]
    return state.with_player(e["seat"], ruin=tuple(ruin))


def shifted(state: State, e: Event) -> State:
    """A card goes from one pile to another because a card's text says so.

    When somebody else's text takes a card of a hidden hand, nobody says which: what was told of that hand is void.
    Of a hidden ruin it is the top card.
    """
    seat, card = e["seat"], e["card"]
    player = state.players[seat]
    match e["source"]:
        case "hand" if e["blind"]:
            state = state.with_player(seat, hand=player.hand - 1, known=())
        case "ruin" if e["blind"]:
            card = player.ruin[-1]
            state = state.with_player(seat, ruin=player.ruin[:-1])
        case "hand":
            state = state.with_player(seat, **_taken(player, card))
        case "colony":
            state = state.with_player(seat, colony=player.colony - 1)
        case "trash":
            state = state.with_player(seat, trash=_without_last(player.trash, card))
        case "ruin":
            state = state.with_player(seat, ruin=_without_last(player.ruin, card))
    return into_pile(state, seat, card, e["to"])


def into_pile(state: State, seat: int, card: str | None, to: str) -> State:
    """The state with a card put on one of this player's piles."""
    player = state.players[seat]
    match to:
        case "hand":
            return into_hand(state, seat, card)
        case "colony":
            return state.with_player(seat, colony=player.colony + 1)
        case "ruin":
            return state.with_player(seat, ruin=(*player.ruin, card))
        case _:
            return state.with_player(seat, trash=(*player.trash, card))


def into_hand(state: State, seat: int, card: str | None) -> State:
    player = state.players[seat]
    known = player.known if card is None else tuple(sorted((*player.known, card)))
    return state.with_player(seat, hand=player.hand + 1, known=known)


def _taken(player: Player, card: str | None) -> dict[str, object]:
    known = list(player.known)
    if card in known:
        known.remove(card)
    return {"hand": player.hand - 1, "known": tuple(known)}


def _without_last(cards: tuple[str | None, ...], card: str | None) -> tuple[str | None, ...]:
    place = len(cards) - 1 - cards[::-1].index(card)
    return cards[:place] + cards[place + 1 :]


# -- cards in play -----------------------------------------------------------------------------


def laid(state: State, e: Event) -> State:
    piece = Piece(e["piece"], e["seat"], e["seat"], Role(e["role"]), e["card"], on=e["on"])
    return replace(state, pieces=(*state.pieces, piece), next=max(state.next, piece.uid + 1))


def entered(state: State, e: Event) -> State:
    piece = Piece(e["piece"], e["seat"], e["seat"], Role.SHIP, e["card"], paid=True)
    return replace(state, pieces=(*state.pieces, piece), next=max(state.next, piece.uid + 1))


def paid(state: State, e: Event) -> State:
    return state.with_piece(e["piece"], card=e["card"], paid=True)


def turned(state: State, e: Event) -> State:
    return state.with_piece(e["piece"], turn=Turn(e["turn"]))


def hurt(state: State, e: Event) -> State:
    return state.with_piece(e["piece"], damage=_piece(state, e["piece"]).damage + e["amount"])


def developed(state: State, e: Event) -> State:
    piece = _piece(state, e["piece"])
    bought = piece.developed + (e["amount"] if e["bought"] else 0)
    return state.with_piece(piece.uid, developments=piece.developments + e["amount"], developed=bought)


def counted(state: State, e: Event) -> State:
    return state.with_piece(e["piece"], counters=_piece(state, e["piece"]).counters + e["amount"])


def changed(state: State, e: Event) -> State:
    change = Change(e["value"], e["amount"], e["until"])
    return state.with_piece(e["piece"], changes=(*_piece(state, e["piece"]).changes, change))


def captured(state: State, e: Event) -> State:
    """It goes to the right end of its new controller's row (B4)."""
    piece = replace(_piece(state, e["piece"]), controller=e["seat"])
    return replace(state, pieces=(*(other for other in state.pieces if other.uid != piece.uid), piece))


def destroyed(state: State, e: Event) -> State:
    """Paid cards go to the owner's trash, unpaid ones to the owner's ruin (D9)."""
    piece = _piece(state, e["piece"])
    return _leave(state, piece, "trash" if piece.paid else "ruin")


def sent(state: State, e: Event) -> State:
    return _leave(state, _piece(state, e["piece"]), e["to"])


def _leave(state: State, piece: Piece, to: str) -> State:
    state = replace(state, pieces=tuple(other for other in state.pieces if other.uid != piece.uid))
    state = fighting.forget(state, piece.uid)
    return into_pile(state, piece.owner, piece.card, to)


def _piece(state: State, uid: int) -> Piece:
    piece = state.piece(uid)
    if piece is None:
        raise ValueError(f"no card {uid} in play")
    return piece


# -- the stack ---------------------------------------------------------------------------------


def declared(state: State, e: Event) -> State:
    paid_price = (("credits", e["price"]),) if e["price"] else ()
    pending = Pending(e["seat"], e["what"], (("number", e["number"]), *e["details"]), paid_price)
    pushed = stack.declare(state.stack, pending, e["waiting"])
    return replace(state, stack=pushed, next=max(state.next, e["number"] + 1))


def stood(state: State, e: Event) -> State:
    return replace(state, stack=stack.let_stand(state.stack, e["seat"]))


def reordered(state: State, e: Event) -> State:
    return replace(state, stack=stack.reorder(state.stack, e["order"]))


def lifted(state: State, e: Event) -> State:
    return replace(state, stack=stack.resolve(state.stack, lambda pending: None).stack)


def asked(state: State, e: Event) -> State:
    return replace(state, stack=stack.ask(state.stack, e["waiting"]))


def cancelled(state: State, e: Event) -> State:
    places = [pending["number"] for pending in state.stack.items]
    depth = len(places) - 1 - places.index(e["number"])
    rest = stack.cancel(state.stack, depth)
    return replace(state, stack=rest if rest else stack.Stack())


def opened(state: State, e: Event) -> State:
    return replace(state, resolving=Pending(e["seat"], e["what"], (("number", e["number"]), *e["details"])))


def carried_out(state: State, e: Event) -> State:
    return replace(state, resolving=None)


def lost(state: State, e: Event) -> State:
    return state


# -- the end -----------------------------------------------------------------------------------


def turn_ended(state: State, e: Event) -> State:
    """All armour comes back, what lasted until the end of the turn ends, and the counts of the turn begin anew."""
    pieces = tuple(
        replace(piece, damage=0, developed=0, changes=fighting.lasting(piece, "always"))
        if piece.damage or piece.developed or piece.changes
        else piece
        for piece in state.pieces
    )
    players = tuple(replace(player, rebate=0) if player.rebate else player for player in state.players)
    return replace(state, pieces=pieces, players=players)


def eliminated(state: State, e: Event) -> State:
    order = 1 + max((player.out or 0 for player in state.players), default=0) if not e["also"] else e["also"]
    state = state.with_player(e["seat"], out=order)
    return state.with_player(e["by"], eliminated=state.players[e["by"]].eliminated + 1)


def won(state: State, e: Event) -> State:
    return replace(state, winner=e["seat"], phase=Phase.OVER)


def clock(state: State, e: Event) -> State:
    return replace(state, seconds=e["seconds"])


def time_up(state: State, e: Event) -> State:
    return replace(state, phase=Phase.TIME, timed=True)


FOLDS: dict[str, Callable[[State, Event], State]] = {
    function.__name__: function
    for function in (
        deck_chosen, phase, rolled, starts, dealt, kept, mulligan, turn_began,
        credits, spent, rebated, drawn, searched, salvaged, from_hand, discarded, milled, trashed,
        told_hand, told_piece, shown, told_ruin, shifted,
        laid, entered, paid, turned, hurt, developed, counted, changed, captured, destroyed, sent,
        declared, stood, reordered, lifted, asked, cancelled, opened, carried_out, lost,
        turn_ended, eliminated, won, clock, time_up,
    )
} | fighting.FOLDS  # fmt: skip
