"""The course of the game: tasks, turns, periods, the end."""

from __future__ import annotations

from dataclasses import replace

from tableside.core.stack import Stack
from tableside.games.onward_to_venus.changes.hands import with_player, with_presence
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


def next_(state: State, todo: tuple[tuple[str, int | None, str, int], ...]) -> State:
    """This is to be done, the last first."""
    return replace(state, todo=tuple(Task(*task) for task in todo))


def empire(state: State, seat: int, colour: str) -> State:
    """A player takes a colour."""
    return with_player(state, seat, replace(state.players[seat], colour=colour))


def dealt(state: State, deck: int) -> State:
    """Everybody has the first units, the factory, money and cards."""
    earth = Presence(orbit=Force(infantry=4, cruiser=2), factory=1)
    at = tuple(earth if planet == "earth" else Presence() for planet in PLANETS)
    for seat in state.seats:
        player = replace(state.players[seat], money=START_MONEY, hand=START_CARDS + FIRST_DRAW, at=at)
        state = with_player(state, seat, player)
    return replace(state, deck=deck)


def summed(state: State, seat: int, total: int) -> State:
    """A roll for the start."""
    return replace(state, sums=(*state.sums, (seat, total)))


def tied(state: State, seats: tuple[int, ...]) -> State:
    """These roll again."""
    return replace(state, sums=())


def marker(state: State, seat: int) -> State:
    """The start marker goes to a player."""
    return replace(state, start=seat, sums=())


def period(state: State, number: int, tokens: int) -> State:
    """A period begins with so many pass tokens."""
    players = tuple(replace(player, tokens=0) for player in state.players)
    return replace(state, players=players, period=number, tokens=tokens)


def turn(state: State, seat: int | None, last: bool) -> State:
    """A player's turn begins, or nobody has one any more."""
    actions = 0 if seat is None else 1
    return replace(state, turn=seat, actions=actions, acted=False, fresh=(), last_call=last)


def action(state: State, seat: int) -> State:
    """An action is spent."""
    return replace(state, actions=state.actions - 1, acted=True)


def extra(state: State, seat: int) -> State:
    """An action more."""
    return replace(state, actions=state.actions + 1)


def token(state: State, seat: int) -> State:
    """A pass token is taken."""
    state = with_player(state, seat, replace(state.players[seat], tokens=state.players[seat].tokens + 1))
    return replace(state, tokens=state.tokens - 1)


def returned(state: State) -> State:
    """Every landed unit is back in orbit."""
    for seat, planet, here in tuple(state.presences()):
        if here.surface.size:
            orbit = here.orbit
            for unit in UNITS:
                orbit = orbit.plus(unit, here.surface.of(unit))
            state = with_presence(state, seat, planet, replace(here, orbit=orbit, surface=Force()))
    return state


def over(state: State, how: str) -> State:
    """The game ends."""
    return replace(state, end=how, combat=None, answers=Stack(), turn=None, actions=0)


CHANGES = (
    next_,
    empire,
    dealt,
    summed,
    tied,
    marker,
    period,
    turn,
    action,
    extra,
    token,
    returned,
    over,
)
