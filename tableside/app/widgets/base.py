"""Words that fit, panels, rows, taps and drawings: what everything else is put together from."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from tableside.app.pen import Pen, words_texture
from tableside.app.theme import theme

SMALLEST = 0.55
"""A word that must fit gets no smaller than this share of its size."""


class Words(Label):  # type: ignore[misc]
    """A sentence. `wrap`: as wide as its box and as high as it needs; `line`: one line, as wide as it needs;

    `box`: fits the box it is given, smaller or wrapped.
    """

    fit = OptionProperty("wrap", options=("wrap", "line", "box"))
    plain = StringProperty("")
    strike = BooleanProperty(False)
    step = StringProperty("body")
    tone = StringProperty("ink")

    def __init__(self, plain: str = "", step: str = "body", tone: str = "ink", fit: str = "wrap", **more: Any) -> None:
        self._fitting = False
        self._fitted: Any = None
        if fit != "line":
            # No words are measured before the layout has said how wide they may be.
            more.setdefault("width", 1)
        super().__init__(**more)
        self.fit, self.step, self.tone = fit, step, tone
        if "color" not in more:
            self.color = getattr(theme, tone)
        if fit == "line":
            self.size_hint = (None, None)
        elif fit == "wrap":
            self.size_hint_y = None
        self.bind(width=self._fit, height=self._fit, plain=self._fit, strike=self._fit)
        self.plain = plain
        self._fit()

    def texture_update(self, *_: Any) -> None:
        """The words as a texture: most of them were drawn before and are only looked up."""
        width = self.text_size[0]
        texture = words_texture(
            self.plain or " ", self.font_size, bool(self.bold), width, bool(self.strike), str(self.halign)
        )
        self.texture = texture
        self.texture_size = list(texture.size)

    def _fit(self, *_: Any) -> None:
        if self._fitting or (self.fit != "line" and self.width <= 1):
            return
        high = 0 if self.fit == "wrap" else self.height
        key = (self.plain, self.strike, self.step, self.bold, 0 if self.fit == "line" else self.width, high)
        if key == self._fitted and self.fit != "wrap":
            return
        if key == self._fitted and self.height == self.texture_size[1]:
            return
        self._fitting = True
        self._fitted = key
        base = getattr(theme, self.step)
        self.text = self.plain
        if self.fit == "line":
            self.font_size, self.text_size = base, (None, None)
            self.texture_update()
            self.size = self.texture_size
        elif self.fit == "wrap":
            self.font_size, self.text_size = self._narrow(base), (self.width, None)
            self.texture_update()
            self.height = self.texture_size[1]
        else:
            self.font_size, self.text_size = self._boxed(base), (self.width, max(self.height, 1))
            self.texture_update()
        self._trigger_texture.cancel()
        self._fitting = False

    def _narrow(self, base: float) -> float:
        """Letters small enough for the longest word."""
        longest = max(self.plain.split(), key=len, default="")
        if not longest or len(longest) * base * 0.75 < self.width:
            return base
        wide = words_texture(longest, base, bool(self.bold)).width
        return base if wide <= self.width else max(base * self.width / wide * 0.97, base * SMALLEST)

    def _boxed(self, base: float) -> float:
        """Letters small enough for the whole box, in one line or wrapped."""
        wide, high = words_texture(self.plain or " ", base, bool(self.bold)).size
        if wide <= self.width and high <= self.height + 1:
            return base
        size = self._narrow(base)
        while size > base * SMALLEST:
            if words_texture(self.plain, size, bool(self.bold), self.width).height <= self.height + 1:
                return size
            size -= base * 0.05
        return size


class Row(BoxLayout):  # type: ignore[misc]
    """Things side by side, as high as the highest."""


class Col(BoxLayout):  # type: ignore[misc]
    """Things under each other, as high as all of them."""


class Line(Widget):  # type: ignore[misc]
    """A hairline."""


class Upright(Widget):  # type: ignore[misc]
    """A hairline that parts things side by side."""


class Backed(BoxLayout):  # type: ignore[misc]
    """A box with a ground of its own: round corners, a fill and an edge, drawn only when one of them changes."""

    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    edge_width = NumericProperty(0)
    radius = NumericProperty(16)

    def __init__(self, **more: Any) -> None:
        self._ground_later = Clock.create_trigger(self._ground, -1)
        super().__init__(**more)
        with self.canvas.before:
            self._edge_colour = Color(0, 0, 0, 0)
            self._edge_shape = SmoothRoundedRectangle(size=(1, 1))
            self._fill_colour = Color(0, 0, 0, 0)
            self._fill_shape = SmoothRoundedRectangle(size=(1, 1))
        later = self._ground_later
        self.bind(pos=later, size=later, fill=later, edge=later, edge_width=later, radius=later)
        later()

    def _ground(self, *_: Any) -> None:
        x, y, w, h, d = self.x, self.y, max(self.width, 1), max(self.height, 1), self.edge_width
        self._edge_colour.rgba = self.edge if d else (0, 0, 0, 0)
        if d:
            self._edge_shape.pos, self._edge_shape.size, self._edge_shape.radius = (x, y), (w, h), [self.radius]
        self._fill_colour.rgba = self.fill
        self._fill_shape.pos = (x + d, y + d)
        self._fill_shape.size = (max(1, w - 2 * d), max(1, h - 2 * d))
        self._fill_shape.radius = [max(1, self.radius - d)]


class Panel(Backed):
    """A sheet of paper on the table."""

    def __init__(self, fill: str = "surface", **more: Any) -> None:
        super().__init__(orientation=more.pop("orientation", "vertical"), **more)
        if isinstance(fill, str):
            self.fill = getattr(theme, fill)
        self.radius = 16 * theme.u


class Tap(ButtonBehavior, Backed):  # type: ignore[misc]
    """Anything a finger can press; never smaller than a fingertip."""

    name = StringProperty("")
    """What tests and screen readers call it."""

    def __init__(self, **more: Any) -> None:
        press = more.pop("press", None)
        super().__init__(**more)
        if "radius" not in more:
            self.radius = 14 * theme.u
        if press is not None:
            self.bind(on_release=lambda *_: press())

    def on_state(self, _: Any, state: str) -> None:
        """Darker while it is held."""
        self.canvas.after.clear()
        if state == "down" and not self.disabled:
            with self.canvas.after:
                Color(0.5, 0.5, 0.5, 0.22)
                SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[max(self.radius, 1)])


class Scroll(ScrollView):  # type: ignore[misc]
    """Scrolls up and down when there is more than fits."""


class Drawing(Widget):  # type: ignore[misc]
    """A picture drawn by `paint` whenever its place or content changes."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._repaint = Clock.create_trigger(self._draw, -1)
        self.pen: Pen | None = None
        self.bind(pos=self._repaint, size=self._repaint)
        self._repaint()

    @property
    def wide(self) -> float:
        """Width in design units."""
        return float(self.width / theme.u)

    @property
    def high(self) -> float:
        """Height in design units."""
        return float(self.height / theme.u)

    def redraw(self) -> None:
        """Paint again soon."""
        self._repaint()

    def _draw(self, *_: Any) -> None:
        self._group.clear()
        self.pen = Pen(self._group, self.x, self.top)
        if self.width > 1 and self.height > 1:
            self.paint(self.pen)

    def paint(self, pen: Pen) -> None:
        """Draw the picture."""


