"""Draws in design units, y downwards, crisp at any size: shapes, words, seat marks, dice and signs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    Ellipse,
    InstructionGroup,
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothQuad,
    SmoothRoundedRectangle,
    SmoothTriangle,
)
from kivy.graphics.tesselator import Tesselator

from tableside.app.icons import CIRCLES, DOTS, FILLED, STROKES
from tableside.app.theme import Rgba, theme
from tableside.app.words import drawn

_textures: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
TEXTURES_MOST = 12_000_000
"""Pixels of words kept to be drawn again; the oldest go first."""
_kept = [0]
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _half(thickness: float) -> float:
    """Kivy counts half a line's thickness; the soft edge of a smooth line looks thinner than it is."""
    return max(thickness / 2 + 0.35, 0.8)


def words_texture(
    words: str, size: float, bold: bool, width: float | None = None, strike: bool = False, halign: str = "center"
) -> Any:
    """The words as a white texture, kept for the next time they are drawn."""
    key = (words, round(size, 1), bold, None if width is None else round(width), strike, halign)
    found = _textures.get(key)
    if found is None:
        from kivy.core.text.markup import MarkupLabel

        plain = drawn(words) == words and not strike
        kind = CoreLabel if plain else MarkupLabel
        shown = words if plain else drawn(words)
        label = kind(
            text=f"[s]{shown}[/s]" if strike else shown,
            font_size=max(size, 1),
            font_name="Roboto",
            bold=bold,
            halign=halign,
            valign="middle",
            text_size=(width, None),
            color=(1, 1, 1, 1),
        )
        label.refresh()
        found = _textures[key] = label.texture
        _kept[0] += found.width * found.height
        while _kept[0] > TEXTURES_MOST and len(_textures) > 1:
            _, old = _textures.popitem(last=False)
            _kept[0] -= old.width * old.height
    else:
        _textures.move_to_end(key)
    return found


