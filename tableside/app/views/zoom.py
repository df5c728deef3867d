"""Pinch zoom and panning of a view; taps pass through."""

from __future__ import annotations

from math import hypot

MOST = 2.5
"""A picture can be made at least so large."""
SLACK = 12.0
"""Design units a finger may wander and still tap."""


class Zoom:
    """How large a picture is shown and how far it is moved, in design units from its middle."""

    def __init__(self) -> None:
        self.scale = 1.0
        self.most = MOST
        self.dx = self.dy = 0.0
        self.room = (1.0, 1.0)
        self.fingers: dict[int, tuple[float, float]] = {}
        self._first: tuple[float, float] = (0.0, 0.0)
        self._gesture = False

    def down(self, finger: int, x: float, y: float) -> None:
        """A finger touches."""
        if not self.fingers:
            self._first, self._gesture = (x, y), False
        self.fingers[finger] = (x, y)
        if len(self.fingers) > 1:
            self._gesture = True

    def move(self, finger: int, x: float, y: float) -> bool:
        """A finger moves; whether the picture does."""
        if finger not in self.fingers:
            return False
        before = list(self.fingers.values())[:2]
        self.fingers[finger] = (x, y)
        after = list(self.fingers.values())[:2]
        if len(after) == 2:
            apart = hypot(before[0][0] - before[1][0], before[0][1] - before[1][1])
            now = hypot(after[0][0] - after[1][0], after[0][1] - after[1][1])
            self._about(_middle(before), _middle(after), self.scale * now / max(apart, 1.0))
            return True
        if hypot(x - self._first[0], y - self._first[1]) > SLACK:
            self._gesture = True
        if self.scale > 1 and self._gesture:
            self._about(before[0], after[0], self.scale)
            return True
        return False

    def up(self, finger: int) -> bool:
        """A finger leaves; whether it was part of a movement and no tap."""
        self.fingers.pop(finger, None)
        return self._gesture

    def by(self, factor: float) -> None:
        """Larger or smaller around the middle."""
        middle = (self.room[0] / 2, self.room[1] / 2)
        self._about(middle, middle, self.scale * factor)

    def _about(self, before: tuple[float, float], after: tuple[float, float], scale: float) -> None:
        """What was under `before` comes under `after`, at this scale; the picture never leaves its frame."""
        scale = min(max(scale, 1.0), self.most)
        cx, cy = self.room[0] / 2, self.room[1] / 2
        self.dx = after[0] - cx - (before[0] - cx - self.dx) / self.scale * scale
        self.dy = after[1] - cy - (before[1] - cy - self.dy) / self.scale * scale
        self.scale = scale
        far_x, far_y = (scale - 1) * cx, (scale - 1) * cy
        self.dx, self.dy = min(max(self.dx, -far_x), far_x), min(max(self.dy, -far_y), far_y)


def _middle(fingers: list[tuple[float, float]]) -> tuple[float, float]:
    return (fingers[0][0] + fingers[1][0]) / 2, (fingers[0][1] + fingers[1][1]) / 2
