"""Where the data lies: the platform's user data folder, or where an environment variable says."""

from __future__ import annotations

import os
from pathlib import Path

from models.database import PlaceError
from tableside.core.errors import complaint
from tableside.core.moves import text

FOLDER = "TABLESIDE_DATA"
URL = "TABLESIDE_DATABASE"
PRIVATE = "ANDROID_PRIVATE"
"""Where an Android app keeps what is its own, as its launcher says; no other app can read it."""


def data_folder() -> Path:
    """The folder of saved games, made when it is not there."""
    named = os.environ.get(FOLDER)
    private = os.environ.get(PRIVATE)
    if named:
        folder = Path(named)
    elif private:
        folder = Path(private) / "tableside"
    else:
        from platformdirs import user_data_path

        folder = user_data_path("tableside", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise PlaceError(text("models.no_folder", place=str(folder), problem=complaint(error))) from None
    return folder


def subfolder(name: str) -> Path:
    """A folder among the saved games; made when it is not there, readable by its owner only."""
    folder = data_folder() / name
    folder.mkdir(exist_ok=True, mode=0o700)
    return folder


def database_url() -> str:
    """The database: a URL from the environment (PostgreSQL for a club), else a file in the data folder."""
    return os.environ.get(URL) or f"sqlite:///{data_folder() / 'tableside.db'}"
