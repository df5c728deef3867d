"""What this copy's cards and boards say, looked up where the rules need it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, cast

from tableside.core.catalog import Catalog
from tableside.core.moves import text
from tableside.core.ruling import Need
from tableside.games.beyond_the_sun.records import (
    COLOURS,
    SEEN,
    USED,
    Achievement,
    Basic,
    EventCard,
    Guild,
    Mat,
    Star,
    System,
    Technology,
    TreeSlot,
)
from tableside.games.beyond_the_sun.state import Goal, Place, State

FIRST_GOALS = ("warlord", "technologist")
"""The A and B achievements recommended for a first game (B6)."""


ALIKE = (("columns", "food"), ("ore",), ("automation",))
"""What normal mats have in common, told together."""
NORMAL = "alike"
"""The record that holds what normal mats have in common."""
HEAP = (17,)
"""The supply while nobody has told the columns: all cubes but the two of the population and the ship."""
UNTOLD = "?"
"""With the place it lies at, or the group it is of: a card that lies open and is told when it first matters."""


def untold(id: str) -> bool:
    """Whether this is a card that lies open and nobody has told of yet."""
    return id.startswith(UNTOLD)


def added(id: str) -> bool:
    """Whether a slot or location was added by the owner: it is laid out when somebody first goes there.

    So it makes no difference to a game whether it was known from the beginning.
    """
    return "." not in id


_BLANK = Technology(source="", sure=False)
_SYSTEM = System(source="", sure=False)
_GOALS = {f"{UNTOLD}{group}": Achievement(source="", sure=False, group=group) for group in ("A", "B")}


@lru_cache(maxsize=4)
def facts_of(catalog: Catalog) -> Facts:
    """A catalogue in the rules' own words, made once."""
    return Facts(catalog)


