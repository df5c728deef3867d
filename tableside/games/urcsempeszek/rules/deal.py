"""Phase 1: a galaxy is dealt and turned up (C2, E1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tableside.core.catalog import Catalog
from tableside.core.chance import Pick, shuffled
from tableside.core.moves import Move, event, move, text
from tableside.core.ruling import Illegal, Legal, Need, Ruling
from tableside.games.urcsempeszek.records import SECTORS
from tableside.games.urcsempeszek.state import SECTOR_CARDS, SLUG, Phase, State, cite


def sector_needs(state: State, card: str, catalog: Catalog) -> tuple[Need, ...]:
    """What has to be known of a sector before it is played for; all that is unknown is asked for at once."""
    keys = ("planets", "ships", "station") if state.settings.stations else ("planets", "ships")
    if not catalog.missing(SECTORS, card, *keys):
        return ()
    return catalog.missing(SECTORS, card, "planets", "ships", "station")


def known(state: State, catalog: Catalog) -> tuple[str, ...]:
    """The sectors that may still turn up and are known."""
    met = set(state.met())
    return tuple(
        card for card in sorted(catalog.table(SECTORS)) if card not in met and not sector_needs(state, card, catalog)
    )


def moves(state: State, catalog: Catalog) -> Iterator[Move]:
    """Every galaxy that could be made of the known cards."""
    for cards in combinations(known(state, catalog), state.layout.cards):
        yield move(None, "deal", cards=cards)


def sample(state: State, catalog: Catalog, pick: Pick) -> Move:
    """A galaxy of cards picked from outside."""
    return move(None, "deal", cards=sorted(shuffled(known(state, catalog), pick)[: state.layout.cards]))


def judge(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """One card for each player (three when two play), none of them seen before in this game."""
    cards, met = wanted["cards"], set(state.met())
    if state.phase is not Phase.DEAL:
        return Illegal(text(f"{SLUG}.not_now"), cite("C2"))
    if len(set(cards)) < len(cards):
        return _refused("card_twice", "C2", state, cards, catalog)
    for card in cards:
        if card in met:
            return _refused("card_met", "C2", state, cards, catalog, card=card)
        if catalog.find(SECTORS, card) is None and _all_known(catalog):
            return _refused("no_such_card", "A1", state, cards, catalog, card=card)
    if len(cards) != state.layout.cards:
        rule = "E1" if len(state.players) == 2 else "C2"
        return _refused("galaxy_size", rule, state, cards, catalog, n=state.layout.cards)
    needs = tuple(need for card in cards for need in sector_needs(state, card, catalog))
    if needs:
        return Illegal(needs[0].text, cite("A1"), needs=needs)
    if list(cards) != sorted(cards):
        return _refused("cards_in_order", "C2", state, cards, catalog)
    return Legal((event("dealt", cite("E1" if len(state.players) == 2 else "C2"), cards=cards),))


def _all_known(catalog: Catalog) -> bool:
    return sum(1 for sector in catalog.table(SECTORS).values() if sector.planets is not None) >= SECTOR_CARDS


def _refused(key: str, rule: str, state: State, cards: tuple[str, ...], catalog: Catalog, **args: object) -> Illegal:
    """The refusal, with the galaxy that keeps as many of the named cards as it can."""
    free = known(state, catalog)
    size = state.layout.cards
    kept = sorted({card for card in cards if card in free})[:size]
    filled = sorted([*kept, *(card for card in free if card not in kept)][:size])
    refusal = Illegal(text(f"{SLUG}.{key}", **args), cite(rule))
    return refusal.near(move(None, "deal", cards=filled)) if len(filled) == size else refusal
