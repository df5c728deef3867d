"""What a player may do in a turn: the five actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from tableside.core.moves import Move, move
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.records import Effect, TileKind
from tableside.games.onward_to_venus.rules.actions import REACH, allowance, bad_place, bad_time
from tableside.games.onward_to_venus.rules.claims import UNDEFENDED, no_building, no_claim
from tableside.games.onward_to_venus.state import (
    ALIEN,
    BUILDINGS,
    COLOURS,
    COST,
    DISTANCE,
    PLANETS,
    UNITS,
    Force,
    State,
)

Moves = Iterator[Move]


def _empire(copy: Copy, state: State, seat: int) -> Moves:
    taken = {player.colour for player in state.players}
    for colour in COLOURS:
        if colour not in taken:
            yield move(seat, "empire", colour=colour)


def _may_act(state: State) -> bool:
    return state.top is not None and state.top.kind == "act" and state.actions > 0


def held(copy: Copy, state: State, seat: int, *effects: Effect) -> tuple[str, ...]:
    return tuple(copy.with_effect(state, *effects)) if state.players[seat].hand else ()


def timed(copy: Copy, state: State, seat: int, *effects: Effect) -> Iterator[tuple[str, Effect]]:
    for card in held(copy, state, seat, *effects):
        record = copy.card(card)
        if record is not None and bad_time(copy, state, card, record, "F37") is None:
            yield card, record.effect


def group(seat: int, origin: str, destination: str, force: Force, cards: tuple[str, ...]) -> Move:
    parts = {unit: force.of(unit) for unit in UNITS}
    return move(seat, "move", origin=origin, destination=destination, cards=tuple(sorted(cards)), **parts)


def _move(copy: Copy, state: State, seat: int) -> Moves:
    if not _may_act(state):
        return
    further = [
        card for card in held(copy, state, seat, Effect.MOVE) if getattr(copy.card(card), "amount", None) is not None
    ]
    carriers = held(copy, state, seat, Effect.TRANSPORTS)
    for origin in PLANETS:
        orbit = state.players[seat].on(origin).orbit
        if not orbit.cruiser:
            continue
        near = [aim for aim in PLANETS if 0 < DISTANCE[origin, aim] <= REACH]
        for aim, infantry, cruisers in product(near, range(orbit.infantry + 1), range(1, orbit.cruiser + 1)):
            yield group(seat, origin, aim, Force(infantry, 0, cruisers), ())
        for card, force in product(further, dict.fromkeys((Force(orbit.infantry, 0, orbit.cruiser), Force(0, 0, 1)))):
            reach = allowance(copy, (card,))
            for aim in PLANETS:
                if 0 < DISTANCE[origin, aim] <= reach:
                    yield group(seat, origin, aim, force, (card,))
        if orbit.tank:
            for card, aim in product(carriers, near):
                yield group(seat, origin, aim, Force(orbit.infantry, orbit.tank, 1), (card,))


def _claim_places(state: State) -> tuple[str, ...]:
    return tuple(planet for planet in PLANETS if no_claim(state, planet) is None)


def _claim(copy: Copy, state: State, seat: int) -> Moves:
    for planet in _claim_places(state):
        orbit = state.players[seat].on(planet).orbit
        if not orbit.size:
            continue
        for tile in dict.fromkeys(state.planet(planet).tiles):
            kind = copy.kind(tile)
            if kind not in UNDEFENDED:
                continue
            if kind is TileKind.FACTORY and no_building(copy, state, seat, planet, "factory", "D3") is not None:
                continue
            for unit in UNITS:
                if orbit.of(unit):
                    yield move(seat, "claim", planet=planet, tile=tile, unit=unit)


def _attack(copy: Copy, state: State, seat: int) -> Moves:
    for planet in _claim_places(state):
        if not state.players[seat].on(planet).orbit.size:
            continue
        there = state.planet(planet)
        for tile in (*dict.fromkeys(there.tiles), *((ALIEN,) if there.alien else ())):
            kind, record = copy.kind(tile), copy.tile(tile)
            aim = {"planet": planet, "tile": tile}
            if kind is TileKind.TENSION:
                for victim, what in product(state.seats, BUILDINGS):
                    if (
                        victim != seat
                        and state.players[victim].on(planet).built(what)
                        and no_building(copy, state, seat, planet, what, "D8") is None
                    ):
                        yield move(seat, "attack", victim=victim, what=what, **aim)
            elif kind in UNDEFENDED or (record is not None and record.defence is None):
                continue
            elif kind is not TileKind.MINE or no_building(copy, state, seat, planet, "mine", "D7") is None:
                yield move(seat, "attack", victim=None, what=None, **aim)


def _deploy(copy: Copy, state: State, seat: int) -> Moves:
    cards: list[str | None] = [None] if _may_act(state) else []
    cards += [card for card, _ in timed(copy, state, seat, Effect.DEPLOY)]
    if not cards:
        return
    player = state.players[seat]
    left = {unit: max(0, (copy.pieces(unit) or 0) - player.count(unit)) for unit in UNITS}
    singles = sorted(
        (f"{unit}:{planet}", unit)
        for unit in UNITS
        if left[unit]
        for planet in PLANETS
        if bad_place(state, seat, unit, planet) is None
    )
    for card in cards:
        for first, unit in singles:
            if COST[unit] > player.money:
                continue
            yield move(seat, "deploy", card=card, first=first, second=None)
            for second, other in singles:
                if second < first or COST[unit] + COST[other] > player.money:
                    continue
                if unit != other or left[unit] >= 2:
                    yield move(seat, "deploy", card=card, first=first, second=second)


def _token(copy: Copy, state: State, seat: int) -> Moves:
    if _may_act(state) and state.tokens:
        yield move(seat, "token")


def _done(copy: Copy, state: State, seat: int) -> Moves:
    if state.acted or state.last_call:
        yield move(seat, "done")


ACTIONS: dict[str, Callable[[Copy, State, int], Moves]] = {
    "empire": _empire,
    "move": _move,
    "claim": _claim,
    "attack": _attack,
    "deploy": _deploy,
    "token": _token,
    "done": _done,
}
