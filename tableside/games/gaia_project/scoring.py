"""N2 to N5: the final scoring, the score sheet and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tableside.core.moves import Cite, text
from tableside.core.score import Ending, Line, Outcome, totals
from tableside.core.tiebreak import Criterion, rank
from tableside.games.gaia_project.content import CATEGORIES, FINAL_POINTS, FINAL_TILES, SLUG
from tableside.games.gaia_project.rules.counts import final_count
from tableside.games.gaia_project.state import Player, State, spendable

if TYPE_CHECKING:
    from tableside.games.gaia_project.desk import Desk

RULE = {
    "start": "B6",
    "boosters": "L1",
    "round_tiles": "E3",
    "standard_tech": "P1",
    "advanced_tech": "P2",
    "federations": "P5",
    "qic_actions": "K1",
    "leech_cost": "M2",
    "track_gaia5": "J4",
    "faction": "O4",
    "final_tiles": "N2",
    "research_end": "N3",
    "resources_end": "N4",
    "bid": "B5",
}


def tile_points(counts: Sequence[int], neutral: int | None, ties: str, zero: bool) -> tuple[int, ...]:
    """N2: what each player gets for one final tile; tied players share the places they hold."""
    field = [*counts, neutral] if neutral is not None else list(counts)
    points = []
    for count in counts:
        first = sum(1 for other in field if other > count)
        tied = sum(1 for other in field if other == count)
        share = sum(FINAL_POINTS[first : first + tied])
        got = -(-share // tied) if ties == "up" else share // tied
        points.append(got if count or zero else 0)
    return tuple(points)


def research_points(research: Sequence[int]) -> int:
    """N3: four points for each of the levels 3, 4 and 5 reached."""
    return sum(4 * max(0, level - 2) for level in research)


def final_points(state: State, players: Sequence[Player]) -> list[tuple[int, ...]]:
    """N2: for each final tile what each player gets."""
    found = []
    for tile in state.finals:
        counts = [final_count(state, player, tile) for player in players]
        neutral = FINAL_TILES[tile].neutral if len(players) < 3 else None
        found.append(tile_points(counts, neutral, state.rules.ties, state.rules.zero_scores))
    return found


def score_game(desk: Desk) -> None:
    """N2 to N4: the final scoring."""
    state = desk.state
    tiles = final_points(state, state.players)
    for seat in range(len(state.players)):
        for tile, points in zip(state.finals, tiles):
            desk.score(seat, points[seat], "final_tiles", "N2", tile)
        desk.score(seat, research_points(state.players[seat].research), "research_end", "N3", "research")
        if state.rules.end_conversion:
            _convert_all(desk, seat)
        player = desk.state.players[seat]
        desk.score(seat, (player.credits + player.ore + player.knowledge) // 3, "resources_end", "N4", "resources")
        desk.score(seat, -player.bid, "bid", "B5", "bid")


def _convert_all(desk: Desk, seat: int) -> None:
    """Q10, the open engine's reading: burn all, power into credits, QIC into ore, before resources are counted."""
    player = desk.state.players[seat]
    stone = 1 if player.stone == 2 else 0
    burnt = (player.bowl2 + stone) // 2
    if burnt:
        plain = burnt - stone
        area = plain if player.faction == "itars" else 0
        desk.change(seat, "end", "Q10", bowl2=-2 * plain - stone, bowl3=plain, area=area, stone=stone)
    player = desk.state.players[seat]
    credits = spendable(player)
    if credits:
        # The engine moves half of Nevlas' tokens here; the credits are the full ones.
        tokens = (player.bowl3 + 1) // 2 if player.faction == "nevlas" and player.institute else player.bowl3
        moved = -2 if player.stone == 3 else 0
        more = min(30, player.credits + credits) - player.credits
        desk.change(seat, "end", "Q10", bowl3=-tokens, bowl1=tokens, stone=moved, credits=more)
    player = desk.state.players[seat]
    if player.qic:
        desk.change(seat, "end", "Q10", qic=-player.qic, ore=min(15, player.ore + player.qic) - player.ore)


def lines(players: Sequence[Player]) -> tuple[Line, ...]:
    """The score sheet: points by where they came from."""
    found = []
    for seat, player in enumerate(players):
        for category, points in zip(CATEGORIES, player.tally):
            cite = Cite(SLUG, RULE[category])
            found.append(Line(seat, category, points, text(f"{SLUG}.score.{category}"), cite))
        manual = Cite("core", "adjust")
        found.append(Line(seat, "manual", player.bonus, text("core.manual_points"), manual))
    return tuple(found)


def outcome_of(sheet: tuple[Line, ...], seats: int) -> Outcome:
    """N5: most points win; a tie is shared."""
    sums = totals(sheet, seats)
    ranks, trace = rank(
        range(seats), Criterion("score", text(f"{SLUG}.tie.score"), Cite(SLUG, "N5", 18), dict(enumerate(sums)))
    )
    ending = Ending.WON if len(ranks[0]) == 1 else Ending.SHARED
    return Outcome(sheet, ranks, ranks[0], trace, ending, text(f"core.ending.{ending}"))
