"""Every screen in both languages and three sizes: `python -m tableside.app.screenshots FOLDER [SIZE ...]`.

With `--players 2 3 4` the tables of all games instead, with so many at each: the table, its other sides, what hands
have to do, a touched thing, the log, a player's sheet, a move put right, and the score. `--games` and `--languages`
choose some.
First evenings, from an empty data folder by touch, are pictured by `python -m benchmarks.first_evening FOLDER`.

With a file that ends in .png, one picture of a sample table: `python -m tableside.app.screenshots FILE [LANGUAGE]`.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tableside.app import routes

SIZES = {"tablet": ((1280, 800), 1.0), "large": ((2000, 1200), 1.5), "phone": ((1080, 2340), 3.0)}
LANGUAGES = ("hu", "en")
STILL = 1.4
"""Seconds until nothing moves any more."""
NAMES = ("Anna", "Béla", "Csaba", "Dani")
COLOURS = ("amber", "blue", "violet", "sky")
SEATS = {"gaia_project": 2, "kaosz_galaktika": 2, "onward_to_venus": 3}
LEVEL = 281
"""These draws lead to a level game."""
WHOLE = 5000
"""More moves than any game has."""
TRIES = 12
"""So many moves further a table is looked at for one that leaves something to do, or something to touch."""
STEPS = {"gaia_project": 74, "onward_to_venus": 44, "beyond_the_sun": 61, "kaosz_galaktika": 255, "urcsempeszek": 8}


def main() -> None:
    """Draw them all, or one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="?", type=Path, default=Path("docs/screenshots"))
    parser.add_argument("sizes", nargs="*", help="sizes; for one picture its language")
    parser.add_argument("--players", nargs="+", type=int, default=())
    parser.add_argument("--games", nargs="+")
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    given = parser.parse_args()
    target = given.target.resolve()
    one = target.suffix == ".png"
    folder = target.parent if one else target
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tableside-shots-") as home:
        os.environ["TABLESIDE_DATA"] = home
        os.environ["KIVY_HOME"] = home
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
        os.environ["KIVY_METRICS_DENSITY"] = "1"
        from tableside.app.launch import prepare

        prepare(*(1280, 800) if one else (2000, 2340))
        studio = Studio(folder)
        if one:
            studio.table(target.stem, (given.sizes or ["en"])[0])
        elif given.players:
            studio.tables(given.sizes or ["tablet", "phone"], given.languages, given.players, given.games)
        else:
            studio.draw(given.sizes or list(SIZES), given.languages)


