"""Opens the store on a thread while the first screen is already shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from models.asking import Errand
from models.database import file_of
from models.store import Store

WAIT = 1.0
"""Seconds the app waits for another program that writes; then the move waits instead."""


class Opening(Errand[Store]):
    """Opens the store at a URL; `then` is what the app does afterwards, whether it could be or not."""

    def __init__(self, url: str, told: Callable[[], object], then: Callable[[], object] = lambda: None) -> None:
        super().__init__(partial(Store.open, url, WAIT), "opening", told)
        self.url, self.then = url, then
        self.far = file_of(url) is None and not url.startswith("sqlite")
        """On a server, which may stand still: nobody waits for it."""
