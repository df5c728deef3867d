"""Gaia Project in figures: `python -m benchmarks.gaia [FILE...]`; JSON on the last line.

Records are replayed and moves listed; without files the games that ship with the tests are used. Lines per second are
of the whole replay: every line through the judge, every snapshot compared. Listing is the time to list all legal moves
of the seat to act, federations included, after every line, with the cache of federations emptied each time.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.gaia_project import GAME, federation
from tableside.games.gaia_project.recordings.replay import read_records, replay
from tableside.games.gaia_project.recordings.snapshots import Replayer

OWN = Path(__file__).parents[1] / "tests/games/gaia_project/generated_games.jsonl.xz"


def percentiles(spent: list[float]) -> dict[str, float]:
    """Milliseconds at some percentiles."""
    spent = sorted(spent)
    marks = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}
    found = {name: round(1000 * spent[min(len(spent) - 1, int(len(spent) * mark))], 3) for name, mark in marks.items()}
    return {**found, "max": round(1000 * spent[-1], 3)}


def listing(paths: list[Path], every: int) -> dict[str, Any]:
    """How long it takes to list all legal moves."""
    wall: list[float] = []
    processor: list[float] = []
    most = 0
    for path in paths:
        for number, record in enumerate(read_records(path)):
            if number % every:
                continue
            replayer = Replayer(record, GAME)
            for words in record["moves"]:
                if replayer.line(words) is not None:
                    break
                for seat in GAME.to_act(replayer.state):
                    federation._proposals.cache_clear()
                    unasked = GAME.with_catalog(GAME.catalog)
                    begun, busy = time.perf_counter(), time.process_time()
                    offered = sum(1 for _ in unasked.moves(replayer.state, seat))
                    wall.append(time.perf_counter() - begun)
                    processor.append(time.process_time() - busy)
                    most = max(most, offered)
    return {
        "positions": len(wall),
        "most_moves": most,
        "milliseconds": percentiles(wall),
        "processor_milliseconds": percentiles(processor),
    }


class Laid(Replayer):
    """A replay that asks for every federation as a table would, before it is laid."""

    offered = entered = refused = 0

    def play(self, wanted: Move) -> Illegal | None:
        if wanted.kind == "federation" and isinstance(GAME.judge(self.state, wanted), Legal):
            (asked,) = GAME.choices(self.state, Move(wanted.seat, wanted.kind))
            hexes = tuple(reversed(wanted["hexes"]))
            (tokens,) = GAME.choices(self.state, move(wanted.seat, wanted.kind, hexes=hexes))
            possible = {offer.value for offer in tokens.offers if offer.why_not is None}
            whole = set(hexes) <= {part.value for part in asked.parts} and wanted["token"] in possible
            Laid.offered += wanted["hexes"] in [offer.value for offer in asked.offers]
            Laid.entered += whole
            Laid.refused += not whole
        return super().play(wanted)


def federations(paths: list[Path]) -> dict[str, int]:
    """How many recorded federations are offered as they were laid, how many can be entered, and how many cannot."""
    for path in paths:
        for record in read_records(path):
            replayer = Laid(record, GAME)
            for words in record["moves"]:
                if replayer.line(words) is not None:
                    break
    return {"offered": Laid.offered, "entered": Laid.entered, "refused": Laid.refused}


def main() -> None:
    """All figures."""
    paths = [Path(name) for name in sys.argv[1:]] or [OWN]
    figures: dict[str, Any] = {}
    for path in paths:
        busy = time.process_time()
        report = replay(GAME, [path]).as_json()
        busy = time.process_time() - busy
        report["first_differences"] = len(report["first_differences"])
        figures[path.name] = {**report, "lines_per_processor_second_with_reading": round(report["lines"] / busy, 1)}
        print(path.name, figures[path.name])
    many = sum(figures[path.name]["games"] for path in paths)
    listed = listing(paths, max(1, many // 60))
    print("listing", listed)
    laid = federations(paths)
    print("federations", laid)
    print(json.dumps({"replay": figures, "listing": listed, "federations": laid}))


if __name__ == "__main__":
    main()
