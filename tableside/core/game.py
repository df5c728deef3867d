"""What a rulebook must be able to say. A game holds no state: state in, ruling or state out."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from tableside.core.catalog import Catalog, Record
from tableside.core.chance import Pick
from tableside.core.errors import Complaint
from tableside.core.moves import Cite, Event, Move, Plain, Seat, Text, text
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Illegal, Need, Ruling
from tableside.core.score import Line, Outcome

S = TypeVar("S")
Options = Mapping[str, Plain]
MOST_SEATS = 99
"""More do not sit round one table."""


@dataclass(frozen=True, slots=True)
class Option:
    """A table setting: what it may be and what it is unless somebody says otherwise."""

    key: str
    default: bool | int | str
    choices: tuple[bool | int | str, ...]
    cite: str = ""
    group: str = ""
    """Under which heading it is asked (`<slug>.options.<group>`), folded until opened; empty: at once."""
    asked: bool = True
    """False for what a new table is never asked, because it is told elsewhere or only old games hold it."""
    when: Mapping[str, tuple[bool | int | str, ...]] = field(default_factory=dict)
    """Asked only while other options have one of these values, because else it makes no difference."""

    def matters(self, options: Options) -> bool:
        """Whether a table with these options is asked for it."""
        return self.asked and all(options.get(key) in values for key, values in self.when.items())


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of the players' pieces, and what is chosen with it: the dice, the empire, the faction."""

    key: str
    rgb: str
    """As #RRGGBB."""

    def __post_init__(self) -> None:
        if re.fullmatch("#[0-9A-Fa-f]{6}", self.rgb) is None:
            raise Complaint(text("core.bad.colour", key=self.key[:40]))


@dataclass(frozen=True, slots=True)
class EmblemShape:
    """One shape of an emblem: where, how large, in which colours (#RRGGBB, empty for none)."""

    shape: Literal["circle", "rect", "hex", "die", "line"]
    x: float
    y: float
    width: float
    height: float = 0.0
    fill: str = ""
    edge: str = ""
    value: int = 0
    """The pips of a die; for a line the x and y of its end stand in width and height."""


@dataclass(frozen=True, slots=True)
class Info:
    """What can be said of a game without loading its rules: game.toml."""

    schema: int
    slug: str
    title: Mapping[str, str]
    seats: tuple[int, int]
    rules: str
    """Where the rules come from."""
    options: tuple[Option, ...] = ()
    first: Mapping[str, bool | int | str] = field(default_factory=dict)
    """What is otherwise than usual at somebody's first game."""
    order: int = 100
    """The place on the home screen: lower comes first."""
    bgg: int | None = None
    """The game's number at BoardGameGeek."""
    colours: tuple[Colour, ...] = ()
    """The colours of the players' pieces, as they lie in the box."""
    seating: str = ""
    """The move by which a player takes a colour, empire or faction, as kind.slot; the slot is its name in the state."""
    routines: tuple[str, ...] = ()
    """The kinds of bookkeeping the referee can do alone; their words are `<slug>.routine.<kind>`."""
    cautions: tuple[str, ...] = ()
    """The kinds of warning that can be silenced; their words are `<slug>.quiet.<key>`."""
    side: str = ""
    """Under which name a player's part of the state keeps the faction, mat or deck chosen; empty: there is none."""
    left_over: tuple[str, ...] = ()
    """Keys of score lines for what is left at the end: while the game goes on they are shown apart."""
    seen: tuple[str, ...] = ()
    """Changes that lie on the table when they are told, or that nobody's hand makes: not said as something to do."""
    emblem: tuple[EmblemShape, ...] = ()
    """The small picture on the home screen, on a field of 174 by 130 with its origin in the middle."""

    def __post_init__(self) -> None:
        few, many = self.seats
        if not 1 <= few <= many <= MOST_SEATS:
            raise Complaint(text("core.bad.seats_order"))
        if not {"hu", "en"} <= set(self.title):
            raise Complaint(text("core.bad.titles"))
        for option in self.options:
            if not any(type(option.default) is type(one) and option.default == one for one in option.choices):
                raise Complaint(text("core.bad.default", key=option.key[:40]))
        self.settle(self.first)

    def settle(self, options: Options) -> dict[str, Plain]:
        """Every option with its value; an unknown one, or a value it cannot take, is a ValueError."""
        known = {option.key: option for option in self.options}
        for key, value in options.items():
            if key not in known:
                raise Complaint(text("core.bad.no_option", key=str(key)[:40]))
            if not any(type(value) is type(choice) and value == choice for choice in known[key].choices):
                raise Complaint(text("core.bad.option_value", key=key, value=str(value)[:40]))
        return {option.key: options.get(option.key, option.default) for option in self.options}

    def tables(self) -> Iterable[dict[str, Plain]]:
        """Every combination of options."""
        for values in product(*(option.choices for option in self.options)):
            yield dict(zip((option.key for option in self.options), values))


