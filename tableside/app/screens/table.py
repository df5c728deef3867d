"""Table: the picture left, the question right, the confirm bar below."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from tableside.app import feedback, routes, seating, touch
from tableside.app.i18n import counted, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.views.generic_view import PlainView
from tableside.app.views.view_registry import view_module
from tableside.app.widgets import Col, IconButton, Page, Row, Upright, Words
from tableside.app.widgets.banner import Banner
from tableside.app.widgets.bubble import Bubble
from tableside.app.widgets.choice_panel import Choosing
from tableside.app.widgets.game_clock import GameClock
from tableside.app.widgets.handover import HandOver
from tableside.app.widgets.player_bar import SeatRail
from tableside.app.widgets.sheets import (
    hand_sheet,
    keep_books,
    log_sheet,
    menu_sheet,
    rule_sheet,
    seat_sheet,
    teach,
    why_sheet,
)
from tableside.app.widgets.todo_card import TodoCard
from tableside.control.controller import Done, Refused
from tableside.core import notation
from tableside.core.game import Choice
from tableside.core.moves import Cite, Move, Plain, Seat, Text
from tableside.core.ruling import Illegal
from tableside.core.table import Preview

layout(__name__)
TOLD = 4
"""So many sentences of what hands have to do are said over the camera."""
FORCED = 20
"""So many forced moves are made in a row at most; more would be a game that plays itself."""


class TablePage(Page):
    """One game at one table."""

    def __init__(self, app: Shell, route: routes.Table | routes.Correct) -> None:
        super().__init__(app, route)
        self.session = app.session(route.session)
        app.life.tell_facts(self.session)
        self.play = self.begun(route)
        self.reroute(play=None, taken=None, taught=None)
        self.claim()
        self.banner = Banner(self.play, self.rotate, self.menu)
        self.ids.banner.add_widget(self.banner)
        own = view_module(self.play.game.slug)
        view_type = own.GameView if own is not None else PlainView
        self.view = view_type(self.play, self.tapped)
        self.view.touched = self.touch_thing
        self.card: TodoCard | None = None
        self.clock: GameClock | None = None
        facts = getattr(own, "facts", None)
        high = (getattr(own, "FACTS_HIGH", 0), getattr(own, "FACTS_PHONE", None))
        self.rail = SeatRail(self.play, self.open_seat, facts, *high, slim=self.view.names_players)
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

    def claim(self) -> None:
        """What was chosen at seating is taken as soon as the rules allow it."""
        wishes = self.app.draft(f"seats:{self.session.id}")
        if not wishes:
            return
        if seating.claim(self.play.controller, wishes):
            self.play.restart()
        if seating.settled(self.play.table, wishes):
            self.app.keep_draft(f"seats:{self.session.id}", None)

    def begun(self, route: routes.Table | routes.Correct) -> MoveBuilder:
        """The move being built: as it was before the screen was turned, else as it was kept, with what is handed in."""
        if route.play is not None and route.play.session is self.session:
            play = route.play
        else:
            play = MoveBuilder(self.session, single=self.app.settings.single)
            draft = self.app.draft(f"table:{route.session}")
            if draft:
                play.resume(draft)
        if route.taught is not None:
            refusal = play.put_new(route.taught.slot, route.taught.table, route.taught.id)
            if refusal is not None:
                Clock.schedule_once(lambda _: self.refused(refusal) if self.app.page is self else None)
        if route.taken is not None:
            play.begin(route.taken.move)
            play.evidence = route.taken.evidence
        return play

    def turning(self) -> None:
        self.reroute(play=self.play)

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
        self.says = Col(pos_hint={"center_y": 0.5})
        self.saying = Words("", "body", fit="box", bold=True, least=0.8, size_hint_y=None, height=42 * u)
        self.scoring = Words("", "label", "ink2", fit="box", least=0.68, size_hint_y=None, height=22 * u)
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

    def refresh(self, stay: bool = False) -> None:
        """Show the state and the choice as they are now; with `stay` the list is not scrolled back to its top."""
        play = self.play
        self.banner.update()
        self.choosing.update(stay)
        self.view.redraw()
        self.rail.redraw()
        self.undo_button.disabled = not play.can_undo
        self.redo_button.disabled = not play.can_redo
        self.photo_button.disabled = play.over or play.game.expect(play.state) is None
        self._says()
        self._keep_time()
        self.keep()
        if play.seat != self._seat_before:
            self._seat_before = play.seat
            self._pass_on()

    def _keep_time(self) -> None:
        """Where the game is played against time its clock stands above the question."""
        runs = self.play.game.timer(self.play.state) is not None and isinstance(self.route, routes.Table)
        if runs and self.clock is None:
            self.clock = GameClock(self.app, self.play, self.refresh)
            self.ids.side.add_widget(self.clock, index=len(self.ids.side.children))
        elif not runs and self.clock is not None:
            self.clock.stop()
            self.ids.side.remove_widget(self.clock)
            self.clock = None

    def keep(self) -> None:
        """Remember what is chosen so far."""
        self.app.keep_draft(f"table:{self.session.id}", None if self.play.over else self.play.draft())

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
        if self.app.settings.hand_over or play.game.secret(play.state, play.seat):
            HandOver(self.app, play, play.seat).open()

    # -- what is done --------------------------------------------------------------------------

    def tapped(self, slot: str, value: Plain) -> None:
        """A piece of the picture was tapped."""
        offer = self.play.offer(slot, value)
        if offer is None:
            return
        if self.play.asked_parts is None and self.play.amend(slot, value):
            self.refresh(stay=True)
        elif offer.why_not is not None and value not in self.play.toggled:
            self.why(slot, value, offer.why_not)
        elif self.play.part(slot, value) is not None:
            self.toggle(value)
        else:
            self.choose(slot, offer.value, offer.label)

    def touch_thing(self, slots: tuple[str, ...], value: Plain, at: tuple[float, float]) -> None:
        """A thing nobody asked for was touched: what could be done with it."""
        found = touch.verbs(self.play, slots, value)
        if found:
            self.app.show_sheet(
                Bubble(self.app, found, self.to_window(*at), self.do_verb, self.view.place(slots, value))
            )

    def do_verb(self, verb: touch.Verb) -> None:
        """The verb of a thing: where nothing is open it stands at once, unless it is worth a second look."""
        if verb.why_not is not None:
            self.why("kind", verb.picks[0][1], verb.why_not)
            return
        touch.follow(self.play, verb)
        self._stand()

    def toggle(self, value: Plain) -> None:
        """Pick a part, or take it back."""
        self.play.toggle(value)
        self._answered(stay=True)

    def take_out(self, value: Plain) -> None:
        """Take one of a part back."""
        self.play.take_out(value)
        self.refresh(stay=True)

    def settle_parts(self) -> None:
        """On to what is asked after the parts."""
        self.play.settle_parts()
        self._answered()

    def tell_new(self, choice: Choice) -> None:
        """Something lies on the table that the copy does not know: its form, and then back with it chosen."""
        if choice.new is not None:
            teach(self.app, self.play, choice.new, choice.slot)

    def choose(self, slot: str, value: Plain, label: Text) -> None:
        """Fill a slot."""
        self.play.choose(slot, value, label)
        self._answered()

    def _answered(self, stay: bool = False) -> None:
        """On to the next question; a kind of move that needs no confirmation stands with its last answer."""
        if self.play.stands:
            self._stand()
        else:
            self.refresh(stay=stay)

    def take_whole(self, made: Move) -> None:
        """A whole move that was suggested: nothing is open, so it stands at once."""
        self.play.take(made)
        self._stand()

    def _stand(self) -> None:
        """Confirm what is complete, unless it is worth a second look."""
        preview = self.play.preview
        if isinstance(preview, Preview) and not any(one.key not in self.silenced() for one in preview.legal.cautions):
            self.confirm()
        else:
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
            self.app.go(routes.Score(self.session.id))
            return
        if not self.play.ready:
            return
        seat, last = self.play.seat, self.play.table.log.next_number
        answer = self.play.confirm()
        if isinstance(answer, Refused) and answer.illegal is not None:
            self.refused(answer.illegal)
        elif not self.app.done(answer):
            return
        else:
            self.claim()
            feedback.tick(self.app.settings)
            self._play_again()
            self._go_on()
        if self.play.camera_next and isinstance(answer, Done):
            self.photo()
            self.app.toast(" ".join(say(words) for words, _ in touch.told(self.play, last)[:TOLD]))
        elif self.play.acting:
            self.refresh()
            self._tell(seat, last)
        else:
            self.app.keep_draft(f"table:{self.session.id}", None)
            self.app.go(routes.Score(self.session.id))

    def _play_again(self) -> None:
        """Moves that fell with a correction come after the one that was asked, as far as they stand."""
        again = self.route.again if isinstance(self.route, routes.Table) else ()
        if again:
            answer = self.play.controller.play_again([notation.read(one) for one in again])
            self.play.restart()
            if self.app.done(answer) and isinstance(answer, Done):
                left = answer.left
                self.reroute(again=tuple(notation.write(move) for move in left[1:]))
                self.app.toast(say("correct.asked" if left else "correct.done", n=len(again) - len(left)))

    def _go_on(self) -> None:
        """Make the moves that nobody can decide otherwise; for a few seconds they can be taken back."""
        made: list[str] = []
        while (only := touch.forced(self.play, self.app.settings.asked)) is not None and len(made) < FORCED:
            words = say(self.play.table.say_move(self.play.state, only))
            self.play.take(only)
            if not self.app.done(self.play.confirm()):
                break
            made.append(words)
        if made:
            self.app.toast(say("table.by_itself", what=made[-1]), partial(self._take_back, len(made)))

    def _take_back(self, count: int) -> None:
        for _ in range(count):
            self.undo()

    def _tell(self, seat: Seat, since: int) -> None:
        """Say what hands have to do on the table after what was just confirmed."""
        self._drop_card()
        lines = list(touch.told(self.play, since))
        if lines:
            mark = None if seat is None else (self.play.colours[seat], self.play.letters[seat])
            self.card = TodoCard(lines, mark, self._drop_card)
            if theme.stacked:
                # Neither question nor picture has room to spare on a phone; who sits there is known meanwhile.
                self.ids.view.remove_widget(self.rail)
                self.ids.view.add_widget(self.card, len(self.ids.view.children))
            else:
                self.ids.side.add_widget(self.card)

    def _drop_card(self) -> None:
        if self.card is not None:
            self.card.cancel()
            self.card.parent.remove_widget(self.card)
            if self.rail.parent is None:
                self.ids.view.add_widget(self.rail, len(self.ids.view.children))
            self.card = None

    def leave(self) -> None:
        self._drop_card()
        if self.clock is not None:
            self.clock.stop()

    def on_touch_up(self, touched: Any) -> bool:
        """The card has been read when something is touched; the touch is not used up by it."""
        read = self.card
        used = bool(super().on_touch_up(touched))
        if read is not None and read is self.card and touched.grab_current is None:
            self._drop_card()
        return used

    def undo(self) -> None:
        """One step back, and it is in the log."""
        if self.app.done(self.play.undo()):
            self.refresh()

    def redo(self) -> None:
        """One step forward again."""
        if self.app.done(self.play.redo()):
            self.refresh()

    def draw(self) -> None:
        """Chance decides."""
        problem = self.play.draw()
        self.refresh()
        if problem is not None:
            self.app.toast(say(problem))

    def why(self, slot: str, value: Plain, refusal: Illegal | None) -> None:
        """Why this cannot be chosen."""
        if refusal is not None:
            self.refused(self.play.why(slot, value, refusal))

    def refused(self, refusal: Illegal) -> None:
        """A refusal with its reason."""
        feedback.refuse(self.app.settings)
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
        keep_books(self.app, self.play, routine, self._adjusted)

    def open_seat(self, seat: int) -> None:
        seat_sheet(self.app, self.play, seat, self._adjusted)

    def set_by_hand(self) -> None:
        """What a card changes that is carried out by hand."""
        hand_sheet(self.app, self.play, self.play.seat, self._adjusted)

    def _adjusted(self) -> None:
        self.play.restart()
        self.refresh()

    def photo(self) -> None:
        """Read the table by camera or from a file."""
        self.app.go(routes.Camera(self.session.id))

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
