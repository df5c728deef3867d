"""The app at a club's server that stands still: the table goes on."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from models import asking, server, session_writer
from models.session_writer import SessionJournal
from models.store import Seated, Store
from tableside.app.i18n import say
from tableside.app.screens.history import HistoryPage
from tableside.app.screens.table import TablePage
from tableside.app.screens.waiting import WaitingPage
from tableside.core import registry
from tableside.core.moves import move, text
from tests.app.app_game import Sit, entries, new_game, press_strip, saved, step, strip
from tests.app.driver import Person
from tests.models.conftest import club, postgres, proxy  # noqa: F401
from tests.models.proxy import Proxy


def test_while_the_server_stands_still_nobody_at_the_table_waits_for_it(
    sit_down: Sit,
    proxy: tuple[Proxy, str],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_writer, "HURRY", 30.0)
    monkeypatch.setattr(asking, "QUICK", 30.0)
    way, url = proxy
    person = sit_down(url=url)
    session = new_game(person)
    step(person)
    assert strip(person) == ""
    monkeypatch.setattr(session_writer, "HURRY", 0.1)
    way.open.clear()
    with monkeypatch.context() as patch:
        for name in ("reading", "writing"):
            patch.setattr(Store, name, elsewhere(getattr(Store, name)))
        for _ in range(3):
            step(person)
        assert not person.app.life.unsaved.retry()
    assert "memóriában" in strip(person) and len(person.app.page.session.waiting) >= 3
    kept = entries(person)
    way.open.set()
    journal = person.app.page.session.table.journal
    assert isinstance(journal, SessionJournal) and journal._trying is not None
    assert journal._trying.done(30.0)
    monkeypatch.setattr(session_writer, "HURRY", 30.0)
    press_strip(person)
    assert strip(person) == "" and entries(person) == kept == saved(session, url)


@pytest.fixture
def still(proxy: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Proxy, str]]:  # noqa: F811
    """A server with a game that was begun, which accepts who comes and answers nothing; the interface's thread never
    speaks with it, whatever is opened."""
    monkeypatch.setattr(server, "STALL", 60.0)
    way, url = proxy
    store = Store.open(url)
    session = store.begin(registry.find("kavicsok"), {}, (Seated("Anna", "red"), Seated("Béla", "blue")))
    session.table.confirm(move(None, "roll", value=2))
    store.close()
    way.open.clear()
    for name in ("wait", "connect"):
        monkeypatch.setattr(server.Bounded, name, elsewhere(getattr(server.Bounded, name)))
    yield way, url
    way.open.set()


def frames_go_on(person: Person) -> None:
    """For half a second: none waits for anything."""
    begun, count = time.monotonic(), 0
    while time.monotonic() < begun + 0.5:
        person.frame()
        count += 1
    assert count > 20


def words_of(key: str, person: Person) -> str:
    return say(key, place=person.app.awaited)


def test_the_app_opens_at_a_server_that_stands_still(sit_down: Sit, still: tuple[Proxy, str]) -> None:
    way, url = still
    person = sit_down(url=url)
    assert person.app.awaited and words_of("waiting.home", person) in person.said()
    frames_go_on(person)
    for language, title in (("en", "Waiting for the server"), ("hu", "Várunk a szerverre")):
        person.tap(f"language {language}")
        person.tap("door history")
        assert title in person.said() and words_of("waiting.list", person) in person.said()
        frames_go_on(person)
        person.tap("back")
    person.tap("door settings")
    assert person.app.page.route.name == "settings"
    person.back()
    way.open.set()
    person.wait(lambda: person.there("continue"), "its games appear by themselves")
    assert not person.app.awaited and person.app.problem is None


def test_a_game_and_a_list_are_waited_for_while_frames_go_on(sit_down: Sit, still: tuple[Proxy, str]) -> None:
    way, url = still
    way.open.set()
    person = sit_down(url=url)
    person.wait(lambda: person.there("continue"))
    person.app.open_games.clear()
    way.open.clear()
    person.tap("continue")
    session = person.app.page.route.session
    assert isinstance(person.app.page, WaitingPage) and words_of("waiting.game", person) in person.said()
    frames_go_on(person)
    person.tap("elsewhere")
    assert person.app.page.route.name == "settings"
    person.back()
    person.tap("back")
    assert words_of("waiting.home", person) in person.said()
    for door in ("door history", "game kavicsok"):
        person.tap(door)
        assert isinstance(person.app.page, WaitingPage)
        frames_go_on(person)
        person.tap("back")
    person.tap("door history")
    way.open.set()
    person.wait(lambda: isinstance(person.app.page, HistoryPage), "it opens by itself")
    assert [summary.id for summary in person.app.page.sessions] == [session]


def test_a_game_on_the_way_back_is_waited_for_and_opens(sit_down: Sit, still: tuple[Proxy, str]) -> None:
    way, url = still
    way.open.set()
    first = sit_down(url=url)
    first.wait(lambda: first.there("continue"))
    first.tap("continue")
    first.wait(lambda: isinstance(first.app.page, TablePage))
    first.close()
    way.open.clear()
    person = sit_down(url=url)
    assert isinstance(person.app.page, WaitingPage)
    frames_go_on(person)
    way.open.set()
    person.wait(lambda: isinstance(person.app.page, TablePage), "it opens by itself")
    assert len(person.app.page.session.table.log.entries) == 1


def test_a_server_that_never_answers_is_given_up_and_found_again(
    sit_down: Sit, still: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    way, url = still
    monkeypatch.setattr(server, "STALL", 0.2)
    person = sit_down(url=url)
    person.wait(lambda: strip(person), "it is told that the games are not to be had")
    assert person.app.store is None and not person.app.awaited
    person.tap("door score_only")
    assert not isinstance(person.app.page, WaitingPage)
    person.back()
    monkeypatch.setattr(server, "STALL", 60.0)
    way.open.set()
    press_strip(person)
    person.tap("look again")
    person.wait(lambda: person.there("continue"))
    assert strip(person) == ""


def test_a_game_is_not_begun_at_a_server_that_stands_still(
    sit_down: Sit, still: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    way, url = still
    way.open.set()
    person = sit_down(url=url)
    person.wait(lambda: person.there("continue"))
    person.tap("game kavicsok")
    person.wait(lambda: person.there("add"))
    for name in ("Anna", "Béla"):
        person.type("new name", name)
        person.tap("add")
    way.open.clear()
    monkeypatch.setattr(asking, "HURRY", 0.3)
    person.lenient = True
    person.tap("start now")
    assert person.app.toast_shown is not None and say(text("models.silent")) in person.said()
    way.open.set()
    assert asking.Errand(lambda: Store.open(url).count(), "counting").within() == 1


def elsewhere(asks: Any) -> Any:
    """The same, but never on the thread of the interface."""

    def asked(*given: Any, **named: Any) -> Any:
        assert threading.current_thread() is not threading.main_thread()
        return asks(*given, **named)

    return asked
