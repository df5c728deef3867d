"""The app's life: put away, taken up, turned, short of memory, killed, its place full, held, moved or shared."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.base import ExceptionManager
from kivy.core.window import Window

from models.engine import StoreError
from models.store import Store
from tableside.app import app as app_module
from tableside.app import sample, tablet
from tableside.app.theme import theme
from tableside.language import language
from tests import places
from tests.app.driver import Person, clipped
from vision.camera import FileCamera, NoCamera

Sit = Callable[..., Person]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "WAIT", 0.05)


def new_game(person: Person, *names: str) -> str:
    person.tap("game kavicsok")
    for name in names or ("Anna", "Béla"):
        person.type("new name", name)
        person.tap("add")
    person.tap("start now")
    return str(person.app.page.given["session"])


def play(person: Person) -> Any:
    return person.app.page.play


def step(person: Person) -> None:
    """The next move by fingers, whoever's it is."""
    if play(person).seat is None:
        person.play_chance(1)
        return
    while not play(person).ready:
        choice = play(person).choices[0]
        offer = next(offer for offer in choice.offers if offer.why_not is None)
        person.tap(f"{choice.slot} {offer.value}")
    person.tap("confirm")


def saved(session: str, url: str | None = None) -> list[Any]:
    """The log as another program reads it."""
    store = Store.open(url)
    try:
        return store.open_session(session).table.log.entries
    finally:
        store.close()


def entries(person: Person) -> list[Any]:
    return list(person.app.page.session.table.log.entries)


def strip(person: Person) -> str:
    """What the strip above everything says."""
    return str(person.app.life.strip.words.plain) if person.app.life.strip is not None else ""


