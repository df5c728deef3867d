"""Every screen of every game, nothing taught and a whole box taught, in both languages: no id and no foreign word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from models.store import OpenSession, Seated, Store
from tableside.app import routes
from tableside.app.screens.history import MONTHS
from tableside.core import registry
from tableside.core.game import Game
from tests.app.driver import Person
from tests.app.test_games import begun
from tests.app.test_layout import photo
from tests.fresh_box import Eyes, words_of
from tests.sampling import each_once

Sit = Callable[..., Person]
GAMES = ("beyond_the_sun", "gaia_project", "kaosz_galaktika", "onward_to_venus", "urcsempeszek")
LANGUAGES = ("hu", "en")
MOVES = {"gaia_project": 60, "kaosz_galaktika": 120, "urcsempeszek": 8}
EVERYWHERE = {
    "Tableside",
    "Maximiliánné",
    "BG",
    "Stats",
    "BoardGameGeek",
    "GitHub",
    "QR",
    "Magyar",
    "English",
    "HU",
    "EN",
    "Csaba",
}
"""Names of people and programs, and what each language calls itself."""


class Reader(Eyes):
    """Reads what stands on a screen, one language at a time."""

    def __init__(self, game: Game[Any], language: str) -> None:
        super().__init__(game)
        self.code = language
        self.own |= EVERYWHERE | set(MONTHS[language].split())
        # The taste is a table of smugglers, whatever game is opened afterwards.
        self.taste = {word.lower() for word in words_of("urcsempeszek", language)}
        for info in registry.infos().values():
            self.own |= set(re.findall(r"\w+", info.title[language]))
        self.found: dict[str, str] = {}

    def read(self, where: str, said: str) -> None:
        """Note every word that is an id or of no message of the language."""
        for line in said.split("\n"):
            assert "⟦" not in line, f"{where}: {line}"
            # What did not fit is cut: the last word before the dots is no word. Where the data lie is a path.
            whole = re.sub(r"\w*…|(?<!\w)/\S+/\S+", " ", line)
            for word in re.findall(r"\w+", re.sub(r"\[/?\w+[^\]]*\]", " ", whole)):
                known = word in self.words[self.code] or word.lower() in self.lower[self.code]
                known = known or (where.startswith("taste") and word.lower() in self.taste)
                if not (known or self._free(word) or len(word) == 1 or word[0].isdigit()):
                    self.found.setdefault(word, f"{where}: {line!r}")


def ways(slug: str, session: OpenSession) -> Iterator[tuple[str, routes.Route]]:
    """The way to every screen of a game."""
    tables = registry.find(slug).tables
    id = session.id
    yield "home", routes.Home()
    yield "new", routes.NewGame(slug)
    yield "position", routes.JoinMidway(slug)
    yield "table", routes.Table(id)
    if session.table.log.entries:
        yield "correct", routes.Correct(id, session.table.log.entries[-1].number)
    yield "score", routes.Score(id)
    yield "settings", routes.Settings()
    yield "settings of the game", routes.Settings(slug)
    yield "camera", routes.Camera(session=id)
    yield "copy", routes.MyBox()
    yield "copy of the game", routes.MyBox(slug)
    for table in tables:
        yield f"scan of {table}", routes.BoxScan(slug, table)
        records = session.table.game.catalog.table(table)
        for known in (*list(records)[:2], "own99"):
            yield f"teaching {table}", routes.TeachCard(slug, table, known)
    yield "die", routes.TeachDie(slug)
    yield "pads", routes.ScoreOnly()
    yield "pad", routes.ScoreOnly(slug)
    yield "sheet", routes.SheetEditor()
    yield "history", routes.History(slug)
    yield "replay", routes.Replay(id)
    yield "statistics", routes.Statistics(slug)
    for step in (1, 2, 3, 4):
        yield f"taste {step}", routes.Tutorial(step)
    if slug == "urcsempeszek":
        yield "reading", routes.PhotoToMove(id, photo=photo())
        yield "filling", routes.PhotoToField(slug, "players.0.paid", photo=photo())


def walked(person: Person, slug: str, session: OpenSession, eyes: Reader) -> set[str]:
    """Read every screen; the names of the routes that were opened."""
    opened = set()
    people = [{"name": "Anna", "colour": "amber"}, {"name": "Béla", "colour": "violet"}]
    for name, route in ways(slug, session):
        person.app.keep_draft(f"new:{slug}", {"players": people})
        person.app.routes = [routes.Home()]
        if isinstance(route, routes.PhotoToField):
            person.app.go(routes.ScoreOnly(slug))
            person.app.keep_draft(f"score:{slug}", person.app.page.data)
        if isinstance(route, routes.Home):
            person.app.show()
        else:
            person.app.go(route)
        person.settle()
        person.draw()
        opened.add(route.name)
        assert type(person.app.page).__name__ == route.page.partition(":")[2], f"{name} shows another screen"
        eyes.read(name, person.said())
        for sheet in ("log", "menu"):
            if route.name == "table" and person.there(sheet):
                person.tap(sheet)
                eyes.read(f"{name}, {sheet}", person.said())
                person.back()
    return opened


@pytest.mark.parametrize(("slug", "taught", "language"), each_once(GAMES, (True, False), LANGUAGES))
def test_no_screen_shows_an_id_or_a_foreign_word(sit_down: Sit, slug: str, taught: bool, language: str) -> None:
    if taught:
        session = begun(slug, MOVES.get(slug, 40), 7)
    else:
        store = Store.open()
        session = store.begin(registry.find(slug), {}, [Seated("Anna", "amber"), Seated("Béla", "blue")])
        store.close()
    person = sit_down()
    person.app.set(language=language, less_motion=True)
    eyes = Reader(session.table.game, language)
    opened = walked(person, slug, session, eyes)
    assert not eyes.found, "\n".join(f"{word}: {where}" for word, where in sorted(eyes.found.items()))
    if slug == "urcsempeszek" and taught:
        assert opened == set(routes.ROUTES), "a screen that nobody walked to"
