"""A player tells the referee, in private, what a hidden card is; nobody must (B9)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika import hidden
from tableside.games.kaosz_galaktika.desk import Desk, no


def check_tell_hand(desk: Desk, move: Move) -> Illegal | None:
    if desk.player(move.seat or 0).unknown < 1:
        return no("all_told", "B9")
    return hidden.can_be(desk, move.seat or 0, move["card"])


def act_tell_hand(desk: Desk, move: Move) -> None:
    desk.do("told_hand", "B9", seat=move.seat, card=move["card"])


def check_tell_piece(desk: Desk, move: Move) -> Illegal | None:
    piece = desk.piece(move["piece"])
    if piece is None or piece.controller != move.seat:
        return no("not_your_card", "C7")
    if piece.card is not None:
        return no("all_told", "B9")
    return hidden.piece_can_be(desk, piece, move["card"])


def act_tell_piece(desk: Desk, move: Move) -> None:
    desk.do("told_piece", "B9", piece=move["piece"], card=move["card"])


def check_tell_ruin(desk: Desk, move: Move) -> Illegal | None:
    ruin = desk.player(move.seat or 0).ruin
    if not 0 <= move["place"] < len(ruin):
        return no("not_there", "B3")
    if ruin[move["place"]] is not None:
        return no("all_told", "B9")
    return hidden.can_be(desk, move.seat or 0, move["card"])


def act_tell_ruin(desk: Desk, move: Move) -> None:
    desk.do("told_ruin", "B3", seat=move.seat, place=move["place"], card=move["card"])
