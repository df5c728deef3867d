"""Dialogs about the store: it is missing or damaged, somebody else went on with a game, leaving unsaved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from models.database import StoreError
from models.store import OpenSession, Store
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.settings import UNSAVED
from tableside.app.shell import Shell
from tableside.app.widgets import Sheet, Tile, Words
from tableside.core.moves import text

if TYPE_CHECKING:
    from tableside.app.unsaved import Unsaved


class StoreDialogs:
    """Dialogs for an unavailable store and for entries that cannot be written to it. Main thread only."""

    def __init__(self, app: Shell) -> None:
        self.app = app
        self._leaving = False

    @property
    def unsaved(self) -> Unsaved:
        return self.app.life.unsaved

    def may_leave(self) -> bool:
        """Whether the app may close; asks first while entries are queued."""
        if self.unsaved.retry() or self._leaving:
            return True
        sheet = Sheet(self.app, say(text("life.not_saved")), sign="warn")
        waiting = sum(len(session.waiting) for session in self.unsaved.sessions)
        sheet.body.add_widget(Words(say(text("life.leave_about", n=waiting)), "body"))
        self._tile(sheet, "life.stay", sheet.close, "stay")
        self._tile(sheet, "life.leave", self._leave, "leave anyway")
        sheet.open()
        return False

    def _leave(self) -> None:
        self._leaving = True
        self.app.stop()

    def ask_place(self) -> None:
        """Dialog: the store is unavailable; retry, begin a new one here, or use another folder."""
        sheet = Sheet(self.app, say(text("life.places")), sign="warn", share=0.7)
        reason = self.app.problem or (self.unsaved.sessions[0].trouble if self.unsaved.sessions else None)
        if reason is not None:
            sheet.body.add_widget(Words(say(reason), "body"))
        self._tile(sheet, "life.look_again", lambda: self._looked(sheet), "look again")
        if reason is None or reason.key == "models.gone":
            self._tile(sheet, "life.anew", lambda: self._anew(sheet), "begin anew")
        if reason is not None and reason.key == "models.damaged":
            self._tile(sheet, "life.doctor", sheet.then(self._doctor), "doctor")
        self._tile(sheet, "life.elsewhere", lambda: self.app.go(routes.Settings()), "elsewhere")
        sheet.open()

    def _doctor(self) -> None:
        from tableside.app.doctor import Doctor

        Doctor(self.app)

    def _tile(self, sheet: Sheet, key: str, press: Any, name: str) -> None:
        sheet.body.add_widget(Tile(say(text(key)), press, about=say(text(f"{key}.about")), name=name))

    def _looked(self, sheet: Sheet) -> None:
        sheet.close()
        if self.app.store is None:
            self.look_again(self._tell)
        else:
            self._tell()

    def _tell(self) -> None:
        if not self.unsaved.retry() or self.app.problem is not None:
            self.app.toast(say(self.app.problem or self.unsaved.sessions[0].trouble or text("life.waits")))

    def look_again(self, then: Callable[[], object] = lambda: None) -> None:
        """Open the saved games if they are back."""
        if self.app.awaited:
            return

        def looked() -> None:
            if self.app.store is not None:
                self.app.restore()
            then()

        self.app.open_store(looked)

    def _anew(self, sheet: Sheet) -> None:
        sheet.close()
        self.move_over(anew=True)
        self.app.restore()

    def move_over(self, anew: bool = False) -> None:
        """Reopen the store at the folder in the settings; sessions with unsaved entries are copied there."""
        self.app.open_store(partial(self._moved, self.unsaved.sessions, self.app.store), anew)

    def _moved(self, waiting: list[OpenSession], old: Store | None) -> None:
        if self.app.store is None:
            if waiting:
                # What waits is not left behind for a place that cannot be opened.
                self.app.store = old
            self.unsaved.show()
            return
        if old is not None:
            old.close()
        self.app.open_games.clear()
        for session in waiting:
            self._carry(session)
        self.unsaved.changed()

    def _carry(self, session: OpenSession) -> None:
        """Write a session with unsaved entries to the open store; an older copy there is not overwritten."""
        there, mine = None, session.table.log.entries
        with suppress(StoreError):
            there = self.app.session(session.id)
            if there.table.log.entries[: len(mine)] == mine:
                return
        try:
            id = self.app.saved.take_over(session, session.id if there is None else None)
        except StoreError as error:
            # It goes on waiting as it did.
            self.app.open_games[session.id] = session
            self.app.toast(say(error.told))
            return
        self._settled(session, id)

    def _settled(self, session: OpenSession, id: str) -> None:
        """The queue of this session is written; routes that name it use this id from now on."""
        app = self.app
        app.put_drafts({key: kept for key, kept in app.memory.drafts.items() if key != UNSAVED + session.id})
        app.open_games.pop(session.id, None)
        self.unsaved.stale.pop(session.id, None)
        if id != session.id:
            app.routes = [_renamed(route, session.id, id) for route in app.routes]

    def ask_stale(self, session: OpenSession) -> None:
        """Dialog: another process has appended to this session; keep ours as a copy, or reload theirs."""
        sheet = Sheet(self.app, say(text("life.decide")), sign="warn", share=0.7)
        sheet.body.add_widget(Words(say(text("life.stale", n=len(session.waiting))), "body"))
        self._tile(sheet, "life.keep_mine", lambda: self._apart(session, True), "keep mine")
        self._tile(sheet, "life.take_theirs", lambda: self._apart(session, False), "take theirs")
        sheet.open()

    def _apart(self, session: OpenSession, keep: bool) -> None:
        app = self.app
        self._settled(session, app.saved.take_over(session) if keep else session.id)
        app.show()
        app.toast(say(text("life.kept_apart" if keep else "life.theirs")))


def _renamed(route: routes.Route, old: str, new: str) -> routes.Route:
    name, given = routes.encode(route)
    return routes.decode(name, {**given, "session": new}) if given.get("session") == old else route
