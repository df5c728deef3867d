"""Every game has the same anatomy: the same job stands in the same file, in the five games and in the sample game."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tableside.core import registry
from tableside.core.rulebook import Rulebook

FILES = {
    "__init__.py", "audit.py", "game.py", "game.toml", "position.py", "reading.py", "records.py", "refusal.py",
    "rules.toml", "scoring.py", "state.py", "words.py",
}  # fmt: skip
FOLDERS = {"locale", "rules"}
CHANGES = ("changes.py", "changes")
OTHER_NAMES = {
    "asking", "auditing", "by_hand", "cards", "choices", "content", "desk", "draft", "draw", "events", "folding",
    "happen", "happenings", "ledger", "listing", "moves", "offers", "referee", "sampling", "saying", "turn_order",
    "view",
}  # fmt: skip
"""What the jobs of these files have been called: a game that has one of them keeps a job in a file of its own."""
HOMES = {
    "rules.setup": ("setup",),
    "rules.turn_order": ("to_act", "kinds", "not_now", "routine"),
    "suggestions": ("suggest", "about"),
    "random_play": ("sample",),
    "scoring": ("lines", "outcome"),
    "audit": ("audit", "census"),
    "counters": ("counters",),
    "position": ("example", "audit_position", "score_position"),
    "words": (
        "phase", "checklist", "say_move", "say_ready", "say_event", "say_value", "say_kind", "say_slot", "say_which",
        "say_change",
    ),
    "hidden": ("redact", "redact_move", "secret"),
    "reading": ("expect", "read"),
    "drawing": ("draw",),
}  # fmt: skip
"""The module of a game that answers what the kernel asks, by a function of the same name."""
HOME_OF = {name: home for home, names in HOMES.items() for name in names}
LINES = 120
"""game.py tells what there is, and how it goes together; it has no tables and no rules."""


def home(slug: str) -> tuple[str, Path]:
    """The package of a game and its folder."""
    package = type(registry.find(slug)).__module__.rpartition(f".{slug}.")[0] + f".{slug}"
    return package, Path(str(importlib.import_module(package).__file__)).parent


def strays(slug: str) -> Iterator[str]:
    """Whatever does not stand where it does in every game."""
    game = registry.find(slug)
    package, folder = home(slug)
    names = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    wanted = FILES | FOLDERS | ({"data"} if game.tables else set())
    yield from (f"{name} is missing" for name in sorted(wanted - names))
    if sum(name in names for name in CHANGES) != 1:
        yield "changes.py is missing, or a folder of that name"
    yield from (f"{name} is another name" for name in sorted(names) if name.removesuffix(".py") in OTHER_NAMES)
    lines = len((folder / "game.py").read_text(encoding="utf-8").splitlines())
    if lines > LINES:
        yield f"game.py has {lines} lines"
    places: dict[str, list[Any]] = {"game": [type(game)], "state": [game.state_type], "position": [game.position_type]}
    places["records"] = list(game.tables.values())
    if isinstance(game, Rulebook):
        places |= {"rules": [play.judge for play in game.plays], "changes": list(game.changes)}
    else:
        yield "it is no Rulebook"
    for place, things in places.items():
        for thing in things:
            if not f"{thing.__module__}.".startswith(f"{package}.{place}."):
                yield f"{thing.__name__} stands in {thing.__module__}, not in {place}"


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_the_same_job_stands_in_the_same_file(slug: str) -> None:
    found = list(strays(slug))
    assert not found, "\n".join(found)


def handed_on(slug: str) -> Iterator[tuple[str, str, str]]:
    """What a game is asked, and the module and function of its own it hands that on to."""
    package, _ = home(slug)
    for cls in type(registry.find(slug)).__mro__:
        if not cls.__module__.startswith(package):
            continue
        tree = ast.parse(inspect.getsource(importlib.import_module(cls.__module__)))
        modules = {
            name.asname or name.name: f"{node.module}.{name.name}".removeprefix(f"{package}.")
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith(package)
            for name in node.names
        }
        (body,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__)
        for part in body:
            if isinstance(part, ast.FunctionDef):
                asked = part.name
                used = [node.func for node in ast.walk(part) if isinstance(node, ast.Call)]
            elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                asked = part.targets[0].id
                used = [node for node in ast.walk(part.value) if isinstance(node, ast.Attribute)]
            else:
                continue
            for one in used:
                if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in modules:
                    yield asked, modules[one.value.id], one.attr
                elif isinstance(one, ast.Name) and one.id in modules and not one.id[0].isupper():
                    yield asked, modules[one.id].rpartition(".")[0], one.id


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_what_the_kernel_asks_is_answered_in_the_same_file_by_the_same_name(slug: str) -> None:
    found: dict[str, set[str]] = {}
    for asked, module, function in handed_on(slug):
        found.setdefault("lines" if asked == "score" else asked, set()).add(f"{module}.{function}")
    for asked, ways in found.items():
        if asked in HOME_OF:
            assert f"{HOME_OF[asked]}.{asked}" in ways, f"{asked} is answered by {ways}"
        elif asked == "plays":
            assert len(ways) == 1, f"several chapters are put together in rules/plays.py, not by {ways}"
    assert {"lines", "outcome", "audit", "phase", "read"} <= set(found), "nothing is handed on"


def asked_with(function: Callable[..., Any]) -> list[str]:
    """What a function is asked with, by its types, each under one name."""
    given = [one for one in inspect.signature(function).parameters.values() if one.name != "self"]
    said = (str(one.annotation).rpartition(".")[2] for one in given if one.default is one.empty)
    return [{"int | None": "Seat", "S": "State", "Position": "Any"}.get(name, name) for name in said]


KNOWING = {"Facts", "Copy", "Catalog", "Turn", "Rulebook[State]", "Game[State]"}
"""What knows the owner's copy stands before everything else; a turn knows the state, too."""


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_what_the_kernel_asks_is_asked_on_in_the_same_order(slug: str) -> None:
    """A function that a reader knows from one game takes its arguments in the same order in another."""
    package, folder = home(slug)
    looked_at = 0
    for place, names in HOMES.items():
        if place == "scoring" or not (folder / f"{place.replace('.', '/')}.py").is_file():
            continue  # what is scored is worked out before, and differs
        for name in names:
            function = getattr(importlib.import_module(f"{package}.{place}"), name, None)
            kernel = getattr(Rulebook, name, None)
            if function is None or kernel is None:
                continue
            asked, wanted = asked_with(function), asked_with(kernel)
            if asked and wanted[:1] != asked[:1] and asked[0] in KNOWING | {type(registry.find(slug)).__name__}:
                asked = asked[1:]
            known, rest = [one for one in asked if one in wanted], iter(wanted)
            assert all(one in rest for one in known), f"{place}.{name} is asked with {asked}, not {wanted}"
            assert not KNOWING & set(asked[1:]), f"{place}.{name} is asked with {asked}"
            assert len(asked) - len(known) <= 1, f"{place}.{name} is asked with {asked}"
            looked_at += 1
    assert looked_at > 8


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_what_hands_need_not_do_is_a_change_of_the_game(slug: str) -> None:
    game = registry.find(slug)
    assert isinstance(game, Rulebook)
    changes = {change.__name__.rstrip("_") for change in game.changes}
    assert set(game.info.seen) <= changes, f"not changes: {set(game.info.seen) - changes}"


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_a_game_brings_its_words_and_its_data(slug: str) -> None:
    _, folder = home(slug)
    for code in ("hu", "en"):
        assert (folder / "locale" / code / "LC_MESSAGES" / f"{slug}.po").is_file()
    assert {path.suffix for path in (folder / "data").glob("*")} <= {".toml", ".json"}


