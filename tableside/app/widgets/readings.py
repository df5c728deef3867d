"""A photo with its readings: clear, close and not seen each look different, not only in colour; a tap asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.widgets.base import Drawing
from tableside.app.widgets.laid_out import guides
from tableside.control.reading import Photo, verdict_of
from tableside.core.readings import CardReading, DieReading, Readings, Verdict

CASING = rgba("#0B0E1A")
TONES = {Verdict.CLEAR: rgba("#7BD8A3"), Verdict.CLOSE: rgba("#F5C451"), Verdict.NONE: rgba("#FF9E96")}
PAPER = rgba("#F6F1E6")
RIVAL = 0.05
"""From this chance on the second value of a die in doubt is named beside the first."""

Box = tuple[float, float, float, float]


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def reading_box(pen: Pen, box: Box, verdict: Verdict) -> None:
    """One closed box, a double box, or corner brackets, each on a dark casing."""
    x, y, w, h = box
    tone = TONES[verdict]
    if verdict is Verdict.NONE:
        arm = min(w, h) * 0.3
        for colour, width in ((CASING, 7.0), (tone, 3.5)):
            for sx, sy in ((0, 0), (1, 0), (0, 1), (1, 1)):
                cx, cy = x + w * sx, y + h * sy
                dx, dy = (arm if not sx else -arm), (arm if not sy else -arm)
                pen.line((cx + dx, cy, cx, cy, cx, cy + dy), colour, width)
        return
    pen.rect(x - 2, y - 2, w + 4, h + 4, None, CASING, 7, 10)
    pen.rect(x, y, w, h, None, tone, 3.5, 9)
    if verdict is Verdict.CLOSE:
        pen.rect(x + 6, y + 6, w - 12, h - 12, None, tone, 2.5, 7)


def tab_words(thing: DieReading | CardReading, number: int, photo: Verdict) -> str:
    """What the tab of a reading says: a die's value; a card by its place among the cards, for its id says nothing."""
    if not thing.alternatives:
        return "?"
    clear = verdict_of(thing, photo) is Verdict.CLEAR
    if isinstance(thing, CardReading):
        return f"{number + 1}." if clear else f"{number + 1}. ?"
    best = str(thing.alternatives[0].value)
    if clear:
        return best
    rival = next((one for one in thing.alternatives[1:] if one.p >= RIVAL), None)
    return f"{best} ?" if rival is None else f"{best} / {rival.value} ?"


class PhotoReadings(Drawing):
    """The photo as large as fits, with every reading boxed."""

    def __init__(self, photo: Photo, tapped: Callable[[str, int], Any], **more: Any) -> None:
        super().__init__(**more)
        self.photo, self.tapped = photo, tapped
        self.readings: Readings = photo.readings
        self.chosen: tuple[str, int] | None = None
        self.texture = Texture.create(size=(photo.width, photo.height), colorfmt="rgb")
        self.texture.blit_buffer(photo.pixels, colorfmt="rgb", bufferfmt="ubyte")
        self.boxes: list[tuple[str, int, Box]] = []
        self.columns: tuple[str, ...] = ()
        """Names over the columns the photo is divided into."""
        self.bands = 1

    def place(self) -> tuple[float, float, float]:
        """Left, top and scale of the photo on the paper, in design units."""
        scale = min(self.wide / self.photo.width, self.high / self.photo.height)
        return (self.wide - self.photo.width * scale) / 2, (self.high - self.photo.height * scale) / 2, scale

    def paint(self, pen: Pen) -> None:
        left, top, scale = self.place()
        x, y = pen.at(left, top + self.photo.height * scale)
        size = (self.photo.width * scale * theme.u, self.photo.height * scale * theme.u)
        pen.canvas.add(Color(1, 1, 1, 1))
        pen.canvas.add(Rectangle(texture=self.texture, pos=(x, y), size=size))
        if len(self.columns) > 1 or self.bands > 1:
            guides(pen, (left, top, self.photo.width * scale, self.photo.height * scale), self.columns, self.bands)
        self.boxes = []
        for number, card in enumerate(self.readings.cards):
            self.boxes.append(("card", number, self._around(card.quad, left, top, scale)))
        for number, die in enumerate(self.readings.dice):
            bx, by, bw, bh = die.box
            self.boxes.append(("die", number, (left + bx * scale, top + by * scale, bw * scale, bh * scale)))
        taken: list[Box] = [box for kind, _, box in self.boxes if kind == "die"]
        for kind, number, box in self.boxes:
            thing = self._thing(kind, number)
            reading_box(pen, box, verdict_of(thing, self.readings.verdict))
            if (kind, number) == self.chosen:
                pen.rect(box[0] - 7, box[1] - 7, box[2] + 14, box[3] + 14, None, PAPER, 3, 12)
        for kind, number, box in self.boxes:
            self._tab(pen, self._thing(kind, number), number, box, taken)

    @staticmethod
    def _around(quad: Any, left: float, top: float, scale: float) -> Box:
        xs, ys = [x for x, _ in quad], [y for _, y in quad]
        return (left + min(xs) * scale, top + min(ys) * scale, (max(xs) - min(xs)) * scale, (max(ys) - min(ys)) * scale)

    def _thing(self, kind: str, number: int) -> DieReading | CardReading:
        return self.readings.cards[number] if kind == "card" else self.readings.dice[number]

    def _tab(self, pen: Pen, thing: DieReading | CardReading, number: int, box: Box, taken: list[Box]) -> None:
        """A tab that covers no box and no other tab: below, above, right, left, else below."""
        words = tab_words(thing, number, self.readings.verdict)
        size = 14.0 if theme.phone else 18.0
        w, h = max(36.0, 18 + len(words) * size * 0.62), size + 14
        x, y, bw, bh = box
        spots = (
            (x + bw / 2 - w / 2, y + bh + 5),
            (x + bw / 2 - w / 2, y - h - 5),
            (x + bw + 5, y + bh / 2 - h / 2),
            (x - w - 5, y + bh / 2 - h / 2),
        )
        inside = [(sx, sy, w, h) for sx, sy in spots if 0 <= sx <= self.wide - w and 0 <= sy <= self.high - h] or [
            (min(max(spots[0][0], 0), self.wide - w), min(max(spots[0][1], 0), self.high - h), w, h)
        ]
        spot = next((one for one in inside if not any(_overlap(one, other) for other in taken)), inside[0])
        taken.append(spot)
        tone = TONES[verdict_of(thing, self.readings.verdict)]
        pen.rect(*spot, CASING, tone, 2, 8)
        pen.text(words, spot[0] + w / 2, spot[1] + h / 2, size / theme.text_scale, tone, True, width=w - 8)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_up(touch))
        x, y = (touch.x - self.x) / theme.u, (self.top - touch.y) / theme.u
        best: tuple[float, str, int] | None = None
        for kind, number, (bx, by, bw, bh) in self.boxes:
            far = max(bx - x, 0, x - bx - bw) + max(by - y, 0, y - by - bh)
            # A die lies on a card, so the smaller thing under the finger is meant.
            rank = far * 1000 + bw * bh / 1e6
            if far <= 24 and (best is None or rank < best[0]):
                best = (rank, kind, number)
        if best is not None:
            self.tapped(best[1], best[2])
            return True
        return bool(super().on_touch_up(touch))
