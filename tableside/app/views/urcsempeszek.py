"""Űrcsempészek: a column per sector card with its planets, ships, dice and fate; the players share the columns."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from tableside.app.i18n import counted, view_words
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.seating import seat_colours
from tableside.app.theme import rgba, theme
from tableside.app.views.view import View
from tableside.core.arguments import typed

tell = view_words("urcsempeszek")
FACTS_HIGH = 72
COUNT = 3
GOODS = ("red", "blue", "green", "yellow")
FILLS = {
    "red": rgba("#AE1E17"),
    "blue": rgba("#3A55C4"),
    "green": rgba("#1F9D78"),
    "yellow": rgba("#FFC72E"),
    "cruiser": rgba("#8C93A8"),
}
OTHER = rgba("#B9BDC7")
NIGHT, RIM, PAPER = rgba("#20294A"), rgba("#4A5AA0"), rgba("#F6F1E6")


def _letter(good: str) -> str:
    return tell(f"letter.{good}")


def _ink(good: str) -> Any:
    return rgba("#161B2B") if good in ("yellow", "cruiser", "green") else rgba("#FFFFFF")


def _fill(good: str) -> Any:
    return FILLS.get(good, OTHER)


def planet(pen: Pen, colour: str, x: float, y: float, r: float, letters: bool = True) -> None:
    """A planet: a disc in its colour with its letter."""
    pen.circle(x, y, r, _fill(colour), PAPER, max(r / 9, 1))
    if letters and r > 7:
        pen.text("•" if colour == "other" else _letter(colour), x, y, r * 1.05 / theme.text_scale, _ink(colour), True)


def ship(pen: Pen, colour: str, x: float, y: float, r: float, letters: bool = True) -> None:
    """A ship: a hull that points right; a cruiser has a notch and may take any good."""
    tail = (x - r * 0.5, y, x - r, y + r * 0.8) if colour == "cruiser" else (x - r, y + r * 0.8)
    hull = (x - r, y - r * 0.8, x + r * 0.5, y - r * 0.8, x + r, y, x + r * 0.5, y + r * 0.8)
    points = (*hull, tail[-2], tail[-1], *tail[:2]) if colour == "cruiser" else (*hull, *tail)
    pen.polygon(points, _fill(colour), PAPER, 1.4)
    if letters and r > 7:
        words = "?" if colour == "cruiser" else _letter(colour)
        pen.text(words, x - r * 0.1, y, r * 0.95 / theme.text_scale, _ink(colour), True)


def _row(count: int, middle: float, room: float, size: float) -> list[float]:
    """Places for so many things side by side around a middle."""
    step = min(size, room / max(count, 1))
    return [middle + (n - (count - 1) / 2) * step for n in range(count)]


def disc(pen: Pen, record: Any, x: float, y: float, r: float) -> None:
    """A sector card face up: planets above, ships below; a station is a ring."""
    pen.circle(x, y, r, NIGHT, theme.ink, max(r / 50, 1))
    pen.circle(x, y, r * 0.92, None, RIM, 1.2)
    if record is None or record.size is None or record.ships is None:
        pen.text("?", x, y, r * 0.7 / theme.text_scale, PAPER, True)
        return
    step = r * 0.46
    planets = record.colours or ("other",) * record.size
    for px, colour in zip(_row(len(planets), x, r * 1.62, step), planets):
        planet(pen, colour, px, y - r * 0.28, min(r * 0.2, r * 0.74 / max(len(planets), 1)))
    for sx, colour in zip(_row(len(record.ships), x, r * 1.7, step), record.ships):
        ship(pen, colour, sx, y + r * 0.32, min(r * 0.19, r * 0.76 / max(len(record.ships), 1)))
    if record.station:
        pen.circle(x, y - r * 0.66, r * 0.13, None, PAPER, 2.5)
        pen.circle(x, y - r * 0.66, r * 0.05, PAPER)


class GameView(View):
    """The galaxy on the table; a touch of those still to come counts to three for the flip."""

    counted = 0
    """How far the count has come; 0 while nobody counts."""

    def on_touch_up(self, touch: Any) -> bool:
        if super().on_touch_up(touch):
            return True
        if self.waiting("deal") and not self.counted and touch.grab_current is None and self.collide_point(*touch.pos):
            self.count()
            return True
        return False

    def waiting(self, phase: str) -> bool:
        """Whether this is the phase the table is in."""
        return str(self.play.state.phase) == phase

    def count(self, *_: Any) -> None:
        """One further; after three the cards are turned over."""
        self.counted = (self.counted + 1) % (COUNT + 1)
        if self.counted:
            Clock.schedule_once(self.count, 1)
        self.redraw()

    def paint(self, pen: Pen) -> None:
        state = self.play.state
        if self.waiting("refill"):
            self._pool(pen)
        elif not state.cards:
            self._waiting(pen)
        elif theme.phone:
            self._rows(pen)
        else:
            self._columns(pen)

    def _record(self, card: str) -> Any:
        return self.play.game.catalog.find("sectors", card)

    def _planets(self, card: str) -> int | None:
        record = self._record(card)
        return None if record is None else record.size

    def _waiting(self, pen: Pen) -> None:
        state = self.play.state
        pen.rect(0, 0, self.wide, self.high, theme.surface, radius=16)
        x, y, r = self.wide / 2, self.high / 2 - 10, min(self.wide, self.high) * 0.24
        for n in range(3):
            pen.circle(x + (n - 1) * r * 0.18, y - (n - 1) * r * 0.1, r, NIGHT, PAPER, 2)
        pen.text(
            str(self.counted or state.galaxies), x + r * 0.18, y - r * 0.1, r * 0.7 / theme.text_scale, PAPER, True
        )
        key = f"count.{self.counted}" if self.counted else "to_flip" if self.waiting("deal") else "galaxies_left"
        pen.text(tell(key), x, y + r + 30, 16 if theme.phone else 20, theme.ink2, width=self.wide - 30)

    def _pool(self, pen: Pen) -> None:
        """What is there to refill from, and how many galaxies come after."""
        state, size = self.play.state, 32.0 if theme.phone else 46.0
        x, y = self.wide / 2, self.high / 2
        pen.rect(0, 0, self.wide, self.high, theme.surface, radius=16)
        pen.text(tell("pool"), x, y - size * 1.7, 18 if theme.phone else 24, theme.ink, True)
        step = min(size * 2.6, (self.wide - 24) / 5)
        pen.icon("bolt", x - 2 * step - size * 0.4, y, size * 0.9, theme.ink)
        pen.text(str(state.energy), x - 2 * step + size * 0.1, y, size * 0.5, theme.ink, True, "left")
        for n, (good, amount) in enumerate(zip(GOODS, state.goods)):
            left = x + (n - 1) * step - size * 0.9
            pen.rect(left, y - size / 2, size, size, _fill(good), theme.ink, 1.5, size / 5)
            pen.text(_letter(good), left + size / 2, y, size * 0.6 / theme.text_scale, _ink(good), True)
            pen.text(str(amount), left + size * 1.2, y, size * 0.5, theme.ink, True, "left")
        left_over = tell("galaxies_after", n=state.galaxies) if state.galaxies else tell("last_round")
        pen.text(left_over, x, y + size * 1.5, 15 if theme.phone else 18, theme.ink2, width=self.wide - 30)

    def _bids(self, card: str) -> list[tuple[int, int]]:
        """The dice on a card, highest first: seat and value; those being told now are shown already."""
        state = self.play.state
        found = [(bid.seat, bid.value) for bid in state.bids if bid.card == card]
        for on, colour, value in typed(tuple[tuple[str, str, int], ...], self.play.partial.get("dice") or ()):
            seat = state.seat_of(colour)
            if on == card and seat is not None:
                found.append((seat, value))
        return sorted(found, key=lambda die: (-die[1], -state.players[die[0]].speed))

    def _chosen(self, card: str) -> bool:
        return any(pick.slot == "sector" and pick.value == card for pick in self.play.picks)

    def _columns(self, pen: Pen) -> None:
        state = self.play.state
        gap = 16 if len(state.cards) <= 4 else 8
        count = len(state.cards)
        w = min((self.wide - gap * (count - 1)) / count, 280)
        left = (self.wide - count * w - gap * (count - 1)) / 2
        for n, card in enumerate(state.cards):
            self._column(pen, card, n, left + n * (w + gap), w)

    def _column(self, pen: Pen, card: str, place: int, x: float, w: float) -> None:
        play, h = self.play, self.high
        lit = self._chosen(card) or self.offered("sector", card) is True
        pen.rect(x, 0, w, h, theme.surface, theme.ink if lit else theme.line, 3 if self._chosen(card) else 1.5, 14)
        self.target(x, 0, w, h, "sector", card)
        pen.text(f"{place + 1}.", x + 14, 26, 22, theme.ink, True, "left")
        planets = self._planets(card)
        about = tell("planets", n=planets) if planets is not None else tell("unknown")
        pen.text(about, x + w - 14, 26, 16, theme.ink2, anchor="right", width=w - 70)
        r = min(w / 2 - 14, h * 0.19)
        disc(pen, self._record(card), x + w / 2, 52 + r, r)
        top = 52 + 2 * r + 14
        foot = 52.0
        bids = self._bids(card)
        if not bids:
            pen.text(tell("no_dice"), x + w / 2, top + 22, 17, theme.ink2, width=w - 24)
        step = min(46.0, (h - foot - top) / max(len(bids), 1))
        best = [die for die in bids if die[1] == bids[0][1]]
        winner = bids[0][0] if bids else None
        for n, (seat, value) in enumerate(bids):
            y = top + step * (n + 0.5)
            if n == 0:
                pen.rect(x + 10, y - step / 2 + 1, w - 20, step - 2, theme.sunken, radius=8)
                pen.icon("star", x + w - 26, y, 22, theme.ink)
            size = min(34.0, step - 8)
            colour = play.colours[seat]
            pen.mark(colour, play.letters[seat], x + 18 + size / 2, y, size)
            pen.die(value, x + 18 + size * 1.75, y, size, theme.seat(colour), theme.on_seat(colour))
            if len(best) > 1 and n < len(best) and w > 140 and play.state.players[seat].tokens:
                self._speed(pen, play.state.players[seat].speed, x + 18 + size * 2.5, y)
        pen.line((x + 12, h - foot, x + w - 12, h - foot), theme.line, 1)
        sign, words, tone = self._fate(card, winner)
        colour = getattr(theme, tone)
        pen.icon(sign, x + 26, h - foot / 2, 22, colour)
        pen.text(words, x + 44, h - foot / 2, 17, colour, True, "left", width=w - 54)

    @staticmethod
    def _speed(pen: Pen, speed: int, x: float, y: float) -> None:
        pen.rect(x, y - 14, 44, 28, theme.surface, theme.edge, 1.3, 8)
        pen.icon("clock", x + 13, y, 15, theme.ink)
        pen.text(counted(speed), x + 32, y, 15 / theme.text_scale, theme.ink, True)

    def _fate(self, card: str, winner: int | None) -> tuple[str, str, str]:
        """What becomes of a card: sign, words and tone."""
        state = self.play.state
        planets = self._planets(card) or 0
        if str(state.phase) == "bid":
            return "clock", tell("fate.bidding"), "ink2"
        if winner is None:
            return "cross", tell("fate.box"), "ink2"
        if self._chosen(card):
            kind = self.play.partial.kind
            if kind == "pay":
                return "arrow", tell("fate.paying", n=planets), "ink"
            return "warn", tell("fate.losing", n=planets), "warn"
        return "star", tell("fate.won", name=self.play.session.names[winner]), "ink"

    def _rows(self, pen: Pen) -> None:
        state = self.play.state
        h = min(self.high / len(state.cards), 116)
        for n, card in enumerate(state.cards):
            y = n * h
            chosen = self._chosen(card)
            pen.rect(
                0, y + 2, self.wide, h - 5, theme.surface, theme.ink if chosen else theme.line, 3 if chosen else 1.2, 12
            )
            self.target(0, y + 2, self.wide, h - 5, "sector", card)
            r = min(h / 2 - 9, 42)
            disc(pen, self._record(card), 12 + r, y + h / 2, r)
            left = 24 + 2 * r
            pen.text(f"{n + 1}.", left, y + h / 2 - 11, 16, theme.ink, True, "left")
            planets = self._planets(card)
            about = tell("planets", n=planets) if planets is not None else tell("unknown")
            pen.text(about, left, y + h / 2 + 12, 13, theme.ink2, anchor="left", width=84)
            bids = self._bids(card)
            step = min((self.wide - left - 90) / max(len(bids), 1), 42)
            for place, (seat, value) in enumerate(bids):
                x = left + 80 + (place + 0.5) * step
                colour = self.play.colours[seat]
                pen.die(value, x, y + h / 2, min(step - 8, h - 20, 34), theme.seat(colour), theme.on_seat(colour))


def facts(pen: Pen, play: MoveBuilder, seat: int, x: float, y: float, w: float) -> None:
    """Energy, speed token and goods in a player's card."""
    player = play.state.players[seat]
    if theme.phone:
        _facts_in_a_row(pen, player, x, y + 12, w)
        return
    pen.icon("bolt", x + 8, y + 14, 20, theme.ink)
    wide = pen.text(counted(player.energy), x + 22, y + 14, 18, theme.ink, True, "left")
    if w > 120:
        pen.text(tell("energy"), x + 28 + wide, y + 14, 16, theme.ink2, anchor="left", width=w - 80 - wide)
    if player.tokens:
        shown = counted(player.speed)
        pen.rect(x + w - 44, y + 1, 44, 27, theme.surface, theme.edge, 1.3, 8)
        pen.icon("clock", x + w - 32, y + 14, 14, theme.ink)
        pen.text(shown, x + w - 13, y + 14, 15 / theme.text_scale, theme.ink, True)
    step = w / 4
    for n, (good, amount) in enumerate(zip(GOODS, player.goods)):
        gx = x + n * step
        pen.rect(gx, y + 38, 20, 20, _fill(good), theme.ink, 1.3, 4)
        pen.text(_letter(good), gx + 10, y + 48, 12 / theme.text_scale, _ink(good), True)
        pen.text(str(amount), gx + 25, y + 48, 17 if w > 140 else 14, theme.ink, True, "left")


