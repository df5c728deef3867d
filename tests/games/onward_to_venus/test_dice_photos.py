"""The three special dice from pixels: one teaching photo with each face, then rolls as a whole."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from tableside.games.onward_to_venus.reading import face_value
from tests.games.onward_to_venus.scenes import GAME, roll
from tests.games.onward_to_venus.test_reading import rolling
from tests.vision.dice_scenes import photo, symbols
from vision import dice
from vision.dice.custom_faces import enrol_together
from vision.stored_samples import face_bytes, faces
from vision.training.die_styles import LAYOUT


@pytest.mark.parametrize("burst", ["0", "robbanás"])
def test_after_one_teaching_photo_rolls_are_read_whole(burst: str) -> None:
    """Faces are named as a family would name them, kept as the copy keeps them, and read as the app reads them."""
    names = dict(zip(LAYOUT, (burst, "1", "2", "3", "4")))
    drawn = symbols([0, 2, 3, 7, 8, 1], np.random.default_rng(11))
    together = enrol_together(list(names.values()), photo([(v, "white", drawn) for v in names], 5, px=80)[0])
    taught = faces((str(sample.value), face_bytes(sample)) for sample in together.samples)
    state, right = rolling(), 0
    rolls = list(combinations_with_replacement(names, 3))[::3]
    for seed, values in enumerate(rolls):
        image = photo([(v, "white", drawn) for v in values], 300 + seed, px=90)[0]
        guesses = GAME.read(state, dice.read(image, GAME.expect(state), faces=taught))
        truth = roll(*sorted(face_value(names[v]) or 0 for v in values))
        right += bool(guesses) and guesses[0].move == truth
    assert right >= 0.8 * len(rolls), f"{right} of {len(rolls)}"
