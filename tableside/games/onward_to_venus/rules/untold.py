"""Tiles that lie on the planets before anybody has told them: each is told when it matters (C2, E2)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.game import Choice
from tableside.core.moves import Move, text
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import pieces
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.rules.setup import CRISIS_FREE, new_tile, not_of_this_box
from tableside.games.onward_to_venus.rules.turn_order import copy_of, pop
from tableside.games.onward_to_venus.state import PLANETS, SLUG, UNTOLD, State, Turn
from tableside.games.onward_to_venus.supply import Copy


def lying(copy: Copy, state: State, planet: str) -> tuple[str, ...]:
    """The tiles on a planet; where not all were told, also every tile that may be among the others."""
    told = tuple(dict.fromkeys(tile for tile in state.planet(planet).tiles if tile != UNTOLD))
    return (*told, *(tile for tile in copy.tiles() if tile not in told and lies(copy, state, planet, tile)))


def lies(copy: Copy, state: State, planet: str, tile: str) -> bool:
    """Whether this tile lies on the planet, or may be among those that were not told."""
    tiles = state.planet(planet).tiles
    if tile in tiles or UNTOLD not in tiles:
        return tile in tiles and tile != UNTOLD
    never = planet == CRISIS_FREE and copy.kind(tile) is TileKind.CRISIS
    return copy.tile(tile) is not None and not never and copy.left(state, tile) != 0


def guessed(state: State, made: Move) -> bool:
    """Whether a move is about a tile that may lie there but was not told."""
    planet, tile = made.get("planet"), made.get("tile")
    return planet in PLANETS and UNTOLD in state.planet(planet).tiles and tile not in state.planet(planet).tiles


def found(turn: Turn, planet: str, tile: str) -> None:
    """The tile is told now, where it was not before."""
    if tile not in turn.state.planet(planet).tiles:
        turn.do(pieces.tile_told, "C2", planet, tile)


@chance
def reveal(turn: Turn, planet: str | None, tile: str | None) -> Illegal | None:
    """Before the crises: a crisis tile that nobody has told yet, or that no other lies anywhere (E2)."""
    if planet is None or tile is None:
        pop(turn)
        return None
    if planet not in PLANETS:
        return turn.no("no_such_planet", "B1", planet=planet)
    problem = not_of_this_box(turn, (tile,))
    if problem is not None:
        return problem
    copy, name = copy_of(turn), text(f"{SLUG}.planet.{planet}")
    if UNTOLD not in turn.state.planet(planet).tiles:
        return turn.no("all_told", "C2", planet=name)
    if copy.kind(tile) is not TileKind.CRISIS:
        return turn.no("crises_only", "E2", tile=copy.tile_name(tile))
    if planet == CRISIS_FREE:
        return turn.no("crisis_on_ganymede", "E8")
    turn.do(pieces.tile_told, "E2", planet, tile)
    return None


@reveal.lists_legal
def _crises(turn: Turn) -> Iterator[Move]:
    copy = copy_of(turn)
    yield reveal.move(None, None, None)
    crises = [tile for tile in copy.of_kind(copy.tiles(), TileKind.CRISIS) if copy.left(turn.state, tile) != 0]
    for planet in PLANETS:
        if planet != CRISIS_FREE and UNTOLD in turn.state.planet(planet).tiles:
            yield from (reveal.move(None, planet, tile) for tile in crises)


@reveal.asks("tile")
def _which(turn: Turn, partial: Move) -> Choice:
    return turn.ask(partial, "tile", new=new_tile(turn) if partial.get("planet") is not None else None)


PLAYS = (reveal,)
