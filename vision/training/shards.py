"""Made-up scenes on disk in numbered shards, so that a stop loses nothing."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

SHARD = 100
"""How many scenes are in one."""


def write(folder: Path, name: str, first: int, last: int, rows: Callable[[int], list[Any]]) -> None:
    """Shards first to last - 1 that are not there yet, each with the rows made for it."""
    for shard in range(first, last):
        target = folder / f"{name}{shard:04d}.pkl"
        if target.exists():
            continue
        target.with_suffix(".part").write_bytes(pickle.dumps(rows(shard)))
        target.with_suffix(".part").rename(target)
        print(shard, flush=True)


def read(folder: Path, name: str, first: int = 0, last: int = 10_000) -> list[Any]:
    """Every row of the shards first to last - 1 that are there."""
    paths = [p for p in sorted(folder.glob(f"{name}*.pkl")) if first <= int(p.stem[len(name) :]) < last]
    return [row for p in paths for row in pickle.loads(p.read_bytes())]  # noqa: S301 - written above
