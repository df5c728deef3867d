"""What the camera may see, and the galaxy or the bidding a photo means, with the rules as prior."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import nlargest
from itertools import product
from math import dist, exp, hypot
from typing import TypeVar

from tableside.core.catalog import Catalog
from tableside.core.game import Guess
from tableside.core.moves import Move, move
from tableside.core.readings import Alternative, CardReading, DieReading, Expect, Point, Readings
from tableside.core.ruling import Legal, Ruling
from tableside.games.urcsempeszek import words
from tableside.games.urcsempeszek.likely import different, shared, spread, wholes
from tableside.games.urcsempeszek.rules import deal
from tableside.games.urcsempeszek.rules.placing import Die, Tokens, in_order, result, shares
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, Phase, State

SPEED = "token:"
SHEET = "sheet:"
MOST = 24
"""Guesses given back at most."""
WAYS = 16
"""How many ways a single die is read at most."""
NEAR = 0.06
"""How soon, in photo diagonals, a token stops looking like the nearest player's."""
MIDDLE = 0.18
"""How far from every sheet, in photo diagonals, a token still lies in the middle."""
UNSEEN = 0.35
"""How far away, in photo diagonals, a player whose sheet is not in the photo is taken to be."""

T = TypeVar("T")
Judge = Callable[[Move], Ruling]
Placed = tuple[int, str, int]
"""A die by the card reading it lies on, its player's colour and its value."""


def expect(state: State, catalog: Catalog) -> Expect | None:
    """A galaxy turned up, or dice on its cards and speed tokens before the players."""
    if state.phase is Phase.DEAL:
        return Expect(cards=dict.fromkeys(deal.known(state, catalog), 1.0))
    if state.phase is not Phase.BID:
        return None
    colours = tuple(player.colour for player in state.players)
    ids = (
        *state.cards,
        *(f"{SPEED}{token}" for token in state.layout.tokens),
        *(f"{SHEET}{colour}" for colour in colours),
    )
    return Expect(
        counts=tuple(range(DICE_EACH * len(state.players) + 1)),
        values=FACES,
        colours=tuple(words.colour_name(colour, catalog) for colour in colours),
        cards=dict.fromkeys(ids, 1.0),
    )


def read(state: State, readings: Readings, judge: Judge, catalog: Catalog) -> tuple[Guess, ...]:
    """The moves a photo may mean, best first; only what can be is ever proposed."""
    if state.phase is Phase.DEAL:
        return _judged(_galaxies(state, readings, catalog), judge)
    if state.phase is Phase.BID and (readings.dice or readings.cards):
        return _judged(_biddings(state, readings, catalog), judge)
    return ()


def _judged(weighed: Iterable[tuple[Move, float]], judge: Judge) -> tuple[Guess, ...]:
    """The best of the moves that stand; the same move read in two ways is as likely as both together."""
    likely: dict[Move, float] = {}
    for made, p in weighed:
        likely[made] = likely.get(made, 0.0) + p
    guesses = []
    for made, p in sorted(likely.items(), key=lambda item: -item[1]):
        ruling = judge(made)
        if isinstance(ruling, Legal):
            guesses.append(Guess(made, p, ruling))
        if len(guesses) == MOST:
            break
    return tuple(guesses)


# -- a galaxy ----------------------------------------------------------------------------------


def _galaxies(state: State, readings: Readings, catalog: Catalog) -> Iterable[tuple[Move, float]]:
    domain: dict[int | str, str] = {card: card for card in deal.known(state, catalog)}
    seen = [card for card in readings.cards if any(one.value in domain for one in card.alternatives)]
    if len(seen) < state.layout.cards:
        return
    surest = sorted(seen, key=lambda card: -card.alternatives[0].p)[: state.layout.cards]
    for cards, p in wholes([spread(card.alternatives, domain) for card in surest], different).items():
        yield move(None, "deal", cards=sorted(cards)), p


# -- a bidding ---------------------------------------------------------------------------------


def _biddings(state: State, readings: Readings, catalog: Catalog) -> Iterable[tuple[Move, float]]:
    sectors = _sectors(state, readings)
    places = _places(state, readings, sectors)
    layouts = _layouts(state, [die for die in readings.dice if die.card in sectors], catalog)
    tokens = _tokens(state, readings)
    joint: dict[tuple[Die, ...], float] = {}
    for (cards, p), (placed, q) in product(_best(places), _best(layouts)):
        where = dict(cards)
        dice = in_order(state, tuple((where[reading], colour, value) for reading, colour, value in placed))
        joint[dice] = joint.get(dice, 0.0) + p * q
    pairs = {(dice, own): p * q for (dice, p), (own, q) in product(_best(joint), _best(tokens))}
    for (dice, own), p in _best(pairs, 2 * MOST):
        yield result(state, dice, own), p


def _best(weights: Mapping[T, float], most: int = MOST) -> list[tuple[T, float]]:
    return nlargest(most, weights.items(), key=lambda item: item[1])


