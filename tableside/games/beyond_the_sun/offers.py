"""The moves worth asking the referee about: everything that could be legal now, listed lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tableside.core.moves import Move, Seat, move
from tableside.games.beyond_the_sun.draft import Draft
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules import colonise, course, decks, feasible, fleet, research
from tableside.games.beyond_the_sun.rules.spaces import spaces
from tableside.games.beyond_the_sun.state import Ask, State, Task
from tableside.games.beyond_the_sun.state import fleet as ships_of


def candidates(facts: Facts, state: State, seat: Seat) -> Iterator[Move]:
    """Moves of this seat that may be legal."""
    if seat not in course.to_act(state):
        return
    draft = Draft(facts, state)
    for kind in course.kinds(state, seat):
        if kind in LISTED:
            for args in LISTED[kind](draft, state.front or Task(Ask.EFFECT), seat or 0):
                yield move(seat, kind, **args)
        else:
            yield move(seat, kind)


Args = Iterator[dict[str, Any]]


def _mats(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"mat": mat} for mat in draft.facts.complete("mats"))


def _reveals(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"card": card} for card in decks.possible(draft.facts, draft.state, task))


def _acts(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"space": space.id} for space in spaces(draft.facts, draft.state))


def _copies(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"action": space.group} for space in feasible.copies(draft, seat))


def _displaced(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"space": space.id} for space in feasible.occupied(draft, seat))


def _slots(draft: Draft, task: Task, seat: int) -> Args:
    assert task.effect is not None
    for site in research.reachable(draft.facts, draft.state, seat, task.effect):
        for using in research.ways(draft.facts, draft.state, seat, site):
            yield {"slot": site.id, "using": using}


def _types(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"colour": colour} for colour in task.colours)


def _technologies(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"card": card} for card in research.candidates(draft, task))


def _systems(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"card": card} for card in task.cards)


def _builds(draft: Draft, task: Task, seat: int) -> Args:
    assert task.effect is not None
    yield from ({"place": place} for place in fleet.yards(draft.facts, draft.state, seat, task.effect))


def _upgrades(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"place": place, "level": level} for place, level in fleet.upgradable(draft.state, task))


def _jumps(draft: Draft, task: Task, seat: int) -> Args:
    for place, level in dict.fromkeys(ships_of(draft.state, seat)):
        for target in draft.facts.neighbours(draft.state, place):
            yield {"origin": place, "target": target, "level": level}


def _ships(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"place": place, "level": level} for place, level in dict.fromkeys(ships_of(draft.state, seat)))


def _landings(draft: Draft, task: Task, seat: int) -> Args:
    for place in colonise.targets(draft.facts, draft.state, seat):
        for ships in colonise.landings(draft.facts, draft.state, seat, place):
            yield {"place": place.id, "ships": ships}


def _discs(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"disc": disc} for disc in ("food", "ore"))


def _rewards(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"place": place} for place in task.places)


def _goals(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"goal": goal.id} for goal in draft.state.goals)


def _opponents(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"opponent": other} for other in draft.state.seats if other != seat)


def _columns(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"column": column} for column in range(len(draft.player(seat).supply)))


def _tracks(draft: Draft, task: Task, seat: int) -> Args:
    yield from ({"track": track} for track in ("food", "ore"))


def _options(draft: Draft, task: Task, seat: int) -> Args:
    assert task.effect is not None
    yield from ({"option": option} for option in range(len(task.effect.of)))


LISTED: dict[str, Callable[[Draft, Task, int], Args]] = {
    "choose_mat": _mats,
    "reveal": _reveals,
    "act": _acts,
    "copy": _copies,
    "displace": _displaced,
    "research": _slots,
    "choose_type": _types,
    "choose_technology": _technologies,
    "choose_system": _systems,
    "build": _builds,
    "upgrade": _upgrades,
    "jump": _jumps,
    "scrap": _ships,
    "dock": _ships,
    "colonise": _landings,
    "disc": _discs,
    "reward": _rewards,
    "claim": _goals,
    "pay_opponent": _opponents,
    "pick_column": _columns,
    "automate": _tracks,
    "choose": _options,
}
"""For each kind with arguments, the arguments worth trying."""
