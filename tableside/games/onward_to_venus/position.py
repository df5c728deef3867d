"""The end of a game as it lies on the table, for scoring without a tracked game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from tableside.core import photo_fields
from tableside.core.catalog import Catalog
from tableside.core.moves import text
from tableside.core.readings import Readings
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tableside.games.onward_to_venus.audit import too_many_pieces
from tableside.games.onward_to_venus.reading import nearest_planet, planets_seen, unit_id
from tableside.games.onward_to_venus.records import TILE_NUMBERS, ColourName, TileKind
from tableside.games.onward_to_venus.refusal import no
from tableside.games.onward_to_venus.scoring import Tally, outcome
from tableside.games.onward_to_venus.state import ALIENS, BUILDINGS, INCOME, PLANETS, SLUG, UNITS
from tableside.games.onward_to_venus.supply import Copy

PlanetName = Literal["mercury", "venus", "earth", "moon", "mars", "ganymede", "titan", "kuiper"]
NAMES: dict[str, PlanetName] = {name: name for name in get_args(PlanetName)}


def _count(about: str, most: int = 99, **more: Any) -> int:
    made: int = field(default=0, metadata={"about": about, "minimum": 0, "maximum": most, **more})
    return made


def _tiles_seen(kind: TileKind) -> photo_fields.FromPhoto:
    return photo_fields.cards("tiles", lambda id, record, on_it: 1, lambda record: record.kind is kind, shape="square")


@dataclass(frozen=True, slots=True)
class Holding:
    """One player's mines and factories on one planet."""

    planet: PlanetName
    mines: int = _count("own mines there")
    factories: int = _count("own factories there")


@dataclass(frozen=True, slots=True)
class Final:
    """One player at the end."""

    name: str
    colour: ColourName
    holdings: tuple[Holding, ...] = field(default=(), metadata={"about": "planets with own mines or factories"})
    trophies: int = _count("trophy tiles kept", photo=_tiles_seen(TileKind.TROPHY))
    crises: int = _count("crisis tiles kept", photo=_tiles_seen(TileKind.CRISIS))
    aliens: int = _count("alien tiles kept", ALIENS)
    start_marker: bool = field(default=False, metadata={"about": "holds the start marker"})
    infantry: int = _count("infantry in play, all planets together; only checked")
    tank: int = _count("tanks in play, all planets together; only checked")
    cruiser: int = _count("cruisers in play, all planets together; only checked")

    def built(self, what: str) -> int:
        return sum(here.factories if what == "factory" else here.mines for here in self.holdings)

    def income(self, planet: str) -> int:
        return sum(
            INCOME["mine"] * here.mines + INCOME["factory"] * here.factories
            for here in self.holdings
            if here.planet == planet
        )


@dataclass(frozen=True, slots=True)
class FinalPlanet:
    """A planet of which there is something to say: turned over, held by an alien, tiles left, its hexagons."""

    planet: PlanetName
    dead: bool = field(default=False, metadata={"about": "turned to its dead side"})
    alien: bool = field(default=False, metadata={"about": "an alien tile lies on it"})
    tiles: int = _count("planet tiles left on it")
    hexagons: tuple[int, ...] | None = field(
        default=None, metadata={"about": "the points printed on it, best first; only where your copy does not say"}
    )


def _tiles_left(catalog: Catalog, readings: Readings) -> tuple[photo_fields.SeenThing, ...]:
    """The tiles that still lie on the planets of the photo."""
    return tuple(
        photo_fields.SeenThing("card", number, id, FinalPlanet(planet, tiles=1))
        for number, id, planet in _at_planets(readings)
        if catalog.find("tiles", id) is not None
    )


def _at_planets(readings: Readings) -> Iterator[tuple[int, str, PlanetName]]:
    """What was recognised near a planet: its number in the photo, its name, and the planet."""
    planets = planets_seen(readings)
    for number, card in enumerate(readings.cards):
        planet = nearest_planet(planets, card.centre) if planets else None
        if planet is not None and card.id is not None:
            yield number, card.id, NAMES[planet]


def _built(colour: str) -> photo_fields.FromPhoto:
    """The mines and factories of a colour, each at the planet it lies nearest to."""
    mine, factory = unit_id(colour, "mine"), unit_id(colour, "factory")

    def read(catalog: Catalog, readings: Readings) -> tuple[photo_fields.SeenThing, ...]:
        return tuple(
            photo_fields.SeenThing("card", number, id, Holding(planet, int(id == mine), int(id == factory)))
            for number, id, planet in _at_planets(readings)
            if id in (mine, factory)
        )

    return photo_fields.FromPhoto(lambda catalog: (mine, factory), read)


