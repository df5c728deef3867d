"""What a photo tells of a final position: a field names it as `photo` in its metadata, and any app can offer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from tableside.core.catalog import Catalog
from tableside.core.readings import CardReading, Expect, Point, Quad, Readings

Adds = Callable[[str, Any, tuple[str, ...]], Any]
"""What a card adds to the field, by its id, its record and the names of what lies on it; None: not told."""


@dataclass(frozen=True, slots=True)
class SeenThing:
    """One thing of the photo that belongs into the field."""

    kind: str
    """card or die, as the readings hold them."""
    number: int
    name: str
    value: Any
    """What it adds; None when it is recognised but the copy lacks the facts needed."""
    maybe: tuple[int | str, ...] = ()
    """What it may be, best first, where that is in doubt; nothing where it is sure."""


@dataclass(frozen=True, slots=True)
class FromPhoto:
    """How a photo fills a field."""

    names: Callable[[Catalog], tuple[str, ...]]
    """What can be said by hand of a thing in the photo."""
    read: Callable[[Catalog, Readings], tuple[SeenThing, ...]]
    """What was seen, from left to right."""
    prefix: str = ""
    faces: tuple[int | str, ...] = ()
    """What a die or cube can show, when it is those that count."""
    taught: bool = True
    """Whether it is read only once its look was shown to the camera."""
    shape: str = "card"
    """How it is drawn where players are told what to lay out: card, round, square, board or disc."""
    beside: Callable[[Mapping[str, Any]], Mapping[str, FromPhoto]] | None = None
    """For a field of the table: each player's fields that the same photo fills, by what is told of the player."""

    @property
    def things(self) -> bool:
        """Whether cards of any look are counted."""
        return not self.taught and not self.faces

    def expect(self, catalog: Catalog) -> Expect:
        """What can lie there."""
        if self.faces:
            return Expect(values=self.faces)
        if self.things:
            return Expect(things=True)
        plain = self.names(catalog)
        return Expect(cards=dict.fromkeys((*plain, *(f"{self.prefix}{id}" for id in plain)), 1.0))


def cards(
    table: str,
    adds: Adds = lambda id, record, on_it: id,
    where: Callable[[Any], bool] = lambda record: True,
    prefix: str = "",
    shape: str = "card",
) -> FromPhoto:
    """Cards of one table of the copy, those of which `where` holds; a prefix their looks may carry is left out."""

    def names(catalog: Catalog) -> tuple[str, ...]:
        return tuple(id for id, record in catalog.table(table).items() if where(record))

    def read(catalog: Catalog, readings: Readings) -> tuple[SeenThing, ...]:
        found = []
        for number in _across(readings.cards):
            id = (readings.cards[number].id or "").removeprefix(prefix)
            record = catalog.find(table, id)
            if record is not None and where(record):
                found.append(SeenThing("card", number, id, adds(id, record, _lying_on(number, readings.cards))))
        return tuple(found)

    return FromPhoto(names, read, prefix, shape=shape)


def pieces(name: str) -> FromPhoto:
    """Flat pieces of this name, such as discs, each counted once; what lies on another card belongs to that card."""

    def read(catalog: Catalog, readings: Readings) -> tuple[SeenThing, ...]:
        covered = {
            other
            for number, card in enumerate(readings.cards)
            if card.id != name and card.alternatives
            for other, piece in enumerate(readings.cards)
            if other != number and inside(piece.centre, card.quad)
        }
        loose = (n for n in _across(readings.cards) if readings.cards[n].id == name and n not in covered)
        return tuple(SeenThing("card", number, name, 1) for number in loose)

    return FromPhoto(lambda catalog: (name,), read, shape="disc")


def dice(face: int | str, faces: tuple[int | str, ...]) -> FromPhoto:
    """Dice or cubes that show this face, each counted once."""

    def read(catalog: Catalog, readings: Readings) -> tuple[SeenThing, ...]:
        shown = sorted((die.centre, n) for n, die in enumerate(readings.dice) if die.value == face)
        return tuple(SeenThing("die", number, str(face), 1) for _, number in shown)

    return FromPhoto(lambda catalog: (str(face),), read, faces=faces)


def things() -> FromPhoto:
    """Cards and tiles of one size and any look, face up or down, each counted once."""

    def read(catalog: Catalog, readings: Readings) -> tuple[SeenThing, ...]:
        sizes = [_area(card.quad) for card in readings.cards]
        usual = median(sizes) if sizes else 0.0
        alike = (n for n in _across(readings.cards) if 0.5 * usual < sizes[n] < 2 * usual)
        return tuple(SeenThing("card", number, "", 1) for number in alike)

    return FromPhoto(lambda catalog: (), read, taught=False)


def dice_sum() -> FromPhoto:
    """The sum of dice with pips or digits."""

    def read(catalog: Catalog, readings: Readings) -> tuple[SeenThing, ...]:
        shown = sorted((die.centre, n, die.value) for n, die in enumerate(readings.dice) if isinstance(die.value, int))
        return tuple(SeenThing("die", number, str(value), value) for _, number, value in shown)

    return FromPhoto(lambda catalog: (), read, faces=(1, 2, 3, 4, 5, 6), taught=False)


def inside(point: Point, quad: Quad) -> bool:
    """Whether the point lies within the outline."""
    x, y = point
    turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in zip(quad, (*quad[1:], quad[0]))]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def _area(quad: Quad) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(quad, (*quad[1:], quad[0])))) / 2


def _across(found: Sequence[CardReading]) -> list[int]:
    return sorted(range(len(found)), key=lambda number: found[number].centre)


def _lying_on(number: int, found: Sequence[CardReading]) -> tuple[str, ...]:
    """The names of what lies on this card."""
    under = found[number].quad
    on_it = (n for n in _across(found) if n != number and inside(found[n].centre, under))
    return tuple(found[n].id or "" for n in on_it)
