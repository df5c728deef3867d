"""Cards, fights and answers."""

from __future__ import annotations

from dataclasses import replace

from tableside.core import stack
from tableside.games.onward_to_venus.changes.hands import put, with_planet, with_player, without
from tableside.games.onward_to_venus.state import BURST, Combat, State


def _hand(state: State, seat: int, more: int) -> State:
    return with_player(state, seat, replace(state.players[seat], hand=state.players[seat].hand + more))


def drew(state: State, seat: int, n: int) -> State:
    """Cards go from the deck to a hand."""
    return replace(_hand(state, seat, n), deck=(state.deck or 0) - n)


def reshuffled(state: State, n: int, still: tuple[str, ...]) -> State:
    """The discards become the deck, but for the cards being played."""
    return replace(state, deck=(state.deck or 0) + n, discards=tuple(sorted(still)), fresh=still)


def discarded(state: State, seat: int, card: str) -> State:
    """A card goes from a hand to the discards."""
    return replace(_hand(state, seat, -1), discards=put(state.discards, card))


def played(state: State, seat: int, card: str, first: bool) -> State:
    """A card is played; those of one move can be taken back together."""
    fresh = (card,) if first else put(state.fresh, card)
    return replace(discarded(state, seat, card), fresh=fresh if seat == state.turn else state.fresh)


def taken_back(state: State, seat: int, card: str) -> State:
    """A played card comes back to the hand."""
    state = replace(state, discards=without(state.discards, card), fresh=without(state.fresh, card))
    return _hand(state, seat, 1)


def traitor(state: State, seat: int, card: str, planet: str) -> State:
    """A card is laid beside the crisis tiles of a planet."""
    there = state.planet(planet)
    state = with_planet(_hand(state, seat, -1), planet, replace(there, traitors=put(there.traitors, card)))
    return replace(state, fresh=())


def traitor_gone(state: State, planet: str, card: str) -> State:
    """It is discarded."""
    there = state.planet(planet)
    state = with_planet(state, planet, replace(there, traitors=without(there.traitors, card)))
    return replace(state, discards=put(state.discards, card))


def stolen(state: State, seat: int, victim: int) -> State:
    """A card goes from hand to hand."""
    return _hand(_hand(state, victim, -1), seat, 1)


def traded(state: State, seat: int, victim: int) -> State:
    """A card each; the hands stay as large as they were."""
    return state


def _with_dice(state: State, dice: tuple[int, ...]) -> State:
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, dice=dice))


def attacked(state: State, seat: int, planet: str, tile: str, victim: int | None, what: str | None) -> State:
    """An attempt on a defended tile begins."""
    return replace(state, combat=Combat(planet, tile, victim, what or ""))


def rolled(state: State, dice: tuple[int, ...]) -> State:
    """Dice are thrown; in a fight they join those that lie there."""
    return state if state.combat is None else _with_dice(state, tuple(sorted((*state.combat.dice, *dice))))


def outcome(state: State, bursts: int, difference: int) -> State:
    """Of the dice of a fight only what counts is told: bursts, and a difference that stands with what is to be done."""
    return _with_dice(state, (BURST,) * bursts)


def shown(state: State, seat: int, dice: tuple[int, ...]) -> State:
    """The dice are told after all."""
    return _with_dice(state, dice)


def rerolling(state: State, seat: int, dice: tuple[int, ...]) -> State:
    """These dice are taken up again."""
    assert state.combat is not None
    left = list(state.combat.dice)
    for die in dice:
        left.remove(die)
    ignored = min(state.combat.ignored, left.count(BURST))
    return replace(state, combat=replace(state.combat, dice=tuple(left), ignored=ignored))


def excluded(state: State, seat: int, die: int) -> State:
    """A die no longer counts."""
    return rerolling(state, seat, (die,))


def ignored(state: State, seat: int) -> State:
    """A burst causes no loss."""
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, ignored=state.combat.ignored + 1))


def point(state: State, seat: int) -> State:
    """A combat point is gained before paying."""
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, points=state.combat.points + 1))


def fought(state: State, seat: int, won: bool, paid: int, need: int) -> State:
    """The attempt is over."""
    return replace(state, combat=None)


def declared(state: State, seat: int, victim: int, planet: str, place: str, unit: str, by: str) -> State:
    """A destruction waits for its owner's answer."""
    args = (("victim", victim), ("unit", unit), ("planet", planet), ("place", place), ("by", by))
    pending = stack.Pending(seat, "destroy", args)
    return replace(state, answers=stack.declare(state.answers, pending, (victim,)))


def stood(state: State, seat: int) -> State:
    """The owner does not answer."""
    answers = stack.let_stand(state.answers, seat)
    return replace(state, answers=stack.resolve(answers, lambda pending: None).stack)


def saved(state: State, seat: int) -> State:
    """The owner's card stops the destruction."""
    return stood(state, seat)


CHANGES = (
    drew,
    reshuffled,
    discarded,
    played,
    taken_back,
    traitor,
    traitor_gone,
    stolen,
    traded,
    attacked,
    rolled,
    outcome,
    shown,
    rerolling,
    excluded,
    ignored,
    point,
    fought,
    declared,
    stood,
    saved,
)
