"""Phase 2: everybody bids at once, and the referee is told only how it ended (C3 to C7, E2, F5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tableside.core.catalog import Catalog
from tableside.core.chance import Pick, shuffled
from tableside.core.moves import Event, Move, event, text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.games.urcsempeszek.rules import closest
from tableside.games.urcsempeszek.rules.placing import (
    Die,
    Problem,
    Tokens,
    dice_problem,
    in_order,
    result,
    shares,
    token_problem,
)
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, SLUG, Phase, State, cite

SHARES_LISTED = 120


def judge(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """Whether a bidding can have ended like this."""
    if state.phase is not Phase.BID:
        return Illegal(text(f"{SLUG}.not_now"), cite("C3"))
    dice, tokens = wanted["dice"], wanted["tokens"]
    problem = dice_problem(state, dice, catalog)
    if problem is None:
        problem = token_problem(state, tokens)
    if problem is None and dice != in_order(state, dice):
        problem = Problem(text(f"{SLUG}.dice_in_order"), "F5" if state.settings.stacked_dice else "C4")
    if problem is not None:
        return problem.refuse().near(*closest.results(state, dice, tokens, catalog))
    return Legal(_events(state, dice, tokens))


def _events(state: State, dice: tuple[Die, ...], tokens: Tokens) -> tuple[Event, ...]:
    two = len(state.players) == 2
    events = []
    for card in state.cards:
        here = tuple((state.seat_of(colour), value) for on, colour, value in dice if on == card)
        if here:
            events.append(event("placed", cite("F5" if state.settings.stacked_dice else "C4"), card=card, dice=here))
    for seat, own in enumerate(tokens):
        events.append(event("speed", cite("E2" if two else "C6"), seat=seat, tokens=own))
    events.append(event("bidding_over", cite("E2" if two else "C7")))
    return tuple(events)


def moves(state: State) -> Iterator[Move]:
    """Too many to list: nobody bids, then each lone die, then the other ways the tokens can fall."""
    first, *others = islice(shares(state), SHARES_LISTED)
    yield result(state, (), first)
    for player in state.players:
        for card in state.cards:
            for value in FACES:
                yield result(state, ((card, player.colour, value),), first)
    for tokens in others:
        yield result(state, (), tokens)


def sample(state: State, pick: Pick) -> Move:
    """A bidding as it might end."""
    dice: list[Die] = []
    for player in state.players:
        for _ in range(DICE_EACH):
            card = state.cards[pick(len(state.cards))]
            free = [face for face in FACES if not state.settings.stacked_dice or not _stands(dice, card, face)]
            if pick(8) and free:
                dice.append((card, player.colour, free[pick(len(free))]))
    if len(state.players) == 2:
        ways = tuple(shares(state))
        return result(state, tuple(dice), ways[pick(len(ways))])
    return result(state, tuple(dice), tuple((token,) for token in shuffled(state.layout.tokens, pick)))


def _stands(dice: list[Die], card: str, value: int) -> bool:
    return any(on == card and shown == value for on, _, shown in dice)
