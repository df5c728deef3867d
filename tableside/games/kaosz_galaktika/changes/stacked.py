"""What changes on the stack of answers (D6)."""

from __future__ import annotations

from dataclasses import replace

from tableside.core import stack
from tableside.core.moves import Plain
from tableside.core.stack import Pending, Stack
from tableside.games.kaosz_galaktika.state import State

Details = tuple[tuple[str, Plain], ...]


def declared(
    state: State, number: int, seat: int, what: str, details: Details, price: int, waiting: tuple[int, ...]
) -> State:
    """Something is declared, already paid for, and these may answer."""
    cost = (("credits", price),) if price else ()
    pending = Pending(seat, what, (("number", number), *details), cost)
    return replace(state, stack=stack.declare(state.stack, pending, waiting), next=max(state.next, number + 1))


def stood(state: State, seat: int) -> State:
    """Somebody lets the newest stand."""
    return replace(state, stack=stack.let_stand(state.stack, seat))


def silenced(state: State, seat: int, until: str) -> State:
    """Somebody lets everything pass for so long."""
    return state.with_player(seat, replace(state.players[seat], silent=until))


def heard(state: State, seat: int) -> State:
    """Somebody who let everything pass wants to be asked again."""
    return state.with_player(seat, replace(state.players[seat], silent=""))


def reordered(state: State, seat: int, order: tuple[int, ...]) -> State:
    """Somebody puts the own interrupts in another order."""
    return replace(state, stack=stack.reorder(state.stack, order))


def lifted(state: State, number: int) -> State:
    """The newest is taken off."""
    return replace(state, stack=stack.resolve(state.stack, lambda pending: None).stack)


def asked(state: State, waiting: tuple[int, ...]) -> State:
    """What is left can be answered again."""
    return replace(state, stack=stack.ask(state.stack, waiting))


def cancelled(state: State, number: int) -> State:
    """Something is taken off unresolved."""
    places = [pending["number"] for pending in state.stack.items]
    rest = stack.cancel(state.stack, len(places) - 1 - places.index(number))
    return replace(state, stack=rest if rest else Stack())


def opened(state: State, number: int, seat: int, what: str, details: Details) -> State:
    """A player carries out a card's free text."""
    return replace(state, resolving=Pending(seat, what, (("number", number), *details)))


def noted(state: State, number: int, what: str, thing: int) -> State:
    """A change told by hand: of the same kind and thing there is one in a text."""
    assert state.resolving is not None
    did = (*state.done_by_hand, (what, thing))
    args: dict[str, Plain] = {**dict(state.resolving.args), "did": did}
    return replace(state, resolving=replace(state.resolving, args=tuple(args.items())))


def carried_out(state: State, number: int, seat: int) -> State:
    """The text is done."""
    return replace(state, resolving=None)


def lost(state: State, number: int) -> State:
    """It has lost its target."""
    return state


CHANGES = (
    declared, stood, silenced, heard, reordered, lifted, asked, cancelled, opened, noted, carried_out, lost,
)  # fmt: skip
