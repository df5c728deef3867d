"""Chapter E: crisis dice, levels, and what every planet does at every level."""

from __future__ import annotations

from dataclasses import replace

from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import course
from tableside.games.onward_to_venus.changes import crises as changes
from tableside.games.onward_to_venus.rules.turn_order import (
    advancing,
    copy_of,
    crisis_tiles,
    may_be_marked,
    owed,
    pop,
    push,
    venus_losses,
)
from tableside.games.onward_to_venus.state import INNER, OUTER, PLANETS, State, Turn
from tableside.games.onward_to_venus.supply import Copy

RULES = {
    "mercury": "E3",
    "venus": "E4",
    "earth": "E5",
    "moon": "E6",
    "mars": "E7",
    "ganymede": "E8",
    "titan": "E9",
    "kuiper": "E10",
}
"""The rule of each planet's crisis."""
CARD, STRIKE, SABOTAGE = 1, 2, 3
FEE = {CARD: 1, STRIKE: 1, SABOTAGE: 3}
"""What Bazagthoth asks for each of his services (E3)."""


# -- dice and levels ---------------------------------------------------------------------------


def unmarked_facts(copy: Copy, state: State) -> Illegal | None:
    """Crisis tiles in play of which nobody has said whether they show the burst (E1)."""
    if state.option("crisis_dice") == "all":
        return None
    tiles = dict.fromkeys(tile for planet in PLANETS for tile in crisis_tiles(copy, state, planet))
    needs = tuple(need for tile in tiles for need in copy.catalog.missing("tiles", tile, "burst"))
    return copy.unknown(needs, "E1") if needs else None


def spread(copy: Copy, state: State, bursts: int) -> tuple[int, ...]:
    """One burst die on each marked crisis tile from Mercury outwards, and again from Mercury while any are left."""
    places = [
        number
        for number, planet in enumerate(PLANETS)
        for tile in crisis_tiles(copy, state, planet)
        if may_be_marked(copy, state, tile)
    ]
    dice = [0] * len(PLANETS)
    for number in range(bursts if places else 0):
        dice[places[number % len(places)]] += 1
    return tuple(dice)


def level(copy: Copy, state: State, planet: str) -> int:
    """Crisis tiles and the dice on them (E2)."""
    tiles = len(crisis_tiles(copy, state, planet))
    return tiles + state.crisis_dice[PLANETS.index(planet)] if tiles else 0


# -- the planets -------------------------------------------------------------------------------


@chance
def resolve(turn: Turn) -> None:
    """The crisis of the next planet (E2)."""
    planet = pop(turn).planet
    here = level(copy_of(turn), turn.state, planet)
    advance = planet == "kuiper" and advancing(turn.state)
    if here:
        turn.do(changes.crisis, "E2", planet, here)
        before = len(turn.events), turn.state.todo
        why = _happens(turn, planet, here)
        if (len(turn.events), turn.state.todo) == before and not advance:
            turn.do(changes.quiet, RULES[planet], planet, why)
    if advance:
        _advance(turn)


def _happens(turn: Turn, planet: str, here: int) -> str:
    """The crisis of this planet at this level; why nothing happens, should nothing happen."""
    match planet:
        case "mercury":
            return _mercury(turn, here)
        case "venus":
            return _venus(turn, here)
        case "earth":
            return _earth(turn, here)
        case "moon" if here >= 4:
            _strike_earth(turn, "moon", "E6")
        case "mars":
            return _mars(turn, here)
        case "titan":
            return _titan(turn, here)
        case "kuiper" if here >= 3:
            if turn.state.invaded >= 0:
                return "invaded"
            _invasion(turn)
    return "level"


def leaders(state: State, planet: str) -> tuple[int, ...]:
    """Those with the highest income there, in turn order; nobody when there is none."""
    best = max(player.on(planet).income for player in state.players)
    return tuple(seat for seat in state.order() if best and state.players[seat].on(planet).income == best)


def _mercury(turn: Turn, here: int) -> str:
    controllers, service = leaders(turn.state, "mercury"), min(here, SABOTAGE)
    if len(controllers) != 1:
        return "tied" if controllers else "nobody"
    why = no_service(turn.state, controllers[0], service)
    if not why:
        push(turn, "hire", controllers[0], "mercury", service)
    return why


def no_service(state: State, seat: int, service: int) -> str:
    """Why the controller cannot use this service at all, or nothing (E3)."""
    if state.players[seat].money < FEE[service]:
        return "poor"
    if service == CARD:
        found = any(player.hand for other, player in enumerate(state.players) if other != seat)
    elif service == STRIKE:
        found = any(here.units for _, _, here in state.presences())
    else:
        found = any(here.buildings for _, _, here in state.presences())
    return "" if found else "no_aim"


def _venus(turn: Turn, here: int) -> str:
    if here >= 4:
        turn.do(changes.perished, "E4", "venus")
    elif here >= 2:
        for seat in reversed(turn.state.order()):
            if venus_losses(turn.state, seat):
                push(turn, "venus", seat, "venus", 2)
        return "nobody"
    return "level"


def _earth(turn: Turn, here: int) -> str:
    if here >= 4:
        _everybody_loses(turn, "robots", "E5")
    elif here >= 2:
        return _cede(turn, "earth", here - 1)
    return "level"


def _mars(turn: Turn, here: int) -> str:
    if here >= 4:
        _strike_earth(turn, "mars", "E7")
    elif here >= 2:
        return _cede(turn, "mars", 1)
    return "level"


def _cede(turn: Turn, planet: str, amount: int) -> str:
    for seat in reversed(leaders(turn.state, planet)):
        push(turn, "cede", seat, planet, amount)
    return "nobody"


def _strike_earth(turn: Turn, planet: str, rule: str) -> None:
    turn.do(changes.perished, rule, planet)
    push(turn, "rockets_roll", planet=planet, n=3)


def _titan(turn: Turn, here: int) -> str:
    if here < 2:
        return "level"
    scope = "titan" if here == 2 else ""
    for seat in reversed(turn.state.order()):
        if owed(turn.state, seat, scope):
            push(turn, "pirates", seat, scope)
    return "nobody"


def _invasion(turn: Turn) -> None:
    for planet in OUTER:
        turn.do(changes.alien_landed, "E10", planet)


def _advance(turn: Turn) -> None:
    """Those alive go on to the next planets of the way Mars, Moon, Earth, as many as they are (E10)."""
    state = turn.state
    alive = [planet for planet in (*INNER[::-1], *OUTER[::-1]) if state.planet(planet).alien]
    aims = advance_targets(state.invaded, len(alive))
    if "earth" in aims:
        _everybody_loses(turn, "aliens", "E10")
        return
    for origin, planet in zip(alive, reversed(aims)):
        turn.do(changes.alien_moved, "E10", origin, planet)


def advance_targets(invaded: int, alive: int) -> tuple[str, ...]:
    """Where so many aliens go next (E10)."""
    return INNER[invaded : invaded + alive]


def _everybody_loses(turn: Turn, how: str, rule: str) -> None:
    turn.do(course.over, rule, how)
    turn.state = replace(turn.state, todo=())


PLAYS = (resolve,)
