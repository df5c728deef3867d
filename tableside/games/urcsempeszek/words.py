"""The game's things as players call them."""

from __future__ import annotations

from tableside.core.catalog import Catalog
from tableside.core.moves import Text, called, text
from tableside.games.urcsempeszek.records import DICE, SECTORS, Sector
from tableside.games.urcsempeszek.state import SLUG, Goods, State, named

DICE_WORDS = frozenset(
    ("orange", "black", "pink", "brown", "white", "purple", "grey", "red", "blue", "green", "yellow", "turquoise")
)
"""Dice colours we have words for; an owner may name the sixth pair otherwise."""


def colour_name(colour: str, catalog: Catalog) -> str:
    """What a pair of dice is called in this copy."""
    record = catalog.find(DICE, colour)
    return record.colour if record is not None and record.colour else colour


def dice(colour: str, catalog: Catalog) -> Text:
    """The colour of a pair of dice."""
    name = colour_name(colour, catalog)
    return text(f"{SLUG}.dice.{name}") if name in DICE_WORDS else text("core.value", value=name)


def player(state: State, seat: int, catalog: Catalog) -> Text:
    """A player by the colour of the dice, or by the seat before colours are chosen."""
    if not 0 <= seat < len(state.players) or not state.players[seat].colour:
        return called(seat, text(f"{SLUG}.seat", n=seat + 1))
    name = colour_name(state.players[seat].colour, catalog)
    known = name in DICE_WORDS
    return called(seat, text(f"{SLUG}.player.{name}") if known else text(f"{SLUG}.player_named", colour=name))


def good(colour: str) -> Text:
    """A good, or the ship that wants it, by its colour; a cruiser by its name."""
    return text(f"{SLUG}.good.{colour}")


def goods(amounts: Goods) -> tuple[Text, ...]:
    """Goods by number and colour."""
    kinds = dict.fromkeys(named(amounts))
    return tuple(text(f"{SLUG}.goods.{colour}", n=named(amounts).count(colour)) for colour in kinds)


def sector(card: str, catalog: Catalog) -> Text:
    """A sector with what is on it, as far as it is known."""
    record: Sector | None = catalog.find(SECTORS, card)
    if record is None or record.planets is None or record.ships is None:
        return text(f"{SLUG}.sector_unknown", card=card)
    key = "sector_station" if record.station else "sector"
    ships = tuple(good(ship) for ship in record.ships)
    return text(f"{SLUG}.{key}", card=card, n=len(record.planets), ships=ships)
