"""Somebody at the table: an app in an offscreen window, real touches, and waiting for things to be so."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from kivy.base import EventLoop, ExceptionManager, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics
from kivy.tests.common import UnitTestTouch
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from tableside.app.app import TablesideApp
from tableside.app.move_builder import MoveBuilder
from tableside.app.widgets import Target
from tableside.app.widgets.base import Plate

PATIENCE = 90.0
"""Seconds after which a wait gives up; nothing is expected to take them."""


class Person:
    """Touches the app as a person would."""

    def __init__(self, size: tuple[int, int] = (1280, 800), density: float = 1.0, **more: Any) -> None:
        Metrics.density = density
        Window.size = size
        self.app = TablesideApp(**more)
        self.taps = 0
        self.gone = False
        self.lenient = False
        """Whether exceptions are left to the app, as its own main loop does; else each fails the test."""
        _start(self.app)
        self.settle()

    def frame(self, count: int = 1) -> None:
        """Everything of a frame but the drawing of pixels."""
        for _ in range(count):
            Clock.tick()
            EventLoop.dispatch_input()
        # Clock hands what its callbacks raise to the app, which goes on; a test must not.
        if self.app.life.guard.last is not None and not self.lenient:
            raise self.app.life.guard.last

    def draw(self) -> None:
        """A whole frame."""
        self.settle()
        EventLoop.idle()

    def settle(self, most: int = 60) -> None:
        """Draw until layout and drawings have come to rest."""
        before = None
        for _ in range(most):
            self.frame()
            now = [(id(widget), *widget.pos, *widget.size) for widget in self.walk()]
            if now == before:
                return
            before = now

    def wait(self, so: Callable[[], Any], what: str = "") -> Any:
        """Draw until it is so."""
        end = time.monotonic() + PATIENCE
        while True:
            found = so()
            if found:
                self.settle()
                return found
            # Threads that read photos need the processor more than a waiting eye does.
            time.sleep(0.01)
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain: {what or so}")
            self.frame()

    def walk(self) -> Iterator[Widget]:
        """Every widget, in the order of Kivy's own walk, whose nested generators took a twentieth of all app tests."""
        ahead: list[Widget] = [self.app.holder]
        while ahead:
            widget = ahead.pop()
            yield widget
            ahead.extend(widget.children)

    def find(self, name: str, number: int = 0) -> Target:
        """The thing to press of this name."""
        found = [widget for widget in self.reachable() if widget.name == name]
        if len(found) <= number:
            names = sorted({widget.name for widget in self.reachable()})
            raise AssertionError(f"nothing is called {name!r}; there are {names}")
        return found[number]

    def there(self, name: str) -> bool:
        return any(widget.name == name for widget in self.reachable())

    def reachable(self) -> list[Target]:
        """What can be pressed: on the topmost sheet, or on the page and the toast."""
        roots: list[Widget] = [self.app.sheets[-1]] if self.app.sheets else [self.app.page]
        if self.app.toast_shown is not None:
            roots.append(self.app.toast_shown)
        return [widget for root in roots for widget in root.walk() if isinstance(widget, Target)]

    def tap(self, name: str, number: int = 0) -> None:
        """Bring it into view and press it; a list may have been built anew meanwhile, so it is looked for again."""
        self.show(self.find(name, number))
        widget = self.find(name, number)
        self.touch(*widget.to_window(*widget.center))

    def press(self, widget: Widget) -> None:
        self.show(widget)
        self.touch(*widget.to_window(*widget.center))

    def show(self, widget: Widget) -> None:
        """Scroll until it can be seen."""
        parent = widget.parent
        while parent is not None and parent is not parent.parent:
            if isinstance(parent, ScrollView):
                parent.scroll_to(widget, padding=10, animate=False)
                self.settle()
                return
            parent = parent.parent

    def touch(self, x: float, y: float) -> None:
        """A finger at this place of the window."""
        self.taps += 1
        touch = UnitTestTouch(x, y)
        try:
            touch.touch_down()
            self.frame()
            touch.touch_up()
        except Exception as error:
            if not self.lenient or ExceptionManager.handle_exception(error) == ExceptionManager.RAISE:
                raise
        self.settle()

    def hold(self, x: float, y: float, until: Callable[[], Any]) -> None:
        """A finger that rests at this place of the window until something happens."""
        self.taps += 1
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.wait(until, "a held finger does something")
        touch.touch_up()
        self.settle()

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
        touch = UnitTestTouch(*start)
        touch.touch_down()
        for step in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * step / steps
            y = start[1] + (end[1] - start[1]) * step / steps
            touch.touch_move(x, y)
            self.frame()
        touch.touch_up()
        self.settle()

    def invite(self, game: str, *names: str) -> None:
        """Choose a new game and write down who plays."""
        self.tap(f"game {game}")
        for name in names:
            self.type("new name", name)
            self.tap("add")

    def play_chance(self, value: int) -> None:
        """Enter a roll of the sample game."""
        self.tap(f"value {value}")
        self.tap("confirm")

    def take_pebbles(self, amount: int) -> None:
        """Choose a move of the sample game."""
        if self.there("kind take"):
            self.tap("kind take")
        self.tap(f"amount {amount}")

    def type(self, name: str, words: str) -> None:
        """Write into a line."""
        from tableside.app.widgets import Typing

        for widget in self.walk():
            if isinstance(widget, Typing) and widget.name == name:
                widget.text = words
                self.frame()
                return
        raise AssertionError(f"nowhere to type {name!r}")

    def back(self) -> None:
        """The Android back key."""
        Window.dispatch("on_keyboard", 27, 0, None, [])
        self.settle()

    def said(self) -> str:
        """Every word on the screen."""
        words = [
            str(getattr(widget, "plain", "") or widget.text) for widget in self.walk() if isinstance(widget, Label)
        ]
        for widget in self.walk():
            pen = getattr(widget, "pen", None)
            if pen is not None:
                words.extend(entry[0] for entry in pen.written)
        return "\n".join(words)

    def close(self) -> None:
        """Put the tablet away."""
        if self.gone:
            return
        self.gone = True
        self.app.stop()
        stopTouchApp()
        Window.remove_widget(self.app.holder)
        Window.rotation = 0

    def kill(self) -> None:
        """The app is gone without a word, as when the battery dies."""
        app = self.app
        self.gone = True
        Window.unbind(on_keyboard=app._key, size=app._resized, on_request_close=app._closing)
        ExceptionManager.remove_handler(app.life.clerk)
        app.life.guard.stop()
        app._keep.cancel()
        app.calm.stop()
        app.remember = lambda: None
        self.frame()
        stopTouchApp()
        Window.remove_widget(app.holder)
        if app.store is not None:
            app.store.close()


