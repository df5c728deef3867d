"""How an event changes the table: the register of changes and the hands that make them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tableside.core.moves import Event
from tableside.games.onward_to_venus.state import (
    PLANETS,
    Force,
    Planet,
    Presence,
    State,
)

Change = Callable[[State, Event], State]
CHANGES: dict[str, Change] = {}


def change(kind: str) -> Callable[[Change], Change]:
    """Marks what an event of this kind does."""

    def mark(function: Change) -> Change:
        CHANGES[kind] = function
        return function

    return mark


def with_player(state: State, seat: int, **changes: object) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)  # type: ignore[arg-type]
    return replace(state, players=tuple(players))


def with_presence(state: State, seat: int, planet: str, here: Presence) -> State:
    at = list(state.players[seat].at)
    at[PLANETS.index(planet)] = here
    return with_player(state, seat, at=tuple(at))


def with_force(state: State, seat: int, planet: str, place: str, force: Force) -> State:
    here = state.players[seat].on(planet)
    here = replace(here, orbit=force) if place == "orbit" else replace(here, surface=force)
    return with_presence(state, seat, planet, here)


def more_units(state: State, seat: int, planet: str, place: str, unit: str, amount: int) -> State:
    return with_force(state, seat, planet, place, state.players[seat].on(planet).force(place).plus(unit, amount))


def with_planet(state: State, planet: str, there: Planet) -> State:
    planets = list(state.planets)
    planets[PLANETS.index(planet)] = there
    return replace(state, planets=tuple(planets))


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def put(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    return tuple(sorted((*items, item)))


def emptied(state: State, planet: str) -> State:
    """Everything of the players there goes back to their sets."""
    for seat in state.seats:
        state = with_presence(state, seat, planet, Presence())
    return state
