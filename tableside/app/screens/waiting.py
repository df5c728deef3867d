"""Placeholder for a screen whose data is on a server that has not responded; replaced as soon as it does."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.widgets import Header, Icon, Page, TextButton, Words
from tableside.core.moves import text

layout(__name__)


class WaitingPage(Page):
    """Says what is waited for, and can be left."""

    def __init__(self, app: Shell, route: routes.Route) -> None:
        super().__init__(app, route)
        self.ids.head.add_widget(Header(say("waiting.title"), back=app.back))
        self.ids.words.add_widget(Icon("clock", size=48))
        key = "waiting.game" if getattr(route, "session", "") else "waiting.list"
        self.ids.words.add_widget(Words(say(key, place=app.awaited), "body"))
        self.ids.bar.add_widget(Widget())
        words, press = say(text("life.elsewhere")), partial(app.go, routes.Settings())
        go = TextButton(words, press, sign="gear", name="elsewhere").hug()
        go.pos_hint = {"center_y": 0.5}
        self.ids.bar.add_widget(go)
