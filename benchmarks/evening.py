"""An evening of many hours at speed: the app offscreen, game after game, with photos in between.

    python -m benchmarks.evening --moves 5000 --photos 500

Each line of JSON tells, after so many moves, what the process holds: megabytes, widgets, threads and open files. The
last line compares the end with the first games: `flat` says that nothing grows with the evening.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from benchmarks.app import GAMES, frame, opened, prepare, resident, scan_once, session_of
from tableside.app import routes

ROUND = 100
"""Moves after which a game is left for the next: an evening has long games and short ones."""


def held() -> dict[str, int]:
    """What this process holds once what can be let go is gone."""
    from kivy.uix.widget import Widget

    for _ in range(3):
        gc.collect()
        frame()
    # The app freezes what was there soon after its start, in one of its frames; what is frozen is not listed.
    gc.unfreeze()
    # A weak proxy would ask what it stands for, which may be gone.
    widgets = sum(issubclass(type(one), Widget) for one in gc.get_objects())
    files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    return {"resident_mb": resident(), "widgets": widgets, "threads": threading.active_count(), "open_files": files}


def step(page: Any, chance: random.Random) -> bool:
    """One touch of a player at the table; whether a move was confirmed."""
    play = page.play
    before = play.table.log.next_number
    if play.ready:
        page.confirm()
    elif play.can_undo and chance.random() < 0.03:
        page.undo()
    else:
        offers = [(choice.slot, one) for choice in play.choices for one in choice.offers if one.why_not is None]
        # What chance decides, and a list that is put together from many things, is left to the dice.
        if play.seat is None or not offers or chance.random() < 0.3:
            page.draw()
        else:
            slot, one = chance.choice(offers)
            page.choose(slot, one.value, one.label)
    frame()
    return bool(play.table.log.next_number > before)


def evening(moves: int, photos: int, every: int, games: tuple[str, ...] = GAMES) -> list[dict[str, Any]]:
    """Play so many moves and read so many photos; what is held after every so many moves."""
    app = opened()
    from tableside.app import tutorial_table

    frame(5)
    chance, photo = random.Random(34), tutorial_table.photo().read_bytes()
    told: list[dict[str, Any]] = []
    made = read = begun = touches = 0
    left = 0
    started = time.monotonic()
    while made < moves:
        page = app.page
        if type(page).__name__ != "TablePage" or page.play.over or left <= 0:
            app.home()
            session = session_of(app, games[begun % len(games)], 0, begun)
            app.begin_at(routes.Table(session=session.id))
            begun, left = begun + 1, ROUND
            continue
        if read < photos and made * photos >= read * moves and page.play.game.expect(page.play.state) is not None:
            scan_once(app, photo)
            read += 1
            continue
        touches += 1
        if step(page, chance):
            made, left = made + 1, left - 1
            if made % every == 0:
                told.append({"moves": made, "touches": touches, "photos": read, "games": begun, **held()})
                print(json.dumps(told[-1]), flush=True)
    minutes = round((time.monotonic() - started) / 60, 1)
    memory = [row["resident_mb"] for row in told]
    bounds = {"resident_mb_least": min(memory), "resident_mb_most": max(memory)} if memory else {}
    told.append({"minutes": minutes, "flat": flat(told), "photos": read, "games": begun, **bounds})
    print(json.dumps(told[-1]), flush=True)
    return told


def flat(told: list[dict[str, Any]]) -> bool:
    """Whether the last third of an evening holds no more than the one before it, but for what noise explains."""
    third = max(1, len(told) // 3)
    late, middle = told[-third:], told[-2 * third : -third] or told[:1]

    def most(rows: list[dict[str, Any]], name: str) -> int:
        return max(int(row[name]) for row in rows)

    return (
        most(late, "resident_mb") <= most(middle, "resident_mb") * 1.1 + 10
        and most(late, "widgets") <= most(middle, "widgets") * 1.2 + 150
        and most(late, "threads") <= most(middle, "threads") + 1
        and most(late, "open_files") <= most(middle, "open_files") + 4
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=5000)
    parser.add_argument("--photos", type=int, default=500)
    parser.add_argument("--every", type=int, default=100, help="moves between two looks")
    parser.add_argument("--games", nargs="*", default=GAMES)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        prepare(home)
        (Path(home) / "data").mkdir(exist_ok=True)
        told = evening(asked.moves, asked.photos, asked.every, tuple(asked.games))
    return 0 if told[-1]["flat"] else 1


if __name__ == "__main__":
    sys.exit(main())
