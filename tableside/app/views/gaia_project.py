"""Gaia Project: the map as hexes with planets, buildings, satellites and federations, and the research board."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import Any

from kivy.graphics import InstructionGroup, Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse

from tableside.app.i18n import say, sentence, view_words
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.views.gaia_boards import PLANETS, boards, faction_fill, facts, ink_on
from tableside.app.views.gaia_status import TILE, spaces, status, strip, tiles
from tableside.app.views.tabs import TabbedView
from tableside.app.views.zoom import MOST, Zoom
from tableside.app.widgets.controls import IconButton
from tableside.core.arguments import typed
from tableside.core.moves import text

tell = view_words("gaia_project")
FACTS_HIGH = 48
FACTS_PHONE = {2: 26, 3: 48, 4: 26}
"""On a phone by the number of players: two side by side have room for one row, three for two."""
TRACKS = ("terra", "nav", "int", "gaia", "eco", "sci")
LEVELS = 6
SPACE, EDGE, BORDER, PAPER = rgba("#12182B"), rgba("#2A3350"), rgba("#6B78AA"), rgba("#F6F1E6")
LEGIBLE = 8.0
"""Letters smaller than this are not written on the map."""
SIDES = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The edge between corner n and n + 1 of a hex faces this neighbour."""
CORNERS = tuple((-cos(n * pi / 3), -sin(n * pi / 3)) for n in range(6))
"""The map lies as the rulebook draws it, hexes with a flat top: it is wider than high, as the picture is."""


def bits(mask: int) -> Iterator[int]:
    """The hexes of a set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def letter(code: str) -> str:
    """A planet's letter."""
    return say(text(f"gaia_project.letter.{code}"))


FINGER = 30.0
"""At this size a hex is 48 design units across, enough for a finger: two taps on the button away."""


