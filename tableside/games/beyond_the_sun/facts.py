"""What this copy's cards and boards say, looked up where the rules need it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from tableside.core.catalog import Catalog
from tableside.core.moves import text
from tableside.core.ruling import Need
from tableside.games.beyond_the_sun.records import (
    NEEDED,
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
from tableside.games.beyond_the_sun.state import Place, State

SLUG = "beyond_the_sun"
FIRST_GOALS = ("warlord", "technologist")
"""The A and B achievements recommended for a first game (B6)."""


class Facts:
    """The catalogue in the rules' own words."""

    __slots__ = ("_complete", "_joined", "_slots", "catalog", "memo")

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._complete: dict[str, dict[str, Any]] = {}
        self._joined: dict[str, tuple[str, ...]] = {}
        self.memo: dict[str, Any] = {}
        """What was worked out last, so that it need not be again."""
        self._slots: tuple[tuple[str, TreeSlot], ...] | None = None

    # -- records -------------------------------------------------------------------------------

    def technology(self, id: str) -> Technology:
        return cast(Technology, self.catalog.find("technologies", id))

    def event(self, id: str) -> EventCard:
        return cast(EventCard, self.catalog.find("events", id))

    def system(self, id: str) -> System:
        return cast(System, self.catalog.find("systems", id))

    def achievement(self, id: str) -> Achievement:
        return cast(Achievement, self.catalog.find("achievements", id))

    def mat(self, id: str) -> Mat:
        return cast(Mat, self.catalog.find("mats", id))

    def slot(self, id: str) -> TreeSlot:
        return cast(TreeSlot, self.catalog.find("slots", id))

    def star(self, id: str) -> Star | None:
        return self.catalog.find("places", id)

    def guild(self, id: str) -> Guild:
        return cast(Guild, self.catalog.find("guilds", id))

    def basics(self) -> Iterator[tuple[str, Basic]]:
        yield from self.catalog.table("basics").items()

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
        """The records of which everything needed is known."""
        if table not in self._complete:
            keys = NEEDED[table]
            self._complete[table] = {
                id: record
                for id, record in self.catalog.table(table).items()
                if all(getattr(record, key) is not None for key in keys)
            }
        return self._complete[table]

    # -- what is not known yet -----------------------------------------------------------------

    def missing(self, table: str, id: str) -> tuple[Need, ...]:
        """What must be entered of this card before it can be on the table."""
        keys = list(NEEDED[table])
        record = self.catalog.find(table, id)
        if table == "technologies" and record is not None and record.level == 4:
            keys.append("points")
        return self.catalog.missing(table, id, *keys)

    def unsure(self, table: str, id: str, *keys: str) -> tuple[Need, ...]:
        """What must be entered or confirmed of this part of a board."""
        record = self.catalog.find(table, id)
        if record is not None and not record.sure:
            unknown = tuple(key for key in keys if getattr(record, key) is None) or keys
            return (Need(table, id, unknown, text(f"{SLUG}.confirm", table=table, id=id, keys=unknown)),)
        return self.catalog.missing(table, id, *keys)

    def board_needs(self, seats: int) -> tuple[Need, ...]:
        """Everything of the boards that must be entered or confirmed before the game is laid out."""
        needs: list[Need] = []
        for id, _ in self.slots():
            needs += self.unsure("slots", id, "needs")
        for id, star in self.stars(seats):
            keys = ("links", "specialties") if star.kind == "shipyard" else ("links",)
            needs += self.unsure("places", id, *keys)
        for id, basic in self.basics():
            if not basic.open:
                needs += self.catalog.missing("basics", id, f"spaces_{seats}")
        return tuple(needs)

    # -- the galaxy ----------------------------------------------------------------------------

    def neighbours(self, state: State, id: str) -> tuple[str, ...]:
        """The locations one jump away: a line leads there, from either end (J3)."""
        here = state.place(id)
        if here is None:
            return ()
        found = (here.beside,) if here.beside else self._lines(id)
        extra = tuple(other.id for other in state.places if other.beside == id)
        return (*(other for other in found if state.place(other) is not None), *extra)

    def _lines(self, id: str) -> tuple[str, ...]:
        if id not in self._joined:
            stars = self.catalog.table("places")
            own = (stars[id].links or ()) if id in stars else ()
            back = (other for other, star in stars.items() if id in (star.links or ()))
            self._joined[id] = tuple(dict.fromkeys((*own, *back)))
        return self._joined[id]

    def specialties(self, place: Place) -> tuple[str, ...]:
        """What the location is good for; nothing when it cannot be controlled (K2)."""
        if place.kind == "system":
            return (self.system(place.system).specialties or ()) if place.system else ()
        star = self.star(place.id)
        return (star.specialties or ()) if star is not None and place.kind == "shipyard" else ()

    def one(self, state: State, kind: str) -> str:
        """Sol or Deep Space."""
        return next(place.id for place in state.places if place.kind == kind)

    # -- the tree ------------------------------------------------------------------------------

    def needs(self, slot: str) -> tuple[str, ...]:
        return self.slot(slot).needs or ()

    def enough(self, slot: str) -> int:
        record = self.slot(slot)
        return record.enough if record.enough is not None else len(record.needs or ())

    def types(self, card: str) -> tuple[str, ...]:
        """The types this technology hands on to what follows from it."""
        record = self.technology(card)
        return record.passes if record.passes is not None else record.colours or ()
