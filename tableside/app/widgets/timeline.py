"""A slider over the steps of a session, coloured by acting seat, with a dot for each photo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing

EDGE = 24.0


class Timeline(Drawing):
    """Drag or tap: `change` gets the number of steps."""

    def __init__(
        self, hues: Sequence[str | None], photos: Sequence[int], change: Callable[[int], Any], **more: Any
    ) -> None:
        super().__init__(**more)
        self.hues, self.photos, self.change = tuple(hues), tuple(photos), change
        self.value = len(hues)

    def place(self, step: int) -> float:
        """Where a step lies, in design units."""
        return EDGE + (self.wide - 2 * EDGE) * step / max(len(self.hues), 1)

    def paint(self, pen: Pen) -> None:
        middle = self.high / 2
        pen.rect(EDGE, middle - 5, self.wide - 2 * EDGE, 10, theme.sunken, theme.edge, 1.2, 5)
        start = 0
        for step in range(1, len(self.hues) + 1):
            if step == len(self.hues) or self.hues[step] != self.hues[start]:
                if self.hues[start] is not None:
                    left, right = self.place(start), self.place(step)
                    pen.rect(left, middle - 3.5, max(right - left, 0.8), 7, theme.seat(str(self.hues[start])))
                start = step
        for step in self.photos:
            pen.circle(self.place(step), middle - 16, 4, theme.ink)
        x = self.place(self.value)
        pen.circle(x, middle, 18, theme.primary)
        pen.circle(x, middle, 6, theme.paper)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._to(touch.x)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._to(touch.x)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def _to(self, x: float) -> None:
        share = ((x - self.x) / theme.u - EDGE) / max(self.wide - 2 * EDGE, 1)
        step = min(max(round(share * len(self.hues)), 0), len(self.hues))
        if step != self.value:
            self.show(step)
            self.change(step)

    def show(self, step: int) -> None:
        """Put the knob here."""
        self.value = step
        self.redraw()
