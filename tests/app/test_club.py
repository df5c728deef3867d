"""The app at a club's server that stands still: the table goes on."""

import threading
from typing import Any

import pytest

from models import session_writer
from models.session_writer import Journal
from models.store import Store
from tests.app.app_game import Sit, entries, new_game, press_strip, saved, step, strip
from tests.models.conftest import club, postgres, proxy  # noqa: F401
from tests.models.proxy import Proxy


def test_while_the_server_stands_still_nobody_at_the_table_waits_for_it(
    sit_down: Sit,
    proxy: tuple[Proxy, str],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_writer, "HURRY", 30.0)
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
    assert isinstance(journal, Journal) and journal._trying is not None
    journal._trying.join()
    monkeypatch.setattr(session_writer, "HURRY", 30.0)
    press_strip(person)
    assert strip(person) == "" and entries(person) == kept == saved(session, url)


def elsewhere(asks: Any) -> Any:
    """The same, but never on the thread of the interface."""

    def asked(*given: Any) -> Any:
        assert threading.current_thread() is not threading.main_thread()
        return asks(*given)

    return asked
