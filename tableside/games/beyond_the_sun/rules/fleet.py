"""Ships (J): building, upgrading, jumping, and taking ships off the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Effect, Lasting
from tableside.games.beyond_the_sun.facts import Facts, facts_of
from tableside.games.beyond_the_sun.refusal import no
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.state import Ask, State, Task, Turn, fleet, power
from tableside.games.beyond_the_sun.tasks import change, drop, effect_of, front


def ship(place: str, level: int) -> str:
    """A ship as a cube's whereabouts."""
    return f"ship:{place}:{level}"


# -- building ----------------------------------------------------------------------------------


def yards(facts: Facts, state: State, seat: int, effect: Effect) -> tuple[str, ...]:
    """Where the ship may be built: Sol and own shipyards, unless the card says otherwise (J1)."""
    if effect.where in ("sol", "deep"):
        return (facts.one(state, effect.where),)
    anywhere = effect.where == "controlled" or counts.bonus(facts, state, seat, Lasting.BUILD_CONTROLLED) > 0
    return tuple(
        place.id
        for place in state.places
        if place.kind == "sol" or (place.owner == seat and (place.kind == "shipyard" or anywhere))
    )


def may_skip_build(state: State, seat: int, effect: Effect) -> bool:
    """Optional, or out of supply: then population may stand in, or nothing happens (G2, M1)."""
    return effect.optional or (effect.source == "supply" and cubes.leftmost(state.players[seat]) is None)


def has_cube(state: State, seat: int, source: str) -> bool:
    """A cube to build or research with."""
    player = state.players[seat]
    return player.population > 0 or (source == "supply" and cubes.leftmost(player) is not None)


def begin_build(turn: Turn, task: Task) -> bool:
    """A build without a choice is made at once; one without a cube is lost."""
    assert task.effect is not None and task.seat is not None
    if task.left == 0:
        drop(turn)
        return True
    if not has_cube(turn.state, task.seat, task.effect.source):
        drop(turn)
        turn.do(changes.nothing, "J1", seat=task.seat, verb="build")
        return True
    places = yards(facts_of(turn.catalog), turn.state, task.seat, task.effect)
    if len(places) > 1 or may_skip_build(turn.state, task.seat, task.effect):
        return False
    _build(turn, task, task.seat, places[0])
    return True


@play
def build(turn: Turn, place: str) -> Illegal | None:
    """One ship, at a place of the player's choice (J1)."""
    task = front(turn)
    if place not in yards(facts_of(turn.catalog), turn.state, turn.me, effect_of(task)):
        return no("no_yard", "J1")
    _build(turn, task, turn.me, place)
    return None


@build.lists
def _builds(turn: Turn) -> Iterator[Move]:
    places = yards(facts_of(turn.catalog), turn.state, turn.me, effect_of(front(turn)))
    return (build.move(turn.seat, place) for place in places)


def _build(turn: Turn, task: Task, seat: int, place: str) -> None:
    assert task.effect is not None
    change(turn, replace(front(turn), left=task.left - 1))
    cubes.use_cube(turn, seat, task.effect.source, ship(place, task.effect.level), "J1")


# -- upgrading ---------------------------------------------------------------------------------


def upgradable(state: State, task: Task) -> tuple[tuple[str, int], ...]:
    """Ships below level 4; with `distinct`, only ones this effect has not raised yet (J2)."""
    assert task.effect is not None and task.seat is not None
    there = Counter(fleet(state, task.seat))
    if task.effect.distinct:
        there -= Counter(task.ships)
    return tuple(sorted(ship for ship in there if ship[1] < 4))


def begin_upgrade(turn: Turn, task: Task) -> bool:
    """What cannot be used of an upgrade is lost (J2)."""
    if task.left and upgradable(turn.state, task):
        return False
    drop(turn)
    if not task.begun:
        turn.do(changes.nothing, "J2", seat=task.seat, verb="upgrade")
    return True


@play
def upgrade(turn: Turn, place: str, level: int) -> Illegal | None:
    """One own ship, up to level 4 (J2)."""
    task = front(turn)
    if (place, level) not in upgradable(turn.state, task):
        return no("not_upgradable", "J2")
    new = min(4, level + effect_of(task).level)
    raised = tuple(sorted((*task.ships, (place, new)))) if effect_of(task).distinct else ()
    change(turn, replace(front(turn), left=task.left - 1, begun=True, ships=raised))
    turn.do(changes.cube, "J2", turn.me, ship(place, level), ship(place, new))
    return None