def press_anything(play: MoveBuilder, chance: random.Random) -> None:
    """One press of somebody who takes whatever can be taken."""
    if play.ready:
        play.confirm()
    elif play.seat is None:
        play.draw()
    else:
        possible = [(choice, offer) for choice in play.choices for offer in choice.offers if offer.why_not is None]
        if possible:
            choice, offer = chance.choice(possible)
            play.choose(choice.slot, offer.value, offer.label)
        else:
            play.restart(auto=False)


def _start(app: TablesideApp) -> None:
    """Start the app without its endless loop: the test draws the frames."""
    app.root = app.build()
    Window.add_widget(app.root)
    EventLoop.ensure_window()
    if EventLoop.status != "started":
        runTouchApp(None, embedded=True)
    Clock.tick()


def clipped(root: Widget) -> list[str]:
    """Words that do not fit their box."""
    found = []
    for widget in root.walk():
        if isinstance(widget, Label) and widget.text and widget.width > 1:
            wide, high = widget.texture_size
            if wide > widget.width + 1.5 or high > widget.height + 1.5:
                found.append(f"{widget.text[:50]!r}: {wide}x{high} in {widget.width:.0f}x{widget.height:.0f}")
        if isinstance(widget, Plate) and widget.width > 1:
            for words, x, y, wide, high in widget.pen.written:
                if min(x, y + widget.height) < -1.5 or x + wide > widget.width + 1.5 or y + high > 1.5:
                    found.append(f"{words[:50]!r}: {wide}x{high} at {x:.0f}, {y:.0f} in {widget.size}")
    return found


def visible(widget: Widget) -> tuple[float, float, float, float] | None:
    """The part of a widget that is not scrolled away, in window pixels."""
    x1, y1 = widget.to_window(*widget.pos)
    x2, y2 = x1 + widget.width, y1 + widget.height
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            a1, b1 = parent.to_window(*parent.pos)
            x1, y1 = max(x1, a1), max(y1, b1)
            x2, y2 = min(x2, a1 + parent.width), min(y2, b1 + parent.height)
        parent = parent.parent
    return (x1, y1, x2, y2) if x2 - x1 > 1 and y2 - y1 > 1 else None


def overlapping(taps: list[Target]) -> list[str]:
    """Things to press that lie on each other, and those too small for a finger."""
    from tableside.app.theme import theme

    found = []
    boxes = []
    for widget in taps:
        if getattr(widget, "passive", False) or widget.name == "outside":
            continue
        seen = visible(widget)
        if seen is not None:
            boxes.append((widget.name, *seen))
        if min(widget.width, widget.height) < 48 * theme.u - 0.5:
            found.append(f"{widget.name} is only {widget.width / theme.u:.0f}x{widget.height / theme.u:.0f}")
    for place, (name, x1, y1, x2, y2) in enumerate(boxes):
        for other, a1, b1, a2, b2 in boxes[place + 1 :]:
            if min(x2, a2) - max(x1, a1) > 1 and min(y2, b2) - max(y1, b1) > 1:
                found.append(f"{name} lies on {other}")
    return found
