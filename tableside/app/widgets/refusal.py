"""What cannot be, in the bar at the bottom: the first reason, and all of them on a tap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tableside.app.i18n import say
from tableside.app.theme import theme
from tableside.app.widgets.base import Icon, Tap, Words
from tableside.app.widgets.controls import Pill


class Refusal(Tap):
    """Never higher than the bar; on a phone only the sign and the word, for there is no room for a sentence."""

    def __init__(self, words: str, press: Callable[[], Any], name: str = "problems") -> None:
        super().__init__(press=press, name=name, size_hint_y=None, pos_hint={"center_y": 0.5})
        u = theme.u
        self.refused = True
        self.height = 60 * u
        self.fill, self.edge, self.edge_width = theme.sunken, theme.line, 1.5 * u
        self.padding, self.spacing = ((10 if theme.phone else 16) * u, 4 * u), 10 * u
        self.add_widget(Icon("no", ink=theme.refuse, size=24, pos_hint={"center_y": 0.5}))
        self.add_widget(Words(say("why") if theme.phone else words, "label", fit="box"))
        if not theme.phone:
            self.add_widget(Pill(say("why"), pos_hint={"center_y": 0.5}))
