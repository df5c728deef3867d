"""A game in progress: propose, confirm, undo, redo, correct, adjust, score, explain. Nothing changes unconfirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tableside.core import adjust, codec
from tableside.core.complaints import Complaint
from tableside.core.game import Game, Options
from tableside.core.moves import Cite, Event, Move, Seat, Text, text
from tableside.core.nearest import nearest
from tableside.core.replay import START, Entry, EntryKind, Line, Log
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.core.score import Line as ScoreLine
from tableside.core.score import Outcome
from tableside.core.shape import UNKNOWN

ROUTINE_MOST = 1000
"""Bookkeeping that does not come to rest after this many steps is a bug in the game."""


class NoEntryError(Complaint, LookupError):
    """An entry is asked for that does not stand."""


class Journal(Protocol):
    """Where confirmed entries go before anything else happens, and where states may be kept."""

    def append(self, entry: Entry, over: bool) -> None: ...
    def snapshot(self, version: int) -> Any | None: ...
    def keep(self, version: int, state: Any) -> None: ...
    def forget(self) -> None: ...


class Memory:
    """A journal that forgets when the program ends."""

    def append(self, entry: Entry, over: bool) -> None:
        return None

    def snapshot(self, version: int) -> Any | None:
        return None

    def keep(self, version: int, state: Any) -> None:
        return None

    def forget(self) -> None:
        return None


class RefusedError(Exception):
    """Something the referee refuses was asked for as if it were allowed."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(illegal.reason.key)
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
    """An entry in words: what was done and what followed, each with its rule."""

    entry: int
    move: Text
    events: tuple[tuple[Text, Cite | None], ...]
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
    ) -> None:
        if seats not in game.seats:
            raise Complaint(text("core.bad.seats", few=game.seats.start, many=game.seats.stop - 1))
        self.base = game
        self.options = game.info.settle(options)
        self.seats = seats
        self.journal: Journal = journal or Memory()
        self.automatic = automatic
        self.log = Log(entries)
        self.game = self._learnt()
        if start is not None:
            problems = game.audit(start)
            if problems:
                raise RefusedError(problems[0])
        self.start = start
        self._start = start if start is not None else self.game.setup(self.options, seats)
        self._states: dict[Line, Any] = {START: self._start}
        self.drift: Conflict | None = None
        self.state = self._open()

    # -- asking --------------------------------------------------------------------------------

    def to_act(self) -> frozenset[Seat]:
        """Who may do something now."""
        return self.game.to_act(self.state)

    def propose(self, move: Move) -> Ruling:
        """The referee's answer; nothing changes. A refusal names the nearest legal moves."""
        ruling = adjust.judge(self.game, self.state, move)
        if isinstance(ruling, Illegal) and not ruling.nearest and move.kind != adjust.KIND:
            ruling = replace(ruling, nearest=nearest(self.game, self.state, move))
        return ruling

    def preview(self, move: Move) -> Preview | Illegal:
        """What the move would change, before it is confirmed."""
        ruling = self.propose(move)
        if isinstance(ruling, Illegal):
            return ruling
        after = self._fold(self.state, ruling.events)
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

    def explained(self, step: Line) -> Explanation:
        """What a step that stands did and by which rules."""
        assert step.move is not None and step.parent is not None
        before = self.state_at(step.parent)
        ruling = adjust.judge(self.game, before, step.move)
        events: list[tuple[Text, Cite | None]] = []
        for happened in ruling.events if isinstance(ruling, Legal) else ():
            events.append((self.say_event(before, happened), happened.cite))
            before = adjust.apply(self.game, before, happened)
        return Explanation(step.entry, self.say_move(self.state_at(step.parent), step.move), tuple(events), step.text)

    def say_move(self, state: Any, move: Move) -> Text:
        if move.kind == adjust.KIND:
            return adjust.say(self.game, state, move["changes"])
        ruling = self.game.judge(state, move)
        if isinstance(ruling, Illegal) and ruling.reason.key == UNKNOWN:
            return ruling.reason  # a log from elsewhere may hold what no rule of ours has words for
        return self.game.say_move(state, move)

    def say_event(self, state: Any, happened: Event) -> Text:
        if happened.kind == adjust.KIND and happened.cite == adjust.CITE:
            return adjust.say(self.game, state, happened["changes"])
        return self.game.say_event(state, happened)

    # -- doing ---------------------------------------------------------------------------------

    def confirm(self, move: Move, *, evidence: str = "", reason: str = "") -> Entry:
        """Append the move and, where that is on, the bookkeeping that follows. A refused move is a RefusedError."""
        entry = self._move(move, False, evidence, reason)
        self.run_routine()
        return entry

    def adjust(self, path: str, value: Any, reason: str) -> Entry:
        """Set one value of the state by hand, with the players' reason."""
        return self.adjust_all(((path, value),), reason)

    def adjust_all(self, changes: Sequence[tuple[str, Any]], reason: str) -> Entry:
        """Set several values at once, where each alone would be impossible: a cube taken here and put there."""
        return self.confirm(adjust.adjust_all(changes), reason=reason)

    def run_routine(self) -> None:
        """Do the bookkeeping that is the referee's own, as far as it is switched on."""
        for _ in range(ROUTINE_MOST):
            move = self.game.routine(self.state)
            if move is None or not (self.automatic(move) if callable(self.automatic) else self.automatic):
                return
            self._move(move, True, "", "")
        raise RuntimeError(f"{self.game.slug}: bookkeeping does not come to rest")

    def undo(self, to: int | None = None) -> Entry:
        """Go back one step of a player (and the bookkeeping after it), or to the version after entry `to`."""
        if not self.log.past:
            raise RefusedError(Illegal(text("core.nothing_to_undo"), Cite("core", "undo")))
        if to is None:
            past, line = self.log.past, self.log.line
            place = len(past)
            while place > 0 and line.auto and line.version == line.entry:
                place -= 1
                line = past[place]
            to = past[max(place - 1, 0)].version
        if not any(line.version == to for line in reversed(self.log.past)):
            raise RefusedError(Illegal(text("core.no_such_version", entry=to), Cite("core", "undo")))
        return self._turn(EntryKind.UNDO, to, self.log.past)

    def redo(self) -> Entry:
        """Go forward again, with the bookkeeping that followed."""
        if not self.log.future:
            raise RefusedError(Illegal(text("core.nothing_to_redo"), Cite("core", "redo")))
        ahead = self.log.future
        place = len(ahead) - 1
        while place > 0 and ahead[place - 1].auto and ahead[place - 1].version == ahead[place - 1].entry:
            place -= 1
        return self._turn(EntryKind.REDO, ahead[place].version, ahead)

    def try_correct(self, entry: int, move: Move) -> Correction | Illegal:
        """What would follow from putting another move in an entry's place; nothing changes."""
        return self._try_correct(entry, move)[0]

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
            text=reason,
            digest=codec.digest(states[-1]),
        )
        self._append(made, states[-1])
        for step, state in zip(reversed(self.log.line.steps()), reversed(states)):
            self._states[step] = state
        self.state = states[-1]
        self.journal.keep(self.log.line.version, self.state)
        self.run_routine()
        return correction

    def note(self, words: str, about: int = 0) -> Entry:
        """Write something beside the log."""
        return self._append(Entry(self.log.next_number, EntryKind.NOTE, target=about, text=words))

    def learn(self, table: str, id: str, record: codec.Json) -> Entry:
        """Tell the referee a fact of this copy; it counts from now on and is kept with the game.

        A fact that changes one already used is taken only when everything that stands still stands with it.
        """
        learnt = self.game.with_catalog(self.game.catalog.learn(table, id, record))
        known, new = self.game.catalog.find(table, id), learnt.catalog.find(table, id)
        if known is not None and known != new:
            conflict = self._rejudged(learnt)
            if conflict is not None:
                raise RefusedError(conflict.illegal)
        entry = self._append(
            Entry(self.log.next_number, EntryKind.LEARN, record=(table, id, codec.canonical(codec.encode(new))))
        )
        self.game = learnt
        if known is not None and known != new:
            self.journal.forget()
            self._states = {START: self._start}
            self.state = self.state_at(self.log.line)
        self.run_routine()
        return entry

    # -- states --------------------------------------------------------------------------------

    def state_at(self, line: Line) -> Any:
        """The state after a step: remembered, from a snapshot, or folded from the nearest one that is."""
        todo: list[Line] = []
        place: Line | None = line
        while place is not None and place not in self._states:
            kept = self.journal.snapshot(place.version) if self.log.tips.get(place.version) is place else None
            if kept is not None:
                self._states[place] = kept
                break
            todo.append(place)
            place = place.parent
        state = self._states[place] if place is not None else self._start
        for step in reversed(todo):
            assert step.move is not None
            ruling = adjust.judge(self.game, state, step.move)
            if isinstance(ruling, Illegal):
                self.drift = self.drift or Conflict(step.entry, step.move, ruling)
                return state
            state = self._fold(state, ruling.events)
            self._states[step] = state
        return state

    def lighten(self) -> None:
        """Keep only the state of now; the others are worked out again when they are asked for."""
        self._states = {START: self._start, self.log.line: self.state}

    def verify(self) -> Conflict | None:
        """Judge all that stands again from the start: the first step that is refused now, or comes out otherwise."""
        state = self._start
        digests = {entry.number: entry.digest for entry in self.log.entries if entry.digest}
        for step in self.log.line.steps():
            assert step.move is not None
            ruling = adjust.judge(self.game, state, step.move)
            if isinstance(ruling, Illegal):
                return Conflict(step.entry, step.move, ruling)
            state = self._fold(state, ruling.events)
            known = digests.get(step.version) if self.log.tips.get(step.version) is step else None
            if known and known != codec.digest(state):
                return Conflict(step.entry, step.move, Illegal(text("core.state_differs"), Cite("core", "replay")))
        return None

    def _rejudged(self, game: Game[Any]) -> Conflict | None:
        state = self._start
        for step in self.log.line.steps():
            assert step.move is not None
            ruling = adjust.judge(game, state, step.move)
            if isinstance(ruling, Illegal):
                return Conflict(step.entry, step.move, ruling)
            for happened in ruling.events:
                state = adjust.apply(game, state, happened)
        return None

    # -- within --------------------------------------------------------------------------------

    def _move(self, move: Move, auto: bool, evidence: str, reason: str) -> Entry:
        ruling = self.propose(move)
        if isinstance(ruling, Illegal):
            raise RefusedError(ruling)
        after = self._fold(self.state, ruling.events)
        entry = self._append(
            Entry(
                self.log.next_number,
                EntryKind.MOVE,
                move,
                text=reason,
                digest=codec.digest(after),
                auto=auto,
                evidence=evidence,
            ),
            after,
        )
        self.state = self._states[self.log.line] = after
        self.journal.keep(self.log.line.version, after)
        return entry

    def _turn(self, kind: EntryKind, to: int, lines: list[Line]) -> Entry:
        target = next(line for line in reversed(lines) if line.version == to)
        state = self.state_at(target)
        entry = self._append(Entry(self.log.next_number, kind, target=to, digest=codec.digest(state)), state)
        self.state = state
        return entry

    def _append(self, entry: Entry, state: Any | None = None) -> Entry:
        self.journal.append(entry, not self.game.to_act(self.state if state is None else state))
        self.log.add(entry)
        return entry

    def _fold(self, state: Any, events: Iterable[Event]) -> Any:
        for happened in events:
            state = adjust.apply(self.game, state, happened)
        return state

    def _try_correct(self, entry: int, move: Move) -> tuple[Correction | Illegal, list[Any]]:
        steps = self.log.line.steps()
        place = next((number for number, step in enumerate(steps) if step.entry == entry), None)
        if place is None:
            refusal = Illegal(text("core.entry_does_not_stand", entry=entry), Cite("core", "correct"))
            return refusal, []
        before = self.state_at(steps[place].parent or START)
        ruling = adjust.judge(self.game, before, move)
        if isinstance(ruling, Illegal):
            if not ruling.nearest and move.kind != adjust.KIND:
                ruling = replace(ruling, nearest=nearest(self.game, before, move))
            return ruling, []
        states = [self._fold(before, ruling.events)]
        later = steps[place + 1 :]
        conflict: Conflict | None = None
        for step in later:
            assert step.move is not None
            again = adjust.judge(self.game, states[-1], step.move)
            if isinstance(again, Illegal):
                conflict = Conflict(step.entry, step.move, again)
                break
            states.append(self._fold(states[-1], again.events))
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
        if digest and self.drift is None and digest != codec.digest(state):
            last = self.log.line
            if last.move is not None:
                self.drift = Conflict(
                    last.entry, last.move, Illegal(text("core.state_differs"), Cite("core", "replay"))
                )
        return state
