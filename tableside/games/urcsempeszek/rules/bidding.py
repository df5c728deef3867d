"""Phase 2: everybody bids at once, and the referee is told only how it ended (C3 to C7, E2, F5)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.arguments import typed
from tableside.core.chance import Pick, shuffled
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, text
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tableside.games.urcsempeszek import changes, records, words
from tableside.games.urcsempeszek.records import number
from tableside.games.urcsempeszek.rules import closest
from tableside.games.urcsempeszek.rules.placing import (
    Die,
    Tokens,
    dice_problem,
    holdings,
    in_order,
    settled,
    shares,
    token_problem,
)
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, SLUG, Turn

SHARES_LISTED = 120
NEXT = "…"
"""Marks, at the end of dice still being told, which card comes next (by its place) and whether more lie on it."""


@chance
def bid(turn: Turn, dice: tuple[Die, ...], tokens: Tokens) -> Illegal | None:
    """Every die on a card and every speed token, told in any order; the last token goes by the rule (C3 to C7)."""
    state = turn.state
    dice, tokens = in_order(state, dice), settled(state, tokens)
    problem = dice_problem(turn.catalog, state, dice)
    if problem is None:
        problem = token_problem(state, tokens)
    if problem is not None:
        near = closest.results(turn.catalog, state, dice, tokens)
        return problem.refuse().near(*(bid.move(None, *other) for other in near))
    two, seats = len(state.players) == 2, {player.colour: seat for seat, player in enumerate(state.players)}
    for card in state.cards:
        here = tuple((seats[colour], value) for on, colour, value in dice if on == card)
        if here:
            turn.do(changes.placed, "F5" if state.settings.stacked_dice else "C4", card, here)
    for seat, own in enumerate(tokens):
        turn.do(changes.speed, "E2" if two else "C6", seat, own)
    turn.do(changes.bidding_over, "E2" if two else "C7")
    return None


@bid.lists_legal
def _biddings(turn: Turn) -> Iterator[Move]:
    """Too many to list: nobody bids, then each lone die, then the other ways the tokens can fall."""
    first, *others = shares(turn.state)[:SHARES_LISTED]
    yield bid.move(None, (), first)
    for player in turn.state.players:
        for card in turn.state.cards:
            for value in FACES:
                yield bid.move(None, ((card, player.colour, value),), first)
    for tokens in others:
        yield bid.move(None, (), tokens)


@bid.draws
def _drawn(turn: Turn, pick: Pick) -> Move:
    """A bidding as it might end."""
    state = turn.state
    dice: list[Die] = []
    for player in state.players:
        for _ in range(DICE_EACH):
            card = state.cards[pick(len(state.cards))]
            taken = {shown for on, _, shown in dice if on == card} if state.settings.stacked_dice else set()
            free = [face for face in FACES if face not in taken]
            if pick(8) and free:
                dice.append((card, player.colour, free[pick(len(free))]))
    if len(state.players) == 2:
        ways = shares(state)
        tokens = ways[pick(len(ways))]
    else:
        tokens = tuple((token,) for token in shuffled(state.layout.tokens, pick))
    return bid.move(None, in_order(state, tuple(dice)), tokens)


# -- asked card by card, then token by token ---------------------------------------------------


@bid.unfinished("dice")
def _cards_left(turn: Turn, partial: Move) -> bool:
    dice = typed(tuple[Die, ...], partial["dice"])
    return bool(dice) and dice[-1][0] == NEXT


@bid.asks("dice")
def _dice(turn: Turn, partial: Move) -> Choice:
    """The dice on one card, the highest first; losing dice may be told, but need not."""
    state = turn.state
    dice = typed(tuple[Die, ...], partial.get("dice") or ((NEXT, "", 0),))
    *before, (_, more, place) = dice
    told, card = tuple(before), state.cards[place]

    def then(now: tuple[Die, ...], following: int, again: str = "") -> tuple[Die, ...]:
        """The dice with the mark moved on, or in order when this was the last card."""
        return (*now, (NEXT, again, following)) if following < len(state.cards) else in_order(state, now)

    offers = []
    for seat, player in enumerate(state.players):
        if sum(1 for _, colour, _ in told if colour == player.colour) == DICE_EACH:
            continue
        for value in reversed(FACES):
            placed = (*told, (card, player.colour, value))
            problem = dice_problem(turn.catalog, state, placed)
            label = text(f"{SLUG}.die_of", who=words.player(turn.catalog, state, seat), value=value)
            why_not = problem.refuse() if problem is not None else None
            offers.append(Offer(then(placed, place + 1), label, why_not))
    if not more:
        offers.append(Offer(then(told, place + 1), text(f"{SLUG}.no_die_on")))
        if place and any(on == state.cards[place - 1] for on, _, _ in told):
            last = words.short(turn.catalog, state.cards[place - 1])
            offers.append(Offer(then(told, place - 1, "more"), text(f"{SLUG}.one_more_on", card=last)))
    key = "dice_more" if more else "dice"
    args = {"n": place + 1, "card": words.short(turn.catalog, card)}
    if records.place_of(card) == place + 1 and card not in records.told(turn.catalog):
        key, args = f"{key}_untold", {"n": place + 1}
    label = text(f"{SLUG}.slot.bid.{key}", **args)
    return Choice("dice", Slot.DICE, label, tuple(offers))


@bid.unfinished("tokens")
def _players_left(turn: Turn, partial: Move) -> bool:
    tokens = typed(tuple[tuple[int, ...], ...], partial["tokens"])
    return len(tokens) < len(turn.state.players) or not all(settled(turn.state, tokens))


@bid.asks("tokens")
def _tokens(turn: Turn, partial: Move) -> Choice:
    """One more player's speed token or tokens; the last player gets what is left."""
    state = turn.state
    named = typed(tuple[tuple[int, ...], ...], partial.get("tokens", ()))
    named = (*named, *((),) * (len(state.players) - len(named)))
    seat = named.index(()) if () in named else len(named) - 1
    offers = []
    for own in holdings(state, named, seat):
        shown = words.tokens(own)
        label = text("core.value", value=shown)
        if len(own) > 1:
            label = text(f"{SLUG}.token_sum", tokens=shown, sum=number(sum(own)))
        told: Tokens = (*named[:seat], own, *named[seat + 1 :])
        if sum(1 for one in told if not one) == 1:
            given = [token for one in told for token in one]
            left = tuple(token for token in state.layout.tokens if token not in given)
            told = tuple(one or left for one in told)
        while not told[-1]:
            told = told[:-1]
        offers.append(Offer(told, label))
    key = "tokens_two" if len(state.players) == 2 else "tokens"
    label = text(f"{SLUG}.slot.bid.{key}", who=words.player(turn.catalog, state, seat))
    return Choice("tokens", Slot.BUTTON, label, tuple(offers))


PLAYS = (bid,)
