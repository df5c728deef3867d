"""Drawing primitives in design units with y downwards: shapes, text, seat marks, dice and icons."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from kivy.graphics import (
    BorderImage,
    InstructionGroup,
    Mesh,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothQuad,
    SmoothTriangle,
)
from kivy.graphics.tesselator import Tesselator

from tableside.app.canvas_diff import Paper, Straight
from tableside.app.icons import CIRCLES, DOTS, FILLED, STROKES
from tableside.app.texture_cache import (
    Ink,
    bar_texture,
    box_texture,
    disc_texture,
    hexagon_texture,
    narrowed,
    parted,
    small_texture,
    white,
    words_size,
    words_texture,
)
from tableside.app.theme import Rgba, theme

WHITE: Ink = (1.0, 1.0, 1.0, 1.0)
LARGE_DISC = 160
"""Radius in pixels above which discs are drawn as meshes: a cached texture is drawn in a third of the time."""
SMALL_BOX = 64
"""Boxes up to this many pixels are placed at subpixels; larger ones snap to whole pixels."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _half(thickness: float) -> float:
    """Kivy's line width (half the thickness), corrected for the antialiased edge."""
    return max(thickness / 2 + 0.35, 0.8)


def _plain(x: float, y: float, w: float, h: float) -> Any:
    return Rectangle(pos=(x, y), size=(w, h), texture=white())


def _shown(texture: Any, x: float, y: float, w: float, h: float) -> Any:
    return Rectangle(texture=texture, pos=(x, y), size=(w, h))


def _stretched(texture: Any, x: float, y: float, w: float, h: float, across: int, down: int) -> Any:
    return BorderImage(texture=texture, pos=(x, y), size=(w, h), border=(down, across, down, across))


def _ellipse(x: float, y: float, size: float, segments: int) -> Any:
    more = {"segments": segments, "angle_start": 90, "angle_end": 450} if segments else {}
    return SmoothEllipse(pos=(x, y), size=(size, size), **more)


def _stroke(points: tuple[float, ...], width: float, close: bool) -> Any:
    return SmoothLine(points=points, width=width, joint="round", cap="round", close=close)


def _ring(x: float, y: float, r: float, start: float, end: float, segments: int, width: float) -> Any:
    return SmoothLine(circle=(x, y, r, start, end, segments), width=width)


def _corners(points: tuple[float, ...]) -> Any:
    return SmoothTriangle(points=points) if len(points) == 6 else SmoothQuad(points=points)


def _area(points: tuple[float, ...]) -> Any:
    found = InstructionGroup()
    pieces = Tesselator()
    pieces.add_contour(points)
    if pieces.tesselate():
        for vertices, indices in pieces.meshes:
            found.add(Mesh(vertices=vertices, indices=indices, mode="triangle_fan"))
    return found


def _bars(ends: tuple[float, ...], width: float) -> Any:
    """Straight line segments as one mesh."""
    vertices: list[float] = []
    indices: list[int] = []
    width = max(width, 1.0)
    half = width / 2 + 1
    for n in range(0, len(ends), 4):
        ax, ay, bx, by = ends[n : n + 4]
        long = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 0.01)
        nx, ny = -(by - ay) / long * half, (bx - ax) / long * half
        first = len(vertices) // 4
        for px, py, v in ((ax + nx, ay + ny, 0), (bx + nx, by + ny, 0), (bx - nx, by - ny, 1), (ax - nx, ay - ny, 1)):
            vertices += [px, py, 0.5, v]
        indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    found, soft = InstructionGroup(), bar_texture(width)
    for start in range(0, len(indices), 60_000):
        found.add(Mesh(vertices=vertices, indices=indices[start : start + 60_000], mode="triangles", texture=soft))
    return found


__all__ = ["PIPS", "Pen", "words_texture"]


