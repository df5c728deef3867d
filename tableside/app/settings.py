"""Settings, navigation stack and drafts in app.json, written atomically so that they survive a kill."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from models.backup import put
from models.database import StoreError
from models.paths import data_folder
from tableside.core import codec
from tableside.language import LANGUAGES

FILE = "app.json"
UNSAVED = "unsaved:"
"""Drafts under this name and a session's id are entries that wait to be saved, should the app be killed meanwhile."""
SMALLEST, LARGEST = 0.5, 3.0
"""How far letters may shrink and grow."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The app's settings with their defaults."""

    language: str = "hu"
    dark: bool = False
    text_scale: float = 1.0
    palette: str = "safe"
    left_hand: bool = False
    less_motion: bool = False
    keep_awake: bool = True
    sounds: bool = False
    haptics: bool = True
    hand_over: bool = False
    face_seat: bool = False
    single: bool = True
    bookkeeping: bool = True
    database: str = ""
    opened: str = ""
    """The database that was opened last; when its file is gone, it is not quietly made anew."""
    silenced: tuple[str, ...] = ()
    silenced_routines: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    """Players who are asked even where there is only one thing they can do."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Content of app.json: settings, navigation stack, drafts."""

    settings: Settings = field(default_factory=Settings)
    routes: tuple[tuple[str, dict[str, Any]], ...] = ()
    drafts: dict[str, Any] = field(default_factory=dict)


def load(folder: Path | None = None) -> Memory:
    """Read the file; defaults when it is missing or damaged, in which case it is copied aside."""
    file = None
    try:
        file = (folder or data_folder()) / FILE
        data = codec.parse(file.read_text(encoding="utf-8"))
        kept = {}
        for entry in fields(Settings):
            value = _fit(data.get("settings", {}).get(entry.name), entry.default)
            if value is not None and _allowed(entry.name, value):
                kept[entry.name] = value
        routes = tuple((str(name), dict(given)) for name, given in data.get("routes", ()))
        return Memory(replace(Settings(), **kept), routes, dict(data.get("drafts", {})))
    except (OSError, StoreError):
        return Memory()
    except (ValueError, TypeError, AttributeError):
        if file is not None:
            keep_aside(file)
        return Memory()


def keep_aside(file: Path) -> None:
    """A copy of a damaged file under a name that is free: entries that were not saved yet may be in it."""
    for number in range(1, 100):
        aside = file.with_name(f"{file.stem}.damaged-{number}{file.suffix}")
        if not aside.exists():
            with suppress(OSError):
                put(aside, file.read_bytes())
            return
        with suppress(OSError):
            if aside.read_bytes() == file.read_bytes():
                return


def _fit(value: Any, default: Any) -> Any:
    """The value if it has the setting's type, else None."""
    if isinstance(default, tuple):
        return tuple(value) if isinstance(value, list) and all(isinstance(one, str) for one in value) else None
    if isinstance(default, float):
        return float(value) if type(value) in (int, float) else None
    return value if type(value) is type(default) else None


def _allowed(name: str, value: Any) -> bool:
    if name == "language":
        return value in LANGUAGES
    return SMALLEST <= value <= LARGEST if name == "text_scale" else True


def save(memory: Memory, folder: Path | None = None) -> bool:
    """Write the file atomically; False when it cannot be written."""
    try:
        _save(memory, (folder or data_folder()) / FILE)
    except (OSError, StoreError, ValueError):
        return False
    return True


def _save(memory: Memory, file: Path) -> None:
    data = {
        "settings": {entry.name: getattr(memory.settings, entry.name) for entry in fields(Settings)},
        "routes": memory.routes,
        "drafts": memory.drafts,
    }
    words = json.dumps(data, ensure_ascii=False).encode()
    codec.parse(words)  # what would not be read again must not take the place of what is
    # Waiting for the disk costs a frame: only entries that could not be saved elsewhere are worth it.
    put(file, words, any(key.startswith(UNSAVED) for key in memory.drafts))
