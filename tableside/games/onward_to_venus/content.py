"""What the owner's copy says: dice, tiles, cards, planets, sets; and what it does not say yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tableside.core.catalog import Catalog
from tableside.core.moves import Cite, text
from tableside.core.ruling import Illegal, Need
from tableside.games.onward_to_venus.state import PLANETS, SLUG, State


class TileKind(StrEnum):
    """The seven kinds of planet tile (A3)."""

    FACTORY = "factory"
    DRAW = "draw"
    FORTUNE = "fortune"
    TROPHY = "trophy"
    MINE = "mine"
    CRISIS = "crisis"
    TENSION = "tension"


class Timing(StrEnum):
    """What is printed on a card (A4)."""

    ACTION = "action"
    FREE = "free"
    BENEFIT = "benefit"


class Effect(StrEnum):
    """All card kinds of the rulebook (F1 to F36), and the plain combat cards."""

    POINTS = "points"
    MOVE = "move"
    BIG_TANKS = "big_tanks"
    ELITE_INFANTRY = "elite_infantry"
    MODERN_CRUISERS = "modern_cruisers"
    TRANSPORTS = "transports"
    EXCLUDE = "exclude"
    RECYCLE = "recycle"
    SWAP = "swap"
    DRAW_FOUR = "draw_four"
    DESTROY_INFANTRY = "destroy_infantry"
    DESTROY_UNIT = "destroy_unit"
    DESTROY_CRUISER = "destroy_cruiser"
    EXPLODING_TANK = "exploding_tank"
    KAMIKAZE = "kamikaze"
    TRAITOR = "traitor"
    TANK_UP = "tank_up"
    INFANTRY_UP = "infantry_up"
    BUY = "buy"
    IGNORE_BURST = "ignore_burst"
    EXTRA_ACTION = "extra_action"
    DEPLOY = "deploy"
    TOKEN = "token"
    TENSION_IN = "tension_in"
    TENSION_OUT = "tension_out"
    REROLL = "reroll"
    RESCUE = "rescue"
    SPILL = "spill"
    SPY = "spy"
    VEINS = "veins"
    LOTTERY = "lottery"
    HUNT = "hunt"
    POINT_AND_CARD = "point_and_card"
    MOON = "moon"
    VENUS = "venus"
    EARTH_CRISIS = "earth_crisis"
    LAST_ACTION = "last_action"


RULE: dict[Effect, str] = {effect: f"F{number}" for number, effect in enumerate(Effect)}
RULE[Effect.POINTS] = "D5"
"""The rule of each effect; the order of Effect is that of the rules, F1 to F36."""


@dataclass(frozen=True, slots=True)
class Die:
    """The three dice are alike: six faces, a burst written 0."""

    source: str
    sure: bool
    faces: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Tile:
    """A planet tile: what it is, its defence, whether a crisis tile shows the burst, how many there are."""

    source: str
    sure: bool
    kind: TileKind
    defence: int | None = None
    burst: bool | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A draw card: what it does, when, its printed combat points, how many there are among the draw cards."""

    source: str
    sure: bool
    effect: Effect
    timing: Timing | None = None
    points: int | None = None
    amount: int | None = None
    """How much further a movement card takes one (F1)."""
    count: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """A planet's hexagons, best first, and how many tiles come to it with 2, 3, 4, 5 players."""

    source: str
    sure: bool
    points: tuple[int, ...] | None = None
    tiles_2: int | None = None
    tiles_3: int | None = None
    tiles_4: int | None = None
    tiles_5: int | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """How many of this tile one player's set has."""

    source: str
    sure: bool
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Empire:
    """The four starting cards of an empire."""

    source: str
    sure: bool
    starting: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A heap in the box and its size."""

    source: str
    sure: bool
    count: int | None = None


TABLES: dict[str, type] = {
    "dice": Die,
    "tiles": Tile,
    "cards": Card,
    "worlds": World,
    "pieces": Piece,
    "empires": Empire,
    "box": Box,
}


def cite(rule: str) -> Cite:
    """A citation of the rules."""
    return Cite(SLUG, rule)


def no(key: str, rule: str, /, **args: object) -> Illegal:
    """A refusal in this game's words."""
    return Illegal(text(f"{SLUG}.no.{key}", **args), cite(rule))


def unknown(needs: tuple[Need, ...], rule: str) -> Illegal:
    """A refusal for want of facts."""
    return Illegal(needs[0].text, cite(rule), needs=needs)


@lru_cache(maxsize=32)
def _copies(catalog: Catalog, colours: tuple[str, ...]) -> Mapping[str, int]:
    """Every card's number with these empires at the table; a catalogue never changes, a new fact makes a new one."""
    counts = Counter({id: record.count or 0 for id, record in catalog.table("cards").items()})
    for colour in colours:
        empire: Empire | None = catalog.find("empires", colour)
        counts.update((empire.starting or ()) if empire is not None else ())
    return counts


