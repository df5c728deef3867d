"""A move of the past under construction again, on the table as it stood before it; without Kivy."""

from __future__ import annotations

from copy import copy

from models.store import OpenSession
from tableside.app.move_builder import MoveBuilder
from tableside.control.controller import Answer, Controller
from tableside.core.log import START
from tableside.core.moves import Move, move, text
from tableside.core.table import NoEntryError


class Amend(MoveBuilder):
    """The move of one entry; the last answer that could have been another is open again."""

    def __init__(self, session: OpenSession, entry: int, *, single: bool = True) -> None:
        step = next((step for step in session.table.log.line.steps() if step.entry == entry), None)
        if step is None or step.move is None:
            raise NoEntryError(text("core.bad.no_entry", entry=entry))
        past = copy(session)
        past.table = session.table.as_of(step.parent or START)
        self.original, self.entry, self.told = session, entry, step.move
        self.evidence_of = session.table.log.entries[entry - 1].evidence
        """The photo the entry was read from."""
        super().__init__(past, single=single)
        self.seat = self.told.seat
        self.reopen()

    def reopen(self) -> None:
        """Everything as it was told, up to the last slot that could have been answered otherwise."""
        for slot, before in reversed(self._asked_in_order()):
            choice = next(one for one in self._asked(before) if one.slot == slot)
            possible = [offer for offer in choice.offers if offer.why_not is None]
            if choice.parts or choice.new is not None or len(possible) > 1:
                self.begin(before)
                if choice.parts:
                    self._toggle_again(self.told[slot])
                return
        self.begin(self.told)

    def _asked_in_order(self) -> list[tuple[str, Move]]:
        """The slots in the order the game asks for them, each with the move as far as it was told before."""
        found: list[tuple[str, Move]] = []
        partial = move(self.told.seat, self.told.kind)
        while True:
            known = {slot for slot, _ in found}
            slots = [one.slot for one in self._asked(partial) if one.slot in self.told and one.slot not in known]
            if not slots:
                return found
            found.append((slots[0], partial))
            partial = partial.given(**{slots[0]: self.told[slots[0]]})

    @property
    def changed(self) -> bool:
        """Whether it is a whole move, and another than was told."""
        return self.ready and self.partial != self.told

    def correct(self, *, drop: bool = False) -> Answer:
        """Put it in the entry's place, at the table of now."""
        return Controller(self.original).correct(self.entry, self.partial, drop=drop)
