"""Table: the picture left, the question right, the confirm bar below."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.core.window import Window
from kivy.uix.widget import Widget

from models.engine import StoreError
from tableside.app import feel
from tableside.app.play import Play
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.views.pictures import view_module
from tableside.app.views.plain import PlainView
from tableside.app.widgets import Col, IconButton, Page, Row, Upright, Words
from tableside.app.widgets.banner import Banner
from tableside.app.widgets.choosing import Choosing
from tableside.app.widgets.handover import HandOver
from tableside.app.widgets.rail import SeatRail
from tableside.app.widgets.sheets import keep_books, log_sheet, menu_sheet, rule_sheet, seat_sheet, why_sheet
from tableside.app.words import counted, say
from tableside.core.moves import Cite, Move, Plain, Seat, Text
from tableside.core.ruling import Illegal
from tableside.core.table import Preview, RefusedError

layout(__name__)


class TablePage(Page):
    """One game at one table."""

    def __init__(self, app: Any, session: str, **given: Any) -> None:
        super().__init__(app, session=session, **given)
        self.session = app.session(session)
        kept = app.scratch.pop("play", None)
        if isinstance(kept, Play) and kept.session is self.session:
            self.play = kept
        else:
            self.play = Play(self.session, single=app.settings.single)
            draft = app.draft(f"table:{session}")
            if draft:
                self.play.resume(draft)
        taken = app.scratch.pop("take", None)
        if taken is not None:
            self.play.take(taken[0])
            for slot in taken[2]:
                self.play.drop(slot)
            self.play.evidence = taken[1]
        self.banner = Banner(self.play, self.rotate, self.menu)
        self.ids.banner.add_widget(self.banner)
        own = view_module(self.play.game.slug)
        view_type = own.GameView if own is not None else PlainView
        self.view = view_type(self.play, self.tapped)
        facts = getattr(own, "facts", None)
        self.rail = SeatRail(self.play, self.open_seat, facts, getattr(own, "FACTS_HIGH", 0))
        if theme.stacked:
            self.ids.view.add_widget(self.rail)
            self.ids.view.add_widget(self.view)
        else:
            self.ids.view.add_widget(self.view)
            self.ids.view.add_widget(self.rail)
        self.choosing = Choosing(self.play, self)
        self.ids.side.add_widget(self.choosing)
        if app.settings.left_hand and not theme.stacked:
            middle = self.ids.middle
            side = self.ids.side
            middle.remove_widget(side)
            middle.add_widget(side, index=len(middle.children))
        self._bar()
        self._seat_before = self.play.seat
        self.refresh()

    def _bar(self) -> None:
        bar, u = self.ids.bar, theme.u
        self.undo_button = IconButton("undo", self.undo, words=say("undo"), name="undo")
        self.redo_button = IconButton("redo", self.redo, words=say("redo"), name="redo")
        self.log_button = IconButton("list", lambda: log_sheet(self.app, self.play), words=say("log.short"), name="log")
        self.photo_button = IconButton("camera", self.photo, words=say("photo"), name="photo")
        buttons = [self.undo_button, self.redo_button, self.log_button, self.photo_button]
        if theme.phone:
            buttons = [self.undo_button, self.photo_button]
        for button in buttons:
            button.pos_hint = {"center_y": 0.5}
            if theme.phone:
                button.width = 64 * u
            bar.add_widget(button)
        self.says = Col(pos_hint={"center_y": 0.5}, spacing=2 * u)
        self.saying = Words("", "body", fit="box", bold=True, size_hint_y=None, height=theme.body * 1.3)
        self.scoring = Words("", "label", "ink2", fit="box", size_hint_y=None, height=theme.label * 1.3)
        self.says.add_widget(self.saying)
        self.says.add_widget(self.scoring)
        if theme.phone:
            bar.add_widget(Widget())
        else:
            bar.add_widget(Upright())
            bar.add_widget(self.says)
        self.confirm_button = bar.primary(say("confirm"), self.confirm, sign="check", name="confirm")
        if self.app.settings.left_hand:
            bar.remove_widget(self.confirm_button)
            bar.add_widget(self.confirm_button, index=len(bar.children))

    # -- what is seen --------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the state and the choice as they are now."""
        play = self.play
        self.banner.update()
        self.choosing.update()
        self.view.redraw()
        self.rail.redraw()
        self.undo_button.disabled = not play.can_undo
        self.redo_button.disabled = not play.can_redo
        self.photo_button.disabled = play.over or play.game.expect(play.state) is None
        self._says()
        self.app.keep_draft(f"table:{self.session.id}", None if play.over else play.draft())
        if play.seat != self._seat_before:
            self._seat_before = play.seat
            self._pass_on()

    def _says(self) -> None:
        play = self.play
        if play.over:
            self.confirm_button.words.plain = say("table.result")
            self.confirm_button.disabled = False
        else:
            self.confirm_button.words.plain = say("confirm")
            self.confirm_button.disabled = not play.ready
        if not isinstance(play.preview, Preview):
            self.saying.plain = self.scoring.plain = ""
            return
        self.saying.plain = say(play.table.say_move(play.state, play.partial))
        cautions = [c for c in play.preview.legal.cautions if c.key not in self.silenced()]
        moved = [(seat, was, now) for seat, (was, now) in enumerate(play.changes()) if was != now]
        if cautions:
            words, tone = say(cautions[0].text), "warn"
        elif moved:
            seat, was, now = next((entry for entry in moved if entry[0] == play.seat), moved[0])
            name = self.session.names[seat]
            words, tone = say("table.score_change", name=name, was=counted(was), now=counted(now)), "ink2"
        else:
            words, tone = say("table.score_same"), "ink2"
        self.scoring.plain, self.scoring.color = words, getattr(theme, tone)

    def _pass_on(self) -> None:
        play = self.play
        if play.seat is None or play.over:
            return
        if self.app.settings.face_seat:
            Window.rotation = round(play.seat * 4 / play.table.seats) % 4 * 90
        if self.app.settings.hand_over:
            HandOver(self.app, play, play.seat).open()

    # -- what is done --------------------------------------------------------------------------

    def tapped(self, slot: str, value: Plain) -> None:
        """A piece of the picture was tapped."""
        offer = self.play.offer(slot, value)
        if offer is None:
            return
        if offer.why_not is not None:
            self.why(slot, value, offer.why_not)
        else:
            self.choose(slot, offer.value, offer.label)

    def choose(self, slot: str, value: Plain, label: Text) -> None:
        """Fill a slot."""
        self.play.choose(slot, value, label)
        self.refresh()

    def drop(self, slot: str) -> None:
        """Empty a slot."""
        self.play.drop(slot)
        self.refresh()

    def act_as(self, seat: Seat) -> None:
        """Another of those who may act."""
        self.play.restart(seat)
        self._seat_before = self.play.seat
        self.refresh()

    def confirm(self) -> None:
        """The move stands."""
        if self.play.over:
            self.app.go("score", session=self.session.id)
            return
        if not self.play.ready:
            return
        try:
            self.play.confirm()
            feel.tick(self.app.settings)
        except RefusedError as refused:
            self.refused(refused.illegal)
        except StoreError as error:
            self.app.open_games.pop(self.session.id, None)
            self.app.show()
            self.app.toast(say(error.reason))
            return
        if self.play.acting:
            self.refresh()
        else:
            self.app.keep_draft(f"table:{self.session.id}", None)
            self.app.go("score", session=self.session.id)

    def undo(self) -> None:
        """One step back, and it is in the log."""
        try:
            self.play.undo()
        except RefusedError as refused:
            self.app.toast(say(refused.illegal.reason))
        self.refresh()

    def redo(self) -> None:
        """One step forward again."""
        try:
            self.play.redo()
        except RefusedError as refused:
            self.app.toast(say(refused.illegal.reason))
        self.refresh()

    def draw(self) -> None:
        """Chance decides."""
        self.play.draw()
        self.refresh()

    def why(self, slot: str, value: Plain, refusal: Illegal | None) -> None:
        """Why this cannot be chosen."""
        if refusal is not None:
            self.refused(self.play.why(slot, value, refusal))

    def refused(self, refusal: Illegal) -> None:
        """A refusal with its reason."""
        feel.refuse(self.app.settings)
        why_sheet(self.app, self.play, refusal, self.take)

    def take(self, move: Move) -> None:
        """Put a whole move in place."""
        self.play.take(move)
        self.refresh()

    def rule(self, words: str, cite: Cite) -> None:
        rule_sheet(self.app, words, cite)

    def silenced(self) -> frozenset[str]:
        """The kinds of warning nobody wants to see again."""
        found: frozenset[str] = self.app.silenced(self.play.game.slug)
        return found

    def silence(self, key: str) -> None:
        """Do not warn of this again in this game."""
        before = self.app.settings.silenced
        self._silenced((*before, f"{self.play.game.slug}.{key}"))
        self.app.toast(say("table.silenced"), lambda: self._silenced(before))

    def _silenced(self, keys: tuple[str, ...]) -> None:
        app = self.app
        app.memory = replace(app.memory, settings=replace(app.settings, silenced=keys))
        app.remember()
        self.refresh()

    def waiting(self) -> Move | None:
        """Bookkeeping that is due and is not to be done by itself."""
        play = self.play
        routine = None if play.over else play.game.routine(play.state)
        return None if routine is None or self.app.automatic(routine, play.game.slug) else routine

    def keep_books(self, routine: Move) -> None:
        keep_books(self.play, routine, self._adjusted)

    def open_seat(self, seat: int) -> None:
        seat_sheet(self.app, self.play, seat, self._adjusted)

    def _adjusted(self) -> None:
        self.play.restart()
        self.refresh()

    def photo(self) -> None:
        """Read the table by camera or from a file."""
        self.app.go("camera", session=self.session.id)

    def menu(self) -> None:
        menu_sheet(self.app, self.play, self._adjusted)

    def rotate(self) -> None:
        """Turn the picture to the other side of the table."""
        Window.rotation = (Window.rotation + 180) % 360

    def back(self) -> bool:
        if self.play.step_back():
            self.refresh()
            return True
        return False


__all__ = ["Row", "TablePage"]
