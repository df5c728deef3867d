"""An offscreen window, large enough for every size; Kivy reads its settings once, so this comes before any import."""

import os
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["KIVY_NO_ARGS"] = "1"
os.environ["KIVY_LOG_MODE"] = "PYTHON"
os.environ["KIVY_METRICS_DENSITY"] = "1"
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="tableside-kivy-")

from tableside.app.launch import prepare

prepare(2000, 2340)

from kivy.config import Config  # noqa: E402

Config.set("graphics", "maxfps", "0")


@pytest.fixture(autouse=True)
def no_full_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its start the app looks through all objects: here those of thousands of tests, which takes a second."""
    from tableside.app.gc_schedule import Calm

    monkeypatch.setattr(Calm, "start", lambda self: None)


@pytest.fixture
def sit_down(data_folder: Any) -> Iterator[Callable[..., Any]]:
    """People who open the app; it is put away afterwards."""
    from tests.app.driver import Person

    opened: list[Person] = []

    def sit(*args: Any, **more: Any) -> Person:
        person = Person(*args, **more)
        opened.append(person)
        return person

    yield sit
    for person in opened:
        person.close()
