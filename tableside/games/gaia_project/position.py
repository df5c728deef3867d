"""The end of a game typed in: what is on the boards, and what it scores."""

from __future__ import annotations

from dataclasses import dataclass, field

from tableside.core import seen
from tableside.core.moves import Cite, text
from tableside.core.ruling import Illegal
from tableside.core.score import Line, Outcome
from tableside.games.gaia_project.content import CAPS, FACTIONS, FINAL_TILES, LAST_LEVEL, SLUG, TRACKS
from tableside.games.gaia_project.desk import no
from tableside.games.gaia_project.scoring import outcome_of, research_points, tile_points

MOST = {"structure": 19, "structureFed": 19, "planetType": 10, "gaia": 19, "sector": 10, "satellite": 31}
"""The farthest one can come on each final track."""


@dataclass(frozen=True, slots=True)
class Final:
    """One player at the end."""

    name: str = field(metadata={"about": "the player's name"})
    faction: str = field(metadata={"about": "the faction's id, such as hadsch-hallas", "photo": seen.cards("factions")})
    points: int = field(metadata={"about": "points on the track before the final scoring", "minimum": 0})
    research: tuple[int, int, int, int, int, int] = field(
        metadata={"about": "levels: terraforming, navigation, artificial intelligence, Gaia project, economy, science"}
    )
    counts: tuple[int, int] = field(metadata={"about": "places on the two final tracks"})
    credits: int = field(default=0, metadata={"about": "credits left", "minimum": 0, "maximum": 30})
    ore: int = field(default=0, metadata={"about": "ore left", "minimum": 0, "maximum": 15})
    knowledge: int = field(default=0, metadata={"about": "knowledge left", "minimum": 0, "maximum": 15})
    bonus: int = field(default=0, metadata={"about": "points the players agreed on by hand"})


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game: the two final tiles and every player."""

    finals: tuple[str, str] = field(
        metadata={"about": "ids of the two final scoring tiles", "photo": seen.cards("finals", prefix="final:")}
    )
    players: tuple[Final, ...] = field(metadata={"about": "two to four players in seating order"})
    ties: str = field(default="down", metadata={"about": "uneven shares of tied places: down or up"})
    zero_scores: bool = field(default=False, metadata={"about": "whether a count of 0 takes part on a final tile"})


def example() -> Position:
    """A valid final position."""
    return Position(
        finals=("structure", "satellite"),
        players=(
            Final("Anna", "terrans", 92, (1, 5, 1, 4, 0, 0), (12, 9), 4, 1, 4),
            Final("Béla", "nevlas", 88, (2, 0, 3, 0, 2, 5), (10, 9), 0, 3, 2),
            Final("Cili", "xenos", 75, (3, 1, 4, 0, 1, 0), (14, 5), 7, 0, 1),
        ),
    )


def audit_position(position: Position) -> tuple[Illegal, ...]:
    """Every reason why this cannot be the end of a game."""
    found: list[Illegal] = []
    players = position.players
    if not 2 <= len(players) <= 4:
        found.append(no("position.seats", "A1", 2))
    if len(set(position.finals)) != 2 or any(tile not in FINAL_TILES for tile in position.finals):
        found.append(no("finals_number", "B4", 5))
    if position.ties not in ("down", "up"):
        found.append(no("position.ties", "Q9"))
    boards: dict[int, int] = {}
    for seat, player in enumerate(players):
        found.extend(_player(position, seat + 1, player))
        if player.faction in FACTIONS:
            board = FACTIONS[player.faction].board
            if board in boards:
                found.append(no("audit.same_board", "B5", 6, a=boards[board], b=seat + 1))
            boards[board] = seat + 1
    for place, track in enumerate(TRACKS):
        if sum(1 for player in players if player.research[place] == LAST_LEVEL) > 1:
            found.append(no("audit.two_on_top", "J3", 15, track=text(f"{SLUG}.track.{track}")))
    return tuple(found)


def _player(position: Position, n: int, player: Final) -> list[Illegal]:
    found = []
    if player.faction not in FACTIONS:
        found.append(no("position.faction", "B5", 6, seat=n, faction=player.faction))
    if player.points < 0:
        found.append(no("audit.points", "M3", 17, seat=n))
    if any(not 0 <= level <= LAST_LEVEL for level in player.research):
        found.append(no("audit.level", "J1", 15, seat=n))
    for name, cap in CAPS.items():
        if not 0 <= getattr(player, name) <= cap:
            found.append(no("audit.cap", "A3", 10, seat=n, unit=text(f"{SLUG}.unit.{name[0]}"), cap=cap))
    for tile, count in zip(position.finals, player.counts):
        if not 0 <= count <= MOST.get(tile, 40):
            found.append(no("position.count", "N2", 18, seat=n, count=count))
    return found


def score_position(position: Position) -> tuple[tuple[str, ...], Outcome]:
    """Names and result."""
    players = position.players
    tiles = []
    for number, tile in enumerate(position.finals):
        neutral = FINAL_TILES[tile].neutral if len(players) < 3 else None
        counts = [player.counts[number] for player in players]
        tiles.append(tile_points(counts, neutral, position.ties, position.zero_scores))
    sheet = []
    for seat, player in enumerate(players):
        rows = [("track", player.points, "N5")]
        rows += [(f"final.{tile}", points[seat], "N2") for tile, points in zip(position.finals, tiles)]
        rows.append(("research_end", research_points(player.research), "N3"))
        rows.append(("resources_end", (player.credits + player.ore + player.knowledge) // 3, "N4"))
        for key, points_, rule in rows:
            label = text(f"{SLUG}.{key}") if key.startswith("final.") else text(f"{SLUG}.score.{key}")
            sheet.append(Line(seat, key, points_, label, Cite(SLUG, rule, 18)))
        sheet.append(Line(seat, "manual", player.bonus, text("core.manual_points"), Cite("core", "adjust")))
    return tuple(player.name for player in players), outcome_of(tuple(sheet), len(players))
