"""Scan a box: photos of many cards fill a tray with what could be read; a tap corrects, one button saves all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from models.database import StoreError
from models.owned_records import OwnersCopy
from models.packs import GatheredCodes
from tableside.app import routes
from tableside.app.box_join import candidates, joins, must_be_told
from tableside.app.box_tray import BoxPhoto, Tray, TrayCard, read_box, said
from tableside.app.i18n import clause, current, say, sentence
from tableside.app.pack_exchange import address, take_link, unpack
from tableside.app.photo_reading import aside
from tableside.app.screens import layout
from tableside.app.screens.my_box import table_name
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Chip, Col, Header, Page, Sheet, Tap, TextButton, Words
from tableside.app.widgets.controls import Abreast
from tableside.app.widgets.form import Form, label_of
from tableside.app.widgets.thumbnail import Thumbnail
from tableside.core import registry
from tableside.core.catalog import Record
from tableside.core.game import Game
from tableside.core.moves import text

layout(__name__)
OFFERED = 47
"""So many records, and "a new card", are offered as what a card may be."""
CODES: dict[str, GatheredCodes] = {}
"""Codes of packs read so far, by game: between two photos the screen is left for the camera."""


def laid(tables: Mapping[str, type[Record]]) -> list[str]:
    """The kinds of things that are laid out for a photo; all where the game does not tell them apart."""
    flat = [name for name, kind in tables.items() if kind.PRINTED is not None or kind.FLAT]
    return flat or list(tables)


class BoxScanPage(Page):
    """The tray of one game's box."""

    def __init__(self, app: Shell, route: routes.BoxScan) -> None:
        super().__init__(app, route)
        game = self.slug = route.game
        self.copy = OwnersCopy(app.saved, registry.find(game))
        self.rules = self.copy.game()
        self.tables = laid(self.rules.tables)
        self.table = route.table or self.tables[0]
        self.tray = Tray.load(game)
        self.seen = self.copy.look_counts()
        self.joined: list[str] = []
        self.codes = CODES.setdefault(game, GatheredCodes())
        self.known: tuple[str, ...] = ()
        self.busy = False
        title = registry.infos()[game].title[current()]
        self.ids.head.add_widget(Header(say("box.title"), f"{title}, {self._progress()}", app.back))
        self._build()
        if route.photo is not None:
            self.reroute(photo=None)
            self.read(route.photo)

    def _progress(self) -> str:
        """How many of this table are known, of how many if the box's size is."""
        count, most = len(self.rules.catalog.table(self.table)), getattr(self.rules.tables[self.table], "MOST", 0)
        return say("box.progress", n=count, of=most) if most else say("box.counted", n=count)

    # -- the tray ------------------------------------------------------------------------------

    def _build(self) -> None:
        box, u = self.ids.tray, theme.u
        box.clear_widgets()
        box.add_widget(Words(say("box.about"), "body", tone="ink2"))
        if len(self.tables) > 1:
            kinds = Abreast(spacing=8 * u)
            for name in self.tables:
                chosen = name == self.table
                chip = Chip(
                    table_name(self.slug, name), partial(self._choose, name), chosen=chosen, name=f"kind {name}"
                )
                kinds.add_widget(chip.hug())
            box.add_widget(kinds)
        if self.busy:
            box.add_widget(Words(say("box.reading"), "body", bold=True))
        if not self.tray.cards and not self.known:
            box.add_widget(Words(say("box.empty"), "body"))
        grid = GridLayout(cols=2 if theme.phone else 4, size_hint_y=None, spacing=12 * u)
        grid.bind(minimum_height=grid.setter("height"))
        self.joined = joins(self.tray.cards, self.rules.catalog, self.seen)
        # What must be looked at comes first, the newest before the others.
        order = sorted(range(len(self.tray.cards)), key=lambda n: (not self._asks(n), -n))
        # What is said of several cards is said once, above them.
        self.advised = Counter(card.advice[0] for n, card in enumerate(self.tray.cards) if self._advised(n))
        for key, count in self.advised.most_common():
            if count > 1:
                box.add_widget(Words(say("box.advised", n=count, advice=clause(say(text(key)))), "body", tone="warn"))
        for number in order:
            grid.add_widget(self._tile(number, self.tray.cards[number]))
        pictures = {look.card: look.thumbnail for look in self.copy.looks() if look.card in self.known}
        for id in self.known:
            grid.add_widget(self._known(id, pictures.get(id, b"")))
        tiles = [tile for tile in reversed(grid.children) if isinstance(tile, Tap)]
        for start in range(0, len(tiles), grid.cols):
            row = tiles[start : start + grid.cols]
            for tile in row:
                tile.add_widget(Widget())
                tile.bind(minimum_height=partial(self._level, row))
        for _ in range(-len(tiles) % grid.cols):
            grid.add_widget(Widget())
        box.add_widget(grid)
        self._bar()

    @staticmethod
    def _level(row: list[Tap], *_: Any) -> None:
        """Tiles of one row are as high as the highest."""
        high = max(tile.minimum_height for tile in row)
        for tile in row:
            tile.height = high

    def _choose(self, table: str) -> None:
        self.app.instead(routes.BoxScan(self.slug, table))

    def _advised(self, number: int) -> bool:
        """Whether a card's photo could be better, and nobody put the card right since."""
        card = self.tray.cards[number]
        return bool(card.advice) and not self.joined[number] and not card.by_hand

    def _asks(self, number: int) -> bool:
        card = self.tray.cards[number]
        return not self.joined[number] and bool(
            card.doubtful or self._advised(number) or not card.told(self.rules.tables[card.table])
        )

    def _tile(self, number: int, card: TrayCard) -> Tap:
        known = self.joined[number]
        ready = self.tray.ready(card, known, self.rules)
        name = self.rules.say_record(card.table, known) if known else said(card, self.rules) if ready else None
        words = say("box.which") if name is None else say(name)
        tile = self._card(card.picture, words, f"card {number}", partial(self.correct, number))
        if known:
            tile.add_widget(Words(say("box.joined"), "label", tone="ok", bold=True))
            return tile
        doubts = [label_of(self.slug, key, card.table) for key in card.doubtful]
        notes = [say("box.check", what=", ".join(doubts))] if doubts else []
        if card.joins is None and ready:
            likely, count = candidates(card, self.rules.catalog, {*self.seen, *self.joined})
            notes += [say("box.maybe", name=say(self.rules.say_record(card.table, likely[0])))] if count else []
        notes += [say(text(key)) for key in card.advice[:1] if self._advised(number) and self.advised[key] == 1]
        for note in notes:
            tile.add_widget(Words(note, "label", tone="warn"))
        if notes or self._advised(number):
            tile.edge = theme.warn
        return tile

    def _known(self, id: str, picture: bytes) -> Tap:
        tile = self._card(picture, say(self.rules.say_record(self.table, id)), f"known {id}", None)
        tile.add_widget(Words(say("box.here"), "label", tone="ok", bold=True))
        return tile

    @staticmethod
    def _card(picture: bytes, words: str, name: str, press: Any) -> Tap:
        u = theme.u
        tile = Tap(press=press, name=name, orientation="vertical", size_hint_y=None, padding=10 * u, spacing=8 * u)
        tile.fill, tile.edge, tile.edge_width = theme.surface, theme.line, 1.5 * u
        if picture:
            tile.add_widget(Thumbnail(picture, size_hint_y=None, height=150 * u))
        tile.add_widget(Words(words, "label"))
        return tile

    def _bar(self) -> None:
        bar = self.ids.bar
        bar.clear_widgets()
        shoot = TextButton(say("box.photo"), self.shoot, sign="camera", name="take photo", disabled=self.busy)
        shoot.pos_hint = {"center_y": 0.5}
        bar.add_widget(shoot if theme.phone else shoot.hug())
        if not theme.phone:
            bar.add_widget(Widget())
        count = len(self.tray.cards)
        bar.primary(say("box.save", n=count), self.save, sign="check", name="save", disabled=self.busy or not count)

    # -- photos --------------------------------------------------------------------------------

    def shoot(self) -> None:
        """Photograph more cards."""
        self.app.go(routes.Camera(game=self.slug))

    def read(self, data: bytes) -> None:
        """Read a photo on a thread; its cards drop into the tray."""
        self.busy = True
        self._build()
        aside(partial(self._look, data), self._read)

    def _look(self, data: bytes) -> BoxPhoto | str:
        """What a photo shows: cards, or a code of somebody's pack; on a thread."""
        from vision import qr

        letters = qr.read(data)
        return letters or read_box(data, self.copy, self.table, list(self.tray.cards))

    def _code(self, letters: str) -> None:
        """A code was read: the pack is taken over when all of it is there; a link is shown."""
        found = address(letters)
        if found:
            take_link(self.app, found, self._unpack, self.slug)
            return
        try:
            if not self.codes.add(letters):
                self.app.toast(say("box.other_code"))
                return
            whole = self.codes.whole()
            if whole is None:
                left = self.codes.count - len(self.codes.parts)
                self.app.toast(say("box.more_codes", n=left))
                return
            count = self.copy.unpack(whole, say("box.code"))
        except StoreError as error:
            self.app.toast(say(error.told))
            return
        self._taken(count)

    def _unpack(self, file: Path) -> None:
        count = unpack(self.app, self.copy, file)
        if count is not None:
            self._taken(count)

    def _taken(self, count: int) -> None:
        self.app.instead(self.route)
        self.app.toast(say("copy.taken", n=count))

    def _read(self, found: BoxPhoto | str | Exception) -> None:
        if self.app.page is not self:
            return
        self.busy = False
        if isinstance(found, str):
            self._build()
            self._code(found)
            return
        if isinstance(found, Exception):
            self._build()
            self.app.toast(say(getattr(found, "text", text("app.camera.no_file"))))
            return
        self.tray.cards += found.new
        self.tray.keep()
        self.known = found.known
        self._build()
        seen = len(found.known) + found.again
        words = say("box.found" if seen else "box.found_new" if found.new else "box.none", n=len(found.new), known=seen)
        self.app.toast(words)

    # -- correcting and saving -----------------------------------------------------------------

    def correct(self, number: int) -> None:
        """Put right what was read off one card."""
        others = {*self.seen, *(id for n, id in enumerate(self.joined) if n != number)}
        correct_card(self.app, self.rules, self.tray.cards, number, self._corrected, others, self.joined[number])

    def _corrected(self) -> None:
        self.tray.keep()
        if self.app.page is self:
            self._build()

    def save(self) -> None:
        """Remember everything in the tray; what does not fit is said, and nothing is saved."""
        try:
            count = self.tray.save(self.copy)
        except StoreError as error:
            self.app.toast(say(error.told))
            return
        if self.tray.cards:
            self.app.instead(self.route)
            self.app.toast(say("box.left", n=count, left=len(self.tray.cards)))
            return
        self.app.back()
        self.app.toast(say("box.saved", n=count))


