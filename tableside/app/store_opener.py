"""Creates the database of a first start on a thread, while the home screen is already shown."""

from __future__ import annotations

import threading
from collections.abc import Callable

from models.store import Store


class Opening:
    """Opens a store on a daemon thread; `wait` joins it from the main thread."""

    def __init__(self, open: Callable[[], Store], told: Callable[[], object]) -> None:
        self._open, self._told = open, told
        self._found: Store | Exception | None = None
        self._thread = threading.Thread(target=self._run, name="opening", daemon=True)

    def begin(self, *_: object) -> None:
        """Start the thread; later calls do nothing."""
        if self._thread.ident is None:
            self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._open()
        except Exception as error:
            self._found = error
        self._told()

    def wait(self) -> Store:
        """Join the thread and return the store; re-raises the StoreError that kept it from being opened."""
        self.begin()
        self._thread.join()
        if not isinstance(self._found, Store):
            raise self._found or RuntimeError("the thread was ended from outside")
        return self._found
