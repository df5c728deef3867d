"""A short evening in the real app: nothing is held longer than it is used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benchmarks.evening import flat


def test_a_short_evening_holds_no_more_than_an_app_may() -> None:
    """Connections and spare widgets are filled up to their bounds first: whether it is flat, only a long one tells."""
    command = ["-m", "benchmarks.evening", "--moves", "12", "--photos", "1", "--every", "4", "--games", "urcsempeszek"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=Path(__file__).parents[1])
    *looks, end = map(json.loads, done.stdout.splitlines())
    assert done.returncode == (0 if end["flat"] else 1), done.stderr[-2000:]
    assert [look["moves"] for look in looks] == [4, 8, 12] and end["photos"] == 1
    for look in looks:
        assert 0 < look["widgets"] < 1500 and 0 < look["threads"] < 4 and 0 < look["open_files"] < 120, look


def test_what_grows_all_evening_is_not_flat() -> None:
    calm = [{"resident_mb": 300, "widgets": 200, "threads": 1, "open_files": 50} for _ in range(9)]
    assert flat(calm)
    for name, step in (("resident_mb", 20), ("widgets", 150), ("threads", 1), ("open_files", 2)):
        assert not flat([{**look, name: look[name] + step * number} for number, look in enumerate(calm)]), name
