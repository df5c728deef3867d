"""The hands that make the changes: one player, one planet or one heap put in place of what it was."""

from __future__ import annotations

from dataclasses import replace

from tableside.games.onward_to_venus.state import PLANETS, Planet, Player, Presence, State


def with_player(state: State, seat: int, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_presence(state: State, seat: int, planet: str, here: Presence) -> State:
    at, place = state.players[seat].at, PLANETS.index(planet)
    return with_player(state, seat, replace(state.players[seat], at=(*at[:place], here, *at[place + 1 :])))


def more_units(state: State, seat: int, planet: str, place: str, unit: str, amount: int) -> State:
    here = state.players[seat].on(planet)
    force = here.force(place).plus(unit, amount)
    here = replace(here, orbit=force) if place == "orbit" else replace(here, surface=force)
    return with_presence(state, seat, planet, here)


def with_planet(state: State, planet: str, there: Planet) -> State:
    place = PLANETS.index(planet)
    return replace(state, planets=(*state.planets[:place], there, *state.planets[place + 1 :]))


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def put(items: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return tuple(sorted((*items, *more)))


def emptied(state: State, planet: str) -> State:
    """Everything of the players there goes back to their sets."""
    for seat in state.seats:
        state = with_presence(state, seat, planet, Presence())
    return state
