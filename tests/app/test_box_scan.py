"""Scanning a box: many cards from one photo, what was read off them, known ones told, a tap corrects, one saves."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.box import Box, drawn_on, kaosz_galaktika, photo, register, right, urcsempeszek
from models.owned_records import OwnersCopy
from tableside.app import routes
from tableside.app.box_tray import Tray, TrayCard, learn, read_box
from tableside.app.form_fields import blank_object
from tableside.app.i18n import say
from tableside.app.screens.box_scan import laid
from tableside.app.widgets import Toast
from tableside.app.widgets.form import Form
from tableside.control.pipeline import read
from tableside.control.reading import Photo
from tableside.core import registry
from tableside.core.catalog import OWN, Record
from tests.app.driver import Person, clipped
from vision.camera import FileCamera
from vision.cards import sample_of
from vision.images import as_jpeg
from vision.training.cards.scenes import portrait

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
    told = register(person, "urcsempeszek", [box], tmp_path)
    assert told["photos"] <= 8 and told["taps"] <= 60, told
    assert told["fields_right"] >= 0.85 and told["read_right"] >= 24 and told["symbols_right"] >= 0.9, told
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    saved = copy.game().catalog.table("sectors")
    assert len(saved) == 36 and len(copy.look_counts()) == 36
    printed = sorted((sorted(t["planets"].elements()), sorted(t["ships"].elements()), t["station"]) for t in box.truth)
    kept = sorted((sorted(s.planets), sorted(s.ships), s.station) for s in saved.values())
    assert kept == printed, "what was corrected is what was saved"
    all_known(person, box, tmp_path)


def all_known(person: Person, box: Box, folder: Path) -> None:
    """The whole box laid out in one photo is known: a scan offers at most one as new, a photo in play names all."""
    file = folder / "all.jpg"
    file.write_bytes(photo(replace(box, columns=6, rows=6), range(36), 5))
    person.app.go(routes.BoxScan("urcsempeszek"))
    person.settle()
    scan(person, file)
    known = person.app.page.known
    assert len(set(known)) == len(known) >= 28 and len(person.app.page.tray.cards) <= 1
    taken = read(file.read_bytes(), None, OwnersCopy(person.app.store, registry.find("urcsempeszek")))
    assert isinstance(taken, Photo)
    named = {card.id for card in taken.readings.cards if card.id is not None}
    assert len(named) >= 35 and set(known) <= named


def test_a_box_of_36_that_was_taught_is_known_when_it_is_laid_out(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    box, rng = urcsempeszek(7), np.random.default_rng(7)
    cards = []
    for card, truth in zip(box.cards, box.truth, strict=True):
        data = {key: list(value.elements()) if key != "station" else value for key, value in truth.items()}
        sample = sample_of(portrait(rng, card, 460), card.shape).to_bytes()
        cards.append(TrayCard("sectors", data, [], [], _picture(), base64.b64encode(sample).decode()))
    assert len(learn(cards, OwnersCopy(person.app.store, registry.find("urcsempeszek")))) == 36
    all_known(person, box, tmp_path)


def test_a_card_that_is_known_or_in_the_tray_is_not_taken_twice(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    box = urcsempeszek(3, 6)
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
    file.write_bytes(photo(urcsempeszek(3, 6), range(6), 5))
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
    box = kaosz_galaktika(2, 16)
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


def told_by_hand(person: Person, box: Box, number: int, **less: None) -> str:
    """One card of a box told by its words only, in another order than it is printed; its id."""
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    id = copy.game().catalog.fresh("sectors")
    truth = {key: list(reversed(list(v.elements()))) if key != "station" else v for key, v in box.truth[number].items()}
    copy.learn("sectors", id, {**truth, **less, "source": OWN, "sure": True})
    return id


def test_a_card_told_by_hand_is_joined_and_not_doubled(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    box = urcsempeszek(3, 6)
    file = tmp_path / "six.jpg"
    file.write_bytes(photo(box, range(6), 5))
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    found = read_box(file.read_bytes(), copy, "sectors", [])
    right_ones = [n for card in found.new if right(card.data, box.truth[n := drawn_on(card.picture, box, range(6))[1]])]
    told = [told_by_hand(person, box, n) for n in right_ones[:2]]
    person.app.go(routes.BoxScan("urcsempeszek"))
    person.settle()
    scan(person, file)
    assert sorted(filter(None, person.app.page.joined)) == sorted(told)
    assert say("box.joined") in person.said()
    # One of the two is another card after all, in the owner's word.
    number = person.app.page.joined.index(told[1])
    person.tap(f"card {number}")
    person.tap("join none")
    assert told[1] not in person.app.page.joined
    person.tap("save")
    saved = copy.game().catalog.table("sectors")
    assert len(saved) == 7, "six cards, one of them told before, and the one that was not joined"
    assert copy.look_counts()[told[0]] == 1 and told[1] not in copy.look_counts()


def test_a_card_told_in_part_is_offered_and_takes_what_was_read(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    box = urcsempeszek(3, 6)
    file = tmp_path / "six.jpg"
    file.write_bytes(photo(box, range(6), 5))
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    found = read_box(file.read_bytes(), copy, "sectors", [])
    which = next(n for card in found.new if right(card.data, box.truth[n := drawn_on(card.picture, box, range(6))[1]]))
    id = told_by_hand(person, box, which, station=None)
    person.app.go(routes.BoxScan("urcsempeszek"))
    person.settle()
    scan(person, file)
    page = person.app.page
    assert not any(page.joined), "a part alike is no proof"
    number = next(k for k, card in enumerate(page.tray.cards) if drawn_on(card.picture, box, range(6))[1] == which)
    person.tap(f"card {number}")
    person.tap(f"join {id}")
    person.tap("save")
    saved = copy.game().catalog.table("sectors")
    assert len(saved) == 6 and saved[id].station == box.truth[which]["station"]


def test_a_picture_alone_makes_no_tile_where_a_tile_must_say_what_it_is(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    box = kaosz_galaktika(2, 8)
    file = tmp_path / "eight.jpg"
    file.write_bytes(photo(box, range(8), 8))
    copy = OwnersCopy(person.app.store, registry.find("gaia_project"))
    before = dict(copy.game().catalog.table("boosters"))
    person.app.go(routes.BoxScan("gaia_project", "boosters"))
    person.settle()
    scan(person, file)
    count = len(person.app.page.tray.cards)
    assert count >= 7 and say("box.which") in person.said()
    chosen = sorted(before)[3]
    person.tap("card 0")
    person.tap(f"join {chosen}")
    person.tap("save")
    assert copy.game().catalog.table("boosters") == before, "no booster that no box holds"
    assert copy.look_counts() == {chosen: 1}
    assert len(person.app.page.tray.cards) == count - 1 and not clipped(person.app.page)


def test_only_what_is_laid_out_is_offered_and_a_picture_of_it_asks_which_it_is(sit_down: Sit) -> None:
    person = sit_down()
    empty = blank_object(registry.find("gaia_project").tables["techs"])
    Tray("gaia_project", [TrayCard("techs", empty, [], [], _picture(), "")]).keep()
    person.app.go(routes.BoxScan("gaia_project"))
    person.settle()
    page = person.app.page
    assert page.tables == ["techs", "advanced", "boosters", "rounds", "finals", "tokens"] and page.table == "techs"
    person.tap("card 0")
    sheet = person.app.sheets[-1]
    assert say("box.join") in person.said() and "null" not in person.said()
    assert not any(isinstance(widget, Form) for widget in sheet.walk()), "a tile of the box is one of those it has"
    first = next(iter(registry.find("gaia_project").catalog.table("techs")))
    assert person.there(f"join {first}")
    person.tap("join none")
    person.tap("card 0")
    assert any(isinstance(widget, Form) for widget in person.app.sheets[-1].walk()), (
        "unless somebody says that it is new"
    )
    assert laid({"stones": Record}) == ["stones"], "a game that does not tell them apart offers all"


def _picture() -> str:
    return base64.b64encode(as_jpeg(np.full((40, 30, 3), 200, np.uint8), 80)).decode()


def test_a_title_read_with_a_wrong_accent_is_still_the_card_that_was_told() -> None:
    from tableside.app.box_join import joins

    catalog = registry.find("kaosz_galaktika").catalog
    kind = catalog.types["cards"]

    def scanned(**read: object) -> TrayCard:
        return TrayCard("cards", {**blank_object(kind), **read}, [], [], "", "")

    assert joins([scanned(name="Felsöbb paranes")], catalog, ()) == ["felsobb_parancs"]
    assert joins([scanned(name="Felsőbb kapitány")], catalog, ()) == [""], "another title"
    known = catalog.find("cards", "halalszarny")
    assert known is not None and known.cost is not None
    assert joins([scanned(name="Halálszárny", cost=known.cost + 1)], catalog, ()) == [""], "its print speaks against it"
    assert joins([scanned(name="Halálszárny", cost=known.cost)], catalog, ("halalszarny",)) == [""], "seen already"