PLANETS_SEEN = photo_fields.FromPhoto(
    lambda catalog: (*PLANETS, *catalog.table("tiles")),
    _tiles_left,
    prefix="planet:",
    beside=lambda player: {"holdings": _built(player["colour"])},
)
"""A photo of one or several planets: the buildings of all colours, and the tiles that are left."""


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game."""

    players: tuple[Final, ...] = field(metadata={"about": "the players in seating order"})
    planets: tuple[FinalPlanet, ...] = field(
        default=(), metadata={"about": "planets with something to say of them", "photo": PLANETS_SEEN}
    )
    ending: Literal["done", "robots", "aliens"] = field(
        default="done", metadata={"about": "after three periods, or robots or aliens on Earth"}
    )


def example() -> Position:
    """A final position that can be; all income is on the Moon, whose hexagons the rulebook shows."""
    return Position(
        (
            Final("Anna", "yellow", (Holding("moon", 1, 1),), trophies=2, crises=1, infantry=3, cruiser=2),
            Final("Béla", "red", (Holding("moon", mines=1),), trophies=1, aliens=1, start_marker=True),
            Final("Cili", "blue", (Holding("moon", mines=1),), crises=3, tank=1),
            Final("Dani", "green", (Holding("moon", factories=1),), trophies=3),
        ),
        (
            FinalPlanet("venus", dead=True),
            FinalPlanet("titan", alien=True),
            FinalPlanet("kuiper", alien=True, tiles=2),
        ),
    )


def printed(final: Position) -> dict[str, tuple[int, ...]]:
    """The hexagons told with the position."""
    return {planet.planet: planet.hexagons for planet in final.planets if planet.hexagons is not None}


def audit_position(copy: Copy, final: Position, seats: range) -> tuple[Illegal, ...]:
    """Every reason why this cannot be the end of a game."""
    checks = (_table(final, seats), _players(copy, final), _planets(final), _tiles(copy, final))
    problems = [problem for check in checks for problem in check]
    earning = (name for name in PLANETS if any(player.income(name) for player in final.players))
    needs = copy.missing_points(name for name in earning if name not in printed(final))
    if needs and final.ending == "done":
        problems.append(copy.unknown(needs, "G2"))
    return tuple(problems)


def _table(final: Position, seats: range) -> Iterator[Illegal]:
    if len(final.players) not in seats:
        yield no("seats", "A2", least=seats.start, most=seats.stop - 1)
    if any(amount > 1 for amount in Counter(player.colour for player in final.players).values()):
        yield no("same_colour", "B2")
    markers = sum(player.start_marker for player in final.players)
    if markers > 1:
        yield no("one_marker", "A1", n=markers)
    if not markers and final.ending == "done":
        yield no("no_marker", "G4")
    beaten = sum(player.aliens for player in final.players)
    aliens = beaten + sum(planet.alien for planet in final.planets)
    if aliens > ALIENS:
        yield no("alien_number", "A1", n=aliens)
    elsewhere = sum(planet.alien for planet in final.planets if planet.planet != "earth")
    if final.ending == "aliens" and beaten + elsewhere >= ALIENS:
        yield no("no_alien_left", "E10")


def _players(copy: Copy, final: Position) -> Iterator[Illegal]:
    for player in final.players:
        numbers = [player.trophies, player.crises, player.aliens, *(getattr(player, unit) for unit in UNITS)]
        numbers += [number for here in player.holdings for number in (here.mines, here.factories)]
        if min(numbers) < 0:
            yield no("negative", "A2", player=player.name)
        if any(amount > 1 for amount in Counter(here.planet for here in player.holdings).values()):
            yield no("planet_twice", "G2", player=player.name)
        used = {what: player.built(what) for what in BUILDINGS} | {unit: getattr(player, unit) for unit in UNITS}
        problem = too_many_pieces(copy, player.name, used)
        if problem is not None:
            yield problem


def _planets(final: Position) -> Iterator[Illegal]:
    if any(amount > 1 for amount in Counter(planet.planet for planet in final.planets).values()):
        yield no("planet_listed_twice", "B1")
    for planet in final.planets:
        name = text(f"{SLUG}.planet.{planet.planet}")
        held = any(player.income(planet.planet) for player in final.players)
        if planet.hexagons is not None and not _falling(planet.hexagons):
            yield no("hexagons", "G2", planet=name)
        if planet.dead and planet.planet not in ("venus", "moon", "mars"):
            yield no("cannot_die", "E4", planet=name)
        if planet.dead and planet.tiles:
            yield no("dead_with_tiles", "E4", planet=name)
        if planet.dead and held:
            yield no("dead_with_empire", "E4", planet=name)
        if planet.alien and planet.planet == "earth" and final.ending != "aliens":
            yield no("alien_on_earth", "E10")
        if planet.alien and planet.planet in ("mercury", "venus"):
            yield no("alien_never_here", "E10", planet=name)


def _falling(hexagons: tuple[int, ...]) -> bool:
    return 0 < len(hexagons) <= 3 and min(hexagons) >= 0 and list(hexagons) == sorted(hexagons, reverse=True)


def _tiles(copy: Copy, final: Position) -> Iterator[Illegal]:
    for kind, amount in (
        (TileKind.TROPHY, sum(player.trophies for player in final.players)),
        (TileKind.CRISIS, sum(player.crises for player in final.players)),
    ):
        counts = [record.count for record in copy.catalog.table("tiles").values() if record.kind is kind]
        counted = [count for count in counts if count is not None]
        most = TILE_NUMBERS[kind] if len(counted) < len(counts) else min(TILE_NUMBERS[kind], sum(counted))
        if amount > most:
            yield no("too_many_tiles", "A3", tile=text(f"{SLUG}.tile.{kind}"), n=amount, size=most)


def score_position(copy: Copy, final: Position) -> tuple[tuple[str, ...], Outcome]:
    """The players' names and the result."""
    tallies = [
        Tally(
            {planet: player.income(planet) for planet in PLANETS},
            player.built("factory") + player.built("mine"),
            player.trophies,
            player.crises,
            player.aliens,
            player.start_marker,
        )
        for player in final.players
    ]
    return tuple(player.name for player in final.players), outcome(copy, tallies, final.ending, printed(final))
