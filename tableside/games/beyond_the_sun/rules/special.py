"""Cards with a way of their own (N): private technologies, museums, attached and extra systems, cards by hand."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import auditing
from tableside.games.beyond_the_sun.draft import Draft
from tableside.games.beyond_the_sun.rules import fleet
from tableside.games.beyond_the_sun.state import Ask, Task


def begin_private(draft: Draft, task: Task) -> bool:
    """So many cards of the level are revealed; one comes beside the mat (N9)."""
    assert task.effect is not None
    draft.drop()
    draft.push(Task(Ask.REVEAL, task.seat, place="private", level=task.effect.level, left=max(1, task.left)))
    return True


def begin_settle(draft: Draft, task: Task) -> bool:
    """So many systems are drawn; one is colonised at once (N3)."""
    assert task.effect is not None
    draft.drop()
    draft.push(Task(Ask.SYSTEM, task.seat, card=task.effect.deck, left=max(1, task.left)))
    return True


def begin_dock(draft: Draft, task: Task) -> bool:
    kept = draft.state.keeps(task.card)
    if kept is None:
        draft.drop()
        return True
    return fleet.begin_scrap(draft, task)


def dock(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """A ship goes onto the event card and out of the game (N6)."""
    return fleet.leave(draft, move, task, f"kept:{task.card}:{move['level']}", "N6")


def begin_attach(draft: Draft, task: Task) -> bool:
    """A system is attached to the event card; it is no location (N7)."""
    assert task.effect is not None
    draft.drop()
    if draft.state.keeps(task.card) is not None:
        draft.push(Task(Ask.SYSTEM, task.seat, card=task.effect.deck, place=f"kept:{task.card}"))
    return True


def begin_take(draft: Draft, task: Task) -> bool:
    """The attached system is taken with no disc; the event is discarded (N7)."""
    draft.drop()
    card = task.card.split(":")[1] if ":" in task.card else task.card
    kept = draft.state.keeps(card)
    if kept is not None:
        if kept.system:
            deck = draft.facts.system(kept.system).deck
            draft.emit("colony", "N7", seat=task.seat, place="", system=kept.system, deck=deck)
        draft.emit("discarded", "N7", card=card)
    return True


def begin_extend(draft: Draft, task: Task) -> bool:
    """An extra system one jump from its neighbour (L7)."""
    assert task.effect is not None
    draft.drop()
    where = task.effect.where
    beside = where if draft.state.place(where) else draft.facts.one(draft.state, "deep" if where == "deep" else "sol")
    id = f"extra.{draft.state.extras + 1}"
    draft.emit("extended", "L7", place=id, deck=task.effect.deck, beside=beside)
    draft.push(Task(Ask.SYSTEM, task.seat, card=task.effect.deck, place=id))
    return True


def begin_by_hand(draft: Draft, task: Task) -> bool:
    return False


def settled(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The players have set the table as the card says; everything must still add up."""
    problems = auditing.impossible(draft.facts, draft.state)
    if problems:
        return problems[0]
    draft.drop()
    draft.emit("chosen", "M1", seat=move.seat, action="settled")
    return None
