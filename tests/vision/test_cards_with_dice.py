"""The whole table: every die on the card it lies on, or on none."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from tableside.core.readings import Alternative, DieKind, DieReading, Expect, Readings, Verdict
from tests.vision.cards_measured import taught
from vision.cards import Gallery
from vision.cards.geometry import Image
from vision.dice_on_cards import read, under
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, Rolled, Scene, laid

CLEAN = Conditions(tilt=0.5, light=0.5, blur=0.3, glare=0, sleeves=0, dice=0, noise=0.4)


def seen_die(die: Rolled) -> DieReading:
    """A die as the dice reader would report it."""
    x, y, s = *die.centre, die.size / 2
    quad = ((x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s))
    return DieReading((x - s, y - s, 2 * s, 2 * s), quad, DieKind.PIPS, die.colour, (Alternative(die.value, 0.98),))


def dice_of(scene: Scene, more: tuple[DieReading, ...] = ()):
    """A dice reader that sees the scene's dice, and perhaps some that are not there; in a part of the photo none."""

    def reader(image: Image, expect: Expect | None, faces: object) -> Readings:
        size = (image.shape[1], image.shape[0])
        if image.shape != scene.image.shape:
            return Readings(Verdict.NONE, size)
        return Readings(Verdict.CLEAR, size, (*(seen_die(d) for d in scene.dice), *more))

    return reader


def bidding(seed: int) -> tuple[Scene, list[str]]:
    """A five-player bidding: five round sector cards A to E, ten dice of five colours, five speed tokens."""
    sectors, tokens = deck("sector", 90, 5), deck("token", 90, 6)
    speed = [tokens[0], *tokens[2:6]]
    spots = [(230, 300, 10.0), (640, 280, 80.0), (1060, 310, 200.0), (420, 700, 300.0), (880, 720, 130.0)]
    spots += [(130 + 285 * k, 935, 20.0 * k) for k in range(5)]
    scales = [1.0] * 5 + [0.38] * 5
    a, c, d, e = 0, 2, 3, 4
    rolls = [(a, 3, "orange"), (e, 5, "orange"), (e, 3, "pink"), (e, 6, "pink"), (c, 4, "black"), (d, 2, "black")]
    rolls += [(c, 4, "white"), (d, 1, "white"), (a, 2, "brown"), (None, 1, "brown")]
    scene = laid(np.random.default_rng(seed), [*sectors, *speed], spots, 360, rolls, how=CLEAN, scales=scales)
    return scene, [c.id for c in (*sectors, *speed)]


@cache
def gallery() -> Gallery:
    return taught([*deck("sector", 90, 8), *deck("token", 90, 6)], 90)


def test_the_bidding_of_five_players_comes_out_of_one_photo() -> None:
    scene, names = bidding(3)
    assert len(scene.dice) == 10
    expect = Expect(cards=dict.fromkeys(names, 1.0))
    readings = read(scene.image, gallery(), expect, dice=dice_of(scene))
    found = {c.id for c in readings.cards if c.id}
    assert set(names[:5]) <= found
    assert len(readings.dice) == 10
    for truth, die in zip(scene.dice, readings.dice, strict=True):
        on = readings.cards[die.card].id if die.card is not None else None
        assert on == (names[truth.card] if truth.card is not None else None), (truth, on)


def test_a_die_between_two_cards_lies_on_none() -> None:
    scene, _ = bidding(4)
    readings = read(scene.image, gallery(), dice=dice_of(scene))
    loose = [d for d, t in zip(readings.dice, scene.dice, strict=True) if t.card is None]
    assert [d.card for d in loose] == [None]


def test_a_die_on_a_round_card_s_square_corner_is_beside_the_card() -> None:
    scene, _ = bidding(3)
    cards = read(scene.image, gallery(), dice=dice_of(scene)).cards
    first = next(k for k, c in enumerate(cards) if c.id == "sector90-0")
    centre, corner = np.array(cards[first].centre), np.array(cards[first].quad[0])
    at = centre + (corner - centre) * 0.93
    assert under(seen_die(Rolled((float(at[0]), float(at[1])), 20, 1, "red", None)), cards) is None
    at = centre + (corner - centre) * 0.4
    assert under(seen_die(Rolled((float(at[0]), float(at[1])), 20, 1, "red", None)), cards) == first


def test_a_die_that_is_only_printed_on_a_known_card_is_left_out() -> None:
    cards = deck("framed", 91, 3)
    scene = laid(np.random.default_rng(91), cards[:1], [(700, 525, 5.0)], 800, [], how=CLEAN)
    quad = scene.cards[0].quad
    x, y = quad[0] + 0.5 * (quad[1] - quad[0]) + 0.35 * (quad[3] - quad[0])  # in the middle of the card's picture
    ghost = seen_die(Rolled((float(x), float(y)), 90, 4, "red", None))
    readings = read(scene.image, taught(cards, 91), dice=dice_of(scene, (ghost,)))
    assert [c.id for c in readings.cards if c.id] == [cards[0].id]
    assert readings.dice == ()


def test_a_real_die_on_the_blank_part_of_a_card_is_kept() -> None:
    cards = deck("attribute", 92, 6)
    gallery = taught(cards, 92)
    card = next(c for c in cards if c.id.split("-")[1].startswith("1"))
    scene = laid(np.random.default_rng(92), [card], [(700, 525, 0.0)], 800, [], how=CLEAN)
    quad = scene.cards[0].quad
    x, y = quad[0] + 0.2 * (quad[1] - quad[0]) + 0.14 * (quad[3] - quad[0])
    image = scene.image.copy()
    cv2.rectangle(image, (int(x) - 40, int(y) - 40), (int(x) + 40, int(y) + 40), (236, 238, 238), -1)
    cv2.circle(image, (int(x), int(y)), 9, (20, 20, 20), -1, cv2.LINE_AA)
    die = seen_die(Rolled((float(x), float(y)), 80, 1, "white", 0))
    readings = read(image, gallery, dice=lambda photo, expect, faces: Readings(Verdict.CLEAR, (1, 1), (die,)))
    assert [c.id for c in readings.cards if c.id] == [card.id]
    assert [d.card for d in readings.dice] == [0]


def test_a_card_taken_for_a_large_die_is_left_out_and_looked_at_again_where_something_lies() -> None:
    scene, names = bidding(3)
    asked = []

    def reader(image: Image, expect: Expect | None, faces: object) -> Readings:
        size = (image.shape[1], image.shape[0])
        asked.append(size)
        if image.shape == scene.image.shape:
            middle = scene.cards[0].quad.mean(axis=0)
            large = seen_die(Rolled((float(middle[0]), float(middle[1])), 330, 4, "brown", None))
            return Readings(Verdict.CLEAR, size, (large,))
        return Readings(Verdict.NONE, size)

    readings = read(scene.image, gallery(), Expect(cards=dict.fromkeys(names, 1.0)), dice=reader)
    assert readings.dice == ()
    assert len(asked) > 1 and max(asked[1]) < max(asked[0]) / 2


def test_no_dice_and_no_cards_is_no_reading() -> None:
    blank = np.full((400, 500, 3), 120, np.uint8)
    nothing = Readings(Verdict.NONE, (500, 400))
    readings = read(blank, gallery(), dice=lambda image, expect, faces: nothing)
    assert readings.verdict is Verdict.NONE and readings.dice == () and readings.cards == ()
