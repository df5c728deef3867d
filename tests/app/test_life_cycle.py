"""The app's life: put away, taken up, turned, short of memory, killed, its place full or held."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window

from models.store import Store
from tableside.app import android, routes, store_opener, tutorial_table
from tableside.app.theme import theme
from tableside.language import language
from tests import failing_disk
from tests.app.app_game import Sit, entries, new_game, play, press_strip, saved, step, strip
from tests.app.driver import Person, clipped
from vision.camera import FileCamera, NoCamera


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_opener, "WAIT", 0.05)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Everything the app keeps lies on a real file system of one megabyte."""
    with failing_disk.small_disk(tmp_path / "disk") as place:
        monkeypatch.setenv("TABLESIDE_DATA", str(place))
        yield place


# -- put away and taken up -------------------------------------------------------------------------


def test_put_away_everything_is_on_disk_in_one_file_and_taken_up_it_is_as_it_was(
    sit_down: Sit, data_folder: Path
) -> None:
    person = sit_down()
    session = new_game(person)
    person.play_chance(5)
    person.tap("kind take")
    person.take_pebbles(3)
    page, chosen, state = person.app.page, play(person).partial, play(person).state
    assert person.app.on_pause() is True
    assert saved(session) == entries(person)
    assert not list(data_folder.glob("*-wal")), "the database is one whole file while the app is away"
    person.app.on_resume()
    person.settle()
    assert person.app.page is page
    assert play(person).partial == chosen and play(person).state == state
    person.tap("confirm")
    assert saved(session) == entries(person)


class Eye(FileCamera):
    """A camera that knows whether anybody looks through it."""

    def __init__(self, files: list[Path]) -> None:
        super().__init__(files)
        self.looking, self.opened, self.failing = 0, 0, False

    def open(self) -> None:
        if self.looking or self.failing:
            raise NoCamera("busy")
        super().open()
        self.looking += 1
        self.opened += 1

    def close(self) -> None:
        super().close()
        self.looking -= 1


def at_the_camera(sit_down: Sit, **more: Any) -> tuple[Person, Eye]:
    person = sit_down(**more)
    new_game(person)
    eye = Eye([tutorial_table.photo()])
    person.app.camera = eye
    person.tap("photo")
    person.wait(lambda: eye.looking == 1, "the camera opens")
    return person, eye


def test_the_camera_is_let_go_while_away_and_opened_again(sit_down: Sit) -> None:
    person, eye = at_the_camera(sit_down)
    page = person.app.page
    assert person.app.on_pause() is True
    person.wait(lambda: eye.looking == 0, "the camera is let go")
    person.app.on_resume()
    person.wait(lambda: eye.looking == 1, "the camera opens again")
    assert person.app.page is page
    person.back()
    person.wait(lambda: eye.looking == 0, "the camera is let go on leaving")


def test_turned_at_the_camera_it_is_opened_again_and_never_twice_at_once(sit_down: Sit) -> None:
    person, eye = at_the_camera(sit_down)
    Window.size = (800, 1280)
    person.wait(lambda: eye.opened == 2 and eye.looking == 1, "opened again after turning")
    assert type(person.app.page).__name__ == "CameraPage"


# -- turned ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [((1280, 800), (800, 1280)), ((800, 1280), (1280, 800))])
def test_turned_the_screen_the_choice_and_the_photo_stay(
    sit_down: Sit, before: tuple[int, int], after: tuple[int, int]
) -> None:
    person = sit_down(before)
    new_game(person)
    person.play_chance(5)
    person.tap("kind take")
    person.take_pebbles(3)
    play(person).evidence = "a photo"
    asked, chosen, state = play(person).choices, play(person).partial, play(person).state
    Window.size = after
    person.settle()
    assert theme.stacked == (after[0] < after[1])
    assert type(person.app.page).__name__ == "TablePage"
    assert play(person).partial == chosen and play(person).choices == asked and play(person).state == state
    assert play(person).evidence == "a photo"
    person.back()
    assert play(person).choices, "what was asked before can be asked again"
    Window.size = before
    person.settle()
    assert play(person).choices and not play(person).ready
    person.take_pebbles(3)
    assert play(person).partial == chosen


