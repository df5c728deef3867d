"""A row of words of which one is on; it slides sideways when there are more than fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from tableside.app.theme import theme
from tableside.app.widgets.controls import Chip


class Filters(ScrollView):  # type: ignore[misc]
    """Chips side by side; the chosen one is dark."""

    def __init__(
        self, labels: Sequence[tuple[str, str]], value: str, change: Callable[[str], Any], name: str = "filter"
    ) -> None:
        super().__init__(do_scroll_y=False, do_scroll_x=True, bar_width=0, size_hint_y=None)
        u = theme.u
        self.height = 52 * u
        self.scroll_distance, self.scroll_timeout = 12 * u, 250
        row = BoxLayout(size_hint=(None, None), height=52 * u, spacing=8 * u)
        row.bind(minimum_width=row.setter("width"))
        for key, words in labels:
            chip = Chip(words, partial(change, key), chosen=key == value, step="label", name=f"{name} {key}")
            row.add_widget(chip.hug())
        self.add_widget(row)