class Copy:
    """The owner's copy, asked by the rules."""

    __slots__ = ("catalog",)

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    # -- dice ----------------------------------------------------------------------------------

    def faces(self) -> tuple[int, ...] | None:
        """The six faces of a die, or None when nobody has told us."""
        die: Die | None = self.catalog.find("dice", "die")
        return die.faces if die is not None else None

    # -- tiles ---------------------------------------------------------------------------------

    def tile(self, id: str) -> Tile | None:
        found: Tile | None = self.catalog.find("tiles", id)
        return found

    def kind(self, id: str) -> TileKind | None:
        found = self.tile(id)
        return found.kind if found is not None else None

    def of_kind(self, ids: tuple[str, ...], kind: TileKind) -> tuple[str, ...]:
        return tuple(id for id in ids if self.kind(id) is kind)

    def tiles(self) -> tuple[str, ...]:
        """Every tile of this copy, in the order in which tiles are written."""
        return tuple(sorted(self.catalog.table("tiles")))

    def out_of_bag(self, state: State) -> Counter[str]:
        """Tiles that are no longer in the bag."""
        out = Counter(state.rubbish)
        for planet in state.planets:
            out.update(planet.tiles)
        for player in state.players:
            out.update(player.kept)
        return out

    def bag(self, state: State) -> dict[str, int]:
        """What is still in the bag, of the tiles whose number is known."""
        out = self.out_of_bag(state)
        records = self.catalog.table("tiles")
        return {id: max(0, (records[id].count or 0) - out[id]) for id in self.tiles()}

    # -- worlds --------------------------------------------------------------------------------

    def points(self, planet: str) -> tuple[int, ...] | None:
        world: World | None = self.catalog.find("worlds", planet)
        return world.points if world is not None else None

    def missing_points(self) -> tuple[Need, ...]:
        return tuple(need for planet in PLANETS for need in self.catalog.missing("worlds", planet, "points"))

    def laid(self, planet: str, seats: int) -> int | None:
        """How many tiles come to this planet each period."""
        world: World | None = self.catalog.find("worlds", planet)
        return getattr(world, f"tiles_{seats}") if world is not None else None

    def sure_world(self, planet: str) -> bool:
        """Whether the planet's numbers have been confirmed."""
        world: World | None = self.catalog.find("worlds", planet)
        return world is not None and world.sure

    # -- pieces --------------------------------------------------------------------------------

    def pieces(self, thing: str) -> int | None:
        """How many of these one set has."""
        piece: Piece | None = self.catalog.find("pieces", thing)
        return piece.count if piece is not None else None

    def lacks(self, state: State, seat: int, thing: str, rule: str, amount: int = 1) -> Illegal | None:
        """Why the player cannot bring so many more of these into play, or None."""
        needs = self.catalog.missing("pieces", thing, "count")
        if needs:
            return unknown(needs, rule)
        if state.players[seat].count(thing) + amount > (self.pieces(thing) or 0):
            return no("none_left", rule, thing=text(f"{SLUG}.thing.{thing}"))
        return None

    # -- cards ---------------------------------------------------------------------------------

    def card(self, id: str) -> Card | None:
        found: Card | None = self.catalog.find("cards", id)
        return found

    def effect(self, id: str) -> Effect | None:
        found = self.card(id)
        return found.effect if found is not None else None

    def copies(self, state: State, id: str) -> int:
        """How many of this card are in the game, those of the empires at the table included."""
        return _copies(self.catalog, tuple(player.colour for player in state.players)).get(id, 0)

    def missing_starting(self, state: State) -> tuple[Need, ...]:
        """The empires at the table whose starting cards nobody has told us."""
        colours = (player.colour for player in state.players if player.colour)
        return tuple(need for colour in colours for need in self.catalog.missing("empires", colour, "starting"))

    def unseen(self, state: State, id: str) -> int:
        """How many of this card may be in a hand or in the deck."""
        seen = state.discards.count(id) + sum(planet.traitors.count(id) for planet in state.planets)
        return self.copies(state, id) - seen

    def with_effect(self, state: State, *effects: Effect) -> Iterator[str]:
        """The cards with one of these effects that may be in a hand now."""
        for id, record in self.catalog.table("cards").items():
            if record.effect in effects and self.unseen(state, id) > 0:
                yield id

    def may_hold(self, state: State, seat: int, *effects: Effect) -> bool:
        """Whether the player may have such a card; what is not known cannot be ruled out."""
        if not state.players[seat].hand:
            return False
        if any(True for _ in self.with_effect(state, *effects)):
            return True
        known = [record for record in self.catalog.table("cards").values() if record.effect in effects]
        return any(record.count is None for record in known)

    def draw_cards(self) -> int | None:
        return self.sure_box()[0]

    def sure_box(self) -> tuple[int | None, bool]:
        """How many draw cards the box has, and whether that is certain."""
        box: Box | None = self.catalog.find("box", "draw_cards")
        return (box.count, box.sure) if box is not None else (None, False)
