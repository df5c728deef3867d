"""Rows of words of which one is on, and pages that show what is chosen by game and person."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from tableside.app import routes
from tableside.app.i18n import current, say
from tableside.app.player_stats import title_of
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets.base import Col, Icon, Words
from tableside.app.widgets.controls import Chip
from tableside.app.widgets.page import Page

PEOPLE = 30
"""So many people can be chosen among."""


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


class FilteredPage(Page):
    """A page of games that can be narrowed to one game and one person; its layout has a box `filters`."""

    def __init__(self, app: Shell, route: routes.History | routes.Statistics) -> None:
        super().__init__(app, route)
        self.filter, self.person = route.game, route.person

    def offer(self, every: list[tuple[str, str]], games: Iterable[str], people: Collection[str]) -> None:
        """Show what can be chosen: games where `every` says what stands before them, people where there are any."""
        box = self.ids.filters
        box.clear_widgets()
        if every:
            titles = [*every, *((game, title_of(game, current())) for game in games)]
            box.add_widget(Filters(titles, self.filter, self._choose))
        if people:
            names = [("", say("stats.everybody")), *((name, name) for name in islice(people, PEOPLE))]
            box.add_widget(Filters(names, self.person, self._meet, "person"))

    def _build(self) -> None:
        """Show what is chosen, each page in its own way."""

    def _choose(self, game: str) -> None:
        self.filter = game
        self.reroute(game=game)
        self._build()

    def _meet(self, name: str) -> None:
        self.person = name
        self.reroute(person=name)
        self._build()


class Empty(Col):
    """That there is nothing to show yet."""

    def __init__(self, sign: str, words: str) -> None:
        super().__init__(spacing=16 * theme.u, padding=(0, 48 * theme.u))
        self.add_widget(Icon(sign, size=64, ink=theme.edge, pos_hint={"center_x": 0.5}))
        said = Words(words, "body", tone="ink2")
        said.halign = "center"
        self.add_widget(said)
