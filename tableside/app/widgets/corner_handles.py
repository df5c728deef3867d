"""A photo with four draggable corner handles."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Drawing

PAPER, NIGHT = rgba("#FFFDF8"), rgba("#0B0E1A")


class Corners(Drawing):
    """Drag the handles; the corners are in photo pixels, clockwise from the top left."""

    def __init__(self, width: int, height: int, pixels: bytes, **more: Any) -> None:
        super().__init__(**more)
        self.photo = (width, height)
        self.texture = Texture.create(size=(width, height), colorfmt="rgb")
        self.texture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
        inset_x, inset_y = width * 0.12, height * 0.12
        self.corners = [
            (inset_x, inset_y),
            (width - inset_x, inset_y),
            (width - inset_x, height - inset_y),
            (inset_x, height - inset_y),
        ]
        self._held: int | None = None

    def place(self) -> tuple[float, float, float]:
        scale = min(self.wide / self.photo[0], self.high / self.photo[1])
        return (self.wide - self.photo[0] * scale) / 2, (self.high - self.photo[1] * scale) / 2, scale

    def handle(self, number: int) -> tuple[float, float]:
        """A handle's place in window pixels."""
        left, top, scale = self.place()
        x, y = self.corners[number]
        return self.x + (left + x * scale) * theme.u, self.top - (top + y * scale) * theme.u

    def paint(self, pen: Pen) -> None:
        left, top, scale = self.place()
        x, y = pen.at(left, top + self.photo[1] * scale)
        pen.canvas.add(Color(1, 1, 1, 1))
        size = (self.photo[0] * scale * theme.u, self.photo[1] * scale * theme.u)
        pen.canvas.add(Rectangle(texture=self.texture, pos=(x, y), size=size))
        points = [v for cx, cy in self.corners for v in (left + cx * scale, top + cy * scale)]
        pen.line([*points, *points[:2]], NIGHT, 6)
        pen.line([*points, *points[:2]], PAPER, 2.5)
        for cx, cy in self.corners:
            pen.circle(left + cx * scale, top + cy * scale, 20, PAPER, NIGHT, 3)
            pen.circle(left + cx * scale, top + cy * scale, 6, NIGHT)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        far = [
            ((touch.x - x) ** 2 + (touch.y - y) ** 2) ** 0.5 for x, y in (self.handle(number) for number in range(4))
        ]
        if min(far) < 48 * theme.u:
            self._held = far.index(min(far))
            touch.grab(self)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._held is None:
            return False
        left, top, scale = self.place()
        x = ((touch.x - self.x) / theme.u - left) / scale
        y = ((self.top - touch.y) / theme.u - top) / scale
        self.corners[self._held] = (min(max(x, 0), self.photo[0]), min(max(y, 0), self.photo[1]))
        self.redraw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._held = None
            return True
        return False
