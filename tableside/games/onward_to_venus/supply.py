"""What the owner's copy says, and how much of it may still be in the bag, in the sets and in the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tableside.core.catalog import Catalog
from tableside.core.moves import Text, text
from tableside.core.ruling import Illegal, Need
from tableside.games.onward_to_venus.records import (
    STATED,
    TILE_NUMBERS,
    Box,
    Card,
    Die,
    Effect,
    Empire,
    Piece,
    Tile,
    TileKind,
    World,
)
from tableside.games.onward_to_venus.refusal import cite, no
from tableside.games.onward_to_venus.state import (
    ALIEN,
    BUILDINGS,
    MOST_FACE,
    SET_NUMBERS,
    SLUG,
    UNITS,
    UNTOLD,
    State,
)


@lru_cache(maxsize=32)
def _copies(catalog: Catalog, colours: tuple[str, ...]) -> Mapping[str, int]:
    """The number of every card whose copies are all counted, with these empires at the table.

    A catalogue never changes: a new fact makes a new one.
    """
    empires: list[Empire | None] = [catalog.find("empires", colour) for colour in colours if colour]
    if any(empire is None or empire.starting is None for empire in empires):
        return {}
    starting = Counter(card for empire in empires if empire is not None for card in empire.starting or ())
    cards: Mapping[str, Card] = catalog.table("cards")
    return {id: record.count + starting[id] for id, record in cards.items() if record.count is not None}


@lru_cache(maxsize=32)
def _alike(catalog: Catalog) -> Mapping[str, int]:
    """Tiles on which the same is printed get numbers, so that no two of them read the same."""
    found: dict[tuple[object, ...], list[str]] = {}
    for id, record in sorted(catalog.table("tiles").items()):
        found.setdefault((record.kind, record.defence, record.burst is True), []).append(id)
    return {id: number for some in found.values() for number, id in enumerate(some, 1) if len(some) > 1}


class Copy:
    """The owner's copy, asked by the rules."""

    __slots__ = ("catalog",)

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def unknown(self, needs: tuple[Need, ...], rule: str) -> Illegal:
        """A refusal for want of facts, in words of this game."""
        table, key = needs[0].table, (*needs[0].keys, "")[0].split("_")[0]
        names = tuple(self.name(need.table, need.id) for need in needs if need.table == table)
        if not needs[0].keys:
            key = {"tiles": "kind", "cards": "effect"}[table]
        return Illegal(text(f"{SLUG}.fact.{table}.{key}", names=names), cite(rule), needs=needs)

    def name(self, table: str, id: str) -> Text:
        """A record in words; tiles on which the same is printed are numbered."""
        if table == "tiles" and id in (ALIEN, UNTOLD):
            return text(f"{SLUG}.tile.{id}")
        name = self.catalog.named(table, id)
        number = _alike(self.catalog).get(id, 1) if table == "tiles" else 1
        return name if number == 1 else text(f"{SLUG}.numbered", name=name, n=number)

    def tile_name(self, id: str) -> Text:
        return self.name("tiles", id)

    def card_name(self, id: str) -> Text:
        return self.name("cards", id)

    # -- dice ----------------------------------------------------------------------------------

    def faces(self) -> tuple[int, ...] | None:
        """The six faces of a die, or None when nobody has told us."""
        die: Die | None = self.catalog.find("dice", "die")
        return die.faces if die is not None else None

    def known_faces(self) -> tuple[int, ...]:
        """What a die may show: its own faces, or while nobody has told them a burst and any number."""
        return tuple(sorted(set(self.faces() or range(MOST_FACE + 1))))

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
            out.update(tile for tile in planet.tiles if tile != UNTOLD)
        for player in state.players:
            out.update(player.kept)
        return out

    def left(self, state: State, tile: str) -> int | None:
        """How many of this tile are still in the bag; None while nobody has counted them."""
        record = self.tile(tile)
        if record is None or record.count is None:
            return None
        # Asked for every tile that may lie somewhere, so only this one is counted.
        heaps = (state.rubbish, *(planet.tiles for planet in state.planets), *(one.kept for one in state.players))
        return max(0, record.count - sum(heap.count(tile) for heap in heaps))

    def bag(self, state: State) -> dict[str, int]:
        """What is still in the bag, of the tiles whose number is known."""
        out = self.out_of_bag(state)
        counts = {id: self.catalog.table("tiles")[id].count for id in self.tiles()}
        return {id: max(0, count - out[id]) for id, count in counts.items() if count is not None}

    def in_bag(self, state: State) -> int | None:
        """How many tiles the bag still holds; None while some kind is not counted, or some tiles are not told."""
        bag = self.bag(state)
        if any(UNTOLD in planet.tiles for planet in state.planets):
            return None
        return sum(bag.values()) if len(bag) == len(self.tiles()) else None

    def too_many_tiles(self, out: Counter[str]) -> Illegal | None:
        """No box has so many tiles of some kind (A3)."""
        for kind, most in TILE_NUMBERS.items():
            amount = sum(n for tile, n in out.items() if self.kind(tile) is kind)
            if amount > most:
                return no("too_many_tiles", "A3", tile=text(f"{SLUG}.tile.{kind}"), n=amount, size=most)
        return None

    # -- worlds --------------------------------------------------------------------------------

    def points(self, planet: str) -> tuple[int, ...] | None:
        world: World | None = self.catalog.find("worlds", planet)
        return world.points if world is not None else None

    def missing_points(self, planets: Iterable[str]) -> tuple[Need, ...]:
        """The hexagons of these planets that nobody has told us."""
        return tuple(need for planet in planets for need in self.catalog.missing("worlds", planet, "points"))

    def laid(self, planet: str, seats: int) -> int | None:
        """How many tiles come to this planet each period."""
        world: World | None = self.catalog.find("worlds", planet)
        return getattr(world, f"tiles_{seats}") if world is not None else None

    def sure_laid(self, planet: str, seats: int) -> bool:
        """Whether that number is certain: stated in the rulebook's text or told by the owner."""
        world: World | None = self.catalog.find("worlds", planet)
        return world is not None and (world.sure or f"tiles_{seats}" in STATED.get(planet, ()))

    # -- pieces --------------------------------------------------------------------------------

    def pieces(self, thing: str) -> int | None:
        """How many of these one set has."""
        piece: Piece | None = self.catalog.find("pieces", thing)
        return piece.count if piece is not None else None

    def too_many(self, used: Mapping[str, int]) -> tuple[str, int] | None:
        """A kind of which one set cannot have so many, and how many it can have at most.

        A set's five numbers are known even where nobody has said which is whose, so some way to deal them out must fit.
        """
        sizes, free = {thing: self.pieces(thing) for thing in used}, list(SET_NUMBERS)
        for thing, size in sizes.items():
            if size is not None and used[thing] > size:
                return thing, size
            if size in free:
                free.remove(size)
        open_kinds = sorted((thing for thing in used if sizes[thing] is None), key=lambda thing: -used[thing])
        for thing, most in zip(open_kinds, sorted(free, reverse=True)):
            if used[thing] > most:
                return thing, most
        return None

    def lacks(self, state: State, seat: int, thing: str, rule: str, amount: int = 1) -> Illegal | None:
        """Why the player cannot bring so many more of these into play, or None."""
        used = {name: state.players[seat].count(name) + amount * (name == thing) for name in (*UNITS, *BUILDINGS)}
        if self.too_many(used) is not None:
            return no("none_left", rule, thing=text(f"{SLUG}.thing.{thing}"))
        return None

    # -- cards ---------------------------------------------------------------------------------

    def card(self, id: str) -> Card | None:
        found: Card | None = self.catalog.find("cards", id)
        return found

    def effect(self, id: str) -> Effect | None:
        found = self.card(id)
        return found.effect if found is not None else None

    def unseen(self, state: State, id: str) -> int | None:
        """How many of this card may be in a hand or in the deck; None while nobody has counted them."""
        copies = _copies(self.catalog, tuple(player.colour for player in state.players)).get(id)
        if copies is None:
            return None
        return copies - state.discards.count(id) - sum(planet.traitors.count(id) for planet in state.planets)

    def most(self, state: State, seat: int, id: str) -> int:
        """How many of this card the player may have in hand."""
        hand, unseen = state.players[seat].hand, self.unseen(state, id)
        return hand if unseen is None else max(0, min(hand, unseen))

    def may_have(self, state: State, seat: int, *effects: Effect) -> Iterator[str]:
        """The cards with one of these effects that may be in the player's hand now."""
        if state.players[seat].hand:
            for id, record in self.catalog.table("cards").items():
                if record.effect in effects and self.most(state, seat, id):
                    yield id

    def may_hold(self, state: State, seat: int, *effects: Effect) -> bool:
        """Whether the player may have such a card; what is not known cannot be ruled out."""
        return any(True for _ in self.may_have(state, seat, *effects))

    def all_cards_told(self) -> bool:
        """Whether the cards of this copy come to the number of draw cards the box is known to have."""
        count, sure = self.sure_box()
        return sure and count == sum(record.count or 0 for record in self.catalog.table("cards").values())

    def draw_cards(self) -> int | None:
        return self.sure_box()[0]

    def sure_box(self) -> tuple[int | None, bool]:
        """How many draw cards the box has, and whether that is certain."""
        box: Box | None = self.catalog.find("box", "draw_cards")
        return (box.count, box.sure) if box is not None else (None, False)
