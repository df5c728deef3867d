"""Gaia Project: the players' goods and bowls, small in their cards and whole as a side of the picture."""

from __future__ import annotations

from typing import Any

from tableside.app.i18n import counted, say
from tableside.app.move_builder import Play
from tableside.app.painter import Pen
from tableside.app.theme import Rgba, contrast, rgba, theme
from tableside.core.moves import text

NAMES = {
    "r": "terra",
    "d": "desert",
    "s": "swamp",
    "o": "oxide",
    "v": "volcanic",
    "t": "titanium",
    "i": "ice",
    "g": "gaia",
    "m": "transdim",
}
DARK, LIGHT = rgba("#161B2B"), rgba("#FFFFFF")
GOODS = (("credits", "#E0A93B"), ("ore", "#E9E3D5"), ("knowledge", "#6FA3EC"), ("qic", "#5CC487"))
"""Each has a colour and a shape of its own: a disc, a block, a drop of light, a cube on its corner."""
BOWL, BOWL_EDGE, AREA = rgba("#3B2A5E"), rgba("#9A7BD5"), rgba("#2E7D4F")
ROOMY = 250
"""From this width goods and bowls stand in one row."""
STRIP = 130
"""On a phone they do from this one, close together."""


def faction_fill(play: Play, seat: int) -> Rgba:
    """The colour of a player's pieces in the box, that of the home planet; before there is one, the seat's."""
    return theme.seat(play.colours[seat])


def ink_on(fill: Rgba) -> Rgba:
    """What can be read on this colour."""
    return max((LIGHT, DARK), key=lambda ink: contrast(ink, fill))


def facts(pen: Pen, play: Play, seat: int, x: float, y: float, w: float) -> None:
    """Credits, ore, knowledge, QIC and the three bowls in a player's card: in one row, or in two where it is narrow."""
    player = play.state.players[seat]
    if theme.phone and w >= STRIP:
        each = w / 7
        _goods(pen, player, x, y + 11, each, 11)
        _bowls(pen, player, x + 4 * each, y + 11, each, 10.5, 3)
    elif w >= ROOMY:
        _goods(pen, player, x, y + 14, min((w - 104) / len(GOODS), 70), 10)
        _bowls(pen, player, x + w - 102, y + 14, 34, 14, 3)
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


def boards(pen: Pen, play: Play, left: float, top: float, wide: float, high: float, leafed: int = 0) -> None:
    """The players' boards: goods, bowls, Gaia area, Gaiaformers, tiles and tokens; on a phone one at a time."""
    every = len(play.state.players)
    seats = list(range(every))
    if theme.phone:
        seats = [((play.seat or 0) + leafed) % every]
    columns = min(2, len(seats))
    rows = -(-len(seats) // columns)
    each, tall = (wide - 12 * (columns - 1)) / columns, (high - 8 * (rows - 1)) / rows
    for n, seat in enumerate(seats):
        _board(pen, play, seat, left + (n % columns) * (each + 12), top + (n // columns) * (tall + 8), each, tall)
    if theme.phone:
        pen.text(f"{seats[0] + 1} / {every}  \u203a", left + wide - 14, top + 18, 15, theme.ink2, False, "right")


def _board(pen: Pen, play: Play, seat: int, x: float, y: float, w: float, h: float) -> None:
    player = play.state.players[seat]
    pen.rect(x, y, w, h, theme.surface, theme.line, 1.5, 14)
    fill = faction_fill(play, seat)
    pen.rect(x + 10, y + 6, 24, 24, fill, theme.ink, 1.2, 6)
    pen.text(play.letters[seat], x + 22, y + 18, 14 / theme.text_scale, ink_on(fill), True)
    title = say(text(f"gaia_project.faction.{player.faction}")) if player.faction else play.session.names[seat]
    pen.text(title, x + 42, y + 18, 17, theme.ink, True, "left", width=w - 52)
    if not player.faction:
        return
    _goods(pen, player, x + 12, y + 45, min((w - 24) / len(GOODS), 76), 10)
    each = min((w - 24) / 6, 46)
    _bowls(pen, player, x + 8, y + 74, each, 13, 4)
    cx, free = x + 22 + 4 * each, player.formers - player.parked - player.projects.bit_count()
    pen.polygon((cx, y + 62, cx + 14, y + 84, cx - 14, y + 84), fill, theme.ink, 1.2)
    pen.text(say("gaia.formers", n=free, of=player.formers), cx + 20, y + 74, 15, theme.ink, True, "left")
    told = _lines(play, seat)
    room = h - 92
    pitch = min(room / max(len(told), 1), 44.0)
    size = min(15.0, pitch * 0.62)
    for n, words in enumerate(told):
        lines = max(1, int(pitch / (size * 1.32)))
        pen.text(words, x + 12, y + 92 + pitch * (n + 0.5), size, theme.ink, False, "left", w - 24, lines)


def _lines(play: Play, seat: int) -> list[str]:
    """What else lies on a board, in words: booster, technology tiles, federation tokens by side."""
    player, game = play.state.players[seat], play.game

    def named(table: str, ids: Any) -> str:
        return ", ".join(say(game.say_record(table, id)) for id in ids)

    lines = [named("boosters", [player.booster])] if player.booster else []
    shown = [tile for tile in player.techs if tile not in player.covered]
    if shown or player.advanced:
        lines.append(named("techs", [*shown, *player.advanced]))
    for green, key in ((True, "gaia.green"), (False, "gaia.grey")):
        tokens = [token for token, side in zip(player.tokens, player.green) if side == green]
        if tokens:
            lines.append(say(key, tokens=named("tokens", tokens)))
    return lines
