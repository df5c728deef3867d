"""App life cycle: start, pause, resume, low memory, exceptions, and the games that are open."""

from __future__ import annotations

import gc
import json
import sys
from contextlib import suppress
from dataclasses import fields
from functools import partial
from typing import Any

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.cache import Cache
from kivy.clock import Clock

from models.backup import put
from models.database import PlaceError, StoreError
from models.owned_records import OwnersCopy
from models.paths import data_folder
from models.session_writer import SessionJournal
from models.store import OpenSession, now
from tableside.app import routes
from tableside.app.crash_report import CrashGuard
from tableside.app.form_fields import HIDDEN
from tableside.app.i18n import say
from tableside.app.photo_reading import aside
from tableside.app.settings import UNSAVED
from tableside.app.shell import Shell
from tableside.app.store_dialogs import StoreDialogs
from tableside.app.unsaved import Unsaved
from tableside.control import pipeline
from tableside.control.controller import Controller
from tableside.core import registry
from tableside.core.catalog import read_record
from tableside.core.moves import Text, text

CACHES = ("kv.image", "kv.texture", "kv.loader", "kv.shader")


class Clerk(ExceptionHandler):  # type: ignore[misc]
    """Kivy's handler for exceptions of touches and Clock callbacks: storage errors are shown, others recovered."""

    def __init__(self, life: LifeCycle) -> None:
        self.life = life

    def handle_exception(self, inst: BaseException) -> int:
        if isinstance(inst, OSError):
            problem = inst.strerror or str(inst)
            inst = StoreError(text("life.cannot_write", file=str(inst.filename or ""), problem=problem))
        if isinstance(inst, StoreError):
            self.life.failed(inst.told)
            return int(ExceptionManager.PASS)
        recovered = isinstance(inst, Exception) and self.life.guard.recover(inst)
        return int(ExceptionManager.PASS if recovered else ExceptionManager.RAISE)


def _tells_more(old: Any, new: Any) -> bool:
    """Whether a record differs from another only in fields that one left unknown."""
    told = (entry.name for entry in fields(old) if entry.name not in HIDDEN)
    return all(getattr(old, name) in (None, getattr(new, name)) for name in told)


class LifeCycle:
    """Opens games, reacts to the system and to failures; unsaved entries and dialogs have their own parts."""

    def __init__(self, app: Shell) -> None:
        self.app = app
        self.dialogs = StoreDialogs(app)
        self.unsaved = Unsaved(app, self.dialogs.ask_place, self.dialogs.ask_stale)
        self.clerk = Clerk(self)
        self.guard = CrashGuard(app)

    # -- what is open --------------------------------------------------------------------------

    def open(self, id: str) -> OpenSession:
        """Open a session whose journal queues entries while storage fails, with those left by a kill. StoreError."""
        store = self.app.saved
        rows = self.app.draft(UNSAVED + id) or ()
        try:
            session = store.open_session(id, waiting=rows)
        except PlaceError:
            raise  # whether the rows fit is not known while the place fails
        except StoreError:
            if not rows:
                raise
            session = store.open_session(id)
            self._put_aside(id, rows)
        journal = session.table.journal
        assert isinstance(journal, SessionJournal)
        journal.patient, journal.told = True, self.unsaved.changed
        session.table.automatic = partial(self.app.automatic, slug=session.table.game.slug)
        if session.table.drift is None:
            # Killed between a move and the bookkeeping that follows from it, the game goes on from there.
            Controller(session).keep_books()
        return session

    def _put_aside(self, id: str, rows: Any) -> None:
        """Move queued entries that do not fit the stored session to a file, and show a note."""
        file = data_folder() / f"set-aside-{now()}.json"
        put(file, json.dumps(rows, ensure_ascii=False, indent=1).encode())
        self.app.put_drafts({key: kept for key, kept in self.app.memory.drafts.items() if key != UNSAVED + id})
        # While the app starts there is no page yet to tell it on.
        words = say(text("life.set_aside", n=len(rows), file=str(file)))
        Clock.schedule_once(lambda _: self.app.toast(words), 0)

    def tell_facts(self, session: OpenSession) -> None:
        """Merge records into the session that the owner's copy gained or completed since the game began."""
        table = session.table
        if self.app.store is None or not table.to_act() or table.drift is not None:
            return
        shipped = registry.find(table.game.slug)
        for name, records in OwnersCopy(self.app.store, shipped).records().items():
            for id, data in records.items():
                new = read_record(shipped.tables[name], data, id, id)
                old = table.game.catalog.find(name, id)
                if old != new and (old is None or old == shipped.catalog.find(name, id) or _tells_more(old, new)):
                    Controller(session).learn(name, id, data)

    def wake(self) -> None:
        """After start-up: write the entries left queued by a kill."""
        for key in [key for key in self.app.memory.drafts if key.startswith(UNSAVED)]:
            with suppress(StoreError):
                self.app.session(key.removeprefix(UNSAVED))
        self.unsaved.retry()

    def failed(self, reason: Text) -> None:
        """After a storage error: rebuild the screen from what is saved, and show the reason."""
        self.refresh()
        self.app.show()
        self.app.toast(say(reason))

    def refresh(self) -> bool:
        """Drop sessions that another process has appended to; whether there were any. Asks a server on a thread."""
        games = {id: session for id, session in self.app.open_games.items() if not session.waiting}
        known = {id: len(session.table.log.entries) for id, session in games.items()}

        def behind() -> list[str]:
            found = []
            for id, session in games.items():
                with suppress(StoreError):
                    if session.newest() != known[id]:
                        found.append(id)
            return found

        def let_go(ids: list[str]) -> bool:
            for id in ids:
                del self.app.open_games[id]
            return bool(ids)

        def told(ids: list[str]) -> None:
            # One that has gone on here meanwhile was not behind.
            same = [id for id in ids if self.app.open_games.get(id) is games[id]]
            if let_go([id for id in same if len(games[id].table.log.entries) == known[id]]):
                self.app.show()

        if self.app.store is None or not self.app.store.remote:
            return let_go(behind())
        if games:
            aside(behind, told)
        return False

    # -- coming and going ----------------------------------------------------------------------

    def pause(self) -> None:
        """On pause: release the camera, write queued entries, remember the route, close the store."""
        if self.app.page is not None:
            self.app.page.pause()
        self.unsaved.retry()
        self.app.remember()
        if self.app.store is not None:
            self.app.store.close()

    def resume(self) -> None:
        """On resume: look for a missing store, write queued entries, reload sessions changed elsewhere."""
        if self.app.store is None:
            self.dialogs.look_again()
        self.unsaved.retry()
        if self.refresh():
            self.app.show()
        elif self.app.page is not None:
            self.app.page.resume()

    def lighten(self, *_: Any) -> None:
        """On low memory: drop every cache that can be rebuilt."""
        app = self.app
        app.routes = [*map(routes.bare, app.routes[:-1]), app.routes[-1]]
        pipeline.forget()
        for session in app.open_games.values():
            session.table.lighten()
        for name, module in list(sys.modules.items()):
            if name.startswith("vision."):
                for thing in list(vars(module).values()):
                    if hasattr(thing, "cache_clear"):
                        thing.cache_clear()
        forget = getattr(sys.modules.get("tableside.app.texture_cache"), "forget", None)
        if forget is not None:
            forget()
        for name in CACHES:
            Cache.remove(name)
        gc.collect()
