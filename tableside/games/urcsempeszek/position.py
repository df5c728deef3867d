"""The end of a game as people type it in, what cannot be in it, and its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from tableside.core import photo_fields
from tableside.core.catalog import Catalog
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tableside.games.urcsempeszek import records, scoring, words
from tableside.games.urcsempeszek.records import DICE, GOODS, MOST_ON_A_CARD, SECTORS, SHEETS, Good, Planet, Ship
from tableside.games.urcsempeszek.refusal import lacking, no
from tableside.games.urcsempeszek.scoring import Card, Holding
from tableside.games.urcsempeszek.state import DICE_EACH, LAYOUTS, SECTOR_CARDS, Settings, fastest


def _said(about: str, **more: Any) -> dict[str, Any]:
    return {"about": about, **more}


@dataclass(frozen=True, slots=True)
class FinalCard:
    """A sector as it lies in a pile."""

    planets: int | tuple[Planet, ...] = field(
        metadata=_said("how many planets, or their colours one by one", minimum=1, maximum=MOST_ON_A_CARD)
    )
    ships: tuple[Ship, ...] | None = field(default=None, metadata=_said("needed for favourite ships"))
    station: bool = field(default=False, metadata=_said("a space station is on it"))


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Goods left, by colour."""

    red: int = field(default=0, metadata=_said("red goods left", minimum=0, maximum=13))
    blue: int = field(default=0, metadata=_said("blue goods left", minimum=0, maximum=13))
    green: int = field(default=0, metadata=_said("green goods left", minimum=0, maximum=13))
    yellow: int = field(default=0, metadata=_said("yellow goods left", minimum=0, maximum=13))


@dataclass(frozen=True, slots=True)
class Final:
    """One player at the end."""

    name: str = field(metadata=_said("the player's name"))
    paid: tuple[str | FinalCard, ...] = field(
        default=(),
        metadata=_said(
            "face-up sectors: ids of your copy, or what is on them", photo=photo_fields.cards(SECTORS, shape="round")
        ),
    )
    unpaid: tuple[str | FinalCard, ...] = field(
        default=(),
        metadata=_said(
            "face-down sectors: ids of your copy, or what is on them", photo=photo_fields.cards(SECTORS, shape="round")
        ),
    )
    goods: Leftovers = field(default=Leftovers(), metadata=_said("goods left, by colour"))
    energy: int = field(default=0, metadata=_said("energy left", minimum=0, maximum=58))
    dice: str = field(
        default="",
        metadata=_said(
            "colour of the dice: names the sheet of your copy",
            photo=photo_fields.cards(SHEETS, prefix="sheet:", shape="board"),
        ),
    )
    favourite_planets: tuple[Planet, ...] = field(
        default=(), metadata=_said("the two planet colours on the sheet, when your copy does not know it")
    )
    favourite_ships: tuple[Good, ...] = field(
        default=(), metadata=_said("the two ship colours on the sheet, when your copy does not know it")
    )


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game."""

    players: tuple[Final, ...] = field(metadata=_said("2 to 6 players in the order they sit"))
    stations: bool = field(default=False, metadata=_said("space stations were played (F2)"))
    favourite_ships: bool = field(default=False, metadata=_said("favourite ships were played (F3)"))
    favourite_goods: bool = field(default=False, metadata=_said("favourite ships' goods were played (F4)"))
    ship_tie: Literal["nobody", "all"] = field(
        default="nobody", metadata=_said("who gets the favourite-ship points when level")
    )
    ship_rivals: Literal["everyone", "sharers"] = field(
        default="everyone", metadata=_said("with whom favourite ships are compared")
    )
    station_ships: Literal["scoring", "all"] = field(
        default="scoring", metadata=_said("whether ships count on station sectors worth nothing to their owner")
    )


EXAMPLE = Position(
    (
        Final(
            "Anna",
            paid=(
                FinalCard(("red", "red", "blue", "blue"), ("green", "green", "cruiser"), station=True),
                FinalCard(3, ("blue",)),
                FinalCard(2, ("yellow", "green")),
            ),
            unpaid=(FinalCard(2),),
            goods=Leftovers(green=2),
            energy=1,
            favourite_planets=("red", "yellow"),
            favourite_ships=("green", "blue"),
        ),
        Final(
            "Béla",
            paid=(
                FinalCard(4, ("yellow", "yellow", "red")),
                FinalCard(("red", "green"), ("green",), station=True),
            ),
            goods=Leftovers(red=1, yellow=1),
            favourite_planets=("red", "blue"),
            favourite_ships=("yellow", "green"),
        ),
        Final(
            "Csaba",
            paid=(FinalCard(3, ("red", "red", "blue", "blue")),),
            goods=Leftovers(blue=1),
            energy=2,
            favourite_planets=("green", "yellow"),
            favourite_ships=("blue", "red"),
        ),
    ),
    stations=True,
    favourite_ships=True,
    favourite_goods=True,
)


def settings(position: Position) -> Settings:
    """What was agreed at that table."""
    return Settings(
        stations=position.stations,
        favourite_ships=position.favourite_ships,
        favourite_goods=position.favourite_goods,
        ship_tie=position.ship_tie,
        ship_rivals=position.ship_rivals,
        station_ships=position.station_ships,
    )


def _card(catalog: Catalog, card: str | FinalCard) -> Card:
    if isinstance(card, str):
        return scoring.card_of(catalog, card)
    if isinstance(card.planets, int):
        return Card((), card.planets, card.ships or (), card.station)
    return Card(card.planets, 0, card.ships or (), card.station)


def _favourites(catalog: Catalog, player: Final) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sheet = records.sheet(catalog, player.dice)
    planets = player.favourite_planets or ((sheet.planets or ()) if sheet else ())
    return planets, player.favourite_ships or ((sheet.ships or ()) if sheet else ())


def _goods(player: Final) -> tuple[int, int, int, int]:
    return (player.goods.red, player.goods.blue, player.goods.green, player.goods.yellow)


def score_position(catalog: Catalog, position: Position) -> tuple[tuple[str, ...], Outcome]:
    """The players' names and the result."""
    everyone = []
    for player in position.players:
        planets, ships = _favourites(catalog, player)
        paid = tuple(_card(catalog, card) for card in player.paid)
        lost = tuple(_card(catalog, card) for card in player.unpaid)
        everyone.append(Holding(paid, lost, player.energy, _goods(player), planets, ships))
    return tuple(player.name for player in position.players), scoring.outcome(everyone, settings(position))


