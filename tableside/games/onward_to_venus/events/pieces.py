"""Units, buildings, money and tiles."""

from __future__ import annotations

from dataclasses import replace

from tableside.core.moves import Event
from tableside.games.onward_to_venus.events.base import (
    change,
    more_units,
    put,
    with_planet,
    with_player,
    with_presence,
    without,
)
from tableside.games.onward_to_venus.state import (
    UNITS,
    State,
)


@change("money")
def _money(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return with_player(state, seat, money=state.players[seat].money + happened["amount"])


@change("moved")
def _moved(state: State, happened: Event) -> State:
    for unit in UNITS:
        state = more_units(state, happened["seat"], happened["origin"], "orbit", unit, -happened[unit])
        state = more_units(state, happened["seat"], happened["destination"], "orbit", unit, happened[unit])
    return state


@change("landed")
def _landed(state: State, happened: Event) -> State:
    for unit in UNITS:
        state = more_units(state, happened["seat"], happened["planet"], "orbit", unit, -happened[unit])
        state = more_units(state, happened["seat"], happened["planet"], "surface", unit, happened[unit])
    return state


@change("lifted")
def _lifted(state: State, happened: Event) -> State:
    state = more_units(state, happened["seat"], happened["planet"], "surface", happened["unit"], -1)
    return more_units(state, happened["seat"], happened["planet"], "orbit", happened["unit"], 1)


@change("deployed")
def _deployed(state: State, happened: Event) -> State:
    seat = happened["seat"]
    state = with_player(state, seat, money=state.players[seat].money - happened["cost"])
    return more_units(state, seat, happened["planet"], "orbit", happened["unit"], 1)


@change("removed")
def _removed(state: State, happened: Event) -> State:
    return more_units(state, happened["seat"], happened["planet"], happened["place"], happened["unit"], -1)


@change("rescued")
def _rescued(state: State, happened: Event) -> State:
    state = _removed(state, happened)
    return more_units(state, happened["seat"], "earth", "orbit", happened["unit"], 1)


@change("built")
def _built(state: State, happened: Event) -> State:
    return _buildings(state, happened, 1)


@change("razed")
def _razed(state: State, happened: Event) -> State:
    return _buildings(state, happened, -1)


def _buildings(state: State, happened: Event, amount: int) -> State:
    here = state.players[happened["seat"]].on(happened["planet"])
    what = happened["what"]
    if what == "factory":
        here = replace(here, factory=here.factory + amount)
    else:
        here = replace(here, mine=here.mine + amount)
    return with_presence(state, happened["seat"], happened["planet"], here)


@change("tile")
def _tile(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    return with_planet(state, happened["planet"], replace(there, tiles=put(there.tiles, happened["tile"])))


@change("tile_wasted")
def _tile_wasted(state: State, happened: Event) -> State:
    return replace(state, rubbish=put(state.rubbish, happened["tile"]))


@change("tile_gone")
def _tile_gone(state: State, happened: Event) -> State:
    return _tile_wasted(_taken(state, happened), happened)


@change("tile_back")
def _tile_back(state: State, happened: Event) -> State:
    return _tile(replace(state, rubbish=without(state.rubbish, happened["tile"])), happened)


@change("kept")
def _kept(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return with_player(_taken(state, happened), seat, kept=put(state.players[seat].kept, happened["tile"]))


def _taken(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    return with_planet(state, happened["planet"], replace(there, tiles=without(there.tiles, happened["tile"])))
