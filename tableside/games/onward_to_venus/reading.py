"""What the camera may see, and what it means: dice, newly drawn tiles, cards played, units by colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice, product
from math import dist
from typing import TYPE_CHECKING

from tableside.core import manual_edit
from tableside.core.arguments import optional, typed
from tableside.core.game import Guess
from tableside.core.moves import Move, move
from tableside.core.readings import CardReading, Expect, Point, Readings
from tableside.core.ruling import Legal
from tableside.games.onward_to_venus.rules.actions import groups_with
from tableside.games.onward_to_venus.rules.payment import payments_with
from tableside.games.onward_to_venus.rules.rolling import dice_wanted
from tableside.games.onward_to_venus.rules.setup import open_planets, wanted
from tableside.games.onward_to_venus.state import BUILDINGS, BURST, COLOURS, PLACES, PLANETS, UNITS, UNTOLD, State, Turn

if TYPE_CHECKING:
    from tableside.games.onward_to_venus.game import OnwardToVenus

BURST_NAMES = ("burst", "robbanás")
"""What a burst is called when it is taught, beside 0."""
"""How an enrolled burst face is called; a number stands for itself."""
CLEAR = 0.85
"""From here on a planet gives what lies about it its place."""
REACH = 2.2
"""How many times its radius from the middle of a planet its tiles and units lie at most."""
BEST, WAYS = 8, 32
ASKED, MOVED = 0.5, 0.8
"""How likely a difference is that may as well be none, and that a piece is gone which was seen elsewhere."""
EDGE, BESIDE = 0.12, 1.25
"""How near to the rim of a planet, in its radii, and how much nearer to one than to another, is not clear."""
Slot = tuple[str, str, str, str]
"""Where pieces lie: their colour, the planet, surface or orbit there, the kind of piece."""


def planet_id(planet: str) -> str:
    """How an enrolled planet is called."""
    return f"planet:{planet}"


def unit_id(colour: str, unit: str) -> str:
    """How a unit or building of a colour is called in the copy."""
    return f"{colour}_{unit}"


PIECES = {unit_id(colour, piece): (colour, piece) for colour in COLOURS for piece in (*UNITS, *BUILDINGS)}
"""The colour and the kind of every piece the camera may know."""


def expect(game: OnwardToVenus, state: State) -> Expect | None:
    """What can be on the table by the rules."""
    wanted, copy = dice_wanted(state), game.copy
    if wanted:
        faces = copy.faces()
        values: tuple[int | str, ...] = ()
        if faces is not None:
            values = (*sorted(set(faces)), *(BURST_NAMES if BURST in faces else ()))
        return Expect(counts=(wanted,), values=values)
    cards = {name: 1.0 for planet in PLANETS for name in (planet_id(planet), planet)}
    if state.top is not None and state.top.kind in ("lay", "replace"):
        bag = {tile: amount for tile in copy.tiles() if (amount := copy.left(state, tile)) != 0}
        total = sum(amount or 1 for amount in bag.values())
        cards |= {tile: len(bag) * (amount or 1) / total for tile, amount in bag.items()}
        cards |= {tile: 1.0 for planet in state.planets for tile in planet.tiles if tile != UNTOLD}
        return Expect(cards=cards)
    if state.top is None or state.top.kind == "empire" or None in game.to_act(state):
        return None
    cards |= {card: 1.0 for card in copy.catalog.table("cards") if copy.unseen(state, card) != 0}
    pieces = tuple(unit_id(player.colour, unit) for player in state.players for unit in (*UNITS, *BUILDINGS))
    return Expect(cards={**cards, **dict.fromkeys(pieces, 1.0)}, pieces=pieces)


def read(game: OnwardToVenus, state: State, readings: Readings) -> tuple[Guess, ...]:
    """The moves a photo may mean, best first."""
    if dice_wanted(state):
        return _weighed(game, state, _dice(game, state, readings))
    if state.top is not None and state.top.kind == "lay":
        return _weighed(game, state, _tiles(game, state, readings))
    if state.top is not None and state.top.kind == "replace":
        return _weighed(game, state, _replacement(game, state, state.top.planet, readings))
    return (*_weighed(game, state, _cards(game, state, readings)), *_units(game, state, readings))


def _weighed(game: OnwardToVenus, state: State, found: Iterable[tuple[Move, float]]) -> tuple[Guess, ...]:
    """Equal moves together, the likeliest first, each with the referee's word on it."""
    weights: dict[Move, float] = {}
    for made, p in found:
        weights[made] = weights.get(made, 0.0) + p
    whole = sum(weights.values()) or 1.0
    best = sorted(weights.items(), key=lambda pair: -pair[1])[:BEST]
    return tuple(_guess(game, state, made, p / whole) for made, p in best)


