"""Records as tables, bars and lines; every value is printed, and colour never stands alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from tableside.app.i18n import counted, say
from tableside.app.painter import Pen
from tableside.app.player_stats import Played, PlayerRecord
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing
from tableside.app.widgets.score_table import abreast

COLUMNS = ("plays", "wins", "mean", "best", "streak")
HEAD, ROW = 44.0, 46.0
Hues = dict[str, tuple[str, str]]
"""Each person's colour and letter."""


def decimal(number: float) -> str:
    """One decimal place, with a real minus and the language's own comma."""
    return f"{number:.1f}".replace("-", "−").replace(".", say("stats.point"))


class RecordTable(Drawing):
    """A row per person, game or side: plays, wins, mean, best, streak."""

    def __init__(
        self,
        rows: Sequence[PlayerRecord],
        title: str,
        hues: Hues | None = None,
        name: Callable[[str], str] = str,
        **more: Any,
    ) -> None:
        super().__init__(size_hint_y=None, **more)
        self.rows, self.title, self.hues, self.say_name = tuple(rows), title, hues or {}, name
        self.height = (HEAD + ROW * len(self.rows)) * theme.u

    def paint(self, pen: Pen) -> None:
        phone = theme.phone
        left = self.wide * (0.36 if phone else 0.4)
        each = (self.wide - left) / len(COLUMNS)
        pen.text(self.title, 0, HEAD / 2, 15 if phone else 20, theme.ink, True, "left", width=left - 8)
        for n, column in enumerate(COLUMNS):
            words = say(f"stats.{column}.short") if phone else say(f"stats.{column}")
            pen.text(words, left + each * (n + 0.5), HEAD / 2, 12 if phone else 16, theme.ink2, width=each - 4)
        best = {column: max((getattr(row, column) for row in self.rows), default=0) for column in COLUMNS}
        for n, row in enumerate(self.rows):
            y = HEAD + ROW * (n + 0.5)
            pen.line((0, y - ROW / 2, self.wide, y - ROW / 2), theme.line, 1)
            x = 0.0
            if row.name in self.hues:
                colour, letter = self.hues[row.name]
                size = 28.0 if phone else 32.0
                pen.mark(colour, letter, size / 2, y, size)
                x = size + 10
            name = self.say_name(row.name)
            pen.text(name, x, y, 14 if phone else 18, theme.ink, True, "left", width=left - x - 6, lines=2)
            shown = (str(row.plays), str(row.wins), decimal(row.mean), counted(row.best), str(row.streak))
            for place, (column, words) in enumerate(zip(COLUMNS, shown)):
                top = len(self.rows) > 1 and getattr(row, column) == best[column] and best[column] > 0
                pen.text(words, left + each * (place + 0.5), y, 15 if phone else 19, theme.ink, top, width=each - 4)


class Bars(Drawing):
    """How often each one won of how many plays, printed beside the bar."""

    def __init__(
        self, rows: Sequence[PlayerRecord], hues: Hues | None = None, name: Callable[[str], str] = str, **more: Any
    ) -> None:
        super().__init__(size_hint_y=None, **more)
        self.rows, self.hues, self.say_name = tuple(rows), hues or {}, name
        self.height = 44 * len(self.rows) * theme.u

    def paint(self, pen: Pen) -> None:
        most = max((row.plays for row in self.rows), default=1)
        left = 116.0 if theme.phone else min(240.0, self.wide * 0.4)
        for n, row in enumerate(self.rows):
            y = 44 * n
            words = self.say_name(row.name)
            pen.text(words, 0, y + 22, 14 if theme.phone else 18, theme.ink, anchor="left", width=left - 12, lines=2)
            room = self.wide - left - 74
            wide = max(room * row.plays / most, 8)
            pen.rect(left, y + 9, wide, 26, theme.sunken, theme.edge, 1.2, 6)
            if row.wins:
                fill = theme.seat(self.hues[row.name][0]) if row.name in self.hues else theme.ink2
                pen.rect(left, y + 9, max(room * row.wins / most, 8), 26, fill, theme.ink, 1.5, 6)
            pen.text(f"{row.wins} / {row.plays}", left + wide + 10, y + 22, 16, theme.ink, True, "left")


class Points(Drawing):
    """One game's points over time, a line per person, each ending in its mark."""

    def __init__(self, results: Sequence[Played], hues: Hues, **more: Any) -> None:
        super().__init__(size_hint_y=None, height=240 * theme.u, **more)
        self.results, self.hues = tuple(results), hues

    def paint(self, pen: Pen) -> None:
        sessions = list(dict.fromkeys(result.session for result in sorted(self.results, key=lambda r: r.when)))
        values = [result.points for result in self.results]
        low, high = min([*values, 0]), max([*values, 1])
        left, top, bottom = 48.0, 16.0, self.high - 16

        def height(points: float) -> float:
            return bottom - (bottom - top) * (points - low) / (high - low)

        own = {name: {one.session: one.points for one in self.results if one.name == name} for name in self.hues}
        ends = {name: next(kept[s] for s in reversed(sessions) if s in kept) for name, kept in own.items() if kept}
        columns = dict(zip(ends, abreast([height(points) for points in ends.values()], 24)))
        right = self.wide - 46 - 25 * max(columns.values(), default=0)
        shown: list[float] = []
        for value in (low, high, 0):
            y = height(value)
            pen.line((left, y, right, y), theme.line, 1)
            if not any(abs(y - other) < 16 for other in shown):
                shown.append(y)
                pen.text(counted(value), left - 8, y, 14, theme.ink2, anchor="right")
        for name, (colour, mark) in self.hues.items():
            points: list[float] = []
            for place, session in enumerate(sessions):
                if session in own[name]:
                    x = left + (right - left) * (place / (len(sessions) - 1) if len(sessions) > 1 else 0.5)
                    points += [x, height(own[name][session])]
            if len(points) > 2:
                pen.line(points, theme.ink, 5)
                pen.line(points, theme.seat(colour), 3)
            if points:
                pen.mark(colour, mark, points[-2] + 18 + 25 * columns[name], points[-1], 24)


class Calendar(Drawing):
    """The days of the last year, a column a week; the more games, the darker, with their number."""

    def __init__(self, days: Mapping[date, int], **more: Any) -> None:
        super().__init__(size_hint_y=None, **more)
        self.days = dict(days)
        self.height = 7 * 26 * theme.u

    def paint(self, pen: Pen) -> None:
        last = max(self.days, default=date.today())
        weeks = max(4, min(52, int(self.wide // 26)))
        first = last - timedelta(days=last.weekday() + 7 * (weeks - 1))
        for number in range(weeks * 7):
            day = first + timedelta(days=number)
            if day > last:
                break
            x, y, count = (number // 7) * 26, (number % 7) * 26, self.days.get(day, 0)
            pen.rect(x, y, 22, 22, theme.primary if count else theme.sunken, radius=5)
            if count:
                pen.text(str(count), x + 11, y + 11, 13, theme.paper, True, width=20)
