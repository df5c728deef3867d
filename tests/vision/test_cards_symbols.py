"""Siblings that differ only in the colour or the fill of their symbols are told apart under any lamp."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cards.compare import settle
from vision.cards.geometry import from_quad, rectify
from vision.cards.lightness import Lightness
from vision.cards.sample import Look, look_of, sample_of
from vision.cards.symbols import off
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn
from vision.training.cards.scenes import Conditions, laid, portrait

LAMP = Conditions(tilt=0.5, light=1.0, blur=0.4, glare=0, sleeves=0, dice=0, noise=0.6)
SEED = 7301


def seen_as(card: Drawn, taught: Drawn, k: int) -> tuple[float, float, float]:
    """One card photographed, and looked at as if it were another."""
    rng = np.random.default_rng([SEED, k])
    scene = laid(rng, [card], [(235.0, 235.0, 20.0)], 300, [], (470, 470), LAMP)
    known = look_of(sample_of(portrait(rng, taught, 400), "rect"))
    place = settle(Lightness(scene.image), from_quad(scene.cards[0].quad, "rect"), "rect", known)
    return off(Look(rectify(scene.image, place.m, "rect"), "rect"), known, "rect")


def by_marks() -> dict[str, Drawn]:
    """A deck by what its cards show: how many, which symbol, which colour, which fill."""
    return {card.id.split("-")[1]: card for card in deck("variety", SEED, 18)}


def pairs(where: int) -> list[tuple[Drawn, Drawn]]:
    """Cards that differ only in one thing: 2 is colour, 3 is fill."""
    cards = by_marks()
    alike = [(a, b) for a in cards for b in cards if [i for i in range(4) if a[i] != b[i]] == [where]]
    return [(cards[a], cards[b]) for a, b in alike[::4]][:6]


@pytest.mark.parametrize("k", range(3))
def test_a_card_has_its_own_hue_and_fill_under_any_lamp(k: int) -> None:
    card = list(by_marks().values())[k]
    fill, depth, turned = seen_as(card, card, k)
    assert fill < 0.4 and depth < 0.5 and turned < 0.5


def test_a_symbol_in_another_colour_is_another_card() -> None:
    turns = [seen_as(a, b, k)[2] for k, (a, b) in enumerate(pairs(2))]
    assert len(turns) >= 4 and min(turns) > 0.5, turns


def test_a_symbol_filled_otherwise_is_another_card() -> None:
    depths = [max(seen_as(a, b, k)[:2]) for k, (a, b) in enumerate(pairs(3))]
    assert len(depths) >= 4 and min(depths) > 0.3, depths


def test_a_card_without_free_symbols_says_nothing() -> None:
    card = deck("picture", SEED, 1)[0]
    fill, depth, turned = seen_as(card, card, 0)
    assert max(fill, depth, turned) < 0.6