def test_turned_what_was_said_about_a_photo_still_holds(sit_down: Sit) -> None:
    store = Store.open()
    session = tutorial_table.begin(store, "sample")
    store.close()
    person = sit_down((1280, 800))
    person.app.camera = FileCamera([tutorial_table.photo()])
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.tap("photo")
    person.wait(lambda: person.app.page.camera is not None, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == "PhotoToMovePage", "the photo is read")
    page = person.app.page
    before = page.readings.dice[0].alternatives[0].value
    page.ask("die", 0)
    person.settle()
    person.tap(f"it is {before % 6 + 1}")
    told = page.readings
    Window.size = (800, 1280)
    person.settle()
    assert person.app.page is not page and person.app.page.readings == told
    assert person.app.page.readings.dice[0].alternatives[0].value == before % 6 + 1


def test_the_tablets_own_bars_cover_nothing(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(android, "insets", lambda: (0, 48, 0, 96))
    person = sit_down((1280, 800))
    holder = person.app.holder
    assert (holder.x, holder.y, holder.width, holder.height) == (0, 96, 1280, 800 - 48 - 96)
    person.app.holder.size_hint = (1, 1)


# -- short of memory -------------------------------------------------------------------------------


def test_short_of_memory_it_lets_go_of_what_can_be_made_again(sit_down: Sit) -> None:
    from vision import nets

    person = sit_down()
    session = new_game(person)
    for _ in range(6):
        step(person)
    nets.network("reader")
    person.app.routes.insert(1, routes.TeachDie("kavicsok", photo=b"a photo"))
    table = person.app.page.session.table
    assert len(table._states) > 3
    Window.dispatch("on_memorywarning")
    person.settle()
    assert nets.network.cache_info().currsize == 0
    assert person.app.routes[1].photo is None
    person.app.routes.pop(1)
    assert len(table._states) <= 2
    person.tap("undo")
    step(person)
    assert saved(session) == entries(person)
    assert table.verify() is None


def test_while_nobody_touches_the_screen_the_moves_come_into_the_file(
    sit_down: Sit, data_folder: Path, tmp_path: Path
) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    copy = tmp_path / "alone.db"
    person.app.calm._rest()
    shutil.copyfile(data_folder / "tableside.db", copy)
    assert saved(session, f"sqlite:///{copy}") == entries(person)
    step(person)
    assert saved(session) == entries(person)


# -- full ------------------------------------------------------------------------------------------


def test_on_a_full_disk_the_game_goes_on_in_memory_says_so_and_is_saved_in_one_go(sit_down: Sit, disk: Path) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    filler = failing_disk.fill(disk)
    for _ in range(60):
        if person.app.life.unsaved.sessions:
            break
        step(person)
        person.tap("undo")
    step(person)
    waiting = len(person.app.page.session.waiting)
    assert waiting >= 2
    for code in ("hu", "en"):
        reason = language(code).say(person.app.page.session.trouble)
        assert reason and "⟦" not in reason
    assert "memóriában" in strip(person) and "megtelt" in strip(person)
    press_strip(person)
    assert person.app.toast_shown is not None and "megtelt" in person.said()
    kept = entries(person)
    filler.unlink()
    press_strip(person)
    assert strip(person) == ""
    assert "Minden el van mentve" in person.said()
    assert entries(person) == kept == saved(session)


def test_the_next_move_saves_what_waits(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    with failing_disk.held(data_folder / "tableside.db") as let_go:
        step(person)
        assert "másik program" in strip(person)
        assert saved(session) == []
        let_go()
        step(person)
    assert strip(person) == ""
    assert saved(session) == entries(person) and len(entries(person)) >= 2


@pytest.mark.parametrize("size", [(1280, 800), (360, 780)])
def test_the_strip_covers_nothing(sit_down: Sit, data_folder: Path, size: tuple[int, int]) -> None:
    person = sit_down(size)
    new_game(person)
    with failing_disk.held(data_folder / "tableside.db"):
        step(person)
        band = person.app.life.unsaved.strip
        assert person.app.page.top <= band.y + 0.5 and band.top == person.app.holder.top
        assert clipped(band) == []
        assert min(band.button.width, band.button.height) >= 48 * theme.u
        person.app.set(language="en")
        person.settle()
        assert "in memory" in strip(person)
        assert clipped(person.app.life.unsaved.strip) == []


def test_coming_back_saves_what_waits(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    with failing_disk.held(data_folder / "tableside.db") as let_go:
        step(person)
        person.app.on_pause()
        assert saved(session) == []
        let_go()
        person.app.on_resume()
    assert strip(person) == "" and saved(session) == entries(person)


def test_leaving_with_something_unsaved_asks_first(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    assert person.app._closing() is False, "nothing waits: it closes"
    with failing_disk.held(data_folder / "tableside.db") as let_go:
        step(person)
        assert person.app._closing() is True
        person.settle()
        assert "elveszhet" in person.said()
        person.tap("stay")
        assert not person.app.sheets
        assert person.app._closing() is True
        stopped: list[bool] = []
        person.app.stop = lambda: stopped.append(person.app._closing())
        person.settle()
        person.tap("leave anyway")
        assert stopped == [False]
        del person.app.stop
        let_go()
        person.app._closing()
    assert saved(session) == entries(person)


def test_killed_while_something_waits_nothing_confirmed_is_lost(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    with failing_disk.held(data_folder / "tableside.db"):
        step(person)
        step(person)
        kept, state = entries(person), play(person).state
        person.kill()
        assert saved(session) == []
    again = sit_down()
    assert type(again.app.page).__name__ == "TablePage"
    assert entries(again) == kept == saved(session)
    assert play(again).state == state
    assert strip(again) == ""


def test_another_game_opened_meanwhile_does_not_lose_what_waits(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    first = new_game(person)
    person.app.home()
    second = new_game(person, "Cili", "Dani")
    with failing_disk.held(data_folder / "tableside.db") as let_go:
        step(person)
        kept = entries(person)
        person.app.home()
        person.app.go(routes.Table(session=first))
        person.settle()
        assert strip(person)
        let_go()
        step(person)
        press_strip(person)
    assert saved(second) == kept
    assert saved(first) == entries(person)


# -- killed ----------------------------------------------------------------------------------------


def test_killed_by_the_system_a_real_app_reopens_at_the_same_screen_and_position(
    sit_down: Sit, data_folder: Path
) -> None:
    chance = random.Random(11)
    acknowledged = 0
    session = ""
    environment = {
        **os.environ,
        "TABLESIDE_DATA": str(data_folder),
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_HOME": str(data_folder.parent / "kivy"),
    }
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.app.stress_app"], stdout=subprocess.PIPE, text=True, env=environment
        ) as app:
            assert app.stdout is not None
            lines = [app.stdout.readline()]
            until = acknowledged + chance.randint(2, 12)
            while not lines[-1].startswith("done") or int(lines[-1].split()[2]) < until:
                lines.append(app.stdout.readline())
                assert lines[-1], "the app ended by itself"
            time.sleep(chance.random() * 0.05)
            app.send_signal(signal.SIGKILL)
            lines += app.stdout.read().splitlines()
            assert app.wait() == -signal.SIGKILL
        told = [line.split() for line in lines if line.startswith("done") and len(line.split()) == 3]
        session, acknowledged = told[-1][1], int(told[-1][2])
        there = saved(session)
        # One move and the bookkeeping that follows from it may have been saved and not yet told.
        late = there[acknowledged:]
        assert len(there) >= acknowledged and sum(not entry.auto for entry in late) <= 1
        acknowledged = len(there)
        with sqlite3.connect(data_folder / "tableside.db") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    person = sit_down()
    assert type(person.app.page).__name__ == "TablePage"
    assert person.app.page.route.session == session
    assert saved(session) == entries(person)
