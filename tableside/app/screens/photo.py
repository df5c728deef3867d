"""A photo with what was read in it: tap a die or a card to say what it is; nothing changes until it is confirmed."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from kivy.uix.gridlayout import GridLayout

from models.owned_records import OwnersCopy
from tableside.app.corrected_looks import Learnt, learnt, remember
from tableside.app.i18n import say, say_or
from tableside.app.painter import Pen
from tableside.app.photo_reading import aside
from tableside.app.routes import Camera, PhotoToField, PhotoToMove
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Chip, Col, Drawing, Header, Icon, IconButton, Page, Row, Sheet, Tap, TextButton, Words
from tableside.app.widgets.form import value_of
from tableside.app.widgets.light_buttons import Cell
from tableside.app.widgets.readings import PhotoReadings, reading_box
from tableside.app.widgets.thumbnail import Marked
from tableside.control.pipeline import sight
from tableside.control.reading import Photo, corrected, verdict_of, without
from tableside.core import registry
from tableside.core.game import Game
from tableside.core.moves import Plain
from tableside.core.readings import CardReading, Expect, Readings, Verdict

layout(__name__)


def name_of(game: Game[Any], id: str) -> str:
    """What a card is called, with or without what its look is marked by; a piece that is no record by its word."""
    for own in (id, id.partition(":")[2]):
        for table in game.catalog.types:
            if game.catalog.find(table, own) is not None:
                return say_or(f"{game.slug}.{table.removesuffix('s')}.{own}", say(game.say_record(table, own)))
    return value_of(game.slug, id)


class Sign(Drawing):
    """A small sample of a reading box."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(size_hint=(None, None), size=(26 * theme.u, 26 * theme.u), pos_hint={"center_y": 0.5})
        self.verdict = verdict

    def paint(self, pen: Pen) -> None:
        reading_box(pen, (3, 3, 20, 20), self.verdict)


class Meaning(Protocol):
    """What each kind of photo says for itself."""

    slug: str
    """Which game's cards they are; empty where there is none."""

    def camera(self) -> Camera:
        """Where another photo of the same is taken."""

    def about(self) -> str:
        """What the photo is for, under the title."""

    def expect(self) -> Expect | None:
        """What can be in the photo."""

    def names(self) -> list[str]:
        """What a card can be said to be."""

    def called(self, id: str) -> str:
        """What a card is called."""

    def means(self, side: Col) -> None:
        """Show what the photo means, and the bar with what can be done."""

    def take(self) -> None:
        """Confirm it."""


