"""A game's picture on the table: drawn from the state, and its pieces can be tapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tableside.app.play import Play
from tableside.app.theme import theme
from tableside.app.widgets.base import Drawing
from tableside.core.moves import Plain

REACH = 32
"""A tap takes the nearest piece within this many design units."""


class View(Drawing):
    """Draws the state; a tap on a piece fills the slot that asks for it."""

    def __init__(self, play: Play, chosen: Callable[[str, Plain], Any], **more: Any) -> None:
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

    def offered(self, slot: str, value: Plain) -> bool | None:
        """Whether this is on offer now: True, False when it is refused, None when nobody asks."""
        offer = self.play.offer(slot, value)
        return None if offer is None else offer.why_not is None

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_up(touch))
        x, y = (touch.x - self.x) / theme.u, (self.top - touch.y) / theme.u
        nearest: tuple[float, str, Plain] | None = None
        for left, top, w, h, slot, value in self.targets:
            if self.play.offer(slot, value) is None:
                continue
            dx = max(left - x, 0, x - left - w)
            dy = max(top - y, 0, y - top - h)
            far = (dx * dx + dy * dy) ** 0.5
            if far <= REACH and (nearest is None or far < nearest[0]):
                nearest = (far, slot, value)
        if nearest is not None:
            self.chosen(nearest[1], nearest[2])
            return True
        return bool(super().on_touch_up(touch))