TOLD = {"event", "happened", "made", "move", "partial", "wanted"}
"""What a move or an event is called, wherever one is looked at."""


def kinds_named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every word with which the kind of a move or an event is compared, and its line."""

    def is_kind(node: ast.AST) -> bool:
        told = node.value if isinstance(node, ast.Attribute) and node.attr == "kind" else None
        return isinstance(told, ast.Name) and told.id in TOLD

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and is_kind(node.left):
            words: list[ast.AST] = [part for other in node.comparators for part in ast.walk(other)]
        elif isinstance(node, ast.Match) and is_kind(node.subject):
            words = [part for case in node.cases for part in ast.walk(case.pattern)]
        else:
            continue
        yield from (
            (part.lineno, part.value)
            for part in words
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        )


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_a_kind_named_by_a_string_is_one_of_the_games(slug: str) -> None:
    """The type checker does not see a misspelt kind in `made.kind == "bdi"`."""
    game = registry.find(slug)
    assert isinstance(game, Rulebook)
    known = {play.kind for play in game.plays} | {change.__name__.rstrip("_") for change in game.changes}
    _, folder = home(slug)
    for file in sorted(folder.rglob("*.py")):
        if file.name != "earlier_moves.py":  # what moves were called once
            for line, kind in kinds_named(ast.parse(file.read_text(encoding="utf-8"))):
                assert kind in known, f"{file.relative_to(folder)}:{line}: {kind}"


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_a_fact_that_is_asked_for_is_a_field_of_its_table(slug: str) -> None:
    """`catalog.missing("cards", id, "tpye")` would ask for something no form has."""
    tables = registry.find(slug).tables
    _, folder = home(slug)
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            told = [one.value if isinstance(one, ast.Constant) else None for one in node.args]
            if node.func.attr in ("missing", "wanted", "field") and told[:1] and told[0] is not None:
                assert told[0] in tables, f"{file.name}:{node.lineno}: {told[0]}"
                fields = {one.name for one in dataclasses.fields(tables[str(told[0])])}
                given = {key for key in told[1 if node.func.attr == "wanted" else 2 :] if key is not None}
                given |= {one.arg for one in node.keywords if one.arg and node.func.attr == "wanted"}
                assert given <= fields, f"{file.name}:{node.lineno}: {given - fields}"
