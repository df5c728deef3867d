"""What can be read off the source: everything is annotated, nothing is left over, and the security rules are on."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("tableside", "models", "vision")
DOORS = {"name_given"}
"""Offered to whoever reads cards, though nobody within asks for it yet."""
EXCUSED = {
    "S101": "an assert states what the types cannot; nothing from outside is checked by one",
    "S105": "no passwords are kept anywhere, and words like token are pieces of games",
    "S106": "the same",
    "S107": "the same",
}
"""Security rules that are off everywhere, and why."""


@cache
def trees(*folders: str) -> dict[Path, ast.Module]:
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}


def product() -> dict[Path, ast.Module]:
    return {file: tree for file, tree in trees(*PARTS).items() if "training" not in file.parts}


@pytest.mark.parametrize("part", ["tableside/core", "tableside/games", "tableside/cli", "models", "vision"])
def test_every_function_is_annotated(part: str) -> None:
    seen = 0
    for file, tree in product().items():
        if not file.is_relative_to(ROOT / part):
            continue
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                seen += 1
                given = node.args
                named = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
                bare = [one.arg for one in named if one and one.annotation is None and one.arg not in ("self", "cls")]
                assert not bare and node.returns is not None, f"{file}:{node.lineno}: {node.name} {bare}"
    assert seen > 20


def used() -> Counter[str]:
    """Every name that is spoken of anywhere: in code, in texts that are one word, and in layouts."""
    names: Counter[str] = Counter()
    for tree in (*trees(*PARTS, "tests", "benchmarks").values(), ast.parse((ROOT / "main.py").read_text())):
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                names[node.id] += 1
            elif isinstance(node, ast.Attribute):
                names[node.attr] += 1
            elif isinstance(node, ast.ImportFrom):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
                names[re.split(r"[.:]", node.value)[-1]] += 1
    for file in sorted((ROOT / "tableside").rglob("*.kv")):
        names.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    return names


def test_nothing_is_left_over() -> None:
    """A function or class nobody speaks of, and no decorator takes in, is dead."""
    names = used() + Counter(DOORS)
    dead = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for file, tree in product().items()
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.decorator_list and not names[node.name]
    ]
    assert dead == []


def test_the_security_rules_are_on_and_every_exception_has_a_reason() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert "S" in lint["select"]
    assert {rule for rule in lint["ignore"] if rule.startswith("S") and rule[1:].isdigit()} == set(EXCUSED)
    for place, rules in lint["per-file-ignores"].items():
        outside = place.startswith(("tests/", "benchmarks/", "vision/training/"))
        assert outside or not any(rule.startswith("S") and not rule.startswith("SIM") for rule in rules), place


def test_no_security_rule_is_silenced_without_need() -> None:
    """A program of ours is called, pictures are drawn by chance, tables are named by us, our own drawing is read."""
    found = Counter(
        rule
        for file in product()
        for rules in re.findall(r"# noqa: ([A-Z0-9, ]+)", file.read_text(encoding="utf-8"))
        for rule in re.findall(r"S\d{3}", rules)
    )
    assert set(found) <= {"S603", "S311", "S608", "S314"}, found


def test_nothing_runs_or_unpickles_what_it_is_given() -> None:
    for file, tree in product().items():
        for node in ast.walk(tree):
            name = node.func if isinstance(node, ast.Call) else None
            called = ast.unparse(name) if name is not None else ""
            assert called not in {"eval", "exec", "os.system", "os.popen"}, f"{file}:{node.lineno}: {called}"
            assert not called.endswith((".extractall", ".extract")), f"{file}:{node.lineno}: {called}"
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = {alias.name for alias in node.names} | {getattr(node, "module", "") or ""}
                assert not names & {"pickle", "marshal", "shelve", "requests", "urllib.request"}, (
                    f"{file}:{node.lineno}"
                )


def test_the_source_knows_no_place_on_the_network() -> None:
    """Web addresses are names of formats and places to read, never asked for anything."""
    known = ("https://json-schema.org/", "http://www.w3.org/", "https://app.bgstatsapp.com/")
    for file in product():
        for address in re.findall(r"https?://[^\s\"')>]+", file.read_text(encoding="utf-8")):
            assert address.startswith(known), f"{file}: {address}"
