"""Cards, fights and answers."""

from __future__ import annotations

from dataclasses import replace

from tableside.core import stack
from tableside.core.moves import Event
from tableside.games.onward_to_venus.events.base import (
    change,
    put,
    with_planet,
    with_player,
    without,
)
from tableside.games.onward_to_venus.state import (
    BURST,
    Combat,
    State,
)


@change("drew")
def _drew(state: State, happened: Event) -> State:
    seat = happened["seat"]
    state = with_player(state, seat, hand=state.players[seat].hand + happened["n"])
    return replace(state, deck=(state.deck or 0) - happened["n"])


@change("reshuffled")
def _reshuffled(state: State, happened: Event) -> State:
    return replace(state, deck=(state.deck or 0) + len(state.discards), discards=(), fresh=())


def _from_hand(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return with_player(state, seat, hand=state.players[seat].hand - 1)


@change("discarded")
def _discarded(state: State, happened: Event) -> State:
    return replace(_from_hand(state, happened), discards=put(state.discards, happened["card"]))


@change("played")
def _played(state: State, happened: Event) -> State:
    card = happened["card"]
    fresh = (card,) if happened["first"] else put(state.fresh, card)
    if happened["seat"] != state.turn:
        fresh = state.fresh
    return replace(_from_hand(state, happened), discards=put(state.discards, card), fresh=fresh)


@change("taken_back")
def _taken_back(state: State, happened: Event) -> State:
    seat, card = happened["seat"], happened["card"]
    state = replace(state, discards=without(state.discards, card), fresh=without(state.fresh, card))
    return with_player(state, seat, hand=state.players[seat].hand + 1)


@change("traitor")
def _traitor(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    there = replace(there, traitors=put(there.traitors, happened["card"]))
    return replace(with_planet(_from_hand(state, happened), happened["planet"], there), fresh=())


@change("traitor_gone")
def _traitor_gone(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    there = replace(there, traitors=without(there.traitors, happened["card"]))
    state = with_planet(state, happened["planet"], there)
    return replace(state, discards=put(state.discards, happened["card"]))


@change("stolen")
def _stolen(state: State, happened: Event) -> State:
    seat, victim = happened["seat"], happened["victim"]
    state = with_player(state, victim, hand=state.players[victim].hand - 1)
    return with_player(state, seat, hand=state.players[seat].hand + 1)


@change("traded")
def _traded(state: State, happened: Event) -> State:
    return state


@change("attacked")
def _attacked(state: State, happened: Event) -> State:
    combat = Combat(happened["planet"], happened["tile"], happened["victim"], happened["what"] or "")
    return replace(state, combat=combat)


def _with_combat(state: State, **changes: object) -> State:
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, **changes))  # type: ignore[arg-type]


@change("rolled")
def _rolled(state: State, happened: Event) -> State:
    if state.combat is None:
        return state
    return _with_combat(state, dice=tuple(sorted((*state.combat.dice, *happened["dice"]))))


@change("rerolling")
def _rerolling(state: State, happened: Event) -> State:
    return _without_dice(state, happened["dice"])


@change("excluded")
def _excluded(state: State, happened: Event) -> State:
    return _without_dice(state, (happened["die"],))


def _without_dice(state: State, gone: tuple[int, ...]) -> State:
    assert state.combat is not None
    dice = list(state.combat.dice)
    for die in gone:
        dice.remove(die)
    return _with_combat(state, dice=tuple(dice), ignored=min(state.combat.ignored, dice.count(BURST)))


@change("ignored")
def _ignored(state: State, happened: Event) -> State:
    assert state.combat is not None
    return _with_combat(state, ignored=state.combat.ignored + 1)


@change("point")
def _point(state: State, happened: Event) -> State:
    assert state.combat is not None
    return _with_combat(state, points=state.combat.points + 1)


@change("fought")
def _fought(state: State, happened: Event) -> State:
    return replace(state, combat=None)


@change("declared")
def _declared(state: State, happened: Event) -> State:
    args = tuple((name, happened[name]) for name in ("victim", "unit", "planet", "place"))
    pending = stack.Pending(happened["seat"], "destroy", args)
    return replace(state, answers=stack.declare(state.answers, pending, (happened["victim"],)))


@change("stood")
def _stood(state: State, happened: Event) -> State:
    answers = stack.let_stand(state.answers, happened["seat"])
    return replace(state, answers=stack.resolve(answers, lambda pending: None).stack)


@change("saved")
def _saved(state: State, happened: Event) -> State:
    return _stood(state, happened)
