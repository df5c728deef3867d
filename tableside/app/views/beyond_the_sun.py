"""Beyond the Sun: the technology tree as columns of slots, and the galaxy as nodes and lines below it."""

from __future__ import annotations

from typing import Any

from tableside.app.pen import Pen
from tableside.app.play import Play
from tableside.app.theme import rgba, theme
from tableside.app.views.view import View
from tableside.app.words import say

FACTS_HIGH = 40
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IIII"}
TYPES = ("scientific", "economic", "military", "commercial")


class GameView(View):
    """Tree above, galaxy below."""

    def paint(self, pen: Pen) -> None:
        share = 0.6 if not theme.phone else 0.62
        tree = self.high * share
        self._tree(pen, tree)
        self._galaxy(pen, tree + 8)

    def _slot_asked(self, id: str) -> bool | None:
        return self.offered("slot", id)

    # -- the tree ------------------------------------------------------------------------------

    def _tree(self, pen: Pen, high: float) -> None:
        state = self.play.state
        sites = list(state.sites)
        if not sites:
            pen.rect(0, 0, self.wide, high, theme.surface, radius=16)
            pen.text(say("beyond.no_tree"), self.wide / 2, high / 2, 18, theme.ink2, width=self.wide - 40)
            return
        levels = sorted({site.level for site in sites})
        gap = 40.0 if not theme.phone else 12.0
        w = (self.wide - gap * (len(levels) - 1)) / len(levels)
        boxes: dict[str, tuple[float, float, float, float]] = {}
        for column, level in enumerate(levels):
            pen.text(ROMAN.get(level, str(level)), column * (w + gap) + w / 2, 12, 17, theme.ink, True)
            own = [site for site in sites if site.level == level]
            step = (high - 26) / len(own)
            h = min(step - 6, 64.0)
            for n, site in enumerate(own):
                boxes[site.id] = (column * (w + gap), 26 + n * step + (step - h) / 2, w, h)
        known = [site.id for site in sites if self.play.seat is not None and self.play.seat in site.cubes]
        for site in sites:
            record = self.play.game.catalog.find("slots", site.id)
            for need in getattr(record, "needs", None) or ():
                if need in boxes:
                    self._path(pen, boxes[need], boxes[site.id], need in known)
        for site in sites:
            self._site(pen, site, *boxes[site.id])

    @staticmethod
    def _path(pen: Pen, one: Any, other: Any, lit: bool) -> None:
        x1, y1 = one[0] + one[2], one[1] + one[3] / 2
        x2, y2 = other[0], other[1] + other[3] / 2
        middle = (x1 + x2) / 2
        pen.line((x1, y1, middle, y1, middle, y2, x2, y2), theme.ink if lit else theme.line, 2.4 if lit else 2)

    def _site(self, pen: Pen, site: Any, x: float, y: float, w: float, h: float) -> None:
        play = self.play
        asked = self._slot_asked(site.id)
        chosen = any(pick.slot == "slot" and pick.value == site.id for pick in play.picks)
        record = play.game.catalog.find("technologies", site.card) if site.card else None
        fill = theme.surface if site.card or asked else theme.sunken
        pen.rect(x, y, w, h, fill, theme.ink if asked or chosen else theme.line, 3 if chosen else 1.8, 10)
        self.target(x, y, w, h, "slot", site.id)
        size = 12.0 if theme.phone else 16.0
        left = x + 8
        colours = getattr(record, "colours", None) or ()
        if colours:
            stripe = 20.0 if theme.phone else 26.0
            for n, colour in enumerate(colours):
                part = h / len(colours)
                pen.rect(x, y + n * part, stripe, part, theme.piece("beyond_types", colour), theme.ink, 1, 6)
                ink = rgba("#161B2B") if colour in ("commercial", "economic") else rgba("#FFFFFF")
                pen.text(
                    say(f"beyond.type.{colour}"), x + stripe / 2, y + (n + 0.5) * part, 11 / theme.text_scale, ink, True
                )
            left = x + stripe + 6
        marks = len(site.cubes) * 24
        if site.card:
            words = getattr(record, "name", None) or site.card
        elif site.event:
            words = say("beyond.event")
        else:
            words = say("beyond.empty")
        tone = theme.ink if site.card else theme.disabled
        room = x + w - left - marks - 6
        pen.text(words, left, y + h / 2, size, tone, bool(site.card), "left", width=max(room, 20), lines=2)
        for n, seat in enumerate(site.cubes):
            pen.mark(play.colours[seat], play.letters[seat], x + w - 16 - n * 24, y + h / 2, 22)

    # -- the galaxy ----------------------------------------------------------------------------

    def _galaxy(self, pen: Pen, top: float) -> None:
        state = self.play.state
        high = self.high - top
        pen.rect(0, top, self.wide, high, rgba("#1B2240"), radius=16)
        places = list(state.places)
        if not places:
            return
        paper = rgba("#F6F1E6")
        spots: dict[str, tuple[float, float]] = {}
        count = len(places)
        r = min(30.0, high * 0.16, self.wide / count * 0.42)
        for n, place in enumerate(places):
            spots[place.id] = (
                self.wide * (n + 0.5) / count,
                top + (high * 0.28 if n % 2 else high * 0.68),
            )
        for place in places:
            record = self.play.game.catalog.find("places", place.id)
            for link in (*(getattr(record, "links", None) or ()), *((place.beside,) if place.beside else ())):
                if link in spots:
                    pen.line((*spots[place.id], *spots[link]), (*paper[:3], 0.5), 1.6)
        for place in places:
            self._place(pen, place, *spots[place.id], r)

    def _place(self, pen: Pen, place: Any, x: float, y: float, r: float) -> None:
        play, paper = self.play, rgba("#F6F1E6")
        fill = {"sol": "#E0A93B", "deep": "#2A3560", "shipyard": "#5E6B86"}.get(place.kind, "#3570CC")
        ring = theme.seat(play.colours[place.owner]) if place.owner is not None else paper
        asked = any(self.offered(slot, place.id) for slot in ("place", "to", "from", "origin", "destination"))
        if asked:
            pen.circle(x, y, r + 5, None, paper, 3)
        pen.circle(x, y, r, rgba(fill), ring, 4 if place.owner is not None else 1.8)
        for slot in ("place", "to", "from", "origin", "destination"):
            self.target(x - r, y - r, 2 * r, 2 * r, slot, place.id)
        words = say(play.game.say_value(play.state, "build", "place", place.id))
        pen.text(words, x, y + r + 10, 12 if theme.phone else 13, paper, width=r * 4)
        row = [(seat, level) for seat, levels in enumerate(place.ships) for level in levels]
        for n, (seat, level) in enumerate(row[:8]):
            sx = x + (n - (min(len(row), 8) - 1) / 2) * 18
            colour = play.colours[seat]
            pen.rect(sx - 8, y - 8, 16, 16, theme.seat(colour), paper, 1.2, 3)
            pen.text(str(level), sx, y, 12 / theme.text_scale, theme.on_seat(colour), True)


def facts(pen: Pen, play: Play, seat: int, x: float, y: float, w: float) -> None:
    """Ore, population and supply of a faction."""
    player = play.state.players[seat]
    pen.rect(x, y + 2, 18, 18, rgba("#8E8577"), theme.ink, 1.3, 3)
    wide = pen.text(str(player.ore), x + 25, y + 11, 17, theme.ink, True, "left")
    left = x + 36 + wide
    pen.icon("person", left + 8, y + 11, 20, theme.ink)
    wide = pen.text(str(player.population), left + 22, y + 11, 17, theme.ink, True, "left")
    if w > 150:
        words = say("beyond.supply", n=sum(player.supply))
        pen.text(words, left + 36 + wide, y + 11, 14, theme.ink2, anchor="left", width=x + w - left - 40 - wide)
