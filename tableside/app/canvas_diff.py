"""Retained-mode canvas: a redraw is compared with the previous one and only changed instructions are replaced."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, InstructionGroup

Stroke = tuple[Any, tuple[Any, ...]]
"""A factory of Kivy instructions and its arguments; equal keys mean equal drawings."""


class Straight:
    """Immediate-mode canvas: every instruction is added at once and none is compared."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas

    def put(self, make: Callable[..., Any], *of: Any) -> None:
        self.canvas.add(make(*of))

    def add(self, ready: Any) -> None:
        self.canvas.add(ready)

    def colour(self, ink: tuple[float, ...]) -> None:
        self.canvas.add(Color(*ink))


class Paper:
    """Instruction keys in drawing order with the Kivy instructions made for each."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._strokes: list[Stroke] = []
        self._shown: list[Any] = []
        self._next: list[Stroke] = []
        self._ink: tuple[float, ...] | None = None

    def put(self, make: Callable[..., Any], *of: Any) -> None:
        """Append an instruction made by `make(*args)`, reusing the previous one when the key is equal."""
        self._next.append((make, of))

    def add(self, ready: Any) -> None:
        """Append an instruction made elsewhere; it is never reused."""
        self._next.append((ready, ()))
        self._ink = None

    def colour(self, ink: tuple[float, ...]) -> None:
        """Set the colour of the following instructions."""
        if ink != self._ink:
            self._ink = ink
            self._next.append((Color, ink))

    def lay(self) -> None:
        """Commit: replace what differs from the previous drawing."""
        old, new = self._strokes, self._next
        self._next, self._ink = [], None
        same, most = 0, min(len(old), len(new))
        while same < most and old[same] == new[same]:
            same += 1
        if same == len(old) == len(new):
            return
        # Kivy can only add at the end: inserting puts a picture before the texture it is to be drawn with.
        spare: defaultdict[Stroke, list[Any]] = defaultdict(list)
        for stroke, shown in zip(old[same:], self._shown[same:]):
            spare[stroke].append(shown)
            self.group.remove(shown)
        del self._shown[same:]
        for stroke in new[same:]:
            again = spare.get(stroke)
            shown = again.pop() if again else stroke[0](*stroke[1]) if callable(stroke[0]) else stroke[0]
            self.group.add(shown)
            self._shown.append(shown)
        self._strokes = new
