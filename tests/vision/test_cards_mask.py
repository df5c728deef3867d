"""Where cards lie and where the table is bare."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.sampling import first_only
from vision.cards import Gallery, recognise, sample_of
from vision.cards.card_mask import lying
from vision.cards.find import shrunk
from vision.cards.unexplained import SEEMS, unexplained
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Rng
from vision.training.cards.grounds import table
from vision.training.cards.mask_scenes import truth_of
from vision.training.cards.scenes import Conditions, Scene, compose, finish

GROUNDS = {"wood": 0, "felt": 2, "one colour": 3, "cloth": 4, "wicker or paving": 6}


def bare_table(rng: Rng, ground: int) -> np.ndarray:
    """A photo of a table with nothing on it."""
    return finish(rng, table(rng, 1200, 900, ground).astype(np.float32), Conditions())


def seen_right(scene: Scene) -> tuple[float, float]:
    """The share of the cards that is seen as card, and the share of the table that is."""
    small, _ = shrunk(scene.image)
    lies = lying(small) > SEEMS
    h, w = small.shape[:2]
    true = cv2.resize(truth_of(scene, 1)[: scene.image.shape[0]], (w, h), interpolation=cv2.INTER_AREA)
    return float(lies[true == 255].mean()), float(lies[cv2.dilate(true, np.ones((15, 15), np.uint8)) == 0].mean())


KINDS = ("playing", "sector", "hex", "attribute", "framed", "plain", "square")


@pytest.mark.parametrize("kind", first_only(KINDS, 4))
def test_cards_of_every_kind_are_seen_where_they_lie(kind: str) -> None:
    cards, shares = deck(kind, 311, 8), []
    for k, ground in enumerate(GROUNDS.values()):
        rng = np.random.default_rng([311, k])
        layout = "overlap" if k % 2 else "apart"
        shares.append(seen_right(compose(rng, cards[: 2 + k], layout, how=Conditions(ground=ground))))
    on_cards, on_table = np.mean(shares, axis=0)
    assert on_cards > 0.9, f"{on_cards:.3f} of the cards seen"
    assert on_table < 0.03, f"{on_table:.3f} of the table taken for cards"


@pytest.mark.parametrize("seeds", first_only((range(2), range(2, 6))))
@pytest.mark.parametrize("ground", GROUNDS)
def test_on_a_bare_table_nothing_is_looked_for(ground: str, seeds: range) -> None:
    for seed in seeds:
        small, _ = shrunk(bare_table(np.random.default_rng([312, seed]), GROUNDS[ground]))
        assert not unexplained(lying(small), []), f"table {seed} of {ground}"


def test_what_is_known_to_lie_there_needs_no_further_look() -> None:
    scene = compose(np.random.default_rng(313), deck("plain", 313, 2), how=Conditions(ground=2, dice=0))
    small, scale = shrunk(scene.image)
    lies, rings = lying(small), [card.quad * scale for card in scene.cards]
    assert len(unexplained(lies, rings[:1])) == 1
    assert not unexplained(lies, rings)


def test_an_empty_table_has_no_cards_on_it() -> None:
    gallery = Gallery([(c.id, sample_of(c.image, c.shape)) for c in deck("framed", 314, 10)])
    assert recognise(bare_table(np.random.default_rng(314), 6), gallery).cards == ()


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (900, 3), (33, 31)])
def test_pictures_of_any_size_are_taken(size: tuple[int, int]) -> None:
    assert lying(np.full((*size, 3), 128, np.uint8)).shape == size
