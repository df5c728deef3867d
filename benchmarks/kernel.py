"""The kernel's and the store's figures on the sample game: `python -m benchmarks.kernel` prints one JSON object."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("TABLESIDE_GAMES", "tests.sample_games")

from models.store import Seated, Store
from tableside.core import codec, log_text, registry
from tableside.core.moves import move
from tableside.core.table import Table

SECONDS = 1.0


def rate(work: Callable[[], int]) -> float:
    """How many a second."""
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        done += work()
    return round(done / (time.perf_counter() - begun), 1)


def milliseconds(work: Callable[[], Any], times: int = 15) -> float:
    """The median of several tries."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append((time.perf_counter() - begun) * 1000)
    return round(median(spent), 2)


def played(moves: int) -> Table:
    """A table with so many entries."""
    chance = random.Random(1)
    table = Table(registry.find("kavicsok"), {}, 4, automatic=False)
    while len(table.log.entries) < moves:
        if not table.to_act():
            table.undo(to=0)
            continue
        (seat,) = table.to_act()
        table.confirm(table.game.sample(table.state, seat, chance.randrange))
    return table


def saved(store: Store, entries: int) -> str:
    """A saved session of so many entries."""
    chance = random.Random(2)
    session = store.begin(registry.find("kavicsok"), {}, [Seated(str(n)) for n in range(4)])
    table = session.table
    while len(table.log.entries) < entries:
        if not table.to_act():
            table.undo(to=table.log.past[len(table.log.past) // 2].version)
            continue
        (seat,) = table.to_act()
        table.confirm(table.game.sample(table.state, seat, chance.randrange))
    return session.id


def start_up() -> float:
    """`tableside games` from the shell, the best of five, in seconds."""
    command = [str(Path(sys.executable).with_name("tableside")), "games"]
    environment = {**os.environ, "TABLESIDE_GAMES": ""}
    spent = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=environment)
        spent.append(time.perf_counter() - begun)
    return round(min(spent), 3)


def main() -> None:
    game = registry.find("kavicsok")
    table = played(200)
    state = game.setup(game.info.settle({}), 4)
    wanted = move(None, "roll", value=3)
    ruling = game.judge(state, wanted)
    assert ruling.legal
    log = log_text.write(table)
    lines = log_text.replay(log, registry.find).lines

    def applied() -> int:
        for happened in ruling.events:
            game.apply(state, happened)
        return 1

    figures: dict[str, Any] = {
        "judged_per_second": rate(lambda: int(bool(game.judge(state, wanted).legal))),
        "applied_per_second": rate(applied),
        "replayed_per_second": rate(lambda: log_text.replay(log, registry.find).lines),
        "log_lines": lines,
        "state_to_json_and_back_per_second": rate(
            lambda: int(codec.decode(game.state_type, codec.encode(state)) == state)
        ),
        "start_up_seconds": start_up(),
    }
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/bench.db")
        ids = {entries: saved(store, entries) for entries in (10, 100, 1000)}
        figures["open_1000_entries_ms"] = milliseconds(lambda: store.open_session(ids[1000]), 5)
        for entries, id in ids.items():
            spent = []
            for _ in range(5):
                opened = store.open_session(id)
                begun = time.perf_counter()
                opened.table.undo()
                spent.append((time.perf_counter() - begun) * 1000)
            figures[f"undo_at_{entries}_entries_ms"] = round(median(spent), 2)
        session = store.begin(game, {}, [Seated(str(n)) for n in range(4)])

        def confirmed() -> None:
            session.table.confirm(wanted)
            session.table.undo()

        figures["confirm_and_undo_saved_ms"] = milliseconds(confirmed)
        store.close()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
