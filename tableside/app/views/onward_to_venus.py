"""Irány a Vénusz!: the planets in a row, units in orbit above, tiles and buildings on the surface below."""

from __future__ import annotations

from typing import Any

from tableside.app.i18n import counted, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.views.view import View
from tableside.core.moves import text

FACTS_HIGH = 36
PLANETS = {
    "mercury": rgba("#9C9488"),
    "venus": rgba("#E0A93B"),
    "earth": rgba("#3570CC"),
    "moon": rgba("#B9BDC7"),
    "mars": rgba("#C4502F"),
    "ganymede": rgba("#8F7A66"),
    "titan": rgba("#C98F3A"),
    "kuiper": rgba("#5E6B86"),
}
UNITS = ("infantry", "tank", "cruiser")
ALIEN_INK = "#1F9D78"
SLOTS = ("planet", "origin", "destination")
TILE, UNIT = "tile", "unit"
"""What is drawn under these can be tapped once its planet is chosen; before, a touch means the planet."""


def _name(planet: str) -> str:
    return say(text(f"onward_to_venus.planet.{planet}"))


def _letter(thing: str) -> str:
    """The sign of a unit, a building or a tile."""
    return say(text(f"onward_to_venus.letter.{thing}"))


IN_ORBIT = 6
"""So many kinds of unit are listed one under the other."""