def _guess(game: OnwardToVenus, state: State, made: Move, p: float) -> Guess:
    """The move with the referee's word; what the photo did not show of it is completed at the table."""
    ruling = game.judge(state, made)
    partial = not isinstance(ruling, Legal) and bool(game.choices(state, made))
    return Guess(made, p, ruling, partial)


# -- dice --------------------------------------------------------------------------------------


def face_value(value: int | str) -> int | None:
    """A face as the rules know it: the burst is 0, a number is itself."""
    if isinstance(value, int):
        return value
    if value.strip().lower() in BURST_NAMES:
        return BURST
    return int(value) if value.isascii() and value.isdigit() and len(value) < 3 else None


def _dice(game: OnwardToVenus, state: State, readings: Readings) -> Iterator[tuple[Move, float]]:
    """What the dice show; where some were not seen, those that were."""
    if not 0 < len(readings.dice) <= dice_wanted(state):
        return
    whole, known = len(readings.dice) == dice_wanted(state), game.copy.known_faces()
    ranked = [die.alternatives[:3] for die in readings.dice]
    for some in product(*ranked):
        faces = [face_value(one.value) for one in some]
        if all(face is not None and (whole or face in known) for face in faces):
            p = 1.0
            for one in some:
                p *= one.p
            yield move(None, "roll", dice=tuple(sorted(face for face in faces if face is not None))), p


# -- tiles -------------------------------------------------------------------------------------


def _tiles(game: OnwardToVenus, state: State, readings: Readings) -> Iterator[tuple[Move, float]]:
    """The planets in the photo: leftovers are known, the rest is new; one doubtful tile at a time is varied."""
    copy = game.copy
    planets = planets_seen(readings)
    tiles = [card for card in readings.cards if card.id is not None and copy.tile(card.id) is not None]
    if not planets or not tiles:
        return
    lying = [(tile, nearest_planet(planets, tile.centre)) for tile in tiles]
    tiles, where = [tile for tile, place in lying if place], [place for _, place in lying if place]
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
    """The tiles of each planet that shows as many new ones as it gets; the other planets are left open."""
    laid: dict[str, tuple[str, ...]] = {planet: () for planet in PLANETS if planet not in open_planets(state)}
    for planet, amount in wanted(game.copy, state).items():
        here = Counter(tile for tile, place in zip(tiles, where) if place == planet)
        leftover = Counter(tile for tile in state.planet(planet).tiles if tile != UNTOLD)
        fresh = tuple(sorted((here - leftover).elements()))
        if planet in where and not leftover - here and len(fresh) == (amount or len(fresh)):
            laid[planet] = fresh
    if any(laid.values()):
        yield move(None, "lay", **laid), p


def _replacement(game: OnwardToVenus, state: State, planet: str, readings: Readings) -> Iterator[tuple[Move, float]]:
    """The one tile that did not lie on its planet before; other planets in the photo keep their own tiles."""
    planets, left = planets_seen(readings), Counter(state.planet(planet).tiles)
    for card in readings.cards:
        if card.id is None or game.copy.tile(card.id) is None:
            continue
        if planets and nearest_planet(planets, card.centre) != planet:
            continue
        if left[card.id]:
            left[card.id] -= 1
            continue
        for one in card.alternatives[:3]:
            if game.copy.tile(str(one.value)) is not None:
                yield move(None, "replace", tile=str(one.value)), one.p


