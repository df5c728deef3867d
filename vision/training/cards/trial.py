"""Photos of invented cards to choose by, none of them fitted on: python -m vision.training.cards.trial [KIND...].

Three kinds: cards of several decks on all kinds of tables under hard light (`table`), two playing cards of which one
covers half of the other (`covered`), and near-identical cards of which half were never taught (`siblings`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from tableside.core.readings import CardReading  # noqa: E402
from vision.cards import Gallery, recognise, sample_of  # noqa: E402
from vision.training.cards.decks import deck  # noqa: E402
from vision.training.cards.drawing import Drawn, Rng  # noqa: E402
from vision.training.cards.scenes import BODY, Conditions, Lying, Scene, laid, portrait  # noqa: E402

SEEDS = (9001, 9002)
"""Seeds of decks and photos that nothing was fitted on."""
TAUGHT = 300
HARD = Conditions(glare=0.25, sleeves=0.2, wash=0.35, shade=0.3)


@dataclass(slots=True)
class Tally:
    """What was counted over some photos."""

    known: int = 0
    right: int = 0
    wrong: int = 0
    strangers: int = 0
    named: int = 0
    turned: int = 0
    ms: list[float] = field(default_factory=list)
    missed: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"right {self.right} of {self.known}, wrong {self.wrong}, turned wrong {self.turned}, "
            f"strangers named {self.named} of {self.strangers}, {np.median(self.ms):.0f} ms"
        )


def taught(seed: int, own: Sequence[Drawn]) -> Gallery:
    """These cards and as many others as make TAUGHT, one photo each."""
    rng = np.random.default_rng([seed, 3])
    others = [c for kind in ("framed", "picture", "plain", "playing") for c in deck(kind, seed + 500, 52)]
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


def lies_on(reading: CardReading, card: Lying) -> bool:
    """Whether the middle of what was read is on the card."""
    return cv2.pointPolygonTest(card.quad.astype(np.float32), reading.centre, False) >= 0


def judge(scene: Scene, cards: Sequence[CardReading], known: set[str], photo: int, tally: Tally) -> None:
    """One photo against its truth; cards of which two thirds are hidden count for nothing."""
    fair = [c for c in scene.cards if c.hidden < 0.66]
    tally.known += sum(c.id in known for c in fair)
    tally.strangers += sum(c.id not in known for c in fair)
    named = [c for c in cards if c.id is not None]
    for reading in named:
        mine = [c for c in scene.cards if c.id == reading.id and lies_on(reading, c)]
        if mine:
            off = abs((reading.angle - mine[0].angle + 180) % 360 - 180)
            tally.right += mine[0].hidden < 0.66
            tally.turned += off > 30 and not mine[0].symmetric
        else:
            under = [c for c in scene.cards if lies_on(reading, c)]
            tally.wrong += not under or all(c.id in known for c in under)
            tally.named += bool(under) and any(c.id not in known for c in under)
    for card in fair:
        if card.id in known and not any(r.id == card.id and lies_on(r, card) for r in named):
            tally.missed.append((photo, card.id))


KINDS = {"table": table_photos, "covered": covered_photos, "siblings": sibling_photos}


def trial(kind: str, seed: int, count: int) -> Tally:
    """The photos of one kind read and counted."""
    gallery, photos = KINDS[kind](seed, count)
    known, tally = set(gallery.ids), Tally()
    recognise(np.zeros((64, 64, 3), np.uint8), gallery)
    _ = gallery.index
    for k, scene in enumerate(photos):
        began = time.process_time()
        cards = recognise(scene.image, gallery).cards
        tally.ms.append((time.process_time() - began) * 1000)
        judge(scene, cards, known, k, tally)
    return tally


def main(argv: Sequence[str]) -> int:
    """Read photos of each kind (or of those named) and print what came of them."""
    cv2.setNumThreads(1)
    for kind in argv or list(KINDS):
        for seed in SEEDS:
            tally = trial(kind, seed, 12 if kind == "siblings" else 36)
            print(kind, seed, tally, "missed", tally.missed, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
