"""The end of a game typed in: what is on the boards, and what it scores."""

from __future__ import annotations

from dataclasses import dataclass, field

from tableside.core import photo_fields
from tableside.core.moves import Text, text
from tableside.core.ruling import Illegal
from tableside.core.score import Line, Outcome, by_hand
from tableside.games.gaia_project.records import CAPS, FACTIONS, FINAL_TILES, LAST_LEVEL, SLUG, TRACKS
from tableside.games.gaia_project.refusal import cite, no
from tableside.games.gaia_project.scoring import outcome, place_words, research_points, tile_points

MOST = {"structure": 19, "structureFed": 19, "planetType": 9, "gaia": 18, "sector": 10, "satellite": 25}
"""P6: the farthest one can come on each final track; no transdim planet is ever colonised."""
STATIONS = 6
"""O8: Ivits' space stations count as satellites."""
SMALL_SECTORS = 7


def most_on(tile: str, seats: int, faction: str) -> int:
    """P6: the farthest this faction can come on a final track with so many players."""
    if tile == "sector" and seats < 3:
        return SMALL_SECTORS
    return MOST[tile] + (STATIONS if tile == "satellite" and faction == "ivits" else 0)


WITHIN = (("structureFed", "structure"), ("planetType", "structure"), ("gaia", "structure"), ("sector", "structure"))
"""P6: what cannot be more than what it is counted on."""


@dataclass(frozen=True, slots=True)
class Final:
    """One player at the end."""

    name: str = field(metadata={"about": "the player's name"})
    faction: str = field(
        metadata={
            "about": "the faction's id, such as hadsch-hallas",
            "photo": photo_fields.cards("factions", shape="board"),
        }
    )
    points: int = field(metadata={"about": "points on the track before the final scoring", "minimum": 0})
    research: tuple[int, int, int, int, int, int] = field(
        metadata={
            "about": "levels: terraforming, navigation, artificial intelligence, Gaia project, economy, science",
            "minimum": 0,
            "maximum": LAST_LEVEL,
            "worth": 3,
        }
    )
    counts: tuple[int, int] = field(
        metadata={"about": "places on the two final tracks", "minimum": 0, "maximum": MOST["satellite"] + STATIONS}
    )
    credits: int = field(default=0, metadata={"about": "credits left", "minimum": 0, "maximum": 30})
    ore: int = field(default=0, metadata={"about": "ore left", "minimum": 0, "maximum": 15})
    knowledge: int = field(default=0, metadata={"about": "knowledge left", "minimum": 0, "maximum": 15})
    bonus: int = field(default=0, metadata={"about": "points the players agreed on by hand"})


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game: the two final tiles and every player."""

    finals: tuple[str, str] = field(
        metadata={"about": "ids of the two final scoring tiles", "photo": photo_fields.cards("finals", prefix="final:")}
    )
    players: tuple[Final, ...] = field(metadata={"about": "two to four players in seating order"})
    zero_scores: bool = field(default=True, metadata={"about": "whether a count of 0 takes part on a final tile"})


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
        found.append(no("position.seats", "A1"))
    if len(set(position.finals)) != 2 or any(tile not in FINAL_TILES for tile in position.finals):
        found.append(no("finals_number", "B4"))
    boards: dict[int, int] = {}
    for seat, player in enumerate(players):
        found.extend(_player(position, seat + 1, player))
        if player.faction in FACTIONS:
            board = FACTIONS[player.faction].board
            if board in boards:
                found.append(no("audit.same_board", "B5", a=boards[board], b=seat + 1))
            boards[board] = seat + 1
    for place, track in enumerate(TRACKS):
        if sum(1 for player in players if player.research[place] == LAST_LEVEL) > 1:
            found.append(no("audit.two_on_top", "J3", track=text(f"{SLUG}.track.{track}")))
    return tuple(found)


def _player(position: Position, n: int, player: Final) -> list[Illegal]:
    found = []
    if player.faction not in FACTIONS:
        found.append(no("position.faction", "B5", seat=n, faction=player.faction))
    if player.points < 0:
        found.append(no("audit.points", "M3", seat=n))
    if any(not 0 <= level <= LAST_LEVEL for level in player.research):
        found.append(no("audit.level", "J1", seat=n))
    for name, cap in CAPS.items():
        if not 0 <= getattr(player, name) <= cap:
            found.append(no("audit.cap", "A3", seat=n, unit=text(f"{SLUG}.unit.{name[0]}"), cap=cap))
    counts = {tile: count for tile, count in zip(position.finals, player.counts) if tile in FINAL_TILES}
    for tile, count in zip(position.finals, player.counts):
        if tile not in FINAL_TILES:
            continue
        most, least = most_on(tile, len(position.players), player.faction), 1 if tile in ALWAYS else 0
        if not least <= count <= most:
            tile_said = text(f"{SLUG}.final.{tile}")
            found.append(no("position.count", "N2", seat=n, tile=tile_said, count=count, least=least, most=most))
    for part, whole in WITHIN:
        if part in counts and whole in counts and counts[part] > counts[whole]:
            said = {"part": text(f"{SLUG}.final.{part}"), "whole": text(f"{SLUG}.final.{whole}")}
            found.append(no("position.within", "N2", seat=n, **said))
    if player.faction in FACTIONS and FACTIONS[player.faction].track:
        track = FACTIONS[player.faction].track
        if player.research[TRACKS.index(track)] < 1:
            found.append(no("position.start_level", "B6", seat=n, track=text(f"{SLUG}.track.{track}")))
    return found


ALWAYS = ("structure", "planetType", "sector")
"""What everybody has some of: the first structures are never taken away."""


def score_position(position: Position) -> tuple[tuple[str, ...], Outcome]:
    """Names and result."""
    players = position.players
    tiles = []
    places: dict[str, list[Text]] = {}
    for number, tile in enumerate(position.finals):
        neutral = FINAL_TILES[tile].neutral if len(players) < 3 else None
        counts = [player.counts[number] for player in players]
        tiles.append(tile_points(counts, neutral, position.zero_scores))
        places[tile] = [place_words(counts, neutral, seat) for seat in range(len(players))]
    sheet = []
    for seat, player in enumerate(players):
        rows = [("track", player.points, "N5")]
        rows += [(f"final.{tile}", points[seat], "N2") for tile, points in zip(position.finals, tiles)]
        rows.append(("research_end", research_points(player.research), "N3"))
        rows.append(("resources_end", (player.credits + player.ore + player.knowledge) // 3, "N4"))
        for key, points_, rule in rows:
            tile = key.removeprefix("final.")
            label = text(f"{SLUG}.{key}") if tile != key else text(f"{SLUG}.score.{key}")
            said = places[tile][seat] if tile != key else None
            sheet.append(Line(seat, key, points_, label, cite(rule), said))
        sheet.append(by_hand(seat, player.bonus))
    return tuple(player.name for player in players), outcome(tuple(sheet), len(players))
