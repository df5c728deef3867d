"""A photo on a screen."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from tableside.app.painter import Pen
from tableside.app.photo_reading import aside
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing


class Picture(Drawing):
    """A photo as large as fits; it is made small enough off the interface's thread."""

    def __init__(self, data: bytes, **more: Any) -> None:
        super().__init__(**more)
        self.texture: Any = None
        aside(partial(self._looked, data), self._found)

    @staticmethod
    def _looked(data: bytes) -> tuple[int, int, bytes]:
        from vision.images import pixels, smaller
        from vision.photo import load

        return pixels(smaller(load(data, max_side=4000), 1200))

    def _found(self, found: Any) -> None:
        if isinstance(found, Exception):
            return
        width, height, raw = found
        self.texture = Texture.create(size=(width, height), colorfmt="rgb")
        self.texture.blit_buffer(raw, colorfmt="rgb", bufferfmt="ubyte")
        self.redraw()

    def paint(self, pen: Pen) -> None:
        if self.texture is None:
            pen.rect(0, 0, self.wide, self.high, theme.sunken, radius=12)
            pen.icon("camera", self.wide / 2, self.high / 2, min(40, self.high * 0.5), theme.disabled)
            return
        scale = min(self.width / self.texture.width, self.height / self.texture.height)
        size = (self.texture.width * scale, self.texture.height * scale)
        place = (self.center_x - size[0] / 2, self.center_y - size[1] / 2)
        pen.canvas.add(Color(1, 1, 1, 1))
        pen.canvas.add(Rectangle(texture=self.texture, pos=place, size=size))