@upgrade.lists
def _upgrades(turn: Turn) -> Iterator[Move]:
    return (upgrade.move(turn.seat, *each) for each in upgradable(turn.state, front(turn)))


# -- jumping -----------------------------------------------------------------------------------


def begin_jump(turn: Turn, task: Task) -> bool:
    """Movement is over when the points are spent or no ship is there to move (J3)."""
    assert task.seat is not None
    if task.left and fleet(turn.state, task.seat):
        return False
    drop(turn)
    if not task.begun:
        turn.do(changes.nothing, "J3", seat=task.seat, verb="jump")
    return True


@play
def jump(turn: Turn, origin: str, level: int, target: str) -> Illegal | None:
    """One ship along lines, a point for each; where it passes through nothing happens, for control waits (J3, K1)."""
    facts, task, here = facts_of(turn.catalog), front(turn), turn.state.place(origin)
    if here is None or level not in here.ships[turn.me]:
        return no("no_ship", "J3", level=level)
    star = facts.star(target) if target in facts.uncharted(turn.state) else None
    if star is not None:
        turn.do(changes.place_found, "J3", target, star.kind, star.deck or "")
        _discover(turn, target)
    far = distances(facts, turn.state, origin).get(target)
    if not far:
        return no("no_line", "J3")
    if far > task.left:
        return no("too_far", "J3", far=far, left=task.left)
    change(turn, replace(front(turn), left=task.left - far, begun=True))
    turn.do(changes.cube, "J3", turn.me, ship(origin, level), ship(target, level))
    return None


def distances(facts: Facts, state: State, origin: str) -> dict[str, int]:
    """How many lines each location is from this one."""
    found, row = {origin: 0}, [origin]
    while row:
        beyond = [(found[id] + 1, other) for id in row for other in facts.neighbours(state, id)]
        row = [other for far, other in beyond if found.setdefault(other, far) == far]
        row = list(dict.fromkeys(row))
    return found


@jump.lists
def _jumps(turn: Turn) -> Iterator[Move]:
    """Every ship to wherever the points take it: first to what it would win, then on the way there, last back home."""
    facts, state, left = facts_of(turn.catalog), turn.state, front(turn).left
    found = []
    for place, level in dict.fromkeys(fleet(state, turn.me)):
        reached = {target: far for target, far in distances(facts, state, place).items() if 0 < far <= left}
        for target, far in {**reached, **dict.fromkeys(facts.uncharted(state), 1)}.items():
            found.append((_appeal(state, turn.me, level, target), far, jump.move(turn.seat, place, level, target)))
    return (made for _, _, made in sorted(found, key=lambda one: one[:2]))


def _appeal(state: State, seat: int, level: int, target: str) -> int:
    """Where a ship is likely to go: 0 where it would win control, 2 for Sol and Deep Space, 1 elsewhere."""
    place = state.place(target)
    if place is None or place.kind in ("sol", "deep"):
        return 2
    rivals = max(power(place, other) for other in state.seats if other != seat)
    return 0 if place.owner != seat and power(place, seat) + level > rivals else 1


@jump.asks("target")
def _anywhere(turn: Turn, partial: Move) -> Choice:
    """A location one jump away, or while nobody has looked at all of the board, one that is missing."""
    seats = len(turn.state.players)
    if all(star.sure for _, star in facts_of(turn.catalog).stars(seats)):
        return turn.ask(partial, "target")
    return turn.ask(partial, "target", new=turn.catalog.wanted("places", side=2 if seats == 2 else 4, kind="shipyard"))


def _discover(turn: Turn, id: str) -> None:
    """A place for a system gets its card when the movement is over."""
    place = turn.state.place(id)
    if place is not None and place.kind == "system":
        first, *rest = turn.state.tasks
        turn.state = replace(turn.state, tasks=(first, Task(Ask.SYSTEM, place=id, card=place.deck or "A"), *rest))


# -- off the board -----------------------------------------------------------------------------


def begin_scrap(turn: Turn, task: Task) -> bool:
    """Ships that are not there cannot be given up."""
    assert task.seat is not None
    if task.left and fleet(turn.state, task.seat):
        return False
    drop(turn)
    return True


def leave(turn: Turn, place: str, level: int, target: str, rule: str) -> Illegal | None:
    """One own ship leaves the board."""
    if (place, level) not in fleet(turn.state, turn.me):
        return no("no_ship", rule, level=level)
    change(turn, replace(front(turn), left=front(turn).left - 1))
    turn.do(changes.cube, rule, turn.me, ship(place, level), target)
    return None


PLAYS = (build, upgrade, jump)
