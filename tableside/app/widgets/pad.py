"""Widgets of the score pad: the table of what was told, and a row's keys as one drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle

from tableside.app.i18n import counted, say
from tableside.app.painter import Pen
from tableside.app.texture_cache import words_texture
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing, Plate, Target

Box = tuple[float, float, float, float]
HIGH, GAP, CAPTION = 48.0, 6.0, 28.0
"""A key's height, what is between two, and the height of the line above them; in design units."""
HEAD, ROW = 118.0, 44.0


class Keys(Target, Plate):
    """A caption with the value, and keys below it; all one drawing, so that many rows open at once."""

    radius = 12.0

    def __init__(
        self, name: str, label: str, keys: Sequence[tuple[Any, str]], press: Callable[[Any], Any], wide: float = 48
    ) -> None:
        self.label, self.keys, self.chosen_key, self.least = label, tuple(keys), press, wide
        self.value, self.chosen = "", frozenset[Any]()
        self.down: int | None = None
        super().__init__(name=name)

    def tell(self, value: str, chosen: frozenset[Any]) -> None:
        """Show this value and these keys as pressed."""
        if (value, chosen) != (self.value, self.chosen):
            self.value, self.chosen = value, chosen
            self._repaint()

    def _columns(self, wide: float) -> int:
        return max(1, min(len(self.keys), int((wide + GAP) // (self.least + GAP))))

    def measure(self, wide: float) -> float:
        rows = -(-len(self.keys) // self._columns(wide))
        return CAPTION + rows * (HIGH + GAP)

    def box(self, number: int) -> Box:
        """Where a key lies, from the top left corner, in design units."""
        wide = self.width / theme.u
        columns = self._columns(wide)
        each = min((wide + GAP) / columns - GAP, max(self.least, 72))
        return (number % columns) * (each + GAP), CAPTION + (number // columns) * (HIGH + GAP), each, HIGH

    def paint(self, pen: Pen) -> None:
        wide, size = self.width / theme.u, 15 if theme.phone else 17
        pen.text(self.label, 0, CAPTION / 2, size, theme.ink2, anchor="left", width=wide - 110)
        pen.text(self.value, wide, CAPTION / 2, size + 2, theme.ink, True, "right", width=104)
        for number, (key, words) in enumerate(self.keys):
            x, y, w, h = self.box(number)
            on = key in self.chosen
            edge = theme.primary if on else theme.edge
            pen.rect(x, y, w, h, theme.primary if on else theme.surface, edge, 1.2, 10)
            pen.text(words, x + w / 2, y + h / 2, size + 1, theme.paper if on else theme.ink, on, width=w - 6, lines=2)

    def _at(self, x: float, y: float) -> int | None:
        x, y = (x - self.x) / theme.u, (self.y + self.height - y) / theme.u
        for number in range(len(self.keys)):
            left, top, w, h = self.box(number)
            if left <= x <= left + w + GAP and top <= y <= top + h + GAP:
                return number
        return None

    def on_touch_down(self, touch: Any) -> bool:
        # Only here the place is surely in the widget's own coordinates, whatever it scrolls in.
        if self.collide_point(*touch.pos):
            self.down = self._at(*touch.pos)
        return bool(super().on_touch_down(touch))

    def on_release(self) -> None:
        if self.down is not None:
            self.chosen_key(self.keys[self.down][0])

    def on_state(self, _: Any, state: str) -> None:
        """The key under the finger is darker while it is held."""
        self.canvas.after.clear()
        if state == "down" and self.down is not None:
            x, y, w, h = (part * theme.u for part in self.box(self.down))
            with self.canvas.after:
                Color(0.5, 0.5, 0.5, 0.22)
                place = (self.x + x, self.y + self.height - y - h)
                SmoothRoundedRectangle(pos=place, size=(w, h), radius=[10 * theme.u])


class PadTable(Target, Drawing):
    """What was told: rows are categories, columns people, totals and places under the names."""

    def __init__(self, choose: Callable[[int, int], Any]) -> None:
        super().__init__(size_hint_y=None, name="pad table")
        self.choose = choose
        self.down = (0.0, 0.0)
        self.people: tuple[tuple[str, str, str], ...] = ()
        self.labels: tuple[str, ...] = ()
        self.cells: tuple[tuple[str, ...], ...] = ()
        self.totals: tuple[int, ...] | None = None
        self.places: tuple[int, ...] = ()
        self.seat = 0

    def tell(
        self,
        people: Sequence[tuple[str, str, str]],
        labels: Sequence[str],
        cells: Sequence[Sequence[str]],
        totals: Sequence[int] | None,
        places: Sequence[int],
        seat: int,
    ) -> None:
        """Show this; people are colour, letter and name."""
        self.people, self.labels, self.cells = tuple(people), tuple(labels), tuple(tuple(row) for row in cells)
        self.totals, self.places, self.seat = (None if totals is None else tuple(totals)), tuple(places), seat
        self.height = (HEAD + ROW * len(self.labels) + 8) * theme.u
        self.redraw()

    def _columns(self) -> tuple[float, float]:
        """Where the first column begins, and how wide each is."""
        left = self.wide * (0.28 if len(self.people) > 3 else 0.36)
        return left, (self.wide - left) / max(1, len(self.people))

    def paint(self, pen: Pen) -> None:
        left, each = self._columns()
        size = 13 if theme.phone else 16
        pen.rect(left + each * self.seat + 2, 2, each - 4, self.high - 4, theme.sunken, theme.ink, 1.5, 14)
        for seat, (colour, letter, name) in enumerate(self.people):
            x = left + each * (seat + 0.5)
            pen.mark(colour, letter, x, 26, min(34, each - 8))
            pen.text(name, x, 56, size, theme.ink, True, width=each - 12)
            told = "–" if self.totals is None else counted(self.totals[seat])
            pen.text(told, x, 88, 20 if theme.phone else 28, theme.ink, True, width=each - 12)
        if self.totals is not None and self.places:
            for seat, place in enumerate(self.places):
                if place == 1:
                    pen.icon("star", left + each * (seat + 0.5) + min(34, each / 2 - 10), 26, 18, theme.ink)
        pen.text(say("score.total"), 8, 88, size, theme.ink, True, "left", width=left - 12)
        for number, label in enumerate(self.labels):
            y = HEAD + ROW * number
            pen.line((8, y, self.wide - 4, y), theme.line, 1)
            pen.text(label, 8, y + ROW / 2, size, theme.ink, anchor="left", width=left - 14, lines=2)
            for seat, value in enumerate(self.cells[number]):
                x = left + each * (seat + 0.5)
                pen.text(value, x, y + ROW / 2, size, theme.ink, width=each - 12, lines=2)

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos):
            self.down = (touch.x - self.x) / theme.u, (self.top - touch.y) / theme.u
        return bool(super().on_touch_down(touch))

    def on_release(self) -> None:
        left, each = self._columns()
        x, y = self.down
        if x >= left and self.people:
            self.choose(min(len(self.people) - 1, int((x - left) // each)), int((y - HEAD) // ROW))

    def on_state(self, _: Any, state: str) -> None:
        """The column that is chosen is dark enough; nothing else is shown while a finger is down."""


def widest(keys: Sequence[tuple[Any, str]]) -> float:
    """How wide a key must be for its longest word, in design units."""
    if all(len(words) <= 2 for _, words in keys):
        return 48
    size = (16 if theme.phone else 18) * theme.u * theme.text_scale
    longest = max((words for _, words in keys), key=len)
    wide = float(words_texture(longest, size, False).width / theme.u)
    return min(170.0, 20 + wide)
