"""The owner's copy: what is printed on the cards, mats and boards of this box. None is not known yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tableside.core.catalog import FlatRecord, Record
from tableside.core.errors import Complaint
from tableside.core.moves import text
from tableside.core.printed import Printed
from tableside.games.beyond_the_sun.effects import Ability, Action, Award, Colour, Condition, Effect, Track

Deck = Literal["A", "B"]
TITLED = Printed(title="name")
Icon = Literal["", "A", "B", "C", "D", "E", "F"]
"""The column a food icon stands under, or nothing."""


@dataclass(frozen=True, slots=True)
class Technology(Record):
    """A technology card."""

    MOST: ClassVar[int] = 46
    PRINTED = TITLED
    name: str | None = None
    level: int | None = None
    colours: tuple[Colour, ...] | None = None
    """The colours of the left triangle."""
    passes: tuple[Colour, ...] | None = None
    """The colours it gives to what follows from it, when they are not those of the left triangle."""
    instant: tuple[Effect, ...] | None = None
    actions: tuple[Action, ...] | None = None
    ability: Ability | None = None
    points: int | None = None
    """Printed points of a level IIII technology."""
    rows: tuple[int, ...] | None = None
    """Which rows of the tableau it opens, when not simply those its actions research (N10)."""

    def __post_init__(self) -> None:
        if self.level is not None and not 1 <= self.level <= 4:
            raise Complaint(text("beyond_the_sun.bad.technology_level"))


@dataclass(frozen=True, slots=True)
class EventCard(Record):
    """An event card."""

    MOST: ClassVar[int] = 20
    PRINTED = TITLED
    name: str | None = None
    level: int | None = None
    light: bool | None = None
    """One of the two light-framed cards of its level."""
    effects: tuple[Effect, ...] | None = None
    stays: Literal["discarded", "board", "faction"] | None = None
    awards: tuple[Award, ...] = ()
    actions: tuple[Action, ...] = ()

    def __post_init__(self) -> None:
        if self.level not in (None, 2, 3):
            raise Complaint(text("beyond_the_sun.bad.event_level"))


@dataclass(frozen=True, slots=True)
class System(Record):
    """A system card."""

    MOST: ClassVar[int] = 24
    PRINTED = TITLED
    name: str | None = None
    deck: Deck | None = None
    start: bool | None = None
    power: int | None = None
    points: int | None = None
    specialties: tuple[Track, ...] | None = None
    control: tuple[Effect, ...] | None = None
    """The reward for gaining control."""
    colony: tuple[Effect, ...] | None = None
    """The reward for colonising."""
    ability: Ability | None = None
    """What holds for its controller."""

    def __post_init__(self) -> None:
        if self.specialties is not None and not 1 <= len(self.specialties) <= 2:
            raise Complaint(text("beyond_the_sun.bad.specialties"))


@dataclass(frozen=True, slots=True)
class Achievement(Record):
    """An achievement card; its conditions hold when all of any one list hold."""

    MOST: ClassVar[int] = 10
    PRINTED = TITLED
    name: str | None = None
    group: Literal["base", "A", "B"] | None = None
    conditions: tuple[tuple[Condition, ...], ...] | None = None
    points: tuple[int, ...] | None = None
    """Of its disc spaces, left to right."""

    def __post_init__(self) -> None:
        if self.points is not None and not self.points:
            raise Complaint(text("beyond_the_sun.bad.goal_spaces"))
        if self.points is not None and list(self.points) != sorted(self.points, reverse=True):
            raise Complaint(text("beyond_the_sun.bad.goal_points"))


@dataclass(frozen=True, slots=True)
class Innovation:
    """Something an advanced faction reaches: once, or for as long as the condition holds (P1)."""

    name: str
    conditions: tuple[Condition, ...]
    once: tuple[Effect, ...] = ()
    lasting: Ability | None = None

    def __post_init__(self) -> None:
        if bool(self.once) == (self.lasting is not None):
            raise Complaint(text("beyond_the_sun.bad.innovation"))


@dataclass(frozen=True, slots=True)
class Mat(FlatRecord):
    """A faction mat."""

    name: str | None = None
    colour: str | None = None
    advanced: bool | None = None
    food: tuple[Icon, ...] | None = field(default=None, metadata={"ordered": True, "minimum": 8})
    """Each space of the food track from the left: the letter of the column its icon stands under, or nothing."""
    ore: tuple[int, ...] | None = field(default=None, metadata={"minimum": 8})
    """Each space of the ore track from the left: how many icons."""
    columns: tuple[int, ...] | None = field(default=None, metadata={"minimum": 6})
    """How many cubes each supply column holds, A first."""
    automation: tuple[int, ...] | None = field(default=None, metadata={"minimum": 7})
    """The points under the seven automation spaces."""
    start: tuple[Effect, ...] | None = None
    """Its own preparation."""
    innovations: tuple[Innovation, ...] | None = None
    not_for: tuple[int, ...] | None = None
    """Numbers of players with which it cannot be chosen."""

    def __post_init__(self) -> None:
        if self.columns is not None and (not self.columns or sum(self.columns) > 17 or min(self.columns) < 1):
            raise Complaint(text("beyond_the_sun.bad.columns"))
        for track in (self.food, self.ore):
            if track is not None and len(track) < 8:
                raise Complaint(text("beyond_the_sun.bad.track"))
        if self.food is not None and self.columns is not None:
            letters = {chr(ord("A") + number) for number in range(len(self.columns))}
            if any(letter and letter not in letters for letter in self.food):
                raise Complaint(text("beyond_the_sun.bad.food_icon"))
        if self.automation is not None and len(self.automation) != 7:
            raise Complaint(text("beyond_the_sun.bad.automation"))


@dataclass(frozen=True, slots=True)
class Guild(FlatRecord):
    """A guild printed on the technology board."""

    name: str | None = None
    actions: tuple[Action, ...] | None = None


@dataclass(frozen=True, slots=True)
class TreeSlot(Record):
    """A place for a technology on the board, and the slots a line leads from."""

    level: int
    needs: tuple[str, ...] | None = field(default=None, metadata={"of": "slots"})
    enough: int | None = None
    """How many of the prerequisites are enough, when not all (2 of 3)."""
    absent: bool = False
    """There is no such slot on this copy's board."""

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 4:
            raise Complaint(text("beyond_the_sun.bad.slot_level"))
        if self.enough is not None and not 0 <= self.enough <= len(self.needs or ()):
            raise Complaint(text("beyond_the_sun.bad.enough"))


