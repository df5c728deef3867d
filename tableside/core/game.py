"""What a rulebook must be able to say. A game holds no state: state in, ruling or state out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, product
from typing import Any, ClassVar, Generic, Self, TypeVar

from tableside.core.catalog import Catalog
from tableside.core.chance import Pick
from tableside.core.complaints import Complaint
from tableside.core.moves import Cite, Event, Move, Plain, Seat, Text, text
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Illegal, Ruling
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

    def __post_init__(self) -> None:
        few, many = self.seats
        if not 1 <= few <= many <= MOST_SEATS:
            raise Complaint(text("core.bad.seats_order"))
        if not {"hu", "en"} <= set(self.title):
            raise Complaint(text("core.bad.titles"))
        for option in self.options:
            if not any(type(option.default) is type(one) and option.default == one for one in option.choices):
                raise Complaint(text("core.bad.default", key=option.key[:40]))

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


@dataclass(frozen=True, slots=True)
class Choice:
    """One open slot of a move: what it is called, how it is asked, what may go in."""

    slot: str
    kind: Slot
    label: Text
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """A move the photo may mean, how likely it is, and what the referee says of it."""

    move: Move
    p: float
    ruling: Ruling


class Game(ABC, Generic[S]):
    """A rulebook."""

    info: Info
    state_type: type[S]
    position_type: type[Any]
    """The typed final position for scoring without a tracked game."""
    tables: ClassVar[Mapping[str, type]] = {}
    """The tables of the owner's copy: name to record type."""

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

    # -- the rules -----------------------------------------------------------------------------

    @abstractmethod
    def setup(self, options: Options, seats: int) -> S:
        """The first state; options are settled and the number of seats is one the game supports."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Who may do something now; None is chance or the referee; empty when the game is over."""

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

    def redact_move(self, state: S, move: Move, seat: Seat) -> Move:
        """The move as this seat may see it; the state is the one before it."""
        return move

    def routine(self, state: S) -> Move | None:
        """Bookkeeping the referee can do alone now (a move of seat None), or None."""
        return None

    def sample(self, state: S, seat: Seat, pick: Pick) -> Move:
        """One legal move of this seat, picked from outside; a random setup or throw is made of these."""
        offered = tuple(islice(self.moves(state, seat), 2000))
        return offered[pick(len(offered))]

    def choices(self, state: S, partial: Move) -> Sequence[Choice]:
        """The next open slot of a move; an empty kind asks which move."""
        return next_choice(self, state, partial)

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

    def say_event(self, state: S, event: Event) -> Text:
        """An event in words."""
        return Text(f"{self.slug}.event.{event.kind}", event.args)

    def say_value(self, state: S, kind: str, slot: str, value: Plain) -> Text:
        """What may go into a slot, in words."""
        return text("core.value", value=value)

    def slot_kind(self, kind: str, slot: str) -> Slot:
        """How a slot of this kind of move is asked for."""
        return Slot.BUTTON

    # -- the camera ----------------------------------------------------------------------------

    def expect(self, state: S) -> Expect | None:
        """What the camera may see now, or None when a photo would say nothing."""
        return None

    def read(self, state: S, readings: Readings) -> tuple[Guess, ...]:
        """The moves a photo may mean, best first."""
        return ()

    # -- citations -----------------------------------------------------------------------------

    def cite(self, rule: str, page: int | None = None) -> Cite:
        """A citation of this game's rules."""
        return Cite(self.slug, rule, page)


def next_choice(game: Game[S], state: S, partial: Move, most: int = 5000) -> Sequence[Choice]:
    """The next open slot, worked out from the legal moves that agree with what is chosen so far."""
    offered = [move for move in islice(game.moves(state, partial.seat), most) if _agrees(move, partial)]
    if not partial.kind:
        kinds = dict.fromkeys(move.kind for move in offered)
        offers = tuple(Offer(kind, text(f"{game.slug}.kind.{kind}")) for kind in kinds)
        return (Choice("kind", Slot.BUTTON, text("core.which_move"), offers),) if offers else ()
    for move in offered:
        for slot, _ in move.args:
            if slot in partial:
                continue
            values = dict.fromkeys(other.get(slot) for other in offered if slot in other)
            offers = tuple(Offer(value, game.say_value(state, partial.kind, slot, value)) for value in values)
            label = text(f"{game.slug}.slot.{partial.kind}.{slot}")
            return (Choice(slot, game.slot_kind(partial.kind, slot), label, offers),)
    return ()


def _agrees(move: Move, partial: Move) -> bool:
    if partial.kind and move.kind != partial.kind:
        return False
    return all(slot in move and move[slot] == value for slot, value in partial.args)
