"""Runs queries of a server that may not respond on worker threads, each waited for with a deadline."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Executable, FrozenResult, Result
from sqlalchemy import inspect as looked_at
from sqlalchemy.orm import Session as Base
from sqlmodel import select
from sqlmodel.sql.expression import SelectOfScalar

from models.database import PlaceError
from tableside.core.moves import text

if TYPE_CHECKING:
    from models.store import Store

HURRY = 1.0
"""Seconds a table waits for a server; after that it goes on without."""
QUICK = 0.1
"""Seconds a screen waits for all its answers before another says that it is waited for."""

T = TypeVar("T")


class Errand(Generic[T]):
    """A future on a daemon thread; `told` is called on that thread when the work has returned or raised."""

    def __init__(self, work: Callable[[], T], name: str, told: Callable[[], object] = lambda: None) -> None:
        self._work, self._told = work, told
        self._found: list[T] = []
        self._failed: Exception | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def begin(self, *_: object) -> None:
        """Start it; later calls do nothing."""
        if self._thread.ident is None:
            self._thread.start()

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except Exception as error:
            self._failed = error
        finally:
            self._done.set()
            self._told()

    def done(self, seconds: float | None = 0.0) -> bool:
        """Wait at most `seconds` (None: without limit); whether the work has finished."""
        self.begin()
        return self._done.wait(seconds)

    def within(self, seconds: float | None = None) -> T:
        """The result, or the exception raised; PlaceError after `seconds`, though the work goes on."""
        if not self.done(seconds):
            raise PlaceError(text("models.silent"))
        if self._failed is not None:
            raise self._failed
        return self._found[0]


class Asker:
    """Runs the queries of a thread that must not block; a query that misses its deadline raises PlaceError.

    Within a round results are cached until all have arrived: a caller that met with PlaceError starts again after
    `told`, and gets one query further.
    """

    def __init__(self, told: Callable[[], object]) -> None:
        self._told = told
        self._thread = threading.get_ident()
        self._asked: dict[tuple[str, ...], Errand[FrozenResult[Any]]] | None = None
        self._until = 0.0
        self.behind = False
        """Whether something asked in the last round was not answered yet."""

    def here(self) -> bool:
        """Whether the calling thread is the one that must not block."""
        return threading.get_ident() == self._thread

    @contextmanager
    def round(self) -> Iterator[None]:
        """Give all queries within one common deadline of QUICK seconds; results are kept when some are missing."""
        self._asked = self._asked or {}
        self.behind, self._until = False, monotonic() + QUICK
        try:
            yield
        finally:
            self._until = 0.0
            if not self.behind:
                self._asked = None

    def forget(self) -> None:
        """Discard pending queries and cached results."""
        self._asked, self.behind = None, False

    def ask(self, store: Store, statement: Executable, plain: bool = False) -> Result[Any]:
        """Run a statement, `plain` as columns instead of objects. PlaceError when the deadline is missed."""

        def work() -> FrozenResult[Any]:
            with store.reading() as database:
                found = database.connection().execute(statement) if plain else Base.execute(database, statement)
                return found.freeze()

        if self._until == 0.0:
            return Errand(work, "asking").within(HURRY)()
        assert self._asked is not None
        put: Any = statement
        words = put.compile(dialect=store.engine.dialect)
        key = (str(plain), str(words), repr(sorted(words.params.items())))
        errand = self._asked.setdefault(key, Errand(work, "asking", self._told))
        if not errand.done(max(0.0, self._until - monotonic())):
            self.behind = True
            raise PlaceError(text("models.silent"))
        return errand.within()()


class AskedSession:
    """Read-only stand-in for a Session; every query goes through an Asker."""

    def __init__(self, store: Store, asker: Asker) -> None:
        self.store, self.asker = store, asker

    def exec(self, statement: Any) -> Any:
        """As of a session."""
        found = self.asker.ask(self.store, statement)
        return found.scalars() if isinstance(statement, SelectOfScalar) else found

    def get(self, kind: Any, key: Any) -> Any:
        """As of a session, by a primary key of one column."""
        (column,) = looked_at(kind).primary_key
        return self.exec(select(kind).where(column == key)).first()

    def connection(self) -> AskedSession:
        """As of a session."""
        return self

    def execute(self, statement: Any) -> Any:
        """As of a connection."""
        return self.asker.ask(self.store, statement, plain=True)
