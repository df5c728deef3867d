"""Readings of a photo as the players put them right, and what they mean for the slots of a move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tableside.core import codec, manual_edit
from tableside.core.game import Guess
from tableside.core.moves import Move, Plain, Text
from tableside.core.readings import Alternative, CardReading, DieReading, Readings, Verdict
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Table

SURE = 0.85
"""From this share of the chances on, a part of the move needs no question."""
CLEAR = 0.9
"""From this chance on a thing is shown as clear, and what is recorded is set otherwise by one tap."""
TOLD = 1.0
"""The chance of what a player said; no reader is so sure."""
WAY, OFFERED, LIKELY = "", 3, 0.12
"""The name of the question which move it is; how many answers a question offers, and from which share on."""
DOUBTED = 0.5
"""Up to this much of the chances it may well be none of the moves a photo suggests."""


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
    return Verdict.CLEAR if p >= CLEAR else Verdict.CLOSE


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

    @property
    def offered(self) -> tuple[Plain, ...]:
        """The answers worth a tap."""
        return tuple(value for value, p in self.values[:OFFERED] if p > LIKELY)


@dataclass(frozen=True, slots=True)
class Meant:
    """What the guesses of a photo mean together with what players said: one tap, a few questions, or a part."""

    guesses: tuple[Guess, ...]
    fixed: Mapping[str, Plain] = field(default_factory=dict)

    @property
    def standing(self) -> tuple[Guess, ...]:
        """Those that can be made or completed; what the referee refuses is shown only where nothing else was read."""
        able = (guess for guess in self.guesses if guess.partial or isinstance(guess.ruling, Legal))
        return tuple(able) or self.guesses

    @property
    def refused(self) -> Illegal | None:
        """Why what was read cannot be."""
        ruling = self.best.ruling if self.guesses and not self.best.partial else None
        return ruling if isinstance(ruling, Illegal) else None

    @property
    def best(self) -> Guess:
        """The likeliest guess that agrees with what was said by hand."""
        ways = [guess for guess in self.standing if self.fixed.get(WAY, way_of(guess.move)) == way_of(guess.move)]
        told = {slot: value for slot, value in self.fixed.items() if slot != WAY}
        for guess in ways:
            if all(guess.move.get(slot) == value for slot, value in told.items()):
                return guess
        return (*ways, *self.standing)[0]

    @property
    def parts(self) -> tuple[Part, ...]:
        """How the chances of each slot of the likeliest move fall; of several moves, until it is said, which it is.

        What is refused takes its share, and is no answer.
        """
        ways = _shares(
            ((way_of(guess.move), guess.p) for guess in self.guesses), (way_of(guess.move) for guess in self.standing)
        )
        if not ways:
            return ()
        first = self.standing[0]
        corrects = first.move.kind == manual_edit.KIND
        doubted = sum(guess.p for guess in self.guesses) <= DOUBTED or (corrects and first.p < CLEAR)
        if (ways[0][1] < SURE or doubted) and self.fixed.get(WAY) not in dict(ways):
            return (Part(WAY, tuple((way, min(p, DOUBTED) if doubted else p) for way, p in ways)),)
        way = way_of(self.best.move)
        same = [guess for guess in self.guesses if way_of(guess.move) == way]
        able = [guess for guess in self.standing if way_of(guess.move) == way]
        slots = (slot for slot, _ in able[0].move.args)
        return tuple(
            Part(slot, _shares(((guess.move.get(slot), guess.p) for guess in same), (g.move.get(slot) for g in able)))
            for slot in slots
        )

    @property
    def corrects(self) -> bool:
        """Whether something recorded would be set otherwise."""
        return any(guess.move.kind == manual_edit.KIND for guess in self.standing)

    @property
    def left(self) -> tuple[Part, ...]:
        """What the photo does not decide."""
        return tuple(part for part in self.parts if not part.sure and (part.slot == WAY or part.slot not in self.fixed))

    @property
    def told(self) -> Move | None:
        """The move as far as it is decided; none while it is not even clear which it is, and none that cannot be."""
        left = {part.slot for part in self.left}
        if not self.guesses or WAY in left or self.refused is not None:
            return None
        made = self.best.move
        return Move(made.seat, made.kind, tuple(pair for pair in made.args if pair[0] not in left))

    @property
    def moves(self) -> tuple[Move, ...]:
        """What one tap confirms; nothing while something is open."""
        if not self.guesses or self.left or not isinstance(self.best.ruling, Legal):
            return ()
        return (self.best.move, *self.best.then)


def sentences_of(guess: Guess, table: Table) -> Iterator[Text]:
    """The moves of a guess in words, each said of the state that those before it leave."""
    state, ruling = table.state, guess.ruling
    yield table.say_move(state, guess.move)
    for made in guess.then:
        state = manual_edit.folded(table.game, state, ruling.events if isinstance(ruling, Legal) else ())
        yield table.say_move(state, made)
        ruling = manual_edit.judge(table.game, state, made)


def way_of(made: Move) -> Plain:
    """What guesses share that differ only in what is asked slot by slot; values set by hand stand as a whole."""
    return (made.kind, made.seat, made.args) if made.kind == manual_edit.KIND else (made.kind, made.seat)


def _shares(chances: Iterable[tuple[Plain, float]], answers: Iterable[Plain]) -> tuple[tuple[Plain, float], ...]:
    """The share of each of these answers in all chances, the largest first."""
    found: dict[Plain, float] = {}
    for value, p in chances:
        found[value] = found.get(value, 0.0) + p
    total = sum(found.values()) or 1.0
    able = set(answers)
    return tuple(sorted(((value, p / total) for value, p in found.items() if value in able), key=lambda item: -item[1]))


def as_text(readings: Readings) -> str:
    """The readings as they are kept with the photo."""
    return json.dumps(codec.encode(readings), ensure_ascii=False)
