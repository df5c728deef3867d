"""Colours, type sizes and layout breakpoints from tokens.json and the settings; sizes in pixels."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from kivy.event import EventDispatcher
from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty

TOKENS: dict[str, Any] = json.loads((resources.files("tableside.app") / "tokens.json").read_text(encoding="utf-8"))
SEAT_COLOURS: tuple[str, ...] = tuple(TOKENS["seats"])
STEPS = ("display", "banner", "title", "heading", "body", "label", "small", "cite")
PHONE = {"display": 30, "title": 22, "cite": 13, **TOKENS["type_sp"]["phone"]}
CLASSIC = {
    "red": "#D32F2F",
    "amber": "#FFD600",
    "green": "#2E7D32",
    "sky": "#F5F5F5",
    "blue": "#1565C0",
    "violet": "#8E24AA",
}
"""The colours of common wooden pieces, for tables that prefer them to the palette that is safe for every eye."""

Rgba = tuple[float, float, float, float]


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """A colour as Kivy wants it."""
    code = code.lstrip("#")
    return (int(code[0:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:6], 16) / 255, alpha)


def luminance(colour: Rgba) -> float:
    """How bright a colour is, as WCAG counts it."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgba, other: Rgba) -> float:
    """The WCAG contrast of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def unit(width: float, height: float, density: float) -> float:
    """Pixels per design unit: the screen's own density, or the window's size where the density says nothing."""
    if density != 1:
        return density
    if width >= height:
        return float(min(max(min(width / 1280, height / 800), 0.75), 4))
    return float(max(width / (360 if height / width > 1.7 else 800), 0.75))


class Theme(EventDispatcher):  # type: ignore[misc]
    """Colours by name, sizes in pixels; widgets bind to it, so a change shows at once."""

    bg = ColorProperty()
    surface = ColorProperty()
    sunken = ColorProperty()
    line = ColorProperty()
    edge = ColorProperty()
    ink = ColorProperty()
    ink2 = ColorProperty()
    ok = ColorProperty()
    warn = ColorProperty()
    refuse = ColorProperty()
    primary = ColorProperty()
    paper = ColorProperty()
    disabled = ColorProperty()
    clear = ColorProperty((0, 0, 0, 0))

    u = NumericProperty(1)
    phone = BooleanProperty(False)
    stacked = BooleanProperty(False)
    """Panels under each other instead of side by side."""
    dark = BooleanProperty(False)

    display = NumericProperty(44)
    banner = NumericProperty(34)
    title = NumericProperty(30)
    heading = NumericProperty(24)
    body = NumericProperty(20)
    label = NumericProperty(18)
    small = NumericProperty(16)
    cite = NumericProperty(15)
    margin = NumericProperty(24)

    def __init__(self) -> None:
        super().__init__()
        self.palette = "safe"
        self.text_scale = 1.0
        self.motion = True
        self.width, self.height = 1280.0, 800.0
        self.wear(False)
        self.measure(1280, 800)

    def wear(self, dark: bool, palette: str = "safe") -> None:
        """Put on the light or the dark colours."""
        self.dark = dark
        self.palette = palette
        for name, code in TOKENS["dark" if dark else "light"].items():
            setattr(self, "paper" if name == "on_primary" else name, rgba(code))

    def measure(self, width: float, height: float, text_scale: float | None = None) -> None:
        """Fit every size to the window."""
        self.width, self.height = float(width), float(height)
        if text_scale is not None:
            self.text_scale = text_scale
        u = unit(width, height, Metrics.density)
        self.phone = min(width, height) / u < 600
        self.stacked = width < height
        self.u = u
        self.margin = (12 if self.phone else 24) * u
        sizes = PHONE if self.phone else TOKENS["type_sp"]["tablet"]
        for step in STEPS:
            setattr(self, step, sizes[step] * u * self.text_scale)

    def seat(self, colour: str) -> Rgba:
        """A seat's fill: the paint of its pieces, or that of the palette."""
        _, paint, code = colour.partition("#")
        if paint:
            return rgba(code)
        if self.palette == "classic" and colour in CLASSIC:
            return rgba(CLASSIC[colour])
        return rgba(TOKENS["seats"].get(colour, TOKENS["seats"]["red"])["fill"])

    def on_seat(self, colour: str) -> Rgba:
        """What can be read on a seat's fill."""
        fill = self.seat(colour)
        return max((rgba("#FFFFFF"), rgba("#161B2B")), key=lambda ink: contrast(ink, fill))

    def shape(self, colour: str) -> str:
        """The shape that goes with a seat's colour."""
        return str(TOKENS["seats"].get(colour.partition("#")[0], TOKENS["seats"]["red"])["shape"])

    def seconds(self, motion: str) -> float:
        """How long a movement lasts; nothing moves when less motion is wanted."""
        return TOKENS["motion_ms"][motion] / 1000 if self.motion else 0.0


theme = Theme()
