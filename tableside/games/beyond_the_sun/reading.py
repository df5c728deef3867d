"""What a photo may mean: a revealed card, the ships at a location, the tracks of a mat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tableside.core.game import Guess
from tableside.core.moves import Move, move
from tableside.core.readings import CardReading, DieReading, Expect, Readings
from tableside.core.ruling import Legal
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.position import FACES
from tableside.games.beyond_the_sun.rules import control, course, decks
from tableside.games.beyond_the_sun.state import Phase, Place, State

if TYPE_CHECKING:
    from tableside.games.beyond_the_sun.game import BeyondTheSun

LEAST = 0.02
"""What the camera gives a face it did not name at all."""


def colours(facts: Facts, state: State) -> tuple[str, ...]:
    """The colour of each seat's pieces, by its mat."""
    return tuple((facts.mat(player.mat).colour or "") if player.mat else "" for player in state.players)


def expect(facts: Facts, state: State) -> Expect | None:
    """Which cards can be turned up now, or which cubes can lie there."""
    front = state.front
    if front is not None and front.ask in course.REVEALS:
        return Expect(cards=dict.fromkeys(decks.possible(facts, state, front), 1.0))
    if state.phase in (Phase.SETUP, Phase.OVER):
        return None
    return Expect(values=FACES, colours=tuple(colour for colour in colours(facts, state) if colour))


def read(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    """The moves a photo may mean, best first; every one of them still wants the players' word."""
    front = state.front
    if front is not None and front.ask in course.REVEALS:
        return _cards(game, state, readings)
    if readings.dice and front is not None:
        return _cubes(game, state, readings)
    if state.phase is Phase.PRODUCTION and readings.dice:
        return _production(game, state, readings)
    return ()


# -- a revealed card ---------------------------------------------------------------------------


def _cards(game: BeyondTheSun, state: State, readings: Readings) -> tuple[Guess, ...]:
    chances: dict[str, float] = {}
    for card in readings.cards:
        for other in card.alternatives:
            chances[str(other.value)] = max(chances.get(str(other.value), 0.0), other.p)
    guesses = [_guess(game, state, move(None, "reveal", card=card), p) for card, p in chances.items()]
    return _best(guesses)


def _guess(game: BeyondTheSun, state: State, wanted: Move, p: float) -> Guess:
    return Guess(wanted, p, game.judge(state, wanted))


def _best(guesses: list[Guess]) -> tuple[Guess, ...]:
    return tuple(sorted(guesses, key=lambda guess: (not guess.ruling, -guess.p)))


# -- the ships at a location -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ControlProposal:
    """A location as the photo shows it: the ships of each seat, and who controls it by them."""

    place: str
    ships: tuple[tuple[int, ...], ...]
    controller: int | None
    rule: str
    differs: bool
    """The photo shows other ships than the referee knows of."""


def seen_ships(facts: Facts, state: State, readings: Readings) -> tuple[tuple[int, ...], ...]:
    """The most likely ships of each seat in the photo."""
    found: list[list[int]] = [[] for _ in state.players]
    owners = colours(facts, state)
    for die in readings.dice:
        face = str(die.value)
        if die.colour in owners and face in FACES and face.startswith("ship"):
            found[owners.index(die.colour)].append(int(face[4:]))
    return tuple(tuple(sorted(levels)) for levels in found)


def propose_control(facts: Facts, state: State, place_id: str, readings: Readings) -> ControlProposal | None:
    """Who controls this location if the photo is right (K3 to K5)."""
    place = state.place(place_id)
    if place is None:
        return None
    ships = seen_ships(facts, state, readings)
    shown = Place(place.id, place.kind, ships, place.system, place.deck, place.owner, place.disc, place.beside)
    controller, rule = control.holder(shown) if facts.specialties(place) else (None, "K2")
    return ControlProposal(place_id, ships, controller, rule, ships != place.ships)


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
            after = state
            for happened in ruling.events:
                after = game.apply(after, happened)
            place = after.place(place_id)
            if place is not None:
                guesses.append(Guess(wanted, _explains(place, owners, readings.dice), ruling))
    total = sum(guess.p for guess in guesses)
    if not total:
        return ()
    return _best([Guess(guess.move, guess.p / total, guess.ruling) for guess in guesses])


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
                after = state
                for happened in ruling.events:
                    after = game.apply(after, happened)
                apart = abs(after.players[seat].population - seen.population)
                apart += abs(sum(after.players[seat].supply) - seen.supply)
                guesses.append(Guess(wanted, 1.0 / (1 + apart), ruling))
    total = sum(guess.p for guess in guesses)
    return _best([Guess(guess.move, guess.p / total, guess.ruling) for guess in guesses]) if total else ()
