"""What is printed on the cards, sheets and dice of this copy; None is not known yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tableside.core.complaints import Complaint
from tableside.core.moves import text

GOODS = ("red", "blue", "green", "yellow")
"""The colours of goods and of the ships that want them."""
CRUISER = "cruiser"

Good = Literal["red", "blue", "green", "yellow"]
Ship = Literal["red", "blue", "green", "yellow", "cruiser"]
Planet = Literal["red", "blue", "green", "yellow", "other"]
"""The examples show four colours; any further one is "other"."""

SECTORS = "sectors"
SHEETS = "sheets"
DICE = "dice"


@dataclass(frozen=True, slots=True)
class Sector:
    """A round sector card: its planets, its ships, and whether a space station is on it."""

    source: str
    sure: bool
    planets: tuple[Planet, ...] | None = None
    ships: tuple[Ship, ...] | None = None
    station: bool | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The favourites side of a character sheet: two planet colours and two ship colours."""

    source: str
    sure: bool
    planets: tuple[Planet, Planet] | None = None
    ships: tuple[Good, Good] | None = None

    def __post_init__(self) -> None:
        for pair in (self.planets, self.ships):
            if pair is not None and pair[0] == pair[1]:
                raise Complaint(text("urcsempeszek.bad.favourites"))


@dataclass(frozen=True, slots=True)
class Dice:
    """A player's pair of dice: the colour they are called by."""

    source: str
    sure: bool
    colour: str | None = None


TABLES: dict[str, type] = {SECTORS: Sector, SHEETS: Sheet, DICE: Dice}
