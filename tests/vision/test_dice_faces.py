"""Own faces: one photo of each is enough to read the next roll, and a stranger is not given a name."""

import numpy as np
import pytest

from tableside.core.readings import DieKind
from tests.vision.dice_scenes import photo, symbols
from vision import dice
from vision.dice.custom_faces import Faces, enrol, enrol_together, only_die
from vision.photo import BadPhoto
from vision.training.die_styles import LAYOUT

KINDS = [0, 2, 3, 7, 8, 1]
NAMES = {value: f"face-{kind}" for value, kind in zip(LAYOUT, KINDS)}
"""Which icon lies on top when the die is turned as for this value."""


def roll(value: int, seed: int, lamp: str = "white", kinds: list[int] | None = None, **how: float) -> np.ndarray:
    made = symbols(kinds or KINDS, np.random.default_rng(11))
    return photo([(value, "white", made)], seed, lamp, px=110, **how)[0]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def faces() -> Faces:
    return enrol({NAMES[v]: roll(v, v) for v in LAYOUT})


def test_a_second_photo_of_each_face_is_read(faces: Faces) -> None:
    right = []
    for value in LAYOUT:
        for seed, lamp in ((20, "warm"), (30, "cold"), (40, "white")):
            image = roll(value, seed + value, lamp, elevation=78.0)
            _, ranked = faces.read(image, only_die(image), ())
            right.append(bool(ranked) and ranked[0].value == NAMES[value])
    assert np.mean(right) >= 0.9, f"{sum(right)} of {len(right)}"


def test_the_reader_tells_custom_faces_with_alternatives(faces: Faces) -> None:
    readings = dice.read(roll(LAYOUT[0], 51), faces=faces)
    assert len(readings.dice) == 1
    die = readings.dice[0]
    assert die.kind is DieKind.CUSTOM and die.value == NAMES[LAYOUT[0]]
    assert 0 < die.alternatives[0].p <= 1


def test_without_enrolment_a_symbol_is_no_number() -> None:
    for value in LAYOUT:
        readings = dice.read(roll(value, 60 + value))
        assert all(d.value is None for d in readings.dice), "an invented icon was read as pips"


def test_a_face_never_enrolled_is_not_trusted(faces: Faces) -> None:
    image = roll(LAYOUT[0], 70, kinds=[13, 13, 13, 13, 13, 13])
    _, ranked = faces.read(image, only_die(image), ())
    assert not ranked or ranked[0].p < 0.9


def test_a_corrected_reading_improves_the_faces(faces: Faces) -> None:
    image = roll(LAYOUT[2], 80, "warm", elevation=60.0)
    place = only_die(image)
    before = faces.likeness(image, place)[NAMES[LAYOUT[2]]]
    after = faces.learned(NAMES[LAYOUT[2]], image, place).likeness(image, place)[NAMES[LAYOUT[2]]]
    assert after > max(before, 0.99)


def test_all_faces_are_taught_from_one_photo() -> None:
    made = symbols(KINDS, np.random.default_rng(11))
    image, _ = photo([(v, "white", made) for v in LAYOUT], 5, px=80)
    taught = enrol_together([NAMES[v] for v in LAYOUT], image)
    right = 0
    for value in LAYOUT:
        later = roll(value, 200 + value, "warm", elevation=78.0)
        _, ranked = taught.read(later, only_die(later), ())
        right += bool(ranked) and ranked[0].value == NAMES[value]
    assert right >= 5, f"{right} of 6"
    with pytest.raises(BadPhoto):
        enrol_together(["one", "two"], roll(LAYOUT[0], 90))


def test_enrolling_an_empty_table_is_refused() -> None:
    with pytest.raises(BadPhoto):
        enrol({"nothing": np.full((480, 640, 3), 90, np.uint8)})