# -- what cannot be ----------------------------------------------------------------------------


def audit_position(catalog: Catalog, position: Position) -> tuple[Illegal, ...]:
    """Every reason why a game cannot have ended like this."""
    return tuple(
        dict.fromkeys(
            (
                *_players(catalog, position),
                *_stock(position),
                *_piles(catalog, position),
                *(problem for player in position.players for problem in _sheet(catalog, position, player)),
            )
        )
    )


def _players(catalog: Catalog, position: Position) -> Iterator[Illegal]:
    if len(position.players) not in LAYOUTS:
        yield no("seats", "B2", n=len(position.players))
    for name, times in Counter(player.name.strip() for player in position.players).items():
        if not name:
            yield no("name_missing", "B1")
        elif times > 1:
            yield no("name_twice", "B1", name=name)
    for colour, times in Counter(player.dice for player in position.players if player.dice).items():
        if catalog.find(DICE, colour) is None:
            yield no("no_such_dice", "A1")
        elif times > 1:
            yield no("dice_taken_by_two", "B1", colour=words.dice(catalog, colour))


def _stock(position: Position) -> Iterator[Illegal]:
    layout = LAYOUTS.get(len(position.players))
    seats = len(position.players)
    for player in position.players:
        if player.energy < 0:
            yield no("below_zero", "D2", name=player.name)
        if min(_goods(player)) < 0:
            yield no("below_zero", "D2", name=player.name)
    if layout is None:
        return
    energy = sum(player.energy for player in position.players)
    if energy > layout.energy * seats:
        yield no("too_much_energy", "B1", n=energy, most=layout.energy * seats)
    for number, colour in enumerate(GOODS):
        left = sum(_goods(player)[number] for player in position.players)
        if left > layout.goods * seats:
            args = {"colour": words.good(colour), "n": left, "most": layout.goods * seats}
            yield no("too_many_goods", "B1", **args)

    for player in position.players:
        more = max(player.energy - layout.energy, 0) + max(sum(_goods(player)) - layout.goods * len(GOODS), 0)
        most = layout.galaxies * fastest(seats)
        if more > most:
            args = {"name": player.name, "n": more, "most": most, "rounds": layout.galaxies}
            yield no("too_much_for_one", "C16", **args)


def _piles(catalog: Catalog, position: Position) -> Iterator[Illegal]:
    everything = [card for player in position.players for card in (*player.paid, *player.unpaid)]
    layout = LAYOUTS.get(len(position.players))
    if layout is not None:
        used = layout.galaxies * layout.cards
        if len(everything) > used:
            yield no("too_many_sectors", "B2", n=len(everything), most=used)
        for player in position.players:
            own = len(player.paid) + len(player.unpaid)
            if own > DICE_EACH * layout.galaxies:
                args = {"name": player.name, "n": own, "most": DICE_EACH * layout.galaxies}
                yield no("too_many_won", "C3", **args)
    for id, times in Counter(card for card in everything if isinstance(card, str)).items():
        if times > 1:
            yield no("card_in_two_places", "A1", card=words.sector(catalog, id))
        keys = ("planets", "ships") if position.favourite_ships else ("planets",)
        if catalog.find(SECTORS, id) is None and len(records.told(catalog)) >= SECTOR_CARDS:
            yield no("no_such_card", "A1", most=SECTOR_CARDS)
            continue
        needs = catalog.missing(SECTORS, id, *keys, *(("station",) if position.stations else ()))
        if needs:
            yield lacking(needs, "A1")
    for card in everything:
        if isinstance(card, FinalCard):
            size = card.planets if isinstance(card.planets, int) else len(card.planets)
            if not 1 <= size <= MOST_ON_A_CARD:
                yield no("no_such_planets", "D2", n=size)
    for player in position.players:
        for card in player.paid:
            record = records.sector(catalog, card) if isinstance(card, str) else card
            if record is not None and position.stations and record.station and isinstance(record.planets, int):
                yield no("planet_colours_needed", "F2", name=player.name)
            if position.favourite_ships and isinstance(record, FinalCard) and record.ships is None:
                yield no("card_ships_needed", "F3", name=player.name)


def _sheet(catalog: Catalog, position: Position, player: Final) -> Iterator[Illegal]:
    """The favourites that are played have to be known, two of each and different."""
    planets, ships = _favourites(catalog, player)
    played = (
        (position.stations, planets, "favourite_planets_needed"),
        (position.favourite_ships or position.favourite_goods, ships, "favourite_ships_needed"),
    )
    for on, colours, key in played:
        if on and len(colours) != 2:
            keys = "planets" if key.startswith("favourite_planets") else "ships"
            needs = catalog.missing(SHEETS, player.dice, keys) if catalog.find(SHEETS, player.dice) else ()
            yield no(key, "F1", needs, name=player.name)
        elif on and colours[0] == colours[1]:
            yield no("favourites_differ", "F1", name=player.name)
