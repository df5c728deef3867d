"""Answers upon answers: last in, first out. Declare, pay, respond, re-check, resolve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from tableside.core.bounds import Count, Long, SeatNumber
from tableside.core.moves import Arguments, Plain
from tableside.core.ruling import Illegal


@dataclass(frozen=True, slots=True)
class Pending(Arguments):
    """Something declared and paid for that has not happened yet."""

    seat: SeatNumber
    kind: str
    args: tuple[tuple[str, Plain], ...] = ()
    paid: tuple[tuple[str, Count], ...] = ()


@dataclass(frozen=True, slots=True)
class Stack:
    """What is pending, the newest last, and who may still answer the newest, in order."""

    items: Annotated[tuple[Pending, ...], Long(0, 60)] = ()
    waiting: Annotated[tuple[SeatNumber, ...], Long(0, 60)] = ()

    def __bool__(self) -> bool:
        return bool(self.items)

    @property
    def top(self) -> Pending:
        return self.items[-1]

    @property
    def responder(self) -> int | None:
        """Who is asked now whether to answer."""
        return self.waiting[0] if self.waiting else None

    @property
    def settled(self) -> bool:
        """Everybody let the newest stand: it can be resolved."""
        return bool(self.items) and not self.waiting


@dataclass(frozen=True, slots=True)
class Resolution:
    """The top item after it was popped: it takes effect, or its precondition fails and only its price is spent."""

    stack: Stack
    pending: Pending
    fizzled: Illegal | None


def declare(stack: Stack, pending: Pending, responders: tuple[int, ...]) -> Stack:
    """Put it on top, already paid; these may answer, in this order."""
    return Stack((*stack.items, pending), responders)


def let_stand(stack: Stack, seat: int) -> Stack:
    """This seat does not answer the newest."""
    if stack.responder != seat:
        raise ValueError(f"seat {seat} is not asked now")
    return replace(stack, waiting=stack.waiting[1:])


def resolve(stack: Stack, recheck: Callable[[Pending], Illegal | None], responders: tuple[int, ...] = ()) -> Resolution:
    """Take the newest off and check its ground again; then these may answer what lies under it."""
    if not stack.settled:
        raise ValueError("somebody may still answer")
    rest = Stack(stack.items[:-1], responders if len(stack.items) > 1 else ())
    return Resolution(rest, stack.top, recheck(stack.top))


def cancel(stack: Stack, depth: int = 1) -> Stack:
    """Take away what lies `depth` under the top, unresolved; its price stays paid."""
    place = len(stack.items) - 1 - depth
    if place < 0:
        raise ValueError("nothing lies there")
    return replace(stack, items=stack.items[:place] + stack.items[place + 1 :])


def reorder(stack: Stack, order: tuple[int, ...]) -> Stack:
    """Put the newest items in another order: their places among themselves, counted from 0, the lowest first."""
    if sorted(order) != list(range(len(order))) or len(order) > len(stack.items):
        raise ValueError("not an order of the newest items")
    base = len(stack.items) - len(order)
    return replace(stack, items=stack.items[:base] + tuple(stack.items[base + place] for place in order))


def ask(stack: Stack, responders: tuple[int, ...]) -> Stack:
    """Ask again, in this order, who answers the newest."""
    if not stack.items:
        raise ValueError("nothing is pending")
    return replace(stack, waiting=responders)
