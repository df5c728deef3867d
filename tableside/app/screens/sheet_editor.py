"""Score sheets: drawn up and edited in the app, handed on as a pack, taken over from one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, get_args

from kivy.uix.widget import Widget

from models.database import StoreError
from models.plays import hide_sheet, keep_sheet, sheets, take_sheets
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.pack_exchange import choose_pack, folder, take
from tableside.app.score_pad import digits, typed
from tableside.app.screens import layout
from tableside.app.share import share
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import (
    Abreast,
    Chip,
    Col,
    Header,
    IconButton,
    Page,
    Panel,
    Row,
    Scroll,
    TextButton,
    Typing,
    Words,
)
from tableside.app.widgets import Sheet as BottomSheet
from tableside.app.widgets.light_buttons import Tile
from tableside.app.widgets.pad import Keys
from tableside.app.widgets.refusal import Refusal
from tableside.core import codec, score_sheet
from tableside.core.moves import Text
from tableside.core.score_sheet import FAMILIES, Category, Family, Photo, Sheet, Step, Tie

layout(__name__)
PACK_MOST = 1024 * 1024
"""Bytes of a pack that is read."""


def sheets_list(app: Shell) -> list[Widget]:
    """The owner's sheets to score with, ready-made ones to begin with, and a pack to take over."""
    u = theme.u
    found: list[Widget] = [Words(say("sheet.any_game"), "heading", bold=True)]
    if app.store is not None:
        for kept in sheets(app.store):
            rows = ", ".join(category.name for category in kept.sheet.categories)
            press = partial(app.instead, routes.ScoreOnly(sheet=kept.id))
            found.append(Tile(kept.sheet.title, press, about=rows, chevron=True, name=f"sheet {kept.sheet.title}"))
    found.append(Words(say("sheet.new"), "label", tone="ink2"))
    stack = Abreast(spacing=8 * u)
    for family in FAMILIES:
        words = say(Text(f"core.sheet.ready.{family}"))
        press = partial(app.go, routes.SheetEditor(family=family))
        stack.add_widget(Chip(words, press, step="label", name=f"new sheet {family}").hug())
    found.append(stack)
    found.append(TextButton(say("sheet.take"), partial(take_pack, app), sign="file", name="import sheets"))
    return found


def give_pack(app: Shell, sheet: Sheet) -> Path:
    """Write a sheet to a pack and hand it on."""
    plain = re.sub(r"[^\w-]+", "-", sheet.title).strip("-") or "sheet"
    file = folder() / f"{plain}.sheets.json"
    return share(app, file, json.dumps(score_sheet.pack([sheet]), ensure_ascii=False, indent=1).encode())


def take_pack(app: Shell) -> None:
    """Choose a pack of sheets to take over."""
    choose_pack(app, say("sheet.take"), partial(unpack, app))


def unpack(app: Shell, file: Path) -> None:
    """Take over a pack; one that does not fit is told why, and changes nothing."""
    count = take(app, file, PACK_MOST, lambda data: take_sheets(app.saved, score_sheet.unpack(codec.parse(data))))
    if count is not None:
        app.instead(routes.ScoreOnly())
        app.toast(say("sheet.taken", n=count))


def steps_of(words: str) -> tuple[Step, ...] | None:
    """A table of steps as it is typed, `1=1 4=3 8=7`; None when it is none."""
    found = []
    for part in words.replace(",", " ").split():
        told = re.fullmatch(r"(-?\d{1,7})=(-?\d{1,7})", part)
        if told is None:
            return None
        found.append(Step(int(told[1]), int(told[2])))
    return tuple(found)


