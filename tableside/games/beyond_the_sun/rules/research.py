"""Research (H): where a technology can be researched, its event, its type, the card, its instant reward."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Effect, Lasting
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules import counts, cubes, decks, fleet, tableau
from tableside.games.beyond_the_sun.rules.revealed import fits
from tableside.games.beyond_the_sun.state import Ask, Site, State, Task


def known_needs(facts: Facts, state: State, seat: int, slot: str) -> tuple[str, ...]:
    """The prerequisites of a slot this seat has researched."""
    have = {site.id for site in state.sites if seat in site.cubes and site.card}
    return tuple(need for need in facts.needs(slot) if need in have)


def obstacle(facts: Facts, state: State, seat: int, site: Site | None, effect: Effect) -> Illegal | None:
    """Why this slot cannot be researched by this seat with this effect (H1, H2)."""
    if site is None:
        return no("no_such_slot", "H1")
    if site.level not in effect.levels:
        return no("wrong_level", "H1", level=site.level)
    if seat in site.cubes:
        return no("already_researched", "H1")
    if len(known_needs(facts, state, seat, site.id)) < facts.enough(site.id):
        missing = tuple(need for need in facts.needs(site.id) if need not in known_needs(facts, state, seat, site.id))
        return no("prerequisites", "H1", missing=missing)
    if effect.known and not site.card:
        return no("eye", "H2")
    if not site.card and site.cubes:
        return no("no_card_there", "H6")
    if not site.card and _deck_empty(facts, state, site.level):
        return no("deck_empty", "H6")
    return None


def _deck_empty(facts: Facts, state: State, level: int) -> bool:
    known = any(card.level == level for card in facts.complete("technologies").values())
    row = state.row(level)
    in_row = row is not None and any(row.cards)
    return known and not decks.technologies(facts, state, level) and not in_row


def reachable(facts: Facts, state: State, seat: int, effect: Effect) -> tuple[Site, ...]:
    """The slots this effect can research for this seat."""
    likely = (site for site in state.sites if site.level in effect.levels and seat not in site.cubes)
    return tuple(site for site in likely if obstacle(facts, state, seat, site, effect) is None)


def ways(facts: Facts, state: State, seat: int, site: Site) -> Iterator[tuple[str, ...]]:
    """The sets of prerequisites that may be counted: one, unless fewer than all are enough (H5)."""
    if site.card:
        yield ()
        return
    yield from combinations(known_needs(facts, state, seat, site.id), facts.enough(site.id))


def begin_research(draft: Draft, task: Task) -> bool:
    """Nothing to research, or nobody to do it: nothing happens."""
    assert task.effect is not None and task.seat is not None
    if task.left:
        able = fleet.has_cube(draft.state, task.seat, task.effect.source)
        if able and reachable(draft.facts, draft.state, task.seat, task.effect):
            return False
        draft.emit("nothing", "H1", seat=task.seat, verb="research")
    draft.drop()
    return True


def research(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The slot is chosen and the cube placed; a new technology brings its event and a choice of cards (H1 to H5)."""
    assert task.effect is not None and move.seat is not None
    facts, seat = draft.facts, move.seat
    site = draft.state.site(move["slot"])
    problem = obstacle(facts, draft.state, seat, site, task.effect)
    if problem is not None:
        return problem
    assert site is not None
    if move["using"] not in tuple(ways(facts, draft.state, seat, site)):
        return no("prerequisites_counted", "H5", n=facts.enough(site.id))
    draft.change(left=task.left - 1)
    cubes.use_cube(draft, seat, task.effect.source, f"slot:{site.id}", "H3")
    if site.card:
        gained(draft, seat, site.card)
        return None
    types = tuple(dict.fromkeys(kind for need in move["using"] for kind in facts.types(_card(draft.state, need))))
    draft.push(Task(Ask.TYPE, seat, place=site.id, level=site.level, colours=types, begun=task.effect.fill))
    if site.event:
        draft.push(Task(Ask.EVENT, seat, place=site.id))
    return None


def _card(state: State, slot: str) -> str:
    site = state.site(slot)
    return site.card if site is not None else ""


def gained(draft: Draft, seat: int, card: str) -> None:
    """The instant reward, for everyone who researches it (H7), and abilities for the occasion."""
    draft.push_effects(seat, counts.occasion(draft.facts, draft.state, seat, Lasting.ON_RESEARCH), card)
    draft.push_effects(seat, draft.facts.technology(card).instant or (), card)


# -- the type and the card ---------------------------------------------------------------------


def begin_type(draft: Draft, task: Task) -> bool:
    """A single type is no choice (H5); with the tableau the row or luck is chosen instead (P2)."""
    if draft.state.rows:
        if task.begun:
            draft.change(begun=False)
            tableau.open_row(draft, task.level)
            return True
        if row_cards(draft, task):
            return False
        _turn_up(draft, task, task.colours, 1)
        return True
    if len(task.colours) > 1:
        return False
    _turn_up(draft, task, task.colours, 2)
    return True


def row_cards(draft: Draft, task: Task) -> tuple[str, ...]:
    """The cards of the tableau's row that fit the prerequisites (P2, EX-10)."""
    row = draft.state.row(task.level)
    if row is None or not row.open:
        return ()
    return tuple(card for card in row.cards if card and fits(draft, card, task.colours))


def _turn_up(draft: Draft, task: Task, colours: tuple[str, ...], wanted: int) -> None:
    draft.change(ask=Ask.REVEAL, colours=colours, left=wanted, begun=False)


def choose_type(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """One of the prerequisites' types (H5)."""
    if move["colour"] not in task.colours:
        return no("not_that_type", "H5")
    _turn_up(draft, task, (move["colour"],), 2)
    return None


def gamble(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The first card from the deck that fits any prerequisite (P2)."""
    if not decks.technologies(draft.facts, draft.state, task.level):
        return no("deck_empty", "P2")
    _turn_up(draft, task, task.colours, 1)
    return None


def candidates(draft: Draft, task: Task) -> tuple[str, ...]:
    """The cards to choose from: those that match, or when none does, all that were revealed (H6)."""
    if task.ask is Ask.TYPE:
        return row_cards(draft, task)
    matches = tuple(card for card in task.cards if fits(draft, card, task.colours))
    return matches or task.cards


def begin_pick(draft: Draft, task: Task) -> bool:
    """A single card is no choice."""
    found = candidates(draft, task)
    if len(found) > 1:
        return False
    _take(draft, task, found[0])
    return True


def choose_technology(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """One of the cards found, or of the tableau's row (H6, P2)."""
    if move["card"] not in candidates(draft, task):
        return no("not_among_cards", "P2" if task.ask is Ask.TYPE else "H6")
    _take(draft, task, move["card"])
    return None


def _take(draft: Draft, task: Task, card: str) -> None:
    """The card to the slot, or beside the mat (N9); the others under the deck, which is not shuffled (H6)."""
    assert task.seat is not None
    draft.drop()
    if task.ask is Ask.TYPE:
        row = draft.state.row(task.level)
        assert row is not None
        draft.emit("row_card", "P2", level=task.level, column=row.cards.index(card), card="")
    if task.place == "private":
        draft.emit("private", "N9", seat=task.seat, card=card, level=task.level)
    else:
        draft.emit("technology", "H6", card=card, slot=task.place, level=task.level)
    rest = tuple(other for other in task.cards if other != card)
    if rest:
        draft.emit("under", "H6", deck=str(task.level), cards=rest)
    gained(draft, task.seat, card)
