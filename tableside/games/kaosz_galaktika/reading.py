"""Cards on the table: face up or down, turned 0, 90 or 180 degrees; proposals only, nothing is changed unasked."""

from __future__ import annotations

from typing import Any

from tableside.core import adjust
from tableside.core.game import Game, Guess
from tableside.core.moves import Move
from tableside.core.readings import CardReading, Expect, Readings
from tableside.games.kaosz_galaktika import offers
from tableside.games.kaosz_galaktika.desk import Desk
from tableside.games.kaosz_galaktika.state import Piece, State, Turn

TURNS = {0: Turn.ACTIVE, 90: Turn.USED, 180: Turn.DAMAGED}
SURE = 0.2
"""Less likely than this and a name is not proposed at all."""


def expect(desk: Desk) -> Expect | None:
    """The cards that can lie open: those in play at the odds of what is already there, the others of the decks less."""
    cards: dict[str, float] = dict.fromkeys(desk.catalog.table("cards"), 0.2)
    cards |= {piece.card: 1.0 for piece in desk.state.pieces if piece.card is not None and piece.paid}
    return Expect(cards=cards) if cards else None


def read(game: Game[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """Corrections of the tracked state the photo suggests, and moves it may show, best first."""
    desk = Desk(game.catalog, state)
    guesses: list[Guess] = []
    left = [piece for piece in state.pieces if piece.card is not None]
    for card in sorted(readings.cards, key=lambda seen: -_best(seen)):
        for alternative in card.alternatives:
            if alternative.p < SURE:
                continue
            piece = _match(left, str(alternative.value), card)
            if piece is not None:
                left.remove(piece)
                guesses += _corrections(game, state, piece, card, alternative.p)
                break
            guesses += _played(game, desk, str(alternative.value), card, alternative.p)
    return tuple(sorted(guesses, key=lambda guess: -guess.p))


def _best(card: CardReading) -> float:
    return card.alternatives[0].p if card.alternatives else 0.0


def _match(left: list[Piece], id: str, card: CardReading) -> Piece | None:
    """The tracked card this is; among copies the one that already lies so."""
    same = [piece for piece in left if piece.card == id]
    turn, face_up = TURNS.get(card.turn), card.face != "down"
    same.sort(key=lambda piece: (piece.turn is not turn) + (piece.paid is not face_up))
    return same[0] if same else None


def _corrections(game: Game[State], state: State, piece: Piece, card: CardReading, p: float) -> list[Guess]:
    place = state.pieces.index(piece)
    wanted: list[Move] = []
    turn = TURNS.get(card.turn)
    if turn is not None and turn is not piece.turn:
        wanted.append(adjust.adjust(f"pieces.{place}.turn", turn.value))
    if card.face == "up" and not piece.paid:
        wanted.append(adjust.adjust(f"pieces.{place}.paid", True))
    return [Guess(move, p, adjust.judge(game, state, move)) for move in wanted]


def _played(game: Game[State], desk: Desk, id: str, card: CardReading, p: float) -> list[Guess]:
    """A card that lies open and is not in play yet: the legal moves that would put it there."""
    if card.face == "down":
        return []
    found: list[Any] = []
    for seat in sorted(seat for seat in game.to_act(desk.state) if seat is not None):
        for kind in ("ship", "pay", "interrupt", "event", "spring"):
            if kind in offers.kinds_now(desk, seat):
                found += [move for move in offers.of_kind(desk, seat, kind) if move.get("card") == id]
    return [Guess(move, p / len(found), game.judge(desk.state, move)) for move in found]
