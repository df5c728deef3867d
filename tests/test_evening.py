"""A short evening in the real app: nothing is held longer than it is used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benchmarks.evening import flat


def test_an_evening_of_some_games_holds_no_more_at_its_end() -> None:
    command = ["-m", "benchmarks.evening", "--moves", "24", "--photos", "1", "--every", "4", "--games", "urcsempeszek"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert done.returncode == 0, done.stderr[-2000:]
    # Threads of the first moves open the database each: what is held is compared once they are there.
    *looks, end = map(json.loads, done.stdout.splitlines())
    assert [look["moves"] for look in looks] == [4, 8, 12, 16, 20, 24] and end["photos"] == 1 and end["flat"]
    assert all(look["widgets"] and look["threads"] and look["open_files"] for look in looks)


def test_what_grows_all_evening_is_not_flat() -> None:
    calm = [{"resident_mb": 300, "widgets": 200, "threads": 1, "open_files": 50} for _ in range(9)]
    assert flat(calm)
    for name, step in (("resident_mb", 20), ("widgets", 150), ("threads", 1), ("open_files", 2)):
        assert not flat([{**look, name: look[name] + step * number} for number, look in enumerate(calm)]), name