class GameView(View):
    """Eight planets."""

    def paint(self, pen: Pen) -> None:
        if theme.stacked:
            self._rows(pen)
        else:
            self._columns(pen)

    def _chosen(self, planet: str) -> bool:
        return any(pick.slot in SLOTS and pick.value == planet for pick in self.play.picks)

    def _asked(self, planet: str) -> bool | None:
        for slot in SLOTS:
            found = self.offered(slot, planet)
            if found is not None:
                return found
        return None

    def _targets(self, planet: str, x: float, y: float, w: float, h: float) -> None:
        for slot in SLOTS:
            self.target(x, y, w, h, slot, planet)

    def _tile(self, pen: Pen, tile: str, x: float, y: float, size: float) -> None:
        """A neutral tile: a white square with its sign and defence; a crisis is a triangle, heavy with the burst."""
        record = self.play.game.catalog.find("tiles", tile)
        kind = getattr(record, "kind", None)
        if kind == "crisis":
            points = (x, y - size * 0.5, x + size * 0.55, y + size * 0.45, x - size * 0.55, y + size * 0.45)
            marked = bool(getattr(record, "burst", False))
            pen.polygon(points, theme.surface, theme.refuse, 3.5 if marked else 1.5)
            pen.text("*" if marked else "!", x, y + size * 0.12, size * 0.45 / theme.text_scale, theme.refuse, True)
        else:
            pen.rect(x - size / 2, y - size / 2, size, size, theme.surface, theme.edge, 1.5, 5)
            sign = _letter(kind) if kind is not None else "?"
            pen.text(sign, x, y, size * 0.55 / theme.text_scale, theme.ink, True)
        defence = getattr(record, "defence", None)
        if defence:
            pen.circle(x + size * 0.42, y - size * 0.42, size * 0.26, theme.ink)
            pen.text(counted(defence), x + size * 0.42, y - size * 0.42, size * 0.34 / theme.text_scale, theme.bg, True)

    def _building(self, pen: Pen, seat: int, letter: str, x: float, y: float, size: float) -> None:
        """An owned building: the seat's shape with the letter of the building."""
        pen.mark(self.play.colours[seat], letter, x, y, size)

    def _things(
        self, planet: str
    ) -> tuple[list[tuple[int, str, int]], list[tuple[int, str, int]], list[tuple[int, str]]]:
        """Orbit units, surface units (seat, unit, how many) and buildings (seat, letter)."""
        orbit, ground, buildings = [], [], []
        for seat, player in enumerate(self.play.state.players):
            here = player.on(planet)
            for unit in UNITS:
                if here.orbit.of(unit):
                    orbit.append((seat, unit, here.orbit.of(unit)))
                if here.surface.of(unit):
                    ground.append((seat, unit, here.surface.of(unit)))
            buildings += [(seat, _letter("factory"))] * here.factory + [(seat, _letter("mine"))] * here.mine
        return orbit, ground, buildings

    def _unit(self, pen: Pen, seat: int, unit: str, amount: int, x: float, y: float, size: float) -> None:
        pen.mark(self.play.colours[seat], self.play.letters[seat], x, y, size)
        pen.text(
            f"{amount} {_letter(unit)}", x + size * 0.62, y, size * 0.6 / theme.text_scale, theme.ink, True, "left"
        )

    def _columns(self, pen: Pen) -> None:
        gap = 6.0
        w = (self.wide - gap * 7) / 8
        shelf = self.high * 0.46
        letters = pen.alike([_name(planet) for planet in PLANETS], 15, True, w - 6)
        pen.line((0, shelf, self.wide, shelf), theme.line, 2)
        for n, planet in enumerate(PLANETS):
            x = n * (w + gap)
            asked = self._asked(planet)
            here = self.play.state.planet(planet)
            chosen = self._chosen(planet)
            edge = theme.ink if chosen or asked else theme.line
            fill = theme.sunken if asked is False or here.dead else theme.surface
            pen.rect(x, 0, w, self.high, fill, edge, 3 if chosen else 1.5, 12)
            self._targets(planet, x, 0, w, self.high)
            r = min(w * 0.3, 30)
            pen.circle(x + w / 2, shelf, r, PLANETS[planet], theme.ink, 1.8)
            pen.text(_name(planet), x + w / 2, shelf + r + 15, letters, theme.ink, True)
            dice = self.play.state.crisis_dice[n]
            if dice:
                pen.icon("warn", x + 16, shelf - r - 4, 20, theme.refuse)
                pen.text(str(dice), x + 34, shelf - r - 4, 15, theme.refuse, True)
            orbit, ground, buildings = self._things(planet)
            if len(orbit) > IN_ORBIT:
                self._fleets(pen, planet, orbit, x, w)
                orbit = []
            size = min(34.0, w * 0.34, (shelf - r - 14) / max(len(orbit), 1) - 6)
            for place, (seat, unit, amount) in enumerate(orbit):
                y = 8 + size / 2 + place * (size + 6)
                self._unit(pen, seat, unit, amount, x + 6 + size / 2, y, size)
                self._unit_target(planet, seat, unit, x + 4, y - size / 2, w - 8, size)
            self._surface(pen, planet, x, shelf + r + 34, w, ground, buildings)

    def _fleets(self, pen: Pen, planet: str, orbit: list[tuple[int, str, int]], x: float, w: float) -> None:
        """Many units above a planet: a line for each player, so that they can still be read."""
        for place, seat in enumerate(dict.fromkeys(seat for seat, *_ in orbit)):
            own = [(unit, amount) for whose, unit, amount in orbit if whose == seat]
            y, each = 18 + place * 30.0, (w - 28) / len(own)
            pen.mark(self.play.colours[seat], self.play.letters[seat], x + 14, y, 20)
            for n, (unit, amount) in enumerate(own):
                words = f"{amount}{_letter(unit)}"
                pen.text(words, x + 26 + each * (n + 0.5), y, 14, theme.ink, True, width=each - 2)
                self._unit_target(planet, seat, unit, x + 26 + each * n, y - 14, each, 28)

    def _surface(
        self, pen: Pen, planet: str, x: float, y: float, w: float, ground: list[Any], buildings: list[Any]
    ) -> None:
        here = self.play.state.planet(planet)
        things: list[tuple[str, Any]] = [("tile", tile) for tile in here.tiles]
        things += [("traitor", None)] * len(here.traitors)
        things += [("building", building) for building in buildings]
        if here.alien:
            things.append(("alien", None))
        size, each = _fitting(len(things), len(ground), w, self.high - y)
        for n, (kind, thing) in enumerate(things):
            cx = x + 8 + size / 2 + (n % each) * (size + 8)
            cy = y + size / 2 + (n // each) * (size + 8)
            if cy > self.high - 14:
                break
            if kind == "tile":
                self._tile(pen, thing, cx, cy, size)
            elif kind == "building":
                self._building(pen, thing[0], thing[1], cx, cy, size + 2)
            else:
                self._guest(pen, kind, cx, cy, size)
            if self._chosen(planet) and kind in ("tile", "alien"):
                value = thing if kind == "tile" else "alien"
                self.target(cx - size / 2, cy - size / 2, size, size, TILE, value)
        rows = -(-len(things) // each)
        for n, (seat, unit, amount) in enumerate(ground):
            cy = y + rows * (size + 8) + size / 2 + n * (size + 4)
            if cy < self.high - 10:
                self._unit(pen, seat, unit, amount, x + 8 + size / 2, cy, size)

    def _unit_target(self, planet: str, seat: int, unit: str, x: float, y: float, w: float, h: float) -> None:
        """Where a planet and whose units are meant is chosen, the unit itself can be tapped."""
        owner = next((pick.value for pick in self.play.picks if pick.slot == "victim"), self.play.seat)
        if self._chosen(planet) and seat == owner:
            self.target(x, y, w, h, UNIT, unit)

    def _guest(self, pen: Pen, kind: str, x: float, y: float, size: float) -> None:
        """An alien, or a traitor beside the crisis tiles."""
        if kind == "alien":
            pen.circle(x, y, size / 2, rgba(ALIEN_INK), theme.ink, 1.5)
            pen.text(_letter("alien"), x, y, size * 0.55 / theme.text_scale, theme.ink, True)
            return
        pen.rect(x - size / 2, y - size / 2, size, size, theme.ink, theme.edge, 1.5, 5)
        pen.text(_letter("traitor"), x, y, size * 0.5 / theme.text_scale, theme.bg, True)

    def _rows(self, pen: Pen) -> None:
        h = min(self.high / 8, 64)
        r = min(h * 0.3, 14)
        for n, planet in enumerate(PLANETS):
            y = n * h
            chosen = self._chosen(planet)
            if chosen:
                pen.rect(0, y, self.wide, h, theme.surface, theme.ink, 3, 10)
            else:
                pen.line((0, y + h, self.wide, y + h), theme.line, 1)
            self._targets(planet, 0, y, self.wide, h)
            pen.circle(10 + r, y + h / 2, r, PLANETS[planet], theme.ink, 1.4)
            named = pen.text(_name(planet), 20 + 2 * r, y + h / 2, 14, theme.ink, True, "left")
            self._in_row(pen, planet, max(self.wide * 0.34, 28 + 2 * r + named), y + h / 2, h)

    def _in_row(self, pen: Pen, planet: str, left: float, y: float, h: float) -> None:
        """What is above the planet, then what is on it; all of it, however small it gets."""
        orbit, ground, buildings = self._things(planet)
        here = self.play.state.planet(planet)
        above: list[tuple[str, Any]] = [("units", total) for total in _totals(orbit).items()]
        upon: list[tuple[str, Any]] = [("building", building) for building in buildings]
        upon += [("tile", tile) for tile in here.tiles] + [("traitor", None)] * len(here.traitors)
        upon += [("alien", None)] if here.alien else []
        upon += [("units", total) for total in _totals(ground).items()]
        step = min(27.0, (self.wide - left) / (len(above) + len(upon) + 0.6))
        size = min(22.0, h - 8, step - 3)
        for n, (kind, thing) in enumerate(above):
            self._small(pen, kind, thing, left + step * (n + 0.5), y, size)
        start = max(left + step * (len(above) + 0.6), min(self.wide * 0.66, self.wide - step * len(upon)))
        if above:
            pen.line((start - step * 0.3, y - h * 0.3, start - step * 0.3, y + h * 0.3), theme.line, 1.5)
        for n, (kind, thing) in enumerate(upon):
            self._small(pen, kind, thing, start + step * (n + 0.5), y, size)

    def _small(self, pen: Pen, kind: str, thing: Any, x: float, y: float, size: float) -> None:
        """One thing in a row; units are their player's shape with how many there are."""
        if kind == "tile":
            self._tile(pen, thing, x, y, size)
        elif kind in ("alien", "traitor"):
            self._guest(pen, kind, x, y, size)
        else:
            pen.mark(self.play.colours[thing[0]], str(thing[1]), x, y, size + 2)


def _fitting(things: int, units: int, w: float, room: float) -> tuple[float, int]:
    """How large things on a surface are drawn, and how many side by side: as large as all of them can be seen."""
    for size in (34.0, 29.0, 24.0):
        each = max(1, int((w - 8) // (size + 8)))
        if -(-things // each) * (size + 8) + units * (size + 4) <= room:
            return size, each
    return 22.0, max(1, int((w - 8) // 28))


def _totals(units: list[tuple[int, str, int]]) -> dict[int, int]:
    """How many units each seat has."""
    found: dict[int, int] = {}
    for seat, _, amount in units:
        found[seat] = found.get(seat, 0) + amount
    return found


def facts(pen: Pen, play: MoveBuilder, seat: int, x: float, y: float, w: float) -> None:
    """Money, cards in hand and pass tokens."""
    player = play.state.players[seat]
    wide = pen.text(f"£{player.money}", x, y + 11, 18, theme.ink, True, "left")
    if w > 110:
        pen.icon("cards", x + wide + 24, y + 11, 18, theme.ink2)
        pen.text(str(player.hand), x + wide + 38, y + 11, 17, theme.ink, True, "left")
    if player.colour and w > 160:
        name = say(text(f"onward_to_venus.shade.{player.colour}"))
        pen.text(name, x + w, y + 11, 14, theme.ink2, anchor="right", width=w - wide - 66)