class Studio:
    """An app, moved from screen to screen and photographed."""

    def __init__(self, folder: Path) -> None:
        from tableside.app.app import TablesideApp

        self.folder = folder
        self.app: Any = TablesideApp
        self.sessions: dict[str, str] = {}

    def table(self, name: str, language: str) -> None:
        """The sample table alone."""
        from tableside.app import tutorial_table

        app = self.app = self.open(language)
        session = tutorial_table.begin(app.store, "")
        self.photograph(name, lambda: app.go(routes.Table(session=session.id)))
        app.stop()

    def draw(self, sizes: Sequence[str], languages: Sequence[str]) -> None:
        """Every screen in every size and language."""
        self._games()
        for start in self._devices(sizes, languages):
            for name, show in self._screens():
                self.photograph(start + name, show)

    def tables(
        self, sizes: Sequence[str], languages: Sequence[str], players: Sequence[int], games: Sequence[str] | None
    ) -> None:
        """The tables of some games with so many players each."""
        from tableside.core import registry

        infos = registry.infos()
        asked = [
            (slug, n) for slug in games or infos for n in players if infos[slug].seats[0] <= n <= infos[slug].seats[1]
        ]
        for start in self._devices(sizes, languages):
            for slug, n in asked:
                for name, show in self._at_table(slug, n):
                    self.photograph(f"{start}{slug}_{n}_{name}", show)

    def _devices(self, sizes: Sequence[str], languages: Sequence[str]) -> Iterator[str]:
        """The app opened in each size and language; how the names of its pictures begin."""
        from kivy.core.window import Window
        from kivy.metrics import Metrics

        for size in sizes:
            (width, height), density = SIZES[size]
            Metrics.density = density
            Window.size = (width, height)
            for language in languages:
                self.app = self.open(language)
                yield f"{size}_{language}_"
                self.app.stop()
                Window.remove_widget(self.app.holder)

    def open(self, language: str) -> Any:
        from kivy.core.window import Window

        from tableside.app.app import TablesideApp

        app = TablesideApp()
        app.memory = app.memory.__class__()
        app.root = app.build()
        Window.add_widget(app.root)
        app.set(language=language, less_motion=True)
        return app

    def _games(self) -> None:
        """Games some way on, and finished ones, by chance that is always the same."""
        from models.store import Seated, Store
        from tableside.app import tutorial_table
        from tableside.core import registry

        store = Store.open()
        for slug in registry.infos():
            copy = self._taught(store, slug)
            people = [Seated(name, colour) for name, colour in zip(NAMES, COLOURS)][: SEATS.get(slug, 4)]
            for seed in (3, 8, 13, 21) if slug == "urcsempeszek" else ():
                session = store.begin(copy.game(), {}, people[: 3 if seed == 8 else 4])
                self._play(session.table, random.Random(seed), WHOLE)  # noqa: S311
                self.sessions.setdefault(f"{slug}_done", session.id)
            session = store.begin(copy.game(), {}, people)
            self._play(session.table, random.Random(5), STEPS.get(slug, 12))  # noqa: S311
            self.sessions[slug] = session.id
            if slug == "urcsempeszek":
                for id, look in tutorial_table.looks():
                    copy.add_look(id, b"", look.to_bytes())
                self.sessions[f"{slug}_level"] = self._level(store, copy.game())
        store.close()

    @staticmethod
    def _taught(store: Any, slug: str) -> Any:
        """The owner's copy of a game with all of a sample box in it."""
        import json

        from models.owned_records import OwnersCopy
        from tableside import samples
        from tableside.core import registry

        copy = OwnersCopy(store, registry.find(slug))
        for file in (Path(samples.__file__).parent / f"{slug}.json", Path("tests/games") / slug / "sample_copy.json"):
            if file.is_file():
                copy.unpack(json.loads(file.read_text(encoding="utf-8")), file.name)
                break
        return copy

    @staticmethod
    def _level(store: Any, game: Any) -> str:
        """A game that ends level and is parted by the second tiebreak."""
        from models.store import Seated
        from tableside.app import lots, tutorial_table
        from tableside.app.move_builder import MoveBuilder
        from tableside.core.moves import move

        session = store.begin(game, {}, [Seated(*player) for player in tutorial_table.PLAYERS])
        dice = (("s01", "orange", 4), ("s01", "black", 5), ("s03", "orange", 2), ("s03", "black", 6))
        for step in (*tutorial_table.OPENING, move(None, "bid", dice=dice, tokens=((0, 3), (-1, 1)))):
            session.table.confirm(step)
        lots._chance = random.Random(LEVEL)  # type: ignore[assignment]  # noqa: S311
        play = MoveBuilder(session)
        while not play.over:
            if play.ready:
                play.confirm()
            elif play.seat is None:
                play.draw()
            else:
                choice = play.choices[0]
                offer = next(offer for offer in choice.offers if offer.why_not is None)
                play.choose(choice.slot, offer.value, offer.label)
        return str(session.id)

    @staticmethod
    def _play(table: Any, chance: random.Random, most: int) -> None:
        """So many moves; at a smugglers' table, on until several sectors are to be paid."""
        busy = table.game.slug == "urcsempeszek" and most < WHOLE
        for number in range(most + (400 if busy else 0)):
            if busy and number >= most and str(table.state.phase) == "pay" and len(table.state.cards) > 1:
                return
            acting = sorted(table.to_act(), key=lambda seat: 99 if seat is None else seat)
            if not acting:
                return
            table.confirm(table.game.sample(table.state, acting[0], chance.randrange))

    def _screens(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        app, sessions = self.app, self.sessions

        def go(route: routes.Route) -> Callable[[], Any]:
            return lambda: app.begin_at(route)

        yield "home", app.home
        yield "new_game", self._new_game
        yield "position", self._position
        for slug in sorted(key for key in sessions if not key.endswith(("_done", "_level", "sample"))):
            yield f"table_{slug}", go(routes.Table(session=sessions[slug]))
        yield "why", self._why
        yield "score", go(routes.Score(session=sessions["urcsempeszek_level"]))
        yield "score_of_four", go(routes.Score(session=sessions["urcsempeszek_done"]))
        yield "camera", self._camera
        yield "reading", self._reading
        yield "score_only", self._score_only
        yield "filling", self._filling
        yield "copy", go(routes.MyBox(game="beyond_the_sun"))
        yield "teach_card", go(routes.TeachCard(game="urcsempeszek", table="sectors", id="s01"))
        yield "teach_die", go(routes.TeachDie(game="onward_to_venus"))
        yield "history", self._history
        yield "replay", go(routes.Replay(session=sessions["urcsempeszek_done"]))
        yield "statistics", self._statistics
        yield "settings", go(routes.Settings())
        yield "doctor", self._doctor
        yield "referee", go(routes.Settings(game="urcsempeszek"))
        yield "taste", go(routes.Tutorial())
        yield "dark_table", self._dark
        yield "dark_home", app.home
        yield "dark_score", go(routes.Score(session=sessions["urcsempeszek_done"]))
        yield "dark_settings", go(routes.Settings())

    def _at_table(self, slug: str, players: int) -> Iterator[tuple[str, Callable[[], Any]]]:
        """One table and what opens over it; the score of another that was played to its end."""
        from models.store import Seated
        from tableside.app.theme import theme
        from tableside.app.widgets.sheets import log_sheet

        app = self.app
        people = [Seated(name, colour) for name, colour in zip(NAMES, COLOURS)][:players]
        game = self._taught(app.store, slug).game()
        going, done = (app.store.begin(game, {}, people) for _ in range(2))
        self._play(going.table, random.Random(5), STEPS.get(slug, 12))  # noqa: S311
        self._play(done.table, random.Random(5), WHOLE)  # noqa: S311

        def table() -> Any:
            app.begin_at(routes.Table(session=going.id))
            return app.page

        def drawn() -> Any:
            page = table()
            self._until(lambda: page.view.pen is not None)
            return page

        def turned(tab: str) -> None:
            drawn().view.turn(tab)

        def moved() -> None:
            page, chance = table(), random.Random(7)  # noqa: S311
            for _ in range(TRIES):
                if page.play.over or page.card is not None:
                    return
                page.take(page.play.game.sample(page.play.state, page.play.seat, chance.randrange))
                page.confirm()

        def touched() -> None:
            page, chance = table(), random.Random(7)  # noqa: S311
            for _ in range(TRIES):
                self._until(lambda: page.view.targets or page.play.over, 1)
                for x, y, w, h, slot, value in page.view.targets:
                    page.touch_thing((slot,), value, ((x + w / 2) * theme.u, page.view.top - (y + h / 2) * theme.u))
                    if app.sheets:
                        return
                if page.play.over:
                    return
                page.take(page.play.game.sample(page.play.state, page.play.seat, chance.randrange))
                page.confirm()

        def right() -> None:
            last = max(entry.number for entry in app.session(going.id).table.log.entries if entry.move is not None)
            table()
            app.go(routes.Correct(session=going.id, entry=last))

        yield "table", table
        for tab in getattr(drawn().view, "tabs", ())[1:]:
            yield tab, partial(turned, tab)
        yield "to_do", moved
        yield "bubble", touched
        yield "log", lambda: log_sheet(app, table().play)
        yield "player", lambda: table().open_seat(players - 1)
        yield "correct", right
        yield "score", lambda: app.begin_at(routes.Score(session=done.id))

    def _new_game(self) -> None:
        self.app.begin_at(routes.NewGame(game="urcsempeszek"))

    def _position(self) -> None:
        self._new_game()
        self.app.page.turn("checklist")
        self.app.go(routes.JoinMidway(game="urcsempeszek"))

    def _history(self) -> None:
        self.app.begin_at(routes.History())
        self._until(lambda: not self.app.chronicle().missing(self.app.page.sessions))

    def _statistics(self) -> None:
        self.app.begin_at(routes.Statistics(game="urcsempeszek"))
        self._until(lambda: self.app.page.ready)

    def _why(self) -> None:
        """The first refusal at any of the tables, explained."""
        for slug, session in self.sessions.items():
            if slug.endswith(("_done", "_level", "sample")):
                continue
            self.app.begin_at(routes.Table(session=session))
            page = self.app.page
            for choice in page.play.choices:
                for offer in choice.offers:
                    if offer.why_not is not None:
                        page.why(choice.slot, offer.value, offer.why_not)
                        return

    def _sample(self) -> Any:
        from tableside.app import tutorial_table
        from vision.camera import FileCamera

        if "sample" not in self.sessions:
            self.sessions["sample"] = tutorial_table.begin(self.app.store, "sample").id
        self.app.camera = FileCamera([tutorial_table.photo()])
        self.app.begin_at(routes.Table(session=self.sessions["sample"]))
        self.app.go(routes.Camera(session=self.sessions["sample"]))
        self._until(lambda: self.app.page._texture is not None and self.app.page.frame.calm >= 1)

    def _camera(self) -> None:
        self._sample()

    def _reading(self) -> None:
        self._sample()
        self.app.page.shoot()
        self._until(lambda: type(self.app.page).__name__ == "PhotoToMovePage")

    def _score_only(self) -> None:
        self.app.begin_at(routes.ScoreOnly(game="gaia_project"))
        self.app.page.example()

    def _filling(self) -> None:
        from tableside.app import tutorial_table
        from vision.camera import FileCamera

        self.app.camera = FileCamera([tutorial_table.photo()])
        self.app.begin_at(routes.ScoreOnly(game="urcsempeszek"))
        self.app.page.shoot("players.0.paid")
        self._until(lambda: getattr(self.app.page, "camera", None) is not None)
        self.app.page.shoot()
        self._until(lambda: type(self.app.page).__name__ == "PhotoToFieldPage")

    def _doctor(self) -> None:
        from tableside.app.doctor import Doctor

        self.app.begin_at(routes.Settings())
        doctor = Doctor(self.app)
        self._until(lambda: len(doctor.sheet.body.children) > 1)

    def _dark(self) -> None:
        self.app.set(dark=True)
        self.app.begin_at(routes.Table(session=self.sessions["gaia_project"]))

    # -- the camera of the studio --------------------------------------------------------------

    def _until(self, so: Callable[[], Any], seconds: float = 90) -> None:
        import time

        from kivy.base import EventLoop

        end = time.monotonic() + seconds
        while not so() and time.monotonic() < end:
            EventLoop.idle()
            time.sleep(0.01)

    def photograph(self, name: str, show: Callable[[], Any]) -> None:
        import time

        from kivy.base import EventLoop
        from kivy.core.window import Window

        show()
        # Long enough for what slides in to arrive and for scroll bars to fade.
        end = time.monotonic() + STILL
        frames = 0
        while time.monotonic() < end or frames < 12:
            EventLoop.idle()
            frames += 1
            time.sleep(0.1)  # without a graphics card every frame is drawn by the processor
        taken = Path(Window.screenshot(name=str(self.folder / f"{name}.png")))
        taken.replace(self.folder / f"{name}.png")


if __name__ == "__main__":
    main()
