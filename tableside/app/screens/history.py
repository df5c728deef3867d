"""History: past games by month, with filters; each can be looked at again, continued, exported or hidden."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from models.bgstats import read_export
from models.database import StoreError
from models.plays import KeptPlay, count_plays, keep_plays, plays
from models.session_zip import export_session
from models.store import Seated, Summary
from tableside.app import routes
from tableside.app.i18n import current, minus, say
from tableside.app.open_table import letters
from tableside.app.pack_exchange import choose_pack, take
from tableside.app.photo_reading import aside
from tableside.app.player_stats import of_play, title_of
from tableside.app.result import as_play, bgstats_link, open_result
from tableside.app.screens import layout
from tableside.app.seating import colours
from tableside.app.share import open_link, share, shared
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.views.emblems import Vignette
from tableside.app.widgets import Col, Header, Icon, IconButton, Mark, Row, Sheet, Tap, TextButton, Words
from tableside.app.widgets.filters import Empty, FilteredPage
from tableside.core import registry

layout(__name__)
MONTHS = {
    "hu": "január február március április május június július augusztus szeptember október november december",
    "en": "January February March April May June July August September October November December",
}
EXPORT_MOST = 64 * 1024 * 1024
"""Bytes of an export that is read."""
LATELY = 1000
"""So many of the latest games can be filtered."""
MIDDLE = {"center_y": 0.5}
MOST = 120
"""Rows shown at once; the filters reach the older ones."""


def month(when: int) -> str:
    """The month of a moment, in words."""
    at = time.localtime(when / 1000)
    name = MONTHS[current()].split()[at.tm_mon - 1]
    return f"{at.tm_year}. {name}" if current() == "hu" else f"{name} {at.tm_year}"


def day(when: int) -> str:
    """The day and the hour of a moment."""
    at = time.localtime(when / 1000)
    name = MONTHS[current()].split()[at.tm_mon - 1]
    date = f"{name} {at.tm_mday}." if current() == "hu" else f"{at.tm_mday} {name}"
    return f"{date}, {at.tm_hour}:{at.tm_min:02d}"


Past = Summary | KeptPlay
"""A game that was tracked, or one that was only scored."""


def game_of(past: Past) -> str:
    """Which game it was: a known one's slug, or the title of another."""
    return past.game or past.title


def _take_plays(app: Shell, file: Path) -> None:
    """Take over the plays of a file; one that is no export is told why, and changes nothing."""

    def kept(data: bytes) -> tuple[int, int]:
        found = read_export(data)
        return keep_plays(app.saved, found), len(found)

    counts = take(app, file, EXPORT_MOST, kept)
    if counts is not None:
        app.instead(routes.History())
        app.toast(say("history.taken", n=counts[0], of=counts[1]))


