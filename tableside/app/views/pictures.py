"""Which view a game has, and a small picture of where a session stands."""

from __future__ import annotations

import importlib
from typing import Any

from tableside.app.pen import Pen
from tableside.app.theme import theme
from tableside.app.views.vignettes import PAPER, Vignette, sky, vignette
from tableside.app.widgets.base import Drawing
from tableside.core.score import totals

VIEWS = {
    "urcsempeszek": "urcsempeszek",
    "onward_to_venus": "onward_to_venus",
    "beyond_the_sun": "beyond_the_sun",
    "gaia_project": "gaia_project",
    "kaosz_galaktika": "kaosz_galaktika",
}


def view_module(slug: str) -> Any | None:
    """The module that draws this game, or None when the plain sheet has to do."""
    if slug not in VIEWS:
        return None
    try:
        return importlib.import_module(f"tableside.app.views.{VIEWS[slug]}")
    except ModuleNotFoundError:
        return None


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
        from tableside.app.play import colours, letters

        vignette(pen, table.game.slug, self.wide, self.high)
        sums = totals(table.score(), table.seats)
        hues, marks = colours(self.session.players), letters(self.session.names)
        gap = self.wide / (len(sums) + 1)
        for seat, points in enumerate(sums):
            x = gap * (seat + 1)
            pen.rect(x - 42, self.high - 48, 84, 36, (*PAPER[:3], 0.12), radius=18)
            pen.mark(hues[seat], marks[seat], x - 20, self.high - 30, 24, PAPER)
            pen.text(str(points).replace("-", "−"), x + 16, self.high - 30, 18 / theme.text_scale, PAPER, bold=True)


__all__ = ["Miniature", "Vignette", "view_module"]
