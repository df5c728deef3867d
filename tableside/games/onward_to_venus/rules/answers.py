"""Destroying units, and what their owner may answer (F10 to F12, F19, F26)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tableside.core.arguments import typed
from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.onward_to_venus.changes import cards, pieces
from tableside.games.onward_to_venus.records import RULE, Effect
from tableside.games.onward_to_venus.rules.cards import opened
from tableside.games.onward_to_venus.rules.hand import ask_card, none_now, playable, timed, timely
from tableside.games.onward_to_venus.rules.turn_order import copy_of, none, play_card
from tableside.games.onward_to_venus.state import PLACES, PLANETS, UNITS, State, Turn

DESTROYS = {
    Effect.DESTROY_INFANTRY: ("infantry",),
    Effect.DESTROY_UNIT: UNITS,
    Effect.DESTROY_CRUISER: ("cruiser",),
}


def no_unit(turn: Turn, victim: int, planet: str, place: str, unit: str, rule: str) -> Illegal | None:
    """Why there is no such unit to destroy, or None."""
    if (
        victim not in turn.state.seats
        or unit not in UNITS
        or planet not in PLANETS
        or place not in PLACES
        or not turn.state.players[victim].on(planet).force(place).of(unit)
    ):
        return turn.no("no_such_target", rule)
    return None


@play
def destroy(turn: Turn, card: str, victim: int, planet: str, place: str, unit: str) -> Illegal | None:
    """Any unit of the card's kind, anywhere, of anybody (F10 to F12)."""
    record = timed(turn, card, tuple(DESTROYS))
    if isinstance(record, Illegal):
        return record
    rule = RULE[record.effect]
    problem = no_unit(turn, victim, planet, place, unit, rule)
    if problem is None and unit not in DESTROYS[record.effect]:
        problem = turn.no("wrong_unit", rule, card=copy_of(turn).card_name(card))
    if problem is not None:
        return problem
    opened(turn, card, record)
    declare(turn, victim, planet, place, unit, rule)
    return None


def targets(state: State, units: tuple[str, ...]) -> Iterator[tuple[int, str, str, str]]:
    """Every kind of unit that stands somewhere: whose, the planet, the place, the unit."""
    for victim, planet, here in state.presences():
        for place, unit in product(PLACES, units):
            if here.force(place).of(unit):
                yield victim, planet, place, unit


@destroy.lists_legal
def _destructions(turn: Turn) -> Iterator[Move]:
    for card, effect in timely(turn, *DESTROYS):
        yield from (destroy.move(turn.me, card, *aim) for aim in targets(turn.state, DESTROYS[effect]))


@destroy.asks("card")
def _ask_destroyer(turn: Turn, partial: Move) -> Choice:
    return ask_card(turn, partial, tuple(DESTROYS))


none_now(destroy, "F11", tuple(DESTROYS))


def answering(seat: int, victim: int) -> tuple[Effect, ...]:
    """The cards that answer a destruction: saving it from another player (F19), or sending it to Earth (F26)."""
    return (Effect.RESCUE,) if seat == victim else (Effect.IGNORE_BURST, Effect.RESCUE)


def declare(turn: Turn, victim: int, planet: str, place: str, unit: str, rule: str) -> None:
    """The owner may answer before it happens."""
    if copy_of(turn).may_hold(turn.state, victim, *answering(turn.me, victim)):
        turn.do(cards.declared, rule, turn.me, victim, planet, place, unit, rule)
    else:
        turn.do(pieces.removed, rule, victim, planet, place, unit)


@play
def answer(turn: Turn, card: str) -> Illegal | None:
    """The owner saves the unit, or lets it go to Earth orbit (F19, F26)."""
    pending = turn.state.answers.top
    record = playable(turn, card, answering(pending.seat, turn.me))
    if isinstance(record, Illegal):
        return record
    rule = RULE[record.effect]
    play_card(turn, turn.me, card, rule)
    turn.do(cards.saved, rule, turn.me)
    if record.effect is Effect.RESCUE:
        turn.do(pieces.rescued, rule, turn.me, *_lost(pending))
    return None


def _lost(pending: Pending) -> tuple[str, str, str]:
    """Planet, place and kind of the unit that is to be destroyed."""
    return typed(str, pending["planet"]), typed(str, pending["place"]), typed(str, pending["unit"])


@answer.lists_legal
def _answers(turn: Turn) -> Iterator[Move]:
    effects = answering(turn.state.answers.top.seat, turn.me)
    return (answer.move(turn.me, card) for card in copy_of(turn).may_have(turn.state, turn.me, *effects))


answer.asks("card")(ask_card)
none(answer, "F19")


@play
def stand(turn: Turn) -> None:
    """The owner does not answer: the unit is destroyed."""
    pending = turn.state.answers.top
    rule = typed(str, pending["by"])
    turn.do(cards.stood, rule, turn.me)
    turn.do(pieces.removed, rule, turn.me, *_lost(pending))


PLAYS = (destroy, answer, stand)