class PhotoPage(Page):
    """The readings over the photo, what they mean beside it, and what can be done with them below."""

    route: PhotoToMove | PhotoToField

    def __init__(self, app: Shell, route: PhotoToMove | PhotoToField, meaning: Meaning) -> None:
        self.meaning = meaning
        theme.wear(True, app.settings.palette)
        super().__init__(app, route)
        self._header()
        # What was said about the photo before the screen was turned still holds.
        self.fixed: dict[str, Plain] = dict(route.fixed or ())
        self.photo: Photo | None = route.photo
        if self.photo is None:
            # Short of memory, or rebuilt after an error: nothing was confirmed, so nothing is lost.
            self.ids.side.add_widget(Words(say("reading.nothing"), "body"))
            self.bar("")
            return
        self.readings: Readings = route.readings or self.photo.readings
        self.picture = PhotoReadings(self.photo, self.ask, size_hint=(1, 1), pos_hint={"x": 0, "y": 0})
        self.ids.stage.add_widget(self.picture)
        self.update()

    def leave(self) -> None:
        self.app.dress()

    def _header(self) -> None:
        header = Header(say("reading.title"), self.meaning.about(), self.app.back)
        if not theme.phone:
            for verdict in Verdict:
                header.add_widget(Sign(verdict))
                label = Words(say(f"reading.{verdict.value}"), "label", fit="line", tone="ink2")
                label.pos_hint = {"center_y": 0.5}
                header.add_widget(label)
        self.ids.head.add_widget(header)

    # -- what it means -------------------------------------------------------------------------

    def update(self) -> None:
        """Weigh the readings again and show what they mean."""
        self.reroute(readings=self.readings, fixed=tuple(self.fixed.items()))
        side = self.ids.side
        side.clear_widgets()
        self.picture.readings = self.readings
        self.picture.redraw()
        self.meaning.means(side)

    def advise(self, side: Col) -> None:
        """What would make a better photo."""
        for advice in self.readings.advice[:3]:
            row = Row(spacing=10 * theme.u)
            row.add_widget(Icon("info", ink=theme.ink2, size=22, pos_hint={"center_y": 0.5}))
            row.add_widget(Words(say(advice.text), "small", tone="ink2", pos_hint={"center_y": 0.5}))
            side.add_widget(row)

    # -- saying what it is ---------------------------------------------------------------------

    def ask(self, kind: str, number: int) -> None:
        """What is this? Alternatives first, then everything it could be."""
        self.picture.chosen = (kind, number)
        self.picture.redraw()
        u = theme.u
        sheet = Sheet(self.app, say(f"reading.{kind}"), sign="die" if kind == "die" else "cards", closed=self._asked)
        expect = self.meaning.expect()
        if kind == "die":
            thing = self.readings.dice[number]
            values = [one.value for one in thing.alternatives]
            more = expect.values if expect is not None and expect.values else (1, 2, 3, 4, 5, 6)
            grid = GridLayout(cols=3 if theme.phone else 6, size_hint_y=None, spacing=12 * u)
            for value in dict.fromkeys([*values, *more]):
                press = partial(self._say, sheet, kind, number, value)
                grid.add_widget(Cell("", die=value, high=64, name=f"it is {value}", press=press))
        else:
            card = self.readings.cards[number]
            known = [str(one.value) for one in card.alternatives or card.maybe]
            self._compare(sheet, card)
            grid = GridLayout(cols=2 if theme.phone else 4, size_hint_y=None, spacing=12 * u)
            for id in list(dict.fromkeys([*known, *self.meaning.names()]))[:40]:
                press = partial(self._say, sheet, kind, number, id)
                grid.add_widget(Chip(self.meaning.called(id), press, step="label", name=f"it is {id}"))
        grid.bind(minimum_height=grid.setter("height"))
        sheet.body.add_widget(grid)
        if kind == "die":
            if expect is not None and expect.colours:
                sheet.body.add_widget(Words(say("reading.colour"), "body", bold=True))
                hues = GridLayout(cols=3 if theme.phone else 6, size_hint_y=None, spacing=12 * u)
                hues.bind(minimum_height=hues.setter("height"))
                for colour in expect.colours:
                    words = say_or(f"vision.colour.{colour}", colour)
                    hues.add_widget(
                        Chip(words, partial(self._say, sheet, "colour", number, colour), name=f"colour {colour}")
                    )
                sheet.body.add_widget(hues)
            sheet.body.add_widget(
                TextButton(
                    say("reading.not_a_die"), lambda: self._remove(sheet, number), sign="cross", name="not a die"
                )
            )
        sheet.open()

    def _compare(self, sheet: Sheet, card: CardReading) -> None:
        """Beside a card in doubt those it may be, with the region marked in which they differ."""
        from vision.cards.lookalikes import doubt
        from vision.images import as_jpeg
        from vision.photo import load

        if self.photo is None or not self.meaning.slug or verdict_of(card, self.readings.verdict) is Verdict.CLEAR:
            return
        copy = OwnersCopy(self.app.saved, registry.find(self.meaning.slug))
        shown = doubt(load(self.photo.data), card, sight(copy).gallery)
        if shown is None:
            return
        sheet.body.add_widget(Words(say("reading.alike"), "body"))
        row = Row(spacing=12 * theme.u)
        for name, picture in (
            (say("reading.in_photo"), shown.seen),
            *((self.meaning.called(id), one) for id, one in shown.known),
        ):
            side = Col(spacing=4 * theme.u, pos_hint={"top": 1})
            side.add_widget(Marked(as_jpeg(picture, 85), shown.region, size_hint_y=None, height=180 * theme.u))
            side.add_widget(Words(name, "small", halign="center", tone="ink2"))
            row.add_widget(side)
        sheet.body.add_widget(row)

    def _asked(self) -> None:
        self.picture.chosen = None
        self.picture.redraw()

    def _say(self, sheet: Sheet, kind: str, number: int, value: int | str) -> None:
        self.readings = corrected(self.readings, kind, number, value)
        sheet.close()
        self.update()

    def _remove(self, sheet: Sheet, number: int) -> None:
        self.readings = without(self.readings, number)
        sheet.close()
        self.update()

    def learn(self, slug: str) -> None:
        """What was put right in a photo that was taken over is recognised better next time."""
        if self.photo is None or self.readings is self.photo.readings or not slug:
            return
        copy = OwnersCopy(self.app.saved, registry.find(slug))

        def keep(found: list[Learnt] | Exception) -> None:
            if not isinstance(found, Exception):
                remember(found, copy)

        aside(partial(learnt, self.photo, self.readings, copy), keep)

    # -- going on ------------------------------------------------------------------------------

    def bar(self, words: str, sign: str = "check") -> None:
        """Another photo, by hand, or what confirms it; no words, nothing to confirm."""
        bar = self.ids.bar
        bar.clear_widgets()
        for key, press, icon, name in (
            ("reading.again", self.again, "camera", "again"),
            ("reading.hand", self.app.back, "hand", "by hand"),
        ):
            if theme.phone:
                button: Tap = IconButton(icon, press, words=say(key), name=name)
                button.size_hint_x = 1
            else:
                button = TextButton(say(key), press, sign=icon, name=name).hug()
            button.pos_hint = {"center_y": 0.5}
            bar.add_widget(button)
        if not theme.phone:
            note = Words(say("reading.unconfirmed"), "label", tone="ink2", fit="box")
            note.halign = "right"
            bar.add_widget(note)
        if not words:
            if not theme.phone:
                bar.primary(say("confirm"), self.meaning.take, disabled=True, name="take")
            return
        button = bar.primary(words, self.meaning.take, name="take", sign=sign)
        if theme.phone:
            button.width = 180 * theme.u
        bar.spacing = 12 * theme.u

    def again(self) -> None:
        """Another photo."""
        self.app.instead(self.meaning.camera())
