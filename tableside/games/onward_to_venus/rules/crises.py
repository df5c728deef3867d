"""Chapter E: crisis dice, levels, and what every planet does at every level."""

from __future__ import annotations

from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.rules.cards import declare_destruction, no_unit
from tableside.games.onward_to_venus.rules.flow import (
    advancing,
    close,
    crisis_tiles,
    may_be_marked,
    owed,
    pirate_scope,
    rocket_scope,
)
from tableside.games.onward_to_venus.state import (
    BUILDINGS,
    BURST,
    INNER,
    OUTER,
    PLACES,
    PLANETS,
    SLUG,
    UNITS,
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


# -- what players choose -----------------------------------------------------------------------


def judge_decline(copy: Copy, state: State, move: Move) -> Ruling:
    """No service is bought, or no card is exchanged (E3, F28)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    return close(ledger)


def _hired(state: State, service: int) -> Illegal | None:
    task = state.top
    if task is None or task.kind != "hire" or task.n != service:
        return no("other_service", "E3")
    return None


def judge_steal(copy: Copy, state: State, move: Move) -> Ruling:
    """£1: a card drawn blindly from an opponent (E3, level 1)."""
    seat, victim = move.seat or 0, move["victim"]
    problem = _hired(state, CARD)
    if problem is not None:
        return problem
    if victim not in state.seats or victim == seat:
        return no("no_such_opponent", "E3")
    if not state.players[victim].hand:
        return no("empty_hand", "E3")
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.money(seat, -FEE[CARD], "E3")
    ledger.do("stolen", "E3", seat=seat, victim=victim)
    ledger.limit(seat)
    return close(ledger)


def judge_strike(copy: Copy, state: State, move: Move) -> Ruling:
    """£1: any unit anywhere is destroyed (E3, level 2)."""
    seat = move.seat or 0
    problem = _hired(state, STRIKE)
    if problem is None:
        problem = no_unit(state, move["victim"], move["unit"], move["planet"], move["place"], "E3")
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.money(seat, -FEE[STRIKE], "E3")
    declare_destruction(ledger, seat, move, "E3")
    return close(ledger)


def judge_sabotage(copy: Copy, state: State, move: Move) -> Ruling:
    """£3: any factory or mine anywhere is destroyed (E3, level 3 and more)."""
    seat, victim, planet, what = move.seat or 0, move["victim"], move["planet"], move["what"]
    problem = _hired(state, SABOTAGE)
    if problem is not None:
        return problem
    if (
        victim not in state.seats
        or planet not in PLANETS
        or what not in BUILDINGS
        or not state.players[victim].on(planet).built(what)
    ):
        return no("no_such_target", "E3")
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.money(seat, -FEE[SABOTAGE], "E3")
    ledger.do("razed", "E3", seat=victim, planet=planet, what=what)
    return close(ledger)


def removable(state: State) -> tuple[tuple[str, str, str], ...]:
    """The units the player to act may remove now: planet, place, unit (E4, E6)."""
    task = state.top
    if task is None or task.seat is None or task.kind not in ("venus", "rockets"):
        return ()
    scope = ("venus",) if task.kind == "venus" else rocket_scope(state)
    places = PLACES if task.kind == "rockets" or state.option("venus_orbit") else ("surface",)
    player = state.players[task.seat]
    return tuple(
        (planet, place, unit)
        for planet in scope
        for place in places
        for unit in UNITS
        if player.on(planet).force(place).of(unit)
    )


def forfeitable(state: State) -> tuple[tuple[str, str], ...]:
    """The factories and mines the player to act may give up now: planet, what (E4 to E9)."""
    task = state.top
    if task is None or task.seat is None or task.kind not in ("venus", "cede", "rockets", "pirates"):
        return ()
    if removable(state):
        return ()
    scopes = {"venus": ("venus",), "cede": (task.planet,), "rockets": rocket_scope(state)}
    scope = scopes.get(task.kind) or pirate_scope(task.planet)
    player = state.players[task.seat]
    return tuple((planet, what) for planet in scope for what in BUILDINGS if player.on(planet).built(what))


def judge_remove(copy: Copy, state: State, move: Move) -> Ruling:
    """One own unit goes back to the set (E4, E6, E7)."""
    planet, place, unit = move["planet"], move["place"], move["unit"]
    if (planet, place, unit) not in removable(state):
        return no("no_such_loss", _rule(state), planet=_where(planet))
    ledger = Ledger(copy, state)
    rule = _rule(state)
    task = ledger.pop()
    ledger.do("removed", rule, seat=move.seat, planet=planet, place=place, unit=unit)
    _less(ledger, task.kind, move.seat or 0, task.planet, task.n - 1)
    return close(ledger)


def judge_forfeit(copy: Copy, state: State, move: Move) -> Ruling:
    """One own factory or mine goes back to the set (E4 to E7, E9)."""
    planet, what = move["planet"], move["what"]
    if removable(state):
        return no("units_first", _rule(state))
    if (planet, what) not in forfeitable(state):
        return no("no_such_loss", _rule(state), planet=_where(planet))
    ledger = Ledger(copy, state)
    rule = _rule(state)
    task = ledger.pop()
    ledger.do("razed", rule, seat=move.seat, planet=planet, what=what)
    _less(ledger, task.kind, move.seat or 0, task.planet, max(0, task.n - 1))
    return close(ledger)


def _less(ledger: Ledger, kind: str, seat: int, planet: str, left: int) -> None:
    """So much is still due; rockets go round the table."""
    following = (seat + 1) % len(ledger.state.players) if kind == "rockets" else seat
    ledger.push(kind, following, planet, left)


def _rule(state: State) -> str:
    task = state.top
    if task is None:
        return "E2"
    if task.planet == "mars":
        return "E7"
    return {"venus": "E4", "cede": "E5", "rockets": "E6", "pirates": "E9"}.get(task.kind, "E2")


def _where(planet: str) -> object:
    return text(f"{SLUG}.planet.{planet}") if planet in PLANETS else planet


def judge_tribute(copy: Copy, state: State, move: Move) -> Ruling:
    """The pirates are paid for all that is still there (E9)."""
    seat, task = move.seat or 0, state.top
    if task is None or task.kind != "pirates":
        return no("finish_first", "E9")
    due = owed(state, seat, task.planet)
    if state.players[seat].money < due:
        missing = text(f"{SLUG}.amount.money", n=due - state.players[seat].money)
        return no("cannot_pay", "E9", missing=missing)
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.money(seat, -due, "E9")
    return close(ledger)