class Slot(StrEnum):
    """How an open part of a move is asked for."""

    BUTTON = "button"
    AMOUNT = "amount"
    CARD = "card"
    SPACE = "space"
    DICE = "dice"
    SEAT = "seat"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be put into a slot, or cannot now, and then why."""

    value: Plain
    label: Text
    why_not: Illegal | None = None
    most: int = 1
    """As a part of several: how many of it may be picked."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One open slot of a move: what it is called, how it is asked, what may go in."""

    slot: str
    kind: Slot
    label: Text
    offers: tuple[Offer, ...]
    new: Need | None = None
    """Where what lies on the table may be missing from the copy: what must be told of it. See `Catalog.wanted`."""
    parts: tuple[Offer, ...] = ()
    """Single things that are put together into the slot's tuple, in any order; `offers` are then suggestions."""
    traits: tuple[tuple[Text, tuple[Plain, ...]], ...] = ()
    """By what many parts are looked for: what a trait is called, and the parts that have it."""
    several: bool = False
    """That the slot holds a tuple of parts, even where none is known yet: what is `new` joins those picked so far."""
    ready: tuple[Move, ...] = ()
    """Whole legal moves that answer this and all that would be asked after it, best first: one tap each."""
    exactly: int = 0
    """Where it is known how many parts there are: with so many picked the question is answered."""
    complete: bool = False
    """That `ready` are all the legal moves that agree with what is chosen: single answers need not be shown besides."""
    covered: tuple[Plain, ...] = ()
    """Answers of which every legal move is among `ready`: these need no button of their own."""

    def __post_init__(self) -> None:
        if self.parts:
            object.__setattr__(self, "several", True)


