"""Cubes, discs, ore and pawns on the move: whatever leaves one place arrives at another."""

from __future__ import annotations

from dataclasses import replace

from tableside.core.moves import Event
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.state import State, with_place, with_player, with_site


def cube(facts: Facts, state: State, happened: Event) -> State:
    state = _cube_at(state, happened["seat"], happened["origin"], -1)
    return replace(_cube_at(state, happened["seat"], happened["target"], 1), changed=True)


def _cube_at(state: State, seat: int, where: str, step: int) -> State:
    kind, *rest = where.split(":")
    player = state.players[seat]
    match kind:
        case "population":
            return with_player(state, seat, population=player.population + step)
        case "spare":
            return with_player(state, seat, spare=player.spare + step)
        case "supply":
            column = int(rest[0])
            supply = tuple(n + step if number == column else n for number, n in enumerate(player.supply))
            return with_player(state, seat, supply=supply)
        case "slot":
            site = state.site(rest[0])
            assert site is not None
            cubes = (*site.cubes, seat) if step > 0 else tuple(other for other in site.cubes if other != seat)
            return with_site(state, site.id, cubes=cubes)
        case "ship":
            place = state.place(rest[0])
            assert place is not None
            levels = _put(place.ships[seat], int(rest[1]), step)
            ships = tuple(levels if other == seat else there for other, there in enumerate(place.ships))
            return with_place(state, place.id, ships=ships)
        case "kept":
            ship = (seat, int(rest[1]))
            kept = tuple(
                replace(card, ships=tuple(sorted((*card.ships, ship)))) if card.card == rest[0] else card
                for card in state.kept
            )
            return replace(state, kept=kept)
    raise ValueError(where)


def _put(levels: tuple[int, ...], level: int, step: int) -> tuple[int, ...]:
    left = list(levels)
    if step > 0:
        left.append(level)
    else:
        left.remove(level)
    return tuple(sorted(left))


def disc(facts: Facts, state: State, happened: Event) -> State:
    state = _disc_at(state, happened["seat"], happened["disc"], happened["origin"], -1)
    return replace(_disc_at(state, happened["seat"], happened["disc"], happened["target"], 1), changed=True)


def _disc_at(state: State, seat: int, disc: str, where: str, step: int) -> State:
    kind, _, rest = where.partition(":")
    player = state.players[seat]
    match kind:
        case "beside":
            return state
        case "track":
            if disc == "food":
                return with_player(state, seat, food=player.food + step)
            return with_player(state, seat, ore_discs=player.ore_discs + step)
        case "automation":
            return with_player(state, seat, automation=(*player.automation, disc))
        case "place":
            return with_place(state, rest, owner=seat if step > 0 else None, disc=disc if step > 0 else "")
        case "colony":
            colonies = tuple(
                replace(colony, discs=(*colony.discs, disc)) if colony.system == rest else colony
                for colony in player.colonies
            )
            return with_player(state, seat, colonies=colonies)
    raise ValueError(where)


def ore(facts: Facts, state: State, happened: Event) -> State:
    player = state.players[happened["seat"]]
    return replace(with_player(state, happened["seat"], ore=player.ore + happened["n"]), changed=True)


def pawn(facts: Facts, state: State, happened: Event) -> State:
    return with_player(state, happened["seat"], pawn=happened["space"])
