"""Dice on round cards: the cards, printed with discs, are not taken for large dice that hold smaller ones."""

from importlib import resources

from tableside.core.readings import Verdict
from vision.dice import read
from vision.photo import load


def test_dice_on_round_cards_are_read_and_the_cards_are_not() -> None:
    photo = (resources.files("tableside.app") / "samples" / "bidding.jpg").read_bytes()
    readings = read(load(photo))
    assert sorted((die.value, die.colour) for die in readings.dice) == [
        (2, "orange"),
        (3, "orange"),
        (5, "black"),
        (6, "black"),
    ]
    assert readings.verdict is Verdict.CLEAR
