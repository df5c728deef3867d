"""What the camera may see, and the galaxy or the bidding a photo means, with the rules as prior."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from heapq import nlargest
from itertools import product
from math import dist, exp, hypot, prod
from typing import TypeVar

from tableside.core import manual_edit
from tableside.core.beam import UNSAID, different, normalised, search, spread
from tableside.core.catalog import Catalog
from tableside.core.game import Game, Guess
from tableside.core.moves import Move, move
from tableside.core.readings import Alternative, CardReading, DieReading, Expect, Point, Readings
from tableside.core.ruling import Illegal, Legal
from tableside.games.urcsempeszek import words
from tableside.games.urcsempeszek.rules.bidding import bid
from tableside.games.urcsempeszek.rules.deal import deal, known
from tableside.games.urcsempeszek.rules.placing import Die, Tokens, in_order, shares
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, Phase, State

SPEED = "token:"
SHEET = "sheet:"
"""What the looks of a sheet may be called beside the colour of its dice."""
MOST = 24
"""Guesses given back at most."""
WAYS = 16
"""How many ways a single die is read at most."""
NEAR = 0.06
"""How soon, in photo diagonals, a token stops looking like the nearest player's."""
MIDDLE = 0.18
"""How far from every sheet, in photo diagonals, a token still lies in the middle."""
SURE = 0.85
"""From here on a bidding is taken over together with its galaxy, and a player's tokens where others' are not clear."""
CHOICE = 0.4
"""From here on the likeliest ways the tokens lie are worth choosing from."""
SLIPPED = 1.2
"""How far from the middle of a card, measured by its corners, a die beside it may still be meant for it."""
UNLIKELY = 0.05
"""How likely a sector lies there that is not recorded, against one that is."""
UNSEEN = 0.35
"""How far away, in photo diagonals, a player whose sheet is not in the photo is taken to be."""

ONE_LOOK = 0.9
"""How much the chances of two dice's colours have in common where they look alike."""

T = TypeVar("T")
Placed = tuple[int, str, int]
"""A die by the card reading it lies on, its player's colour and its value."""


def expect(catalog: Catalog, state: State) -> Expect | None:
    """A galaxy turned up, or dice on its cards and speed tokens before the players; a galaxy may show both."""
    if state.phase not in (Phase.DEAL, Phase.BID):
        return None
    sectors = known(catalog, state) if state.phase is Phase.DEAL else state.cards
    colours = tuple(player.colour for player in state.players)
    ids = (
        *sectors,
        *(f"{SPEED}{token}" for token in state.layout.tokens),
        *(f"{SHEET}{colour}" for colour in colours),
        *colours,
    )
    return Expect(
        counts=tuple(range(DICE_EACH * len(state.players) + 1)),
        values=FACES,
        colours=tuple(words.colour_name(catalog, colour) for colour in colours),
        cards=dict.fromkeys(ids, 1.0) | dict.fromkeys(sorted(set(known(catalog, state)) - set(sectors)), UNLIKELY),
    )


