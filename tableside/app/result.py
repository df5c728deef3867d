"""A result without Kivy: score sheet, ranks, and exports as CSV, JSON and a BG Stats play."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from models.plays import PlayContent
from models.store import OpenSession, Seated
from tableside.app.csv_export import written
from tableside.app.move_builder import MoveBuilder
from tableside.app.open_table import letters
from tableside.app.player_stats import side
from tableside.app.seating import colours
from tableside.core import registry
from tableside.core.moves import Cite, Text
from tableside.core.score import Line, Outcome, Tiebreak, as_json, totals
from tableside.language import language


@dataclass(frozen=True, slots=True)
class Result:
    """Everything a score screen shows."""

    slug: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    letters: tuple[str, ...]
    lines: tuple[Line, ...]
    outcome: Outcome | None
    curve: tuple[tuple[int, tuple[int, ...]], ...] = ()
    session: str = ""
    sides: tuple[str, ...] = ()
    """Each seat's faction, mat or deck in English, or nothing."""
    title: str = ""
    """What a game is called that is known by its score sheet only."""

    def called(self, code: str) -> str:
        """The game's title in a language."""
        return str(registry.infos()[self.slug].title[code]) if self.slug in registry.infos() else self.title

    @property
    def totals(self) -> tuple[int, ...]:
        return totals(self.lines, len(self.names))

    def categories(self) -> list[tuple[str, Text, Cite]]:
        """The rows of the sheet, in the order the game names them."""
        found: dict[str, tuple[str, Text, Cite]] = {}
        for line in self.lines:
            found.setdefault(line.key, (line.key, line.label, line.cite))
        return list(found.values())

    def points(self, seat: int, key: str) -> int:
        """One cell of the sheet."""
        return sum(line.points for line in self.lines if line.seat == seat and line.key == key)

    def rank(self, seat: int) -> int:
        """A seat's place, counted from 1; level seats share one."""
        if self.outcome is not None and self.outcome.ranks:
            place = 1
            for group in self.outcome.ranks:
                if seat in group:
                    return place
                place += len(group)
        better = sum(total > self.totals[seat] for total in self.totals)
        return better + 1


def of_session(play: MoveBuilder) -> Result:
    """The result of a session, finished or not."""
    outcome = play.table.outcome()
    lines = outcome.lines if outcome is not None else play.table.score()
    return Result(
        play.game.slug,
        play.session.names,
        play.colours,
        play.letters,
        lines,
        outcome,
        tuple(play.curve()),
        play.session.id,
        tuple(_side(play, seat) for seat in range(play.table.seats)),
    )


def of_play(content: PlayContent) -> Result:
    """The result of a play that was scored without being tracked."""
    hues = colours([Seated(name, hue) for name, hue in zip(content.names, content.colours)])
    names, lines = content.names, content.outcome.lines
    return Result(
        content.game,
        names,
        hues,
        letters(names),
        lines,
        content.outcome,
        sides=content.sides,
        title=content.title,
    )


def _side(play: MoveBuilder, seat: int) -> str:
    words = side(play.table, seat)[1]
    return language("en").say(words) if words is not None else ""


def decides(step: Tiebreak) -> bool:
    """Whether this tiebreak parted anybody."""
    return len(step.left) < len(step.values)


def as_csv(result: Result, say: Any) -> str:
    """The sheet for a spreadsheet: a row per category, a column per player."""
    seats = range(len(result.names))
    return written(
        [
            ("", *result.names),
            *((say(label), *(result.points(seat, key) for seat in seats)) for key, label, _ in result.categories()),
            (say("score.total"), *result.totals),
            (say("score.rank"), *(result.rank(seat) for seat in seats)),
        ]
    )


def to_json(result: Result, say: Any) -> str:
    """The result as the command line prints it; of an unfinished game, the sheet as it stands."""
    if result.outcome is not None:
        data = as_json(result.slug or result.title, result.outcome, result.names, say)
    else:
        data = {
            "game": result.slug,
            "players": [
                {"seat": seat, "name": name, "total": result.totals[seat]} for seat, name in enumerate(result.names)
            ],
        }
    return json.dumps(data, ensure_ascii=False, indent=1)


BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="


def as_play(result: Result, title: str, created: int, touched: int, session: str) -> dict[str, Any]:
    """The play in the format BG Stats imports: when it ended in universal time, numbers as numbers, all signs given."""
    ended = datetime.fromtimestamp(touched / 1000, UTC)
    winners = result.outcome.winners if result.outcome is not None else ()
    fewest = bool(winners) and result.totals[winners[0]] < max(result.totals)
    source = result.slug or title
    game: dict[str, Any] = {"name": title, "sourceGameId": source, "highestWins": not fewest, "noPoints": False}
    bgg = registry.infos()[result.slug].bgg if result.slug in registry.infos() else None
    if bgg is not None:
        # By its number at BoardGameGeek, BG Stats knows a game for certain.
        game["bggId"] = bgg
    play: dict[str, Any] = {
        "sourceName": "Tableside",
        "sourcePlayId": session,
        "playDate": ended.strftime("%Y-%m-%d %H:%M:%S"),
    }
    if touched > created:
        play["durationMin"] = max(1, round((touched - created) / 60_000))
    play["game"] = game
    play["players"] = [
        {
            "name": name,
            "sourcePlayerId": name,
            "startPlayer": seat == 0,
            "winner": seat in winners,
            "score": result.totals[seat],
            "rank": result.rank(seat),
            **({"role": result.sides[seat]} if seat < len(result.sides) and result.sides[seat] else {}),
        }
        for seat, name in enumerate(result.names)
    ]
    return play


def bgstats_link(play: dict[str, Any]) -> str:
    """The address that opens BG Stats with this play, to be confirmed there."""
    return BGSTATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def open_result(session: OpenSession) -> Result:
    """The result of an opened session."""
    return of_session(MoveBuilder(session))
