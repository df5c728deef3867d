"""No sentence is written into the interface: words come from the message catalogues."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORDS = re.compile(r"[A-Za-zÀ-ž]{2,} [A-Za-zÀ-ž]{2,}")
HELP = {"help"}
"""Typer's own help on commands and options is not part of the conversation."""


def literals(file: Path) -> list[tuple[int, str]]:
    """Every string of a module that reads like words, docstrings and help aside."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.Raise):
            skipped |= set(ast.walk(node))
        if isinstance(node, ast.Call):
            skipped |= {part for word in node.keywords if word.arg in HELP for part in ast.walk(word)}
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node in skipped:
            continue
        if WORDS.search(node.value):
            found.append((node.lineno, node.value))
    return found


def test_no_sentence_is_written_into_the_app() -> None:
    for file in sorted((ROOT / "tableside/app").rglob("*.py")):
        for number, words in literals(file):
            # Widgets have lower-case names of their own, which nobody reads; months are told in both languages.
            sentence = words[0].isupper() or words.rstrip()[-1] in ".!?…:"
            assert not sentence or words.startswith("January February"), f"{file}:{number}: {words}"


def test_no_sentence_is_written_into_the_command_line() -> None:
    for file in sorted((ROOT / "tableside/cli").rglob("*.py")):
        assert literals(file) == [], file


def test_no_sentence_is_written_into_the_kv_files() -> None:
    files = sorted((ROOT / "tableside/app").rglob("*.kv"))
    assert files
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for words in re.findall(r"text:\s*[\"']([^\"']+)[\"']", line):
                assert not WORDS.search(words), f"{file}:{number}: {words}"
