"""A move that was made at the table, entered by touch in an app that knows nothing of the box yet.

Whoever enters it holds the cardboard: what the app does not know and asks for is read off it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from benchmarks.finger import answer
from tableside.app.move_builder import MoveBuilder
from tableside.core import codec, notation
from tableside.core.game import Choice, Game
from tableside.core.moves import Move, Plain
from tableside.core.ruling import Illegal
from tests.app.driver import Person

STEPS = 80
"""Answers of one move at most."""


class Entering:
    """Somebody with a box at hand who enters moves."""

    def __init__(self, person: Person, box: Game[Any]) -> None:
        self.person, self.box = person, box
        self.told = Counter[str]()
        """Forms filled in, by table of the copy."""

    @property
    def play(self) -> MoveBuilder:
        found: MoveBuilder = self.person.app.page.play
        return found

    @property
    def where(self) -> str:
        return type(self.person.app.page).__name__

    def enter(self, made: Move) -> None:
        """Answer what is asked until the move stands."""
        table, path = self.play.table, list[str]()
        before = table.log.next_number
        entered: list[Move] = []
        while not entered:
            assert len(path) < STEPS, f"{notation.write(made)} was not reached: {path}\n{self.person.said()}"
            path.append(self._step(made))
            entered = [entry.move for entry in table.log.entries[before - 1 :] if entry.move is not None]
        assert made in entered or self._same(table, entered[0], made), f"{notation.write(made)}: {entered} by {path}"

    def _same(self, table: Any, entered: Move, made: Move) -> bool:
        """Whether the same was entered, be it in another order."""
        state = table.state_at(next(s.parent for s in table.log.line.steps() if s.move == entered))
        return bool(table.game.judge(state, entered) == table.game.judge(state, made))

    def _tap(self, name: str) -> str:
        self.person.tap(name)
        return name

    def _step(self, made: Move) -> str:
        """One touch towards the move, or one form."""
        person = self.person
        if self.where == "TeachCardPage":
            return self.fill()
        if person.app.sheets:
            return self._tap("tell")
        play = self.play
        if play.seat != made.seat:
            return self._tap(f"act {made.seat}")
        if play.ready and self._meant(play, made):
            return self._tap("confirm")
        if isinstance(play.preview, Illegal):
            return self._tap("verdict" if person.there("verdict") else "refused move")
        return self._answered(play.choices[0], made)

    def _meant(self, play: MoveBuilder, made: Move) -> bool:
        return play.partial == made or play.game.judge(play.state, play.partial) == play.game.judge(play.state, made)

    def _answered(self, choice: Choice, made: Move) -> str:
        person, play = self.person, self.play
        if made in choice.ready:
            return self._tap(f"ready {notation.write(made)}")
        want: Plain = made.kind if choice.slot == "kind" else made.get(choice.slot)
        if choice.parts and isinstance(want, tuple):
            return self._part(choice, want)
        offer = answer(choice, want)
        if offer is not None:
            return self._offer(choice, offer.value)
        refused = next((one for one in choice.offers if one.value == want and one.why_not is not None), None)
        assert refused is not None, f"{notation.write(made)}: no {want!r} for {choice.slot}\n{person.said()}"
        assert play.why(choice.slot, want, refused.why_not).needs, f"{notation.write(made)}\n{person.said()}"
        return self._offer(choice, want)

    def _offer(self, choice: Choice, value: Plain) -> str:
        name = f"{choice.slot} {value}"
        if not self.person.there(name) and self.person.there("more"):
            return self._tap("more")
        return self._tap(name)

    def _part(self, choice: Choice, want: tuple[Plain, ...]) -> str:
        """The next part that is missing, or on to the next question when there is none."""
        left = Counter(want) - Counter(self.play.toggled)
        if left:
            return self._tap(f"part {next(one for one in want if left[one])}")
        if self.person.there("settle parts"):
            return self._tap("settle parts")
        return self._offer(choice, want)

    # -- telling -------------------------------------------------------------------------------

    def fill(self) -> str:
        """What is asked of a thing, read off the cardboard and told by finger."""
        page = self.person.app.page
        table, id = page.table, page.id
        true = codec.encode(self.box.catalog.find(table, id))
        for key in page.route.keys:
            self._write(key, page.data[key], true[key])
        assert all(page.data[key] == true[key] for key in page.route.keys), (table, id, page.data, true)
        self.told[table] += 1
        self._tap("save")
        return f"told {table} {id} {page.route.keys}"

    def _write(self, path: str, now: Any, value: Any) -> None:
        person = self.person
        if value == now:
            return
        if isinstance(value, list):
            if person.there(f"{path} tell"):
                person.tap(f"{path} tell")
            if value and person.there(f"{path} {value[0]}"):
                for one in value:
                    person.tap(f"{path} {one}")
                return
            for place, one in enumerate(value):
                person.tap(f"{path} add")
                self._write(f"{path}.{place}", 0, one)
        elif isinstance(value, int) and not isinstance(value, bool):
            # One more than nothing is told by a touch; nothing itself by one up and one down.
            for _ in range(abs(value - (now or 0))):
                person.tap(f"{path} {'plus' if value > (now or 0) else 'minus'}")
            if value == 0:
                person.tap(f"{path} plus")
                person.tap(f"{path} minus")
        else:
            person.tap(f"{path} {value}")
