"""Decks taught, and composed photos of them read and counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards import Gallery, sample_of
from vision.training.cards.count_readings import Count, counted
from vision.training.cards.drawing import Drawn
from vision.training.cards.scenes import Conditions, compose, portrait

GENTLE = Conditions(tilt=0.7, light=0.7, blur=0.5, glare=0.15, sleeves=0.1, dice=0.0, noise=0.7)


def taught(cards: Sequence[Drawn], seed: int) -> Gallery:
    """A gallery with one photo of each card."""
    rng = np.random.default_rng([seed, 77])
    return Gallery([(c.id, sample_of(portrait(rng, c), c.shape)) for c in cards])


def measured(
    cards: Sequence[Drawn],
    gallery: Gallery,
    seed: int,
    photos: int,
    most: int,
    layout: str = "apart",
    how: Conditions = GENTLE,
) -> Count:
    """Some photos of cards drawn from the deck at random."""
    count = Count()
    for k in range(photos):
        rng = np.random.default_rng([seed, k])
        pick = [cards[int(i)] for i in rng.permutation(len(cards))[: int(rng.integers(1, most + 1))]]
        counted(compose(rng, pick, layout, how=how), gallery, count)
    return count
