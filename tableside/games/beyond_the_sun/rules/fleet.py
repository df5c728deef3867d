"""Ships (J): building, upgrading, jumping, and taking ships off the board."""

from __future__ import annotations

from collections import Counter

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Effect, Lasting
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.state import State, Task, fleet


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


def begin_build(draft: Draft, task: Task) -> bool:
    """A build without a choice is made at once; one without a cube is lost."""
    assert task.effect is not None and task.seat is not None
    if task.left == 0:
        draft.drop()
        return True
    if not has_cube(draft.state, task.seat, task.effect.source):
        draft.drop()
        draft.emit("nothing", "J1", seat=task.seat, verb="build")
        return True
    places = yards(draft.facts, draft.state, task.seat, task.effect)
    if len(places) > 1 or may_skip_build(draft.state, task.seat, task.effect):
        return False
    _build(draft, task, task.seat, places[0])
    return True


def build(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """One ship, at a place of the player's choice (J1)."""
    assert task.effect is not None and move.seat is not None
    if move["place"] not in yards(draft.facts, draft.state, move.seat, task.effect):
        return no("no_yard", "J1")
    _build(draft, task, move.seat, move["place"])
    return None


def _build(draft: Draft, task: Task, seat: int, place: str) -> None:
    assert task.effect is not None
    draft.change(left=task.left - 1)
    cubes.use_cube(draft, seat, task.effect.source, ship(place, task.effect.level), "J1")


# -- upgrading ---------------------------------------------------------------------------------


def upgradable(state: State, task: Task) -> tuple[tuple[str, int], ...]:
    """Ships below level 4; with `distinct`, only ones this effect has not raised yet (J2)."""
    assert task.effect is not None and task.seat is not None
    there = Counter(fleet(state, task.seat))
    if task.effect.distinct:
        there -= Counter(task.ships)
    return tuple(sorted(ship for ship in there if ship[1] < 4))


def begin_upgrade(draft: Draft, task: Task) -> bool:
    """What cannot be used of an upgrade is lost (J2)."""
    if task.left and upgradable(draft.state, task):
        return False
    draft.drop()
    if not task.begun:
        draft.emit("nothing", "J2", seat=task.seat, verb="upgrade")
    return True


def upgrade(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """One own ship, up to level 4 (J2)."""
    assert task.effect is not None and move.seat is not None
    chosen = (move["place"], move["level"])
    if chosen not in upgradable(draft.state, task):
        return no("not_upgradable", "J2")
    level = min(4, move["level"] + task.effect.level)
    raised = tuple(sorted((*task.ships, (move["place"], level)))) if task.effect.distinct else ()
    draft.change(left=task.left - 1, begun=True, ships=raised)
    draft.emit("cube", "J2", seat=move.seat, origin=ship(*chosen), target=ship(move["place"], level))
    return None


# -- jumping -----------------------------------------------------------------------------------


def begin_jump(draft: Draft, task: Task) -> bool:
    """Movement is over when the points are spent or no ship is there to move (J3)."""
    assert task.seat is not None
    if task.left and fleet(draft.state, task.seat):
        return False
    draft.drop()
    if not task.begun:
        draft.emit("nothing", "J3", seat=task.seat, verb="jump")
    return True


def jump(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """One point moves one ship along one line (J3)."""
    assert move.seat is not None
    origin, target, level = move["origin"], move["target"], move["level"]
    here = draft.state.place(origin)
    if here is None or level not in here.ships[move.seat]:
        return no("no_ship", "J3", level=level)
    if target not in draft.facts.neighbours(draft.state, origin):
        return no("no_line", "J3")
    draft.change(left=task.left - 1, begun=True)
    draft.emit("cube", "J3", seat=move.seat, origin=ship(origin, level), target=ship(target, level))
    return None


# -- off the board -----------------------------------------------------------------------------


def begin_scrap(draft: Draft, task: Task) -> bool:
    """Ships that are not there cannot be given up."""
    assert task.seat is not None
    if task.left and fleet(draft.state, task.seat):
        return False
    draft.drop()
    return True


def leave(draft: Draft, move: Move, task: Task, target: str, rule: str) -> Illegal | None:
    """One own ship leaves the board."""
    assert move.seat is not None
    if (move["place"], move["level"]) not in fleet(draft.state, move.seat):
        return no("no_ship", rule, level=move["level"])
    draft.change(left=task.left - 1)
    draft.emit("cube", rule, seat=move.seat, origin=ship(move["place"], move["level"]), target=target)
    return None
