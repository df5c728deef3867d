"""Controls: buttons, chips, steppers, switches and text input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.stacklayout import StackLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from tableside.app.i18n import counted
from tableside.app.painter import Pen
from tableside.app.texture_cache import words_texture
from tableside.app.theme import theme
from tableside.app.widgets.base import Col, Drawing, Icon, Row, Tap, Words

Press = Callable[[], Any] | None


class TextButton(Tap):
    """A button with words, and a sign before them. `primary` is the one dark button of a screen."""

    def __init__(
        self, words: str, press: Press = None, *, style: str = "outline", sign: str = "", name: str = "", **more: Any
    ) -> None:
        super().__init__(press=press, name=name or words, **more)
        primary = style == "primary"
        u = theme.u
        self.style = style
        ink = theme.paper if primary else theme.ink
        self.fill = theme.primary if primary else theme.surface
        self.edge = theme.primary if primary else theme.edge
        self.edge_width = 1.5 * u
        self.spacing = 12 * u
        self.padding = (16 * u, 6 * u)
        self.size_hint_y = None
        self.height = (56 if theme.phone else 64 if primary else 60) * u
        self.icon = Icon(sign, ink=ink, size=24, pos_hint={"center_y": 0.5}) if sign else None
        self.words = Words(words, "heading" if primary and not theme.phone else "body", fit="box", color=ink, bold=True)
        self.words.halign = "center"
        if self.icon is not None:
            self.add_widget(Widget())
            self.add_widget(self.icon)
            self.words.size_hint_x = None
            self.words.halign = "left"
        self.add_widget(self.words)
        if self.icon is not None:
            self.add_widget(Widget())
            self.bind(width=self._centre)
            self.words.bind(plain=self._centre)
        self.bind(disabled=self._shade)
        if more.get("disabled"):
            self._shade()

    def _centre(self, *_: Any) -> None:
        """Sign and words stand together in the middle."""
        wide = words_texture(self.words.plain, getattr(theme, self.words.step), True).width + 2
        self.words.width = max(min(wide, self.width - 96 * theme.u), 1)

    def _shade(self, *_: Any) -> None:
        if self.disabled:
            self.fill, self.edge, ink = theme.sunken, theme.line, theme.disabled
        else:
            primary = self.style == "primary"
            self.fill = theme.primary if primary else theme.surface
            self.edge = theme.primary if primary else theme.edge
            ink = theme.paper if primary else theme.ink
        self.words.color = self.words.disabled_color = ink
        if self.icon is not None:
            self.icon.ink = ink

    def hug(self) -> TextButton:
        """As wide as the words need."""
        wide = words_texture(self.words.plain, getattr(theme, self.words.step), True).width
        self.size_hint_x = None
        self.width = wide + 40 * theme.u + (60 * theme.u if self.icon is not None else 0)
        return self


class IconButton(Tap):
    """A sign to press, with a word under it when there is one."""

    def __init__(
        self, sign: str, press: Press = None, *, words: str = "", ink: Any = None, name: str = "", **more: Any
    ) -> None:
        super().__init__(press=press, orientation="vertical", name=name or words or sign, **more)
        u = theme.u
        self.size_hint = (None, None)
        self.size = ((76 if words else 52) * u, (60 if words else 52) * u)
        self.ink = theme.ink if ink is None else ink
        self.icon = Icon(sign, ink=self.ink, size=28, pos_hint={"center_x": 0.5})
        self.label: Words | None = None
        if words:
            self.padding = (0, 4 * u)
            self.add_widget(self.icon)
            self.label = Words(words, "small", fit="box", color=self.ink)
            self.label.halign = "center"
            self.add_widget(self.label)
        else:
            self.icon.pos_hint = {"center_x": 0.5, "center_y": 0.5}
            self.padding = ((52 - 28) / 2 * u, (52 - 28) / 2 * u)
            self.add_widget(self.icon)
        self.bind(disabled=self._shade)
        if more.get("disabled"):
            self._shade()

    def _shade(self, *_: Any) -> None:
        ink = theme.disabled if self.disabled else self.ink
        self.icon.ink = ink
        if self.label is not None:
            self.label.color = self.label.disabled_color = ink


class Swatch(Tap):
    """A colour to choose, with its word where there is room: framed when it is chosen, crossed when another has it."""

    def __init__(
        self, colour: str, words: str, press: Press = None, *, chosen: bool = False, taken: bool = False, name: str = ""
    ) -> None:
        super().__init__(press=press, name=name)
        u = theme.u
        self.size_hint = (None, None)
        self.height, self.radius, self.spacing = 52 * u, 26 * u, 8 * u
        self.fill = theme.surface
        self.edge, self.edge_width = (theme.ink, 3 * u) if chosen else (theme.line, 1.5 * u)
        self.padding = (8 * u if colour else 14 * u, 8 * u, 8 * u, 8 * u)
        self.width = 52 * u
        if colour:
            self.add_widget(Disc(colour, taken, size_hint=(None, None), size=(36 * u, 36 * u)))
        if words:
            label = Words(words, "label", fit="line", bold=chosen, pos_hint={"center_y": 0.5})
            self.add_widget(label)
            self.width = label.width + (64 if colour else 28) * u


class Disc(Drawing):
    """A disc in a seat's or a piece's colour, crossed out when somebody else has it."""

    def __init__(self, colour: str, crossed: bool, **more: Any) -> None:
        super().__init__(**more)
        self.colour, self.crossed = colour, crossed

    def paint(self, pen: Pen) -> None:
        x, y = self.wide / 2, self.high / 2
        pen.circle(x, y, x - 1, theme.seat(self.colour), theme.ink, 2)
        if self.crossed:
            pen.icon("cross", x, y, self.wide * 0.8, theme.on_seat(self.colour))


class Pill(Tap):
    """A small round label; inside a larger target it is only a picture."""

    def __init__(self, words: str, press: Press = None, *, filled: bool = False, sign: str = "", **more: Any) -> None:
        super().__init__(press=press, name=more.pop("name", words), **more)
        u = theme.u
        self.passive = press is None
        self.fill = theme.primary if filled else theme.surface
        self.edge, self.edge_width = theme.edge, 1.5 * u
        ink = theme.paper if filled else theme.ink
        self.size_hint = (None, None)
        self.height = 48 * u
        self.radius = 24 * u
        self.padding = (16 * u, 0)
        self.spacing = 8 * u
        self.words = Words(words, "label", fit="line", bold=True, color=ink, pos_hint={"center_y": 0.5})
        if sign:
            self.add_widget(Icon(sign, ink=ink, size=20, pos_hint={"center_y": 0.5}))
        self.add_widget(self.words)
        self.width = max(self.words.width + 34 * u + (28 * u if sign else 0), 48 * u)
        if self.passive:
            self.height = 40 * u
            self.radius = 20 * u

    def on_touch_down(self, touch: Any) -> bool:
        return False if self.passive else bool(super().on_touch_down(touch))


class Chip(Tap):
    """A choice among a few, side by side; the chosen one is dark."""

    def __init__(
        self,
        words: str,
        press: Press = None,
        *,
        chosen: bool = False,
        lead: Widget | None = None,
        refused: bool = False,
        step: str = "body",
        **more: Any,
    ) -> None:
        super().__init__(press=press, name=more.pop("name", words), **more)
        u = theme.u
        self.chosen = chosen
        self.fill = theme.sunken if refused else theme.primary if chosen else theme.surface
        self.edge = theme.line if refused else theme.primary if chosen else theme.edge
        self.edge_width = 1.5 * u
        self.radius = 12 * u
        ink = theme.disabled if refused else theme.paper if chosen else theme.ink
        self.size_hint_y = None
        self.height = 52 * u
        self.padding = (12 * u, 4 * u)
        self.spacing = 8 * u
        if lead is not None:
            lead.pos_hint = {"center_y": 0.5}
            self.add_widget(lead)
        self.words = Words(words, step, fit="box", bold=chosen, color=ink)
        self.words.halign = "left" if lead is not None else "center"
        self.add_widget(self.words)
        self._lead = lead

    def hug(self) -> Chip:
        """As wide as the words need."""
        wide = words_texture(self.words.plain, getattr(theme, self.words.step), True).width
        self.size_hint_x = None
        lead = self._lead.width + 8 * theme.u if self._lead is not None else 0
        self.width = max(wide + 26 * theme.u + lead, 52 * theme.u)
        return self


class Abreast(StackLayout):  # type: ignore[misc]
    """Things to press side by side, in as many rows as they need; none is wider than the room there is."""

    def __init__(self, **more: Any) -> None:
        super().__init__(size_hint_y=None, **{"spacing": 8 * theme.u, **more})
        self._wide: dict[Widget, float] = {}
        self.bind(minimum_height=self.setter("height"), width=self._narrow)

    def add_widget(self, widget: Widget, *args: Any, **more: Any) -> None:
        self._wide[widget] = widget.width
        super().add_widget(widget, *args, **more)

    def _narrow(self, *_: Any) -> None:
        for widget, wide in self._wide.items():
            widget.width = min(wide, self.width)


class Segments(Row):
    """Two or three words of which one is on."""

    def __init__(
        self, labels: Sequence[tuple[Any, str]], value: Any, change: Callable[[Any], Any], **more: Any
    ) -> None:
        super().__init__(**more)
        self.spacing = 8 * theme.u
        for option, words in labels:
            self.add_widget(Chip(words, partial(change, option), chosen=option == value, step="label"))


class Switcher(Tap):
    """On or off."""

    def __init__(self, on: bool, change: Callable[[bool], Any], **more: Any) -> None:
        super().__init__(press=lambda: change(not on), **more)
        u = theme.u
        self.size_hint = (None, None)
        self.size = (84 * u, 48 * u)
        self.radius = 24 * u
        self.fill = theme.primary if on else theme.sunken
        self.edge, self.edge_width = (theme.primary if on else theme.edge), 1.5 * u
        self.on = on
        self.padding = (12 * u, 12 * u)
        sign = Icon("check" if on else "cross", ink=theme.paper if on else theme.disabled, size=24)
        if on:
            self.add_widget(Widget())
        self.add_widget(sign)
        if not on:
            self.add_widget(Widget())


class Stepper(Col):
    """A number between minus and plus; holding a button repeats. While it is unknown a dash is shown."""

    value = NumericProperty(0)
    change = ObjectProperty(None, allownone=True)

    def __init__(
        self,
        value: int,
        change: Callable[[int], Any] | None = None,
        *,
        minimum: int | None = None,
        maximum: int | None = None,
        label: str = "",
        name: str = "",
        inline: bool = False,
        unknown: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(**more)
        u = theme.u
        self.minimum, self.maximum, self.change, self.unknown = minimum, maximum, change, unknown
        self.value = value
        self.spacing = 4 * u
        self.name = name
        self.shown = Words(counted(value), "heading", fit="box", bold=True)
        self.shown.halign = "center"
        self.less = self._button("minus", -1)
        self.more_button = self._button("plus", 1)
        if inline:
            row = Row(spacing=4 * u, height=48 * u)
            row.add_widget(self.less)
            row.add_widget(self.shown)
            row.add_widget(self.more_button)
            self.add_widget(row)
        else:
            self.shown.size_hint_y, self.shown.height = None, 34 * u
            self.add_widget(self.shown)
            row = Row(spacing=8 * u, height=48 * u)
            row.add_widget(self.less)
            row.add_widget(self.more_button)
            self.add_widget(row)
            if label:
                under = Words(label, "small", color=theme.ink2)
                under.halign = "center"
                self.add_widget(under)
        self._repeat: Any = None
        self._held = False
        self._show()

    def _button(self, sign: str, by: int) -> Tap:
        u = theme.u
        button = Tap(name=f"{self.name} {sign}".strip())
        button.size_hint_y = None
        button.height = 48 * u
        button.size_hint_min_x = 48 * u
        button.fill, button.edge, button.edge_width = theme.surface, theme.edge, 1.5 * u
        button.radius = 12 * u
        icon = Icon(sign, size=22)
        icon.size_hint = (1, 1)
        button.icon = icon
        button.add_widget(icon)
        button.padding = (8 * u, 12 * u)
        button.bind(on_press=lambda *_: self._hold(by), on_release=lambda *_: self._let(by))
        button.bind(on_touch_up=lambda *_: self._stop())
        return button

    def _hold(self, by: int) -> None:
        self._held = False
        self._repeat = Clock.schedule_interval(lambda dt: self._again(by), 0.12)
        self._wait = 4

    def _again(self, by: int) -> None:
        self._wait -= 1
        if self._wait <= 0:
            self._held = True
            self.add(by)

    def _let(self, by: int) -> None:
        held = self._held
        self._stop()
        if not held:
            self.add(by)

    def _stop(self) -> None:
        if self._repeat is not None:
            self._repeat.cancel()
            self._repeat = None

    def add(self, by: int) -> None:
        """Count up or down, within the limits."""
        # The first touch tells that it is known: minus as it stands, plus one more.
        told, self.unknown = self.unknown, False
        value = int(self.value) + (0 if told and by < 0 else by)
        if self.minimum is not None:
            value = max(value, self.minimum)
        if self.maximum is not None:
            value = min(value, self.maximum)
        if value != self.value or told:
            self.value = value
            self._show()
            if self.change is not None:
                self.change(value)

    def _show(self) -> None:
        self.shown.plain = "–" if self.unknown else counted(int(self.value))
        for button, limit in ((self.less, self.minimum), (self.more_button, self.maximum)):
            at_limit = limit is not None and self.value == limit and not self.unknown
            button.fill = theme.sunken if at_limit else theme.surface
            button.edge = theme.line if at_limit else theme.edge
            button.icon.ink = theme.disabled if at_limit else theme.ink


class Typing(TextInput):  # type: ignore[misc]
    """A line to type in."""

    def __init__(self, words: str = "", change: Callable[[str], Any] | None = None, **more: Any) -> None:
        self.name = more.pop("name", "")
        super().__init__(text=words, **more)
        self.write_tab = False
        if change is not None:
            self.bind(text=lambda _, typed: change(typed))
