"""A player tells the referee, in private, what a hidden card is; nobody must (B9)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal, Need
from tableside.games.kaosz_galaktika import hidden
from tableside.games.kaosz_galaktika.changes import table
from tableside.games.kaosz_galaktika.rules import cards
from tableside.games.kaosz_galaktika.state import Turn


@play
def tell_hand(turn: Turn, card: str) -> Illegal | None:
    """A card in hand."""
    if turn.state.players[turn.me].unknown < 1:
        return turn.no("all_told", "B9")
    problem = hidden.can_be(turn, turn.me, card)
    if problem is None:
        turn.do(table.told_hand, "B9", seat=turn.me, card=card)
    return problem


@tell_hand.lists_legal
def _in_hand(turn: Turn) -> Iterator[Move]:
    known = hidden.could_be(turn, turn.me) if turn.state.players[turn.me].unknown else []
    return (tell_hand.move(turn.me, card) for card in known)


@tell_hand.asks("card")
def _any_card(turn: Turn, partial: Move) -> Choice:
    return turn.ask(partial, "card", new=cards.another(turn, None, "type"))


@tell_hand.why_none
def _hand_told(turn: Turn) -> Illegal | None:
    return None if turn.state.players[turn.me].unknown else turn.no("all_told", "B9")


@play
def tell_piece(turn: Turn, piece: int, card: str) -> Illegal | None:
    """A card lying face down."""
    found = turn.state.piece(piece)
    if found is None or found.controller != turn.me:
        return turn.no("not_your_card", "C7")
    if found.card is not None:
        return turn.no("all_told", "B9")
    problem = hidden.piece_can_be(turn, found, card)
    if problem is None:
        turn.do(table.told_piece, "B9", piece=piece, card=card)
    return problem


@tell_piece.lists_legal
def _face_down(turn: Turn) -> Iterator[Move]:
    untold = list(cards.untold(turn))
    known = hidden.could_be(turn, turn.me) if untold else []
    return (tell_piece.move(turn.me, piece.uid, card) for piece in untold for card in known)


@tell_piece.asks("piece")
def _which_piece(turn: Turn, partial: Move) -> Choice:
    return hidden.offer_too(turn, turn.ask(partial, "piece"), "tell_piece", [piece.uid for piece in cards.untold(turn)])


@tell_piece.asks("card")
def _what_is_it(turn: Turn, partial: Move) -> Choice:
    return turn.ask(partial, "card", new=_new(turn))


@tell_piece.why_none
def _pieces_told(turn: Turn) -> Illegal | None:
    return None if any(cards.untold(turn)) else turn.no("nothing_face_down", "B9")


@play
def tell_ruin(turn: Turn, place: int, card: str) -> Illegal | None:
    """A card in one's own ruin."""
    ruin = turn.state.players[turn.me].ruin
    if not 0 <= place < len(ruin):
        return turn.no("not_there", "B3")
    if ruin[place] is not None:
        return turn.no("all_told", "B9")
    problem = hidden.can_be(turn, turn.me, card)
    if problem is None:
        turn.do(table.told_ruin, "B3", seat=turn.me, place=place, card=card)
    return problem


@tell_ruin.lists_legal
def _in_ruin(turn: Turn) -> Iterator[Move]:
    place = _top_untold(turn)
    known = hidden.could_be(turn, turn.me) if place is not None else []
    return (tell_ruin.move(turn.me, place or 0, card) for card in known)


def _top_untold(turn: Turn) -> int | None:
    """The uppermost card of the ruin that nobody has named."""
    ruin = turn.state.players[turn.me].ruin
    return next((place for place in reversed(range(len(ruin))) if ruin[place] is None), None)


@tell_ruin.asks("place")
def _which_place(turn: Turn, partial: Move) -> Choice:
    place = _top_untold(turn)
    return hidden.offer_too(turn, turn.ask(partial, "place"), "tell_ruin", [] if place is None else [place])


@tell_ruin.asks("card")
def _what_lies_there(turn: Turn, partial: Move) -> Choice:
    return turn.ask(partial, "card", new=_new(turn))


@tell_ruin.why_none
def _ruin_told(turn: Turn) -> Illegal | None:
    return turn.no("ruin_empty", "B3") if _top_untold(turn) is None else None


def _new(turn: Turn) -> Need | None:
    """What must be told of a card that the copy lacks."""
    return turn.catalog.wanted("cards", "type") if hidden.sight(turn, turn.me).deck is None else None


PLAYS = (tell_hand, tell_piece, tell_ruin)
