"""The course of the game: tasks, turns, periods, the end."""

from __future__ import annotations

from dataclasses import replace

from tableside.core import stack
from tableside.core.moves import Event
from tableside.games.onward_to_venus.events.base import (
    change,
    with_player,
    with_presence,
)
from tableside.games.onward_to_venus.state import (
    FIRST_DRAW,
    PLANETS,
    START_CARDS,
    START_MONEY,
    UNITS,
    Force,
    Presence,
    State,
    Task,
)


@change("next")
def _next(state: State, happened: Event) -> State:
    return replace(state, todo=tuple(Task(*task) for task in happened["todo"]))


@change("empire")
def _empire(state: State, happened: Event) -> State:
    return with_player(state, happened["seat"], colour=happened["colour"])


@change("dealt")
def _dealt(state: State, happened: Event) -> State:
    earth = Presence(orbit=Force(infantry=4, cruiser=2), factory=1)
    players = []
    for player in state.players:
        at = tuple(earth if planet == "earth" else Presence() for planet in PLANETS)
        players.append(replace(player, money=START_MONEY, hand=START_CARDS + FIRST_DRAW, at=at))
    return replace(state, players=tuple(players), deck=happened["deck"])


@change("summed")
def _summed(state: State, happened: Event) -> State:
    return replace(state, sums=(*state.sums, (happened["seat"], happened["total"])))


@change("tied")
def _tied(state: State, happened: Event) -> State:
    return replace(state, sums=())


@change("marker")
def _marker(state: State, happened: Event) -> State:
    return replace(state, start=happened["seat"], sums=())


@change("period")
def _period(state: State, happened: Event) -> State:
    players = tuple(replace(player, tokens=0) for player in state.players)
    return replace(state, players=players, period=happened["number"], tokens=happened["tokens"])


@change("turn")
def _turn(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return replace(
        state,
        turn=seat,
        actions=0 if seat is None else 1,
        acted=False,
        fresh=(),
        last_call=happened["last"],
    )


@change("action")
def _action(state: State, happened: Event) -> State:
    return replace(state, actions=state.actions - 1, acted=True)


@change("extra")
def _extra(state: State, happened: Event) -> State:
    return replace(state, actions=state.actions + 1)


@change("token")
def _token(state: State, happened: Event) -> State:
    seat = happened["seat"]
    state = with_player(state, seat, tokens=state.players[seat].tokens + 1)
    return replace(state, tokens=state.tokens - 1)


@change("returned")
def _returned(state: State, happened: Event) -> State:
    for seat, planet, here in tuple(state.presences()):
        if here.surface.size:
            orbit = here.orbit
            for unit in UNITS:
                orbit = orbit.plus(unit, here.surface.of(unit))
            state = with_presence(state, seat, planet, replace(here, orbit=orbit, surface=Force()))
    return state


@change("over")
def _over(state: State, happened: Event) -> State:
    return replace(state, end=happened["how"], combat=None, answers=stack.Stack(), turn=None, actions=0)
