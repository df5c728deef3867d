"""Reading a photo apart from the interface: a thread loads, looks and weighs; the screen only waits and shows."""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kivy.clock import Clock

from models.copy import OwnersCopy
from tableside.app import sample
from tableside.core import codec
from tableside.core.game import Guess
from tableside.core.moves import Plain, Text
from tableside.core.readings import Alternative, CardReading, DieReading, Expect, Readings, Verdict

SURE = 0.85
"""From this share of the chances on, a part of the move needs no question."""
LIKELY = 0.08
PURGE = -101
"""Android's word for giving memory back."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo, what was read in it, and a small picture to show."""

    data: bytes
    readings: Readings
    width: int
    height: int
    pixels: bytes
    """Red, green, blue, bottom row first."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a photo could not be read."""

    reason: Text


Done = Callable[[Photo | Failed], Any]
Reader = Callable[[Any, Expect | None, OwnersCopy | None], Readings]


def read_table(image: Any, expect: Expect | None, copy: OwnersCopy | None) -> Readings:
    """Dice and cards of a photo by the readers of `vision`, with the cards and faces of the owner's copy."""
    from vision import dice, table

    gallery, faces = known(expect, copy)
    return table.read(image, gallery, expect, faces) if len(gallery) else dice.read(image, expect, faces)


def read_things(image: Any, expect: Expect | None, copy: OwnersCopy | None) -> Readings:
    """Only the dice where faces are expected, else only the cards."""
    from vision import cards, dice

    gallery, faces = known(expect, copy)
    if expect is not None and expect.values:
        return dice.read(image, expect, faces)
    return cards.recognise(image, gallery, expect)


def known(expect: Expect | None, copy: OwnersCopy | None) -> tuple[Any, Any]:
    """The cards and the faces of dice this copy knows by sight."""
    from vision.cards.gallery import Gallery
    from vision.cards.sample import Sample
    from vision.looks import faces as faces_of

    looks = [(look.card, Sample.from_bytes(look.descriptor)) for look in copy.looks()] if copy is not None else []
    if copy is not None and copy.base.slug == sample.SLUG:
        # Cards of the guided taste look the same on every device; the owner's own come first.
        looks += [look for look in sample.looks() if expect is not None and set(expect.cards) & set(sample.SECTORS)]
    faces = faces_of((look.card, look.descriptor) for look in copy.looks("face")) if copy is not None else None
    return Gallery(looks), faces


def scan(data: bytes, expect: Expect | None, copy: OwnersCopy | None, done: Done, reader: Reader = read_table) -> None:
    """Read a photo on a thread of its own; `done` is called on the interface's thread."""

    def work() -> None:
        found = look(data, expect, copy, reader)
        Clock.schedule_once(lambda _: done(found), 0)
        give_back()

    threading.Thread(target=work, name="scan", daemon=True).start()


def look(data: bytes, expect: Expect | None, copy: OwnersCopy | None, reader: Reader) -> Photo | Failed:
    """Load a photo, read it, and make the picture to show."""
    from vision.camera import pixels, smaller
    from vision.photo import BadPhoto, load

    try:
        image = load(data, max_side=4000)
        readings = reader(image, expect, copy)
        shown = smaller(image, 1400)
        width, height, raw = pixels(shown)
        return Photo(data, scaled(readings, shown.shape[1] / image.shape[1]), width, height, raw)
    except BadPhoto as error:
        return Failed(error.text)
    except Exception as error:
        # A reader that fails must not take the table down with it; the players enter by hand.
        return Failed(Text("app.camera.failed", (("problem", f"{type(error).__name__}: {error}"),)))


def give_back() -> None:
    """Hand the memory a photo needed back to the device, which the C library would rather keep in small change."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):
        return
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
    elif hasattr(library, "mallopt"):
        library.mallopt(PURGE, 0)


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


def verdict_of(thing: DieReading | CardReading) -> Verdict:
    """How far one reading can be trusted."""
    if not thing.alternatives:
        return Verdict.NONE
    return Verdict.CLEAR if thing.alternatives[0].p >= 0.9 else Verdict.CLOSE


def corrected(readings: Readings, kind: str, number: int, value: int | str) -> Readings:
    """The readings after somebody said: it is this one."""
    told = (Alternative(value, 1.0),)
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


def aside(work: Callable[[], Any], done: Callable[[Any], Any]) -> None:
    """Do something slow on a thread; its result, or the error it raised, comes back on the interface's thread."""

    def run() -> None:
        found: Any
        try:
            found = work()
        except Exception as error:
            found = error
        Clock.schedule_once(lambda _: done(found), 0)

    threading.Thread(target=run, name="aside", daemon=True).start()
