"""The tables of the owner's copy: what a record of each holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tableside.core.catalog import FlatRecord, Record
from tableside.core.moves import Text, text
from tableside.games.onward_to_venus.state import SLUG

ColourName = Literal["red", "blue", "purple", "yellow", "green"]


class TileKind(StrEnum):
    """The seven kinds of planet tile (A3)."""

    FACTORY = "factory"
    DRAW = "draw"
    FORTUNE = "fortune"
    TROPHY = "trophy"
    MINE = "mine"
    CRISIS = "crisis"
    TENSION = "tension"


class Timing(StrEnum):
    """What is printed on a card (A4)."""

    ACTION = "action"
    FREE = "free"
    BENEFIT = "benefit"


class Effect(StrEnum):
    """All card kinds of the rulebook (F1 to F36), and the plain combat cards."""

    POINTS = "points"
    MOVE = "move"
    BIG_TANKS = "big_tanks"
    ELITE_INFANTRY = "elite_infantry"
    MODERN_CRUISERS = "modern_cruisers"
    TRANSPORTS = "transports"
    EXCLUDE = "exclude"
    RECYCLE = "recycle"
    SWAP = "swap"
    DRAW_FOUR = "draw_four"
    DESTROY_INFANTRY = "destroy_infantry"
    DESTROY_UNIT = "destroy_unit"
    DESTROY_CRUISER = "destroy_cruiser"
    EXPLODING_TANK = "exploding_tank"
    KAMIKAZE = "kamikaze"
    TRAITOR = "traitor"
    TANK_UP = "tank_up"
    INFANTRY_UP = "infantry_up"
    BUY = "buy"
    IGNORE_BURST = "ignore_burst"
    EXTRA_ACTION = "extra_action"
    DEPLOY = "deploy"
    TOKEN = "token"
    TENSION_IN = "tension_in"
    TENSION_OUT = "tension_out"
    REROLL = "reroll"
    RESCUE = "rescue"
    SPILL = "spill"
    SPY = "spy"
    VEINS = "veins"
    LOTTERY = "lottery"
    HUNT = "hunt"
    POINT_AND_CARD = "point_and_card"
    MOON = "on_moon"
    VENUS = "on_venus"
    EARTH_CRISIS = "earth_crisis"
    LAST_ACTION = "last_action"

    @classmethod
    def _missing_(cls, value: object) -> Effect | None:
        """Copies told before had the planets' own names for the cards that count there."""
        return {"moon": cls.MOON, "venus": cls.VENUS}.get(str(value))


RULE: dict[Effect, str] = {effect: f"F{number}" for number, effect in enumerate(Effect)}
RULE[Effect.POINTS] = "D5"
"""The rule of each effect; the order of Effect is that of the rules, F1 to F36."""


TILE_NUMBERS = {TileKind.TROPHY: 31, TileKind.CRISIS: 13, TileKind.TENSION: 13}
"""No box has more of a kind: the list of parts tells the numbers, though not for certain which is whose (A3)."""


@dataclass(frozen=True, slots=True)
class Die(Record):
    """The three dice are alike: six faces, a burst written 0."""

    faces: tuple[int, ...] | None = None

    def say(self, id: str) -> Text:
        return text(f"{SLUG}.table.dice")


@dataclass(frozen=True, slots=True)
class Tile(FlatRecord):
    """A planet tile: what it is, its defence, whether a crisis tile shows the burst, how many there are."""

    kind: TileKind
    defence: int | None = None
    burst: bool | None = None
    count: int | None = None

    def say(self, id: str) -> Text:
        """What is printed on it."""
        marked = ".burst" if self.burst else ""
        if self.defence is None:
            return text(f"{SLUG}.tile.{self.kind}{marked}")
        return text(f"{SLUG}.tile.{self.kind}.defended{marked}", defence=self.defence)


@dataclass(frozen=True, slots=True)
class Card(FlatRecord):
    """A draw card: what it does, when, its printed combat points, how many there are among the draw cards."""

    effect: Effect
    timing: Timing | None = None
    points: int | None = None
    amount: int | None = None
    """How much further a movement card takes one (F1)."""
    count: int | None = None
    title: str = ""

    def say(self, id: str) -> Text:
        """Its own title, or what it does."""
        if self.title.strip():
            return text("core.value", value=self.title)
        if self.effect not in (Effect.POINTS, Effect.MOVE):
            return text(f"{SLUG}.card.{self.effect}")
        number = self.points if self.effect is Effect.POINTS else self.amount
        if number is None:
            return text(f"{SLUG}.card.{self.effect}.untold")
        return text(f"{SLUG}.card.{self.effect}", n=number)


@dataclass(frozen=True, slots=True)
class World(Record):
    """A planet's hexagons, best first, and how many tiles come to it with 2, 3, 4, 5 players."""

    points: tuple[int, ...] | None = None
    tiles_2: int | None = None
    tiles_3: int | None = None
    tiles_4: int | None = None
    tiles_5: int | None = None

    def say(self, id: str) -> Text:
        return Text(f"{SLUG}.planet.{id}|{SLUG}.table.worlds")


@dataclass(frozen=True, slots=True)
class Piece(Record):
    """How many of this tile one player's set has."""

    count: int | None = None

    def say(self, id: str) -> Text:
        return Text(f"{SLUG}.thing.{id}|{SLUG}.table.pieces")


@dataclass(frozen=True, slots=True)
class Marker(Record):
    """A unit or building of one colour, as the camera knows it."""

    colour: ColourName
    thing: Literal["infantry", "tank", "cruiser", "mine", "factory"]

    def say(self, id: str) -> Text:
        colour, thing = text(f"{SLUG}.shade.{self.colour}"), text(f"{SLUG}.thing.{self.thing}")
        return text(f"{SLUG}.marker", colour=colour, thing=thing)


@dataclass(frozen=True, slots=True)
class Empire(Record):
    """The four starting cards of an empire."""

    starting: tuple[str, ...] | None = None

    def say(self, id: str) -> Text:
        return Text(f"{SLUG}.colour.{id}|{SLUG}.table.empires")


@dataclass(frozen=True, slots=True)
class Box(Record):
    """A heap in the box and its size."""

    count: int | None = None

    def say(self, id: str) -> Text:
        return Text(f"{SLUG}.box.{id}|{SLUG}.table.box")


BLASTS = (Effect.EXPLODING_TANK, Effect.KAMIKAZE)
"""Cards that blow a unit up (F13, F14)."""
STATED = {"mercury": ("tiles_3", "tiles_4"), "moon": ("points",)}
"""What the rulebook's text states of a planet, though the rest of its record is not certain."""
TABLES: dict[str, type[Record]] = {
    "dice": Die,
    "tiles": Tile,
    "cards": Card,
    "worlds": World,
    "pieces": Piece,
    "markers": Marker,
    "empires": Empire,
    "box": Box,
}
