"""What the owner has set, and where the app was when it was last seen; both survive a kill at any moment."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from models.place import data_folder

FILE = "app.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every switch of the app."""

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
    tasted: bool = False
    silenced: tuple[str, ...] = ()
    silenced_routines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """Settings, the way back, and what was being written."""

    settings: Settings = field(default_factory=Settings)
    routes: tuple[tuple[str, dict[str, Any]], ...] = ()
    drafts: dict[str, Any] = field(default_factory=dict)


def load(folder: Path | None = None) -> Memory:
    """What was remembered; a damaged file is as good as none."""
    file = (folder or data_folder()) / FILE
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        known = {entry.name: entry for entry in fields(Settings)}
        kept = {}
        for key, value in data.get("settings", {}).items():
            default = getattr(Settings(), key, None)
            if key in known and (type(value) is type(default) or isinstance(default, (tuple, float))):
                kept[key] = tuple(value) if isinstance(default, tuple) else value
        routes = tuple((str(name), dict(given)) for name, given in data.get("routes", ()))
        return Memory(replace(Settings(), **kept), routes, dict(data.get("drafts", {})))
    except (OSError, ValueError, TypeError, AttributeError):
        return Memory()


def save(memory: Memory, folder: Path | None = None) -> None:
    """Remember, in one step: either the old file or the new one is there, never half of it."""
    file = (folder or data_folder()) / FILE
    data = {
        "settings": {entry.name: getattr(memory.settings, entry.name) for entry in fields(Settings)},
        "routes": memory.routes,
        "drafts": memory.drafts,
    }
    draft = file.with_suffix(f".{os.getpid()}.new")
    draft.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    draft.replace(file)
