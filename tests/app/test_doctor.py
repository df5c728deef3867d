"""The doctor in the app: looks without changing, tells in words, mends only when told to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from models.store import Store
from tableside.app import doctor as doctoring
from tableside.app import routes
from tableside.app.i18n import say
from tests.app.driver import Person, clipped, overlapping
from tests.app.test_damaged import place, root_page
from tests.sampling import first_only

Sit = Callable[..., Person]
__all__ = ["place"]


def check(person: Person, language: str = "hu") -> None:
    person.app.set(language=language)
    person.app.home()
    person.settle()
    person.tap("door settings")
    person.tap("doctor")
    person.wait(lambda: say("doctor.looking") not in person.said(), "everything is looked through")


def spoiled(place: Path) -> str:
    """One game whose options cannot be read."""
    with closing(sqlite3.connect(place)) as database, database:
        id = str(database.execute("SELECT id FROM session ORDER BY touched").fetchone()[0])
        database.execute("UPDATE session SET options = '{' WHERE id = ?", [id])
    return id


@pytest.mark.parametrize("language", first_only(("hu", "en")))
def test_sound_data_are_called_sound(place: Path, sit_down: Sit, language: str) -> None:
    person = sit_down()
    check(person, language)
    said = person.said()
    assert say("doctor.well") in said
    assert say("doctor.looked", sessions=3, entries=3, photos=0, records=0, looks=0) in said
    assert not person.there("mend")
    person.back()
    assert type(person.app.page).__name__ == "SettingsPage"


@pytest.mark.parametrize("language", first_only(("en", "hu")))
def test_a_damaged_game_is_told_and_mended_only_when_somebody_says_so(
    place: Path, sit_down: Sit, language: str
) -> None:
    damaged = spoiled(place)
    person = sit_down()
    check(person, language)
    said = person.said()
    assert say("doctor.found") in said and damaged in said and "⟦" not in said
    assert not clipped(person.app.sheets[-1]) and not overlapping(person.reachable())
    assert not list(place.parent.glob("tableside.damaged-*")), "looking changes nothing"

    person.tap("mend")
    person.wait(lambda: say("doctor.mending") not in person.said(), "it is mended")
    said = person.said()
    assert say("doctor.done") in said and "⟦" not in said
    kept = list(place.parent.glob("tableside.damaged-*"))
    assert len(kept) == 1 and (kept[0] / "tableside.db").exists(), "the damaged files are kept"
    person.tap("close")
    assert type(person.app.page).__name__ == "SettingsPage"
    check(person, language)
    assert say("doctor.well") in person.said()
    person.back()
    person.app.go(routes.History())
    person.settle()
    assert sum(tap.name.startswith("session ") for tap in person.reachable()) >= 2, "the sound games are all there"


def test_a_damaged_file_is_mended_from_where_its_damage_is_told(place: Path, sit_down: Sit) -> None:
    data = bytearray(place.read_bytes())
    page = root_page(place, "seat") - 1
    data[page * 4096 : page * 4096 + 16] = b"\xff" * 16
    place.write_bytes(bytes(data))
    person = sit_down()
    person.settle()
    assert person.app.store is None
    strip = person.app.life.unsaved.strip
    assert strip is not None
    person.press(strip.button)
    person.tap("doctor")
    person.wait(lambda: person.there("mend"), "everything is looked through")
    person.tap("mend")
    person.wait(lambda: say("doctor.mending") not in person.said(), "it is mended")
    person.tap("close")
    assert person.app.store is not None and person.app.problem is None
    assert person.app.life.unsaved.strip is None
    assert person.app.store.count() == 3


def test_a_check_that_fails_is_told(place: Path, sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("no more files")

    monkeypatch.setattr(doctoring, "examine", fail)
    person = sit_down()
    check(person)
    assert say("doctor.failed", problem="OSError: no more files") in person.said()
    store = Store.open()
    assert store.count() == 3
    store.close()
