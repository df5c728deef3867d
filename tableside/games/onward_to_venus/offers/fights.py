"""Ways to fight for a tile, and choices in a crisis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from tableside.core.moves import Move, move
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.offers.cards import targets
from tableside.games.onward_to_venus.offers.detail import payment
from tableside.games.onward_to_venus.offers.turn import held
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules import choosing, crises
from tableside.games.onward_to_venus.rules import combat as combat_rules
from tableside.games.onward_to_venus.rules.flow import owed
from tableside.games.onward_to_venus.state import (
    BUILDINGS,
    PLACES,
    UNITS,
    Force,
    State,
)

Moves = Iterator[Move]


def _reroll(copy: Copy, state: State, seat: int) -> Moves:
    dice = state.combat.dice if state.combat is not None else ()
    for card in held(copy, state, seat, Effect.REROLL):
        chosen = {
            tuple(die for number, die in enumerate(dice) if mask >> number & 1) for mask in range(1, 1 << len(dice))
        }
        for again in sorted(chosen):
            yield move(seat, "reroll", card=card, dice=again)


def _exclude(copy: Copy, state: State, seat: int) -> Moves:
    for card in held(copy, state, seat, Effect.EXCLUDE):
        for die in dict.fromkeys(state.combat.dice if state.combat is not None else ()):
            yield move(seat, "exclude", card=card, die=die)


def _pay(copy: Copy, state: State, seat: int) -> Moves:
    combat = state.combat
    if combat is None:
        return
    player = state.players[seat]
    orbit, need = player.on(combat.planet).orbit, combat_rules.needed(copy, state, combat) - combat.points
    worth = _worth(copy, state, seat)
    for infantry, tanks, cruisers in product(*(range(orbit.of(unit) + 1) for unit in UNITS)):
        force = Force(infantry, tanks, cruisers)
        if not force.size:
            continue
        if force.strength >= need:
            yield payment(seat, force)
            continue
        for card, gain, where in _helped(copy, state, seat, force):
            if force.strength + gain >= need:
                yield payment(seat, force, (card,), (where,) if where else ())
        chosen: list[str] = []
        rest = need - force.strength
        for card, points in worth:
            if rest <= 0 or len(chosen) == player.hand:
                break
            chosen.append(card)
            rest -= points
        if rest <= 0:
            yield payment(seat, force, tuple(chosen))


def _worth(copy: Copy, state: State, seat: int) -> list[tuple[str, int]]:
    """Cards that give points here, the strongest first, each as often as it may be in a hand."""
    found: list[tuple[str, int]] = []
    combat = state.combat
    if combat is None or not state.players[seat].hand:
        return found
    for card, record in copy.catalog.table("cards").items():
        points = combat_rules.card_points(copy, combat, card)
        if points and record.effect not in combat_rules.BLASTS:
            found += [(card, points)] * max(0, min(copy.unseen(state, card), state.players[seat].hand))
    return sorted(found, key=lambda pair: -pair[1])


def _helped(copy: Copy, state: State, seat: int, force: Force) -> Iterator[tuple[str, int, str]]:
    """One card that makes units stronger or blows one up: the card, what it adds, and who is blown up."""
    assert state.combat is not None
    for card in held(copy, state, seat, *combat_rules.STRONGER):
        effect = copy.effect(card)
        if effect is not None:
            yield card, force.of(combat_rules.STRONGER[effect]), ""
    surface = state.players[seat].on(state.combat.planet).surface
    for card in held(copy, state, seat, *combat_rules.BLASTS):
        units = UNITS if copy.effect(card) is Effect.KAMIKAZE else ("tank",)
        for unit in units:
            if force.of(unit):
                yield card, combat_rules.BLAST, f"landed:{unit}"
            if surface.of(unit):
                yield card, combat_rules.BLAST, f"earlier:{unit}"


def _lose(copy: Copy, state: State, seat: int) -> Moves:
    here = state.players[seat].on(state.top.planet) if state.top is not None else None
    for card in (None, *held(copy, state, seat, Effect.RESCUE)):
        for place, unit in product(PLACES, UNITS):
            if here is not None and here.force(place).of(unit):
                yield move(seat, "lose", place=place, unit=unit, card=card)


def _service(state: State) -> int:
    return state.top.n if state.top is not None else 0


def _steal(copy: Copy, state: State, seat: int) -> Moves:
    if _service(state) == crises.CARD:
        for victim, player in enumerate(state.players):
            if victim != seat and player.hand:
                yield move(seat, "steal", victim=victim)


def _strike(copy: Copy, state: State, seat: int) -> Moves:
    if _service(state) == crises.STRIKE:
        for aim in targets(state, UNITS):
            yield move(seat, "strike", **aim)


def _sabotage(copy: Copy, state: State, seat: int) -> Moves:
    if _service(state) == crises.SABOTAGE:
        for victim, planet, here in state.presences():
            for what in BUILDINGS:
                if here.built(what):
                    yield move(seat, "sabotage", victim=victim, planet=planet, what=what)


def _remove(copy: Copy, state: State, seat: int) -> Moves:
    for planet, place, unit in choosing.removable(state):
        yield move(seat, "remove", planet=planet, place=place, unit=unit)


def _forfeit(copy: Copy, state: State, seat: int) -> Moves:
    for planet, what in choosing.forfeitable(state):
        yield move(seat, "forfeit", planet=planet, what=what)


def _tribute(copy: Copy, state: State, seat: int) -> Moves:
    task = state.top
    if task is not None and state.players[seat].money >= owed(state, seat, task.planet):
        yield move(seat, "tribute")


FIGHTS: dict[str, Callable[[Copy, State, int], Moves]] = {
    "reroll": _reroll,
    "exclude": _exclude,
    "pay": _pay,
    "lose": _lose,
    "steal": _steal,
    "strike": _strike,
    "sabotage": _sabotage,
    "remove": _remove,
    "forfeit": _forfeit,
    "tribute": _tribute,
}
