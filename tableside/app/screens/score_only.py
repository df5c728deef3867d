"""Score only: the end of a game told by steppers, a panel per player, with the points counted as you go."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from models.copy import OwnersCopy
from tableside.app.fills import field_at
from tableside.app.play import COLOURS, letters
from tableside.app.result import Result
from tableside.app.screens import layout
from tableside.app.screens.home import seats_line
from tableside.app.shapes import Asked, Node, blank_object, fields_of
from tableside.app.theme import theme
from tableside.app.widgets import (
    Abreast,
    Chip,
    Col,
    Header,
    IconButton,
    Mark,
    Page,
    Panel,
    Row,
    Scroll,
    Sheet,
    TextButton,
    Words,
)
from tableside.app.widgets.form import Form, value_of
from tableside.app.widgets.picker import GamePicker
from tableside.app.widgets.refusal import Refusal
from tableside.app.widgets.sheets import citation
from tableside.app.words import counted, current, say, say_or
from tableside.core import codec, registry
from tableside.core.complaints import complaint
from tableside.core.moves import Cite, text
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome

layout(__name__)
CHOSEN_MOST = 24
"""A longer list than this is typed, not chosen from."""


class PositionForm(Form):
    """A form in which a card of the game is chosen from its cards, and what the camera can read is photographed."""

    def __init__(
        self, game: Any, kind: Any, data: dict[str, Any], changed: Any, shoot: Callable[[str], Any], where: str = ""
    ) -> None:
        self.game, self.shoot, self.where = game, shoot, where
        super().__init__(game.slug, kind, data, changed)

    def ask(self, asked: Asked, place: Any, key: Any, path: str) -> Widget:
        widget = super().ask(asked, place, key, path)
        if asked.photo is None:
            return widget
        press, name = partial(self.shoot, f"{self.where}{path}"), f"{path} photo"
        if asked.node.kind == "int":
            widget.add_widget(IconButton("camera", press, name=name, pos_hint={"center_y": 0.5}))
            return widget
        button = TextButton(say("filling.photo"), press, sign="camera", name=name).hug()
        button.height = 52 * theme.u
        getattr(widget, "foot", widget).add_widget(button)
        return widget

    def answer(self, shape: Node, place: Any, key: Any, path: str, label: str, asked: Asked | None = None) -> Widget:
        if shape.kind == "str":
            one = path.split(".")[0].removesuffix("s")
            catalog = self.game.catalog
            if f"{one}s" in catalog.types and 1 < len(catalog.table(f"{one}s")) <= CHOSEN_MOST:
                return self._named(one, tuple(catalog.table(f"{one}s")), place, key, path, label)
        return super().answer(shape, place, key, path, label, asked)

    def _named(self, one: str, ids: tuple[str, ...], place: Any, key: Any, path: str, label: str) -> Col:
        box = Col(spacing=6 * theme.u)
        box.add_widget(Words(label, "label", tone="ink2"))
        stack = Abreast()
        for id in ids:
            words = say_or(f"{self.slug}.{one}.{id}", value_of(self.slug, id))
            press = partial(self.put, place, key, id, True)
            stack.add_widget(Chip(words, press, chosen=place[key] == id, step="label", name=f"{path} {id}").hug())
        box.add_widget(stack)
        return box


class ScoreOnlyPage(Page):
    """A final position typed in."""

    def __init__(self, app: Any, game: str = "", **given: Any) -> None:
        super().__init__(app, game=game, **given)
        if not game:
            self.ids.head.add_widget(Header(say("home.score_only"), say("home.score_only_about"), app.back))
            self.ids.body.add_widget(GamePicker(lambda slug: app.instead("score_only", game=slug), seats_line))
            self.remove_widget(self.ids.bar)
            return
        self.game = app.game(game)
        self.slug = game
        title = registry.infos()[game].title[current()]
        header = Header(title, say("home.score_only"), app.back)
        example = TextButton(say("score_only.example"), self.example, name="example").hug()
        clear = TextButton(say("score_only.clear"), self.clear, name="clear").hug()
        self.ids.head.add_widget(header.right(*(() if theme.phone else (example, clear))))
        self.player_type = next(
            asked.node.parts[0].type for asked in fields_of(self.game.position_type) if asked.name == "players"
        )
        self.data: dict[str, Any] = self._fitting(app.draft(f"score:{game}")) or self._blank()
        self.problems: tuple[Illegal, ...] = ()
        self.outcome: Outcome | None = None
        self.names: tuple[str, ...] = ()
        self.totals: list[Words] = []
        self._build()

    def _fitting(self, draft: Any) -> dict[str, Any] | None:
        """What was being typed, unless the form has changed since."""
        wanted = {asked.name for asked in fields_of(self.game.position_type)}
        return draft if isinstance(draft, dict) and set(draft) == wanted and draft.get("players") else None

    def _blank(self) -> dict[str, Any]:
        data = blank_object(self.game.position_type)
        names = self._people()
        data["players"] = []
        for name in names:
            data["players"].append(self._player(name, len(data["players"])))
        return data

    def _people(self) -> list[str]:
        least = self.game.info.seats[0]
        before = self.app.store.sessions(most=1) if self.app.store is not None else []
        names = [player.name for player in before[0].players] if before else []
        names = names[: self.game.info.seats[1]]
        while len(names) < max(least, 2):
            names.append(say("new.player", n=len(names) + 1))
        return names

    def _player(self, name: str, seat: int) -> dict[str, Any]:
        player = blank_object(self.player_type)
        player["name"] = name
        for asked in fields_of(self.player_type):
            # What must differ between players gets the next value, so that the form starts possible.
            if asked.node.kind == "enum" and asked.name in ("colour", "faction"):
                player[asked.name] = asked.node.values[seat % len(asked.node.values)]
        return player

    # -- drawing -------------------------------------------------------------------------------

    def _build(self) -> None:
        body, u = self.ids.body, theme.u
        body.clear_widgets()
        scroll = Scroll()
        column = Col(padding=(theme.margin, 4 * u, theme.margin, 24 * u), spacing=16 * u)
        players = self.data["players"]
        marks = letters([player["name"] for player in players])
        self.totals = []
        beside = 1 if theme.stacked else 3 if len(players) in (3, 5, 6) else 2
        for first in range(0, len(players), beside):
            row = Row(spacing=16 * u)
            for seat in range(first, min(first + beside, len(players))):
                row.add_widget(self._panel(seat, players[seat], marks[seat]))
            column.add_widget(row)
        if len(players) < self.game.info.seats[1]:
            column.add_widget(TextButton(say("score_only.add"), self.add, sign="plus", name="add player"))
        rest = PositionForm(self.game, self.game.position_type, self.data, self.changed, self.shoot)
        rest.skip = ("players",)
        rest.build()
        column.add_widget(rest)
        scroll.add_widget(column)
        body.add_widget(scroll)
        self._count()

    def _panel(self, seat: int, player: dict[str, Any], mark: str) -> Panel:
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=10 * u, pos_hint={"top": 1})
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=10 * u)
        head.add_widget(Mark(COLOURS[seat % len(COLOURS)], mark, 40, pos_hint={"center_y": 0.5}))
        total = Words("", "title", bold=True, fit="box", size_hint_y=None, height=48 * u)
        total.halign = "right"
        self.totals.append(total)
        head.add_widget(total)
        if len(self.data["players"]) > self.game.info.seats[0]:
            head.add_widget(IconButton("cross", lambda: self.remove(seat), name=f"out {seat}"))
        box.add_widget(head)
        form = PositionForm(self.game, self.player_type, player, self.changed, self.shoot, f"players.{seat}.")
        box.add_widget(form)
        return box

    # -- counting ------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something was told: count again and keep it."""
        self.app.keep_draft(f"score:{self.slug}", self.data)
        self._count()

    def _count(self) -> None:
        self.outcome, self.names = None, ()
        try:
            position: Any = codec.decode(self.game.position_type, copy.deepcopy(self.data))
            self.problems = self.game.audit_position(position)
            if not self.problems:
                self.names, self.outcome = self.game.score_position(position)
        except (codec.CodecError, ValueError) as error:
            self.problems = (Illegal(text("app.score_only.unfit", problem=complaint(error)), Cite("core", "position")),)
        sums: dict[int, int] = {}
        if self.outcome is not None:
            for line in self.outcome.lines:
                sums[line.seat] = sums.get(line.seat, 0) + line.points
        for seat, label in enumerate(self.totals):
            label.plain = counted(sums.get(seat, 0)) if self.outcome is not None else "–"
        self._bar()

    def _bar(self) -> None:
        bar = self.ids.bar
        bar.clear_widgets()
        if self.problems:
            words = say(self.problems[0].reason)
            more = len(self.problems) - 1
            bar.add_widget(Refusal(words if not more else say("score_only.problems", first=words, n=more), self.why))
        else:
            bar.add_widget(Words(say("score_only.possible"), "label", tone="ink2", fit="box"))
        bar.primary(say("score_only.score"), self.score, disabled=self.outcome is None, name="score")

    def why(self) -> None:
        """Every reason why this cannot be."""
        sheet = Sheet(self.app, say("score_only.why"), sign="no", tone="refuse", share=0.7)
        for problem in self.problems:
            box = Col(spacing=4 * theme.u)
            box.add_widget(Words(say(problem.reason), "body"))
            if problem.cite.source != "core":
                box.add_widget(citation(problem.cite))
            sheet.body.add_widget(box)
        sheet.open()

    # -- doing ---------------------------------------------------------------------------------

    def add(self) -> None:
        players = self.data["players"]
        players.append(self._player(say("new.player", n=len(players) + 1), len(players)))
        self.changed()
        self._build()

    def remove(self, seat: int) -> None:
        self.data["players"].pop(seat)
        self.changed()
        self._build()

    def example(self) -> None:
        """A position that can be, to look at."""
        self.data = codec.encode(self.game.example())
        self.changed()
        self._build()

    def clear(self) -> None:
        self.app.keep_draft(f"score:{self.slug}", None)
        self.data = self._blank()
        self._build()

    def shoot(self, fill: str) -> None:
        """A photo for one field, when the camera knows anything that can lie there."""
        source = field_at(self.game, fill).photo
        if source is None or self.app.store is None:
            self.app.life.ask_place()
            return
        kind = "face" if source.faces else "card"
        if not OwnersCopy(self.app.store, self.game).look_counts(kind):
            self._teach_first(kind)
            return
        self.app.keep_draft(f"score:{self.slug}", self.data)
        self.app.go("camera", game=self.slug, fill=fill)

    def _teach_first(self, kind: str) -> None:
        """Nothing has been shown to the camera yet: say so, and where that is done."""
        sheet = Sheet(self.app, say("filling.teach_first"), sign="camera", share=0.5)
        sheet.body.add_widget(Words(say(f"filling.no_{kind}"), "body"))
        page, words = ("copy", "home.copy") if kind == "card" else ("teach_die", "copy.teach_die")
        teach = sheet.then(partial(self.app.go, page, game=self.slug))
        sheet.body.add_widget(TextButton(say(words), teach, sign="camera", name="teach"))
        sheet.open()

    def score(self) -> None:
        """The whole sheet."""
        if self.outcome is None:
            return
        hues = tuple(COLOURS[seat % len(COLOURS)] for seat in range(len(self.names)))
        result = Result(self.slug, self.names, hues, letters(self.names), self.outcome.lines, self.outcome)
        self.app.scratch["result"] = result
        self.app.go("score", position=self.slug)
