"""Research (H): where a technology can be researched, its event, its type, the card, its instant reward."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import card_text, changes, names
from tableside.games.beyond_the_sun.effects import Effect, Lasting
from tableside.games.beyond_the_sun.facts import Facts, added, facts_of, untold
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules import counts, cubes, decks, fleet, tableau
from tableside.games.beyond_the_sun.state import Ask, Site, State, Task, Turn, known_by
from tableside.games.beyond_the_sun.tasks import change, drop, effect_of, front, push, push_effects, seat_of


def before(facts: Facts, state: State, seat: int, site: Site) -> tuple[str, ...]:
    """The prerequisites of a slot this seat has researched; while its lines are not told, any of a lower level."""
    have = {other.id: other.level for other in known_by(state, seat) if other.card}
    lines = facts.lines(site.id)
    if lines is not None:
        return tuple(need for need in lines if need in have)
    return tuple(sorted((id for id, level in have.items() if level < site.level), key=lambda id: (-have[id], id)))


def prerequisites_short(facts: Facts, state: State, seat: int, site: Site) -> Illegal | None:
    """Why the prerequisites are not enough, or None."""
    lines, have = facts.lines(site.id), before(facts, state, seat, site)
    if lines is None:
        return no("no_prerequisite", "H1") if site.level > 1 and not have else None
    if len(have) < facts.enough(site.id):
        return no("prerequisites", "H1", missing=tuple(names.slot(facts, state, id) for id in lines if id not in have))
    return None


def obstacle(facts: Facts, state: State, seat: int, site: Site | None, effect: Effect) -> Illegal | None:
    """Why this slot cannot be researched by this seat with this effect (H1, H2)."""
    if site is None:
        return no("no_such_slot", "H1")
    if site.level not in effect.may_research:
        return no("wrong_level", "H1", level=card_text.roman(site.level))
    if seat in site.cubes:
        return no("already_researched", "H1")
    problem = prerequisites_short(facts, state, seat, site)
    if problem is not None:
        return problem
    if effect.known and not site.card:
        return no("eye", "H2")
    if not site.card and site.cubes:
        return no("no_card_there", "H6")
    if not site.card and _deck_empty(facts, state, site.level):
        return no("deck_empty", "H6")
    return None


def _deck_empty(facts: Facts, state: State, level: int) -> bool:
    row = state.row(level)
    in_row = row is not None and any(row.cards)
    return not in_row and decks.exhausted(facts, state, level)


def sites(facts: Facts, state: State) -> tuple[Site, ...]:
    """Every slot, with those the owner has added that nobody has come to yet."""
    here = {site.id for site in state.sites}
    more = (item for item in facts.slots() if added(item[0]) and item[0] not in here)
    return (*state.sites, *(Site(id, slot.level, event=slot.level in (2, 3)) for id, slot in more))


def site(facts: Facts, state: State, id: str) -> Site | None:
    """The slot of this name."""
    return next((site for site in sites(facts, state) if site.id == id), None)


def reachable(facts: Facts, state: State, seat: int, effect: Effect) -> tuple[Site, ...]:
    """The slots this effect can research for this seat."""
    likely = (site for site in sites(facts, state) if site.level in effect.may_research and seat not in site.cubes)
    return tuple(site for site in likely if obstacle(facts, state, seat, site, effect) is None)


def ways(facts: Facts, state: State, seat: int, site: Site) -> Iterator[tuple[str, ...]]:
    """The sets of prerequisites worth asking about: one, unless fewer than all are enough or no line is told (H5)."""
    have = before(facts, state, seat, site)
    if site.card:
        yield ()
    elif facts.lines(site.id) is not None:
        yield from combinations(have, facts.enough(site.id))
    else:
        near = [id for id in have if (other := state.site(id)) is not None and other.level == site.level - 1] or have
        for size in range(min(1, len(near)), min(most_lines(site.level), len(near)) + 1):
            yield from combinations(near, size)


def most_lines(level: int) -> int:
    """How many prerequisites a slot of this level can have: one or two, three only on level IIII (H1)."""
    return (0, 2, 2, 3)[level - 1]


def _counted(facts: Facts, state: State, seat: int, site: Site, using: tuple[str, ...]) -> Illegal | None:
    """Why these prerequisites cannot be the ones counted, in whatever order they are told (H5)."""
    have, lines = before(facts, state, seat, site), facts.lines(site.id)
    if site.card:
        return None
    if len(set(using)) != len(using) or not set(using) <= set(have):
        return no("prerequisites_known", "H5")
    if lines is not None and len(using) != facts.enough(site.id):
        return no("prerequisites_counted", "H5", n=facts.enough(site.id))
    if lines is None and not min(1, most_lines(site.level)) <= len(using) <= most_lines(site.level):
        return no("prerequisites_most", "H5", n=most_lines(site.level))
    return None


def begin_research(turn: Turn, task: Task) -> bool:
    """Nothing to research, or nobody to do it: nothing happens."""
    assert task.effect is not None and task.seat is not None
    if task.left:
        able = fleet.has_cube(turn.state, task.seat, task.effect.source)
        if able and reachable(facts_of(turn.catalog), turn.state, task.seat, task.effect):
            return False
        turn.do(changes.nothing, "H1", seat=task.seat, verb="research")
    drop(turn)
    return True


@play
def research(turn: Turn, slot: str, using: tuple[str, ...]) -> Illegal | None:
    """The slot is chosen and the cube placed; a new technology brings its event and a choice of cards (H1 to H5)."""
    facts, seat, task = facts_of(turn.catalog), turn.me, front(turn)
    here = site(facts, turn.state, slot)
    problem = obstacle(facts, turn.state, seat, here, effect_of(task))
    if problem is not None:
        return problem
    assert here is not None
    problem = _counted(facts, turn.state, seat, here, using)
    if problem is not None:
        return problem
    missing = facts.missing("technologies", here.card, used=True) if here.card else ()
    if missing:
        return lacking(missing, "H7")
    if turn.state.site(slot) is None:
        turn.do(changes.slot_found, "H1", slot, here.level)
    short = [id for id in here.lines if id not in before(facts, turn.state, seat, here)]
    if short and facts.lines(slot) is None:
        turn.warn("lines_short", "H1", missing=tuple(names.slot(facts, turn.state, id) for id in short))
    elif using and not here.lines and facts.lines(slot) is None:
        turn.do(changes.lines_told, "H1", slot, tuple(sorted(using)))
    change(turn, replace(front(turn), left=task.left - 1))
    cubes.use_cube(turn, seat, effect_of(task).source, f"slot:{slot}", "H3")
    if untold(here.card):
        push(turn, Task(Ask.DEAL, seat, place=slot, level=here.level))
        return None
    if here.card:
        gained(turn, seat, here.card)
        return None
    counted = (need for need in before(facts, turn.state, seat, here) if need in using)
    types = tuple(dict.fromkeys(kind for need in counted for kind in facts.types(_card(turn.state, need))))
    push(turn, Task(Ask.TYPE, seat, place=slot, level=here.level, colours=types, begun=effect_of(task).fill))
    if here.event:
        push(turn, Task(Ask.EVENT, seat, place=slot))
    return None


@research.lists
def _slots(turn: Turn) -> Iterator[Move]:
    facts, state = facts_of(turn.catalog), turn.state
    for here in reachable(facts, state, turn.me, effect_of(front(turn))):
        for using in ways(facts, state, turn.me, here):
            yield research.move(turn.seat, here.id, using)


@research.asks("slot")
def _any_slot(turn: Turn, partial: Move) -> Choice:
    """A slot within reach, or while nobody has looked at all of the board, one that is missing."""
    if all(record.sure for _, record in facts_of(turn.catalog).slots()):
        return turn.ask(partial, "slot")
    level = max(effect_of(front(turn)).may_research)
    return turn.ask(partial, "slot", new=turn.catalog.wanted("slots", level=level))


@research.asks("using")
def _prerequisites(turn: Turn, partial: Move) -> Choice:
    """The prerequisites picked one by one, where there is something to pick; else why there is nothing."""
    facts, state, book = facts_of(turn.catalog), turn.state, turn.book
    here = site(facts, state, str(partial["slot"]))
    have = before(facts, state, turn.me, here) if here is not None and not here.card else ()
    named = tuple(Offer(need, book.say_value(state, "research", "slot", need)) for need in have if len(have) > 1)
    choice = turn.ask(partial, "using", parts=named)
    if choice.offers or choice.parts:
        return choice
    ruling = book.judge(state, partial.given(using=()))
    why = ruling if isinstance(ruling, Illegal) else None
    return replace(choice, offers=(Offer((), book.say_value(state, "research", "using", ()), why),))


def _card(state: State, slot: str) -> str:
    site = state.site(slot)
    return site.card if site is not None else ""


def gained(turn: Turn, seat: int, card: str) -> None:
    """The instant reward, for everyone who researches it (H7), and abilities for the occasion."""
    push_effects(turn, seat, counts.occasion(facts_of(turn.catalog), turn.state, seat, Lasting.ON_RESEARCH), card)
    push_effects(turn, seat, facts_of(turn.catalog).technology(card).instant or (), card)


# -- the type and the card ---------------------------------------------------------------------


def begin_type(turn: Turn, task: Task) -> bool:
    """A single type is no choice (H5); with the tableau the row or luck is chosen instead (P2)."""
    if turn.state.rows:
        if task.begun:
            change(turn, replace(front(turn), begun=False))
            tableau.open_row(turn, task.level)
            return True
        if row_cards(turn, task):
            return False
        _turn_up(turn, task.colours, 1)
        return True
    if len(task.colours) > 1:
        return False
    _turn_up(turn, task.colours, 2)
    return True


def row_cards(turn: Turn, task: Task) -> tuple[str, ...]:
    """The cards of the tableau's row that fit the prerequisites (P2, EX-10)."""
    row = turn.state.row(task.level)
    if row is None or not row.open:
        return ()
    return tuple(card for card in row.cards if card and decks.fits(facts_of(turn.catalog), card, task.colours))


