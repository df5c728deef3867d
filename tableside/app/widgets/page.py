"""Page scaffolding: header, bottom bar, bottom sheets and toasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from tableside.app.i18n import say
from tableside.app.routes import Route
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets.base import Col, Icon, Panel, Row, Scroll, Tap, Target, Words
from tableside.app.widgets.controls import IconButton, TextButton


class Page(BoxLayout):  # type: ignore[misc]
    """One screen. A page knows its app, how to leave, and what to do before it is left."""

    def __init__(self, app: Shell, route: Route) -> None:
        super().__init__()
        self.app = app
        self.route = route
        # The window itself is the ground: nothing need be drawn there.
        Window.clearcolor = theme.bg

    def reroute(self, **changes: Any) -> None:
        """Change what the route says while the page stands, so that it is built anew as it is now."""
        route = replace(self.route, **changes)
        self.app.reroute(self.route, route)
        self.route = route

    def turning(self) -> None:
        """Called before the same page is built anew in another shape."""

    def pause(self) -> None:
        """Called when the app is put away."""

    def resume(self) -> None:
        """Called when the app is taken up again."""

    def leave(self) -> None:
        """Called before the page goes away."""

    def back(self) -> bool:
        """Something smaller to go back from than the page itself; whether there was one."""
        return False


ONE_LINE = 26
"""Longer titles, such as a card that goes by all that is printed on it, are made to fit the header."""


class Header(BoxLayout):  # type: ignore[misc]
    """Back, a title, and what stands at the right."""

    def __init__(self, title: str, about: str = "", back: Callable[[], Any] | None = None, **more: Any) -> None:
        super().__init__(**more)
        if back is not None:
            button = IconButton("left", back, name="back")
            button.pos_hint = {"center_y": 0.5}
            self.add_widget(button)
        middle = Col(pos_hint={"center_y": 0.5})
        if len(title) <= ONE_LINE:
            middle.add_widget(Words(title, "title", bold=True))
        else:
            # On a phone two lines, in letters no smaller than those below.
            high, step = (42 * theme.u, "body") if theme.phone else (44 * theme.u, "title")
            middle.add_widget(Words(title, step, fit="box", bold=True, size_hint_y=None, height=high, valign="middle"))
        if about:
            middle.add_widget(Words(about, "label", tone="ink2"))
        self.add_widget(middle)

    def right(self, *widgets: Widget) -> Header:
        """Put these at the right."""
        for widget in widgets:
            widget.pos_hint = {"center_y": 0.5}
            self.add_widget(widget)
        return self


class Bar(BoxLayout):  # type: ignore[misc]
    """The bar at the bottom, with the one dark button at its end."""

    def primary(self, words: str, press: Callable[[], Any], **more: Any) -> TextButton:
        """The one dark button."""
        wide = 208 if theme.phone else 256
        button = TextButton(words, press, style="primary", size_hint_x=None, **more)
        button.width = wide * theme.u
        button.pos_hint = {"center_y": 0.5}
        self.add_widget(button)
        return button


class Sheet(FloatLayout):  # type: ignore[misc]
    """Rises from below and leaves the rest visible; closed by its cross, a swipe down, a tap outside, or back."""

    def __init__(
        self,
        app: Shell,
        title: str,
        *,
        sign: str = "",
        tone: str = "ink",
        share: float = 0.52,
        closed: Callable[[], Any] | None = None,
    ) -> None:
        super().__init__()
        self.app, self.closed = app, closed
        u = theme.u
        self.shade = Tap(press=self.close, size_hint=(1, 1), name="outside")
        self.shade.radius = 0
        self.shade.fill = (0, 0, 0, 0.35)
        self.add_widget(self.shade)
        self.panel = Panel("bg", size_hint=(1, share + 0.03), pos_hint={"x": 0, "y": -0.03})
        self.panel.edge, self.panel.edge_width = theme.ink, 0
        self.panel.radius = 20 * u
        self.panel.padding = (theme.margin, 16 * u, theme.margin, 0.03 * Window.height + 12 * u)
        self.panel.spacing = 12 * u
        head = Row(spacing=12 * u)
        if sign:
            head.add_widget(Icon(sign, ink=getattr(theme, tone), size=36, pos_hint={"center_y": 0.5}))
        head.add_widget(Words(title, "title" if not theme.phone else "heading", bold=True, pos_hint={"center_y": 0.5}))
        cross = IconButton("cross", self.close, name="close")
        cross.edge, cross.edge_width, cross.radius = theme.edge, 1.5 * u, 26 * u
        cross.fill = theme.surface
        head.add_widget(cross)
        self.panel.add_widget(head)
        # The scroll bar stands beside what can be pressed, not on it.
        self.body = Col(spacing=12 * u, padding=(0, 0, 10 * u, 0))
        self.scroll = Scroll()
        self.scroll.add_widget(self.body)
        self.panel.add_widget(self.scroll)
        self.add_widget(self.panel)
        self._head, self._share = head, share
        self.body.bind(height=self._fit)
        head.bind(height=self._fit)
        self._from: float | None = None

    def on_touch_down(self, touch: Any) -> bool:
        self._from = (
            touch.y if self.panel.collide_point(*touch.pos) and touch.y > self.panel.top - 90 * theme.u else None
        )
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        # Closed no earlier: the end of the swipe must not be a tap on what lies below.
        swiped, self._from = self._from is not None and self._from - touch.y > 80 * theme.u, None
        super().on_touch_up(touch)
        if swiped and touch.grab_current is None:
            self.close()
        return True

    def _fit(self, *_: Any) -> None:
        """As high as what it says, and no higher than its share of the window."""
        room = self.panel.padding[1] + self._head.height + self.panel.spacing + self.body.height + self.panel.padding[3]
        self.panel.size_hint_y = min(self._share + 0.03, room / Window.height)

    def open(self) -> Sheet:
        """Show it."""
        self.app.show_sheet(self)
        seconds = theme.seconds("panel")
        if seconds:
            self.panel.pos_hint = {"x": 0, "y": -0.3}
            Animation(pos_hint={"x": 0, "y": -0.03}, d=seconds, t="out_cubic").start(self.panel)
        return self

    def then(self, what: Callable[..., Any], *of: Any) -> Callable[[], None]:
        """A press that takes the sheet away and then does this."""

        def pressed() -> None:
            self.close()
            what(*of)

        return pressed

    def close(self) -> None:
        """Take it away."""
        self.app.drop_sheet(self)
        if self.closed is not None:
            self.closed()


class Toast(AnchorLayout):  # type: ignore[misc]
    """A short note, gone after five seconds, with a way back: where the bar is free, or above what it would cover."""

    SECONDS = 5.0
    NARROWEST, WIDEST = 320.0, 560.0

    def __init__(self, app: Shell, words: str, undo: Callable[[], Any] | None = None) -> None:
        aside = "right" if app.settings.left_hand else "left"
        super().__init__(anchor_x="center" if theme.stacked else aside, anchor_y="bottom")
        u = theme.u
        self.app, self.undo = app, undo
        self.padding = (theme.margin, 0, theme.margin, 100 * u)
        box = Panel("primary", orientation="horizontal", size_hint=(None, None))
        box.width = min(self.WIDEST * u, Window.width - 2 * theme.margin)
        box.padding = (20 * u, 8 * u)
        box.spacing = 12 * u
        label = Words(words, "body", color=theme.paper, pos_hint={"center_y": 0.5})
        box.add_widget(label)
        if undo is not None:
            back = TextButton(say("undo"), self._undo, name="toast undo").hug()
            back.pos_hint = {"center_y": 0.5}
            box.add_widget(back)
        label.bind(height=lambda *_: setattr(box, "height", max(64 * u, label.height + 24 * u)))
        box.height = max(64 * u, label.height + 24 * u)
        self.add_widget(box)
        self.box = box
        # A page just built has no sizes yet: its bar is looked at again whenever something in it moves.
        self._laid = Clock.create_trigger(self._into_bar)
        watched = self._part("side" if theme.stacked else "bar")
        self._watched = [] if watched is None else [watched] if theme.stacked else list(watched.walk(restrict=True))
        for widget in self._watched:
            widget.bind(pos=self._laid, size=self._laid)
        self._into_bar()
        self._laid()
        self._gone = Clock.schedule_once(lambda _: app.drop_toast(self), self.SECONDS)

    def _part(self, name: str) -> Any:
        """A part of the page by its name in the layout; None where there is none, or it was taken away since."""
        part = None if self.app.page is None else self.app.page.ids.get(name)
        try:
            return None if part is None or part.parent is None else part
        except ReferenceError:
            return None

    def _into_bar(self, _: float = 0.0) -> None:
        """Move to where no button stands, if there is room, so that nothing that can be answered is covered."""
        side = self._part("side") if theme.stacked else None
        if side is not None:
            self.padding = (theme.margin, 0, theme.margin, side.to_window(side.x, side.top)[1] + 4 * theme.u)
            return
        bar = None if theme.stacked else self._part("bar")
        if bar is None:
            return
        u = theme.u
        taken = sorted(
            (w.to_window(w.x, 0)[0], w.to_window(w.right, 0)[0])
            for w in bar.walk(restrict=True)
            if isinstance(w, Target)
        )
        starts, ends = [bar.x, *(right for _, right in taken)], [*(left for left, _ in taken), bar.right]
        wide, start = max((end - start, start) for start, end in zip(starts, ends, strict=True))
        if wide < self.NARROWEST * u:
            return
        self.anchor_x = "left"
        self.box.width = min(self.WIDEST * u, wide - 32 * u)
        self.padding = (start + (wide - self.box.width) / 2, 0, 0, max(0.0, (bar.height - self.box.height) / 2))

    def _undo(self) -> None:
        if self.undo is not None:
            self.undo()
        self.app.drop_toast()

    def cancel(self) -> None:
        for widget in self._watched:
            widget.unbind(pos=self._laid, size=self._laid)
        self._laid.cancel()
        self._gone.cancel()

    def on_touch_down(self, touch: Any) -> bool:
        return any(child.collide_point(*touch.pos) and child.on_touch_down(touch) for child in self.children)
