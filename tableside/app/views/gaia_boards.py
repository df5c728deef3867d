"""Gaia Project: the players' goods and bowls, small in their cards and whole as a side of the picture."""

from __future__ import annotations

from typing import Any

from tableside.app.i18n import counted, say, view_words
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.texture_cache import words_size
from tableside.app.theme import Rgba, contrast, rgba, theme
from tableside.core.moves import text

tell = view_words("gaia_project")
PLANETS = {
    "r": rgba("#3570CC"),
    "d": rgba("#E8C547"),
    "s": rgba("#8A5A3C"),
    "o": rgba("#C93F31"),
    "v": rgba("#E8893A"),
    "t": rgba("#9AA3B5"),
    "i": rgba("#E9F1F7"),
    "g": rgba("#3FA667"),
    "m": rgba("#7A5BB5"),
}
"""By the letters of the map: terra, desert, swamp, oxide, volcanic, titanium, ice, gaia, transdim."""
DARK, LIGHT = rgba("#161B2B"), rgba("#FFFFFF")
GOODS = (("credits", "#E0A93B"), ("ore", "#E9E3D5"), ("knowledge", "#6FA3EC"), ("qic", "#5CC487"))
"""Each has a colour and a shape of its own: a disc, a block, a drop of light, a cube on its corner."""
GAIA_AREA = 4
"""Where the brainstone is while it is in none of the three bowls."""
BOWL, BOWL_EDGE, AREA = rgba("#3B2A5E"), rgba("#9A7BD5"), rgba("#2E7D4F")
ROOMY = 250
"""From this width goods and bowls stand in one row."""
LARGEST, SMALLEST, PHONE, PITCH = 15.0, 9.0, 12.0, 1.9
"""Letters on what lies on a board, and how far its lines are apart."""
HEAD = 42
"""What is above and below these lines."""
GREY = rgba("#5F6673")
Thing = tuple[str, Rgba, Rgba]
"""What is written on a tile or token, its fill and its ink."""
Lines = list[list[tuple[Thing, float]]]
"""Things side by side, each with how wide it is; one that would be wider than the board stands alone in two lines."""
WRAPPED = 1.25
"""How much higher that is, in letters."""
STRIP = 130
"""On a phone they do from this one, close together."""


def faction_fill(play: MoveBuilder, seat: int) -> Rgba:
    """The colour of a player's pieces in the box, that of the home planet; before there is one, the seat's."""
    return theme.seat(play.colours[seat])


def ink_on(fill: Rgba) -> Rgba:
    """What can be read on this colour."""
    return max((LIGHT, DARK), key=lambda ink: contrast(ink, fill))


def facts(pen: Pen, play: MoveBuilder, seat: int, x: float, y: float, w: float) -> None:
    """Credits, ore, knowledge, QIC and the bowls in a player's card: in one row, or in two where it is narrow."""
    player = play.state.players[seat]
    if theme.phone and w >= STRIP:
        each = w / 8
        _goods(pen, player, x, y + 11, each, 11)
        _bowls(pen, player, x + 4 * each, y + 11, each, min(10.5, each * 0.5), 4)
    elif w >= ROOMY:
        _goods(pen, player, x, y + 14, min((w - 138) / len(GOODS), 70), 10)
        _bowls(pen, player, x + w - 136, y + 14, 34, 14, 4)
    else:
        each = w / 4
        size = min(11.0, each * 0.42)
        _goods(pen, player, x, y + 8, each, size)
        _bowls(pen, player, x, y + 34, each, min(13.0, each * 0.46), 4)


def _goods(pen: Pen, player: Any, x: float, y: float, each: float, r: float) -> None:
    for n, (name, colour) in enumerate(GOODS):
        good(pen, name, rgba(colour), x + n * each, y, each, r, getattr(player, name))


def _bowls(pen: Pen, player: Any, x: float, y: float, each: float, r: float, many: int) -> None:
    """The bowls, and the Gaia area after them where there is room."""
    for n, name in enumerate(("bowl1", "bowl2", "bowl3", "area")[:many]):
        fill = BOWL if n < 3 else AREA
        bowl(pen, x + (n + 0.5) * each, y, r, getattr(player, name), player.stone == n + 1, fill)


def good(pen: Pen, name: str, fill: Rgba, x: float, y: float, w: float, r: float, amount: int) -> None:
    """An amount beside its sign, or on it where there is no room beside."""
    beside = w >= 2 * r + 22
    cx = x + r if beside else x + w / 2
    size = r if beside else min(w * 0.48, 12)
    if name == "credits":
        pen.circle(cx, y, size, fill, theme.ink, 1.2)
    elif name == "ore":
        pen.rect(cx - size * 0.9, y - size * 0.85, size * 1.8, size * 1.7, fill, theme.ink, 1.2, 2)
    elif name == "knowledge":
        pen.circle(cx, y, size, fill, theme.ink, 1.2, 6)
    else:
        s = size * 1.15
        pen.polygon((cx, y - s, cx + s, y, cx, y + s, cx - s, y), fill, theme.ink, 1.2)
    if beside:
        pen.text(str(amount), cx + r + 4, y, 17 if r >= 10 else 14, theme.ink, True, "left")
    else:
        pen.text(str(amount), cx, y, min(13, size * 1.2) / theme.text_scale, DARK, True)