def _turn_up(turn: Turn, colours: tuple[str, ...], wanted: int) -> None:
    change(turn, replace(front(turn), ask=Ask.REVEAL, colours=colours, left=wanted, begun=False))


@play
def choose_type(turn: Turn, colour: str) -> Illegal | None:
    """One of the prerequisites' types (H5)."""
    task = front(turn)
    if colour not in task.colours:
        return no("not_that_type", "H5")
    _turn_up(turn, (colour,), 2)
    return None


@choose_type.lists
def _types(turn: Turn) -> Iterator[Move]:
    return (choose_type.move(turn.seat, colour) for colour in front(turn).colours)


@play
def gamble(turn: Turn) -> Illegal | None:
    """The first card from the deck that fits any prerequisite (P2)."""
    task = front(turn)
    if decks.exhausted(facts_of(turn.catalog), turn.state, task.level):
        return no("deck_empty", "P2")
    _turn_up(turn, task.colours, 1)
    return None


def candidates(turn: Turn, task: Task) -> tuple[str, ...]:
    """The cards to choose from: those that match, or when none does, all that were revealed (H6)."""
    if task.ask is Ask.TYPE:
        return row_cards(turn, task)
    matches = tuple(card for card in task.cards if decks.fits(facts_of(turn.catalog), card, task.colours))
    return matches or task.cards


