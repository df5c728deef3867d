"""What the camera may see, and what it means: dice, newly drawn tiles, cards played, units by colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING

from tableside.core import adjust
from tableside.core.game import Guess
from tableside.core.moves import Move, move
from tableside.core.readings import CardReading, Expect, Point, Readings
from tableside.core.ruling import Legal
from tableside.games.onward_to_venus import offers
from tableside.games.onward_to_venus.offers import detail
from tableside.games.onward_to_venus.offers.table import dice_wanted, filled
from tableside.games.onward_to_venus.rules.opening import lacking_table, open_planets, tile_slots
from tableside.games.onward_to_venus.state import BURST, COLOURS, PLACES, PLANETS, UNITS, State

if TYPE_CHECKING:
    from tableside.games.onward_to_venus.game import OnwardToVenus

BURST_NAME = "burst"
"""How an enrolled burst face is called; a number stands for itself."""
BEST = 8


def planet_id(planet: str) -> str:
    """How an enrolled planet is called."""
    return f"planet:{planet}"


def unit_id(colour: str, unit: str) -> str:
    """How an enrolled unit tile is called."""
    return f"unit:{colour}:{unit}"


def expect(game: OnwardToVenus, state: State) -> Expect | None:
    """What can be on the table by the rules."""
    wanted, copy = dice_wanted(state), game.copy
    if wanted:
        faces = copy.faces()
        values: tuple[int | str, ...] = ()
        if faces is not None:
            values = tuple(BURST_NAME if face == BURST else face for face in sorted(set(faces)))
        return Expect(counts=(wanted,), values=values)
    cards = {planet_id(planet): 1.0 for planet in PLANETS}
    if state.top is not None and state.top.kind in ("lay", "replace"):
        bag = copy.bag(state)
        total = sum(bag.values()) or 1
        cards |= {tile: len(bag) * amount / total for tile, amount in bag.items() if amount}
        cards |= {tile: 1.0 for planet in state.planets for tile in planet.tiles}
        return Expect(cards=cards)
    if state.top is None or None in game.to_act(state):
        return None
    cards |= {card: 1.0 for card in copy.catalog.table("cards") if copy.unseen(state, card) > 0}
    colours = tuple(player.colour for player in state.players)
    cards |= {unit_id(colour, unit): 1.0 for colour in colours for unit in UNITS}
    return Expect(cards=cards, colours=colours)


def read(game: OnwardToVenus, state: State, readings: Readings) -> tuple[Guess, ...]:
    """The moves a photo may mean, best first."""
    if dice_wanted(state):
        return _weighed(game, state, _dice(state, readings))
    if state.top is not None and state.top.kind == "lay":
        return _weighed(game, state, _tiles(game, state, readings))
    return (*_weighed(game, state, _cards(game, state, readings)), *_units(game, state, readings))


def _weighed(game: OnwardToVenus, state: State, found: Iterable[tuple[Move, float]]) -> tuple[Guess, ...]:
    """Equal moves together, the likeliest first, each with the referee's word on it."""
    weights: dict[Move, float] = {}
    for made, p in found:
        weights[made] = weights.get(made, 0.0) + p
    whole = sum(weights.values()) or 1.0
    best = sorted(weights.items(), key=lambda pair: -pair[1])[:BEST]
    return tuple(Guess(made, p / whole, game.judge(state, made)) for made, p in best)


# -- dice --------------------------------------------------------------------------------------


def face_value(value: int | str) -> int | None:
    """A face as the rules know it: the burst is 0, a number is itself."""
    if isinstance(value, int):
        return value
    if value == BURST_NAME:
        return BURST
    return int(value) if value.isascii() and value.isdigit() and len(value) < 3 else None


def _dice(state: State, readings: Readings) -> Iterator[tuple[Move, float]]:
    if len(readings.dice) != dice_wanted(state):
        return
    ranked = [die.alternatives[:3] for die in readings.dice]
    for some in product(*ranked):
        faces = [face_value(one.value) for one in some]
        if all(face is not None for face in faces):
            p = 1.0
            for one in some:
                p *= one.p
            yield move(None, "roll", dice=tuple(sorted(face for face in faces if face is not None))), p


# -- tiles -------------------------------------------------------------------------------------


def _tiles(game: OnwardToVenus, state: State, readings: Readings) -> Iterator[tuple[Move, float]]:
    """All planets in one photo: leftovers are known, the rest is new; one doubtful tile at a time is varied."""
    copy = game.copy
    if lacking_table(copy, state) is not None:
        return
    planets = planets_seen(readings)
    tiles = [card for card in readings.cards if card.id is not None and copy.tile(card.id) is not None]
    if len(planets) < len(open_planets(state)):
        return
    where = [nearest_planet(planets, tile.centre) for tile in tiles]
    ranked = [[one for one in tile.alternatives[:3] if copy.tile(str(one.value)) is not None] for tile in tiles]
    first = [str(some[0].value) for some in ranked]
    sure = 1.0
    for some in ranked:
        sure *= some[0].p
    yield from _laid(game, state, where, first, sure)
    for number, some in enumerate(ranked):
        for other in some[1:]:
            changed = [*first[:number], str(other.value), *first[number + 1 :]]
            yield from _laid(game, state, where, changed, sure * other.p / max(some[0].p, 1e-6))


