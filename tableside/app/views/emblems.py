"""Emblems: a small drawing for each game on a night sky, from the marks in its game.toml."""

from __future__ import annotations

from math import cos, pi, sin

from tableside.app.painter import Pen
from tableside.app.theme import rgba
from tableside.app.widgets.base import Drawing
from tableside.core import registry
from tableside.core.game import EmblemShape

SKY = rgba("#1B2240")
PAPER = rgba("#F6F1E6")
NIGHT = rgba("#161B2B")
WIDE, HIGH = 174.0, 130.0
"""The field an emblem is drawn on, in its own units."""
OWN = (
    EmblemShape("circle", 22, 14, 26, fill="#9CE6FF", edge="#F6F1E6"),
    EmblemShape("circle", -30, 18, 20, fill="#C65BEE", edge="#F6F1E6"),
    EmblemShape("die", -4, -8, 40, fill="#FFC72E", edge="#F6F1E6", value=5),
)
STARS = ((0.09, 0.12), (0.42, 0.09), (0.73, 0.2), (0.9, 0.1), (0.15, 0.62), (0.83, 0.58), (0.57, 0.88), (0.24, 0.9))


def sky(pen: Pen, w: float, h: float, radius: float = 10) -> None:
    """The dark ground with a few stars."""
    pen.rect(0, 0, w, h, SKY, radius=radius)
    for x, y in STARS:
        pen.circle(x * w, y * h, 1.1, (1, 1, 1, 0.45))


def vignette(pen: Pen, slug: str, w: float, h: float) -> None:
    """The emblem of a game from its game.toml on the night sky; without one, or without a game, the app's own."""
    sky(pen, w, h)
    info = registry.infos().get(slug)
    scale = min(w / WIDE, h / HIGH)
    for mark in info.emblem if info is not None and info.emblem else OWN:
        _mark(pen, mark, w / 2 + mark.x * scale, h / 2 + mark.y * scale, scale)


def _mark(pen: Pen, mark: EmblemShape, x: float, y: float, k: float) -> None:
    """One shape with its middle at x, y; a line begins there."""
    fill = rgba(mark.fill) if mark.fill else None
    edge = rgba(mark.edge) if mark.edge else None
    wide, high = mark.width * k, mark.height * k
    match mark.shape:
        case "circle":
            pen.circle(x, y, wide / 2, fill, edge, 1.8)
        case "rect":
            pen.rect(x - wide / 2, y - high / 2, wide, high, fill, edge, 1.8, min(5, high / 4))
        case "hex":
            r = wide / 2
            corners = [v for n in range(6) for v in (x + r * sin(n * pi / 3), y + r * cos(n * pi / 3))]
            if fill is not None:
                pen.polygon(corners, fill)
            pen.line([*corners, *corners[:2]], edge or PAPER, 1.8)
        case "die":
            pen.die(mark.value, x, y, wide, fill or PAPER, NIGHT, edge or NIGHT)
        case "line":
            pen.line((x, y, x + (mark.width - mark.x) * k, y + (mark.height - mark.y) * k), edge or PAPER, 1.8)


class Vignette(Drawing):
    """The picture of a game as a widget."""

    def __init__(self, slug: str, **more: object) -> None:
        super().__init__(**more)
        self.slug = slug

    def paint(self, pen: Pen) -> None:
        vignette(pen, self.slug, self.wide, self.high)
