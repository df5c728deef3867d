"""Base class of game views: drawn from the state, with hit testing of drawn pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tableside.app.move_builder import MoveBuilder
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing
from tableside.core.moves import Plain

REACH = 32
"""A tap takes the nearest piece within this many design units."""


class View(Drawing):
    """Draws the state; a tap on a piece fills the slot that asks for it, toggles it as a part, or opens its verbs.

    A game's view calls `target(x, y, w, h, slot, value)` for every piece it draws. When the open question offers
    that value, a tap chooses it; when the question is put together of parts and the value is one of them, each tap
    picks or takes it back, and `picked` says how often it is picked, to draw it so. When nobody asks for it, the tap
    goes to `touched`, which shows what could be done with it: a view says where its things are, and nothing else.
    """

    touched: Callable[[tuple[str, ...], Plain, tuple[float, float]], Any] | None = None
    """Told which thing was touched that the open question does not ask for, under all its slots, and where."""

    names_players = False
    """Whether the picture itself says everybody's name, so that on a phone the players' cards need not."""

    def __init__(self, play: MoveBuilder, chosen: Callable[[str, Plain], Any], **more: Any) -> None:
        super().__init__(**more)
        self.play, self.chosen = play, chosen
        self.targets: list[tuple[float, float, float, float, str, Plain]] = []
        """Left, top, width and height of a piece, and the slot and value it stands for."""

    def _draw(self, *_: Any) -> None:
        self.targets = []
        super()._draw()

    def target(self, x: float, y: float, w: float, h: float, slot: str, value: Plain) -> None:
        """A piece that can be tapped when this value is offered."""
        self.targets.append((x, y, w, h, slot, value))

    def place(self, slots: Sequence[str], value: Plain) -> tuple[float, float, float, float] | None:
        """Where a drawn thing is in the window: left, bottom, width and height in pixels."""
        for x, y, w, h, slot, one in self.targets:
            if slot in slots and one == value:
                left, bottom = self.to_window(self.x + x * theme.u, self.top - (y + h) * theme.u)
                return left, bottom, w * theme.u, h * theme.u
        return None

    def offered(self, slot: str, value: Plain) -> bool | None:
        """Whether this is on offer now: True, False when it is refused, None when nobody asks."""
        offer = self.play.offer(slot, value)
        return None if offer is None else offer.why_not is None

    def picked(self, slot: str, value: Plain) -> int:
        """How many of this part are picked for the open question."""
        return self.play.toggled.count(value) if self.play.part(slot, value) is not None else 0

    def on_touch_down(self, touch: Any) -> bool:
        # What a button in the picture takes is no tap on the pieces below it.
        touch.ud[self] = bool(super().on_touch_down(touch))
        return bool(touch.ud[self])

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not None or touch.ud.get(self) or not self.collide_point(*touch.pos):
            return bool(super().on_touch_up(touch))
        x, y = (touch.x - self.x) / theme.u, (self.top - touch.y) / theme.u
        near = [
            ((dx * dx + dy * dy) ** 0.5, slot, value)
            for left, top, w, h, slot, value in self.targets
            if (dx := max(left - x, 0, x - left - w)) <= REACH and (dy := max(top - y, 0, y - top - h)) <= REACH
        ]
        asked = [thing for thing in near if thing[0] <= REACH and self.play.offer(thing[1], thing[2]) is not None]
        if asked:
            _, slot, value = min(asked, key=lambda thing: thing[0])
            self.chosen(slot, value)
            return True
        if near and self.touched is not None:
            nearest = min(thing[0] for thing in near)
            value = next(thing[2] for thing in near if thing[0] == nearest)
            self.touched(tuple(slot for far, slot, one in near if far == nearest and one == value), value, touch.pos)
            return True
        return bool(super().on_touch_up(touch))
