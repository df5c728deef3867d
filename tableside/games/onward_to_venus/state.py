"""The table: planets in a row, empires in orbit and on the ground, cards, tokens, and what is to be done next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated

from tableside.core import rulebook
from tableside.core.bounds import Between, Count, Few, Long, OneOf, Points, SeatNumber
from tableside.core.stack import Stack

SLUG = "onward_to_venus"
PLANETS = ("mercury", "venus", "earth", "moon", "mars", "ganymede", "titan", "kuiper")
"""From the Sun outwards, Earth before the Moon (B1)."""
LANES = {
    "mercury": ("venus",),
    "venus": ("mercury", "earth", "moon"),
    "earth": ("venus", "moon", "mars"),
    "moon": ("venus", "earth", "mars"),
    "mars": ("earth", "moon", "ganymede"),
    "ganymede": ("mars", "titan"),
    "titan": ("ganymede", "kuiper"),
    "kuiper": ("titan",),
}
UNITS = ("infantry", "tank", "cruiser")
STRENGTH = {"infantry": 1, "tank": 2, "cruiser": 1}
COST = {"infantry": 2, "tank": 3, "cruiser": 4}
PLACES = ("orbit", "surface")
BUILDINGS = ("factory", "mine")
INCOME = {"factory": 2, "mine": 3}
SET_NUMBERS = (12, 9, 8, 7, 5)
"""How many infantry, tanks, cruisers, mines and factories a set has; the book does not say which number is whose."""
COLOURS = ("red", "blue", "purple", "yellow", "green")
ALIENS = 3
ALIEN = "alien"
"""How an alien is named where a tile is asked for."""
UNTOLD = "untold"
"""How tiles are named that lie on a planet but were not told yet: one mark for all of them."""
ALIEN_DEFENCE = 7
TOKENS = 7
PERIODS = 3
START_MONEY = 12
START_CARDS = 4
FIRST_DRAW = 2
DICE = 3
BURST = 0
"""A burst counts 0 (D5); on a die and in a move it is written 0."""
MOST_FACE = 6
"""No face is taken to bear more before somebody has told the six faces."""
OUTER = ("kuiper", "titan", "ganymede")
INNER = ("mars", "moon", "earth")
"""The way of the aliens (E10)."""

EACH = Long(len(PLANETS), len(PLANETS))
"""One for each planet."""
PlanetName = Annotated[str, OneOf(("", *PLANETS))]
"""A planet, or none."""


@dataclass(frozen=True, slots=True)
class Force:
    """Units of one player in one place."""

    infantry: Few = 0
    tank: Few = 0
    cruiser: Few = 0

    def of(self, unit: str) -> int:
        return int(getattr(self, unit))

    def plus(self, unit: str, amount: int) -> Force:
        return replace(self, **{unit: self.of(unit) + amount})

    def parts(self) -> list[Force]:
        """Every part of it, the smallest first."""
        every = product(*(range(self.of(unit) + 1) for unit in UNITS))
        return sorted((Force(*part) for part in every), key=lambda force: force.size)

    @property
    def size(self) -> int:
        return self.infantry + self.tank + self.cruiser

    @property
    def strength(self) -> int:
        """Combat points in defence (D8)."""
        return sum(STRENGTH[unit] * self.of(unit) for unit in UNITS)


@dataclass(frozen=True, slots=True)
class Presence:
    """All that one player has on and around one planet."""

    orbit: Force = Force()
    surface: Force = Force()
    factory: Few = 0
    mine: Few = 0

    def force(self, place: str) -> Force:
        return self.orbit if place == "orbit" else self.surface

    def built(self, what: str) -> int:
        return self.factory if what == "factory" else self.mine

    @property
    def income(self) -> int:
        return INCOME["factory"] * self.factory + INCOME["mine"] * self.mine

    @property
    def units(self) -> int:
        return self.orbit.size + self.surface.size

    @property
    def buildings(self) -> int:
        return self.factory + self.mine


@dataclass(frozen=True, slots=True)
class Player:
    """One empire."""

    colour: str = ""
    money: Count = 0
    hand: Few = 0
    """How many cards; which ones is the player's secret until they are played."""
    at: Annotated[tuple[Presence, ...], EACH] = (Presence(),) * len(PLANETS)
    kept: tuple[str, ...] = ()
    """Trophy and crisis tiles won."""
    aliens: Few = 0
    tokens: Few = 0
    """Pass tokens taken this period."""
    bonus: Points = 0

    def on(self, planet: str) -> Presence:
        return self.at[PLANETS.index(planet)]

    def count(self, thing: str) -> int:
        """How many units or buildings of a kind are in play."""
        if thing in BUILDINGS:
            return sum(here.built(thing) for here in self.at)
        return sum(here.orbit.of(thing) + here.surface.of(thing) for here in self.at)


