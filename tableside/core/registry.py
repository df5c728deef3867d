"""Finds games: a folder with a game.toml and a GAME is a game, and nothing else needs editing to add one."""

from __future__ import annotations

import importlib
import os
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from tableside.core import codec
from tableside.core.game import Game, Info
from tableside.core.moves import text

HOME = "tableside.games"
MORE = "TABLESIDE_GAMES"
"""An environment variable that names further packages of games, parted by commas."""


class RegistryError(ValueError):
    """The environment names a package of games that is not here."""

    def __init__(self, package: str) -> None:
        super().__init__(f"{MORE} names {package}, which cannot be found")
        self.reason = text("core.no_such_package", package=package)


class UnknownGameError(KeyError):
    """No game of this name is here."""

    def __init__(self, slug: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no game is called {slug!r}; there are {', '.join(known)}")

    def __str__(self) -> str:
        return str(self.args[0])


def infos() -> dict[str, Info]:
    """What can be said of every game without loading its rules."""
    packages = (HOME, *(name for name in os.environ.get(MORE, "").split(",") if name))
    found = {info.slug: info for package in packages for info in _infos(package)}
    return dict(sorted(found.items()))


@cache
def _infos(package: str) -> tuple[Info, ...]:
    found = []
    try:
        home = resources.files(package)
    except ModuleNotFoundError:
        raise RegistryError(package) from None
    for folder in sorted(home.iterdir(), key=lambda entry: entry.name):
        if folder.is_dir() and (folder / "game.toml").is_file():
            found.append(_info(package, folder.name))
    return tuple(found)


def _info(package: str, name: str) -> Info:
    file = resources.files(package) / name / "game.toml"
    info: Info = codec.decode(Info, tomllib.loads(file.read_text(encoding="utf-8")))
    if info.slug != name:
        raise ValueError(f"{package}.{name}: game.toml calls itself {info.slug}")
    return info


def info(package: str) -> Info:
    """The game.toml beside this package's code."""
    parent, _, name = package.rpartition(".")
    return _info(parent, name)


def find(slug: str) -> Game[Any]:
    """The game of this name."""
    known = infos()
    if slug not in known:
        raise UnknownGameError(slug, tuple(known))
    for package in (HOME, *(name for name in os.environ.get(MORE, "").split(",") if name)):
        if any(info.slug == slug for info in _infos(package)):
            game = importlib.import_module(f"{package}.{slug}").GAME
            assert isinstance(game, Game)
            return game
    raise UnknownGameError(slug, tuple(known))
