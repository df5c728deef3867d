"""The log and what stands of it: entries are only ever added; undo, redo and correction are entries too."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tableside.core.errors import Complaint
from tableside.core.moves import Move, text

NAME, WORDS = 80, 10_000
"""Longest name of a person, a card or a table; longest note."""
_REORDER = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs that turn round what others wrote after them; letters read from the right need none of them."""


def clean(words: str, longest: int = NAME, lines: bool = False) -> str:
    """Text made fit for storage: NFC, no control characters, at most `longest` letters, one line unless `lines`."""
    kept = "".join(
        letter
        for letter in words
        if letter in "\n\t" or (unicodedata.category(letter) not in ("Cc", "Cs", "Co", "Cn") and letter not in _REORDER)
    )
    # Composed at last: what was taken out may have stood between a letter and its accent.
    composed = unicodedata.normalize("NFC", kept if lines else " ".join(kept.split()))
    return composed.strip()[:longest].strip()


class EntryKind(StrEnum):
    """What an entry of the log does."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    CORRECT = "correct"
    NOTE = "note"
    LEARN = "learn"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    number: int
    kind: EntryKind
    move: Move | None = None
    target: int = 0
    """Undo, redo: the version to go to. Correct: the entry put right. Note: the entry it is about (0: the table)."""
    kept: int = 0
    """Correct: how many later steps still stood."""
    text: str = ""
    """A note, or the reason of an adjustment or correction."""
    record: tuple[str, str, str] | None = None
    """Learn: table, id, and the record as JSON text."""
    digest: str = ""
    """Fingerprint of the state after it."""
    auto: bool = False
    """The referee's own bookkeeping."""
    evidence: str = ""
    """The photo it was read from."""


@dataclass(frozen=True, slots=True, eq=False)
class LogLine:
    """Effective steps as a persistent linked list: versions share their tails, so keeping one costs one node."""

    parent: LogLine | None
    entry: int
    """The entry whose move this step is; 0 at the start."""
    version: int
    """The entry after which this line was the one that stood."""
    move: Move | None
    auto: bool
    length: int
    text: str = ""

    def steps(self) -> list[LogLine]:
        """The steps, first to last, without the start."""
        return list(reversed(list(self._back())))

    def _back(self) -> Iterator[LogLine]:
        line: LogLine | None = self
        while line is not None and line.parent is not None:
            yield line
            line = line.parent


START = LogLine(None, 0, 0, None, False, 0)


AGAIN_MOST = 200_000
"""Steps that all corrections of a log together may play again: an evening has some dozens, a made-up log any number."""


class LogError(Complaint):
    """A log that contradicts itself."""


class Log:
    """All entries, the line that stands, and the versions one can go back or forward to."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = []
        self.line = START
        self.past: list[LogLine] = []
        self.future: list[LogLine] = []
        self.tips: dict[int, LogLine] = {0: START}
        """Each version's last step."""
        self.again = 0
        """Steps that corrections have played again so far."""
        for entry in entries:
            self.add(entry)

    @property
    def next_number(self) -> int:
        return len(self.entries) + 1

    def add(self, entry: Entry) -> None:
        """Fold one more entry; what cannot follow is a LogError and changes nothing."""
        if entry.number != self.next_number:
            raise LogError(text("core.bad.follows", entry=entry.number, last=len(self.entries)))
        match entry.kind:
            case EntryKind.MOVE:
                self._stand(self._step(self.line, entry, entry.auto))
            case EntryKind.CORRECT:
                self._stand(self._corrected(entry))
            case EntryKind.UNDO:
                self._turn(entry.target, self.past, self.future)
            case EntryKind.REDO:
                self._turn(entry.target, self.future, self.past)
            case EntryKind.NOTE | EntryKind.LEARN:
                pass
        self.entries.append(entry)

    def _step(self, parent: LogLine, entry: Entry, auto: bool) -> LogLine:
        if entry.move is None:
            raise LogError(text("core.bad.no_move", entry=entry.number))
        return LogLine(parent, entry.number, entry.number, entry.move, auto, parent.length + 1, entry.text)

    def _stand(self, line: LogLine) -> None:
        self.past.append(self.line)
        self.line = line
        self.tips[line.version] = line
        self.future.clear()

    def _turn(self, target: int, away: list[LogLine], back: list[LogLine]) -> None:
        # The version looked for is nearly always among the last.
        if not any(line.version == target for line in reversed(away)):
            raise LogError(text("core.bad.no_version", target=target))
        while self.line.version != target:
            back.append(self.line)
            self.line = away.pop()

    def _corrected(self, entry: Entry) -> LogLine:
        if not self.may_correct():
            raise LogError(text("core.too_many_corrections"))
        steps = self.line.steps()
        place = next((n for n, step in enumerate(steps) if step.entry == entry.target), None)
        if place is None:
            raise LogError(text("core.bad.no_entry", entry=entry.target))
        later = steps[place + 1 : place + 1 + entry.kept]
        if len(later) != entry.kept:
            raise LogError(text("core.bad.keeps", entry=entry.number))
        self.again += len(steps)
        return rebuilt(self._step(steps[place].parent or START, entry, steps[place].auto), later, entry.number)

    def may_correct(self) -> bool:
        """Whether the steps that stand may be played again once more."""
        return self.again + self.line.length <= AGAIN_MOST

    def records(self) -> list[tuple[str, str, str]]:
        """Every fact learnt at this table, in order."""
        return [entry.record for entry in self.entries if entry.record is not None]


def rebuilt(line: LogLine, later: list[LogLine], version: int) -> LogLine:
    """The later steps put upon a corrected one."""
    for step in later:
        line = LogLine(line, step.entry, version, step.move, step.auto, line.length + 1, step.text)
    return line
