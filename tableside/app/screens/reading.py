"""What was read of a move, over the photo; what the photo does not decide is asked."""

from __future__ import annotations

from functools import partial
from typing import Any

from models.store import Evidence
from tableside.app import feel
from tableside.app.scan import Part, as_text, parts
from tableside.app.screens.photo import PhotoPage
from tableside.app.theme import theme
from tableside.app.widgets import Col, Icon, Panel, Row, Tile, Words
from tableside.app.words import minus, say
from tableside.core import notation
from tableside.core.game import Guess
from tableside.core.moves import Move, Plain, move
from tableside.core.readings import Expect
from tableside.core.table import RefusedError


class ReadingPage(PhotoPage):
    """The result over the photo."""

    def __init__(self, app: Any, session: str, **given: Any) -> None:
        self.session = app.session(session)
        super().__init__(app, session=session, **given)

    def expect(self) -> Expect | None:
        expected: Expect | None = self.session.table.game.expect(self.session.table.state)
        return expected

    # -- what it means -------------------------------------------------------------------------

    def means(self, side: Col) -> None:
        """Weigh the readings by the rules."""
        table = self.session.table
        self.guesses: tuple[Guess, ...] = table.game.read(table.state, self.readings)
        self.kind, self.parts = parts(self.guesses)
        left = self.open_parts()
        if not self.guesses:
            side.add_widget(Words(say("reading.nothing"), "heading", bold=True))
        else:
            for part in left:
                side.add_widget(self._question(part))
            side.add_widget(self._sure(theme.u))
        self.advise(side)
        if not self.guesses:
            self.bar("")
        elif left:
            self.bar(say("reading.questions", n=len(left)), sign="")
        else:
            self.bar(say("confirm"))

    def _sure(self, u: float) -> Panel:
        """What the photo means, sentence by sentence."""
        table = self.session.table
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=10 * u)
        head.add_widget(Words(say("reading.means"), "label", tone="ink2", pos_hint={"center_y": 0.5}))
        if not self.open_parts():
            head.add_widget(Icon("check", ink=theme.ok, size=24, pos_hint={"center_y": 0.5}))
        box.add_widget(head)
        sentences = minus(say(table.say_move(table.state, self.best()))).split(". ")
        for number, sentence in enumerate(sentences):
            box.add_widget(Words(sentence.rstrip("."), "label" if number else "body", bold=not number))
        return box

    def best(self) -> Move:
        """The likeliest move that agrees with what was said by hand."""
        for guess in self.guesses:
            if all(guess.move.get(slot) == value for slot, value in self.fixed.items()):
                return guess.move
        return self.guesses[0].move

    def open_parts(self) -> list[Part]:
        """What the photo does not decide."""
        return [part for part in self.parts if not part.sure and part.slot not in self.fixed]

    def _question(self, part: Part) -> Panel:
        table, u = self.session.table, theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=10 * u)
        box.edge, box.edge_width = theme.warn, 2 * u
        box.bind(minimum_height=box.setter("height"))
        label = self._label(part)
        box.add_widget(Words(label, "body", bold=True))
        likely = [(value, p) for value, p in part.values[:3] if p > 0.12]
        for value, _ in likely:
            words = minus(say(table.game.say_value(table.state, self.kind, part.slot, value)))
            tile = Tile(words, partial(self._fix, part.slot, value), bold=False, name=f"say {part.slot} {value}")
            box.add_widget(tile)
        if not likely:
            box.add_widget(Words(say("reading.unsure"), "label", tone="ink2"))
        return box

    def _label(self, part: Part) -> str:
        """How the game itself asks for this part."""
        table, best = self.session.table, self.best()
        told = {slot: value for slot, value in best.args if slot != part.slot}
        for choice in table.game.choices(table.state, move(best.seat, self.kind, **told)):
            if choice.slot == part.slot:
                return say(choice.label)
        return say("reading.which")

    def _fix(self, slot: str, value: Plain) -> None:
        self.fixed[slot] = value
        self.update()

    def take(self) -> None:
        """Confirm what is sure; what is not is asked at the table."""
        if not self.guesses or self.photo is None:
            return
        best, table = self.best(), self.session.table
        chosen = notation.write(best)
        evidence = self.session.attach(Evidence(self.photo.data, as_text(self.readings), chosen))
        left = self.open_parts()
        if left:
            self.app.scratch["take"] = (best, evidence, tuple(part.slot for part in left))
            self.app.back()
            return
        try:
            table.confirm(best, evidence=evidence)
        except RefusedError as refused:
            self.app.toast(say(refused.illegal.reason))
            return
        feel.tick(self.app.settings)
        self.app.back()
