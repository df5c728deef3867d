"""Decks nobody may look into: which cards can come next, and what a revealed card means (H4, H6, L4)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, lacking, no
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules import revealed
from tableside.games.beyond_the_sun.state import Ask, State, Task


def out(state: State) -> frozenset[str]:
    """Every card that lies open on the table or is gone, and so cannot be revealed."""
    cards = {site.card for site in state.sites} | {place.system for place in state.places} | set(state.discarded)
    for player in state.players:
        cards.update(player.private)
        cards.update(colony.system for colony in player.colonies)
    for kept in state.kept:
        cards |= {kept.card, kept.system}
    for row in state.rows:
        cards.update(row.cards)
    for task in state.tasks:
        cards.update(task.cards)
    return frozenset(cards - {""})


def next_cards(known: Iterator[str], state: State, deck: str) -> tuple[str, ...]:
    """The cards that can be on top: those never seen, and when none is left, the first batch put under (H6)."""
    gone = out(state)
    batches = state.batches(deck)
    beneath = {card for batch in batches for card in batch}
    fresh = tuple(card for card in known if card not in gone and card not in beneath)
    if fresh:
        return fresh
    return next((left for batch in batches if (left := tuple(card for card in batch if card not in gone))), ())


def technologies(facts: Facts, state: State, level: int) -> tuple[str, ...]:
    """What can be on top of a technology deck."""
    known = (id for id, card in facts.complete("technologies").items() if card.level == level)
    return next_cards(known, state, str(level))


def events(facts: Facts, state: State, level: int) -> tuple[str, ...]:
    """The events that can lie on a slot: of six, two are light-framed (B3, B4)."""
    known = {id: card for id, card in facts.complete("events").items() if card.level == level}
    gone = out(state)
    seen = [id for id in known if id in gone]
    dark = sum(not known[id].light for id in seen)
    return tuple(id for id, card in known.items() if id not in gone and (card.light or dark < 4))


def systems(facts: Facts, state: State, deck: str) -> tuple[str, ...]:
    """What can be on top of a system deck; an empty one gives way to the other (L4, N3)."""
    for name in (deck, "B" if deck == "A" else "A"):
        known = (id for id, card in facts.complete("systems").items() if card.deck == name)
        found = next_cards(known, state, name)
        if found or unseen_systems(facts, name):
            return found
    return ()


def unseen_systems(facts: Facts, deck: str) -> int:
    """How many cards of this deck nobody has entered yet: there are twelve of each (A1)."""
    known: int = sum(card.deck == deck for card in facts.complete("systems").values())
    return max(0, SYSTEMS - known)


def possible(facts: Facts, state: State, task: Task) -> tuple[str, ...]:
    """The cards of this copy that can be revealed for the front task."""
    match task.ask:
        case Ask.DEAL | Ask.REVEAL | Ask.ROW:
            return technologies(facts, state, task.level)
        case Ask.EVENT:
            site = state.site(task.place)
            return events(facts, state, site.level) if site is not None else ()
        case Ask.DEAL_SYSTEM:
            found = systems(facts, state, task.card)
            return tuple(card for card in found if task.card == "B" or facts.system(card).start)
        case Ask.SYSTEM:
            return systems(facts, state, task.card)
        case Ask.DEAL_GOAL:
            taken = {goal.id for goal in state.goals}
            goals = facts.complete("achievements")
            return tuple(id for id, card in goals.items() if card.group == task.card and id not in taken)
    return ()


SYSTEMS = 12
"""Cards of each system deck (A1)."""

TABLE_OF = {
    Ask.DEAL: "technologies",
    Ask.REVEAL: "technologies",
    Ask.ROW: "technologies",
    Ask.EVENT: "events",
    Ask.DEAL_SYSTEM: "systems",
    Ask.SYSTEM: "systems",
    Ask.DEAL_GOAL: "achievements",
}
"""Which cards each kind of reveal brings."""

RULE_OF = {
    Ask.DEAL: "B1",
    Ask.REVEAL: "H6",
    Ask.ROW: "P2",
    Ask.EVENT: "H4",
    Ask.DEAL_SYSTEM: "B5",
    Ask.SYSTEM: "L4",
    Ask.DEAL_GOAL: "B6",
}


SURE = frozenset({Ask.DEAL, Ask.DEAL_SYSTEM, Ask.DEAL_GOAL, Ask.EVENT})
"""There is always a card for these."""


def wrong_card(facts: Facts, state: State, task: Task, card: str) -> Illegal | None:
    """Why this card cannot be the one revealed, or what must be entered of it first."""
    table, rule = TABLE_OF[task.ask], RULE_OF[task.ask]
    needs = facts.missing(table, card)
    if needs:
        return lacking(needs, rule)
    if card in possible(facts, state, task):
        return None
    return no("not_this_card", rule)


def reveal(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The card that was turned up; what it means is settled by its chapter."""
    problem = wrong_card(draft.facts, draft.state, task, move["card"])
    if problem is not None:
        return problem
    revealed.HANDLERS[task.ask](draft, move["card"], task)
    return None


def no_more(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The deck is empty: only when this copy knows of no card that could still be in it."""
    unseen = task.ask is Ask.SYSTEM and any(unseen_systems(draft.facts, deck) for deck in ("A", "B"))
    if unseen or possible(draft.facts, draft.state, task):
        return no("cards_left", RULE_OF[task.ask])
    revealed.run_out(draft, task)
    return None
