"""Cards on the table, face up or down and turned, and dice that show credits; proposals only, nothing unasked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import mean

from tableside.core import manual_edit
from tableside.core.game import Guess
from tableside.core.moves import Move, Plain
from tableside.core.readings import CardReading, DieKind, DieReading, Expect, Readings
from tableside.core.rulebook import Rulebook
from tableside.games.kaosz_galaktika.facing import SURE, TURNS, Laid, Seen, height, lie
from tableside.games.kaosz_galaktika.records import card_of
from tableside.games.kaosz_galaktika.rules.setup import DIE, roll, rolling
from tableside.games.kaosz_galaktika.state import Phase, Piece, State

ASKED = 0.5
"""How likely it is that of two cards with the same name it is this one that lies otherwise."""
CLEAR = 0.8
"""Less sure than this and a die's number is not taken for somebody's credits."""


def expect(book: Rulebook[State], state: State) -> Expect | None:
    """The twenty-sided dice of those who still roll for the start; later the cards that can lie open: those in play at
    the odds of what is already there, the others of the decks less, and a die with everybody's credits."""
    faces = tuple(range(1, DIE + 1))
    if state.phase is Phase.ROLL:
        return Expect(counts=tuple(range(1, len(rolling(state)) + 1)), values=faces)
    if state.phase in (Phase.DECKS, Phase.MULLIGAN, Phase.TIME, Phase.OVER):
        return None
    if state.phase is Phase.INCOME and not state.pieces:
        return None
    cards: dict[str, float] = dict.fromkeys(book.catalog.table("cards"), 0.2)
    cards |= {piece.card: 1.0 for piece in state.pieces if piece.card is not None and piece.paid}
    return Expect(cards=cards, counts=tuple(range(len(state.players) + 1)), values=faces) if cards else None


