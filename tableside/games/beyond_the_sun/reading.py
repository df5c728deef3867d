"""What a photo may mean: revealed cards, the ships at a location, the tracks of a mat, galaxy and tree as they lie."""

from __future__ import annotations

from cmath import rect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from math import dist, prod, radians
from typing import TYPE_CHECKING

from tableside.core import manual_edit
from tableside.core.game import Guess
from tableside.core.moves import Move, Plain, move
from tableside.core.readings import CardReading, DieReading, Expect, Readings
from tableside.core.ruling import Legal, Ruling
from tableside.games.beyond_the_sun import galaxy_check, mat_check, tree_check
from tableside.games.beyond_the_sun.facts import NORMAL, Facts, untold
from tableside.games.beyond_the_sun.position import FACES
from tableside.games.beyond_the_sun.rules import decks
from tableside.games.beyond_the_sun.state import Ask, Phase, Place, State

if TYPE_CHECKING:
    from tableside.games.beyond_the_sun.game import BeyondTheSun

LEAST = 0.02
"""What the camera gives a face it did not name at all."""


def colours(facts: Facts, state: State) -> tuple[str, ...]:
    """The colour of each seat's pieces, by its mat."""
    return tuple(facts.colour(player.mat) for player in state.players)


def expect(facts: Facts, state: State) -> Expect | None:
    """Which cards can be turned up now, or which cubes can lie there, on which planets and technologies."""
    front = state.front
    if front is not None and front.ask in decks.TABLE_OF:
        return Expect(cards=dict.fromkeys(decks.possible(facts, state, front), 1.0))
    if front is not None and front.ask is Ask.MAT:
        taken = {player.mat for player in state.players}
        named = (id for id, mat in facts.catalog.table("mats").items() if mat.sure and id != NORMAL)
        mats = dict.fromkeys((id for id in named if id not in taken), 1.0)
        return Expect(cards=mats) if mats else None
    known = tuple(colour for colour in colours(facts, state) if colour)
    if state.phase in (Phase.SETUP, Phase.OVER) or not known:
        return None
    lying = (*map(galaxy_check.lies_at, state.places), *(site.card for site in state.sites))
    told = (card for card in lying if card and not untold(card))
    return Expect(values=FACES, colours=known, cards=dict.fromkeys(told, 1.0))


