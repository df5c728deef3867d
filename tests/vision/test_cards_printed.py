"""What is printed on a card: symbols counted by colour and kind, numbers read in their places, on invented drawings."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tableside.core.printed import Numbers, Present, Printed, Symbols
from vision.cards.digits import numbers_in
from vision.cards.printed import propose, symbols
from vision.training.cards.printed_cards import numbered_deck, sector_box
from vision.training.cards.scenes import portrait

SECTOR = Printed({
    "planets": Symbols("disc", other="other"),
    "ships": Symbols("ship", grey="cruiser"),
    "station": Present("station"),
})  # fmt: skip


@pytest.mark.parametrize("seed", [11, 12])
def test_symbols_are_counted_by_colour_and_kind(seed: int) -> None:
    rng = np.random.default_rng(seed)
    right = whole = exact = 0
    for sector in sector_box(seed, 12):
        read = propose(portrait(rng, sector.card), "round", SECTOR)
        told = Counter(("planet", one) for one in read.values["planets"])  # type: ignore[attr-defined]
        told.update(("ship", one) for one in read.values["ships"])  # type: ignore[attr-defined]
        truth = Counter([*(("planet", c) for c in sector.planets), *(("ship", c) for c in sector.ships)])
        right += (told & truth).total()
        whole += max(told.total(), truth.total())
        exact += told == truth and read.values["station"] == sector.station
        assert set(read.chances) == set(read.values) and all(0 <= p <= 1 for p in read.chances.values())
    assert right >= 0.9 * whole and exact >= 8, (right, whole, exact)


def test_an_empty_sky_has_no_symbols() -> None:
    sky = np.full((420, 420, 3), (60, 35, 25), np.uint8)
    assert symbols(sky, "round") == ()


def test_numbers_are_read_in_their_places() -> None:
    rng = np.random.default_rng(5)
    right = whole = wrong = 0
    for seed in (21, 22):
        for card in numbered_deck(seed, 12):
            picture = portrait(rng, card.card)
            for part, truth in (((0.7, 0.0, 0.3, 0.18), (card.cost,)), ((0.02, 0.14, 0.22, 0.5), card.left)):
                told = tuple(value for value, _ in numbers_in(picture, part))
                right += told == truth
                wrong += told != truth and len(told) == len(truth)
                whole += 1
    assert right >= 0.85 * whole and wrong <= 0.08 * whole, (right, wrong, whole)


def test_a_count_that_makes_no_sense_gives_no_fields() -> None:
    card = portrait(np.random.default_rng(5), numbered_deck(21, 1)[0].card)
    plan = Printed(numbers=(Numbers((0.02, 0.14, 0.22, 0.5), (("a",) * 7,)),))
    assert propose(card, "rect", plan).values == {}
