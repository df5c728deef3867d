"""Readings of a photo as the players put them right, and what they mean for the slots of a move."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from tableside.core import codec
from tableside.core.game import Guess
from tableside.core.moves import Plain, Text
from tableside.core.readings import Alternative, CardReading, DieReading, Readings, Verdict

SURE = 0.85
"""From this share of the chances on, a part of the move needs no question."""
TOLD = 1.0
"""The chance of what a player said; no reader is so sure."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo, what was read in it, and a small picture to show."""

    data: bytes
    readings: Readings
    width: int
    height: int
    pixels: bytes
    """Red, green, blue, bottom row first."""
    guesses: tuple[Guess, ...] | None = None
    """The moves the readings may mean, where they were weighed already."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A photo that could not be read, with the reason."""

    reason: Text


def scaled(readings: Readings, scale: float) -> Readings:
    """The readings in the pixels of a smaller picture."""

    def point(at: tuple[float, float]) -> tuple[float, float]:
        return (at[0] * scale, at[1] * scale)

    def quad(corners: Any) -> Any:
        return tuple(point(corner) for corner in corners)

    def box(at: Any) -> Any:
        return None if at is None else tuple(value * scale for value in at)

    return replace(
        readings,
        size=(round(readings.size[0] * scale), round(readings.size[1] * scale)),
        dice=tuple(replace(die, box=box(die.box), quad=quad(die.quad)) for die in readings.dice),
        cards=tuple(replace(card, quad=quad(card.quad)) for card in readings.cards),
        advice=tuple(replace(advice, box=box(advice.box)) for advice in readings.advice),
    )


def verdict_of(thing: DieReading | CardReading, photo: Verdict) -> Verdict:
    """How far one reading can be trusted; a die only as far as the whole photo, unless a player said what it shows."""
    if not thing.alternatives:
        return Verdict.NONE
    p = thing.alternatives[0].p
    if isinstance(thing, DieReading) and photo is not Verdict.CLEAR:
        return Verdict.CLEAR if p >= TOLD else Verdict.CLOSE
    return Verdict.CLEAR if p >= 0.9 else Verdict.CLOSE


def corrected(readings: Readings, kind: str, number: int, value: int | str) -> Readings:
    """The readings after somebody said: it is this one."""
    told = (Alternative(value, TOLD),)
    if kind == "die":
        dice = tuple(replace(die, alternatives=told) if n == number else die for n, die in enumerate(readings.dice))
        return replace(readings, dice=dice)
    if kind == "colour":
        dice = tuple(
            replace(die, colour=str(value), colours=told) if n == number else die for n, die in enumerate(readings.dice)
        )
        return replace(readings, dice=dice)
    cards = tuple(replace(card, alternatives=told) if n == number else card for n, card in enumerate(readings.cards))
    return replace(readings, cards=cards)


def without(readings: Readings, number: int) -> Readings:
    """The readings without a die that is none; cards keep their numbers."""
    return replace(readings, dice=tuple(die for n, die in enumerate(readings.dice) if n != number))


@dataclass(frozen=True, slots=True)
class Part:
    """One slot of the move as the photo tells it: its likely values, best first."""

    slot: str
    values: tuple[tuple[Plain, float], ...]

    @property
    def sure(self) -> bool:
        return bool(self.values) and self.values[0][1] >= SURE


def parts(guesses: tuple[Guess, ...]) -> tuple[str, tuple[Part, ...]]:
    """The kind of move a photo means, and for each slot how the chances fall."""
    if not guesses:
        return "", ()
    kind = guesses[0].move.kind
    same = [guess for guess in guesses if guess.move.kind == kind]
    total = sum(guess.p for guess in same) or 1.0
    found = []
    for slot, _ in same[0].move.args:
        chances: dict[Plain, float] = {}
        for guess in same:
            value = guess.move.get(slot)
            chances[value] = chances.get(value, 0.0) + guess.p / total
        found.append(Part(slot, tuple(sorted(chances.items(), key=lambda item: -item[1]))))
    return kind, tuple(found)


def as_text(readings: Readings) -> str:
    """The readings as they are kept with the photo."""
    return json.dumps(codec.encode(readings), ensure_ascii=False)
