"""Cards laid out in rows and columns: none is left out because there are many, or because the mask misses them."""

import numpy as np
import pytest

from vision.cards import Gallery, enrol, recognise, sample_of
from vision.cards import search as searching
from vision.cards.columns import column_places
from vision.cards.find import Place
from vision.cards.geometry import FRAMES, Points, from_quad, outline_of, spun, turned
from vision.cards.layout import neighbours
from vision.cards.naming import in_proportion
from vision.cards.seen import Seen
from vision.cards.strangers import strangers
from vision.cards.verify import EVIDENCE, Finding
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


def _at(x: float, y: float) -> Points:
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
    assert under.under(outline_of(cards[0], "rect")) and under.certain
    assert column_places(cards, "rect", (500, 420), lambda one, other: 0) == []
    assert column_places([_at(100, 100), _at(170, 100), _at(100, 200)], "rect", (500, 420), lambda one, other: 1) == []


def test_a_fan_goes_on_by_its_own_turn_at_both_ends() -> None:
    turns = [np.radians(16 * k) for k in range(-2, 3)]
    middles = [(400 + 300 * np.sin(t), 500 - 300 * np.cos(t)) for t in turns]
    fan = [
        np.array([[1, 0, x - 72], [0, 1, y - 104], [0, 0, 1.0]]) @ spun("rect", float(np.degrees(t)))
        for (x, y), t in zip(middles, turns, strict=True)
    ]
    places = column_places(fan[1:4], "rect", (900, 700), lambda one, other: 1 if other > one else -1)
    assert len(places) == 2 and all(place.certain for place in places)
    for place, last in zip(sorted(places, key=lambda place: place.middle[0]), (fan[0], fan[4]), strict=True):
        assert np.abs(outline_of(place.m, "rect") - outline_of(last, "rect")).max() < 1
    alone = column_places(fan[1:3], "rect", (900, 700), lambda one, other: 1 if other > one else -1)
    assert alone and not any(place.certain for place in alone), "one pair alone may lie so by chance"


def test_a_column_that_was_missed_lies_between_two_that_were_not() -> None:
    cards = [_at(100, 100), _at(240, 100), _at(100, 140), _at(240, 140)]
    middles = {
        tuple(np.round(outline_of(m, "rect").mean(axis=0)).astype(int)) for m in neighbours(cards, "rect", (400, 400))
    }
    assert {(200, 145), (200, 185)} <= middles


def test_the_hull_of_several_cards_is_no_card() -> None:
    evidence = np.zeros(len(EVIDENCE))
    card = _at(100, 100)
    seen = Seen(Finding("rect", 0, card, evidence, np.zeros((26, 18)), ()), "one", 1.0, outline_of(card, "rect"))

    def firm(quad: list[tuple[float, float]]) -> bool:
        place = Place("rect", from_quad(np.array(quad, float), "rect"), 1.0, 1.0)
        found = strangers([place], [seen], {"rect": (0.6, 0.75)}, np.eye(3), (600, 600), 0.94)
        return bool(found) and found[0].firm

    assert firm([(300, 100), (360, 104), (356, 194), (297, 191)])
    assert not firm([(300, 100), (360, 100), (372, 200), (294, 176)]), "its sides go apart"


def _seen(quad: Points, shown: float) -> Seen:
    evidence = np.zeros(len(EVIDENCE))
    evidence[EVIDENCE.index("valid")] = shown
    finding = Finding("rect", 0, from_quad(quad, "rect"), evidence, np.zeros((1, 1)), ())
    return Seen(finding, "a card", 0.9, np.asarray(quad, float))


@pytest.mark.parametrize("hidden", [(2, 3), (0, 1)])
def test_the_hidden_end_of_a_card_lies_where_the_card_upon_it_says(hidden: tuple[int, int]) -> None:
    w, h = FRAMES["rect"]
    true = np.array([(0, 0), (w, 0), (w, h), (0, h)], float)
    up = -1 if hidden == (0, 1) else 1
    upon = _seen(true + np.array([0.1 * w, up * 0.5 * h]), 1.0)
    drawn = true.copy()
    drawn[list(hidden)] += (0, up * 0.25 * h)
    right, long = _seen(true, 0.4), _seen(drawn, 0.4)
    assert in_proportion(right, [upon]) is right and in_proportion(long, []) is long
    laid = in_proportion(long, [upon])
    for ring in (laid.ring, outline_of(laid.finding.m, "rect")):
        assert np.abs(ring - true).max() < 0.01
    whole = _seen(drawn, 1.0)
    assert in_proportion(whole, [upon]) is whole
