"""Near twins and uneven light: what is print, what is a reflection, and which of two cards it is."""

import cv2
import numpy as np
import pytest

from tableside.core.readings import Alternative, CardReading
from vision.cards import Gallery, names_at, recognise, sample_of
from vision.cards.compare import compare
from vision.cards.confidence import after_duel
from vision.cards.duel import Duel
from vision.cards.geometry import Image
from vision.cards.lookalikes import doubt
from vision.cards.part_prints import set_apart
from vision.cards.sample import look_of
from vision.cards.verify import EVIDENCE
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, laid, portrait

CARD = deck("plain", 5, 12)[3].image


def _compared(share: Image) -> float:
    """How much of a white card is compared under this light, as a share of the light in which it was taught."""
    lit = np.clip(CARD * share[..., None], 0, 255).astype(np.uint8)
    return compare(look_of(sample_of(lit, "rect")), look_of(sample_of(CARD, "rect")), "rect")["valid"]


def test_the_bright_half_of_a_white_card_is_no_glare_and_a_reflection_is() -> None:
    h, w = CARD.shape[:2]
    across = np.tile(np.linspace(0.75, 1.25, w), (h, 1))
    y, x = np.mgrid[:h, :w]
    spot = 0.7 + 1.2 * np.exp(-(((x - w / 2) / 40) ** 2) - ((y - h * 0.6) / 50) ** 2)
    assert _compared(across) > 0.98
    assert 0.6 < _compared(spot) < 0.95


def test_of_twins_under_a_slanting_light_the_right_one_comes_first() -> None:
    twins = deck("plain", 7, 16)
    shelf = Gallery([(c.id, sample_of(c.image, "rect")) for c in twins]).shelves["rect"]
    h, w = twins[0].image.shape[:2]
    light = np.linspace(0.5, 1.1, h)[:, None] * np.linspace(0.6, 1.1, w)[None]
    for row, card in enumerate(twins):
        small = cv2.GaussianBlur(card.image, (0, 0), 1.5) * light[..., None]
        seen = sample_of(np.clip(small, 0, 255).astype(np.uint8), "rect").print
        assert set_apart(seen, np.arange(len(twins)), shelf, "rect")[0] == row


@pytest.mark.parametrize("seed", [0, 1])
def test_a_new_card_that_shares_its_picture_with_one_taught_is_new_in_a_box(seed: int) -> None:
    cards = deck("framed", 1, 41)
    rng = np.random.default_rng(seed)
    gallery = Gallery([(c.id, sample_of(portrait(rng, c, 460), "rect")) for c in cards[30:40]])
    how = Conditions(tilt=0.4, glare=0, sleeves=0, dice=0)
    scene = laid(rng, [cards[35], cards[40]], [(300, 320, 2), (760, 320, -3)], 480, [], (1060, 640), how)
    places = []
    for card in scene.cards:
        a, b, c, d = ((float(x), float(y)) for x, y in card.quad)
        places.append(("rect", (a, b, c, d)))
    assert names_at(scene.image, gallery, places) == [cards[35].id, None]


def test_a_duel_that_is_won_makes_a_name_likelier_and_one_hardly_won_less() -> None:
    evidence = np.zeros(len(EVIDENCE))
    evidence[[EVIDENCE.index("share"), EVIDENCE.index("hue")]] = 1.0
    assert after_duel(evidence, 0.7, Duel(0, 0.9, 0.9)) > 0.9
    assert after_duel(evidence, 0.9, Duel(0, 0.1, 0.9)) < 0.7
    assert after_duel(evidence, 0.7, Duel(0, 0.9, 0.4)) <= 0.7, "it fits badly where siblings differ"
    evidence[EVIDENCE.index("share")] = 0.5
    assert after_duel(evidence, 0.7, Duel(0, 0.9, 0.9)) <= 0.7, "its marks are not in place"
    assert after_duel(evidence, 0.7, None) == 0.7
    evidence[[EVIDENCE.index(name) for name in ("share", "valid", "hue")]] = 1.0, 1.0, 0.8
    assert after_duel(evidence, 0.7, Duel(0, 0.9, 0.9)) <= 0.7, "its symbols are of another colour"


@pytest.mark.parametrize("first", [0, 1])
def test_a_twin_that_nobody_taught_gets_no_name_and_is_asked(first: int) -> None:
    cards = [card for card in deck("playing", 8801, 52) if card.id[-1] in "2345"]
    taught, new = cards[first::2], cards[1 - first :: 2]
    rng = np.random.default_rng(first)
    gallery = Gallery([(c.id, sample_of(portrait(rng, c, 460), "rect")) for c in taught])
    how = Conditions(tilt=0.4, glare=0, sleeves=0, dice=0, ground=2)
    spots = [(150.0 + 200 * k, 200.0 + 290 * row, 2.0) for row in (0, 1) for k in range(6)]
    mine = [*taught[:6], *new[:6]]
    readings = recognise(laid(rng, mine, spots, 260, [], (1300, 700), how).image, gallery)
    known = {card.id for card in taught}
    named = [card.id for card in readings.cards if card.id is not None]
    assert len(named) >= 5 and set(named) <= {card.id for card in taught[:6]}, "the new ones lie there unnamed"
    asked = [card for card in readings.cards if card.maybe]
    assert all(card.id is None and card.maybe[0].value in known for card in asked)


def test_a_doubt_shows_the_region_in_which_the_photo_differs_from_the_one_card_it_is_like() -> None:
    card = deck("framed", 3, 1)[0].image
    changed = card.copy()
    h, w = card.shape[:2]
    cv2.circle(changed, (round(w * 0.3), round(h * 0.25)), round(w * 0.12), (190, 60, 20), -1)
    corners = ((0.0, 0.0), (float(w), 0.0), (float(w), float(h)), (0.0, float(h)))
    reading = CardReading(corners, "rect", 0, 0.0, "unknown", (), maybe=(Alternative("it", 0.8),))
    shown = doubt(changed, reading, [("it", sample_of(card, "rect"))])
    assert shown is not None and [id for id, _ in shown.known] == ["it"]
    x, y, wide, high = shown.region
    assert x < 0.3 < x + wide and y < 0.25 < y + high and wide * high < 0.3
    assert doubt(changed, reading, []) is None