def planets_seen(readings: Readings, cards: Collection[str] = ()) -> dict[str, CardReading]:
    """The planets that are clear, enrolled as `planet:mars` or under their record; none that is seen at two places.

    `cards` are names that mean a card here.
    """
    seen: dict[str, list[CardReading]] = {}
    for card in readings.cards:
        for planet in PLANETS:
            if card.id == planet_id(planet) or (card.id == planet and planet not in cards):
                seen.setdefault(planet, []).append(card)
    return {planet: at[0] for planet, at in seen.items() if len(at) == 1 and at[0].alternatives[0].p >= CLEAR}


def nearest_planet(planets: dict[str, CardReading], point: Point) -> str | None:
    """The planet whose middle is nearest; none where that is so far that the thing lies at a planet not seen."""
    planet = min(planets, key=lambda one: dist(planets[one].centre, point))
    return planet if dist(planets[planet].centre, point) <= REACH * _radius(planets[planet]) else None


# -- cards -------------------------------------------------------------------------------------


def _cards(game: OnwardToVenus, state: State, readings: Readings) -> Iterator[tuple[Move, float]]:
    """Moves that play just the cards seen."""
    copy = game.copy
    seen = [card for card in readings.cards if card.id is not None and copy.card(card.id) is not None]
    seats = [seat for seat in game.to_act(state) if seat is not None]
    if not seen or not seats:
        return
    ranked = [[one for one in card.alternatives[:3] if copy.card(str(one.value)) is not None] for card in seen]
    for some in islice(product(*ranked), 27):
        ids = tuple(sorted(str(one.value) for one in some))
        p = 1.0
        for one in some:
            p *= one.p
        found = []
        for seat, kind in product(seats, game.kinds(state, seats[0])):
            ways = islice(_ways(game, game.passed(state, seat)[0], seat, kind, ids), 400)
            found.append([made for made in ways if _shown(made) == ids])
        if sum(map(len, found)) > BEST:  # the cards are told, the rest is asked, and no player's way is cut off
            found = [_untold(fitting) if len(fitting) > 1 else fitting for fitting in found]
        yield from ((made, p) for fitting in found for made in fitting)


def _untold(fitting: Sequence[Move]) -> list[Move]:
    """What moves of one kind share: the cards that were seen."""
    made = fitting[0]
    return [Move(made.seat, made.kind, tuple(arg for arg in made.args if arg[0] in ("card", "cards")))]


def _ways(game: OnwardToVenus, state: State, seat: int, kind: str, ids: tuple[str, ...]) -> Iterator[Move]:
    turn = Turn(game, state, seat)
    if kind == "pay" and state.combat is not None:
        orbit = state.players[seat].on(state.combat.planet).orbit
        return (made for force in orbit.parts() for made in payments_with(turn, force, ids))
    return groups_with(turn, ids) if kind == "move" else game.moves_of(state, seat, kind)


def _shown(made: Move) -> tuple[str, ...]:
    """The cards a move lays on the table."""
    card = optional(str, made.get("card"))
    return tuple(sorted([*(() if card is None else (card,)), *typed(tuple[str, ...], made.get("cards", ()))]))


# -- units -------------------------------------------------------------------------------------


def _units(game: OnwardToVenus, state: State, readings: Readings) -> tuple[Guess, ...]:
    """Where the count in the photo differs from the table as we know it: proposals to set it right, likeliest first."""
    ways: dict[tuple[tuple[str, int], ...], float] = {(): 1.0}
    for path, seen, p in _differences(state, planets_seen(readings, game.catalog.table("cards")), readings):
        left = {way: q * (1 - p) for way, q in ways.items()}
        taken = {(*way, (path, seen)): q * p for way, q in ways.items()}
        ways = dict(nlargest(WAYS, (taken | left).items(), key=lambda way: way[1]))
    guesses: list[Guess] = []
    for some, p in sorted(ways.items(), key=lambda way: -way[1]):
        if some and len(guesses) < BEST:
            wanted = manual_edit.adjust_all(some)
            ruling = manual_edit.judge(game, state, wanted)
            guesses += [Guess(wanted, p, ruling)] if isinstance(ruling, Legal) else []
    return tuple(guesses)


