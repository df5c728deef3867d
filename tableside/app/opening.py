"""Saved games that are made for the first time while the first screen is already seen."""

from __future__ import annotations

import threading
from collections.abc import Callable

from models.store import Store


class Opening:
    """Opens a store on a thread of its own; whoever needs it sooner waits."""

    def __init__(self, open: Callable[[], Store], told: Callable[[], object]) -> None:
        self._open, self._told = open, told
        self._found: Store | Exception | None = None
        self._thread = threading.Thread(target=self._run, name="opening", daemon=True)

    def begin(self, *_: object) -> None:
        """Start, once."""
        if self._thread.ident is None:
            self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._open()
        except Exception as error:
            self._found = error
        self._told()

    def wait(self) -> Store:
        """The store; what kept it from being opened is raised here."""
        self.begin()
        self._thread.join()
        if not isinstance(self._found, Store):
            raise self._found or RuntimeError("the thread was ended from outside")
        return self._found
