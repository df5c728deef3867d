"""The possible biddings nearest to one that cannot be: the fewest and smallest changes first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count

from tableside.core.catalog import Catalog
from tableside.games.urcsempeszek.rules.placing import (
    Die,
    Problem,
    Tokens,
    dice_problem,
    in_order,
    shares,
    token_problem,
)
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, State

MOST = 3
_TRIES = 300
_OTHER_CARD = _OTHER_COLOUR = 2.0
_TAKEN_AWAY = 3.0
_UNREADABLE = 40
"""More dice than this are no reading of any table."""


def results(
    catalog: Catalog, state: State, dice: tuple[Die, ...], tokens: Tokens
) -> tuple[tuple[tuple[Die, ...], Tokens], ...]:
    """Up to three possible results, the nearest first."""
    if len(dice) > _UNREADABLE:
        return ()
    found = tuple(possible_dice(catalog, state, dice))
    ways = possible_tokens(state, tokens)
    pairs = sorted(
        ((first + second, layout, share) for first, layout in enumerate(found) for second, share in enumerate(ways)),
        key=lambda pair: pair[0],
    )
    return tuple(dict.fromkeys((in_order(state, layout), share) for _, layout, share in pairs))[:MOST]


def possible_dice(catalog: Catalog, state: State, dice: tuple[Die, ...]) -> Iterator[tuple[Die, ...]]:
    """Dice that could lie so, changed as little as can be."""
    order = count()
    queue = [(0.0, next(order), dice)]
    found: set[tuple[Die, ...]] = set()
    for _ in range(_TRIES):
        if not queue or len(found) == MOST:
            return
        cost, _, layout = heapq.heappop(queue)
        problem = dice_problem(catalog, state, layout)
        if problem is None:
            settled = in_order(state, layout)
            if settled not in found:
                found.add(settled)
                yield settled
            continue
        for extra, changed in _changes(state, layout, problem):
            heapq.heappush(queue, (cost + extra, next(order), changed))


def _changes(state: State, dice: tuple[Die, ...], problem: Problem) -> Iterator[tuple[float, tuple[Die, ...]]]:
    for number in problem.concerned:
        before, (card, colour, value), after = dice[:number], dice[number], dice[number + 1 :]
        yield _TAKEN_AWAY, before + after
        if card not in state.cards:
            yield from ((_OTHER_CARD, (*before, (other, colour, value), *after)) for other in state.cards)
            continue
        owned = sum(1 for die in dice if die[1] == colour)
        if state.seat_of(colour) is None or owned > DICE_EACH:
            for player in state.players:
                if sum(1 for die in dice if die[1] == player.colour) < DICE_EACH:
                    yield _OTHER_COLOUR, (*before, (card, player.colour, value), *after)
            continue
        for face in FACES:
            if face != value:
                off = abs(face - min(max(value, FACES[0]), FACES[-1]))
                yield 1.0 + 0.2 * off, (*before, (card, colour, face), *after)


def possible_tokens(state: State, tokens: Tokens) -> tuple[Tokens, ...]:
    """Ways the tokens can have ended up, those first that leave the most of them where they were said to be."""
    if token_problem(state, tokens) is None:
        return (tokens,)
    seats = len(state.players)
    said = [set(own) for own in (*tokens[:seats], *((),) * (seats - len(tokens)))]

    def kept(share: Tokens) -> int:
        return sum([len(here.intersection(own)) for own, here in zip(share, said)])

    return tuple(heapq.nlargest(MOST, shares(state), key=kept))