class Pen:
    """A pen on a canvas: (0, 0) is the top left corner of the paper, one unit is one design unit."""

    def __init__(self, canvas: Any, left: float, top: float, u: float | None = None) -> None:
        self.canvas, self.left, self.top = canvas, left, top
        self.u = theme.u if u is None else u
        self.written: list[tuple[str, float, float, float, float]] = []
        """Every word written with its box, so that tests can see whether words overlap."""

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the paper in window pixels."""
        return self.left + x * self.u, self.top - y * self.u

    def colour(self, colour: Sequence[float]) -> None:
        self.canvas.add(Color(*colour))

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Sequence[float] | None = None,
        edge: Sequence[float] | None = None,
        width: float = 1.5,
        radius: float = 0,
    ) -> None:
        """A box with round corners; the outline lies within it."""
        left, bottom = self.at(x, y + h)
        u = self.u
        if edge is not None:
            self.colour(edge)
            if fill is None:
                inset = width * u / 2
                self.canvas.add(
                    SmoothLine(
                        rounded_rectangle=(
                            left + inset,
                            bottom + inset,
                            max(w * u - 2 * inset, 1),
                            max(h * u - 2 * inset, 1),
                            max(radius * u - inset, 0.1),
                        ),
                        width=_half(width * u),
                    )
                )
                return
            self.canvas.add(self._box(left, bottom, w * u, h * u, radius * u))
            if fill is not None:
                self.colour(fill)
                d = width * u
                self.canvas.add(self._box(left + d, bottom + d, w * u - 2 * d, h * u - 2 * d, max(radius * u - d, 0)))
        elif fill is not None:
            self.colour(fill)
            self.canvas.add(self._box(left, bottom, w * u, h * u, radius * u))

    @staticmethod
    def _box(x: float, y: float, w: float, h: float, radius: float) -> Any:
        w, h = max(w, 0.5), max(h, 0.5)
        if radius < 0.5 or min(w, h) < 4:
            return Rectangle(pos=(x, y), size=(w, h))
        return SmoothRoundedRectangle(pos=(x, y), size=(w, h), radius=[min(radius, w / 2, h / 2)])

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        fill: Sequence[float] | None = None,
        edge: Sequence[float] | None = None,
        width: float = 1.5,
        segments: int = 0,
    ) -> None:
        """A disc, or with `segments` a regular shape with so many corners."""
        cx, cy = self.at(x, y)
        for colour, radius in ((edge, r), (fill, r - width if edge is not None else r)):
            if colour is None or (colour is edge and fill is None):
                continue
            self.colour(colour)
            size = 2 * radius * self.u
            more = {"segments": segments, "angle_start": 90, "angle_end": 450} if segments else {}
            kind = SmoothEllipse if size > 9 else Ellipse
            self.canvas.add(kind(pos=(cx - size / 2, cy - size / 2), size=(size, size), **more))
        if edge is not None and fill is None:
            self.colour(edge)
            self.canvas.add(
                SmoothLine(
                    circle=(cx, cy, (r - width / 2) * self.u, 0, 360, segments or 48), width=_half(width * self.u)
                )
            )

    def line(self, points: Sequence[float], colour: Sequence[float], width: float = 1.5, close: bool = False) -> None:
        """A stroke through points, as thick as said."""
        flat: list[float] = []
        for place in range(0, len(points), 2):
            flat.extend(self.at(points[place], points[place + 1]))
        self.colour(colour)
        self.canvas.add(SmoothLine(points=flat, width=_half(width * self.u), joint="round", cap="round", close=close))

    def segments(
        self, ends: Sequence[tuple[float, float, float, float]], colour: Sequence[float], width: float
    ) -> None:
        """Many straight strokes in one stroke of work: x, y to x, y each."""
        vertices: list[float] = []
        indices: list[int] = []
        half = max(width * self.u, 1.0) / 2
        for x1, y1, x2, y2 in ends:
            (ax, ay), (bx, by) = self.at(x1, y1), self.at(x2, y2)
            long = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 0.01)
            nx, ny = -(by - ay) / long * half, (bx - ax) / long * half
            first = len(vertices) // 4
            for px, py in ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)):
                vertices += [px, py, 0, 0]
            indices += [first, first + 1, first + 2, first, first + 2, first + 3]
        self.colour(colour)
        for start in range(0, len(indices), 60_000):
            self.canvas.add(Mesh(vertices=vertices, indices=indices[start : start + 60_000], mode="triangles"))

    def polygon(
        self,
        points: Sequence[float],
        fill: Sequence[float],
        edge: Sequence[float] | None = None,
        width: float = 1.5,
    ) -> None:
        """A filled shape of any corners."""
        flat: list[float] = []
        for place in range(0, len(points), 2):
            flat.extend(self.at(points[place], points[place + 1]))
        self.colour(fill)
        if len(flat) == 6:
            self.canvas.add(SmoothTriangle(points=flat))
        elif len(flat) == 8:
            self.canvas.add(SmoothQuad(points=flat))
        else:
            pieces = Tesselator()
            pieces.add_contour(flat)
            if pieces.tesselate():
                for vertices, indices in pieces.meshes:
                    self.canvas.add(Mesh(vertices=vertices, indices=indices, mode="triangle_fan"))
        if edge is not None or len(flat) > 8:
            self.line([*points, *points[:2]], edge if edge is not None else fill, width if edge is not None else 0.8)

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        colour: Sequence[float] | None = None,
        bold: bool = False,
        anchor: str = "center",
        width: float | None = None,
        lines: int = 1,
        strike: bool = False,
    ) -> float:
        """Words at (x, y), which is the side `anchor` names; too wide ones get smaller. Gives their width."""
        if not words:
            return 0.0
        u = self.u
        size *= theme.text_scale
        texture = words_texture(words, size * u, bold, strike=strike)
        if width is not None and texture.width > width * u:
            if lines > 1:
                texture = words_texture(words, size * u, bold, width * u, strike, anchor)
                while texture.height > lines * size * u * 1.32 and size > 9:
                    size -= 1
                    texture = words_texture(words, size * u, bold, width * u, strike, anchor)
            else:
                size = max(size * width * u / texture.width * 0.98, 8)
                texture = words_texture(words, size * u, bold, strike=strike)
        wide, high = texture.size
        cx, cy = self.at(x, y)
        left = cx - wide / 2 if anchor == "center" else cx if anchor == "left" else cx - wide
        self.colour(theme.ink if colour is None else colour)
        self.canvas.add(Rectangle(texture=texture, pos=(round(left), round(cy - high / 2)), size=(wide, high)))
        self.written.append((words, left, cy - high / 2, wide, high))
        return float(wide / u)

    def icon(self, name: str, x: float, y: float, size: float, colour: Sequence[float], weight: float = 2.2) -> None:
        """A sign around (x, y)."""
        k = size / 24
        if name in FILLED:
            points = FILLED[name]
            placed = [
                v for n in range(0, len(points), 2) for v in (x + (points[n] - 12) * k, y + (points[n + 1] - 12) * k)
            ]
            self.polygon(placed, colour)
            if name == "person":
                self.circle(x, y - 6 * k, 4.4 * k, colour)
            return
        for stroke in STROKES[name]:
            placed = [
                v for n in range(0, len(stroke), 2) for v in (x + (stroke[n] - 12) * k, y + (stroke[n + 1] - 12) * k)
            ]
            self.line(placed, colour, min(weight * k * 1.15, 4))
        for dot in DOTS.get(name, ()):
            self.circle(x + (dot[0] - 12) * k, y + (dot[1] - 12) * k, 1.5 * k, colour)
        for cx, cy, r, start, end in CIRCLES.get(name, ()):
            px, py = self.at(x + (cx - 12) * k, y + (cy - 12) * k)
            self.colour(colour)
            self.canvas.add(
                SmoothLine(
                    circle=(px, py, r * k * self.u, start, end, 40), width=_half(min(weight * k * 1.15, 4) * self.u)
                )
            )

    def mark(
        self,
        colour: str,
        letter: str,
        x: float,
        y: float,
        size: float,
        outline: Rgba | None = None,
        hollow: bool = False,
    ) -> None:
        """A seat's mark: its colour, its shape and a letter, outlined so that it shows on any ground."""
        shape, fill, ink = theme.shape(colour), theme.seat(colour), theme.on_seat(colour)
        edge = outline if outline is not None else tuple(theme.ink)
        width = max(size / 17, 1.2)
        drop = self.shape(shape, x, y, size, edge)
        self.shape(shape, x, y, size, fill, inset=width)
        scale = {"triangle": 0.36, "diamond": 0.4, "cross": 0.42}.get(shape, 0.5)
        if len(letter) > 1:
            scale *= 0.72
        u, keep = self.u, theme.text_scale
        self.text(letter, x, y + drop, size * scale / keep, edge if hollow else ink, bold=True)
        self.u = u

    def shape(self, shape: str, x: float, y: float, size: float, fill: Sequence[float], inset: float = 0) -> float:
        """One of the six seat shapes; gives how much lower its middle looks."""
        r = size / 2
        if shape == "circle":
            self.circle(x, y, r * 0.96 - inset, fill)
        elif shape == "square":
            side = size * 0.84 - 2 * inset
            self.rect(x - side / 2, y - side / 2, side, side, fill, radius=max(size * 0.09 - inset / 2, 1))
        elif shape == "triangle":
            top, low, half = y - r * 0.98, y + r * 0.8, r * 1.08
            self.polygon(
                (x, top + inset * 2.1, x + half - inset * 1.75, low - inset, x - half + inset * 1.75, low - inset), fill
            )
            return size * 0.11
        elif shape == "diamond":
            d = r * 1.06 - inset * 1.42
            self.polygon((x, y - d, x + d, y, x, y + d, x - d, y), fill)
        elif shape == "hexagon":
            self.circle(x, y, r * 1.02 - inset * 1.1, fill, segments=6)
        else:
            arm, reach = size * 0.46 - 2 * inset, size - 2 * inset
            self.rect(x - arm / 2, y - reach / 2, arm, reach, fill, radius=1.2)
            self.rect(x - reach / 2, y - arm / 2, reach, arm, fill, radius=1.2)
        return 0.0

    def die(
        self,
        value: int | str | None,
        x: float,
        y: float,
        size: float,
        fill: Sequence[float],
        ink: Sequence[float],
        edge: Sequence[float] | None = None,
    ) -> None:
        """A die: pips for one to six, a burst for a special face, a question mark when it is not known."""
        edge = edge if edge is not None else tuple(theme.ink)
        self.rect(x - size / 2, y - size / 2, size, size, fill, edge, max(size / 18, 1.2), size * 0.2)
        if isinstance(value, int) and value in PIPS:
            for px, py in PIPS[value]:
                self.circle(x + px * size * 0.25, y + py * size * 0.25, size * 0.085, ink)
        elif value in ("burst", "boom"):
            self.icon("star", x, y, size * 0.7, theme.refuse)
        else:
            self.text("?" if value is None else str(value), x, y, size * 0.5 / theme.text_scale, ink, bold=True)


def group() -> InstructionGroup:
    """An empty drawing."""
    return InstructionGroup()
