"""Plots as small SVG files of our own: how something grows, and bars; no library, the same file every time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDE, HIGH = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 190, 34, 44
NAMES = 210
"""Room for the names of bars."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6a4c93", "#444444")
"""Told apart by everybody; each line has its name at its end as well."""


def growth(title: str, across: str, series: Mapping[str, Sequence[tuple[float, float]]], unit: str = "ms") -> str:
    """Lines over sizes, both axes by powers of ten."""
    points = [point for line in series.values() for point in line if point[1] > 0]
    x0, x1 = _powers([x for x, _ in points])
    y0, y1 = _powers([y for _, y in points])

    def at(x: float, y: float) -> tuple[float, float]:
        wide, high = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM
        across = (math.log10(x) - x0) / (x1 - x0)
        up = (math.log10(max(y, 10**y0)) - y0) / (y1 - y0)
        return LEFT + wide * across, HIGH - BOTTOM - high * up

    parts = [_words(LEFT, 20, f"{title}, {unit}", "start", 15, "bold")]
    for power in range(x0, x1 + 1):
        x, bottom = at(10**power, 10**y0)
        parts += [_line(x, TOP, x, bottom, "#ddd"), _words(x, bottom + 18, f"{10**power:,}", "middle")]
    for power in range(y0, y1 + 1):
        _, y = at(10**x0, 10**power)
        parts += [_line(LEFT, y, WIDE - RIGHT, y, "#ddd"), _words(LEFT - 8, y + 4, f"{10.0**power:g}", "end")]
    parts.append(_words((LEFT + WIDE - RIGHT) / 2, HIGH - 8, across, "middle"))
    ends: list[float] = []
    order = sorted(series.items(), key=lambda item: -item[1][-1][1])
    for number, (name, line) in enumerate(order):
        colour = COLOURS[number % len(COLOURS)]
        placed = [at(x, y) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in placed]
        y = max([placed[-1][1], *(end + 16 for end in ends[-1:])])
        ends.append(y)
        parts.append(_words(placed[-1][0] + 10, y + 4, f"{name}: {_short(line[-1][1])}", "start", 12, colour=colour))
    return _svg(parts)


def bars(title: str, values: Mapping[str, float], unit: str = "") -> str:
    """One bar for each, with its value."""
    most = max([*values.values(), 1e-9])
    parts = [_words(16, 20, title, "start", 15, "bold")]
    for number, (name, value) in enumerate(values.items()):
        y = TOP + 10 + number * 30
        long = max(1, (WIDE - NAMES - 90) * value / most)
        parts.append(_words(NAMES - 10, y + 14, name, "end"))
        parts.append(f'<rect x="{NAMES}" y="{y}" width="{long:.1f}" height="20" fill="{COLOURS[0]}"/>')
        parts.append(_words(NAMES + 8 + long, y + 14, f"{_short(value)}{unit}", "start"))
    return _svg(parts, TOP + 24 + 30 * len(values))


def _powers(values: Sequence[float]) -> tuple[int, int]:
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _words(
    x: float, y: float, words: str, anchor: str, size: int = 12, weight: str = "normal", colour: str = "#222"
) -> str:
    style = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'


def _svg(parts: Sequence[str], high: float = HIGH) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:.0f}" font-family="sans-serif">'
    return "\n".join([head, f'<rect width="{WIDE}" height="{high:.0f}" fill="#fff"/>', *parts, "</svg>"]) + "\n"
