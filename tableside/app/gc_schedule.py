"""Runs full garbage collection only after REST seconds without a touch, so that no frame is lost under a finger."""

from __future__ import annotations

import gc
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from tableside.app.photo_reading import aside, give_back

EVERY = 1.0
REST = 1.5
"""Seconds without a touch after which a full collection may run."""
DUE, OVERDUE = 8, 200
"""Young collections after which a full one is worth running, and after which it no longer waits for a rest."""
NEVER = 1_000_000


class Calm:
    """Disables automatic full collections, which take several frames, and schedules them in idle time. Main thread."""

    def __init__(self) -> None:
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
        gc.set_threshold(5_000, 10, NEVER)
        self._event = Clock.schedule_interval(self._tidy, EVERY)
        Window.bind(on_touch_down=self._touch, on_touch_up=self._touch)

    def stop(self) -> None:
        """Restore the interpreter's own thresholds."""
        if self._event is not None:
            self._event.cancel()
        if self._before is None:
            return
        Window.unbind(on_touch_down=self._touch, on_touch_up=self._touch)
        gc.set_threshold(*self._before)
        gc.unfreeze()
        self._before = None

    def _touch(self, *_: Any) -> None:
        self._touched = monotonic()

    def _tidy(self, _: float) -> None:
        rounds = gc.get_count()[2]
        if rounds >= OVERDUE or (rounds >= DUE and monotonic() - self._touched > REST):
            gc.collect()
            aside(give_back, lambda _: None)
