"""Whether a rename changed code: `python -m tests.same_code OLD [NEW]` compares two revisions by definitions.

Two definitions are the same code when their syntax trees are equal apart from docstrings and names, and names are
exchanged one for one. Definitions may have gone to another module. Printed are the names that were exchanged (one that
is kept elsewhere may be another thing now), and every definition that is new, gone or really changed; imports are not
compared. What is printed is what is left to review.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

NAMES = {"id", "arg", "name", "attr", "asname", "rest", "names", "kwd_attrs"}
"""The fields of a syntax tree that hold names."""


@dataclass(frozen=True)
class Definition:
    """A function, method, class without its methods, or value of a module."""

    place: str
    shape: str
    """The tree with each name replaced by the number of its first use."""
    names: tuple[str, ...]
    """Every name once, in the order of first use."""


def _told(node: object, names: dict[str, int]) -> str:
    """A tree as text, without docstrings and positions; names are gathered and replaced by their numbers."""
    if isinstance(node, list):
        return ",".join(_told(one, names) for one in node if not _is_docstring(one))
    if not isinstance(node, ast.AST):
        return repr(node)
    parts = []
    for field, value in ast.iter_fields(node):
        if field in NAMES and isinstance(value, str):
            parts.append(f"#{names.setdefault(value, len(names))}")
        elif field not in ("type_comment", "kind"):
            parts.append(_told(value, names))
    return f"{type(node).__name__}({' '.join(parts)})"


def _is_docstring(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def definitions(path: str, source: str) -> Iterator[Definition]:
    """All that a module defines."""
    body: list[tuple[str, ast.stmt]] = [("", node) for node in ast.parse(source).body]
    while body:
        owner, node = body.pop(0)
        if isinstance(node, ast.ClassDef):
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            body += [(f"{owner}{node.name}.", part) for part in methods]
            node.body = [part for part in node.body if part not in methods]
        elif isinstance(node, ast.Import | ast.ImportFrom) or _is_docstring(node):
            continue
        names: dict[str, int] = {}
        shape = _told(node, names)
        called = getattr(node, "name", None) or ast.unparse(node).split("=")[0].strip()[:40]
        yield Definition(f"{path} {owner}{called}", shape, tuple(names))


def compared(old: list[Definition], new: list[Definition]) -> tuple[Counter[tuple[str, str]], list[str], list[str]]:
    """The names exchanged, with how often, and the definitions of each side that the other has not."""
    left, right = Counter((one.shape, one.names) for one in old), Counter((one.shape, one.names) for one in new)
    waiting: dict[str, list[Definition]] = defaultdict(list)
    for one in old:
        if left[one.shape, one.names] > right[one.shape, one.names]:
            left[one.shape, one.names] -= 1
            waiting[one.shape].append(one)
    left = Counter((one.shape, one.names) for one in old)
    exchanged: Counter[tuple[str, str]] = Counter()
    fresh = []
    for one in new:
        if right[one.shape, one.names] <= left[one.shape, one.names]:
            continue
        right[one.shape, one.names] -= 1
        alike = waiting[one.shape]
        if not alike:
            fresh.append(one.place)
            continue
        best = max(alike, key=lambda other: sum(a == b for a, b in zip(other.names, one.names)))
        alike.remove(best)
        exchanged.update((a, b) for a, b in zip(best.names, one.names) if a != b)
    return exchanged, [one.place for some in waiting.values() for one in some], fresh


def _git(*command: str) -> str:
    return subprocess.run(["git", *command], capture_output=True, text=True, check=True).stdout


def main(old: str, new: str = "HEAD") -> int:
    """Compare two revisions; 1 where there is anything but renames."""
    sides: tuple[list[Definition], list[Definition]] = ([], [])
    for line in _git("diff", "--no-renames", "--name-status", old, new, "--", "*.py").splitlines():
        status, path = line.split("\t")
        for side, revision, missing in ((0, old, "A"), (1, new, "D")):
            if status != missing:
                sides[side].extend(definitions(path, _git("show", f"{revision}:{path}")))
    exchanged, gone, fresh = compared(*sides)
    for (before, after), times in sorted(exchanged.items()):
        kept = sum(before in one.names for one in sides[1])
        print(f"{before} -> {after}, in {times} definitions" + f", kept in {kept}" * bool(kept))
    for sign, places in (("-", gone), ("+", fresh)):
        for place in sorted(places):
            print(f"{sign} {place}")
    print(f"{len(sides[1])} definitions, {len(fresh)} new or changed, {len(gone)} gone or changed")
    return int(bool(gone or fresh))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
