"""Statistics: per game and person plays, wins, mean, best and streak; bars and lines only, with their values."""

from __future__ import annotations

from typing import Any

from kivy.uix.stacklayout import StackLayout

from models.place import data_folder
from tableside.app.pen import Pen
from tableside.app.people import Played, Record, as_csv, played, records
from tableside.app.play import COLOURS, letters
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.widgets import Chip, Drawing, Header, Page, Panel, TextButton, Words
from tableside.app.words import counted, current, say
from tableside.core import registry

layout(__name__)
COLUMNS = ("plays", "wins", "mean", "best", "streak")


class RecordTable(Drawing):
    """A row per person."""

    def __init__(self, rows: tuple[Record, ...], **more: Any) -> None:
        super().__init__(size_hint_y=None, **more)
        self.rows = rows
        self.height = (48 + 44 * len(rows)) * theme.u

    def paint(self, pen: Pen) -> None:
        left = self.wide * (0.3 if theme.phone else 0.36)
        each = (self.wide - left) / len(COLUMNS)
        size = 13 if theme.phone else 16
        for n, column in enumerate(COLUMNS):
            pen.text(say(f"stats.{column}"), left + each * (n + 0.5), 22, size, theme.ink2, width=each - 4)
        marks = letters([row.name for row in self.rows])
        for n, row in enumerate(self.rows):
            y = 48 + 44 * n + 22
            pen.line((0, y - 22, self.wide, y - 22), theme.line, 1)
            pen.mark(COLOURS[n % len(COLOURS)], marks[n], 18, y, 30)
            pen.text(row.name, 42, y, 15 if theme.phone else 19, theme.ink, True, "left", width=left - 48)
            shown = (str(row.plays), str(row.wins), f"{row.mean:.1f}", counted(row.best), str(row.streak))
            for place, words in enumerate(shown):
                pen.text(words.replace("-", "−"), left + each * (place + 0.5), y, 16 if theme.phone else 20, theme.ink)


class Bars(Drawing):
    """How often each person won, printed on the bar."""

    def __init__(self, rows: tuple[Record, ...], **more: Any) -> None:
        super().__init__(size_hint_y=None, **more)
        self.rows = rows
        self.height = (16 + 44 * len(rows)) * theme.u

    def paint(self, pen: Pen) -> None:
        most = max((row.plays for row in self.rows), default=1)
        left = 110 if theme.phone else 180
        for n, row in enumerate(self.rows):
            y = 8 + 44 * n
            pen.text(row.name, 0, y + 18, 15 if theme.phone else 18, theme.ink, anchor="left", width=left - 12)
            room = self.wide - left - 70
            pen.rect(left, y + 4, max(room * row.plays / most, 6), 28, theme.sunken, theme.edge, 1.2, 6)
            if row.wins:
                colour = theme.seat(COLOURS[n % len(COLOURS)])
                pen.rect(left, y + 4, max(room * row.wins / most, 6), 28, colour, theme.ink, 1.5, 6)
            pen.text(
                f"{row.wins} / {row.plays}", left + room * row.plays / most + 10, y + 18, 16, theme.ink, True, "left"
            )


class Points(Drawing):
    """One game's points over time, a line per person."""

    def __init__(self, results: list[Played], names: tuple[str, ...], **more: Any) -> None:
        super().__init__(size_hint_y=None, height=240 * theme.u, **more)
        self.results, self.names = results, names

    def paint(self, pen: Pen) -> None:
        sessions = list(dict.fromkeys(result.session for result in sorted(self.results, key=lambda r: r.when)))
        values = [result.points for result in self.results]
        low, high = min([*values, 0]), max([*values, 1])
        left, right, top, bottom = 48.0, self.wide - 40, 16.0, self.high - 28
        marks = letters(self.names)
        shown: list[float] = []
        for value in (0, low, high):
            y = bottom - (bottom - top) * (value - low) / (high - low)
            pen.line((left, y, right, y), theme.line, 1)
            if not any(abs(y - other) < 16 for other in shown):
                shown.append(y)
                pen.text(counted(value), left - 8, y, 14, theme.ink2, anchor="right")
        for n, name in enumerate(self.names):
            own = {result.session: result.points for result in self.results if result.name == name}
            points = []
            for place, session in enumerate(sessions):
                if session in own:
                    x = left + (right - left) * place / max(len(sessions) - 1, 1)
                    points += [x, bottom - (bottom - top) * (own[session] - low) / (high - low)]
            colour = COLOURS[n % len(COLOURS)]
            if len(points) > 2:
                pen.line(points, theme.ink, 5)
                pen.line(points, theme.seat(colour), 3)
            if points:
                pen.mark(colour, marks[n], points[-2] + 16, points[-1], 22)


class StatisticsPage(Page):
    """Who plays what, and how well."""

    def __init__(self, app: Any, game: str = "", **given: Any) -> None:
        super().__init__(app, game=game, **given)
        self.filter = game
        finished = [summary for summary in app.store.sessions() if summary.finished] if app.store is not None else []
        self.results = [result for summary in finished for result in played(app.store, summary)]
        header = Header(say("stats.title"), "", app.back)
        export = TextButton(say("stats.export"), self.export, sign="share", name="export csv").hug()
        self.ids.head.add_widget(header.right(export))
        self._build()

    def _build(self) -> None:
        body, u = self.ids.body, theme.u
        body.clear_widgets()
        games = list(dict.fromkeys(result.game for result in self.results))
        stack = StackLayout(size_hint_y=None, spacing=8 * u)
        stack.bind(minimum_height=stack.setter("height"))
        for value, words in [("", say("stats.every_game"))] + [
            (g, registry.infos()[g].title[current()]) for g in games
        ]:
            chip = Chip(words, lambda value=value: self._choose(value), chosen=value == self.filter, step="label")
            chip.name = f"filter {value}"
            stack.add_widget(chip.hug())
        body.add_widget(stack)
        wanted = [result for result in self.results if self.filter in ("", result.game)]
        rows = records(wanted)[:12]
        if not rows:
            body.add_widget(Words(say("stats.none"), "body", tone="ink2"))
            return
        self._panel(RecordTable(rows))
        self._panel(Bars(rows), say("stats.wins_plot"))
        if self.filter:
            self._panel(Points(wanted, tuple(row.name for row in rows)), say("stats.points_plot"))

    def _panel(self, drawing: Drawing, title: str = "") -> None:
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=10 * u)
        box.bind(minimum_height=box.setter("height"))
        if title:
            box.add_widget(Words(title, "body", bold=True))
        box.add_widget(drawing)
        self.ids.body.add_widget(box)

    def _choose(self, value: str) -> None:
        self.filter = value
        self._build()

    def export(self) -> None:
        """Every result as a CSV file."""
        folder = data_folder() / "shared"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "tableside-plays.csv"
        file.write_text(as_csv(self.results), encoding="utf-8")
        from tableside.app.share import hand_on

        hand_on(file)
        self.app.toast(say("score.saved", file=file.name))