def read(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """The moves a photo may mean, best first; every one of them still wants the players' word."""
    front = state.front
    if front is not None and front.ask in decks.TABLE_OF:
        return _cards(game, state, readings)
    if front is not None and front.ask is Ask.MAT:
        return _mats(game, state, readings)
    if state.phase in (Phase.SETUP, Phase.OVER):
        return ()
    found: tuple[Guess, ...] = ()
    if readings.dice and front is not None:
        found = _cubes(game, state, readings)
    if not found:
        found = _galaxy(game, state, readings) or _tree(game, state, readings)
    if not found and state.phase is Phase.PRODUCTION and readings.dice:
        found = _production(game, state, readings)
    return found or _mat(game, state, readings)


def _galaxy(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """Where the ships on the planets are not those the referee has: to take over what lies there, as a whole."""
    ships, sure = galaxy_check.ships_seen(state, colours(game.facts, state), readings)
    gone = any(sum(map(len, seen)) < sum(map(len, state.places[number].ships)) for number, seen in ships.items())
    sure = min(sure, ASKED) if gone else sure
    return _taken_over(game, state, galaxy_check.differences(game.facts, state, ships), sure)


def _tree(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """Where other cubes lie at the technologies than the referee has: likewise."""
    cubes, sure = tree_check.cubes_seen(state, colours(game.facts, state), readings)
    return _taken_over(game, state, tree_check.differences(state, cubes), sure)


def _mat(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """Where a mat alone was photographed and more or fewer of its cubes are population: likewise."""
    dice = [die for die in readings.dice if str(die.value) in ("supply", "population")]
    owners = {die.colour for die in dice}
    seats = [seat for seat, colour in enumerate(colours(game.facts, state)) if colour and colour in owners]
    if len(dice) != len(readings.dice) or len(owners) != 1 or len(seats) != 1:
        return ()
    seen = propose_mat(game.facts, state, seats[0], readings)
    changes = mat_check.differences(game.facts, state, seats[0], seen.supply, seen.population)
    return _taken_over(game, state, changes, prod(die.alternatives[0].p for die in dice))


def _taken_over(
    game: BeyondTheSun, state: State, changes: tuple[tuple[str, Plain], ...], sure: float
) -> tuple[Guess, ...]:
    wanted = manual_edit.adjust_all(changes)
    ruling = manual_edit.judge(game, state, wanted)
    return (Guess(wanted, sure, ruling),) if isinstance(ruling, Legal) else ()


# -- a revealed card ---------------------------------------------------------------------------


def _cards(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """The card that was turned up, and after it the others of the photo, each where it belongs.

    Which of several places in a row a card lies at is told by the whole row alone: where one is missing it is asked.
    """
    chances: dict[str, float] = {}
    for card in readings.cards:
        for other in card.alternatives:
            chances[str(other.value)] = max(chances.get(str(other.value), 0.0), other.p)
    # A lone card where one of several is kept is likely the one that was kept; the photo cannot tell, so it is asked.
    lone = state.front is not None and decks.chosen_from(state.front) and len(readings.cards) == 1
    kinds = {"keep": 0.6, "reveal": 0.4} if lone else {"reveal": 1.0}
    guesses = _best(
        [
            _guess(game, state, move(None, kind, card=card), p * share)
            for card, p in chances.items()
            for kind, share in kinds.items()
        ]
    )
    row = _row(game, state, readings.cards)
    if _places_left(state) > 1 and not row:
        return tuple(replace(guess, p=guess.p / _places_left(state)) for guess in guesses)
    if row and row[0] is None:  # nothing of the row can be told before somebody has said what its first card is
        return ()
    wanted = row[0] if row else next((guess.move["card"] for guess in guesses), None)
    first = next((guess for guess in guesses if guess.move["card"] == wanted), None)
    if first is None:
        return ()
    then = _further(game, state, first, readings.cards)
    told = {*row, *(made["card"] for made in then)}
    return (replace(first, then=then), *(one for one in guesses if one is not first and one.move["card"] not in told))


def _places_left(state: State) -> int:
    """How many places in a row get a card like the first one."""
    front = state.front
    if front is None or front.ask not in PLACED:
        return 0
    alike = ((task.ask, task.level, task.card) == (front.ask, front.level, front.card) for task in state.tasks)
    return sum(1 for _ in takewhile(bool, alike))


def _row(game: BeyondTheSun, state: State, cards: Sequence[CardReading]) -> tuple[str | None, ...]:
    """The cards of a whole row of places as they lie, from left to right or top to bottom; none if one is unclear.

    A card in the row that was seen and not named keeps its place: None.
    """
    fit = [card for card in cards if card.id and game.judge(state, move(None, "reveal", card=card.id)).legal]
    if not fit or any(card.alternatives[0].p < SURE for card in fit):
        return ()
    way = sum((rect(1, radians(card.angle)) for card in fit), 0j)
    unnamed = [card for card in cards if not card.alternatives] if len(fit) < _places_left(state) else []
    lying = [(complex(*card.centre) * way.conjugate() / abs(way), card) for card in (*fit, *unnamed)]
    across, down = sorted(lying, key=lambda one: one[0].real), sorted(lying, key=lambda one: one[0].imag)
    wide, high = (across[-1][0] - across[0][0]).real, (down[-1][0] - down[0][0]).imag
    row = across if wide >= high else down
    if len(row) != _places_left(state) or (unnamed and not _even(row)):
        return ()
    return tuple(card.id for _, card in row)


def _even(row: Sequence[tuple[complex, CardReading]]) -> bool:
    """Whether these are things of one size, one beside the other at equal distances: then each is a card of the row."""
    steps = [abs(after - before) for (before, _), (after, _) in pairwise(row)]
    sizes = [dist(card.quad[0], card.quad[2]) for _, card in row]
    length = abs(row[-1][0] - row[0][0])
    straight = sum(steps) < STRAIGHT * length
    return straight and max(steps) < UNEVEN * min(steps) and max(sizes) < UNEVEN * min(sizes)


def _mats(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """The mat of the player who chooses; of several in one photo the players say which."""
    assert state.front is not None
    seen = [(str(other.value), other.p) for card in readings.cards for other in card.alternatives]
    share = max(1, len(readings.cards))
    return _best([_guess(game, state, move(state.front.seat, "choose_mat", mat=id), p / share) for id, p in seen])


def _guess(game: BeyondTheSun, state: State, wanted: Move, p: float) -> Guess:
    return Guess(wanted, p, game.judge(state, wanted))


PLACED = (Ask.DEAL, Ask.DEAL_SYSTEM)
"""Cards that go each to a place of its own."""
ASKED = 0.5
"""How likely it is that a ship is gone when it is not seen."""
STRAIGHT, UNEVEN = 1.05, 1.4
"""How much longer than straight, and how uneven at most, a row of cards lies."""
SURE = 0.8
"""From here on a further card of the same photo is taken over with the first."""


def _further(game: BeyondTheSun, state: State, first: Guess, cards: Sequence[CardReading]) -> tuple[Move, ...]:
    """The other cards of the photo, as long as each is clear and what was turned up next: one photo for all of them."""
    made: list[Move] = []
    clear = [card for card in cards if not card.alternatives or card.alternatives[0].p >= SURE]
    left = [card for card in clear if card.id != first.move["card"] and first.move.kind == "reveal"]
    ruling: Ruling | None = first.ruling
    while isinstance(ruling, Legal):
        state = manual_edit.folded(game, state, ruling.events)
        if state.front is None or state.front.ask not in decks.TABLE_OF:
            break
        ids = _row(game, state, left) if state.front.ask in PLACED else tuple(card.id for card in left)
        if state.front.ask in PLACED and (not ids or ids[0] is None):
            break
        following = ((id, game.judge(state, move(None, "reveal", card=id))) for id in ids if id)
        id, ruling = next(((id, one) for id, one in following if isinstance(one, Legal)), ("", None))
        if ruling is not None:
            made.append(move(None, "reveal", card=id))
            left = [card for card in left if card.id != id]
    return tuple(made)


def _best(guesses: list[Guess]) -> tuple[Guess, ...]:
    return tuple(sorted(guesses, key=lambda guess: (not guess.ruling.legal, -guess.p)))


# -- the ships at a location -------------------------------------------------------------------


def _cubes(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """Every move that could be made now, weighed by how well the ships it leaves somewhere explain the photo."""
    guesses = []
    owners = colours(game.facts, state)
    for seat in game.to_act(state):
        for wanted in game.moves(state, seat):
            place_id = wanted.get("target", wanted.get("place"))
            ruling = game.judge(state, wanted)
            if not isinstance(place_id, str) or not isinstance(ruling, Legal):
                continue
            place = manual_edit.folded(game, state, ruling.events).place(place_id)
            if place is not None:
                guesses.append(Guess(wanted, _explains(place, owners, readings.dice), ruling))
    return _shares(guesses)


def _shares(guesses: list[Guess]) -> tuple[Guess, ...]:
    """The guesses with their share of all chances."""
    total = sum(guess.p for guess in guesses)
    return _best([replace(guess, p=guess.p / total) for guess in guesses]) if total else ()


def _explains(place: Place, owners: tuple[str, ...], dice: tuple[DieReading, ...]) -> float:
    """How likely these readings are if these ships lie there: each die goes to the ship it shows best."""
    left = Counter((owners[seat], f"ship{level}") for seat, levels in enumerate(place.ships) for level in levels)
    if sum(left.values()) != len(dice):
        return 0.0
    likely = 1.0
    for die in sorted(dice, key=lambda die: -max((other.p for other in die.alternatives), default=0.0)):
        chances = {
            (colour, face): next((other.p for other in die.alternatives if other.value == face), LEAST)
            for colour, face in left
            if colour == die.colour
        }
        if not chances:
            return 0.0
        best = max(chances, key=lambda ship: chances[ship])
        likely *= chances[best]
        left -= Counter([best])
    return likely


# -- a mat -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatProposal:
    """A mat as the photo shows it; None where nothing of the kind was seen."""

    seat: int
    food: int | None
    ore_discs: int | None
    supply: int
    population: int
    differences: tuple[str, ...]
    """Where the photo and the referee disagree."""


def propose_mat(facts: Facts, state: State, seat: int, readings: Readings) -> MatProposal:
    """The tracks, columns and population of one mat: a proposal at production and at the end."""
    colour, player = colours(facts, state)[seat], state.players[seat]
    faces = Counter(str(die.value) for die in readings.dice if die.colour == colour)
    discs = Counter(_disc(card) for card in readings.cards)
    seen = any(discs[kind] for kind in ("food", "ore"))
    food, ore = (discs["food"], discs["ore"]) if seen else (None, None)
    known = {
        "food": (food, player.food),
        "ore_discs": (ore, player.ore_discs),
        "supply": (faces["supply"], sum(player.supply)),
        "population": (faces["population"], player.population),
    }
    differences = tuple(key for key, (shown, have) in known.items() if shown is not None and shown != have)
    return MatProposal(seat, food, ore, faces["supply"], faces["population"], differences)


def _disc(card: CardReading) -> str:
    return (card.id or "") if card.shape == "round" else ""


def _production(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """After growing there are more population cubes beside the mat, after trading perhaps fewer."""
    guesses = []
    for seat in game.to_act(state):
        if seat is None:
            continue
        seen = propose_mat(game.facts, state, seat, readings)
        for wanted in game.moves(state, seat):
            ruling = game.judge(state, wanted)
            if wanted.kind in ("grow", "mine", "trade") and isinstance(ruling, Legal):
                after = manual_edit.folded(game, state, ruling.events)
                apart = abs(after.players[seat].population - seen.population)
                apart += abs(sum(after.players[seat].supply) - seen.supply)
                guesses.append(Guess(wanted, 1.0 / (1 + apart), ruling))
    return _shares(guesses)
