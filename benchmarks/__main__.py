"""Every benchmark that can run here, one after another: docs/figures.json, and docs/FIGURES.md with plots and commands.

`python -m benchmarks` runs all but the long ones, `python -m benchmarks NAME...` only these, `--all` every one,
`--page` only writes the page anew. What cannot run here, or was not asked for, keeps its figures, with their day.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import plots

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"
DOCS = ROOT / "docs"
Figures = dict[str, Any]
SISTERS = ("--sisters", "byler-tray", "epa-", "matteo-desk", "dam")
"""Scenes of the photos measured whose tables or dice the networks were taught on."""


def _files(folder: str, pattern: str) -> tuple[str, ...]:
    return tuple(f"../shared/data/{folder}/{file.name}" for file in sorted((SHARED / folder).glob(pattern)))


@dataclass(frozen=True, slots=True)
class Section:
    """One benchmark: what it measures, how it is run, and what it needs."""

    about: str
    arguments: tuple[str, ...]
    needs: Path | None = None
    long: bool = False
    first: tuple[str, ...] = ()
    """What makes the data it measures."""


SECTIONS: dict[str, Section] = {
    "kernel": Section("The referee's kernel and the store on the sample game.", ("benchmarks.kernel",)),
    "games": Section(
        "Every game at random to its end: listing and offering moves, scoring, replaying. Processor time.",
        ("benchmarks.games",),
    ),
    "store": Section(
        "How the store grows: entries in a session, sessions, cards in a copy. Milliseconds of the processor.",
        ("benchmarks.store",),
    ),
    "crash_quick": Section("Players killed at random moments, a few.", ("benchmarks.crash", "--kills", "40")),
    "crash": Section(
        "Players of the command line and with photos, of all five games, killed (SIGKILL) at random moments.",
        ("benchmarks.crash", "--kills", "950", "--app", "0"),
        long=True,
    ),
    "crash_app": Section(
        "The app offscreen, touched at random and killed at random moments.",
        ("benchmarks.crash", "--kills", "50", "--app", "1", "--seed", "2"),
        long=True,
    ),
    "corruption_quick": Section(
        "Everything that is kept, damaged at random, a few times.", ("benchmarks.corruption", "--trials", "60")
    ),
    "corruption": Section(
        "Everything that is kept, damaged at random: bits flipped, blocks wiped, files cut, emptied and swapped.",
        ("benchmarks.corruption", "--trials", "3000"),
        long=True,
    ),
    "club": Section(
        "Twenty clients of one PostgreSQL server that confirm moves without a rest; then it is killed meanwhile.",
        ("benchmarks.club", "--clients", "20", "--seconds", "20"),
    ),
    "model": Section(
        "Random commands on saved games of every game, on SQLite and PostgreSQL, each compared with a model in memory; "
        "with players killed, power and connections cut, and other processes that open the game.",
        ("benchmarks.trust", "model"),
        long=True,
    ),
    "paths": Section(
        "Every value of a state of every game and every field of every kind of record set to every odd value: refused, "
        "or opened again equal in another process and played on.",
        ("benchmarks.trust", "paths"),
        long=True,
    ),
    "pairs": Section(
        "Pairs of tables of Káosz Galaktika that differ in one hidden card, compared at every door of the others.",
        ("benchmarks.trust", "pairs"),
        long=True,
    ),
    "evening": Section(
        "An evening of 5,000 moves and 500 photos in the app offscreen: what the process holds at its end.",
        ("benchmarks.evening", "--moves", "5000", "--photos", "500"),
        long=True,
    ),
    "gaia_recorded": Section(
        "Recorded games of Gaia Project replayed through the referee.",
        ("benchmarks.gaia", *_files("gaia/recorded", "*.json")),
        SHARED / "gaia" / "recorded",
    ),
    "gaia_generated": Section(
        "Games of Gaia Project from another engine replayed through the referee.",
        ("benchmarks.gaia", "../shared/data/gaia/oracle_dev.jsonl.xz"),
        SHARED / "gaia",
    ),
    "dice": Section(
        "Dice read from photos. silent_error is the share of the photos shown green that are wrong, curve the share of "
        "wrong ones among each tenth more of the surest, coverage the share of photos among which at most so many are.",
        ("benchmarks.dice", "../shared/data/dice/dev/manifest.json", *SISTERS),
        SHARED / "dice" / "dev",
    ),
    "dice_counted": Section(
        "The same photos, the number of dice known.",
        ("benchmarks.dice", "../shared/data/dice/dev/manifest.json", "--counted", *SISTERS),
        SHARED / "dice" / "dev",
    ),
    "clutter": Section(
        "Dice read on crowded tables of our own making.",
        ("benchmarks.dice", "build/clutter/manifest.json"),
        first=("benchmarks.clutter", "build/clutter"),
    ),
    "phone": Section("A photo of a phone's size, read.", ("benchmarks.phone",)),
    "cards": Section(
        "Cards recognised in photos.",
        ("benchmarks.cards", "../shared/data/cards/dev/manifest.json", "--gallery", "300"),
        SHARED / "cards" / "dev",
    ),
    "camera": Section(
        "Whole photos of drawn tables to moves: shares that gave all, a part, nothing, or something false by one tap.",
        ("benchmarks.camera", "--json", "--seed", "9301", "--photos", "15"),
        long=True,
    ),
    "taps": Section(
        "Taps to enter whole games by hand, copy taught, through the interface's own logic. Goals: Űrcsempészek 19 a "
        "round and 6 by photo, Irány a Vénusz! 250 a game, Beyond the Sun 5 a turn, Gaia Project 350 and 950 for two "
        "and four players, Káosz Galaktika 250 for 17 turns.",
        ("benchmarks.taps", "--json"),
    ),
    "app": Section("The app: start to first frame, tap to redraw.", ("benchmarks.app",)),
}


def measure(arguments: tuple[str, ...]) -> Figures:
    """What a benchmark says: one JSON object in its last line, or one a line where it tells of several games."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1"}
    told = subprocess.run(
        [sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    if told.returncode:
        print(told.stderr[-20_000:], file=sys.stderr)
    lines = told.stdout.strip().splitlines()
    if not lines or not lines[-1].startswith("{"):
        return {"failed": (told.stderr.strip().splitlines() or ["no output"])[-1]}
    figures: Figures = {}
    for line in lines if all(line.startswith("{") for line in lines) else lines[-1:]:
        told_of = json.loads(line)
        figures.update({told_of.pop("game"): told_of} if "game" in told_of and len(lines) > 1 else told_of)
    return figures


def kept() -> dict[str, Figures]:
    """The figures measured before."""
    file = DOCS / "figures.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def main() -> int:
    asked = [word for word in sys.argv[1:] if not word.startswith("--")]
    strangers = [name for name in asked if name not in SECTIONS]
    if strangers:
        print(f"no such benchmark: {', '.join(strangers)}; there are {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    figures = kept()
    everything = "--all" in sys.argv
    wanted = asked or [name for name, section in SECTIONS.items() if everything or not section.long]
    for name in [] if "--page" in sys.argv else wanted:
        section = SECTIONS[name]
        if section.needs is not None and not section.needs.exists():
            print(f"== {name}: its data is not here; the last figures stay", file=sys.stderr)
            continue
        print(f"== {name}", file=sys.stderr)
        if section.first:
            subprocess.run([sys.executable, "-m", *section.first], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        found = measure(section.arguments)
        if "failed" in found:
            print(f"   failed: {found['failed']}", file=sys.stderr)
            continue
        figures[name] = {
            "command": command(section),
            "measured": datetime.now(UTC).strftime("%Y-%m-%d"),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
            "figures": found,
        }
        write(figures)
    write(figures)
    print(json.dumps({name: figures[name]["figures"] for name in wanted if name in figures}, ensure_ascii=False))
    return 0


def command(section: Section) -> str:
    """How a section is measured by hand."""
    commands = [words for words in (section.first, section.arguments) if words]
    return " && ".join(f"python -m {' '.join(words)}" for words in commands)


def write(figures: dict[str, Figures]) -> None:
    """The JSON, the plots and the page."""
    ordered = {name: figures[name] for name in SECTIONS if name in figures}
    (DOCS / "figures.json").write_text(json.dumps(ordered, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (DOCS / "FIGURES.md").write_text(page(ordered), encoding="utf-8")


def page(figures: dict[str, Figures]) -> str:
    """The figures for people."""
    lines = [
        "# Figures",
        "",
        "Measured by `make bench`, each section by the command above it; `python -m benchmarks NAME` measures one",
        "section again, `python -m benchmarks --all` the long ones too. The same figures are in",
        "[figures.json](figures.json). Photos and recorded games are not part of the project; a section that needs",
        "them keeps its last figures where they are not to be had. What the figures of trust mean is told in",
        "[TRUST.md](TRUST.md).",
        "",
        "| section | measured | of |",
        "|---|---|---|",
    ]
    for name, section in SECTIONS.items():
        day = figures[name]["measured"] if name in figures else "not yet"
        lines.append(f"| [{name}](#{name}) | {day} | {section.about} |")
    lines.append("| [doors](#doors) | by `make nightly` | Hostile inputs at every door. |")
    for name, known in figures.items():
        section = SECTIONS[name]
        lines += ["", f"## {name}", "", section.about, "", f"`{known['command']}`", ""]
        lines += [f"{known['measured']}, {known['machine']}."]
        if section.needs is not None:
            lines += [f"Needs `../shared/data/{section.needs.relative_to(SHARED)}`."]
        for file, drawn in drawings(name, known["figures"]):
            (DOCS / "figures").mkdir(exist_ok=True)
            (DOCS / "figures" / file).write_text(drawn, encoding="utf-8")
            lines += ["", f"![{name}](figures/{file})"]
        lines += ["", "| figure | value |", "|---|---|"]
        lines += [f"| {key} | {value} |" for key, value in _rows(known["figures"])]
    return "\n".join([*lines, *doors()]) + "\n"


def doors() -> list[str]:
    """What `make nightly` found last, a row for each door."""
    file = ROOT / "docs" / "figures" / "fuzz.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    names = ("door", "inputs", "refused", "slowest_cpu_s", "over_a_second", "outside", "mib_peak", "cpu_s", "seed")
    lines = ["", "## doors", "", "Hostile inputs at every door, each in a process of its own with bounded memory.", ""]
    lines += [f"`{told['command']}`, [figures/fuzz.json](figures/fuzz.json).", ""]
    lines += [f"| {' | '.join(names)} | problem |", "|---" * (len(names) + 1) + "|"]
    for one in told["doors"]:
        lines.append(f"| {' | '.join(str(one[name]) for name in names)} | {one['problem'] or 'none'} |")
    return lines


def drawings(name: str, figures: Figures) -> Iterator[tuple[str, str]]:
    """The plots of a section."""
    if name == "store":
        for growing in ("entries", "sessions", "cards"):
            sizes = figures[growing]
            series = {
                key.removesuffix("_ms").replace("_", " "): [
                    (float(size), values[key]) for size, values in sizes.items()
                ]
                for key in next(iter(sizes.values()))
                if "wall" not in key
            }
            title = f"Time by number of {growing}"
            yield f"store_{growing}.svg", plots.growth(title, growing, series, "processor ms")
    elif name == "games":
        listing = {game: values["listing_ms"]["p99"] for game, values in figures.items()}
        yield "games_listing.svg", plots.bars("Listing the legal moves, 99th percentile", listing, " ms")
    elif name == "kernel" and "undo_at_10_entries_ms" in figures:
        undo = [(float(n), figures[f"undo_at_{n}_entries_ms"]) for n in (10, 100, 1000)]
        yield "kernel_undo.svg", plots.growth("Undo by length of the log", "entries", {"undo": undo})
    elif name.startswith(("dice", "clutter")) and "by_scene" in figures:
        exact = {scene: (values["exact"] or 0) * 100 for scene, values in figures["by_scene"].items()}
        yield f"{name}_scenes.svg", plots.bars("Photos read exactly, by scene", exact, " %")
        if "curve" in figures:
            risk = {f"{10 * (k + 1)} %": wrong * 100 for k, wrong in enumerate(figures["curve"])}
            yield f"{name}_risk.svg", plots.bars("Wrong photos among so many of the surest", risk, " %")
    elif name == "app":
        taps = {
            game: values["p95_ms"]
            for game, values in figures.items()
            if isinstance(values, dict) and "p95_ms" in values
        }
        if taps:
            yield "app_taps.svg", plots.bars("Tap to redraw, 95th percentile", taps, " ms")
    elif name == "corruption":
        counts = figures.get("tableside.db", {})
        outcome = {key: counts[key] for key in counts if key.startswith("sessions ") and counts[key]}
        if outcome:
            yield "corruption_database.svg", plots.bars("Sessions of damaged databases", outcome)


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
    sys.exit(main())
