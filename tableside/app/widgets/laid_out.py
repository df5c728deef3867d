"""How things are laid out for a photo: drawn beforehand, and as lines over the picture."""

from __future__ import annotations

from collections.abc import Sequence

from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Drawing

NIGHT, PAPER = rgba("#0B0E1A"), rgba("#F6F1E6")
HEAD, BAND = 58.0, 54.0
SIZES = {"card": (28, 40), "round": (38, 38), "square": (34, 34), "board": (64, 38), "disc": (18, 18)}
"""Width and height of each shape, in design units."""
Stack = tuple[str, str]
"""What lies there in words, and its shape."""


def guides(pen: Pen, box: tuple[float, float, float, float], names: Sequence[str], bands: int) -> None:
    """Columns with their names, and bands in them, over a picture in this box."""
    x, y, w, h = box
    each = w / max(1, len(names))
    cuts = [(x + each * n, y, x + each * n, y + h) for n in range(1, len(names))]
    cuts += [(x, y + h * n / bands, x + w, y + h * n / bands) for n in range(1, bands)]
    for colour, width in ((NIGHT, 4.0), (PAPER, 1.6)):
        pen.segments(cuts, colour, width)
    size = 13.0 if theme.phone else 17.0
    for n, name in enumerate(names if len(names) > 1 else ()):
        room = min(each - 10, 24 + len(name) * size * 0.62 * theme.text_scale)
        pen.rect(x + each * (n + 0.5) - room / 2, y + 8, room, size + 14, (*NIGHT[:3], 0.82), radius=10)
        pen.text(name, x + each * (n + 0.5), y + 15 + size / 2, size, PAPER, True, width=room - 12)


class LaidOut(Drawing):
    """A table from above: a column for each player, a band for each kind of thing, the table's own things below."""

    def __init__(self, people: Sequence[tuple[str, str, str]], own: Sequence[Stack], shared: Sequence[Stack]) -> None:
        super().__init__(size_hint_y=None)
        self.people, self.own, self.shared = tuple(people), tuple(own), tuple(shared)
        self.height = (HEAD + BAND * (len(self.own) + len(self.shared)) + 8) * theme.u

    def paint(self, pen: Pen) -> None:
        w, h, size = self.wide, self.high, 12 if theme.phone else 16
        left = w * 0.28
        each = (w - left - 8) / max(1, len(self.people))
        pen.rect(left, 0, w - left, h, theme.sunken, theme.edge, 1.5, 16)
        for n, (colour, letter, name) in enumerate(self.people):
            x = left + 4 + each * (n + 0.5)
            pen.mark(colour, letter, x, 20, 26)
            pen.text(name, x, 44, size, theme.ink, True, width=each - 8)
            if n:
                pen.segments([(x - each / 2, 10, x - each / 2, HEAD + BAND * len(self.own))], theme.edge, 1.2)
        for number, (label, shape) in enumerate((*self.own, *self.shared)):
            y = HEAD + BAND * number
            pen.text(label, left - 10, y + BAND / 2, size, theme.ink, anchor="right", width=left - 14, lines=3)
            pen.line((left + 8, y, w - 8, y), theme.line, 1)
            columns = len(self.people) if number < len(self.own) else 1
            for n in range(columns):
                wide = (w - left - 8) / columns
                self._things(pen, shape, left + 4 + wide * (n + 0.5), y + BAND / 2, wide - 10)

    def _things(self, pen: Pen, shape: str, x: float, y: float, room: float) -> None:
        """A few things side by side, as many as fit."""
        w, h = SIZES[shape]
        count = max(1, min(1 if shape == "board" else 3, int((room + 6) // (w + 6))))
        scale = min(1.0, room / w)
        for n in range(count):
            cx = x + (n - (count - 1) / 2) * (w + 6)
            if shape in ("round", "disc"):
                pen.circle(cx, y, w * scale / 2, theme.surface, theme.ink, 1.5)
            else:
                box = (cx - w * scale / 2, y - h * scale / 2, w * scale, h * scale)
                pen.rect(*box, theme.surface, theme.ink, 1.5, 5)
            if shape != "disc":
                pen.circle(cx, y, 5 * scale, theme.edge)
