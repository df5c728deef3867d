"""The Kivy application: navigation stack, settings, the open store, sheets and toasts."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.base import ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.logger import Logger
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from models import asking
from models.database import StoreError, file_of, host_of
from models.owned_records import OwnersCopy
from models.paths import database_url
from models.store import OpenSession, Store
from tableside.app import android, i18n
from tableside.app import settings as keeping
from tableside.app.gc_schedule import Calm
from tableside.app.life_cycle import LifeCycle
from tableside.app.player_stats import Chronicle
from tableside.app.routes import Home, Route, encode, restored
from tableside.app.screens.waiting import WaitingPage
from tableside.app.settings import Memory, Settings
from tableside.app.shell import Overlay
from tableside.app.store_opener import Opening
from tableside.app.theme import theme
from tableside.app.widgets import Page, Toast
from tableside.control.controller import Answer, Done, NotSaved, Refused
from tableside.core import registry
from tableside.core.game import Game
from tableside.core.moves import Move, Text, text

if TYPE_CHECKING:
    from vision.camera import Camera


class TablesideApp(App):  # type: ignore[misc]
    """Tableside."""

    title = "Tableside"

    def __init__(self, url: str | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.url = url
        self.memory: Memory = keeping.load()
        self._store: Store | None = None
        self._opening: Opening | None = None
        self.problem: Text | None = None
        self._owed: Route | None = None  # the screen a server has not told everything for
        self.routes: list[Route] = []
        self.page: Page | None = None
        self.sheets: list[Overlay] = []
        self.toast_shown: Toast | None = None
        self.open_games: dict[str, OpenSession] = {}
        self.life = LifeCycle(self)
        self.calm = Calm(self._rest)
        self._before: list[Route] = []
        """Where the app was, while the saved games are not to be had."""
        self.camera: Camera | None = None
        """Looked through in place of the device's own."""
        self._chronicle: Chronicle | None = None
        self._rebuild = Clock.create_trigger(lambda _: self.show(), -1)
        self._keep = Clock.create_trigger(lambda _: self.remember(), 0)

    @property
    def settings(self) -> Settings:
        return self.memory.settings

    @property
    def store(self) -> Store | None:
        """The open store, or None. While a local file is still being opened the caller blocks until it is."""
        if self._opening is not None and not self._opening.far:
            self._opened(self._opening)
        return self._store

    @store.setter
    def store(self, store: Store | None) -> None:
        self._store = store

    @property
    def listed(self) -> Store | None:
        """The open store, or None also while it is being opened or an answer of its server is pending. Never blocks."""
        return None if self._opening is not None or self._owed is not None else self._store

    @property
    def awaited(self) -> str:
        """Host of the server whose answer is pending; empty when none is."""
        waits = self._owed is not None or (self._opening is not None and self._opening.far)
        return host_of(self.place()) if waits else ""

    @property
    def saved(self) -> Store:
        """The open store. Raises StoreError when there is none."""
        if self.store is None:
            raise StoreError(self.problem or text("life.places"))
        return self.store

    def chronicle(self) -> Chronicle:
        """Cached statistics of finished games; replaced when another store is opened."""
        if self._chronicle is None or self._chronicle.store is not self.store:
            self._chronicle = Chronicle(self.saved)
        return self._chronicle

    # -- life ----------------------------------------------------------------------------------

    def build(self) -> Widget:
        self.holder = FloatLayout()
        self.dress()
        # A long form settles its heights in several rounds; that is no endless loop.
        Clock.max_iteration = 60
        # The tablet's keyboard must not cover the line that is being written.
        Window.softinput_mode = "below_target"
        Window.bind(on_keyboard=self._key, size=self._resized, on_request_close=self._closing)
        Window.bind(on_memorywarning=self.life.lighten, focus=self._focused)
        ExceptionManager.add_handler(self.life.clerk)
        self.life.guard.start()
        self.holder.bind(size=self.life.unsaved.place)
        self._fit()
        self.routes = restored(self.memory.routes)
        if not self._open_later():
            self.open_store(self._found)
        self.calm.start()
        try:
            self.show()
        except Exception:  # what was remembered of the way here may be damaged; that must not lock anybody out
            Logger.exception("Tableside:")
            self.memory = replace(self.memory, drafts={})
            self.home()
        return self.holder

    def _found(self) -> None:
        """Callback of the first opening of the store, whether it succeeded or not."""
        if self.store is None and any(route.needs_store for route in self.routes):
            self._before, self.routes = self.routes, [Home()]
        self.life.wake()

    def open_store(self, then: Callable[[], object] = lambda: None, anew: bool = False) -> None:
        """Open the saved games and go on; when that cannot be, say why and go on without. A server that does not
        answer is waited for while frames go on. What is gone is not made anew."""
        self._opening = self._store = self.problem = None
        try:
            url = self.place()
            file = file_of(url)
            if not anew and url == self.settings.opened and file is not None and not file.exists():
                raise StoreError(text("models.gone", place=str(file)))
        except StoreError as error:
            self.problem = error.told
            then()
            return
        opening = self._opening = Opening(url, self._told, then)
        if not opening.far or opening.done(asking.QUICK):
            self._opened(opening)

    def _opened(self, opening: Opening) -> None:
        self._opening = None
        try:
            self._store = opening.within()
        except StoreError as error:
            self.problem = error.told
        else:
            if self._store.remote:
                self._store.asker = asking.Asker(self._told)
            self.memory = replace(self.memory, settings=replace(self.settings, opened=opening.url))
        opening.then()

    def _told(self) -> None:
        """Called on a worker thread when a pending query has finished; schedules the rest on the main thread."""
        Clock.schedule_once(self._heard, 0)

    def _heard(self, _: float) -> None:
        opening = self._opening
        if opening is not None and opening.done():
            self._opened(opening)
            if opening.far or self.problem is not None:
                self.show()
        elif self._owed is not None:
            self.show()

    def place(self) -> str:
        """The address of the saved games."""
        return self.url or self.settings.database or database_url()

    def _open_later(self) -> bool:
        """On the very first start nothing is there to be listed: it is made once the first screen is seen."""
        try:
            url = self.place()
            file = file_of(url)
            if file is None or file.exists() or self.memory.routes or self.memory.drafts or self.settings.opened:
                return False
        except (StoreError, OSError):
            return False

        opening = self._opening = Opening(url, self._told)

        def seen(*_: Any) -> None:
            Window.unbind(on_flip=seen)
            opening.begin()

        Window.bind(on_flip=seen)
        return True

    def restore(self) -> None:
        """The saved games are to be had again: back to where the app was."""
        if self._before:
            self.routes, self._before = self._before, []
        self.show()

    def _rest(self) -> None:
        if self._store is not None:
            self._store.rest()

    def on_pause(self) -> bool:
        self.life.pause()
        return True

    def on_resume(self) -> None:
        self.life.resume()

    def on_stop(self) -> None:
        self.calm.stop()
        self.life.unsaved.retry()
        self.remember()
        if self.page is not None:
            self.page.leave()
        Window.unbind(on_keyboard=self._key, size=self._resized, on_request_close=self._closing)
        Window.unbind(on_memorywarning=self.life.lighten, focus=self._focused)
        ExceptionManager.remove_handler(self.life.clerk)
        self.life.guard.stop()
        if self._opening is not None and self._opening.far:
            self._opening = None
        if self.store is not None:
            self.store.close()

    def _closing(self, *_: Any, **__: Any) -> bool:
        self.remember()
        return not self.life.dialogs.may_leave()

    def _focused(self, _: Any, focus: bool) -> None:
        """Another window may have gone on with the game meanwhile."""
        if focus and self.life.refresh():
            self.show()

    def _resized(self, *_: Any) -> None:
        before = (theme.u, theme.stacked, theme.phone)
        self._fit()
        if before != (theme.u, theme.stacked, theme.phone):
            self._turned()

    def _fit(self) -> None:
        """Measure the window, without what the tablet's own bars cover."""
        left, top, right, bottom = android.insets()
        size = (Window.width - left - right, Window.height - top - bottom)
        theme.measure(*size, self.settings.text_scale)
        if (left, top, right, bottom) != (0, 0, 0, 0):
            self.holder.size_hint, self.holder.size, self.holder.pos = (None, None), size, (left, bottom)

    def _turned(self) -> None:
        """The same screen in another shape; the move that is being made comes along."""
        if self.page is not None:
            self.page.turning()
        self._rebuild()

    def _key(self, window: Any, key: int, *_: Any) -> bool:
        if key == 27:
            return self.back() or android.step_aside()
        return False

    # -- the way -------------------------------------------------------------------------------

    def go(self, route: Route) -> None:
        """Push a screen."""
        if route.needs_store and self.store is None and not self.awaited:
            self.life.dialogs.ask_place()
            return
        self.routes.append(route)
        self.show()
        self.remember()

    def instead(self, route: Route) -> None:
        """Replace the top screen."""
        self.routes[-1] = route
        self.show()
        self.remember()

    def begin_at(self, route: Route) -> None:
        """Open a screen directly above home."""
        self.routes = [Home()]
        self.go(route)

    def answer(self, **given: Any) -> None:
        """Pop the screen and set these fields of the route below."""
        self.routes.pop()
        self.routes[-1] = replace(self.routes[-1], **given)
        self.show()
        self.remember()

    def reroute(self, old: Route, new: Route) -> None:
        """Replace a route on the stack without rebuilding its screen."""
        self.routes = [new if route is old else route for route in self.routes]

    def home(self) -> None:
        """Pop all screens but the first."""
        self.routes = [Home()]
        self.show()
        self.remember()

    def back(self) -> bool:
        """Close the top sheet, let the screen step back, or pop the screen; False at the bottom of the stack."""
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
        """Build the top screen of the stack."""
        self.drop_toast()
        for sheet in list(self.sheets):
            self.drop_sheet(sheet)
        if self.page is not None:
            self.page.leave()
            self.holder.remove_widget(self.page)
            release(self.page)
            self.page = None
        route = self.routes[-1]
        i18n.call()
        try:
            self.page = self._built(route)
        except StoreError as error:
            self._home_for(error, route)
            return
        self.holder.add_widget(self.page)
        self.life.unsaved.show()

    def _built(self, route: Route) -> Page:
        """Build the screen of a route; a placeholder while a query of it is pending."""
        owed, self._owed = self._owed, None
        if self._opening is not None and self._opening.far and route.needs_store:
            return WaitingPage(self, route)
        asker = self._store.asker if self._store is not None else None
        if asker is None:
            return page_type(route)(self, route)
        if owed is not route:
            asker.forget()
        page, failed = None, StoreError(text("models.silent"))
        with asker.round():
            try:
                page = page_type(route)(self, route)
            except StoreError as error:
                failed = error
        if asker.behind:
            if page is not None:
                page.leave()
                release(page)
            self._owed = route
            return page_type(route)(self, route) if isinstance(route, Home) else WaitingPage(self, route)
        if page is None:
            raise failed
        return page

    def _home_for(self, error: StoreError, route: Route) -> None:
        """A session that is gone or damaged must not lock the app: home, and say why."""
        self.routes = [Home()]
        try:
            if isinstance(route, Home):
                raise error
            self.page = self._built(self.routes[0])
        except StoreError as worse:
            self.store, self.problem = None, worse.told
            self.page = page_type(Home())(self, Home())
        self.holder.add_widget(self.page)
        self.life.unsaved.show()
        self.toast(i18n.say(error.told))

    def remember(self) -> None:
        """Write settings, navigation stack and drafts to app.json."""
        self.memory = replace(self.memory, routes=tuple(encode(route) for route in self._before or self.routes))
        keeping.save(self.memory)

    def put_drafts(self, drafts: Mapping[str, Any]) -> None:
        """Replace all drafts; writes app.json at once when they differ."""
        if drafts != self.memory.drafts:
            self.memory = replace(self.memory, drafts=dict(drafts))
            self.remember()

    def draft(self, key: str) -> Any:
        """The draft stored under this key, or None."""
        return self.memory.drafts.get(key)

    def keep_draft(self, key: str, value: Any) -> None:
        """Store a draft under this key, None to drop it; app.json is written shortly after."""
        drafts = {name: kept for name, kept in self.memory.drafts.items() if name != key}
        if value is not None:
            drafts[key] = value
        self.memory = replace(self.memory, drafts=drafts)
        self._keep()

    # -- above everything ----------------------------------------------------------------------

    def show_sheet(self, sheet: Overlay) -> None:
        self.sheets.append(sheet)
        self.holder.add_widget(sheet)

    def drop_sheet(self, sheet: Overlay) -> None:
        if sheet in self.sheets:
            self.sheets.remove(sheet)
            self.holder.remove_widget(sheet)

    def toast(self, said: str, undo: Callable[[], Any] | None = None) -> None:
        """Show a toast, with an undo button when `undo` is given."""
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
        """Change settings, write them, and rebuild the screen with them."""
        self.memory = replace(self.memory, settings=replace(self.settings, **changes))
        self.remember()
        self.dress()
        self._fit()
        if "database" in changes:
            self.life.dialogs.move_over()
        self._turned()

    def dress(self) -> None:
        i18n.use(self.settings.language)
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
        if id not in self.open_games:
            self.open_games = {key: kept for key, kept in self.open_games.items() if kept.waiting}
            self.open_games[id] = self.life.open(id)
        session = self.open_games[id]
        i18n.call(session.names)
        session.table.automatic = partial(self.automatic, slug=session.table.game.slug)
        return session

    def automatic(self, move: Move, slug: str = "") -> bool:
        """Whether the referee may do this bookkeeping of this game alone."""
        return self.settings.bookkeeping and f"{slug}.{move.kind}" not in self.settings.silenced_routines

    def silenced(self, slug: str) -> frozenset[str]:
        """The kinds of warning nobody wants to see in this game."""
        return frozenset(key.partition(".")[2] for key in self.settings.silenced if key.startswith(f"{slug}."))

    def done(self, answer: Answer) -> bool:
        """Whether a command was Done; Refused is toasted, after NotSaved the screen is rebuilt from what is saved."""
        if isinstance(answer, NotSaved):
            self.open_games.pop(answer.session, None)
            self.life.failed(answer.reason)
        elif isinstance(answer, Refused):
            self.toast(i18n.say(answer.reason))
        return isinstance(answer, Done)


def release(page: Page) -> None:
    """Unbind the layout rules of a page that was taken down: until it is collected they would answer to the theme."""
    for widget in page.walk():
        Builder.unbind_widget(widget.uid)


def page_type(route: Route) -> type[Page]:
    """The class of a screen, loaded when it is first needed."""
    module, _, kind = route.page.partition(":")
    found: type[Page] = getattr(importlib.import_module(f"tableside.app.screens.{module}"), kind)
    return found