class Pen:
    """Draws on a canvas; (0, 0) is its top left corner and lengths are design units."""

    def __init__(self, canvas: Any, left: float, top: float, u: float | None = None) -> None:
        self.canvas: Paper | Straight = canvas if isinstance(canvas, Paper) else Straight(canvas)
        self.left, self.top = left, top
        self.u = theme.u if u is None else u
        self.written: list[tuple[str, float, float, float, float]] = []
        """Text drawn with its bounding box, for layout tests."""

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point to window pixels."""
        return self.left + x * self.u, self.top - y * self.u

    def _all(self, points: Sequence[float]) -> tuple[float, ...]:
        left, top, u = self.left, self.top, self.u
        return tuple(top - v * u if n % 2 else left + v * u for n, v in enumerate(points))

    def colour(self, colour: Sequence[float]) -> None:
        self.canvas.colour(tuple(colour))

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
        """A rounded rectangle; the outline lies inside it."""
        if fill is None and edge is None:
            return
        u = self.u
        inside, outline = None if fill is None else tuple(fill), None if edge is None else tuple(edge)
        d = 0.0 if edge is None else max(width * u, 1.0)
        left, bottom = self.at(x, y + h)
        if max(w, h) * u <= SMALL_BOX:
            self._small(left, bottom, max(w * u, 0.5), max(h * u, 0.5), d, radius * u, inside, outline)
            return
        right, top = round(left + w * u), round(bottom + h * u)
        left, bottom = round(left), round(bottom)
        wide, high = max(right - left, 1), max(top - bottom, 1)
        if outline is None and inside is not None and (radius * u < 0.5 or min(wide, high) < 4):
            self.colour(inside)
            self.canvas.put(_plain, left, bottom, wide, high)
            return
        r = min(radius * u, wide / 2, high / 2)
        corner = ceil(max(r, d)) + 1
        across, down = min(2 * corner + 1, wide), min(2 * corner + 1, high)
        texture = box_texture(across, down, r, d, inside, outline)
        self.canvas.colour(WHITE)
        across, down = min(corner, across // 2), min(corner, down // 2)
        self.canvas.put(_stretched, texture, left, bottom, wide, high, across, down)

    def _small(
        self, left: float, bottom: float, w: float, h: float, d: float, r: float, fill: Ink | None, edge: Ink | None
    ) -> None:
        texture = small_texture(round(w * 4) / 4, round(h * 4) / 4, min(r, w / 2, h / 2), d, fill, edge)
        self.canvas.colour(WHITE)
        wide, high = texture.size
        self.canvas.put(_shown, texture, left + (w - wide) / 2, bottom + (h - high) / 2, wide, high)

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
        u = self.u
        if segments in (0, 6) and r * u <= LARGE_DISC and (fill is not None or edge is not None):
            baked = hexagon_texture if segments else disc_texture
            texture = baked(
                max(round(r * u * 4) / 4, 0.5),
                width * u,
                None if fill is None else tuple(fill),
                None if edge is None else tuple(edge),
            )
            self.canvas.colour(WHITE)
            size = texture.width
            self.canvas.put(_shown, texture, cx - size / 2, cy - size / 2, size, size)
            return
        if fill is not None:
            for colour, radius in ((edge, r), (fill, r - width if edge is not None else r)):
                if colour is not None:
                    self.colour(colour)
                    self.canvas.put(_ellipse, cx - radius * u, cy - radius * u, 2 * radius * u, segments)
        elif edge is not None:
            self.colour(edge)
            self.canvas.put(_ring, cx, cy, (r - width / 2) * u, 0, 360, segments or 48, _half(width * u))

    def line(self, points: Sequence[float], colour: Sequence[float], width: float = 1.5, close: bool = False) -> None:
        """A polyline of this thickness."""
        self.colour(colour)
        self.canvas.put(_stroke, self._all(points), _half(width * self.u), close)

    def segments(
        self, ends: Sequence[tuple[float, float, float, float]], colour: Sequence[float], width: float
    ) -> None:
        """Line segments (x, y, x, y) drawn as one mesh."""
        self.colour(colour)
        self.canvas.put(_bars, self._all([value for end in ends for value in end]), width * self.u)

    def polygon(
        self,
        points: Sequence[float],
        fill: Sequence[float],
        edge: Sequence[float] | None = None,
        width: float = 1.5,
    ) -> None:
        """A filled polygon."""
        flat = self._all(points)
        self.colour(fill)
        self.canvas.put(_corners if len(flat) in (6, 8) else _area, flat)
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
        ground: Sequence[float] | None = None,
    ) -> float:
        """Words at (x, y), which is the side `anchor` names; too wide ones get smaller. Gives their width.

        With a `ground` they can be read where lines pass under them.
        """
        if not words:
            return 0.0
        u = self.u
        size *= theme.text_scale
        wrapped = None
        if width is not None and words_size(words, size * u, bold)[0] > width * u:
            if lines > 1:
                wrapped = width * u
                words = parted(words, size * u, bold, wrapped)
            size = self._fitting(words, size, bold, width, lines)
        texture = words_texture(words, size * u, bold, wrapped, strike, anchor)
        wide, high = texture.size
        cx, cy = self.at(x, y)
        left = cx - wide / 2 if anchor == "center" else cx if anchor == "left" else cx - wide
        if ground is not None:
            self.rect((left - self.left) / u - 3, y - high / u / 2, wide / u + 6, high / u, ground, radius=5)
        self.colour(theme.ink if colour is None else colour)
        self.canvas.put(_shown, texture, round(left), round(cy - high / 2), wide, high)
        self.written.append((words, left, cy - high / 2, wide, high))
        return float(wide / u)

    def _fitting(self, words: str, size: float, bold: bool, width: float, lines: int) -> float:
        """The size at which words fit so many lines of this width."""
        u = self.u
        wide = words_size(words, size * u, bold)[0]
        if wide <= width * u:
            return size
        if lines == 1:
            return max(size * width * u / wide * 0.98, 8)
        size = narrowed(words, size * u, bold, width * u) / u
        while words_size(words, size * u, bold, width * u)[1] > lines * size * u * 1.32 and size > 9:
            size -= 1
        return size

    def alike(self, words: Sequence[str], size: float, bold: bool, width: float, lines: int = 1) -> float:
        """The size, for `text`, at which each of these fits so many lines: what stands together looks alike."""
        full = size * theme.text_scale
        if lines > 1:
            words = [parted(each, full * self.u, bold, width * self.u) for each in words]
            return min(self._fitting(each, full, bold, width, lines) for each in words) / theme.text_scale
        widest = max(words_size(each, full * self.u, bold)[0] for each in words)
        return size * min(1.0, width * self.u / max(widest, 1) * 0.98)

    def block(self, texture: Any, words: str, x: float, y: float, colour: Sequence[float]) -> None:
        """Words that are measured already, with their top left corner at (x, y)."""
        left, top = self.at(x, y)
        wide, high = texture.size
        self.colour(colour)
        self.canvas.put(_shown, texture, round(left), round(top - high), wide, high)
        self.written.append((words, left, top - high, wide, high))

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
            self.canvas.put(_ring, px, py, r * k * self.u, start, end, 40, _half(min(weight * k * 1.15, 4) * self.u))

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
        self.text(letter, x, y + drop, size * scale / theme.text_scale, edge if hollow else ink, bold=True)

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
