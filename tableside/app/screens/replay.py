"""Replay: a slider through time, the game's own picture at every step, its log, and the photo where one was taken."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from tableside.app import routes
from tableside.app.i18n import current, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.views.generic_view import PlainView
from tableside.app.views.view_registry import view_module
from tableside.app.widgets import (
    Col,
    Header,
    Icon,
    IconButton,
    Mark,
    Page,
    Panel,
    Pill,
    Row,
    Sheet,
    Tap,
    TextButton,
    Words,
)
from tableside.app.widgets.picture import Picture
from tableside.app.widgets.player_bar import SeatRail
from tableside.app.widgets.sheets import entry_sheet, log_sheet
from tableside.app.widgets.timeline import Timeline
from tableside.core import registry
from tableside.core.log import START, LogLine
from tableside.core.score import Line as ScoreLine
from tableside.core.score import totals

layout(__name__)
READABLE = 1.0
"""Of its size: a long step is cut short here, and told whole once it is gone to."""
AROUND = 3
"""So many steps of the log are shown before and after the one that is looked at."""


class Then(MoveBuilder):
    """The same table at another moment; nothing can be done there."""

    moment: Any = None

    @property
    def state(self) -> Any:
        return self.session.table.state if self.moment is None else self.moment

    @property
    def shown(self) -> Any:
        return self.game.redact(self.state, None)

    def _settle(self, auto: bool = True) -> None:
        self.preview, self.choices = None, ()

    def totals(self) -> tuple[int, ...]:
        lines: tuple[ScoreLine, ...] = self.game.score(self.state)
        return totals(lines, self.table.seats)


class ReplayPage(Page):
    """A past game, step by step."""

    def __init__(self, app: Shell, route: routes.Replay) -> None:
        super().__init__(app, route)
        self.session = app.session(route.session)
        self.play = Then(self.session)
        self.steps = self.session.table.log.line.steps()
        entries = self.session.table.log.entries
        self.photos = {
            number: entries[step.entry - 1].evidence
            for number, step in enumerate(self.steps, 1)
            if entries[step.entry - 1].evidence
        }
        self._pictures: dict[str, bytes] = {}
        title = registry.infos()[self.play.game.slug].title[current()]
        header = Header(say("replay.title"), title, app.back)
        self.where = Words("", "label", tone="ink2", fit="box", size_hint_x=None)
        self.where.width, self.where.halign = (96 if theme.phone else 220) * theme.u, "right"
        log = IconButton("list", lambda: log_sheet(app, MoveBuilder(self.session)), name="log")
        self.ids.head.add_widget(header.right(self.where, log))
        own = view_module(self.play.game.slug)
        self.view = (own.GameView if own is not None else PlainView)(self.play, lambda slot, value: None)
        self.rail = SeatRail(self.play, lambda seat: None, getattr(own, "facts", None), getattr(own, "FACTS_HIGH", 0))
        for part in (self.rail, self.view) if theme.stacked else (self.view, self.rail):
            self.ids.view.add_widget(part)
        self._tell = Clock.create_trigger(self._side, -1)
        self._bar()
        self.show(len(self.steps) if route.at < 0 else route.at)

    def _bar(self) -> None:
        bar = self.ids.bar
        bar.add_widget(
            IconButton("left", lambda: self.show(self.at - 1), name="earlier", pos_hint={"center_y": 0.5}),
        )
        hues = [
            None if step.move is None or step.move.seat is None else self.play.colours[step.move.seat]
            for step in self.steps
        ]
        self.slider = Timeline(hues, tuple(self.photos), self.show)
        bar.add_widget(self.slider)
        bar.add_widget(
            IconButton("right", lambda: self.show(self.at + 1), name="later", pos_hint={"center_y": 0.5}),
        )

    def show(self, number: int) -> None:
        """The table after so many steps."""
        number = min(max(number, 0), len(self.steps))
        self.at = number
        self.reroute(at=number)
        table = self.session.table
        line = self.steps[number - 1] if number else START
        self.play.moment = table.state_at(line)
        self.play.seat = line.move.seat if line.move is not None else None
        self.where.plain = say("replay.step", n=number, of=len(self.steps))
        if self.slider.value != number:
            self.slider.show(number)
        self.view.redraw()
        self.rail.redraw()
        self._tell()

    # -- what happened here ----------------------------------------------------------------------

    def words_of(self, line: LogLine) -> str:
        """A step in words."""
        if line.move is None or line.parent is None:
            return say("replay.start")
        table = self.session.table
        return say(table.say_move(table.state_at(line.parent), line.move))

    def _side(self, _: float) -> None:
        side, u = self.ids.side, theme.u
        side.clear_widgets()
        line = self.steps[self.at - 1] if self.at else START
        box = Panel(size_hint_y=None, padding=16 * u, spacing=10 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=12 * u)
        seat = self.play.seat
        if seat is not None:
            head.add_widget(Mark(self.play.colours[seat], self.play.letters[seat], 36, pos_hint={"center_y": 0.5}))
        head.add_widget(Words(self.words_of(line), "body", bold=True, pos_hint={"center_y": 0.5}))
        if line.move is not None:
            head.add_widget(Pill(say("why"), partial(self.why, line.entry), name="why", pos_hint={"center_y": 0.5}))
        box.add_widget(head)
        photo = self.photos.get(self.at)
        if photo is not None and not theme.phone:
            box.add_widget(Picture(self._photo(photo), size_hint_y=None, height=180 * u))
        if photo is not None:
            box.add_widget(TextButton(say("replay.photo"), self.open_photo, sign="camera", name="photo"))
        side.add_widget(box)
        if not theme.stacked:
            side.add_widget(self._log())
            side.add_widget(Widget())

    def _log(self) -> Col:
        """The steps around this one; a tap goes there."""
        u = theme.u
        around = AROUND - (2 if self.at in self.photos else 0)
        first = max(1, min(self.at - around, len(self.steps) - 2 * around))
        column = Col(spacing=6 * u, pos_hint={"top": 1})
        for number in range(first, min(first + 2 * around, len(self.steps)) + 1):
            line = self.steps[number - 1]
            seat = line.move.seat if line.move is not None else None
            row = Tap(press=partial(self.show, number), name=f"step {number}", size_hint_y=None, height=52 * u)
            row.padding, row.spacing = (12 * u, 4 * u), 10 * u
            row.fill, row.edge = theme.surface, theme.ink if number == self.at else theme.line
            row.edge_width = (3 if number == self.at else 1.2) * u
            if seat is None:
                row.add_widget(Icon("die", size=24, pos_hint={"center_y": 0.5}))
            else:
                row.add_widget(Mark(self.play.colours[seat], self.play.letters[seat], 26, pos_hint={"center_y": 0.5}))
            row.add_widget(Words(self.words_of(line), "small", fit="box", least=READABLE))
            if number in self.photos:
                row.add_widget(Icon("camera", size=22, pos_hint={"center_y": 0.5}))
            column.add_widget(row)
        return column

    def _photo(self, id: str) -> bytes:
        if id not in self._pictures:
            self._pictures[id] = self.app.saved.photo(self.session.id, id) or b""
        return self._pictures[id]

    def why(self, entry: int) -> None:
        """What followed from this step, and by which rules."""
        entry_sheet(self.app, MoveBuilder(self.session), entry)

    def open_photo(self) -> None:
        """The photo of this step, large."""
        sheet = Sheet(self.app, say("replay.photo"), sign="camera", share=0.86)
        high = (0.86 * theme.height) - 130 * theme.u
        sheet.body.add_widget(Picture(self._photo(self.photos[self.at]), size_hint_y=None, height=high))
        sheet.open()