class GameView(TabbedView):
    """The galaxy and the research board: side by side where there is room, else on tabs."""

    def __init__(self, play: MoveBuilder, chosen: Any, **more: Any) -> None:
        super().__init__(play, chosen, **more)
        self.wide_map = theme.phone or len(play.state.players) > 2
        self.tabs: tuple[str, ...] = ("map", "research", "boards")
        if theme.phone:
            self.tabs = (*self.tabs, "status")
        self.leafed = 0
        """How many boards were leafed past on a phone."""
        self.tab = "map"
        self.zoom = Zoom()
        self._ground = InstructionGroup()
        self._drawn: Any = None
        self.larger = IconButton("plus", lambda: self._by(self.zoom.most**0.5), name="larger")
        self.smaller = IconButton("minus", lambda: self._by(self.zoom.most**-0.5), name="smaller")
        for button in (self.larger, self.smaller):
            button.fill, button.edge, button.edge_width = theme.surface, theme.edge, 1.5 * theme.u
            self.add_widget(button)

    def side_of(self, slot: str) -> str:
        return {"hex": "map", "hexes": "map", "track": "research" if self.wide_map else "map"}.get(slot, "")

    def paint(self, pen: Pen) -> None:
        super().paint(pen)
        state = self.play.state
        if not theme.phone:
            after = self.row.width / theme.u + 12
            strip(pen, self.play, after, 0, self.wide - after, self.head - 6)
        board = 0.0 if self.wide_map or self.tab != "map" else min(316.0, self.wide * 0.38)
        room = self.wide - board - (16 if board else 0)
        mapped = bool(state.places) and self.tab == "map"
        self._buttons(room, mapped)
        if mapped:
            self._map(pen, room)
        elif not state.places and self.tab == "map":
            pen.rect(0, self.head, room, self.high - self.head, SPACE, radius=16)
            pen.text(tell("no_map"), room / 2, (self.high + self.head) / 2, 18, PAPER, width=room - 40)
        if board:
            self._research(pen, room + 16, board)
        elif self.tab == "research":
            self._research(pen, 0, self.wide)
        if self.tab == "boards":
            boards(pen, self.play, 0, self.head, self.wide, self.high - self.head, self.leafed)
        elif self.tab == "status":
            status(self, pen, 0, self.head, self.wide, self.high - self.head)

    # -- larger and smaller --------------------------------------------------------------------

    def _by(self, factor: float) -> None:
        self.zoom.by(factor)
        self.redraw()

    def _buttons(self, room: float, shown: bool) -> None:
        u = theme.u
        for n, button in enumerate((self.larger, self.smaller)):
            button.opacity = 1 if shown and (n == 0 or self.zoom.scale > 1) else 0
            button.disabled = not button.opacity or (n == 0 and self.zoom.scale >= self.zoom.most)
            button.pos = (self.x + (room - 60) * u, self.y + (8 + 60 * n) * u)

    def _finger(self, touch: Any) -> tuple[float, float]:
        return (touch.x - self.x) / theme.u, (self.top - touch.y) / theme.u - self.head

    def _on_map(self, touch: Any) -> bool:
        x, y = self._finger(touch)
        return self.tab == "map" and 0 <= x <= self.zoom.room[0] and 0 <= y <= self.zoom.room[1]

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if self._on_map(touch):
            self.zoom.down(touch.uid, *self._finger(touch))
        return False

    def on_touch_move(self, touch: Any) -> bool:
        if self.zoom.move(touch.uid, *self._finger(touch)):
            self.redraw()
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is None and touch.uid in self.zoom.fingers and self.zoom.up(touch.uid):
            return True
        below = touch.grab_current is None and touch.y <= self.top - self.head * theme.u
        if below and theme.phone and self.tab == "boards" and self.collide_point(*touch.pos):
            self.leafed += 1
            self.redraw()
            return True
        return super().on_touch_up(touch)

    # -- the map -------------------------------------------------------------------------------

    def _measure(self, room: float) -> None:
        """The size of a hex and where the middle of the map is, so that all of it fits or is as large as wanted."""
        high = self.high - self.head
        zoom = self.zoom
        zoom.room = (room, high)
        places = [self._raw(q, r) for q, r in self.play.state.map.at.values()]
        left, right = min(x for x, _ in places) - 1.05, max(x for x, _ in places) + 1.05
        top, bottom = min(y for _, y in places) - 0.9, max(y for _, y in places) + 0.9
        small = min((room - 16) / (right - left), (high - 16) / (bottom - top))
        zoom.most = max(MOST, FINGER / small)
        self.size_of = small * zoom.scale
        self.origin = (
            room / 2 + zoom.dx - (left + right) / 2 * self.size_of,
            self.head + high / 2 + zoom.dy - (top + bottom) / 2 * self.size_of,
        )

    @staticmethod
    def _raw(q: int, r: int) -> tuple[float, float]:
        return 1.5 * r, -sqrt(3) * (q + r / 2)

    def centre(self, name: str) -> tuple[float, float]:
        """Where a hex is drawn."""
        x, y = self._raw(*self.play.state.map.at[name])
        return self.origin[0] + x * self.size_of, self.origin[1] + y * self.size_of

    def _map(self, pen: Pen, room: float) -> None:
        state = self.play.state
        geometry = state.map
        self._measure(room)
        larger = self.zoom.scale > 1
        if larger:
            self._frame(pen, room, StencilPush, StencilUse)
        key = (state.places, room, self.high, self.x, self.top, theme.u, self.size_of, self.origin)
        if key != self._drawn:
            self._drawn = key
            self._ground.clear()
            self._space(Pen(self._ground, self.x, self.top), room)
        pen.canvas.add(self._ground)
        size = self.size_of
        slot, asked, chosen = self._asked_hexes()
        for number, name in geometry.name.items():
            code = self._planet(number)
            if code == "e" and name not in asked and name not in chosen:
                continue
            x, y = self.centre(name)
            dim = bool(asked) and name not in asked
            if code != "e":
                self._disc(pen, code, x, y, size * 0.66, dim)
            if name in asked:
                strong = asked[name] and (slot == "hex" or code != "e")
                self._hexagon(pen, x, y, size * 0.86, None, PAPER if strong else theme.edge, 2.5 if strong else 1.2)
            self.target(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, slot if name in asked else "hex", name)
            if name in chosen:
                self._hexagon(pen, x, y, size * 0.9, (*PAPER[:3], 0.25) if code == "e" else None, PAPER, 4.5)
        for seat in range(len(state.players)):
            self._pieces(pen, seat)
        if larger:
            self._frame(pen, room, StencilUnUse, StencilPop)

    def _asked_hexes(self) -> tuple[str, dict[str, bool], set[str]]:
        """The slot that is answered on the map, the hexes it may take and whether each may be taken, and those chosen.

        A federation is put together hex by hex, and can be changed in the same way while its token is asked for.
        """
        play = self.play
        for slot in ("hex", "hexes"):
            chosen = next((pick.value for pick in play.picks if pick.slot == slot), None)
            for choice in play.choices:
                if choice.slot == slot:
                    offers = choice.parts if slot == "hexes" else choice.offers
                    picked = {str(hex) for hex in play.toggled} if slot == "hexes" else set()
                    return slot, {str(offer.value): offer.why_not is None for offer in offers}, picked
            if chosen is not None:
                again = play.parts_again(slot)
                picked = set(typed(tuple[str, ...], chosen if slot == "hexes" else (chosen,)))
                return slot, dict.fromkeys(again, True), picked
        return "hex", {}, set()

    def _frame(self, pen: Pen, room: float, before: Any, after: Any) -> None:
        """Nothing of a map that is larger than its panel is drawn outside it."""
        x, y = pen.at(0, self.high)
        pen.canvas.add(before())
        pen.canvas.add(Rectangle(pos=(x, y), size=(room * pen.u, (self.high - self.head) * pen.u)))
        pen.canvas.add(after())

    def _planet(self, number: int) -> str:
        state = self.play.state
        bit = 1 << number
        if state.lost & bit:
            return "l"
        return "g" if state.formed & bit else str(state.map.planet[number])

    def _disc(self, pen: Pen, code: str, x: float, y: float, r: float, dim: bool) -> None:
        alpha = 0.45 if dim else 1.0
        if code == "m":
            pen.circle(x, y, r, None, (*PLANETS["m"][:3], alpha), max(r * 0.28, 2))
            return
        fill = PLANETS.get(code, rgba("#B9BDC7"))
        pen.circle(x, y, r, (*fill[:3], alpha))
        ink = rgba("#161B2B") if code in "dvig" else rgba("#FFFFFF")
        pen.text(letter(code), x, y, r * 1.05 / theme.text_scale, (*ink[:3], alpha), True)

    def _space(self, pen: Pen, room: float) -> None:
        """What never changes: the ground, the hexes, and the heavier edges of the sector tiles."""
        geometry, size = self.play.state.map, self.size_of
        pen.rect(0, self.head, room, self.high - self.head, SPACE, radius=16)
        sector = {number: place for place, mask in enumerate(geometry.sectors) for number in bits(mask)}
        thin, heavy = [], []
        for name, (q, r) in geometry.at.items():
            x, y = self.centre(name)
            own = sector[geometry.number[name]]
            for n, (dq, dr) in enumerate(SIDES):
                other = geometry.coordinates.get((q + dq, r + dr))
                (ax, ay), (bx, by) = CORNERS[n], CORNERS[(n + 1) % 6]
                line = (x + ax * size, y + ay * size, x + bx * size, y + by * size)
                if other is None or sector[geometry.number[other]] != own:
                    heavy.append(line)
                elif other > name:
                    thin.append(line)
        pen.segments(thin, EDGE, 1)
        pen.segments(heavy, BORDER, 1.8)
        for name in geometry.at:
            x, y = self.centre(name)
            if size * 0.28 >= LEGIBLE:
                pen.text(name, x, y + size * 0.74, size * 0.28 / theme.text_scale, BORDER)
            elif name.endswith("C"):
                # Far away only the sector's number can be read; it is how the names of its hexes begin.
                pen.text(name[:-1], x, y, size * 1.1 / theme.text_scale, BORDER, True)

    def _pieces(self, pen: Pen, seat: int) -> None:
        play, size = self.play, self.size_of
        player, geometry = play.state.players[seat], play.state.map
        for number in bits(player.satellites):
            x, y = self.centre(geometry.name[number])
            pen.rect(
                x - size * 0.22,
                y - size * 0.22,
                size * 0.44,
                size * 0.44,
                self._fill(seat),
                PAPER,
                1.2,
                1,
            )
        for field, kind in (
            ("mines", "mine"),
            ("guests", "mine"),
            ("lost", "mine"),
            ("stations", "station"),
            ("labs", "lab"),
            ("institute", "institute"),
            ("academy1", "academy"),
            ("academy2", "academy"),
            ("projects", "former"),
            ("outposts", "outpost"),
        ):
            for number in bits(getattr(player, field)):
                x, y = self.centre(geometry.name[number])
                self._building(pen, kind, seat, x, y, size * 0.44)
        self._federation(pen, seat)

    @staticmethod
    def _hexagon(pen: Pen, x: float, y: float, r: float, fill: Any, edge: Any, width: float) -> None:
        points = [value for dx, dy in CORNERS for value in (x + dx * r, y + dy * r)]
        if fill is not None:
            pen.polygon(points, fill)
        pen.line(points, edge, width, close=True)

    def _fill(self, seat: int) -> Any:
        """The colour of a seat's pieces on the table."""
        return faction_fill(self.play, seat)

    def _building(self, pen: Pen, kind: str, seat: int, x: float, y: float, r: float) -> None:
        """A building by its silhouette, with the seat's letter."""
        fill = self._fill(seat)
        ink = ink_on(fill)
        if kind == "lab":
            pen.circle(x, y, r, fill, PAPER, 1.6)
        elif kind == "institute":
            pen.rect(x - r * 1.15, y - r * 0.8, r * 2.3, r * 1.6, fill, PAPER, 1.6, 2)
        elif kind == "academy":
            points = (x - r, y - r * 0.8, x + r, y - r * 0.8, x + r * 1.1, y + r * 0.8, x - r * 1.1, y + r * 0.8)
            pen.polygon(points, fill, PAPER, 1.6)
        elif kind == "former":
            pen.polygon((x, y - r, x + r, y + r * 0.7, x - r, y + r * 0.7), fill, PAPER, 1.6)
        elif kind == "outpost":
            self._hexagon(pen, x, y, r, fill, PAPER, 1.6)
        else:
            w = r * (1.15 if kind == "station" else 0.85)
            roof = (x - w, y - r * 0.1, x, y - r, x + w, y - r * 0.1, x + w, y + r * 0.85, x - w, y + r * 0.85)
            pen.polygon(roof, fill, PAPER, 1.6)
            if kind == "station":
                pen.rect(x + w * 0.45, y - r, w * 0.5, r * 0.8, fill, PAPER, 1.2, 1)
        pen.text(self.play.letters[seat], x, y + r * 0.2, r * 0.85 / theme.text_scale, ink, True)

    def _federation(self, pen: Pen, seat: int) -> None:
        geometry, mask = self.play.state.map, self.play.state.players[seat].federated
        if not mask:
            return
        size = self.size_of
        lines = []
        for number in bits(mask):
            name = geometry.name[number]
            q, r = geometry.at[name]
            x, y = self.centre(name)
            for n, (dq, dr) in enumerate(SIDES):
                other = geometry.coordinates.get((q + dq, r + dr))
                if other is None or not mask & (1 << geometry.number[other]):
                    (ax, ay), (bx, by) = CORNERS[n], CORNERS[(n + 1) % 6]
                    lines.append((x + ax * size, y + ay * size, x + bx * size, y + by * size))
        pen.segments(lines, self._fill(seat), 3)

    # -- the research board --------------------------------------------------------------------

    def _research(self, pen: Pen, left: float, wide: float) -> None:
        """The six tracks as columns, with tiles and action spaces; on a phone as rows, which leaves room for marks."""
        head, beside = self.head, self.tab == "map"
        pen.rect(left, head, wide, self.high - head, theme.surface, radius=16)
        if theme.phone:
            self._rows(pen, left + 8, head + 4, wide - 16, self.high - head - 8)
            return
        top, bottom = head + 10.0, self.high - (72 if beside else 40)
        if beside:
            pen.text(tell("research"), left + 16, head + 26, 18, theme.ink, True, "left", width=wide - 32)
            top = head + 46.0
        each = (wide - 20) / 6
        spaces(self, pen, left + 10, bottom + 4, wide - 20, 28, rows=2 if beside else 1)
        if not beside and self.play.state.techs:
            bottom -= tiles(pen, self.play, left + 10, top, bottom, each)
            top += TILE + 4
        high = (bottom - top - 36) / LEVELS
        for column, track in enumerate(TRACKS):
            x = left + 10 + column * each
            for level in range(LEVELS):
                self._level(pen, column, level, x, top + (LEVELS - 1 - level) * high, each, high)
            name = tell(f"track.{track}") if beside else sentence(say(text(f"gaia_project.track.{track}")))
            pen.text(name, x + each / 2, bottom - 18, 14, theme.ink, True, width=each - 4, lines=2)
            self.target(x, top, each, bottom - top, "track", track)
        y = top + 3 * high
        pen.line((left + 10, y, left + wide - 10, y), theme.seat("amber"), 2.5)

    def _rows(self, pen: Pen, left: float, top: float, wide: float, high: float) -> None:
        named, pitch = 48.0, high / len(TRACKS)
        each = (wide - named) / LEVELS
        for row, track in enumerate(TRACKS):
            y = top + row * pitch
            pen.text(tell(f"track.{track}"), left + 4, y + pitch / 2, 14, theme.ink, True, "left", width=named - 6)
            for level in range(LEVELS):
                self._level(pen, row, level, left + named + level * each, y, each, pitch)
            self.target(left, y, wide, pitch, "track", track)
        x = left + named + 3 * each
        pen.line((x, top, x, top + high), theme.seat("amber"), 2.5)

    def _level(self, pen: Pen, track: int, level: int, x: float, y: float, wide: float, high: float) -> None:
        """One level of a track with everybody who stands there."""
        edge = theme.edge if level == LEVELS - 1 else None
        pen.rect(x + 3, y + 2, wide - 6, high - 4, theme.sunken, edge, 1.2, 6)
        here = [seat for seat, player in enumerate(self.play.state.players) if player.research[track] == level]
        if not here:
            pen.text(str(level), x + wide / 2, y + high / 2, min(16, high * 0.5), theme.disabled)
        self._marks(pen, here, x + 4, y + 2, wide - 8, high - 4)

    def _marks(self, pen: Pen, seats: list[int], x: float, y: float, w: float, h: float) -> None:
        """The marks in one cell: in a row where it is wide, one under the other where it is high."""
        if not seats:
            return
        columns = max(range(1, len(seats) + 1), key=lambda n: min(w / n, h / -(-len(seats) // n)))
        rows = -(-len(seats) // columns)
        size = min(w / columns, h / rows, 36) - 2
        for n, seat in enumerate(seats):
            cx, cy = x + w * (n % columns + 0.5) / columns, y + h * (n // columns + 0.5) / rows
            pen.mark(self.play.colours[seat], self.play.letters[seat], cx, cy, size)


__all__ = ["FACTS_HIGH", "FACTS_PHONE", "GameView", "facts"]