def _differences(state: State, planets: dict[str, CardReading], readings: Readings) -> Iterator[tuple[str, int, float]]:
    """What is recorded otherwise than it lies there: its path, how many were seen, and how likely that is right.

    What is not seen may be hidden: the likelier the more are missing, the less where it was seen elsewhere. At a planet
    where something was seen and not read nothing is missing, for that may be it.
    """
    options = {n: found for n, card in enumerate(readings.cards) if (found := _slots(planets, card))}
    recorded = {slot: told for planet in planets for slot, told in _recorded(state, planet).items()}
    if not any(slot[3] in BUILDINGS for found in options.values() for slot in found):
        # A copy whose buildings were never shown to the camera says nothing of them.
        recorded = {slot: told for slot, told in recorded.items() if slot[3] not in BUILDINGS}
    seen: Counter[Slot] = Counter()
    sure: dict[Slot, float] = {}
    looks: dict[Slot, set[str]] = {}
    for n in sorted(options, key=lambda n: len(options[n])):
        # What may lie at either of two places lies where it is recorded.
        fits = [slot for slot in options[n] if slot in recorded and seen[slot] < recorded[slot][1]]
        slot, told = (fits or options[n])[0], readings.cards[n].alternatives
        seen[slot] += 1
        sure[slot] = min(sure.get(slot, 1.0), told[0].p if fits or len(options[n]) == 1 else ASKED)
        looks.setdefault(slot, set()).update(str(one.value) for one in told[1:])
    unread = {nearest_planet(planets, card.centre) for card in readings.cards if card.id is None} if planets else set()
    more = [slot for slot, (_, had) in recorded.items() if seen[slot] > had]
    fewer = [slot for slot, (_, had) in recorded.items() if seen[slot] < had and slot[1] not in unread]
    gone = [slot for slot in fewer if not any(_piece(slot) == _piece(other) for other in more)]
    for slot in more:
        other = any(missing[1] == slot[1] and unit_id(*_piece(missing)) in looks[slot] for missing in fewer)
        yield recorded[slot][0], seen[slot], min(ASKED, sure[slot]) if other else sure[slot]
    for slot in fewer if options else ():
        yield recorded[slot][0], seen[slot], 1 / (1 + len(gone)) if slot in gone else MOVED


def _piece(slot: Slot) -> tuple[str, str]:
    return slot[0], slot[3]


def _recorded(state: State, planet: str) -> dict[Slot, tuple[str, int]]:
    """Every number of pieces at a planet: its path, and what is recorded."""
    found: dict[Slot, tuple[str, int]] = {}
    for seat, player in enumerate(state.players):
        here, path = player.on(planet), f"players.{seat}.at.{PLANETS.index(planet)}"
        for place, unit in product(PLACES, UNITS):
            found[player.colour, planet, place, unit] = (f"{path}.{place}.{unit}", here.force(place).of(unit))
        for what in BUILDINGS:
            found[player.colour, planet, "", what] = (f"{path}.{what}", here.built(what))
    return found


def _slots(planets: dict[str, CardReading], card: CardReading) -> list[Slot]:
    """Where a piece may lie, best first: on a planet is the surface, around it the orbit; at its rim it may be either.

    Factories and mines have no place of their own.
    """
    nearest = nearest_planet(planets, card.centre) if planets else None
    if nearest is None or card.id not in PIECES:
        return []
    colour, piece = PIECES[card.id]
    found = []
    far = {planet: dist(one.centre, card.centre) / max(_radius(one), 1e-6) for planet, one in planets.items()}
    for planet in sorted(planets, key=lambda one: (one != nearest, far[one])):
        if planet == nearest or far[planet] < min(REACH, far[nearest] * BESIDE):
            place, other = ("surface", "orbit") if far[planet] <= 1 else ("orbit", "surface")
            at = ("",) if piece in BUILDINGS else (place, other) if abs(far[planet] - 1) < EDGE else (place,)
            found += [(colour, planet, one, piece) for one in at]
    return found


def _radius(planet: CardReading) -> float:
    return min(dist(planet.quad[0], planet.quad[1]), dist(planet.quad[1], planet.quad[2])) / 2
