"""Recognising: composed photos with exact truth, each kind of card measured."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.core.readings import Expect, Verdict
from tests.vision.cards_measured import GENTLE, measured, taught
from vision.cards import Gallery, enrol, recognise, sample_of
from vision.photo import BadPhoto, load
from vision.training.cards.count_readings import Count, counted, lies_on
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, compose, laid, portrait

CLEAN = Conditions(tilt=0.4, light=0.4, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.4)
WITH_DICE = Conditions(tilt=0.6, light=0.6, blur=0.3, glare=0, sleeves=0, dice=0.8, noise=0.5)


def half(cards, seed: int):
    """Half of the deck is taught, the other half are strangers."""
    return taught(cards[: len(cards) // 2], seed)


def test_round_cards_are_known_and_strangers_among_them_are_not_named() -> None:
    cards = deck("sector", 61, 24)
    count = measured(cards, half(cards, 61), 61, photos=10, most=6)
    assert count.known >= 10 and count.strangers >= 10
    assert count.recall >= 0.97, count
    assert count.strangers_named <= 0.02 * count.strangers, count
    assert count.wrong == 0, count
    assert count.turned_right == count.turned, count


def test_round_sector_cards_with_dice_on_them_are_known() -> None:
    cards = deck("sector", 62, 10)
    count = measured(cards, taught(cards, 62), 62, photos=6, most=5, how=WITH_DICE)
    assert count.recall >= 0.9, count
    assert count.wrong == 0, count


def test_hexagonal_tiles_are_known_at_any_angle() -> None:
    cards = deck("hex", 63, 16)
    count = measured(cards, half(cards, 63), 63, photos=6, most=7)
    assert count.recall >= 0.9, count
    assert count.wrong + count.strangers_named == 0, count
    assert count.turned_right >= 0.95 * count.turned, count


def test_square_tiles_are_known_in_all_four_turns() -> None:
    cards = deck("square", 64, 16)
    count = measured(cards, half(cards, 64), 64, photos=6, most=7)
    assert count.recall >= 0.9, count
    assert count.wrong + count.strangers_named == 0, count
    assert count.turned_right == count.turned, count


def test_a_fan_of_cards_is_known_by_what_shows_of_each() -> None:
    cards = deck("framed", 65, 12)
    gallery = taught(cards, 65)
    count = Count()
    for k in range(4):
        rng = np.random.default_rng([65, k])
        pick = [cards[int(i)] for i in rng.permutation(12)[:4]]
        counted(compose(rng, pick, "fan", how=replace(CLEAN, ground=2)), gallery, count, hidden=0.7)
    assert count.recall >= 0.93, count
    assert count.wrong == 0, count


def test_a_half_covered_card_may_be_known_under_one_nobody_taught_and_is_never_called_another() -> None:
    below, top = deck("framed", 122, 4), deck("picture", 121, 4)
    gallery = taught(below, 122)
    right = 0
    for k, (under, over) in enumerate(zip(below, top, strict=True)):
        spots = [(760.0, 470.0, 12.0), (620.0, 640.0, 40.0)]
        scene = laid(np.random.default_rng([121, k]), [under, over], spots, 520, [], how=replace(CLEAN, ground=2))
        assert scene.cards[0].hidden > 0.45
        ids = [c.id for c in recognise(scene.image, gallery).cards if c.id]
        assert set(ids) <= {under.id}
        right += ids == [under.id]
    assert right >= 3


def test_of_two_white_cards_one_upon_the_other_both_are_known() -> None:
    cards = deck("playing", 131, 6)
    gallery = taught(cards, 131)
    right = 0
    for k in range(3):
        pair = cards[2 * k : 2 * k + 2]
        spots = [(620.0, 500.0, 10.0), (790.0, 620.0, 35.0)]
        scene = laid(np.random.default_rng([131, k]), pair, spots, 480, [], how=replace(CLEAN, ground=2))
        ids = {c.id for c in recognise(scene.image, gallery).cards if c.id}
        assert ids <= {c.id for c in pair}
        right += len(ids)
    assert right >= 5


@pytest.mark.parametrize(("photos", "decks"), [(1, 3), *(pytest.param(n, 8, marks=pytest.mark.long) for n in (1, 6))])
def test_near_identical_cards_are_told_apart_and_an_unknown_sibling_is_not_named(photos: int, decks: int) -> None:
    count = Count()
    for seed in range(66, 66 + decks):
        cards = deck("attribute", seed, 24)
        count = count.plus(measured(cards, half(cards, seed), seed, photos=photos, most=10))
    assert count.recall >= 0.95, count
    assert count.wrong <= 0.01 * count.known, count
    assert count.strangers_named <= 0.1 * count.strangers, count


def test_cards_never_taught_are_shown_as_unknown() -> None:
    known, strangers = deck("framed", 67, 6), deck("framed", 68, 6)
    gallery = taught(known, 67)
    shown = 0
    for k in range(3):
        scene = compose(np.random.default_rng([67, k]), strangers[2 * k : 2 * k + 2], how=CLEAN)
        readings = recognise(scene.image, gallery)
        assert all(c.id is None for c in readings.cards)
        shown += sum(any(lies_on(r.centre, card) for r in readings.cards) for card in scene.cards)
        if readings.cards:
            assert readings.verdict is Verdict.CLOSE
            assert {a.text.key for a in readings.advice} == {"vision.card_unknown"}
    assert shown >= 4


def test_a_back_that_was_taught_means_a_card_lying_face_down() -> None:
    backs = deck("back", 69, 2)
    fronts = deck("framed", 69, 4)
    rng = np.random.default_rng(69)
    gallery = taught(fronts, 69).add("back", sample_of(portrait(rng, backs[0]), face="down"))
    spots = [(400, 525, 5.0), (1000, 525, 8.0)]
    scene = laid(np.random.default_rng(70), [backs[0], fronts[1]], spots, 520, [], how=CLEAN)
    faces = {c.id: c.face for c in recognise(scene.image, gallery).cards}
    assert faces == {"back": "down", fronts[1].id: "up"}


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_turn_and_the_exact_angle_are_told(turn: int) -> None:
    cards = deck("framed", 71, 3)
    scene = laid(np.random.default_rng(71 + turn), cards[:1], [(700, 525, turn + 7.0)], 560, [], how=CLEAN)
    reading = recognise(scene.image, taught(cards, 71)).cards[0]
    assert reading.id == cards[0].id and reading.turn == turn
    assert abs((reading.angle - scene.cards[0].angle + 180) % 360 - 180) < 3
    assert np.abs(np.array(reading.quad) - scene.cards[0].quad).max() < 14


def test_more_photos_of_a_card_are_all_one_card() -> None:
    cards = deck("picture", 72, 3)
    gallery = taught(cards, 72)
    for id, sample in taught(cards, 73):
        gallery = gallery.add(id, sample)
    scene = compose(np.random.default_rng(72), cards, how=CLEAN)
    ids = [c.id for c in recognise(scene.image, gallery).cards if c.id]
    assert sorted(ids) == sorted(c.id for c in cards)


def test_a_card_the_rules_do_not_allow_here_is_still_named_and_the_contradiction_told() -> None:
    cards = deck("framed", 74, 3)
    gallery = taught(cards, 74)
    scene = compose(np.random.default_rng(74), cards[:1], how=CLEAN)
    expected = recognise(scene.image, gallery, Expect(cards={cards[0].id: 1.0}))
    assert [c.id for c in expected.cards if c.id] == [cards[0].id] and not expected.advice
    odd = recognise(scene.image, gallery, Expect(cards={cards[1].id: 1.0}))
    assert cards[0].id in {c.id for c in odd.cards}
    assert "vision.card_unexpected" in {a.text.key for a in odd.advice}


def test_the_rules_raise_or_lower_how_likely_a_name_is() -> None:
    cards = deck("framed", 74, 3)
    gallery = taught(cards, 74)
    scene = compose(np.random.default_rng(74), cards[:1], how=GENTLE)
    p = {}
    for weight in (0.2, 1.0, 5.0):
        readings = recognise(scene.image, gallery, Expect(cards={cards[0].id: weight}))
        p[weight] = readings.cards[0].alternatives[0].p
    assert p[0.2] <= p[1.0] <= p[5.0]


def test_an_empty_gallery_knows_nothing() -> None:
    scene = compose(np.random.default_rng(75), deck("framed", 75, 2), how=CLEAN)
    readings = recognise(scene.image, Gallery())
    assert readings.cards == () and readings.verdict is Verdict.NONE


def test_a_photo_of_a_bare_table_shows_no_card() -> None:
    gallery = taught(deck("framed", 76, 4), 76)
    for k in range(3):
        scene = laid(np.random.default_rng([76, k]), [], [], 300, [], how=GENTLE)
        assert all(c.id is None for c in recognise(scene.image, gallery).cards)


def test_places_are_told_in_pixels_of_the_photo_however_large_it_is() -> None:
    cards = deck("framed", 77, 2)
    gallery = taught(cards, 77)
    scene = laid(np.random.default_rng(77), cards[:1], [(700, 525, 10.0)], 560, [], how=CLEAN)
    big = cv2.resize(scene.image, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_LINEAR)
    small, large = recognise(scene.image, gallery).cards[0], recognise(big, gallery).cards[0]
    assert small.id == large.id == cards[0].id
    assert np.abs(np.array(large.quad) / 2 - np.array(small.quad)).max() < 6


@cache
def some_of_each() -> Gallery:
    return taught([*deck("framed", 78, 3), *deck("sector", 78, 2), *deck("hex", 78, 2), *deck("square", 78, 2)], 78)


@settings(max_examples=25)
@given(w=st.integers(1, 120), h=st.integers(1, 120), seed=st.integers(0, 10_000), kind=st.integers(0, 3))
def test_no_picture_however_odd_crashes_the_reader(w: int, h: int, seed: int, kind: int) -> None:
    rng = np.random.default_rng(seed)
    image = [
        rng.integers(0, 256, (h, w, 3)),
        np.full((h, w, 3), seed % 256),
        (np.indices((h, w)).sum(axis=0) % 2 * 255)[..., None].repeat(3, axis=2),
        np.kron(rng.integers(0, 256, (3, 3, 3)), np.ones((h // 3 + 1, w // 3 + 1, 1))),
    ][kind].astype(np.uint8)
    readings = recognise(image, some_of_each())
    assert readings.size == (image.shape[1], image.shape[0])
    enrol(image)


_PHOTO = compose(np.random.default_rng(79), deck("framed", 78, 2), size=(420, 320)).image
SCENE = cv2.imencode(".jpg", _PHOTO)[1].tobytes()
BYTE = st.tuples(st.integers(0, len(SCENE) - 1), st.integers(0, 255))


@settings(max_examples=25)
@given(at=st.lists(BYTE, min_size=1, max_size=30), cut=st.integers(1, len(SCENE)))
def test_fuzzed_bytes_are_read_or_refused_but_never_crash(at: list[tuple[int, int]], cut: int) -> None:
    broken = bytearray(SCENE)
    for where, value in at:
        broken[where] = value
    try:
        image = load(bytes(broken[:cut]))
    except BadPhoto as error:
        assert error.told.key.startswith("vision.")
        return
    recognise(image, some_of_each())


@pytest.mark.long
def test_round_cards_on_many_tables() -> None:
    total = Count()
    for seed in range(80, 88):
        cards = deck("sector", seed, 20) + deck("medallion", seed, 10)
        part = measured(cards, half(cards, seed), seed, photos=8, most=6)
        total = total.plus(part)
    assert total.recall >= 0.97, total
    assert total.strangers_named <= 0.02 * total.strangers, total
