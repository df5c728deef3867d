"""The sheet by category and player, the curve over time, and the rungs of a tiebreak."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tableside.app.i18n import counted, say, sentence
from tableside.app.painter import Pen
from tableside.app.result import Result
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing
from tableside.core.moves import Cite

NAMES, SUMS, ROW = 92.0, 70.0, 52.0
HEAD = NAMES + SUMS


class ScoreTable(Drawing):
    """The sums, and a row per category, in the order of the pad; a tap on a category opens its rule."""

    def __init__(self, result: Result, opened: Callable[[str, Cite], Any]) -> None:
        super().__init__(size_hint_y=None)
        self.result, self.opened = result, opened
        self.height = (HEAD + ROW * len(result.categories())) * theme.u

    def paint(self, pen: Pen) -> None:
        result = self.result
        seats = len(result.names)
        phone = theme.phone
        share = (0.44 if seats < 4 else 0.4 if seats < 5 else 0.36) if phone else 0.4 if seats <= 4 else 0.3
        label = self.wide * share
        each = (self.wide - label - 12) / seats
        for seat in range(seats):
            x = label + each * (seat + 0.5)
            pen.mark(result.colours[seat], result.letters[seat], x, 36, min(38, each - 4))
            pen.text(result.names[seat], x, 72, 14 if phone else 18, theme.ink, True, width=each - 6)
        y = NAMES
        pen.line((20, y, self.wide - 12, y), theme.line, 1)
        pen.text(say("score.total"), 20, y + SUMS / 2, 17 if phone else 24, theme.ink, True, "left", width=label - 28)
        best = max(result.totals)
        tied = result.totals.count(best) > 1
        for seat, total in enumerate(result.totals):
            x = label + each * (seat + 0.5)
            if tied and total == best:
                pen.rect(x - min(40, each / 2 - 2), y + 8, min(80, each - 4), SUMS - 16, theme.sunken, radius=12)
            pen.text(counted(total), x, y + SUMS / 2, 22 if phone else 34, theme.ink, True, width=each - 6)
        y = HEAD
        pen.line((20, y, self.wide - 12, y), theme.ink, 3)
        section = 0 if phone else 34
        rows = [(key, sentence(say(words))) for key, words, _ in result.categories()]
        room, lines = label - 28 - section, 3 if phone else 2
        size = pen.alike([words for _, words in rows], 13 if phone else 20, False, room, lines) if rows else 0
        for number, (key, words) in enumerate(rows):
            if number:
                pen.line((20, y, self.wide - 12, y), theme.line, 1)
            wide = pen.text(words, 20, y + ROW / 2, size, theme.ink, anchor="left", width=room, lines=lines)
            if section:
                pen.circle(20 + wide + 24, y + ROW / 2, 15, theme.surface, theme.edge, 1.2)
                pen.text("§", 20 + wide + 24, y + ROW / 2, 16 / theme.text_scale, theme.ink2)
            for seat in range(seats):
                points = result.points(seat, key)
                colour = theme.refuse if points < 0 else theme.ink if points else theme.ink2
                pen.text(
                    counted(points),
                    label + each * (seat + 0.5),
                    y + ROW / 2,
                    17 if phone else 24,
                    colour,
                    width=each - 4,
                )
            y += ROW

    def on_touch_up(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or touch.grab_current is not None:
            return bool(super().on_touch_up(touch))
        row = int(((self.top - touch.y) / theme.u - HEAD) // ROW)
        rows = self.result.categories()
        if 0 <= row < len(rows):
            self.opened(say(rows[row][1]), rows[row][2])
            return True
        return bool(super().on_touch_up(touch))


def abreast(heights: Sequence[float], size: float) -> list[int]:
    """Marks of this size at these heights, each in the first column where it covers no other; the highest first."""
    columns = [0] * len(heights)
    placed: list[int] = []
    for mark in sorted(range(len(heights)), key=lambda mark: heights[mark]):
        near = {columns[other] for other in placed if abs(heights[other] - heights[mark]) < size}
        columns[mark] = next(column for column in range(len(heights)) if column not in near)
        placed.append(mark)
    return columns


class Curve(Drawing):
    """Everybody's points over the game; each line ends in its player's mark."""

    def __init__(self, result: Result, **more: Any) -> None:
        super().__init__(**more)
        self.result = result

    def paint(self, pen: Pen) -> None:
        curve, seats = self.result.curve, len(self.result.names)
        values = [points for _, sums in curve for points in sums]
        low, high = min(*values, 0), max(*values, 1)
        left, top, bottom = 56.0, 44.0, self.high - 34
        heights = [bottom - (bottom - top) * (points - low) / (high - low) for points in curve[-1][1]]
        columns = abreast(heights, 24)
        right = self.wide - 52 - 26 * max(columns)
        last = max(curve[-1][0], 1)

        def place(step: int, points: float) -> tuple[float, float]:
            return left + (right - left) * step / last, bottom - (bottom - top) * (points - low) / (high - low)

        pen.text(say("score.curve"), 20, 22, 14 if theme.phone else 18, theme.ink, True, "left", width=self.wide - 40)
        shown: list[float] = []
        for value in (0, low, high):
            y = place(0, value)[1]
            pen.line((left, y, right, y), theme.line, 1.2)
            if not any(abs(y - other) < 16 for other in shown):
                shown.append(y)
                pen.text(counted(value), left - 10, y, 14, theme.ink2, anchor="right")
        for step in sorted({0, last // 2, last}):
            pen.text(str(step), place(step, low)[0], self.high - 16, 14, theme.ink2)
        for casing in (True, False):
            for seat in range(seats):
                points = [v for step, sums in curve for v in place(step, sums[seat])]
                pen.line(points, theme.ink if casing else theme.seat(self.result.colours[seat]), 5 if casing else 3)
        for seat, (column, y) in enumerate(zip(columns, heights)):
            pen.mark(self.result.colours[seat], self.result.letters[seat], right + 20 + 26 * column, y, 24)


class Rung(Drawing):
    """The number of a tiebreak: filled when it decided."""

    def __init__(self, number: int, deciding: bool, **more: Any) -> None:
        super().__init__(size_hint=(None, None), size=(44 * theme.u, 44 * theme.u), **more)
        self.number, self.deciding = number, deciding

    def paint(self, pen: Pen) -> None:
        fill, ink = (theme.primary, theme.paper) if self.deciding else (theme.surface, theme.ink2)
        pen.circle(self.wide / 2, self.high / 2, 21, fill, theme.primary if self.deciding else theme.edge, 1.5)
        pen.text(str(self.number), self.wide / 2, self.high / 2, 20 / theme.text_scale, ink, True)


class ShareCard(Drawing):
    """The result as a picture to send: who won, everybody's points by place, the game and the day."""

    SIDE = 1080

    def __init__(self, result: Result, headline: str, title: str, about: str) -> None:
        self.result, self.headline, self.title, self.about = result, headline, title, about
        super().__init__(size_hint=(None, None), size=(self.SIDE, self.SIDE), pos=(0, 0))

    def save(self, file: str) -> None:
        """Draw it and write it as PNG."""
        self._draw()
        self.export_to_png(file)

    def paint(self, pen: Pen) -> None:
        result, wide, high = self.result, self.wide, self.high
        k = wide / 540
        pen.rect(0, 0, wide, high, theme.bg)
        pen.rect(0, 0, wide, 150 * k, theme.primary)
        pen.text(self.headline, 28 * k, 58 * k, 40 * k, theme.paper, True, "left", width=wide - 56 * k)
        pen.text(self.title, 28 * k, 112 * k, 22 * k, theme.paper, anchor="left", width=wide - 56 * k)
        order = sorted(range(len(result.names)), key=result.rank)
        each = min(64.0, 320 / max(1, len(order))) * k
        for number, seat in enumerate(order):
            y = 176 * k + each * (number + 0.5)
            pen.text(f"{result.rank(seat)}.", 28 * k, y, 22 * k, theme.ink2, anchor="left")
            pen.mark(result.colours[seat], result.letters[seat], 92 * k, y, min(44 * k, each * 0.8))
            pen.text(result.names[seat], 130 * k, y, 26 * k, theme.ink, True, "left", width=wide - 260 * k)
            pen.text(counted(result.totals[seat]), wide - 28 * k, y, 34 * k, theme.ink, True, "right")
        pen.text(self.about, 28 * k, high - 24 * k, 16 * k, theme.ink2, anchor="left", width=wide - 56 * k)
