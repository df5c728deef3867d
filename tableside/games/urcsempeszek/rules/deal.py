"""Phase 1: a galaxy is dealt and turned up (C2, E1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, count

from tableside.core.arguments import typed
from tableside.core.catalog import Catalog
from tableside.core.chance import Pick, shuffled
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, Text, text
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tableside.games.urcsempeszek import changes, records, words
from tableside.games.urcsempeszek.records import CRUISER, GOODS, SECTORS, Sector
from tableside.games.urcsempeszek.state import SECTOR_CARDS, SLUG, Settings, State, Turn


def keys(settings: Settings) -> tuple[str, ...]:
    """What has to be known of a sector before it is paid for: no more than this game needs."""
    return ("planets", "ships", "station") if settings.stations else ("planets", "ships")


def known(catalog: Catalog, state: State) -> tuple[str, ...]:
    """The sectors that may still turn up and are known."""
    met = set(state.met())
    return tuple(card for card in sorted(records.told(catalog)) if card not in met)


def untold(catalog: Catalog, state: State) -> tuple[str, ...]:
    """Ids for cards nobody has told anything of yet; what is on one is asked when somebody has to pay for it."""
    left, taken = SECTOR_CARDS - len(records.told(catalog)), {*catalog.records(Sector), *state.met()}
    galaxies = (tuple(records.untold(n, place + 1) for place in range(state.layout.cards)) for n in count(1))
    return next(ids for ids in galaxies if not taken & set(ids))[: max(0, left)]


@chance
def deal(turn: Turn, cards: tuple[str, ...]) -> Illegal | None:
    """One card for each player (three when two play), none of them seen before in this game (C2, E1)."""
    state, catalog = turn.state, turn.catalog
    rule = "E1" if len(state.players) == 2 else "C2"
    met = next((card for card in cards if card in state.met()), None)
    problem = None
    strange = [card for card in cards if card not in records.told(catalog) and records.place_of(card) is None]
    needs = tuple(need for card in strange for need in catalog.missing(SECTORS, card, *keys(state.settings)))
    if len(set(cards)) < len(cards):
        problem = turn.no("card_twice", "C2")
    elif met is not None:
        problem = turn.no("card_met", "C2", card=words.sector(catalog, met))
    elif strange and len(records.told(catalog)) >= SECTOR_CARDS:
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
    free, size = known(turn.catalog, turn.state), turn.state.layout.cards
    kept = sorted({card for card in cards if card in free})[:size]
    filled = sorted([*kept, *(card for card in free if card not in kept)][:size])
    return (deal.move(None, tuple(filled)),) if len(filled) == size else best(turn)


def best(turn: Turn) -> tuple[Move, ...]:
    """A galaxy of cards that are told later, while too few of those still to come are known."""
    size, free, new = turn.state.layout.cards, known(turn.catalog, turn.state), untold(turn.catalog, turn.state)
    if len(free) >= size or len(free) + len(new) < size:
        return ()
    return (deal.move(None, (*free[: size - len(new)], *new)),)


@deal.lists_legal
def _galaxies(turn: Turn) -> Iterator[Move]:
    free = combinations(known(turn.catalog, turn.state), turn.state.layout.cards)
    return chain((deal.move(None, cards) for cards in free), best(turn))


@deal.draws
def _drawn(turn: Turn, pick: Pick) -> Move:
    free = known(turn.catalog, turn.state)
    for made in best(turn):
        return made
    return deal.move(None, tuple(sorted(shuffled(free, pick)[: turn.state.layout.cards])))


@deal.unfinished("cards")
def _more_to_come(turn: Turn, partial: Move) -> bool:
    return len(typed(tuple[str, ...], partial["cards"])) < turn.state.layout.cards


def _printed(catalog: Catalog, card: str) -> tuple[int, tuple[str, ...]]:
    """By what a card is looked for in a list: its number of planets, then its ships."""
    record = records.sector(catalog, card)
    return ((record.size or 0), record.ships or ()) if record is not None else (0, ())


def _traits(catalog: Catalog, cards: list[str]) -> tuple[tuple[Text, tuple[str, ...]], ...]:
    """By what a table looks for a card: how many planets it has, and each kind of ship."""
    shown = {card: _printed(catalog, card) for card in cards}
    planets = (
        (text(f"{SLUG}.planets", n=n), tuple(card for card in cards if shown[card][0] == n))
        for n in sorted({size for size, _ in shown.values()})
    )
    ships = (
        (text(f"{SLUG}.trait.{ship}"), tuple(card for card in cards if ship in shown[card][1]))
        for ship in (*GOODS, CRUISER)
    )
    return tuple((said, having) for said, having in (*planets, *ships) if having)


@deal.asks("cards")
def _cards(turn: Turn, partial: Move) -> Choice:
    """The cards of the galaxy, in any order; a card that is not in the copy yet is told now, or when it is paid for."""
    state, catalog = turn.state, turn.catalog
    in_turn = sorted(known(catalog, state), key=lambda card: _printed(catalog, card))
    parts = [Offer(card, words.sector(catalog, card)) for card in in_turn]
    parts += [
        Offer(card, text(f"{SLUG}.sector_place", n=records.place_of(card))) for card in untold(catalog, state) if parts
    ]
    label = text(
        f"{SLUG}.slot.deal.cards", n=len(typed(tuple[str, ...], partial.get("cards") or ())), of=state.layout.cards
    )
    new = catalog.wanted(SECTORS, *keys(state.settings)) if len(records.told(catalog)) < SECTOR_CARDS else None
    size, traits = state.layout.cards, _traits(catalog, in_turn)
    return Choice("cards", Slot.CARD, label, (), new, tuple(parts), traits, several=True, exactly=size)


PLAYS = (deal,)
