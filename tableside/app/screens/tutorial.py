"""A two-minute taste: what the app does at the table, with a sample photo it really reads; can be skipped."""

from __future__ import annotations

from kivy.uix.widget import Widget

from tableside.app import routes, tutorial_table
from tableside.app.i18n import say
from tableside.app.open_table import letters
from tableside.app.photo_reading import scan
from tableside.app.result import Result
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.views.emblems import Vignette
from tableside.app.views.view_registry import Miniature
from tableside.app.widgets import Header, Icon, Page, Panel, Row, Scroll, Sheet, TextButton, Tile, Words
from tableside.app.widgets.readings import PhotoReadings
from tableside.app.widgets.score_table import ScoreTable
from tableside.app.widgets.sheets import rule_sheet
from tableside.control.reading import Failed, Photo, corrected
from tableside.core import registry

layout(__name__)
STEPS = 4


class TutorialPage(Page):
    """Four pages, then a table that is ready to play."""

    def __init__(self, app: Shell, route: routes.Tutorial) -> None:
        super().__init__(app, route)
        self.step = route.step
        self.photo: Photo | None = None
        self._show()

    def back(self) -> bool:
        if self.step == 1:
            return False
        self.turn(self.step - 1)
        return True

    def turn(self, step: int) -> None:
        """Go to a page."""
        if step > STEPS:
            self.finish()
            return
        self.step = step
        self.reroute(step=step)
        self.app.remember()
        self._show()

    def _show(self) -> None:
        ids = self.ids
        for box in (ids.head, ids.picture, ids.words, ids.bar):
            box.clear_widgets()
        ids.head.add_widget(Header(say("taste.title"), f"{self.step} / {STEPS}", self.app.back))
        ids.words.add_widget(Words(say(f"taste.{self.step}.title"), "title", bold=True))
        ids.words.add_widget(Words(say(f"taste.{self.step}.about"), "body", tone="ink2"))
        getattr(self, f"_page_{self.step}")()
        skip = TextButton(say("taste.skip"), self.skip, name="skip").hug()
        skip.pos_hint = {"center_y": 0.5}
        ids.bar.add_widget(skip)
        ids.bar.add_widget(Widget())
        words = say("taste.done") if self.step == STEPS else say("taste.next")
        ids.bar.primary(words, lambda: self.turn(self.step + 1), name="next")

    def _page_1(self) -> None:
        self.ids.picture.add_widget(Vignette("urcsempeszek"))
        for sign, key in (("person", "who"), ("no", "may"), ("bars", "worth")):
            row = Row(spacing=16 * theme.u, padding=(0, 4 * theme.u))
            row.add_widget(Icon(sign, size=32, pos_hint={"center_y": 0.5}))
            row.add_widget(Words(say(f"taste.1.{key}"), "body", bold=True, pos_hint={"center_y": 0.5}))
            self.ids.words.add_widget(row)

    def _page_2(self) -> None:
        box = Panel("sunken")
        self.ids.picture.add_widget(box)
        self.says = Words(say("taste.reading"), "body", bold=True)
        self.ids.words.add_widget(self.says)
        if self.photo is not None:
            self._read(self.photo)
        else:
            scan(tutorial_table.photo().read_bytes(), None, None, self._read)

    def _read(self, found: Photo | Failed) -> None:
        if self.app.page is not self or self.step != 2:
            return
        if isinstance(found, Failed):
            self.says.plain = say(found.reason)
            return
        self.photo = found
        box = self.ids.picture.children[0]
        box.clear_widgets()
        self.readings = PhotoReadings(found, self._ask)
        box.add_widget(self.readings)
        self._tell()

    def _tell(self) -> None:
        assert self.photo is not None
        dice = self.photo.readings.dice
        values = ", ".join(str(die.value) for die in dice)
        self.says.plain = say("taste.read", n=len(dice), values=values)

    def _ask(self, kind: str, number: int) -> None:
        """Put a die right: the next face with every tap."""
        if kind != "die" or self.photo is None:
            return
        value = self.photo.readings.dice[number].value
        following = value % 6 + 1 if isinstance(value, int) else 1
        readings = corrected(self.photo.readings, "die", number, following)
        self.photo = Photo(self.photo.data, readings, self.photo.width, self.photo.height, self.photo.pixels)
        self.readings.readings = readings
        self.readings.redraw()
        self._tell()

    def _page_3(self) -> None:
        if tutorial_table.available() and self.app.store is not None:
            self.ids.picture.add_widget(Vignette("onward_to_venus"))
        for words, worth, refused in (
            (say("taste.example.pay"), "+3", False),
            (say("taste.example.both"), "", True),
        ):
            about = say("taste.example.why") if refused else ""
            press = self._why if refused else lambda: self.turn(self.step + 1)
            self.ids.words.add_widget(Tile(words, press, value=worth, refused=refused, about=about, chevron=True))

    def _why(self) -> None:
        sheet = Sheet(self.app, say("taste.example.why"), sign="no", tone="refuse")
        sheet.body.add_widget(Words(say("taste.example.rule"), "body"))
        sheet.open()

    def _page_4(self) -> None:
        slug = tutorial_table.SLUG if tutorial_table.available() else next(iter(registry.infos()))
        game = registry.find(slug)
        names, outcome = game.score_position(game.example())
        hues = ("amber", "blue", "violet", "sky", "red", "green")[: len(names)]
        result = Result(slug, names, hues, letters(names), outcome.lines, outcome)
        box = Panel(size_hint_y=None, pos_hint={"top": 1})
        table = ScoreTable(result, lambda words, cite: rule_sheet(self.app, words, cite))
        box.height = table.height
        box.add_widget(table)
        scroll = Scroll()
        scroll.add_widget(box)
        self.ids.picture.add_widget(scroll)

    def skip(self) -> None:
        """No more of it: home."""
        self.app.home()

    def finish(self) -> None:
        """To the sample table, or home when there is none."""
        if not tutorial_table.available() or self.app.store is None:
            self.skip()
            return
        from vision.camera import FileCamera

        session = tutorial_table.begin(self.app.store, say("home.taste"))
        # Nobody of this household played it: it is on no list, and its people are proposed to nobody.
        self.app.store.hide(session.id)
        self.app.camera = FileCamera([tutorial_table.photo()])
        self.app.begin_at(routes.Table(session.id))


__all__ = ["Miniature", "Row", "TutorialPage"]
