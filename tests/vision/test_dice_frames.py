"""A burst of frames: rolling dice are waited for, still ones are voted on, and old things are told from new."""

import cv2
import numpy as np

from tableside.core.readings import Alternative, DieKind, DieReading, Readings, Verdict
from tests.vision.dice_scenes import photo, pips
from vision import dice, frames

BOX = (100.0, 100.0, 40.0, 40.0)


def reading(*values: int, verdict: Verdict = Verdict.CLEAR, p: float = 0.97) -> Readings:
    quad = ((100.0, 100.0), (140.0, 100.0), (140.0, 140.0), (100.0, 140.0))
    made = []
    for i, value in enumerate(values):
        box = (BOX[0] + 90 * i, BOX[1], BOX[2], BOX[3])
        made.append(
            DieReading(box, quad, DieKind.PIPS, "white", (Alternative(value, p), Alternative(value % 6 + 1, 1 - p)))
        )
    return Readings(verdict, (640, 480), tuple(made))


def burst(n: int = 3) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    base = rng.integers(60, 200, (480, 640, 3)).astype(np.int16)
    return [np.clip(base + rng.integers(-3, 4, base.shape), 0, 255).astype(np.uint8) for _ in range(n)]


def test_noise_and_a_flicker_of_the_lamp_are_still() -> None:
    shots = burst()
    shots[1] = np.clip(shots[1].astype(np.int16) + 9, 0, 255).astype(np.uint8)
    assert frames.still(shots)


def test_a_die_that_moves_is_still_rolling() -> None:
    rng = np.random.default_rng(2)
    one, _ = photo([(3, "white", pips("white", rng))], 5)
    two = np.roll(one, 25, axis=1)
    assert not frames.still([one, two])
    voted = frames.vote([one, two], dice.read)
    assert voted.verdict is not Verdict.CLEAR
    assert "vision.still_rolling" in {a.text.key for a in voted.advice}


def test_frames_that_agree_make_one_reading() -> None:
    answers = iter([reading(4, 2), reading(4, 2), reading(4, 2)])
    voted = frames.vote(burst(), lambda image: next(answers))
    assert [d.value for d in voted.dice] == [4, 2] and voted.verdict is Verdict.CLEAR


def test_the_majority_wins_but_is_not_clear() -> None:
    answers = iter([reading(4), reading(5), reading(4)])
    voted = frames.vote(burst(), lambda image: next(answers))
    assert [d.value for d in voted.dice] == [4] and voted.verdict is Verdict.CLOSE
    assert "vision.frames_disagree" in {a.text.key for a in voted.advice}


def test_a_die_seen_once_in_three_is_dropped_with_a_word() -> None:
    answers = iter([reading(4), reading(4, 6), reading(4)])
    voted = frames.vote(burst(), lambda image: next(answers))
    assert [d.value for d in voted.dice] == [4] and voted.verdict is Verdict.CLOSE


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
        assert frames.changed(strange, after) is None
        assert values(dice.read(after, before=strange)) == [3, 5]


def test_a_photo_of_a_phone_s_size_is_compared_small() -> None:
    before, after = (cv2.resize(image, (2560, 1920), interpolation=cv2.INTER_LINEAR) for image in roll())
    moved = frames.changed(before, after)
    assert moved is not None and max(moved.shape) == frames.COMPARED
    assert values(dice.read(after, before=before)) == [3]
