"""The clock of a game played against time: it runs by itself, a tap stops it, and at its end it tells the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.app.shell import Shell
from tableside.app.widgets.controls import TextButton
from tableside.core.moves import text

KEPT = 15
"""Seconds after which the time is remembered, so that a tablet that dies loses no more."""
AGAIN = 60
"""Seconds that are left when the end of time is taken back."""


class GameClock(TextButton):
    """Time left in minutes and seconds; it goes on where it was when the table is opened again."""

    def __init__(self, app: Shell, play: MoveBuilder, over: Callable[[], Any]) -> None:
        super().__init__("", self.stop_or_go, sign="clock", name="clock")
        self.app, self.play, self.over = app, play, over
        self.draft = f"clock:{play.session.id}"
        self.gone: float = app.draft(self.draft) or 0.0
        self.kept, self.runs = self.gone, True
        self._every = Clock.schedule_interval(self.tick, 1.0)
        self.tick(0.0)

    def tick(self, passed: float) -> None:
        """So many seconds have passed."""
        timer = self.play.game.timer(self.play.state)
        if timer is None:
            return
        self.gone = max(self.gone, timer.gone) + (passed if self.runs else 0.0)
        if self.gone >= timer.limit:
            self.gone = timer.limit - AGAIN
            self.stop()
            if self.app.done(self.play.controller.confirm(timer.up)):
                self.play.restart()
                self.over()
            return
        if self.gone - self.kept >= KEPT:
            self._keep()
        minutes, seconds = divmod(int(timer.limit - self.gone), 60)
        key = f"{self.play.game.slug}.clock.{'left' if self.runs else 'stopped'}"
        self.words.plain = say(text(key, time=f"{minutes}:{seconds:02}"))

    def stop_or_go(self) -> None:
        """The judge stops the clock for a question, and lets it go on."""
        self.runs = not self.runs
        self.tick(0.0)

    def stop(self) -> None:
        """The table is left."""
        self._every.cancel()
        self._keep()

    def _keep(self) -> None:
        self.kept = self.gone
        self.app.keep_draft(self.draft, self.gone)
