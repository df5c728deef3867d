"""Every benchmark that can run here, one after another: one JSON object, and docs/FIGURES.md with the commands.

`python -m benchmarks [NAME...]`; those that need the shared photos and records are left out where those are not.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
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
    """What a benchmark says in its last line."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1"}
    told = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    lines = told.stdout.strip().splitlines()
    if told.returncode != 0 or not lines:
        return {"failed": (told.stderr.strip().splitlines() or ["no output"])[-1]}
    figures: dict[str, Any] = json.loads(lines[-1])
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
        lines += [f"| {key} | {_cell(value)} |" for key, value in values.items()]
    return "\n".join(lines) + "\n"


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_cell(item)}" for key, item in value.items())
    return f"{value:.4g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    main()
