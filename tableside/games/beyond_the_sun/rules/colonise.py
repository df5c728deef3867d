"""Colonisation in its six steps (L)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Lasting
from tableside.games.beyond_the_sun.facts import Facts, facts_of
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.rules.fleet import ship
from tableside.games.beyond_the_sun.state import Ask, Place, State, Task, Turn, power
from tableside.games.beyond_the_sun.tasks import change, drop, front, push, push_effects, seat_of


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
    missing = facts.missing("systems", place.system, used=True)
    if missing:
        return lacking(missing, "L1")
    need = required(facts, state, seat, place)
    if power(place, seat) < need:
        return no("too_weak", "L1", power=power(place, seat), need=need)
    return None


def targets(facts: Facts, state: State, seat: int) -> tuple[Place, ...]:
    """Where this seat can land, or could once the card is told."""
    problems = ((place, obstacle(facts, state, seat, place)) for place in state.places)
    return tuple(place for place, problem in problems if problem is None or (problem.needs and place.ships[seat]))


def landings(facts: Facts, state: State, seat: int, place: Place) -> Iterator[tuple[int, ...]]:
    """Every set of own ships there that is strong enough, the smallest first (L2)."""
    need, ships = required(facts, state, seat, place), place.ships[seat]
    for size in range(1, len(ships) + 1):
        yield from dict.fromkeys(chosen for chosen in combinations(ships, size) if sum(chosen) >= need)


def begin_colonise(turn: Turn, task: Task) -> bool:
    """Nothing to land on: nothing happens."""
    if task.left and targets(facts_of(turn.catalog), turn.state, seat_of(task)):
        return False
    drop(turn)
    if task.left:
        turn.do(changes.nothing, "L1", task.seat, "colonise")
    return True


@play
def colonise(turn: Turn, place: str, ships: tuple[int, ...]) -> Illegal | None:
    """Steps 1 to 4 now; the new card, the second disc and the reward follow (L1 to L6)."""
    facts, seat, here = facts_of(turn.catalog), turn.me, turn.state.place(place)
    problem = obstacle(facts, turn.state, seat, here)
    if problem is not None:
        return problem
    assert here is not None
    if Counter(ships) - Counter(here.ships[seat]):
        return no("no_ships", "L2")
    need = required(facts, turn.state, seat, here)
    if sum(ships) < need:
        return no("too_weak", "L2", power=sum(ships), need=need)
    if any(sum(ships) - level >= need for level in ships):
        turn.warn("overpaid", "L2", power=sum(ships), need=need)
    change(turn, replace(front(turn), left=front(turn).left - 1))
    for level in sorted(ships):
        cubes.give_back(turn, seat, ship(here.id, level), "L2")
    expel(turn, here.id)
    turn.do(changes.colony, "L4", seat, here.id, here.system, here.deck)
    follow_up(turn, seat, here.system)
    if not here.beside:
        push(turn, Task(Ask.SYSTEM, seat, place=here.id, card=here.deck))
    return None


@colonise.lists
def _landings(turn: Turn) -> Iterator[Move]:
    facts, state = facts_of(turn.catalog), turn.state
    for place in targets(facts, state, turn.me):
        for ships in landings(facts, state, turn.me, place):
            yield colonise.move(turn.seat, place.id, ships)


@colonise.asks("ships")
def _ships(turn: Turn, partial: Move) -> Choice:
    """The ships there are picked one by one; sets that are enough are suggested."""
    here = turn.state.place(str(partial["place"]))
    there = Counter(here.ships[turn.me]) if here is not None else Counter[int]()
    say = turn.book.say_value
    parts = tuple(
        Offer(level, say(turn.state, "colonise", "level", level), most=n) for level, n in sorted(there.items())
    )
    return turn.ask(partial, "ships", parts=parts)


def expel(turn: Turn, place_id: str) -> None:
    """Every ship still there goes to Deep Space, own ones too (L3)."""
    deep = facts_of(turn.catalog).one(turn.state, "deep")
    place = turn.state.place(place_id)
    assert place is not None
    for seat, levels in enumerate(place.ships):
        for level in levels:
            turn.do(changes.cube, "L3", seat=seat, origin=ship(place_id, level), target=ship(deep, level))


def follow_up(turn: Turn, seat: int, card: str) -> None:
    """The second disc, then the reward (L5, L6)."""
    push_effects(turn, seat, counts.occasion(facts_of(turn.catalog), turn.state, seat, Lasting.ON_COLONISE), card)
    push_effects(turn, seat, facts_of(turn.catalog).system(card).colony or (), card)
    push(turn, Task(Ask.SECOND, seat, card=card))


PLAYS = (colonise,)
