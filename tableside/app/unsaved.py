"""Queued entries: retried on a timer, mirrored in app.json in case the app is killed, announced by a strip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from models.database import StoreError
from models.session_writer import StaleError
from models.store import OpenSession
from tableside.app.i18n import say
from tableside.app.settings import UNSAVED
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Icon, Panel, TextButton, Words
from tableside.core.moves import Text, text

RETRY = 20.0
"""Seconds after which saving is tried again by itself."""


class UnsavedStrip(Panel):
    """Strip above every page that says what is not saved, with a button to act on it."""

    def __init__(self, words: str, button: str, press: Any, name: str) -> None:
        u = theme.u
        super().__init__("primary", orientation="horizontal", size_hint=(1, None), pos_hint={"x": 0, "top": 1})
        self.radius = 0
        self.height = (128 if theme.phone else 80) * u
        self.padding, self.spacing = (theme.margin, 8 * u), 12 * u
        if not theme.phone:
            self.add_widget(Icon("warn", ink=theme.paper, size=28, pos_hint={"center_y": 0.5}))
        self.words = Words(words, "label", fit="box", color=theme.paper)
        self.add_widget(self.words)
        self.button = TextButton(button, press, name=name).hug()
        self.button.pos_hint = {"center_y": 0.5}
        self.add_widget(self.button)


class Unsaved:
    """Open sessions with queued entries, and the strip that announces them. Main thread only."""

    def __init__(self, app: Shell, ask_place: Callable[[], None], ask_stale: Callable[[OpenSession], None]) -> None:
        self.app, self.ask_place, self.ask_stale = app, ask_place, ask_stale
        self.strip: UnsavedStrip | None = None
        self.stale: dict[str, Text] = {}
        """Sessions somebody else has gone on with, and the reason why ours cannot be saved."""
        self._shown: Any = None
        self._again: Any = None

    @property
    def sessions(self) -> list[OpenSession]:
        """The sessions with queued entries."""
        return [session for session in self.app.open_games.values() if session.waiting]

    def changed(self) -> None:
        """Update strip and app.json after the queue has changed."""
        drafts = dict(self.app.memory.drafts)
        for id, session in self.app.open_games.items():
            drafts.pop(UNSAVED + id, None)
            if session.waiting:
                drafts[UNSAVED + id] = [dict(row) for row in session.waiting]
            else:
                self.stale.pop(id, None)
        self.app.put_drafts(drafts)
        self.show()

    def retry(self, *_: Any) -> bool:
        """Try to write all queues; whether they are empty now."""
        app = self.app
        # A server may stand still: what waits asks it, on a thread of its own, and who opens a screen.
        if app.store is not None and not app.store.remote:
            try:
                with app.store.reading():
                    app.problem = None
            except StoreError as error:
                app.problem = error.told
        for session in self.sessions:
            try:
                session.save()
                app.problem = None
                self.stale.pop(session.id, None)
            except StaleError as error:
                self.stale[session.id] = error.told
            except StoreError:
                continue
        self.changed()
        return not self.sessions

    def show(self) -> None:
        """Show or remove the strip, and fit the page below it."""
        wanted = self._wanted()
        if wanted != self._shown or (self.strip is None) != (wanted is None):
            self._shown = wanted
            if self.strip is not None:
                self.app.holder.remove_widget(self.strip)
                self.strip = None
            if wanted is not None:
                self.strip = UnsavedStrip(*wanted[:-1])
                self.app.holder.add_widget(self.strip)
        if self._again is None and self.sessions:
            self._again = Clock.schedule_interval(self.retry, RETRY)
        elif self._again is not None and not self.sessions:
            self._again.cancel()
            self._again = None
        self.place()

    def _wanted(self) -> Any:
        look = (theme.u, theme.dark, theme.phone, theme.text_scale)
        session = next(iter(self.sessions), None)
        if session is not None:
            count = len(session.waiting)
            if session.id in self.stale:
                words = say(text("life.stale", n=count))
                return words, say(text("life.decide")), lambda: self.ask_stale(session), "decide", (count, look)
            words = say(text("life.unsaved", n=count, reason=session.trouble or text("life.waits")))
            return words, say(text("life.save_now")), self.save_now, "save now", (count, look)
        if self.app.problem is not None:
            return say(self.app.problem), say(text("life.places")), self.ask_place, "places", look
        return None

    def place(self, *_: Any) -> None:
        """Give the page the height that the strip leaves."""
        page, holder = self.app.page, self.app.holder
        if page is None:
            return
        if self.strip is None:
            page.size_hint = (1, 1)
        else:
            page.size_hint = (1, None)
            page.height = holder.height - self.strip.height

    def save_now(self) -> None:
        """Handler of the strip's button: retry and toast the outcome."""
        reasons = [session.trouble for session in self.sessions]
        if self.retry():
            self.app.toast(say(text("life.saved")))
        elif any(reason is not None and reason.key == "models.gone" for reason in reasons):
            self.ask_place()
        else:
            self.app.toast(say(self.sessions[0].trouble or text("life.waits")))
