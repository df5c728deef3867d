"""A card for each player: mark, name, points and facts drawn by the game's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tableside.app.i18n import counted, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing

Facts = Callable[[Pen, MoveBuilder, int, float, float, float], None]
"""Draws a seat's goods into its card: pen, play, seat, left, top, width."""


BAND = 34.0
"""Design units of the row of its own in which the goods of the one who acts stand where the cards have no room."""
NAME_LEAST = 28
"""Design units; a name in less room than this cannot be read."""


class SeatRail(Drawing):
    """A card for every seat; a tap opens that player's board."""

    def __init__(
        self,
        play: MoveBuilder,
        opened: Callable[[int], Any],
        facts: Facts | None = None,
        facts_high: float = 0,
        facts_phone: Mapping[int, float] | None = None,
        slim: bool = False,
    ) -> None:
        super().__init__(size_hint_y=None)
        self.play, self.opened, self.facts = play, opened, facts
        self.rows = 1
        count = play.table.seats
        extra = (facts_phone or {}).get(count, 0) if theme.phone else facts_high
        self.facts_high = extra if facts is not None else 0
        self.card_high = (36 if extra else 52) + self.facts_high if theme.phone else 64 + self.facts_high
        self.band, self._last = 0.0, 0
        if theme.phone and self.facts_high and count > 3:
            # With everybody's goods the picture would have no room left.
            self.band, self.facts_high, self.card_high = BAND, 0, 48
        elif theme.phone and facts is not None and not extra and not slim:
            self.band, self.card_high = BAND, 48
        if theme.phone and not extra and count > (3 if play.game.info.left_over and not slim else 4):
            self.rows = 2
        high = self.card_high * self.rows + 8 * (self.rows - 1)
        self.height = (high + (self.band + 6 if self.band else 0)) * theme.u

    def cells(self) -> list[tuple[int, float, float, float, float]]:
        """Each seat's card: seat, left, top, width, height."""
        count = self.play.table.seats
        each = -(-count // self.rows)
        gap = 8 if theme.phone or count > 4 else 16
        wide = (self.wide - gap * (each - 1)) / each
        return [
            (seat, (seat % each) * (wide + gap), (seat // each) * (self.card_high + 8), wide, self.card_high)
            for seat in range(count)
        ]

    def paint(self, pen: Pen) -> None:
        play = self.play
        sums = play.points()
        left_over = tuple(whole - points for whole, points in zip(play.totals(), sums))
        acting = play.table.to_act()
        names: list[tuple[str, float, float, float]] = []
        for seat, x, y, w, h in self.cells():
            mine = seat == play.seat
            edge = theme.ink if mine else theme.edge if seat in acting else theme.line
            pen.rect(x, y, w, h, theme.surface, edge, 3 if mine else 1.5, 14)
            small = self.facts_high or (left_over[seat] and w < 130)
            size = (26 if small else 30) if theme.phone else 34 if w > 130 else 28
            cy = y + ((h - self.facts_high) / 2 if theme.phone else 31)
            pen.mark(play.colours[seat], play.letters[seat], x + 12 + size / 2, cy, size)
            points = counted(sums[seat])
            big = 20 if theme.phone else 28 if w > 130 else 22
            lift = (7 if theme.phone else 9) if left_over[seat] else 0
            room = pen.text(points, x + w - 12, cy - lift, big, theme.ink, True, "right")
            if left_over[seat]:
                # What is left counts only at the end; in the sum it would look as if points had been lost.
                key = "table.left_over" if w > 130 else "table.left_over_short"
                words, size_of = say(key, points=counted(left_over[seat])), 11 if w < 200 else 13
                free = min(w / 2, w - size - 30)
                wide = pen.text(words, x + w - 12, cy + lift + 4, size_of, theme.ink2, anchor="right", width=free)
                room = max(room, wide)
            left = x + 12 + size + 8
            free = x + w - 18 - room - left
            names.append((play.session.names[seat], left, cy, free))
            if self.facts is not None and self.facts_high:
                self.facts(pen, play, seat, x + 12, y + (34 if theme.phone else 56), w - 24)
        room = min(free for *_, free in names)
        if room >= NAME_LEAST:
            # Where there is no room for everybody's name, the marks and their letters tell who it is.
            usual = 15 if theme.phone else 20
            letters = max(pen.alike([name for name, *_ in names], usual, True, room), usual * 0.8)
            for name, left, middle, free in names:
                pen.text(name, left, middle, letters, theme.ink, True, "left", width=free)
        if self.band and self.facts is not None:
            self._last = play.seat if play.seat is not None else self._last
            top = self.high - self.band
            pen.rect(0, top, self.wide, self.band, theme.surface, theme.line, 1.5, 12)
            pen.mark(play.colours[self._last], play.letters[self._last], 22, top + self.band / 2, 22)
            self.facts(pen, play, self._last, 44, top + 5, self.wide - 56)

    def on_touch_up(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or touch.grab_current is not None:
            return bool(super().on_touch_up(touch))
        x, y = (touch.x - self.x) / theme.u, (self.top - touch.y) / theme.u
        for seat, left, top, w, h in self.cells():
            if left <= x <= left + w and top <= y <= top + h:
                self.opened(seat)
                return True
        if self.band and y >= self.high - self.band:
            self.opened(self._last)
            return True
        return bool(super().on_touch_up(touch))
