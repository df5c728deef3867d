"""Score: the winner, the sheet with its rules, how a tie was broken, the curve, and sharing."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from models.backup import put
from models.database import StoreError
from models.plays import KeptPlay, PlayContent, hide_play, keep_play, open_play, play_photo, sheets
from tableside.app import routes
from tableside.app.i18n import call, clause, counted, current, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.result import Result, as_csv, as_play, bgstats_link, decides, of_play, of_session, to_json
from tableside.app.screens import layout
from tableside.app.screens.history import day
from tableside.app.share import open_link, share, shared
from tableside.app.shell import Shell
from tableside.app.theme import rgba, theme
from tableside.app.widgets import (
    Abreast,
    Chip,
    Col,
    Hairline,
    IconButton,
    Mark,
    Page,
    Panel,
    Pill,
    Row,
    Sheet,
    TextButton,
    Typing,
    Words,
)
from tableside.app.widgets.banner import Emblem
from tableside.app.widgets.picture import Picture
from tableside.app.widgets.score_table import Curve, Rung, ScoreTable, ShareCard
from tableside.app.widgets.sheets import citation, log_sheet, rule_sheet
from tableside.core.moves import Cite
from tableside.core.score import Ending

layout(__name__)
MINUTES = (15, 30, 45, 60, 75, 90, 120, 150, 180, 240)
"""How long a play may have taken, to choose from."""


class ScorePage(Page):
    """The sheet of a session, or of a play that was only scored."""

    def __init__(self, app: Shell, route: routes.Score) -> None:
        super().__init__(app, route)
        self.play: MoveBuilder | None = None
        self.kept: KeptPlay | None = None
        if route.session:
            self.play = MoveBuilder(app.session(route.session))
            self.result: Result = of_session(self.play)
        else:
            self.kept, self.content = open_play(app.saved, route.play)
            if route.photo is not None:
                # A photo just taken is kept with the play.
                id = keep_play(app.saved, replace(self.content, photo=route.photo), route.play)
                self.reroute(play=id, photo=None)
                self.kept, self.content = open_play(app.saved, id)
            self.result = of_play(self.content)
            call(self.result.names)
        self._banner()
        self.table = ScoreTable(self.result, lambda words, cite: rule_sheet(app, words, cite))
        box = Panel(size_hint_y=None, height=self.table.height)
        box.add_widget(self.table)
        self.ids.left.add_widget(box)
        if len(self.result.curve) > 2:
            chart = Panel(size_hint_y=None, height=(200 if theme.phone else 184) * theme.u)
            self.curve = Curve(self.result)
            chart.add_widget(self.curve)
            self.ids.left.add_widget(chart)
        self._right()
        self._bar()

    def _banner(self) -> None:
        box, u, result = BoxLayout(), theme.u, self.result
        winners = result.outcome.winners if result.outcome is not None else ()
        colour = result.colours[winners[0]] if winners else None
        fill, ink = (
            (rgba("#161B2B"), rgba("#F6F1E6")) if colour is None else (theme.seat(colour), theme.on_seat(colour))
        )
        with box.canvas.before:
            Color(*fill)
            ground = Rectangle(pos=box.pos, size=box.size)
        box.bind(pos=lambda *_: setattr(ground, "pos", box.pos), size=lambda *_: setattr(ground, "size", box.size))
        box.padding = (theme.margin, 8 * u, theme.margin, 8 * u)
        box.spacing = 16 * u
        size = (52 if theme.phone else 64) * u
        letter = result.letters[winners[0]] if winners else ""
        box.add_widget(
            Emblem(colour, letter, ink, size_hint=(None, None), size=(size, size), pos_hint={"center_y": 0.5})
        )
        middle = Col(pos_hint={"center_y": 0.5})
        step = "banner" if theme.phone else "display"
        title = Words(self.headline(), step, fit="box", bold=True, color=ink)
        title.size_hint_y, title.height = None, getattr(theme, step) * 1.25
        middle.add_widget(title)
        about = Words(self._about(), "label" if theme.phone else "body", fit="box", color=ink)
        about.size_hint_y, about.height = None, theme.body * 1.35
        middle.add_widget(about)
        box.add_widget(middle)
        if not theme.phone:
            name = result.called(current())
            right = Words(f"{name}\n{say('players', n=len(result.names))}", "label", color=ink, fit="line")
            right.halign = "right"
            right.pos_hint = {"center_y": 0.5}
            box.add_widget(right)
        self.ids.banner.add_widget(box)

    def headline(self) -> str:
        """Who won, in one sentence."""
        outcome, names = self.result.outcome, self.result.names
        if outcome is None:
            return say("score.so_far")
        if outcome.ending is Ending.REPLAY or not outcome.winners:
            return say("score.nobody")
        if len(outcome.winners) > 1:
            return say("score.shared", names=", ".join(names[seat] for seat in outcome.winners))
        return say("score.wins", name=names[outcome.winners[0]])

    def _about(self) -> str:
        outcome = self.result.outcome
        if outcome is None:
            return say("score.going_on")
        if len(outcome.winners) == 1:
            points = self.result.totals[outcome.winners[0]]
            steps = [step for step in outcome.trace if step.place == 1]
            if steps:
                return say("score.by_tiebreak", n=points, points=counted(points), what=clause(say(steps[-1].label)))
            return say("score.by_points", n=points, points=counted(points))
        sums = {self.result.totals[seat] for seat in outcome.winners}
        if len(sums) == 1 and self._reason() == "":
            points = sums.pop()
            return say("score.by_points", n=points, points=counted(points))
        return say(outcome.reason)

    def _reason(self) -> str:
        """Why it ended so; nothing where that is only who won."""
        outcome = self.result.outcome
        told = say(outcome.reason) if outcome is not None else ""
        return "" if told.rstrip(".") == self.headline() else told

    # -- how the places came about -------------------------------------------------------------

    def _right(self) -> None:
        right, result, u = self.ids.right, self.result, theme.u
        outcome = result.outcome
        trace = outcome.trace if outcome is not None else ()
        if trace:
            right.add_widget(Words(say("score.tie_title"), "heading", bold=True))
            place = 0
            for number, step in enumerate(trace, 1):
                if step.place != place:
                    place = step.place
                    names = ", ".join(result.names[seat] for seat, _ in step.values)
                    right.add_widget(Words(say("score.tie_between", place=place, names=names), "label", tone="ink2"))
                right.add_widget(self._rung(number, step))
            right.add_widget(Hairline())
            right.add_widget(Words(self._closing(), "label", tone="ink2"))
        else:
            right.add_widget(Words(say("score.places"), "heading", bold=True))
            for seat in sorted(range(len(result.names)), key=result.rank):
                row = Row(spacing=12 * u, size_hint_y=None, height=52 * u)
                row.add_widget(
                    Words(f"{result.rank(seat)}.", "heading", fit="line", tone="ink2", pos_hint={"center_y": 0.5})
                )
                row.add_widget(Mark(result.colours[seat], result.letters[seat], 38, pos_hint={"center_y": 0.5}))
                row.add_widget(Words(result.names[seat], "body", fit="box", bold=True))
                row.add_widget(
                    Words(counted(result.totals[seat]), "heading", fit="line", bold=True, pos_hint={"center_y": 0.5})
                )
                right.add_widget(row)
            if self._reason():
                right.add_widget(Hairline())
                right.add_widget(Words(self._reason(), "label", tone="ink2"))
        if self.kept is not None:
            right.add_widget(Hairline())
            right.add_widget(Words(self._when(self.kept), "label", tone="ink2"))
            photo = play_photo(self.app.saved, self.kept.id)
            if photo is not None:
                right.add_widget(Picture(photo, size_hint_y=None, height=180 * u))
            for words, press, name in (
                (say("pad.fix"), self.fix, "fix"),
                (say("pad.place"), self.place, "place"),
                (say("pad.photo"), self.photograph, "photograph"),
                (say("history.bgstats"), self.share_bgstats, "bgstats"),
                (say("history.hide"), self.hide, "hide"),
            ):
                if name != "fix" or self.content.data is not None:
                    right.add_widget(TextButton(words, press, name=name))
        right.add_widget(Widget())

    def _when(self, kept: KeptPlay) -> str:
        """Date, duration and place of a play."""
        minutes = (kept.touched - kept.created) // 60_000
        parts = [day(kept.touched), say("pad.minutes", n=minutes) if minutes else "", kept.place]
        return " · ".join(part for part in parts if part)

    def fix(self) -> None:
        """Put a play right on the pad."""
        assert self.kept is not None
        self.app.instead(routes.ScoreOnly(self.kept.game, play=self.kept.id))

    def place(self) -> None:
        """Say where it was, and how long it took."""
        assert self.kept is not None
        kept = self.kept
        sheet = Sheet(self.app, say("pad.place"), sign="info", share=0.6)
        line = Typing(kept.place, name="place of play")
        sheet.body.add_widget(line)
        sheet.body.add_widget(Words(say("pad.how_long"), "label", tone="ink2"))
        stack = Abreast()
        for n in MINUTES:
            press = sheet.then(lambda n=n: self._keep(self._lasting(line.text, n)))
            on = (kept.touched - kept.created) // 60_000 == n
            stack.add_widget(Chip(say("pad.minutes", n=n), press, chosen=on, step="label", name=f"minutes {n}").hug())
        sheet.body.add_widget(stack)
        done = sheet.then(lambda: self._keep(replace(self.content, place=line.text)))
        sheet.body.add_widget(TextButton(say("pad.done"), done, style="primary", name="keep place"))
        sheet.open()

    def _lasting(self, place: str, minutes: int) -> PlayContent:
        """The play at this place, of this length, ended when it ended."""
        return replace(self.content, place=place, created=self.content.touched - minutes * 60_000)

    def photograph(self) -> None:
        """A photo of the table, kept with the play."""
        self.app.go(routes.Camera(game=self.result.slug))

    def _keep(self, content: PlayContent) -> None:
        assert self.kept is not None
        try:
            id = keep_play(self.app.saved, content, self.kept.id)
        except StoreError as error:
            self.app.toast(say(error.told))
            return
        self.app.instead(routes.Score(play=id))

    def hide(self) -> None:
        """Take the play off the lists."""
        assert self.kept is not None
        hide_play(self.app.saved, self.kept.id)
        self.app.back()

    def share_bgstats(self) -> None:
        """The play for BG Stats."""
        assert self.kept is not None
        kept = self.kept
        play = as_play(self.result, self.result.called("en"), kept.created, kept.touched, kept.id)
        if not open_link(bgstats_link(play)):
            file = self._file("bgsplay.json")
            put(file, json.dumps(play, ensure_ascii=False).encode())
            self._shared(file)

    def _rung(self, number: int, step: Any) -> Widget:
        u = theme.u
        row = Row(spacing=14 * u)
        row.add_widget(Rung(number, decides(step), pos_hint={"top": 1}))
        box = Col(spacing=8 * u)
        head = Row(spacing=10 * u)
        head.add_widget(Words(say(step.label), "body", bold=True, pos_hint={"center_y": 0.5}))
        head.add_widget(Pill(say("why"), partial(self._why, say(step.label), step.cite), name=f"why {number}"))
        box.add_widget(head)
        verdict = say("score.beats") if decides(step) else say("score.equal")
        best_first = sorted(step.values, key=lambda told: told[0] not in step.left)
        chips: list[Widget] = [self._chip(step, seat, value) for seat, value in best_first[:6]]
        if len(chips) == 2:
            word = Words(verdict, "label", tone="ink2", fit="line", pos_hint={"center_y": 0.5})
            chips.insert(1, word)
        for first in range(0, len(chips), 3):
            values = Row(spacing=12 * u, size_hint_y=None, height=48 * u)
            for chip in chips[first : first + 3]:
                values.add_widget(chip)
            values.add_widget(Widget())
            box.add_widget(values)
        if len(chips) > 3:
            box.add_widget(Words(say("score.decided") if decides(step) else say("score.equal"), "small", tone="ink2"))
        row.add_widget(box)
        return row

    def _chip(self, step: Any, seat: int, value: int) -> Panel:
        """One player's value; who wins by it is dark."""
        u, result = theme.u, self.result
        won = decides(step) and seat in step.left
        chip = Panel("primary" if won else "surface", orientation="horizontal", size_hint=(None, None))
        chip.size, chip.radius = ((72 if theme.phone else 88) * u, 48 * u), 24 * u
        chip.edge, chip.edge_width = theme.primary if won else theme.edge, 1.5 * u
        chip.padding, chip.spacing = ((6 if theme.phone else 12) * u, 8 * u), (4 if theme.phone else 8) * u
        outline = theme.paper if won else None
        mark = Mark(result.colours[seat], result.letters[seat], 30, outline, pos_hint={"center_y": 0.5})
        chip.add_widget(mark)
        chip.add_widget(Words(counted(value), "heading", "paper" if won else "ink", fit="box", bold=True))
        return chip

    def _why(self, words: str, cite: Cite) -> None:
        rule_sheet(self.app, words, cite)

    def _closing(self) -> str:
        result, outcome = self.result, self.result.outcome
        assert outcome is not None
        last = next((step for step in outcome.trace if decides(step) and step.place == 1), None)
        if last is None or len(last.left) != 1:
            return say(outcome.reason)
        best = last.left[0]
        values = dict(last.values)
        other = next(seat for seat, _ in last.values if seat != best)
        return say(
            "score.closing",
            best=result.names[best],
            what=say(last.label),
            value=counted(values[best]),
            other=result.names[other],
            other_value=counted(values[other]),
        )

    # -- sharing -------------------------------------------------------------------------------

    def _bar(self) -> None:
        bar, u = self.ids.bar, theme.u
        if self.play is not None:
            back = IconButton("undo", self.undo, words=say("undo"), name="undo")
            log = IconButton("list", partial(log_sheet, self.app, self.play), words=say("log.short"), name="log")
            for button in (back, log) if not theme.phone else (back,):
                button.pos_hint = {"center_y": 0.5}
                if theme.phone:
                    button.width = 64 * u
                bar.add_widget(button)
        else:
            back = IconButton("left", self.app.back, words=say("back"), name="back", pos_hint={"center_y": 0.5})
            if theme.phone:
                back.width = 64 * u
            bar.add_widget(back)
        bar.add_widget(Widget())
        if theme.phone:
            share = IconButton("share", self.share_picture, words=say("score.share_short"), name="share picture")
            share.width = 64 * u
            share.pos_hint = {"center_y": 0.5}
            bar.add_widget(share)
        else:
            for words, press, name, sign in (
                ("CSV", self.share_csv, "share csv", ""),
                ("JSON", self.share_json, "share json", ""),
                (say("score.share"), self.share_picture, "share picture", "share"),
            ):
                button = TextButton(words, press, sign=sign, name=name).hug()
                button.pos_hint = {"center_y": 0.5}
                bar.add_widget(button)
        if self.result.outcome is not None:
            bar.primary(say("pad.rematch" if self.kept else "score.again"), self.again, name="again")
        else:
            bar.primary(say("score.back"), self.app.back, name="back to table")

    def _file(self, ending: str) -> Path:
        return shared(f"{self.result.slug or 'play'}-{time.strftime('%Y%m%d-%H%M%S')}.{ending}")

    def share_csv(self) -> Path:
        return share(self.app, self._file("csv"), as_csv(self.result, say).encode())

    def share_json(self) -> Path:
        return share(self.app, self._file("json"), to_json(self.result, say).encode())

    def share_picture(self) -> Path:
        file = self._file("png")
        about = self._when(self.kept) if self.kept is not None else self._about()
        ShareCard(self.result, self.headline(), self.result.called(current()), about).save(str(file))
        return share(self.app, file)

    def undo(self) -> None:
        """Back into the game: the last step is taken back."""
        if self.play is not None and self.play.can_undo and not self.app.done(self.play.undo()):
            return
        self.app.back() if len(self.app.routes) > 1 else self.app.home()

    def again(self) -> None:
        """The same game with the same people."""
        self.app.home()
        slug = self.result.slug
        if self.play is not None:
            self.app.go(routes.NewGame(slug))
            return
        named = (kept.id for kept in sheets(self.app.saved) if not slug and kept.sheet.title == self.result.title)
        self.app.go(routes.ScoreOnly(slug, next(named, "")))


__all__ = ["ScorePage", "citation"]
