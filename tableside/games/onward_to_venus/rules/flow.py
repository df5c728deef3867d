"""What comes next: turns pass on, empty steps fall away, and a ruling is closed."""

from __future__ import annotations

from tableside.core.ruling import Legal
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.records import Effect, TileKind
from tableside.games.onward_to_venus.state import PERIODS, PLANETS, State, Task

RULES = {
    "empire": "B2",
    "deal": "B2",
    "first": "B3",
    "begin": "C1",
    "lay": "C2",
    "replace": "C2",
    "act": "D13",
    "arrived": "D2",
    "combat_roll": "D5",
    "combat": "D5",
    "lose": "D9",
    "discard": "D4",
    "keep": "F9",
    "spill": "F27",
    "spied": "F28",
    "last_call": "F36",
    "crisis_roll": "E1",
    "resolve": "E2",
    "hire": "E3",
    "venus": "E4",
    "cede": "E5",
    "rockets_roll": "E6",
    "rockets": "E6",
    "pirates": "E9",
    "income": "C5",
    "return": "C6",
    "finish": "G1",
}
"""The rule each next step stands by."""


def close(ledger: Ledger) -> Legal:
    """The ruling, with what comes next as its last event."""
    settle(ledger)
    if tuple(ledger.tasks) != ledger.state.todo:
        todo = tuple((task.kind, task.seat, task.planet, task.n) for task in ledger.tasks)
        ledger.do("next", RULES[ledger.tasks[-1].kind] if ledger.tasks else "G1", todo=todo)
    return Legal(tuple(ledger.events), tuple(ledger.cautions))


def settle(ledger: Ledger) -> None:
    """Steps that ask nothing of anybody are taken or fall away."""
    while not ledger.state.answers and (task := ledger.top) is not None and _step(ledger, task):
        continue


def _step(ledger: Ledger, task: Task) -> bool:
    state, seat = ledger.state, task.seat or 0
    match task.kind:
        case "act":
            if state.acted and not state.actions and not state.players[seat].hand:
                pass_on(ledger)
                return True
        case "last_call":
            if not ledger.copy.may_hold(state, seat, Effect.LAST_ACTION):
                ledger.pop()
                return True
        case "crises":
            ledger.pop()
            _open_crises(ledger)
            return True
        case "resolve":
            if not crisis_tiles(ledger.copy, state, task.planet) and not (task.planet == "kuiper" and advancing(state)):
                ledger.pop()
                return True
        case "lose":
            return _pop_if(ledger, not task.n or not state.players[seat].on(task.planet).units)
        case "venus":
            return _pop_if(ledger, not task.n or not venus_losses(state, seat))
        case "cede":
            return _pop_if(ledger, not task.n or not state.players[seat].on(task.planet).buildings)
        case "spill" | "discard" | "keep":
            if not task.n or not state.players[seat].hand:
                ledger.pop()
                ledger.limit(seat)
                return True
        case "rockets":
            return _rockets(ledger, task)
        case "pirates":
            return _pirates(ledger, task)
    return False


def _pop_if(ledger: Ledger, over: bool) -> bool:
    if over:
        ledger.pop()
    return over


def pass_on(ledger: Ledger) -> None:
    """The turn goes to the next player clockwise; one gained after the last token just ends (F36)."""
    task = ledger.pop()
    if ledger.state.last_call:
        ledger.do("turn", "F36", seat=None, last=False)
        return
    begin_turn(ledger, ((task.seat or 0) + 1) % len(ledger.state.players))


def begin_turn(ledger: Ledger, seat: int, last: bool = False) -> None:
    """One action for this player (D13)."""
    ledger.do("turn", "F36" if last else "D13", seat=seat, last=last)
    ledger.push("act", seat)


def crisis_tiles(copy: Copy, state: State, planet: str) -> tuple[str, ...]:
    """The crisis tiles on a planet."""
    return copy.of_kind(state.planet(planet).tiles, TileKind.CRISIS)


def advancing(state: State) -> bool:
    """Aliens are about and will go on (E10)."""
    return state.invaded >= 0 and any(planet.alien for planet in state.planets)


def may_be_marked(copy: Copy, state: State, tile: str) -> bool:
    """Whether crisis dice go on this crisis tile; what is not known cannot be ruled out (E1)."""
    record = copy.tile(tile)
    return state.option("crisis_dice") == "all" or record is None or record.burst is not False


def _open_crises(ledger: Ledger) -> None:
    """The crisis phase, and what comes after it in the period (C4 to C6)."""
    state = ledger.state
    ledger.push("finish" if state.period == PERIODS else "begin")
    ledger.push("return")
    ledger.push("income")
    for planet in reversed(PLANETS):
        ledger.push("resolve", planet=planet)
    tiles = [tile for planet in PLANETS for tile in crisis_tiles(ledger.copy, state, planet)]
    if any(may_be_marked(ledger.copy, state, tile) for tile in tiles):
        ledger.push("crisis_roll")


def venus_losses(state: State, seat: int) -> int:
    """What the player could still lose on Venus (E4)."""
    here = state.players[seat].on("venus")
    units = here.units if state.option("venus_orbit") else here.surface.size
    return units + here.buildings


def rocket_scope(state: State) -> tuple[str, ...]:
    """Where rockets and Martian machines strike (E6)."""
    return PLANETS if state.option("rockets") == "anywhere" else ("earth",)


def _rockets(ledger: Ledger, task: Task) -> bool:
    state, scope = ledger.state, rocket_scope(ledger.state)
    exposed = {seat for seat, planet, here in state.presences() if planet in scope and here.units + here.buildings}
    if not task.n or not exposed:
        ledger.pop()
        return True
    if task.seat in exposed:
        return False
    ledger.pop()
    ledger.push("rockets", ((task.seat or 0) + 1) % len(state.players), task.planet, task.n)
    return True


def pirate_scope(task_planet: str) -> tuple[str, ...]:
    """Where the pirates ask for money (E9)."""
    return ("titan",) if task_planet == "titan" else ("titan", "ganymede", "kuiper")


def owed(state: State, seat: int, task_planet: str) -> int:
    """£1 for each factory and mine there (E9)."""
    return sum(state.players[seat].on(planet).buildings for planet in pirate_scope(task_planet))


def _pirates(ledger: Ledger, task: Task) -> bool:
    seat = task.seat or 0
    due = owed(ledger.state, seat, task.planet)
    if due and (ledger.state.option("titan_refusal") or ledger.player(seat).money < due):
        return False
    ledger.pop()
    ledger.money(seat, -due, "E9")
    return True
