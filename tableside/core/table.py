"""A game in progress: propose, confirm, undo, redo, correct, adjust, score, explain. Nothing changes unconfirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from tableside.core import codec, manual_edit
from tableside.core.arguments import UNKNOWN
from tableside.core.errors import Complaint, ToldError
from tableside.core.game import Game, Options
from tableside.core.journal import Journal, MemoryJournal
from tableside.core.log import START, WORDS, Entry, EntryKind, Log, LogLine, clean
from tableside.core.moves import SILENT, Cite, Event, Move, Seat, Text, text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.core.score import Line as ScoreLine
from tableside.core.score import Outcome
from tableside.core.suggestions import nearest

ROUTINE_MOST = 1000
"""Bookkeeping that does not come to rest after this many steps is a bug in the game."""


class NoEntryError(Complaint, LookupError):
    """An entry is asked for that does not stand."""


class RefusedError(ToldError):
    """Something the referee refuses was asked for as if it were allowed."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(illegal.reason)
        self.illegal = illegal


@dataclass(frozen=True, slots=True)
class Conflict:
    """The first later step that no longer stands."""

    entry: int
    move: Move
    illegal: Illegal


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction would do: how many later steps still stand, and the first that does not."""

    kept: int
    dropped: int
    conflict: Conflict | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would change, and the score with it."""

    legal: Legal
    state: Any
    before: tuple[ScoreLine, ...]
    after: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """An entry in words: what was done and what followed, each with its rule, and of what kind each of it is."""

    entry: int
    move: Text
    events: tuple[tuple[Text, Cite | None], ...]
    kinds: tuple[str, ...]
    reason: str


