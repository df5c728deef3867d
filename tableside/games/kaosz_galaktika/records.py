"""The owner's copy: what is printed on a card, as far as it has been told, and what a deck is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from tableside.core.catalog import Catalog, Record
from tableside.core.errors import Complaint
from tableside.core.moves import text
from tableside.core.printed import Numbers, Printed


class Type(StrEnum):
    """The six types of card (D)."""

    SHIP = "ship"
    WEAPON = "weapon"
    CREW = "crew"
    BASE = "base"
    EVENT = "event"
    INTERRUPT = "interrupt"


class Subtype(StrEnum):
    """Four of each type, in the order of the types (D)."""

    SCOUT = "scout"
    FIGHTER = "fighter"
    CRUISER = "cruiser"
    DESTROYER = "destroyer"
    GUN = "gun"
    SHIELD = "shield"
    ITEM = "item"
    ROCKET = "rocket"
    CAPTAIN = "captain"
    STAFF = "staff"
    PASSENGER = "passenger"
    ROBOT = "robot"
    RESEARCH = "research"
    BUILDING = "building"
    BUNKER = "bunker"
    TRAP = "trap"
    ATTACK = "attack"
    ANSWER = "answer"
    RESOURCE = "resource"
    SPECIAL = "special"
    STARTING = "starting"
    COMBAT = "combat"
    REACTION = "reaction"
    GENERAL = "general"

    @property
    def type(self) -> Type:
        """The type it belongs to."""
        return tuple(Type)[tuple(Subtype).index(self) // 4]


SIZES = {Subtype.SCOUT: 1, Subtype.FIGHTER: 2, Subtype.CRUISER: 3, Subtype.DESTROYER: 4}


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

    verb: Literal["change", "damage", "destroy", "use", "develop", "credits", "draw"]
    amount: int = 0
    value: Literal["speed", "firepower", "armour", "bombing"] | None = None
    until: Literal["combat_end", "turn_end", "always"] | None = None
    """How long a value stays changed; None is not known yet."""
    on: Literal["chosen", "carrier", "opponents_choice"] = "chosen"
    """What it is done to: a card its player chooses, the ship it is on, or a ship its own player chooses."""

    @property
    def half_told(self) -> bool:
        """Whether it must still be told until when the value stays changed."""
        return self.verb == "change" and self.until is None

    def __post_init__(self) -> None:
        if self.verb == "change" and self.value is None:
            raise Complaint(text("kaosz_galaktika.bad.change"))
        if self.verb != "change" and (self.value or self.until):
            raise Complaint(text("kaosz_galaktika.bad.no_change"))
        if self.amount < 0 and self.verb not in ("change", "develop", "credits"):
            raise Complaint(text("kaosz_galaktika.bad.negative", verb=text(f"kaosz_galaktika.value.{self.verb}")))


def _effects_as_now(told: Any) -> Any:
    if not isinstance(told, Mapping) or not isinstance(told.get("effects"), list):
        return told
    return {**told, "effects": [_effect_as_now(effect) for effect in told["effects"]]}


def _effect_as_now(told: Any) -> Any:
    """An effect as 0.1 told it: a value that is none was empty, and only a changed value lasts."""
    if not isinstance(told, Mapping):
        return told
    effect = {**told, "verb": "use"} if told.get("verb") == "turn" else dict(told)
    if effect.get("until") in ("turn", "combat"):
        effect["until"] = f"{effect['until']}_end"
    return {**effect, "value": None, "until": None} if effect.get("value") == "" else effect


@dataclass(frozen=True, slots=True)
class Ability:
    """A special ability of a card in play: its price, its mark, and its text or effects (D6b)."""

    text: str = ""
    cost: int = 0
    mark: Mark = Mark.NONE
    effects: tuple[Effect, ...] = ()
    either: bool = False
    """Only one of the effects happens, the one its player chooses."""
    when: Literal[
        "any_time", "own_start", "own_main", "own_closing", "in_combat", "in_equipping", "in_payment", "in_firing",
        "in_bombing",
    ] = "any_time"  # fmt: skip
    often: Literal["any_number", "once_turn", "once_combat", "once_step"] = "any_number"
    """How often; what costs nothing and turns nothing is never used more than once a turn."""

    @property
    def lasts(self) -> str | None:
        """Until when it cannot be used again; None when its price or its mark is limit enough."""
        if self.often in ("once_combat", "once_step"):
            return "combat_end" if self.often == "once_combat" else "step_end"
        free = not self.cost and self.mark is Mark.NONE
        return "turn_end" if free or self.often == "once_turn" else None

    def __post_init__(self) -> None:
        if self.cost < 0:
            raise Complaint(text("kaosz_galaktika.bad.cost"))


@dataclass(frozen=True, slots=True)
class Card(Record):
    """One card of the owner's copy; None is not known yet and is asked for when it matters."""

    PRINTED = Printed(
        numbers=(
            Numbers((0.7, 0.0, 0.3, 0.18), (("cost",),)),
            Numbers((0.02, 0.14, 0.22, 0.5), (VALUES, ("limit", "armour"), ("limit",))),
        ),
        title="name",
    )
    """Its price stands in an upper corner; down its left side stand a ship's four values, or a base's one or two."""

    name: str = ""
    type: Type | None = None
    subtype: Subtype | None = None
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
    either: bool = False
    """Only one of the effects happens, the one its player chooses."""
    abilities: tuple[Ability, ...] = ()
    cancels: tuple[Literal["interrupt", "event", "ship", "ability", "payment", "trap"], ...] = ()
    """What the card can cancel, when cancelling is what it does."""
    payment_end: bool = False
    """Its text takes effect at the end of the payment step (F3)."""
    toll: int = 0
    """Credits an opponent must spend to attack while this is in play."""
    refers: tuple[Literal["speed", "return_fire"], ...] = ()
    """What its text speaks of and simplified combat lacks (H2)."""

    @classmethod
    def as_now(cls, data: Any) -> Any:
        """A card as 0.1 told it: clan and rarity are no longer kept, and its effects had other words."""
        if not isinstance(data, Mapping):
            return data
        told = {key: value for key, value in data.items() if key not in ("clan", "rarity")}
        if isinstance(told.get("abilities"), list):
            told["abilities"] = [_effects_as_now(ability) for ability in told["abilities"]]
        return _effects_as_now(told)

    def __post_init__(self) -> None:
        if self.subtype is not None:
            object.__setattr__(self, "type", self.subtype.type)
        if self.cost in ("x", "target") and self.type not in (Type.EVENT, Type.INTERRUPT):
            raise Complaint(text("kaosz_galaktika.bad.open_price"))
        if self.limit == "?" and self.subtype not in (None, Subtype.TRAP):
            raise Complaint(text("kaosz_galaktika.bad.trap_limit"))
        for number in (self.cost, self.limit, self.hangar, self.toll):
            if isinstance(number, int) and number < 0:
                raise Complaint(text("kaosz_galaktika.bad.below_zero"))
        if self.type in (Type.SHIP, Type.BASE):
            for name in VALUES:
                if (getattr(self, name) or 0) < 0:
                    told = text(f"kaosz_galaktika.value.{name}")
                    raise Complaint(text("kaosz_galaktika.bad.value_below_zero", name=told))

    @property
    def size(self) -> int:
        """How many weapons and crew it can carry: its class (D1)."""
        return SIZES.get(self.subtype, 0) if self.subtype is not None else 0

    @property
    def room(self) -> int:
        """How much of the hangar it fills."""
        return self.size if self.hangar is None else self.hangar

    @property
    def at_payment_end(self) -> bool:
        """Whether it takes effect at the end of the payment step: rockets, and cards that say so (F3.2)."""
        return self.payment_end or self.subtype is Subtype.ROCKET

    @property
    def uses(self) -> tuple[Ability, ...]:
        """Its abilities; a card with nothing but a text has one that is told by hand, once a turn."""
        if self.abilities or self.effects or self.at_payment_end or not self.text:
            return self.abilities
        return (Ability(self.text, often="once_turn"),)

    @property
    def speaks_of_speed_or_return(self) -> bool:
        """Whether simplified combat bans it (H2)."""
        return bool(self.refers) or Keyword.RAPID in self.keywords


@dataclass(frozen=True, slots=True)
class Deck(Record):
    """A colony put together: the ids of its cards, kept in its owner's copy."""

    name: str = ""
    cards: tuple[str, ...] = field(default=(), metadata={"of": "cards", "most": 3})


TABLES = {"cards": Card, "decks": Deck}


def card_of(catalog: Catalog, id: str | None) -> Card | None:
    """What this copy knows of a card."""
    found: Card | None = None if id is None else catalog.find("cards", id)
    return found


def deck_of(catalog: Catalog, id: str | None) -> Deck | None:
    """What this copy knows of a deck."""
    found: Deck | None = None if id is None else catalog.find("decks", id)
    return found
