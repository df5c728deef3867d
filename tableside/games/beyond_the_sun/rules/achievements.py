"""Achievements and the end of the game (F, O1)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Counted
from tableside.games.beyond_the_sun.facts import UNTOLD, Facts, facts_of, untold
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules.counts import holds
from tableside.games.beyond_the_sun.state import Ask, Ending, Goal, Phase, State, Task, Turn
from tableside.games.beyond_the_sun.tasks import push


def trigger(seats: int) -> int:
    """How many discs on achievements bring the end (O1, B10, B11)."""
    return 4 if seats == 4 else 3


def fulfilled(facts: Facts, state: State, seat: int, goal: Goal) -> bool | None:
    """Whether the conditions hold; None when only the players can say."""
    alternatives = facts.achievement(goal.id).conditions
    by_hand = not alternatives
    for conditions in alternatives or ():
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
    if len(goal.discs) >= facts.goal_spaces(goal, len(state.players)):
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


@play
def claim(turn: Turn, goal: str) -> Illegal | None:
    """A disc on the leftmost free space (F2); enough discs bring the end (O1)."""
    facts = facts_of(turn.catalog)
    problem = obstacle(facts, turn.state, turn.me, turn.state.goal(goal))
    if problem is not None:
        return problem
    missing = facts.missing("achievements", goal, used=True)
    if missing:
        return lacking(missing, "F2")
    if untold(goal):
        push(turn, Task(Ask.DEAL_GOAL, turn.me, card=goal.removeprefix(UNTOLD), place=goal))
        return None
    place(turn, turn.me, goal)
    return None


@claim.lists
def _goals(turn: Turn) -> Iterator[Move]:
    return (claim.move(turn.seat, goal.id) for goal in turn.state.goals)


def claim_only(turn: Turn, seat: int) -> bool:
    """An achievement that must be claimed and leaves no choice is claimed at once (F1)."""
    found = claimable(facts_of(turn.catalog), turn.state, seat)
    if len(found) > 1 or not mandatory(facts_of(turn.catalog), turn.state, seat):
        return False
    if facts_of(turn.catalog).missing("achievements", found[0].id, used=True):
        return False
    place(turn, seat, found[0].id)
    return True


def place(turn: Turn, seat: int, goal: str) -> None:
    """The disc lies on the card; enough of them bring the end (F2, O1)."""
    turn.do(changes.goal, "F2", seat=seat, goal=goal)
    turn.do(changes.phase, "F1", phase=Phase.CLOSING.value)
    placed = sum(len(other.discs) for other in turn.state.goals)
    if turn.state.ending is Ending.NO and placed >= trigger(len(turn.state.players)):
        turn.do(changes.ending, "O1", stage=Ending.ROUND.value)


@play
def pass_goal(turn: Turn) -> Illegal | None:
    """Nothing is claimed: only when it is the players' own word that could grant it (F1)."""
    if mandatory(facts_of(turn.catalog), turn.state, turn.me):
        return no("goal_mandatory", "F1")
    turn.do(changes.phase, "F1", Phase.CLOSING.value)
    return None


PLAYS = (claim, pass_goal)
