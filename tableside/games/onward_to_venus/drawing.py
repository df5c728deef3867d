"""The table as a picture: planets in a row with their tiles, units in orbit above, landed units and buildings below."""

from __future__ import annotations

from html import escape

from tableside.core.svg import page
from tableside.games.onward_to_venus.state import PLANETS, UNITS, Presence, State
from tableside.games.onward_to_venus.supply import Copy

WIDE = 150
ROW = 20
TOP = 40
FILL = {
    "red": "#d2322a",
    "blue": "#1f5fd0",
    "purple": "#7d3fb0",
    "yellow": "#e6c52e",
    "green": "#2f9e4f",
    "": "#8a8f99",
}
PLANET_FILL = {
    "mercury": "#9a8f86",
    "venus": "#d9a441",
    "earth": "#3b7dd8",
    "moon": "#b9bec7",
    "mars": "#c8502f",
    "ganymede": "#8d7b62",
    "titan": "#d08f3a",
    "kuiper": "#5b6c86",
}
SIGN = {
    "mercury": "☿",
    "venus": "♀",
    "earth": "♁",
    "moon": "☾",
    "mars": "♂",
    "ganymede": "G",
    "titan": "T",
    "kuiper": "K",
}
LETTER = {"infantry": "i", "tank": "t", "cruiser": "c", "factory": "F", "mine": "M"}
TILE = {"factory": "F", "draw": "2", "fortune": "£", "trophy": "★", "mine": "M", "crisis": "!", "tension": "×"}


def draw(copy: Copy, state: State) -> str:
    """The planets from the Sun outwards; a player's line stands at the same height everywhere."""
    lines = ROW * len(state.players)
    middle = TOP + lines + 60
    width, height = WIDE * len(PLANETS) + 20, middle + 90 + lines + 10 + ROW * len(state.players)
    parts = [_text(width / 2, 24, f"{state.period}/3 ◆{state.tokens}", 16)]
    for number, planet in enumerate(PLANETS):
        x = 10 + WIDE * (number + 0.5)
        parts += _planet(copy, state, planet, x, middle)
        for seat, player in enumerate(state.players):
            here = player.on(planet)
            parts += _label(x, TOP + ROW * (seat + 0.7), _orbit(here), FILL[player.colour])
            parts += _label(x, middle + 70 + ROW * (seat + 0.7), _ground(here), FILL[player.colour])
    for seat, player in enumerate(state.players):
        y = middle + 90 + lines + ROW * seat
        mark = "▶" if state.start == seat else ""
        words = (
            f"{seat + 1} {mark} £{player.money} ▯{player.hand} ◆{player.tokens} ★{len(player.kept)} ☄{player.aliens}"
        )
        parts.append(
            f'<rect x="16" y="{y - 11:.0f}" width="14" height="14" fill="{FILL[player.colour]}" stroke="#000000"/>'
        )
        parts.append(f'<text x="38" y="{y:.0f}" fill="#dde3f0" font-size="14">{escape(words)}</text>')
    return page(width, height, parts)


def _text(x: float, y: float, words: str, size: int = 13, fill: str = "#dde3f0") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{fill}" font-size="{size}" text-anchor="middle">{escape(words)}</text>'


def _label(x: float, y: float, words: str, fill: str) -> list[str]:
    if not words:
        return []
    half = 4.5 * len(words) + 4
    box = f'<rect x="{x - half:.0f}" y="{y - 13:.0f}" width="{2 * half:.0f}" height="17" rx="3" fill="{fill}"/>'
    return [box, _text(x, y, words, 13, "#101010" if fill == FILL["yellow"] else "#ffffff")]


def _planet(copy: Copy, state: State, planet: str, x: float, y: float) -> list[str]:
    there = state.planet(planet)
    fill = "#2b2f3a" if there.dead else PLANET_FILL[planet]
    parts = [
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="44" fill="{fill}" stroke="#000000"/>',
        _text(x, y - 20, SIGN[planet] + (" ✝" if there.dead else ""), 20, "#ffffff"),
    ]
    marks = [_tile(copy, tile) for tile in there.tiles] + ["☄"] * there.alien + ["?"] * len(there.traitors)
    for number in range(0, len(marks), 4):
        parts.append(_text(x, y + 6 + 5 * number, " ".join(marks[number : number + 4]), 15, "#ffffff"))
    return parts


def _tile(copy: Copy, tile: str) -> str:
    record = copy.tile(tile)
    if record is None:
        return "?"
    return TILE[record.kind] + (str(record.defence) if record.defence is not None else "")


def _orbit(here: Presence) -> str:
    return " ".join(f"{here.orbit.of(unit)}{LETTER[unit]}" for unit in UNITS if here.orbit.of(unit))


def _ground(here: Presence) -> str:
    built = [f"{amount}{LETTER[what]}" for what, amount in (("factory", here.factory), ("mine", here.mine)) if amount]
    return " ".join(built + [f"{here.surface.of(unit)}{LETTER[unit]}" for unit in UNITS if here.surface.of(unit)])
