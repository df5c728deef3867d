"""N2 to N5: the final scoring, the score sheet and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tableside.core.moves import Text, text
from tableside.core.score import Ending, Line, Outcome, by_hand, told, totals
from tableside.core.tiebreak import Criterion, rank
from tableside.games.gaia_project.counts import final_count
from tableside.games.gaia_project.records import CATEGORIES, FINAL_POINTS, FINAL_TILES, SLUG
from tableside.games.gaia_project.refusal import cite
from tableside.games.gaia_project.rules.effects import change, score
from tableside.games.gaia_project.state import Player, State, Turn, spendable

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


RARE: dict[str, Callable[[State], bool]] = {
    "faction": lambda state: any(player.faction == "gleens" for player in state.players),
    "bid": lambda state: state.rules.auction != "none",
}
"""Rows that only some tables have: Gleens alone score by what they are, and points are bid at an auction."""


def tile_points(counts: Sequence[int], neutral: int | None, zero: bool) -> tuple[int, ...]:
    """N2: what each player gets for one final tile; tied players share their places, and every share divides."""
    field = [*counts, neutral] if neutral is not None else list(counts)
    points = []
    for count in counts:
        first = sum(1 for other in field if other > count)
        tied = sum(1 for other in field if other == count)
        points.append(sum(FINAL_POINTS[first : first + tied]) // tied if count or zero else 0)
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
        found.append(tile_points(counts, neutral, state.rules.zero_scores))
    return found


def score_game(turn: Turn) -> None:
    """N2 to N4: the final scoring."""
    state = turn.state
    tiles = final_points(state, state.players)
    for seat in range(len(state.players)):
        for tile, points in zip(state.finals, tiles):
            score(turn, seat, points[seat], "final_tiles", "N2", tile)
        score(turn, seat, research_points(state.players[seat].research), "research_end", "N3", "research")
        if state.rules.end_conversion:
            _convert_all(turn, seat)
        player = turn.state.players[seat]
        score(turn, seat, (player.credits + player.ore + player.knowledge) // 3, "resources_end", "N4", "resources")
        score(turn, seat, -player.bid, "bid", "B5", "bid")


def _convert_all(turn: Turn, seat: int) -> None:
    """Q10, the open engine's reading: burn all, power into credits, QIC into ore, before resources are counted."""
    player = turn.state.players[seat]
    stone = 1 if player.stone == 2 else 0
    burnt = (player.bowl2 + stone) // 2
    if burnt:
        plain = burnt - stone
        area = plain if player.faction == "itars" else 0
        change(turn, seat, "end", "Q10", bowl2=-2 * plain - stone, bowl3=plain, area=area, stone=stone)
    player = turn.state.players[seat]
    credits = spendable(player)
    if credits:
        # The engine moves half of Nevlas' tokens here; the credits are the full ones.
        tokens = (player.bowl3 + 1) // 2 if player.faction == "nevlas" and player.institute else player.bowl3
        moved = -2 if player.stone == 3 else 0
        more = min(30, player.credits + credits) - player.credits
        change(turn, seat, "end", "Q10", bowl3=-tokens, bowl1=tokens, stone=moved, credits=more)
    player = turn.state.players[seat]
    if player.qic:
        change(turn, seat, "end", "Q10", qic=-player.qic, ore=min(15, player.ore + player.qic) - player.ore)


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet: points by where they came from; after the end each final tile with its count and place."""
    found: list[Line] = []
    for seat, player in enumerate(state.players):
        for category, points in zip(CATEGORIES, player.tally):
            if category == "final_tiles" and state.phase == "over":
                found.extend(_final_lines(state, seat))
            elif points or category not in RARE or RARE[category](state):
                found.append(Line(seat, category, points, text(f"{SLUG}.score.{category}"), cite(RULE[category])))
        found.append(by_hand(seat, player.bonus))
    return tuple(found)


def _final_lines(state: State, seat: int) -> Iterator[Line]:
    """N2: a line for each final tile; the points are those that were given, whatever was set right since."""
    given = state.players[seat].tally[CATEGORIES.index("final_tiles")]
    earned = [points[seat] for points in final_points(state, state.players)]
    for number, tile in enumerate(state.finals):
        counts = [final_count(state, player, tile) for player in state.players]
        points = given - sum(earned[:number]) if number == len(state.finals) - 1 else earned[number]
        said = place_words(counts, FINAL_TILES[tile].neutral if len(counts) < 3 else None, seat)
        yield Line(seat, f"final.{tile}", points, text(f"{SLUG}.final.{tile}"), cite("N2"), said)


def place_words(counts: Sequence[int], neutral: int | None, seat: int) -> Text:
    """N2: how far a player came on a final track, and in which place."""
    field = [*counts, neutral] if neutral is not None else list(counts)
    place = 1 + sum(1 for other in field if other > counts[seat])
    tied = sum(1 for other in field if other == counts[seat])
    if tied > 1:
        return text(f"{SLUG}.score.final_detail_tied", n=counts[seat], place=place, tied=tied)
    return text(f"{SLUG}.score.final_detail", n=counts[seat], place=place)


def outcome(sheet: tuple[Line, ...], seats: int) -> Outcome:
    """N5: most points win; a tie is shared."""
    sums = totals(sheet, seats)
    ranks, trace = rank(range(seats), Criterion("score", text(f"{SLUG}.tie.score"), cite("N5"), dict(enumerate(sums))))
    ending = Ending.WON if len(ranks[0]) == 1 else Ending.SHARED
    return Outcome(sheet, ranks, ranks[0], trace, ending, told(ending, ranks[0]))
