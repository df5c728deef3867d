"""Claiming tiles: the undefended for a landing unit, the defended by an attempt (D2, D3, D6, D8, E10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tableside.core.game import Choice
from tableside.core.moves import Move, text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import cards, course, pieces
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.refusal import no
from tableside.games.onward_to_venus.rules.hand import no_action
from tableside.games.onward_to_venus.rules.setup import DEFENDED, new_tile
from tableside.games.onward_to_venus.rules.turn_order import copy_of, draw, drawn, money, none, pop, push
from tableside.games.onward_to_venus.rules.untold import found, lies, lying
from tableside.games.onward_to_venus.state import ALIEN, BUILDINGS, DICE, PLANETS, SLUG, UNITS, UNTOLD, State, Turn

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
    return no("dead", "E4", planet=text(f"{SLUG}.planet.{planet}")) if state.planet(planet).dead else None


def _begin(turn: Turn, rule: str) -> None:
    """After a short move the claim is part of it; otherwise it is an action of its own."""
    if turn.state.top is not None and turn.state.top.kind == "arrived":
        pop(turn)
    else:
        turn.do(course.action, rule, turn.me)


def no_building(turn: Turn, planet: str, what: str, rule: str) -> Illegal | None:
    """A tile is exchanged for one's own: one must be left; beside an alien as the table has agreed (D3, E10)."""
    if turn.state.planet(planet).alien and not turn.state.option("beside_alien"):
        return turn.no("alien_here", "E10", planet=text(f"{SLUG}.planet.{planet}"))
    return copy_of(turn).lacks(turn.state, turn.me, what, rule)


@play
def claim(turn: Turn, planet: str, tile: str, unit: str) -> Illegal | None:
    """One unit lands and takes one undefended tile (D3)."""
    copy, state, seat = copy_of(turn), turn.state, turn.me
    problem = no_claim(state, planet)
    if problem is not None:
        return problem
    there, name, kind = lies(copy, state, planet, tile), text(f"{SLUG}.planet.{planet}"), copy.kind(tile)
    if tile == ALIEN or (there and kind not in UNDEFENDED):
        return turn.no("defended", "D5")
    if not there:
        return turn.no("no_such_tile", "D3", planet=name)
    if unit not in UNITS:
        return turn.no("no_such_unit", "D3", unit=unit)
    if not state.players[seat].on(planet).orbit.of(unit):
        return turn.no("not_in_orbit", "D3", unit=text(f"{SLUG}.thing.{unit}"), n=0)
    if kind is TileKind.FACTORY:
        problem = no_building(turn, planet, "factory", "D3")
        if problem is not None:
            return problem
    _begin(turn, "D3")
    found(turn, planet, tile)
    turn.do(pieces.landed, "D3", seat, planet, int(unit == "infantry"), int(unit == "tank"), int(unit == "cruiser"))
    if kind is TileKind.TROPHY:
        turn.do(pieces.kept, "D3", seat, planet, tile)
    else:
        turn.do(pieces.tile_gone, "D3", planet, tile)
    if kind is TileKind.FACTORY:
        turn.do(pieces.built, "D3", seat, planet, "factory")
    elif kind is TileKind.FORTUNE:
        money(turn, seat, FORTUNE, "D3")
    elif kind is TileKind.DRAW:
        draw(turn, seat, DRAWN, "D3")
        drawn(turn, seat)
    return None


@claim.lists_legal
def _claims(turn: Turn) -> Iterator[Move]:
    copy, state = copy_of(turn), turn.state
    for planet in PLANETS:
        orbit = state.players[turn.me].on(planet).orbit
        if not orbit.size or no_claim(state, planet) is not None:
            continue
        for tile in lying(copy, state, planet):
            kind = copy.kind(tile)
            if kind not in UNDEFENDED:
                continue
            if kind is TileKind.FACTORY and no_building(turn, planet, "factory", "D3") is not None:
                continue
            yield from (claim.move(turn.me, planet, tile, unit) for unit in UNITS if orbit.of(unit))


