"""A box registered by photos: python -m benchmarks.box [--json] [GAME...].

Drives the real app by touch from an empty copy, with composed photos of an invented box of each game's real size on
busy tables, and counts cards, photos, taps, seconds, and the records that were read right without a correction. The
last line is one JSON object with a key for each game.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.app import prepare
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn
from vision.training.cards.printed_cards import numbered_deck, sector_box
from vision.training.cards.scenes import Conditions, laid

SIZE = (1600, 1200)
GROUNDS = (6, 5, 4, 1, 2, 0)
"""Wicker, a printed picture, cloth, wood, felt."""


@dataclass(frozen=True, slots=True)
class Box:
    """The cards of one game, what is printed on each as fields of a record, and how many are laid out for a photo."""

    table: str
    cards: list[Drawn]
    truth: list[dict[str, Any]]
    columns: int = 4
    rows: int = 2
    joins: tuple[str, ...] = ()
    """Ids of the records that the first cards are: the rulebook tells of them, and the owner says which they are."""


def urcsempeszek(seed: int, count: int = 36) -> Box:
    """Round sectors; fewer are the first of the same box."""
    made = sector_box(seed, count)
    truth = [{"planets": Counter(s.planets), "ships": Counter(s.ships), "station": s.station} for s in made]
    return Box("sectors", [s.card for s in made], truth, 3, 2)


def kaosz_galaktika(seed: int, count: int = 45) -> Box:
    """A deck: ships with four values, bases with one or two; fewer are the first of the same deck."""
    fields = {4: ("speed", "firepower", "armour", "bombing"), 2: ("limit", "armour"), 1: ("limit",)}
    made = numbered_deck(seed, count)
    truth = [{"name": c.title, "cost": c.cost, **dict(zip(fields[len(c.left)], c.left, strict=True))} for c in made]
    return Box("cards", [c.card for c in made], truth, 4, 2)


def of_pictures(slug: str, kind: str, sizes: dict[str, int]) -> Callable[[int], list[Box]]:
    """Boxes of a game of whose cards nothing is read: so many of each table, those the rulebook tells of first."""

    def made(seed: int) -> list[Box]:
        from tableside.core import registry

        catalog = registry.find(slug).catalog
        drawn = deck(kind, seed, sum(sizes.values()))
        boxes = []
        for table, size in sizes.items():
            mine, drawn = drawn[:size], drawn[size:]
            boxes.append(Box(table, mine, [{}] * size, joins=tuple(catalog.table(table))[:size]))
        return boxes

    return made


BOXES: dict[str, Callable[[int], list[Box]]] = {
    "urcsempeszek": lambda seed: [urcsempeszek(seed)],
    "kaosz_galaktika": lambda seed: [kaosz_galaktika(seed)],
    "beyond_the_sun": of_pictures(
        "beyond_the_sun", "framed", {"technologies": 46, "events": 20, "systems": 24, "achievements": 10}
    ),
    "gaia_project": of_pictures(
        "gaia_project", "framed", {"techs": 9, "advanced": 15, "boosters": 10, "rounds": 10, "finals": 6, "tokens": 7}
    ),
    "onward_to_venus": of_pictures("onward_to_venus", "framed", {"cards": 40, "tiles": 23}),
}
"""Of Gaia Project and Irány a Vénusz!, one of each kind: the same tile in many copies is one record."""


def photo(box: Box, numbers: Sequence[int], seed: int) -> bytes:
    """These cards of a box laid out on a busy table, as a JPEG."""
    rng = np.random.default_rng([seed, *numbers])
    w, h = SIZE
    cards = [box.cards[n] for n in numbers]
    shape = cards[0].image.shape
    long = 0.86 * min(h / box.rows, w / box.columns * max(1.0, shape[0] / shape[1]))
    spots = []
    for k in range(len(cards)):
        x, y = (k % box.columns + 0.5) / box.columns, (k // box.columns + 0.5) / box.rows
        spots.append((w * (0.03 + 0.94 * x), h * (0.03 + 0.94 * y), float(rng.normal(0, 3))))
    how = Conditions(glare=0.05, sleeves=0, tilt=0.5, dice=0, ground=GROUNDS[numbers[0] // len(spots) % len(GROUNDS)])
    image = laid(rng, cards, spots, long, [], SIZE, how).image
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


ALIKE = 0.7
"""A thumbnail that differs more from every card than this is none of them."""


def drawn_on(thumbnail: bytes, box: Box, numbers: Sequence[int]) -> tuple[float, int]:
    """How far a thumbnail is from the card it shows, and which of these that is."""

    def small(image: Any) -> Any:
        grid = cv2.resize(image, (24, 24), interpolation=cv2.INTER_AREA).astype(np.float32)[4:20, 4:20]
        return (grid - grid.mean(axis=(0, 1))) / (grid.std() + 1)

    seen = small(cv2.imdecode(np.frombuffer(thumbnail, np.uint8), cv2.IMREAD_COLOR))
    return min((float(np.abs(small(box.cards[n].image) - seen).mean()), n) for n in numbers)


def right(data: dict[str, Any], truth: dict[str, Any]) -> bool:
    """Whether every field that is printed was read as it is."""
    return bool(truth) and all(_same(data.get(key), value) for key, value in truth.items())


def _same(read: Any, value: Any) -> bool:
    return Counter(read or ()) == value if isinstance(value, Counter) else bool(read == value)


@dataclass(slots=True)
class Tally:
    """What was registered so far."""

    photos: int = 0
    read_right: int = 0
    fields: int = 0
    fields_right: int = 0
    symbols: int = 0
    symbols_right: int = 0

    def add(self, data: dict[str, Any], truth: dict[str, Any]) -> None:
        """One card as it was proposed."""
        self.read_right += right(data, truth)
        self.fields += len(truth)
        self.fields_right += sum(_same(data.get(key), value) for key, value in truth.items())
        for key, value in truth.items():
            if not isinstance(value, Counter | bool):
                continue
            there = value if isinstance(value, Counter) else Counter({key: int(value)})
            read = Counter(data.get(key) or ()) if isinstance(value, Counter) else Counter({key: int(bool(data[key]))})
            # One too many is as wrong as one too few.
            self.symbols += max(there.total(), read.total())
            self.symbols_right += (there & read).total()


def register(person: Any, slug: str, boxes: Sequence[Box], folder: Path, seed: int = 1) -> dict[str, Any]:
    """Scan a whole box from the first screen on, correct what was misread, and save; the figures."""
    began, worked, start, tally = time.perf_counter(), time.process_time(), person.taps, Tally()
    person.tap("door copy")
    person.tap(f"game {slug}")
    person.tap("scan box")
    for box in boxes:
        if person.app.page.table != box.table:
            person.tap(f"kind {box.table}")
        lay_out(person, slug, box, folder, seed, tally)
    person.tap("save")
    told = {
        "cards": sum(len(box.cards) for box in boxes),
        "photos": tally.photos,
        "taps": person.taps - start,
        "seconds": round(time.perf_counter() - began, 1),
        "processor_seconds": round(time.process_time() - worked, 1),
        "read_right": tally.read_right,
    }
    if tally.fields:
        told["fields_right"] = round(tally.fields_right / tally.fields, 3)
    if tally.symbols:
        told["symbols_right"] = round(tally.symbols_right / tally.symbols, 3)
    return told


def lay_out(person: Any, slug: str, box: Box, folder: Path, seed: int, tally: Tally) -> None:
    """Photograph the cards of one table, a few at a time, until each lies in the tray, and put them right."""
    from vision.camera import FileCamera

    left, most = list(range(len(box.cards))), tally.photos + 4 * len(box.cards)
    while left and tally.photos < most:
        mine = left[: box.columns * box.rows]
        file = folder / f"{slug}{tally.photos}.jpg"
        file.write_bytes(photo(box, mine, seed + tally.photos))
        person.app.camera = FileCamera([file])
        known = len(person.app.page.tray.cards)
        person.tap("take photo")
        person.wait(lambda: getattr(person.app.page, "camera", None), "the camera opens")
        person.tap("shutter")
        person.wait(lambda: hasattr(person.app.page, "tray") and not person.app.page.busy, "the photo is read")
        tally.photos += 1
        seen = sort_out(person, box, mine, known)
        for number, which in enumerate(seen, known):
            data, truth = person.app.page.tray.cards[number].data, box.truth[which]
            tally.add(data, truth)
            if which < len(box.joins):
                person.tap(f"card {number}")
                person.tap(f"join {box.joins[which]}")
            elif misread(data, truth):
                correct(person, number, truth)
        left = [n for n in left if n not in seen]


def sort_out(person: Any, box: Box, mine: Sequence[int], known: int) -> list[int]:
    """Leave out, by touch, what is no card or the same one twice; which card each of the others in the tray is."""
    cards = person.app.page.tray.cards[known:]
    ranked = sorted((*drawn_on(card.picture, box, mine), k) for k, card in enumerate(cards))
    kept: dict[int, int] = {}
    for far, which, k in ranked:
        if far < ALIKE and which not in kept.values():
            kept[k] = which
    for k in reversed(range(len(cards))):
        if k not in kept:
            person.tap(f"card {known + k}")
            person.tap("drop")
    return [kept[k] for k in sorted(kept)]


def misread(data: dict[str, Any], truth: dict[str, Any]) -> list[str]:
    """The fields that were read wrong; what was not read at all is asked when it matters."""
    open_ = [key for key, value in truth.items() if type(value) in (int, str) and data.get(key) in (None, "")]
    return [key for key, value in truth.items() if key not in open_ and not _same(data.get(key), value)]


def correct(person: Any, number: int, truth: dict[str, Any]) -> None:
    """Put one card of the tray right by touch."""
    person.tap(f"card {number}")
    data = person.app.page.tray.cards[number].data
    for key in misread(data, truth):
        value = truth[key]
        if isinstance(value, Counter):
            read = Counter(data.get(key) or ())
            for one in sorted({*read, *value}):
                for _ in range(abs(value[one] - read[one])):
                    person.tap(f"{key} {one} {'plus' if value[one] > read[one] else 'minus'}")
        elif isinstance(value, bool):
            person.tap(key if data.get(key) is not None else f"{key} {value}")
        elif isinstance(value, str):
            person.type(key, value)
            person.taps += 1  # into the line; the keyboard is not counted
        else:
            while data[key] != value:
                person.tap(f"{key} {'plus' if data[key] < value else 'minus'}")
    person.tap("close")


def main(argv: Sequence[str] | None = None) -> int:
    """Register the boxes of all games, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(BOXES))
    parser.add_argument("--json", action="store_true", help="only the JSON object")
    parser.add_argument("--seed", type=int, default=1, help="another invented box, laid out otherwise")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        prepare(name)
        from tests.app import driver

        # A photo is read in seconds of the processor, which other work may stretch to minutes.
        driver.PATIENCE = 1800.0
        figures = {}
        person = driver.Person()
        for slug in given.games:
            while len(person.app.routes) > 1:
                person.app.back()
            person.settle()
            figures[slug] = register(person, slug, BOXES[slug](given.seed), Path(name), given.seed)
            if not given.json:
                print(slug, figures[slug], flush=True)
        person.close()
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
