"""Join midway: every number and switch of the table set by hand; what cannot be is said, and then it goes on."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from models.store import Seated
from tableside.app import routes
from tableside.app.i18n import current, has, say
from tableside.app.open_table import letters
from tableside.app.screens import layout
from tableside.app.seating import colours
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Col, Header, Mark, Page, Panel, Row, Sheet, Stepper, Switcher, Words
from tableside.app.widgets.form import label_of
from tableside.app.widgets.refusal import Refusal
from tableside.app.widgets.sheets import citation
from tableside.core import codec, manual_edit, registry
from tableside.core.errors import complaint
from tableside.core.ruling import Illegal

layout(__name__)
HIDDEN = frozenset(
    (
        *(
            "options",
            "settings",
            "rules",
            "tasks",
            "todo",
            "left",
            "begun",
            "changed",
            "acted",
            "chosen",
            "next",
            "seat",
        ),
        *("mines", "stations", "labs", "institute", "academy1", "academy2", "guests", "lost", "projects", "outposts"),
        *("satellites", "federated", "land", "parked", "area", "places", "formed", "tally", "bid", "stone", "extras"),
        *("seconds", "timed", "tournament", "rebate", "kept", "turns", "last_call", "invaded", "crisis_dice", "active"),
    )
)
"""What nobody can count on a table: settled rules, what the referee notes for itself, sets of hexes."""
MOST = 160
"""A form longer than this helps nobody; the rest keeps its opening value and can be adjusted later."""


class PositionPage(Page):
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
        paths = manual_edit.paths(self.rules, self.opening)
        self.values: dict[str, Any] = {
            path: kept.get(path, value)
            for path, value in paths.items()
            if type(value) in (int, bool) and not HIDDEN & set(path.split("."))
        }
        title = registry.infos()[game].title[current()]
        self.ids.head.add_widget(Header(say("position.title"), title, app.back))
        self._build()

    def _build(self) -> None:
        rows, u = self.ids.rows, theme.u
        rows.clear_widgets()
        rows.add_widget(Words(say("position.about"), "body", tone="ink2"))
        for title, paths in self._groups():
            box = Panel(size_hint_y=None, padding=16 * u, spacing=6 * u)
            box.bind(minimum_height=box.setter("height"))
            box.add_widget(self._heading(title, paths[0]))
            grid = GridLayout(cols=1 if theme.stacked else 2, size_hint_y=None, spacing=(32 * u, 6 * u))
            grid.bind(minimum_height=grid.setter("height"))
            for path in paths:
                grid.add_widget(self._row(path, self.values[path]))
            box.add_widget(grid)
            rows.add_widget(box)
        self._bar()

    def _groups(self) -> list[tuple[str, list[str]]]:
        """The table itself first, then everybody's own things."""
        found: dict[str, list[str]] = {say("position.table"): []}
        for path in list(self.values)[:MOST]:
            parts = path.split(".")
            own = parts[0] == "players" and len(parts) > 2
            found.setdefault(self.players[int(parts[1])].name if own else say("position.table"), []).append(path)
        return [(title, paths) for title, paths in found.items() if paths]

    def _heading(self, title: str, path: str) -> Row:
        row = Row(spacing=12 * theme.u)
        parts = path.split(".")
        if parts[0] == "players" and len(parts) > 2:
            seat = int(parts[1])
            letter = letters([player.name for player in self.players])[seat]
            row.add_widget(Mark(colours(self.players)[seat], letter, 38, pos_hint={"center_y": 0.5}))
        row.add_widget(Words(title, "body", bold=True, pos_hint={"center_y": 0.5}))
        return row

    def _row(self, path: str, value: Any) -> Row:
        u = theme.u
        row = Row(spacing=12 * u, size_hint_y=None, height=56 * u)
        row.add_widget(Words(self._label(path), "label", fit="box"))
        if isinstance(value, bool):
            control: Any = Switcher(value, partial(self._set, path, again=True), name=path)
        else:
            control = Stepper(value, partial(self._set, path), inline=True, name=path)
            control.size_hint_x, control.width = None, (160 if theme.phone else 176) * u
        control.pos_hint = {"center_y": 0.5}
        row.add_widget(control)
        return row

    def _label(self, path: str) -> str:
        parts = path.split(".")
        if parts[0] == "players" and len(parts) > 2:
            parts = parts[2:]
        words, slug = [], self.rules.slug
        for before, part in zip(["", *parts], parts):
            if not part.isdigit():
                words.append(label_of(slug, part))
            elif has(f"app.field.{slug}.{before}.{part}"):
                words[-1:] = [label_of(slug, f"{before}.{part}")]
            else:
                words.append(str(int(part) + 1))
        return " ".join(words)

    def _set(self, path: str, value: Any, again: bool = False) -> None:
        self.values[path] = value
        self.app.keep_draft(f"position:{self.rules.slug}", self.values)
        if again:
            self._build()
        else:
            self._bar()

    def state(self) -> Any:
        """The position as it is set; a CodecError when it is none."""
        data = codec.encode(self.opening)
        for path, value in self.values.items():
            *parents, last = path.split(".")
            place = data
            for part in parents:
                place = place[int(part)] if isinstance(place, list) else place[part]
            place[int(last) if isinstance(place, list) else last] = value
        return codec.decode(self.rules.state_type, data)

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
        sheet = Sheet(self.app, say("score_only.why"), sign="no", tone="refuse", share=0.7)
        for problem in self.problems():
            box = Col(spacing=4 * theme.u)
            box.add_widget(Words(say(problem.reason), "body"))
            if problem.cite.source != "core":
                box.add_widget(citation(problem.cite))
            sheet.body.add_widget(box)
        sheet.open()

    def start(self) -> None:
        """The game goes on from here, saved from its first moment."""
        if self.problems() or self.app.store is None:
            return
        session = self.app.store.begin(self.rules, self.options, self.players, start=self.state())
        self.app.keep_draft(f"position:{self.rules.slug}", None)
        self.app.keep_draft(f"new:{self.rules.slug}", None)
        self.app.begin_at(routes.Table(session.id))


__all__ = ["PositionPage", "Row"]
