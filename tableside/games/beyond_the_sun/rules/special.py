"""Cards with a way of their own (N): private technologies, museums, attached and extra systems, cards by hand."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import audit, changes
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.rules import fleet
from tableside.games.beyond_the_sun.state import Ask, Task, Turn
from tableside.games.beyond_the_sun.state import fleet as ships_of
from tableside.games.beyond_the_sun.tasks import drop, front, push, seat_of


def begin_private(turn: Turn, task: Task) -> bool:
    """So many cards of the level are revealed; one comes beside the mat (N9)."""
    assert task.effect is not None
    drop(turn)
    push(turn, Task(Ask.REVEAL, task.seat, place="private", level=task.effect.level, left=max(1, task.left)))
    return True


def begin_settle(turn: Turn, task: Task) -> bool:
    """So many systems are drawn; one is colonised at once (N3)."""
    assert task.effect is not None
    drop(turn)
    push(turn, Task(Ask.SYSTEM, task.seat, card=task.effect.deck, left=max(1, task.left)))
    return True


def begin_dock(turn: Turn, task: Task) -> bool:
    kept = turn.state.keeps(task.card)
    if kept is None:
        drop(turn)
        return True
    return fleet.begin_scrap(turn, task)


@play
def dock(turn: Turn, place: str, level: int) -> Illegal | None:
    """A ship goes onto the event card and out of the game (N6)."""
    return fleet.leave(turn, place, level, f"kept:{front(turn).card}:{level}", "N6")


@dock.lists
def _ships(turn: Turn) -> Iterator[Move]:
    return (dock.move(turn.seat, *ship) for ship in dict.fromkeys(ships_of(turn.state, turn.me)))


def begin_attach(turn: Turn, task: Task) -> bool:
    """A system is attached to the event card; it is no location (N7)."""
    assert task.effect is not None
    drop(turn)
    if turn.state.keeps(task.card) is not None:
        push(turn, Task(Ask.SYSTEM, task.seat, card=task.effect.deck, place=f"kept:{task.card}"))
    return True


def begin_take(turn: Turn, task: Task) -> bool:
    """The attached system is taken with no disc; the event is discarded (N7)."""
    drop(turn)
    card = task.card.split(":")[1] if ":" in task.card else task.card
    kept = turn.state.keeps(card)
    if kept is not None:
        if kept.system:
            deck = facts_of(turn.catalog).system(kept.system).deck or "A"
            turn.do(changes.colony, "N7", seat_of(task), "", kept.system, deck)
        turn.do(changes.discarded, "N7", card=card)
    return True


def begin_extend(turn: Turn, task: Task) -> bool:
    """An extra system one jump from its neighbour (L7)."""
    assert task.effect is not None
    drop(turn)
    facts, where = facts_of(turn.catalog), task.effect.where
    beside = where if turn.state.place(where) else facts.one(turn.state, "deep" if where == "deep" else "sol")
    id = f"extra.{turn.state.extras + 1}"
    turn.do(changes.extended, "L7", place=id, deck=task.effect.deck, beside=beside)
    push(turn, Task(Ask.SYSTEM, task.seat, card=task.effect.deck, place=id))
    return True


def begin_by_hand(turn: Turn, task: Task) -> bool:
    return False


@play
def settled(turn: Turn) -> Illegal | None:
    """The players have set the table as the card says; everything must still add up."""
    problems = audit.impossible(facts_of(turn.catalog), turn.state)
    if problems:
        return problems[0]
    drop(turn)
    turn.do(changes.chosen, "M1", turn.me, "settled")
    return None


PLAYS = (dock, settled)