def _is(card: CardReading, prefix: str) -> bool:
    return card.id is not None and card.id.startswith(prefix)


def _sectors(state: State, readings: Readings) -> tuple[int, ...]:
    """The card readings that are sectors: named as one, or nameless with a die on it."""
    with_dice = {die.card for die in readings.dice}
    found = []
    for number, card in enumerate(readings.cards):
        named = any(one.value in state.cards for one in card.alternatives)
        if not _is(card, SPEED) and not _is(card, SHEET) and (named or number in with_dice):
            found.append(number)
    sure = sorted(found, key=lambda number: (number not in with_dice, -_surety(readings.cards[number])))
    return tuple(sorted(sure[: len(state.cards)]))


def _surety(card: CardReading) -> float:
    return card.alternatives[0].p if card.alternatives else 0.0


def _places(state: State, readings: Readings, sectors: tuple[int, ...]) -> dict[tuple[tuple[int, str], ...], float]:
    """Which sector each card reading is that has dice on it; the others help by exclusion."""
    domain: dict[int | str, str] = {card: card for card in state.cards}
    parts = [spread(readings.cards[number].alternatives, domain) for number in sectors]
    with_dice = {die.card for die in readings.dice}
    likely: dict[tuple[tuple[int, str], ...], float] = {}
    for cards, p in wholes(parts, different, most=1000).items():
        known = tuple((number, card) for number, card in zip(sectors, cards) if number in with_dice)
        likely[known] = likely.get(known, 0.0) + p
    return shared(likely)


def _layouts(state: State, dice: list[DieReading], catalog: Catalog) -> dict[tuple[Placed, ...], float]:
    """The dice as they could lie: no colour more than twice, in a tower no value twice."""
    names: dict[int | str, str] = {words.colour_name(player.colour, catalog): player.colour for player in state.players}
    faces: dict[int | str, int] = {face: face for face in FACES}
    parts = []
    for die in dice:
        colours = spread(die.colours or (Alternative(die.colour, 0.9),), names)
        values = spread(die.alternatives, faces)
        assert die.card is not None
        ways = {(die.card, colour, value): p * q for colour, p in colours.items() for value, q in values.items()}
        parts.append(dict(_best(ways, WAYS)))
    stacked = state.settings.stacked_dice

    def fits(before: tuple[Placed, ...], die: Placed) -> bool:
        if sum(1 for other in before if other[1] == die[1]) >= DICE_EACH:
            return False
        return not stacked or not any(other[0] == die[0] and other[2] == die[2] for other in before)

    likely: dict[tuple[Placed, ...], float] = {}
    for layout, p in wholes(sorted(parts, key=lambda part: -max(part.values())), fits).items():
        same = tuple(sorted(layout))
        likely[same] = likely.get(same, 0.0) + p
    return shared(likely)


# -- speed tokens ------------------------------------------------------------------------------


def _tokens(state: State, readings: Readings) -> dict[Tokens, float]:
    """Who has which token: the nearest sheet's player, and the one left over goes to whoever lacks one."""
    domain: dict[int | str, int] = {f"{SPEED}{token}": token for token in state.layout.tokens}
    seen = [card for card in readings.cards if _is(card, SPEED)][: len(domain)]
    sheets: dict[int, Point] = {}
    for card in readings.cards:
        seat = state.seat_of(card.id[len(SHEET) :]) if card.id is not None and _is(card, SHEET) else None
        if seat is not None:
            sheets[seat] = card.centre
    owners = [_owners(state, card.centre, sheets, hypot(*readings.size)) for card in seen]
    named = _best(wholes([spread(card.alternatives, domain) for card in seen], different), 6)
    likely: dict[Tokens, float] = {}
    for share in shares(state):
        owner = {token: seat for seat, own in enumerate(share) for token in own}
        likely[share] = 0.0
        for tokens, p in named:
            taken = []
            for token, near in zip(tokens, owners):
                if near is not None:
                    taken.append(token)
                    p *= near[owner[token]]
            if len(taken) != len(domain) - 1 or _last_is_right(share, taken):
                likely[share] += p
    return shared(likely)


def _last_is_right(share: Tokens, taken: list[int]) -> bool:
    """With all tokens but one before the players, the last one goes to the player with fewer (C7, E2)."""
    before = [sum(1 for token in own if token in taken) for own in share]
    last = next(seat for seat, own in enumerate(share) if len(own) > before[seat])
    return before[last] == min(before)


def _owners(state: State, place: Point, sheets: dict[int, Point], diagonal: float) -> dict[int, float] | None:
    """How likely each player is the owner of what lies here; None when it is still in the middle."""
    seats = range(len(state.players))
    if not sheets or diagonal <= 0:
        return shared(dict.fromkeys(seats, 1.0))
    far = {seat: dist(place, sheets[seat]) / diagonal if seat in sheets else UNSEEN for seat in seats}
    nearest = min(far.values())
    if nearest > MIDDLE and len(sheets) == len(far):
        return None
    return shared({seat: exp((nearest - away) / NEAR) for seat, away in far.items()})
