"""Spools photos of unsaved entries to files beside the settings, so that they survive a kill."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from models.backup import put
from models.database import StoreError
from models.paths import subfolder

FOLDER = "waiting"
_NAME = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A photo with what was read in it and what the players took it for."""

    photo: bytes
    readings: str
    chosen: str = ""


def _file(name: str, ending: str) -> Path:
    return subfolder(FOLDER) / f"{name}.{ending}"


def keep(name: str, evidence: Evidence) -> None:
    """Spool the photo; when that fails it stays in memory only."""
    with suppress(OSError, StoreError):
        if not _file(name, "json").exists():
            put(_file(name, "jpg"), evidence.photo)
            put(_file(name, "json"), json.dumps([evidence.readings, evidence.chosen]).encode())


def find(name: str) -> Evidence | None:
    """The photo of this name as it was kept; None when it is gone or damaged."""
    if not _NAME.fullmatch(name):
        return None
    try:
        photo = _file(name, "jpg").read_bytes()
        readings, chosen = json.loads(_file(name, "json").read_bytes())
    except (OSError, StoreError, ValueError, TypeError):
        return None
    whole = hashlib.sha256(photo).hexdigest() == name and isinstance(readings, str) and isinstance(chosen, str)
    return Evidence(photo, readings, chosen) if whole else None


def forget(name: str) -> None:
    """The photo is saved with its entry."""
    if _NAME.fullmatch(name):
        with suppress(OSError, StoreError):
            for ending in ("json", "jpg"):
                _file(name, ending).unlink(missing_ok=True)
