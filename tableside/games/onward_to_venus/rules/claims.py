"""Claiming tiles: the undefended for a landing unit, the defended by an attempt (D2, D3, D6, D8, E10)."""

from __future__ import annotations

from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal, Ruling
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.rules.actions import no_action
from tableside.games.onward_to_venus.rules.flow import close
from tableside.games.onward_to_venus.state import ALIEN, BUILDINGS, PLANETS, SLUG, UNITS, State

UNDEFENDED = (TileKind.FACTORY, TileKind.DRAW, TileKind.FORTUNE, TileKind.TROPHY)
FORTUNE = 3
"""£ for a fortune tile (D3)."""
DRAWN = 2
"""Cards for a draw tile (D3)."""


def no_claim(state: State, planet: str) -> Illegal | None:
    """Why no tile can be claimed at this planet now, or None."""
    if planet not in PLANETS:
        return no("no_such_planet", "B1", planet=planet)
    task = state.top
    if task is not None and task.kind == "arrived":
        if planet != task.planet:
            return no("only_where_arrived", "D2", planet=text(f"{SLUG}.planet.{task.planet}"))
    else:
        problem = no_action(state, "D3")
        if problem is not None:
            return problem
    if state.planet(planet).dead:
        return no("dead", "E4", planet=text(f"{SLUG}.planet.{planet}"))
    return None


def begin_claim(ledger: Ledger, seat: int, rule: str) -> None:
    """After a short move the claim is part of it; otherwise it is an action of its own."""
    if ledger.top is not None and ledger.top.kind == "arrived":
        ledger.pop()
    else:
        ledger.action(seat, rule)


def no_building(copy: Copy, state: State, seat: int, planet: str, what: str, rule: str) -> Illegal | None:
    """A tile is exchanged for one's own: one must be left, and an alien lets nobody build (D3, E10)."""
    if state.planet(planet).alien:
        return no("alien_here", "E10", planet=text(f"{SLUG}.planet.{planet}"))
    return copy.lacks(state, seat, what, rule)


def judge_claim(copy: Copy, state: State, move: Move) -> Ruling:
    """One unit lands and takes one undefended tile (D3)."""
    seat, planet, tile, unit = move.seat or 0, move["planet"], move["tile"], move["unit"]
    problem = no_claim(state, planet)
    if problem is not None:
        return problem
    if tile == ALIEN or (tile in state.planet(planet).tiles and copy.kind(tile) not in UNDEFENDED):
        return no("defended", "D5")
    if tile not in state.planet(planet).tiles:
        return no("no_such_tile", "D3", planet=text(f"{SLUG}.planet.{planet}"))
    if unit not in UNITS:
        return no("no_such_unit", "D3", unit=unit)
    if not state.players[seat].on(planet).orbit.of(unit):
        return no("not_in_orbit", "D3", unit=text(f"{SLUG}.thing.{unit}"), n=0)
    kind = copy.kind(tile)
    if kind is TileKind.FACTORY:
        problem = no_building(copy, state, seat, planet, "factory", "D3")
        if problem is not None:
            return problem
    ledger = Ledger(copy, state)
    begin_claim(ledger, seat, "D3")
    ledger.do("landed", "D3", seat=seat, planet=planet, **{other: int(other == unit) for other in UNITS})
    if kind is TileKind.TROPHY:
        ledger.do("kept", "D3", seat=seat, planet=planet, tile=tile)
    else:
        ledger.do("tile_gone", "D3", planet=planet, tile=tile)
    if kind is TileKind.FACTORY:
        ledger.do("built", "D3", seat=seat, planet=planet, what="factory")
    elif kind is TileKind.FORTUNE:
        ledger.money(seat, FORTUNE, "D3")
    elif kind is TileKind.DRAW:
        ledger.draw(seat, DRAWN, "D3")
        ledger.limit(seat)
    return close(ledger)


def judge_attack(copy: Copy, state: State, move: Move) -> Ruling:
    """An attempt on a defended tile is announced; for tension with its true aim (D5, D8)."""
    seat, planet, tile = move.seat or 0, move["planet"], move["tile"]
    problem = no_claim(state, planet)
    if problem is None:
        problem = _no_attempt(copy, state, seat, move)
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    begin_claim(ledger, seat, "D5")
    victim, what = move["victim"], move["what"]
    ledger.do("attacked", "D8" if what else "D5", seat=seat, planet=planet, tile=tile, victim=victim, what=what)
    ledger.push("combat", seat, planet)
    ledger.push("combat_roll", n=3)
    return close(ledger)


def _no_attempt(copy: Copy, state: State, seat: int, move: Move) -> Illegal | None:
    planet, tile, victim, what = move["planet"], move["tile"], move["victim"], move["what"]
    there, name = state.planet(planet), text(f"{SLUG}.planet.{planet}")
    if not (there.alien if tile == ALIEN else tile in there.tiles):
        return no("no_such_tile", "D5", planet=name)
    kind = copy.kind(tile)
    if kind in UNDEFENDED:
        return no("undefended", "D3")
    if not state.players[seat].on(planet).orbit.size:
        return no("nobody_in_orbit", "D6", planet=name)
    if kind is not TileKind.TENSION:
        if victim is not None or what is not None:
            return no("no_victim_here", "D8")
        if kind is None:
            return None
        needs = copy.catalog.missing("tiles", tile, "defence")
        if needs:
            return copy.unknown(needs, "D5")
        return no_building(copy, state, seat, planet, "mine", "D7") if kind is TileKind.MINE else None
    if victim is None or victim not in state.seats or victim == seat or what not in BUILDINGS:
        return no("name_the_aim", "D8")
    if not state.players[victim].on(planet).built(what):
        return no("no_such_aim", "D8", planet=name)
    return no_building(copy, state, seat, planet, what, "D8")
