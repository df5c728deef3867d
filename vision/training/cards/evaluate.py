"""Photos of invented cards to choose by, none of them fitted on: python -m vision.training.cards.evaluate [KIND...].

With --half each layout is read twice, each time with half of every deck not taught.

Cards of several decks on all kinds of tables under hard light (`table`), two playing cards of which one covers half of
the other (`covered`), near-identical cards of which half were never taught (`siblings`), and many cards in each of the
layouts of `layouts.py`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

import cv2
import numpy as np

from vision.cards import Gallery, recognise, sample_of
from vision.cards.sample import Sample
from vision.training.cards.count_readings import Count, counted
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn, Rng
from vision.training.cards.layouts import LAYOUTS, photo
from vision.training.cards.scenes import BODY, Conditions, Scene, laid, portrait

SEEDS = (9001, 9002)
"""Seeds of decks and photos that nothing was fitted on."""
TAUGHT = 300
HIDDEN = 0.66
"""Cards of which more is covered need not be known."""
HARD = Conditions(glare=0.25, sleeves=0.2, wash=0.35, shade=0.3)


def taught(seed: int, own: Sequence[Drawn]) -> Gallery:
    """These cards and as many others as make TAUGHT, one photo each; nobody teaches two decks of playing cards."""
    rng = np.random.default_rng([seed, 3])
    kinds = ["framed", "picture", "plain"] + ["playing"] * (not any(c.id.startswith("playing") for c in own))
    others = [c for kind in kinds for c in deck(kind, seed + 500, 90)]
    rows = [*own, *(others[int(i)] for i in rng.permutation(len(others)))][:TAUGHT]
    return Gallery([(c.id, sample_of(portrait(rng, c, int(rng.integers(300, 520))), c.shape)) for c in rows])


def spread(rng: Rng, count: int, size: tuple[int, int], long: float, near: float) -> list[tuple[float, float, float]]:
    """Places for cards, their middles no nearer to each other than `near` times their length, where there is room."""
    spots: list[tuple[float, float, float]] = []
    for _ in range(400):
        x, y = rng.uniform(0.55 * long, size[0] - 0.55 * long), rng.uniform(0.55 * long, size[1] - 0.55 * long)
        if len(spots) < count and all(np.hypot(x - a, y - b) > near * long for a, b, _ in spots):
            turn = rng.uniform(0, 360) if rng.random() < 0.4 else 90 * rng.integers(0, 4) + rng.normal(0, 7)
            spots.append((float(x), float(y), float(turn)))
    return spots


def table_photos(seed: int, count: int) -> tuple[Gallery, Iterator[Scene]]:
    """Cards of a framed, a picture and a plain deck; one in ten was never taught; every fourth photo has overlaps."""
    own = [c for kind in ("framed", "picture", "plain") for c in deck(kind, seed, 24)]
    strange = {c.id for c in own[::10]}
    gallery = taught(seed, [c for c in own if c.id not in strange])

    def photos() -> Iterator[Scene]:
        for k in range(count):
            rng = np.random.default_rng([seed, 4, k])
            size = (1400, 1050) if rng.random() < 0.6 else (1050, 1400)
            long = float(rng.uniform(240, 460))
            spots = spread(rng, int(rng.integers(1, 6)), size, long, 0.62 if k % 4 == 3 else 1.1)
            cards = [own[int(i)] for i in rng.permutation(len(own))[: len(spots)]]
            colours = sorted(BODY)
            rolls = [
                (j, int(rng.integers(1, 7)), colours[int(rng.integers(len(colours)))])
                for j in range(len(cards))
                if rng.random() < 0.2
            ]
            how = replace(HARD, ground=6) if k % 3 == 0 else HARD
            yield laid(rng, cards, spots, long, list(rolls), size, how)

    return gallery, photos()


def covered_photos(seed: int, count: int) -> tuple[Gallery, Iterator[Scene]]:
    """Two playing cards, one over about half of the other."""
    own = deck("playing", seed, 32)
    gallery = taught(seed, own)

    def photos() -> Iterator[Scene]:
        for k in range(count):
            rng = np.random.default_rng([seed, 5, k])
            long = float(rng.uniform(330, 620))
            way, far, turn = rng.uniform(0, 2 * np.pi), long * rng.uniform(0.36, 0.6), rng.uniform(0, 360)
            spots = [
                (700.0, 525.0, float(turn)),
                (700 + far * np.cos(way), 525 + far * np.sin(way), float(turn + rng.normal(0, 50))),
            ]
            cards = [own[int(i)] for i in rng.permutation(len(own))[:2]]
            yield laid(rng, cards, spots, long, [], how=Conditions(glare=0.2, sleeves=0, tilt=0.8))

    return gallery, photos()


def sibling_photos(seed: int, count: int, half: int = 0) -> tuple[Gallery, Iterator[Scene]]:
    """Near-identical cards side by side, half of them never taught."""
    own = deck("attribute", seed, 54)
    gallery = taught(seed, own[half::2])

    def photos() -> Iterator[Scene]:
        for k in range(count):
            rng = np.random.default_rng([seed, 6, k])
            spots = spread(rng, 9, (1400, 1050), 270, 1.05)
            cards = [own[int(i)] for i in rng.permutation(len(own))[: len(spots)]]
            yield laid(rng, cards, spots, 270, [], how=Conditions(glare=0.15, sleeves=0, tilt=0.7, shade=0.2))

    return gallery, photos()


@cache
def _decks(seed: int) -> tuple[list[Drawn], list[tuple[str, Sample]]]:
    """Cards of four decks, and one photo of each of them and of enough others."""
    own = [c for kind in ("framed", "picture", "plain", "playing") for c in deck(kind, seed, 30)]
    others = [c for kind in ("framed", "picture", "plain") for c in deck(kind, seed + 500, 80)]
    rng = np.random.default_rng([seed, 3])
    rows = [*own, *(others[int(i)] for i in rng.permutation(len(others)))]
    return own, [(c.id, sample_of(portrait(rng, c, int(rng.integers(300, 520))), c.shape)) for c in rows]


def layout_photos(
    kind: str, seed: int, count: int, strange: int = 10, first: int = 0
) -> tuple[Gallery, Iterator[Scene]]:
    """Many cards of four decks in one of the layouts; one in `strange`, from the `first` on, was never taught."""
    own, samples = _decks(seed)
    left_out = {c.id for c in own[first::strange]}
    gallery = Gallery([row for row in samples if row[0] not in left_out][:TAUGHT])
    number = 7 + list(LAYOUTS).index(kind)

    def photos() -> Iterator[Scene]:
        for k in range(count):
            rng = np.random.default_rng([seed, number, k])
            yield photo(rng, own, LAYOUTS[kind](rng, k))

    return gallery, photos()


KINDS: dict[str, Callable[[int, int], tuple[Gallery, Iterator[Scene]]]] = {
    "table": table_photos,
    "covered": covered_photos,
    "siblings": sibling_photos,
    **{kind: partial(layout_photos, kind) for kind in LAYOUTS},
}
COUNTS = {"siblings": 12, "grid": 10, "column": 12, "fan": 12, "hand": 12, "stack": 12, "laden": 12}
"""Photos of a kind and seed; 36 of the others."""


def trial(photos: tuple[Gallery, Iterator[Scene]]) -> tuple[Count, dict[int, float]]:
    """The photos of one kind read and counted, and the processor's milliseconds for a photo with so many cards."""
    gallery, scenes = photos
    recognise(np.zeros((64, 64, 3), np.uint8), gallery)
    _ = gallery.index
    told, spent = Count(), defaultdict[int, list[float]](list)
    for scene in scenes:
        began = time.process_time()
        counted(scene, gallery, told, HIDDEN)
        spent[len(scene.cards)].append((time.process_time() - began) * 1000)
    return told, {cards: float(np.median(some)) for cards, some in sorted(spent.items())}


def main(argv: Sequence[str]) -> int:
    """Read photos of each kind (or of those named) and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--photos", type=int, help="of each kind and seed")
    parser.add_argument("--half", action="store_true", help="the layouts, twice, half of each deck not taught")
    options = parser.parse_args(argv)
    if unknown := set(options.kinds) - set(LAYOUTS if options.half else KINDS):
        parser.error(f"no such photos: {', '.join(sorted(unknown))}")
    cv2.setNumThreads(1)
    for kind in options.kinds or list(LAYOUTS if options.half else KINDS):
        for seed in options.seeds:
            count = options.photos or COUNTS.get(kind, 36)
            if options.half:
                sets = {f"without half {k + 1}": layout_photos(kind, seed, count, 2, k) for k in (0, 1)}
            else:
                sets = {"": KINDS[kind](seed, count)}
            for name, photos in sets.items():
                told, ms = trial(photos)
                print(
                    kind, seed, name, told, *(f"{cards} cards {some:.0f} ms" for cards, some in ms.items()), flush=True
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
