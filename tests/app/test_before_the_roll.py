"""The camera's page: the table at rest before the roll goes with the photo, and so do frames of the rest after it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tableside.app import tutorial_table
from tests.app.app_game import Sit, new_game
from vision.camera import FileCamera


class Rolling(FileCamera):
    """A camera over a table at rest, then in motion, then at rest with something new on it."""

    def __init__(self, files: list[Path]) -> None:
        super().__init__(files)
        self.stage = 0
        rng = np.random.default_rng(3)
        self.bare = cv2.GaussianBlur(rng.integers(0, 255, (240, 320, 3)).astype(np.uint8), (0, 0), 3)
        self.rolled = self.bare.copy()
        self.rolled[100:140, 150:190] = 255

    def frame(self) -> Any:
        return (self.bare, self.rolled if time.monotonic() % 0.2 < 0.1 else self.bare[::-1], self.rolled)[self.stage]


def test_the_camera_itself_takes_the_photo_before_the_roll(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr("tableside.app.screens.camera.scan", lambda *_: told.append(_[-2]))
    person = sit_down()
    new_game(person)
    eye = Rolling([tutorial_table.photo()])
    person.app.camera = eye
    person.tap("photo")
    page = person.app.page
    for stage in (0, 2):
        eye.stage = stage
        person.wait(lambda: page.frame.calm >= 1, "all lies still")
        if stage == 0:
            eye.stage = 1
            person.wait(lambda: page.frame.calm < 1, "something moves")
    person.wait(lambda: page.before is not None, "the rest before is kept")
    person.tap("shutter")
    person.wait(lambda: bool(told), "the photo is read")
    assert np.array_equal(told[0], eye.bare)


class Noisy(FileCamera):
    """A camera over a table at rest: every frame has noise of its own."""

    def frame(self) -> Any:
        noise = np.random.default_rng(time.monotonic_ns()).integers(0, 3, (240, 320, 3))
        return np.asarray(120 + noise, np.uint8)


def test_frames_of_the_rest_go_with_the_photo(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr("tableside.app.screens.camera.scan", lambda *_: told.append(_[-1]))
    person = sit_down()
    new_game(person)
    person.app.camera = Noisy([tutorial_table.photo()])
    person.tap("photo")
    page = person.app.page
    person.wait(lambda: page.frame.calm >= 1, "all lies still")
    person.tap("shutter")
    person.wait(lambda: bool(told), "the photo is read")
    one, two = told[0]
    assert one.shape == two.shape == (240, 320, 3) and not np.array_equal(one, two)