def press_strip(person: Person) -> None:
    person.press(person.app.life.strip.button)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Everything the app keeps lies on a real file system of one megabyte."""
    with places.small_disk(tmp_path / "disk") as place:
        monkeypatch.setenv("TABLESIDE_DATA", str(place))
        yield place


# -- put away and taken up -------------------------------------------------------------------------


def test_put_away_everything_is_on_disk_in_one_file_and_taken_up_it_is_as_it_was(
    sit_down: Sit, data_folder: Path
) -> None:
    person = sit_down()
    session = new_game(person)
    person.play_chance(5)
    person.tap("amount 3")
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
    eye = Eye([sample.photo()])
    person.app.scratch["camera"] = eye
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
    person.tap("amount 3")
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
    person.tap("amount 3")
    assert play(person).partial == chosen


def test_turned_what_was_said_about_a_photo_still_holds(sit_down: Sit) -> None:
    store = Store.open()
    session = sample.begin(store, "sample")
    store.close()
    person = sit_down((1280, 800))
    person.app.scratch["camera"] = FileCamera([sample.photo()])
    person.app.go("table", session=session.id)
    person.settle()
    person.tap("photo")
    person.wait(lambda: person.app.page.camera is not None, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == "ReadingPage", "the photo is read")
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
    monkeypatch.setattr(tablet, "insets", lambda: (0, 48, 0, 96))
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
    person.app.scratch["photo"] = object()
    table = person.app.page.session.table
    assert len(table._states) > 3
    Window.dispatch("on_memorywarning")
    person.settle()
    assert nets.network.cache_info().currsize == 0
    assert "photo" not in person.app.scratch
    assert len(table._states) <= 2
    person.tap("undo")
    step(person)
    assert saved(session) == entries(person)
    assert table.verify() is None


# -- full ------------------------------------------------------------------------------------------


def test_on_a_full_disk_the_game_goes_on_in_memory_says_so_and_is_saved_in_one_go(sit_down: Sit, disk: Path) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    filler = places.fill(disk)
    for _ in range(60):
        if person.app.life.unsaved:
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
    with places.held(data_folder / "tableside.db") as let_go:
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
    with places.held(data_folder / "tableside.db"):
        step(person)
        band = person.app.life.strip
        assert person.app.page.top <= band.y + 0.5 and band.top == person.app.holder.top
        assert clipped(band) == []
        assert min(band.button.width, band.button.height) >= 48 * theme.u
        person.app.set(language="en")
        person.settle()
        assert "in memory" in strip(person)
        assert clipped(person.app.life.strip) == []


def test_coming_back_saves_what_waits(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    with places.held(data_folder / "tableside.db") as let_go:
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
    with places.held(data_folder / "tableside.db") as let_go:
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
    with places.held(data_folder / "tableside.db"):
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
    with places.held(data_folder / "tableside.db") as let_go:
        step(person)
        kept = entries(person)
        person.app.home()
        person.app.go("table", session=first)
        person.settle()
        assert strip(person)
        let_go()
        step(person)
        press_strip(person)
    assert saved(second) == kept
    assert saved(first) == entries(person)


# -- moved -----------------------------------------------------------------------------------------


def test_a_folder_gone_while_away_is_told_and_not_made_anew(sit_down: Sit, data_folder: Path, tmp_path: Path) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    person.app.on_pause()
    away = tmp_path / "away"
    (data_folder / "tableside.db").rename(away)
    person.app.on_resume()
    person.settle()
    assert type(person.app.page).__name__ == "TablePage"
    assert "nincsenek a helyükön" in strip(person)
    step(person)
    kept = entries(person)
    assert not (data_folder / "tableside.db").exists()
    press_strip(person)
    person.tap("look again")
    assert "nincsenek a helyükön" in person.said()
    away.rename(data_folder / "tableside.db")
    press_strip(person)
    assert strip(person) == "" and saved(session) == kept


def test_started_without_its_saved_games_it_asks_and_comes_back_where_it_was(
    sit_down: Sit, data_folder: Path, tmp_path: Path
) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    person.close()
    away = tmp_path / "away"
    (data_folder / "tableside.db").rename(away)
    again = sit_down()
    assert type(again.app.page).__name__ == "HomePage"
    assert "nincsenek a helyükön" in strip(again)
    assert not (data_folder / "tableside.db").exists()
    again.tap("game kavicsok")
    assert again.app.sheets, "no game is begun where it cannot be kept"
    again.tap("close")
    again.close()
    away.rename(data_folder / "tableside.db")
    third = sit_down()
    assert type(third.app.page).__name__ == "TablePage"
    assert third.app.page.given["session"] == session


def test_begun_anew_in_an_empty_place_the_game_in_memory_comes_along(
    sit_down: Sit, data_folder: Path, tmp_path: Path
) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    person.app.on_pause()
    (data_folder / "tableside.db").rename(tmp_path / "away")
    person.app.on_resume()
    step(person)
    kept, state = entries(person), play(person).state
    press_strip(person)
    person.tap("begin anew")
    assert strip(person) == ""
    assert type(person.app.page).__name__ == "TablePage" and play(person).state == state
    assert saved(session) == kept == entries(person)
    step(person)
    assert saved(session) == entries(person)


def test_told_where_they_are_now_the_saved_games_are_gone_on_with(
    sit_down: Sit, data_folder: Path, tmp_path: Path
) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    person.app.on_pause()
    elsewhere = tmp_path / "elsewhere.db"
    shutil.move(data_folder / "tableside.db", elsewhere)
    person.app.on_resume()
    step(person)
    kept = entries(person)
    person.app.set(database=f"sqlite:///{elsewhere}")
    person.settle()
    assert strip(person) == ""
    assert saved(session, f"sqlite:///{elsewhere}") == kept == entries(person)
    assert not (data_folder / "tableside.db").exists()


def test_a_place_that_cannot_be_opened_leaves_what_waits_where_it_is(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    with places.held(data_folder / "tableside.db") as let_go:
        step(person)
        kept = entries(person)
        person.app.set(database="sqlite:////nowhere/at/all.db")
        person.settle()
        assert strip(person)
        let_go()
        press_strip(person)
    assert saved(session) == kept


# -- two windows -----------------------------------------------------------------------------------


def another_window(session: str) -> None:
    """Somebody else goes on with this game."""
    store = Store.open()
    table = store.open_session(session).table
    (seat,) = table.to_act()
    table.confirm(table.game.sample(table.state, seat, lambda n: 0))
    store.close()


def test_a_second_window_sees_the_first_ones_moves_on_coming_back(sit_down: Sit) -> None:
    person = sit_down()
    session = new_game(person)
    another_window(session)
    person.app._focused(None, True)
    person.settle()
    assert entries(person) == saved(session) and entries(person)


def test_a_second_window_that_goes_on_from_an_old_state_is_refused_and_shown_the_new_one(sit_down: Sit) -> None:
    person = sit_down()
    session = new_game(person)
    another_window(session)
    before = saved(session)
    person.tap("value 4")
    person.tap("confirm")
    assert "valaki más" in person.said()
    assert entries(person) == before == saved(session)
    step(person)
    assert saved(session) == entries(person)


def test_what_the_store_refuses_anywhere_is_told_and_the_app_goes_on(sit_down: Sit) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    another_window(session)
    with pytest.raises(StoreError) as refused:
        person.tap("undo")
    assert ExceptionManager.handle_exception(refused.value) == ExceptionManager.PASS
    assert ExceptionManager.handle_exception(ValueError()) == ExceptionManager.RAISE
    person.settle()
    assert entries(person) == saved(session)
    assert person.app.toast_shown is not None
    full = OSError(28, "No space left on device", "score.csv")
    assert ExceptionManager.handle_exception(full) == ExceptionManager.PASS
    assert "score.csv" in person.said()


@pytest.mark.parametrize("choice", ["keep mine", "take theirs"])
def test_moves_that_waited_while_another_window_went_on_are_kept_apart_or_dropped_never_forked(
    sit_down: Sit, data_folder: Path, choice: str
) -> None:
    person = sit_down()
    session = new_game(person)
    with places.held(data_folder / "tableside.db") as let_go:
        step(person)
        mine, state = entries(person), play(person).state
        let_go()
    another_window(session)
    theirs = saved(session)
    press_strip(person)
    assert "Valaki más" in strip(person)
    assert saved(session) == theirs
    press_strip(person)
    person.tap(choice)
    assert strip(person) == "" and saved(session) == theirs
    if choice == "keep mine":
        apart = person.app.page.given["session"]
        assert apart != session
        assert saved(apart) == mine and play(person).state == state
    else:
        assert entries(person) == theirs
    step(person)
    assert not person.app.life.unsaved


# -- the clock -------------------------------------------------------------------------------------


def test_a_clock_that_jumps_back_in_mid_game(sit_down: Sit, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tableside.app.screens.home import ago

    person = sit_down()
    session = new_game(person)
    true, real = time.time_ns(), time.time
    step(person)
    monkeypatch.setattr(time, "time_ns", lambda: true - 400 * 86_400 * 10**9)
    monkeypatch.setattr(time, "time", lambda: real() - 400 * 86_400)
    for _ in range(60):
        if type(person.app.page).__name__ != "TablePage":
            break
        step(person)
    assert type(person.app.page).__name__ == "ScorePage"
    with sqlite3.connect(data_folder / "tableside.db") as connection:
        moments = [at for (at,) in connection.execute("SELECT at FROM entry ORDER BY number")]
        created, touched = connection.execute("SELECT created, touched FROM session").fetchone()
    assert moments == sorted(moments) and touched >= created
    assert ago(touched) == language("hu").say(language_text("app.ago.now"))
    person.app.home()
    for page in ("history", "statistics"):
        person.app.go(page)
        person.settle()
        assert "⟦" not in person.said()
        person.app.home()
    assert saved(session)[-1].number == len(moments)


def language_text(key: str) -> Any:
    from tableside.core.moves import text

    return text(key)


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
            [sys.executable, "-m", "tests.app.restless"], stdout=subprocess.PIPE, text=True, env=environment
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
    assert person.app.page.given["session"] == session
    assert saved(session) == entries(person)
