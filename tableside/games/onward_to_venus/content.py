"""What the owner's copy says: dice, tiles, cards, planets, sets; and what it does not say yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tableside.core.catalog import Catalog
from tableside.core.moves import Cite, text
from tableside.core.ruling import Illegal, Need
from tableside.games.onward_to_venus.records import Box, Card, Die, Effect, Empire, Piece, Tile, TileKind, World
from tableside.games.onward_to_venus.state import ALIEN, COLOURS, PLANETS, SLUG, State


def cite(rule: str) -> Cite:
    """A citation of the rules."""
    return Cite(SLUG, rule)


def no(key: str, rule: str, /, **args: object) -> Illegal:
    """A refusal in this game's words."""
    return Illegal(text(f"{SLUG}.no.{key}", **args), cite(rule))


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

    def unknown(self, needs: tuple[Need, ...], rule: str) -> Illegal:
        """A refusal for want of facts, in words of this game."""
        table, key = needs[0].table, (*needs[0].keys, "")[0].split("_")[0]
        names = tuple(self.name(need.table, need.id) for need in needs if need.table == table)
        return Illegal(text(f"{SLUG}.fact.{table}.{key}", names=names), cite(rule), needs=needs)

    def name(self, table: str, id: str) -> object:
        """A record in words."""
        if table == "worlds" and id in PLANETS:
            return text(f"{SLUG}.planet.{id}")
        if table == "empires" and id in COLOURS:
            return text(f"{SLUG}.colour.{id}")
        if table == "pieces":
            return text(f"{SLUG}.thing.{id}")
        if table == "tiles":
            return self.tile_name(id)
        return self.card_name(id) if table == "cards" else id

    def tile_name(self, id: str) -> object:
        """A tile in words."""
        record = self.tile(id)
        if record is None:
            return text(f"{SLUG}.tile.{id}") if id == ALIEN else id
        if record.defence is None:
            return text(f"{SLUG}.tile.{record.kind}")
        return text(f"{SLUG}.tile.{record.kind}.defended", defence=record.defence)

    def card_name(self, id: str) -> object:
        """A card in words: its own title, or what it does."""
        record = self.card(id)
        if record is None:
            return id
        if record.title:
            return record.title
        if record.effect is Effect.POINTS and record.points is not None:
            return text(f"{SLUG}.card.points", n=record.points)
        if record.effect is Effect.MOVE and record.amount is not None:
            return text(f"{SLUG}.card.move", n=record.amount)
        if record.effect in (Effect.POINTS, Effect.MOVE):
            return id
        return text(f"{SLUG}.card.{record.effect}")

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

    def missing_points(self, planets: Iterable[str]) -> tuple[Need, ...]:
        """The hexagons of these planets that nobody has told us."""
        return tuple(need for planet in planets for need in self.catalog.missing("worlds", planet, "points"))

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
            return self.unknown(needs, rule)
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
