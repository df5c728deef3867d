"""Garbage is collected between touches, not under a finger: young objects after each redraw, older ones at rest."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from tableside.app.photo_reading import aside, give_back

EVERY = 1.0
REST = 1.5
"""Seconds without a touch after which an older generation may be collected."""
YOUNG = 50_000
"""New objects at which Python collects by itself; a tap makes some thousand."""
DUE, OVERDUE = (1, 40), (100, 200)
"""Collections of a younger generation after which the next older is worth it, and after which no rest is waited for.

The middle one has little to look at when each rest has it collected: under a finger it took up to 50 ms.
"""
NEVER = 1_000_000


class Calm:
    """Keeps Python from collecting by itself, which takes up to several frames, and does it in time. Main thread."""

    def __init__(self, rest: Callable[[], object]) -> None:
        self._rest = rest
        """What else is done when nobody touches anything."""
        self._touched = monotonic()
        self._before: tuple[int, int, int] | None = None
        self._event: Any = None

    def start(self) -> None:
        """Begin shortly after the first frame."""
        self._event = Clock.schedule_once(self._begin, REST)

    def _begin(self, _: float) -> None:
        # What is there now stays: only what comes later is looked through.
        self._before = gc.get_threshold()
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, OVERDUE[0], NEVER)
        self._event = Clock.schedule_interval(self._tidy, EVERY)
        Window.bind(on_touch_down=self._touch, on_touch_up=self._lifted)

    def stop(self) -> None:
        """Restore the interpreter's own thresholds."""
        if self._event is not None:
            self._event.cancel()
        if self._before is None:
            return
        Window.unbind(on_touch_down=self._touch, on_touch_up=self._lifted)
        gc.set_threshold(*self._before)
        gc.unfreeze()
        self._before = None

    def _touch(self, *_: Any) -> None:
        self._touched = monotonic()

    def _lifted(self, *_: Any) -> None:
        self._touch()
        Clock.schedule_once(lambda _: gc.collect(0))  # with the next frame: what the touch changed is drawn by then

    def _tidy(self, _: float) -> None:
        _, middle, old = gc.get_count()
        resting = monotonic() - self._touched > REST
        if resting:
            self._rest()
        due = DUE if resting else OVERDUE
        if old >= due[1]:
            gc.collect()
            aside(give_back, lambda _: None)
        elif middle >= due[0]:
            gc.collect(1)
