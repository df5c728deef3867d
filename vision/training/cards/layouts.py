"""How many cards lie on a table: rows, columns of strips, fans, hands, spread stacks, cards under dice and tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn, Image, Rng
from vision.training.cards.scenes import BODY, Conditions, Scene, laid

SIZE = (1600, 1200)
GRIDS = ((4, 2), (5, 3), (6, 4), (8, 5), (10, 6))
"""Columns and rows of a box laid out."""
EASY = Conditions(glare=0.08, sleeves=0, tilt=0.6, dice=0)

Spots = list[tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where cards lie (middle and turn in degrees, the lowest first), how long they are, and how hard the photo is."""

    spots: Spots
    long: float
    how: Conditions = EASY
    dice: int = 0
    """Dice on every card, and tokens on every second one."""


def grid(rng: Rng, k: int) -> Layout:
    """Eight to sixty cards in rows, on all kinds of tables and, every third time, on white paper."""
    columns, rows = GRIDS[k % len(GRIDS)]
    w, h = SIZE
    long = min(w / columns * 1.25, h / rows * 0.86) * float(rng.uniform(0.85, 1.0))
    spots = [
        (
            w * (0.04 + 0.92 * (i + 0.5) / columns) + float(rng.normal(0, 0.012 * long)),
            h * (0.04 + 0.92 * (j + 0.5) / rows) + float(rng.normal(0, 0.012 * long)),
            float(rng.normal(0, 2)),
        )
        for j in range(rows)
        for i in range(columns)
    ]
    return Layout(spots, long, replace(EASY, top=_paper(rng)) if k % 3 == 0 else EASY)


def column(rng: Rng, k: int) -> Layout:
    """Two to four columns of cards, each over the one above so that a strip of a third to a half shows."""
    columns, rows = int(rng.integers(2, 5)), int(rng.integers(3, 6))
    strip = float(rng.uniform(0.36, 0.5))
    long = min(1100 / (1 + strip * (rows - 1)), 1500 / columns * 1.2) * 0.95
    x0, y0 = 800 - (columns - 1) / 2 * long * 0.85, 600 - strip * long * (rows - 1) / 2
    spots = [
        (x0 + i * long * 0.85 + float(rng.normal(0, 4)), y0 + j * strip * long, float(rng.normal(0, 1.5)))
        for i in range(columns)
        for j in range(rows)
    ]
    return Layout(spots, long)


def fan(rng: Rng, k: int) -> Layout:
    """Four to seven cards held as a fan: each turned on, and over the one before."""
    return _arc(rng, int(rng.integers(4, 8)), float(rng.uniform(420, 520)), float(rng.uniform(15, 19)), 1.25)


def hand(rng: Rng, k: int) -> Layout:
    """Three to six cards held nearly side by side: a wide, flat fan, now and then upside down."""
    found = _arc(rng, int(rng.integers(3, 7)), float(rng.uniform(430, 520)), float(rng.uniform(7, 9)), 2.6)
    return replace(found, spots=[(x, y, turn + 180 * (rng.random() < 0.15)) for x, y, turn in found.spots])


def _arc(rng: Rng, n: int, long: float, step: float, reach: float) -> Layout:
    """Cards on a circle `reach` card lengths wide, `step` degrees apart, their middle in the middle of the photo."""
    turns = [(i - (n - 1) / 2) * step + float(rng.normal(0, 1)) for i in range(n)]
    angles = np.radians(turns)
    y = 600 + reach * long * (1 + float(np.cos(angles).min())) / 2
    spots = [
        (800 + reach * long * float(np.sin(a)), y - reach * long * float(np.cos(a)), t)
        for a, t in zip(angles, turns, strict=True)
    ]
    return Layout(spots, long)


def stack(rng: Rng, k: int) -> Layout:
    """One or two stacks pushed over: each card a little further on in one direction, and not quite straight."""
    spots: Spots = []
    long = float(rng.uniform(330, 400))
    for x in (430.0, 1170.0)[: int(rng.integers(1, 3))]:
        way, n = rng.uniform(0, 2 * np.pi), int(rng.integers(3, 6))
        far, turn = long * float(rng.uniform(0.38, 0.48)), float(rng.uniform(0, 360))
        for i in range(n):
            off = (i - (n - 1) / 2) * far * 0.8
            spots.append((x + off * np.cos(way), 600 + off * np.sin(way), turn + float(rng.normal(0, 3))))
    return Layout(spots, long)


def laden(rng: Rng, k: int) -> Layout:
    """Four to ten cards apart, with dice on every one and tokens on some."""
    columns, rows = (2, 2) if k % 3 == 0 else (3, 2) if k % 3 == 1 else (5, 2)
    long = min(SIZE[0] / columns * 1.2, SIZE[1] / rows * 0.84)
    x, y = (SIZE[k] * (0.05 + 0.9 * (np.arange(n) + 0.5) / n) for k, n in enumerate((columns, rows)))
    spots = [(float(a), float(b), float(rng.normal(0, 5))) for b in y for a in x]
    return Layout(spots, long, EASY, dice=int(rng.integers(1, 3)))


LAYOUTS: dict[str, Callable[[Rng, int], Layout]] = {
    "grid": grid,
    "column": column,
    "fan": fan,
    "hand": hand,
    "stack": stack,
    "laden": laden,
}


def photo(rng: Rng, cards: list[Drawn], layout: Layout) -> Scene:
    """A photo of some of these cards in this layout; tokens on them are no part of its truth."""
    mine = [cards[int(i)] for i in rng.permutation(len(cards))[: len(layout.spots)]]
    colours = sorted(BODY)
    rolls = [
        (i, int(rng.integers(1, 7)), colours[int(rng.integers(len(colours)))])
        for i in range(len(mine))
        for _ in range(layout.dice)
    ]
    spots, scales = list(layout.spots), [1.0] * len(mine)
    tokens = deck("token", int(rng.integers(1000)), len(mine) // 2) if layout.dice else []
    for token, (x, y, _) in zip(tokens, layout.spots[::2], strict=False):
        dx, dy = (float(v) for v in rng.normal(0, 0.15 * layout.long, 2))
        spots.append((x + dx, y + dy, float(rng.uniform(0, 360))))
        scales.append(0.2)
        mine.append(token)
    scene = laid(rng, mine, spots, layout.long, list(rolls), SIZE, layout.how, scales)
    return replace(scene, cards=scene.cards[: len(layout.spots)])


def _paper(rng: Rng) -> Image:
    w, h = SIZE
    grain = rng.normal(0, 1.5, (h, w, 1))
    return np.clip(np.full((h, w, 3), rng.uniform(205, 240)) + grain, 0, 255).astype(np.uint8)