def bowl(pen: Pen, x: float, y: float, r: float, amount: int, stone: bool, fill: Rgba = BOWL) -> None:
    """A bowl with its tokens; a ring where the brainstone is."""
    pen.circle(x, y, r, fill, rgba("#FFD54A") if stone else BOWL_EDGE, 3 if stone else 1.5)
    pen.text(counted(amount), x, y, min(15, r * 1.1) / theme.text_scale, LIGHT, True)


def boards(pen: Pen, play: MoveBuilder, left: float, top: float, wide: float, high: float, leafed: int = 0) -> None:
    """The players' boards: Gaia area, Gaiaformers, tiles and tokens; goods and bowls stand in the cards beside.

    On a phone one is seen at a time, and what does not fit on it stands on the next leaf.
    """
    every = len(play.state.players)
    if theme.phone:
        first = play.seat or 0
        order = [(first + n) % every for n in range(every)]
        leaves = [(seat, part) for seat in order for part in _parts(pen, play, seat, wide, high)]
        seat, lines = leaves[leafed % len(leaves)]
        _board(pen, play, seat, left, top, wide, high, lines, PHONE)
        told = f"{leafed % len(leaves) + 1} / {len(leaves)}  \u203a"
        pen.text(told, left + wide - 14, top + 18, 15, theme.ink2, False, "right")
        return
    columns, rows = min(2, every), -(-every // 2)
    each, tall = (wide - 12 * (columns - 1)) / columns, (high - 8 * (rows - 1)) / rows
    for seat in range(every):
        things, size = _things(play, seat), LARGEST
        while _tall(pen, lines := _flow(pen, things, size, each), size) > tall - HEAD and size > SMALLEST:
            size -= 0.5
        at = (left + seat % 2 * (each + 12), top + seat // 2 * (tall + 8))
        _board(pen, play, seat, *at, each, tall, lines, size)


def _parts(pen: Pen, play: MoveBuilder, seat: int, wide: float, high: float) -> list[Lines]:
    """The lines of a board by leaf, at least one."""
    leaves: list[Lines] = [[]]
    for line in _flow(pen, _things(play, seat), PHONE, wide):
        if leaves[-1] and _tall(pen, [*leaves[-1], line], PHONE) > high - HEAD:
            leaves.append([])
        leaves[-1].append(line)
    return leaves


def _board(
    pen: Pen, play: MoveBuilder, seat: int, x: float, y: float, w: float, h: float, lines: Lines, size: float
) -> None:
    player = play.state.players[seat]
    pen.rect(x, y, w, h, theme.surface, theme.line, 1.5, 14)
    fill = faction_fill(play, seat)
    pen.rect(x + 10, y + 6, 24, 24, fill, theme.ink, 1.2, 6)
    pen.text(play.letters[seat], x + 22, y + 18, 14 / theme.text_scale, ink_on(fill), True)
    title = say(text(f"gaia_project.faction.{player.faction}")) if player.faction else play.session.names[seat]
    right = x + w - (76 if theme.phone else 16)
    pen.text(title, x + 42, y + 18, 17, theme.ink, True, "left", width=right - x - 150)
    if not player.faction:
        return
    free = player.formers - player.parked - player.projects.bit_count()
    pen.text(tell("formers", n=free, of=player.formers), right, y + 18, 14, theme.ink, True, "right")
    pen.polygon((right - 52, y + 8, right - 40, y + 28, right - 64, y + 28), fill, theme.ink, 1.2)
    bowl(pen, right - 90, y + 18, 12, player.area, player.stone == GAIA_AREA, AREA)
    line_top = y + 38
    for line in lines:
        at, high = x + 10, _tall(pen, [line], size) - size * (PITCH - 1.6)
        for (words, ground, ink), wide in line:
            pen.rect(at, line_top, wide, high, ground, theme.line, 1.2, 6)
            pen.text(words, at + wide / 2, line_top + high / 2, size, ink, False, width=wide - 8, lines=2)
            at += wide + 6
        line_top += high + size * (PITCH - 1.6)


def _things(play: MoveBuilder, seat: int) -> list[Thing]:
    """What else lies on a board: booster, technology tiles that are not covered, federation tokens by their side."""
    player, game = play.state.players[seat], play.game
    found: list[Thing] = []
    if player.booster:
        found.append((say(game.say_record("boosters", player.booster)), theme.surface, theme.ink))
    shown = [tile for tile in player.techs if tile not in player.covered]
    found += [(say(game.say_record("techs", tile)), theme.sunken, theme.ink) for tile in (*shown, *player.advanced)]
    for token, green in zip(player.tokens, player.green, strict=True):
        found.append((say(game.say_record("tokens", token)), AREA if green else GREY, LIGHT))
    return found


def _tall(pen: Pen, lines: Lines, size: float) -> float:
    """How high these lines are."""
    wrapped = sum(any(_wide(pen, words, size) > wide for (words, _, _), wide in line) for line in lines)
    return size * (PITCH * len(lines) + WRAPPED * wrapped)


def _wide(pen: Pen, words: str, size: float) -> float:
    """What words need in one line, with the room beside them."""
    return float(words_size(words, size * theme.text_scale * pen.u, False)[0] / pen.u + 16)


def _flow(pen: Pen, things: list[Thing], size: float, board: float) -> Lines:
    """The things of a board by lines at this size of letters, each with how wide it is."""
    lines: Lines = []
    left = w = board - 20
    for thing in things:
        wide = min(w, _wide(pen, thing[0], size))
        if left + wide > w:
            lines.append([])
            left = 0.0
        lines[-1].append((thing, wide))
        left += wide + 6
    return lines
