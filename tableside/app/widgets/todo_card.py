""" "Now do this": what to move on the table after a move, gone by itself or with the next touch; it costs no tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock

from tableside.app.i18n import say
from tableside.app.theme import theme
from tableside.app.widgets.base import Icon, Panel, Row, Words
from tableside.core.moves import Text

SECONDS, A_LINE = 4.0, 1.2
"""How long it stays, and how much longer for each line."""
LINES = 4
"""More than this nobody reads between two moves; the log has all of them."""


class TodoCard(Panel):
    """A card below the question, on a phone above the picture in place of the seats; it covers nothing."""

    def __init__(self, lines: Iterable[tuple[Text, Text | None]], mark: Any, gone: Callable[[], Any]) -> None:
        u = theme.u
        super().__init__(size_hint_y=None, padding=(16 * u, 12 * u), spacing=6 * u)
        self.edge, self.edge_width = theme.ink, 2 * u
        most = 2 if theme.phone else LINES
        head = Row(spacing=10 * u)
        if mark is not None:
            head.add_widget(mark)
        head.add_widget(Words(say("table.now_do"), "label", tone="ink2", bold=True, pos_hint={"center_y": 0.5}))
        self.add_widget(head)
        # What several do alike is said once.
        self.lines = list(dict.fromkeys((say(words), "" if why is None else say(why)) for words, why in lines))
        reason = ""
        for words, why in self.lines[:most]:
            if why and why != reason:
                self.add_widget(self._line("die", why, "ink2"))
            reason = why
            self.add_widget(self._line("arrow", words, "ink"))
        if len(self.lines) > most:
            self.add_widget(Words(say("table.and_more", n=len(self.lines) - most), "small", tone="ink2"))
        self.bind(minimum_height=self.setter("height"))
        shown = min(len(self.lines), most)
        self._clock = Clock.schedule_once(lambda _: gone(), SECONDS + A_LINE * shown)

    @staticmethod
    def _line(sign: str, words: str, tone: str) -> Row:
        row = Row(spacing=10 * theme.u)
        row.add_widget(Icon(sign, ink=getattr(theme, tone), size=22, pos_hint={"top": 1}))
        row.add_widget(Words(words, "label", tone=tone))
        return row

    def cancel(self) -> None:
        """Do not take it away by itself any more."""
        self._clock.cancel()
