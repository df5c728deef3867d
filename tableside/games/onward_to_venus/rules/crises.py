"""Chapter E: crisis dice, levels, and what every planet does at every level."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.rules.flow import (
    advancing,
    close,
    crisis_tiles,
    may_be_marked,
)
from tableside.games.onward_to_venus.state import (
    BURST,
    INNER,
    OUTER,
    PLANETS,
    State,
)

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


def roll_crisis(copy: Copy, state: State, dice: tuple[int, ...]) -> Ruling:
    """Three dice for all planets together (E1)."""
    problem = unmarked_facts(copy, state)
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.do("rolled", "E1", dice=dice)
    ledger.do("crisis_dice", "E1", dice=spread(copy, state, dice.count(BURST)))
    return close(ledger)


def roll_rockets(copy: Copy, state: State, dice: tuple[int, ...]) -> Legal:
    """The sum of the dice reaches Earth (E6, E7)."""
    ledger = Ledger(copy, state)
    task = ledger.pop()
    rule = "E6" if task.planet == "moon" else "E7"
    ledger.do("rolled", rule, dice=dice)
    ledger.push("rockets", state.order()[0], task.planet, sum(dice))
    return close(ledger)


# -- the planets -------------------------------------------------------------------------------


def judge_resolve(copy: Copy, state: State, move: Move) -> Ruling:
    """The crisis of the next planet (E2)."""
    ledger = Ledger(copy, state)
    planet = ledger.pop().planet
    here = level(copy, state, planet)
    advance = planet == "kuiper" and advancing(state)
    if here:
        ledger.do("crisis", "E2", planet=planet, level=here)
        match planet:
            case "mercury":
                _mercury(ledger, here)
            case "venus":
                _venus(ledger, here)
            case "earth":
                _earth(ledger, here)
            case "moon" if here >= 4:
                _strike_earth(ledger, "moon", "E6")
            case "mars":
                _mars(ledger, here)
            case "titan":
                _titan(ledger, here)
            case "kuiper" if here >= 3 and state.invaded < 0:
                _invasion(ledger)
    if advance:
        _advance(ledger)
    return close(ledger)


def leaders(state: State, planet: str) -> tuple[int, ...]:
    """Those with the highest income there, in turn order; nobody when there is none."""
    best = max(player.on(planet).income for player in state.players)
    return tuple(seat for seat in state.order() if best and state.players[seat].on(planet).income == best)


def _mercury(ledger: Ledger, here: int) -> None:
    controllers = leaders(ledger.state, "mercury")
    if len(controllers) == 1:
        service = min(here, SABOTAGE)
        if services(ledger.state, controllers[0], service):
            ledger.push("hire", controllers[0], "mercury", service)


def services(state: State, seat: int, service: int) -> bool:
    """Whether the controller could use this service at all (E3)."""
    if state.players[seat].money < FEE[service]:
        return False
    if service == CARD:
        return any(player.hand for other, player in enumerate(state.players) if other != seat)
    if service == STRIKE:
        return any(here.units for _, _, here in state.presences())
    return any(here.buildings for _, _, here in state.presences())


def _venus(ledger: Ledger, here: int) -> None:
    if here >= 4:
        ledger.do("perished", "E4", planet="venus")
    elif here >= 2:
        for seat in reversed(ledger.state.order()):
            ledger.push("venus", seat, "venus", 2)


def _earth(ledger: Ledger, here: int) -> None:
    if here >= 4:
        _everybody_loses(ledger, "robots", "E5")
    elif here >= 2:
        _cede(ledger, "earth", here - 1)


def _mars(ledger: Ledger, here: int) -> None:
    if here >= 4:
        _strike_earth(ledger, "mars", "E7")
    elif here >= 2:
        _cede(ledger, "mars", 1)


def _cede(ledger: Ledger, planet: str, amount: int) -> None:
    for seat in reversed(leaders(ledger.state, planet)):
        ledger.push("cede", seat, planet, amount)


def _strike_earth(ledger: Ledger, planet: str, rule: str) -> None:
    ledger.do("perished", rule, planet=planet)
    ledger.push("rockets_roll", planet=planet, n=3)


def _titan(ledger: Ledger, here: int) -> None:
    if here >= 2:
        scope = "titan" if here == 2 else "outer"
        for seat in reversed(ledger.state.order()):
            ledger.push("pirates", seat, scope)


def _invasion(ledger: Ledger) -> None:
    for planet in OUTER:
        ledger.do("alien_landed", "E10", planet=planet)


def _advance(ledger: Ledger) -> None:
    """Those alive go on to the next planets of the way Mars, Moon, Earth, as many as they are (E10)."""
    state = ledger.state
    alive = [planet for planet in (*INNER[::-1], *OUTER[::-1]) if state.planet(planet).alien]
    aims = advance_targets(state.invaded, len(alive))
    if "earth" in aims:
        _everybody_loses(ledger, "aliens", "E10")
        return
    for origin, planet in zip(alive, reversed(aims)):
        ledger.do("alien_moved", "E10", origin=origin, planet=planet)


def advance_targets(invaded: int, alive: int) -> tuple[str, ...]:
    """Where so many aliens go next (E10)."""
    return INNER[invaded : invaded + alive]


def _everybody_loses(ledger: Ledger, how: str, rule: str) -> None:
    ledger.do("over", rule, how=how)
    ledger.tasks.clear()
