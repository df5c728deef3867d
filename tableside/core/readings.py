"""What the camera saw: places with ranked alternatives, never a lone label."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import atan2, degrees, dist

from tableside.core.moves import Text

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Four corners in photo pixels, clockwise from the thing's own top left."""
Box = tuple[float, float, float, float]
"""x, y, width, height in photo pixels."""


class Verdict(StrEnum):
    """How far the reading can be trusted: one tap, a choice, or entry by hand."""

    CLEAR = "clear"
    CLOSE = "close"
    NONE = "none"


class DieKind(StrEnum):
    """What is printed on a die."""

    PIPS = "pips"
    DIGITS = "digits"
    CUSTOM = "custom"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing it may be, with its probability."""

    value: int | str
    p: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What the player can do for a better photo, and where in it."""

    text: Text
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: where it lies, what colour it is, and what it may show, best first."""

    box: Box
    quad: Quad
    kind: DieKind
    colour: str
    alternatives: tuple[Alternative, ...]
    colours: tuple[Alternative, ...] = ()
    card: int | None = None
    """Index of the card reading it lies on."""

    @property
    def value(self) -> int | str | None:
        return self.alternatives[0].value if self.alternatives else None

    @property
    def centre(self) -> Point:
        return _centre(self.quad)

    @property
    def turned(self) -> tuple[float, float, float, float, float]:
        """The rotated box of the top face: centre, width, height, and degrees clockwise from upright."""
        a, b, c, d = self.quad
        width, height = (dist(a, b) + dist(d, c)) / 2, (dist(b, c) + dist(a, d)) / 2
        angle = degrees(atan2(b[1] - a[1] + c[1] - d[1], b[0] - a[0] + c[0] - d[0]))
        return (*self.centre, width, height, angle)


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card, tile or token: where it lies, how it is turned, which it may be, best first (none: unknown)."""

    quad: Quad
    shape: str
    """rect, round, hex or square."""
    turn: int
    """0, 90, 180 or 270: the nearest quarter turn clockwise from upright in the photo."""
    angle: float
    face: str
    """up, down (a back was recognised) or unknown."""
    alternatives: tuple[Alternative, ...]
    covered: float = 0.0
    """Share of the card that something hides."""
    maybe: tuple[Alternative, ...] = ()
    """Which it looks like, best first, where it has no name: it may be a twin that nobody taught, so it is asked."""

    @property
    def id(self) -> str | None:
        return str(self.alternatives[0].value) if self.alternatives else None

    @property
    def centre(self) -> Point:
        return _centre(self.quad)


@dataclass(frozen=True, slots=True)
class Readings:
    """Everything read in one photo."""

    verdict: Verdict
    size: tuple[int, int]
    """Width and height of the photo."""
    dice: tuple[DieReading, ...] = ()
    cards: tuple[CardReading, ...] = ()
    advice: tuple[Advice, ...] = ()
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Expect:
    """What can be on the table by the rules; every part is optional and the reader only weighs with it."""

    counts: tuple[int, ...] = ()
    """How many dice there may be."""
    values: tuple[int | str, ...] = ()
    colours: tuple[str, ...] = ()
    """The body colours in play, by name."""
    multisets: tuple[tuple[int | str, ...], ...] = ()
    """The whole results that would be legal, when they are few."""
    cards: Mapping[str, float] = field(default_factory=dict)
    """Card ids that can be here now, with how much more likely each is (1.0: as likely as any)."""
    pieces: tuple[str, ...] = ()
    """Those of the cards that are small pieces: several of one kind, on cards as well as beside them."""
    things: bool = False
    """Cards and tiles are only counted, whatever they look like."""


def _centre(quad: Quad) -> Point:
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)
