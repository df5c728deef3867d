"""Frames of one rest put together: one that is spoilt is outvoted, and nothing gets surer by being seen thrice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tableside.control import pipeline
from tableside.control.pipeline import voted
from tableside.control.reading import Photo, scaled
from tableside.control.vote import vote
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Expect, Readings, Verdict
from tests.composite_dice import stand
from vision.images import as_jpeg

SIZE = (900, 700)
VALUES = (2, 6, 4)
PLACES = ((250, 220), (470, 400), (700, 250))


def die(x: float, *chances: tuple[int, float], card: int | None = None, colour: str = "white") -> DieReading:
    quad = ((x, 100.0), (x + 40, 100.0), (x + 40, 140.0), (x, 140.0))
    told = tuple(Alternative(value, p) for value, p in chances)
    return DieReading((x, 100.0, 40.0, 40.0), quad, DieKind.PIPS, colour, told, (Alternative(colour, 0.9),), card)


def card(x: float, *chances: tuple[str, float]) -> CardReading:
    quad = ((x, 80.0), (x + 120, 80.0), (x + 120, 260.0), (x, 260.0))
    return CardReading(quad, "rect", 0, 0.0, "up", tuple(Alternative(id, p) for id, p in chances))


def frame(
    dice: Sequence[DieReading] = (), cards: Sequence[CardReading] = (), verdict: Verdict = Verdict.CLEAR
) -> Readings:
    return Readings(verdict, SIZE, tuple(dice), tuple(cards))


def shown(readings: Readings) -> list[int | str | None]:
    return sorted((one.value for one in readings.dice), key=str)


def test_a_die_that_most_frames_show_is_there_and_one_that_one_frame_shows_is_not() -> None:
    two, one = [die(0, (3, 0.99)), die(200, (5, 0.99))], [die(0, (3, 0.99))]
    assert shown(vote(frame(one, verdict=Verdict.CLOSE), [frame(two), frame(two)])) == [3, 5]
    ghost = [*one, die(400, (1, 0.8))]
    found = vote(frame(ghost), [frame(one), frame(one)])
    assert shown(found) == [3] and found.verdict is Verdict.CLOSE, "the photo alone would have been taken at one tap"


def test_values_are_the_mean_of_the_frames_and_agreeing_makes_nothing_surer() -> None:
    unsure = frame([die(0, (3, 0.8), (5, 0.2))], verdict=Verdict.CLOSE)
    thrice = vote(unsure, [unsure] * 2)
    assert [(one.value, round(one.p, 2)) for one in thrice.dice[0].alternatives] == [(3, 0.8), (5, 0.2)]
    assert thrice.verdict is Verdict.CLOSE
    wrong, right = frame([die(0, (5, 0.6), (3, 0.4))], verdict=Verdict.CLOSE), frame([die(0, (3, 0.99), (5, 0.01))])
    repaired = vote(wrong, [right, right])
    assert repaired.dice[0].value == 3 and repaired.dice[0].alternatives[0].p > 0.9
    assert repaired.verdict is Verdict.CLEAR


def test_clear_frames_that_disagree_are_asked() -> None:
    three, five = frame([die(0, (3, 0.99))]), frame([die(0, (5, 0.99))])
    found = vote(five, [three, three])
    assert found.dice[0].value == 3 and found.verdict is Verdict.CLOSE


def test_frames_from_elsewhere_or_cut_otherwise_do_not_vote() -> None:
    here, there = frame([die(0, (3, 0.99))]), frame([die(500, (5, 0.99))])
    assert vote(here, [there, there]) == here
    assert vote(here, [replace(frame([die(0, (5, 0.99))]), size=(900, 500))] * 2) == here


def test_cards_are_named_by_the_frames_that_know_them_and_dice_lie_on_the_card_of_most() -> None:
    unnamed, named = card(0), card(0, ("vega", 0.95))
    found = vote(frame(cards=[unnamed], verdict=Verdict.CLOSE), [frame(cards=[named]), frame(cards=[named])])
    assert found.cards[0].id == "vega" and found.cards[0].alternatives[0].p == 0.95
    told = vote(frame(cards=[named]), [frame(cards=[unnamed], verdict=Verdict.CLOSE)] * 2)
    assert told.cards[0].alternatives[0] == Alternative("vega", 0.95), "a frame that does not know it has no say"
    # The second frame counts the same card otherwise, since it saw one more.
    first = frame([die(40, (3, 0.99), card=0)], [named])
    second = frame([die(40, (3, 0.99), card=1)], [card(400, ("sol", 0.95)), named])
    assert vote(first, [second, first]).dice[0].card == 0


def test_what_is_small_in_a_preview_is_left_to_the_photo() -> None:
    photo, one = frame([die(0, (3, 0.99)), die(200, (5, 0.99))]), frame([die(0, (3, 0.99))])
    small = scaled(one, 0.5)
    assert vote(photo, [small] * 2).dice == photo.dice, "a die of 20 pixels that is not seen may well be there"
    assert shown(vote(photo, [one] * 2)) == [3]
    assert vote(photo, [frame()] * 2) == photo, "and a frame that shows nothing tells nothing"


def test_colours_count_where_they_are_expected() -> None:
    white, red = frame([die(0, (3, 0.99))]), frame([die(0, (3, 0.99), colour="red")])
    assert vote(red, [white, white]).verdict is Verdict.CLEAR
    found = vote(red, [white, white], Expect(colours=("red", "white")))
    assert found.verdict is Verdict.CLOSE and found.dice[0].colour == "white"


def test_further_frames_are_read_only_where_that_is_quick() -> None:
    read: list[int] = []

    def sought(image: NDArray[np.uint8]) -> Readings:
        read.append(1)
        return frame([die(0, (3, 0.99))])

    burst = [np.zeros((SIZE[1], SIZE[0], 3), np.uint8)] * 2
    slow = replace(frame([die(0, (3, 0.99))]), ms=400.0)
    assert voted(slow, burst, sought, None) == slow and not read
    voted(replace(slow, verdict=Verdict.CLOSE), burst, sought, None)
    assert len(read) == 2, "what is not clear is worth a second"
    assert voted(slow, burst[:1], sought, None) == slow and len(read) == 2, "two are no majority"


def taken(seed: int, spoilt: str = "") -> NDArray[np.uint8]:
    """A frame of three dice at rest: noise of its own, and in a spoilt one a lamp's glare or a hand over a die."""
    rng = np.random.default_rng(40)
    cloth = np.full((SIZE[1], SIZE[0], 3), (70, 95, 60), np.uint8)
    placed = [(place, value, "white") for place, value in zip(PLACES, VALUES, strict=True)]
    image = stand(cloth, placed, rng, 60.0, 70.0, 0.0, 3).astype(np.float32)
    x, y = PLACES[1]
    if spoilt == "glare":
        light = np.zeros(image.shape[:2], np.float32)
        cv2.circle(light, (x, y), 42, 1.0, -1)
        image += 260 * cv2.GaussianBlur(light, (0, 0), 14)[..., None]
    elif spoilt == "hand":
        cv2.ellipse(image, (x + 30, y + 60), (75, 150), 30, 0, 360, (120, 150, 205), -1, cv2.LINE_AA)
    image += np.random.default_rng([seed, 9]).normal(0, 5, image.shape)
    return np.asarray(np.clip(image, 0, 255), np.uint8)


@pytest.mark.parametrize("spoilt", ["glare", "hand"])
def test_a_photo_spoilt_by_a_lamp_or_a_hand_is_repaired_by_the_frames_before_it(
    spoilt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "VOTED", inf)
    monkeypatch.setattr(pipeline, "VOTED_UNCLEAR", inf)
    photo = as_jpeg(taken(1, spoilt))
    expect = Expect(values=tuple(range(1, 7)))
    alone, repaired = (pipeline.read(photo, expect, None, burst=burst) for burst in ((), (taken(2), taken(3))))
    assert isinstance(alone, Photo) and isinstance(repaired, Photo)
    assert shown(alone.readings) != sorted(VALUES), "the photo alone does not tell"
    assert shown(repaired.readings) == sorted(VALUES)
    # Under the hand the photo was sure of the two dice it showed: what one tap took over is asked now.
    was, now = ("clear", "close") if spoilt == "hand" else ("close", "clear")
    assert (alone.readings.verdict, repaired.readings.verdict) == (was, now)
