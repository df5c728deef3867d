"""Units, buildings, money and tiles."""

from __future__ import annotations

from dataclasses import replace

from tableside.games.onward_to_venus.changes.hands import (
    more_units,
    put,
    with_planet,
    with_player,
    with_presence,
    without,
)
from tableside.games.onward_to_venus.state import State


def money(state: State, seat: int, amount: int) -> State:
    """A player gets or pays so much."""
    return with_player(state, seat, replace(state.players[seat], money=state.players[seat].money + amount))


def moved(state: State, seat: int, origin: str, destination: str, infantry: int, tank: int, cruiser: int) -> State:
    """A group goes from orbit to orbit."""
    for unit, amount in (("infantry", infantry), ("tank", tank), ("cruiser", cruiser)):
        state = more_units(state, seat, origin, "orbit", unit, -amount)
        state = more_units(state, seat, destination, "orbit", unit, amount)
    return state


def landed(state: State, seat: int, planet: str, infantry: int, tank: int, cruiser: int) -> State:
    """Units go down to the surface."""
    for unit, amount in (("infantry", infantry), ("tank", tank), ("cruiser", cruiser)):
        state = more_units(state, seat, planet, "orbit", unit, -amount)
        state = more_units(state, seat, planet, "surface", unit, amount)
    return state


def lifted(state: State, seat: int, planet: str, unit: str) -> State:
    """A unit goes up to orbit."""
    state = more_units(state, seat, planet, "surface", unit, -1)
    return more_units(state, seat, planet, "orbit", unit, 1)


def deployed(state: State, seat: int, planet: str, unit: str, cost: int) -> State:
    """A unit is paid for and put into orbit."""
    return more_units(money(state, seat, -cost), seat, planet, "orbit", unit, 1)


def removed(state: State, seat: int, planet: str, place: str, unit: str) -> State:
    """A unit goes back to its set."""
    return more_units(state, seat, planet, place, unit, -1)


def rescued(state: State, seat: int, planet: str, place: str, unit: str) -> State:
    """A unit goes to Earth orbit instead of its set."""
    return more_units(removed(state, seat, planet, place, unit), seat, "earth", "orbit", unit, 1)


def built(state: State, seat: int, planet: str, what: str) -> State:
    """A factory or mine is placed."""
    return _buildings(state, seat, planet, what, 1)


def razed(state: State, seat: int, planet: str, what: str) -> State:
    """A factory or mine goes back to its set."""
    return _buildings(state, seat, planet, what, -1)


def _buildings(state: State, seat: int, planet: str, what: str, amount: int) -> State:
    here = state.players[seat].on(planet)
    if what == "factory":
        return with_presence(state, seat, planet, replace(here, factory=here.factory + amount))
    return with_presence(state, seat, planet, replace(here, mine=here.mine + amount))


def tile(state: State, planet: str, tile: str) -> State:
    """A tile comes to a planet."""
    there = state.planet(planet)
    return with_planet(state, planet, replace(there, tiles=put(there.tiles, tile)))


def tile_told(state: State, planet: str, tile: str) -> State:
    """It is told what lies on a planet."""
    there = state.planet(planet)
    return with_planet(state, planet, replace(there, tiles=put(there.tiles, tile)))


def tile_wasted(state: State, planet: str, tile: str) -> State:
    """A drawn tile is discarded at once."""
    return replace(state, rubbish=put(state.rubbish, tile))


def tile_gone(state: State, planet: str, tile: str) -> State:
    """A tile goes from its planet to the discards."""
    return tile_wasted(_taken(state, planet, tile), planet, tile)


def tile_back(state: State, planet: str, tile: str) -> State:
    """A discarded tile comes to a planet."""
    there = state.planet(planet)
    state = replace(state, rubbish=without(state.rubbish, tile))
    return with_planet(state, planet, replace(there, tiles=put(there.tiles, tile)))


def kept(state: State, seat: int, planet: str, tile: str) -> State:
    """A player keeps a tile to the end."""
    state = _taken(state, planet, tile)
    return with_player(state, seat, replace(state.players[seat], kept=put(state.players[seat].kept, tile)))


def _taken(state: State, planet: str, tile: str) -> State:
    there = state.planet(planet)
    return with_planet(state, planet, replace(there, tiles=without(there.tiles, tile)))


CHANGES = (
    money,
    moved,
    landed,
    lifted,
    deployed,
    removed,
    rescued,
    built,
    razed,
    tile,
    tile_told,
    tile_wasted,
    tile_gone,
    tile_back,
    kept,
)
