"""An option of a game: what it is about, and a switch, a row or a grid of what may be chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from tableside.app.i18n import say_or
from tableside.app.theme import theme
from tableside.app.widgets import Chip, Col, Panel, Row, Segments, Switcher, Words
from tableside.core.game import Option
from tableside.core.moves import Plain


def option_box(slug: str, option: Option, value: Plain, choose: Callable[[Any], None]) -> Widget:
    """The option with its value chosen; `choose` is called with another one."""
    u, key = theme.u, f"{slug}.option.{option.key}"
    box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
    box.bind(minimum_height=box.setter("height"))
    head = Row(spacing=12 * u)
    middle = Col(spacing=4 * u)
    middle.add_widget(Words(say_or(key, option.key), "body", bold=True))
    middle.add_widget(Words(say_or(f"{key}.about", ""), "small", tone="ink2"))
    head.add_widget(middle)
    box.add_widget(head)
    if isinstance(option.default, bool):
        switch = Switcher(bool(value), choose, name=f"option {option.key}")
        switch.pos_hint = {"center_y": 0.5}
        head.add_widget(switch)
        return box
    labels = [(choice, say_or(f"{key}.{choice}", str(choice))) for choice in option.choices]
    if len(labels) > 3 or sum(len(words) for _, words in labels) > (24 if theme.phone else 60):
        grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=8 * u)
        grid.bind(minimum_height=grid.setter("height"))
        for choice, words in labels:
            grid.add_widget(Chip(words, partial(choose, choice), chosen=choice == value, step="label"))
        box.add_widget(grid)
    else:
        box.add_widget(Segments(labels, value, choose))
    return box