class SheetEditorPage(Page):
    """One sheet being drawn up."""

    def __init__(self, app: Shell, route: routes.SheetEditor) -> None:
        super().__init__(app, route)
        self.id = route.sheet
        draft = app.draft(self._draft())
        if self.id:
            self.sheet = next(kept.sheet for kept in sheets(app.saved) if kept.id == self.id)
        else:
            family: Family = next((one for one in FAMILIES if one == route.family), "categories")
            self.sheet = replace(score_sheet.ready(family, say), title="")
        if draft is not None:
            try:
                self.sheet = codec.decode(Sheet, draft)
            except ValueError:
                app.keep_draft(self._draft(), None)
        self.bad: tuple[Text, ...] = ()
        header = Header(say("sheet.edit" if self.id else "sheet.new"), say("sheet.about"), app.back)
        if self.id:
            header.right(IconButton("trash", self.forget, name="forget sheet"))
        self.ids.head.add_widget(header)
        self._build()

    def _draft(self) -> str:
        route = self.route
        assert isinstance(route, routes.SheetEditor)
        return f"sheet:{route.sheet or route.family}"

    # -- drawing -------------------------------------------------------------------------------

    def _build(self) -> None:
        body, u, sheet = self.ids.body, theme.u, self.sheet
        body.clear_widgets()
        scroll = Scroll()
        column = Col(padding=(theme.margin, 4 * u, theme.margin, 24 * u), spacing=14 * u)
        column.add_widget(Words(say("sheet.title"), "label", tone="ink2"))
        column.add_widget(Typing(sheet.title, lambda words: self.put(title=words), name="title"))
        families = [(one, say(Text(f"core.sheet.ready.{one}"))) for one in FAMILIES]
        column.add_widget(self._chips("family", families, sheet.family, self._family))
        if sheet.family not in ("win_lose", "coop"):
            options = [("most", say("sheet.most")), ("least", say("sheet.least"))]
            column.add_widget(self._chips("wins", options, sheet.wins, lambda one: self.put(True, wins=one)))
        if sheet.family == "limit":
            self.limit = Keys("limit", say("sheet.limit"), digits(0), self._limit)
            column.add_widget(self.limit)
        for number, category in enumerate(sheet.categories):
            column.add_widget(self._category(number, category))
        column.add_widget(TextButton(say("sheet.add"), self.add, sign="plus", name="add category"))
        if sheet.family != "coop":
            column.add_widget(Words(say("sheet.ties"), "label", tone="ink2"))
            stack = Abreast()
            for number, category in enumerate(sheet.categories):
                at = next((n for n, tie in enumerate(sheet.ties) if tie.category == category.name), None)
                words = category.name or f"{number + 1}."
                if at is not None:
                    words = f"{at + 1}. {words}: {say(f'sheet.tie_{sheet.ties[at].wins}')}"
                press = partial(self._tie, category.name)
                stack.add_widget(Chip(words, press, chosen=at is not None, step="label", name=f"tie {number}").hug())
            column.add_widget(stack)
        scroll.add_widget(column)
        body.add_widget(scroll)
        self._check()

    def _chips(self, name: str, options: list[tuple[Any, str]], value: Any, change: Callable[[Any], Any]) -> Abreast:
        stack = Abreast()
        for option, words in options:
            chip = Chip(words, partial(change, option), chosen=option == value, step="label", name=f"{name} {option}")
            stack.add_widget(chip.hug())
        return stack

    def _category(self, number: int, category: Category) -> Panel:
        u = theme.u
        box = Panel("sunken", size_hint_y=None, padding=12 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        row = Row(spacing=8 * u)
        row.add_widget(Typing(category.name, partial(self._rename, number), name=f"category {number}"))
        if len(self.sheet.categories) > 1:
            row.add_widget(IconButton("cross", partial(self.remove, number), name=f"remove {number}"))
        box.add_widget(row)
        kind = "tie" if not category.counts else "minus" if category.minus else "plus"
        kinds = [(one, say(f"sheet.kind_{one}")) for one in ("plus", "minus", "tie")]
        box.add_widget(self._chips(f"kind {number}", kinds, kind, partial(self._kind, number)))
        if category.counts and self.sheet.family not in ("win_lose", "coop"):
            factors = [(n, f"× {n}") for n in sorted({1, 2, 3, 4, 5, 10, category.factor})]
            box.add_widget(self._chips(f"factor {number}", factors, category.factor, partial(self._factor, number)))
            box.add_widget(Words(say("sheet.steps"), "small", tone="ink2"))
            table = " ".join(f"{step.at}={step.points}" for step in category.steps)
            box.add_widget(Typing(table, partial(self._steps, number), name=f"steps {number}"))
        if self.sheet.family not in ("win_lose", "coop"):
            box.add_widget(Words(say("sheet.photo"), "small", tone="ink2"))
            photos = [(one, say(f"sheet.photo_{one}")) for one in get_args(Photo)]
            box.add_widget(self._chips(f"photo {number}", photos, category.photo, partial(self._photo, number)))
        return box

    def _check(self) -> None:
        """Every reason why it cannot be used yet, or that it can."""
        self.bad = score_sheet.problems(self.sheet)
        if self.sheet.family == "limit":
            self.limit.tell(str(self.sheet.limit or "–"), frozenset())
        bar = self.ids.bar
        bar.clear_widgets()
        if self.bad:
            words = say(self.bad[0])
            more = len(self.bad) - 1
            bar.add_widget(Refusal(words if not more else say("score_only.problems", first=words, n=more), self.why))
        else:
            bar.add_widget(Words(say("sheet.good"), "label", tone="ink2", fit="box"))
        bar.primary(say("sheet.save"), self.save, disabled=bool(self.bad), name="save sheet")

    def why(self) -> None:
        """Every reason at once."""
        shown = BottomSheet(self.app, say("score_only.why"), sign="no", tone="refuse", share=0.6)
        for problem in self.bad:
            shown.body.add_widget(Words(say(problem), "body"))
        shown.open()

    # -- changing ------------------------------------------------------------------------------

    def put(self, again: bool = False, **changes: Any) -> None:
        """Change the sheet, keep it, and say whether it can be used."""
        self.sheet = replace(self.sheet, **changes)
        self.app.keep_draft(self._draft(), codec.encode(self.sheet))
        if again:
            self._build()
        else:
            self._check()

    def _family(self, family: Family) -> None:
        self.put(True, family=family, limit=100 if family == "limit" else None, ties=())

    def _limit(self, key: Any) -> None:
        self.put(limit=typed(self.sheet.limit, key, False))

    def _row(self, number: int, again: bool = False, **changes: Any) -> None:
        rows = list(self.sheet.categories)
        rows[number] = replace(rows[number], **changes)
        self.put(again, categories=tuple(rows))

    def _rename(self, number: int, name: str) -> None:
        before = self.sheet.categories[number].name
        ties = tuple(replace(tie, category=name) if tie.category == before else tie for tie in self.sheet.ties)
        self.sheet = replace(self.sheet, ties=ties)
        self._row(number, name=name)

    def _kind(self, number: int, kind: str) -> None:
        plain = {"factor": 1, "steps": ()} if kind == "tie" else {}
        self._row(number, True, minus=kind == "minus", counts=kind != "tie", **plain)

    def _photo(self, number: int, photo: Photo) -> None:
        self._row(number, True, photo=photo)

    def _factor(self, number: int, factor: int) -> None:
        self._row(number, True, factor=factor, steps=())

    def _steps(self, number: int, words: str) -> None:
        steps = steps_of(words)
        if steps is not None:
            factor = 1 if steps else self.sheet.categories[number].factor
            self._row(number, steps=steps, factor=factor)

    def _tie(self, name: str) -> None:
        """A tap adds a tiebreak, the second turns it round, the third takes it off."""
        ties = list(self.sheet.ties)
        at = next((n for n, tie in enumerate(ties) if tie.category == name), None)
        if at is None:
            ties.append(Tie(name))
        elif ties[at].wins == "most":
            ties[at] = Tie(name, "least")
        else:
            ties.pop(at)
        self.put(True, ties=tuple(ties))

    def add(self) -> None:
        self.put(True, categories=(*self.sheet.categories, Category("")))

    def remove(self, number: int) -> None:
        gone = self.sheet.categories[number].name
        rows = tuple(row for n, row in enumerate(self.sheet.categories) if n != number)
        self.put(True, categories=rows, ties=tuple(tie for tie in self.sheet.ties if tie.category != gone))

    # -- keeping -------------------------------------------------------------------------------

    def save(self) -> None:
        """Keep the sheet, and open its pad."""
        try:
            id = keep_sheet(self.app.saved, self.sheet, self.id)
        except StoreError as error:
            self.app.toast(say(error.told))
            return
        self.app.keep_draft(self._draft(), None)
        self.app.instead(routes.ScoreOnly(sheet=id))

    def forget(self) -> None:
        """Take the sheet off the list; its plays stay."""
        hide_sheet(self.app.saved, self.id)
        self.app.home()