class Facts:
    """The catalogue in the rules' own words."""

    __slots__ = ("_complete", "_mats", "_slots", "catalog", "memo")

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._complete: dict[str, dict[str, Any]] = {}
        self._mats: dict[str, Mat] = {}
        self.memo: dict[str, Any] = {}
        """What was worked out last, so that it need not be again."""
        self._slots: tuple[tuple[str, TreeSlot], ...] | None = None

    # -- records -------------------------------------------------------------------------------

    def technology(self, id: str) -> Technology:
        return _BLANK if untold(id) else cast(Technology, self.catalog.find("technologies", id))

    def event(self, id: str) -> EventCard:
        return cast(EventCard, self.catalog.find("events", id))

    def system(self, id: str) -> System:
        return _SYSTEM if untold(id) else cast(System, self.catalog.find("systems", id))

    def achievement(self, id: str) -> Achievement:
        return _GOALS[id] if id in _GOALS else cast(Achievement, self.catalog.find("achievements", id))

    def goal_points(self, id: str, seats: int) -> tuple[int, ...] | None:
        """The points of the spaces in use: with two or three players the second of an A card is closed (B10 to B12)."""
        card = self.achievement(id)
        if card.points is None or card.group != "A" or seats == 4:
            return card.points
        return (*card.points[:1], *card.points[2:])

    def goal_spaces(self, goal: Goal, seats: int) -> int:
        """Disc spaces of an achievement; on a card nobody has told of, everybody finds one."""
        points = self.goal_points(goal.id, seats)
        return goal.spaces if points is None else len(points)

    def mat(self, id: str) -> Mat:
        """A mat, or a normal one known by the colour of its cubes.

        What is not told of a normal one is as on the other normal ones, for they are alike.
        """
        if id not in self._mats:
            record = cast(Mat, self.catalog.find("mats", id))
            if id in COLOURS and id not in self.catalog.table("mats"):
                record = Mat(source="the cubes", sure=True, colour=id, advanced=False)
            if record is not None and not record.advanced:
                others = [other for other in self.catalog.table("mats").values() if other.advanced is False]
                for keys in ALIKE:
                    told = (mat for mat in (record, *others) if all(getattr(mat, key) is not None for key in keys))
                    like: dict[str, Any] = {key: getattr(mat, key) for mat in islice(told, 1) for key in keys}
                    record = replace(record, **like)
            self._mats[id] = record
        return self._mats[id]

    def colour(self, mat: str) -> str:
        """The colour of the cubes that go with a mat; nothing where nobody has told."""
        record = self.mat(mat) if mat else None
        return (record.colour or "") if record is not None else ""

    def of_colour(self, colour: str) -> str:
        """The normal mat of this colour the copy knows, or the colour itself."""
        mats = self.catalog.table("mats").items()
        return next((id for id, mat in mats if mat.colour == colour and not mat.advanced), colour)

    def columns(self, mat: str) -> tuple[int, ...]:
        """How many cubes each supply column holds; one heap while nobody has told."""
        return self.mat(mat).columns or HEAP

    def tracks_missing(self, mat: str, *keys: str) -> tuple[Need, ...]:
        """What must be told of a mat before this can be worked out; of a normal one it is told for all."""
        record = self.mat(mat)
        if all(getattr(record, key) is not None for key in keys):
            return ()
        if record.advanced:
            return self.catalog.missing("mats", mat, *keys)
        told = tuple(self.catalog.field("mats", key) for key in keys)
        return (Need("mats", NORMAL, keys, text("beyond_the_sun.no.tracks_untold", keys=told)),)

    def slot(self, id: str) -> TreeSlot:
        return cast(TreeSlot, self.catalog.find("slots", id))

    def star(self, id: str) -> Star | None:
        return self.catalog.find("places", id)

    def guild(self, id: str) -> Guild:
        return cast(Guild, self.catalog.find("guilds", id))

    def basics(self) -> Iterator[tuple[str, Basic]]:
        yield from self.catalog.table("basics").items()

    def space_costs(self, basic: Basic, seats: int) -> tuple[int, ...]:
        """The extra ore of each space of a basic action; while nobody has told, one is free for everybody."""
        told: tuple[int, ...] | None = getattr(basic, f"spaces_{seats}")
        return told if told is not None else (0,) * (seats + 1) + (1, 1)

    def slots(self) -> tuple[tuple[str, TreeSlot], ...]:
        """Every slot of the tree, by level and then by name."""
        if self._slots is None:
            found = (item for item in self.catalog.table("slots").items() if not item[1].absent)
            self._slots = tuple(sorted(found, key=lambda item: (item[1].level, item[0])))
        return self._slots

    def stars(self, seats: int) -> Iterator[tuple[str, Star]]:
        """Every location of the side of the galaxy board for so many players."""
        side = 2 if seats == 2 else 4
        found = self.catalog.table("places").items()
        yield from ((id, star) for id, star in found if star.side == side and not star.absent)

    def complete(self, table: str) -> dict[str, Any]:
        """The cards of which enough is known to lie open."""
        if table not in self._complete:
            records = self.catalog.table(table).items()
            self._complete[table] = {id: record for id, record in records if not self.missing(table, id)}
        return self._complete[table]

    # -- what is not known yet -----------------------------------------------------------------

    def missing(self, table: str, id: str, used: bool = False) -> tuple[Need, ...]:
        """What must be entered of this card before it can lie open, or before somebody can have it."""
        if untold(id):
            return ()
        keys = USED.get(table, SEEN[table]) if used else SEEN[table]
        record: Any = self.mat(id) if table == "mats" else self.catalog.find(table, id)
        if used and table == "technologies" and record is not None and record.level == 4:
            keys = (*keys, "points")
        if record is not None and all(getattr(record, key) is not None for key in keys):
            return ()
        return self.catalog.missing(table, id, *keys)

    # -- the galaxy ----------------------------------------------------------------------------

    def neighbours(self, state: State, id: str) -> tuple[str, ...]:
        """The locations one jump away: a line leads there, from either end (J3); where lines are not told, all."""
        here = state.place(id)
        if here is None:
            return ()
        if here.beside:
            found: tuple[str, ...] = (here.beside,)
        else:
            found = tuple(other.id for other in state.places if not other.beside and self._joins(id, other.id))
        return (*found, *(other.id for other in state.places if other.beside == id))

    def _joins(self, one: str, other: str) -> bool:
        if one == other:
            return False
        lines = (self._lines(one), self._lines(other))
        if other in (lines[0] or ()) or one in (lines[1] or ()):
            return True
        return None in lines

    def _lines(self, id: str) -> tuple[str, ...] | None:
        """The lines told of a location; None when nobody has looked yet."""
        star = self.star(id)
        return self._told("places", star.links) if star is not None and star.sure else None

    def specialties(self, place: Place) -> tuple[str, ...]:
        """What the location is good for; nothing when it cannot be controlled (K2)."""
        if place.kind == "system":
            return (self.system(place.system).specialties or ()) if place.system else ()
        star = self.star(place.id)
        if star is None or place.kind != "shipyard":
            return ()
        return star.specialties if star.specialties is not None else ("food", "ore")

    def one(self, state: State, kind: str) -> str:
        """Sol or Deep Space."""
        return next(place.id for place in state.places if place.kind == kind)

    def uncharted(self, state: State) -> tuple[str, ...]:
        """Locations the owner has added: they come to the table when a ship first goes there."""
        return tuple(id for id, _ in self.stars(len(state.players)) if added(id) and state.place(id) is None)

    # -- the tree ------------------------------------------------------------------------------

    def lines(self, slot: str) -> tuple[str, ...] | None:
        """The slots a line leads from; None when nobody has looked on the board yet: a guess refuses nothing."""
        record = self.catalog.find("slots", slot)
        return self._told("slots", record.needs) if record is not None and record.sure else None

    def _told(self, table: str, ids: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """Lines as they were told; one that leads to nothing on the board makes them as good as not told."""
        known = self.catalog.table(table)
        return ids if ids is not None and all(id in known for id in ids) else None

    def enough(self, slot: str) -> int:
        """How many of the lines are enough; only for a slot whose lines are known."""
        record = self.slot(slot)
        return record.enough if record.enough is not None else len(record.needs or ())

    def types(self, card: str) -> tuple[str, ...]:
        """The types this technology hands on to what follows from it."""
        record = self.technology(card)
        return record.passes if record.passes is not None else record.colours or ()
