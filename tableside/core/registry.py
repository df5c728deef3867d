"""Finds games: a folder with a game.toml and a GAME is a game, and nothing else needs editing to add one."""

from __future__ import annotations

import importlib
import os
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from tableside.core.catalog import CatalogError, read_file, read_record
from tableside.core.errors import Complaint
from tableside.core.game import Game, Info
from tableside.core.moves import text

HOME = "tableside.games"
MORE = "TABLESIDE_GAMES"
"""An environment variable that names further packages of games, parted by commas."""


class RegistryError(Complaint):
    """The environment names a package of games that is not here."""

    def __init__(self, package: str) -> None:
        super().__init__(text("core.no_such_package", package=package))
        self.reason = self.problem


class UnknownGameError(Complaint, LookupError):
    """No game of this name is here."""

    def __init__(self, slug: str, known: tuple[str, ...]) -> None:
        super().__init__(text("core.no_game", slug=slug[:40], known=known))


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
    return read_info(resources.files(package) / name / "game.toml", name)


def read_info(file: Traversable, slug: str) -> Info:
    """What a game.toml says of the game in this folder; a CatalogError says what is wrong with it."""
    info: Info = read_record(Info, read_file(file), file.name, slug)
    if info.slug != slug:
        raise CatalogError(file.name, slug, "slug", text("core.bad.other_name", found=info.slug[:40]))
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
