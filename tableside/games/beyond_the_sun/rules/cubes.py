"""Cubes and discs (G, I): twenty cubes that turn between supply, population, technologies and ships."""

from __future__ import annotations

from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.facts import Facts, facts_of
from tableside.games.beyond_the_sun.state import Player, Turn

STAR = "star"
"""An achievement disc that stands in for a food or ore disc."""


def leftmost(player: Player) -> int | None:
    """The leftmost column with a supply cube (G1)."""
    return next((column for column, n in enumerate(player.supply) if n), None)


def gap(facts: Facts, player: Player) -> int:
    """Where the next returned cube goes: the rightmost column with a gap, else A, which grows without limit (G1)."""
    heights = facts.columns(player.mat)
    for column in range(len(heights) - 1, 0, -1):
        if player.supply[column] < heights[column]:
            return column
    return 0


def take_supply(turn: Turn, seat: int, target: str, rule: str) -> bool:
    """The leftmost supply cube goes there, food discs or not (G2); False when there is none."""
    column = leftmost(turn.state.players[seat])
    if column is None:
        return False
    turn.do(changes.cube, rule, seat=seat, origin=f"supply:{column}", target=target)
    return True


def give_back(turn: Turn, seat: int, origin: str, rule: str) -> None:
    """A cube turns to supply and goes back from the right (G1, G3)."""
    column = gap(facts_of(turn.catalog), turn.state.players[seat])
    turn.do(changes.cube, rule, seat, origin, f"supply:{column}")


def use_cube(turn: Turn, seat: int, source: str, target: str, rule: str) -> bool:
    """One cube of the kind asked for goes there; population stands in for exhausted supply (G2)."""
    if source == "supply" and take_supply(turn, seat, target, rule):
        return True
    if turn.state.players[seat].population == 0:
        return False
    turn.do(changes.cube, rule, seat=seat, origin="population", target=target)
    return True


def on_track(player: Player, track: str) -> int:
    """Discs left on a production track."""
    return player.food if track == "food" else player.ore_discs


def fitting(player: Player, tracks: tuple[str, ...]) -> tuple[str, ...]:
    """Which discs may be placed: of a fitting track that has any, else an achievement disc (K6, L5, I1)."""
    left = tuple(track for track in ("food", "ore") if track in tracks and on_track(player, track))
    return left or (STAR,)


def place_disc(turn: Turn, seat: int, disc: str, target: str, rule: str) -> None:
    """The leftmost disc of its track, or a substitute from beside the mat, goes there."""
    turn.do(changes.disc, rule, seat=seat, disc=disc, origin="beside" if disc == STAR else "track", target=target)


def food_columns(facts: Facts, player: Player) -> tuple[int, ...]:
    """The columns above the uncovered icons of the food track (E1)."""
    track = facts.mat(player.mat).food or ()
    return tuple(ord(letter) - ord("A") for letter in track[: len(track) - player.food] if letter)


def ore_icons(facts: Facts, player: Player) -> int:
    """The uncovered icons of the ore track (E2)."""
    track = facts.mat(player.mat).ore or ()
    return sum(track[: len(track) - player.ore_discs])
