"""Real dice laid on photos of real boards, as training and choosing see them: here flat stand-ins for both."""

from collections import Counter

import cv2
import numpy as np

from vision.dice.calibration import Fit
from vision.training.board_mix import mixed, outline
from vision.training.calibrate import Frame, figures, leave_one_scene_out, logistic
from vision.training.data import LAID
from vision.training.hard_negatives import PATCH
from vision.training.laid import MOST, balanced, crops, photo, spots
from vision.training.scenes import Cutout, Ground


def die(value: int) -> Cutout:
    image = np.full((60, 60, 4), 255, np.uint8)
    cv2.circle(image, (30, 30), 8, (0, 0, 0, 255), -1)
    return Cutout(image, value, False, "stand-in")


def grounds() -> list[Ground]:
    """A grey board with white strips at its edges, so that dice are as bright as in daylight."""
    image = np.full((480, 640, 3), 90, np.uint8)
    image[:24], image[:, :32], image[:, -32:] = 255, 255, 255
    return [Ground(image, 20.0)]


def test_dice_lie_where_the_truth_says() -> None:
    for seed in range(6):
        image, truths = photo(np.random.default_rng(seed), grounds(), [die(1)])
        level = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(float)
        for truth in truths:
            x, y, w, h = (round(v) for v in truth.box)
            assert truth.value == 1 and min(x, y) >= 0 and x + w <= image.shape[1] and y + h <= image.shape[0]
            assert abs(level[y : y + h, x : x + w].mean() - np.median(level)) > 10


def test_where_all_dice_are_left_out_boards_stay_empty() -> None:
    assert not any(photo(np.random.default_rng(seed), grounds(), [])[1] for seed in range(6))


def test_a_mixed_board_is_another_picture_of_the_same_size() -> None:
    board = grounds()[0].image.astype(np.float32) / 255
    made = [mixed(np.random.default_rng(seed), board.copy(), grounds(), 30.0) for seed in range(12)]
    assert all(m.shape == board.shape and np.isfinite(m).all() for m in made)
    same = sum(np.array_equal(m, board) for m in made)
    assert 0 < same < 8, "some boards stay as they were taken"
    assert all(0 < outline(np.random.default_rng(seed), 24).mean() < 1 for seed in range(20))


def test_of_a_long_series_only_some_dice_are_laid() -> None:
    series = [Cutout(die(1).image, 1, False, "series")] * (3 * MOST)
    assert len(balanced([*series, die(2)])) == MOST + 1


def test_no_die_lies_on_another() -> None:
    for seed in range(20):
        places = spots(np.random.default_rng(seed), 6, np.zeros(2), np.full(2, 400.0), 40.0)
        gaps = [float(np.linalg.norm(a - b)) for i, a in enumerate(places) for b in places[:i]]
        assert places and min(gaps, default=99) > 40


def test_crops_bear_the_value_of_the_die_in_their_middle() -> None:
    store = crops(np.random.default_rng(2), grounds(), [die(4)], 12)
    assert {label for label, *_ in store.meta} == {4} and {scene for *_, scene, _ in store.meta} == {LAID}
    assert all(patch.shape == (PATCH, PATCH, 3) for patch in store.patches)


def test_a_calibration_without_photos_stays_the_former_one() -> None:
    nothing = np.zeros((0, 2)), np.zeros(0), np.zeros(0)
    assert logistic(*nothing, np.array([1.5, -2.0]), np.array([40.0, 8.0])) == (1.5, -2.0)


def test_figures_of_boards_that_are_all_empty_speak_of_no_counted_ones() -> None:
    empty = Frame([], [], Counter(), "board")
    assert figures([(empty, Fit())], counted=True) == {"photos": 0}
    assert figures([(empty, Fit())])["empty_clean"] == [1, 1]
    assert leave_one_scene_out({"boards": [empty]}) == {"free": {"photos": 0}, "counted": {"photos": 0}}
