"""Cards of which a strip shows: found beside the card that lies on them, and told from their twins by what differs."""

import cv2
import numpy as np
import pytest

from vision.cards import Gallery, sample_of
from vision.cards.compare import settle
from vision.cards.duel import told_apart
from vision.cards.find import shrunk
from vision.cards.geometry import FRAMES, frame_corners, from_quad, outline_of, rectify, spun, through
from vision.cards.lightness import Lightness
from vision.cards.sample import Look, look_of
from vision.cards.seen import overlap
from vision.cards.strips import strips
from vision.cards.verify import shown_part
from vision.training.cards.count_readings import Count, counted
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, Scene, laid, portrait

HOW = Conditions(tilt=0.4, glare=0, sleeves=0, dice=0, blur=0.5)


def _column(kind: str, seed: int, count: int = 4) -> tuple[Scene, Gallery]:
    """A column of cards of which strips show, and a gallery of their whole deck."""
    rng = np.random.default_rng(seed)
    cards = deck(kind, seed, 20)
    gallery = Gallery([(c.id, sample_of(portrait(rng, c, 400), c.shape)) for c in cards])
    spots = [(500.0, 300.0 + 150 * k, float(rng.normal(0, 1))) for k in range(count)]
    mine = [cards[int(i)] for i in rng.permutation(len(cards))[:count]]
    return laid(rng, mine, spots, 380, [], (1000, 1100), HOW), gallery


def test_a_strip_is_found_beside_the_card_that_lies_on_it() -> None:
    scene, gallery = _column("picture", 5, 2)
    under, upon = scene.cards
    small, scale = shrunk(scene.image)
    covered, everywhere = np.zeros(small.shape[:2], np.uint8), np.full(small.shape[:2], 255, np.uint8)
    cv2.fillPoly(covered, [np.round(upon.quad * scale).astype(np.int32)], 1)
    shelf = gallery.shelves["rect"]
    found = strips(small, from_quad(upon.quad * scale, "rect"), "rect", shelf, covered, everywhere)
    best = max(found, key=lambda strip: strip.likeness)
    assert str(shelf.ids[best.row]) == under.id and best.likeness > 0.7
    assert min(overlap(outline_of(best.m, "rect"), under.quad * scale)) > 0.9


@pytest.mark.parametrize("kind", ["playing", "plain"])
def test_twins_of_which_the_upper_half_shows_are_told_apart(kind: str) -> None:
    scene, gallery = _column(kind, 6)
    shelf = gallery.shelves["rect"]
    top = np.ones(FRAMES["rect"][::-1], np.float32)
    top[95:] = 0
    for card in scene.cards[:1] + scene.cards[-1:]:
        seen = Look(rectify(scene.image, from_quad(card.quad, "rect"), "rect"), "rect")
        row = list(shelf.ids).index(card.id)
        near = shelf.siblings(row, 3)
        duel = told_apart(seen, shelf, [*near, row], "rect", top)
        assert duel.row == row and duel.ahead > 0.25
        stranger = told_apart(seen, shelf, near, "rect", top)
        assert stranger.fit < duel.fit, "no other fits so well where they differ"


def test_a_column_of_strips_is_named_to_its_top() -> None:
    told = Count()
    for seed in (11, 12):
        counted(*_column("picture", seed), told, hidden=0.66)
    assert told.right == told.known == 8 and not told.wrong


def test_a_strip_with_few_marks_comes_into_register_as_large_as_it_is() -> None:
    for seed in (11, 12, 13, 14, 15):
        scene, gallery = _column("plain", seed, 2)
        under, upon = scene.cards
        sample = next(one for id, one in gallery.samples if id == under.id)
        m = from_quad(under.quad, "rect")
        size = (scene.image.shape[1], scene.image.shape[0])
        shown = shown_part("rect", m, [outline_of(from_quad(upon.quad, "rect"), "rect")], size)
        start = m @ np.array([[1, 0, 3], [0, 1, -2], [0, 0, 1.0]]) @ spun("rect", 1.5)
        found = settle(Lightness(scene.image), start, "rect", look_of(sample), shown, beside=True).m
        off = through(np.linalg.inv(m) @ found, frame_corners("rect")) - frame_corners("rect")
        assert np.abs(off).max() < 10, "what is hidden lies where it should, too"
