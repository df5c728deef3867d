"""Several frames: rolling dice are waited for, and old things are told from new."""

import cv2
import numpy as np

from tableside.core.readings import Expect, Readings, Verdict
from tests.vision.dice_scenes import photo, pips
from vision import burst, dice


def shots_of(n: int = 3) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    base = rng.integers(60, 200, (480, 640, 3)).astype(np.int16)
    return [np.clip(base + rng.integers(-3, 4, base.shape), 0, 255).astype(np.uint8) for _ in range(n)]


def test_noise_and_a_flicker_of_the_lamp_are_no_motion() -> None:
    before, after = shots_of(2)
    after = np.clip(after.astype(np.int16) + 9, 0, 255).astype(np.uint8)
    assert burst.motion(before, after) < 0.001


def test_a_die_that_rolls_is_motion() -> None:
    one, _ = photo([(3, "white", pips("white", np.random.default_rng(2)))], 5)
    assert burst.motion(one, np.roll(one, 25, axis=1)) > 0.01


def roll() -> tuple[np.ndarray, np.ndarray]:
    """A board with one die lying there before the roll, and with a second one after it."""
    rng = np.random.default_rng(5)
    after, placed = photo([(5, "white", pips("white", rng)), (3, "red", pips("red", rng))], 5, ground="board")
    x, y, w, h = (round(v) for v in placed[1].box)
    gone = np.zeros(after.shape[:2], np.uint8)
    gone[max(0, y - 25) : y + h + 25, max(0, x - 25) : x + w + 25] = 255
    return cv2.inpaint(after, gone, 3, cv2.INPAINT_TELEA), after


def values(readings: Readings) -> list[int | str | None]:
    return sorted(d.value for d in readings.dice if isinstance(d.value, int))


def test_only_dice_that_came_with_the_roll_are_read() -> None:
    before, after = roll()
    assert values(dice.read(after)) == [3, 5]
    assert values(dice.read(after, before=before)) == [3]
    assert dice.read(before, before=before).verdict is Verdict.NONE


def test_a_hand_that_moved_between_the_two_photos_is_made_up_for() -> None:
    before, after = roll()
    turn = cv2.getRotationMatrix2D((320, 240), 3, 1.02)
    turn[:, 2] += (9, -6)
    moved = cv2.warpAffine(before, turn, (640, 480), borderMode=cv2.BORDER_REFLECT)
    assert values(dice.read(after, before=moved)) == [3]


def test_a_photo_of_another_table_or_of_nothing_tells_nothing() -> None:
    _, after = roll()
    rng = np.random.default_rng(8)
    other = rng.integers(0, 255, (500, 700, 3)).astype(np.uint8)
    for strange in (other, np.zeros_like(after)):
        assert burst.changed(strange, after) is None
        assert values(dice.read(after, before=strange)) == [3, 5]


def test_a_photo_of_a_phone_s_size_is_compared_small() -> None:
    before, after = (cv2.resize(image, (2560, 1920), interpolation=cv2.INTER_LINEAR) for image in roll())
    moved = burst.changed(before, after)
    assert moved is not None and max(moved.shape) == burst.COMPARED
    assert values(dice.read(after, before=before)) == [3]


def test_dice_left_lying_are_read_too_when_the_rules_count_them() -> None:
    before, after = roll()
    assert values(dice.read(after, Expect(counts=(2,)), before=before)) == [3, 5]
    assert values(dice.read(after, Expect(counts=(1,)), before=before)) == [3]


def test_the_table_before_the_roll_is_the_rest_before_the_last_one() -> None:
    before, after = roll()
    rests = burst.Rests()
    for image in (before, np.roll(before, 1, axis=1), after, after):
        rests.add(image)  # neither a camera that shook nor a second look makes another rest
    assert rests.before is before and rests.now is after
    rests.add(np.zeros_like(after))
    assert rests.before is None, "another table was never seen before"
