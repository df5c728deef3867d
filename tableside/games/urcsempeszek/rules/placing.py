"""How dice and speed tokens can lie when a bidding has ended (C3 to C7, E2, F5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from tableside.core.catalog import Catalog
from tableside.core.moves import Text, text
from tableside.core.ruling import Illegal
from tableside.games.urcsempeszek import records, words
from tableside.games.urcsempeszek.refusal import cite
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, SLUG, State

Die = tuple[str, str, int]
"""The card it lies on, the colour of its player, what it shows."""
Tokens = tuple[tuple[int, ...], ...]
"""Each seat's speed tokens, lowest first."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why these dice or tokens cannot lie so, and which of them are concerned."""

    reason: Text
    rule: str
    concerned: tuple[int, ...] = ()

    def refuse(self) -> Illegal:
        return Illegal(self.reason, cite(self.rule))


# -- dice --------------------------------------------------------------------------------------


def in_order(state: State, dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Card by card, each card's dice in an order in which they could have been put there."""
    return tuple(sorted(dice, key=lambda die: (die[0], die[2], state.seat_of(die[1]) or 0, die[1])))


def dice_problem(catalog: Catalog, state: State, dice: tuple[Die, ...]) -> Problem | None:
    """The first thing that keeps these dice from lying so in whatever order they came, or None."""
    colours = Counter(colour for _, colour, _ in dice)
    seen: dict[tuple[str, int], int] = {}
    for number, (card, colour, value) in enumerate(dice):
        if card not in state.cards:
            return Problem(text(f"{SLUG}.no.card_not_here"), "C3", (number,))
        if not colour or state.seat_of(colour) is None:
            return Problem(text(f"{SLUG}.no.dice_not_in_play"), "B1", (number,))
        if value not in FACES:
            return Problem(text(f"{SLUG}.no.no_such_face", value=value), "A2", (number,))
        if colours[colour] > DICE_EACH:
            same = tuple(other for other, die in enumerate(dice) if die[1] == colour)
            reason = text(f"{SLUG}.no.too_many_dice", colour=words.dice(catalog, colour), n=len(same))
            return Problem(reason, "A1", same)
        if state.settings.stacked_dice and (card, value) in seen:
            key = "over_a_six" if value == FACES[-1] else "same_value_in_tower"
            concerned = (seen[card, value], number)
            return Problem(text(f"{SLUG}.no.{key}", card=words.short(catalog, card), value=value), "F5", concerned)
        seen[card, value] = number
    return None


# -- speed tokens ------------------------------------------------------------------------------


def shares(state: State) -> tuple[Tokens, ...]:
    """Every way the speed tokens of this number of players can end up (C6, C7, E2)."""
    return _shares(state.layout.tokens, len(state.players))


@cache
def _shares(tokens: tuple[int, ...], players: int) -> tuple[Tokens, ...]:
    if players > 2:
        return tuple(tuple((token,) for token in order) for order in permutations(tokens))
    return tuple(
        (first, tuple(token for token in tokens if token not in first))
        for size in (2, 1, 3)
        for first in combinations(tokens, size)
    )


def holdings(state: State, named: Tokens, seat: int) -> tuple[tuple[int, ...], ...]:
    """What one player can hold where the others hold what is named of them."""
    others = [own for at, own in enumerate(named) if own and at != seat]
    if len(named) > 2:
        taken = {own for own in others if len(own) == 1}
        free = [(token,) for token in state.layout.tokens if (token,) not in taken]
        return tuple(one for one in free if named[seat] in ((), one)) if len(taken) == len(others) else ()
    fitting = (share for share in shares(state) if all(own in ((), has) for own, has in zip(named, share)))
    return tuple(dict.fromkeys(share[seat] for share in fitting))


def settled(state: State, tokens: Tokens) -> Tokens:
    """Each player's tokens lowest first, and the last one in the middle given to whom the rule gives it (C7, E2)."""
    own = [tuple(sorted(one)) for one in (*tokens, *((),) * (len(state.players) - len(tokens)))]
    given = [token for one in own for token in one]
    left = [token for token in state.layout.tokens if token not in given]
    if len(left) == 1 and len(given) == len(state.layout.tokens) - 1 and len(own) == len(state.players):
        fewest = min(range(len(own)), key=lambda seat: len(own[seat]))
        own[fewest] = tuple(sorted((*own[fewest], left[0])))
    return tuple(own)


def token_problem(state: State, tokens: Tokens) -> Problem | None:
    """Why the speed tokens cannot have ended up so, or None."""
    two, all_tokens = len(state.players) == 2, state.layout.tokens
    if len(tokens) != len(state.players):
        return Problem(text(f"{SLUG}.no.tokens_for_each", n=len(state.players)), "E2" if two else "C6")
    given = [token for own in tokens for token in own]
    for token in given:
        if token not in all_tokens:
            return Problem(
                text(f"{SLUG}.no.token_not_in_play", token=records.number(token), tokens=words.tokens(all_tokens)), "B2"
            )
        if given.count(token) > 1:
            return Problem(text(f"{SLUG}.no.token_twice", token=records.number(token)), "B2")
    if not two and any(len(own) > 1 for own in tokens):
        return Problem(text(f"{SLUG}.no.one_token"), "C6")
    if two and any(len(own) == len(all_tokens) for own in tokens):
        return Problem(text(f"{SLUG}.no.last_token_to_fewer"), "E2")
    missing = tuple(token for token in all_tokens if token not in given)
    if missing:
        rule, key = ("E2", "tokens_left_over") if two else ("C7", "last_token")
        return Problem(text(f"{SLUG}.no.{key}", tokens=words.tokens(missing)), rule)
    return None
