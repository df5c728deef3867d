"""The whole table: boards, decks as far as they are known, factions, and what is still to be settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from tableside.core import rulebook
from tableside.core.bounds import Between, Count, Few, Long, OneOf, Points, SeatNumber
from tableside.games.beyond_the_sun.effects import Effect

Level = Annotated[int, Between(0, 4)]
"""Of a technology or a ship; 0: none yet."""


class Phase(StrEnum):
    """Where the turn stands."""

    SETUP = "setup"
    ACTION = "action"
    ACTING = "acting"
    PRODUCTION = "production"
    PRODUCING = "producing"
    GOAL = "goal"
    CLOSING = "closing"
    REFILLING = "refilling"
    OVER = "over"


class Ending(StrEnum):
    """How near the end is (O1)."""

    NO = "no"
    ROUND = "round"
    """The round in which it was triggered is finished."""
    LAST = "last"
    """The one more full round."""


class Ask(StrEnum):
    """What is to be settled next."""

    LAY_OUT = "lay_out"
    MAT = "mat"
    DEAL = "deal"
    DEAL_SYSTEM = "deal_system"
    DEAL_GOAL = "deal_goal"
    ROW = "row"
    EFFECT = "effect"
    EVENT = "event"
    TYPE = "type"
    REVEAL = "reveal"
    PICK = "pick"
    OUTPOST = "outpost"
    REWARDS = "rewards"
    SECOND = "second"
    SYSTEM = "system"
    PICK_SYSTEM = "pick_system"
    AUTOMATION = "automation"


class Stage(StrEnum):
    """How far an effect has come."""

    NEW = "new"
    COUNTED = "counted"
    """The amount is worked out."""
    WANTED = "wanted"
    """It was optional, and the player wants it."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing still to be settled, the front one first."""

    ask: Ask
    seat: SeatNumber | None = None
    effect: Effect | None = None
    left: Few = 0
    """How often, how much or how many are still to come."""
    stage: Stage = Stage.NEW
    begun: bool = False
    """Movement or upgrades have begun, and control waits for their end (K1)."""
    card: str = ""
    place: str = ""
    colours: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Cards revealed so far."""
    places: tuple[str, ...] = ()
    ships: tuple[tuple[str, Level], ...] = ()
    """Ships already upgraded by this effect."""
    level: Level = 0


@dataclass(frozen=True, slots=True)
class Colony:
    """A colonised system with its discs."""

    system: str
    discs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """One faction."""

    mat: str = ""
    food: Few = 8
    """Food discs left on the track."""
    ore_discs: Few = 8
    supply: Annotated[tuple[Few, ...], Long(0, 9)] = ()
    population: Few = 0
    spare: Few = 20
    """Cubes that are not in play."""
    ore: Count = 0
    pawn: str = ""
    """The action space it stands on; nothing: beside Basic Spacefaring."""
    automation: tuple[str, ...] = ()
    colonies: tuple[Colony, ...] = ()
    private: tuple[str, ...] = ()
    innovations: tuple[str, ...] = ()
    """One-time innovations that have happened."""
    bonus: Points = 0
    """Points given by hand."""


@dataclass(frozen=True, slots=True)
class Site:
    """A slot of the technology tree: its card, who has a cube there, and whether an event lies on it."""

    id: str
    level: Level
    card: str = ""
    cubes: tuple[SeatNumber, ...] = ()
    event: bool = False
    lines: tuple[str, ...] = ()
    """What the first who researched it counted, where nobody had told the lines of the board."""


@dataclass(frozen=True, slots=True)
class Place:
    """A location of the galaxy: its card, the ships of each seat by level, the outpost."""

    id: str
    kind: str
    ships: tuple[tuple[Level, ...], ...]
    system: str = ""
    deck: Annotated[str, OneOf(("", "A", "B"))] = ""
    owner: SeatNumber | None = None
    disc: str = ""
    beside: str = ""
    """An extra system: the only location a line leads to (L7)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An event card that stays: on the board or with a faction, with what lies on it."""

    card: str
    seat: SeatNumber | None = None
    system: str = ""
    ships: tuple[tuple[SeatNumber, Level], ...] = ()
    """Seat and level of each ship on it; out of the game (N6)."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An achievement in this game and the discs on it, left to right."""

    id: str
    spaces: Annotated[int, Between(1, 9)]
    discs: tuple[SeatNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the technology tableau: a card for each type, or nothing."""

    level: Level
    open: bool = False
    cards: tuple[str, ...] = ("", "", "", "")


@dataclass(frozen=True, slots=True)
class Under:
    """What was put under a deck, a batch each time; the order within a batch nobody knows."""

    deck: Annotated[str, OneOf(("1", "2", "3", "4", "A", "B"))]
    batches: Annotated[tuple[Annotated[tuple[str, ...], Long(0, 46)], ...], Long(0, 46)] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    options: tuple[tuple[str, bool], ...]
    players: tuple[Player, ...]
    phase: Phase = Phase.SETUP
    turn: SeatNumber = 0
    round: Annotated[int, Between(1, 9_999)] = 1
    ending: Ending = Ending.NO
    changed: bool = False
    """The action has changed something (D7)."""
    late: SeatNumber | None = None
    """Who still has to produce while the neighbour has begun (C2)."""
    tasks: tuple[Task, ...] = ()
    sites: tuple[Site, ...] = ()
    places: tuple[Place, ...] = ()
    goals: tuple[Goal, ...] = ()
    guilds: Annotated[tuple[str, ...], Long(0, 4)] = ()
    kept: tuple[Kept, ...] = ()
    discarded: Annotated[tuple[str, ...], Long(0, 20)] = ()
    """Events seen and gone."""
    rows: tuple[Row, ...] = ()
    under: tuple[Under, ...] = ()
    extras: Few = 0
    """Extra systems laid so far."""

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def front(self) -> Task | None:
        return self.tasks[0] if self.tasks else None

    def option(self, key: str) -> bool:
        return dict(self.options)[key]

    def site(self, id: str) -> Site | None:
        return next((site for site in self.sites if site.id == id), None)

    def place(self, id: str) -> Place | None:
        return next((place for place in self.places if place.id == id), None)

    def goal(self, id: str) -> Goal | None:
        return next((goal for goal in self.goals if goal.id == id), None)

    def keeps(self, card: str) -> Kept | None:
        return next((kept for kept in self.kept if kept.card == card), None)

    def row(self, level: int) -> Row | None:
        return next((row for row in self.rows if row.level == level), None)

    def batches(self, deck: str) -> tuple[tuple[str, ...], ...]:
        return next((under.batches for under in self.under if under.deck == deck), ())


Turn = rulebook.Turn[State]
"""One move being judged."""


def producer(state: State) -> int:
    """Whose production it is: the one whose turn it is, or who is late with it (C2)."""
    return state.turn if state.late is None else state.late


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with this player in that seat."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_place(state: State, id: str, changed: Callable[[Place], Place]) -> State:
    """The state with this location changed."""
    return replace(state, places=tuple(changed(place) if place.id == id else place for place in state.places))


def with_site(state: State, id: str, changed: Callable[[Site], Site]) -> State:
    """The state with this slot changed."""
    return replace(state, sites=tuple(changed(site) if site.id == id else site for site in state.sites))


def known_by(state: State, seat: int) -> tuple[Site, ...]:
    """The slots whose technology this seat has researched."""
    return tuple(site for site in state.sites if seat in site.cubes)


def fleet(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Every ship of this seat: where it is and its level."""
    return tuple((place.id, level) for place in state.places for level in place.ships[seat])


def power(place: Place, seat: int) -> int:
    """Military power: the sum of ship levels (K2)."""
    return sum(place.ships[seat])


def others(state: State, seat: int) -> tuple[int, ...]:
    """The other seats, clockwise."""
    return tuple((seat + step) % len(state.players) for step in range(1, len(state.players)))
