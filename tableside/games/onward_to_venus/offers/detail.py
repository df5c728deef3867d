"""Every way to put a large move together, asked for one part at a time: payments, groups with cards, swaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, islice, product

from tableside.core.moves import Move, move
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.offers.turn import group, held
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules import combat as combat_rules
from tableside.games.onward_to_venus.rules.actions import allowance, judge_move
from tableside.games.onward_to_venus.state import DISTANCE, PLANETS, UNITS, Force, State

MOST = 200
"""As many sets of cards are listed; others can be typed."""
FURTHER = 3
"""As many movement cards are combined in a list."""


def forces(orbit: Force) -> Iterator[Force]:
    """Every part of a force, the smallest first."""
    parts = product(*(range(orbit.of(unit) + 1) for unit in UNITS))
    yield from sorted((Force(*part) for part in parts), key=lambda force: force.size)


# -- payments ----------------------------------------------------------------------------------


def payment(seat: int, force: Force, cards: tuple[str, ...] = (), blown: tuple[str, ...] = ()) -> Move:
    """The move that pays with these."""
    parts = {unit: force.of(unit) for unit in UNITS}
    return move(seat, "pay", cards=tuple(sorted(cards)), blown=tuple(sorted(blown)), **parts)


def helpers(copy: Copy, state: State, seat: int, force: Force) -> list[tuple[str, int, int]]:
    """Cards that help in this fight: the card, what it adds to this force, how many of it could be played."""
    combat, player = state.combat, state.players[seat]
    found: list[tuple[str, int, int]] = []
    if combat is None or not player.hand:
        return found
    surface = player.on(combat.planet).surface
    for card, record in copy.catalog.table("cards").items():
        points, most = combat_rules.card_points(copy, combat, card), min(copy.unseen(state, card), player.hand)
        if record.effect in combat_rules.STRONGER:
            points, most = force.of(combat_rules.STRONGER[record.effect]), min(most, 1)
        elif record.effect is Effect.EXPLODING_TANK:
            most = min(most, force.tank + surface.tank)
        elif record.effect is Effect.KAMIKAZE:
            most = min(most, force.size + surface.size)
        if points and most > 0:
            found.append((card, points, most))
    return sorted(found, key=lambda helper: (-helper[1], helper[0]))


def card_sets(copy: Copy, state: State, seat: int, force: Force) -> Iterator[tuple[str, ...]]:
    """Sets of cards that are enough with this force and from which none can be spared."""
    combat = state.combat
    if combat is None or not force.size:
        return
    rest = combat_rules.needed(copy, state, combat) - combat.points - force.strength
    found = 0
    for cards in _enough(helpers(copy, state, seat, force), rest, state.players[seat].hand):
        if any(_enough_paid(copy, state, made) for made in with_blasts(copy, state, seat, force, cards)):
            yield tuple(sorted(cards))
            found += 1
            if found == MOST:
                return


def _enough_paid(copy: Copy, state: State, made: Move) -> bool:
    return isinstance(combat_rules.price(copy, state, made), tuple)


def _most_points(helping: list[tuple[str, int, int]], hand: int) -> int:
    total = 0
    for _, points, most in helping:
        total += points * min(most, hand)
        hand -= min(most, hand)
    return total


def _enough(helping: list[tuple[str, int, int]], rest: int, hand: int) -> Iterator[tuple[str, ...]]:
    if rest <= 0:
        yield ()
        return
    if _most_points(helping, hand) < rest:
        return
    (card, points, most), others = helping[0], helping[1:]
    for amount in range(min(most, hand, -(-rest // points)), -1, -1):
        for more in _enough(others, rest - amount * points, hand - amount):
            yield (card,) * amount + more


def with_blasts(copy: Copy, state: State, seat: int, force: Force, cards: tuple[str, ...]) -> Iterator[Move]:
    """The payments with just these units and cards, for every choice of who is blown up; not judged."""
    amount = sum(copy.effect(card) in combat_rules.BLASTS for card in cards)
    if not amount or state.combat is None:
        yield payment(seat, force, cards)
        return
    surface = state.players[seat].on(state.combat.planet).surface
    have = Counter({f"earlier:{unit}": surface.of(unit) for unit in UNITS})
    have.update({f"landed:{unit}": force.of(unit) for unit in UNITS})
    for blown in combinations_with_replacement(sorted(part for part in have if have[part]), amount):
        if all(blown.count(part) <= have[part] for part in blown):
            yield payment(seat, force, cards, blown)


def payments_with(copy: Copy, state: State, seat: int, cards: tuple[str, ...]) -> Iterator[Move]:
    """The legal payments with just these cards, the fewest units first."""
    if state.combat is None:
        return
    for force in forces(state.players[seat].on(state.combat.planet).orbit):
        for made in with_blasts(copy, state, seat, force, cards):
            if _enough_paid(copy, state, made):
                yield made


def payments(copy: Copy, state: State, seat: int, partial: Move) -> Iterator[Move]:
    """The payments that agree with what is chosen so far; cards are worked out once the units are known."""
    if state.combat is None:
        return
    chosen = all(unit in partial for unit in UNITS)
    for force in forces(state.players[seat].on(state.combat.planet).orbit):
        if any(unit in partial and partial[unit] != force.of(unit) for unit in UNITS):
            continue
        for cards in card_sets(copy, state, seat, force):
            for made in with_blasts(copy, state, seat, force, cards):
                if _enough_paid(copy, state, made):
                    yield made
            if not chosen:
                break


# -- groups ------------------------------------------------------------------------------------


def further_sets(copy: Copy, state: State, seat: int) -> Iterator[tuple[str, ...]]:
    """Movement cards that may be played together."""
    cards = [
        card for card in held(copy, state, seat, Effect.MOVE) if getattr(copy.card(card), "amount", None) is not None
    ]
    for amount in range(min(FURTHER, state.players[seat].hand) + 1):
        for some in combinations_with_replacement(sorted(cards), amount):
            if all(some.count(card) <= copy.unseen(state, card) for card in some):
                yield some


def groups_with(copy: Copy, state: State, seat: int, partial: Move) -> Iterator[Move]:
    """The moves of groups that agree with what is chosen so far; all sets of cards once the units are known."""
    carriers = held(copy, state, seat, Effect.TRANSPORTS)
    sets = tuple(further_sets(copy, state, seat))
    if "cards" in partial:
        seen = tuple(card for card in partial["cards"] if copy.effect(card) is not Effect.TRANSPORTS)
        sets = tuple(some for some in sets if some == seen)
    chosen = all(unit in partial for unit in UNITS)
    for origin, aim in product(PLANETS, PLANETS):
        orbit = state.players[seat].on(origin).orbit
        if origin == aim or partial.get("origin", origin) != origin or partial.get("destination", aim) != aim:
            continue
        near = [some for some in sets if DISTANCE[origin, aim] <= allowance(copy, some)]
        for force in forces(orbit) if near and orbit.cruiser else ():
            if not force.cruiser or any(unit in partial and partial[unit] != force.of(unit) for unit in UNITS):
                continue
            found = _groups(copy, state, group(seat, origin, aim, force, ()), near, carriers, partial)
            yield from found if chosen or "cards" in partial else islice(found, 1)


def _groups(
    copy: Copy,
    state: State,
    bare: Move,
    sets: Sequence[tuple[str, ...]],
    carriers: tuple[str, ...],
    partial: Move,
) -> Iterator[Move]:
    for some in sets:
        for carrier in [(card,) for card in carriers] if bare["tank"] else [()]:
            made = bare.given(cards=tuple(sorted((*some, *carrier))))
            if partial.get("cards", made["cards"]) == made["cards"] and judge_move(copy, state, made):
                yield made


# -- swaps -------------------------------------------------------------------------------------


def swap_values(copy: Copy, state: State, seat: int, partial: Move, slot: str) -> list[str | None]:
    """What may be discarded next in a swap: nothing more, or a card in the order of names (F8)."""
    names = ("first", "second", "third")
    before = [partial.get(name) for name in names[: names.index(slot)]]
    if None in before or len(before) + 1 >= state.players[seat].hand:
        return [None]
    used = Counter([partial.get("card"), *before])
    last = before[-1] if before else ""
    cards = sorted(copy.catalog.table("cards"))
    return [None, *(card for card in cards if card >= (last or "") and copy.unseen(state, card) > used[card])]
