"""Reads photos on worker threads; results come back to the main thread through Clock."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock

from models.owned_records import OwnersCopy
from tableside.app import tutorial_table
from tableside.control.pipeline import Looks, Weigh, read
from tableside.control.reading import Failed, Photo
from tableside.core.readings import Expect

PURGE = -101
"""M_PURGE of Android's mallopt."""


Done = Callable[[Photo | Failed], Any]


def scan(
    data: bytes, expect: Expect | None, copy: OwnersCopy | None, done: Done, weigh: Weigh | None = None,
    before: Any = None, burst: Sequence[Any] = (),
) -> None:  # fmt: skip
    """Read a photo on a thread of its own; `done` is called on the main thread."""

    def work() -> None:
        found = read(data, expect, copy, _looks(expect, copy), weigh, before, burst)
        Clock.schedule_once(lambda _: done(found), 0)
        give_back()

    threading.Thread(target=work, name="scan", daemon=True).start()


def _looks(expect: Expect | None, copy: OwnersCopy | None) -> Looks:
    """Samples shipped for the tutorial, where its table is photographed; looked at after the owner's own."""
    taste = copy is not None and copy.base.slug == tutorial_table.SLUG
    return (
        tutorial_table.looks()
        if taste and expect is not None and set(expect.cards) & set(tutorial_table.SECTORS)
        else ()
    )


def give_back() -> None:
    """Return freed heap memory to the system (malloc_trim or mallopt)."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):
        return
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
    elif hasattr(library, "mallopt"):
        library.mallopt(PURGE, 0)


def aside(work: Callable[[], Any], done: Callable[[Any], Any]) -> None:
    """Run `work` on a daemon thread and call `done` with its result or exception on the main thread."""

    def run() -> None:
        found: Any
        try:
            found = work()
        except Exception as error:
            found = error
        Clock.schedule_once(lambda _: done(found), 0)

    threading.Thread(target=run, name="aside", daemon=True).start()
