"""A small organiser for tournaments (H4): Swiss rounds, then the top four in matches of three games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GAMES_IN_A_MATCH = 3
FINALISTS = 4


@dataclass(frozen=True, slots=True)
class Result:
    """One game of the tournament; there are no draws. A player without a partner wins a round against nobody."""

    winner: str
    loser: str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place in the Swiss rounds."""

    player: str
    wins: int
    opponents: int
    """The wins of all opponents together: against whom the wins were won."""


@dataclass(frozen=True, slots=True)
class Round:
    """Who plays whom, and who sits out with a win."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


def rounds(players: int) -> int:
    """How many Swiss rounds leave one player unbeaten at most."""
    return max(0, players - 1).bit_length()


def standings(players: Sequence[str], results: Sequence[Result]) -> tuple[Standing, ...]:
    """More wins first, then the opponents with more wins, then the order of entry."""
    wins = {player: sum(result.winner == player for result in results) for player in players}
    met = _met(results)
    table = [
        Standing(player, wins[player], sum(wins.get(other, 0) for other in met.get(player, ()))) for player in players
    ]
    return tuple(sorted(table, key=lambda row: (-row.wins, -row.opponents)))


def next_round(players: Sequence[str], results: Sequence[Result]) -> Round:
    """Players level with each other meet, nobody twice as long as that can be; the lowest without a bye sits out."""
    order = [row.player for row in standings(players, results)]
    bye = None
    if len(order) % 2:
        rested = {result.winner for result in results if result.loser is None}
        bye = next((player for player in reversed(order) if player not in rested), order[-1])
        order.remove(bye)
    met = {player: frozenset(others) for player, others in _met(results).items()}
    found = _pair(tuple(order), met)
    pairs = found if found is not None else tuple(zip(order[::2], order[1::2]))
    return Round(pairs, bye)


def _met(results: Sequence[Result]) -> dict[str, list[str]]:
    met: dict[str, list[str]] = {}
    for result in results:
        if result.loser is not None:
            met.setdefault(result.winner, []).append(result.loser)
            met.setdefault(result.loser, []).append(result.winner)
    return met


def _pair(order: tuple[str, ...], met: dict[str, frozenset[str]]) -> tuple[tuple[str, str], ...] | None:
    """The best player left meets the next one below not met yet, if the others can be paired too."""
    if not order:
        return ()
    first, *rest = order
    for other in rest:
        if other in met.get(first, frozenset()):
            continue
        remaining = _pair(tuple(player for player in rest if player != other), met)
        if remaining is not None:
            return ((first, other), *remaining)
    return None


# -- the final ---------------------------------------------------------------------------------------


def semifinals(table: Sequence[Standing]) -> tuple[tuple[str, str], tuple[str, str]]:
    """The first meets the fourth, the second the third."""
    if len(table) < FINALISTS:
        raise ValueError("a final needs four players")
    first, second, third, fourth = (row.player for row in table[:FINALISTS])
    return (first, fourth), (second, third)


def match(pair: tuple[str, str], winners: Sequence[str]) -> tuple[str, str] | None:
    """Winner and loser of three games, or None while games are missing."""
    if any(winner not in pair for winner in winners) or len(winners) > GAMES_IN_A_MATCH:
        raise ValueError(f"not a match of {pair[0]} and {pair[1]}")
    if len(winners) < GAMES_IN_A_MATCH:
        return None
    first, second = pair
    return pair if winners.count(first) > winners.count(second) else (second, first)


def finals(one: tuple[str, str], two: tuple[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    """From the (winner, loser) of both semifinals: the match for the first place and the one for the third."""
    return (one[0], two[0]), (one[1], two[1])
