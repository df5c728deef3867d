"""Settings: one column of rows; every change is seen at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from models.place import database_url
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.widgets import Col, Header, Icon, Page, Panel, Row, Segments, Switcher, TextButton, Typing, Words
from tableside.app.words import say

layout(__name__)


class SettingsPage(Page):
    """Every switch."""

    def __init__(self, app: Any, **given: Any) -> None:
        super().__init__(app, **given)
        self.ids.head.add_widget(Header(say("settings.title"), "", app.back))
        self._choice("language", "globe", (("hu", "Magyar"), ("en", "English")))
        scales = (
            (0.9, say("settings.small")),
            (1.0, say("settings.normal")),
            (1.2, say("settings.large")),
            (1.5, say("settings.huge")),
        )
        self._choice("text_scale", "text", scales)
        self._choice("dark", "sun", ((False, say("settings.light")), (True, say("settings.dark_on"))))
        self._choice("palette", "eye", (("safe", say("settings.safe")), ("classic", say("settings.classic"))))
        for key, sign in (
            ("single", "check"),
            ("bookkeeping", "book"),
            ("hand_over", "swap"),
            ("face_seat", "rotate"),
            ("left_hand", "hand"),
            ("keep_awake", "phone"),
            ("sounds", "sound"),
            ("haptics", "phone"),
            ("less_motion", "clock"),
        ):
            self._switch(key, sign)
        self._database()

    def _row(self, key: str, sign: str, control: Widget, below: bool = False) -> None:
        u = theme.u
        box = Panel(size_hint_y=None, padding=(16 * u, 12 * u), spacing=10 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=14 * u)
        head.add_widget(Icon(sign, size=28, pos_hint={"center_y": 0.5}))
        middle = Col(spacing=2 * u, pos_hint={"center_y": 0.5})
        middle.add_widget(Words(say(f"settings.{key}"), "body", bold=True))
        middle.add_widget(Words(say(f"settings.{key}.about"), "small", tone="ink2"))
        head.add_widget(middle)
        control.pos_hint = {"center_y": 0.5}
        if below:
            box.add_widget(head)
            box.add_widget(control)
        else:
            head.add_widget(control)
            box.add_widget(head)
        self.ids.rows.add_widget(box)

    def _choice(self, key: str, sign: str, labels: Sequence[tuple[Any, str]]) -> None:
        value = getattr(self.app.settings, key)
        control = Segments(labels, value, lambda option: self.app.set(**{key: option}))
        for (option, _), chip in zip(labels, reversed(control.children)):
            chip.name = f"{key} {option}"
        below = theme.stacked or len(labels) > 2
        if not below:
            control.size_hint_x, control.width = None, 360 * theme.u
        self._row(key, sign, control, below)

    def _switch(self, key: str, sign: str) -> None:
        on = getattr(self.app.settings, key)
        self._row(key, sign, Switcher(on, lambda value: self.app.set(**{key: value}), name=key))

    def _database(self) -> None:
        u = theme.u
        box = Col(spacing=8 * u)
        typed = Typing(self.app.settings.database, hint_text=database_url(), name="database url")
        box.add_widget(typed)
        apply = TextButton(
            say("settings.database.use"), lambda: self.app.set(database=typed.text.strip()), name="use database"
        )
        box.add_widget(apply)
        if self.app.problem is not None:
            box.add_widget(Words(say(self.app.problem), "label", tone="refuse"))
        self._row("database", "list", box, below=True)
