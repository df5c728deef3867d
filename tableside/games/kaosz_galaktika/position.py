"""The end of a game typed in without a tracked game."""

from __future__ import annotations

from dataclasses import dataclass, field

from tableside.core import photo_fields
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tableside.games.kaosz_galaktika import scoring
from tableside.games.kaosz_galaktika.refusal import no
from tableside.games.kaosz_galaktika.state import DECK_SIZE


@dataclass(frozen=True, slots=True)
class Final:
    """One player at the end."""

    name: str
    colony: int = field(
        metadata={
            "about": "cards left in the colony",
            "minimum": 0,
            "maximum": DECK_SIZE,
            "photo": photo_fields.things(),
        }
    )
    eliminated: int = field(
        default=0, metadata={"about": "players this one eliminated (more than two players)", "minimum": 0}
    )
    out: int | None = field(
        default=None, metadata={"about": "when this player was eliminated, 1 the first; nothing: still in the game"}
    )


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game."""

    players: tuple[Final, ...]
    closing: int | None = field(
        default=None, metadata={"about": "the player in whose closing phase the game ended", "seat": True, "minimum": 0}
    )
    verdict: int | None = field(
        default=None, metadata={"about": "the player the judge named when time was up", "seat": True, "minimum": 0}
    )


def example() -> Position:
    """Dani finds Laci's colony empty."""
    return Position((Final("Dani", 7), Final("Laci", 0)), closing=0)


def audit_position(position: Position) -> tuple[Illegal, ...]:
    """Every reason why this cannot be the end of a game."""
    found: list[Illegal] = []
    players, seats = position.players, range(len(position.players))
    if len(players) < 2:
        found.append(no("seats", "H1", count=len(players)))
    for player in players:
        if not 0 <= player.colony <= DECK_SIZE:
            found.append(no("colony_size", "A1", player=player.name, count=player.colony))
        if player.eliminated < 0 or (player.out is not None and player.out < 1):
            found.append(no("below_zero", "C5"))
    for seat in (position.closing, position.verdict):
        if seat is not None and seat not in seats:
            found.append(no("no_such_player", "C7"))
    if not found:
        found += _audit_eliminations(position)
    if found or position.verdict is not None:
        return tuple(found)
    return tuple(_audit_two(position) if len(players) == 2 else _audit_several(position))


def _audit_eliminations(position: Position) -> list[Illegal]:
    """Who went out, in which order, by whom: nobody twice, nobody by himself, and the winner not at all."""
    players = position.players
    gone = [player for player in players if player.out is not None]
    found = []
    places = sorted(player.out or 0 for player in gone)
    if any(place > n for n, place in enumerate(places, 1)) or (places and len(gone) == len(players)):
        found.append(no("order_of_elimination", "H1", count=len(gone)))
    for player in players:
        if player.eliminated > sum(other is not player for other in gone):
            found.append(no("eliminations_differ", "H1", count=len(gone)))
            break
    verdict, closing = position.verdict, position.closing
    for seat in (verdict, closing):
        if seat is not None and players[seat].out is not None:
            found.append(no("winner_is_out", "H1", player=players[seat].name))
    if verdict is not None and closing is not None and verdict != closing and len(players) == 2:
        found.append(no("two_winners", "H4"))
    return found


def _audit_two(position: Position) -> list[Illegal]:
    if position.closing is None:
        return [no("whose_closing", "F5")]
    loser = position.players[1 - position.closing]
    return [] if loser.colony == 0 else [no("colony_not_empty", "F5", player=loser.name, count=loser.colony)]


def _audit_several(position: Position) -> list[Illegal]:
    gone = [player for player in position.players if player.out is not None]
    found = []
    if len(gone) != len(position.players) - 1:
        found.append(no("one_left", "H1", count=len(position.players) - len(gone)))
    if sum(player.eliminated for player in position.players) != len(gone):
        found.append(no("eliminations_differ", "H1", count=len(gone)))
    found += [no("colony_not_empty", "H1", player=player.name, count=player.colony) for player in gone if player.colony]
    return found


def score_position(position: Position) -> tuple[tuple[str, ...], Outcome]:
    """The names and the result."""
    players = position.players
    winner = position.verdict
    eliminated = [player.eliminated for player in players]
    stayed = {seat: player.out or len(players) for seat, player in enumerate(players)}
    if winner is None and len(players) == 2:
        winner = position.closing
        eliminated = [int(seat == winner) for seat in range(2)]
        stayed = {seat: 2 if seat == winner else 1 for seat in range(2)}
    sheet = scoring.sheet(eliminated, [0] * len(players))
    outcome = scoring.ranked(sheet, stayed, winner, position.verdict is not None)
    return tuple(player.name for player in players), outcome
