"""Reads a BG Stats export (JSON) into plays; every play keeps its own id, so that it is taken over once only."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from models.plays import PlayContent
from tableside.core import codec, registry
from tableside.core.errors import Complaint
from tableside.core.log import clean
from tableside.core.moves import Cite, text
from tableside.core.score import Ending, Line, Outcome, told

PLAYS_MOST = 100_000
CITE = Cite("core", "sheet")


class BGStatsError(Complaint):
    """A file that is no export of BG Stats, or a play in it that makes no sense."""


def read_export(source: str | bytes) -> list[PlayContent]:
    """Every play of an export; CodecError or BGStatsError when it is none."""
    data = codec.parse(source)
    if not isinstance(data, dict) or not isinstance(data.get("plays"), list) or len(data["plays"]) > PLAYS_MOST:
        raise BGStatsError(text("models.no_bgstats"))
    games, people = _by_id(data.get("games")), _by_id(data.get("players"))
    places = _by_id(data.get("locations"))
    found = []
    for number, play in enumerate(data["plays"], 1):
        try:
            found.append(_play(play, games, people, places))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise BGStatsError(text("models.bgstats_play", n=number)) from None
    return found


def _by_id(listed: Any) -> dict[int, dict[str, Any]]:
    rows = listed if isinstance(listed, list) else []
    return {row["id"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), int)}


def _play(play: Any, games: Any, people: Any, places: Any) -> PlayContent:
    game, scores = games[play["gameRefId"]], play["playerScores"]
    names = tuple(clean(str(people[score["playerRefId"]]["name"])) for score in scores)
    points = [_points(score.get("score")) for score in scores]
    winners = tuple(seat for seat, score in enumerate(scores) if score.get("winner"))
    most = game.get("highestWins", True)
    order = sorted(
        range(len(names)),
        key=lambda seat: (seat not in winners, scores[seat].get("rank") or 0, -points[seat] if most else points[seat]),
    )
    ranks: list[tuple[int, ...]] = [winners] if winners else []
    ranks += [(seat,) for seat in order if seat not in winners]
    label = text("core.sheet.total")
    lines = tuple(Line(seat, "total", told, label, CITE) for seat, told in enumerate(points))
    ending = Ending.WON if len(winners) == 1 else Ending.SHARED if winners else Ending.ALL_LOSE
    ended = int(datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC).timestamp() * 1000)
    minutes = int(play.get("durationMin") or 0)
    known = {info.bgg: slug for slug, info in registry.infos().items() if info.bgg is not None}
    slug = known.get(game.get("bggId") or -1, "")
    if not names or not all(names) or not 0 <= minutes <= 60 * 24 * 30:
        raise ValueError
    return PlayContent(
        slug,
        "" if slug else clean(str(game["name"])),
        names,
        Outcome(lines, tuple(ranks), winners, (), ending, told(ending, winners)),
        sides=tuple(clean(str(score.get("role") or "")) for score in scores) if not slug else (),
        created=ended - minutes * 60_000,
        touched=ended,
        place=clean(str(places.get(play.get("locationRefId"), {}).get("name", ""))),
        source=f"bgstats:{clean(str(play['uuid']), 64)}",
    )


def _points(score: Any) -> int:
    """A score as it was typed: a number, or a sum such as 12+5."""
    total = 0
    for part in str(score or "0").replace(" ", "").replace("-", "+-").split("+"):
        total += round(float(part or 0))
    return total
