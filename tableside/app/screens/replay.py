"""Replay: a slider through time, the game's own picture at every step, and the photo where one was taken."""

from __future__ import annotations

from typing import Any

from kivy.uix.slider import Slider

from tableside.app.play import Play
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.views.pictures import view_module
from tableside.app.views.plain import PlainView
from tableside.app.widgets import Col, Header, IconButton, Page, Words
from tableside.app.widgets.rail import SeatRail
from tableside.app.words import current, say
from tableside.core import registry
from tableside.core.replay import START
from tableside.core.score import Line as ScoreLine
from tableside.core.score import totals

layout(__name__)


class Then(Play):
    """The same table at another moment; nothing can be done there."""

    moment: Any = None

    @property
    def state(self) -> Any:
        return self.session.table.state if self.moment is None else self.moment

    def _settle(self, auto: bool = True) -> None:
        self.preview, self.choices = None, ()

    def totals(self) -> tuple[int, ...]:
        lines: tuple[ScoreLine, ...] = self.game.score(self.state)
        return totals(lines, self.table.seats)


class ReplayPage(Page):
    """A past game, step by step."""

    def __init__(self, app: Any, session: str, **given: Any) -> None:
        super().__init__(app, session=session, **given)
        self.session = app.session(session)
        self.play = Then(self.session)
        self.steps = self.session.table.log.line.steps()
        title = registry.infos()[self.play.game.slug].title[current()]
        self.ids.head.add_widget(Header(say("replay.title"), title, app.back))
        own = view_module(self.play.game.slug)
        self.view = (own.GameView if own is not None else PlainView)(self.play, lambda slot, value: None)
        self.rail = SeatRail(self.play, lambda seat: None, getattr(own, "facts", None), getattr(own, "FACTS_HIGH", 0))
        self.words = Words("", "body", bold=True)
        self.ids.view.add_widget(self.words)
        self.ids.view.add_widget(self.view)
        self.ids.view.add_widget(self.rail)
        self._bar()
        self.show(len(self.steps))

    def _bar(self) -> None:
        bar = self.ids.bar
        back = IconButton("left", lambda: self.show(self.at - 1), name="earlier", pos_hint={"center_y": 0.5})
        bar.add_widget(back)
        self.slider = Slider(min=0, max=max(len(self.steps), 1), step=1, cursor_size=(40 * theme.u, 40 * theme.u))
        self.slider.bind(value=lambda _, value: self.show(int(value)))
        bar.add_widget(self.slider)
        bar.add_widget(IconButton("right", lambda: self.show(self.at + 1), name="later", pos_hint={"center_y": 0.5}))
        self.where = Words(
            "", "label", tone="ink2", fit="box", size_hint_x=None, width=(90 if theme.phone else 260) * theme.u
        )
        self.where.halign = "right"
        if not theme.phone:
            bar.add_widget(self.where)

    def show(self, number: int) -> None:
        """The table after so many steps."""
        number = min(max(number, 0), len(self.steps))
        self.at = number
        table = self.session.table
        line = self.steps[number - 1] if number else START
        self.play.moment = table.state_at(line)
        if line.move is not None and line.parent is not None:
            self.words.plain = say(table.say_move(table.state_at(line.parent), line.move))
            self.play.seat = line.move.seat
        else:
            self.words.plain = say("replay.start")
        self.where.plain = say("replay.step", n=number, of=len(self.steps))
        if int(self.slider.value) != number:
            self.slider.value = number
        self.view.redraw()
        self.rail.redraw()


__all__ = ["Col", "ReplayPage"]
