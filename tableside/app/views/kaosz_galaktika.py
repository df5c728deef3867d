"""Káosz Galaktika: every player's surface, canteen and hangar as shelves, the fight between them, and the stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from tableside.app.i18n import counted, say, say_or, view_words
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.views.view import View
from tableside.core.moves import Plain, text
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.game import KaoszGalaktika
from tableside.games.kaosz_galaktika.stack_view import Duel, Row, duels, stack_rows
from tableside.games.kaosz_galaktika.state import Turn
from tableside.games.kaosz_galaktika.words import piece as words_of

tell = view_words("kaosz_galaktika")
CARDS = {
    "ship": rgba("#3E6FB0"),
    "crew": rgba("#8A5CB8"),
    "base": rgba("#3F8F6B"),
    "weapon": rgba("#B0673A"),
    "face_down": rgba("#2A3350"),
}
FACTS_HIGH = 36
PAPER, NIGHT = rgba("#F6F1E6"), rgba("#161B2B")
SLOTS = ("piece", "ship", "crew", "base", "by", "target", "on")
ZONES = (("base", "surface"), ("crew", "canteen"), ("ship", "hangar"))


SHARES, LEAST = (0.4, 0.24, 0.36), 0.21
"""Of the width: that of each zone while nothing lies there, and the least of one."""
HEAD, LEGIBLE = 30.0, 46.0
"""The height of a player's line of numbers, and how wide a card must be for words under it."""
ROOM, PHONE_ROOM = 120.0, 88.0
"""So high a half must be for its cards; where not all have it, two halves or one are laid open."""
NARROW = 28.0
"""So small a card still is where many share a row."""


