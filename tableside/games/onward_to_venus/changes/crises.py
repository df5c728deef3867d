"""Crisis dice, dead planets and aliens."""

from __future__ import annotations

from dataclasses import replace

from tableside.games.onward_to_venus.changes.hands import emptied, put, with_planet, with_player
from tableside.games.onward_to_venus.state import PLANETS, UNTOLD, State


def crisis_dice(state: State, dice: tuple[int, ...]) -> State:
    """Burst dice lie on the crisis tiles, so many at each planet."""
    return replace(state, crisis_dice=dice)


def crisis(state: State, planet: str, level: int) -> State:
    """A planet's crisis is carried out and its dice come off."""
    left = tuple(0 if name == planet else amount for name, amount in zip(PLANETS, state.crisis_dice))
    return replace(state, crisis_dice=left)


def quiet(state: State, planet: str, why: str) -> State:
    """Nothing happens there."""
    return state


def perished(state: State, planet: str) -> State:
    """All there is lost and the planet is turned over."""
    there = state.planet(planet)
    rubbish, discards = (
        put(state.rubbish, *(t for t in there.tiles if t != UNTOLD)),
        put(state.discards, *there.traitors),
    )
    state = with_planet(emptied(state, planet), planet, replace(there, tiles=(), traitors=(), dead=True))
    return replace(state, rubbish=rubbish, discards=discards)


def _held(state: State, planet: str) -> State:
    return with_planet(emptied(state, planet), planet, replace(state.planet(planet), alien=True))


def alien_landed(state: State, planet: str) -> State:
    """An alien comes out of the box to a planet."""
    return replace(_held(state, planet), aliens=state.aliens - 1, invaded=max(state.invaded, 0))


def alien_moved(state: State, origin: str, planet: str) -> State:
    """An alien goes on."""
    state = with_planet(state, origin, replace(state.planet(origin), alien=False))
    return replace(_held(state, planet), invaded=state.invaded + 1)


def alien_kept(state: State, seat: int, planet: str) -> State:
    """A player beats an alien and keeps it."""
    state = with_planet(state, planet, replace(state.planet(planet), alien=False))
    return with_player(state, seat, replace(state.players[seat], aliens=state.players[seat].aliens + 1))


CHANGES = (crisis_dice, crisis, quiet, perished, alien_landed, alien_moved, alien_kept)
