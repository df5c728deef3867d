"""What follows when a card has been turned up: at the setup, for an event, a technology, a system, a row."""

from __future__ import annotations

from collections.abc import Callable

from tableside.games.beyond_the_sun.draft import Draft
from tableside.games.beyond_the_sun.rules import colonise
from tableside.games.beyond_the_sun.state import Ask, Task


def _deal(draft: Draft, card: str, task: Task) -> None:
    draft.drop()
    draft.emit("technology", "B1", card=card, slot=task.place, level=1)


def _deal_system(draft: Draft, card: str, task: Task) -> None:
    draft.drop()
    draft.emit("system", "B5", card=card, place=task.place, deck=task.card)


def spaces(draft: Draft, goal: str) -> int:
    """Disc spaces of an achievement; with two or three players the A card has one only (B10 to B12)."""
    card = draft.facts.achievement(goal)
    return 1 if card.group == "A" and len(draft.state.players) < 4 else len(card.points or ())


def _deal_goal(draft: Draft, card: str, task: Task) -> None:
    draft.drop()
    draft.emit("goal_dealt", "B6", goal=card, spaces=spaces(draft, card))


def _event(draft: Draft, card: str, task: Task) -> None:
    """The event is resolved now, then discarded unless it says otherwise (H4)."""
    draft.drop()
    record = draft.facts.event(card)
    assert task.seat is not None
    draft.emit("event", "H4", card=card, slot=task.place)
    if record.stays != "discarded":
        draft.emit("kept", "H4", card=card, owner=task.seat if record.stays == "faction" else None)
    draft.push_effects(task.seat, record.effects or (), card)


def fits(draft: Draft, card: str, colours: tuple[str, ...]) -> bool:
    """The left triangle contains one of these colours (H6); no colour asked for: every card fits."""
    return not colours or bool(set(draft.facts.technology(card).colours or ()) & set(colours))


def _technology(draft: Draft, card: str, task: Task) -> None:
    """Another card for the choice; with enough matches the choice is made (H6)."""
    draft.emit("revealed", "H6", card=card)
    cards = (*task.cards, card)
    matches = sum(fits(draft, other, task.colours) for other in cards)
    draft.change(cards=cards, ask=Ask.PICK if matches >= task.left else Ask.REVEAL)


def _row(draft: Draft, card: str, task: Task) -> None:
    """The first card that fits the column comes to it; the others go under the deck (P2)."""
    if not fits(draft, card, task.colours):
        draft.emit("revealed", "P2", card=card)
        draft.change(cards=(*task.cards, card))
        return
    draft.drop()
    draft.emit("row_card", "P2", level=task.level, column=task.left, card=card)
    if task.cards:
        draft.emit("under", "P2", deck=str(task.level), cards=task.cards)
    if task.begun:
        draft.emit("shuffled", "P2", deck=str(task.level))


def _system(draft: Draft, card: str, task: Task) -> None:
    """A new system: to its place, onto an event card, or among those to choose from (L4, N3, N7)."""
    deck = draft.facts.system(card).deck
    if task.left:
        cards = (*task.cards, card)
        draft.emit("revealed", "N3", card=card)
        if len(cards) >= task.left:
            draft.change(ask=Ask.PICK_SYSTEM, cards=cards)
        else:
            draft.change(cards=cards)
        return
    draft.drop()
    kind, _, event = task.place.partition(":")
    if kind == "kept":
        draft.emit("attached", "N7", card=event, system=card, deck=deck)
    else:
        draft.emit("system", "L4", card=card, place=task.place, deck=deck)


def run_out(draft: Draft, task: Task) -> None:
    """No card is left: the choice is among what was found, a slot or column stays empty (H6, L4, P2)."""
    match task.ask:
        case Ask.REVEAL if task.cards:
            draft.change(ask=Ask.PICK)
        case Ask.SYSTEM if task.cards:
            draft.change(ask=Ask.PICK_SYSTEM)
        case Ask.ROW if task.cards:
            first, *rest = task.cards
            draft.drop()
            draft.emit("row_card", "P2", level=task.level, column=task.left, card=first)
            if rest:
                draft.emit("under", "P2", deck=str(task.level), cards=tuple(rest))
        case _:
            draft.drop()
            draft.emit("nothing", "H6" if task.ask is Ask.REVEAL else "L4", seat=task.seat, verb="reveal")


def pick_system(draft: Draft, seat: int, card: str, task: Task) -> None:
    """The system chosen becomes a colony at once; the others go under their deck (N3)."""
    draft.drop()
    rest = tuple(other for other in task.cards if other != card)
    for deck in ("A", "B"):
        gone = tuple(other for other in rest if draft.facts.system(other).deck == deck)
        if gone:
            draft.emit("under", "N3", deck=deck, cards=gone)
    draft.emit("colony", "N3", seat=seat, place="", system=card, deck=draft.facts.system(card).deck)
    colonise.follow_up(draft, seat, card)


HANDLERS: dict[Ask, Callable[[Draft, str, Task], None]] = {
    Ask.DEAL: _deal,
    Ask.DEAL_SYSTEM: _deal_system,
    Ask.DEAL_GOAL: _deal_goal,
    Ask.EVENT: _event,
    Ask.REVEAL: _technology,
    Ask.ROW: _row,
    Ask.SYSTEM: _system,
}