def read(game: Game[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """The moves a photo may mean, best first; only what can be is ever proposed, be it that cards are missing."""
    if state.phase is Phase.DEAL:
        guesses = _judged(game, state, _galaxies(game.catalog, state, readings))
        return tuple(_with_bidding(game, state, guess, readings) for guess in guesses)
    if state.phase is Phase.BID and (readings.dice or readings.cards):
        otherwise = _otherwise(game, state, readings)
        return otherwise or _judged(game, state, _biddings(game.catalog, state, readings))
    return ()


def _judged(game: Game[State], state: State, weighed: Iterable[tuple[Move, float]]) -> tuple[Guess, ...]:
    """The best of the moves that stand; the same move read in two ways is as likely as both together.

    The cards that were read stand even when others were not, and the tokens likewise: the rest is asked.
    """
    likely: dict[Move, float] = {}
    for made, p in weighed:
        likely[made] = likely.get(made, 0.0) + p
    guesses = []
    for made, p in sorted(likely.items(), key=lambda item: -item[1]):
        ruling = game.judge(state, made)
        partial = isinstance(ruling, Illegal) and bool(game.choices(state, made))
        if isinstance(ruling, Legal) or partial:
            guesses.append(Guess(made, p, ruling, partial))
        if len(guesses) == MOST:
            break
    total = sum(guess.p for guess in guesses) or 1.0
    return tuple(replace(guess, p=guess.p / total) for guess in guesses)


# -- a galaxy ----------------------------------------------------------------------------------


def _galaxies(catalog: Catalog, state: State, readings: Readings) -> Iterable[tuple[Move, float]]:
    domain: dict[int | str, str] = {card: card for card in known(catalog, state)}
    seen = [card for card in readings.cards if any(one.value in domain for one in card.alternatives)]
    if not seen:
        return
    surest = sorted(seen, key=lambda card: -card.alternatives[0].p)[: state.layout.cards]
    for cards, p in search([spread(card.alternatives, domain) for card in surest], different).items():
        yield deal.move(None, tuple(sorted(cards))), p


def _with_bidding(game: Game[State], state: State, guess: Guess, readings: Readings) -> Guess:
    """The galaxy with the bidding for it, where the photo was taken so late that the speed tokens are taken."""
    if not isinstance(guess.ruling, Legal) or not any(_is(card, SPEED) for card in readings.cards):
        return guess
    biddings = read(game, manual_edit.folded(game, state, guess.ruling.events), readings)
    if not biddings or biddings[0].partial or not all(_sure(biddings, slot) for slot in ("dice", "tokens")):
        return guess
    return replace(guess, then=(biddings[0].move,))


def _sure(guesses: tuple[Guess, ...], slot: str) -> bool:
    """Whether a part of the best guess needs no question, whatever the other parts are."""
    best, whole = guesses[0].move.get(slot), sum(guess.p for guess in guesses)
    return sum(guess.p for guess in guesses if guess.move.get(slot) == best) >= SURE * whole


def _otherwise(game: Game[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """Where as many sectors lie there as recorded, each clear, and one is another: to take over what lies there."""
    clear = {card.id: card.alternatives[0].p for card in readings.cards if card.id and _surety(card) >= SURE}
    lying = {id: p for id, p in clear.items() if game.catalog.find("sectors", id) is not None}
    new, gone = [id for id in lying if id not in state.cards], [id for id in state.cards if id not in lying]
    if len(lying) != len(state.cards) or len(new) != 1 or new[0] in state.met():
        return ()
    wanted = manual_edit.adjust("cards", tuple(new[0] if id == gone[0] else id for id in state.cards))
    ruling = manual_edit.judge(game, state, wanted)
    return (Guess(wanted, lying[new[0]], ruling),) if isinstance(ruling, Legal) else ()


# -- a bidding ---------------------------------------------------------------------------------


def _biddings(catalog: Catalog, state: State, readings: Readings) -> Iterable[tuple[Move, float]]:
    photos = (readings, *_with_unseen(state, readings))
    for photo in photos:
        yield from ((made, p / len(photos)) for made, p in _bids(catalog, state, photo))


def _with_unseen(state: State, readings: Readings) -> tuple[Readings, ...]:
    """The photo with a card under the dice that lie on none, where not all cards were seen: they may be bids there."""
    sectors = _sectors(state, readings)
    loose = [die for die in readings.dice if die.card is None and not _near(readings, sectors, die)]
    if len(sectors) == len(state.cards) or not loose:
        return ()
    dice = (replace(die, card=len(readings.cards)) if die in loose else die for die in readings.dice)
    unseen = CardReading(loose[0].quad, "rect", 0, 0.0, "unknown", ())
    return (replace(readings, dice=tuple(dice), cards=(*readings.cards, unseen)),)


def _bids(catalog: Catalog, state: State, readings: Readings) -> Iterable[tuple[Move, float]]:
    sectors = _sectors(state, readings)
    ways = _with_loose(readings, sectors)
    places = _places(state, readings, sectors, {die.card for lying in ways for die in lying})
    layouts: dict[tuple[Placed, ...], float] = {}
    for lying in ways:
        for placed, p in _layouts(catalog, state, lying).items():
            layouts[placed] = layouts.get(placed, 0.0) + p / len(ways)
    tokens = _tokens(state, readings)
    joint: dict[tuple[Die, ...], float] = {}
    for (cards, p), (placed, q) in product(_best(places), _best(layouts)):
        where = dict(cards)
        dice = in_order(state, tuple((where[reading], colour, value) for reading, colour, value in placed))
        joint[dice] = joint.get(dice, 0.0) + p * q
    pairs = {(dice, own): p * q for (dice, p), (own, q) in product(_best(joint), _best(tokens))}
    for (dice, own), p in _best(pairs, 2 * MOST):
        yield bid.move(None, dice, own) if any(own) else move(None, "bid", dice=dice), p


def _with_loose(readings: Readings, sectors: tuple[int, ...]) -> list[list[DieReading]]:
    """The dice on the cards; one that stands close to a card may have slipped off it or lie there unused, so both."""
    lying = [die for die in readings.dice if die.card in sectors]
    ways: list[tuple[DieReading | None, ...]] = []
    for die in readings.dice:
        near = _near(readings, sectors, die) if die.card is None else ()
        if near:
            ways.append((None, replace(die, card=near[0])))
    return [[*lying, *(die for die in some if die is not None)] for some in product(*ways[:DICE_EACH])]


def _near(readings: Readings, sectors: tuple[int, ...], die: DieReading) -> tuple[int, ...]:
    """The card a die beside it may still be meant for, nearest of all; none where it lies far from every one."""
    far, near = min(((dist(readings.cards[n].centre, die.centre), n) for n in sectors), default=(0.0, 0))
    corners = (dist(readings.cards[n].centre, corner) for n in sectors for corner in readings.cards[n].quad)
    return (near,) if far < SLIPPED * max(corners, default=0.0) else ()


def _best(weights: Mapping[T, float], most: int = MOST) -> list[tuple[T, float]]:
    return nlargest(most, weights.items(), key=lambda item: item[1])


def _is(card: CardReading, prefix: str) -> bool:
    return card.id is not None and card.id.startswith(prefix)


def _sheet(state: State, card: CardReading) -> int | None:
    """Whose sheet this is, where that is clear."""
    return state.seat_of(card.id.removeprefix(SHEET)) if card.id and _surety(card) >= SURE else None


def _sectors(state: State, readings: Readings) -> tuple[int, ...]:
    """The card readings that are sectors: named as one, or nameless with a die on it."""
    with_dice = {die.card for die in readings.dice}
    found = []
    for number, card in enumerate(readings.cards):
        named = any(one.value in state.cards for one in card.alternatives)
        if not _is(card, SPEED) and _sheet(state, card) is None and (named or number in with_dice):
            found.append(number)
    sure = sorted(found, key=lambda number: (number not in with_dice, -_surety(readings.cards[number])))
    return tuple(sorted(sure[: len(state.cards)]))


def _surety(card: CardReading) -> float:
    return card.alternatives[0].p if card.alternatives else 0.0


def _places(
    state: State, readings: Readings, sectors: tuple[int, ...], with_dice: set[int | None]
) -> dict[tuple[tuple[int, str], ...], float]:
    """Which sector each card reading is that has dice on it; the others help by exclusion."""
    domain: dict[int | str, str] = {card: card for card in state.cards}
    parts = [spread(readings.cards[number].alternatives, domain) for number in sectors]
    likely: dict[tuple[tuple[int, str], ...], float] = {}
    for cards, p in search(parts, different, width=1000).items():
        there = tuple((number, card) for number, card in zip(sectors, cards) if number in with_dice)
        likely[there] = likely.get(there, 0.0) + p
    return normalised(likely)


def _layouts(catalog: Catalog, state: State, dice: list[DieReading]) -> dict[tuple[Placed, ...], float]:
    """The dice as they could lie: no colour more than twice, in a tower no value twice."""
    names: dict[int | str, str] = {words.colour_name(catalog, player.colour): player.colour for player in state.players}
    faces: dict[int | str, int] = {face: face for face in FACES}
    parts: list[dict[tuple[Placed, ...], float]] = []
    for alike in _by_look(dice):
        values = [_best(spread(die.alternatives, faces), WAYS) for die in alike]
        ways: dict[tuple[Placed, ...], float] = {}
        for colour, p in _colours(alike, names).items():
            for shown in product(*values):
                placed = tuple((die.card or 0, colour, value) for die, (value, _) in zip(alike, shown))
                ways[placed] = p * prod(q for _, q in shown)
        parts.append(dict(_best(ways, WAYS)))
    stacked = state.settings.stacked_dice

    def fits(before: tuple[tuple[Placed, ...], ...], some: tuple[Placed, ...]) -> bool:
        lying = [die for group in before for die in group]
        for die in some:
            if sum(1 for other in lying if other[1] == die[1]) >= DICE_EACH:
                return False
            if stacked and any(other[0] == die[0] and other[2] == die[2] for other in lying):
                return False
            lying.append(die)
        return True

    likely: dict[tuple[Placed, ...], float] = {}
    for layout, p in search(sorted(parts, key=lambda part: -max(part.values())), fits).items():
        same = tuple(sorted(die for group in layout for die in group))
        likely[same] = likely.get(same, 0.0) + p
    return normalised(likely)


def _by_look(dice: list[DieReading]) -> list[list[DieReading]]:
    """Dice of one look are one player's, so two of them are named together; three cannot be, and stand alone."""
    looks: list[list[DieReading]] = []
    for die in dice:
        alike = next((group for group in looks if _alike(group[0], die)), None)
        if alike is None:
            looks.append([die])
        else:
            alike.append(die)
    return [group for alike in looks for group in ([alike] if len(alike) <= DICE_EACH else [[die] for die in alike])]


def _alike(one: DieReading, other: DieReading) -> bool:
    """Whether two dice may be of one colour, and are as likely of any other: a lamp deceives both alike."""
    chances = {colour.value: colour.p for colour in one.colours}
    shared = sum((colour.p * chances.get(colour.value, 0.0)) ** 0.5 for colour in other.colours)
    return one.colour == other.colour and (not one.colours or not other.colours or shared >= ONE_LOOK)


def _colours(alike: list[DieReading], names: dict[int | str, str]) -> dict[str, float]:
    """Whose dice these are: what the lamp does to one it does to the other, so their chances are not multiplied."""
    each = [spread(die.colours or (Alternative(die.colour, 0.9),), names) for die in alike]
    return normalised({colour: prod(one[colour] for one in each) ** (1 / len(each)) for colour in each[0]})


# -- speed tokens ------------------------------------------------------------------------------


def _tokens(state: State, readings: Readings) -> dict[Tokens, float]:
    """Who has which token: the nearest sheet's player, and the one left over goes to whoever lacks one.

    Where that is not clear for everybody, those for whom it is; the others' tokens are left out.
    """
    domain: dict[int | str, int] = {f"{SPEED}{token}": token for token in state.layout.tokens}
    seen = [card for card in readings.cards if _is(card, SPEED)]
    lying = [(_sheet(state, card), card.centre) for card in readings.cards]
    # What is there once and seen twice is at neither place for certain.
    places = Counter(seat for seat, _ in lying)
    sheets = {seat: centre for seat, centre in lying if seat is not None and places[seat] == 1}
    owners = [_owners(state, card.centre, sheets, hypot(*readings.size)) for card in seen]
    named = _best(search([_token(card, domain) for card in seen], _once), 6)
    likely: dict[Tokens, float] = {}
    for share in shares(state):
        owner = {token: seat for seat, own in enumerate(share) for token in own}
        likely[share] = 0.0
        for tokens, p in named:
            taken = []
            for token, near in zip(tokens, owners):
                if near is not None and token is not None:
                    taken.append(token)
                    p *= near[owner[token]]
            if len(taken) != len(domain) - 1 or _last_is_right(share, taken):
                likely[share] += p
    likely = normalised(likely)
    if max(likely.values()) >= CHOICE:
        return likely
    clear: list[tuple[int, ...]] = []
    for seat in range(len(state.players)):
        alone: dict[tuple[int, ...], float] = {}
        for share, p in likely.items():
            alone[share[seat]] = alone.get(share[seat], 0.0) + p
        own, p = max(alone.items(), key=lambda item: item[1])
        clear.append(own if p >= SURE else ())
    return {tuple(clear): 1.0}


def _token(card: CardReading, domain: Mapping[int | str, int]) -> dict[int | None, float]:
    """Which speed token this is; None where it is something else that looks like one."""
    told = {domain[one.value]: one.p for one in card.alternatives if one.value in domain}
    return normalised({**told, None: max(UNSAID, 1.0 - sum(told.values()))})


def _once(chosen: tuple[int | None, ...], token: int | None) -> bool:
    return token is None or token not in chosen


def _last_is_right(share: Tokens, taken: list[int]) -> bool:
    """With all tokens but one before the players, the last one goes to the player with fewer (C7, E2)."""
    before = [sum(1 for token in own if token in taken) for own in share]
    last = next(seat for seat, own in enumerate(share) if len(own) > before[seat])
    return before[last] == min(before)


def _owners(state: State, place: Point, sheets: dict[int, Point], diagonal: float) -> dict[int, float] | None:
    """How likely each player is the owner of what lies here; None when it is still in the middle."""
    seats = range(len(state.players))
    if not sheets or diagonal <= 0:
        return normalised(dict.fromkeys(seats, 1.0))
    far = {seat: dist(place, sheets[seat]) / diagonal if seat in sheets else UNSEEN for seat in seats}
    nearest = min(far.values())
    if nearest > MIDDLE and len(sheets) == len(far):
        return None
    return normalised({seat: exp((nearest - away) / NEAR) for seat, away in far.items()})