class HistoryPage(FilteredPage):
    """Every game that was played here."""

    def __init__(self, app: Shell, route: routes.History) -> None:
        super().__init__(app, route)
        self.hiding: Past | None = None
        sessions = app.store.sessions(most=LATELY) if app.store is not None else []
        self.tracked: list[Summary] = [summary for summary in sessions if summary.game in registry.infos()]
        scored = plays(app.store, most=LATELY) if app.store is not None else []
        together: list[Past] = [*self.tracked, *scored]
        self.sessions = sorted(together, key=lambda past: past.touched, reverse=True)[:LATELY]
        count = app.store.count() + count_plays(app.store) if app.store is not None else 0
        header = Header(say("history.title"), say("history.about", n=count), app.back)
        go = partial(app.go, routes.Statistics())
        if theme.phone:
            header.right(IconButton("bars", go, name="statistics"))
        else:
            header.right(TextButton(say("history.statistics"), go, sign="bars", name="statistics").hug())
        header.right(IconButton("file", self.take_plays, name="import plays"))
        self.ids.head.add_widget(header)
        # First, for it takes up what was counted and kept when the app was open before.
        missing = app.chronicle().missing(self.tracked) if app.store is not None else []
        self._build()
        if missing:
            aside(partial(app.chronicle().count, missing), self._counted)

    def take_plays(self) -> None:
        """Choose an export of BG Stats to take over."""
        choose_pack(self.app, say("history.take"), partial(_take_plays, self.app))

    def _counted(self, _: Any) -> None:
        if self.app.page is not self:
            return
        if EventLoop.touches:  # a row must not go from under a finger
            Clock.schedule_once(self._counted, 0.1)
        else:
            self._build()

    def _build(self) -> None:
        self._filters()
        rows = self.ids.rows
        rows.clear_widgets()
        shown = [summary for summary in self.sessions if self._wanted(summary)]
        if not shown:
            rows.add_widget(Empty("clock", say("history.empty")))
        last = ""
        for summary in shown[:MOST]:
            if month(summary.touched) != last:
                last = month(summary.touched)
                rows.add_widget(Words(last, "label", tone="ink2", bold=True))
            rows.add_widget(self._row(summary))

    def _filters(self) -> None:
        games = dict.fromkeys(game_of(summary) for summary in self.sessions)
        people = dict.fromkeys(player.name for summary in self.sessions for player in summary.players)
        every = [("", say("history.all")), ("going", say("history.going"))]
        self.offer(every if len(self.sessions) > 1 else [], games, people if len(people) > 2 else ())

    def _wanted(self, summary: Past) -> bool:
        if self.hiding is not None and summary.id == self.hiding.id:
            return False
        if self.person and self.person not in {player.name for player in summary.players}:
            return False
        return not summary.finished if self.filter == "going" else self.filter in ("", game_of(summary))

    def _row(self, summary: Past) -> Tap:
        u = theme.u
        title = title_of(game_of(summary), current())
        names = ", ".join(player.name for player in summary.players)
        about = f"{names}\n{day(summary.touched)}" if theme.phone else f"{names} · {day(summary.touched)}"
        row = Tap(press=partial(self._open, summary), name=f"session {summary.id}", size_hint_y=None)
        row.fill, row.edge, row.edge_width = theme.surface, theme.line, 1.5 * u
        row.padding, row.spacing = (12 * u, 10 * u, 16 * u, 10 * u), 16 * u
        row.add_widget(
            Vignette(summary.game, size_hint=(None, None), size=(84 * u, 60 * u), pos_hint={"center_y": 0.5})
        )
        middle = Col(spacing=2 * u, pos_hint={"center_y": 0.5})
        middle.add_widget(Words(title, "body", bold=True))
        middle.add_widget(Words(about, "small", tone="ink2"))
        row.add_widget(middle)
        result = self._result(summary)
        if result is not None:
            row.add_widget(result)
        row.add_widget(Icon("right", size=24, pos_hint={"center_y": 0.5}))
        row.height = 84 * u
        middle.bind(height=lambda _, high: setattr(row, "height", max(84 * u, high + 24 * u)))
        return row

    def _result(self, summary: Past) -> Widget | None:
        """Who won, with how many points; or that it still goes on."""
        u = theme.u
        if not summary.finished:
            if theme.phone:
                return Icon("play", size=24, pos_hint={"center_y": 0.5})
            return Words(say("history.going_on"), "label", tone="ink2", fit="line", pos_hint={"center_y": 0.5})
        known = of_play(summary) if isinstance(summary, KeptPlay) else self.app.chronicle().known(summary) or ()
        winners = [result for result in known if result.won]
        if not winners:
            return None
        seated = [Seated(player.name, player.colour) for player in summary.players]
        hues = dict(zip((player.name for player in seated), colours(seated)))
        marks = dict(zip(hues, letters(list(hues))))
        row = Row(spacing=8 * u, size_hint_x=None, pos_hint={"center_y": 0.5})
        row.bind(minimum_width=row.setter("width"))
        for result in winners[: 1 if theme.phone else 3]:
            row.add_widget(Mark(hues[result.name], marks[result.name], 34, pos_hint={"center_y": 0.5}))
        if not theme.phone:
            words = minus(say("history.winner_short", name=winners[0].name, points=winners[0].points))
            row.add_widget(Words(words, "label", fit="line", bold=True, pos_hint={"center_y": 0.5}))
        return row

    def _open(self, summary: Past) -> None:
        """What can be done with a past game."""
        u = theme.u
        if isinstance(summary, KeptPlay):
            self.app.go(routes.Score(play=summary.id))
            return
        try:
            session = self.app.session(summary.id)
        except StoreError as error:
            self.app.toast(say(error.told))
            return
        title = registry.infos()[summary.game].title[current()]
        sheet = Sheet(self.app, title, sign="clock", share=0.62)
        outcome = session.table.outcome()
        if outcome is not None and outcome.winners:
            words = say("history.winner", names=", ".join(session.names[seat] for seat in outcome.winners))
        else:
            words = say("history.no_winner") if outcome is not None else say("history.going_on")
        people = Row(spacing=10 * u)
        for hue, mark in zip(colours(session.players), letters(session.names)):
            people.add_widget(Mark(hue, mark, 36, pos_hint={"center_y": 0.5}))
        people.add_widget(Words(words, "body", pos_hint={"center_y": 0.5}))
        sheet.body.add_widget(people)
        grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=12 * u)
        grid.bind(minimum_height=grid.setter("height"))
        go = self.app.go
        doors: list[tuple[str, Callable[[], Any], str, str]] = [
            (say("replay.title"), partial(go, routes.Replay(summary.id)), "clock", "replay"),
            (say("menu.score"), partial(go, routes.Score(summary.id)), "bars", "score"),
            (say("history.open"), partial(go, routes.Table(summary.id)), "right", "open"),
            (say("history.zip"), partial(self._zip, summary), "share", "zip"),
            (say("history.bgstats"), partial(self._bgstats, summary), "share", "bgstats"),
            (say("history.hide"), partial(self._hide, summary), "trash", "hide"),
        ]
        if outcome is None:
            doors.insert(0, doors.pop(2))
        for words, press, sign, name in doors:
            grid.add_widget(TextButton(words, partial(self._do, sheet, press), sign=sign, name=name))
        sheet.body.add_widget(grid)
        sheet.open()

    @staticmethod
    def _do(sheet: Sheet, press: Callable[[], Any]) -> None:
        sheet.close()
        press()

    def _zip(self, summary: Summary) -> None:
        file = shared(f"{summary.game}-{summary.id[:8]}.zip")
        share(self.app, file, export_session(self.app.saved, summary.id))

    def _bgstats(self, summary: Summary) -> None:
        """The play for BG Stats: only a finished game has a result to hand on."""
        session = self.app.session(summary.id)
        if session.table.outcome() is None:
            self.app.toast(say("history.unfinished"))
            return
        title = registry.infos()[summary.game].title["en"]
        play = as_play(open_result(session), title, summary.created, summary.touched, summary.id)
        if not open_link(bgstats_link(play)):
            file = shared(f"{summary.game}-{summary.id[:8]}.bgsplay.json")
            share(self.app, file, json.dumps(play, ensure_ascii=False).encode())

    def _hide(self, summary: Past) -> None:
        """Off the list; for good only when nobody has taken it back before going on."""
        self.leave()
        self.hiding = summary
        self._build()
        self.app.toast(say("history.hidden"), self._unhide)

    def _unhide(self) -> None:
        self.hiding = None
        self._build()

    def leave(self) -> None:
        if self.hiding is not None and self.app.store is not None:
            self.app.store.hide(self.hiding.id)
            self.sessions = [other for other in self.sessions if other.id != self.hiding.id]
        self.hiding = None
