"""Small dice in large photos, the second look at doubtful places, and spots that are no pips."""

from functools import partial

import cv2
import numpy as np
import pytest

from benchmarks.dice import coverage
from tableside.core.readings import Alternative, DieKind, DieReading, Readings, Verdict
from tests.vision.dice_scenes import photo, pips
from vision import dice
from vision.dice import find as finding
from vision.dice.classify import CLASSES, MANY, look
from vision.dice.find import FINE, FULL, Found, find
from vision.dice.single_pip import shows_single_pip

FACE = np.array([(10, 10), (74, 10), (74, 74), (10, 74)], np.float32)


def far() -> tuple[np.ndarray, list]:
    """A photo in which a die is 1.7 % of the frame."""
    rng = np.random.default_rng(5)
    rows = [(v, "white", pips("white", rng)) for v in (1, 2, 3, 4, 5, 6)]
    return photo(rows, 6, px=32.0, size=(1920, 1440))


def test_small_dice_are_read_from_a_finer_view() -> None:
    image, placed = far()
    readings = dice.read(image)
    assert sorted(d.value for d in readings.dice) == sorted(p.value for p in placed)
    places = find(image)
    assert min(f.seen for f in places[:6]) > min(f.size for f in places[:6]) * FULL / 1920 * 1.5


def test_dice_are_sought_closer_where_a_large_print_is_hot() -> None:
    """The usual view sees one hot place twice as large as the dice, the fine one the dice."""

    def seen(batch: np.ndarray) -> np.ndarray:
        h, w = (side // finding.STRIDE for side in batch.shape[2:])
        out = np.full((1, 5, h, w), -6.0, np.float32)
        fine = max(batch.shape[2:]) > FULL
        if max(batch.shape[2:]) >= FULL:
            out[0, 1:, h // 2, w // 4] = (0, 0, np.log((36 if fine else 60) / 32), np.log((36 if fine else 60) / 32))
            out[0, 0, h // 2, w // 4] = 2.0
        return out

    image = np.full((960, 1280, 3), 90, np.uint8)
    (hot,) = find(image, run=seen)
    assert hot.size == pytest.approx(120, rel=0.01)
    sizes = [f.size for f in finding.closer(finding.levels(image), [hot], run=seen)]
    assert any(size == pytest.approx(36, rel=0.01) for size in sizes), "what is small is seen"
    small = np.ascontiguousarray(image[:480, :640])
    assert finding.closer(finding.levels(small), [hot], run=seen) == [hot], "a small photo has no more to show"


def test_large_dice_are_not_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = []

    def counted(batch: np.ndarray) -> np.ndarray:
        sides.append(max(batch.shape[2:]))
        return finding.nets.run("finder", batch)

    rng = np.random.default_rng(5)
    image, _ = photo([(v, "white", pips("white", rng)) for v in (2, 6)], 7, px=160.0, size=(1920, 1440))
    find(image, run=counted)
    assert max(sides) <= FULL


def test_a_die_that_fills_the_frame_is_read() -> None:
    rng = np.random.default_rng(5)
    image, placed = photo([(3, "red", pips("red", rng))], 8, px=250.0, size=(1280, 960))
    x, y, w, h = (int(v) for v in placed[0].box)
    assert [d.value for d in dice.read(np.ascontiguousarray(image[y : y + h, x : x + w])).dice] == [3]


def test_the_risk_falls_with_the_photos_left_out() -> None:
    told = coverage([(0.9, True), (0.8, True), (0.7, False), (0.6, True), (0.5, False)])
    assert told["coverage"] == {"0.0": 0.4, "0.01": 0.4, "0.02": 0.4, "0.05": 0.4}
    assert told["curve"][3] == 0.0 and told["curve"][-1] == 0.4
    assert coverage([]) == {}


def test_the_fine_view_covers_only_the_small_places() -> None:
    places = [
        Found(400, 400, 20, 20, 0.5, 0.32),
        Found(420, 430, 20, 20, 0.5, 0.32),
        Found(1500, 900, 20, 20, 0.2, 0.32),
    ]
    regions = finding._regions(places, FINE / 2000, FINE, 960)
    assert len(regions) == 2
    for f in places:
        x, y = f.centre[0] * FINE / 2000, f.centre[1] * FINE / 2000
        assert any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in regions)


def test_of_many_places_the_most_doubtful_are_looked_at_again() -> None:
    places = [Found(10.0 * i, 0, 40, 40, 0.9) for i in range(MANY + 6)]
    batches = []

    def reader(batch: np.ndarray) -> np.ndarray:
        batches.append(len(batch))
        out = np.zeros((len(batch), CLASSES + 8), np.float32)
        out[:, 3] = 12.0 if len(batches) > 1 else np.linspace(1, 9, len(batch))
        return out

    looks = look(np.full((400, 600, 3), 90, np.uint8), places, run=reader)
    assert batches == [MANY + 6, MANY]
    assert all(seen.spread > 0 for seen in looks[:MANY]) and not any(seen.spread for seen in looks[MANY:])


def test_one_pip_is_a_round_spot_in_the_middle() -> None:
    face = np.full((84, 84, 3), 225, np.uint8)
    cv2.circle(face, (42, 42), 7, (30, 30, 40), -1, cv2.LINE_AA)
    assert shows_single_pip(face, FACE)
    assert shows_single_pip(255 - face, FACE), "a light pip on a dark die"
    two = face.copy()
    cv2.circle(two, (24, 26), 7, (30, 30, 40), -1, cv2.LINE_AA)
    assert not shows_single_pip(two, FACE)
    assert not shows_single_pip(np.full((84, 84, 3), 225, np.uint8), FACE), "a blank face"


@pytest.mark.parametrize("digit", "0123456789")
def test_a_digit_is_not_one_pip(digit: str) -> None:
    face = np.full((84, 84, 3), 225, np.uint8)
    cv2.putText(face, digit, (24, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (30, 30, 40), 5, cv2.LINE_AA)
    assert not shows_single_pip(face, FACE)


def test_a_large_photo_is_decoded_at_half_and_whole_only_where_dice_are_small() -> None:
    rng = np.random.default_rng(5)

    def seek(image: np.ndarray, share: float, sides: list[int]) -> Readings:
        sides.append(max(image.shape[:2]))
        size = share * image.shape[1]
        quad = ((0.0, 0.0), (size, 0.0), (size, size), (0.0, size))
        die = DieReading((0, 0, size, size), quad, DieKind.PIPS, "white", (Alternative(3, 0.8),))
        return Readings(Verdict.CLOSE, (image.shape[1], image.shape[0]), (die,))

    noise = rng.integers(0, 255, (300, 400, 3)).astype(np.uint8)
    data = cv2.imencode(".jpg", cv2.resize(noise, (4000, 3000)))[1].tobytes()
    for share, looked in ((0.025, [2000]), (0.015, [2000, 4000])):
        sides: list[int] = []
        image, _ = dice.decoded(data, 4000, partial(seek, share=share, sides=sides))
        assert sides == looked and max(image.shape[:2]) == looked[-1]
