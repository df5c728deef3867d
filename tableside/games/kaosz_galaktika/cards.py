"""What is printed on a card, as far as the owner has told, and what a deck is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tableside.core.complaints import Complaint
from tableside.core.moves import text


class Type(StrEnum):
    """The six types of card (D)."""

    SHIP = "ship"
    WEAPON = "weapon"
    CREW = "crew"
    BASE = "base"
    EVENT = "event"
    INTERRUPT = "interrupt"


SUBTYPES: dict[Type, tuple[str, ...]] = {
    Type.SHIP: ("scout", "fighter", "cruiser", "destroyer"),
    Type.WEAPON: ("gun", "shield", "item", "rocket"),
    Type.CREW: ("captain", "staff", "passenger", "robot"),
    Type.BASE: ("research", "building", "bunker", "trap"),
    Type.EVENT: ("attack", "answer", "resource", "special"),
    Type.INTERRUPT: ("starting", "combat", "reaction", "general"),
}
SIZES = {"scout": 1, "fighter": 2, "cruiser": 3, "destroyer": 4}


class Race(StrEnum):
    """The eight races (A2)."""

    HUMAN = "human"
    XENO = "xeno"
    INSECTOID = "insectoid"
    CARNOPLANT = "carnoplant"
    CEREBRITE = "cerebrite"
    ZARG = "zarg"
    TRICIPLITE = "triciplite"
    SPACE_SHARK = "space_shark"


OPPOSED = (
    (Race.HUMAN, Race.XENO),
    (Race.INSECTOID, Race.CARNOPLANT),
    (Race.CEREBRITE, Race.ZARG),
    (Race.TRICIPLITE, Race.SPACE_SHARK),
)


class Keyword(StrEnum):
    """The eight abilities of ships (G)."""

    CLOAK = "cloak"
    RAPID = "rapid"
    VOLLEY = "volley"
    BAND = "band"
    STEALTH = "stealth"
    HEAVY = "heavy"
    REPAIR = "repair"
    SAPPER = "sapper"


class Mark(StrEnum):
    """What a card does to itself as the price of its ability (C2)."""

    NONE = "none"
    USED = "used"
    DAMAGED = "damaged"
    SACRIFICE = "sacrifice"


VALUES = ("speed", "firepower", "armour", "bombing")


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing the card's text does that the referee can do alone; anything else stays free text."""

    verb: Literal["change", "damage", "destroy", "turn", "develop", "credits", "draw"]
    amount: int = 0
    value: Literal["", "speed", "firepower", "armour", "bombing"] = ""
    until: Literal["combat", "turn", "always"] = "turn"

    def __post_init__(self) -> None:
        if (self.verb == "change") != bool(self.value):
            raise Complaint(text("kaosz_galaktika.bad.change"))
        if self.amount < 0 and self.verb not in ("change", "develop", "credits"):
            raise Complaint(text("kaosz_galaktika.bad.negative", verb=str(self.verb)))


@dataclass(frozen=True, slots=True)
class Ability:
    """A special ability of a card in play: its price, its mark, and its text or effects (D6b)."""

    text: str = ""
    cost: int = 0
    mark: Mark = Mark.NONE
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if self.cost < 0:
            raise Complaint(text("kaosz_galaktika.bad.cost"))


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the owner's copy; None is not known yet and is asked for when it matters."""

    source: str
    sure: bool
    name: str
    type: Type | None = None
    subtype: str | None = None
    race: Race | None = None
    cost: int | Literal["x", "target"] | None = None
    """x: the player names the price; target: what the cancelled card cost."""
    speed: int | None = None
    firepower: int | None = None
    armour: int | None = None
    bombing: int | None = None
    limit: int | Literal["X", "?"] | None = None
    hangar: int | None = None
    """How much room the ship takes up in the hangar, when its text says other than its class (D1)."""
    keywords: tuple[Keyword, ...] = ()
    text: str = ""
    effects: tuple[Effect, ...] = ()
    abilities: tuple[Ability, ...] = ()
    cancels: tuple[Literal["interrupt", "event", "ship", "ability", "payment", "trap"], ...] = ()
    """What the card can cancel, when cancelling is what it does."""
    payment_end: bool = False
    """Its text takes effect at the end of the payment step (F3)."""
    toll: int = 0
    """Credits an opponent must spend to attack while this is in play."""
    refers: tuple[Literal["speed", "return_fire"], ...] = ()
    """What its text speaks of and simplified combat lacks (H2)."""
    clan: str = ""
    rarity: Literal["", "common", "uncommon", "rare", "ultra_rare"] = ""

    def __post_init__(self) -> None:
        if self.type is not None and self.subtype is not None and self.subtype not in SUBTYPES[self.type]:
            raise Complaint(text("kaosz_galaktika.bad.subtype", type=str(self.type), subtype=str(self.subtype)))
        if self.cost in ("x", "target") and self.type not in (Type.EVENT, Type.INTERRUPT):
            raise Complaint(text("kaosz_galaktika.bad.open_price"))
        if self.limit == "?" and self.subtype not in (None, "trap"):
            raise Complaint(text("kaosz_galaktika.bad.trap_limit"))
        for number in (self.cost, self.limit, self.hangar, self.toll):
            if isinstance(number, int) and number < 0:
                raise Complaint(text("kaosz_galaktika.bad.below_zero"))
        if self.type in (Type.SHIP, Type.BASE):
            for name in VALUES:
                if (getattr(self, name) or 0) < 0:
                    raise Complaint(text("kaosz_galaktika.bad.value_below_zero", name=name))

    @property
    def size(self) -> int:
        """How many weapons and crew it can carry: its class (D1)."""
        return SIZES.get(self.subtype or "", 0)

    @property
    def room(self) -> int:
        """How much of the hangar it fills."""
        return self.size if self.hangar is None else self.hangar

    @property
    def speaks_of_speed_or_return(self) -> bool:
        """Whether simplified combat bans it (H2)."""
        return bool(self.refers) or Keyword.RAPID in self.keywords


@dataclass(frozen=True, slots=True)
class Deck:
    """A colony put together: the ids of its cards, kept in its owner's copy."""

    source: str
    sure: bool
    name: str
    cards: tuple[str, ...] = ()
