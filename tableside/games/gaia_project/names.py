"""What things are called: factions, hexes, tiles, prices; used by sentences and offers alike."""

from __future__ import annotations

from collections.abc import Collection

from tableside.core.moves import Text, called, text
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.map_geometry import Geometry, bits
from tableside.games.gaia_project.prices import Price, mine_price, project_price, project_tokens, upgrade_price
from tableside.games.gaia_project.records import (
    ACTIONS,
    ADVANCED,
    ADVANCED_PLACES,
    BOOSTERS,
    CONVERSIONS,
    FACTION_SPECIALS,
    FACTIONS,
    FINAL_TILES,
    LAST_LEVEL,
    PLACES,
    ROUND_TILES,
    SLUG,
    STANDARD,
    TECHS,
    TOKEN,
    TRACKS,
    gain,
)
from tableside.games.gaia_project.state import State, planet_at, structure_at, total_value

NAMED: tuple[tuple[Collection[str], str], ...] = (
    (TECHS, "tech"),
    (BOOSTERS, "booster"),
    (ROUND_TILES, "round"),
    (FINAL_TILES, "final"),
    (TOKEN, "token"),
    (ACTIONS, "action"),
)
"""Tiles and spaces that have a sentence of their own, and where it stands."""
REASONS: tuple[tuple[Collection[str], str], ...] = (
    (STANDARD, "why.tech"),
    (ADVANCED, "why.advanced"),
    (BOOSTERS, "why.booster"),
    (ROUND_TILES, "why.round"),
    (TOKEN, "why.token"),
    (("academy",), "piece.ac2"),
    (("faction",), "piece.PI"),
)
"""What a change was for, where it is told by kind."""
ACTS = ("mine", "project", "upgrade", "federation", "research", "action", "convert", "burn", "lost", "station")
PHASES = ("income", "gaia_phase", "charging", "end", "resources", "bid")


def say(key: str, /, **args: object) -> Text:
    """A text of this game."""
    return text(f"{SLUG}.{key}", **args)


def faction(state: State, seat: int | None) -> Text:
    """A player by faction, or by seat before there is one."""
    if seat is None or not 0 <= seat < len(state.players):
        return say("table")
    name = state.players[seat].faction
    return say(f"faction.{name}") if name else player(seat)


def player(seat: int) -> Text:
    """A player by name."""
    return called(seat, say("seat", n=seat + 1))


def amounts(spec: str) -> tuple[Text, ...]:
    """A printed gain in words."""
    return tuple(say(f"gain.{unit}", n=n) for unit, n in gain(spec))


def counted(units: tuple[str, ...]) -> tuple[Text, ...]:
    """Units that are gained, those of a kind together."""
    return tuple(say(f"gain.{unit}", n=units.count(unit)) for unit in dict.fromkeys(units))


# -- the map ---------------------------------------------------------------------------------------


def hex_name(state: State, name: str) -> Text:
    """A planet by its sector where it has no double there; any other hex as it is written on the map."""
    if not state.places or name not in state.map.number:
        return text("core.value", value=name)
    hex = state.map.number[name]
    planet = say(f"planet.{planet_at(state, hex)}")
    number = _alone_in(state, hex)
    return say("planet_in", planet=planet, sector=number) if number else say("hex", name=name, planet=planet)


def hex_names(state: State, names: Collection[str]) -> tuple[Text, ...]:
    """Hexes one after the other, in short."""
    return tuple(_short(state, name) for name in names)


def _short(state: State, name: str) -> Text:
    hex = state.map.number.get(name)
    number = _alone_in(state, hex) if hex is not None else ""
    if hex is None or not number:
        return text("core.value", value=name)
    return say("planet_short", planet=say(f"planet.{planet_at(state, hex)}"), sector=number)


def twins(grid: Geometry, names: Collection[str]) -> tuple[Text, ...]:
    """Equal planets side by side, on a map that is not laid yet."""
    hexes = [grid.number[name] for name in names]
    return tuple(
        say("planet_short", planet=say(f"planet.{grid.planet[hex]}"), sector=grid.sector_of(hex)[0]) for hex in hexes
    )


def _alone_in(state: State, hex: int) -> str:
    """The number on the sector of this hex, if it is the only planet of its type there."""
    planet, (number, sector) = planet_at(state, hex), state.map.sector_of(hex)
    twins = (other for other in bits(sector & ~(1 << hex)) if planet_at(state, other) == planet)
    return number if planet != "e" and next(twins, None) is None else ""


def structure(state: State, seat: int | None, name: str) -> Text:
    """What this player has on a hex."""
    piece = piece_on(state, seat, name)
    return say("structure", piece=say(f"piece.{piece}"), hex=hex_name(state, name)) if piece else hex_name(state, name)


def piece_on(state: State, seat: int | None, name: str) -> str:
    """The kind of structure this player has on a hex, or nothing."""
    if seat is None or name not in state.map.number:
        return ""
    return structure_at(state.players[seat], 1 << state.map.number[name])


def sector_number(face: str) -> str:
    """The number printed on a sector tile."""
    return f"{int(face.rstrip('AB')):02}"


def layout_words(state: State, seat: int, hexes: tuple[str, ...]) -> Text:
    """A federation by its value, its satellites and its hexes."""
    player, mask = state.players[seat], state.map.mask(hexes)
    own = player.land | player.outposts
    worth = total_value(state, player, mask | (player.federated if player.faction == "ivits" else 0))
    if not hexes:
        return say("layout_grown", value=worth)
    return say("layout", value=worth, n=(mask & ~own).bit_count(), hexes=hex_names(state, hexes))


# -- tiles and tracks ------------------------------------------------------------------------------


