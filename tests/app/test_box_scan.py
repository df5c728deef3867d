"""Scanning a box: many cards from one photo, what was read off them, known ones told, a tap corrects, one saves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.box import drawn_on, kaosz_galaktika, photo, register, urcsempeszek
from models.owned_records import OwnersCopy
from tableside.app import routes
from tableside.app.box_tray import Tray, read_box
from tableside.app.widgets import Toast
from tableside.core import registry
from tests.app.driver import Person, clipped
from vision.camera import FileCamera

Sit = Callable[..., Person]


@pytest.fixture(autouse=True)
def notes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note waits for the finger, however slow the machine is."""
    monkeypatch.setattr(Toast, "SECONDS", 3600.0)


def scan(person: Person, file: Path) -> None:
    """Take one photo from the scan screen and wait until it is read."""
    person.app.camera = FileCamera([file])
    person.tap("take photo")
    person.wait(lambda: getattr(person.app.page, "camera", None), "the camera opens")
    person.tap("shutter")
    person.wait(lambda: hasattr(person.app.page, "tray") and not person.app.page.busy, "the photo is read")


@pytest.mark.long
def test_36_sectors_from_an_empty_copy_in_8_photos_and_60_taps(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    box = urcsempeszek(7)
    told = register(person, "urcsempeszek", box, tmp_path)
    assert told["photos"] <= 8 and told["taps"] <= 60, told
    assert told["fields_right"] >= 0.85 and told["read_right"] >= 24, told
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    saved = copy.game().catalog.table("sectors")
    assert len(saved) == 36 and len(copy.look_counts()) == 36
    printed = sorted((sorted(t["planets"].elements()), sorted(t["ships"].elements()), t["station"]) for t in box.truth)
    kept = sorted((sorted(s.planets), sorted(s.ships), s.station) for s in saved.values())
    assert kept == printed, "what was corrected is what was saved"


def test_a_card_that_is_known_or_in_the_tray_is_not_taken_twice(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    box = urcsempeszek(3)
    file = tmp_path / "six.jpg"
    file.write_bytes(photo(box, range(6), 5))
    person.app.go(routes.BoxScan("urcsempeszek"))
    person.settle()
    scan(person, file)
    assert len(person.app.page.tray.cards) == 6
    scan(person, file)
    assert len(person.app.page.tray.cards) == 6, "they lie in the tray already"
    person.tap("save")
    person.app.go(routes.BoxScan("urcsempeszek"))
    person.settle()
    scan(person, file)
    assert not person.app.page.tray.cards and len(person.app.page.known) == 6
    assert "megvan" in person.said() or "known already" in person.said()
    assert not clipped(person.app.page)


def test_the_tray_survives_a_kill_and_a_card_can_be_left_out(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    file = tmp_path / "six.jpg"
    file.write_bytes(photo(urcsempeszek(3), range(6), 5))
    person.app.go(routes.BoxScan("urcsempeszek"))
    person.settle()
    scan(person, file)
    person.kill()
    again = sit_down()
    assert len(again.app.page.tray.cards) == 6
    again.tap("card 2")
    again.tap("drop")
    assert len(again.app.page.tray.cards) == 5 == len(Tray.load("urcsempeszek").cards)


def test_numbers_are_read_off_cards(sit_down: Sit) -> None:
    person = sit_down()
    box = kaosz_galaktika(2)
    copy = OwnersCopy(person.app.store, registry.find("kaosz_galaktika"))
    mine = range(8, 16)
    found = read_box(photo(box, mine, 5), copy, "cards", [])
    told = {drawn_on(card.picture, box, mine)[1]: card.data for card in found.new}
    assert len(found.new) == 8 == len(told)
    fields = [(n, key, value) for n in mine for key, value in box.truth[n].items()]
    assert sum(told[n].get(key) == value for n, key, value in fields) >= 0.8 * len(fields), told


def test_a_photo_without_cards_and_one_that_is_none(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    file = tmp_path / "broken.jpg"
    file.write_bytes(b"no photo")
    person.app.go(routes.BoxScan("urcsempeszek"))
    person.settle()
    person.app.page.read(file.read_bytes())
    person.wait(lambda: not person.app.page.busy, "it is refused")
    assert person.app.toast_shown is not None and not person.app.page.tray.cards
