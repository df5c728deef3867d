"""What can be read off the source: everything is annotated, nothing is left over, and the security rules are on."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("tableside", "models", "vision")
LONGEST = 500
"""Lines of a module."""
DOORS = {"get_field", "format_field", "_missing_"}
"""Called by their names from outside: by the formatter of texts, and by enumerations."""
PLAIN = {
    "property",
    "cached_property",
    "staticmethod",
    "classmethod",
    "dataclass",
    "cache",
    "lru_cache",
    "abstractmethod",
}
"""Decorators that take nothing in."""
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


@dataclass(frozen=True, eq=False)
class Unit:
    """A stretch of source: where it stands, what it defines if anything, what it speaks of, and what it may mean."""

    place: str
    module: str
    name: str
    method: bool
    names: frozenset[str]
    imports: frozenset[str]

    def means(self, other: Unit) -> bool:
        """Whether a name spoken here can be the other's: it is known here, or found by its name while it runs."""
        found_by_name = other.method or other.module.startswith(
            ("tableside.app.", "tableside.cli.", "models.migrations.")
        )
        return found_by_name or any(f"{other.module}.".startswith(f"{one}.") for one in (self.module, *self.imports))


def spoken(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Every name in code, and texts that are a name or the path to one."""
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
            yield re.split(r"[.:]", node.value)[-1]


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules a module imports, and what may be one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def units(file: Path, tree: ast.Module) -> Iterator[Unit]:
    """The functions, classes and methods of a module, and the rest of it."""
    place = str(file.relative_to(ROOT))
    module = place.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    imports = frozenset(imported(tree))

    def of(body: list[ast.stmt], method: bool) -> Iterator[Unit]:
        rest: list[ast.AST] = []
        for node in body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                rest += [] if isinstance(node, (ast.Import, ast.ImportFrom)) else ast.walk(node)
                continue
            inner = [one for one in node.body if isinstance(node, ast.ClassDef) and isinstance(one, ast.FunctionDef)]
            hidden = {id(part) for one in inner for part in ast.walk(one)}
            own = frozenset(spoken(part for part in ast.walk(node) if id(part) not in hidden))
            taken_in = any(ast.unparse(one).partition("(")[0] not in PLAIN for one in node.decorator_list)
            yield Unit(f"{place}:{node.lineno}", module, "" if taken_in else node.name, method, own, imports)
            yield from of(list[ast.stmt](inner), True)
        yield Unit(place, module, "", method, frozenset(spoken(rest)), imports)

    return of(tree.body, False)


def left_over() -> set[str]:
    """What nobody in the product speaks of, or only what is itself left over: only tests could use it."""
    layouts = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "tableside").rglob("*.kv"))]
    called = {word for layout in layouts for word in re.findall(r"\w+", layout)} | DOORS
    sources = {**trees(*PARTS), ROOT / "main.py": ast.parse((ROOT / "main.py").read_text(encoding="utf-8"))}
    waiting = [one for file, tree in sources.items() for one in units(file, tree)]
    speakers: dict[str, list[Unit]] = {}
    alive = {one for one in waiting if not one.name or one.name.startswith(("__", "on_")) or one.name in called}
    while alive:
        for one in alive:
            for name in one.names:
                speakers.setdefault(name, []).append(one)
        waiting = [one for one in waiting if one not in alive]
        alive = {
            one
            for one in waiting
            for name in {one.name, one.name.lstrip("_"), one.name.rstrip("0123456789")}
            if any(speaker.means(one) for speaker in speakers.get(name, ()))
        }
    return {f"{one.module}.{one.name}" for one in waiting if ".training." not in one.module}


def test_nothing_lives_only_by_its_tests() -> None:
    assert left_over() == set(), "wire it, or delete it with its tests"


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


def test_no_module_is_longer_than_a_reader_holds() -> None:
    files = [*trees(*PARTS), *trees("benchmarks")]
    lines = {file.relative_to(ROOT).as_posix(): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert len(lines) > 300
    assert {file: n for file, n in lines.items() if n > LONGEST} == {}, "split it by topic"


def test_nothing_is_left_for_later() -> None:
    """A class that cannot do what it offers is found by the type checker, not by whoever touches the screen."""
    for file, tree in product().items():
        for node in ast.walk(tree):
            raised = ast.unparse(node.exc) if isinstance(node, ast.Raise) and node.exc is not None else ""
            assert not raised.startswith("NotImplemented"), f"{file}:{node.lineno}"


def test_widgets_and_screens_know_what_they_may_ask_of_the_app() -> None:
    for file, tree in product().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.arg) and node.arg == "app" and node.annotation is not None:
                assert ast.unparse(node.annotation) != "Any", f"{file}:{node.lineno}"


def test_chance_is_never_taken_for_the_first_seat() -> None:
    """Nobody's seat is None: `seat or 0` in a rule would let dice and bookkeeping act as the first player."""
    rules = {file: tree for file, tree in product().items() if {"core", "games"} & set(file.parts)}
    assert len(rules) > 200
    for file, tree in rules.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
                first, second = (ast.unparse(value) for value in node.values[:2])
                assert not (first.rpartition(".")[2] == "seat" and second == "0"), f"{file}:{node.lineno}"


def test_fields_of_a_state_are_changed_by_names_the_type_checker_reads() -> None:
    """`def with_player(state, **changes): replace(player, **changes)` would take any word for a field."""
    calls = 0
    for file, tree in product().items():
        for function in ast.walk(tree):
            given = function.args.kwarg if isinstance(function, ast.FunctionDef) and "games" in file.parts else None
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ("replace", "evolve"):
                    calls += 1
                    passed = [
                        one.value.id for one in node.keywords if one.arg is None and isinstance(one.value, ast.Name)
                    ]
                    assert given is None or given.arg not in passed, f"{file}:{node.lineno}"
    assert calls > 300


def test_one_module_knows_the_grammar_of_types() -> None:
    """Decoding, schemas, forms and hand edits walk types by core/type_grammar.py and by nothing else."""
    walkers = {
        file.relative_to(ROOT).as_posix()
        for file, tree in product().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("get_origin", "UnionType")
    }
    assert walkers == {"tableside/core/type_grammar.py"}
