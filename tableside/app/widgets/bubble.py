"""The bubble of a touched thing: legal verbs with price and points, refused ones grey with their reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.floatlayout import FloatLayout

from tableside.app.i18n import say, sentence, signed
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.touch import Verb
from tableside.app.widgets.base import Col, Panel, Scroll, Tap
from tableside.app.widgets.light_buttons import Tile

WIDE = 360
"""Design units."""
MOST = 0.6
"""Of the window's height; more verbs are scrolled to."""
REFUSED = 4
"""More refused verbs than this say nothing new."""


class Bubble(FloatLayout):  # type: ignore[misc]
    """Verbs beside the thing, or beside the finger; a tap elsewhere, or back, takes it away."""

    def __init__(
        self,
        app: Shell,
        verbs: Sequence[Verb],
        at: tuple[float, float],
        chosen: Callable[[Verb], Any],
        thing: tuple[float, float, float, float] | None = None,
    ) -> None:
        super().__init__()
        self.app = app
        u = theme.u
        self.shade = Tap(press=self.close, size_hint=(1, 1), name="outside")
        self.shade.radius = 0
        self.add_widget(self.shade)
        self.panel = Panel("bg", size_hint=(None, None), padding=10 * u)
        self.panel.edge, self.panel.edge_width = theme.ink, 2 * u
        self.panel.width = min(WIDE * u, theme.width - 2 * theme.margin)
        self.body = Col(spacing=8 * u)
        scroll = Scroll()
        scroll.add_widget(self.body)
        self.panel.add_widget(scroll)
        self.add_widget(self.panel)
        self.at, self.thing = at, thing
        possible = [verb for verb in verbs if verb.why_not is None]
        refused = [verb for verb in verbs if verb.why_not is not None]
        for verb in (*possible, *refused[:REFUSED]):
            self.body.add_widget(self._tile(verb, chosen))
        self.body.bind(height=self._place)
        self.bind(size=self._place)

    def _tile(self, verb: Verb, chosen: Callable[[Verb], Any]) -> Tile:
        about = say(verb.why_not.reason) if verb.why_not is not None else say(verb.about) if verb.picks[1:] else ""

        def press() -> None:
            self.close()
            chosen(verb)

        return Tile(
            sentence(say(verb.label)),
            press,
            about=about,
            value=signed(verb.worth) if verb.worth else "",
            refused=verb.why_not is not None,
            chevron=verb.made is None,
            name=f"{'verb' if verb.picks[1:] else 'ready'} {verb.picks[0][1]}",
            minimum=56,
        )

    def _place(self, *_: Any) -> None:
        """Where the touched thing is still seen: right or left of it, below or above; never over the window's edge."""
        panel, u = self.panel, theme.u
        panel.height = min(self.body.height + 20 * u, self.height * MOST)
        gap = 8 * u
        x, y, w, h = self.thing or (*self.at, 0.0, 0.0)
        beside = 24 * u if self.thing is None else gap
        across, up = (self.width - panel.width - gap, self.height - panel.height - gap)
        level = min(max(y + h / 2 - panel.height / 2, gap), max(up, gap))
        along = min(max(x + w / 2 - panel.width / 2, gap), max(across, gap))
        for left, bottom in (
            (x + w + beside, level),
            (x - beside - panel.width, level),
            (along, y - gap - panel.height),
            (along, y + h + gap),
        ):
            if gap <= left <= across and gap <= bottom <= up:
                panel.pos = left, bottom
                return
        panel.pos = along, level

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True

    def close(self) -> None:
        """Take it away."""
        self.app.drop_sheet(self)
