"""The map as a picture: hexes, planets, structures, satellites and federations, as SVG text."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from tableside.core.svg import page
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.records import FACTIONS
from tableside.games.gaia_project.state import Player, State, planet_at, structure_at

SIZE = 26.0
PLANET_FILL = {
    "r": "#3b7dd8",
    "o": "#c8382f",
    "v": "#e8862c",
    "d": "#e6c52e",
    "s": "#7d5a3c",
    "t": "#8e949c",
    "i": "#eef3f8",
    "g": "#3fae57",
    "m": "#8a4fb5",
    "l": "#4fd0c8",
}
PLANET_LETTER = {"r": "T", "o": "O", "v": "V", "d": "D", "s": "S", "t": "Ti", "i": "I", "g": "G", "m": "TD", "l": "L"}
COLOUR = {
    "blue": "#1f5fd0",
    "yellow": "#f0cf1e",
    "brown": "#6f4a2c",
    "red": "#d2322a",
    "orange": "#f08a24",
    "gray": "#7b8189",
    "white": "#ffffff",
}
SPACE = ("#1b2133", "#222a40", "#2a3047")
"""Neighbouring sectors in slightly different darkness."""
SHORT = {"m": "M", "ts": "TS", "lab": "RL", "PI": "PI", "ac1": "AC", "ac2": "AC", "guest": "M", "lost": "M"}


def draw(state: State) -> str:
    """The map of a game in progress."""
    if not state.places:
        return page(200, 60, ['<text x="20" y="36" fill="#dddddd">–</text>'])
    board = state.map
    spots = {name: (SIZE * 1.5 * q, SIZE * math.sqrt(3) * (r + q / 2)) for name, (q, r) in board.at.items()}
    left = min(x for x, _ in spots.values()) - 2 * SIZE
    top = min(y for _, y in spots.values()) - 2 * SIZE
    width = max(x for x, _ in spots.values()) + 2 * SIZE - left
    height = max(y for _, y in spots.values()) + 2 * SIZE - top
    parts: list[str] = []
    for name, (x, y) in spots.items():
        parts.extend(_hex(state, name, x - left, y - top))
    for seat, player in enumerate(state.players):
        parts.extend(_pieces(state, seat, player, spots, left, top))
    parts.extend(_legend(state, height))
    return page(width, height + 30 + 22 * len(state.players), parts)


def _outline(x: float, y: float, size: float) -> str:
    corners = ((x + size * math.cos(math.pi / 3 * n), y + size * math.sin(math.pi / 3 * n)) for n in range(6))
    return " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in corners)


def _hex(state: State, name: str, x: float, y: float) -> list[str]:
    number = state.map.number[name]
    planet = planet_at(state, number)
    sector = int(name[: 2 if name.startswith("10") else 1])
    parts = [
        f'<polygon points="{_outline(x, y, SIZE)}" fill="{SPACE[sector % 3]}" '
        f'stroke="#3a435c" stroke-width="1"><title>{escape(name)}</title></polygon>'
    ]
    if planet != "e":
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIZE * 0.68:.1f}" fill="{PLANET_FILL[planet]}" stroke="#000000"/>'
        )
        if not any(player.land >> number & 1 for player in state.players):
            ink = "#000000" if planet in "dig" else "#ffffff"
            parts.append(_label(x, y + 4, PLANET_LETTER[planet], ink, 12))
    parts.append(_label(x, y + SIZE * 0.8, name, "#7f8aa6", 7))
    return parts


def _label(x: float, y: float, words: str, fill: str, size: int) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" font-size="{size}" text-anchor="middle">{escape(words)}</text>'


def _colour(player: Player) -> str:
    return COLOUR[FACTIONS[player.faction].colour] if player.faction else "#999999"


def _ink(player: Player) -> str:
    dark = player.faction and FACTIONS[player.faction].colour in ("white", "yellow", "orange")
    return "#000000" if dark else "#ffffff"


def _pieces(
    state: State, seat: int, player: Player, spots: dict[str, tuple[float, float]], left: float, top: float
) -> list[str]:
    board, parts, fill, ink = state.map, [], _colour(player), _ink(player)
    for hex in bits(player.federated):
        x, y = spots[board.name[hex]]
        size = SIZE * (0.95 - 0.07 * seat)
        parts.append(
            f'<polygon points="{_outline(x - left, y - top, size)}" fill="none" stroke="{fill}" '
            'stroke-width="2" stroke-dasharray="5 3"/>'
        )
    for hex in bits(player.satellites):
        x, y = spots[board.name[hex]]
        cx, cy = x - left + (seat % 2 * 2 - 1) * 7, y - top + (seat // 2 * 2 - 1) * 7
        parts.append(f'<rect x="{cx - 4:.1f}" y="{cy - 4:.1f}" width="8" height="8" fill="{fill}" stroke="#000000"/>')
    for hex in bits(player.outposts):
        x, y = spots[board.name[hex]]
        parts.append(_badge(x - left, y - top, "St", fill, ink, 9))
    for hex in bits(player.projects):
        x, y = spots[board.name[hex]]
        parts.append(_badge(x - left, y - top, "GF", fill, ink, 9))
    for hex in bits(player.land):
        x, y = spots[board.name[hex]]
        piece = structure_at(player, 1 << hex)
        down = 9 if piece == "guest" else 0
        parts.append(_badge(x - left + down, y - top + down, SHORT[piece], fill, ink, 8 if down else 12))
    return parts


def _badge(x: float, y: float, words: str, fill: str, ink: str, size: int) -> str:
    half = size * 0.95
    return (
        f'<rect x="{x - half:.1f}" y="{y - size * 0.75:.1f}" width="{half * 2:.1f}" height="{size * 1.5:.1f}" rx="3" '
        f'fill="{fill}" stroke="#000000"/>' + _label(x, y + size * 0.38, words, ink, size)
    )


def _legend(state: State, top: float) -> list[str]:
    parts = []
    for seat, player in enumerate(state.players):
        y = top + 20 + 22 * seat
        parts.append(
            f'<rect x="20" y="{y - 11:.1f}" width="14" height="14" fill="{_colour(player)}" stroke="#000000"/>'
        )
        words = f"{seat + 1}. {player.faction or '–'}: {player.vp + player.bonus}"
        parts.append(f'<text x="42" y="{y:.1f}" fill="#dde3f0" font-size="14">{escape(words)}</text>')
    return parts
