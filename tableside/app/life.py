"""The app's life: put away and taken up again, what is not saved yet, saved games that have moved, little memory."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from functools import partial
from typing import Any

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.cache import Cache
from kivy.clock import Clock

from models.engine import StoreError
from models.journal import Journal, StaleError
from models.store import OpenSession, Store
from tableside.app.theme import theme
from tableside.app.widgets import Icon, Panel, Sheet, TextButton, Tile, Words
from tableside.app.words import say
from tableside.core.moves import Text, text
from tableside.core.table import RefusedError

UNSAVED = "unsaved:"
"""Under this name and a session's id what waits is kept beside the settings, should the app be killed meanwhile."""
RETRY = 20.0
"""Seconds after which saving is tried again by itself."""
CACHES = ("kv.image", "kv.texture", "kv.loader", "kv.shader")


class Clerk(ExceptionHandler):  # type: ignore[misc]
    """What the store or the device refuses anywhere in the app is told, and the app goes on."""

    def __init__(self, life: Life) -> None:
        self.life = life

    def handle_exception(self, inst: BaseException) -> int:
        if isinstance(inst, OSError):
            problem = inst.strerror or str(inst)
            inst = StoreError(text("life.cannot_write", file=str(inst.filename or ""), problem=problem))
        if not isinstance(inst, StoreError):
            return int(ExceptionManager.RAISE)
        self.life.failed(inst)
        return int(ExceptionManager.PASS)


class Strip(Panel):
    """Says above everything that something is not saved, and what can be done."""

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


