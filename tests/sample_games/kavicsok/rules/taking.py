"""Taking pebbles, answering a large handful, and buying stones (P3 to P5)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.arguments import typed
from tableside.core.cost import shortfall
from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tests.sample_games.kavicsok import changes
from tests.sample_games.kavicsok.records import STONES
from tests.sample_games.kavicsok.state import Turn

LARGE = 4
"""So large a handful may be blocked (P4)."""
PRICE = 2


@play
def take(turn: Turn, amount: int) -> Illegal | None:
    """Up to as many pebbles as the die shows (P3)."""
    state = turn.state
    most = min(state.rolled or 0, state.pile)
    if not 1 <= amount <= most:
        return turn.no("too_many", "P3", amount=amount, most=most)
    if amount < most:
        turn.warn("less", "P3", most=most)
    rival = (turn.me + 1) % len(state.players)
    if amount >= LARGE and state.option("blocking") and state.players[rival].pebbles:
        turn.do(changes.declared, "P4", turn.me, amount)
    else:
        turn.do(changes.took, "P3", turn.me, amount)
    return None


@take.lists
def _handfuls(turn: Turn) -> Iterator[Move]:
    return (take.move(turn.seat, amount) for amount in range(1, 7))


@play
def block(turn: Turn) -> None:
    """A pebble stops the handful: only one pebble is taken (P4)."""
    seat = turn.state.answers.top.seat
    turn.do(changes.blocked, "P4", turn.me)
    turn.do(changes.took, "P4", seat, 1)


@play
def let(turn: Turn) -> None:
    """The handful stands (P4)."""
    pending = turn.state.answers.top
    turn.do(changes.let, "P4", turn.me)
    turn.do(changes.took, "P3", pending.seat, typed(int, pending["amount"]))


@play
def buy(turn: Turn, stone: str) -> Illegal | None:
    """Two pebbles for a stone (P5)."""
    if turn.catalog.find(STONES, stone) is None:
        return turn.no("such_stone", "P5", stone=stone)
    missing = shortfall({"pebbles": turn.state.players[turn.me].pebbles}, {"pebbles": PRICE})
    if missing:
        return turn.no("cannot_pay", "P5", missing=missing.say("kavicsok"))
    needs = turn.catalog.missing(STONES, stone, "points")
    if needs:
        return turn.lacks(needs, "P5")
    turn.do(changes.bought, "P5", turn.me, stone)
    return None


@buy.lists
def _stones(turn: Turn) -> Iterator[Move]:
    return (buy.move(turn.seat, stone) for stone in turn.catalog.table(STONES))


@buy.asks("stone")
def _any_stone(turn: Turn, partial: Move) -> Choice:
    """Stones of the copy, or one it does not know yet."""
    return turn.ask(partial, "stone", new=turn.catalog.wanted(STONES, "name", "points"))


PLAYS = (take, buy, block, let)
