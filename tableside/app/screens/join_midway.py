"""Join midway: whatever the game counts, set by hand; what cannot be is said, and then it goes on."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from models.store import Seated
from tableside.app import routes
from tableside.app.i18n import current, say
from tableside.app.open_table import letters
from tableside.app.screens import layout
from tableside.app.seating import colours
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Header, Mark, Page, Panel, Row, Words
from tableside.app.widgets.refusal import Refusal
from tableside.app.widgets.sheets import counter_row, name_of, reasons_sheet
from tableside.core import codec, manual_edit, registry
from tableside.core.errors import complaint
from tableside.core.game import Counter
from tableside.core.moves import Seat
from tableside.core.ruling import Illegal

layout(__name__)


class JoinMidwayPage(Page):
    """The opening position, changed until it is the one on the table."""

    def __init__(self, app: Shell, route: routes.JoinMidway) -> None:
        super().__init__(app, route)
        game = route.game
        self.rules = app.game(game)
        draft = app.draft(f"new:{game}") or {}
        self.players = [Seated(player["name"], player["colour"]) for player in draft.get("players", ())]
        self.options = self.rules.info.settle(draft.get("options") or {})
        self.opening = self.rules.setup(self.options, len(self.players))
        kept = app.draft(f"position:{game}") or {}
        self.counters = {seat: self.rules.counters(self.opening, seat) for seat in (None, *range(len(self.players)))}
        self.values = {
            name_of(counter): kept.get(name_of(counter), counter.value)
            for found in self.counters.values()
            for counter in found
        }
        title = registry.infos()[game].title[current()]
        self.ids.head.add_widget(Header(say("position.title"), title, app.back))
        self._build()

    def _build(self) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        rows.add_widget(Words(say("position.about"), "body", tone="ink2"))
        told: set[str] = set()
        for seat, counters in self.counters.items():
            # What is shared stands with the table, not again with everybody.
            own = [counter for counter in counters if name_of(counter) not in told]
            told.update(map(name_of, own))
            if own:
                rows.add_widget(self._group(seat, own))
        self._bar()

    def _group(self, seat: Seat, counters: list[Counter]) -> Panel:
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=6 * u)
        box.bind(minimum_height=box.setter("height"))
        heading = Row(spacing=12 * u)
        if seat is not None:
            letter = letters([player.name for player in self.players])[seat]
            heading.add_widget(Mark(colours(self.players)[seat], letter, 38, pos_hint={"center_y": 0.5}))
        title = say("position.table") if seat is None else self.players[seat].name
        heading.add_widget(Words(title, "body", bold=True, pos_hint={"center_y": 0.5}))
        box.add_widget(heading)
        grid = GridLayout(cols=1 if theme.stacked else 2, size_hint_y=None, spacing=(32 * u, 6 * u))
        grid.bind(minimum_height=grid.setter("height"))
        for counter in counters:
            grid.add_widget(counter_row(counter, partial(self._set, name_of(counter)), self.values[name_of(counter)]))
        box.add_widget(grid)
        return box

    def _set(self, name: str, value: int) -> None:
        self.values[name] = value
        self.app.keep_draft(f"position:{self.rules.slug}", self.values)
        self._bar()

    def state(self) -> Any:
        """The position as it is set; a CodecError when it is none."""
        told = {name_of(counter): counter for found in self.counters.values() for counter in found}
        wanted = [(counter, self.values[name]) for name, counter in told.items()]
        return manual_edit.with_changes(self.rules, self.opening, manual_edit.changes(self.rules, self.opening, wanted))

    def problems(self) -> tuple[Illegal, ...]:
        """Everything that cannot be."""
        try:
            found: tuple[Illegal, ...] = self.rules.audit(self.state())
            return found
        except (codec.CodecError, ValueError, IndexError, KeyError) as error:
            from tableside.core.moves import Cite, text

            return (Illegal(text("app.score_only.unfit", problem=complaint(error)), Cite("core", "position")),)

    def _bar(self) -> None:
        bar = self.ids.bar
        bar.clear_widgets()
        wrong = self.problems()
        if wrong:
            bar.add_widget(Refusal(say(wrong[0].reason), self.why, "problem"))
        else:
            bar.add_widget(Words(say("position.possible"), "label", tone="ink2", fit="box"))
        bar.primary(say("position.start"), self.start, disabled=bool(wrong), name="start")

    def why(self) -> None:
        """Every reason why this cannot be, with its rule."""
        reasons_sheet(self.app, self.problems())

    def start(self) -> None:
        """The game goes on from here, saved from its first moment."""
        if self.problems() or self.app.store is None:
            return
        session = self.app.store.begin(self.rules, self.options, self.players, start=self.state())
        self.app.keep_draft(f"position:{self.rules.slug}", None)
        self.app.keep_draft(f"new:{self.rules.slug}", None)
        self.app.begin_at(routes.Table(session.id))


__all__ = ["JoinMidwayPage", "Row"]