class GameView(View):
    """The opponent above, the own half below, the stack between."""

    names_players = True
    rival: int | None = None
    """Whose half is laid open beside the own one, where there is no room for all: a tap on a line chooses."""

    def __init__(self, play: MoveBuilder, chosen: Callable[[str, Plain], Any], **more: Any) -> None:
        super().__init__(play, chosen, **more)
        self.lines: list[tuple[int, float]] = []
        """The seats of which only the line is shown, with its top."""

    def paint(self, pen: Pen) -> None:
        state = self.play.shown
        self.lines = []
        seats = [seat for seat in range(len(state.players)) if seat != self.play.seat]
        own = self.play.seat if self.play.seat is not None else None
        order = [*seats, own] if own is not None else seats
        strip = 64.0 if state.declared or state.combat is not None else 0.0
        high = (self.high - strip - 6 * len(order)) / len(order)
        opened = order
        for fewer in (order, [order[-1], self._facing(order)], [order[-1] if self.rival is None else self.rival]):
            if high < (PHONE_ROOM if theme.phone else ROOM):
                opened = list(dict.fromkeys(fewer))
                shut = (HEAD + 6) * (len(order) - len(opened))
                high = (self.high - strip - shut - 6 * len(opened)) / len(opened)
        y = 0.0
        for seat in order:
            if seat == order[-1] and strip:
                self._between(pen, y, strip - 6)
                y += strip
            if seat in opened:
                self._half(pen, seat, y, high)
                y += high + 6
            else:
                self._line(pen, seat, y)
                self.lines.append((seat, y))
                y += HEAD + 6

    def _facing(self, order: list[int]) -> int:
        """Whose half matters now: whom somebody chose, who fights, or the first of the others."""
        combat = self.play.shown.combat
        fighting = (combat.attacker, combat.defender) if combat is not None else ()
        wanted = [seat for seat in (self.rival, *fighting) if seat in order[:-1]]
        return next((seat for seat in wanted if seat is not None), order[0])

    def on_touch_up(self, touch: Any) -> bool:
        x, y = (touch.x - self.x) / theme.u, (self.top - touch.y) / theme.u
        for seat, top in self.lines if self.collide_point(*touch.pos) and touch.grab_current is None else ():
            if 0 <= x <= self.wide and top <= y <= top + HEAD:
                self.rival = seat
                self.redraw()
                return True
        return super().on_touch_up(touch)

    def _half(self, pen: Pen, seat: int, top: float, high: float) -> None:
        self._line(pen, seat, top)
        gap, room = 8.0, high - HEAD - 4
        held = [self._pieces(seat, role) for role, _ in ZONES]
        count = sum(map(len, held))
        x = 0.0
        for (_, zone), lying, share in zip(ZONES, held, SHARES):
            # Each has a part of the width, and more where more lies in it: names want room.
            w = (self.wide - 2 * gap) * (share if not count else LEAST + (1 - 3 * LEAST) * len(lying) / count)
            self._zone(pen, lying, zone, x, top + HEAD, w, room)
            x += w + gap

    def _pieces(self, seat: int, role: str) -> list[Any]:
        """What a player has in a zone, by the role of what lies there."""
        roles = {role, "weapon"} if role == "ship" else {role}
        every = self.play.shown.pieces
        return [one for one in every if one.controller == seat and one.on is None and str(one.role) in roles]

    def _line(self, pen: Pen, seat: int, top: float) -> None:
        """A player's mark, name and numbers."""
        play, head = self.play, HEAD
        player = play.shown.players[seat]
        pen.mark(play.colours[seat], play.letters[seat], 16, top + head / 2, 26)
        named = self.wide * 0.24 - 44
        name = play.session.names[seat]
        pen.text(name, 36, top + head / 2, 15 if theme.phone else 18, theme.ink, True, "left", width=named)
        facts_ = (
            ("colony", player.colony),
            ("hand", player.hand),
            ("trash", len(player.trash)),
            ("ruin", len(player.ruin)),
            ("credits", player.credits),
        )
        step = self.wide * 0.76 / len(facts_)
        for n, (key, amount) in enumerate(facts_):
            x = self.wide * 0.24 + n * step
            words = tell(key)
            if theme.phone:
                # The word stands under its number: side by side they would cover each other.
                pen.text(counted(amount), x + step / 2, top + 8, 14, theme.ink, True, width=step - 4)
                pen.text(words, x + step / 2, top + 22, 10, theme.ink2, width=step - 4)
                continue
            wide = pen.text(words, x, top + head / 2, 15, theme.ink2, anchor="left", width=step - 30)
            pen.text(counted(amount), x + wide + 5, top + head / 2, 17, theme.ink, True, "left")

    def _zone(self, pen: Pen, lying: list[Any], zone: str, x: float, y: float, w: float, h: float) -> None:
        pen.rect(x, y, w, h, theme.surface, theme.line, 1.2, 12)
        phone = theme.phone
        title, lower = (11, 18.0) if phone else (15, 26.0)
        pen.text(tell(zone), x + 12, y + lower / 2 + 1, title, theme.ink2, True, "left", width=w - 20)
        if not lying:
            return
        room = h - 30
        size = min(h - lower - 14 if phone else room * 0.62, 66.0)
        step = min(64.0 if phone else size * 1.35, (w - 12) / len(lying))
        size = min(size, max(step, NARROW))
        for n, piece in enumerate(lying):
            cx = x + 8 + step * (n + 0.5)
            self._card(pen, piece, cx, y + lower + size / 2, size)
            name, about = self._words(piece)
            if not phone and step >= LEGIBLE:
                pen.text(name, cx, y + lower + size + 10, 14, theme.ink, True, width=step - 4)
            elif phone and piece.card is not None and len(name) * 5 < step:
                # A back needs no name, and one that finds no room would cover its neighbour.
                pen.text(name, cx, y + lower + size + 7, 11, theme.ink, True, width=step - 4)
            if room - size > 34 and not phone and step >= LEGIBLE:
                pen.text(about, cx, y + 30 + size + 22, 12, theme.ink2, width=step - 4)
            upon = [other for other in self.play.shown.pieces if other.on == piece.uid]
            for place, other in enumerate(upon[:3]):
                r = min(6.0, size * 0.14)
                pen.circle(cx + size * 0.42, y + lower + 8 + place * r * 2.3, r, self._fill(other), theme.ink, 1)

    def _look(self) -> Turn:
        """The table as everybody may see it, with what is printed on its cards."""
        return Turn(cast(KaoszGalaktika, self.play.game), self.play.shown, None)

    def _record(self, piece: Any) -> Any:
        return self.play.game.catalog.find("cards", piece.card) if piece.card else None

    def _words(self, piece: Any) -> tuple[str, str]:
        record = self._record(piece)
        name = getattr(record, "name", None) or tell("face_down")
        about = say_or(f"kaosz_galaktika.view.turn.{piece.turn}", str(piece.turn)) if piece.paid else tell("unpaid")
        return str(name), about

    def _fill(self, piece: Any) -> Any:
        return CARDS["face_down" if piece.card is None else str(piece.role)]

    def _card(self, pen: Pen, piece: Any, x: float, y: float, size: float) -> None:
        """A card turned by its state; a white bar marks its head and the number stays upright."""
        chosen = any(pick.slot in SLOTS and pick.value == piece.uid for pick in self.play.picks)
        asked = any(self.offered(slot, piece.uid) for slot in SLOTS)
        lying = str(piece.turn) == "used"
        w, h = (size, size * 0.74) if lying else (size * 0.74, size)
        edge = PAPER if theme.dark else NIGHT
        pen.rect(x - w / 2, y - h / 2, w, h, self._fill(piece), edge, 3 if chosen else 2.4 if asked else 1.2, 6)
        for slot in SLOTS:
            self.target(x - w / 2, y - h / 2, w, h, slot, piece.uid)
        if piece.card is None:
            for n in range(3):
                pen.line((x - w * 0.28, y - h * 0.2 + n * h * 0.2, x + w * 0.28, y - h * 0.2 + n * h * 0.2), PAPER, 1.2)
        elif lying:
            pen.rect(x + w / 2 - 10, y - h * 0.36, 6, h * 0.72, PAPER, radius=1)
        elif str(piece.turn) == "damaged":
            pen.rect(x - w * 0.36, y + h / 2 - 10, w * 0.72, 6, PAPER, radius=1)
        else:
            pen.rect(x - w * 0.36, y - h / 2 + 5, w * 0.72, 6, PAPER, radius=1)
        if piece.paid and str(piece.role) in ("ship", "base"):
            # Armour as it stands: with shields, crew and effects, less what was lost.
            r, armour = size * 0.2, pieces.value(self._look(), piece, "armour")
            pen.circle(x, y, r, NIGHT, PAPER, 1.4)
            pen.text(counted(armour), x, y, r * 1.1 / theme.text_scale, PAPER, True)
        for n in range(piece.developments):
            pen.circle(x - w / 2 + 10 + n * 9, y + h / 2 - 8, 4, theme.seat("amber"), NIGHT, 1)

    def _between(self, pen: Pen, y: float, high: float) -> None:
        """What waits to resolve, the newest first; else who shoots at whom; else who attacks what."""
        pen.rect(0, y, self.wide, high, theme.surface, theme.edge, 1.8, 12)
        turn = self._look()
        rows, fights = stack_rows(turn), duels(turn)
        if len(rows) > 1 or (rows and not fights):
            self._stack(pen, rows, y, high)
        elif fights:
            self._duels(pen, turn, fights, y, high)
        else:
            self._attack(pen, turn, y, high)

    def _stack(self, pen: Pen, rows: tuple[Row, ...], y: float, high: float) -> None:
        """In the order in which they will resolve; what will be cancelled is struck through."""
        play, w = self.play, min((self.wide - 16) / len(rows), 420)
        for n, row in enumerate(rows):
            x, middle = 10 + n * w, y + high / 2
            pen.circle(x + 16, middle, 14, theme.primary if n == 0 else theme.surface, theme.edge, 1.4)
            ink = theme.paper if n == 0 else theme.ink
            pen.text(str(row.place), x + 16, middle, 15 / theme.text_scale, ink, True)
            lower = say(text("kaosz_galaktika.stack.aim", target=row.target)) if row.target is not None else ""
            if row.doomed:
                lower = say(text("kaosz_galaktika.stack.doomed"))
            lift = 11 if lower else 0
            ink = theme.ink2 if row.doomed else theme.ink
            long = pen.text(say(row.label), x + 38, middle - lift, 15, ink, True, "left", width=w - 76)
            if lower:
                pen.text(lower, x + 38, middle + lift, 12, theme.ink2, anchor="left", width=w - 76, lines=2)
            if row.doomed:
                pen.line((x + 38, middle - lift, x + 38 + long, middle - lift), theme.ink, 1.4)
            pen.mark(play.colours[row.seat], play.letters[row.seat], x + w - 24, middle, 24)

    def _duels(self, pen: Pen, turn: Turn, fights: tuple[Duel, ...], y: float, high: float) -> None:
        """Who shoots at whom: firepower against armour as they stand, return fire included."""
        w = (self.wide - 16) / len(fights)
        for n, duel in enumerate(fights):
            words = text(
                f"kaosz_galaktika.duel.{'back' if duel.returned else 'fire'}",
                shooter=words_of(turn, duel.shooter),
                target=words_of(turn, duel.target),
                firepower=duel.firepower,
                armour=duel.armour,
            )
            pen.text(say(words), 12 + n * w, y + high / 2, 15, theme.ink, True, "left", width=w - 12)

    def _attack(self, pen: Pen, turn: Turn, y: float, high: float) -> None:
        """The attacker, the target, the defender."""
        play, combat, middle = self.play, turn.state.combat, y + high / 2
        if combat is None:
            return
        for seat, x, anchor, out in (
            (combat.attacker, 40.0, "left", 1),
            (combat.defender, self.wide - 40, "right", -1),
        ):
            pen.mark(play.colours[seat], play.letters[seat], x - 16 * out, middle, 28)
            pen.text(play.session.names[seat], x + 8 * out, middle, 17, theme.ink, True, anchor, width=self.wide * 0.25)
        target = words_of(turn, combat.piece) if combat.piece else text(f"kaosz_galaktika.at.{combat.target}")
        pen.icon("arrow", self.wide / 2, middle - 10, 28, theme.ink)
        pen.text(say(target), self.wide / 2, middle + 14, 13, theme.ink2, width=self.wide * 0.4)


def facts(pen: Pen, play: MoveBuilder, seat: int, x: float, y: float, w: float) -> None:
    """Credits and cards in hand."""
    player = play.shown.players[seat]
    wide = pen.text(f"{tell('credits')} {player.credits}", x, y + 10, 15, theme.ink, True, "left", width=w * 0.55)
    pen.icon("cards", x + wide + 22, y + 10, 18, theme.ink2)
    pen.text(str(player.hand), x + wide + 36, y + 10, 16, theme.ink, True, "left")


def piles(play: MoveBuilder, seat: int) -> list[tuple[str, list[str]]]:
    """The trash lies open and may be looked through at any time, the newest card first."""
    cards = reversed(play.shown.players[seat].trash)
    names = [say(play.game.catalog.named("cards", card)) for card in cards]
    return [(tell("trash"), names)] if names else []
