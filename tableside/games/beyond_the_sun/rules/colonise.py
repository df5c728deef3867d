"""Colonisation in its six steps (L)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Lasting
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.rules.fleet import ship
from tableside.games.beyond_the_sun.state import Ask, Place, State, Task, power


def required(facts: Facts, state: State, seat: int, place: Place) -> int:
    """The power this landing needs."""
    printed = facts.system(place.system).power or 0
    return max(1, printed - counts.bonus(facts, state, seat, Lasting.EASIER))


def obstacle(facts: Facts, state: State, seat: int, place: Place | None) -> Illegal | None:
    """Why this place cannot be colonised by this seat now (L1)."""
    if place is None or place.kind != "system" or not place.system:
        return no("not_colonisable", "L1")
    if place.owner != seat:
        return no("not_controlled", "L1")
    need = required(facts, state, seat, place)
    if power(place, seat) < need:
        return no("too_weak", "L1", power=power(place, seat), need=need)
    return None


def targets(facts: Facts, state: State, seat: int) -> tuple[Place, ...]:
    """Where this seat can land."""
    return tuple(place for place in state.places if obstacle(facts, state, seat, place) is None)


def landings(facts: Facts, state: State, seat: int, place: Place) -> Iterator[tuple[int, ...]]:
    """Every set of own ships there that is strong enough, the smallest first (L2)."""
    need, ships = required(facts, state, seat, place), place.ships[seat]
    for size in range(1, len(ships) + 1):
        yield from dict.fromkeys(chosen for chosen in combinations(ships, size) if sum(chosen) >= need)


def begin_colonise(draft: Draft, task: Task) -> bool:
    """Nothing to land on: nothing happens."""
    assert task.seat is not None
    if task.left and targets(draft.facts, draft.state, task.seat):
        return False
    draft.drop()
    if task.left:
        draft.emit("nothing", "L1", seat=task.seat, verb="colonise")
    return True


def colonise(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """Steps 1 to 4 now; the new card, the second disc and the reward follow (L1 to L6)."""
    assert move.seat is not None
    facts, seat, ships = draft.facts, move.seat, move["ships"]
    place = draft.state.place(move["place"])
    problem = obstacle(facts, draft.state, seat, place)
    if problem is not None:
        return problem
    assert place is not None
    landing: Counter[int] = Counter(ships)
    if landing - Counter(place.ships[seat]):
        return no("no_ships", "L2")
    if tuple(sorted(ships)) != ships:
        return no("ships_in_order", "L2")
    need = required(facts, draft.state, seat, place)
    if sum(ships) < need:
        return no("too_weak", "L2", power=sum(ships), need=need)
    if any(sum(ships) - level >= need for level in ships):
        draft.warn("overpaid", "L2", power=sum(ships), need=need)
    draft.change(left=task.left - 1)
    for level in ships:
        cubes.give_back(draft, seat, ship(place.id, level), "L2")
    expel(draft, place.id)
    card, deck, extra = place.system, place.deck, bool(place.beside)
    draft.emit("colony", "L4", seat=seat, place=place.id, system=card, deck=deck)
    follow_up(draft, seat, card)
    if not extra:
        draft.push(Task(Ask.SYSTEM, seat, place=place.id, card=deck))
    return None


def expel(draft: Draft, place_id: str) -> None:
    """Every ship still there goes to Deep Space, own ones too (L3)."""
    deep = draft.facts.one(draft.state, "deep")
    place = draft.state.place(place_id)
    assert place is not None
    for seat, levels in enumerate(place.ships):
        for level in levels:
            draft.emit("cube", "L3", seat=seat, origin=ship(place_id, level), target=ship(deep, level))


def follow_up(draft: Draft, seat: int, card: str) -> None:
    """The second disc, then the reward (L5, L6)."""
    draft.push_effects(seat, counts.occasion(draft.facts, draft.state, seat, Lasting.ON_COLONISE), card)
    draft.push_effects(seat, draft.facts.system(card).colony or (), card)
    draft.push(Task(Ask.SECOND, seat, card=card))
