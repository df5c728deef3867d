"""The pieces every screen is made of."""

from pathlib import Path

from kivy.lang import Builder

from tableside.app.widgets.base import Col, Drawing, Icon, Line, Mark, Panel, Row, Scroll, Tap, Target, Upright, Words
from tableside.app.widgets.controls import (
    Abreast,
    Chip,
    IconButton,
    Pill,
    Segments,
    Stepper,
    Switcher,
    TextButton,
    Typing,
)
from tableside.app.widgets.frame import Bar, Header, Page, Sheet, Toast
from tableside.app.widgets.plates import Tile

__all__ = [
    "Abreast",
    "Bar",
    "Chip",
    "Col",
    "Drawing",
    "Header",
    "Icon",
    "IconButton",
    "Line",
    "Mark",
    "Page",
    "Panel",
    "Pill",
    "Row",
    "Scroll",
    "Segments",
    "Sheet",
    "Stepper",
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
