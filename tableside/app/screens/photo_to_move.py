"""What was read of a move, over the photo; what the photo does not decide is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.store import Evidence
from tableside.app import feedback
from tableside.app.correction import Amend
from tableside.app.i18n import minus, say
from tableside.app.routes import Camera, PhotoToMove, Taken
from tableside.app.screens.photo import PhotoPage
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Col, Icon, Panel, Row, Tile, Words
from tableside.control.controller import Controller, NotSaved
from tableside.control.reading import Part, as_text, parts, verdict_of
from tableside.core import notation
from tableside.core.game import Guess
from tableside.core.moves import Plain, Text, move
from tableside.core.readings import Expect, Verdict
from tableside.core.ruling import Legal


class ReadingPage(PhotoPage):
    """The result over the photo."""

    def __init__(self, app: Shell, route: PhotoToMove) -> None:
        self.session = app.session(route.session)
        self.entry = route.entry
        if self.entry:
            self.session = Amend(self.session, self.entry).session
        super().__init__(app, route)

    def camera(self) -> Camera:
        return Camera(session=self.session.id)

    def expect(self) -> Expect | None:
        expected: Expect | None = self.session.table.game.expect(self.session.table.state)
        return expected

    # -- what it means -------------------------------------------------------------------------

    def means(self, side: Col) -> None:
        """Weigh the readings by the rules."""
        table = self.session.table
        weighed = self.photo.guesses if self.photo is not None and self.readings is self.photo.readings else None
        self.guesses: tuple[Guess, ...] = (
            weighed if weighed is not None else table.game.read(table.state, self.readings)
        )
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
        elif left or self.best().partial:
            self.bar(say("reading.questions", n=max(len(left), 1)), sign="")
        else:
            self.bar(say("confirm"))

    def _sure(self, u: float) -> Panel:
        """What the photo means, sentence by sentence."""
        table = self.session.table
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=10 * u)
        head.add_widget(Words(say("reading.means"), "label", tone="ink2", pos_hint={"center_y": 0.5}))
        best, photo = self.best(), self.readings.verdict
        green = all(verdict_of(die, photo) is Verdict.CLEAR for die in self.readings.dice)
        if green and not self.open_parts() and not best.partial:
            head.add_widget(Icon("check", ink=theme.ok, size=24, pos_hint={"center_y": 0.5}))
        box.add_widget(head)
        if best.partial:
            told = (table.game.say_value(table.state, best.move.kind, *pair) for pair in best.move.args)
            sentences = [minus(say(one)) for one in told]
        else:
            sentences = [part for one in self._told(best) for part in minus(say(one)).split(". ")]
        for number, sentence in enumerate(sentences):
            box.add_widget(Words(sentence.rstrip("."), "label" if number else "body", bold=not number))
        return box

    def _told(self, guess: Guess) -> Iterator[Text]:
        """The moves of a guess in words, each said of the state the one before it leaves."""
        table, state, ruling = self.session.table, self.session.table.state, guess.ruling
        yield table.say_move(state, guess.move)
        for made in guess.then:
            for happened in ruling.events if isinstance(ruling, Legal) else ():
                state = table.game.apply(state, happened)
            yield table.say_move(state, made)
            ruling = table.game.judge(state, made)

    def best(self) -> Guess:
        """The likeliest guess that agrees with what was said by hand."""
        for guess in self.guesses:
            if all(guess.move.get(slot) == value for slot, value in self.fixed.items()):
                return guess
        return self.guesses[0]

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
        table, best = self.session.table, self.best().move
        told = {slot: value for slot, value in best.args if slot != part.slot}
        for choice in table.game.choices(table.state, move(best.seat, self.kind, **told)):
            if choice.slot == part.slot:
                return say(choice.label)
        return say("reading.which")

    def _fix(self, slot: str, value: Plain) -> None:
        self.fixed[slot] = value
        self.update()

    def take(self) -> None:
        """Confirm what is sure, move by move; what is not sure or not seen is asked at the table."""
        if not self.guesses or self.photo is None:
            return
        guess, controller = self.best(), Controller(self.session)
        best = guess.move
        evidence = Evidence(self.photo.data, as_text(self.readings), notation.write(best))
        left = {part.slot for part in self.open_parts()}
        sure = {slot: value for slot, value in best.args if slot not in left}
        if self.entry:
            self.app.answer(taken=Taken(move(best.seat, best.kind, **sure), ""))
        elif left or guess.partial:
            name = controller.attach(evidence)
            if isinstance(name, NotSaved):
                self.app.done(name)
            else:
                self.app.answer(taken=Taken(move(best.seat, best.kind, **sure), name))
        elif self.app.done(controller.confirm_all((best, *guess.then), evidence)):
            feedback.tick(self.app.settings)
            self.app.back()
