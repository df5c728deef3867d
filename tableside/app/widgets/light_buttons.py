"""Buttons and tiles that are one drawing each, cheap enough to be rebuilt with every tap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from tableside.app.i18n import say
from tableside.app.painter import Pen
from tableside.app.texture_cache import boxed, narrowed, words_size, words_texture
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Plate, Target

Press = Callable[[], Any] | None


class Block:
    """Words wrapped to a width: their picture and its height in design units."""

    def __init__(self, words: str, step: str, bold: bool, wide: float, strike: bool = False, across: str = "left"):
        self.words = words
        base, width = getattr(theme, step), max(wide * theme.u, 1)
        size = narrowed(words, base, bold, width)
        # A line that need not be wrapped is as wide as it is: it is quicker to draw and takes less memory.
        lone = across == "left" and words_size(words, size, bold)[0] <= width
        self.texture = words_texture(words or " ", size, bold, None if lone else width, strike, across)
        self.high = self.texture.height / theme.u

    def write(self, pen: Pen, x: float, y: float, colour: Any) -> None:
        pen.block(self.texture, self.words, x, y, colour)


class Caption(Plate):
    """A sentence over what follows."""

    def __init__(self, words: str, step: str = "heading", tone: str = "ink", bold: bool = True) -> None:
        self.words, self.step, self.tone, self.bold = words, step, tone, bold
        super().__init__()

    def measure(self, wide: float) -> float:
        self.block = Block(self.words, self.step, self.bold, wide)
        return float(self.block.high)

    def paint(self, pen: Pen) -> None:
        self.block.write(pen, 0, 0, getattr(theme, self.tone))


class Pressed(Target, Plate):
    """A plate with a ground that can be pressed. How it looks is said before it is drawn."""

    fill: Sequence[float] = (0, 0, 0, 0)
    edge: Sequence[float] = (0, 0, 0, 0)
    edge_width: float = 0
    radius: float = 0
    refused = False

    def paint(self, pen: Pen) -> None:
        u = theme.u
        edge = self.edge if self.edge_width else None
        pen.rect(0, 0, self.width / u, self.height / u, self.fill, edge, self.edge_width / u, self.radius / u)


class Tile(Pressed):
    """A choice in a list: what it is, what it costs or why it cannot be, and what it brings."""

    def __init__(
        self,
        title: str,
        press: Press = None,
        *,
        about: str = "",
        value: str = "",
        sign: str = "",
        lead: Widget | None = None,
        selected: bool = False,
        refused: bool = False,
        chevron: bool = False,
        name: str = "",
        bold: bool = True,
        minimum: float = 64,
        step: str = "body",
        strike: bool = False,
        **more: Any,
    ) -> None:
        self.title, self.about, self.value = title, about, value
        self.sign = sign or ("no" if refused else "check" if selected else "")
        self.lead, self.chevron, self.refused = lead, chevron and not refused, refused
        self.bold, self.minimum, self.step, self.strike = bold, minimum, step, strike
        super().__init__(press=press, name=name or title, **more)
        u = theme.u
        self.fill = theme.sunken if refused or strike else theme.surface
        self.edge = theme.line if refused else theme.ink if selected else theme.edge
        self.edge_width, self.radius = (3 if selected else 1.5) * u, 14 * u
        if lead is not None:
            self.add_widget(lead)
            self.bind(pos=self._lead, size=self._lead)
        self.height = minimum * u

    def _lead(self, *_: Any) -> None:
        assert self.lead is not None
        left = 16 + (36 if self.sign else 0)
        self.lead.pos = (self.x + left * theme.u, self.y + (self.height - self.lead.height) / 2)

    def measure(self, wide: float) -> float:
        u = theme.u
        self.left = 16.0 + (36 if self.sign else 0) + (self.lead.width / u + 12 if self.lead is not None else 0)
        right = wide - 16
        if self.refused:
            self.why = words_texture(say("why"), theme.label, True)
            right -= self.why.width / u + 34 + 12
        elif self.chevron:
            right -= 36
        self.end = right
        if self.value:
            self.worth = words_texture(self.value, theme.heading, True)
            right -= self.worth.width / u + 12
        self.said = Block(self.title, self.step, self.bold, right - self.left, self.strike)
        self.under = Block(self.about, "small", False, right - self.left) if self.about else None
        self.tall = self.said.high + (self.under.high + 2 if self.under is not None else 0)
        return float(max(self.minimum, self.tall + 20))

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        u, high = theme.u, self.height / theme.u
        ink = theme.disabled if self.refused or self.strike else theme.ink
        middle, top = high / 2, (high - self.tall) / 2
        if self.sign:
            pen.icon(self.sign, 28, middle, 24, ink)
        self.said.write(pen, self.left, top, ink)
        if self.under is not None:
            self.under.write(pen, self.left, top + self.said.high + 2, theme.ink2)
        if self.value:
            wide, tall = self.worth.size
            pen.block(self.worth, self.value, self.end - wide / u, middle - tall / u / 2, ink)
        if self.refused:
            wide, tall = self.why.width / u, self.why.height / u
            pen.rect(self.end + 12, middle - 20, wide + 34, 40, theme.surface, theme.edge, 1.5, 20)
            pen.block(self.why, say("why"), self.end + 12 + 17, middle - tall / 2, theme.ink)
        elif self.chevron:
            pen.icon("right", self.end + 24, middle, 24, theme.ink)


class Cell(Pressed):
    """A small choice: a word, a number, a die, a seat; or a choice made, with a cross to take it back."""

    def __init__(
        self,
        words: str,
        style: str = "plain",
        step: str = "body",
        bold: bool = True,
        sign: str = "",
        mark: tuple[str, str] | None = None,
        die: int | str | None = None,
        cross: bool = False,
        high: float = 52,
        name: str = "",
        press: Press = None,
    ) -> None:
        self.words, self.step, self.bold, self.sign = words, step, bold, sign
        self.mark, self.die, self.cross, self.tall, self.refused = mark, die, cross, high, style == "refused"
        self.letters = 0.0
        """The size of its letters in pixels, where those beside it have the same; else what fits."""
        self.row = 0.0
        """The height of its row, where one beside it is higher."""
        super().__init__(press=press, name=name or words)
        u = theme.u
        dark = style == "dark"
        self.fill = theme.sunken if self.refused else theme.primary if dark else theme.surface
        self.edge = {"refused": theme.line, "dark": theme.primary, "acting": theme.ink}.get(style, theme.edge)
        self.edge_width = (3 if style == "acting" else 1.5) * u
        self.radius = (24 if cross else 14 if sign else 12) * u
        self.ink = theme.disabled if self.refused else theme.paper if dark else theme.ink
        self.height = high * u

    def measure(self, wide: float) -> float:
        return max(self.row, self.tall)

    def room(self, wide: float) -> tuple[float, float]:
        """Where its words may begin and end."""
        before = 38.0 if self.mark is not None else 36.0 if self.sign else 0.0
        return (20.0, wide - 40) if self.cross else (12.0 + before, wide - 12)

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        u, wide, high = theme.u, self.width / theme.u, self.height / theme.u
        if self.die is not None:
            faint = self.refused
            edge, fill = rgba("#A7A090" if faint else "#161B2B"), rgba("#E7E1D3" if faint else "#FFFDF8")
            ink = edge
            if self.mark is not None and not faint:
                fill, ink = theme.seat(self.mark[0]), theme.on_seat(self.mark[0])
            pen.die(self.die, wide / 2, high / 2, 34, fill, ink, edge)
            return
        left, right = self.room(wide)
        room = max(right - left, 1)
        size = self.letters or boxed(self.words, getattr(theme, self.step), self.bold, room * u, (high - 8) * u)
        wrapped = room * u if words_size(self.words, size, self.bold)[0] > room * u else None
        texture = words_texture(self.words, size, self.bold, wrapped, halign="left" if left > 12 else "center")
        w, h = texture.width / u, texture.height / u
        x = left if self.cross or self.mark is not None else left + (room - w) / 2
        pen.block(texture, self.words, x, (high - h) / 2, self.ink)
        if self.mark is not None:
            pen.mark(*self.mark, 27, high / 2, 30)
        elif self.sign:
            pen.icon(self.sign, x - 24, high / 2, 24, self.ink)
        if self.cross:
            pen.icon("cross", wide - 21, high / 2, 22, self.ink)


class Chosen(Pressed):
    """A choice made, with a cross to take it back; long words wrap."""

    def __init__(self, words: str, dark: bool = False, name: str = "", press: Press = None) -> None:
        self.words, self.bold = words, dark
        super().__init__(press=press, name=name or words)
        u = theme.u
        self.fill = theme.primary if dark else theme.surface
        self.edge, self.edge_width, self.radius = theme.primary if dark else theme.edge, 1.5 * u, 24 * u
        self.ink = theme.paper if dark else theme.ink

    def measure(self, wide: float) -> float:
        self.said = Block(self.words, "body" if len(self.words) < 60 else "label", self.bold, wide - 20 - 44)
        return float(max(48, self.said.high + 16))

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        high = self.height / theme.u
        self.said.write(pen, 20, (high - self.said.high) / 2, self.ink)
        pen.icon("cross", self.width / theme.u - 25, high / 2, 22, self.ink)


class Section(Pressed):
    """The sign that a rule stands behind this."""

    def __init__(self) -> None:
        super().__init__(name="rule", size_hint=(None, None), size=(48 * theme.u, 48 * theme.u))
        self.radius = 14 * theme.u
        self._resized()

    def paint(self, pen: Pen) -> None:
        pen.circle(24, 24, 15, theme.surface, theme.edge, 1.5)
        pen.text("§", 24, 24, 16 / theme.text_scale, theme.ink2, True)


class Told(Plate):
    """Something that will happen, with a sign before it and its rule behind it."""

    def __init__(self, sign: str, words: str, tone: str = "ink", cited: bool = True) -> None:
        self.sign, self.words, self.tone = sign, words, tone
        super().__init__()
        self.rule = Section() if cited else None
        if self.rule is not None:
            self.add_widget(self.rule)
            self.bind(pos=self._ends, size=self._ends)

    def _ends(self, *_: Any) -> None:
        assert self.rule is not None
        self.rule.pos = (self.x + self.width - self.rule.width, self.y + (self.height - self.rule.height) / 2)

    def measure(self, wide: float) -> float:
        self.block = Block(self.words, "label", False, wide - 32 - (58 if self.rule is not None else 0))
        return float(max(self.block.high, 48 if self.rule is not None else 24))

    def paint(self, pen: Pen) -> None:
        high, ink = self.height / theme.u, getattr(theme, self.tone)
        pen.icon(self.sign, 11, high / 2, 22, ink)
        self.block.write(pen, 32, (high - self.block.high) / 2, ink)


class Shelf(Plate):
    """Plates side by side, so many in a row: those of a row are equally high, and all have letters of one size."""

    def __init__(self, cells: Sequence[Cell], columns: int, gap: float = 8) -> None:
        self.cells, self.columns, self.gap = tuple(cells), columns, gap
        self.rows: list[float] = []
        super().__init__()
        for cell in self.cells:
            self.add_widget(cell)
        self.bind(pos=self._arrange, size=self._arrange)

    def measure(self, wide: float) -> float:
        u, each = theme.u, (wide - self.gap * (self.columns - 1)) / self.columns
        rooms = [max(right - left, 1) * u for left, right in (cell.room(each) for cell in self.cells)]
        told = [(cell, room) for cell, room in zip(self.cells, rooms) if cell.die is None and cell.words]
        steps = {(cell.step, cell.bold) for cell, _ in told}
        for step, bold in steps:
            alike = [(cell, room) for cell, room in told if (cell.step, cell.bold) == (step, bold)]
            size = min(narrowed(cell.words, getattr(theme, step), bold, room) for cell, room in alike)
            for cell, _ in alike:
                cell.letters = size
        highs = {cell: words_size(cell.words, cell.letters, cell.bold, room)[1] / u + 12 for cell, room in told}
        rows = [self.cells[n : n + self.columns] for n in range(0, len(self.cells), self.columns)]
        self.rows = [max(max(cell.tall, highs.get(cell, 0)) for cell in row) for row in rows]
        return sum(self.rows) + self.gap * (len(rows) - 1)

    def _arrange(self, *_: Any) -> None:
        gap = self.gap * theme.u
        wide = (self.width - gap * (self.columns - 1)) / self.columns
        top = self.y + self.height
        for row, high in enumerate(self.rows):
            top -= high * theme.u
            for column, cell in enumerate(self.cells[row * self.columns : (row + 1) * self.columns]):
                cell.late = self.late
                cell.row = high
                cell.size = wide, high * theme.u
                cell.pos = self.x + column * (wide + gap), top
            top -= gap


class Pile(Widget):  # type: ignore[misc]
    """Plates under each other, as high as all of them; those that stay are not touched."""

    def __init__(self, gap: float, right: float = 0, below: float = 0) -> None:
        super().__init__(size_hint_y=None)
        self.gap, self.right_margin, self.below = gap * theme.u, right * theme.u, below * theme.u
        self.plates: list[Plate] = []
        self.seen = 0.0
        self.bind(pos=self._arrange, width=self._arrange)

    def show(self, plates: Sequence[Plate], seen: float) -> None:
        """Show these and no others; so many pixels of them are seen, from the top."""
        if list(plates) == self.plates:
            return
        self.seen = seen
        stay = set(plates)
        for plate in self.plates:
            if plate not in stay:
                self.remove_widget(plate)
        was = set(self.plates)
        self.plates = list(plates)
        for plate in plates:
            if plate not in was:
                self.add_widget(plate)
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        if self.width <= 1 + self.right_margin:
            return
        wide = self.width - self.right_margin
        for plate in self.plates:
            plate.width = wide
        self.height = sum(plate.height + self.gap for plate in self.plates) - self.gap + self.below
        top = self.y + self.height
        fold = top - self.seen
        for plate in self.plates:
            plate.late = top < fold
            top -= plate.height
            plate.pos = (self.x, top)
            top -= self.gap
