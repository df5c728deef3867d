"""History: past games by month, with filters; each can be looked at again, continued, exported or hidden."""

from __future__ import annotations

import json
import time
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.stacklayout import StackLayout

from models.engine import StoreError
from models.exchange import export_session
from models.place import data_folder
from models.store import Summary
from tableside.app.play import colours, letters
from tableside.app.result import as_play, open_result
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.views.vignettes import Vignette
from tableside.app.widgets import Chip, Header, Mark, Page, Row, Sheet, TextButton, Tile, Words
from tableside.app.words import current, say
from tableside.core import registry

layout(__name__)
MONTHS = {
    "hu": "január február március április május június július augusztus szeptember október november december",
    "en": "January February March April May June July August September October November December",
}


def month(when: int) -> str:
    """The month of a moment, in words."""
    at = time.localtime(when / 1000)
    name = MONTHS[current()].split()[at.tm_mon - 1]
    return f"{at.tm_year}. {name}" if current() == "hu" else f"{name} {at.tm_year}"


class HistoryPage(Page):
    """Every game that was played here."""

    def __init__(self, app: Any, game: str = "", **given: Any) -> None:
        super().__init__(app, game=game, **given)
        self.filter = game
        self.sessions = app.store.sessions() if app.store is not None else []
        header = Header(say("history.title"), say("history.about", n=len(self.sessions)), app.back)
        stats = TextButton(say("history.statistics"), lambda: app.go("statistics"), sign="bars", name="statistics")
        stats.hug()
        self.ids.head.add_widget(header.right(stats))
        self._build()

    def _build(self) -> None:
        rows, u = self.ids.rows, theme.u
        rows.clear_widgets()
        games = list(dict.fromkeys(summary.game for summary in self.sessions))
        if len(games) > 1:
            stack = StackLayout(size_hint_y=None, spacing=8 * u)
            stack.bind(minimum_height=stack.setter("height"))
            options = [("", say("history.all")), ("going", say("history.going"))]
            options += [(slug, registry.infos()[slug].title[current()]) for slug in games if slug in registry.infos()]
            for value, words in options:
                chip = Chip(
                    words,
                    lambda value=value: self._choose(value),
                    chosen=value == self.filter,
                    step="label",
                    name=f"filter {value}",
                )
                stack.add_widget(chip.hug())
            rows.add_widget(stack)
        shown = [summary for summary in self.sessions if self._wanted(summary)]
        if not shown:
            rows.add_widget(Words(say("history.empty"), "body", tone="ink2"))
        last = ""
        for summary in shown:
            if month(summary.touched) != last:
                last = month(summary.touched)
                rows.add_widget(Words(last, "label", tone="ink2"))
            rows.add_widget(self._row(summary))

    def _wanted(self, summary: Summary) -> bool:
        if self.filter == "going":
            return not summary.finished
        return summary.game in registry.infos() and self.filter in ("", summary.game)

    def _choose(self, value: str) -> None:
        self.filter = value
        self._build()

    def _row(self, summary: Summary) -> Tile:
        u = theme.u
        title = registry.infos()[summary.game].title[current()]
        names = ", ".join(player.name for player in summary.players)
        state = "" if summary.finished else f" · {say('history.going_on')}"
        when = time.strftime("%m. %d. %H:%M", time.localtime(summary.touched / 1000))
        tile = Tile(
            title,
            lambda: self._open(summary),
            about=f"{names} · {when}{state}",
            lead=Vignette(summary.game, size_hint=(None, None), size=(84 * u, 60 * u)),
            chevron=True,
            name=f"session {summary.id}",
            minimum=84,
        )
        tile.edge = theme.line
        return tile

    def _open(self, summary: Summary) -> None:
        """What can be done with a past game."""
        u = theme.u
        try:
            session = self.app.session(summary.id)
        except StoreError as error:
            self.app.toast(say(error.reason))
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
        for words, press, sign, name in (
            (say("history.open"), lambda: go("table", session=summary.id), "right", "open"),
            (say("menu.score"), lambda: go("score", session=summary.id), "bars", "score"),
            (say("replay.title"), lambda: go("replay", session=summary.id), "clock", "replay"),
            ("ZIP", lambda: self._zip(summary), "share", "zip"),
            (say("history.bgstats"), lambda: self._bgstats(summary), "share", "bgstats"),
            (say("history.hide"), lambda: self._hide(summary), "trash", "hide"),
        ):
            grid.add_widget(TextButton(words, lambda press=press: (sheet.close(), press()), sign=sign, name=name))
        sheet.body.add_widget(grid)
        sheet.open()

    def _save(self, name: str, data: bytes) -> None:
        folder = data_folder() / "shared"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / name
        file.write_bytes(data)
        from tableside.app.share import hand_on

        hand_on(file)
        self.app.toast(say("score.saved", file=file.name))

    def _zip(self, summary: Summary) -> None:
        self._save(f"{summary.game}-{summary.id[:8]}.zip", export_session(self.app.store, summary.id))

    def _bgstats(self, summary: Summary) -> None:
        result = open_result(self.app.session(summary.id))
        title = registry.infos()[summary.game].title["en"]
        play = as_play(result, title, summary.created, summary.touched, summary.id)
        self._save(f"{summary.game}-{summary.id[:8]}.bgsplay.json", json.dumps(play, ensure_ascii=False).encode())

    def _hide(self, summary: Summary) -> None:
        self.app.store.hide(summary.id)
        self.sessions = [other for other in self.sessions if other.id != summary.id]
        self._build()
        self.app.toast(say("history.hidden"))
