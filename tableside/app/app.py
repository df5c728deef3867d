"""The app: which screen is on, the way back, the settings, the store, and the sheets above everything."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from models.copy import OwnersCopy
from models.engine import StoreError
from models.store import OpenSession, Store
from tableside.app import settings as keeping
from tableside.app import words
from tableside.app.settings import Memory, Settings
from tableside.app.theme import theme
from tableside.app.widgets import Page, Sheet, Toast
from tableside.core import registry
from tableside.core.game import Game
from tableside.core.moves import Move

PAGES = {
    "home": "home:HomePage",
    "new": "new_game:NewGamePage",
    "position": "position:PositionPage",
    "table": "table:TablePage",
    "score": "score:ScorePage",
    "settings": "settings:SettingsPage",
    "camera": "camera:CameraPage",
    "reading": "reading:ReadingPage",
    "copy": "copy:CopyPage",
    "teach_card": "teach_card:TeachCardPage",
    "teach_die": "teach_die:TeachDiePage",
    "score_only": "score_only:ScoreOnlyPage",
    "history": "history:HistoryPage",
    "replay": "replay:ReplayPage",
    "statistics": "statistics:StatisticsPage",
    "taste": "taste:TastePage",
}


class TablesideApp(App):  # type: ignore[misc]
    """Tableside."""

    title = "Tableside"

    def __init__(self, url: str | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.url = url
        self.memory: Memory = keeping.load()
        self.store: Store | None = None
        self.problem: Any = None
        self.routes: list[tuple[str, dict[str, Any]]] = []
        self.page: Page | None = None
        self.sheets: list[Sheet] = []
        self.toast_shown: Toast | None = None
        self.open_games: dict[str, OpenSession] = {}
        self.scratch: dict[str, Any] = {}
        """What one screen hands to the next and nobody needs to keep: a photo just taken, a reading."""
        self._rebuild = Clock.create_trigger(lambda _: self.show(), -1)
        self._keep = Clock.create_trigger(lambda _: self.remember(), 0)

    @property
    def settings(self) -> Settings:
        return self.memory.settings

    # -- life ----------------------------------------------------------------------------------

    def build(self) -> Widget:
        self.holder = FloatLayout()
        self._dress()
        # A long form settles its heights in several rounds; that is no endless loop.
        Clock.max_iteration = 60
        theme.measure(*Window.size, self.settings.text_scale)
        Window.bind(on_keyboard=self._key, size=self._resized, on_request_close=self._closing)
        self.open_store()
        self.routes = self._restored()
        self.show()
        return self.holder

    def open_store(self) -> None:
        """Open the saved games; when that cannot be, say why and go on without."""
        try:
            self.store = Store.open(self.url or self.settings.database or None)
            self.problem = None
        except StoreError as error:
            self.store, self.problem = None, error.reason

    def on_pause(self) -> bool:
        self.remember()
        return True

    def on_stop(self) -> None:
        self.remember()
        if self.page is not None:
            self.page.leave()
        Window.unbind(on_keyboard=self._key, size=self._resized, on_request_close=self._closing)
        if self.store is not None:
            self.store.close()

    def _closing(self, *_: Any, **__: Any) -> bool:
        self.remember()
        return False

    def _resized(self, *_: Any) -> None:
        before = (theme.u, theme.stacked, theme.phone)
        theme.measure(*Window.size)
        if before != (theme.u, theme.stacked, theme.phone):
            self._rebuild()

    def _key(self, window: Any, key: int, *_: Any) -> bool:
        if key == 27:
            return self.back()
        return False

    # -- the way -------------------------------------------------------------------------------

    def _restored(self) -> list[tuple[str, dict[str, Any]]]:
        routes = [(name, given) for name, given in self.memory.routes if name in PAGES and name not in ("camera",)]
        if not routes or routes[0][0] != "home":
            return [("home", {})]
        return routes

    def go(self, name: str, **given: Any) -> None:
        """Open a screen above this one."""
        self.routes.append((name, given))
        self.show()
        self.remember()

    def instead(self, name: str, **given: Any) -> None:
        """Open a screen in place of this one."""
        self.routes[-1] = (name, given)
        self.show()
        self.remember()

    def home(self) -> None:
        """Back to the first screen."""
        self.routes = [("home", {})]
        self.show()
        self.remember()

    def back(self) -> bool:
        """One step back: a sheet, something within the screen, or the screen; False at the very first."""
        if self.sheets:
            self.sheets[-1].close()
            return True
        if self.page is not None and self.page.back():
            return True
        if len(self.routes) <= 1:
            return False
        self.routes.pop()
        self.show()
        self.remember()
        return True

    def show(self) -> None:
        """Build the screen that is on top."""
        self.drop_toast()
        for sheet in list(self.sheets):
            self.drop_sheet(sheet)
        if self.page is not None:
            self.page.leave()
            self.holder.remove_widget(self.page)
            self.page = None
        name, given = self.routes[-1]
        try:
            self.page = page_type(name)(self, **given)
        except StoreError as error:
            # A session that is gone or damaged must not lock the app: home, and say why.
            self.routes = [("home", {})]
            self.page = page_type("home")(self)
            self.holder.add_widget(self.page)
            self.toast(words.say(error.reason))
            return
        self.holder.add_widget(self.page)

    def remember(self) -> None:
        """Keep where we are."""
        self.memory = replace(self.memory, routes=tuple(self.routes))
        keeping.save(self.memory)

    def draft(self, key: str) -> Any:
        """What was being written under this name."""
        return self.memory.drafts.get(key)

    def keep_draft(self, key: str, value: Any) -> None:
        """Remember what is being written."""
        drafts = {name: kept for name, kept in self.memory.drafts.items() if name != key}
        if value is not None:
            drafts[key] = value
        self.memory = replace(self.memory, drafts=drafts)
        self._keep()

    # -- above everything ----------------------------------------------------------------------

    def show_sheet(self, sheet: Sheet) -> None:
        self.sheets.append(sheet)
        self.holder.add_widget(sheet)

    def drop_sheet(self, sheet: Sheet) -> None:
        if sheet in self.sheets:
            self.sheets.remove(sheet)
            self.holder.remove_widget(sheet)

    def toast(self, said: str, undo: Callable[[], Any] | None = None) -> None:
        """A short note."""
        self.drop_toast()
        self.toast_shown = Toast(self, said, undo)
        self.holder.add_widget(self.toast_shown)

    def drop_toast(self, toast: Toast | None = None) -> None:
        if self.toast_shown is not None and toast in (None, self.toast_shown):
            self.toast_shown.cancel()
            self.holder.remove_widget(self.toast_shown)
            self.toast_shown = None

    # -- settings ------------------------------------------------------------------------------

    def set(self, **changes: Any) -> None:
        """Change settings; what they change is seen at once."""
        self.memory = replace(self.memory, settings=replace(self.settings, **changes))
        self.remember()
        self._dress()
        theme.measure(*Window.size, self.settings.text_scale)
        if "database" in changes:
            if self.store is not None:
                self.store.close()
            self.open_games.clear()
            self.open_store()
        self._rebuild()

    def _dress(self) -> None:
        words.use(self.settings.language)
        theme.wear(self.settings.dark, self.settings.palette)
        theme.motion = not self.settings.less_motion
        Window.clearcolor = theme.bg
        Window.allow_screensaver = not self.settings.keep_awake

    # -- games ---------------------------------------------------------------------------------

    def game(self, slug: str) -> Game[Any]:
        """A game with everything this owner's copy knows."""
        game = registry.find(slug)
        return OwnersCopy(self.store, game).game() if self.store is not None else game

    def session(self, id: str) -> OpenSession:
        """A saved game, opened once."""
        assert self.store is not None
        if id not in self.open_games:
            self.open_games.clear()
            self.open_games[id] = self.store.open_session(id)
        session = self.open_games[id]
        session.table.automatic = self.automatic
        return session

    def automatic(self, move: Move) -> bool:
        """Whether the referee may do this bookkeeping alone."""
        return self.settings.bookkeeping and move.kind not in self.settings.silenced_routines


def page_type(name: str) -> type[Page]:
    """The class of a screen, loaded when it is first needed."""
    module, _, kind = PAGES[name].partition(":")
    found: type[Page] = getattr(importlib.import_module(f"tableside.app.screens.{module}"), kind)
    return found
