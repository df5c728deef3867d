"""What was read, over the photo: tap a die or a card to say what it is; nothing changes until it is confirmed."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from models.store import Evidence
from tableside.app import feel
from tableside.app.pen import Pen
from tableside.app.scan import Part, Photo, as_text, corrected, parts, without
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.widgets import (
    Chip,
    Col,
    Drawing,
    Header,
    Icon,
    Page,
    Panel,
    Row,
    Sheet,
    TextButton,
    Tile,
    Words,
)
from tableside.app.widgets.plates import Cell
from tableside.app.widgets.readings import PhotoReadings, reading_box
from tableside.app.words import say, say_or
from tableside.core import notation
from tableside.core.game import Guess
from tableside.core.moves import Move, Plain, move
from tableside.core.readings import Readings, Verdict
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError

layout(__name__)


class Sign(Drawing):
    """A small sample of a reading box."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(size_hint=(None, None), size=(26 * theme.u, 26 * theme.u), pos_hint={"center_y": 0.5})
        self.verdict = verdict

    def paint(self, pen: Pen) -> None:
        reading_box(pen, (3, 3, 20, 20), self.verdict)


class ReadingPage(Page):
    """The result over the photo."""

    def __init__(self, app: Any, session: str, **given: Any) -> None:
        theme.wear(True, app.settings.palette)
        super().__init__(app, session=session, **given)
        self.session = app.session(session)
        found = app.scratch.get("photo")
        self.photo: Photo | None = found if isinstance(found, Photo) else None
        self.fixed: dict[str, Plain] = {}
        self._header()
        if self.photo is None:
            # After a restart the photo is gone: nothing was confirmed, so nothing is lost.
            self.ids.side.add_widget(Words(say("reading.nothing"), "body"))
            self._bar(None)
            return
        self.readings: Readings = self.photo.readings
        told = app.scratch.get("told")
        if told is not None and told[0] is self.photo:
            # The screen was turned: what was said about the photo still holds.
            self.readings, self.fixed = told[1], dict(told[2])
        self.picture = PhotoReadings(self.photo, self.ask, size_hint=(1, 1), pos_hint={"x": 0, "y": 0})
        self.ids.stage.add_widget(self.picture)
        self.update()

    def leave(self) -> None:
        self.app._dress()

    def _header(self) -> None:
        header = Header(say("reading.title"), "", self.app.back)
        if not theme.phone:
            for verdict in Verdict:
                header.add_widget(Sign(verdict))
                label = Words(say(f"reading.{verdict.value}"), "label", fit="line", tone="ink2")
                label.pos_hint = {"center_y": 0.5}
                header.add_widget(label)
        self.ids.head.add_widget(header)

    # -- what it means -------------------------------------------------------------------------

    def update(self) -> None:
        """Weigh the readings by the rules again and show what they mean."""
        self.app.scratch["told"] = (self.photo, self.readings, self.fixed)
        table = self.session.table
        self.guesses: tuple[Guess, ...] = table.game.read(table.state, self.readings)
        self.kind, self.parts = parts(self.guesses)
        side, u = self.ids.side, theme.u
        side.clear_widgets()
        self.picture.readings = self.readings
        self.picture.redraw()
        if not self.guesses:
            side.add_widget(Words(say("reading.nothing"), "heading", bold=True))
        else:
            for part in self.open_parts():
                side.add_widget(self._question(part))
            side.add_widget(self._sure(u))
        self._advice(side)
        self._bar(self.best() if self.guesses else None)

    def _sure(self, u: float) -> Panel:
        """What the photo means, sentence by sentence."""
        table = self.session.table
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=10 * u)
        head.add_widget(Words(say("reading.means"), "label", tone="ink2", pos_hint={"center_y": 0.5}))
        if not self.open_parts():
            head.add_widget(Icon("check", ink=theme.ok, size=24, pos_hint={"center_y": 0.5}))
        box.add_widget(head)
        sentences = say(table.say_move(table.state, self.best())).split(". ")
        for number, sentence in enumerate(sentences):
            box.add_widget(Words(sentence.rstrip("."), "label" if number else "body", bold=not number))
        return box

    def best(self) -> Move:
        """The likeliest move that agrees with what was said by hand."""
        for guess in self.guesses:
            if all(guess.move.get(slot) == value for slot, value in self.fixed.items()):
                return guess.move
        return self.guesses[0].move

    def open_parts(self) -> list[Part]:
        """What the photo does not decide."""
        return [part for part in self.parts if not part.sure and part.slot not in self.fixed]

    def _question(self, part: Part) -> Panel:
        table, u = self.session.table, theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=10 * u)
        box.edge, box.edge_width = theme.warn, 2 * u
        box.bind(minimum_height=box.setter("height"))
        label = self._label(part)
        box.add_widget(Words(label, "body", bold=True))
        likely = [(value, p) for value, p in part.values[:3] if p > 0.12]
        for value, _ in likely:
            words = say(table.game.say_value(table.state, self.kind, part.slot, value))
            tile = Tile(words, partial(self._fix, part.slot, value), bold=False, name=f"say {part.slot} {value}")
            box.add_widget(tile)
        if not likely:
            box.add_widget(Words(say("reading.unsure"), "label", tone="ink2"))
        return box

    def _label(self, part: Part) -> str:
        """How the game itself asks for this part."""
        table, best = self.session.table, self.best()
        told = {slot: value for slot, value in best.args if slot != part.slot}
        for choice in table.game.choices(table.state, move(best.seat, self.kind, **told)):
            if choice.slot == part.slot:
                return say(choice.label)
        return say("reading.which")

    def _fix(self, slot: str, value: Plain) -> None:
        self.fixed[slot] = value
        self.update()

    def _advice(self, side: Col) -> None:
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
        expect = self.session.table.game.expect(self.session.table.state)
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
            known = [str(one.value) for one in card.alternatives]
            more_cards = list(expect.cards) if expect is not None else []
            grid = GridLayout(cols=2 if theme.phone else 4, size_hint_y=None, spacing=12 * u)
            for id in list(dict.fromkeys([*known, *more_cards]))[:40]:
                grid.add_widget(Chip(id, partial(self._say, sheet, kind, number, id), name=f"it is {id}"))
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

    # -- going on ------------------------------------------------------------------------------

    def _bar(self, best: Move | None) -> None:
        bar, u = self.ids.bar, theme.u
        bar.clear_widgets()
        again = TextButton(say("reading.again"), self.again, sign="camera", name="again")
        hand = TextButton(say("reading.hand"), self.app.back, sign="hand", name="by hand")
        for button in (again, hand):
            button.pos_hint = {"center_y": 0.5}
            bar.add_widget(button if theme.phone else button.hug())
        if not theme.phone:
            note = Words(say("reading.unconfirmed"), "label", tone="ink2", fit="box")
            note.halign = "right"
            bar.add_widget(note)
        if best is None:
            if theme.phone:
                return
            bar.primary(say("confirm"), self.take, disabled=True, name="take")
            return
        left = len(self.open_parts())
        words = say("reading.questions", n=left) if left else say("confirm")
        if theme.phone:
            bar.remove_widget(hand)
        bar.primary(words, self.take, name="take", sign="" if left else "check")
        bar.spacing = 12 * u

    def again(self) -> None:
        """Another photo."""
        self.app.instead("camera", session=self.session.id)

    def take(self) -> None:
        """Confirm what is sure; what is not is asked at the table."""
        if not self.guesses or self.photo is None:
            return
        best, table = self.best(), self.session.table
        chosen = notation.write(best)
        evidence = self.session.attach(Evidence(self.photo.data, as_text(self.readings), chosen))
        left = self.open_parts()
        if left:
            self.app.scratch["take"] = (best, evidence, tuple(part.slot for part in left))
            self.app.back()
            return
        try:
            table.confirm(best, evidence=evidence)
        except RefusedError as refused:
            self._refused(refused.illegal)
            return
        feel.tick(self.app.settings)
        self.app.back()

    def _refused(self, illegal: Illegal) -> None:
        self.app.toast(say(illegal.reason))


__all__ = ["Col", "ReadingPage"]
