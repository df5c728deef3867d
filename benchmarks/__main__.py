"""Every benchmark that can run here, one after another: one JSON object, and docs/FIGURES.md with the commands.

`python -m benchmarks [NAME...]`; those that need the shared photos and records are left out where those are not.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"


def _files(folder: str, pattern: str) -> list[str]:
    return [f"../shared/data/{folder}/{file.name}" for file in sorted((SHARED / folder).glob(pattern))]


RUNS: dict[str, tuple[list[str], Path | None]] = {
    "kernel": (["-m", "benchmarks.kernel"], None),
    "gaia_recorded": (["-m", "benchmarks.gaia", *_files("gaia/recorded", "*.json")], SHARED / "gaia" / "recorded"),
    "gaia_generated": (["-m", "benchmarks.gaia", "../shared/data/gaia/oracle_dev.jsonl.xz"], SHARED / "gaia"),
    "dice": (["-m", "benchmarks.dice", "../shared/data/dice/dev/manifest.json"], SHARED / "dice" / "dev"),
    "phone": (["-m", "benchmarks.phone"], None),
    "cards": (
        ["-m", "benchmarks.cards", "../shared/data/cards/dev/manifest.json", "--gallery", "300"],
        SHARED / "cards" / "dev",
    ),
    "app": (["-m", "benchmarks.app"], None),
}


def measure(arguments: list[str]) -> dict[str, Any]:
    """What a benchmark says: one JSON object in its last line, or one a line where it tells of several games."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1"}
    told = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    lines = told.stdout.strip().splitlines()
    if told.returncode != 0 or not lines:
        return {"failed": (told.stderr.strip().splitlines() or ["no output"])[-1]}
    figures: dict[str, Any] = {}
    for line in lines if all(line.startswith("{") for line in lines) else lines[-1:]:
        told_of = json.loads(line)
        figures.update({told_of.pop("game"): told_of} if "game" in told_of and len(lines) > 1 else told_of)
    return figures


def main() -> None:
    wanted = sys.argv[1:] or list(RUNS)
    figures: dict[str, dict[str, Any]] = {}
    for name in wanted:
        arguments, needs = RUNS[name]
        if needs is not None and not needs.exists():
            continue
        print(f"== {name}", file=sys.stderr)
        figures[name] = measure(arguments)
    (ROOT / "docs" / "FIGURES.md").write_text(page(figures), encoding="utf-8")
    print(json.dumps(figures, ensure_ascii=False))


def page(figures: dict[str, dict[str, Any]]) -> str:
    """The figures for people."""
    lines = [
        "# Figures",
        "",
        f"Measured by `make bench` on {platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()};",
        "each table by the command above it. Photos and recorded games are not part of the project.",
    ]
    for name, values in figures.items():
        lines += ["", f"## {name}", "", f"`python {' '.join(RUNS[name][0])}`", "", "| figure | value |", "|---|---|"]
        lines += [f"| {key} | {value} |" for key, value in _rows(values)]
    return "\n".join(lines) + "\n"


def _rows(values: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Figures one a row, those within others by their path."""
    if isinstance(values, dict):
        for key, value in values.items():
            yield from _rows(value, f"{path} · {key}" if path else str(key))
    elif isinstance(values, float):
        yield path, f"{values:,.1f}" if abs(values) >= 100 else f"{values:.4g}"
    else:
        yield path, str(values)


if __name__ == "__main__":
    main()
