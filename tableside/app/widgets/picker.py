"""Which game? One tile each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from tableside.app.theme import theme
from tableside.app.views.vignettes import Vignette
from tableside.app.widgets.base import Scroll
from tableside.app.widgets.plates import Tile
from tableside.app.words import current
from tableside.core import registry


class GamePicker(Scroll):
    """Every game, with one line about it."""

    def __init__(self, chosen: Callable[[str], Any], about: Callable[[str], str]) -> None:
        super().__init__()
        u = theme.u
        grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=16 * u)
        grid.padding = (theme.margin, 8 * u, theme.margin, 24 * u)
        grid.bind(minimum_height=grid.setter("height"))
        for slug, info in registry.infos().items():
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
        self.add_widget(grid)
