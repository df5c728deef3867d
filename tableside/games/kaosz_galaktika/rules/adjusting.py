"""Free card text carried out by its player: each change is a move of its own that names the card (C6)."""

from __future__ import annotations

from typing import Any

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.cards import VALUES
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers, texts
from tableside.games.kaosz_galaktika.state import Piece, Role, Turn

MOST = 99
CANCELLABLE = (*answers.CHAIN, "ship", "event", "attack")
PILES = ("hand", "colony", "trash", "ruin")
SHAPES: dict[str, dict[str, Any]] = {
    "effect_value": {"by": int, "piece": int, "value": str, "amount": int, "until": str},
    "effect_damage": {"by": int, "piece": int, "amount": int},
    "effect_turn": {"by": int, "piece": int, "turn": str},
    "effect_counter": {"by": int, "piece": int, "amount": int},
    "effect_develop": {"by": int, "piece": int, "amount": int},
    "effect_credits": {"by": int, "player": int, "amount": int},
    "effect_price": {"by": int, "player": int, "amount": int},
    "effect_draw": {"by": int, "player": int, "amount": int},
    "effect_mill": {"by": int, "player": int, "amount": int},
    "effect_destroy": {"by": int, "piece": int},
    "effect_send": {"by": int, "piece": int, "to": str},
    "effect_capture": {"by": int, "piece": int, "player": int},
    "effect_card": {"by": int, "player": int, "source": str, "to": str, "card": str | None},
    "effect_cancel": {"by": int, "number": int},
}


def check(desk: Desk, move: Move) -> Illegal | None:
    """The text is one's own to use now, its target is there, and the rules' own limits hold."""
    problem = texts.source(desk, move)
    if problem is not None:
        return problem
    if "amount" in move and not (1 <= abs(move["amount"]) <= MOST):
        return no("no_such_amount", "C5", most=MOST)
    if "player" in move and move["player"] not in desk.state.alive():
        return no("no_such_player", "C7")
    if "piece" in move:
        piece = texts.touch(desk, move["piece"])
        return piece if isinstance(piece, Illegal) else _check_piece(desk, move, piece)
    return _check_other(desk, move)


def _check_piece(desk: Desk, move: Move, piece: Piece) -> Illegal | None:
    amount = move.get("amount", 0)
    match move.kind:
        case "effect_value":
            if move["value"] not in VALUES or move["until"] not in ("combat", "turn", "always"):
                return no("no_such_value", "C5")
            if move["until"] == "combat" and desk.state.combat is None:
                return no("no_combat", "F3")
            if not piece.paid or piece.role not in (Role.SHIP, Role.BASE):
                return no("no_values", "D10")
        case "effect_damage":
            if amount < 1:
                return no("no_such_amount", "C5", most=MOST)
            if not piece.paid or piece.role not in (Role.SHIP, Role.BASE):
                return no("no_values", "D10")
        case "effect_turn":
            if move["turn"] not in tuple(Turn) or move["turn"] == piece.turn:
                return no("no_such_turn", "C1")
            if _passenger_aboard(desk, piece):
                return no("passenger_aboard", "D3")
        case "effect_counter" if piece.counters + amount < 0:
            return no("below_zero", "C5")
        case "effect_develop":
            if piece.role is not Role.BASE:
                return no("not_a_base", "D4")
            if piece.developments + amount < 0:
                return no("below_zero", "C5")
        case "effect_send" if move["to"] not in ("hand", "colony"):
            return no("no_such_pile", "B9")
        case "effect_capture":
            if move["player"] == piece.controller:
                return no("already_yours", "C7")
            if piece.on is not None:
                return no("goes_with_its_ship", "D2")
            combat = desk.state.combat
            if combat is not None and piece.uid in combat.ships:
                return no("in_combat", "F3")
    return None


def _passenger_aboard(desk: Desk, piece: Piece) -> bool:
    card = desk.record(piece)
    return piece.on is not None and card is not None and card.subtype == "passenger"


def _check_other(desk: Desk, move: Move) -> Illegal | None:
    amount = move.get("amount", 0)
    match move.kind:
        case "effect_credits" if desk.player(move["player"]).credits + amount < 0:
            return no("below_zero", "C5")
        case "effect_draw" | "effect_mill":
            if not 1 <= amount <= desk.player(move["player"]).colony:
                return no("colony_too_small", "E3", left=desk.player(move["player"]).colony)
        case "effect_card":
            return _check_card(desk, move)
        case "effect_cancel":
            pending = answers.find(desk, move["number"])
            if pending is None or pending.kind not in CANCELLABLE:
                return no("nothing_to_cancel", "D8")
    return None


def _check_card(desk: Desk, move: Move) -> Illegal | None:
    """A card goes from pile to pile; of somebody else's hidden piles no card can be named (B9)."""
    player, card, source, to = desk.player(move["player"]), move["card"], move["source"], move["to"]
    if source not in PILES or to not in PILES or source == to:
        return no("no_such_pile", "B9")
    if source == "colony" or blind(move):
        size = player.colony if source == "colony" else player.hand if source == "hand" else len(player.ruin)
        there = card is None and size > 0
    elif source == "hand":
        there = card in player.known if card is not None else player.unknown > 0
    else:
        there = card in getattr(player, source)
    if not there:
        return no("not_there", "B9")
    if to == "trash" and card is None:
        return no("trash_is_face_up", "B2")
    return None


def blind(move: Move) -> bool:
    """Whether the card comes from a hidden pile of somebody else: the referee then no longer knows what is left."""
    return move["source"] in ("hand", "ruin") and move["player"] != move.seat


def act(desk: Desk, move: Move) -> None:
    """Do it, with the rules' consequences: what has no armour is destroyed, what leaves loses its counters."""
    amount = move.get("amount", 0)
    piece = desk.piece(move.get("piece"))
    if piece is not None:
        _act_piece(desk, move, piece)
        desk.sweep()
        return
    match move.kind:
        case "effect_credits":
            desk.do("credits", "C6", seat=move["player"], amount=amount)
        case "effect_price":
            desk.do("rebated", "C6", seat=move["player"], amount=amount)
        case "effect_draw":
            desk.do("drawn", "C6", seat=move["player"], amount=amount)
        case "effect_mill":
            desk.do("milled", "C6", seat=move["player"], amount=amount)
        case "effect_card":
            details = {"seat": move["player"], "source": move["source"], "to": move["to"], "card": move["card"]}
            desk.do("shifted", "C6", **details, blind=blind(move))
        case "effect_cancel":
            answers.cancel(desk, move["number"], "D8")
            answers.settle(desk)


def _act_piece(desk: Desk, move: Move, piece: Piece) -> None:
    amount, uid = move.get("amount", 0), piece.uid
    match move.kind:
        case "effect_value":
            desk.do("changed", "C6", piece=uid, value=move["value"], amount=amount, until=move["until"])
        case "effect_damage":
            desk.hit(piece, amount, "C6")
        case "effect_turn":
            desk.do("turned", "C6", piece=uid, turn=move["turn"])
        case "effect_counter":
            desk.do("counted", "C6", piece=uid, amount=amount)
        case "effect_develop":
            desk.do("developed", "C6", piece=uid, amount=amount, bought=False)
        case "effect_destroy":
            desk.destroy(piece, "C6")
        case "effect_send":
            for other in desk.aboard(uid):
                desk.do("destroyed", "D9", piece=other.uid)
            desk.do("sent", "C6", piece=uid, to=move["to"])
        case "effect_capture":
            for other in (piece, *desk.aboard(uid)):
                desk.do("captured", "C7", piece=other.uid, seat=move["player"])
