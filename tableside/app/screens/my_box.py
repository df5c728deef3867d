"""Your copy: what your box holds that the rulebook does not; missing first, import, export, teach and forget."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from models.owned_records import CORRECTED, OwnersCopy, StoredLook
from tableside.app import routes
from tableside.app.i18n import current, has, say, say_or, sentence
from tableside.app.pack_exchange import choose_pack, give_pack, unpack
from tableside.app.painter import Pen
from tableside.app.screens import layout
from tableside.app.screens.photo import name_of
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import (
    Chip,
    Col,
    Drawing,
    Header,
    Icon,
    IconButton,
    Page,
    Panel,
    Row,
    Scroll,
    TextButton,
    Words,
)
from tableside.app.widgets.picker import GamePicker
from tableside.core import registry
from tableside.core.moves import text

layout(__name__)
SHOWN = 48


def known(record: Any) -> bool:
    """Whether everything about a record is told."""
    return bool(record.sure) or all(getattr(record, field.name) is not None for field in dataclasses.fields(record))


def table_name(slug: str, table: str) -> str:
    """What a table of the copy is called."""
    return say_or(f"{slug}.tables.{table}|app.table.{slug}.{table}|app.table.{table}", table.replace("_", " "))


class Progress(Drawing):
    """How much is known."""

    def __init__(self, share: float, **more: Any) -> None:
        super().__init__(size_hint_y=None, height=14 * theme.u, **more)
        self.share = share

    def paint(self, pen: Pen) -> None:
        pen.rect(0, 0, self.wide, self.high, theme.sunken, theme.edge, 1.2, 7)
        if self.share > 0:
            pen.rect(0, 0, max(self.wide * self.share, 14), self.high, theme.ink, radius=7)


class MyBoxPage(Page):
    """One game's copy, or the choice of one."""

    def __init__(self, app: Shell, route: routes.MyBox) -> None:
        super().__init__(app, route)
        game = self.slug = route.game
        if not game:
            self.ids.head.add_widget(Header(say("home.copy"), say("copy.about"), app.back))
            self.ids.body.add_widget(GamePicker(lambda slug: app.go(routes.MyBox(slug)), self._brief))
            return
        self.copy = OwnersCopy(app.saved, registry.find(game))
        header = Header(registry.infos()[game].title[current()], say("home.copy"), app.back)
        self.ids.head.add_widget(header)
        self.open_tables: set[str] = set()
        self._build()

    def _brief(self, slug: str) -> str:
        done, total = self._counts(self.app.game(slug).catalog)
        return say("copy.known", n=done, of=total)

    @staticmethod
    def _counts(catalog: Any, *tables: str) -> tuple[int, int]:
        """How many things are known, and how many there are: those the box holds, where that is known."""
        records = {table: catalog.table(table).values() for table in tables or catalog.types}
        most = {table: getattr(catalog.types[table], "MOST", 0) for table in records}
        done = sum(known(record) for each in records.values() for record in each)
        return done, sum(max(len(each), most[table]) for table, each in records.items())

    def _build(self) -> None:
        body, u = self.ids.body, theme.u
        body.clear_widgets()
        scroll = Scroll()
        column = Col(padding=(theme.margin, 4 * u, theme.margin, 24 * u), spacing=16 * u)
        scan = TextButton(say("box.title"), self.scan, sign="camera", style="primary", name="scan box")
        if registry.find(self.slug).tables:
            column.add_widget(scan)
        buttons = GridLayout(cols=1 if theme.phone else 3, size_hint_y=None, spacing=12 * u)
        buttons.bind(minimum_height=buttons.setter("height"))
        buttons.add_widget(TextButton(say("copy.import"), self.take_pack, sign="file", name="import"))
        buttons.add_widget(TextButton(say("copy.export"), self.give_pack, sign="share", name="export"))
        buttons.add_widget(
            TextButton(
                say("copy.teach_die"), lambda: self.app.go(routes.TeachDie(self.slug)), sign="die", name="teach die"
            )
        )
        column.add_widget(buttons)
        self.game = self.copy.game()
        catalog = self.game.catalog
        if any(self.copy.look_counts(kind) for kind in CORRECTED.values()):
            column.add_widget(self._corrected())
        self.looks = self.copy.look_counts()
        counts = {table: self._counts(catalog, table) for table in catalog.types}
        for table in sorted(counts, key=lambda table: counts[table][0] == counts[table][1]):
            column.add_widget(self._table(table, catalog))
        scroll.add_widget(column)
        body.add_widget(scroll)

    def _corrected(self) -> Panel:
        """What readings that were put right have taught; a tap forgets it, with a way back."""
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=12 * u)
        box.bind(minimum_height=box.setter("height"))
        box.add_widget(Words(say("copy.corrected"), "body", bold=True))
        box.add_widget(Words(say("copy.corrected_why"), "label", tone="ink2"))
        grid = GridLayout(cols=2 if theme.phone else 6, size_hint_y=None, spacing=8 * u)
        grid.bind(minimum_height=grid.setter("height"))
        for kind, name in CORRECTED.items():
            for card, count in self.copy.look_counts(name).items():
                words = f"{name_of(self.game, card)} · {count}"
                press = partial(self.forget_corrected, kind, card)
                grid.add_widget(Chip(words, press, lead=Icon("cross", size=20), step="label", name=f"corrected {card}"))
        box.add_widget(grid)
        return box

    def forget_corrected(self, kind: str, card: str) -> None:
        """What corrections taught of a card is forgotten; it can be undone."""
        gone = self.copy.forget_corrected(card, kind)
        self._build()
        self.app.toast(say("copy.removed", what=name_of(self.game, card)), partial(self._again, kind, gone))

    def _again(self, kind: str, gone: list[StoredLook]) -> None:
        for look in gone:
            self.copy.correct_look(look.card, look.thumbnail, look.descriptor, kind)
        self._build()

    def _table(self, table: str, catalog: Any) -> Panel:
        u = theme.u
        done, total = self._counts(catalog, table)
        box = Panel(size_hint_y=None, padding=16 * u, spacing=12 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=12 * u)
        head.add_widget(Words(table_name(self.slug, table), "body", bold=True, pos_hint={"center_y": 0.5}))
        head.add_widget(Words(f"{done} / {total}", "label", fit="line", tone="ink2", pos_hint={"center_y": 0.5}))
        box.add_widget(head)
        box.add_widget(Progress(done / total if total else 0.0))
        records = sorted(catalog.table(table).items(), key=lambda item: known(item[1]))
        if table not in self.open_tables and done == total:
            records = []
        grid = GridLayout(cols=2 if theme.phone else 4, size_hint_y=None, spacing=8 * u)
        grid.bind(minimum_height=grid.setter("height"))
        for id, record in records[: None if table in self.open_tables else SHOWN]:
            grid.add_widget(self._chip(table, id, record))
        hidden = len(catalog.table(table)) - len(grid.children)
        new = Chip(
            say(text("core.new_record", what=catalog.kind(table))),
            partial(self.teach, table, catalog.fresh(table)),
            lead=Icon("plus", size=20),
            step="label",
            name=f"new {table}",
        )
        grid.add_widget(new)
        for _ in range(-len(grid.children) % grid.cols):
            grid.add_widget(Widget())
        box.add_widget(grid)
        if hidden > 0:
            more = IconButton("down", partial(self._open, table), name=f"more {table}", pos_hint={"center_y": 0.5})
            head.add_widget(more)
        return box

    def _open(self, table: str) -> None:
        self.open_tables.add(table)
        self._build()

    def _chip(self, table: str, id: str, record: Any) -> Chip:
        sure = known(record)
        sign = Icon("check" if sure else "plus", size=20, ink=theme.ok if sure else theme.edge)
        words = sentence(say(self.game.say_record(table, id)))
        chip = Chip(words, lambda: self.teach(table, id), lead=sign, step="label", name=f"{table} {id}")
        if not sure:
            chip.fill = theme.bg
        return chip

    def scan(self) -> None:
        """Read many cards from photos."""
        self.app.go(routes.BoxScan(self.slug))

    def teach(self, table: str, id: str) -> None:
        self.app.go(routes.TeachCard(self.slug, table, id))

    # -- packs ---------------------------------------------------------------------------------

    def give_pack(self) -> None:
        """Hand the records on, as a file or as codes."""
        give_pack(self.app, self.slug, self.copy.pack)

    def take_pack(self) -> None:
        """Choose a pack to import."""
        choose_pack(self.app, say("copy.import"), self.unpack, self.slug)

    def unpack(self, file: Path) -> None:
        """Take over a pack; one that does not fit changes nothing."""
        count = unpack(self.app, self.copy, file)
        if count is not None:
            self._build()
            self.app.toast(say("copy.taken", n=count))


__all__ = ["MyBoxPage", "has", "known"]
