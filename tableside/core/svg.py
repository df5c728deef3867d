"""A picture as SVG text."""

from __future__ import annotations

from collections.abc import Iterable


def page(width: float, height: float, parts: Iterable[str]) -> str:
    """The parts on a dark ground, in pixels."""
    size = f'width="{width:.0f}" height="{height:.0f}"'
    box = f'viewBox="0 0 {width:.0f} {height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} {size} font-family="sans-serif">'
    return "\n".join([head, f'<rect x="0" y="0" {size} fill="#10131c"/>', *parts, "</svg>", ""])
