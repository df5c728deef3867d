"""An exception behind a touch, in a Clock callback or on a thread never ends the app; the report tells no secret."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock

from tableside.app.crash_report import KEPT, MOST, write
from tableside.app.move_builder import MoveBuilder
from tests.app.app_game import entries, new_game, play, saved, step
from tests.app.driver import Person

Sit = Callable[..., Person]


def fails(*_: Any) -> None:
    raise RuntimeError("Anna broke /home/somebody/secret/file.txt")


def reports(data_folder: Path) -> list[str]:
    return [file.read_text() for file in sorted((data_folder / "reports").glob("*.txt"))]


def test_an_exception_behind_a_touch_keeps_the_table_and_writes_a_report(
    sit_down: Sit, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down()
    session = new_game(person)
    person.play_chance(5)
    person.take_pebbles(3)
    kept, chosen = entries(person), play(person).partial
    person.lenient = True
    monkeypatch.setattr(MoveBuilder, "confirm", fails)
    person.tap("confirm")
    assert "semmi sem veszett el" in person.said()
    person.tap("share report")
    person.back()
    assert type(person.app.page).__name__ == "TablePage"
    assert play(person).partial == chosen, "what was chosen is chosen still"
    assert entries(person) == kept == saved(session)
    (told,) = reports(data_folder)
    assert "RuntimeError" in told and "tableside/app/screens/table.py" in told and "kavicsok, 2 seats" in told
    for secret in ("Anna", "Béla", "secret", "/home", str(data_folder)):
        assert secret not in told
    monkeypatch.undo()
    monkeypatch.setenv("TABLESIDE_DATA", str(data_folder))
    person.lenient, person.app.life.guard.last = False, None
    step(person)
    assert len(entries(person)) > len(kept), "and the game goes on"


@pytest.mark.parametrize("how", ["clock", "thread"])
def test_an_exception_in_a_callback_or_on_a_thread_keeps_the_table(
    sit_down: Sit, data_folder: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down()
    new_game(person)
    person.lenient = True
    if how == "clock":
        Clock.schedule_once(fails, 0)
    else:
        threading.Thread(target=fails).start()
    person.wait(lambda: person.app.sheets, "the mishap is told")
    assert "semmi sem veszett el" in person.said()
    person.back()
    assert type(person.app.page).__name__ == "TablePage" and len(reports(data_folder)) == 1


def test_a_screen_that_can_never_be_built_leads_home(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    person = sit_down()
    new_game(person)
    person.lenient = True
    monkeypatch.setattr("tableside.app.screens.table.Choosing", fails)
    person.tap("log")
    person.back()
    Clock.schedule_once(lambda _: person.app.show(), 0)
    person.wait(lambda: person.app.sheets, "the mishap is told")
    assert type(person.app.page).__name__ == "HomePage"


def test_an_app_that_fails_without_end_is_not_held_up(sit_down: Sit) -> None:
    guard = sit_down().app.life.guard
    assert [guard.recover(RuntimeError()) for _ in range(MOST + 1)] == [True] * MOST + [False]
    guard.last = None


def test_only_the_newest_reports_are_kept(tmp_path: Path) -> None:
    for number in range(KEPT + 3):
        (tmp_path / f"report-20200101-{number:06d}.txt").write_text("old")
    newest = write("new", tmp_path)
    assert newest is not None and newest.read_text() == "new"
    assert len(list(tmp_path.iterdir())) == KEPT