none(claim, "D3")


@claim.asks("tile")
def _undefended(turn: Turn, partial: Move) -> Choice:
    return _asked(turn, partial)


def _asked(turn: Turn, partial: Move) -> Choice:
    """Which tile; where not all were told, it may be one that is not in the copy yet."""
    planet = partial.get("planet")
    untold = planet in PLANETS and UNTOLD in turn.state.planet(planet).tiles
    return turn.ask(partial, "tile", new=new_tile(turn) if untold else None)


@play
def attack(turn: Turn, planet: str, tile: str, victim: int | None, what: str | None) -> Illegal | None:
    """An attempt on a defended tile is announced; for tension with its true aim (D5, D8)."""
    problem = no_claim(turn.state, planet)
    if problem is None:
        problem = _no_attempt(turn, planet, tile, victim, what)
    if problem is not None:
        return problem
    _begin(turn, "D5")
    if tile != ALIEN:
        found(turn, planet, tile)
    turn.do(cards.attacked, "D8" if what else "D5", turn.me, planet, tile, victim, what)
    push(turn, "combat", turn.me, planet)
    push(turn, "combat_roll", n=DICE)
    return None


def _no_attempt(turn: Turn, planet: str, tile: str, victim: int | None, what: str | None) -> Illegal | None:
    copy, state = copy_of(turn), turn.state
    there, name = state.planet(planet), text(f"{SLUG}.planet.{planet}")
    if not (there.alien if tile == ALIEN else lies(copy, state, planet, tile)):
        return turn.no("no_such_tile", "D5", planet=name)
    kind = copy.kind(tile)
    if kind in UNDEFENDED:
        return turn.no("undefended", "D3")
    if not state.players[turn.me].on(planet).orbit.size:
        return turn.no("nobody_in_orbit", "D6", planet=name)
    if kind is not TileKind.TENSION:
        if victim is not None or what is not None:
            return turn.no("no_victim_here", "D8")
        if kind is None:
            return None
        needs = turn.catalog.missing("tiles", tile, "defence")
        if needs:
            return copy.unknown(needs, "D5")
        return no_building(turn, planet, "mine", "D7") if kind is TileKind.MINE else None
    if victim is None or victim not in state.seats or victim == turn.me or what is None or what not in BUILDINGS:
        return turn.no("name_the_aim", "D8")
    if not state.players[victim].on(planet).built(what):
        return turn.no("no_such_aim", "D8", planet=name)
    return no_building(turn, planet, what, "D8")


@attack.lists_legal
def _attempts(turn: Turn) -> Iterator[Move]:
    copy, state = copy_of(turn), turn.state
    for planet in PLANETS:
        if no_claim(state, planet) is not None or not state.players[turn.me].on(planet).orbit.size:
            continue
        there = state.planet(planet)
        for tile in (*lying(copy, state, planet), *((ALIEN,) if there.alien else ())):
            tension = copy.kind(tile) is TileKind.TENSION
            for victim, what in product(state.seats, BUILDINGS) if tension else ((None, None),):
                if _no_attempt(turn, planet, tile, victim, what) is None:
                    yield attack.move(turn.me, planet, tile, victim, what)


@attack.asks("tile")
def _defended(turn: Turn, partial: Move) -> Choice:
    return _asked(turn, partial)


@attack.why_none
def _no_aim(turn: Turn) -> Illegal:
    """Nothing can be attempted, or the defence of what lies there must be told."""
    copy, state = copy_of(turn), turn.state
    tiles = dict.fromkeys(tile for planet in PLANETS for tile in lying(copy, state, planet))
    defended = [tile for tile in tiles if copy.kind(tile) in DEFENDED]
    needs = tuple(need for tile in defended for need in turn.catalog.missing("tiles", tile, "defence"))
    if needs:
        return copy.unknown(needs, "D5")
    spent = state.top is not None and state.top.kind == "act" and not state.actions
    return turn.no("no_action_left" if spent else "none_attack", "D5")


PLAYS = (claim, attack)
