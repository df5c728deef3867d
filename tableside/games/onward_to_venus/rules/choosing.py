"""What players choose in a crisis: services bought, units and buildings given up (E3 to E9)."""

from __future__ import annotations

from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal, Ruling
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.rules.answers import declare_destruction, no_unit
from tableside.games.onward_to_venus.rules.crises import CARD, FEE, SABOTAGE, STRIKE
from tableside.games.onward_to_venus.rules.flow import (
    close,
    owed,
    pirate_scope,
    rocket_scope,
)
from tableside.games.onward_to_venus.state import (
    BUILDINGS,
    PLACES,
    PLANETS,
    SLUG,
    UNITS,
    State,
)


def judge_decline(copy: Copy, state: State, move: Move) -> Ruling:
    """No service is bought, or no card is exchanged (E3, F28)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    return close(ledger)


def _hired(state: State, service: int) -> Illegal | None:
    task = state.top
    if task is None or task.kind != "hire" or task.n != service:
        return no("other_service", "E3")
    money = state.players[task.seat or 0].money
    if money < FEE[service]:
        return no("cannot_pay", "E3", missing=text(f"{SLUG}.amount.money", n=FEE[service] - money))
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
