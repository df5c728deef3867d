"""Widgets shared by the screens."""

from pathlib import Path

from kivy.lang import Builder

from tableside.app.widgets.base import (
    Col,
    Drawing,
    Hairline,
    Icon,
    Mark,
    Panel,
    Row,
    Scroll,
    Tap,
    Target,
    Upright,
    Words,
)
from tableside.app.widgets.controls import (
    Abreast,
    Chip,
    IconButton,
    Pill,
    Segments,
    Stepper,
    Swatch,
    Switcher,
    TextButton,
    Typing,
)
from tableside.app.widgets.light_buttons import Tile
from tableside.app.widgets.page import Bar, Header, Page, Sheet, Toast

__all__ = [
    "Abreast",
    "Bar",
    "Chip",
    "Col",
    "Drawing",
    "Hairline",
    "Header",
    "Icon",
    "IconButton",
    "Mark",
    "Page",
    "Panel",
    "Pill",
    "Row",
    "Scroll",
    "Segments",
    "Sheet",
    "Stepper",
    "Swatch",
    "Switcher",
    "Tap",
    "Target",
    "TextButton",
    "Tile",
    "Toast",
    "Typing",
    "Upright",
    "Words",
]

Builder.load_file(str(Path(__file__).with_name("widgets.kv")))
