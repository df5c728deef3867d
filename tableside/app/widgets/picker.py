"""A grid of games to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from tableside.app.i18n import current
from tableside.app.theme import theme
from tableside.app.views.emblems import Vignette
from tableside.app.widgets.base import Col, Scroll
from tableside.app.widgets.light_buttons import Tile
from tableside.core import registry


def in_order() -> list[tuple[str, Any]]:
    """The games in the order their own folders ask for."""
    return sorted(registry.infos().items(), key=lambda item: (item[1].order, item[0]))


class GamePicker(Scroll):
    """Every game, with one line about it, and what follows below."""

    def __init__(self, chosen: Callable[[str], Any], about: Callable[[str], str], below: Sequence[Widget] = ()) -> None:
        super().__init__()
        u = theme.u
        grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=16 * u)
        grid.padding = (theme.margin, 8 * u, theme.margin, 24 * u)
        grid.bind(minimum_height=grid.setter("height"))
        for slug, info in in_order():
            picture = Vignette(slug, size_hint=(None, None), size=(150 * u, 104 * u))
            tile = Tile(
                info.title[current()],
                partial(chosen, slug),
                about=about(slug),
                lead=picture,
                chevron=True,
                minimum=128,
                name=f"game {slug}",
            )
            grid.add_widget(tile)
        column = Col()
        column.add_widget(grid)
        if below:
            more = Col(padding=(theme.margin, 0, theme.margin, 24 * u), spacing=12 * u)
            for widget in below:
                more.add_widget(widget)
            column.add_widget(more)
        self.add_widget(column)