@dataclass(frozen=True, slots=True)
class Star(Record):
    """A location of the galaxy board."""

    side: int
    """2: the side for two players; 4: the side for three and four."""
    kind: Literal["sol", "deep", "shipyard", "system"]
    name: str | None = None
    deck: Deck | None = None
    specialties: tuple[Track, ...] | None = None
    links: tuple[str, ...] | None = field(default=None, metadata={"of": "places"})
    """The locations a single line leads to."""
    absent: bool = False
    """There is no such location on this copy's board."""


@dataclass(frozen=True, slots=True)
class Basic(Record):
    """An action of Basic Spacefaring, and its spaces with so many players: the extra ore of each space."""

    action: Action
    open: bool = False
    """The last one: for everybody, always."""
    spaces_2: tuple[int, ...] | None = None
    spaces_3: tuple[int, ...] | None = None
    spaces_4: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        for spaces in (self.spaces_2, self.spaces_3, self.spaces_4):
            if spaces is not None and (not set(spaces) <= {0, 1} or sum(spaces) > 2):
                raise Complaint(text("beyond_the_sun.bad.extra_ore"))


TABLES: dict[str, type[Record]] = {
    "technologies": Technology,
    "events": EventCard,
    "systems": System,
    "achievements": Achievement,
    "mats": Mat,
    "guilds": Guild,
    "slots": TreeSlot,
    "places": Star,
    "basics": Basic,
}

SEEN: dict[str, tuple[str, ...]] = {
    "technologies": ("colours",),
    "events": ("effects", "stays"),
    "systems": ("specialties", "control"),
    "achievements": (),
    "mats": (),
    "guilds": (),
}
"""What must be known of a card as soon as it lies open."""

USED: dict[str, tuple[str, ...]] = {
    "technologies": ("level", "colours", "instant"),
    "systems": ("specialties", "control", "power", "points", "colony"),
    "achievements": ("points",),
    "guilds": ("actions",),
}
"""What must be known of a card before somebody has it: researched, colonised, claimed, used.

Actions of a technology are told when somebody first wants to use one, the tracks of a mat at the first production.
"""

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "white", "black")
"""Colours the cubes of a faction may have: a normal mat is known by them until its name is told."""
