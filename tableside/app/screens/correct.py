"""Correct a move of the past: the table as it was then, the old answer open again, later moves played once more."""

from __future__ import annotations

from collections.abc import Sequence

from models.database import StoreError
from tableside.app import feedback, routes
from tableside.app.correction import Amend
from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.app.photo_reading import aside
from tableside.app.screens.table import TablePage
from tableside.app.shell import Shell
from tableside.app.widgets import Sheet, Tile, Words
from tableside.control.controller import Done, Refused
from tableside.control.pipeline import reopened
from tableside.control.reading import Photo
from tableside.core import notation
from tableside.core.errors import Complaint
from tableside.core.moves import Move
from tableside.core.table import Correction


class CorrectPage(TablePage):
    """One entry of the log, asked again; nothing changes until it is confirmed."""

    play: Amend

    def __init__(self, app: Shell, route: routes.Correct) -> None:
        self.entry = route.entry
        super().__init__(app, route)
        self.log_button.disabled = True

    def begun(self, route: routes.Table | routes.Correct) -> MoveBuilder:
        if isinstance(route.play, Amend):
            play = route.play
        else:
            try:
                play = Amend(self.session, self.entry, single=self.app.settings.single)
            except Complaint as error:
                raise StoreError(error.told) from None
        if route.taken is not None:
            play.begin(route.taken.move)
        return play

    def keep(self) -> None:
        """The move being built at the table waits there meanwhile."""

    def claim(self) -> None:
        """Nothing is claimed in the past."""

    def refresh(self, stay: bool = False) -> None:
        super().refresh(stay)
        self.confirm_button.words.plain = say("log.correct")
        self.confirm_button.disabled = not self.play.changed
        self.photo_button.disabled = not self.play.evidence_of

    def confirm(self) -> None:
        """Put it right; where later moves would fall, that is asked first."""
        if self.play.changed:
            self._correct(False)

    def _correct(self, drop: bool) -> None:
        answer = self.play.correct(drop=drop)
        if isinstance(answer, Refused) and answer.correction is not None:
            self._ask(answer.correction)
        elif isinstance(answer, Refused) and answer.illegal is not None:
            self.refused(answer.illegal)
        elif self.app.done(answer) and isinstance(answer, Done) and answer.correction is not None:
            feedback.tick(self.app.settings)
            self._told(answer.correction, answer.left)

    def _told(self, made: Correction, left: Sequence[Move]) -> None:
        """Back at the table: how many later moves stand, and which is to be asked."""
        self.app.answer(again=tuple(notation.write(move) for move in left[1:]))
        words = say("correct.asked", n=made.kept) if left else say("correct.done", n=made.kept)
        self.app.toast(words)

    def _ask(self, found: Correction) -> None:
        """What no longer stands, and whether to go on from there."""
        assert found.conflict is not None
        table = self.play.original.table
        steps = table.log.line.steps()
        step = next(step for step in steps if step.entry == found.conflict.entry)
        assert step.move is not None and step.parent is not None
        sheet = Sheet(self.app, say("correct.falls"), sign="warn", tone="warn", share=0.6)
        sheet.body.add_widget(Words(say(table.say_move(table.state_at(step.parent), step.move)), "body", bold=True))
        sheet.body.add_widget(Words(say(found.conflict.illegal.reason), "body"))
        go_on = sheet.then(self._correct, True)
        about = say("correct.drop_about", n=found.dropped)
        sheet.body.add_widget(Tile(say("correct.drop"), go_on, about=about, sign="check", name="drop"))
        sheet.body.add_widget(Tile(say("correct.leave"), sheet.close, name="leave it"))
        sheet.open()

    def photo(self) -> None:
        """The photo this move was read from, with its readings."""
        if self.play.evidence_of:
            id, photo = self.session.id, self.play.evidence_of
            data, readings = self.app.saved.photo(id, photo) or b"", self.app.saved.reading_of(id, photo)
            aside(lambda: reopened(data, readings), self._reopened)

    def _reopened(self, found: Photo | Exception) -> None:
        if isinstance(found, Exception):
            self.app.toast(say("reading.nothing"))
        elif self.app.page is self:
            self.app.go(routes.PhotoToMove(self.session.id, entry=self.entry, photo=found))

    def back(self) -> bool:
        return False
