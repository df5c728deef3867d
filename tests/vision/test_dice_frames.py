"""A burst of frames: rolling dice are waited for, still ones are voted on, and old things are told from new."""

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


def test_only_dice_that_came_with_the_roll_are_kept() -> None:
    before = burst(1)[0]
    after = before.copy()
    after[100:140, 100:140] = 255 - after[100:140, 100:140]
    kept = frames.fresh(before, after, reading(4, 2))
    assert [d.value for d in kept.dice] == [4]
    assert frames.fresh(before, before, reading(4)).verdict is Verdict.NONE
