"""Teaching: the card is found, set upright, judged, and told from its siblings."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.box import kaosz_galaktika, photo
from tests.vision.cards_measured import taught
from vision.cards import Gallery, enrol, recognise, whole
from vision.photo import load
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, compose, laid

CLEAN = Conditions(tilt=0.4, light=0.4, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.4, ground=3)


def alone(card, seed: int, turn: float = 0.0, how: Conditions = CLEAN, long: float = 640):
    rng = np.random.default_rng(seed)
    return laid(rng, [card], [(700, 525, turn)], long, [], how=how)


@pytest.mark.parametrize("kind", ["framed", "playing", "picture", "sector", "medallion", "hex", "square"])
def test_a_single_card_is_found_with_its_shape_and_its_edge(kind: str) -> None:
    found_right = 0
    for seed in range(2):
        card = deck(kind, 20 + seed, 1)[0]
        scene = alone(card, seed, turn=3.0, how=replace(CLEAN, light=0.2))
        found = enrol(scene.image)
        if len(found) == 1 and found[0].shape == card.shape:
            gap = np.hypot(*(np.mean(found[0].quad, axis=0) - scene.cards[0].quad.mean(axis=0)))
            found_right += gap < 12
    assert found_right == 2


def test_a_card_photographed_upright_is_kept_upright() -> None:
    card = deck("framed", 31, 1)[0]
    found = enrol(alone(card, 2, turn=4.0).image)[0]
    upright = cv2.resize(card.image, found.picture.shape[1::-1]).astype(float)
    seen = found.picture.astype(float)
    assert (
        np.corrcoef(upright.ravel(), seen.ravel())[0, 1] > np.corrcoef(upright[::-1, ::-1].ravel(), seen.ravel())[0, 1]
    )


def test_a_card_wider_than_high_is_kept_as_it_lies() -> None:
    card = deck("framed", 31, 1)[0]
    found = enrol(alone(card, 2, turn=90.0).image)[0]
    assert found.sample.lying
    assert found.picture.shape[1] > found.picture.shape[0]


def test_a_lying_card_seen_again_is_reported_with_its_own_top_left_first() -> None:
    card = deck("framed", 31, 1)[0]
    gallery = Gallery().add("wide", enrol(alone(card, 2, turn=90.0).image)[0].sample)
    reading = recognise(alone(card, 5, turn=90.0, long=500).image, gallery).cards[0]
    assert reading.id == "wide" and reading.turn == 0
    (ax, ay), (bx, by) = reading.quad[0], reading.quad[1]
    assert bx - ax > abs(by - ay)


def test_several_cards_laid_apart_are_found_in_reading_order() -> None:
    cards = deck("playing", 12, 6)
    spots = [(260 + 440 * (k % 3), 270 + 500 * (k // 3), 0.0) for k in range(6)]
    scene = laid(np.random.default_rng(3), cards, spots, 380, [], how=replace(CLEAN, ground=2))
    found = enrol(scene.image)
    assert len(found) == 6
    for card, truth in zip(found, scene.cards, strict=True):
        assert np.hypot(*(np.mean(card.quad, axis=0) - truth.quad.mean(axis=0))) < 15


def test_a_blurred_card_brings_advice() -> None:
    card = deck("framed", 33, 1)[0]
    sharp = alone(card, 4).image
    soft = cv2.GaussianBlur(sharp, (0, 0), 7)
    assert "vision.card_blurred" not in {a.text.key for f in enrol(sharp) for a in f.advice}
    assert "vision.card_blurred" in {a.text.key for f in enrol(soft) for a in f.advice}


def test_glare_on_a_card_brings_advice_and_says_where() -> None:
    card = deck("framed", 33, 1)[0]
    scene = alone(card, 4)
    x, y = (int(v) for v in scene.cards[0].quad.mean(axis=0))
    image = scene.image.copy()
    cv2.circle(image, (x, y), 60, (255, 255, 255), -1)
    told = [a for f in enrol(image) for a in f.advice if a.text.key == "vision.card_glare"]
    assert told and told[0].box is not None
    bx, by, bw, bh = told[0].box
    assert bx < x < bx + bw and by < y < by + bh


def test_a_card_cut_off_by_the_photo_brings_advice() -> None:
    card = deck("playing", 33, 1)[0]
    image = alone(card, 4).image
    found = [f for f in enrol(image[:, 560:]) if f.cut_off]
    told = {a.text.key for f in found for a in f.advice}
    assert not found or "vision.card_cut_off" in told
    assert not any(f.good for f in enrol(image[:, 560:]))


def test_a_card_on_a_busy_table_brings_advice_and_on_a_plain_one_none() -> None:
    card = deck("framed", 33, 1)[0]
    told = {
        ground: {a.text.key for f in enrol(alone(card, 4, how=replace(CLEAN, ground=ground)).image) for a in f.advice}
        for ground in (3, 6)
    }
    assert "vision.card_busy" in told[6] and "vision.card_busy" not in told[3]


@pytest.mark.parametrize("ground", [0, 5])
def test_a_picture_that_fills_its_card_is_one_card(ground: int) -> None:
    card = deck("picture", 302, 1)[0]
    scene = alone(card, ground, turn=4.0, how=replace(CLEAN, ground=ground))
    found = enrol(scene.image)
    assert len(found) == 1
    assert np.abs(np.array(found[0].quad) - scene.cards[0].quad).max() < 20


@pytest.mark.parametrize("seed", [1, 2])
def test_on_a_wall_of_small_stones_the_cards_are_taken_and_not_their_pictures(seed: int) -> None:
    image = load(photo(kaosz_galaktika(seed, 8), range(8), 1))
    sizes = [cv2.contourArea(np.float32(found.quad)) for found in enrol(image)]
    assert sum(size > 0.06 * image.shape[0] * image.shape[1] for size in sizes) >= 7
    assert len(sizes) <= 8 and min(sizes) > 0.75 * max(sizes)


def test_a_small_card_brings_advice() -> None:
    card = deck("playing", 33, 1)[0]
    told = {a.text.key for f in enrol(alone(card, 4, long=110).image) for a in f.advice}
    assert "vision.card_too_small" in told


def test_a_picture_that_is_the_card_itself_is_taken_whole() -> None:
    card = deck("framed", 33, 1)[0]
    found = whole(card.image)
    assert found.shape == "rect" and not found.sample.lying and not found.cut_off
    assert whole(np.ascontiguousarray(np.rot90(card.image))).sample.lying


def test_siblings_are_pointed_out_with_the_region_that_differs() -> None:
    first, second = deck("framed", 40, 2)
    changed = first.image.copy()
    h, w = changed.shape[:2]
    changed[int(h * 0.7) : int(h * 0.9), int(w * 0.55) : int(w * 0.9)] = (40, 160, 220)
    gallery = Gallery().add("first", whole(first.image).sample).add("second", whole(second.image).sample)
    twins = gallery.look_alikes(whole(changed).sample)
    assert twins and twins[0].id == "first" and not twins[0].same
    x, y, tw, th = twins[0].region
    assert x < 0.72 < x + tw and y < 0.8 < y + th
    assert tw * th < 0.5
    assert twins[0].text.key == "vision.card_alike" and twins[0].text["card"] == "first"


def test_the_same_card_taught_twice_is_noticed() -> None:
    gallery = taught(deck("framed", 41, 3), 6)
    again = taught(deck("framed", 41, 1), 9).samples[0][1]
    twins = gallery.look_alikes(again)
    assert twins and twins[0].id == "framed41-0" and twins[0].same
    assert all(t.id != "framed41-0" for t in gallery.look_alikes(again, but="framed41-0"))


@pytest.mark.long
def test_a_deck_of_45_is_taught_from_ten_photos_and_then_known() -> None:
    cards = deck("framed", 50, 45)
    gallery = Gallery()
    for sheet in range(10):
        part = cards[sheet * 5 : sheet * 5 + 5] if sheet < 8 else cards[40:43] if sheet == 8 else cards[43:]
        spots = [(250 + 440 * (k % 3), 270 + 500 * (k // 3), 0.0) for k in range(len(part))]
        found = enrol(
            laid(np.random.default_rng([50, sheet]), part, spots, 400, [], how=replace(CLEAN, ground=0)).image
        )
        assert len(found) == len(part)
        for card, one in zip(part, found, strict=True):
            gallery = gallery.add(card.id, one.sample)
    assert len(gallery) == 45
    seen = right = 0
    for k in range(3):
        rng = np.random.default_rng([51, k])
        pick = [cards[int(i)] for i in rng.permutation(45)[:5]]
        scene = compose(rng, pick, how=CLEAN)
        seen += 5
        right += len({c.id for c in recognise(scene.image, gallery).cards if c.id} & {c.id for c in pick})
    assert right >= seen - 1


def test_an_empty_table_teaches_nothing() -> None:
    assert enrol(np.full((600, 800, 3), 128, np.uint8)) == ()


def test_a_card_split_by_its_picture_is_taken_whole_when_the_others_show_how_large_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = deck("picture", 8100, 4)
    rng = np.random.default_rng([8100, 0, 7])
    # A table of the cards' own mean colour: parts of their edges are lost on it.
    colour = np.mean([c.image.reshape(-1, 3).mean(axis=0) for c in cards], axis=0) + rng.normal(0, 14, 3)

    def table(rng, w: int, h: int, ground: int | None = None):
        return np.clip(colour + rng.normal(0, 4, (h, w, 1)), 0, 255).astype(np.uint8)

    monkeypatch.setattr("vision.training.cards.scenes.table", table)
    how = replace(CLEAN, blur=0.3, noise=0.5)
    scene = compose(rng, cards, "apart", (1200, 900), how)
    sizes = [cv2.contourArea(np.float32(found.quad)) for found in enrol(scene.image)]
    assert len(sizes) == 4
    assert min(sizes) > 0.75 * max(sizes)
