"""Hand the tablet over: the whole screen in the next player's colour until it is held for a second."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing

HOLD = 1.0


class _Face(Drawing):
    def __init__(self, play: MoveBuilder, seat: int) -> None:
        super().__init__(size_hint=(1, 1))
        self.play, self.seat = play, seat

    def paint(self, pen: Pen) -> None:
        colour = self.play.colours[self.seat]
        fill, ink = theme.seat(colour), theme.on_seat(colour)
        x, y = self.wide / 2, self.high / 2
        pen.rect(0, 0, self.wide, self.high, fill)
        size = min(self.wide, self.high) * 0.34
        pen.shape(theme.shape(colour), x, y - size * 0.4, size, ink)
        drop = pen.shape(theme.shape(colour), x, y - size * 0.4, size, fill, inset=size / 20)
        pen.text(self.play.letters[self.seat], x, y - size * 0.4 + drop, size * 0.36 / theme.text_scale, ink, True)
        name = self.play.session.names[self.seat]
        pen.text(
            say("handover.pass", name=name),
            x,
            y + size * 0.4,
            30 if theme.phone else 44,
            ink,
            True,
            width=self.wide - 40,
        )
        pen.text(say("handover.hold"), x, y + size * 0.4 + 56, 16 if theme.phone else 20, ink, width=self.wide - 40)


class HandOver(FloatLayout):  # type: ignore[misc]
    """Covers everything; back or a held finger takes it away."""

    def __init__(self, app: Shell, play: MoveBuilder, seat: int) -> None:
        super().__init__()
        self.app = app
        self.add_widget(_Face(play, seat))
        self._timer: Any = None

    def open(self) -> None:
        self.app.show_sheet(self)

    def close(self) -> None:
        self.app.drop_sheet(self)

    def on_touch_down(self, touch: Any) -> bool:
        self._timer = Clock.schedule_once(lambda _: self.close(), HOLD)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if self._timer is not None:
            self._timer.cancel()
        return True
