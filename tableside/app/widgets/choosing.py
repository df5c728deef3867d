"""The question at the right: what is chosen, what may come next, and why the rest may not."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from tableside.app.play import Play
from tableside.app.theme import theme
from tableside.app.widgets.base import Mark, Plate, Scroll
from tableside.app.widgets.plates import Caption, Cell, Pile, Shelf, Tile, Told
from tableside.app.words import say, signed
from tableside.core import adjust
from tableside.core.game import Choice, Offer, Slot
from tableside.core.ruling import Illegal
from tableside.core.table import Preview

AT_ONCE = 40
"""More offers than this come when they are asked for."""
SPARE_MOST = 150
"""Plates kept to be shown again."""


class Choosing(Scroll):
    """The choice panel. What was shown before and looks the same is shown again, not made again."""

    def __init__(self, play: Play, actions: Any) -> None:
        super().__init__()
        self.play, self.actions = play, actions
        self.all_offers = False
        self.box = Pile(10, right=6, below=8)
        self.add_widget(self.box)
        self._spare: OrderedDict[tuple[Any, ...], list[Plate]] = OrderedDict()
        self._shown: list[tuple[tuple[Any, ...], Plate]] = []
        self._next: list[tuple[tuple[Any, ...], Plate]] = []
        self.update()

    def update(self) -> None:
        """Ask what is open now."""
        play = self.play
        for key, plate in self._shown:
            self._spare.setdefault(key, []).append(plate)
            self._spare.move_to_end(key)
        self._next = []
        if play.over:
            self._add(Caption, say("table.over_about"))
            outcome = play.table.outcome()
            if outcome is not None:
                self._add(Caption, say(outcome.reason), "body", "ink2", False)
        else:
            self._question()
        self._shown = self._next
        self.box.show([plate for _, plate in self._shown])
        while len(self._spare) > SPARE_MOST:
            self._spare.popitem(last=False)
        self.scroll_y = 1

    def _question(self) -> None:
        play = self.play
        routine = self.actions.waiting()
        if routine is not None:
            words = say("menu.do_routine", what=say(play.game.say_move(play.state, routine)))
            look = (words, "plain", "label", True, "check", None, None, False, 60, "do routine")
            self._shelf(1, [(look, lambda: self.actions.keep_books(routine))])
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

    def _add(self, kind: Callable[..., Plate], *look: Any, press: Callable[[], Any] | None = None) -> Any:
        """A plate of this look: one that was shown before, or a new one."""
        key = (kind, look)
        spare = self._spare.get(key)
        if spare:
            plate = spare.pop()
            if not spare:
                del self._spare[key]
        else:
            plate = kind(*look)
        if press is not None:
            plate.press = press
        self._next.append((key, plate))
        return plate

    def _shelf(self, columns: int, cells: list[tuple[tuple[Any, ...], Callable[[], Any]]]) -> None:
        shelf = self._add(_shelf, columns, tuple(look for look, _ in cells))
        for cell, (_, press) in zip(shelf.cells, cells):
            cell.press = press

    def _seats(self) -> None:
        play = self.play
        self._add(Caption, say("table.who_acts"), "label", "ink2", False)
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        for seat in play.acting:
            words = say("table.the_table") if seat is None else play.session.names[seat]
            mark = None if seat is None else (play.colours[seat], play.letters[seat])
            style = "acting" if seat == play.seat else "plain"
            look = (words, style, "label", False, "die" if seat is None else "", mark, None, False, 52, f"act {seat}")
            cells.append((look, partial(self.actions.act_as, seat)))
        self._shelf(2, cells)

    def _picked(self) -> None:
        play = self.play
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        for place, pick in enumerate(play.picks):
            style = "dark" if place == 0 else "plain"
            look = (say(pick.label), style, "body", place == 0, "", None, None, True, 48, f"drop {pick.slot}")
            cells.append((look, partial(self.actions.drop, pick.slot)))
        if theme.phone and len(cells) > 1:
            self._shelf(2, cells)
            return
        for cell in cells:
            self._shelf(1, [cell])

    def _choice(self, choice: Choice) -> None:
        possible = [offer for offer in choice.offers if offer.why_not is None]
        refused = [offer for offer in choice.offers if offer.why_not is not None]
        self._add(Caption, say(choice.label))
        shown = [*possible, *refused]
        limit = len(shown) if self.all_offers else AT_ONCE
        rows = self._matrix(choice, shown)
        if rows is not None:
            self._dice_rows(choice, rows)
        elif self._small(choice, shown):
            limit = len(shown) if self.all_offers else AT_ONCE * 3
            self._grid(choice, shown[:limit])
        else:
            for offer in shown[:limit]:
                self._tile(choice, offer, len(possible))
        if len(shown) > limit:
            self._add(
                _tile, say("table.more", n=len(shown) - limit), "", "", None, False, True, "more"
            ).press = self._more

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
        for place, cells in sorted(rows.items(), key=lambda row: (row[0] == "", row[0])):
            if not place:
                for _, offer in cells:
                    self._tile(choice, offer, 99)
                continue
            self._add(Caption, place, "label")
            looks = [
                (self._face(value, offer, 52, f"{choice.slot} {place} {value}"), self._press(choice, offer))
                for value, offer in sorted(cells, key=lambda cell: str(cell[0]))
            ]
            self._shelf(len(looks), looks)

    @staticmethod
    def _face(value: int, offer: Offer, high: float, name: str) -> tuple[Any, ...]:
        style = "plain" if offer.why_not is None else "refused"
        return ("", style, "body", True, "", None, value, False, high, name)

    @staticmethod
    def _small(choice: Choice, offers: list[Offer]) -> bool:
        """Whether the offers are numbers or short words that can stand side by side."""
        if choice.slot == "kind" or choice.kind is Slot.SEAT or len(offers) < 2:
            return False
        if any(offer.why_not is not None for offer in offers) and not all(isinstance(o.value, int) for o in offers):
            return False
        return max(len(say(offer.label)) for offer in offers) <= 9

    def _grid(self, choice: Choice, offers: list[Offer]) -> None:
        longest = max(len(say(offer.label)) for offer in offers)
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        for offer in offers:
            name = f"{choice.slot} {offer.value}"
            refused = offer.why_not is not None
            if choice.kind is Slot.DICE and isinstance(offer.value, int) and not refused:
                look = self._face(offer.value, offer, 64, name)
            else:
                style = "refused" if refused else "plain"
                look = (say(offer.label), style, "body", True, "", None, None, False, 64, name)
            cells.append((look, self._press(choice, offer)))
        self._shelf(6 if longest <= 2 and theme.phone else 4 if longest <= 3 else 3, cells)

    def _tile(self, choice: Choice, offer: Offer, possible: int) -> None:
        play = self.play
        name = f"{choice.slot} {offer.value}"
        press = self._press(choice, offer)
        if offer.why_not is not None:
            self._add(_tile, say(offer.label), say(offer.why_not.reason), "", None, True, False, name, press=press)
            return
        value, mark = "", None
        if possible <= 6:
            worth = play.worth(choice.slot, offer.value)
            value = signed(worth) if worth else ""
        if choice.kind is Slot.SEAT and isinstance(offer.value, int) and offer.value < play.table.seats:
            mark = (play.colours[offer.value], play.letters[offer.value])
        chevron = choice.slot == "kind" and not value
        self._add(_tile, say(offer.label), "", value, mark, False, chevron, name, press=press)

    def _press(self, choice: Choice, offer: Offer) -> Callable[[], Any]:
        if offer.why_not is not None:
            return lambda: self.actions.why(choice.slot, offer.value, offer.why_not)
        return lambda: self.actions.choose(choice.slot, offer.value, offer.label)

    def _consequences(self) -> None:
        """What the whole move would do, each line with its rule."""
        play = self.play
        preview = play.preview
        if isinstance(preview, Illegal):
            self._add(
                _tile,
                say(preview.reason),
                "",
                "",
                None,
                True,
                False,
                "refused move",
                press=partial(self.actions.refused, preview),
            )
        elif isinstance(preview, Preview):
            self._add(Caption, say("table.what_follows"))
            state = play.state
            for happened in preview.legal.events[:12]:
                self._line("arrow", say(play.table.say_event(state, happened)), happened.cite)
                state = adjust.apply(play.game, state, happened)
            for caution in preview.legal.cautions:
                if caution.key not in self.actions.silenced():
                    self._line("warn", say(caution.text), caution.cite, "warn")
                    name = f"silence {caution.key}"
                    look = (say("table.silence"), "plain", "label", False, "cross", None, None, False, 48, name)
                    self._shelf(1, [(look, partial(self.actions.silence, caution.key))])

    def _line(self, sign: str, words: str, cite: Any, tone: str = "ink") -> None:
        line = self._add(Told, sign, words, tone, cite is not None)
        if line.rule is not None:
            line.rule.press = lambda: self.actions.rule(words, cite)

    def _chance(self) -> None:
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        if self.play.game.expect(self.play.state) is not None:
            cells.append((_button("photo", "camera", "scan"), self.actions.photo))
        cells.append((_button("draw", "die", "draw"), self.actions.draw))
        self._shelf(len(cells), cells)


def _button(words: str, sign: str, name: str) -> tuple[Any, ...]:
    high = 56 if theme.phone else 60
    return (say(f"table.{words}"), "plain", "body", True, sign, None, None, False, high, name)


def _tile(
    title: str, about: str, value: str, mark: tuple[str, str] | None, refused: bool, chevron: bool, name: str
) -> Tile:
    lead = Mark(*mark, 36) if mark is not None else None
    return Tile(title, about=about, value=value, lead=lead, refused=refused, chevron=chevron, name=name)


def _shelf(columns: int, looks: tuple[tuple[Any, ...], ...]) -> Shelf:
    return Shelf([Cell(*look) for look in looks], columns)
