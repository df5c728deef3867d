"""Beyond the Sun: the technology tree, the galaxy and the faction mats, each on a tab of its own."""

from __future__ import annotations

from typing import Any

from tableside.app.i18n import say, view_words
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen, words_texture
from tableside.app.theme import rgba, theme
from tableside.app.views.beyond_galaxy import galaxy
from tableside.app.views.beyond_mats import ORE, mats
from tableside.app.views.tabs import TabbedView
from tableside.games.beyond_the_sun.card_text import word
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.rules.achievements import trigger

tell = view_words("beyond_the_sun")
FACTS_HIGH = 40
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IIII"}
NIGHT, WHITE = rgba("#161B2B"), rgba("#FFFFFF")
SLOTS = ("slot", "using")
PLACES = ("place", "origin", "target")
TWO_LINES = 30.0
"""Design units of a card in which two lines of its name have room."""
MATS = ("mat", "disc", "track", "column")
TYPES = {
    "scientific": rgba("#3A55C4"),
    "economic": rgba("#1F9D78"),
    "military": rgba("#AE1E17"),
    "commercial": rgba("#FFC72E"),
}
Box = tuple[float, float, float, float]


class GameView(TabbedView):
    """Tree, galaxy, mats."""

    tabs = ("tree", "galaxy", "mats")

    def __init__(self, play: MoveBuilder, chosen: Any, **more: Any) -> None:
        super().__init__(play, chosen, **more)
        self.leafed = 0
        """On a phone, one mat at a time: how many seats on from the acting one."""
        self._of: Any = None
        """The state whose whole moves have turned the page already."""

    def side_of(self, slot: str) -> str:
        return "tree" if slot in SLOTS else "galaxy" if slot in PLACES else "mats" if slot in MATS else ""

    def _turn_to_ready(self) -> None:
        """Select the tab the suggested moves are about, once per question, so that manual paging is not undone."""
        state = self.play.state
        if state is not self._of and state.front is not None:
            slots = (slot for choice in self.play.choices for made in choice.ready for slot, _ in made.args)
            self.tab = next((side for slot in slots if (side := self.side_of(slot))), self.tab)
        self._of = state

    def paint(self, pen: Pen) -> None:
        self._turn_to_ready()
        super().paint(pen)
        self._goals(pen)
        if self.tab == "galaxy":
            galaxy(self, pen, self.head)
        elif self.tab == "mats":
            mats(self, pen, self.head)
        else:
            self._tree(pen, self.head)

    def _goals(self, pen: Pen) -> None:
        """How near the end is."""
        state = self.play.state
        if theme.phone or not state.goals:
            return
        done = sum(len(goal.discs) for goal in state.goals)
        words = tell("goals", n=done, of=trigger(len(state.players)))
        pen.text(words, self.wide, 24, 18, theme.ink2, anchor="right", width=self.wide * 0.34)

    def on_touch_up(self, touch: Any) -> bool:
        if super().on_touch_up(touch):
            return True
        below = touch.y < self.top - self.head * theme.u
        if (
            theme.phone
            and self.tab == "mats"
            and touch.grab_current is None
            and below
            and self.collide_point(*touch.pos)
        ):
            self.leafed += 1
            self.redraw()
            return True
        return False

    # -- the tree ------------------------------------------------------------------------------

    def _tree(self, pen: Pen, top: float) -> None:
        sites = list(self.play.state.sites)
        if not sites:
            pen.rect(0, top, self.wide, self.high - top, theme.surface, radius=16)
            pen.text(tell("no_tree"), self.wide / 2, (self.high + top) / 2, 18, theme.ink2, width=self.wide - 40)
            return
        levels = sorted({site.level for site in sites})
        gap = 10.0 if theme.phone else min(48.0, self.wide * 0.055)
        known = {level: any(site.card for site in sites if site.level == level) for level in levels}
        # On a phone, columns with cards in them need the room more than empty ones.
        shares = [1.7 if theme.phone and known[level] else 1.0 for level in levels]
        unit = (self.wide - gap * (len(levels) - 1)) / sum(shares)
        title = 16.0 if theme.phone else 24.0
        room = self.high - top - title
        boxes: dict[str, Box] = {}
        for column, level in enumerate(levels):
            w = unit * shares[column]
            x = sum(shares[:column]) * unit + column * gap
            pen.text(ROMAN.get(level, str(level)), x + w / 2, top + title / 2 - 2, title - 6, theme.ink, True)
            own = [site for site in sites if site.level == level]
            step = room / len(own)
            h = min(step - (4 if theme.phone else 8), 64.0)
            for n, site in enumerate(own):
                boxes[site.id] = (x, top + title + n * step + (step - h) / 2, w, h)
        self._lines(pen, sites, boxes)
        for site in sites:
            self._site(pen, site, *boxes[site.id])

    def _lines(self, pen: Pen, sites: list[Any], boxes: dict[str, Box]) -> None:
        """What a technology follows from; the acting faction's own ways are dark."""
        seat = self.play.seat
        known = {site.id for site in sites if seat is not None and seat in site.cubes}
        ways = []
        for site in sites:
            told = facts_of(self.play.game.catalog).lines(site.id)
            needs = [need for need in (site.lines if told is None else told) if need in boxes]
            for n, need in enumerate(needs):
                ways.append((need in known, boxes[need], boxes[site.id], (n + 1) / (len(needs) + 1)))
        for lit, one, other, share in sorted(ways, key=lambda way: way[0]):
            x1, y1 = one[0] + one[2], one[1] + one[3] / 2
            x2, y2 = other[0], other[1] + other[3] * share
            middle = x1 + (x2 - x1) * (0.35 if y1 < y2 else 0.65)
            pen.line((x1, y1, middle, y1, middle, y2, x2, y2), theme.ink if lit else theme.line, 2.6 if lit else 2.2)

    def _site(self, pen: Pen, site: Any, x: float, y: float, w: float, h: float) -> None:
        play = self.play
        asked = True in (self.offered(slot, site.id) for slot in SLOTS)
        picked = play.asked_parts is not None and site.id in play.toggled
        chosen = picked or any(pick.slot == "slot" and pick.value == site.id for pick in play.picks)
        record = play.game.catalog.find("technologies", site.card) if site.card else None
        fill = theme.surface if site.card or asked or chosen else theme.sunken
        edge = theme.ink if asked or chosen else theme.edge if site.card else None
        pen.rect(x, y, w, h, fill, edge, 3.5 if chosen else 2.5 if asked else 1.5, 10)
        for slot in SLOTS:
            self.target(x, y, w, h, slot, site.id)
        left = x + (6 if theme.phone else 12)
        if record is not None:
            left = self._stripe(pen, record.colours or (), x, y, h) or left
        many = len(site.cubes) > 2
        small = 15.0 if theme.phone else 20.0 if many else 26.0
        step = small * 0.62 if theme.phone else small * 0.8 if many else small + 1
        marks = small + 2 + (len(site.cubes) - 1) * step if site.cubes else 0
        words = self._words(site)
        tone = theme.ink if site.card else theme.disabled
        room = max(x + w - left - marks - (2 if theme.phone else 6) - (26 if chosen and not theme.phone else 0), 16)
        bold = bool(site.card) or chosen
        size, lines = self._size(words, bold, room), 2 if h >= TWO_LINES else 1
        pen.text(words, left, y + h / 2, size, tone, bold, "left", width=room, lines=lines)
        if theme.phone and site.event and not site.card:
            pen.icon("cards", x + w - 14, y + h / 2, 16, tone)
        if chosen and not theme.phone:
            pen.icon("check", x + w - 18, y + h / 2, 22, theme.ink)
        for n, seat in enumerate(site.cubes):
            pen.mark(
                play.colours[seat],
                play.letters[seat],
                x + w - small / 2 - (2 if theme.phone else 4) - n * step,
                y + h / 2,
                small,
            )

    @staticmethod
    def _size(words: str, bold: bool, room: float) -> float:
        """Letters small enough that no word is broken."""
        size = 11.0 if theme.phone else 17.0
        longest = max(words.split(), key=len, default="")
        wide = words_texture(longest, size * theme.text_scale * theme.u, bold).width / theme.u
        return size if wide <= room else max(size * room / wide * 0.97, 7.0)

    def _words(self, site: Any) -> str:
        """The technology, or which slot from above it is, and whether an event lies there."""
        record = self.play.game.catalog.find("technologies", site.card) if site.card else None
        if record is not None and record.name:
            return say(self.play.game.say_record("technologies", site.card))
        column = [other.id for other in self.play.state.sites if other.level == site.level]
        name = f"{column.index(site.id) + 1}."
        # Of a card without a name, column and stripe tell the level and the types.
        if theme.phone or record is not None:
            return name
        about = say(word("untold.card")) if site.card else tell("event" if site.event else "empty")
        return f"{name}  {about}"

    @staticmethod
    def _stripe(pen: Pen, colours: Any, x: float, y: float, h: float) -> float | None:
        """A stripe with letters for the types; gives where the words begin."""
        if not colours:
            return None
        wide = 15.0 if theme.phone else 27.0
        part = (h - 3) / len(colours)
        for n, colour in enumerate(colours):
            top = y + 1.5 + n * part
            pen.rect(x + 1.5, top, wide, part, TYPES[colour], radius=8)
            pen.rect(x + wide / 2, top, wide / 2 + 1.5, part, TYPES[colour])
            ink = NIGHT if colour in ("commercial", "economic") else WHITE
            size = min(9.0 if theme.phone else 16.0, part * 0.8)
            pen.text(tell(f"type.{colour}"), x + 1.5 + wide / 2, top + part / 2, size / theme.text_scale, ink, True)
        return x + wide + (3 if theme.phone else 10)


def facts(pen: Pen, play: MoveBuilder, seat: int, x: float, y: float, w: float) -> None:
    """Ore, population and supply of a faction."""
    player = play.state.players[seat]
    pen.rect(x, y + 2, 18, 18, ORE, theme.ink, 1.3, 3)
    wide = pen.text(str(player.ore), x + 25, y + 11, 17, theme.ink, True, "left")
    left = x + 36 + wide
    pen.icon("person", left + 8, y + 11, 20, theme.ink)
    wide = pen.text(str(player.population), left + 22, y + 11, 17, theme.ink, True, "left")
    if w > 150:
        words = tell("supply", n=sum(player.supply))
        pen.text(words, left + 36 + wide, y + 11, 14, theme.ink2, anchor="left", width=x + w - left - 40 - wide)


__all__ = ["GameView", "facts"]
