"""The protocol of a table's journal, and an implementation that stores nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tableside.core.log import Entry


class Journal(Protocol):
    """Write-ahead journal of a table: entries are appended atomically before they take effect; may store snapshots."""

    def append(self, entries: Sequence[Entry], over: bool) -> None: ...
    def snapshot(self, version: int) -> Any | None: ...
    def keep(self, version: int, state: Any) -> None: ...
    def forget(self) -> None: ...


class MemoryJournal:
    """A journal that forgets when the program ends."""

    def append(self, entries: Sequence[Entry], over: bool) -> None:
        return None

    def snapshot(self, version: int) -> Any | None:
        return None

    def keep(self, version: int, state: Any) -> None:
        return None

    def forget(self) -> None:
        return None
