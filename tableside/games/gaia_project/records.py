"""What is printed on the boards and tiles: the data files as records, and look-ups made of them once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tableside.core import catalog
from tableside.core.catalog import FlatRecord, Record

PACKAGE = "tableside.games.gaia_project"
SLUG = "gaia_project"

Gain = tuple[tuple[str, int], ...]
"""What is gained: unit (c o k q pw t vp) and amount."""

TRACKS = ("terra", "nav", "int", "gaia", "eco", "sci")
TERRA, NAV, INT, GAIA, ECO, SCI = range(6)
PLACES = (*TRACKS, "free1", "free2", "free3")
"""The nine spaces of standard technology tiles: under the tracks, and the three free ones."""
ADVANCED_PLACES = tuple(f"adv-{track}" for track in TRACKS)
WHEEL = "rovdsti"
"""The home planets in the order of the terraforming wheel: terra, oxide, volcanic, desert, swamp, titanium, ice."""
PLANETS = (*WHEEL, "g", "m", "l")
TOKENS = ("fed1", "fed2", "fed3", "fed4", "fed5", "fed6")
CATEGORIES = (
    "start",
    "boosters",
    "round_tiles",
    "standard_tech",
    "advanced_tech",
    "federations",
    "qic_actions",
    "leech_cost",
    "track_gaia5",
    "faction",
    "final_tiles",
    "research_end",
    "resources_end",
    "bid",
)
FINAL_POINTS = (18, 12, 6, 0, 0)
ROUNDS = 6
CAPS = {"credits": 30, "ore": 15, "knowledge": 15}
START_POINTS = 10


@dataclass(frozen=True, slots=True)
class Faction(Record):
    """One side of a faction board."""

    home: str
    colour: str
    board: int
    credits: int
    ore: int
    knowledge: int
    qic: int
    bowls: tuple[int, int, int]
    stone: int
    track: str
    income: tuple[str, ...]
    rows: Mapping[str, tuple[tuple[str, ...], ...]]
    academy: str
    upgrades: Mapping[str, tuple[str, ...]]
    mines: int


@dataclass(frozen=True, slots=True)
class Track(Record):
    """One research track: one-time gains, income and lasting value of its levels 0 to 5."""

    once: tuple[str, ...]
    income: tuple[str, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tech(FlatRecord):
    """A technology tile: how it works (once, income, special, value, trigger, pass) and what it gives."""

    kind: str
    gain: str
    per: str
    on: str


@dataclass(frozen=True, slots=True)
class Booster(FlatRecord):
    """A round booster."""

    income: str
    special: str
    gain: str
    per: str


@dataclass(frozen=True, slots=True)
class RoundTile(FlatRecord):
    """A round scoring tile."""

    on: str
    points: int


@dataclass(frozen=True, slots=True)
class FinalTile(FlatRecord):
    """A final scoring tile and where the neutral satellite stands on its track."""

    neutral: int


@dataclass(frozen=True, slots=True)
class Token(FlatRecord):
    """A federation token."""

    gain: str
    green: bool
    copies: int


@dataclass(frozen=True, slots=True)
class Action(Record):
    """A power or QIC space of the research board."""

    power: int
    qic: int
    gain: str
    steps: int


@dataclass(frozen=True, slots=True)
class Sector(Record):
    """One face of a sector tile: its planets by label."""

    hexes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Layout(Record):
    """A printed arrangement: sector, rotation, centre q and r."""

    places: tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Structure(Record):
    """What a structure costs, is worth, and how many pieces there are."""

    credits: int
    ore: int
    near: int
    value: int
    pieces: int


@dataclass(frozen=True, slots=True)
class Conversion(Record):
    """A free action: what is paid, how much of it, for one of what, and whose it is."""

    of: str
    price: int
    into: str
    faction: str


TABLES: Mapping[str, type[Record]] = {
    "factions": Faction,
    "tracks": Track,
    "techs": Tech,
    "advanced": Tech,
    "boosters": Booster,
    "rounds": RoundTile,
    "finals": FinalTile,
    "tokens": Token,
    "actions": Action,
    "sectors": Sector,
    "layouts": Layout,
    "structures": Structure,
    "conversions": Conversion,
}

CATALOG = catalog.load(PACKAGE, TABLES)


def _table(name: str) -> dict[str, Any]:
    return dict(CATALOG.table(name))


FACTIONS: dict[str, Faction] = _table("factions")
TRACK: dict[str, Track] = _table("tracks")
TECHS: dict[str, Tech] = {**_table("techs"), **_table("advanced")}
STANDARD: tuple[str, ...] = tuple(_table("techs"))
ADVANCED: tuple[str, ...] = tuple(_table("advanced"))
BOOSTERS: dict[str, Booster] = _table("boosters")
ROUND_TILES: dict[str, RoundTile] = _table("rounds")
FINAL_TILES: dict[str, FinalTile] = _table("finals")
TOKEN: dict[str, Token] = _table("tokens")
ACTIONS: dict[str, Action] = _table("actions")
SECTORS: dict[str, Sector] = _table("sectors")
LAYOUTS: dict[str, Layout] = _table("layouts")
STRUCTURES: dict[str, Structure] = _table("structures")
CONVERSIONS: dict[str, Conversion] = _table("conversions")

LAST_LEVEL = 5
RANGE = TRACK["nav"].values
STEP_PRICE = TRACK["terra"].values
PROJECT_PRICE = TRACK["gaia"].values
FORMER_LEVELS = (1, 3, 4)
FIRST_GAME = {
    2: ("hadsch-hallas", "xenos"),
    3: ("terrans", "taklons", "gleens"),
    4: ("terrans", "hadsch-hallas", "xenos", "taklons"),
}
"""B5: who takes part in a first game."""


@cache
def gain(spec: str) -> Gain:
    """The units and amounts of a printed gain such as 2c,o."""
    parts = []
    for word in spec.split(","):
        if word:
            digits = len(word) - len(word.lstrip("0123456789"))
            parts.append((word[digits:], int(word[:digits] or 1)))
    return tuple(parts)


STEPS = {
    a + b: min(abs(WHEEL.index(a) - WHEEL.index(b)), 7 - abs(WHEEL.index(a) - WHEEL.index(b)))
    for a in WHEEL
    for b in WHEEL
}
"""F4: how many terraforming steps lie between two home planets."""

SPECIALS: dict[str, str] = {
    **{tile: tech.gain for tile, tech in TECHS.items() if tech.kind == "special"},
    **{tile: booster.special for tile, booster in BOOSTERS.items() if booster.special},
}
"""Special action spaces of tiles and boosters, with what they do."""
FACTION_SPECIALS = {"ambas": "swap-PI", "firaks": "down-lab", "ivits": "space-station"}
"""Special action spaces of planetary institutes."""
