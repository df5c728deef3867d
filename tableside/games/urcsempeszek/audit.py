"""Everything that is impossible on the table, for positions that were typed in, read or put right by hand."""

from __future__ import annotations

import collections
from collections.abc import Iterator

from tableside.core.catalog import Catalog
from tableside.core.moves import text
from tableside.core.ruling import Illegal
from tableside.games.urcsempeszek import words
from tableside.games.urcsempeszek.records import DICE, GOODS
from tableside.games.urcsempeszek.refusal import no
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, LAYOUTS, SLUG, Phase, State

BEFORE_DEAL = (Phase.COLOURS, Phase.HOST, Phase.DEAL, Phase.OVER)


def audit(catalog: Catalog, state: State) -> tuple[Illegal, ...]:
    """Everything at once."""
    if len(state.players) not in LAYOUTS:
        return (no("seats", "B2", n=len(state.players)),)
    found = (*_stock(state), *_colours(catalog, state), *_cards(catalog, state), *_dice(catalog, state))
    return (*found, *_tokens(state), *_phase(state))


def _stock(state: State) -> Iterator[Illegal]:
    for seat, player in enumerate(state.players):
        if player.energy < 0 or min(player.goods) < 0:
            yield no("below_zero", "A1", name=text(f"{SLUG}.seat", n=seat + 1))
    if state.energy < 0 or min(state.goods) < 0:
        yield no("below_zero", "A1", name=text(f"{SLUG}.pool"))
    seats = len(state.players)
    energy, dealt = state.energy + sum(player.energy for player in state.players), state.layout.energy * seats
    if energy != dealt:
        yield no("energy_in_play", "B1", n=energy, most=dealt)
    for place, colour in enumerate(GOODS):
        there, dealt = state.goods[place] + sum(one.goods[place] for one in state.players), state.layout.goods * seats
        if there != dealt:
            args = {"colour": words.good(colour), "n": there, "most": dealt}
            yield no("goods_in_play", "B1", **args)


def _colours(catalog: Catalog, state: State) -> Iterator[Illegal]:
    for colour, times in collections.Counter(player.colour for player in state.players).items():
        if not colour:
            if state.phase is not Phase.COLOURS:
                yield no("colour_missing", "B1")
        elif catalog.find(DICE, colour) is None:
            yield no("no_such_dice", "A1")
        elif times > 1:
            yield no("dice_taken_by_two", "B1", colour=words.dice(catalog, colour))


def _cards(catalog: Catalog, state: State) -> Iterator[Illegal]:
    layout = state.layout
    for card, times in collections.Counter(state.met()).items():
        if times > 1:
            yield no("card_in_two_places", "A1", card=words.sector(catalog, card))
    dealt = (layout.galaxies - state.galaxies) * layout.cards
    if not 0 <= state.galaxies <= layout.galaxies:
        yield no("galaxies_left", "B2", most=layout.galaxies)
    elif len(state.met()) > dealt:
        # Fewer may be known: who joins midway tells the points of earlier galaxies, not each of their cards.
        yield no("sectors_dealt", "B2", n=len(state.met()), dealt=dealt)


def _dice(catalog: Catalog, state: State) -> Iterator[Illegal]:
    for seat, player in enumerate(state.players):
        if player.dice < 0 or player.dice + sum(1 for bid in state.bids if bid.seat == seat) != DICE_EACH:
            yield no("two_dice_each", "B1", name=text(f"{SLUG}.seat", n=seat + 1))
    for bid in state.bids:
        if bid.card not in state.cards:
            yield no("card_not_here", "C3")
        if bid.value not in FACES:
            yield no("no_such_face", "A2", value=bid.value)
        if not 0 <= bid.seat < len(state.players):
            yield no("no_such_player", "B1")
    if state.settings.stacked_dice:
        for (card, value), times in collections.Counter((bid.card, bid.value) for bid in state.bids).items():
            if times > 1:
                yield no("same_value_in_tower", "F5", card=words.short(catalog, card), value=value)


def _tokens(state: State) -> Iterator[Illegal]:
    everywhere = [*state.speed, *(token for player in state.players for token in player.tokens)]
    if sorted(everywhere) != sorted(state.layout.tokens):
        yield no("tokens_of_this_table", "B2", tokens=words.tokens(state.layout.tokens))
    held = [len(player.tokens) for player in state.players]
    if state.phase in (Phase.EVALUATE, Phase.PAY) and (0 in held or (len(held) > 2 and max(held) > 1)):
        yield no("tokens_for_each", "E2" if len(held) == 2 else "C7", n=len(held))
    elif state.phase is Phase.REFILL and not any(held):
        yield no("tokens_for_each", "C16", n=len(held))
    elif state.phase in (*BEFORE_DEAL, Phase.BID) and any(held):
        yield no("tokens_in_middle", "C18")


def _phase(state: State) -> Iterator[Illegal]:
    """Cards and dice lie in the middle only in the phases that put them there."""
    if state.host is not None and not 0 <= state.host < len(state.players):
        yield no("no_such_player", "B3")
    if state.host is None and state.phase not in (Phase.COLOURS, Phase.HOST):
        yield no("host_missing", "B3")
    if (state.phase in BEFORE_DEAL or state.phase is Phase.REFILL) and (state.cards or state.bids):
        yield no("middle_is_empty", "C18")
    if state.phase in (Phase.BID, Phase.EVALUATE) and len(state.cards) != state.layout.cards:
        yield no("galaxy_size", "C2", n=state.layout.cards)
    if state.phase is Phase.BID and state.bids:
        yield no("middle_is_empty", "C3")
    if state.phase is Phase.PAY and sorted(bid.card for bid in state.bids) != sorted(state.cards):
        yield no("one_winning_die", "C8")
    if state.phase is Phase.PAY and not state.bids:
        yield no("nothing_to_pay", "C10")
    if (state.galaxies == 0) != (state.phase is Phase.OVER) and state.phase in BEFORE_DEAL:
        yield no("galaxies_left", "D1", most=state.layout.galaxies)


def census(state: State) -> dict[str, int]:
    """How many of everything there is, wherever it lies."""
    players = state.players
    counts = {
        "energy": state.energy + sum(player.energy for player in players),
        "dice": sum(player.dice for player in players) + len(state.bids),
        "tokens": len(state.speed) + sum(len(player.tokens) for player in players),
        "sectors": state.galaxies * state.layout.cards + len(state.met()),
    }
    for place, colour in enumerate(GOODS):
        counts[f"goods.{colour}"] = state.goods[place] + sum(player.goods[place] for player in players)
    return counts
