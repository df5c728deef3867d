"""The question at the right: what is chosen, what may come next, and why the rest may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from tableside.app.pen import Pen
from tableside.app.play import Play
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Col, Drawing, Icon, Mark, Row, Scroll, Tap, Words
from tableside.app.widgets.controls import Chip, TextButton, Tile
from tableside.app.words import say, signed
from tableside.core.game import Choice, Offer, Slot
from tableside.core.ruling import Illegal
from tableside.core.table import Preview

AT_ONCE = 40
"""More offers than this come when they are asked for."""


class DieFace(Drawing):
    """One face of a die."""

    def __init__(self, value: Any, faint: bool = False, **more: Any) -> None:
        super().__init__(size_hint=(None, None), size=(36 * theme.u, 36 * theme.u), **more)
        self.value, self.faint = value, faint

    def paint(self, pen: Pen) -> None:
        ink = rgba("#A7A090") if self.faint else rgba("#161B2B")
        fill = rgba("#E7E1D3") if self.faint else rgba("#FFFDF8")
        pen.die(self.value, self.wide / 2, self.high / 2, 34, fill, ink, ink)


class Choosing(Scroll):
    """The choice panel."""

    def __init__(self, play: Play, actions: Any) -> None:
        super().__init__()
        self.play, self.actions = play, actions
        self.all_offers = False
        self.box = Col(spacing=10 * theme.u, padding=(0, 0, 6 * theme.u, 8 * theme.u))
        self.add_widget(self.box)
        self.update()

    def update(self) -> None:
        """Ask what is open now."""
        play, box = self.play, self.box
        box.clear_widgets()
        if play.over:
            box.add_widget(Words(say("table.over_about"), "heading", bold=True))
            outcome = play.table.outcome()
            if outcome is not None:
                box.add_widget(Words(say(outcome.reason), "body", tone="ink2"))
            return
        if len(play.acting) > 1:
            self._seats()
        if play.picks:
            self._picked()
        for choice in play.choices:
            self._choice(choice)
        if not play.choices:
            self._consequences()
        if play.seat is None and (play.choices or play.picks):
            self._chance()
        self.scroll_y = 1

    def _seats(self) -> None:
        play = self.play
        self.box.add_widget(Words(say("table.who_acts"), "label", tone="ink2"))
        stack = StackLayout(size_hint_y=None, spacing=8 * theme.u)
        stack.bind(minimum_height=stack.setter("height"))
        for seat in play.acting:
            lead: Widget = Icon("die", size=26) if seat is None else Mark(play.colours[seat], play.letters[seat], 30)
            words = say("table.the_table") if seat is None else play.session.names[seat]
            chip = Chip(
                words,
                lambda seat=seat: self.actions.act_as(seat),
                lead=lead,
                chosen=False,
                name=f"act {seat}",
                step="label",
            ).hug()
            if seat == play.seat:
                chip.edge, chip.edge_width = theme.ink, 3 * theme.u
            stack.add_widget(chip)
        self.box.add_widget(stack)

    def _picked(self) -> None:
        play, u = self.play, theme.u
        home = self.box
        if theme.phone and len(play.picks) > 1:
            home = GridLayout(cols=2, size_hint_y=None, spacing=8 * u)
            home.bind(minimum_height=home.setter("height"))
            self.box.add_widget(home)
        for place, pick in enumerate(play.picks):
            words = say(pick.label)
            first = place == 0
            pill = Tap(press=lambda slot=pick.slot: self.actions.drop(slot), name=f"drop {pick.slot}")
            pill.size_hint_y = None
            pill.height = 48 * u
            pill.radius = 24 * u
            pill.padding = (20 * u, 6 * u, 10 * u, 6 * u)
            pill.spacing = 8 * u
            pill.fill = theme.primary if first else theme.surface
            pill.edge, pill.edge_width = (theme.primary if first else theme.edge), 1.5 * u
            ink = theme.paper if first else theme.ink
            pill.add_widget(Words(words, "body", fit="box", bold=first, color=ink))
            pill.add_widget(Icon("cross", ink=ink, size=22, pos_hint={"center_y": 0.5}))
            home.add_widget(pill)

    def _choice(self, choice: Choice) -> None:
        question = say(choice.label)
        possible = [offer for offer in choice.offers if offer.why_not is None]
        refused = [offer for offer in choice.offers if offer.why_not is not None]
        self.box.add_widget(Words(question, "heading", bold=True))
        shown = [*possible, *refused]
        limit = len(shown) if self.all_offers else AT_ONCE
        rows = self._matrix(choice, shown)
        if rows is not None:
            self._dice_rows(choice, rows)
        elif self._small(choice, shown):
            self._grid(choice, shown[: limit * 3])
        else:
            for offer in shown[:limit]:
                self.box.add_widget(self._tile(choice, offer, len(possible)))
        if len(shown) > limit:
            self.box.add_widget(Tile(say("table.more", n=len(shown) - limit), self._more, chevron=True, name="more"))

    def _more(self) -> None:
        self.all_offers = True
        self.update()
        self.all_offers = False

    @staticmethod
    def _matrix(choice: Choice, offers: list[Offer]) -> dict[str, list[tuple[Any, Offer]]] | None:
        """Dice that can lie in several places, as a row of faces for each place; None when it is not so."""
        if choice.kind is not Slot.DICE or len(offers) < 8:
            return None
        rows: dict[str, list[tuple[Any, Offer]]] = {}
        for offer in offers:
            args = dict(offer.label.args)
            places = [str(value) for name, value in args.items() if name != "value"]
            if isinstance(args.get("value"), int) and len(places) == 1:
                rows.setdefault(places[0], []).append((args["value"], offer))
            else:
                rows.setdefault("", []).append((None, offer))
        return rows if len(rows) > 1 else None

    def _dice_rows(self, choice: Choice, rows: dict[str, list[tuple[Any, Offer]]]) -> None:
        u = theme.u
        for place, cells in sorted(rows.items(), key=lambda row: (row[0] == "", row[0])):
            if not place:
                for _, offer in cells:
                    self.box.add_widget(self._tile(choice, offer, 99))
                continue
            self.box.add_widget(Words(place, "label", bold=True))
            line = Row(spacing=8 * u)
            for value, offer in sorted(cells, key=lambda cell: str(cell[0])):
                chip = Chip("", self._press(choice, offer), refused=offer.why_not is not None)
                chip.name = f"{choice.slot} {place} {value}"
                chip.padding, chip.spacing = (2 * u, 4 * u), 0
                chip.clear_widgets()
                chip.add_widget(Widget())
                chip.add_widget(DieFace(value, faint=offer.why_not is not None, pos_hint={"center_y": 0.5}))
                chip.add_widget(Widget())
                line.add_widget(chip)
            self.box.add_widget(line)

    @staticmethod
    def _small(choice: Choice, offers: list[Offer]) -> bool:
        """Whether the offers are numbers or short words that can stand side by side."""
        if choice.slot == "kind" or choice.kind is Slot.SEAT or len(offers) < 2:
            return False
        if any(offer.why_not is not None for offer in offers) and not all(isinstance(o.value, int) for o in offers):
            return False
        return max(len(say(offer.label)) for offer in offers) <= 9

    def _grid(self, choice: Choice, offers: list[Offer]) -> None:
        u = theme.u
        longest = max(len(say(offer.label)) for offer in offers)
        grid = GridLayout(
            cols=6 if longest <= 2 and theme.phone else 4 if longest <= 3 else 3, size_hint_y=None, spacing=8 * u
        )
        grid.bind(minimum_height=grid.setter("height"))
        for offer in offers:
            words = say(offer.label)
            press = self._press(choice, offer)
            refused = offer.why_not is not None
            die = choice.kind is Slot.DICE and isinstance(offer.value, int) and not refused
            chip = Chip(words, press, refused=refused, name=f"{choice.slot} {offer.value}")
            if die:
                chip.clear_widgets()
                chip.add_widget(Widget())
                chip.add_widget(DieFace(offer.value, pos_hint={"center_y": 0.5}))
                chip.add_widget(Widget())
            chip.words.bold = True
            chip.height = 64 * u
            grid.add_widget(chip)
        self.box.add_widget(grid)

    def _tile(self, choice: Choice, offer: Offer, possible: int) -> Tile:
        play = self.play
        press = self._press(choice, offer)
        name = f"{choice.slot} {offer.value}"
        if offer.why_not is not None:
            return Tile(say(offer.label), press, about=say(offer.why_not.reason), refused=True, name=name)
        value = ""
        if possible <= 6:
            worth = play.worth(choice.slot, offer.value)
            value = signed(worth) if worth else ""
        lead: Widget | None = None
        if choice.kind is Slot.SEAT and isinstance(offer.value, int) and offer.value < play.table.seats:
            lead = Mark(play.colours[offer.value], play.letters[offer.value], 36)
        return Tile(
            say(offer.label), press, value=value, lead=lead, chevron=choice.slot == "kind" and not value, name=name
        )

    def _press(self, choice: Choice, offer: Offer) -> Callable[[], Any]:
        if offer.why_not is not None:
            return lambda: self.actions.why(choice.slot, offer.value, offer.why_not)
        return lambda: self.actions.choose(choice.slot, offer.value, offer.label)

    def _consequences(self) -> None:
        """What the whole move would do, each line with its rule."""
        play = self.play
        preview = play.preview
        if isinstance(preview, Illegal):
            tile = Tile(
                say(preview.reason),
                lambda: self.actions.refused(preview),
                refused=True,
                name="refused move",
            )
            self.box.add_widget(tile)
        elif isinstance(preview, Preview):
            self.box.add_widget(Words(say("table.what_follows"), "heading", bold=True))
            state = play.state
            from tableside.core import adjust

            for happened in preview.legal.events[:12]:
                words = say(play.table.say_event(state, happened))
                self.box.add_widget(self._line("arrow", words, happened.cite))
                state = adjust.apply(play.game, state, happened)
            for caution in preview.legal.cautions:
                if caution.key not in self.actions.silenced():
                    self.box.add_widget(self._line("warn", say(caution.text), caution.cite, "warn"))

    def _line(self, sign: str, words: str, cite: Any, tone: str = "ink") -> Row:
        u = theme.u
        row = Row(spacing=10 * u)
        row.add_widget(Icon(sign, ink=getattr(theme, tone), size=22, pos_hint={"center_y": 0.5}))
        row.add_widget(Words(words, "label", tone, pos_hint={"center_y": 0.5}))
        if cite is not None:
            section = Tap(press=lambda: self.actions.rule(words, cite), size_hint=(None, None), name="rule")
            section.size = (48 * u, 48 * u)
            section.pos_hint = {"center_y": 0.5}
            section.padding = (8 * u, 8 * u)
            section.add_widget(Section())
            row.add_widget(section)
        return row

    def _chance(self) -> None:
        u = theme.u
        row = Row(spacing=10 * u)
        if self.play.game.expect(self.play.state) is not None:
            row.add_widget(TextButton(say("table.photo"), self.actions.photo, sign="camera", name="scan"))
        row.add_widget(TextButton(say("table.draw"), self.actions.draw, sign="die", name="draw"))
        self.box.add_widget(row)


class Section(Drawing):
    """The sign that a rule stands behind this."""

    def paint(self, pen: Pen) -> None:
        pen.circle(self.wide / 2, self.high / 2, 15, theme.surface, theme.edge, 1.5)
        pen.text("§", self.wide / 2, self.high / 2, 16 / theme.text_scale, theme.ink2, True)