def tile(name: str) -> Text:
    """Any tile or action space by its id."""
    group = next((group for known, group in NAMED if name in known), "")
    return say(f"{group}.{name}") if group else text("core.value", value=name)


def place(state: State, name: str) -> Text:
    """A space of the research board with the tile on it."""
    lying = dict(zip((*PLACES, *ADVANCED_PLACES), (*state.techs, *state.advanced))).get(name, "")
    if lying:
        return say("place", place=say(f"place.{name}"), tile=tile(lying))
    return say(f"place.{name}") if name in (*PLACES, *ADVANCED_PLACES) else text("core.value", value=name)


def special(state: State, seat: int | None, name: str) -> Text:
    """A special action space."""
    owner = state.players[seat].faction if seat is not None and 0 <= seat < len(state.players) else ""
    if name == "academy" and owner:
        return say("special.academy", gain=amounts(FACTIONS[owner].academy))
    if name == "faction":
        effect = "up-lowest" if owner == "bescods" else FACTION_SPECIALS.get(owner, "")
        return say(f"special.{effect}") if effect else text("core.value", value=name)
    if name in BOOSTERS and BOOSTERS[name].special:
        return say(f"special.{BOOSTERS[name].special}")
    if name in TECHS:
        return say("special.tech" if name in STANDARD else "special.advanced", gain=amounts(TECHS[name].gain))
    return tile(name)


def source(name: str) -> Text:
    """An income icon."""
    origin, _, spec = name.partition("|")
    return say("source", source=_origin(origin), gain=amounts(spec))


def _origin(origin: str) -> Text:
    """Where an income comes from."""
    if origin in TECHS:
        return say("source.tech")
    return say(f"track.{origin}" if origin in TRACKS else f"source.{origin}")


def level_of(state: State, seat: int | None, track: str) -> int:
    """The level an advance would reach."""
    if seat is None or track not in TRACKS:
        return 1
    return min(state.players[seat].research[TRACKS.index(track)] + 1, LAST_LEVEL)


def next_level(state: State, seat: int | None, track: str) -> Text:
    """A track with the level an advance would reach."""
    return say("track_level", track=say(f"track.{track}"), level=level_of(state, seat, track))


def why(reason: str) -> Text:
    """What a change was for."""
    origin = reason.removeprefix("income:")
    if origin != reason:
        return say("why.income_from", source=_origin(origin))
    if reason in ACTS or reason in PHASES:
        return say(f"why.{reason}")
    if reason in TRACKS:
        return say(f"track.{reason}")
    key = next((key for known, key in REASONS if reason in known), "")
    if key:
        return say(key)
    return say(f"faction.{reason}") if reason in FACTIONS else tile(reason)


def record(table: str, id: str) -> Text:
    """A record of the copy, as players call it."""
    match table:
        case "factions":
            return say(f"faction.{id}")
        case "tracks":
            return say(f"track.{id}")
        case "structures":
            return say(f"piece.{id}")
        case "layouts":
            return say(f"layout_name.{id}")
        case "sectors":
            side = {"A": ".solid", "B": ".outlined"}.get(id[-1:], "")
            return say(f"sector_name{side}", number=sector_number(id))
        case "conversions":
            one = CONVERSIONS[id]
            return say("conversion", price=say(f"amount.{one.of}", n=one.price), into=say(f"gain.{one.into}", n=1))
    return tile(id)


# -- prices ----------------------------------------------------------------------------------------


def price_of(of: str, units: tuple[str, ...]) -> Text:
    """What a conversion into these units costs."""
    known = [CONVERSIONS[f"{of}-{unit}"].price for unit in units if f"{of}-{unit}" in CONVERSIONS]
    return say(f"amount.{of}", n=sum(known)) if known else say(f"unit.{of}")


def into_words(of: str, units: tuple[str, ...]) -> Text:
    """What a conversion gives, with its price."""
    return say("into_offer", into=say("list", items=counted(units)), price=price_of(of, units))


def mine_words(state: State, seat: int, name: str) -> Text:
    """A planet for a mine, with what it costs and what each part is for."""
    free, more = (state.todo[0].a, state.todo[0].b) if state.todo else (0, 0)
    price = mine_price(state, seat, state.map.number[name], free, more)
    return hex_name(state, name) if isinstance(price, Illegal) else _priced(state, name, _parts(price, free))


def project_words(state: State, seat: int, name: str) -> Text:
    """A planet for a Gaia project, with what it costs."""
    price = project_price(state, seat, state.map.number[name], state.todo[0].b if state.todo else 0)
    tokens = say("price.tokens", n=project_tokens(state.players[seat]))
    return hex_name(state, name) if isinstance(price, Illegal) else _priced(state, name, (tokens, *_parts(price, 0)))


def upgrade_words(state: State, seat: int, name: str, to: str) -> Text:
    """What a structure becomes, with what it costs."""
    found, piece = upgrade_price(state, seat, state.map.number[name], to), say(f"piece.{to}")
    return piece if isinstance(found, Illegal) else say("upgrade_offer", piece=piece, price=_parts(found[1], 0))


def _priced(state: State, name: str, price: tuple[Text, ...]) -> Text:
    return say("mine_offer", hex=hex_name(state, name), price=price)


def _parts(price: Price, free: int) -> tuple[Text, ...]:
    """A price with what each part is for."""
    paid = max(0, price.steps - free)
    parts = [say("amount.c", n=price.credits)] if price.credits else []
    if price.ore:
        parts.append(say("price.ore_steps", n=price.ore, steps=paid) if paid else say("amount.o", n=price.ore))
    if price.far:
        parts.append(say("price.qic_far", n=price.far))
    if price.qic > price.far:
        parts.append(say("price.qic_gaia"))
    return tuple(parts)
