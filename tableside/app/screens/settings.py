"""Settings: one column of rows; every change is seen at once, and the list stays where it was."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from models.database import StoreError
from models.paths import database_url
from models.store import Store
from tableside.app import routes
from tableside.app.doctor import Doctor
from tableside.app.i18n import current, say
from tableside.app.photo_reading import aside
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.theme import SEAT_COLOURS, theme
from tableside.app.views.emblems import Vignette
from tableside.app.widgets import (
    Chip,
    Col,
    Header,
    Icon,
    Mark,
    Page,
    Panel,
    Row,
    Segments,
    Switcher,
    Tap,
    TextButton,
    Typing,
    Words,
)
from tableside.core import registry
from tableside.core.moves import text

layout(__name__)
SWITCHES = (
    (
        "settings.playing",
        (("single", "check"), ("bookkeeping", "book"), ("hand_over", "swap"), ("face_seat", "rotate")),
    ),
    (
        "settings.device",
        (
            ("left_hand", "hand"),
            ("keep_awake", "sun"),
            ("sounds", "sound"),
            ("haptics", "phone"),
            ("less_motion", "clock"),
        ),
    ),
)


def place_words(url: str) -> str:
    """Where the saved games are, without any password."""
    if url.startswith("sqlite:///"):
        return say("settings.database.here", file=url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:"):
        return say("settings.database.memory")
    return say("settings.database.shared", place=url.partition("://")[2].rpartition("@")[2])


class SettingsPage(Page):
    """Every switch; with a game, what the referee does and says in that game."""

    def __init__(self, app: Shell, route: routes.Settings) -> None:
        super().__init__(app, route)
        self.slug = route.game
        if self.slug:
            self._referee()
        else:
            self._everything()
        if route.scroll is not None:
            # The page is built anew with every change; whoever has scrolled down stays there.
            Clock.schedule_once(lambda _: setattr(self.ids.scroll, "scroll_y", route.scroll), 0)

    def leave(self) -> None:
        self.reroute(scroll=self.ids.scroll.scroll_y)

    def _everything(self) -> None:
        self.ids.head.add_widget(Header(say("settings.title"), "", self.app.back))
        self._heading("settings.look")
        self._choice("language", "globe", (("hu", "Magyar"), ("en", "English")))
        scales = (
            (0.9, say("settings.small")),
            (1.0, say("settings.normal")),
            (1.2, say("settings.large")),
            (1.5, say("settings.huge")),
        )
        self._choice("text_scale", "text", scales)
        self._choice("dark", "sun", ((False, say("settings.light")), (True, say("settings.dark_on"))))
        self._choice("palette", "eye", (("safe", say("settings.safe")), ("classic", say("settings.classic"))))
        for heading, switches in SWITCHES:
            self._heading(heading)
            for key, sign in switches:
                on = getattr(self.app.settings, key)
                self._row(key, sign, Switcher(on, partial(self._set, key), name=key))
        self._heading("settings.games")
        for slug, info in registry.infos().items():
            if info.routines or info.cautions:
                self.ids.rows.add_widget(self._door(slug))
        self._heading("settings.data")
        self._database()
        check = TextButton(say("doctor.check"), partial(Doctor, self.app), sign="check", name="doctor")
        self._row("doctor", "eye", check if theme.stacked else check.hug(), below=theme.stacked)

    def _set(self, key: str, value: Any) -> None:
        self.app.set(**{key: value})

    def _heading(self, key: str) -> None:
        box = Col(padding=(4 * theme.u, 14 * theme.u, 0, 2 * theme.u))
        box.add_widget(Words(say(key), "label", tone="ink2", bold=True))
        self.ids.rows.add_widget(box)

    def _row(self, key: str, sign: str, control: Widget, below: bool = False) -> None:
        u = theme.u
        box = Panel(size_hint_y=None, padding=(16 * u, 12 * u), spacing=12 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=16 * u)
        head.add_widget(Icon(sign, size=28, pos_hint={"center_y": 0.5}))
        middle = Col(spacing=2 * u, pos_hint={"center_y": 0.5})
        middle.add_widget(Words(say(f"settings.{key}"), "body", bold=True))
        middle.add_widget(Words(say(f"settings.{key}.about"), "small", tone="ink2"))
        if key == "palette":
            middle.add_widget(self._marks())
        head.add_widget(middle)
        control.pos_hint = {"center_y": 0.5}
        box.add_widget(head)
        (box if below else head).add_widget(control)
        self.ids.rows.add_widget(box)

    @staticmethod
    def _marks() -> Row:
        """Every seat colour as it looks now."""
        row = Row(spacing=10 * theme.u, padding=(0, 6 * theme.u, 0, 0), size_hint_y=None, height=40 * theme.u)
        for colour in SEAT_COLOURS:
            row.add_widget(Mark(colour, colour[0].upper(), 32))
        row.add_widget(Widget())
        return row

    def _choice(self, key: str, sign: str, labels: Sequence[tuple[Any, str]]) -> None:
        value = getattr(self.app.settings, key)
        if theme.phone and len(labels) > 2:
            control: Widget = GridLayout(cols=2, size_hint_y=None, spacing=8 * theme.u)
            control.bind(minimum_height=control.setter("height"))
            for option, words in labels:
                control.add_widget(Chip(words, partial(self._set, key, option), chosen=option == value, step="label"))
        else:
            control = Segments(labels, value, partial(self._set, key))
        for (option, _), chip in zip(labels, reversed(control.children)):
            chip.name = f"{key} {option}"
        below = theme.stacked
        if not below:
            control.size_hint_x, control.width = None, (360 if len(labels) < 3 else 480) * theme.u
        self._row(key, sign, control, below)

    # -- the referee, game by game ---------------------------------------------------------------

    def _off(self, slug: str) -> int:
        settings = self.app.settings
        return sum(key.startswith(f"{slug}.") for key in (*settings.silenced, *settings.silenced_routines))

    def _door(self, slug: str) -> Tap:
        u = theme.u
        row = Tap(press=partial(self.app.go, routes.Settings(slug)), name=f"referee {slug}", size_hint_y=None)
        row.height = 76 * u
        row.fill, row.padding, row.spacing = theme.surface, (12 * u, 8 * u, 16 * u, 8 * u), 16 * u
        row.add_widget(Vignette(slug, size_hint=(None, None), size=(76 * u, 54 * u), pos_hint={"center_y": 0.5}))
        middle = Col(spacing=2 * u, pos_hint={"center_y": 0.5})
        middle.add_widget(Words(registry.infos()[slug].title[current()], "body", bold=True))
        off = self._off(slug)
        words = say("settings.referee.off", n=off) if off else say("settings.referee.on")
        middle.add_widget(Words(words, "small", tone="ink2"))
        row.add_widget(middle)
        row.add_widget(Icon("right", size=24, pos_hint={"center_y": 0.5}))
        return row

    def _referee(self) -> None:
        info = registry.infos()[self.slug]
        self.ids.head.add_widget(Header(info.title[current()], say("settings.referee"), self.app.back))
        settings = self.app.settings
        for heading, field, kinds, words in (
            ("settings.routines", "silenced_routines", info.routines, "routine"),
            ("settings.cautions", "silenced", info.cautions, "quiet"),
        ):
            if not kinds:
                continue
            self._heading(heading)
            off = getattr(settings, field)
            if field == "silenced_routines" and not settings.bookkeeping:
                self.ids.rows.add_widget(Words(say("settings.routines.all_off"), "label", tone="warn"))
            for kind in kinds:
                key = f"{self.slug}.{kind}"
                box = Panel(orientation="horizontal", size_hint_y=None, padding=(16 * theme.u, 10 * theme.u))
                box.spacing = 16 * theme.u
                box.bind(minimum_height=box.setter("height"))
                said = Words(say(text(f"{self.slug}.{words}.{kind}")), "body", pos_hint={"center_y": 0.5})
                box.add_widget(said)
                switch = Switcher(key not in off, partial(self._switch, field, key), name=f"{words} {kind}")
                switch.pos_hint = {"center_y": 0.5}
                box.add_widget(switch)
                self.ids.rows.add_widget(box)

    def _switch(self, field: str, key: str, on: bool) -> None:
        off = tuple(other for other in getattr(self.app.settings, field) if other != key)
        self.app.set(**{field: off if on else (*off, key)})

    # -- where the games are ---------------------------------------------------------------------

    def _database(self) -> None:
        u, settings = theme.u, self.app.settings
        box = Col(spacing=10 * u)
        box.add_widget(Words(place_words(settings.database or database_url()), "label"))
        self.typed = Typing(settings.database, hint_text=say("settings.database.hint"), name="database url")
        box.add_widget(self.typed)
        self.said = Words("", "label", tone="ink2")
        row = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=10 * u)
        row.bind(minimum_height=row.setter("height"))
        row.add_widget(TextButton(say("settings.database.use"), self.use, name="use database"))
        row.add_widget(
            TextButton(
                say("settings.database.device"),
                partial(self.use, ""),
                name="own database",
                disabled=not settings.database,
            )
        )
        box.add_widget(row)
        box.add_widget(self.said)
        if self.app.problem is not None:
            self.said.plain, self.said.color = say(self.app.problem), theme.refuse
        self._row("database", "list", box, below=True)

    def use(self, url: str | None = None) -> None:
        """Move to another place, once it has answered; what is here stays here."""
        wanted = self.typed.text.strip() if url is None else url
        if wanted and "://" not in wanted:
            # A bare path is a file.
            wanted = f"sqlite:///{wanted}"
        self.said.plain, self.said.color = say("settings.database.trying"), theme.ink2
        aside(partial(self._try, wanted), partial(self._tried, wanted))

    @staticmethod
    def _try(url: str) -> None:
        Store.open(url or None).close()

    def _tried(self, url: str, found: Any) -> None:
        if self.app.page is not self:
            return
        if isinstance(found, StoreError):
            self.said.plain, self.said.color = say(found.told), theme.refuse
            return
        if isinstance(found, Exception):
            self.said.plain, self.said.color = str(found), theme.refuse
            return
        self.app.set(database=url)
        self.app.toast(say("settings.database.moved"))