def begin_pick(turn: Turn, task: Task) -> bool:
    """A single card is no choice."""
    found = candidates(turn, task)
    if len(found) > 1 or facts_of(turn.catalog).missing("technologies", found[0], used=True):
        return False
    take(turn, task, found[0])
    return True


@play
def choose_technology(turn: Turn, card: str) -> Illegal | None:
    """One of the cards found, or of the tableau's row (H6, P2)."""
    task = front(turn)
    if card not in candidates(turn, task):
        return no("not_among_cards", "P2" if task.ask is Ask.TYPE else "H6")
    missing = facts_of(turn.catalog).missing("technologies", card, used=True)
    if missing:
        return lacking(missing, "H6")
    take(turn, task, card)
    return None


@choose_technology.lists
def _technologies(turn: Turn) -> Iterator[Move]:
    return (choose_technology.move(turn.seat, card) for card in candidates(turn, front(turn)))


def take(turn: Turn, task: Task, card: str) -> None:
    """The card to the slot, or beside the mat (N9); the others under the deck, which is not shuffled (H6)."""
    seat = seat_of(task)
    drop(turn)
    if task.ask is Ask.TYPE:
        row = turn.state.row(task.level)
        assert row is not None
        turn.do(changes.row_card, "P2", level=task.level, column=row.cards.index(card), card="")
    if task.place == "private":
        turn.do(changes.private, "N9", seat=seat, card=card, level=task.level)
    else:
        turn.do(changes.technology, "H6", card=card, slot=task.place, level=task.level)
    rest = tuple(other for other in task.cards if other != card)
    if rest:
        turn.do(changes.under, "H6", deck=str(task.level), cards=rest)
    gained(turn, seat, card)


PLAYS = (research, choose_type, choose_technology, gamble)
