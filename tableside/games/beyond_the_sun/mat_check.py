"""A photo of a mat against the referee's: how many of its cubes are supply, and how many are population."""

from __future__ import annotations

from dataclasses import replace

from tableside.core.moves import Plain
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules import cubes
from tableside.games.beyond_the_sun.state import State


def differences(facts: Facts, state: State, seat: int, supply: int, population: int) -> tuple[tuple[str, Plain], ...]:
    """What must be set so that the referee has these cubes, from the left and back from the right (G1).

    Only where no cube is missing: one that lies elsewhere was not seen, and nobody can say where it is.
    """
    player = state.players[seat]
    if supply + population != sum(player.supply) + player.population:
        return ()
    while sum(player.supply) != supply:
        grows = sum(player.supply) > supply
        column = cubes.leftmost(player) if grows else cubes.gap(facts, player)
        assert column is not None
        step = -1 if grows else 1
        columns = tuple(n + step * (place == column) for place, n in enumerate(player.supply))
        player = replace(player, supply=columns, population=player.population - step)
    before, own = state.players[seat], f"players.{seat}"
    columns_changed = [(f"{own}.supply.{n}", now) for n, now in enumerate(player.supply) if now != before.supply[n]]
    more = [(f"{own}.population", player.population)] if player.population != before.population else []
    return (*columns_changed, *more)
