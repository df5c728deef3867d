"""The panel of open choices: picks, offers with refusals, parts to toggle, consequences."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import inf
from types import MappingProxyType
from typing import Any

from tableside.app.i18n import say, sentence, signed
from tableside.app.move_builder import MoveBuilder
from tableside.app.theme import theme
from tableside.app.widgets.base import Mark, Plate, Scroll
from tableside.app.widgets.light_buttons import Caption, Cell, Chosen, Pile, Shelf, Tile, Told
from tableside.core import manual_edit, notation
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import PLAYER, SILENT, Move, Plain, Text
from tableside.core.ruling import Illegal
from tableside.core.table import Preview

AT_ONCE = 40
"""More offers than this come when they are asked for."""
TWO_ABREAST = 6
"""More kinds of move than this stand in two columns."""
READY = 3
"""So many ready-made answers stand above single parts."""
TRAITS_FROM = 8
"""More parts than this are narrowed by what they are looked for."""
SHORT = 58
"""Letters of a suggestion that still fits half the panel."""
BRIEF = 24
"""Letters of a suggestion that still fits a third of the panel."""
THREE_ABREAST = 8
"""More suggestions as brief as that stand in three columns."""
LISTED = 8
"""More answers than this stand in two columns."""
QUITE_SHORT = 9
"""Answers no longer than this stand in more columns."""
SPARE_MOST = 150
"""Plates kept to be shown again."""


class Choosing(Scroll):
    """The choice panel. What was shown before and looks the same is shown again, not made again."""

    scroll_y: float

    def __init__(self, play: MoveBuilder, actions: Any) -> None:
        super().__init__()
        self.play, self.actions = play, actions
        self.all_offers = False
        self.wanted: list[Text] = []
        """The traits that many parts are narrowed by; with the next answer all are shown again."""
        self._narrowed: Move | None = None
        self.box = Pile(10, right=6, below=8)
        self.add_widget(self.box)
        self._spare: OrderedDict[tuple[Any, ...], list[Plate]] = OrderedDict()
        self._shown: list[tuple[tuple[Any, ...], Plate]] = []
        self._next: list[tuple[tuple[Any, ...], Plate]] = []
        self.update()

    def update(self, stay: bool = False) -> None:
        """Ask what is open now; with `stay` what is in view stays there."""
        play = self.play
        below = self.scroll_y * (self.box.height - self.height)
        # What lies below the edge after going back to the top is drawn a frame later.
        seen = self.height if self._shown and not stay else inf
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
        self.box.show([plate for _, plate in self._shown], seen)
        while len(self._spare) > SPARE_MOST:
            self._spare.popitem(last=False)
        room = self.box.height - self.height
        # What grows above the finger must not move what lies under it.
        self.scroll_y = min(max(below / room, 0.0), 1.0) if stay and room > 0 else 1

    def _question(self) -> None:
        play = self.play
        routine = self.actions.waiting()
        if routine is not None:
            words = say("menu.do_routine", what=say(play.game.say_move(play.state, routine)))
            look = (words, "plain", "label", True, "check", None, None, False, 60, "do routine")
            self._shelf(1, [(look, lambda: self.actions.keep_books(routine))])
        if play.partial.kind in play.game.by_hand:
            look = (say("hand.title"), "dark", "body", True, "hand", None, None, False, 60, "set by hand")
            self._shelf(1, [(look, self.actions.set_by_hand)])
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
        for place, pick in enumerate(self.play.picks):
            drop = partial(self.actions.drop, pick.slot)
            self._add(Chosen, pick.said(say), place == 0, f"drop {pick.slot}", press=drop)

    def _choice(self, choice: Choice) -> None:
        # A kind of which the only move is suggested needs no second button.
        whole: set[Plain] = {made.kind for made in choice.ready if not made.args} if choice.slot == "kind" else set()
        whole.update(map(str, choice.covered))
        # What is suggested in the words of an answer is that answer.
        labels = told_as_asked(self.play, choice)
        whole.update(made[choice.slot] for made in labels)
        possible = [offer for offer in choice.offers if offer.why_not is None and offer.value not in whole]
        refused = [offer for offer in choice.offers if offer.why_not is not None]
        self._add(Caption, sentence(say(choice.label)))
        for columns, ready in groupby(suggestion_rows(self.play, choice), key=len):
            together = [made for row in ready for made in row]
            if columns > 1:
                self._side_by_side(together, columns)
            else:
                self._whole(together, labels)
        shown = refused if choice.complete else [*possible, *refused]
        limit = len(shown) if self.all_offers else READY if choice.parts else AT_ONCE
        rows = self._matrix(choice, shown)
        if rows is not None:
            self._dice_rows(choice, rows)
        elif choice.slot == "kind" and len(possible) > TWO_ABREAST and not self.play.picks:
            self._kinds(choice, possible)
            for offer in refused:
                self._tile(choice, offer, len(possible))
        elif two_columns(choice, possible):
            self._kinds(choice, possible[:limit])
            for offer in refused[: max(limit - len(possible), 0)]:
                self._tile(choice, offer, len(possible))
        elif self._small(choice, shown):
            limit = len(shown) if self.all_offers else READY if choice.parts else AT_ONCE * 3
            self._grid(choice, shown[:limit])
        else:
            for offer in shown[:limit]:
                self._tile(choice, offer, len(possible))
        if len(shown) > limit:
            self._add(
                _tile, say("table.more", n=len(shown) - limit), "", "", None, False, True, "more"
            ).press = self._more
        if choice.parts:
            self._parts(choice)
        if choice.new is not None:
            look = (say(choice.new.text), "plain", "label", True, "plus", None, None, False, 56, f"new {choice.slot}")
            self._shelf(1, [(look, partial(self.actions.tell_new, choice))])

    def _whole(self, ready: Sequence[Move], labels: Mapping[Move, Text | None] = MappingProxyType({})) -> None:
        """Whole moves, one tap each, in these words or in their own."""
        for made in ready:
            words = sentence(say(labels.get(made) or self.play.game.say_ready(self.play.state, made)))
            press = partial(self.actions.take_whole, made)
            self._add(_tile, words, "", "", None, False, True, f"ready {notation.write(made)}", press=press)

    def _side_by_side(self, ready: Sequence[Move], columns: int) -> None:
        """Short suggestions, side by side so that what stands below them is seen too."""
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        for made in ready:
            words, name = say(self.play.game.say_ready(self.play.state, made)), f"ready {notation.write(made)}"
            look = (sentence(words), "plain", "label", True, "", None, None, False, 56, name)
            cells.append((look, partial(self.actions.take_whole, made)))
        self._shelf(columns, cells)

    def _parts(self, choice: Choice) -> None:
        """What is picked so far, each with a cross; what the referee says of it; and every part to toggle."""
        play = self.play
        counts = Counter(play.toggled)
        labels = dict(zip(play.toggled, play.part_labels()))
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        for value, count in counts.items():
            words = say(labels[value]) if count == 1 else say("table.so_many", n=count, what=labels[value])
            look = (words, "plain", "label", False, "", None, None, True, 48, f"out {value}")
            cells.append((look, partial(self.actions.take_out, value)))
        if cells:
            self._shelf(2, cells)
        self._verdict()
        parts = self._narrow(choice)
        if choice.kind is Slot.DICE:
            dice = [(self._die_part(part, counts[part.value]), self._toggle(part)) for part in parts]
            self._shelf(min(len(dice), 4 if len(dice) > 6 else 6), dice)
            return
        longest = max((len(say(part.label)) for part in parts), default=0)
        self._shelf(
            4 if longest <= 5 else 3 if longest <= 10 else 2 if longest <= 20 and not theme.phone else 1,
            [(self._part(part, counts[part.value]), self._toggle(part)) for part in parts],
        )

    def _narrow(self, choice: Choice) -> tuple[Offer, ...]:
        """The parts that have every trait looked for; above them the traits that would leave some."""
        if self._narrowed != self.play.partial:
            self._narrowed, self.wanted = self.play.partial, []
        if len(choice.parts) <= TRAITS_FROM or not choice.traits:
            return choice.parts
        having = dict(choice.traits)
        left = {part.value for part in choice.parts}.intersection(*(having[trait] for trait in self.wanted))
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        for trait, values in choice.traits:
            if left.isdisjoint(values):
                continue
            chosen = trait in self.wanted
            look = (say(trait), "acting" if chosen else "plain", "label", chosen, "", None, None, False, 48)
            cells.append(((*look, f"trait {say(trait)}"), partial(self._look_for, trait)))
        self._add(Caption, say("table.look_for"), "label", "ink2", False)
        self._shelf(4, cells)
        return tuple(part for part in choice.parts if part.value in left)

    def _look_for(self, trait: Text) -> None:
        self.wanted = [one for one in self.wanted if one != trait] if trait in self.wanted else [*self.wanted, trait]
        self.update(stay=True)

    def _die_part(self, part: Offer, count: int) -> tuple[Any, ...]:
        """A face of a die, drawn where it has pips."""
        look = self._part(part, count)
        if isinstance(part.value, int) and 1 <= part.value <= 6:
            return (*look[:6], part.value, False, 64, look[-1])
        return (*look[:8], 64, look[-1])

    @staticmethod
    def _part(part: Offer, count: int) -> tuple[Any, ...]:
        style = "acting" if count else "plain" if part.why_not is None else "refused"
        words = say("table.so_many", n=count, what=part.label) if count > 1 else say(part.label)
        sign = "check" if count else ""
        return (words, style, "label", bool(count), sign, None, None, False, 56, f"part {part.value}")

    def _toggle(self, part: Offer) -> Callable[[], Any]:
        if part.why_not is not None and part.value not in self.play.toggled:
            return partial(self.actions.refused, part.why_not)
        return partial(self.actions.toggle, part.value)

    def _verdict(self) -> None:
        """Whether the parts do, and the way on where something else is asked after them."""
        play = self.play
        refusal = play.verdict
        if refusal is not None:
            press = partial(self.actions.refused, refusal)
            self._add(_tile, say(refusal.reason), "", "", None, True, False, "verdict", press=press)
        elif play.following:
            # What completes the move with these parts stands at once.
            self._whole(play.following[0].ready)
            look = (say("table.go_on"), "dark", "body", True, "check", None, None, False, 60, "settle parts")
            self._shelf(1, [(look, self.actions.settle_parts)])
        elif not play.toggled:
            self._add(Told, "hand", say("table.parts_tap"), "ink2", False)
        elif play.ready:
            self._add(Told, "check", say("table.parts_do"), "ok", False)
            self._consequences()
        else:
            self._add(Told, "arrow", say("table.parts_more"), "ink2", False)

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
            places = [
                say(value) if isinstance(value, Text) else str(value) for name, value in args.items() if name != "value"
            ]
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
            owner = self._owner(cells[0][1])
            looks = [
                (self._face(value, offer, 52, f"{choice.slot} {place} {value}", owner), self._press(choice, offer))
                for value, offer in sorted(cells, key=lambda cell: str(cell[0]))
            ]
            self._shelf(len(looks), looks)

    def _owner(self, offer: Offer) -> tuple[str, str] | None:
        """Whose die this is, as it is marked on the table."""
        named = (value for _, value in offer.label.args if isinstance(value, Text) and value.key == PLAYER)
        seat = next((dict(value.args)["seat"] for value in named), None)
        return (self.play.colours[seat], self.play.letters[seat]) if isinstance(seat, int) else None

    @staticmethod
    def _face(
        value: int, offer: Offer, high: float, name: str, owner: tuple[str, str] | None = None
    ) -> tuple[Any, ...]:
        style = "plain" if offer.why_not is None else "refused"
        return ("", style, "body", True, "", owner, value, False, high, name)

    @staticmethod
    def _small(choice: Choice, offers: list[Offer]) -> bool:
        """Whether the offers are numbers or short words that can stand side by side."""
        if choice.slot == "kind" or choice.kind is Slot.SEAT or len(offers) < 2:
            return False
        if any(offer.why_not is not None for offer in offers) and not all(isinstance(o.value, int) for o in offers):
            return False
        return max(len(say(offer.label)) for offer in offers) <= QUITE_SHORT

    def _kinds(self, choice: Choice, offers: list[Offer]) -> None:
        """Many kinds of move, side by side so that nobody has to look for one below the edge."""
        cells: list[tuple[tuple[Any, ...], Callable[[], Any]]] = []
        for offer in offers:
            name = f"{choice.slot} {offer.value}"
            look = (sentence(say(offer.label)), "plain", "label", False, "", None, None, False, 56, name)
            cells.append((look, self._press(choice, offer)))
        self._shelf(2, cells)

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
        words = sentence(say(offer.label))
        if offer.why_not is not None:
            self._add(_tile, words, say(offer.why_not.reason), "", None, True, False, name, press=press)
            return
        value, mark = "", None
        if possible <= 6:
            worth = play.worth(choice.slot, offer.value)
            value = signed(worth) if worth else ""
        if choice.kind is Slot.SEAT and isinstance(offer.value, int) and offer.value < play.table.seats:
            mark = (play.colours[offer.value], play.letters[offer.value])
        chevron = choice.slot == "kind" and not value
        self._add(_tile, words, "", value, mark, False, chevron, name, press=press)

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
            told = 0
            for happened in preview.legal.events:
                said = play.table.say_event(state, happened)
                if said != SILENT and told < 12:
                    told += 1
                    self._line("arrow", say(said), happened.cite)
                state = manual_edit.apply(play.game, state, happened)
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
        if self.play.by_chance:
            cells.append((_button("draw", "die", "draw"), self.actions.draw))
        if cells:
            self._shelf(len(cells), cells)


def two_columns(choice: Choice, possible: Sequence[Offer]) -> bool:
    """Whether answers stand in two columns: so many short ones that most would be below the edge."""
    if theme.phone or choice.complete or choice.kind in (Slot.SEAT, Slot.DICE) or len(possible) <= LISTED:
        return False
    return QUITE_SHORT < max(len(say(offer.label)) for offer in possible) <= SHORT


def told_as_asked(play: MoveBuilder, choice: Choice) -> dict[Move, Text]:
    """What answers the last open slot, as it is asked, with its price; what answers more is told whole."""
    labels = {offer.value: offer.label for offer in choice.offers if offer.why_not is None}
    asked = {pick.slot for pick in play.picks} | {choice.slot}
    return {
        made: labels[made[choice.slot]]
        for made in choice.ready
        if choice.slot in made and asked.issuperset(slot for slot, _ in made.args) and made[choice.slot] in labels
    }


def suggestion_rows(play: MoveBuilder, choice: Choice) -> list[tuple[Move, ...]]:
    """Whole moves as they stand below each other: of many the short ones in pairs, so that less is pushed down.

    Where all are brief, three of them stand side by side.
    """
    pairs = not theme.phone and len(choice.ready) > TWO_ABREAST - 2
    labels = told_as_asked(play, choice)
    many = len(choice.ready) > THREE_ABREAST and not labels
    if many and all(len(say(play.game.say_ready(play.state, made))) <= BRIEF for made in choice.ready):
        return [choice.ready[n : n + 3] for n in range(0, len(choice.ready), 3)]
    rows: list[tuple[Move, ...]] = []
    lone = False
    for made in choice.ready:
        short = pairs and made not in labels and len(say(play.game.say_ready(play.state, made))) <= SHORT
        if short and lone:
            rows[-1] = (*rows[-1], made)
        else:
            rows.append((made,))
        lone = short and not lone
    return rows


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
