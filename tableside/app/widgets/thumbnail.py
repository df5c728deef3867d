"""A card's picture, as it is or with a region marked."""

from __future__ import annotations

import io
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle

from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing
from tableside.app.widgets.readings import CASING, TONES
from tableside.core.readings import Box, Verdict


class Thumbnail(Drawing):
    """A card's picture, as large as fits."""

    def __init__(self, picture: bytes, **more: Any) -> None:
        super().__init__(**more)
        self.texture = CoreImage(io.BytesIO(picture), ext="jpg").texture

    def paint(self, pen: Pen) -> None:
        left, top, w, h = self.place()
        x, y = pen.at(left, top + h)
        pen.canvas.add(Color(1, 1, 1, 1))
        pen.canvas.add(Rectangle(texture=self.texture, pos=(x, y), size=(w * theme.u, h * theme.u)))

    def place(self) -> Box:
        """Where the picture lies on the paper, in design units."""
        w, h = self.texture.size
        scale = min(self.wide / w, self.high / h)
        return (self.wide - w * scale) / 2, (self.high - h * scale) / 2, w * scale, h * scale


class Marked(Thumbnail):
    """The same with a region marked, given in shares of the picture."""

    def __init__(self, picture: bytes, region: Box, **more: Any) -> None:
        super().__init__(picture, **more)
        self.region = region

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        left, top, w, h = self.place()
        x, y, wide, high = self.region
        box = (left + x * w, top + y * h, wide * w, high * h)
        pen.rect(*box, None, CASING, 7, 6)
        pen.rect(*box, None, TONES[Verdict.CLOSE], 3.5, 6)