@dataclass(frozen=True, slots=True)
class Planet:
    """What lies on a planet besides the empires."""

    tiles: tuple[str, ...] = ()
    traitors: tuple[str, ...] = ()
    alien: bool = False
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Combat:
    """An attempt on a defended tile."""

    planet: PlanetName
    tile: str
    victim: SeatNumber | None = None
    what: str = ""
    dice: Annotated[tuple[Few, ...], Long(0, 12)] = ()
    """What still counts; an excluded die is gone from here. Only the bursts where the roll was told in short."""
    ignored: Few = 0
    """Bursts that cause no loss (F19)."""
    points: Few = 0
    """Combat points already gained by a card that draws (F32)."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done, by a player or (seat None) by the table."""

    kind: str
    seat: SeatNumber | None = None
    planet: PlanetName = ""
    n: Few = 0


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    options: tuple[tuple[str, bool | int | str], ...]
    players: tuple[Player, ...]
    planets: Annotated[tuple[Planet, ...], EACH] = (Planet(),) * len(PLANETS)
    todo: tuple[Task, ...] = ()
    """The newest last: it is done first."""
    answers: Stack = Stack()
    period: Annotated[int, Between(0, PERIODS)] = 0
    start: SeatNumber | None = None
    turn: SeatNumber | None = None
    actions: Few = 0
    acted: bool = False
    last_call: bool = False
    """The turn is one gained after the last pass token (F36)."""
    fresh: Annotated[tuple[str, ...], Long(0, 60)] = ()
    """The cards played last in this turn: these can be taken back (F7)."""
    tokens: Few = 0
    """Pass tokens on the pass card."""
    deck: Annotated[int, Between(0, 200)] | None = None
    discards: tuple[str, ...] = ()
    rubbish: tuple[str, ...] = ()
    """Discarded planet tiles."""
    combat: Combat | None = None
    sums: tuple[tuple[SeatNumber, Few], ...] = ()
    """The rolls for the start: seat and sum."""
    crisis_dice: Annotated[tuple[Annotated[int, Between(0, MOST_FACE * DICE)], ...], EACH] = (0,) * len(PLANETS)
    aliens: Count = ALIENS
    """Alien tiles laid aside."""
    invaded: Annotated[int, Between(-1, len(INNER))] = -1
    """-1 before the invasion, then how many of Mars, Moon, Earth the aliens have come to."""
    end: Annotated[str, OneOf(("", "done", "robots", "aliens"))] = ""
    """How it ended: done, robots or aliens."""

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def top(self) -> Task | None:
        return self.todo[-1] if self.todo else None

    def option(self, key: str) -> bool | int | str:
        return next(value for name, value in self.options if name == key)

    def planet(self, name: str) -> Planet:
        return self.planets[PLANETS.index(name)]

    def order(self) -> tuple[int, ...]:
        """The seats clockwise from the start marker."""
        first = self.start or 0
        return tuple((first + step) % len(self.players) for step in self.seats)

    def presences(self) -> Iterator[tuple[int, str, Presence]]:
        """Every player's presence on every planet."""
        for seat, player in enumerate(self.players):
            for planet, here in zip(PLANETS, player.at):
                yield seat, planet, here


def distance(origin: str, destination: str) -> int:
    """How many planets apart (B1)."""
    reached, steps = {origin}, 0
    while destination not in reached:
        reached |= {near for planet in reached for near in LANES[planet]}
        steps += 1
    return steps


DISTANCE = {(one, other): distance(one, other) for one in PLANETS for other in PLANETS}


Turn = rulebook.Turn[State]
