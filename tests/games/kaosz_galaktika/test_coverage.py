"""Every numbered rule has at least one test named after it."""

import ast
from functools import cache
from pathlib import Path

import pytest

RULES = [
    "a1",
    "a2",
    "a3",
    "b1",
    "b2",
    "b3",
    "b4",
    "b5",
    "b6",
    "b7",
    "b8",
    "b9",
    "b10",
    "b11",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "d1",
    "d2",
    "d3",
    "d4",
    "d5",
    "d6",
    "d6a",
    "d6b",
    "d7",
    "d8",
    "d9",
    "d10",
    "e1",
    "e2",
    "e3",
    "f1",
    "f2",
    "f3",
    "f3_1",
    "f3_2",
    "f3_3a",
    "f3_3b",
    "f3_3c",
    "f3_3e",
    "f3_4a",
    "f3_4b",
    "f3_4c",
    "f3_4d",
    "f3_4e",
    "f3_4f",
    "f3_5",
    "f4",
    "f5",
    "f6",
    "f7",
    "g1",
    "g2",
    "g3",
    "g4",
    "g5",
    "g6",
    "g7",
    "g8",
    "g9",
    "h1",
    "h2",
    "h3",
    "h4",
    "ex_1",
    "ex_2",
    "ex_3",
    "ex_4",
    "ex_5",
    "ex_6",
    "ex_7",
    "ex_8",
]


@cache
def named() -> set[str]:
    found = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return found


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_has_a_test(rule: str) -> None:
    wanted = {f"test_{rule}_"}
    if rule == "b6":
        wanted = {"test_b5_b6_"}
    assert any(name.startswith(start) for name in named() for start in wanted), rule
