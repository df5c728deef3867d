"""New game: who sits where, which rules, what to lay out; then it starts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from models.store import Seated
from tableside.app.play import COLOURS, letters
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.widgets import (
    Abreast,
    Bar,
    Chip,
    Col,
    Header,
    Icon,
    IconButton,
    Mark,
    Page,
    Panel,
    Row,
    Scroll,
    Segments,
    Switcher,
    Tap,
    TextButton,
    Tile,
    Typing,
    Words,
)
from tableside.app.words import current, say, say_or
from tableside.core import registry
from tableside.core.game import Option

layout(__name__)
STEPS = ("seats", "options", "checklist")
SETUP_MOST = 500


class NewGamePage(Page):
    """Four small steps on one page."""

    def __init__(self, app: Any, game: str, **given: Any) -> None:
        super().__init__(app, game=game, **given)
        self.info = registry.infos()[game]
        self.rules = app.game(game)
        draft = app.draft(f"new:{game}") or {}
        self.players: list[dict[str, str]] = list(draft.get("players") or self._last_time())
        self.options: dict[str, Any] = self._settled(draft.get("options") or {})
        self.ticked: set[int] = set(draft.get("ticked", ()))
        self.random = bool(draft.get("random", False))
        self.typed: Typing | None = None
        self.step = draft.get("step", "seats") if draft.get("step") in STEPS else "seats"
        title = self.info.title[current()]
        self.ids.head.add_widget(Header(title, say("new.about"), app.back))
        self._show()

    def _settled(self, options: dict[str, Any]) -> dict[str, Any]:
        try:
            return dict(self.info.settle(options))
        except ValueError:
            return dict(self.info.settle({}))

    def _last_time(self) -> list[dict[str, str]]:
        """The same people as last time, at this game or at any."""
        store = self.app.store
        before = (store.sessions(self.info.slug, most=1) or store.sessions(most=1)) if store is not None else []
        players = [{"name": player.name, "colour": player.colour} for player in before[0].players] if before else []
        return players[: self.info.seats[1]]

    def _keep(self) -> None:
        draft = {
            "players": self.players,
            "options": self.options,
            "ticked": sorted(self.ticked),
            "step": self.step,
            "random": self.random,
        }
        self.app.keep_draft(f"new:{self.info.slug}", draft)

    def back(self) -> bool:
        place = STEPS.index(self.step)
        if place == 0:
            return False
        self.turn(STEPS[place - 1])
        return True

    def turn(self, step: str) -> None:
        """Go to a step."""
        self._typed_too()
        self.step = step
        self._keep()
        self._show()

    @property
    def enough(self) -> bool:
        """Whether this many people can play."""
        return self.info.seats[0] <= len(self.players) <= self.info.seats[1]

    # -- drawing -------------------------------------------------------------------------------

    def _show(self) -> None:
        steps, u = self.ids.steps, theme.u
        steps.clear_widgets()
        for number, name in enumerate(STEPS):
            done = STEPS.index(self.step) > number
            if theme.stacked:
                chip = Chip(say(f"new.{name}"), partial(self.turn, name), chosen=name == self.step, step="label")
                chip.name = f"step {name}"
                steps.add_widget(chip)
                continue
            tile = Tile(
                say(f"new.{name}"),
                partial(self.turn, name),
                about=self._brief(name),
                lead=Icon("check" if done else "right", size=24, ink=theme.ok if done else theme.ink),
                name=f"step {name}",
                minimum=84,
            )
            if name == self.step:
                tile.edge, tile.edge_width = theme.ink, 3 * u
            steps.add_widget(tile)
        detail = self.ids.detail
        detail.clear_widgets()
        self.typed = None
        getattr(self, f"_{self.step}")(detail)
        self._bar()

    def _brief(self, step: str) -> str:
        if step == "seats":
            return ", ".join(player["name"] for player in self.players) or say("new.nobody")
        if step == "options":
            changed = sum(self.options[option.key] != option.default for option in self.info.options)
            return say("new.changed", n=changed) if changed else say("new.unchanged")
        return say("new.ticked", n=len(self.ticked), of=len(self._checks()))

    def _bar(self) -> None:
        bar = self.ids.bar
        bar.clear_widgets()
        least, most = self.info.seats
        n = len(self.players)
        if n < least:
            hint = say("new.need_more", n=least - n)
        elif n > most:
            hint = say("new.too_many", most=most)
        else:
            hint = say("new.ready", n=n) if not theme.phone else ""
        label = Words(hint, "label", tone="ink2", fit="box")
        last = self.step == STEPS[-1]
        if not last and self.enough:
            quick = TextButton(say("new.start_now"), self.start, name="start now")
            if not theme.phone:
                bar.add_widget(label)
                quick.hug()
            quick.pos_hint = {"center_y": 0.5}
            bar.add_widget(quick)
        else:
            bar.add_widget(label)
        if last:
            bar.primary(say("new.start"), self.start, sign="play", disabled=not self.enough, name="start")
        else:
            following = STEPS[STEPS.index(self.step) + 1]
            bar.primary(say("new.next"), lambda: self.turn(following), disabled=not self.enough, name="next")

    # -- seats ---------------------------------------------------------------------------------

    def _seats(self, detail: Col) -> None:
        u = theme.u
        detail.add_widget(Words(say("new.who"), "heading", bold=True))
        marks = letters([player["name"] for player in self.players])
        for place, player in enumerate(self.players):
            detail.add_widget(self._seat(place, player, marks[place]))
        room = len(self.players) < self.info.seats[1]
        if room:
            row = Row(spacing=12 * u)
            self.typed = Typing(hint_text=say("new.name_hint"), name="new name")
            row.add_widget(self.typed)
            self.typed.bind(on_text_validate=lambda *_: self.sit())
            add = TextButton(say("new.add"), self.sit, sign="plus", name="add").hug()
            add.height = 52 * u
            row.add_widget(add)
            detail.add_widget(row)
        known = self.app.store.people() if self.app.store is not None else []
        here = {player["name"] for player in self.players}
        others = [name for name in known if name not in here][:16]
        if others and room:
            detail.add_widget(Words(say("new.known"), "label", tone="ink2"))
            stack = Abreast(spacing=10 * u)
            for name in others:
                stack.add_widget(Chip(name, partial(self.join, name), name=f"person {name}").hug())
            detail.add_widget(stack)

    def _seat(self, place: int, player: dict[str, str], mark: str) -> Widget:
        u = theme.u
        row = Panel(orientation="horizontal", size_hint_y=None, height=72 * u, padding=(8 * u, 8 * u), spacing=8 * u)
        colour = Tap(press=lambda: self._recolour(place), size_hint_x=None, width=56 * u, name=f"colour {place}")
        colour.add_widget(Mark(player["colour"], mark, 48, pos_hint={"center_x": 0.5, "center_y": 0.5}))
        colour.padding = (4 * u, 4 * u)
        row.add_widget(colour)
        typed = Typing(player["name"], lambda name: self._rename(place, name), name=f"name {place}")
        typed.pos_hint = {"center_y": 0.5}
        row.add_widget(typed)
        if place > 0:
            row.add_widget(IconButton("up", lambda: self._up(place), name=f"up {place}", pos_hint={"center_y": 0.5}))
        row.add_widget(IconButton("cross", lambda: self._out(place), name=f"out {place}", pos_hint={"center_y": 0.5}))
        return row

    def sit(self) -> None:
        """Seat whoever is typed; without a name, the next player by number."""
        self.join((self.typed.text if self.typed is not None else "").strip() or self._number())

    def _number(self) -> str:
        taken = {player["name"] for player in self.players}
        return next(name for n in range(1, 99) if (name := say("new.player", n=n)) not in taken)

    def _typed_too(self) -> None:
        """A name that was typed and not added yet counts all the same."""
        if self.typed is not None and self.typed.text.strip():
            self.join(self.typed.text)

    def join(self, name: str) -> None:
        """Seat somebody."""
        name = name.strip()
        if not name or len(self.players) >= self.info.seats[1]:
            return
        taken = {player["colour"] for player in self.players}
        colour = next(colour for colour in (*self._usual(name), *COLOURS) if colour not in taken)
        self.players.append({"name": name, "colour": colour})
        self._keep()
        self._show()

    def _usual(self, name: str) -> Sequence[str]:
        """The colour this person had last time."""
        if self.app.store is None:
            return ()
        for summary in self.app.store.sessions(most=30):
            for player in summary.players:
                if player.name == name and player.colour in COLOURS:
                    return (player.colour,)
        return ()

    def _rename(self, place: int, name: str) -> None:
        self.players[place]["name"] = name
        self._keep()

    def _recolour(self, place: int) -> None:
        mine = self.players[place]["colour"]
        wanted = COLOURS[(COLOURS.index(mine) + 1) % len(COLOURS)] if mine in COLOURS else COLOURS[0]
        for other in self.players:
            if other["colour"] == wanted:
                other["colour"] = mine
        self.players[place]["colour"] = wanted
        self._keep()
        self._show()

    def _up(self, place: int) -> None:
        self.players[place - 1], self.players[place] = self.players[place], self.players[place - 1]
        self._keep()
        self._show()

    def _out(self, place: int) -> None:
        gone = self.players.pop(place)
        self._keep()
        self._show()

        def undo() -> None:
            self.players.insert(place, gone)
            self._keep()
            self._show()

        self.app.toast(say("new.left", name=gone["name"]), undo)

    # -- options -------------------------------------------------------------------------------

    def _options(self, detail: Col) -> None:
        detail.add_widget(Words(say("new.rules"), "heading", bold=True))
        if not self.info.options:
            detail.add_widget(Words(say("new.no_options"), "body", tone="ink2"))
        for option in self.info.options:
            detail.add_widget(self._option(option))
        u = theme.u
        row = Panel(orientation="horizontal", size_hint_y=None, padding=16 * u, spacing=12 * u)
        middle = Col(spacing=4 * u)
        middle.add_widget(Words(say("new.random"), "body", bold=True))
        middle.add_widget(Words(say("new.random_about"), "small", tone="ink2"))
        row.add_widget(middle)
        row.add_widget(Switcher(self.random, self._randomise, name="random", pos_hint={"center_y": 0.5}))
        middle.bind(height=lambda *_: setattr(row, "height", max(80 * u, middle.height + 32 * u)))
        detail.add_widget(row)

    def _randomise(self, on: bool) -> None:
        self.random = on
        self._keep()
        self._show()

    def _option(self, option: Option) -> Widget:
        u, slug = theme.u, self.info.slug
        key = f"{slug}.option.{option.key}"
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        head = Row(spacing=12 * u)
        middle = Col(spacing=4 * u)
        middle.add_widget(Words(say_or(key, option.key), "body", bold=True))
        middle.add_widget(Words(say_or(f"{key}.about", ""), "small", tone="ink2"))
        head.add_widget(middle)
        value = self.options[option.key]
        if isinstance(option.default, bool):
            switch = Switcher(value, lambda on: self._choose(option.key, on), name=f"option {option.key}")
            switch.pos_hint = {"center_y": 0.5}
            head.add_widget(switch)
        box.add_widget(head)
        if not isinstance(option.default, bool):
            labels = [(choice, say_or(f"{key}.{choice}", str(choice))) for choice in option.choices]
            if len(labels) > 3 or sum(len(words) for _, words in labels) > (24 if theme.phone else 60):
                grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=8 * u)
                grid.bind(minimum_height=grid.setter("height"))
                for choice, words in labels:
                    chip = Chip(words, partial(self._choose, option.key, choice), chosen=choice == value, step="label")
                    grid.add_widget(chip)
                box.add_widget(grid)
            else:
                box.add_widget(Segments(labels, value, lambda choice: self._choose(option.key, choice)))
        return box

    def _choose(self, key: str, value: Any) -> None:
        self.options[key] = value
        self._keep()
        self._show()

    # -- laying out ----------------------------------------------------------------------------

    def _checks(self) -> tuple[str, ...]:
        if not self.enough:
            return ()
        return tuple(say(line) for line in self.rules.checklist(self.options, len(self.players)))

    def _checklist(self, detail: Col) -> None:
        detail.add_widget(Words(say("new.lay_out", n=len(self.players)), "heading", bold=True))
        for number, words in enumerate(self._checks()):
            ticked = number in self.ticked
            tile = Tile(
                words,
                partial(self._tick, number),
                lead=Icon("check" if ticked else "ring", size=26, ink=theme.ok if ticked else theme.edge),
                bold=False,
                name=f"check {number}",
            )
            if ticked:
                tile.fill, tile.edge = theme.sunken, theme.line
            detail.add_widget(tile)

        if self.enough:
            detail.add_widget(
                Tile(
                    say("new.from_position"),
                    self._midway,
                    about=say("position.about"),
                    chevron=True,
                    name="from position",
                )
            )

    def _midway(self) -> None:
        """Go on with a game that is already on the table."""
        self._keep()
        self.app.go("position", game=self.info.slug)

    def _tick(self, number: int) -> None:
        self.ticked ^= {number}
        self._keep()
        self._show()

    # -- starting ------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin the game; it is saved from its first moment."""
        self._typed_too()
        if not self.enough or self.app.store is None:
            return
        names = [player["name"].strip() or say("new.player", n=place + 1) for place, player in enumerate(self.players)]
        seated = [Seated(name, player["colour"]) for name, player in zip(names, self.players)]
        session = self.app.store.begin(self.rules, self.options, seated)
        if self.random:
            draw_setup(session.table)
        self.app.keep_draft(f"new:{self.info.slug}", None)
        self.app.instead("table", session=session.id)


def draw_setup(table: Any) -> None:
    """Let chance lay out what is drawn before anybody acts."""
    pick = SystemRandom().randrange
    for _ in range(SETUP_MOST):
        if table.to_act() != frozenset({None}):
            return
        table.confirm(table.game.sample(table.state, None, pick))


__all__ = ["Bar", "NewGamePage", "Scroll", "draw_setup"]
