"""The type checker sees a mistake in the rules of a game: a wrong name or a wrong seat never waits for a game night."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "tests" / "sample_games" / "kavicsok"
PLANTED = {
    "a misspelt argument of a move": (
        "rules/taking.py",
        "take.move(turn.seat, amount)",
        "take.move(turn.seat, amuont=1)",
    ),
    "a misspelt kind of move": ("rules/turn_order.py", "rolling.turn.move(None)", "rolling.trun.move(None)"),
    "a misspelt kind of event": ("rules/rolling.py", "changes.turn, ", "changes.trun, "),
    "a misspelt field of an event": ("rules/rolling.py", '"P2", value)\n    return', '"P2", vlaue=value)\n    return'),
    "a missing field of an event": ("rules/taking.py", 'declared, "P4", turn.me, amount)', 'declared, "P4", turn.me)'),
    "a wrong type of a field": ("rules/taking.py", 'bought, "P5", turn.me, stone)', 'bought, "P5", turn.me, 3)'),
    "an argument used before its type is checked": (
        "rules/taking.py",
        'pending.seat, typed(int, pending["amount"]))',
        'pending.seat, pending["amount"])',
    ),
    "an argument taken for another type": (
        "rules/taking.py",
        'changes.blocked, "P4", turn.me)',
        'changes.blocked, "P4", typed(str, turn.state.answers.top["amount"]))',
    ),
    "a ruling taken for yes or no": (
        "reading.py",
        "for wanted, p in made)",
        "for wanted, p in made if game.judge(state, wanted))",
    ),
    "chance in place of a seat": ("rules/taking.py", 'let, "P4", turn.me)', 'let, "P4", turn.seat)'),
    "a misspelt field of a state": ("changes.py", "replace(state, rolled=value)", "replace(state, roled=value)"),
    "a wrong type of a field of a state": (
        "changes.py",
        "replace(player, pebbles=player.pebbles + amount)",
        "replace(player, pebbles=str(amount))",
    ),
}
"""What is wrong, in which file, and what stands there instead of what."""


def copied(folder: Path, name: str) -> Path:
    """The sample game as a package of another name."""
    target = folder / name
    shutil.copytree(SAMPLE, target, ignore=shutil.ignore_patterns("__pycache__"))
    for file in target.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        file.write_text(source.replace("tests.sample_games.kavicsok", name), encoding="utf-8")
    return target


def test_planted_mistakes_are_seen_by_the_type_checker(tmp_path: Path) -> None:
    copied(tmp_path, "right")
    wrong = copied(tmp_path, "wrong")
    lines: dict[str, str] = {}
    for mistake, (name, before, after) in PLANTED.items():
        file = wrong / name
        source = file.read_text(encoding="utf-8")
        assert source.count(before) == 1, f"{mistake}: {before} stands {source.count(before)} times in {name}"
        lines[mistake] = f"wrong/{name}:{source[: source.index(before)].count(chr(10)) + 1}"
        file.write_text(source.replace(before, after), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "-p", "right", "-p", "wrong"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        capture_output=True,
        text=True,
    )
    found = set(re.findall(r"^(\S+?:\d+): error", checked.stdout, re.MULTILINE))
    assert {place for place in found if place.startswith("right/")} == set(), checked.stdout
    unseen = [mistake for mistake, place in lines.items() if place not in found]
    assert not unseen, f"{unseen}\n{checked.stdout}{checked.stderr}"
    assert found == set(lines.values()), checked.stdout


def test_all_of_the_product_is_checked_strictly() -> None:
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert rules["strict"] and set(rules["packages"]) == {"tableside", "models", "vision"}
    softer = {name for one in rules["overrides"] for name in one if name not in ("module", "ignore_missing_imports")}
    assert softer == {"follow_imports", "disallow_subclassing_any"}, "for what is not installed only"
