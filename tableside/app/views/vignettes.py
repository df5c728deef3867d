"""A small picture for each game on a night sky: our own drawings of what lies on the table."""

from __future__ import annotations

from math import cos, pi, sin

from tableside.app.pen import Pen
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Drawing

SKY = rgba("#1B2240")
PAPER = rgba("#F6F1E6")
NIGHT = rgba("#161B2B")
DISC = rgba("#2A3560")
STARS = ((0.09, 0.12), (0.42, 0.09), (0.73, 0.2), (0.9, 0.1), (0.15, 0.62), (0.83, 0.58), (0.57, 0.88), (0.24, 0.9))


def sky(pen: Pen, w: float, h: float, radius: float = 10) -> None:
    """The dark ground with a few stars."""
    pen.rect(0, 0, w, h, SKY, radius=radius)
    for x, y in STARS:
        pen.circle(x * w, y * h, 1.1, (1, 1, 1, 0.45))


def vignette(pen: Pen, slug: str, w: float, h: float) -> None:
    """The picture of a game."""
    sky(pen, w, h)
    k = min(w / 174, h / 130)
    cx, cy = w / 2, h / 2
    {
        "urcsempeszek": _smugglers,
        "kaosz_galaktika": _cards,
        "gaia_project": _hexes,
        "beyond_the_sun": _tree,
        "onward_to_venus": _planets,
    }.get(slug, _die)(pen, cx, cy, k)


def _smugglers(pen: Pen, x: float, y: float, k: float) -> None:
    pen.circle(x, y, 38 * k, DISC, PAPER, 2)
    for dx, dy, value, colour in ((-15, 0, 5, "amber"), (18, 4, 3, "violet")):
        pen.die(value, x + dx * k, y + dy * k, 31 * k, theme.seat(colour), theme.on_seat(colour), NIGHT)


def _cards(pen: Pen, x: float, y: float, k: float) -> None:
    pen.rect(x - 40 * k, y - 28 * k, 38 * k, 54 * k, theme.seat("red"), PAPER, 2, 5)
    pen.rect(x - 34 * k, y - 22 * k, 26 * k, 6 * k, PAPER, radius=1)
    pen.rect(x - 3 * k, y - 16 * k, 54 * k, 38 * k, theme.seat("green"), PAPER, 2, 5)
    pen.rect(x + 39 * k, y - 10 * k, 6 * k, 26 * k, PAPER, radius=1)


def _hexes(pen: Pen, x: float, y: float, k: float) -> None:
    r = 19 * k
    for q, s, fill in (
        (-0.5, -1, "green"),
        (0.5, -1, ""),
        (-1, 0, ""),
        (1, 0, ""),
        (-0.5, 1, ""),
        (0.5, 1, "blue"),
        (0, 0, ""),
    ):
        hx, hy = x + q * r * 1.78, y + s * r * 1.56
        corners = [v for n in range(6) for v in (hx + r * sin(n * pi / 3), hy + r * cos(n * pi / 3))]
        if fill:
            pen.polygon(corners, theme.seat(fill))
        pen.line([*corners, *corners[:2]], PAPER, 1.8)
    pen.circle(x, y, 9 * k, theme.seat("amber"))


def _tree(pen: Pen, x: float, y: float, k: float) -> None:
    boxes = {
        "a": (-58, -22, "sky"),
        "b": (-22, -22, "sky"),
        "c": (-58, 22, "red"),
        "d": (-22, 22, "red"),
        "e": (14, 0, "amber"),
        "f": (43, 0, "green"),
    }
    for one, other in ("ab", "cd", "bd", "be", "de", "ef"):
        pen.line([v for name in (one, other) for v in (x + (boxes[name][0] + 8) * k, y + boxes[name][1] * k)], PAPER, 2)
    for bx, by, colour in boxes.values():
        pen.rect(x + (bx - 3) * k, y + (by - 8) * k, 23 * k, 16 * k, theme.seat(colour), PAPER, 1.6, 4)


def _planets(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line((x - 68 * k, y, x + 68 * k, y), (1, 1, 1, 0.25), 1)
    for dx, r, name in ((-50, 8, "Mercury"), (-22, 17, "Venus"), (12, 13, "Earth"), (42, 10, "Mars"), (62, 5, "Moon")):
        pen.circle(x + dx * k, y, r * k, theme.piece("venus_planets", name), PAPER, 1.6)


def _die(pen: Pen, x: float, y: float, k: float) -> None:
    pen.circle(x + 22 * k, y + 14 * k, 13 * k, theme.seat("sky"), PAPER, 1.8)
    pen.circle(x - 30 * k, y + 18 * k, 10 * k, theme.seat("violet"), PAPER, 1.8)
    pen.die(5, x - 4 * k, y - 8 * k, 40 * k, theme.seat("amber"), NIGHT, PAPER)


class Vignette(Drawing):
    """The picture of a game as a widget."""

    def __init__(self, slug: str, **more: object) -> None:
        super().__init__(**more)
        self.slug = slug

    def paint(self, pen: Pen) -> None:
        vignette(pen, self.slug, self.wide, self.high)