def read(book: Rulebook[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """Corrections of the tracked state the photo suggests, all at once, and moves it may show, best first."""
    if state.phase is Phase.ROLL:
        return _rolled(book, state, readings)
    acting = [seat for seat in book.to_act(state) if seat is not None]
    tracked = [piece for piece in state.pieces if piece.paid or _payable(book, piece)]
    laid = lie(tracked, len(state.players), readings, acting[0] if len(acting) == 1 else None)
    guesses: list[Guess] = []
    tops = Counter(player.trash[-1] for player in state.players if player.trash)
    for card in laid.others:
        for alternative in card.alternatives:
            id = str(alternative.value)
            if alternative.p < SURE:
                continue
            if tops[id]:  # what lies open on a trash pile is not being played
                tops[id] -= 1
                break
            guesses += _played(book, state, id, card, alternative.p)
    guesses += _corrections(book, state, laid, readings.dice)
    return tuple(sorted(guesses, key=lambda guess: -guess.p))


def _payable(book: Rulebook[State], piece: Piece) -> bool:
    """Whether a face-down card can ever be turned up: what is no card of its kind is a bluff and stays hidden (D7)."""
    card = card_of(book.catalog, piece.card)
    return card is not None and card.type is not None and card.type.value == piece.role.value


def _rolled(book: Rulebook[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """Each number seen may be the roll of anybody who has still to roll: whose it is, the players say."""
    seats = rolling(state)
    share = 1.0 / max(1, len(seats) * len(readings.dice))
    guesses = [
        Guess(wanted, alternative.p * share, book.judge(state, wanted))
        for die in readings.dice
        for alternative in die.alternatives
        if isinstance(alternative.value, int) and 1 <= alternative.value <= DIE
        for wanted in (roll.move(None, seat, alternative.value) for seat in seats)
    ]
    return tuple(sorted(guesses, key=lambda guess: -guess.p))


def _credits(state: State, seen: list[Seen], dice: tuple[DieReading, ...]) -> list[tuple[int, int, float]]:
    """Whose die shows which credits, and how sure that is: one die on each side of two players whose cards are seen.

    A die of pips is none that counts to twenty, and one that lies on a card counts something else.
    """
    own = {seat: [height(card) for piece, card, _ in seen if piece.controller == seat] for seat in (0, 1)}
    if len(state.players) != 2 or not all(own.values()):
        return []
    found: list[tuple[int, int, float]] = []
    for die in dice:
        best = next(iter(die.alternatives), None)
        if best is None or best.p < CLEAR or die.card is not None or die.kind is DieKind.PIPS:
            continue
        if isinstance(best.value, int) and 1 <= best.value <= DIE:
            found.append((min(own, key=lambda seat: abs(mean(own[seat]) - die.centre[1])), best.value, best.p))
    seats = [seat for seat, _, _ in found]
    return [one for one in found if seats.count(one[0]) == 1]


def _corrections(book: Rulebook[State], state: State, laid: Laid, dice: tuple[DieReading, ...]) -> list[Guess]:
    """One proposal for all cards that lie otherwise; a card turned up is paid for where that is legal now.

    The first payment stands beside the cards that lie otherwise: one tap takes over both.
    """
    seen, sure = laid.seen, laid.sure
    changes: list[tuple[str, Plain]] = []
    for seat, credits, p in _credits(state, seen, dice):
        if credits != state.players[seat].credits:
            changes.append((f"players.{seat}.credits", credits))
            sure = min(sure, p)
    guesses: list[Guess] = []
    for piece, card, p in seen:
        place = state.pieces.index(piece)
        turn = TURNS.get((card.turn - laid.sides[piece.controller]) % 360)
        if turn is not None and turn is not piece.turn:
            changes.append((f"pieces.{place}.turn", turn.value))
            sure = min(sure, p, ASKED if _mistakable(state, piece) else 1.0)
        if card.face == "up" and not piece.paid:
            paid, now = _payments(book, state, piece)
            guesses += [Guess(move, p, book.judge(state, move)) for move in paid]
            if not now:
                changes.append((f"pieces.{place}.paid", True))
                sure = min(sure, p)
    if changes:
        move = manual_edit.adjust_all(changes)
        then = (guesses[0].move,) if guesses else ()
        guesses = [Guess(move, sure, manual_edit.judge(book, state, move), then=then), *guesses[1:]]
    return guesses


def _mistakable(state: State, piece: Piece) -> bool:
    """Whether another card looks just like this one where it lies, and is not in every way the same."""
    shown = (piece.card, piece.controller, piece.turn, piece.paid)
    twins = (one for one in state.pieces if (one.card, one.controller, one.turn, one.paid) == shown)
    return any(replace(one, uid=piece.uid) != piece for one in twins)


def _payments(book: Rulebook[State], state: State, piece: Piece) -> tuple[list[Move], bool]:
    """The legal payment for this card, and whether its player may pay now: then no price and no limit is passed by."""
    seat = piece.controller
    if seat not in book.to_act(state) or "pay" not in book.kinds(state, seat):
        return [], False
    paid = (move for move in book.moves_of(state, seat, "pay") if move["piece"] == piece.uid)
    return [move for move in paid if move["card"] == piece.card], True


def _played(book: Rulebook[State], state: State, id: str, card: CardReading, p: float) -> list[Guess]:
    """A card that lies open and is not in play yet: the legal moves that would put it there.

    What the card is aimed at, or which face-down card it was, the photo does not say: that is asked.
    """
    if card.face == "down":
        return []
    found: list[tuple[Move, bool]] = []
    for seat in sorted(seat for seat in book.to_act(state) if seat is not None):
        for kind in sorted(set(book.kinds(state, seat)) & {"ship", "pay", "interrupt", "event", "spring"}):
            ways = [move for move in book.moves_of(state, seat, kind) if move.get("card") == id]
            if ways:
                found.append((ways[0] if len(ways) == 1 else Move(seat, kind).given(card=id), len(ways) > 1))
    return [Guess(move, p / len(found), book.judge(state, move), partial) for move, partial in found]
