"""Whose turn it is, in that player's colour, so that it reads from the far side of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from tableside.app.pen import Pen
from tableside.app.play import Play
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Col, Drawing, Words
from tableside.app.widgets.controls import IconButton
from tableside.app.words import current, say
from tableside.core import registry

TABLE = rgba("#161B2B")
PAPER = rgba("#F6F1E6")


class Ground(Drawing):
    """The colour behind the banner: one band per acting seat."""

    def __init__(self, fills: list[Any], **more: Any) -> None:
        super().__init__(**more)
        self.fills = fills

    def paint(self, pen: Pen) -> None:
        band = self.wide / len(self.fills)
        for place, fill in enumerate(self.fills):
            pen.rect(place * band, 0, band + 1, self.high, fill)


class Emblem(Drawing):
    """The acting seat's mark in outline, or a die when the table itself is to act."""

    def __init__(self, colour: str | None, letter: str, ink: Any, **more: Any) -> None:
        super().__init__(**more)
        self.colour, self.letter, self.ink = colour, letter, ink

    def paint(self, pen: Pen) -> None:
        x, y, size = self.wide / 2, self.high / 2, min(self.wide, self.high)
        if self.colour is None:
            pen.icon("die", x, y, size * 0.9, self.ink, 1.3)
            return
        drop = pen.shape(theme.shape(self.colour), x, y, size, self.ink)
        pen.shape(theme.shape(self.colour), x, y, size, theme.seat(self.colour), inset=size / 20)
        pen.text(
            self.letter, x, y + drop, size * (0.38 if len(self.letter) == 1 else 0.3) / theme.text_scale, self.ink, True
        )


class Banner(BoxLayout):  # type: ignore[misc]
    """The turn banner."""

    def __init__(self, play: Play, turn: Callable[[], Any], menu: Callable[[], Any]) -> None:
        super().__init__()
        self.play, self.turn_table, self.menu = play, turn, menu
        self.ground: Ground | None = None
        self.shown: Any = None
        self.update()

    def update(self) -> None:
        """Show who acts now, if that has changed."""
        play = self.play
        seat = play.seat
        phase = say(play.game.phase(play.state)) if not play.over else say("table.over")
        now = (seat, play.over, phase, current(), theme.dark)
        if now == self.shown:
            return
        self.shown = now
        self.clear_widgets()
        self.canvas.before.clear()
        u = theme.u
        colour = None if seat is None or play.over else play.colours[seat]
        fill, ink = (TABLE, PAPER) if colour is None else (theme.seat(colour), theme.on_seat(colour))
        with self.canvas.before:
            from kivy.graphics import Color, Rectangle

            Color(*fill)
            self._rect = Rectangle(pos=self.pos, size=self.size)
        self.bind(pos=self._place, size=self._place)
        self.padding = (theme.margin, 8 * u, 12 * u, 8 * u)
        self.spacing = (12 if theme.phone else 18) * u
        size = (48 if theme.phone else 62) * u
        letter = "" if seat is None else play.letters[seat]
        self.add_widget(
            Emblem(colour, letter, ink, size_hint=(None, None), size=(size, size), pos_hint={"center_y": 0.5})
        )
        if play.over:
            title = say("table.over")
        elif seat is None:
            title = say("table.table_acts")
        else:
            title = say("table.turn", name=play.session.names[seat])
        name = registry.infos()[play.game.slug].title[current()]
        middle = Col(pos_hint={"center_y": 0.5})
        heading = Words(title, "banner", fit="box", bold=True, color=ink, size_hint_y=None, height=theme.banner * 1.25)
        middle.add_widget(heading)
        about = Words(f"{name} · {phase}", "label", fit="box", color=ink, size_hint_y=None, height=theme.label * 1.3)
        middle.add_widget(about)
        self.add_widget(middle)
        if not theme.phone:
            self.add_widget(IconButton("rotate", self.turn_table, ink=ink, name="rotate", pos_hint={"center_y": 0.5}))
        self.add_widget(IconButton("menu", self.menu, ink=ink, name="menu", pos_hint={"center_y": 0.5}))

    def _place(self, *_: Any) -> None:
        self._rect.pos, self._rect.size = self.pos, self.size
