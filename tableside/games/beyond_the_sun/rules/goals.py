"""Achievements and the end of the game (F, O1)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Counted
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules.counts import holds
from tableside.games.beyond_the_sun.state import Ending, Goal, Phase, State, Task


def trigger(seats: int) -> int:
    """How many discs on achievements bring the end (O1, B10, B11)."""
    return 4 if seats == 4 else 3


def fulfilled(facts: Facts, state: State, seat: int, goal: Goal) -> bool | None:
    """Whether the conditions hold; None when only the players can say."""
    by_hand = False
    for conditions in facts.achievement(goal.id).conditions or ():
        told = [c for c in conditions if c.count.what is Counted.BY_HAND]
        if all(holds(facts, state, seat, condition) for condition in conditions if condition not in told):
            if not told:
                return True
            by_hand = True
    return None if by_hand else False


def obstacle(facts: Facts, state: State, seat: int, goal: Goal | None) -> Illegal | None:
    """Why this achievement cannot be claimed now (F1, F2)."""
    if goal is None:
        return no("no_such_goal", "F2")
    if seat in goal.discs:
        return no("goal_once", "F2")
    if len(goal.discs) >= goal.spaces:
        return no("goal_full", "F2")
    if fulfilled(facts, state, seat, goal) is False:
        return no("goal_not_met", "F1")
    return None


def claimable(facts: Facts, state: State, seat: int) -> tuple[Goal, ...]:
    """The achievements this seat may claim now."""
    return tuple(goal for goal in state.goals if obstacle(facts, state, seat, goal) is None)


def mandatory(facts: Facts, state: State, seat: int) -> bool:
    """Some achievement certainly holds, so one must be claimed (F1)."""
    return any(fulfilled(facts, state, seat, goal) for goal in claimable(facts, state, seat))


def claim(draft: Draft, move: Move, task: Task | None) -> Illegal | None:
    """A disc on the leftmost free space (F2); enough discs bring the end (O1)."""
    assert move.seat is not None
    problem = obstacle(draft.facts, draft.state, move.seat, draft.state.goal(move["goal"]))
    if problem is not None:
        return problem
    draft.emit("goal", "F2", seat=move.seat, goal=move["goal"])
    draft.emit("phase", "F1", phase=Phase.CLOSING.value)
    placed = sum(len(goal.discs) for goal in draft.state.goals)
    if draft.state.ending is Ending.NO and placed >= trigger(len(draft.state.players)):
        draft.emit("ending", "O1", stage=Ending.ROUND.value)
    return None


def pass_goal(draft: Draft, move: Move, task: Task | None) -> Illegal | None:
    """Nothing is claimed: only when it is the players' own word that could grant it (F1)."""
    assert move.seat is not None
    if mandatory(draft.facts, draft.state, move.seat):
        return no("goal_mandatory", "F1")
    draft.emit("phase", "F1", phase=Phase.CLOSING.value)
    return None