class Life:
    """Watches over what is open and where it is kept."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.strip: Strip | None = None
        self.clerk = Clerk(self)
        self._stale: dict[str, Text] = {}
        self._shown: Any = None
        self._again: Any = None
        self._leaving = False

    # -- what is open --------------------------------------------------------------------------

    def open(self, id: str) -> OpenSession:
        """A saved game that goes on in memory when it cannot be saved, with what waited when the app was killed."""
        store: Store = self.app.store
        rows = self.app.draft(UNSAVED + id) or ()
        try:
            session = store.open_session(id, waiting=rows)
        except StoreError:
            if not rows:
                raise
            session = store.open_session(id)
        journal = session.table.journal
        assert isinstance(journal, Journal)
        journal.patient, journal.told = True, self.changed
        session.table.automatic = partial(self.app.automatic, slug=session.table.game.slug)
        if session.table.drift is None:
            # Killed between a move and the bookkeeping that follows from it, the game goes on from there.
            with suppress(RefusedError):
                session.table.run_routine()
        return session

    def wake(self) -> None:
        """After the start: what was still waiting when the app was killed is saved."""
        for key in [key for key in self.app.memory.drafts if key.startswith(UNSAVED)]:
            with suppress(StoreError):
                self.app.session(key.removeprefix(UNSAVED))
        self.retry()

    @property
    def unsaved(self) -> list[OpenSession]:
        """The games with something that waits."""
        return [session for session in self.app.open_games.values() if session.waiting]

    def changed(self) -> None:
        """Something waits, or nothing does any more: show it, and keep it where a kill does not reach."""
        drafts = dict(self.app.memory.drafts)
        for id, session in self.app.open_games.items():
            drafts.pop(UNSAVED + id, None)
            if session.waiting:
                drafts[UNSAVED + id] = [dict(row) for row in session.waiting]
            else:
                self._stale.pop(id, None)
        self.app.put_drafts(drafts)
        self.show()

    def retry(self, *_: Any) -> bool:
        """Try to save everything that waits; whether nothing waits any more."""
        app = self.app
        if app.store is not None:
            try:
                with app.store.reading():
                    app.problem = None
            except StoreError as error:
                app.problem = error.reason
        for session in self.unsaved:
            try:
                session.save()
                self._stale.pop(session.id, None)
            except StaleError as error:
                self._stale[session.id] = error.reason
            except StoreError:
                continue
        self.changed()
        return not self.unsaved

    def failed(self, error: StoreError) -> None:
        """The store refused something: back to what is saved, and say why."""
        self.refresh()
        self.app.show()
        self.app.toast(say(error.reason))

    def refresh(self) -> bool:
        """Let go of games somebody else has gone on with; whether there were any."""
        behind = []
        for id, session in self.app.open_games.items():
            journal = session.table.journal
            with suppress(StoreError):
                if not session.waiting and journal.newest() != len(session.table.log.entries):
                    behind.append(id)
        for id in behind:
            del self.app.open_games[id]
        return bool(behind)

    # -- coming and going ----------------------------------------------------------------------

    def pause(self) -> None:
        """Put away: the camera is let go, and all that can be saved is, in one whole file."""
        self._page("pause")
        self.retry()
        self.app.remember()
        if self.app.store is not None:
            self.app.store.close()

    def resume(self) -> None:
        """Taken up again: the same screen; saved games are looked for, and others' moves are seen."""
        if self.app.store is None:
            self.look_again()
        self.retry()
        if self.refresh():
            self.app.show()
        else:
            self._page("resume")

    def _page(self, what: str) -> None:
        done = getattr(self.app.page, what, None)
        if done is not None:
            done()

    def may_leave(self) -> bool:
        """Whether the app may be closed; when something is not saved, that is asked first."""
        if self.retry() or self._leaving:
            return True
        sheet = Sheet(self.app, say(text("life.not_saved")), sign="warn")
        waiting = sum(len(session.waiting) for session in self.unsaved)
        sheet.body.add_widget(Words(say(text("life.leave_about", n=waiting)), "body"))
        self._tile(sheet, "life.stay", sheet.close, "stay")
        self._tile(sheet, "life.leave", self._leave, "leave anyway")
        sheet.open()
        return False

    def _leave(self) -> None:
        self._leaving = True
        self.app.stop()

    def lighten(self, *_: Any) -> None:
        """The device is short of memory: let go of everything that can be made again."""
        app = self.app
        if app.routes[-1][0] not in ("reading", "filling"):
            app.scratch.pop("photo", None)
            app.scratch.pop("told", None)
        for session in app.open_games.values():
            session.table.lighten()
        for name, module in list(sys.modules.items()):
            if name.startswith("vision."):
                for thing in list(vars(module).values()):
                    if hasattr(thing, "cache_clear"):
                        thing.cache_clear()
        forget = getattr(sys.modules.get("tableside.app.textures"), "forget", None)
        if forget is not None:
            forget()
        for name in CACHES:
            Cache.remove(name)
        gc.collect()

    # -- what is seen --------------------------------------------------------------------------

    def show(self) -> None:
        """The strip as it must be now, and the page below it."""
        wanted = self._wanted()
        if wanted != self._shown or (self.strip is None) != (wanted is None):
            self._shown = wanted
            if self.strip is not None:
                self.app.holder.remove_widget(self.strip)
                self.strip = None
            if wanted is not None:
                self.strip = Strip(*wanted[:-1])
                self.app.holder.add_widget(self.strip)
        if self._again is None and self.unsaved:
            self._again = Clock.schedule_interval(self.retry, RETRY)
        elif self._again is not None and not self.unsaved:
            self._again.cancel()
            self._again = None
        self.place()

    def _wanted(self) -> Any:
        look = (theme.u, theme.dark, theme.phone, theme.text_scale)
        session = next(iter(self.unsaved), None)
        if session is not None:
            count = len(session.waiting)
            if session.id in self._stale:
                words = say(text("life.stale", n=count))
                return words, say(text("life.decide")), lambda: self.ask_stale(session), "decide", (count, look)
            words = say(text("life.unsaved", n=count, reason=session.trouble or text("life.waits")))
            return words, say(text("life.save_now")), self.save_now, "save now", (count, look)
        if self.app.problem is not None:
            return say(self.app.problem), say(text("life.places")), self.ask_place, "places", look
        return None

    def place(self, *_: Any) -> None:
        """The page takes what the strip leaves."""
        page, holder = self.app.page, self.app.holder
        if page is None:
            return
        if self.strip is None:
            page.size_hint = (1, 1)
        else:
            page.size_hint = (1, None)
            page.height = holder.height - self.strip.height

    # -- what can be done ----------------------------------------------------------------------

    def save_now(self) -> None:
        """The button: try again, and say how it went."""
        reasons = [session.trouble for session in self.unsaved]
        if self.retry():
            self.app.toast(say(text("life.saved")))
        elif any(reason is not None and reason.key == "models.gone" for reason in reasons):
            self.ask_place()
        else:
            self.app.toast(say(self.unsaved[0].trouble or text("life.waits")))

    def ask_place(self) -> None:
        """The saved games are not to be had: look again, begin anew here, or use another place."""
        sheet = Sheet(self.app, say(text("life.places")), sign="warn", share=0.7)
        reason = self.app.problem or (self.unsaved[0].trouble if self.unsaved else None)
        if reason is not None:
            sheet.body.add_widget(Words(say(reason), "body"))
        self._tile(sheet, "life.look_again", lambda: self._looked(sheet), "look again")
        if reason is None or reason.key == "models.gone":
            self._tile(sheet, "life.anew", lambda: self._anew(sheet), "begin anew")
        if reason is not None and reason.key == "models.damaged":
            self._tile(sheet, "life.doctor", sheet.then(self._doctor), "doctor")
        self._tile(sheet, "life.elsewhere", lambda: self.app.go("settings"), "elsewhere")
        sheet.open()

    def _doctor(self) -> None:
        from tableside.app.doctor import Doctor

        Doctor(self.app)

    def _tile(self, sheet: Sheet, key: str, press: Any, name: str) -> None:
        sheet.body.add_widget(Tile(say(text(key)), press, about=say(text(f"{key}.about")), name=name))

    def _looked(self, sheet: Sheet) -> None:
        sheet.close()
        if self.app.store is None:
            self.look_again()
        if not self.retry() or self.app.problem is not None:
            self.app.toast(say(self.app.problem or self.unsaved[0].trouble or text("life.waits")))

    def look_again(self) -> None:
        """Open the saved games if they are back."""
        self.app.open_store()
        if self.app.store is not None:
            self.app.restore()

    def _anew(self, sheet: Sheet) -> None:
        sheet.close()
        self.move_over(anew=True)
        self.app.restore()

    def move_over(self, anew: bool = False) -> None:
        """Use the place that is set now; games that wait to be saved come along whole."""
        waiting, old = self.unsaved, self.app.store
        self.app.open_store(anew)
        if self.app.store is None:
            if waiting:
                # What waits is not left behind for a place that cannot be opened.
                self.app.store = old
            self.show()
            return
        if old is not None:
            old.close()
        self.app.open_games.clear()
        for session in waiting:
            self._carry(session)
        self.changed()

    def _carry(self, session: OpenSession) -> None:
        """A game with entries that wait goes into the place that is open now."""
        store: Store = self.app.store
        with suppress(StoreError):
            self.app.session(session.id)
            return
        self.app.put_drafts({k: v for k, v in self.app.memory.drafts.items() if k != UNSAVED + session.id})
        store.take_over(session, session.id)

    def ask_stale(self, session: OpenSession) -> None:
        """Somebody else went on with this game: keep ours as a game of its own, or go on with theirs."""
        sheet = Sheet(self.app, say(text("life.decide")), sign="warn", share=0.7)
        sheet.body.add_widget(Words(say(text("life.stale", n=len(session.waiting))), "body"))
        self._tile(sheet, "life.keep_mine", lambda: self._apart(session, True), "keep mine")
        self._tile(sheet, "life.take_theirs", lambda: self._apart(session, False), "take theirs")
        sheet.open()

    def _apart(self, session: OpenSession, keep: bool) -> None:
        app = self.app
        id = app.store.take_over(session) if keep else session.id
        app.put_drafts({key: kept for key, kept in app.memory.drafts.items() if key != UNSAVED + session.id})
        app.open_games.pop(session.id, None)
        self._stale.pop(session.id, None)
        if keep:
            app.routes = [(name, _renamed(given, session.id, id)) for name, given in app.routes]
        app.show()
        app.toast(say(text("life.kept_apart" if keep else "life.theirs")))


def _renamed(given: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    return {**given, "session": new} if given.get("session") == old else given
