"""What is still to be settled while a move is worked out: put in front, changed, done; written down at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Effect
from tableside.games.beyond_the_sun.state import Ask, Task, Turn


def front(turn: Turn) -> Task:
    """What is settled now; only where something is."""
    assert turn.state.tasks
    return turn.state.tasks[0]


def effect_of(task: Task) -> Effect:
    """The effect a task is about; only where it is about one."""
    assert task.effect is not None
    return task.effect


def seat_of(task: Task) -> int:
    """Whose task it is; only where it is a player's."""
    assert task.seat is not None
    return task.seat


def drop(turn: Turn) -> None:
    """The front task is settled."""
    turn.state = replace(turn.state, tasks=turn.state.tasks[1:])


def change(turn: Turn, task: Task) -> None:
    """The front task is partly settled: this is left of it."""
    turn.state = replace(turn.state, tasks=(task, *turn.state.tasks[1:]))


def push(turn: Turn, *tasks: Task) -> None:
    """These come before everything else."""
    turn.state = replace(turn.state, tasks=(*tasks, *turn.state.tasks))


def later(turn: Turn, *tasks: Task) -> None:
    """These come after everything else."""
    turn.state = replace(turn.state, tasks=(*turn.state.tasks, *tasks))


def push_effects(turn: Turn, seat: int, effects: Iterable[Effect], card: str = "") -> None:
    """These effects of a card come next, in their order."""
    push(turn, *(Task(Ask.EFFECT, seat, effect, card=card) for effect in effects))


def unchanged(turn: Turn, changed: bool) -> None:
    """Paying a cost is no change (D7): whether anything has changed is as it was before."""
    if turn.state.changed and not changed:
        turn.do(changes.phase, "D7", turn.state.phase.value)


def written(turn: Turn) -> None:
    """The change of what is still to be settled, after everything else."""
    tasks = turn.state.tasks
    if tasks != turn.start.tasks:
        turn.do(changes.tasks, "M1", changes.write_tasks(tasks), len(tasks))
