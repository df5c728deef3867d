"""A view with tabs; the open question selects the tab on which it is answered."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from tableside.app.i18n import current, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.app.views.view import View
from tableside.app.widgets.base import Drawing
from tableside.app.widgets.controls import Chip
from tableside.core.moves import text

HEAD = 56.0
"""Design units the tabs take."""


class TabbedView(View):
    """Draws one of its sides under a row of tabs; without tabs it is the one picture it always was."""

    tabs: tuple[str, ...] = ()
    """A tab x is called `<slug>.view.tab.x`."""

    def __init__(self, play: MoveBuilder, chosen: Any, **more: Any) -> None:
        super().__init__(play, chosen, **more)
        self.tab = self.tabs[0] if self.tabs else ""
        self._asked: tuple[str, ...] = ()
        self._shown: Any = None
        self.row = BoxLayout(size_hint=(None, None), spacing=8 * theme.u)
        self.add_widget(self.row)

    def turn(self, tab: str) -> None:
        """Show this side."""
        self.tab = tab
        self.redraw()

    def side_of(self, slot: str) -> str:
        """The side where this slot is answered, or nothing when it is not in the picture."""
        return ""

    @property
    def head(self) -> float:
        """How much room the tabs take."""
        return HEAD if self.tabs else 0.0

    def paint(self, pen: Pen) -> None:
        asked = tuple(choice.slot for choice in self.play.choices)
        if asked != self._asked:
            # Only a new question turns the page: whoever leafs through is left alone.
            self._asked = asked
            self.tab = next((side for side in map(self.side_of, asked) if side), self.tab)
        if self.tabs and self.tab not in self.tabs:
            self.tab = self.tabs[0]
        self._tabs()

    def _tabs(self) -> None:
        shown = (self.tabs, self.tab, current(), theme.u, theme.dark)
        if shown != self._shown:
            self._shown = shown
            self.row.clear_widgets()
            for tab in self.tabs:
                chip = Chip(
                    say(text(f"{self.play.game.slug}.view.tab.{tab}")),
                    partial(self.turn, tab),
                    chosen=tab == self.tab,
                    step="label",
                    name=f"tab {tab}",
                )
                chip.height, chip.radius = 48 * theme.u, 24 * theme.u
                chip.padding = ((16 if len(self.tabs) < 4 else 4) * theme.u, 4 * theme.u)
                chip.hug().width += 12 * theme.u
                if theme.phone:
                    # Each has the share of the row that its words need, so that all have letters of one size.
                    chip.size_hint_x = chip.width
                self.row.add_widget(chip)
        self.row.height = 48 * theme.u
        self.row.width = self.width if theme.phone else sum(chip.width + 8 * theme.u for chip in self.row.children)
        self.row.pos = (self.x, self.top - 48 * theme.u)
        self.row.opacity = 1 if self.tabs else 0

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is None and self.tabs and touch.y > self.top - self.head * theme.u:
            # A finger on the tabs means no piece below them.
            return bool(Drawing.on_touch_up(self, touch))
        return super().on_touch_up(touch)
