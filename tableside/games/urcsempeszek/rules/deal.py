"""Phase 1: a galaxy is dealt and turned up (C2, E1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tableside.core.arguments import typed
from tableside.core.catalog import Catalog
from tableside.core.chance import Pick, shuffled
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, text
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal, Need
from tableside.games.urcsempeszek import changes, records, words
from tableside.games.urcsempeszek.records import SECTORS, Sector
from tableside.games.urcsempeszek.state import SECTOR_CARDS, SLUG, Settings, State, Turn


def keys(settings: Settings) -> tuple[str, ...]:
    """What has to be known of a sector before it is played for: no more than this game needs."""
    return ("planets", "ships", "station") if settings.stations else ("planets", "ships")


def sector_needs(state: State, card: str, catalog: Catalog) -> tuple[Need, ...]:
    """What is missing of a sector; on one with a station the planets' colours decide, elsewhere only their number."""
    missing = catalog.missing(SECTORS, card, *keys(state.settings))
    record = catalog.records(Sector).get(card)
    if missing or record is None or not (state.settings.stations and record.station and record.colours is None):
        return missing
    return (Need(SECTORS, card, ("planets",), text(f"{SLUG}.no.colours_needed", card=words.sector(card, catalog))),)


def known(state: State, catalog: Catalog) -> tuple[str, ...]:
    """The sectors that may still turn up and are known."""
    met = set(state.met())
    told = sorted(records.told(catalog))
    return tuple(card for card in told if card not in met and not sector_needs(state, card, catalog))


@chance
def deal(turn: Turn, cards: tuple[str, ...]) -> Illegal | None:
    """One card for each player (three when two play), none of them seen before in this game (C2, E1)."""
    state, catalog = turn.state, turn.catalog
    rule = "E1" if len(state.players) == 2 else "C2"
    met = next((card for card in cards if card in state.met()), None)
    problem = None
    needs = tuple(need for card in cards for need in sector_needs(state, card, catalog))
    if len(set(cards)) < len(cards):
        problem = turn.no("card_twice", "C2")
    elif met is not None:
        problem = turn.no("card_met", "C2", card=words.sector(met, catalog))
    elif len(records.told(catalog)) >= SECTOR_CARDS and not set(cards) <= set(catalog.records(Sector)):
        problem = turn.no("no_such_card", "A1", most=SECTOR_CARDS)
    elif needs:
        return turn.lacks(needs, "A1")
    elif len(cards) != state.layout.cards:
        problem = turn.no("galaxy_size", rule, n=state.layout.cards)
    if problem is not None:
        return problem.near(*_near(turn, cards))
    turn.do(changes.dealt, rule, cards)
    return None


def _near(turn: Turn, cards: tuple[str, ...]) -> tuple[Move, ...]:
    """The galaxy that keeps as many of the named cards as it can."""
    free, size = known(turn.state, turn.catalog), turn.state.layout.cards
    kept = sorted({card for card in cards if card in free})[:size]
    filled = sorted([*kept, *(card for card in free if card not in kept)][:size])
    return (deal.move(None, tuple(filled)),) if len(filled) == size else ()


@deal.lists_legal
def _galaxies(turn: Turn) -> Iterator[Move]:
    return (deal.move(None, cards) for cards in combinations(known(turn.state, turn.catalog), turn.state.layout.cards))


@deal.why_none
def _tell_what_lacks(turn: Turn) -> Illegal | None:
    """The deal stays open: a card of which something lacks can be told where it is shown."""
    return None


@deal.draws
def _drawn(turn: Turn, pick: Pick) -> Move:
    cards = shuffled(known(turn.state, turn.catalog), pick)[: turn.state.layout.cards]
    return deal.move(None, tuple(sorted(cards)))


@deal.unfinished("cards")
def _more_to_come(turn: Turn, partial: Move) -> bool:
    return len(typed(tuple[str, ...], partial["cards"])) < turn.state.layout.cards


@deal.asks("cards")
def _cards(turn: Turn, partial: Move) -> Choice:
    """The cards of the galaxy, in any order; a card that is not in the copy yet is told now."""
    state, catalog = turn.state, turn.catalog
    met, parts = set(state.met()), []
    for card in sorted(records.told(catalog)):
        if card not in met:
            needs = sector_needs(state, card, catalog)
            parts.append(Offer(card, words.sector(card, catalog), turn.lacks(needs, "A1") if needs else None))
    told = typed(tuple[str, ...], partial.get("cards", ()))
    label = text(f"{SLUG}.slot.deal.cards", n=len(told), of=state.layout.cards)
    new = catalog.wanted(SECTORS, *keys(state.settings)) if len(records.told(catalog)) < SECTOR_CARDS else None
    return Choice("cards", Slot.CARD, label, (), new, tuple(parts), several=True, exactly=state.layout.cards)


PLAYS = (deal,)
