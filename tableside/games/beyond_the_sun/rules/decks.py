"""Decks nobody may look into: which cards can come next, and what a revealed card means (H4, H6, L4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tableside.core.ruling import Illegal, Need
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.records import SEEN, TABLES, USED, System, Technology
from tableside.games.beyond_the_sun.refusal import lacking, no
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
    """The cards that can come: those never seen first, then those put under, the earliest first (H6).

    Cards that do not fit are set aside without being told, so nobody can say how deep those put under lie.
    """
    gone = out(state)
    beneath = tuple(card for batch in state.batches(deck) for card in batch)
    left = tuple(card for card in known if card not in gone)
    return (*(card for card in left if card not in beneath), *(card for card in beneath if card in left))


def technologies(facts: Facts, state: State, level: int) -> tuple[str, ...]:
    """What can be in a technology deck."""
    known = (id for id, card in facts.complete("technologies").items() if card.level in (None, level))
    return next_cards(known, state, str(level))


def exhausted(facts: Facts, state: State, level: int) -> bool:
    """Whether a technology deck is certainly empty: all cards of the box are known and none of the level is left."""
    return len(facts.complete("technologies")) >= Technology.MOST and not technologies(facts, state, level)


def events(facts: Facts, state: State, level: int) -> tuple[str, ...]:
    """The events that can lie on a slot: of six, two are light-framed (B3, B4)."""
    known = {id: card for id, card in facts.complete("events").items() if card.level in (None, level)}
    gone = out(state)
    dark = sum(card.light is False for id, card in known.items() if id in gone)
    return tuple(id for id, card in known.items() if id not in gone and (card.light is not False or dark < 4))


def systems(facts: Facts, state: State, deck: str) -> tuple[str, ...]:
    """What can be on top of a system deck; one that is used up gives way to the other (L4, N3)."""
    if used_up(facts, state, deck):
        deck = "B" if deck == "A" else "A"
    known = (id for id, card in facts.complete("systems").items() if card.deck in (None, deck))
    return next_cards(known, state, deck)


def used_up(facts: Facts, state: State, deck: str) -> bool:
    """Whether all cards of a system deck lie on the table or are gone: there are twelve of each (A1)."""
    gone = out(state)
    records = facts.catalog.table("systems")
    return len([id for id, card in records.items() if id in gone and card.deck == deck]) >= System.MOST // 2


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
            return tuple(card for card in found if task.card == "B" or facts.system(card).start is not False)
        case Ask.SYSTEM:
            return systems(facts, state, task.card)
        case Ask.DEAL_GOAL:
            taken = {goal.id for goal in state.goals}
            goals = facts.complete("achievements")
            return tuple(id for id, card in goals.items() if card.group in (None, task.card) and id not in taken)
    return ()


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


def chosen_from(task: Task) -> bool:
    """Whether one of several cards is kept, and none of them is told yet."""
    return task.ask is Ask.REVEAL and task.left > 1 and not task.cards


SURE = frozenset({Ask.DEAL, Ask.DEAL_SYSTEM, Ask.DEAL_GOAL, Ask.EVENT})
"""There is always a card for these."""


def lands(task: Task) -> bool:
    """Whether the card is somebody's as soon as it is told: it lay there untold, or it goes onto an event."""
    return task.place.startswith("kept:") or (task.seat is not None and task.ask in (Ask.DEAL, Ask.DEAL_GOAL))


DEALS = (Ask.DEAL, Ask.DEAL_SYSTEM, Ask.DEAL_GOAL)


def strange(facts: Facts, state: State) -> bool:
    """Whether the owner has told of no card that could lie here: naming one would be work, and nobody needs it yet."""
    task = state.tasks[0]
    records = facts.catalog.table(TABLE_OF[task.ask])
    return not any(records[card].sure for card in possible(facts, state, task))


def dealing(task: Task | None) -> bool:
    """Whether cards are laid out at the setup: nobody needs them yet."""
    return task is not None and task.ask in DEALS and task.seat is None


def by_name(facts: Facts, state: State, task: Task) -> tuple[str, ...]:
    """The cards known by name only that may be the one revealed; the rest of them is told then."""
    table = TABLE_OF[task.ask]
    site = state.site(task.place)
    where = {
        "technologies": ("level", task.level),
        "events": ("level", site.level if site is not None else 0),
        "systems": ("deck", task.card),
        "achievements": ("group", task.card),
    }
    key, value = where[table]
    gone, told = out(state), possible(facts, state, task)
    return tuple(
        id
        for id, record in facts.catalog.table(table).items()
        if id not in gone
        and getattr(record, key) in (None, value)
        and (facts.missing(table, id) or (id not in told and lands(task) and facts.missing(table, id, used=True)))
    )


def wrong_card(facts: Facts, state: State, task: Task, card: str, kept: bool = False) -> Illegal | None:
    """Why this card cannot be the one revealed, or what must be entered of it first."""
    table, rule = TABLE_OF[task.ask], RULE_OF[task.ask]
    needs = facts.missing(table, card, used=kept or lands(task))
    if needs:
        return lacking(needs, rule)
    if card in possible(facts, state, task):
        return None
    return no("not_this_card", rule)


def fits(facts: Facts, card: str, colours: tuple[str, ...]) -> bool:
    """The left triangle contains one of these colours (H6); no colour asked for: every card fits."""
    return not colours or bool(set(facts.technology(card).colours or ()) & set(colours))


def fitting(facts: Facts, state: State, task: Task) -> tuple[str, ...]:
    """The cards of this copy that can come and fit; those that do not are set aside untold (H6)."""
    left = possible(facts, state, task)
    return left if not task.colours else tuple(card for card in left if fits(facts, card, task.colours))


def unknown(facts: Facts, state: State, task: Task, kept: bool = False) -> Need | None:
    """What must be told of a card that is turned up and not in the copy, where there can be one."""
    table = TABLE_OF[task.ask]
    kind: Any = TABLES[table]
    if len(facts.complete(table)) >= kind.MOST and possible(facts, state, task):
        return None
    keys = (USED if kept or lands(task) else SEEN)[table]
    match table:
        case "systems":
            start = {"start": True} if task.ask is Ask.DEAL_SYSTEM and task.card == "A" else {}
            return facts.catalog.wanted(table, *keys, deck=task.card, **start)
        case "achievements":
            return facts.catalog.wanted(table, *keys, group=task.card)
    site = state.site(task.place)
    level = task.level or (site.level if site is not None else 2)
    points = ("points",) if kept and level == 4 else ()
    return facts.catalog.wanted(table, *keys, *points, level=level)
