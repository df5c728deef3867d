"""Base widgets: fitting labels, panels, rows, touch targets and cached drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from tableside.app.canvas_diff import Paper
from tableside.app.painter import Pen
from tableside.app.texture_cache import SMALLEST, boxed, narrowed, shortened, words_texture
from tableside.app.theme import theme

HELD = (0.5, 0.5, 0.5, 0.22)
"""What lies over a button while a finger holds it."""


class Words(Label):  # type: ignore[misc]
    """A sentence. `wrap`: as wide as its box and as high as it needs; `line`: one line, as wide as it needs;

    `box`: fits the box it is given: smaller down to `least` of its size, wrapped, and at last shortened.
    """

    fit = OptionProperty("wrap", options=("wrap", "line", "box"))
    plain = StringProperty("")
    strike = BooleanProperty(False)
    least = NumericProperty(SMALLEST)
    step = StringProperty("body")
    tone = StringProperty("ink")
    height: float
    font_size: float
    text: str
    text_size: Any

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
        texture = words_texture(
            self.text or " ", self.font_size, bool(self.bold), self.text_size[0], bool(self.strike), str(self.halign)
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
            self.font_size, self.text_size = narrowed(self.plain, base, bool(self.bold), self.width), (self.width, None)
            self.texture_update()
            self.height = self.texture_size[1]
        else:
            self.font_size = boxed(self.plain, base, bool(self.bold), self.width, self.height, self.least)
            self.text = shortened(self.plain, self.font_size, bool(self.bold), self.width, self.height)
            self.text_size = (self.width, max(self.height, 1))
            self.texture_update()
        self._trigger_texture.cancel()
        self._fitting = False


class Row(BoxLayout):  # type: ignore[misc]
    """Things side by side, as high as the highest."""


class Col(BoxLayout):  # type: ignore[misc]
    """Things under each other, as high as all of them."""


class Hairline(Widget):  # type: ignore[misc]
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
        self._under = Paper()
        self.canvas.before.add(self._under.group)
        later = self._ground_later
        self.bind(pos=later, size=later, fill=later, edge=later, edge_width=later, radius=later)
        later()

    def _ground(self, *_: Any) -> None:
        pen = Pen(self._under, self.x, self.top, 1)
        edge = self.edge if self.edge_width and self.edge[3] else None
        fill = self.fill if self.fill[3] else None
        pen.rect(0, 0, self.width, self.height, fill, edge, self.edge_width, self.radius)
        self._under.lay()


class Panel(Backed):
    """A sheet of paper on the table."""

    def __init__(self, fill: str = "surface", **more: Any) -> None:
        super().__init__(orientation=more.pop("orientation", "vertical"), **more)
        if isinstance(fill, str):
            self.fill = getattr(theme, fill)
        self.radius = 16 * theme.u


class Target(ButtonBehavior):  # type: ignore[misc]
    """Anything a finger can press; never smaller than a fingertip."""

    name = StringProperty("")
    """What tests and screen readers call it."""

    def __init__(self, **more: Any) -> None:
        self.press: Callable[[], Any] | None = more.pop("press", None)
        super().__init__(**more)

    def on_release(self) -> None:
        if self.press is not None:
            self.press()

    def on_state(self, _: Any, state: str) -> None:
        """Darker while it is held."""
        self.canvas.after.clear()
        if state == "down" and not self.disabled:
            pen = Pen(self.canvas.after, self.x, self.top, 1)
            pen.rect(0, 0, self.width, self.height, HELD, radius=max(self.radius, 1))


class Tap(Target, Backed):
    """A box to press, with other things in it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        if "radius" not in more:
            self.radius = 14 * theme.u


class Scroll(ScrollView):  # type: ignore[misc]
    """Scrolls up and down when there is more than fits."""


class Drawing(Widget):  # type: ignore[misc]
    """A picture drawn by `paint` whenever its place or content changes; only what differs is drawn anew."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._paper = Paper()
        self.canvas.add(self._paper.group)
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
        self.pen = Pen(self._paper, self.x, self.top)
        if self.width > 1 and self.height > 1:
            self.paint(self.pen)
        self._paper.lay()

    def paint(self, pen: Pen) -> None:
        """Draw the picture."""


class Plate(Widget):  # type: ignore[misc]
    """One drawing as wide as it is told and as high as it needs; moved without being drawn again."""

    height: float
    late = False
    """That it lies where nobody sees it yet: it is drawn with the next frame, after what is seen."""

    def __init__(self, **more: Any) -> None:
        # Nothing is measured before the layout has said how wide it may be.
        super().__init__(**{"size_hint": (1, None), "size": (1, 1), **more})
        self._measured = 0.0
        """The width for which the height was measured."""
        self._paper = Paper()
        self.pen = Pen(self._paper, 0, 0)
        with self.canvas:
            PushMatrix()
            self._place = Translate()
            self.canvas.add(self._paper.group)
            PopMatrix()
        self._repaint = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._moved, size=self._resized)

    def _moved(self, *_: Any) -> None:
        # `top` is kept by Kivy and may still be the one before this very change.
        self._place.xy = round(self.x), round(self.y + self.height)

    def _resized(self, *_: Any) -> None:
        if self.width <= 1:
            return
        if self.width != self._measured:
            self._measured = self.width
            high = self.measure(self.width / theme.u) * theme.u
            if high != self.height:
                self.height = high
                return
        self._moved()
        self._repaint()

    def _draw(self, *_: Any) -> None:
        if self.late:
            self.late = False
            Clock.schedule_once(self._draw)
        elif self.width > 1:
            self.pen = Pen(self._paper, 0, 0)
            self.paint(self.pen)
            self._paper.lay()

    def measure(self, wide: float) -> float:
        """How high it must be at this width; both in design units."""
        return float(self.height / theme.u)

    def paint(self, pen: Pen) -> None:
        """Draw it."""


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
