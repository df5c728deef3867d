""" "Now do this": what to move on the table after a move, gone by itself or with the next touch; it costs no tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock

from tableside.app.i18n import say
from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.app.widgets.base import Plate
from tableside.app.widgets.light_buttons import Block
from tableside.core.moves import Text

SECONDS, A_LINE = 4.0, 1.2
"""How long it stays, and how much longer for each line."""
LINES = 4
"""More than this nobody reads between two moves; the log has all of them."""
SIDE, EDGE, GAP, MARK, SIGN = 16, 12, 6, 30, 22
"""Room beside and above the words, between lines, and the sizes of a seat's mark and of a sign; in design units."""


class TodoCard(Plate):
    """A card below the question, on a phone above the picture in place of the seats; it covers nothing."""

    def __init__(
        self, lines: Iterable[tuple[Text, Text | None]], mark: tuple[str, str] | None, gone: Callable[[], Any]
    ) -> None:
        super().__init__()
        self.mark = mark
        # What several do alike is said once.
        self.lines = list(dict.fromkeys((say(words), "" if why is None else say(why)) for words, why in lines))
        most = 2 if theme.phone else LINES
        self.told: list[tuple[str, str, str]] = []
        """What is shown: a sign, words and their tone."""
        reason = ""
        for words, why in self.lines[:most]:
            if why and why != reason:
                self.told.append(("die", why, "ink2"))
            reason = why
            self.told.append(("arrow", words, "ink"))
        if len(self.lines) > most:
            self.told.append(("", say("table.and_more", n=len(self.lines) - most), "ink2"))
        shown = min(len(self.lines), most)
        self._clock = Clock.schedule_once(lambda _: gone(), SECONDS + A_LINE * shown)

    def measure(self, wide: float) -> float:
        room = wide - 2 * SIDE
        self.head = Block(say("table.now_do"), "label", True, room - (MARK + 10 if self.mark else 0))
        self.blocks = [
            Block(words, "label" if sign else "small", False, room - (SIGN + 10 if sign else 0))
            for sign, words, _ in self.told
        ]
        return self._top() + sum(GAP + self._tall(block) for block in self.blocks) + EDGE

    def _top(self) -> float:
        """Where the head ends."""
        return EDGE + max(float(self.head.high), MARK if self.mark else 0)

    @staticmethod
    def _tall(block: Block) -> float:
        return max(float(block.high), SIGN)

    def paint(self, pen: Pen) -> None:
        pen.rect(0, 0, self.width / theme.u, self.height / theme.u, theme.surface, theme.ink, 2, 16)
        y = self._top()
        left, middle = SIDE, (EDGE + y) / 2
        if self.mark is not None:
            pen.mark(*self.mark, SIDE + MARK / 2, middle, MARK)
            left += MARK + 10
        self.head.write(pen, left, middle - self.head.high / 2, theme.ink2)
        for (sign, _, tone), block in zip(self.told, self.blocks):
            y += GAP
            if sign:
                pen.icon(sign, SIDE + SIGN / 2, y + SIGN / 2, SIGN, getattr(theme, tone))
            block.write(pen, SIDE + (SIGN + 10 if sign else 0), y, getattr(theme, tone))
            y += self._tall(block)

    def cancel(self) -> None:
        """Do not take it away by itself any more."""
        self._clock.cancel()
