"""Every game has the same anatomy: the same job stands in the same file, in the five games and in the sample game."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tableside.core import registry
from tableside.core.rulebook import Rulebook

FILES = {
    "__init__.py", "audit.py", "game.py", "game.toml", "position.py", "reading.py", "records.py", "rules.toml",
    "scoring.py", "state.py", "words.py",
}  # fmt: skip
FOLDERS = {"locale", "rules"}
CHANGES = ("changes.py", "changes")
OTHER_NAMES = {
    "asking", "auditing", "cards", "choices", "content", "desk", "draft", "events", "folding", "happen", "happenings",
    "ledger", "listing", "moves", "offers", "referee", "sampling", "saying", "view",
}  # fmt: skip
"""What the jobs of these files have been called: a game that has one of them keeps a job in a file of its own."""
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
