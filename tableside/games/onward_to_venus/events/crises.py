"""Crisis dice, dead planets and aliens."""

from __future__ import annotations

from dataclasses import replace

from tableside.core.moves import Event
from tableside.games.onward_to_venus.events.base import (
    change,
    emptied,
    put,
    with_planet,
    with_player,
)
from tableside.games.onward_to_venus.state import (
    PLANETS,
    State,
)


@change("crisis_dice")
def _crisis_dice(state: State, happened: Event) -> State:
    return replace(state, crisis_dice=happened["dice"])


@change("crisis")
def _crisis(state: State, happened: Event) -> State:
    dice = list(state.crisis_dice)
    dice[PLANETS.index(happened["planet"])] = 0
    return replace(state, crisis_dice=tuple(dice))


@change("perished")
def _perished(state: State, happened: Event) -> State:
    planet = happened["planet"]
    state = emptied(state, planet)
    there = state.planet(planet)
    rubbish, discards = state.rubbish, state.discards
    for tile in there.tiles:
        rubbish = put(rubbish, tile)
    for card in there.traitors:
        discards = put(discards, card)
    state = with_planet(state, planet, replace(there, tiles=(), traitors=(), dead=True))
    return replace(state, rubbish=rubbish, discards=discards)


@change("alien_landed")
def _alien_landed(state: State, happened: Event) -> State:
    planet = happened["planet"]
    state = with_planet(emptied(state, planet), planet, replace(state.planet(planet), alien=True))
    return replace(state, aliens=state.aliens - 1, invaded=max(state.invaded, 0))


@change("alien_moved")
def _alien_moved(state: State, happened: Event) -> State:
    origin, planet = happened["origin"], happened["planet"]
    state = with_planet(state, origin, replace(state.planet(origin), alien=False))
    state = with_planet(emptied(state, planet), planet, replace(state.planet(planet), alien=True))
    return replace(state, invaded=state.invaded + 1)


@change("alien_kept")
def _alien_kept(state: State, happened: Event) -> State:
    seat, planet = happened["seat"], happened["planet"]
    state = with_planet(state, planet, replace(state.planet(planet), alien=False))
    return with_player(state, seat, aliens=state.players[seat].aliens + 1)
