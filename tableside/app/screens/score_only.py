"""The score pad: rows are categories, columns people; keys for whoever is chosen, totals and tiebreaks as you go."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from models.database import StoreError
from models.owned_records import OwnersCopy
from models.plays import KeptPlay, PlayContent, keep_play, last_place, open_play, plays, sheets
from models.store import Summary
from models.tables import now
from tableside.app import routes
from tableside.app.i18n import counted, current, say, say_or
from tableside.app.open_table import letters
from tableside.app.photo_proposal import EVERYBODY, fills, laid_beside, stacks
from tableside.app.photo_reading import aside
from tableside.app.player_stats import known_people
from tableside.app.score_pad import GamePad, PadRow, SheetPad
from tableside.app.screens import layout
from tableside.app.screens.home import seats_line
from tableside.app.screens.sheet_editor import give_pack, sheets_list
from tableside.app.seating import COLOURS
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import (
    Abreast,
    Chip,
    Col,
    Header,
    IconButton,
    Page,
    Row,
    Scroll,
    Sheet,
    TextButton,
    Typing,
    Words,
)
from tableside.app.widgets.form import label_of
from tableside.app.widgets.laid_out import LaidOut
from tableside.app.widgets.pad import Keys, PadTable, widest
from tableside.app.widgets.picker import GamePicker
from tableside.app.widgets.position_form import PositionForm
from tableside.app.widgets.refusal import Refusal
from tableside.app.widgets.sheets import reasons_sheet
from tableside.core import codec, registry, score_sheet
from tableside.core.moves import Text
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome, totals

layout(__name__)
AT_ONCE = 6
"""So many rows of keys are there with the first frame."""
KNOWN = 8
"""So many known people are offered."""


def last_table(app: Shell) -> list[str]:
    """Who sat at the table last, tracked or only scored."""
    if app.store is None:
        return []
    sessions: list[Summary | KeptPlay] = [*app.store.sessions(most=1), *plays(app.store, most=1)]
    newest = max(sessions, key=lambda past: past.touched, default=None)
    return [] if newest is None else [player.name for player in newest.players]


class ScoreOnlyPage(Page):
    """A game scored without being tracked; `play` is one that is being corrected."""

    def __init__(self, app: Shell, route: routes.ScoreOnly) -> None:
        super().__init__(app, route)
        game, sheet, play = route.game, route.sheet, route.play
        self.corrects = play
        if not game and not sheet and not play:
            self._choose()
            return
        self.slug, self.source = game, sheet or play
        self.game: Any = app.game(game) if game else None
        self.problems: tuple[Illegal, ...] = ()
        self.outcome: Outcome | None = None
        self.seat, self.fresh, self.row = 0, True, ""
        self.detailed = False
        self.whole: dict[str, Keys] = {}
        """The keys of the pane, once all of them are there."""
        self.pad: GamePad | SheetPad = self._pad(sheet)
        title = registry.infos()[game].title[current()] if game else self.pad.title
        about = say("pad.correcting") if play else say("home.score_only")
        header = Header(title, about, app.back)
        clear = TextButton(say("score_only.clear"), self.clear, name="clear").hug()
        if game:
            buttons = [TextButton(say("score_only.example"), self.example, name="example").hug(), clear]
            if self.game is not None and stacks(self.game):
                words, photo = say("pad.photo_all"), self.lay_out
                small = IconButton("camera", photo, name="everybody photo")
                header.right(small if theme.phone else TextButton(words, photo, sign="camera", name=small.name).hug())
            header.right(*(() if theme.phone else buttons))
        elif not play:
            edit = IconButton("list", partial(app.go, routes.SheetEditor(sheet)), name="edit sheet")
            header.right(edit, IconButton("share", self.give, name="share sheet"))
        self.ids.head.add_widget(header)
        self._build()

    # -- what is scored ------------------------------------------------------------------------

    def _choose(self) -> None:
        """Which game, or which score sheet."""
        app = self.app
        self.ids.head.add_widget(Header(say("home.score_only"), say("home.score_only_about"), app.back))
        picker = GamePicker(lambda slug: app.instead(routes.ScoreOnly(slug)), seats_line, sheets_list(app))
        self.ids.body.add_widget(picker)
        self.remove_widget(self.ids.bar)
        # While somebody looks at the list the games are loaded, so that a pad opens at once.
        aside(lambda: [registry.find(slug) for slug in registry.infos()], lambda _: None)

    def _pad(self, sheet: str) -> GamePad | SheetPad:
        draft: Any = self.app.draft(self._draft())
        if self.corrects and self.app.draft(f"corrects:{self._draft()}") != self.corrects:
            draft = open_play(self.app.saved, self.corrects)[1].data
            self.app.keep_draft(f"corrects:{self._draft()}", self.corrects)
        elif not self.corrects and self.app.draft(f"corrects:{self._draft()}"):
            draft = None
            self.app.keep_draft(f"corrects:{self._draft()}", None)
        if self.slug:
            return GamePad(self.game, draft if isinstance(draft, dict) else None, self._people(*self.game.info.seats))
        if self.corrects:
            own: score_sheet.Sheet = codec.decode(score_sheet.Sheet, draft["sheet"])
        else:
            own = next(kept.sheet for kept in sheets(self.app.saved) if kept.id == sheet)
        return SheetPad(sheet, own, draft, self._people(max(2, own.least), own.most))

    def _draft(self) -> str:
        return f"score:{self.slug or self.source}"

    def _people(self, least: int, most: int) -> list[str]:
        names = last_table(self.app)[:most]
        while len(names) < least:
            names.append(say("new.player", n=len(names) + 1))
        return names

    @property
    def data(self) -> dict[str, Any]:
        return self.pad.data

    # -- drawing -------------------------------------------------------------------------------

    def _build(self) -> None:
        body, u = self.ids.body, theme.u
        body.clear_widgets()
        self.seat = min(self.seat, len(self.pad.names()) - 1)
        box = BoxLayout(orientation="vertical" if theme.stacked else "horizontal", spacing=16 * u)
        box.padding = (theme.margin, 0, theme.margin, 8 * u)
        left = Scroll(size_hint=(1, 0.46) if theme.stacked else (0.5, 1))
        column = Col(spacing=12 * u, padding=(0, 0, 10 * u, 12 * u))
        self.table = PadTable(self.pick)
        column.add_widget(self.table)
        self.ladder = Col(spacing=4 * u)
        column.add_widget(self.ladder)
        self.column = column
        left.add_widget(column)
        self.scroll = Scroll(size_hint=(1, 0.54) if theme.stacked else (0.5, 1))
        self.pane = Col(spacing=10 * u, padding=(0, 4 * u, 10 * u, 24 * u))
        self.scroll.add_widget(self.pane)
        for side in (left, self.scroll):
            box.add_widget(side)
        body.add_widget(box)
        self._pane()
        self._count()
        # What lies below comes with the next frame, so that the pad itself is there at once.
        Clock.schedule_once(partial(self._below, column))

    def _below(self, column: Col, _: float = 0) -> None:
        """The questions of the table, unless the pad was built anew meanwhile."""
        if column is self.column:
            for widget in self._shared():
                column.add_widget(widget)

    def _shared(self) -> list[Widget]:
        """What is not one player's: more people, rounds, and the game's own questions."""
        found: list[Widget] = []
        row = Row(spacing=10 * theme.u)
        if len(self.pad.names()) < self.pad.bounds()[1]:
            row.add_widget(TextButton(say("score_only.add"), self.add, sign="plus", name="add player"))
        if isinstance(self.pad, SheetPad) and self.pad.sheet.by_rounds:
            row.add_widget(TextButton(say("pad.round"), self.add_round, sign="plus", name="add round"))
        if row.children:
            found.append(row)
        if isinstance(self.pad, GamePad) and self.pad.shared:
            form = PositionForm(
                self.game,
                self.game.position_type,
                self.data,
                self.changed,
                self.shoot,
                self.pad.names,
                "",
                ("players",),
            )
            found.append(form)
        return found

    def _pane(self) -> None:
        """The keys of whoever is chosen."""
        pane, pad, u = self.pane, self.pad, theme.u
        pane.clear_widgets()
        names = pad.names()
        head = Row(spacing=8 * u)
        self.name = Typing(names[self.seat], self.rename, name="name")
        head.add_widget(self.name)
        if isinstance(pad, GamePad) and len(stacks(self.game)) > 1:
            head.add_widget(IconButton("camera", self._shoot_player, name="player photo"))
        if len(names) > pad.bounds()[0]:
            head.add_widget(IconButton("cross", self.remove, name="out"))
        pane.add_widget(head)
        others = [name for name in known_people(self.app.store) if name not in names][:KNOWN]
        if others:
            stack = Abreast()
            for name in others:
                stack.add_widget(Chip(name, partial(self.invite, name), step="label", name=f"person {name}").hug())
            pane.add_widget(stack)
        self.keys: dict[str, Keys] = {}
        self.rows = pad.rows()
        for row in self.rows[:AT_ONCE]:
            pane.add_widget(self._row(row))
        Clock.schedule_once(partial(self._further, self.keys))

    def _further(self, keys: dict[str, Keys], _: float = 0) -> None:
        """The rows that are not seen at once, unless the pane was made anew or has them."""
        pad, pane = self.pad, self.pane
        if keys is not self.keys or self.whole is keys:
            return
        self.whole = keys
        for row in self.rows[AT_ONCE:]:
            pane.add_widget(self._row(row))
        self._count()
        if isinstance(pad, GamePad):
            skip = ("name", *(row.name for row in self.rows if row.kind in ("strip", "digits", "choice")))
            fixed = {row.path[0] for row in self.rows if len(row.path) > 1}
            if any(asked not in (*skip, *fixed) for asked in self._fields()):
                pane.add_widget(TextButton(say("pad.details"), self.details, sign="list", name="details"))
            if self.detailed:
                where, player = f"players.{self.seat}.", self.data["players"][self.seat]
                more = (*skip, *map(str, fixed))
                form = PositionForm(self.game, pad.kind, player, self.changed, self.shoot, pad.names, where, more)
                pane.add_widget(form)

    def _fields(self) -> list[str]:
        assert isinstance(self.pad, GamePad)
        return list(self.data["players"][self.seat])

    def _row(self, row: PadRow) -> Widget:
        keys = Keys(row.name, row.label, row.keys, partial(self.press, row), widest(row.keys))
        self.keys[row.name] = keys
        if row.photo is None:
            return keys
        box = Row(spacing=8 * theme.u)
        box.add_widget(keys)
        shoot = IconButton("camera", partial(self._shoot_row, row), name=f"{row.name} photo", pos_hint={"top": 1})
        box.add_widget(shoot)
        return box

    def _shoot_player(self) -> None:
        self.shoot(f"players.{self.seat}")

    def _shoot_row(self, row: PadRow) -> None:
        if isinstance(self.pad, GamePad):
            self.shoot(f"players.{self.seat}.{row.name}")
        else:
            self.shoot(f"cells.{row.path[0]}.{min(self.seat, self.pad.marks.columns - 1)}")

    # -- counting ------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something was told: count again and keep it."""
        self.app.keep_draft(self._draft(), self.data)
        if self.app.draft(f"began:{self._draft()}") is None:
            self.app.keep_draft(f"began:{self._draft()}", now())
        self._count()

    def _count(self) -> None:
        pad = self.pad
        self.problems, cautions, self.outcome = pad.judge()
        names = pad.names()
        sums = None if self.outcome is None else totals(self.outcome.lines, len(names))
        cells = [[pad.shown(seat, row) for seat in range(len(names))] for row in self.rows]
        winners = self.outcome.winners if self.outcome is not None else ()
        self.table.tell(self._faces(), [row.label for row in self.rows], cells, sums, winners, self.seat)
        for row in self.rows:
            if row.name not in self.keys:
                continue
            value = pad.get(self.seat, row)
            held = value if isinstance(value, list) and row.kind == "several" else [value]
            on = frozenset(held) if row.kind in ("strip", "choice", "several") else frozenset[Any]()
            self.keys[row.name].tell(pad.shown(self.seat, row), on)
        self._ladder()
        self._bar(cautions)

    def _faces(self) -> list[tuple[str, str, str]]:
        """Everybody's colour, letter and name."""
        names = self.pad.names()
        return [(COLOURS[n % len(COLOURS)], mark, name) for n, (mark, name) in enumerate(zip(letters(names), names))]

    def _ladder(self) -> None:
        """The tiebreaks that were needed, as they stand."""
        self.ladder.clear_widgets()
        names = self.pad.names()
        for step in self.outcome.trace if self.outcome is not None else ():
            values = ", ".join(f"{names[seat]} {counted(value)}" for seat, value in step.values)
            words = say("pad.tie", place=step.place, label=say(step.label), values=values)
            self.ladder.add_widget(Words(words, "small", tone="ink2"))

    def _bar(self, cautions: tuple[Text, ...]) -> None:
        bar = self.ids.bar
        bar.clear_widgets()
        if self.problems:
            words = say(self.problems[0].reason)
            more = len(self.problems) - 1
            bar.add_widget(Refusal(words if not more else say("score_only.problems", first=words, n=more), self.why))
        else:
            words = say(cautions[0]) if cautions else say("score_only.possible")
            bar.add_widget(Words(words, "label", tone="ink2", fit="box"))
        bar.primary(say("pad.done"), self.done, disabled=self.outcome is None, name="score")

    def why(self) -> None:
        """Open a sheet with every refusal of the position as filled in."""
        reasons_sheet(self.app, self.problems)

    # -- doing ---------------------------------------------------------------------------------

    def pick(self, seat: int, row: int) -> None:
        """Whose keys are shown; a row that was touched is brought into view."""
        if seat != self.seat:
            self.seat, self.fresh = seat, True
            self.name.text = self.pad.names()[seat]
            if self.detailed:
                self._pane()
        self._further(self.keys)
        if 0 <= row < len(self.rows):
            self.scroll.scroll_to(self.keys[self.rows[row].name], padding=10, animate=False)
        self._count()

    def press(self, row: PadRow, key: Any) -> None:
        """One key."""
        self.pad.press(self.seat, row, key, self.fresh or row.name != self.row)
        self.fresh, self.row = False, row.name
        self.changed()

    def rename(self, name: str) -> None:
        self.pad.rename(self.seat, name)
        self.changed()

    def invite(self, name: str) -> None:
        """Somebody known sits on the chosen place."""
        self.pad.rename(self.seat, name)
        self.changed()
        self._build()

    def add(self) -> None:
        names = self.pad.names()
        self.pad.seat(say("new.player", n=len(names) + 1))
        self.seat, self.fresh = len(names), True
        self.changed()
        self._build()

    def add_round(self) -> None:
        assert isinstance(self.pad, SheetPad)
        self.pad.add_round()
        self.seat, self.fresh = 0, True
        self._build()
        self.changed()

    def remove(self) -> None:
        self.pad.leave(self.seat)
        self.changed()
        self._build()

    def give(self) -> None:
        """Hand the sheet on as a pack."""
        assert isinstance(self.pad, SheetPad)
        give_pack(self.app, self.pad.sheet)

    def details(self) -> None:
        """The long form of what has many parts."""
        self.detailed = not self.detailed
        self._pane()
        self._count()

    def example(self) -> None:
        """A position that can be, to look at."""
        self.pad = GamePad(self.game, codec.encode(self.game.example()), ())
        self.seat = 0
        self._build()
        self.changed()

    def clear(self) -> None:
        for key in (self._draft(), f"began:{self._draft()}", f"corrects:{self._draft()}"):
            self.app.keep_draft(key, None)
        self.app.instead(routes.ScoreOnly(self.slug, self.source if not self.corrects else ""))

    def shoot(self, fill: str) -> None:
        """A photo for one field or several, when the camera knows anything that can lie there."""
        wanted = fills(self.game, self.data, fill)
        if not wanted or self.app.store is None:
            self.app.life.dialogs.ask_place()
            return
        source = wanted[0].source
        kind = "face" if source.faces else "card"
        if source.taught and not OwnersCopy(self.app.store, self.game).look_counts(kind):
            self._teach_first(kind)
            return
        self.app.keep_draft(self._draft(), self.data)
        self.app.go(routes.Camera(game=self.slug, fill=fill, sheet="" if self.slug else self.source))

    def lay_out(self) -> None:
        """Show how everything is laid for one photo of everybody, and take it."""
        assert isinstance(self.pad, GamePad)
        shared = [asked for asked in self.pad.shared if laid_beside(asked)]
        sheet = Sheet(self.app, say("pad.lay_out"), sign="camera", share=0.86)
        sheet.body.add_widget(Words(say_or(f"{self.slug}.lay_out", say("pad.lay_out_about")), "body"))
        drawn = LaidOut(
            self._faces(),
            [(label_of(self.slug, asked.name), source.shape) for asked, source in stacks(self.game)],
            [(label_of(self.slug, asked.name), asked.photo.shape) for asked in shared if asked.photo is not None],
        )
        sheet.body.add_widget(drawn)
        press = sheet.then(self.shoot, EVERYBODY)
        sheet.body.add_widget(TextButton(say("pad.take_photo"), press, sign="camera", style="primary", name="take it"))
        unseen = [row.label for row in self.rows if row.photo is None or row.photo.faces]
        if unseen:
            words = say("pad.not_seen", names=", ".join(unseen))
            sheet.body.add_widget(Words(words, "label", tone="ink2"))
        sheet.open()

    def _teach_first(self, kind: str) -> None:
        """Nothing has been shown to the camera yet: say so, and where that is done."""
        sheet = Sheet(self.app, say("filling.teach_first"), sign="camera", share=0.5)
        sheet.body.add_widget(Words(say(f"filling.no_{kind}"), "body"))
        card = kind == "card"
        words = "home.copy" if card else "copy.teach_die"
        teach = sheet.then(self.app.go, routes.MyBox(self.slug) if card else routes.TeachDie(self.slug))
        sheet.body.add_widget(TextButton(say(words), teach, sign="camera", name="teach"))
        sheet.open()

    def done(self) -> None:
        """Save the play, and show its sheet."""
        if self.outcome is None:
            return
        store = self.app.store
        if store is None:
            self.app.life.dialogs.ask_place()
            return
        try:
            id = keep_play(store, self._content(), self.corrects)
        except StoreError as error:
            self.app.toast(say(error.told))
            return
        for key in (self._draft(), f"began:{self._draft()}", f"corrects:{self._draft()}"):
            self.app.keep_draft(key, None)
        self.app.home()
        self.app.go(routes.Score(play=id))

    def _content(self) -> PlayContent:
        assert self.outcome is not None
        names = tuple(name.strip() for name in self.pad.names())
        hues = tuple(COLOURS[seat % len(COLOURS)] for seat in range(len(names)))
        before = open_play(self.app.saved, self.corrects)[0] if self.corrects else None
        began = self.app.draft(f"began:{self._draft()}")
        side = self.game.info.side if self.game is not None else ""
        sides = tuple(str(player.get(side, "")) for player in self.data["players"]) if side else ()
        return PlayContent(
            self.slug,
            "" if self.slug else self.pad.title,
            names,
            self.outcome,
            self.data,
            hues,
            sides,
            before.created if before is not None else began if isinstance(began, int) else 0,
            before.touched if before is not None else 0,
            before.place if before is not None else last_place(self.app.saved),
            source=before.source if before is not None else "",
        )
