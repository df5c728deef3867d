"""What was read of a move, over the photo; what the photo does not decide is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from models.database import StoreError
from models.owned_records import OwnersCopy
from models.store import Evidence
from tableside.app import feedback
from tableside.app.box_tray import BoxPhoto, TrayCard, learn, read_box, said
from tableside.app.correction import Amend
from tableside.app.i18n import minus, say
from tableside.app.move_builder import MoveBuilder
from tableside.app.photo_reading import aside
from tableside.app.routes import Camera, PhotoToMove, Taken
from tableside.app.screens.box_scan import correct_card
from tableside.app.screens.photo import PhotoPage, name_of
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Col, Icon, Panel, Row, Tile, Words
from tableside.app.widgets.thumbnail import Thumbnail
from tableside.control.controller import Answer, Controller, NotSaved
from tableside.control.reading import WAY, Meant, Part, as_text, sentences_of, verdict_of
from tableside.core import notation, registry
from tableside.core.game import Choice, Guess
from tableside.core.moves import Plain, Text, move
from tableside.core.readings import Expect, Verdict


def _each(told: Text) -> Sequence[Text]:
    """The parts of what was told, where it is a list: a line each is read sooner than one long sentence."""
    value = dict(told.args).get("value")
    return value if isinstance(value, tuple) and all(isinstance(part, Text) for part in value) else (told,)


class PhotoToMovePage(PhotoPage):
    """The result over the photo."""

    def __init__(self, app: Shell, route: PhotoToMove) -> None:
        self.session = app.session(route.session)
        self.slug: str = self.session.table.game.slug
        self.entry = route.entry
        if self.entry:
            self.session = Amend(self.session, self.entry).session
        self.new: list[TrayCard] = []
        """Cards of the photo that the copy does not know, with what was read off them."""
        self.sought = self.seeking = False
        super().__init__(app, route, self)

    def camera(self) -> Camera:
        return Camera(session=self.session.id)

    def expect(self) -> Expect | None:
        expected: Expect | None = self.session.table.game.expect(self.session.table.state)
        return expected

    def about(self) -> str:
        return ""

    def names(self) -> list[str]:
        expect = self.expect()
        return list(expect.cards) if expect is not None else []

    def called(self, id: str) -> str:
        return name_of(self.session.table.game, id)

    # -- what it means -------------------------------------------------------------------------

    def means(self, side: Col) -> None:
        """Weigh the readings by the rules."""
        table = self.session.table
        weighed = self.photo.guesses if self.photo is not None and self.readings is self.photo.readings else None
        self.guesses: tuple[Guess, ...] = (
            weighed if weighed is not None else table.game.read(table.state, self.readings)
        )
        left = self.open_parts()
        self._seek_new()
        if self.new:
            self._with_new(side)
            return
        if self.seeking:
            side.add_widget(Words(say("box.reading"), "heading", bold=True))
        elif not self.guesses:
            unknown = sum(not card.alternatives for card in self.readings.cards)
            words = say("filling.unknown", n=unknown) if unknown else say("reading.nothing")
            side.add_widget(Words(words, "heading", bold=True))
        else:
            for part in left:
                side.add_widget(self._question(part))
            refused = self.meant.refused
            if self.meant.told is not None or refused is not None:
                side.add_widget(self._sure(theme.u))
            if refused is not None:
                side.add_widget(Words(say(refused.reason), "body", tone="refuse"))
        self.advise(side)
        if self.meant.told is None:
            self.bar("")
        elif left or self.best().partial:
            self.bar(say("reading.questions", n=max(len(left), 1)), sign="")
        else:
            self.bar(say("confirm"))

    # -- cards the copy does not know yet --------------------------------------------------------

    def _asks_new(self) -> tuple[str, Choice] | None:
        """The kind of move and its question, where several cards are asked for that a photo can teach."""
        game, state = self.session.table.game, self.session.table.state
        for seat in self.session.table.to_act():
            for asked in game.choices(state, move(seat, "")):
                for kind in asked.offers if asked.slot == "kind" else ():
                    for choice in game.choices(state, move(seat, str(kind.value))):
                        table = game.tables[choice.new.table] if choice.new is not None else None
                        printed = table.PRINTED if table is not None else None
                        if printed is not None and (printed.symbols or printed.numbers) and choice.several:
                            return str(kind.value), choice
        return None

    def _seek_new(self) -> None:
        """Look for unknown cards, once, on a thread: where cards are missing, and no dice hide what is printed."""
        asked = None if self.sought or self.entry or self.readings.dice else self._asks_new()
        whole = bool(self.guesses) and not self.guesses[0].partial
        if asked is None or whole or self.photo is None or asked[1].new is None:
            return
        self.sought = self.seeking = True
        copy = OwnersCopy(self.app.saved, registry.find(self.slug))
        aside(partial(read_box, self.photo.data, copy, asked[1].new.table, []), self._found_new)

    def _found_new(self, found: BoxPhoto | Exception) -> None:
        if self.app.page is self:
            self.seeking = False
            self.new = list(found.new) if isinstance(found, BoxPhoto) else []
            self.update()

    def _with_new(self, side: Col) -> None:
        """What was read off the new cards; a tap puts it right, one button takes all of it over."""
        game, u = self.session.table.game, theme.u
        side.add_widget(Words(say("box.found", n=len(self.new), known=len(self._known())), "heading", bold=True))
        for number, card in enumerate(self.new):
            picture = Thumbnail(card.picture, size_hint=(None, None), size=(84 * u, 84 * u))
            tile = Tile(say(said(card, game)), partial(self.correct, number), lead=picture, name=f"card {number}")
            side.add_widget(tile)
        self.advise(side)
        self.bar(say("reading.play_on"))

    def correct(self, number: int) -> None:
        """Put right what was read off a new card."""
        correct_card(self.app, self.session.table.game, self.new, number, self.update)

    def _known(self) -> tuple[Plain, ...]:
        """The cards of the photo that the copy knows."""
        asked = self._asks_new()
        held = self.best().move.get(asked[1].slot) if asked is not None and self.guesses else None
        return held if isinstance(held, tuple) else ()

    def _take_new(self) -> None:
        """Remember the new cards and play on with all that lie there; what is still missing is asked at the table."""
        asked, known = self._asks_new(), self._known()
        if asked is None or self.photo is None:
            return
        kind, choice = asked
        try:
            ids = learn(self.new, OwnersCopy(self.app.saved, registry.find(self.slug)))
        except StoreError as error:
            self.app.toast(say(error.told))
            return
        self.app.life.tell_facts(self.session)
        made = move(None, kind, **{choice.slot: (*known, *ids)})
        evidence = Evidence(self.photo.data, as_text(self.readings), notation.write(made))
        controller = Controller(self.session)
        if self.session.table.propose(made).legal:
            self._confirmed(controller.confirm_all((made,), evidence))
            return
        name = controller.attach(evidence)
        if isinstance(name, NotSaved):
            self.app.done(name)
        else:
            self.app.answer(taken=Taken(made, name))

    def _confirmed(self, answer: Answer) -> None:
        """Back to the table, or on to the next photo where the game goes from one to the other."""
        if not self.app.done(answer):
            return
        self.learn(self.slug)
        feedback.tick(self.app.settings)
        if MoveBuilder(self.session).camera_next:
            self.again()
        else:
            self.app.back()

    # -- what was read of the move ---------------------------------------------------------------

    def _sure(self, u: float) -> Panel:
        """What the photo means, sentence by sentence."""
        table = self.session.table
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=10 * u)
        head.add_widget(Words(say("reading.means"), "label", tone="ink2", pos_hint={"center_y": 0.5}))
        best, photo = self.best(), self.readings.verdict
        green = all(verdict_of(die, photo) is Verdict.CLEAR for die in self.readings.dice)
        if green and self.meant.moves:
            head.add_widget(Icon("check", ink=theme.ok, size=24, pos_hint={"center_y": 0.5}))
        box.add_widget(head)
        if best.partial:
            told = (table.game.say_value(table.state, best.move.kind, *pair) for pair in best.move.args)
            sentences = [minus(say(part)) for one in told for part in _each(one)]
        else:
            sentences = [part for one in sentences_of(best, table) for part in minus(say(one)).split(". ")]
        for number, sentence in enumerate(sentences):
            # A move is told by its first sentence; the parts of an unfinished one are equals.
            first = not number and not best.partial
            box.add_widget(Words(sentence.rstrip("."), "body" if first else "label", bold=first))
        return box

    @property
    def meant(self) -> Meant:
        """The guesses with what was said by hand."""
        return Meant(self.guesses, self.fixed)

    def best(self) -> Guess:
        """The likeliest guess that agrees with what was said by hand."""
        return self.meant.best

    def open_parts(self) -> tuple[Part, ...]:
        """What the photo does not decide."""
        return self.meant.left

    def _question(self, part: Part) -> Panel:
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=10 * u)
        box.edge, box.edge_width = theme.warn, 2 * u
        box.bind(minimum_height=box.setter("height"))
        label = self._label(part)
        box.add_widget(Words(label, "body", bold=True))
        for value in part.offered:
            words = minus(say(self._said(part, value)))
            tile = Tile(words, partial(self._fix, part.slot, value), bold=False, name=f"say {part.slot} {value}")
            box.add_widget(tile)
        if part.slot == WAY:
            none = say("reading.leave" if self.meant.corrects else "reading.none_of_these")
            box.add_widget(Tile(none, self.app.back, bold=False, name="leave"))
        if not part.offered:
            box.add_widget(Words(say("reading.unsure"), "label", tone="ink2"))
        return box

    def _said(self, part: Part, value: Plain) -> Text:
        """An answer in words: a part of the move, or which move it is."""
        table = self.session.table
        if part.slot != WAY:
            return table.game.say_value(table.state, self.best().move.kind, part.slot, value)
        meant = Meant(self.guesses, {WAY: value})
        made, whole = meant.best.move, table.say_move(table.state, meant.best.move)
        asked = () if meant.moves else table.game.choices(table.state, move(made.seat, ""))
        kinds = {offer.value: offer.label for choice in asked if choice.slot == "kind" for offer in choice.offers}
        return kinds.get(made.kind, whole)

    def _label(self, part: Part) -> str:
        """How the game itself asks for this part."""
        table, best = self.session.table, self.best().move
        told = {slot: value for slot, value in best.args if slot != part.slot}
        for choice in table.game.choices(table.state, move(best.seat, best.kind, **told)):
            if choice.slot == part.slot:
                return say(choice.label)
        return say("reading.which")

    def _fix(self, slot: str, value: Plain) -> None:
        """Answer one question; with the last answer nothing is open, so it is taken over."""
        self.fixed[slot] = value
        if self.meant.moves:
            self.take()
        else:
            self.update()

    def take(self) -> None:
        """Confirm what is sure, move by move; what is not sure or not seen is asked at the table."""
        if self.new:
            self._take_new()
            return
        if not self.guesses or self.photo is None:
            return
        meant, controller = self.meant, Controller(self.session)
        evidence = Evidence(self.photo.data, as_text(self.readings), notation.write(meant.best.move))
        if meant.moves and not self.entry:
            self._confirmed(controller.confirm_all(meant.moves, evidence))
        elif meant.told is not None:
            name = "" if self.entry else controller.attach(evidence)
            if isinstance(name, NotSaved):
                self.app.done(name)
            else:
                self.app.answer(taken=Taken(meant.told, name))
