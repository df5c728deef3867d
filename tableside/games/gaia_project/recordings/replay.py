"""Recorded games read from files: each line is judged like any other move and compared with its snapshot."""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tableside.core.errors import complaint
from tableside.core.game import Game
from tableside.core.moves import text
from tableside.games.gaia_project.recordings.lines import Record, RecordError
from tableside.games.gaia_project.recordings.snapshots import Replayer
from tableside.games.gaia_project.state import State

GAME_MOST = 16 * 1024 * 1024
"""Letters of one recorded game; known ones take a hundredth of that."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay first parts from its record."""

    game: str
    line: int
    move: str
    what: str

    def as_json(self) -> dict[str, Any]:
        return {"game": self.game, "line": self.line, "move": self.move, "difference": self.what}


@dataclass(slots=True)
class Report:
    """How a replay of records came out."""

    games: int = 0
    lines: int = 0
    exact_games: int = 0
    first_differences: list[Difference] = field(default_factory=list)
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """What the command line prints."""
        rate = round(self.lines / self.seconds, 1) if self.seconds else 0.0
        return {
            "games": self.games,
            "lines": self.lines,
            "exact_games": self.exact_games,
            "first_differences": [difference.as_json() for difference in self.first_differences],
            "lines_per_second": rate,
        }


# -- files -------------------------------------------------------------------------------------


def read_records(path: Path) -> Iterator[Record]:
    """The games of a .json, .jsonl or .jsonl.xz file."""
    try:
        with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as stream:
            if path.suffix == ".json":
                yield _game(json.loads(_bounded(stream.read(GAME_MOST + 1), path)), path)
                return
            while line := stream.readline(GAME_MOST + 1):
                if _bounded(line, path).strip():
                    yield _game(json.loads(line), path)
    except (OSError, lzma.LZMAError, EOFError, UnicodeDecodeError, ValueError, RecursionError) as error:
        if isinstance(error, RecordError):
            raise
        problem = complaint(error) if isinstance(error, OSError) else text("gaia_project.bad.file")
        raise RecordError(text("core.bad.at", place=path.name, problem=problem)) from None


def _bounded(words: str, path: Path) -> str:
    """The words of one game, when they are not more than any game takes."""
    if len(words) > GAME_MOST:
        raise RecordError(text("core.bad.at", place=path.name, problem=text("gaia_project.bad.large")))
    return words


def _game(data: Any, path: Path) -> Record:
    if not isinstance(data, dict) or not {"players", "setup", "hexes", "factions", "moves", "snaps"} <= set(data):
        raise RecordError(text("core.bad.at", place=path.name, problem=text("gaia_project.bad.file")))
    return data


def replay_record(game: Game[State], record: Record, report: Report) -> Difference | None:
    """One game through the judge, line by line."""
    name = str(record.get("id", "?"))
    moves, snaps = record["moves"], record["snaps"]
    number, words = 0, ""
    try:
        replayer = Replayer(record, game)
        for number, words in enumerate(moves):
            problem = replayer.line(words)
            if problem is not None:
                return Difference(name, number, words, f"refused: {problem.reason.key} {dict(problem.reason.args)}")
            report.lines += 1
            different = replayer.compare(snaps[number])
            if different is not None:
                return Difference(name, number, words, different)
        different = replayer.compare_final()
    except (RecordError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as error:
        return Difference(name, number, words, f"unreadable: {type(error).__name__}: {error}")
    return Difference(name, number, words, different) if different is not None else None


def replay(game: Game[State], paths: Iterable[str | Path]) -> Report:
    """All games of these files."""
    report = Report()
    for path in paths:
        for record in read_records(Path(path)):
            report.games += 1
            started = time.perf_counter()
            difference = replay_record(game, record, report)
            report.seconds += time.perf_counter() - started
            if difference is None:
                report.exact_games += 1
            else:
                report.first_differences.append(difference)
    return report