@dataclass(frozen=True, slots=True)
class Counter:
    """A number of the state that the table may set right by hand: its path, what it is called, and its upper bound.

    With `of` the path holds a tuple, and the number is how many of this value are in it. See `manual_edit.changes`.
    """

    path: str
    label: Text
    value: int
    most: int | None = None
    least: int = 0
    of: Plain | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """A move the photo may mean, how likely it is, and what the referee says of it.

    What a photo does not show is left out of the move: with `partial` slots are missing from it, or hold only some of
    their parts, and `Game.choices` asks for the rest; its ruling is the refusal of the move as it stands. `then` are
    moves that the same photo tells besides, each judged when the one before it has been made.
    """

    move: Move
    p: float
    ruling: Ruling
    partial: bool = False
    then: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock that runs while a game is played."""

    gone: int
    """Seconds gone as the table was told."""
    limit: int
    """When time is up."""
    up: Move
    """What is told then."""


class Game(ABC, Generic[S]):
    """A rulebook."""

    info: Info
    state_type: type[S]
    position_type: type[Any]
    """The typed final position for scoring without a tracked game."""
    tables: ClassVar[Mapping[str, type[Record]]] = {}
    """The tables of the owner's copy: name to record type."""
    at_once: ClassVar[frozenset[str]] = frozenset()
    """Kinds of move that stand with the answer that completes them, unless cautioned; they can be undone."""
    alike: ClassVar[frozenset[str]] = frozenset()
    """Tables in which a new record may tell something of those that are used already."""
    by_hand: ClassVar[frozenset[str]] = frozenset()
    """Kinds of move that say that the players have carried out a card by hand: numbers can be set before them."""
    photographed: ClassVar[frozenset[str]] = frozenset()
    """Kinds of move told from photo to photo: after one that came from a photo the camera opens for the next."""
    agreed: ClassVar[tuple[str, ...]] = ("options", "settings", "rules")
    """Fields of the state that hold what the table agreed on before the game: not to be set by hand."""

    def __init__(self, info: Info, catalog: Catalog) -> None:
        self.info = info
        self.catalog = catalog

    @property
    def slug(self) -> str:
        return self.info.slug

    @property
    def seats(self) -> range:
        return range(self.info.seats[0], self.info.seats[1] + 1)

    def with_catalog(self, catalog: Catalog) -> Self:
        """The same rulebook with this content (shipped records and the owner's copy)."""
        other = copy(self)
        other.catalog = catalog
        return other

    def as_now(self, told: Move) -> Move:
        """A move of an earlier version's log, as this version tells it."""
        return told

    # -- the rules -----------------------------------------------------------------------------

    @abstractmethod
    def setup(self, options: Options, seats: int) -> S:
        """The first state; options are settled and the number of seats is one the game supports."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Who may do something now; None is chance or the referee; empty when the game is over."""

    def leads(self, state: S) -> int | None:
        """Whose move is expected where several may act; None where nobody's in particular is."""
        return None

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Iterable[Move]:
        """The legal moves of this seat, lazily. Where physical results are too many to list, the likely ones first."""

    @abstractmethod
    def judge(self, state: S, move: Move) -> Ruling:
        """The authority: Legal with events, or Illegal with a reason. Changes nothing; never raises on any Move."""

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """The state after an event. Judges nothing."""

    @abstractmethod
    def score(self, state: S) -> tuple[Line, ...]:
        """The score sheet as it stands, at any time."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game came out; None while it goes on."""

    @abstractmethod
    def audit(self, state: S) -> tuple[Illegal, ...]:
        """Everything that is impossible in this position."""

    # -- a typed final position ----------------------------------------------------------------

    @abstractmethod
    def example(self) -> Any:
        """A valid final position."""

    @abstractmethod
    def audit_position(self, position: Any) -> tuple[Illegal, ...]:
        """Every reason why this final position cannot be."""

    @abstractmethod
    def score_position(self, position: Any) -> tuple[tuple[str, ...], Outcome]:
        """The players' names and the result of a final position that can be."""

    # -- what most games need not say again ----------------------------------------------------

    def redact(self, state: S, seat: Seat) -> S:
        """What this seat may see; seat None sees what lies open to all."""
        return state

    def secret(self, state: S, seat: Seat) -> bool:
        """Whether something is seen at this seat's turn that the others may not see: the tablet is handed over."""
        return self.redact(state, None) != self.redact(state, seat)

    def redact_move(self, state: S, move: Move, seat: Seat) -> Move:
        """The move as this seat may see it; the state is the one before it."""
        return move

    def timer(self, state: S) -> Timer | None:
        """The clock this table plays against, while it runs; said under `<slug>.clock.left` and `.stopped`."""
        return None

    def routine(self, state: S) -> Move | None:
        """Bookkeeping the referee can do alone now (a move of seat None), or None."""
        return None

    @abstractmethod
    def sample(self, state: S, seat: Seat, pick: Pick) -> Move:
        """One legal move of this seat, picked from outside; a random setup or throw is made of these."""

    @abstractmethod
    def choices(self, state: S, partial: Move) -> Sequence[Choice]:
        """The next open slot of a move; an empty kind asks which move."""

    def by_lot(self, state: S) -> bool:
        """Whether a table might let lots decide what comes now; what the players do themselves is never drawn."""
        return True

    def suggest(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """A few whole legal moves that this seat would most often make, best first; none gives away what is hidden."""
        return ()

    def about(self, state: S, seat: Seat, slots: Collection[str], thing: Plain) -> tuple[Move, ...]:
        """Whole legal moves that a touch of this thing would most often mean, beside those that are suggested anyway.

        `slots` are the slots the picture draws it under.
        """
        return ()

    def phase(self, state: S) -> Text:
        """Where in the game we are."""
        return text(f"{self.slug}.phase")

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        """What to lay out before the game, to be ticked off."""
        return ()

    def census(self, state: S) -> Mapping[str, int]:
        """How many of each component there are in all places together: these numbers never change in a game."""
        return {}

    def say_move(self, state: S, move: Move) -> Text:
        """A move in words; the state is the one before it."""
        return Text(f"{self.slug}.move.{move.kind}", (*move.args, ("seat", move.seat)))

    def say_ready(self, state: S, move: Move) -> Text:
        """A whole move on a button of its own, where it may be told shorter and with its price."""
        return self.say_move(state, move)

    def say_event(self, state: S, event: Event) -> Text:
        """An event in words."""
        return Text(f"{self.slug}.event.{event.kind}", event.args)

    def say_value(self, state: S, kind: str, slot: str, value: Plain) -> Text:
        """What may go into a slot, in words."""
        return text("core.value", value=value)

    def say_change(self, state: S, path: str, value: Plain) -> Text | None:
        """A value set by hand that is no counter, in the game's own words; None where it has none."""
        return None

    def slot_kind(self, kind: str, slot: str) -> Slot:
        """How a slot of this kind of move is asked for."""
        return Slot.BUTTON

    def say_record(self, table: str, id: str) -> Text:
        """What a record of the copy is called on every screen; never its id."""
        return self.catalog.named(table, id)

    def piece_rgb(self, key: str) -> str:
        """The colour of the pieces chosen under this key, as #RRGGBB; empty where nobody knows it."""
        return next((one.rgb for one in self.info.colours if one.key == key), "")

    def taken_with(self, colour: str) -> str:
        """What a seat that wished for this colour takes by the move of the seating."""
        return colour

    def counters(self, state: S, seat: Seat) -> tuple[Counter, ...]:
        """What may be set right by hand on a seat's own board; with None what belongs to nobody."""
        return ()

    # -- the camera ----------------------------------------------------------------------------

    def expect(self, state: S) -> Expect | None:
        """What the camera may see now, or None when a photo would say nothing."""
        return None

    def read(self, state: S, readings: Readings) -> tuple[Guess, ...]:
        """The moves a photo may mean, best first."""
        return ()

    # -- citations -----------------------------------------------------------------------------

    @abstractmethod
    def cite(self, rule: str, page: int | None = None) -> Cite:
        """A citation of this game's rules."""