class Icon(Drawing):
    """A sign."""

    sign = StringProperty("")
    ink = ColorProperty((0, 0, 0, 1))
    scale = NumericProperty(1.0)

    def __init__(self, sign: str, ink: Any = None, size: float = 28, scale: float = 1.0, **more: Any) -> None:
        more.setdefault("size_hint", (None, None))
        super().__init__(**more)
        self.size = (size * theme.u, size * theme.u)
        self.scale = scale
        self.ink = theme.ink if ink is None else ink
        self.sign = sign
        self.bind(sign=self._repaint, ink=self._repaint)

    def paint(self, pen: Pen) -> None:
        if self.sign:
            size = min(self.wide, self.high) * self.scale
            pen.icon(self.sign, self.wide / 2, self.high / 2, size, self.ink)


class Mark(Drawing):
    """A seat's mark."""

    def __init__(self, colour: str, letter: str, size: float = 40, outline: Any = None, **more: Any) -> None:
        more.setdefault("size_hint", (None, None))
        super().__init__(**more)
        self.colour, self.letter, self.outline = colour, letter, outline
        self.size = (size * theme.u, size * theme.u)

    def paint(self, pen: Pen) -> None:
        size = min(self.wide, self.high)
        pen.mark(self.colour, self.letter, self.wide / 2, self.high / 2, size, self.outline)


class Ground(Widget):  # type: ignore[misc]
    """A plain coloured ground."""

    shown = BooleanProperty(True)

    def __init__(self, colour: Any, **more: Any) -> None:
        super().__init__(**more)
        with self.canvas:
            Color(*colour)
            self._rect = Rectangle(pos=self.pos, size=self.size)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        self._rect.pos, self._rect.size = self.pos, self.size
