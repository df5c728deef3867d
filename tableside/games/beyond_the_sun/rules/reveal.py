"""What a card that has been turned up means: at the setup, for an event, a technology, a system, a row (H4, H6, L4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.card_text import colour_words
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules import achievements, colonise, decks, research
from tableside.games.beyond_the_sun.state import Ask, Task, Turn
from tableside.games.beyond_the_sun.tasks import change, drop, front, push_effects, seat_of


@chance
def reveal(turn: Turn, card: str) -> Illegal | None:
    """The card that was turned up; what it means is settled by what it was turned up for."""
    task, facts = front(turn), facts_of(turn.catalog)
    problem = decks.wrong_card(facts, turn.state, task, card)
    if problem is not None:
        return problem
    match task.ask:
        case Ask.DEAL:
            drop(turn)
            turn.do(changes.technology, "B1", card, task.place, 1)
            if task.seat is not None:
                research.gained(turn, task.seat, card)
        case Ask.DEAL_SYSTEM:
            drop(turn)
            turn.do(changes.system, "B5", card, task.place, task.card)
        case Ask.DEAL_GOAL:
            drop(turn)
            if task.seat is None:
                turn.do(changes.goal_dealt, "B6", card, len(turn.state.players))
            else:
                turn.do(changes.goal_told, "B6", task.place, card)
                achievements.place(turn, task.seat, card)
        case Ask.EVENT:
            _event(turn, card, task)
        case Ask.REVEAL:
            _technology(turn, card, task)
        case Ask.ROW:
            _row(turn, card, task)
        case _:
            _system(turn, card, task)
    return None


@reveal.lists
def _cards(turn: Turn) -> Iterator[Move]:
    """The cards that fit, then those known by name only; what does not fit is set aside untold (H6)."""
    facts, task = facts_of(turn.catalog), front(turn)
    cards = (*decks.fitting(facts, turn.state, task), *decks.by_name(facts, turn.state, task))
    return (reveal.move(None, card) for card in cards)


@reveal.asks("card")
def _any_card(turn: Turn, partial: Move) -> Choice:
    """A card of the copy, or one it does not know yet."""
    return turn.ask(partial, "card", new=decks.unknown(facts_of(turn.catalog), turn.state, front(turn)))


def _event(turn: Turn, card: str, task: Task) -> None:
    """The event is resolved now, then discarded unless it says otherwise (H4)."""
    drop(turn)
    record, seat = facts_of(turn.catalog).event(card), seat_of(task)
    turn.do(changes.event, "H4", card, task.place)
    if record.stays != "discarded":
        turn.do(changes.kept, "H4", card, seat if record.stays == "faction" else None)
    push_effects(turn, seat, record.effects or (), card)


def _technology(turn: Turn, card: str, task: Task) -> None:
    """Another card for the choice; with enough matches the choice is made (H6)."""
    turn.do(changes.revealed, "H6", card)
    cards = (*task.cards, card)
    matches = sum(decks.fits(facts_of(turn.catalog), other, task.colours) for other in cards)
    change(turn, replace(front(turn), cards=cards, ask=Ask.PICK if matches >= task.left else Ask.REVEAL))


def _row(turn: Turn, card: str, task: Task) -> None:
    """The first card that fits the column comes to it; the others go under the deck (P2)."""
    if not decks.fits(facts_of(turn.catalog), card, task.colours):
        turn.do(changes.revealed, "P2", card)
        change(turn, replace(front(turn), cards=(*task.cards, card)))
        return
    drop(turn)
    turn.do(changes.row_card, "P2", task.level, task.left, card)
    if task.cards:
        turn.do(changes.under, "P2", str(task.level), task.cards)
    if task.begun:
        turn.do(changes.shuffled, "P2", str(task.level))


def _system(turn: Turn, card: str, task: Task) -> None:
    """A new system: to its place, onto an event card, or among those to choose from (L4, N3, N7)."""
    deck = facts_of(turn.catalog).system(card).deck or task.card
    if task.left:
        cards = (*task.cards, card)
        turn.do(changes.revealed, "N3", card)
        change(turn, replace(front(turn), ask=Ask.PICK_SYSTEM if len(cards) >= task.left else task.ask, cards=cards))
        return
    drop(turn)
    kind, _, event = task.place.partition(":")
    if kind == "kept":
        turn.do(changes.attached, "N7", event, card, deck)
    else:
        turn.do(changes.system, "L4", card, task.place, deck)


@chance
def keep(turn: Turn, card: str) -> Illegal | None:
    """Of the cards turned up this one is kept; the others go under the deck untold, for they decide nothing (H6)."""
    task, facts = front(turn), facts_of(turn.catalog)
    problem = decks.wrong_card(facts, turn.state, task, card, kept=True)
    if problem is not None:
        return problem
    if not decks.fits(facts, card, task.colours):
        have = colour_words(facts.technology(card).colours or ())
        return no("other_type", "H6", have=have, wanted=colour_words(task.colours))
    research.take(turn, task, card)
    return None


@keep.lists
def _keeps(turn: Turn) -> Iterator[Move]:
    return (keep.move(None, str(made["card"])) for made in _cards(turn))


@keep.asks("card")
def _kept_card(turn: Turn, partial: Move) -> Choice:
    return turn.ask(partial, "card", new=decks.unknown(facts_of(turn.catalog), turn.state, front(turn), kept=True))


@chance
def no_more(turn: Turn) -> None:
    """No card is left, or none that fits: the players' word; that the copy knows of one is pointed out.

    The choice is among what was found, of a type that has run out any card comes, a slot or column stays empty.
    """
    task = front(turn)
    if decks.fitting(facts_of(turn.catalog), turn.state, task):
        turn.warn("cards_left", decks.RULE_OF[task.ask])
    match task.ask:
        case Ask.REVEAL if task.cards:
            change(turn, replace(front(turn), ask=Ask.PICK))
        case Ask.SYSTEM if task.cards:
            change(turn, replace(front(turn), ask=Ask.PICK_SYSTEM))
        case Ask.ROW if task.cards:
            first, *rest = task.cards
            drop(turn)
            turn.do(changes.row_card, "P2", task.level, task.left, first)
            if rest:
                turn.do(changes.under, "P2", str(task.level), tuple(rest))
        case Ask.REVEAL | Ask.ROW if task.colours:
            change(turn, replace(front(turn), colours=(), left=1 if task.ask is Ask.REVEAL else task.left))
        case _:
            drop(turn)
            turn.do(changes.nothing, "H6" if task.ask is Ask.REVEAL else "L4", task.seat, "reveal")


# -- one of the systems drawn ------------------------------------------------------------------


@play
def choose_system(turn: Turn, card: str) -> Illegal | None:
    """One of the systems drawn (N3)."""
    if card not in front(turn).cards:
        return no("not_among_cards", "N3")
    missing = facts_of(turn.catalog).missing("systems", card, used=True)
    if missing:
        return lacking(missing, "N3")
    _settle(turn, turn.me, card)
    return None


@choose_system.lists
def _drawn(turn: Turn) -> Iterator[Move]:
    return (choose_system.move(turn.seat, card) for card in front(turn).cards)


def begin_pick_system(turn: Turn, task: Task) -> bool:
    """A single system is no choice."""
    if len(task.cards) > 1 or facts_of(turn.catalog).missing("systems", task.cards[0], used=True):
        return False
    _settle(turn, seat_of(task), task.cards[0])
    return True


def _settle(turn: Turn, seat: int, card: str) -> None:
    """The system chosen becomes a colony at once; the others go under their deck (N3)."""
    facts, task = facts_of(turn.catalog), front(turn)
    decks_of = {other: facts.system(other).deck or task.card for other in task.cards}
    drop(turn)
    for deck in ("A", "B"):
        gone = tuple(other for other in task.cards if other != card and decks_of[other] == deck)
        if gone:
            turn.do(changes.under, "N3", deck, gone)
    turn.do(changes.colony, "N3", seat, "", card, decks_of[card])
    colonise.follow_up(turn, seat, card)


PLAYS = (reveal, keep, no_more, choose_system)
