"""What a number or a word of a state can be at all, declared where its field is: `money: Count`, `turn: SeatNumber`.

The type checker takes them for plain int and str. `outside` holds a whole state to them: one that players declare, and
one they have set a value of by hand.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from tableside.core.codec import BITS, short
from tableside.core.moves import Text, text
from tableside.core.type_grammar import shape_of


@dataclass(frozen=True, slots=True)
class Between:
    """A number from least to most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class AtTheTable:
    """The number of a seat of this table."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """A word of a closed vocabulary."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordOf:
    """The id of a record of this table of the copy, or nothing where the field may be empty."""

    table: str
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Long:
    """A list of so many items."""

    least: int
    most: int


Bound = Between | AtTheTable | OneOf | RecordOf | Long

Count = Annotated[int, Between(0, 999)]
"""How many of something: never less than none, and never more than lie on a table."""
Few = Annotated[int, Between(0, 99)]
"""How many of what there are only some of."""
Number = Annotated[int, Between(0, 9_999)]
"""A number that goes up as the game goes on: of a turn, or of a card in play."""
LONGEST = Long(0, 300)
"""Any other list: six decks of 45 cards are the most that lie on a table."""
Points = Annotated[int, Between(-9_999, 9_999)]
"""Points given or taken by hand, and whatever else may be less than nothing."""
SeatNumber = Annotated[int, AtTheTable()]
Places = Annotated[int, Between(0, (1 << BITS) - 1)]
"""A set of places of a map, a bit for each."""

Known = Callable[[str, str], bool]
"""Whether a table of the copy has a record of this id."""


def outside(kind: Any, value: Any, seats: range, known: Known) -> Iterator[tuple[str, Text]]:
    """Every place of a state where a value is out of its bounds, and what is wrong with it."""
    look = _looker(kind)
    return look(value, "", seats, known) if look is not None else iter(())


Looker = Callable[[Any, str, range, Known], Iterator[tuple[str, Text]]]


@cache
def _looker(kind: Any) -> Looker | None:
    """How values of a type are looked through; None where nothing in it has bounds."""
    shape = shape_of(kind)
    match shape.form:
        case "bounded":
            bound = shape.values[0]
            return _list(shape.inner[0], bound) if isinstance(bound, Long) else _leaf(bound)
        case "object":
            return _object(kind)
        case "list" | "set":
            return _list(kind, LONGEST)
        case "fixed":
            places = tuple(_looker(one) for one in shape.inner)
            return _items(places) if any(places) else None
        case "union":
            return next((look for one in shape.inner if (look := _looker(one)) is not None), None)
    return None


def _leaf(bound: Bound) -> Looker:
    def look(value: Any, path: str, seats: range, known: Known) -> Iterator[tuple[str, Text]]:
        if value is None:
            return
        match bound:
            case Between(least, most):
                if not least <= value <= most:
                    yield path, text("core.bad.between", least=least, most=most, found=short(value))
            case AtTheTable():
                if value not in seats:
                    yield path, text("core.bad.between", least=seats.start, most=seats.stop - 1, found=short(value))
            case OneOf(words):
                if value not in words:
                    yield path, text("core.bad.one_of", known=words, found=short(value))
            case RecordOf(table, empty):
                if not (known(table, value) or (empty and value == "")):
                    yield path, text("core.adjust_unknown", word=short(value))

    return look


def _object(kind: type) -> Looker:
    def look(value: Any, path: str, seats: range, known: Known) -> Iterator[tuple[str, Text]]:
        if isinstance(value, kind):
            for name, one in _fields(kind):
                yield from one(getattr(value, name), f"{path}.{name}" if path else name, seats, known)

    return look


@cache
def _fields(kind: type) -> tuple[tuple[str, Looker], ...]:
    """The fields of an object in which something has bounds; found late, for an object may hold others of its kind."""
    hints = typing.get_type_hints(kind, include_extras=True)
    named = ((one.name, _looker(hints[one.name])) for one in dataclasses.fields(kind))
    return tuple((name, look) for name, look in named if look is not None)


def _list(kind: Any, bound: Long) -> Looker:
    """Items of one type, and how many there may be."""
    look_in = _items((_looker(shape_of(kind).inner[0]),))

    def look(value: Any, path: str, seats: range, known: Known) -> Iterator[tuple[str, Text]]:
        if isinstance(value, (tuple, frozenset)) and not bound.least <= len(value) <= bound.most:
            yield path, text("core.bad.so_many", least=bound.least, most=bound.most, found=len(value))
        else:
            yield from look_in(value, path, seats, known)

    return look


def _items(looks: tuple[Looker | None, ...]) -> Looker:
    """Items of one type, or places of a tuple with a type each."""

    def look(value: Any, path: str, seats: range, known: Known) -> Iterator[tuple[str, Text]]:
        if isinstance(value, (tuple, frozenset)):
            for number, item in enumerate(value):
                one = looks[number] if len(looks) > 1 else looks[0]
                if one is not None:
                    yield from one(item, f"{path}.{number}", seats, known)

    return look
