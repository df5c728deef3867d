"""What is printed on the cards, sheets, tokens and dice of this copy; None is not known yet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar, Literal, get_args

from tableside.core.catalog import Catalog, FlatRecord, Record
from tableside.core.errors import Complaint
from tableside.core.moves import Text, text
from tableside.core.printed import Present, Printed, Symbols

GOODS = ("red", "blue", "green", "yellow")
"""The colours of goods and of the ships that want them."""
CRUISER = "cruiser"
MOST_ON_A_CARD = 9
"""No round card has room for more planets, or for more ships."""

Good = Literal["red", "blue", "green", "yellow"]
Ship = Literal["red", "blue", "green", "yellow", "cruiser"]
Planet = Literal["red", "blue", "green", "yellow", "other"]
"""The examples show four colours; any further one is "other"."""
DiceColour = Literal[
    "purple", "grey", "turquoise", "red", "blue", "green", "yellow", "orange", "black", "pink", "brown", "white"
]
"""Dice colours we have words for; an owner may name the sixth pair otherwise."""
DICE_WORDS = frozenset((*get_args(DiceColour), "sixth"))

SECTORS = "sectors"
SHEETS = "sheets"
TOKENS = "tokens"
DICE = "dice"


@dataclass(frozen=True, slots=True)
class Sector(Record):
    """A round sector card: its planets (how many, or their colours), its ships, and whether it has a space station."""

    MOST: ClassVar[int] = 36
    """So many are in the box."""
    ROUND = True
    """The card is a disc."""
    PRINTED = Printed({
        "planets": Symbols("disc", other="other"),
        "ships": Symbols("ship", grey=CRUISER),
        "station": Present("station"),
    })  # fmt: skip
    """What a photo of it tells."""

    planets: int | tuple[Planet, ...] | None = field(default=None, metadata={"minimum": 1, "maximum": MOST_ON_A_CARD})
    ships: tuple[Ship, ...] | None = None
    station: bool | None = None

    def __post_init__(self) -> None:
        if self.planets == ():  # a form saved untouched, which used to be possible: nothing was told
            object.__setattr__(self, "planets", None)
        size = self.size
        if size is not None and not 1 <= size <= MOST_ON_A_CARD:
            raise Complaint(text("urcsempeszek.bad.planets", n=size, most=MOST_ON_A_CARD))
        if len(self.ships or ()) > MOST_ON_A_CARD:
            raise Complaint(text("urcsempeszek.bad.ships", n=len(self.ships or ()), most=MOST_ON_A_CARD))

    @property
    def size(self) -> int | None:
        """How many planets."""
        return len(self.planets) if isinstance(self.planets, tuple) else self.planets

    @property
    def colours(self) -> tuple[Planet, ...] | None:
        """The planets one by one, when their colours were told."""
        return self.planets if isinstance(self.planets, tuple) else None

    def say(self, id: str) -> Text:
        """All that is known of it, to tell it from others."""
        if self.size is None:
            return text("urcsempeszek.sector_unknown")
        planets = text("urcsempeszek.planets", n=self.size)
        if self.colours is not None:
            planets = text("urcsempeszek.planets_coloured", n=self.size, colours=by_number(self.colours))
        if self.ships is None:
            found = text("urcsempeszek.sector_ships_unknown", planets=planets)
        elif self.ships:
            found = text("urcsempeszek.sector", planets=planets, ships=by_colour(self.ships))
        else:
            found = text("urcsempeszek.sector_no_ships", planets=planets)
        return text("urcsempeszek.sector_station", sector=found) if self.station else found


@dataclass(frozen=True, slots=True)
class Sheet(FlatRecord):
    """The favourites side of a character sheet: two planet colours and two ship colours."""

    planets: tuple[Planet, Planet] | None = None
    ships: tuple[Good, Good] | None = None

    def __post_init__(self) -> None:
        for pair in (self.planets, self.ships):
            if pair is not None and pair[0] == pair[1]:
                raise Complaint(text("urcsempeszek.bad.favourites"))

    def say(self, id: str) -> Text:
        """It goes with a pair of dice."""
        return text("urcsempeszek.sheet_of", colour=text(f"urcsempeszek.dice.{id}"))


@dataclass(frozen=True, slots=True)
class Token(Record):
    """A speed token: its number. The rulebook tells all six; a copy adds how they look."""

    value: int

    def say(self, id: str) -> Text:
        """By its number."""
        return text("urcsempeszek.token", value=number(self.value))


@dataclass(frozen=True, slots=True)
class Dice(Record):
    """A player's pair of dice: the colour they are called by."""

    colour: DiceColour | str | None = None

    def say(self, id: str) -> Text:
        """By their colour."""
        return text("urcsempeszek.dice_of", colour=dice_word(self.colour or id))


SIXTH = {
    "purple": "#7B52B9",
    "grey": "#8A8F98",
    "turquoise": "#2AA7A0",
    "red": "#C8372D",
    "blue": "#2F6FBF",
    "green": "#3C8D40",
    "yellow": "#E9C22F",
}
"""The rulebook does not name the sixth pair of dice: painted as its owner calls it."""


def dice_rgb(catalog: Catalog, id: str) -> str:
    """How a pair of dice is painted that only its owner can name."""
    record = catalog.records(Dice).get(id)
    return SIXTH.get(record.colour, "") if record is not None and record.colour is not None else ""


def number(value: int) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", "−")


def by_number(things: tuple[str, ...]) -> tuple[Text, ...]:
    """Coloured things, so many of each."""
    return tuple(text(f"urcsempeszek.goods.{colour}", n=n) for colour, n in Counter(things).items())


def by_colour(things: tuple[str, ...]) -> tuple[Text, ...]:
    """Coloured things, the number told only where there are several of one."""
    several = Counter(things).items()
    return tuple(
        text(f"urcsempeszek.goods.{colour}", n=n) if n > 1 else text(f"urcsempeszek.good.{colour}")
        for colour, n in several
    )


def dice_word(name: str) -> Text:
    """The colour of dice, in words where we have them."""
    return text(f"urcsempeszek.dice.{name}") if name in DICE_WORDS else text("core.value", value=name)


TABLES: dict[str, type[Record]] = {SECTORS: Sector, SHEETS: Sheet, TOKENS: Token, DICE: Dice}


def sector(catalog: Catalog, card: str) -> Sector | None:
    """A sector card of this copy."""
    return catalog.records(Sector).get(card)


def untold(galaxy: int, place: int) -> str:
    """The id of a card that is dealt before anything is told of it: the so-manieth new one of a galaxy."""
    return f"turned{galaxy}.{place}"


def place_of(card: str) -> int | None:
    """Which of the new cards of its galaxy this one is."""
    name, _, place = card.partition(".")
    return int(place) if name.startswith("turned") and place.isdigit() else None


def told(catalog: Catalog) -> tuple[str, ...]:
    """The sectors this copy knows something of."""
    return tuple(card for card, record in catalog.records(Sector).items() if record.size is not None)


def sheet(catalog: Catalog, colour: str) -> Sheet | None:
    """The sheet that goes with the dice of a colour."""
    return catalog.records(Sheet).get(colour)


def dice(catalog: Catalog, colour: str) -> Dice | None:
    """A pair of dice."""
    return catalog.records(Dice).get(colour)
