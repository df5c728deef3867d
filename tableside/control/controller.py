"""Commands on one open game, the same for app and terminal: each answers Done, Refused or NotSaved and never raises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from models.database import StoreError
from models.owned_records import OwnersCopy
from models.store import Evidence, OpenSession
from tableside.core import codec
from tableside.core.errors import Complaint
from tableside.core.log import Entry
from tableside.core.moves import Move, Text
from tableside.core.ruling import Illegal, Ruling
from tableside.core.table import Correction, Preview, RefusedError, Table


@dataclass(frozen=True, slots=True)
class Done:
    """It stands and is saved, or waits in the journal to be saved."""

    entries: tuple[Entry, ...] = ()
    """What was added to the log: the command's own entry, then the bookkeeping that followed."""
    correction: Correction | None = None
    left: tuple[Move, ...] = ()
    """Players' later moves that fell with a correction, in order; the first is the one that no longer stands."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules, or the shape of what was told, do not allow it; nothing changed."""

    reason: Text
    illegal: Illegal | None = None
    correction: Correction | None = None
    """What a correction would drop; asked again with `drop`, it is made."""


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The store did not take it; nothing changed."""

    reason: Text
    session: str


Answer = Done | Refused | NotSaved


class Controller:
    """One open game. Used from one thread."""

    def __init__(self, session: OpenSession, copy: OwnersCopy | None = None) -> None:
        self.session = session
        self.copy = copy
        """Where facts told at the table are kept for other games."""

    @property
    def table(self) -> Table:
        return self.session.table

    # -- asking --------------------------------------------------------------------------------

    def propose(self, move: Move) -> Ruling:
        """The referee's answer; nothing changes."""
        return self.table.propose(move)

    def preview(self, move: Move) -> Preview | Illegal:
        """What the move would change, and the score with it."""
        return self.table.preview(move)

    # -- doing ---------------------------------------------------------------------------------

    def confirm(self, move: Move, *, evidence: str = "") -> Answer:
        """The move is made, with the bookkeeping that follows."""
        return self._do(partial(self.table.confirm, move, evidence=evidence))

    def confirm_all(self, moves: Sequence[Move], evidence: Evidence) -> Answer:
        """Moves told by one photo, one upon the other, saved together with it: all of them or none."""
        name = self.attach(evidence)
        if isinstance(name, NotSaved):
            return name
        return self._do(partial(self.table.confirm_all, moves, evidence=name))

    def attach(self, evidence: Evidence) -> str | NotSaved:
        """Keep a photo for the entry that will name it; gives that name."""
        try:
            return self.session.attach(evidence)
        except StoreError as error:
            return NotSaved(error.told, self.session.id)

    def keep_books(self) -> Answer:
        """Bookkeeping that is due and switched on."""
        return self._do(self.table.run_routine)

    def undo(self, to: int | None = None) -> Answer:
        """One step of a player back, or to the version after entry `to`."""
        return self._do(partial(self.table.undo, to))

    def redo(self) -> Answer:
        """One step forward again."""
        return self._do(self.table.redo)

    def correct(self, entry: int, move: Move, *, drop: bool = False, reason: str = "") -> Answer:
        """Put another move in an entry's place and play the later ones again.

        When one of them no longer stands the answer is Refused and tells what would fall; with `drop` it falls, and
        `Done.left` are the moves to be asked or played again.
        """
        found: list[Correction | Illegal] = []
        steps = self.table.log.line.steps()
        answer = self._do(lambda: found.append(self.table.correct(entry, move, drop=drop, reason=reason)))
        if not isinstance(answer, Done):
            return answer
        result = found[0]
        if isinstance(result, Illegal):
            return Refused(result.reason, result)
        if result.conflict is not None and not drop:
            return Refused(result.conflict.illegal.reason, result.conflict.illegal, result)
        fallen = steps[len(steps) - result.dropped :]
        left = tuple(step.move for step in fallen if step.move is not None and not step.auto)
        return Done(answer.entries, result, left)

    def play_again(self, moves: Sequence[Move]) -> Answer:
        """Make moves that fell with a correction again, as one, as far as they stand; `left` is still to be asked."""
        made: list[int] = []
        answer = self._do(lambda: made.append(self.table.confirm_all(moves, whole=False)))
        return replace(answer, left=tuple(moves[made[0] :])) if isinstance(answer, Done) else answer

    def note(self, words: str, about: int = 0) -> Answer:
        """Write something beside the log, about an entry or the table."""
        return self._do(partial(self.table.note, words, about))

    def edit(self, changes: Sequence[tuple[str, Any]], reason: str) -> Answer:
        """Set values of the state by hand, as one entry checked by `audit`."""
        return self._do(partial(self.table.adjust_all, changes, reason))

    def learn(self, table: str, id: str, record: codec.Json) -> Answer:
        """Tell a fact of the box: to this game and, in the same transaction, to the owner's copy where there is one."""

        def learn() -> None:
            if self.copy is None:
                self.table.learn(table, id, record)
                return
            self.table.game.catalog.learn(table, id, record)
            (row,) = self.copy.rows({table: {id: record}})
            with self.session.sharing(row):
                self.table.learn(table, id, record)

        return self._do(learn)

    def _do(self, command: Callable[[], object]) -> Answer:
        before = len(self.table.log.entries)
        try:
            command()
        except RefusedError as refused:
            return Refused(refused.illegal.reason, refused.illegal)
        except StoreError as error:
            return NotSaved(error.told, self.session.id)
        except Complaint as error:
            return Refused(error.told)
        return Done(tuple(self.table.log.entries[before:]))


def tell(copy: OwnersCopy, table: str, id: str, record: codec.Json) -> Answer:
    """Keep a fact in the owner's copy alone."""
    try:
        copy.learn(table, id, record)
    except StoreError as error:
        return NotSaved(error.told, "")
    except Complaint as error:
        return Refused(error.told)
    return Done()