def correct_card(
    app: Shell,
    rules: Game[Any],
    cards: list[TrayCard],
    number: int,
    corrected: Callable[[], None],
    seen: Collection[str] | None = None,
    known: str = "",
) -> None:
    """A sheet with a card's picture and the fields that were read, to put right or to leave the card out.

    With `seen`, the records that no photo was taken of are offered, as it may be one of those; `known` is the one it
    is taken for.
    """
    card = cards[number]
    offered = candidates(card, rules.catalog, seen)[0][:OFFERED] if seen is not None else []
    # A picture alone is no record of this kind: it is one of those offered, unless somebody says that it is new.
    asked = bool(offered) and must_be_told(rules.tables[card.table]) and not card.by_hand and card.joins != ""
    told = known or (card.told(rules.tables[card.table]) and not asked)
    record = rules.say_record(card.table, known) if known else said(card, rules)
    name = sentence(say(record)) if told else say("box.join")
    sheet = Sheet(app, name, share=0.86, closed=corrected)
    sheet.body.add_widget(Thumbnail(card.picture, size_hint_y=None, height=180 * theme.u))

    def changed() -> None:
        card.doubtful, card.by_hand = [], True

    def drop() -> None:
        del cards[number]
        sheet.close()

    def join(id: str) -> None:
        card.joins = id
        sheet.close()

    if offered:
        if name != say("box.join"):
            sheet.body.add_widget(Words(say("box.join"), "body", bold=True))
        chips = GridLayout(cols=2 if theme.phone else 4, size_hint_y=None, spacing=8 * theme.u)
        chips.bind(minimum_height=chips.setter("height"))
        chips.add_widget(
            Chip(say("box.new"), partial(join, ""), chosen=not (known or asked), step="label", name="join none")
        )
        for id in offered:
            words = sentence(say(rules.say_record(card.table, id)))
            chips.add_widget(Chip(words, partial(join, id), chosen=id == known, step="label", name=f"join {id}"))
        sheet.body.add_widget(chips)
    if not asked:
        sheet.body.add_widget(Form(rules, rules.tables[card.table], card.data, changed, card.table))
    row = Col(spacing=12 * theme.u)
    row.add_widget(TextButton(say("box.drop"), drop, sign="trash", name="drop"))
    sheet.body.add_widget(row)
    sheet.open()
