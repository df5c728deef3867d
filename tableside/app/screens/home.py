"""Home: the game that goes on is the biggest thing; new games, and doors to everything else."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from models.database import StoreError
from models.plays import count_plays
from models.store import Summary
from tableside.app import routes
from tableside.app.i18n import counted, current, say
from tableside.app.open_table import letters, standing
from tableside.app.screens import layout
from tableside.app.seating import colours, seat_colours
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.views.emblems import Vignette
from tableside.app.views.view_registry import Miniature
from tableside.app.widgets import Col, Drawing, Icon, Mark, Page, Panel, Row, Tap, TextButton, Tile, Words
from tableside.app.widgets.picker import in_order
from tableside.core import registry
from tableside.core.score import totals

layout(__name__)


def ago(then: int) -> str:
    """How long ago, in words."""
    minutes = max(0, int((time.time() * 1000 - then) / 60_000))
    if minutes < 1:
        return say("ago.now")
    if minutes < 60:
        return say("ago.minutes", n=minutes)
    if minutes < 24 * 60:
        return say("ago.hours", n=minutes // 60)
    return say("ago.yesterday") if minutes < 48 * 60 else say("ago.days", n=minutes // 1440)


def seats_line(slug: str) -> str:
    """For how many players a game is."""
    least, most = registry.infos()[slug].seats
    return say("players_range", least=least, most=most) if least != most else say("players", n=least)


class Logo(Drawing):
    """A die on a dark disc."""

    def paint(self, pen: Any) -> None:
        size = min(self.wide, self.high)
        pen.circle(self.wide / 2, self.high / 2, size / 2, theme.ink)
        pen.die(3, self.wide / 2, self.high / 2, size * 0.44, theme.bg, theme.ink, theme.bg)


class HomePage(Page):
    """The first screen."""

    def __init__(self, app: Shell, route: routes.Home) -> None:
        super().__init__(app, route)
        self._head()
        self._going(self._newest())
        self._games()
        self._doors()
        if app.problem is not None:
            self.ids.last.add_widget(Words(say(app.problem), "label", tone="refuse"))
        elif app.awaited:
            self.ids.last.add_widget(Words(say("waiting.home", place=app.awaited), "label", tone="ink2"))
        elif app.listed is not None:
            Clock.schedule_once(self._last, 0)

    def _head(self) -> None:
        head, u = self.ids.head, theme.u
        size = 44 if theme.phone else 52
        head.add_widget(Logo(size_hint=(None, None), size=(size * u, size * u), pos_hint={"center_y": 0.5}))
        head.add_widget(Words("Tableside", "banner", bold=True, pos_hint={"center_y": 0.5}))
        head.add_widget(self._languages())

    def _languages(self) -> Panel:
        """Two languages in one pill; the one that is on is dark."""
        u = theme.u
        pill = Panel(orientation="horizontal", size_hint=(None, None), size=(140 * u, 52 * u))
        pill.pos_hint = {"center_y": 0.5}
        pill.radius, pill.edge, pill.edge_width = 26 * u, theme.edge, 1.5 * u
        pill.padding = 2 * u
        for code in ("hu", "en"):
            on = current() == code
            side = Tap(press=partial(self._speak, code), name=f"language {code}", size_hint=(1, 1))
            side.radius, side.fill = 24 * u, theme.primary if on else theme.clear
            words = Words(code.upper(), "label", "paper" if on else "ink", fit="box", bold=True)
            words.halign = "center"
            side.add_widget(words)
            pill.add_widget(side)
        return pill

    def _speak(self, code: str) -> None:
        self.app.set(language=code)

    def _newest(self) -> Summary | None:
        """The newest game going on that can be opened; a damaged one is told of and stays on its list."""
        store = self.app.listed
        going: list[Summary] = store.sessions(most=5, unfinished=True) if store is not None else []
        for summary in going:
            try:
                self.app.session(summary.id)
            except StoreError as error:
                self.ids.last.add_widget(Words(say(error.told), "label", tone="refuse"))
            else:
                return summary
        return None

    def _going(self, summary: Summary | None) -> None:
        box, u = self.ids.going, theme.u
        high = (150 if theme.phone else 190) * u
        if summary is None:
            picture = Vignette("", size_hint_y=None, height=high)
            box.add_widget(picture)
            box.add_widget(Words(say("home.first"), "title" if theme.phone else "banner", bold=True))
            box.add_widget(Words(say("home.first_about"), "body", tone="ink2"))
            if not theme.stacked:
                box.add_widget(Widget())
            box.add_widget(
                TextButton(
                    say("home.taste_start"),
                    lambda: self.app.go(routes.Tutorial()),
                    style="primary",
                    sign="play",
                    name="taste",
                )
            )
            return
        session = self.app.session(summary.id)
        game = session.table.game
        box.add_widget(Miniature(session, size_hint_y=None, height=high))
        title = registry.infos()[summary.game].title[current()]
        box.add_widget(Words(title, "banner", bold=True))
        phase = say(game.phase(session.table.state))
        box.add_widget(Words(f"{phase} · {ago(summary.touched)}", "body", tone="ink2"))
        marks, hues = letters(session.names), seat_colours(session.table, session.players)
        sums = standing(session.table, session.table.score())
        columns = 2 if theme.phone or len(marks) == 4 else 3
        people = GridLayout(cols=columns, size_hint_y=None, spacing=(16 * u, 6 * u), padding=(0, 6 * u, 0, 0))
        people.bind(minimum_height=people.setter("height"))
        for seat, name in enumerate(session.names):
            row = Row(spacing=10 * u, size_hint_y=None, height=38 * u)
            row.add_widget(Mark(hues[seat], marks[seat], 34, pos_hint={"center_y": 0.5}))
            row.add_widget(Words(name, "body", fit="box"))
            row.add_widget(Words(counted(sums[seat]), "body", fit="line", bold=True, pos_hint={"center_y": 0.5}))
            people.add_widget(row)
        box.add_widget(people)
        if not theme.stacked:
            box.add_widget(Widget())
        box.add_widget(
            TextButton(
                say("home.continue"),
                lambda: self.app.go(routes.Table(summary.id)),
                style="primary",
                sign="right",
                name="continue",
            )
        )

    def _games(self) -> None:
        games, u = self.ids.games, theme.u
        games.add_widget(Words(say("home.new_game"), "heading", bold=True))
        grid = GridLayout(cols=2 if theme.phone else 3, size_hint_y=None, spacing=12 * u)
        grid.bind(minimum_height=grid.setter("height"))
        high = (176 if theme.phone else 210) * u
        for slug, info in in_order():
            tile = Tap(press=partial(self.app.go, routes.NewGame(slug)), orientation="vertical", name=f"game {slug}")
            tile.fill, tile.edge, tile.edge_width = theme.surface, theme.line, 1.5 * u
            tile.size_hint_y, tile.height = None, high
            tile.padding, tile.spacing = (8 * u, 8 * u, 8 * u, 10 * u), 2 * u
            tile.add_widget(Vignette(slug))
            title = Words(info.title[current()], "body", fit="box", bold=True, size_hint_y=None, height=30 * u)
            tile.add_widget(title)
            tile.add_widget(Words(seats_line(slug), "small", tone="ink2", fit="box", size_hint_y=None, height=24 * u))
            grid.add_widget(tile)
        taste = Tap(press=lambda: self.app.go(routes.Tutorial()), orientation="vertical", name="taste tile")
        taste.fill, taste.edge, taste.edge_width = theme.bg, theme.edge, 1.5 * u
        taste.size_hint_y, taste.height, taste.padding = None, high, (12 * u, 12 * u)
        taste.spacing = 8 * u
        taste.add_widget(Widget())
        taste.add_widget(Icon("star", size=36, pos_hint={"center_x": 0.5}))
        for words, step, tone in ((say("home.taste"), "body", "ink"), (say("home.taste_about"), "small", "ink2")):
            label = Words(words, step, tone, bold=step == "body")
            label.halign = "center"
            taste.add_widget(label)
        taste.add_widget(Widget())
        grid.add_widget(taste)
        games.add_widget(grid)

    def _doors(self) -> None:
        listed = self.app.listed
        played = listed.count() + count_plays(listed) if listed is not None else 0
        games = say("waiting.title") if self.app.awaited else say("home.played", n=played)
        doors: tuple[tuple[str, routes.Route, str], ...] = (
            ("bars", routes.ScoreOnly(), say("home.score_only_about")),
            ("cards", routes.MyBox(), say("home.copy_about")),
            ("clock", routes.History(), games),
            ("gear", routes.Settings(), say("home.settings_about")),
        )
        for sign, route, about in doors:
            tile = Tile(
                say(f"home.{route.name}"),
                partial(self.app.go, route),
                about=about,
                lead=Icon(sign, size=36),
                name=f"door {route.name}",
                minimum=76 if theme.phone else 104,
            )
            tile.edge = theme.line
            self.ids.doors.add_widget(tile)

    def _last(self, _: float) -> None:
        if self.app.page is not self:
            return
        try:
            done = next((summary for summary in self.app.saved.sessions(most=20) if summary.finished), None)
            if done is None:
                return
            session = self.app.saved.open_session(done.id)
        except StoreError:
            return
        outcome = session.table.outcome()
        if outcome is None:
            return
        last = self.ids.last
        marks, hues = letters(session.names), colours(session.players)
        title = registry.infos()[done.game].title[current()]
        if outcome.winners:
            seat = outcome.winners[0]
            last.add_widget(Mark(hues[seat], marks[seat], 36, pos_hint={"center_y": 0.5}))
            points = totals(outcome.lines, session.table.seats)[seat]
            names = ", ".join(session.names[winner] for winner in outcome.winners)
            words = say("home.last", names=names, game=title, n=points, points=counted(points), when=ago(done.touched))
        else:
            words = say("home.last_none", game=title, when=ago(done.touched))
        last.add_widget(Words(words, "label", tone="ink2", pos_hint={"center_y": 0.5}))


__all__ = ["Col", "HomePage", "Panel", "ago", "seats_line"]
