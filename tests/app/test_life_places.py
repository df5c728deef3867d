"""Saved games that are gone, moved or shared by two windows, and a clock that is put back."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from kivy.base import ExceptionManager

from models.database import StoreError
from models.store import Store
from tableside.app import routes, store_opener
from tableside.app.settings import UNSAVED
from tableside.language import language
from tests import failing_disk
from tests.app.app_game import Sit, entries, new_game, play, press_strip, saved, step, strip
from tests.app.driver import Person


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_opener, "WAIT", 0.05)


# -- not made yet ----------------------------------------------------------------------------------


def test_on_the_first_start_the_screen_is_there_before_the_saved_games_are_made(
    sit_down: Sit, data_folder: Path
) -> None:
    person = sit_down()
    assert type(person.app.page).__name__ == "HomePage" and person.there("taste")
    assert not (data_folder / "tableside.db").exists()
    person.draw()
    person.wait(lambda: person.app.listed is not None, "the place is made once the screen is seen")
    assert person.app.problem is None and person.app.listed.count() == 0
    assert type(person.app.page).__name__ == "HomePage"
    session = new_game(person)
    assert saved(session) == entries(person)


def test_whoever_is_quicker_than_the_first_start_waits_and_loses_nothing(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    step(person)
    kept = entries(person)
    person.kill()
    assert saved(session) == kept
    assert type(sit_down().app.page).__name__ == "TablePage"


def test_a_first_start_where_nothing_can_be_kept_says_so(sit_down: Sit, data_folder: Path) -> None:
    data_folder.mkdir()
    person = sit_down(url=f"sqlite:///{data_folder / 'no' / 'such' / 'folder' / 'tableside.db'}")
    person.draw()
    person.wait(lambda: strip(person), "the trouble is told")
    assert person.app.store is None and type(person.app.page).__name__ == "HomePage"
    person.tap("game kavicsok")
    assert person.app.sheets, "no game is begun where it cannot be kept"


# -- moved -----------------------------------------------------------------------------------------


def gone_meanwhile(person: Person, data_folder: Path, to: Path) -> str:
    """A game is put away, its file moved elsewhere, and the game taken up again; its id."""
    session = new_game(person)
    step(person)
    person.app.on_pause()
    shutil.move(data_folder / "tableside.db", to)
    person.app.on_resume()
    return session


def test_a_folder_gone_while_away_is_told_and_not_made_anew(sit_down: Sit, data_folder: Path, tmp_path: Path) -> None:
    person = sit_down()
    away = tmp_path / "away"
    session = gone_meanwhile(person, data_folder, away)
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
    assert third.app.page.route.session == session


def test_begun_anew_in_an_empty_place_the_game_in_memory_comes_along(
    sit_down: Sit, data_folder: Path, tmp_path: Path
) -> None:
    person = sit_down()
    session = gone_meanwhile(person, data_folder, tmp_path / "away")
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
    elsewhere = tmp_path / "elsewhere.db"
    session = gone_meanwhile(person, data_folder, elsewhere)
    step(person)
    kept = entries(person)
    person.app.set(database=f"sqlite:///{elsewhere}")
    person.settle()
    assert strip(person) == ""
    assert saved(session, f"sqlite:///{elsewhere}") == kept == entries(person)
    assert not (data_folder / "tableside.db").exists()


def test_an_older_copy_in_the_new_place_does_not_swallow_what_waits(
    sit_down: Sit, data_folder: Path, tmp_path: Path
) -> None:
    """The games are looked for where a copy of before lies: ours is kept apart whole, theirs stays as it is."""
    person = sit_down()
    session = new_game(person)
    person.app.on_pause()
    older = tmp_path / "older.db"
    shutil.copyfile(data_folder / "tableside.db", older)
    person.app.on_resume()
    step(person)
    before = saved(session)
    with failing_disk.held(data_folder / "tableside.db"):
        step(person)
        kept = entries(person)
        assert len(kept) > len(before)
        person.app.set(database=f"sqlite:///{older}")
        person.settle()
    apart = person.app.page.route.session
    assert apart != session and strip(person) == ""
    assert saved(apart, f"sqlite:///{older}") == kept == entries(person)
    assert len(saved(session, f"sqlite:///{older}")) < len(before)


def test_what_waited_and_no_longer_fits_after_a_kill_is_kept_in_a_file(
    sit_down: Sit, data_folder: Path, tmp_path: Path
) -> None:
    """Killed while moves wait, and then an older copy of the saved games is put in place."""
    person = sit_down()
    session = new_game(person)
    person.app.on_pause()
    older = tmp_path / "older.db"
    shutil.copyfile(data_folder / "tableside.db", older)
    person.app.on_resume()
    step(person)
    with failing_disk.held(data_folder / "tableside.db"):
        step(person)
        waited = [dict(row) for row in person.app.page.session.waiting]
        person.kill()
    for file in data_folder.glob("tableside.db*"):
        file.unlink()
    shutil.copyfile(older, data_folder / "tableside.db")
    again = sit_down()
    (aside,) = data_folder.glob("set-aside-*.json")
    assert waited and json.loads(aside.read_bytes()) == waited
    assert aside.name in again.said()
    assert entries(again) == saved(session)


def test_what_the_new_place_cannot_take_goes_on_waiting(
    sit_down: Sit, data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down()
    session = gone_meanwhile(person, data_folder, tmp_path / "away")
    step(person)
    kept = entries(person)

    def full(*_: Any) -> None:
        raise StoreError(language_text("models.full"))

    with monkeypatch.context() as patch:
        patch.setattr(Store, "take_over", full)
        press_strip(person)
        person.tap("begin anew")
        assert strip(person) and entries(person) == kept
    assert person.app.memory.drafts[UNSAVED + session], "a kill would not lose it either"
    person.app.life.dialogs.move_over()
    assert saved(session) == kept


def test_a_place_that_cannot_be_opened_leaves_what_waits_where_it_is(sit_down: Sit, data_folder: Path) -> None:
    person = sit_down()
    session = new_game(person)
    with failing_disk.held(data_folder / "tableside.db") as let_go:
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
    person.tap("undo")
    assert entries(person) == saved(session)
    assert person.app.toast_shown is not None
    refused = StoreError(language_text("models.full"))
    assert ExceptionManager.handle_exception(refused) == ExceptionManager.PASS
    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
    person.settle()
    full = OSError(28, "No space left on device", "score.csv")
    assert ExceptionManager.handle_exception(full) == ExceptionManager.PASS
    assert "score.csv" in person.said()


@pytest.mark.parametrize("choice", ["keep mine", "take theirs"])
def test_moves_that_waited_while_another_window_went_on_are_kept_apart_or_dropped_never_forked(
    sit_down: Sit, data_folder: Path, choice: str
) -> None:
    person = sit_down()
    session = new_game(person)
    with failing_disk.held(data_folder / "tableside.db") as let_go:
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
        apart = person.app.page.route.session
        assert apart != session
        assert saved(apart) == mine and play(person).state == state
    else:
        assert entries(person) == theirs
    step(person)
    assert not person.app.life.unsaved.sessions


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
        person.app.go(routes.ROUTES[page]())
        person.settle()
        assert "⟦" not in person.said()
        person.app.home()
    assert saved(session)[-1].number == len(moments)


def language_text(key: str) -> Any:
    from tableside.core.moves import text

    return text(key)
