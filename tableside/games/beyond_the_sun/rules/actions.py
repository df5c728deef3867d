"""The action phase (D): spaces, who may use them, costs, and actions used in other ways (N2, N5, N7)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, lacking, no
from tableside.games.beyond_the_sun.effects import Verb
from tableside.games.beyond_the_sun.rules import cubes
from tableside.games.beyond_the_sun.rules.feasible import (
    closed,
    copies,
    copy_refused,
    displace_refused,
    occupied,
    ore_cost,
    unaffordable,
)
from tableside.games.beyond_the_sun.rules.spaces import Space, spaces
from tableside.games.beyond_the_sun.state import Phase, Task


def taken(draft: Draft, seat: int, space: Space) -> Illegal | None:
    """Why the pawn cannot go there: it must move, and to an empty space (D1, D2)."""
    if space.open or space.action.beside:
        return None
    if draft.player(seat).pawn == space.id:
        return no("must_move", "D1")
    if any(player.pawn == space.id for player in draft.state.players):
        return no("occupied", "D1")
    return None


def pay(draft: Draft, seat: int, space: Space, extra: bool = True) -> None:
    """The whole cost before the effect (D6)."""
    cost = ore_cost(draft, seat, space, extra)
    if cost:
        draft.emit("ore", "D6", seat=seat, n=-cost)
    for effect in space.action.cost:
        if effect.verb is Verb.RETURN:
            for _ in range(effect.n):
                cubes.give_back(draft, seat, "population", "G4")


def find(draft: Draft, id: str) -> Space | Illegal:
    """The space of this name; a guild that was never entered must be entered first."""
    for space in spaces(draft.facts, draft.state):
        if space.id == id:
            return space
    kind, _, rest = id.partition(":")
    guild = rest.partition(":")[0]
    if kind == "guild" and guild in draft.state.guilds:
        needs = draft.facts.missing("guilds", guild)
        if needs:
            return lacking(needs, "D10")
    return no("no_such_space", "D1")


def act(draft: Draft, move: Move, task: Task | None) -> Illegal | None:
    """The pawn goes to another, empty space, the cost is paid, and the effects follow (D1 to D7)."""
    assert move.seat is not None
    seat = move.seat
    if seat != draft.state.turn:
        draft.emit("early", "C2", seat=seat, round=draft.state.round)
    space = find(draft, move["space"])
    if isinstance(space, Illegal):
        return space
    for problem in (closed(draft, seat, space), taken(draft, seat, space), unaffordable(draft, seat, space)):
        if problem is not None:
            return problem
    draft.emit("pawn", "D1", seat=seat, space="" if space.action.beside else space.id)
    pay(draft, seat, space)
    draft.emit("phase", "D1", phase=Phase.ACTING.value)
    draft.push_effects(seat, space.action.effects, space.group)
    return None


# -- using an action without a space of one's own ----------------------------------------------


def copy(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """An action is carried out without its space; another pawn may stand there (N2)."""
    assert move.seat is not None
    space = next((s for s in spaces(draft.facts, draft.state) if s.group == move["action"]), None)
    if space is None:
        return no("no_such_space", "N2")
    problem = copy_refused(draft, move.seat, space)
    if problem is not None:
        return problem
    draft.drop()
    draft.emit("chosen", "N2", seat=move.seat, action=space.group)
    pay(draft, move.seat, space, extra=False)
    draft.push_effects(move.seat, space.action.effects, space.group)
    return None


def displace(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """Another pawn is put aside, one's own takes its space and its action (N5)."""
    assert move.seat is not None
    space = find(draft, move["space"])
    if isinstance(space, Illegal):
        return space
    problem = displace_refused(draft, move.seat, space)
    if problem is not None:
        return problem
    draft.drop()
    other = next(seat for seat, player in enumerate(draft.state.players) if player.pawn == space.id)
    draft.emit("pawn", "N5", seat=other, space="")
    draft.emit("pawn", "N5", seat=move.seat, space=space.id)
    pay(draft, move.seat, space)
    draft.push_effects(move.seat, space.action.effects, space.group)
    return None


def begin_copy(draft: Draft, task: Task) -> bool:
    """Nothing to copy or nobody to put aside: nothing happens."""
    assert task.effect is not None and task.seat is not None
    which = copies if task.effect.verb is Verb.COPY else occupied
    if which(draft, task.seat):
        return False
    draft.drop()
    draft.emit("nothing", "N2", seat=task.seat, verb=task.effect.verb.value)
    return True
