"""Destroying units, and what their owner may answer (F10 to F12, F19, F26)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal, Ruling
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.records import RULE, Effect
from tableside.games.onward_to_venus.rules.actions import (
    playable,
)
from tableside.games.onward_to_venus.rules.cards import opened, timed
from tableside.games.onward_to_venus.rules.flow import close
from tableside.games.onward_to_venus.state import PLACES, PLANETS, UNITS, State

DESTROYS = {
    Effect.DESTROY_INFANTRY: ("infantry",),
    Effect.DESTROY_UNIT: UNITS,
    Effect.DESTROY_CRUISER: ("cruiser",),
}


def no_unit(state: State, victim: int | None, unit: str, planet: str, place: str, rule: str) -> Illegal | None:
    """Why there is no such unit to destroy, or None."""
    if (
        victim not in state.seats
        or victim is None
        or unit not in UNITS
        or planet not in PLANETS
        or place not in PLACES
        or not state.players[victim].on(planet).force(place).of(unit)
    ):
        return no("no_such_target", rule)
    return None


def judge_destroy(copy: Copy, state: State, move: Move) -> Ruling:
    """Any unit of the card's kind, anywhere, of anybody (F10 to F12)."""
    seat, card, unit = move.seat or 0, move["card"], move["unit"]
    record = timed(copy, state, seat, card, tuple(DESTROYS))
    if isinstance(record, Illegal):
        return record
    rule = RULE[record.effect]
    problem = no_unit(state, move["victim"], unit, move["planet"], move["place"], rule)
    if problem is None and unit not in DESTROYS[record.effect]:
        problem = no("wrong_unit", rule, card=copy.card_name(card))
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    opened(ledger, seat, card, record)
    declare_destruction(ledger, seat, move, rule)
    return close(ledger)


def answering(state: State, seat: int, victim: int) -> tuple[Effect, ...]:
    """The cards that answer a destruction: saving it from another player (F19), or sending it to Earth (F26)."""
    return (Effect.RESCUE,) if seat == victim else (Effect.IGNORE_BURST, Effect.RESCUE)


def declare_destruction(ledger: Ledger, seat: int, move: Move, rule: str) -> None:
    """The owner may answer before it happens."""
    victim = move["victim"]
    where = {"planet": move["planet"], "place": move["place"], "unit": move["unit"]}
    if ledger.may_answer(victim, *answering(ledger.state, seat, victim)):
        ledger.do("declared", rule, seat=seat, victim=victim, **where)
    else:
        ledger.do("removed", rule, seat=victim, **where)


def judge_answer(copy: Copy, state: State, move: Move) -> Ruling:
    """The owner saves the unit, or lets it go to Earth orbit (F19, F26)."""
    seat, pending = move.seat or 0, state.answers.top
    record = playable(copy, state, seat, move["card"], answering(state, pending.seat, seat))
    if isinstance(record, Illegal):
        return record
    ledger = Ledger(copy, state)
    rule = RULE[record.effect]
    ledger.play(seat, move["card"], rule)
    ledger.do("saved", rule, seat=seat)
    if record.effect is Effect.RESCUE:
        where = {name: pending[name] for name in ("planet", "place", "unit")}
        ledger.do("rescued", rule, seat=seat, **where)
    return close(ledger)


def judge_stand(copy: Copy, state: State, move: Move) -> Ruling:
    """The owner does not answer: the unit is destroyed."""
    seat, pending = move.seat or 0, state.answers.top
    ledger = Ledger(copy, state)
    ledger.do("stood", "F19", seat=seat)
    ledger.do("removed", "F11", seat=seat, **{name: pending[name] for name in ("planet", "place", "unit")})
    return close(ledger)
