"""New game: who sits where, which rules, what to lay out; then it starts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from models.store import Seated
from tableside.app import routes
from tableside.app.i18n import current, say, say_or
from tableside.app.lots import draw_setup
from tableside.app.open_table import letters
from tableside.app.player_stats import known_people
from tableside.app.screens import layout
from tableside.app.seating import COLOURS, claim, colours, swatches
from tableside.app.shell import Shell
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
    Swatch,
    Switcher,
    TextButton,
    Tile,
    Typing,
    Words,
)
from tableside.app.widgets.option_box import option_box
from tableside.control.controller import Controller
from tableside.core import registry
from tableside.core.game import Option

layout(__name__)
STEPS = ("seats", "options", "checklist")


class NewGamePage(Page):
    """Four small steps on one page."""

    def __init__(self, app: Shell, route: routes.NewGame) -> None:
        super().__init__(app, route)
        game = route.game
        self.info = registry.infos()[game]
        self.rules = app.game(game)
        draft = app.draft(f"new:{game}") or {}
        self.players: list[dict[str, str]] = []
        self.choosing: int | None = None
        """The place whose many swatches are open."""
        self.options: dict[str, Any] = self._settled(draft.get("options") or self._usual_options())
        self.open_group = ""
        """The heading whose options are unfolded."""
        self.swatches = {
            key: (paint, label) for key, paint, label in swatches(self.rules, self.options, self.info.seats[0])
        }
        for player in draft.get("players") or self._last_time():
            self._seat_down(dict(player))
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

    def _usual_options(self) -> dict[str, Any]:
        """Nothing special, or what the game has for somebody's first one where none is kept."""
        store = self.app.store
        before = store is None or bool(store.sessions(self.info.slug, most=1))
        return {} if before else dict(self.info.first)

    def _last_time(self) -> list[dict[str, str]]:
        """The same people as last time, at this game or at any; at this game in the same colours."""
        store = self.app.store
        before = (store.sessions(self.info.slug, most=1) or store.sessions(most=1)) if store is not None else []
        players = [{"name": player.name, "colour": player.colour} for player in before[0].players] if before else []
        return players[: self.info.seats[1]]

    def _seat_down(self, player: dict[str, str]) -> None:
        """One more player, with the colour of last time where it is free, else the next one."""
        taken = {other["colour"] for other in self.players}
        keys = {other["key"] for other in self.players}
        key = player.get("key", "")
        if self.swatches and not self.info.side:
            # Plain colours are there for everybody; a faction is a decision nobody makes for a player.
            same = [key, *(one for one, (paint, _) in self.swatches.items() if paint == player["colour"])]
            free = (one for one in (*same, *self.swatches) if one in self.swatches and one not in keys)
            key = next(free, "")
        if key in self.swatches and key not in keys:
            colour = self.swatches[key][0]
        else:
            key = ""
            colour = next(one for one in (player["colour"], *COLOURS) if one in COLOURS and one not in taken)
        self.players.append({"name": player["name"], "colour": colour, "key": key})

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
        self.ids.scroll.scroll_y = 1

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
            return self._changed(self.info.options)
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
        detail.add_widget(Words(say_or(f"{self.info.slug}.new.who", say("new.who")), "heading", bold=True))
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
        known = known_people(self.app.store)
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
        box = Panel(size_hint_y=None, padding=(8 * u, 8 * u), spacing=6 * u)
        box.bind(minimum_height=box.setter("height"))
        row = Row(spacing=8 * u, size_hint_y=None, height=56 * u)
        colour = colours([Seated(one["name"], one["colour"]) for one in self.players])[place]
        row.add_widget(Mark(colour, mark, 48, pos_hint={"center_y": 0.5}))
        typed = Typing(player["name"], lambda name: self._rename(place, name), name=f"name {place}")
        typed.pos_hint = {"center_y": 0.5}
        row.add_widget(typed)
        if place > 0:
            row.add_widget(IconButton("up", lambda: self._up(place), name=f"up {place}", pos_hint={"center_y": 0.5}))
        row.add_widget(IconButton("cross", lambda: self._out(place), name=f"out {place}", pos_hint={"center_y": 0.5}))
        box.add_widget(row)
        box.add_widget(self._swatches(place))
        return box

    def _swatches(self, place: int) -> Widget:
        """The pieces of the box to choose from, or the palette where the game has no colours of its own."""
        u, mine = theme.u, self.players[place]
        stack = Abreast(spacing=8 * u)
        many = len(self.swatches) > len(COLOURS)
        if many and self.choosing != place:
            said = say(self.swatches[mine["key"]][1]) if mine["key"] else say("new.later")
            sign = mine["colour"] if mine["key"] else ""
            stack.add_widget(Swatch(sign, said, partial(self._open, place), name=f"swatches {place}"))
            return stack
        words = {key: say(label) for key, (_, label) in self.swatches.items()}
        offered = words or {colour: say(f"new.colour.{colour}") for colour in COLOURS}
        used = {other["key"] or other["colour"] for other in self.players if other is not mine}
        for key, label in offered.items():
            paint = self.swatches[key][0] if key in self.swatches else key
            chosen = key == (mine["key"] or mine["colour"])
            name = f"colour {place} {key}"
            press = partial(self._recolour, place, key)
            shown = label if many or chosen else ""
            stack.add_widget(Swatch(paint, shown, press, chosen=chosen, taken=key in used, name=name))
        return stack

    def sit(self) -> None:
        """Seat whoever is typed; without a name, the next player by number."""
        typed = (self.typed.text if self.typed is not None else "").strip()
        self.join(typed or self._number())
        if typed and self.typed is not None:
            # One name after the other: the line keeps the keyboard.
            Clock.schedule_once(partial(self._write_on, self.typed), 0)

    def _write_on(self, line: Typing, _: float) -> None:
        if line is self.typed and not line.text:
            line.focus = True

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
        if name.casefold() in {player["name"].strip().casefold() for player in self.players}:
            self.app.toast(say("new.twice", name=name))
            return
        self._seat_down({"name": name, "colour": self._usual(name)})
        self._keep()
        self._show()

    def _usual(self, name: str) -> str:
        """The colour this person had last time, at this game or at any."""
        if self.app.store is None:
            return ""
        for summary in (*self.app.store.sessions(self.info.slug, most=10), *self.app.store.sessions(most=30)):
            for player in summary.players:
                if player.name == name and player.colour:
                    return str(player.colour)
        return ""

    def _rename(self, place: int, name: str) -> None:
        self.players[place]["name"] = name
        self._keep()

    def _recolour(self, place: int, key: str) -> None:
        """This player takes this colour; who had it gets the one that is given up."""
        mine = self.players[place]
        part = "key" if key in self.swatches else "colour"
        other = next((one for one in self.players if one is not mine and one[part] == key), None)
        if other is not None:
            other["colour"], other["key"] = mine["colour"], mine["key"]
        mine["key"] = key if key in self.swatches else ""
        mine["colour"] = self.swatches[key][0] if key in self.swatches else key
        self.choosing = None
        self._keep()
        self._show()

    def _open(self, place: int) -> None:
        self.choosing = None if self.choosing == place else place
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
        groups: dict[str, list[Option]] = {"": []}
        for option in self.info.options:
            if option.matters(self.options):
                groups.setdefault(option.group, []).append(option)
        for group, options in groups.items():
            if group:
                detail.add_widget(self._heading(group, options))
            if group in ("", self.open_group):
                for option in options:
                    chosen = partial(self._choose, option.key)
                    detail.add_widget(option_box(self.info.slug, option, self.options[option.key], chosen))
        u = theme.u
        row = Panel(orientation="horizontal", size_hint_y=None, padding=16 * u, spacing=12 * u)
        middle = Col(spacing=4 * u)
        middle.add_widget(Words(say("new.random"), "body", bold=True))
        middle.add_widget(Words(say("new.random_about"), "small", tone="ink2"))
        row.add_widget(middle)
        row.add_widget(Switcher(self.random, self._randomise, name="random", pos_hint={"center_y": 0.5}))
        middle.bind(height=lambda *_: setattr(row, "height", max(80 * u, middle.height + 32 * u)))
        detail.add_widget(row)

    def _changed(self, options: Iterable[Option]) -> str:
        changed = sum(self.options[one.key] != one.default for one in options if one.matters(self.options))
        return say("new.changed", n=changed) if changed else say("new.unchanged")

    def _heading(self, group: str, options: list[Option]) -> Widget:
        """A fold of options: what they are about, and whether any is otherwise than usual."""
        opened = group == self.open_group
        return Tile(
            say_or(f"{self.info.slug}.options.{group}", group),
            partial(self._unfold, "" if opened else group),
            about=self._changed(options),
            lead=Icon("down" if opened else "right", size=24, ink=theme.ink),
            name=f"options {group}",
        )

    def _unfold(self, group: str) -> None:
        self.open_group = group
        self._show()

    def _randomise(self, on: bool) -> None:
        self.random = on
        self._keep()
        self._show()

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
        if "midway" in next((option.choices for option in self.info.options if option.key == "begin"), ()):
            # Such a game is told on its own table, piece by piece.
            self.options["begin"], self.random = "midway", False
            self.start()
            return
        self.app.go(routes.JoinMidway(self.info.slug))

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
        twice = next((name for name in names if [one.casefold() for one in names].count(name.casefold()) > 1), None)
        if twice is not None:
            self.app.toast(say("new.twice", name=twice))
            return
        seated = [Seated(name, player["colour"]) for name, player in zip(names, self.players)]
        session = self.app.store.begin(self.rules, self.options, seated)
        controller = Controller(session)
        wishes = [player["key"] for player in self.players]
        claim(controller, wishes)
        problem = draw_setup(controller) if self.random else None
        claim(controller, wishes)
        if any(wishes):
            self.app.keep_draft(f"seats:{session.id}", wishes)
        self.app.keep_draft(f"new:{self.info.slug}", None)
        self.app.instead(routes.Table(session.id))
        if problem is not None:
            self.app.toast(say(problem))


__all__ = ["Bar", "NewGamePage", "Scroll"]