class Table:
    """One game at one table."""

    def __init__(
        self,
        game: Game[Any],
        options: Options,
        seats: int,
        *,
        start: Any | None = None,
        entries: Iterable[Entry] = (),
        journal: Journal | None = None,
        automatic: Callable[[Move], bool] | bool = True,
        earlier: bool = False,
    ) -> None:
        """With `earlier` the entries are of another version, whose states had other fields: neither those kept nor
        their fingerprints are used, and every move is judged."""
        if seats not in game.seats:
            raise Complaint(text("core.bad.seats", few=game.seats.start, many=game.seats.stop - 1))
        self.base = game
        self.options = game.info.settle(options)
        self.seats = seats
        self.journal: Journal = journal or MemoryJournal()
        self.automatic = automatic
        self.earlier = earlier
        self.log = Log(entries)
        self.game = self._learnt()
        if start is not None:
            problems = game.audit(start)
            if problems:
                raise RefusedError(problems[0])
        self.start = start
        self._start = start if start is not None else self.game.setup(self.options, seats)
        self._states: dict[LogLine, Any] = {START: self._start}
        self.drift: Conflict | None = None
        self.state = self._open()

    # -- asking --------------------------------------------------------------------------------

    def to_act(self) -> frozenset[Seat]:
        """Who may do something now."""
        return self.game.to_act(self.state)

    def propose(self, move: Move) -> Ruling:
        """The referee's answer; nothing changes. A refusal names the nearest legal moves."""
        return self._proposed(self.state, move)

    def _proposed(self, state: Any, move: Move) -> Ruling:
        ruling = manual_edit.propose(self.game, state, move)
        if isinstance(ruling, Illegal) and not ruling.nearest and move.kind != manual_edit.KIND:
            ruling = replace(ruling, nearest=nearest(self.game, state, move))
        return ruling

    def preview(self, move: Move) -> Preview | Illegal:
        """What the move would change, before it is confirmed."""
        ruling = self.propose(move)
        if isinstance(ruling, Illegal):
            return ruling
        after = manual_edit.folded(self.game, self.state, ruling.events)
        return Preview(ruling, after, self.game.score(self.state), self.game.score(after))

    def score(self) -> tuple[ScoreLine, ...]:
        """The score as it stands."""
        return self.game.score(self.state)

    def outcome(self) -> Outcome | None:
        """How the game came out, when it is over."""
        return self.game.outcome(self.state)

    def explain(self, entry: int) -> Explanation:
        """What an entry did and by which rules; the entry must stand."""
        step = next((step for step in self.log.line.steps() if step.entry == entry), None)
        if step is None:
            raise NoEntryError(text("core.bad.no_entry", entry=entry))
        return self.explained(step)

    def explained(self, step: LogLine) -> Explanation:
        """What a step that stands did and by which rules."""
        assert step.move is not None and step.parent is not None
        before = self.state_at(step.parent)
        ruling = manual_edit.judge(self.game, before, step.move)
        events: list[tuple[Text, Cite | None]] = []
        kinds: list[str] = []
        for happened in ruling.events if isinstance(ruling, Legal) else ():
            said = self.say_event(before, happened)
            if said != SILENT:
                events.append((said, happened.cite))
                kinds.append(happened.kind)
            before = manual_edit.apply(self.game, before, happened)
        said = self.say_move(self.state_at(step.parent), step.move)
        return Explanation(step.entry, said, tuple(events), tuple(kinds), step.text)

    def say_move(self, state: Any, move: Move) -> Text:
        if move.kind == manual_edit.KIND:
            return manual_edit.say(self.game, state, manual_edit.changes_of(move))
        ruling = self.game.judge(state, move)
        if isinstance(ruling, Illegal) and ruling.reason.key == UNKNOWN:
            return ruling.reason  # a log from elsewhere may hold what no rule of ours has words for
        return self.game.say_move(state, move)

    def say_event(self, state: Any, happened: Event) -> Text:
        if happened.kind == manual_edit.KIND and happened.cite == manual_edit.CITE:
            return manual_edit.say(self.game, state, manual_edit.changes_of(happened))
        return self.game.say_event(state, happened)

    # -- doing ---------------------------------------------------------------------------------

    def confirm(self, move: Move, *, evidence: str = "", reason: str = "") -> Entry:
        """Append the move and, where that is on, the bookkeeping that follows, as one. Raises RefusedError."""
        made = self._made(self.state, self.log.next_number, move, evidence, reason)
        self._take(made)
        return made[0][0]

    def confirm_all(self, moves: Iterable[Move], *, evidence: str = "", whole: bool = True) -> int:
        """Append moves one upon the other as one: all or none, or else up to the first refused. How many were made."""
        made: list[tuple[Entry, Any]] = []
        count = 0
        for move in moves:
            state = made[-1][1] if made else self.state
            try:
                made += self._made(state, self.log.next_number + len(made), move, evidence)
            except RefusedError:
                if whole:
                    raise
                break
            count += 1
        self._take(made)
        return count

    def _made(
        self, state: Any, number: int, move: Move, evidence: str = "", reason: str = ""
    ) -> list[tuple[Entry, Any]]:
        """The entry of a move made in a state and of the bookkeeping that follows, each with the state after it."""
        ruling = self._proposed(state, move)
        if isinstance(ruling, Illegal):
            raise RefusedError(ruling)
        after = manual_edit.folded(self.game, state, ruling.events)
        digest = codec.digest(after)
        entry = Entry(number, EntryKind.MOVE, move, text=_noted(reason), digest=digest, evidence=evidence)
        return [(entry, after), *self._routine(after, number + 1)]

    def adjust(self, path: str, value: Any, reason: str) -> Entry:
        """Set one value of the state by hand, with the players' reason."""
        return self.adjust_all(((path, value),), reason)

    def adjust_all(self, changes: Sequence[tuple[str, Any]], reason: str) -> Entry:
        """Set several values at once, where each alone would be impossible: a cube taken here and put there."""
        return self.confirm(manual_edit.adjust_all(changes), reason=reason)

    def run_routine(self) -> None:
        """Do the bookkeeping that is the referee's own, as far as it is switched on."""
        self._take(self._routine(self.state, self.log.next_number))

    def _routine(self, state: Any, number: int) -> list[tuple[Entry, Any]]:
        """The bookkeeping that follows a state, as entries from this number on, each with the state after it."""
        made: list[tuple[Entry, Any]] = []
        for _ in range(ROUTINE_MOST):
            move = self.game.routine(state)
            if move is None or not (self.automatic(move) if callable(self.automatic) else self.automatic):
                return made
            ruling = manual_edit.judge(self.game, state, move)
            if isinstance(ruling, Illegal):
                raise RefusedError(ruling)
            state = manual_edit.folded(self.game, state, ruling.events)
            entry = Entry(number + len(made), EntryKind.MOVE, move, digest=codec.digest(state), auto=True)
            made.append((entry, state))
        raise RuntimeError(f"{self.game.slug}: bookkeeping does not come to rest")

    def undo(self, to: int | None = None) -> Entry:
        """Go back one step of a player (and the bookkeeping after it), or to the version after entry `to`.

        A player's own step that the referee made without being asked, where another was possible, is taken back alone.
        """
        if not self.log.past:
            raise RefusedError(Illegal(text("core.nothing_to_undo"), Cite("core", "undo")))
        if to is None:
            past, line = self.log.past, self.log.line
            place, unasked = len(past), None
            while place > 0 and line.auto and line.version == line.entry:
                place -= 1
                unasked = past[place] if self._might_differ(line, past[place]) else unasked
                line = past[place]
            to = (unasked or past[max(place - 1, 0)]).version
        if not any(line.version == to for line in reversed(self.log.past)):
            raise RefusedError(Illegal(text("core.no_such_version", entry=to), Cite("core", "undo")))
        return self._turn(EntryKind.UNDO, to, self.log.past)

    def _might_differ(self, made: LogLine, before: LogLine) -> bool:
        """Whether a step is a player's own, and that player could have done something else."""
        if made.move is None or made.move.seat is None:
            return False
        return len(tuple(islice(self.game.moves(self.state_at(before), made.move.seat), 2))) > 1

    def redo(self) -> Entry:
        """Go forward again, with the bookkeeping that followed."""
        if not self.log.future:
            raise RefusedError(Illegal(text("core.nothing_to_redo"), Cite("core", "redo")))
        ahead = self.log.future
        place = len(ahead) - 1
        while place > 0 and ahead[place - 1].auto and ahead[place - 1].version == ahead[place - 1].entry:
            place -= 1
        return self._turn(EntryKind.REDO, ahead[place].version, ahead)

    def correct(self, entry: int, move: Move, *, drop: bool = False, reason: str = "") -> Correction | Illegal:
        """Put another move in an entry's place. When a later step no longer stands, only with `drop`, up to there."""
        correction, states = self._try_correct(entry, move)
        if isinstance(correction, Illegal) or (correction.conflict and not drop):
            return correction
        made = Entry(
            self.log.next_number,
            EntryKind.CORRECT,
            move,
            target=entry,
            kept=correction.kept,
            text=_noted(reason),
            evidence=self.log.entries[entry - 1].evidence,
            digest=codec.digest(states[-1]),
        )
        following = self._routine(states[-1], made.number + 1)
        self._write([made, *(entry for entry, _ in following)], following[-1][1] if following else states[-1])
        self.log.add(made)
        for step, state in zip(reversed(self.log.line.steps()), reversed(states)):
            self._states[step] = state
        self.state = states[-1]
        self.journal.keep(self.log.line.version, self.state)
        self._stand(following)
        return correction

    def note(self, words: str, about: int = 0) -> Entry:
        """Write something beside the log."""
        entry = Entry(self.log.next_number, EntryKind.NOTE, target=about, text=_noted(words))
        self._write([entry], self.state)
        self.log.add(entry)
        return entry

    def learn(self, table: str, id: str, record: codec.Json) -> Entry:
        """Tell the referee a fact of this copy; it counts from now on and is kept with the game.

        A fact that changes one already used is taken only when everything that stands still stands with it.
        """
        learnt = self.game.with_catalog(self.game.catalog.learn(table, id, record))
        known, new = self.game.catalog.find(table, id), learnt.catalog.find(table, id)
        changes = known != new and (known is not None or table in self.game.alike)
        record = (table, id, codec.canonical(codec.encode(new)))
        states = self._rejudged(learnt) if changes else {}
        now = states.get(self.log.line, self.state)
        # States may come out otherwise from here on: the fingerprints before this one count no more.
        digest = codec.digest(now) if changes else ""
        entry = Entry(self.log.next_number, EntryKind.LEARN, record=record, digest=digest)
        before, self.game = self.game, learnt
        try:
            following = self._routine(now, entry.number + 1)
            self._write([entry, *(made for made, _ in following)], following[-1][1] if following else now)
        except BaseException:
            self.game = before
            raise
        self.log.add(entry)
        if changes:
            self.journal.forget()
            self._states = states
            self.state = now
        self._stand(following)
        return entry

    # -- states --------------------------------------------------------------------------------

    def as_of(self, line: LogLine) -> Table:
        """This table as it stood after a step, in memory only: what is done there changes nothing here."""
        past = copy(self)
        past.journal, past.automatic, past.log = MemoryJournal(), False, Log()
        past.log.line, past.state = line, self.state_at(line)
        past._states = {START: self._start, line: past.state}
        return past

    def state_at(self, line: LogLine) -> Any:
        """The state after a step; where a step no longer stands, the state before that step, and `drift` tells."""
        state, conflict = self._reach(line)
        self.drift = self.drift or conflict
        return state

    def _reach(self, line: LogLine) -> tuple[Any, Conflict | None]:
        """The state after a step: cached, from a snapshot, or folded from the nearest earlier one that is either."""
        todo: list[LogLine] = []
        place: LogLine | None = line
        while place is not None and place not in self._states:
            tip = self.log.tips.get(place.version) is place and not self.earlier
            kept = self.journal.snapshot(place.version) if tip else None
            if kept is not None:
                self._states[place] = kept
                break
            todo.append(place)
            place = place.parent
        state = self._states[place] if place is not None else self._start
        for step in reversed(todo):
            assert step.move is not None
            ruling = manual_edit.judge(self.game, state, step.move)
            if isinstance(ruling, Illegal):
                return state, Conflict(step.entry, step.move, ruling)
            state = manual_edit.folded(self.game, state, ruling.events)
            self._states[step] = state
        return state, None

    def lighten(self) -> None:
        """Drop all cached states but the current one; they are computed again on demand."""
        self._states = {START: self._start, self.log.line: self.state}

    def verify(self) -> Conflict | None:
        """Judge all that stands again from the start: the first step that is refused now, or comes out otherwise."""
        state = self._start
        digests: dict[int, str] = {}
        for entry in self.log.entries:
            if entry.kind is EntryKind.LEARN and entry.digest:
                digests.clear()
            elif entry.digest:
                digests[entry.number] = entry.digest
        for step in self.log.line.steps():
            assert step.move is not None
            ruling = manual_edit.judge(self.game, state, step.move)
            if isinstance(ruling, Illegal):
                return Conflict(step.entry, step.move, ruling)
            state = manual_edit.folded(self.game, state, ruling.events)
            known = digests.get(step.version) if self.log.tips.get(step.version) is step else None
            if known and not self.earlier and known != codec.digest(state):
                return Conflict(step.entry, step.move, Illegal(text("core.state_differs"), Cite("core", "replay")))
        return None

    def _rejudged(self, game: Game[Any]) -> dict[LogLine, Any]:
        """Every state of the line that stands, judged by this game. Raises RefusedError where a step would fall."""
        states = {START: self._start}
        state = self._start
        for step in self.log.line.steps():
            assert step.move is not None
            ruling = manual_edit.judge(game, state, step.move)
            if isinstance(ruling, Illegal):
                raise RefusedError(ruling)
            states[step] = state = manual_edit.folded(game, state, ruling.events)
        return states

    # -- within --------------------------------------------------------------------------------

    def _take(self, made: Sequence[tuple[Entry, Any]]) -> None:
        """Append the entries to the journal in one transaction, then fold them."""
        if made:
            self._write([entry for entry, _ in made], made[-1][1])
            self._stand(made)

    def _stand(self, made: Sequence[tuple[Entry, Any]]) -> None:
        """Fold entries that are written, each with the state after it."""
        for entry, after in made:
            self.log.add(entry)
            self.state = self._states[self.log.line] = after
        if made:
            self.journal.keep(self.log.line.version, self.state)

    def _turn(self, kind: EntryKind, to: int, lines: list[LogLine]) -> Entry:
        target = next(line for line in reversed(lines) if line.version == to)
        state, conflict = self._reach(target)
        if conflict is not None:
            # A fact was put right meanwhile, and with it a step there is no longer allowed.
            raise RefusedError(conflict.illegal)
        entry = Entry(self.log.next_number, kind, target=to, digest=codec.digest(state))
        self._write([entry], state)
        self.log.add(entry)
        self.state = state
        return entry

    def _write(self, entries: Sequence[Entry], state: Any) -> None:
        """Give entries to the journal as one; the state is the one after the last."""
        self.journal.append(entries, not self.game.to_act(state))

    def _try_correct(self, entry: int, move: Move) -> tuple[Correction | Illegal, list[Any]]:
        if not self.log.may_correct():
            return Illegal(text("core.too_many_corrections"), Cite("core", "correct")), []
        steps = self.log.line.steps()
        place = next((number for number, step in enumerate(steps) if step.entry == entry), None)
        if place is None:
            refusal = Illegal(text("core.entry_does_not_stand", entry=entry), Cite("core", "correct"))
            return refusal, []
        before = self.state_at(steps[place].parent or START)
        ruling = self._proposed(before, move)
        if isinstance(ruling, Illegal):
            return ruling, []
        states = [manual_edit.folded(self.game, before, ruling.events)]
        later = steps[place + 1 :]
        conflict: Conflict | None = None
        for step in later:
            assert step.move is not None
            again = manual_edit.judge(self.game, states[-1], step.move)
            if isinstance(again, Illegal):
                conflict = Conflict(step.entry, step.move, again)
                break
            states.append(manual_edit.folded(self.game, states[-1], again.events))
        kept = len(states) - 1
        return Correction(kept, len(later) - kept, conflict), states

    def _learnt(self) -> Game[Any]:
        catalog = self.base.catalog
        for table, id, record in self.log.records():
            catalog = catalog.learn(table, id, codec.parse(record))
        return self.base.with_catalog(catalog)

    def _open(self) -> Any:
        state = self.state_at(self.log.line)
        digest = next((entry.digest for entry in reversed(self.log.entries) if entry.digest), "")
        if digest and self.drift is None and not self.earlier and digest != codec.digest(state):
            last = self.log.line
            if last.move is not None:
                self.drift = Conflict(
                    last.entry, last.move, Illegal(text("core.state_differs"), Cite("core", "replay"))
                )
        return state


def _noted(words: str) -> str:
    """Words as the log keeps them."""
    return clean(words, WORDS, lines=True)
