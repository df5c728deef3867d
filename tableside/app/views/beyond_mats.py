"""The faction mats of Beyond the Sun: discs on the tracks, supply by column, ore, people and automation."""

from __future__ import annotations

from typing import Any

from tableside.app.i18n import say, view_words
from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme

tell = view_words("beyond_the_sun")
ORE, FOOD, STAR = rgba("#8E8577"), rgba("#1F9D78"), rgba("#FFC72E")
DISCS = {"food": FOOD, "ore": ORE, "star": STAR}
TRACK, AUTOMATION = 8, 7


def mats(view: Any, pen: Pen, top: float) -> None:
    """Every mat at once, or on a phone one after the other."""
    play = view.play
    seats = list(range(len(play.state.players)))
    if theme.phone:
        first = play.seat if play.seat is not None else 0
        seat = seats[(first + view.leafed) % len(seats)]
        mat(view, pen, seat, 0, top, view.wide, view.high - top)
        return
    rows = 1 if len(seats) < 3 else 2
    columns = -(-len(seats) // rows)
    gap = 12.0
    w, h = (view.wide - gap * (columns - 1)) / columns, (view.high - top - gap * (rows - 1)) / rows
    for place, seat in enumerate(seats):
        mat(view, pen, seat, (place % columns) * (w + gap), top + (place // columns) * (h + gap), w, h)


def mat(view: Any, pen: Pen, seat: int, x: float, y: float, w: float, h: float) -> None:
    """One faction's mat."""
    play = view.play
    player = play.state.players[seat]
    record = play.game.facts.mat(player.mat) if player.mat else None
    mine = seat == play.seat
    pen.rect(x, y, w, h, theme.surface, theme.ink if mine else theme.line, 3 if mine else 1.5, 14)
    small = theme.phone
    size = 26 if small else 34
    pen.mark(play.colours[seat], play.letters[seat], x + 14 + size / 2, y + 12 + size / 2, size)
    name = play.session.names[seat]
    title = f"{name} · {say(play.game.say_record('mats', player.mat))}" if player.mat else name
    brief = tell("mat.brief", n=len(player.colonies))
    middle = y + 12 + size / 2
    wide = 0.0 if small else pen.text(brief, x + w - 14, middle, 14, theme.ink2, anchor="right", width=w * 0.4)
    pen.text(title, x + 24 + size, middle, 15 if small else 19, theme.ink, True, "left", width=w - size - 50 - wide)
    top = y + size + (16 if small else 22)
    row = (y + h - top - 8) / 4
    label = w * 0.3
    letter = 12 if small else 16
    left, room = x + 14 + label, w - label - 28

    def named(n: int, key: str) -> float:
        middle = top + row * (n + 0.5)
        pen.text(tell(f"mat.{key}"), x + 14, middle, letter, theme.ink2, anchor="left", width=label - 8, lines=2)
        return middle

    r = min(row * 0.3, room / TRACK * 0.36, 11.0)
    for n, (key, count) in enumerate((("food", player.food), ("ore", player.ore_discs))):
        middle = named(n, key)
        for disc in range(TRACK):
            cx = left + room * (disc + 0.5) / TRACK
            there = disc < count
            pen.circle(cx, middle, r, DISCS[key] if there else theme.sunken, theme.ink if there else theme.line, 1.4)
    middle = named(2, "supply")
    full = (record.columns if record is not None else None) or tuple(player.supply)
    for n, most in enumerate(full):
        cx = left + room * (n + 0.5) / max(len(full), 1)
        have = player.supply[n] if n < len(player.supply) else 0
        if len(full) == 1:
            pen.text(str(have), cx, middle, letter, theme.ink, have > 0)
            continue
        pen.text(chr(ord("A") + n), cx, middle - row * 0.26, letter * 0.85, theme.ink2)
        pen.text(f"{have}/{most}", cx, middle + row * 0.18, letter, theme.ink, have > 0)
    middle = named(3, "automation")
    printed = (record.automation if record is not None else None) or (0,) * AUTOMATION
    for n, points in enumerate(printed):
        cx = left + room * (n + 0.5) / AUTOMATION
        laid = player.automation[n] if n < len(player.automation) else ""
        fill = DISCS.get(laid, theme.sunken)
        pen.circle(cx, middle, r * 1.15, fill, theme.ink if laid else theme.line, 1.4)
        if points and not laid:
            pen.text(str(points), cx, middle, r * 1.2 / theme.text_scale, theme.ink2)