def _laid(
    game: OnwardToVenus, state: State, where: list[str], tiles: list[str], p: float
) -> Iterator[tuple[Move, float]]:
    new: list[str] = []
    slots = tile_slots(game.copy, state)
    for planet in open_planets(state):
        here = Counter(tile for tile, place in zip(tiles, where) if place == planet)
        leftover = Counter(state.planet(planet).tiles)
        if leftover - here:
            return
        fresh = sorted((here - leftover).elements())
        if len(fresh) != sum(slot.split("_")[0] == planet for slot in slots):
            return
        new += fresh
    yield filled(slots, new), p


def planets_seen(readings: Readings) -> dict[str, CardReading]:
    """The planets found in the photo."""
    seen: dict[str, CardReading] = {}
    for card in readings.cards:
        for planet in PLANETS:
            if card.id == planet_id(planet):
                seen[planet] = card
    return seen


def nearest_planet(planets: dict[str, CardReading], point: Point) -> str:
    """The planet whose middle is nearest."""

    def far(planet: str) -> float:
        x, y = planets[planet].centre
        return (x - point[0]) ** 2 + (y - point[1]) ** 2

    return min(planets, key=far)


# -- cards -------------------------------------------------------------------------------------


def _cards(game: OnwardToVenus, state: State, readings: Readings) -> Iterator[tuple[Move, float]]:
    """Moves that play just the cards seen."""
    copy = game.copy
    seen = [card for card in readings.cards if card.id is not None and copy.card(card.id) is not None]
    seat = next(iter(game.to_act(state)), None)
    if not seen or seat is None:
        return
    ranked = [[one for one in card.alternatives[:3] if copy.card(str(one.value)) is not None] for card in seen]
    for some in islice(product(*ranked), 27):
        ids = tuple(sorted(str(one.value) for one in some))
        p = 1.0
        for one in some:
            p *= one.p
        for kind in offers.kinds(state):
            for made in islice(_ways(game, state, seat, kind, ids), 400):
                if _shown(made) == ids:
                    yield made, p


def _ways(game: OnwardToVenus, state: State, seat: int, kind: str, ids: tuple[str, ...]) -> Iterator[Move]:
    if kind == "pay":
        return detail.payments_with(game.copy, state, seat, ids)
    if kind == "move":
        return detail.groups_with(game.copy, state, seat, Move(seat, "move", (("cards", ids),)))
    return offers.offers(game.copy, state, seat, kind)


def _shown(made: Move) -> tuple[str, ...]:
    """The cards a move lays on the table."""
    names = ("card", "first", "second", "third") if made.kind == "swap" else ("card",)
    cards = [made.get(name) for name in names if made.get(name) is not None]
    return tuple(sorted([*cards, *made.get("cards", ())]))


# -- units -------------------------------------------------------------------------------------


def units_seen(readings: Readings) -> dict[tuple[str, str, str, str], int]:
    """Units counted by colour, planet, place and kind; on the planet is the surface, around it the orbit."""
    planets = planets_seen(readings)
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for card in readings.cards:
        parts = (card.id or "").split(":")
        if len(parts) != 3 or parts[0] != "unit" or parts[1] not in COLOURS or parts[2] not in UNITS or not planets:
            continue
        planet = nearest_planet(planets, card.centre)
        place = "surface" if _inside(planets[planet], card.centre) else "orbit"
        counts[parts[1], planet, place, parts[2]] += 1
    return dict(counts)


def _inside(planet: CardReading, point: Point) -> bool:
    xs = [x for x, _ in planet.quad]
    ys = [y for _, y in planet.quad]
    return min(xs) <= point[0] <= max(xs) and min(ys) <= point[1] <= max(ys)


def _units(game: OnwardToVenus, state: State, readings: Readings) -> tuple[Guess, ...]:
    """Where the count in the photo differs from the table as we know it: proposals to set it right."""
    planets = planets_seen(readings)
    counted = units_seen(readings)
    if not planets or not counted:
        return ()
    guesses = []
    for seat, player in enumerate(state.players):
        for planet, place, unit in product(planets, PLACES, UNITS):
            seen = counted.get((player.colour, planet, place, unit), 0)
            if seen != player.on(planet).force(place).of(unit):
                path = f"players.{seat}.at.{PLANETS.index(planet)}.{place}.{unit}"
                wanted = adjust.adjust(path, seen)
                guesses.append(Guess(wanted, 0.5, adjust.judge(game, state, wanted)))
    return tuple(sorted(guesses, key=lambda guess: not isinstance(guess.ruling, Legal)))
