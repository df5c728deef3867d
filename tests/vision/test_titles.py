"""Titles of cards: lines of print are found and the largest is read, with Hungarian accents."""

from __future__ import annotations

import numpy as np

from tableside.core.printed import Printed
from vision.cards.printed import propose
from vision.cards.titles import LETTERS, spelt, title_on
from vision.training.cards.printed_cards import numbered_deck


def test_titles_are_read_with_their_accents() -> None:
    cards = numbered_deck(3, 12)
    read = [title_on(one.card.image) for one in cards]
    assert sum(said is not None and said[0] == one.title for said, one in zip(read, cards, strict=True)) >= 9
    assert all(said is None or 0 < said[1] <= 1 for said in read)


def test_a_title_is_proposed_for_the_field_that_holds_it() -> None:
    (one,) = numbered_deck(3, 1)
    found = propose(one.card.image, "rect", Printed(title="name"))
    assert set(found.values) == set(found.chances) == {"name"}
    assert propose(one.card.image, "rect", Printed()).values == {}


def test_a_card_without_print_has_no_title() -> None:
    assert title_on(np.full((420, 300, 3), 200, np.uint8)) is None


def test_a_letter_said_twice_running_is_one_unless_nothing_stands_between() -> None:
    steps = np.full((6, len(LETTERS) + 1), -9.0, np.float32)
    for step, letter in enumerate(["ő", "ő", "", "ő", "r", ""]):
        steps[step, LETTERS.index(letter) + 1 if letter else 0] = 9.0
    said, sure = spelt(steps)
    assert said == "őőr" and sure > 0.99
