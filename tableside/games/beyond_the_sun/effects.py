"""What a card can say: a closed list of verbs, what can be counted, and what holds for as long as one has the card."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from tableside.core.errors import Complaint
from tableside.core.moves import text

Colour = Literal["scientific", "economic", "military", "commercial"]
COLOURS: tuple[Colour, ...] = ("scientific", "economic", "military", "commercial")
Track = Literal["food", "ore"]


class Verb(StrEnum):
    """Everything a card can make happen."""

    PAY = "pay"
    GAIN = "gain"
    POPULATE = "populate"
    RETURN = "return_population"
    RESEARCH = "research"
    AUTOMATE = "automate"
    BUILD = "build"
    UPGRADE = "upgrade"
    JUMP = "jump"
    COLONISE = "colonise"
    GROW = "grow"
    PRODUCE = "produce"
    TRADE = "trade"
    SCRAP = "scrap"
    SHIFT = "shift"
    UNLOCK = "unlock"
    CHOOSE = "choose"
    TOGETHER = "together"
    COPY = "copy"
    DISPLACE = "displace"
    PRIVATE = "private"
    SETTLE = "settle"
    DOCK = "dock"
    ATTACH = "attach"
    TAKE = "take_attached"
    EXTEND = "extend"
    BY_HAND = "by_hand"


class Counted(StrEnum):
    """What a card can count."""

    TECHNOLOGIES = "technologies"
    COLONIES = "colonies"
    OUTPOSTS = "outposts"
    SHIPYARDS = "shipyards"
    SHIPS = "ships"
    POWER = "power"
    AUTOMATED = "automated"
    POPULATION = "population"
    ORE = "ore"
    SUPPLY = "supply"
    ICONS = "icons"
    SPECIALTIES = "specialties"
    ACHIEVEMENTS = "achievements"
    DOCKED = "docked"
    BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things a faction has, such as its level II technologies or its ships of level 3."""

    what: Counted
    level: int = 0
    colour: Colour | None = None
    track: Track | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.level <= 4:
            raise Complaint(text("beyond_the_sun.bad.level"))


@dataclass(frozen=True, slots=True)
class Condition:
    """Enough of something."""

    count: Count
    at_least: int

    def __post_init__(self) -> None:
        if self.at_least < 1:
            raise Complaint(text("beyond_the_sun.bad.at_least"))


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a card makes happen; what a verb does not use stays at its default."""

    verb: Verb
    n: int = 1
    """How many or how much."""
    per: Count | None = None
    """n for each of these."""
    optional: bool = False
    who: Literal["you", "others", "all"] = "you"
    level: int = 1
    """The level of a ship built; by how many levels a ship is upgraded; the level of a private technology."""
    levels: tuple[int, ...] = ()
    """Which levels may be researched."""
    known: bool = False
    """The eye: only a technology already on the board."""
    fill: bool = False
    """Research fills the tableau's row when it is empty."""
    source: Literal["population", "supply"] = "population"
    track: Literal["food", "ore", "either"] = "either"
    where: str = field(default="shipyards", metadata={"values": ("shipyards", "sol", "deep", "controlled")})
    """Where to build: shipyards, sol, deep, controlled; beside which place a new system lies."""
    deck: Literal["A", "B"] = "A"
    distinct: bool = False
    """Every upgrade is of another ship."""
    to: Literal["bank", "opponent"] = "bank"
    column: Literal["left", "any"] = "left"
    of: tuple[tuple[Effect, ...], ...] = ()
    """The alternatives of a choice; the parts of a whole."""
    guild: str = field(default="", metadata={"of": "guilds"})
    note: str = ""
    """What the players settle by hand."""

    def __post_init__(self) -> None:
        if not 0 <= self.n <= 20:
            raise Complaint(text("beyond_the_sun.bad.number"))
        if not set(self.levels) <= {1, 2, 3, 4}:
            raise Complaint(text("beyond_the_sun.bad.research"))
        if self.verb in (Verb.BUILD, Verb.UPGRADE) and not 1 <= self.level <= 4:
            raise Complaint(text("beyond_the_sun.bad.ship_level"))
        if self.verb is Verb.BUILD and self.where not in ("shipyards", "sol", "deep", "controlled"):
            raise Complaint(text("beyond_the_sun.bad.where"))
        if self.verb is Verb.PRIVATE and self.level not in (2, 3):
            raise Complaint(text("beyond_the_sun.bad.private_level"))
        if self.verb is Verb.CHOOSE and len(self.of) < 2:
            raise Complaint(text("beyond_the_sun.bad.choice"))
        if self.verb is Verb.TOGETHER and len(self.of) != 1:
            raise Complaint(text("beyond_the_sun.bad.parts"))

    @property
    def may_research(self) -> tuple[int, ...]:
        """The levels that may be researched; none told: any."""
        return self.levels or (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Action:
    """[cost:] effect, with its action spaces (D6)."""

    effects: tuple[Effect, ...]
    cost: tuple[Effect, ...] = ()
    spaces: int = 1
    beside: bool = False
    """The pawn is put beside Basic Spacefaring, on no space (N7)."""

    def __post_init__(self) -> None:
        if not self.effects:
            raise Complaint(text("beyond_the_sun.bad.action"))
        if not 1 <= self.spaces <= 6:
            raise Complaint(text("beyond_the_sun.bad.spaces"))


class Lasting(StrEnum):
    """What an ability changes for as long as it is had."""

    MORE_JUMPS = "more_jumps"
    MORE_ORE = "more_ore"
    CHEAPER = "cheaper"
    EASIER = "easier"
    BUILD_CONTROLLED = "build_controlled"
    ON_COLONISE = "on_colonise"
    ON_RESEARCH = "on_research"
    ON_CONTROL = "on_control"


@dataclass(frozen=True, slots=True)
class Ability:
    """A lasting ability (H7): more jumps, more ore, cheaper actions, easier landings, or effects on an occasion."""

    kind: Lasting
    n: int = 1
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        occasion = self.kind in (Lasting.ON_COLONISE, Lasting.ON_RESEARCH, Lasting.ON_CONTROL)
        if occasion != bool(self.effects):
            raise Complaint(text("beyond_the_sun.bad.occasion"))


@dataclass(frozen=True, slots=True)
class Award:
    """Points of an event card at the end: for each thing, or for having the most of it."""

    points: int
    per: Count | None = None
    most: bool = False
