"""Ways to pay for a defended tile: a few suggestions, and any cards put together one by one (D5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product

from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.records import BLASTS, Effect
from tableside.games.onward_to_venus.rules.asking import (
    SUGGESTED,
    ask_again,
    card_parts,
    counted,
    parts_of,
    picked,
    question,
)
from tableside.games.onward_to_venus.rules.combat import (
    BLAST,
    STRONGER,
    card_points,
    explosive,
    needed,
    pay,
    price,
)
from tableside.games.onward_to_venus.rules.flow import copy_of, none
from tableside.games.onward_to_venus.state import UNITS, Combat, Force, State, Turn
from tableside.games.onward_to_venus.supply import Copy


def payment(seat: int, force: Force, cards: tuple[str, ...] = (), blown: tuple[str, ...] = ()) -> Move:
    """The move that pays with these."""
    return pay.move(seat, force.infantry, force.tank, force.cruiser, tuple(sorted(cards)), (), tuple(sorted(blown)))


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


def helpers(copy: Copy, state: State, seat: int, combat: Combat, force: Force) -> list[tuple[str, int, int]]:
    """Cards that help in this fight: the card, what it adds to this force, how many of it could be played."""
    found: list[tuple[str, int, int]] = []
    surface = state.players[seat].on(combat.planet).surface
    for card, record in copy.catalog.table("cards").items():
        points, most = card_points(copy, combat, card), copy.most(state, seat, card)
        if record.effect in STRONGER:
            points, most = force.of(STRONGER[record.effect]), min(most, 1)
        elif record.effect is Effect.EXPLODING_TANK:
            most = min(most, force.tank + surface.tank)
        elif record.effect is Effect.KAMIKAZE:
            most = min(most, force.size + surface.size)
        if points and most > 0:
            found.append((card, points, most))
    return sorted(found, key=lambda helper: (-helper[1], helper[0]))


def _enough(helping: list[tuple[str, int, int]], rest: int, hand: int) -> Iterator[tuple[str, ...]]:
    """Sets of cards that come to the rest and from which none can be spared."""
    if rest <= 0:
        yield ()
        return
    total, left = 0, hand
    for _, points, most in helping:
        total += points * min(most, left)
        left -= min(most, left)
    if total < rest:
        return
    (card, points, most), others = helping[0], helping[1:]
    for amount in range(min(most, hand, -(-rest // points)), -1, -1):
        for more in _enough(others, rest - amount * points, hand - amount):
            yield (card,) * amount + more


def payments_with(turn: Turn, force: Force, cards: tuple[str, ...]) -> Iterator[Move]:
    """The legal payments with just these units and cards, for every choice of who is blown up."""
    copy, state, seat, combat = copy_of(turn), turn.state, turn.me, turn.state.combat
    if combat is None:
        return
    blasts = sum(copy.effect(card) in BLASTS for card in cards)
    have = explosive(state, seat, combat, force)
    for blown in combinations_with_replacement(sorted(part for part in have if have[part]), blasts):
        paid = price(copy, state, seat, force, tuple(sorted(cards)), (), blown)
        if not isinstance(paid, Illegal):
            yield payment(seat, force, cards, blown)


def card_sets(turn: Turn, force: Force) -> Iterator[tuple[str, ...]]:
    """A few sets of cards that are enough with this force and from which none can be spared."""
    copy, state, seat, combat = copy_of(turn), turn.state, turn.me, turn.state.combat
    if combat is None or not force.size:
        return
    rest = still_needed(copy, state, combat) - force.strength
    found = _enough(helpers(copy, state, seat, combat, force), rest, state.players[seat].hand)
    payable = (cards for cards in found if next(payments_with(turn, force, cards), None) is not None)
    yield from islice((tuple(sorted(cards)) for cards in payable), SUGGESTED)


# -- asked -------------------------------------------------------------------------------------


def _landing(turn: Turn, partial: Move) -> Force:
    """The units chosen; those not asked yet as many as there are in orbit."""
    combat = turn.state.combat
    orbit = turn.state.players[turn.me].on(combat.planet).orbit if combat is not None else Force()
    return Force(*(counted(partial, unit, orbit.of(unit)) for unit in UNITS))


def _possible(turn: Turn, partial: Move) -> bool:
    """Whether the best cards a hand may hold could make these units enough, one of them used again and again (F7)."""
    copy, combat, force = copy_of(turn), turn.state.combat, _landing(turn, partial)
    if combat is None or not force.size:
        return False
    best = max((points for _, points, _ in helpers(copy, turn.state, turn.me, combat, force)), default=0)
    return force.strength + best * turn.state.players[turn.me].hand >= still_needed(copy, turn.state, combat)


def _ask_units(unit: str) -> None:
    @pay.asks(unit)
    def ask(turn: Turn, partial: Move) -> Choice:
        """How many land: what listed payments take first, then what other cards might make enough."""
        orbit = _landing(turn, Move(turn.seat, "pay"))
        agreeing = [force for force in orbit.parts() if all(partial.get(u, force.of(u)) == force.of(u) for u in UNITS)]
        known = dict.fromkeys(force.of(unit) for force in agreeing if next(card_sets(turn, force), None) is not None)
        more = [n for n in range(orbit.of(unit) + 1) if n not in known and _possible(turn, partial.given(**{unit: n}))]
        return question(turn, partial, unit, [*known, *more])


for _unit in UNITS:
    _ask_units(_unit)


@pay.asks("cards")
def _ask_cards(turn: Turn, partial: Move) -> Choice:
    """Any cards that do something in this fight, and a few sets that are enough."""
    copy, combat = copy_of(turn), turn.state.combat
    useful = (
        card
        for card, record in copy.catalog.table("cards").items()
        if record.effect in (Effect.RECYCLE, Effect.POINTS)
        or (combat is not None and card_points(copy, combat, card) is not None)
    )
    return question(turn, partial, "cards", card_sets(turn, _landing(turn, partial)), card_parts(turn, partial, useful))


pay.asks("again")(ask_again)


@pay.asks("blown")
def _ask_blown(turn: Turn, partial: Move) -> Choice:
    """Which units are blown up with the cards chosen."""
    copy, combat, force = copy_of(turn), turn.state.combat, _landing(turn, partial)
    cards, again = picked(partial, "cards"), picked(partial, "again")
    if combat is None or not any(copy.effect(card) in BLASTS for card in (*cards, *again)):
        return question(turn, partial, "blown", ((),))
    parts = parts_of(turn, partial, "blown", explosive(turn.state, turn.me, combat, force))
    ways = () if again else payments_with(turn, force, cards)
    return question(turn, partial, "blown", [made["blown"] for made in ways], parts)
