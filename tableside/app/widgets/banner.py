"""Whose turn it is, in that player's colour, so that it reads from the far side of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from tableside.app.canvas_diff import Paper
from tableside.app.i18n import current, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Col, Drawing, Words
from tableside.app.widgets.controls import IconButton
from tableside.core import registry

TABLE = rgba("#161B2B")
PAPER = rgba("#F6F1E6")
TWO_LINES = 78
"""So many letters have room on a phone without being made small."""


class Emblem(Drawing):
    """The acting seat's mark in outline, or a die when the table itself is to act."""

    def __init__(self, colour: str | None, letter: str, ink: Any, **more: Any) -> None:
        super().__init__(**more)
        self.colour, self.letter, self.ink = colour, letter, ink

    def show(self, colour: str | None, letter: str, ink: Any) -> None:
        """Another seat's mark."""
        self.colour, self.letter, self.ink = colour, letter, ink
        self.redraw()

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


def brief(phase: str) -> str:
    """As many clauses as can be read in two lines of a phone; the question and the log tell the rest."""
    told, *more = phase.split("; ")
    for clause in more:
        if len(told) + 2 + len(clause) > TWO_LINES:
            break
        told += f"; {clause}"
    return told


class Banner(BoxLayout):  # type: ignore[misc]
    """The turn banner."""

    def __init__(self, play: MoveBuilder, turn: Callable[[], Any], menu: Callable[[], Any]) -> None:
        super().__init__()
        self.play = play
        self.shown: Any = None
        u = theme.u
        self._under = Paper()
        self.canvas.before.add(self._under.group)
        self._fill = TABLE
        self.bind(pos=self._ground, size=self._ground)
        edge = (5 if theme.phone else 8) * u
        self.padding = (theme.margin, edge, 12 * u, edge)
        self.spacing = (12 if theme.phone else 18) * u
        size = (48 if theme.phone else 62) * u
        self.emblem = Emblem(None, "", PAPER, size_hint=(None, None), size=(size, size), pos_hint={"center_y": 0.5})
        self.heading = Words("", "banner", fit="box", bold=True, size_hint_y=None)
        self.heading.height = theme.banner * (1.15 if theme.phone else 1.25)
        lines = 2.4 if theme.phone else 1.3
        self.about = Words("", "small" if theme.phone else "label", fit="box", size_hint_y=None)
        self.about.height = (theme.small if theme.phone else theme.label) * lines
        middle = Col(pos_hint={"center_y": 0.5})
        middle.add_widget(self.heading)
        middle.add_widget(self.about)
        self.buttons = [IconButton("menu", menu, name="menu", pos_hint={"center_y": 0.5})]
        if not theme.phone:
            self.buttons.insert(0, IconButton("rotate", turn, name="rotate", pos_hint={"center_y": 0.5}))
        for part in (self.emblem, middle, *self.buttons):
            self.add_widget(part)
        self.update()

    def update(self) -> None:
        """Show who acts now, if that has changed."""
        play, seat = self.play, self.play.seat
        phase = say(play.game.phase(play.state)) if not play.over else say("table.over")
        now = (seat, play.over, phase)
        if now == self.shown:
            return
        self.shown = now
        colour = None if seat is None or play.over else play.colours[seat]
        self._fill, ink = (TABLE, PAPER) if colour is None else (theme.seat(colour), theme.on_seat(colour))
        self._ground()
        self.emblem.show(colour, "" if seat is None else play.letters[seat], ink)
        if play.over:
            self.heading.plain = say("table.over")
        elif seat is None:
            self.heading.plain = say("table.table_acts")
        else:
            self.heading.plain = say("table.turn", name=play.session.names[seat])
        # On a phone the room goes to the phase: which game it is, everybody at the table sees.
        title = registry.infos()[play.game.slug].title[current()]
        self.about.plain = brief(phase) if theme.phone else f"{title} · {phase}"
        self.heading.color = self.about.color = ink
        for button in self.buttons:
            button.ink = button.icon.ink = ink

    def _ground(self, *_: Any) -> None:
        Pen(self._under, self.x, self.top, 1).rect(0, 0, self.width, self.height, self._fill)
        self._under.lay()