def _facts_in_a_row(pen: Pen, player: Any, x: float, y: float, w: float) -> None:
    """The same side by side, where only one player's are shown."""
    step = w / (6 if player.tokens else 5)
    pen.icon("bolt", x + 8, y, 18, theme.ink)
    pen.text(counted(player.energy), x + 19, y, 16, theme.ink, True, "left")
    for n, (good, amount) in enumerate(zip(GOODS, player.goods), 1):
        pen.rect(x + n * step, y - 10, 20, 20, _fill(good), theme.ink, 1.3, 4)
        pen.text(_letter(good), x + n * step + 10, y, 12 / theme.text_scale, _ink(good), True)
        pen.text(str(amount), x + n * step + 25, y, 16, theme.ink, True, "left")
    if player.tokens:
        pen.icon("clock", x + 5 * step + 8, y, 14, theme.ink)
        pen.text(counted(player.speed), x + 5 * step + 19, y, 15, theme.ink, True, "left")


def miniature(pen: Pen, session: Any, w: float, h: float) -> None:
    """The galaxy on the home screen."""
    table = session.table
    hues = seat_colours(table, session.players)
    cards = table.state.cards
    if not cards:
        for n in range(table.state.layout.cards):
            x = w * (n + 0.5) / table.state.layout.cards
            pen.circle(x, h / 2, min(h * 0.3, w / table.state.layout.cards * 0.42), NIGHT, PAPER, 2)
        return
    each = w / len(cards)
    r = min(each * 0.42, h * 0.3)
    for n, card in enumerate(cards):
        x = each * (n + 0.5)
        disc(pen, table.game.catalog.find("sectors", card), x, h * 0.4, r)
        bids = [bid for bid in table.state.bids if bid.card == card]
        for bx, bid in zip(_row(len(bids), x, each - 10, 38), bids):
            pen.die(
                bid.value,
                bx,
                h * 0.85,
                min(30, each / max(len(bids), 1) - 4),
                theme.seat(hues[bid.seat]),
                theme.on_seat(hues[bid.seat]),
                PAPER,
            )
