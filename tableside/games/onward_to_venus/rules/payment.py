"""Ways to pay for a defended tile: cards put together one by one, and the units that are enough with them (D5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from tableside.core.arguments import typed
from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.records import BLASTS, Effect
from tableside.games.onward_to_venus.rules.asking import ask_again, card_parts, counted, parts_of, picked, question
from tableside.games.onward_to_venus.rules.combat import (
    BLAST,
    STRONGER,
    card_points,
    explosive,
    needed,
    pay,
    price,
)
from tableside.games.onward_to_venus.rules.turn_order import copy_of, none
from tableside.games.onward_to_venus.state import UNITS, Combat, Force, State, Turn
from tableside.games.onward_to_venus.supply import Copy


def payment(seat: int, force: Force, cards: tuple[str, ...] = (), blown: tuple[str, ...] = ()) -> Move:
    """The move that pays with these."""
    units = (force.infantry, force.tank, force.cruiser)
    return pay.move(seat, tuple(sorted(cards)), (), *units, tuple(sorted(blown)))


def still_needed(copy: Copy, state: State, combat: Combat) -> int:
    """What has to be paid beside the points gained already."""
    return needed(copy, state, combat) - combat.points


# -- listed ------------------------------------------------------------------------------------


@pay.lists_legal
def _listed(turn: Turn) -> Iterator[Move]:
    """Every force that can be enough, with one card that helps it, and with the strongest cards."""
    copy, state, seat, combat = copy_of(turn), turn.state, turn.me, turn.state.combat
    if combat is None:
        return
    player, need = state.players[seat], still_needed(copy, state, combat)
    orbit, worth = player.on(combat.planet).orbit, _worth(copy, state, seat, combat)
    for parts in product(*(range(orbit.of(unit) + 1) for unit in UNITS)):
        force = Force(*parts)
        if not force.size:
            continue
        if force.strength >= need:
            yield payment(seat, force)
            continue
        for card, gain, blown in _helped(copy, state, seat, combat, force):
            if force.strength + gain >= need:
                yield payment(seat, force, (card,), blown)
        rest, chosen = need - force.strength, 0
        while rest > 0 and chosen < min(len(worth), player.hand):
            rest -= worth[chosen][1]
            chosen += 1
        if rest <= 0:
            yield payment(seat, force, tuple(card for card, _ in worth[:chosen]))


def _worth(copy: Copy, state: State, seat: int, combat: Combat) -> list[tuple[str, int]]:
    """Cards that give points here, the strongest first, each as often as it may be in a hand."""
    found: list[tuple[str, int]] = []
    for card, record in copy.catalog.table("cards").items():
        points = card_points(copy, combat, card)
        if points and record.effect not in BLASTS:
            found += [(card, points)] * copy.most(state, seat, card)
    return sorted(found, key=lambda pair: -pair[1])


def _helped(
    copy: Copy, state: State, seat: int, combat: Combat, force: Force
) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """One card that makes units stronger or blows one up: the card, what it adds, and who is blown up."""
    for card in copy.may_have(state, seat, *STRONGER):
        effect = copy.effect(card)
        if effect is not None:
            yield card, force.of(STRONGER[effect]), ()
    have = explosive(state, seat, combat, force)
    for card in copy.may_have(state, seat, *BLASTS):
        for unit in UNITS if copy.effect(card) is Effect.KAMIKAZE else ("tank",):
            for part in (f"landed:{unit}", f"earlier:{unit}"):
                if have[part]:
                    yield card, BLAST, (part,)


none(pay, "D5")


# -- suggested ---------------------------------------------------------------------------------


def payments_with(turn: Turn, force: Force, cards: tuple[str, ...], again: tuple[str, ...] = ()) -> Iterator[Move]:
    """The legal payments with just these units and cards, for every choice of who is blown up."""
    copy, state, seat, combat = copy_of(turn), turn.state, turn.me, turn.state.combat
    if combat is None:
        return
    blasts = sum(copy.effect(card) in BLASTS for card in (*cards, *again))
    have = explosive(state, seat, combat, force)
    for blown in combinations_with_replacement(sorted(part for part in have if have[part]), blasts):
        paid = price(copy, state, seat, force, tuple(sorted(cards)), again, blown)
        if not isinstance(paid, Illegal):
            yield payment(seat, force, cards, blown).given(again=again)


def enough(turn: Turn, cards: tuple[str, ...], again: tuple[str, ...] = ()) -> list[Move]:
    """The payments with just these cards, one for each force that is enough, those that waste least first."""
    combat = turn.state.combat
    if combat is None:
        return []
    found = []
    for force in turn.state.players[turn.me].on(combat.planet).orbit.parts():
        made = next(payments_with(turn, force, cards, again), None) if force.size else None
        if made is not None:
            found.append((force.strength, force.cruiser, force.tank, made))
    return [made for *_, made in sorted(found, key=lambda way: way[:3])]


def cheapest(turn: Turn) -> Iterator[Move]:
    """Payments without a card or a unit too many; then one with each card that does; then all units with several."""
    yield from _lean(enough(turn, ()))
    copy, state, seat, combat = copy_of(turn), turn.state, turn.me, turn.state.combat
    if combat is None:
        return
    useful = [card for card in _useful(turn) if copy.most(state, seat, card) and copy.effect(card) not in BLASTS]
    useful.sort(key=lambda card: card_points(copy, combat, card) or 0)
    for card in useful:
        yield from enough(turn, (card,))[:1]
    orbit = state.players[seat].on(combat.planet).orbit
    rest = still_needed(copy, state, combat) - orbit.strength
    helpful = [card for card in useful if card_points(copy, combat, card)]
    for amount in (2, 3):
        for some in combinations_with_replacement(helpful, amount):
            if sum(card_points(copy, combat, card) or 0 for card in some) == rest:
                yield from payments_with(turn, orbit, some)


def _lean(ways: list[Move]) -> Iterator[Move]:
    """Those of which no unit could stay in orbit."""
    for made in ways:
        most = [typed(int, made[unit]) for unit in UNITS]
        others = ([typed(int, other[unit]) for unit in UNITS] for other in ways if other != made)
        if not any(all(a <= b for a, b in zip(less, most)) for less in others):
            yield made


# -- asked -------------------------------------------------------------------------------------


def _useful(turn: Turn) -> Iterator[str]:
    """Cards that do something in this fight."""
    copy, combat = copy_of(turn), turn.state.combat
    for card, record in copy.catalog.table("cards").items():
        repeats = record.effect in (Effect.RECYCLE, Effect.POINTS)
        if repeats or (combat is not None and card_points(copy, combat, card) is not None):
            yield card


@pay.asks("cards")
def _ask_cards(turn: Turn, partial: Move) -> Choice:
    """Any cards that do something in this fight, or none where the units alone are enough."""
    alone = ((),) if enough(turn, ()) else ()
    parts = card_parts(turn, partial, _useful(turn)) if _may_do(turn) else ()
    return question(turn, partial, "cards", alone, parts)


def _may_do(turn: Turn) -> bool:
    """Whether all units with the best cards a hand may hold could be enough, one of them used again and again (F7)."""
    copy, combat, player = copy_of(turn), turn.state.combat, turn.state.players[turn.me]
    if combat is None:
        return False
    orbit = player.on(combat.planet).orbit
    raised = {unit: orbit.of(unit) for unit in STRONGER.values()}
    worth = [
        raised[STRONGER[effect]] if (effect := copy.effect(card)) in STRONGER else card_points(copy, combat, card) or 0
        for card in _useful(turn)
    ]
    return orbit.strength + max(worth, default=0) * player.hand >= still_needed(copy, turn.state, combat)


pay.asks("again")(ask_again)


def _landing(turn: Turn, partial: Move) -> Force:
    """The units chosen; those not asked yet as many as there are in orbit."""
    combat = turn.state.combat
    orbit = turn.state.players[turn.me].on(combat.planet).orbit if combat is not None else Force()
    return Force(*(counted(partial, unit, orbit.of(unit)) for unit in UNITS))


def _ask_units(unit: str) -> None:
    @pay.asks(unit)
    def ask(turn: Turn, partial: Move) -> Choice:
        """How many land with the cards chosen."""
        ways = enough(turn, picked(partial, "cards"), picked(partial, "again"))
        fitting = [made for made in ways if all(partial.get(one, made[one]) == made[one] for one in UNITS)]
        return question(turn, partial, unit, dict.fromkeys(made[unit] for made in fitting))


for _unit in UNITS:
    _ask_units(_unit)


@pay.asks("blown")
def _ask_blown(turn: Turn, partial: Move) -> Choice:
    """Which units are blown up with the cards chosen."""
    copy, combat, force = copy_of(turn), turn.state.combat, _landing(turn, partial)
    cards, again = picked(partial, "cards"), picked(partial, "again")
    if combat is None or not any(copy.effect(card) in BLASTS for card in (*cards, *again)):
        return question(turn, partial, "blown", ((),))
    parts = parts_of(turn, partial, "blown", explosive(turn.state, turn.me, combat, force))
    return question(turn, partial, "blown", [made["blown"] for made in payments_with(turn, force, cards, again)], parts)
