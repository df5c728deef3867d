"""Cards laid out in rows and columns: none is left out because there are many, or because the mask misses them."""

import numpy as np
import pytest

from vision.cards import Gallery, enrol, recognise, sample_of
from vision.cards import search as searching
from vision.cards.columns import column_places
from vision.cards.geometry import from_quad, outline_of, turned
from vision.cards.layout import neighbours
from vision.stored_samples import gallery as gallery_of
from vision.training.cards.count_readings import Count, counted
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, Scene, laid, portrait

CLEAN = Conditions(tilt=0.3, glare=0, sleeves=0, dice=0, blur=0.5, noise=0.5, ground=3)


def laid_out(columns: int, rows: int, how: Conditions = CLEAN, seed: int = 3) -> tuple[Scene, Gallery]:
    rng = np.random.default_rng(seed)
    cards = (deck("picture", seed, 30) + deck("framed", seed, 30))[: columns * rows]
    w, h = 1600, 1200
    long = min(w / columns * 1.2, h / rows * 0.84)
    spots = [
        (w * (0.05 + 0.9 * (i + 0.5) / columns), h * (0.05 + 0.9 * (j + 0.5) / rows), float(rng.normal(0, 1.5)))
        for j in range(rows)
        for i in range(columns)
    ]
    gallery = Gallery([(c.id, sample_of(portrait(rng, c, 400), c.shape)) for c in cards])
    return laid(rng, cards, spots, long, [], (w, h), how), gallery


@pytest.fixture(scope="module")
def forty() -> tuple[Scene, Gallery]:
    return laid_out(8, 5)


def test_forty_cards_in_rows_are_all_named(forty: tuple[Scene, Gallery]) -> None:
    told = counted(*forty, Count())
    assert told.right >= 39 and not told.wrong


def test_cards_are_found_where_the_mask_sees_none(
    forty: tuple[Scene, Gallery], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "lying", lambda small: np.zeros(small.shape[:2], np.uint8))
    told = counted(*forty, Count())
    assert told.right >= 36 and not told.wrong


def test_a_box_laid_out_is_taught_from_one_photo_even_on_wicker() -> None:
    scene, _ = laid_out(8, 5, Conditions(tilt=0.5, glare=0, sleeves=0, dice=0, ground=6))
    assert 34 <= len(enrol(scene.image)) <= 42


def _at(x: float, y: float) -> np.ndarray:
    return from_quad(np.array([(x, y), (x + 60, y), (x + 60, y + 90), (x, y + 90)], float), "rect")


def test_the_neighbours_of_a_grid_lie_one_step_on() -> None:
    cards = [_at(100, 100), _at(170, 100), _at(100, 200)]
    middles = {
        tuple(np.round(outline_of(m, "rect").mean(axis=0)).astype(int)) for m in neighbours(cards, "rect", (400, 400))
    }
    assert (200, 245) in middles, "the place in the corner, which two cards point at"
    assert (270, 145) in middles and (130, 345) in middles
    assert not any(abs(x - 130) < 5 and abs(y - 145) < 5 for x, y in middles), "none where a card lies"
    assert all(0 < x < 400 and 0 < y < 400 for x, y in middles)


def test_a_column_goes_on_in_strips() -> None:
    cards = [_at(100, 200), _at(100, 236)]
    middles = sorted(round(float(outline_of(m, "rect").mean(axis=0)[1])) for m in neighbours(cards, "rect", (400, 400)))
    assert middles == [209, 317]


def test_one_card_alone_has_no_neighbours() -> None:
    assert neighbours([_at(100, 100)], "rect", (400, 400)) == []


def test_the_gallery_is_kept_between_photos(forty: tuple[Scene, Gallery]) -> None:
    rows = [(id, sample.to_bytes()) for id, sample in forty[1]]
    first = gallery_of(rows)
    assert gallery_of(list(rows)) is first and len(first) == 40
    assert gallery_of(rows[:3]) is not first
    assert recognise(np.zeros((64, 64, 3), np.uint8), first).cards == ()


def test_a_column_goes_on_under_its_last_card_and_only_where_there_is_one() -> None:
    cards = [_at(100, 100), _at(100, 140), turned(_at(100, 180), "rect", 2), _at(300, 300)]
    places = column_places(cards, "rect", (500, 420), lambda one, other: 1 if other > one else -1)
    assert sorted(tuple(np.round(place.middle).astype(int)) for place in places) == [
        (130, 105), (130, 265), (330, 305), (330, 385)
    ]  # fmt: skip
    under = next(place for place in places if round(float(place.middle[1])) == 105)
    assert under.under(outline_of(cards[0], "rect")) and len(under.ways) == 3
    assert column_places(cards, "rect", (500, 420), lambda one, other: 0) == []
    assert column_places([_at(100, 100), _at(170, 100), _at(100, 200)], "rect", (500, 420), lambda one, other: 1) == []
