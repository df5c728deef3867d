"""View of a game that has none of its own: the current score sheet, the things to touch, and the last log entries."""

from __future__ import annotations

from typing import Any

from tableside.app.i18n import counted, say
from tableside.app.painter import Pen
from tableside.app.texture_cache import words_texture
from tableside.app.theme import theme
from tableside.app.touch import things
from tableside.app.views.view import View

CHIP = 48.0
"""Design units a thing is high: a fingertip."""
THINGS = 24
"""More of them are answered in the list of choices."""


class PlainView(View):
    """Categories by seats, what can be touched, and the last moves."""

    def paint(self, pen: Pen) -> None:
        play = self.play
        lines = play.table.score()
        keys: dict[str, Any] = {}
        for line in lines:
            keys.setdefault(line.key, line.label)
        pen.rect(0, 0, self.wide, self.high, theme.surface, radius=16)
        seats = play.table.seats
        left = self.wide * (0.34 if theme.phone else 0.4)
        each = (self.wide - left - 16) / seats
        top = 44.0
        for seat in range(seats):
            x = left + each * (seat + 0.5)
            pen.mark(play.colours[seat], play.letters[seat], x, top - 10, min(36, each - 6))
        high = min(48.0, max((self.high * 0.55 - 60) / max(len(keys), 1), 24.0))
        y = top + 18
        for key, label in keys.items():
            pen.line((20, y, self.wide - 16, y), theme.line, 1)
            pen.text(say(label), 20, y + high / 2, 14 if theme.phone else 18, theme.ink, anchor="left", width=left - 30)
            for seat in range(seats):
                points = sum(line.points for line in lines if line.seat == seat and line.key == key)
                colour = theme.refuse if points < 0 else theme.ink
                pen.text(counted(points), left + each * (seat + 0.5), y + high / 2, 16 if theme.phone else 20, colour)
            y += high
        pen.line((20, y, self.wide - 16, y), theme.ink, 2)
        for seat, total in enumerate(play.points()):
            pen.text(counted(total), left + each * (seat + 0.5), y + 26, 20 if theme.phone else 28, theme.ink, True)
        pen.text(say("score.total"), 20, y + 26, 15 if theme.phone else 20, theme.ink, True, "left", width=left - 30)
        self._lately(pen, self._things(pen, y + 56) + 20)

    def _things(self, pen: Pen, y: float) -> float:
        """Everything the acting player could do something with, to be touched; gives how far down it reaches."""
        found = things(self.play)[:THINGS]
        if not found or y + CHIP > self.high:
            return y
        x = 20.0
        for slot, value, label in found:
            words = say(label)
            size = 14 if theme.phone else 17
            wide = min(
                max(words_texture(words, size * theme.u * theme.text_scale, True).width / theme.u + 28, CHIP),
                self.wide - 40,
            )
            if x + wide > self.wide - 16:
                x, y = 20.0, y + CHIP + 8
                if y + CHIP > self.high:
                    return y
            chosen = self.picked(slot, value) or self.play.partial.get(slot) == value
            refused = self.offered(slot, value) is False
            edge = theme.ink if chosen else theme.line if refused else theme.edge
            pen.rect(x, y, wide, CHIP, theme.sunken if refused else theme.surface, edge, 3 if chosen else 1.5, 12)
            ink = theme.disabled if refused else theme.ink
            pen.text(words, x + wide / 2, y + CHIP / 2, size, ink, True, width=wide - 16)
            self.target(x, y, wide, CHIP, slot, value)
            x += wide + 8
        return y + CHIP

    def _lately(self, pen: Pen, y: float) -> None:
        steps = self.play.table.log.line.steps()
        if y + 60 > self.high or not steps:
            return
        pen.text(say("table.lately"), 20, y, 14 if theme.phone else 16, theme.ink2, anchor="left")
        y += 30
        for step in reversed(steps[-6:]):
            if y > self.high - 16 or step.move is None or step.parent is None:
                return
            before = self.play.table.state_at(step.parent)
            words = say(self.play.table.say_move(before, step.move))
            if step.move.seat is not None:
                pen.mark(self.play.colours[step.move.seat], self.play.letters[step.move.seat], 34, y, 24)
            else:
                pen.icon("die", 34, y, 20, theme.ink2)
            pen.text(words, 58, y, 14 if theme.phone else 17, theme.ink2, anchor="left", width=self.wide - 80)
            y += 32
