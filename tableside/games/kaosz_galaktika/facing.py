"""Whose card lies where in a photo, and from which side its player looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot
from statistics import mean

from tableside.core.readings import CardReading, Point, Readings
from tableside.games.kaosz_galaktika.state import Facing, Piece

TURNS = {0: Facing.ACTIVE, 90: Facing.USED, 180: Facing.DAMAGED}
SURE = 0.2
"""Less likely than this and a name is not proposed at all."""
EDGES: dict[int, Point] = {0: (0.0, 1.0), 90: (-1.0, 0.0), 180: (0.0, -1.0), 270: (1.0, 0.0)}
"""By how far somebody's upright cards are turned in the photo, the edge of the table where that player sits."""
TURNED = 1.0
"""What it weighs against sides that a card would have been turned."""
ELSEWHERE = 0.8
"""That a card would lie at the edge opposite to its player; half of it at the others."""
NOBODY_BELOW = 1.2
"""That nobody of those whose cards are seen would sit where the photo was taken from."""
ASUNDER = 1.5
"""That players whose cards lie in one place would look at them from different sides."""
TOGETHER = 0.7
"""That two players whose cards lie apart would sit at the same edge, where there is an edge for each."""
ACROSS = 0.5
"""Farther from its player's edge than this a card lies across the table."""
CLOSE = 0.5
"""Sides that weigh so little more may as well be the true ones."""
Seen = tuple[Piece, CardReading, float]
"""A card in play, how it was seen, and how likely it is that card."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What the photo shows of the cards in play, the cards it shows besides, and how everybody looks at theirs."""

    seen: list[Seen]
    others: list[CardReading]
    sides: dict[int, int]
    sure: float
    """Less where other sides would explain the photo nearly as well."""


def height(card: CardReading) -> float:
    """How far down in the photo a card lies."""
    return mean(y for _, y in card.quad)


def lie(tracked: Sequence[Piece], players: int, readings: Readings, acting: int | None) -> Laid:
    """The cards of the photo with their players, from the sides that leave the least to wonder at.

    A card not in play yet is one that whoever acts has just put down, upright.
    """
    cards = [card for card in readings.cards if card.alternatives]
    span = _Span(cards)
    pairs = [
        (card, piece, alternative.p)
        for card in cards
        for alternative in card.alternatives
        for piece in tracked
        if alternative.p >= SURE and piece.card == alternative.value
    ]
    seats = sorted({piece.controller for _, piece, _ in pairs} | ({acting} if acting is not None and cards else set()))
    edges = tuple(EDGES) if players in (3, 4) else (0, 180)
    found = []
    for chosen in product(edges, repeat=len(seats)):
        sides = dict(zip(seats, chosen))
        strange, seen = _matched(pairs, sides, span)
        taken = {id(card) for _, card, _ in seen}
        others = [card for card in cards if id(card) not in taken]
        if acting is not None:
            strange += sum(_strange(card, Facing.ACTIVE, sides[acting], span) for card in others if card.face != "down")
        strange += NOBODY_BELOW * (bool(seats) and 0 not in chosen)
        strange += ASUNDER * (not span.wide and len(set(chosen)) > 1)
        if span.wide and players <= len(EDGES):
            strange += TOGETHER * (len(chosen) - len(set(chosen)))
        found.append((strange, Laid(seen, others, sides, 1.0)))
    found.sort(key=lambda one: one[0])
    best, laid = found[0]
    told = _turns(laid)
    doubt = any(strange - best < CLOSE and _turns(other) != told for strange, other in found[1:])
    # What lies across the table and turned otherwise may be another copy, put down by who sits there.
    for piece, card, _ in laid.seen:
        turned = TURNS.get((card.turn - laid.sides[piece.controller]) % 360) is not piece.turn
        doubt = doubt or (turned and span.away(card, laid.sides[piece.controller]) > ACROSS)
    return Laid(laid.seen, laid.others, laid.sides, 0.5 if doubt else 1.0)


class _Span:
    """The part of the photo in which cards lie."""

    def __init__(self, cards: list[CardReading]) -> None:
        xs, ys = [card.centre[0] for card in cards] or [0.0], [card.centre[1] for card in cards] or [0.0]
        self.middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        size = max((hypot(b[0] - a[0], b[1] - a[1]) for card in cards for a, b in [card.quad[:2]]), default=1.0)
        self.wide = hypot(max(xs) - min(xs), max(ys) - min(ys)) > size

    def away(self, card: CardReading, side: int) -> float:
        """0 where the card lies at this side's edge, 1 where it lies opposite."""
        if not self.wide:
            return 0.0
        x, y = card.centre[0] - self.middle[0], card.centre[1] - self.middle[1]
        far, (dx, dy) = hypot(x, y), EDGES[side]
        return (1 - (x * dx + y * dy) / far) / 2 if far else 0.5


def _strange(card: CardReading, turn: Facing, side: int, span: _Span) -> float:
    """How much it would take for a card that is turned so to be seen like this, by a player on that side."""
    return TURNED * (TURNS.get((card.turn - side) % 360) is not turn) + ELSEWHERE * span.away(card, side)


def _matched(
    pairs: list[tuple[CardReading, Piece, float]], sides: dict[int, int], span: _Span
) -> tuple[float, list[Seen]]:
    """Each card seen with the card in play it fits best; among copies the one that already lies so."""
    weighed = []
    for n, (card, piece, p) in enumerate(pairs):
        strange = _strange(card, piece.turn, sides[piece.controller], span)
        other_face = piece.paid is (card.face == "down")
        weighed.append((strange + other_face + (1 - p), n))
    total, seen = 0.0, []
    cards, pieces = set[int](), set[int]()
    for strange, n in sorted(weighed):
        card, piece, p = pairs[n]
        if id(card) not in cards and piece.uid not in pieces:
            cards.add(id(card))
            pieces.add(piece.uid)
            total += strange
            seen.append((piece, card, p))
    return total, seen


def _turns(laid: Laid) -> set[tuple[int, Facing | None]]:
    """How the cards in play lie, seen so."""
    return {(piece.uid, TURNS.get((card.turn - laid.sides[piece.controller]) % 360)) for piece, card, _ in laid.seen}
