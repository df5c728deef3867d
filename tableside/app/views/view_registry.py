"""Finds a game's view by its slug, and draws a miniature of a session."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.app.views.emblems import PAPER, Vignette, sky, vignette
from tableside.app.widgets.base import Drawing

ROOM = frozenset(("view", "view_registry", "emblems", "generic_view", "tabs", "zoom"))
"""Modules here that are no game's."""


def view_module(slug: str) -> Any | None:
    """The module beside this one that bears the game's name and draws it, or None when the generic view has to do."""
    name = f"{__package__}.{slug}"
    return importlib.import_module(name) if slug not in ROOM and importlib.util.find_spec(name) is not None else None


class Miniature(Drawing):
    """Where a session stands, small: its own view where it has one for this, else the game's emblem and the points."""

    def __init__(self, session: Any, **more: Any) -> None:
        super().__init__(**more)
        self.session = session

    def paint(self, pen: Pen) -> None:
        table = self.session.table
        own = view_module(table.game.slug)
        small = getattr(own, "miniature", None)
        if small is not None:
            sky(pen, self.wide, self.high)
            small(pen, self.session, self.wide, self.high)
            return
        from tableside.app.open_table import letters, standing
        from tableside.app.seating import seat_colours

        vignette(pen, table.game.slug, self.wide, self.high)
        sums = standing(table, table.score())
        hues, marks = seat_colours(table, self.session.players), letters(self.session.names)
        gap = self.wide / (len(sums) + 1)
        for seat, points in enumerate(sums):
            x = gap * (seat + 1)
            pen.rect(x - 42, self.high - 48, 84, 36, (*PAPER[:3], 0.12), radius=18)
            pen.mark(hues[seat], marks[seat], x - 20, self.high - 30, 24, PAPER)
            pen.text(str(points).replace("-", "−"), x + 16, self.high - 30, 18 / theme.text_scale, PAPER, bold=True)


__all__ = ["Miniature", "Vignette", "view_module"]
