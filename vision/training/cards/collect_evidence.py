"""Evidence to fit the belief on: python -m vision.training.cards.collect_evidence FROM TO OUT.npz (seeds of decks)."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import guesses_at
from vision.cards.find import Place, shrunk
from vision.cards.gallery import Gallery
from vision.cards.geometry import angle_of, area, frame_corners, from_quad, outline_of, through
from vision.cards.sample import sample_of
from vision.cards.verify import Finding, Photo, verify
from vision.training.cards.decks import KINDS, deck
from vision.training.cards.drawing import Drawn, Rng
from vision.training.cards.scenes import BODY, Conditions, Lying, Scene, laid, portrait

OFTEN = ("attribute", "variety", "variety", "playing", "framed", "plain", "token")
COVERED = ("playing", "playing", "playing", "framed", "plain", "variety")
HALF_COVERED = range(20, 100)
"""Seeds whose photos show cards about half covered by another of their deck."""
SIZE = (470, 470)
SCENES = 240


def gallery_of(seed: int, per: int) -> tuple[Gallery, dict[str, list[Drawn]]]:
    """Every kind of deck of this seed, each card taught by one photo."""
    rng = np.random.default_rng([seed, 1])
    decks = {kind: deck(kind, seed, per) for kind in KINDS}
    rows = [
        (c.id, sample_of(portrait(rng, c, int(rng.integers(300, 520))), c.shape)) for d in decks.values() for c in d
    ]
    return Gallery(rows), decks


def half_covered(rng: Rng, decks: dict[str, list[Drawn]]) -> tuple[Scene, int]:
    """Two cards of one deck, the second over about half of the first; either may be the one to look at."""
    kind = str(rng.choice(COVERED))
    cards = [decks[kind][int(i)] for i in rng.permutation(len(decks[kind]))[:2]]
    long = float(rng.uniform(140, 300))
    way, far, turn = rng.uniform(0, 2 * np.pi), long * rng.uniform(0.36, 0.6), float(rng.uniform(0, 360))
    other = (235 + far * np.cos(way), 235 + far * np.sin(way), float(turn + rng.normal(0, 50)))
    how = Conditions(glare=float(rng.choice([0, 0, 0.5])), sleeves=0.1, dice=0, wash=0.2, shade=0.2)
    return laid(rng, cards, [(235.0, 235.0, turn), other], long, [], SIZE, how), int(rng.random() < 0.2)


def small_scene(rng: Rng, decks: dict[str, list[Drawn]]) -> tuple[Scene, int]:
    """One card in the middle, perhaps half covered or with a die on it; and its index."""
    kind = str(rng.choice(OFTEN)) if rng.random() < 0.65 else str(rng.choice(sorted(KINDS)))
    card = decks[kind][int(rng.integers(0, len(decks[kind])))]
    long = float(rng.uniform(120, 330))
    how = Conditions(glare=float(rng.choice([0, 0, 0.6])), sleeves=0.15, dice=0, wash=0.25, shade=0.15)
    cards, spots, index = [card], [(235.0, 235.0, float(rng.uniform(0, 360)))], 0
    if rng.random() < 0.35:
        other = decks[kind][int(rng.integers(0, len(decks[kind])))]
        way, far = rng.uniform(0, 2 * np.pi), long * rng.uniform(0.3, 0.9)
        spot = (235 + far * np.cos(way), 235 + far * np.sin(way), float(rng.uniform(0, 360)))
        if rng.random() < 0.75:
            cards, spots = [*cards, other], [*spots, spot]
        else:
            cards, spots, index = [other, *cards], [spot, *spots], 1
    rolls: list[tuple[int | None, int, str]] = []
    while rng.random() < 0.22:
        rolls.append((index, int(rng.integers(1, 7)), str(rng.choice(sorted(BODY)))))
    return laid(rng, cards, spots, long, rolls, SIZE, how), index


def is_right(finding: Finding, id: str, truth: Lying) -> bool:
    """Whether the finding is that card, where it lies and turned as it is."""
    if id != truth.id or finding.shape != truth.shape:
        return False
    ring = outline_of(finding.m, finding.shape)
    real = outline_of(from_quad(truth.quad, truth.shape), truth.shape)
    both, _ = cv2.intersectConvexConvex(ring.astype(np.float32), real.astype(np.float32))
    if both / max(area(ring) + area(real) - both, 1.0) < 0.6:
        return False
    off = abs((angle_of(through(finding.m, frame_corners(finding.shape))) - truth.angle + 180) % 360 - 180)
    return off < 20 or (truth.symmetric and abs(off - 180) < 20)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Looks at invented cards: what was seen, and whether the best guess was right."""

    values: NDArray[np.float64]
    right: NDArray[np.bool_]
    seed: NDArray[np.int64]
    kind: NDArray[np.str_]


def gathered(seed: int) -> Evidence:
    """The looks at the decks of one seed, each half of the cards taught in turn; always the same."""
    rng = np.random.default_rng([seed, 2])
    gallery, decks = gallery_of(seed, int(rng.integers(7, 12)))
    halves = rng.permutation(len(gallery.ids)) % 2
    parts = [gallery.only(id for id, h in zip(gallery.ids, halves, strict=True) if h == k) for k in (0, 1)]
    values, right, kinds = [], [], []
    for _ in range(SCENES):
        scene, index = (half_covered if seed in HALF_COVERED else small_scene)(rng, decks)
        truth = scene.cards[index]
        if truth.hidden > (0.66 if seed in HALF_COVERED else 0.62):
            continue
        small, scale = shrunk(scene.image)
        loose = truth.quad * scale
        loose = loose + rng.normal(0, 0.014, (4, 2)) * np.sqrt(area(loose))
        if rng.random() < 0.08:
            middle = loose.mean(axis=0)
            loose = middle + (loose - middle) * rng.uniform(0.5, 0.9) + rng.normal(0, 8, 2)
        place = Place(truth.shape, from_quad(loose, truth.shape), 1.0)
        above = [outline_of(from_quad(c.quad, c.shape), c.shape) for c in scene.cards[index + 1 :]]
        taken = above if rng.random() < 0.7 else []
        for part in parts:
            shelf = part.shelves.get(truth.shape)
            if shelf is None:
                continue
            guesses = guesses_at(small, [place], shelf, np.diag([1 / scale, 1 / scale, 1.0]))[0]
            finding = verify(Photo(scene.image), shelf, guesses, taken) if guesses else None
            if finding is None:
                continue
            values.append(finding.evidence)
            right.append(is_right(finding, str(shelf.ids[finding.row]), truth))
            kinds.append(truth.id.rstrip("0123456789-").split("-")[0])
    return Evidence(np.array(values), np.array(right), np.full(len(right), seed), np.array(kinds))


def joined(parts: list[Evidence]) -> Evidence:
    """Several gatherings as one, by seed."""
    parts = sorted(parts, key=lambda p: int(p.seed[0]) if len(p.seed) else -1)
    rows = [[getattr(p, name) for p in parts] for name in Evidence.__slots__]
    return Evidence(*(np.concatenate(row) for row in rows))


def main(argv: list[str]) -> int:
    first, last, out = int(argv[0]), int(argv[1]), Path(argv[2])
    cv2.setNumThreads(1)
    parts: list[Evidence] = []
    began = time.time()
    for seed in range(first, last):
        parts.append(gathered(seed))
        whole = joined(parts)
        np.savez(out, **{name: getattr(whole, name) for name in Evidence.__slots__})
        print(seed, len(whole.right), int(whole.right.sum()), f"{time.time() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
