"""Statistics: per game, person and side plays, wins, mean, best and streak; bars and lines, with their values."""

from __future__ import annotations

from functools import partial
from typing import Any

from models.plays import plays
from tableside.app import routes
from tableside.app.i18n import current, say
from tableside.app.open_table import letters
from tableside.app.photo_reading import aside
from tableside.app.player_stats import Played, against, as_csv, by_day, of_play, records, title_of
from tableside.app.screens import layout
from tableside.app.seating import COLOURS, is_paint
from tableside.app.share import share, shared
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Drawing, Header, IconButton, Panel, TextButton, Words
from tableside.app.widgets.filters import Empty, FilteredPage
from tableside.app.widgets.plots import Bars, Calendar, Hues, Points, RecordTable
from tableside.core import registry

layout(__name__)
EVERY = 100_000
MOST = 12
"""So many rows of a table."""


class StatisticsPage(FilteredPage):
    """Who plays what, and how well."""

    def __init__(self, app: Shell, route: routes.Statistics) -> None:
        super().__init__(app, route)
        self.results: list[Played] = []
        self.ready = False
        header = Header(say("stats.title"), "", app.back)
        if theme.phone:
            header.right(IconButton("share", self.export, name="export csv"))
        else:
            header.right(TextButton(say("stats.export"), self.export, sign="share", name="export csv").hug())
        self.ids.head.add_widget(header)
        sessions = app.store.sessions(most=EVERY) if app.store is not None else []
        self.finished = [summary for summary in sessions if summary.finished and summary.game in registry.infos()]
        missing = app.chronicle().missing(self.finished) if app.store is not None else []
        if missing:
            self.ids.body.add_widget(Words(say("stats.counting", n=len(missing)), "body", tone="ink2"))
            aside(partial(app.chronicle().count, missing), self._counted)
        else:
            self._counted(None)

    def _counted(self, _: Any) -> None:
        """Everything is counted; show it unless somebody has left meanwhile."""
        if self.app.page not in (None, self):
            return
        if self.app.store is not None:
            scored = [one for play in plays(self.app.store, most=EVERY) for one in of_play(play)]
            self.results = self.app.chronicle().results(self.finished) + scored
        self.ready = True
        self._build()

    # -- what is shown ---------------------------------------------------------------------------

    def _build(self) -> None:
        body = self.ids.body
        body.clear_widgets()
        games = dict.fromkeys(result.game for result in self.results)
        people = [record.name for record in records(self.results)]
        self.offer([("", say("stats.every_game"))] if games else [], games, people)
        wanted = [
            result for result in self.results if self.filter in ("", result.game) and self.person in ("", result.name)
        ]
        if not wanted:
            body.add_widget(Empty("bars", say("stats.none")))
            return
        by_game = bool(self.person) and not self.filter
        rows = records(wanted, "game" if by_game else "name")[:MOST]
        hues = {} if by_game else self._hues([row.name for row in rows])
        name = self._title if by_game else str
        heading = self.person or say("stats.players")
        self._panel(RecordTable(rows, heading, hues, name))
        self._panel(Bars(rows, hues, name), say("stats.wins_by_game") if by_game else say("stats.wins_plot"))
        if self.person:
            met = [result for result in self.results if self.filter in ("", result.game)]
            rivals = against(met, self.person)[:MOST]
            if rivals:
                self._panel(RecordTable(rivals, say("stats.against"), self._hues([one.name for one in rivals])))
        sizes = sorted(records(wanted, "seats"), key=lambda record: int(record.name))
        self._panel(RecordTable(sizes, say("stats.seats"), None, lambda n: say("players", n=int(n))))
        self._panel(Calendar(by_day(wanted)), say("stats.calendar"))
        if self.filter:
            self._panel(Points(wanted, hues), say("stats.points_plot"))
            self._sides(wanted)

    def _sides(self, wanted: list[Played]) -> None:
        """The same by faction, mat or deck, where this game has them."""
        words = {result.side: result.side_said for result in wanted if result.side}
        if not words:
            return
        rows = records(wanted, "side")[:MOST]

        def said(side: str) -> str:
            text = words[side]
            return say(text) if text is not None else side

        self._panel(RecordTable(rows, say("stats.sides"), None, said))
        self._panel(Bars(rows, None, said), say("stats.sides_plot"))

    def _hues(self, names: list[str]) -> Hues:
        """Everybody's own colour as they last played, each only once."""
        mine = {result.name: result.colour for result in sorted(self.results, key=lambda result: result.when)}
        taken: set[str] = set()
        found: Hues = {}
        for name, letter in zip(names, letters(names)):
            own = mine.get(name, "")
            free = [colour for colour in (own, *COLOURS) if colour in COLOURS and colour not in taken]
            colour = free[0] if free else COLOURS[len(found) % len(COLOURS)]
            paint = own if is_paint(own) and own not in taken else ""
            taken |= {colour, paint}
            found[name] = (colour + paint, letter)
        return found

    @staticmethod
    def _title(game: str) -> str:
        return title_of(game, current())

    def _panel(self, drawing: Drawing, title: str = "") -> None:
        u = theme.u
        box = Panel(size_hint_y=None, padding=(16 if theme.phone else 20) * u, spacing=10 * u)
        box.bind(minimum_height=box.setter("height"))
        if title:
            box.add_widget(Words(title, "body", bold=True))
        box.add_widget(drawing)
        self.ids.body.add_widget(box)

    def export(self) -> None:
        """Every result as a CSV file."""
        share(self.app, shared("tableside-plays.csv"), as_csv(self.results).encode())
