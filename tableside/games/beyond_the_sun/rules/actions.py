"""The action phase (D): spaces, who may use them, costs, and actions used in other ways (N2, N5, N7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules import cubes, research
from tableside.games.beyond_the_sun.rules.feasible import (
    asked_cost,
    closed,
    copies,
    copy_refused,
    displace_refused,
    occupied,
    ore_cost,
    unaffordable,
)
from tableside.games.beyond_the_sun.rules.spaces import Space, spaces, untold_actions
from tableside.games.beyond_the_sun.state import Ask, Phase, Stage, Task, Turn
from tableside.games.beyond_the_sun.tasks import change, drop, effect_of, front, push, push_effects, seat_of, unchanged


def taken(turn: Turn, seat: int, space: Space) -> Illegal | None:
    """Why the pawn cannot go there: it must move, and to an empty space (D1, D2)."""
    if space.open or space.action.beside:
        return None
    if turn.state.players[seat].pawn == space.id:
        return no("must_move", "D1")
    if any(player.pawn == space.id for player in turn.state.players):
        return no("occupied", "D1")
    return None


def begin(turn: Turn, seat: int, space: Space, phase: Phase | None = None, extra: bool = True) -> None:
    """The whole cost before the effects (D6, G7); paying is no change (D7)."""
    changed = turn.state.changed
    push_effects(turn, seat, space.action.effects, space.group)
    cost = ore_cost(turn, seat, space, extra)
    if cost:
        turn.do(changes.ore, "D6", seat=seat, n=-cost)
    for effect in space.action.cost:
        if effect.verb is Verb.RETURN:
            for _ in range(effect.n):
                cubes.give_back(turn, seat, "population", "G4")
    if phase is not None:
        turn.do(changes.phase, "D1", phase=phase.value)
    else:
        unchanged(turn, changed)
    push(turn, *(Task(Ask.EFFECT, seat, effect, card=space.group, begun=True) for effect in asked_cost(space.action)))


def find(turn: Turn, id: str) -> Space | Illegal:
    """The space of this name; actions that nobody has told of yet must be told first."""
    for space in spaces(facts_of(turn.catalog), turn.state):
        if space.id == id:
            return space
    for group, needs, _ in untold_actions(facts_of(turn.catalog), turn.state, turn.me):
        if id == f"{group}:0:0":
            return lacking(needs, "D10" if group.startswith("guild") else "D3")
    return no("no_such_space", "D1")


@play
def act(turn: Turn, space: str) -> Illegal | None:
    """The pawn goes to another, empty space, the cost is paid, and the effects follow (D1 to D7).

    "space>slot" names the technology the action is for, which is then researched in the same step.
    """
    seat, (id, _, slot) = turn.me, space.partition(">")
    if seat != turn.state.turn:
        turn.do(changes.early, "C2", seat, turn.state.round + (seat == 0))
    found = find(turn, id)
    if isinstance(found, Illegal):
        return found
    for problem in (closed(turn, seat, found), taken(turn, seat, found), unaffordable(turn, seat, found)):
        if problem is not None:
            return problem
    turn.do(changes.pawn, "D1", seat, "" if found.action.beside else found.id)
    begin(turn, seat, found, Phase.ACTING)
    return _research_at_once(turn, found, slot) if slot else None


def _research_at_once(turn: Turn, space: Space, slot: str) -> Illegal | None:
    """The technology the action is for, where only one set of prerequisites can be counted."""
    facts, here = facts_of(turn.catalog), research.site(facts_of(turn.catalog), turn.state, slot)
    if not only_research(space) or here is None:
        return no("no_such_slot", "H1")
    counted = tuple(islice(research.ways(facts, turn.state, turn.me, here), 2))
    if len(counted) > 1:
        return no("prerequisites_counted", "H5", n=len(counted[0]))
    change(turn, replace(front(turn), left=1, stage=Stage.COUNTED))
    return research.research.judge(turn, slot, counted[0] if counted else ())


def only_research(space: Space) -> bool:
    """Whether the action is the research of one technology and nothing else."""
    effects = space.action.effects
    plain = Effect(Verb.RESEARCH, levels=effects[0].levels, known=effects[0].known, source=effects[0].source)
    return effects == (plain,) and not asked_cost(space.action)


def touching(turn: Turn, slot: str) -> Iterator[Move]:
    """What a touched technology may mean: the actions printed on it, and the actions that can research it."""
    facts, state = facts_of(turn.catalog), turn.state
    known = {space.id: space for space in spaces(facts, state)}
    here, offered = research.site(facts, state, slot), set()
    legal = ((known[str(made["space"])], made) for made in turn.book.moves_of(state, turn.me, "act"))
    for space, made in sorted(legal, key=lambda one: one[0].extra):
        if space.slot == slot:
            yield made
        elif only_research(space) and here is not None and space.group not in offered:
            # Nobody pays more for the same.
            offered.add(space.group)
            problem = research.obstacle(facts, state, turn.me, here, space.action.effects[0])
            if problem is None and len(tuple(islice(research.ways(facts, state, turn.me, here), 2))) == 1:
                yield act.move(turn.seat, f"{space.id}>{slot}")


@act.lists
def _spaces(turn: Turn) -> Iterator[Move]:
    """One space of each action and price, a free one if there is one: which of equal spaces is taken is no choice."""
    facts, state = facts_of(turn.catalog), turn.state
    pawns = {player.pawn for player in state.players}
    alike: dict[tuple[str, int], Space] = {}
    for space in spaces(facts, state):
        if alike.setdefault((space.group, space.extra), space).id in pawns and space.id not in pawns:
            alike[space.group, space.extra] = space
    yield from (act.move(turn.seat, space.id) for space in alike.values())
    yield from (act.move(turn.seat, f"{group}:0:0") for group, *_ in untold_actions(facts, state, turn.me))


# -- using an action without a space of one's own ----------------------------------------------


@play
def copy(turn: Turn, action: str) -> Illegal | None:
    """An action is carried out without its space; another pawn may stand there (N2)."""
    space = next((s for s in spaces(facts_of(turn.catalog), turn.state) if s.group == action), None)
    if space is None:
        return no("no_such_space", "N2")
    problem = copy_refused(turn, turn.me, space)
    if problem is not None:
        return problem
    drop(turn)
    turn.do(changes.chosen, "N2", turn.me, space.group)
    begin(turn, turn.me, space, extra=False)
    return None


@copy.lists
def _copies(turn: Turn) -> Iterator[Move]:
    return (copy.move(turn.seat, space.group) for space in copies(turn, turn.me))


@play
def displace(turn: Turn, space: str) -> Illegal | None:
    """Another pawn is put aside, one's own takes its space and its action (N5)."""
    found = find(turn, space)
    if isinstance(found, Illegal):
        return found
    problem = displace_refused(turn, turn.me, found)
    if problem is not None:
        return problem
    drop(turn)
    other = next(seat for seat, player in enumerate(turn.state.players) if player.pawn == found.id)
    turn.do(changes.pawn, "N5", other, "")
    turn.do(changes.pawn, "N5", turn.me, found.id)
    begin(turn, turn.me, found)
    return None


@displace.lists
def _occupied(turn: Turn) -> Iterator[Move]:
    return (displace.move(turn.seat, space.id) for space in occupied(turn, turn.me))


def begin_copy(turn: Turn, task: Task) -> bool:
    """Nothing to copy or nobody to put aside: nothing happens."""
    verb = effect_of(task).verb
    if (copies if verb is Verb.COPY else occupied)(turn, seat_of(task)):
        return False
    drop(turn)
    turn.do(changes.nothing, "N2", task.seat, verb.value)
    return True


PLAYS = (act, copy, displace)
