"""A move being worked out: the state as it would be so far, and the events that lead there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tableside.core.moves import Cite, Event, Plain, event, text
from tableside.core.ruling import Caution, Illegal, Need
from tableside.games.beyond_the_sun import happen
from tableside.games.beyond_the_sun.effects import Effect
from tableside.games.beyond_the_sun.facts import SLUG, Facts
from tableside.games.beyond_the_sun.state import Ask, Place, Player, State, Task


def cite(rule: str) -> Cite:
    """A rule of this game."""
    return Cite(SLUG, rule)


def no(reason: str, rule: str, /, needs: tuple[Need, ...] = (), **args: Any) -> Illegal:
    """A refusal."""
    return Illegal(text(f"{SLUG}.no.{reason}", **args), cite(rule), needs=needs)


def lacking(needs: tuple[Need, ...], rule: str) -> Illegal:
    """A refusal because this copy's facts are not all known."""
    return Illegal(needs[0].text, cite(rule), needs=needs)


class Draft:
    """The working state of one move."""

    __slots__ = ("cautions", "checked", "events", "facts", "start", "state")

    def __init__(self, facts: Facts, state: State) -> None:
        self.facts = facts
        self.state = state
        self.start = state
        self.events: list[Event] = []
        self.cautions: list[Caution] = []
        self.checked: tuple[Place, ...] | None = None
        """The galaxy as it was when control was last checked."""

    def emit(self, kind: str, rule: str, /, **args: Plain) -> None:
        """Let something happen."""
        happened = event(kind, cite(rule), **args)
        self.events.append(happened)
        self.state = happen.apply(self.facts, self.state, happened)

    def warn(self, key: str, rule: str, /, **args: Any) -> None:
        """Legal, but worth a second look."""
        self.cautions.append(Caution(key, text(f"{SLUG}.caution.{key}", **args), cite(rule)))

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def done(self) -> tuple[Event, ...]:
        """All events, the change of what is still to be settled last."""
        if self.state.tasks != self.start.tasks:
            tasks = happen.write_tasks(self.state.tasks)
            self.events.append(event("tasks", cite("M1"), tasks=tasks, n=len(self.state.tasks)))
        return tuple(self.events)

    # -- what is still to be settled -----------------------------------------------------------

    @property
    def front(self) -> Task | None:
        return self.state.front

    def drop(self) -> None:
        """The front task is settled."""
        self.state = replace(self.state, tasks=self.state.tasks[1:])

    def change(self, **changes: Any) -> None:
        """The front task is partly settled."""
        first, *rest = self.state.tasks
        self.state = replace(self.state, tasks=(replace(first, **changes), *rest))

    def push(self, *tasks: Task) -> None:
        """These come before everything else."""
        self.state = replace(self.state, tasks=(*tasks, *self.state.tasks))

    def later(self, *tasks: Task) -> None:
        """These come after everything else."""
        self.state = replace(self.state, tasks=(*self.state.tasks, *tasks))

    def push_effects(self, seat: int, effects: Iterable[Effect], card: str = "") -> None:
        """These effects of a card come next, in their order."""
        self.push(*(Task(Ask.EFFECT, seat, effect, card=card) for effect in effects))
