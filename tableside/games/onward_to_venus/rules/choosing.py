"""What players choose in a crisis: services bought, units and buildings given up (E3 to E9)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move, text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import cards, pieces
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules.answers import declare, no_unit, targets
from tableside.games.onward_to_venus.rules.cards import no_opponent
from tableside.games.onward_to_venus.rules.combat import gone
from tableside.games.onward_to_venus.rules.crises import CARD, FEE, SABOTAGE, STRIKE
from tableside.games.onward_to_venus.rules.hand import ask_card, playable
from tableside.games.onward_to_venus.rules.turn_order import (
    copy_of,
    limit,
    money,
    none,
    owed,
    pirate_scope,
    pop,
    push,
    rocket_scope,
)
from tableside.games.onward_to_venus.state import BUILDINGS, PLACES, PLANETS, SLUG, UNITS, State, Turn


@play
def decline(turn: Turn) -> None:
    """No service is bought, or no card is exchanged (E3, F28)."""
    pop(turn)


# -- Bazagthoth --------------------------------------------------------------------------------


def offered(state: State, service: int) -> bool:
    """Whether this is the service Bazagthoth offers now (E3)."""
    return state.top is not None and state.top.kind == "hire" and state.top.n == service


def _no_service(turn: Turn, service: int) -> Illegal | None:
    if not offered(turn.state, service):
        return turn.no("other_service", "E3")
    have = turn.state.players[turn.me].money
    if have < FEE[service]:
        return turn.no("cannot_pay", "E3", missing=text(f"{SLUG}.amount.money", n=FEE[service] - have))
    return None


def _hire(turn: Turn, service: int) -> None:
    pop(turn)
    money(turn, turn.me, -FEE[service], "E3")


@play
def steal(turn: Turn, victim: int) -> Illegal | None:
    """£1: a card drawn blindly from an opponent (E3, level 1)."""
    problem = _no_service(turn, CARD)
    if problem is None:
        problem = no_opponent(turn, victim, "E3")
    if problem is not None:
        return problem
    _hire(turn, CARD)
    turn.do(cards.stolen, "E3", turn.me, victim)
    limit(turn, turn.me)
    return None


@steal.lists_legal
def _victims(turn: Turn) -> Iterator[Move]:
    if offered(turn.state, CARD):
        for victim in turn.state.seats:
            if no_opponent(turn, victim, "E3") is None:
                yield steal.move(turn.me, victim)


@play
def strike(turn: Turn, victim: int, planet: str, place: str, unit: str) -> Illegal | None:
    """£1: any unit anywhere is destroyed (E3, level 2)."""
    problem = _no_service(turn, STRIKE)
    if problem is None:
        problem = no_unit(turn, victim, planet, place, unit, "E3")
    if problem is not None:
        return problem
    _hire(turn, STRIKE)
    declare(turn, victim, planet, place, unit, "E3")
    return None


@strike.lists_legal
def _units(turn: Turn) -> Iterator[Move]:
    if offered(turn.state, STRIKE):
        yield from (strike.move(turn.me, *aim) for aim in targets(turn.state, UNITS))


@play
def sabotage(turn: Turn, victim: int, planet: str, what: str) -> Illegal | None:
    """£3: any factory or mine anywhere is destroyed (E3, level 3 and more)."""
    problem = _no_service(turn, SABOTAGE)
    if problem is not None:
        return problem
    if (
        victim not in turn.state.seats
        or planet not in PLANETS
        or what not in BUILDINGS
        or not turn.state.players[victim].on(planet).built(what)
    ):
        return turn.no("no_such_target", "E3")
    _hire(turn, SABOTAGE)
    turn.do(pieces.razed, "E3", victim, planet, what)
    return None


@sabotage.lists_legal
def _buildings(turn: Turn) -> Iterator[Move]:
    if offered(turn.state, SABOTAGE):
        for victim, planet, here in turn.state.presences():
            yield from (sabotage.move(turn.me, victim, planet, what) for what in BUILDINGS if here.built(what))


# -- losses ------------------------------------------------------------------------------------


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


@play
def remove(turn: Turn, planet: str, place: str, unit: str, card: str | None) -> Illegal | None:
    """One own unit goes back to the set, or with a card to Earth orbit (E4, E6, E7, F26)."""
    if (planet, place, unit) not in removable(turn.state):
        return turn.no("no_such_loss", _rule(turn.state), planet=_where(planet))
    if card is not None:
        if not turn.state.option("rescue_in_crises"):
            return turn.no("not_in_crises", "F26", card=copy_of(turn).card_name(card))
        record = playable(turn, card, (Effect.RESCUE,))
        if isinstance(record, Illegal):
            return record
    rule = _rule(turn.state)
    task = pop(turn)
    gone(turn, planet, place, unit, card, rule)
    _less(turn, task.kind, task.planet, task.n - 1)
    return None


@remove.lists_legal
def _removals(turn: Turn) -> Iterator[Move]:
    saving = copy_of(turn).may_have(turn.state, turn.me, Effect.RESCUE)
    for card in (None, *(saving if turn.state.option("rescue_in_crises") else ())):
        yield from (remove.move(turn.me, *loss, card) for loss in removable(turn.state))


remove.asks("card")(ask_card)


@play
def forfeit(turn: Turn, planet: str, what: str) -> Illegal | None:
    """One own factory or mine goes back to the set (E4 to E7, E9)."""
    rule = _rule(turn.state)
    if removable(turn.state):
        return turn.no("units_first", rule)
    if (planet, what) not in forfeitable(turn.state):
        return turn.no("no_such_loss", rule, planet=_where(planet))
    task = pop(turn)
    turn.do(pieces.razed, rule, turn.me, planet, what)
    _less(turn, task.kind, task.planet, max(0, task.n - 1))
    return None


@forfeit.lists_legal
def _forfeits(turn: Turn) -> Iterator[Move]:
    return (forfeit.move(turn.me, planet, what) for planet, what in forfeitable(turn.state))


def _less(turn: Turn, kind: str, planet: str, left: int) -> None:
    """So much is still due; rockets go round the table."""
    following = (turn.me + 1) % len(turn.state.players) if kind == "rockets" else turn.me
    push(turn, kind, following, planet, left)


def _rule(state: State) -> str:
    task = state.top
    if task is None:
        return "E2"
    if task.planet == "mars":
        return "E7"
    return {"venus": "E4", "cede": "E5", "rockets": "E6", "pirates": "E9"}.get(task.kind, "E2")


def _where(planet: str) -> object:
    return text(f"{SLUG}.planet.{planet}") if planet in PLANETS else planet


@play
def tribute(turn: Turn) -> Illegal | None:
    """The pirates are paid for all that is still there (E9)."""
    task = turn.state.top
    due = owed(turn.state, turn.me, task.planet) if task is not None else 0
    have = turn.state.players[turn.me].money
    if have < due:
        return turn.no("cannot_pay", "E9", missing=text(f"{SLUG}.amount.money", n=due - have))
    pop(turn)
    money(turn, turn.me, -due, "E9")
    return None


PLAYS = (decline, steal, strike, sabotage, remove, forfeit, tribute)
none(steal, "E3")
none(strike, "E3")
none(sabotage, "E3")
none(remove, "E6")
none(forfeit, "E9")
none(tribute, "E9")
