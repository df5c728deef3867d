"""Your copy: a card taught with its photo, a die taught face by face, packs out and in, and forgetting."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.owned_records import OwnersCopy
from tableside.app import routes
from tableside.app.widgets import Toast
from tableside.core import registry
from tests.app.driver import Person
from tests.app.photos import sector
from tests.vision.dice_scenes import photo, pips
from vision.camera import FileCamera
from vision.cards.gallery import Gallery
from vision.cards.sample import Sample

Sit = Callable[..., Person]


@pytest.fixture(autouse=True)
def notes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note waits for the finger, however slow the machine is."""
    monkeypatch.setattr(Toast, "SECONDS", 3600.0)


def jpeg(image: np.ndarray, file: Path) -> Path:
    file.write_bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return file


def shoot(person: Person, page: str) -> None:
    """Take the photo the camera has next."""
    person.tap("take photo")
    person.wait(lambda: getattr(person.app.page, "camera", None), "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == page, "the photo is taken")


def test_teaching_a_card_with_its_photo(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    table = np.full((700, 900, 3), (90, 130, 170), np.uint8)
    card = sector(("red", "blue"), ("green",), 7)
    mask = np.zeros(card.shape[:2], np.uint8)
    cv2.circle(mask, (210, 210), 208, 255, -1)
    place = table[140:560, 240:660]
    place[mask > 0] = card[mask > 0]
    person.app.camera = FileCamera([jpeg(table, tmp_path / "card.jpg")])
    person.app.go(routes.TeachCard(game="urcsempeszek", table="sectors", id="own1"))
    person.settle()
    shoot(person, "TeachCardPage")
    person.wait(lambda: person.app.page.corners, "the corners are found")
    corner = person.app.page.corners.handle(0)
    before = person.app.page.corners.corners[0]
    person.drag(corner, (corner[0] - 12, corner[1] + 12))
    assert person.app.page.corners.corners[0] != before, "a corner can be dragged"
    person.tap("planets tell")
    person.tap("planets as bag")
    person.tap("planets red plus")
    person.tap("planets blue plus")
    person.tap("ships green plus")
    person.tap("station False")
    person.tap("save")
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    record = copy.game().catalog.find("sectors", "own1")
    assert (record.planets, record.ships, record.station) == (("red", "blue"), ("green",), False)
    looks = copy.looks()
    assert [look.card for look in looks] == ["own1"]
    assert len(Gallery((look.card, Sample.from_bytes(look.descriptor)) for look in looks)) == 1


def test_what_is_being_taught_survives_a_kill(sit_down: Sit) -> None:
    person = sit_down()
    person.app.go(routes.TeachCard(game="urcsempeszek", table="sectors", id="own9"))
    person.settle()
    person.tap("planets tell")
    person.tap("planets plus")
    person.frame(3)
    person.kill()
    again = sit_down()
    assert again.app.page.data["planets"] == 1


def test_teaching_a_die_face_by_face(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    rng = np.random.default_rng(4)
    files = []
    for value in range(1, 7):
        image, _ = photo([(value, "white", pips("white", rng))], seed=20 + value, px=110)
        files.append(jpeg(image, tmp_path / f"{value}.jpg"))
    person.app.camera = FileCamera(files)
    person.app.go(routes.MyBox(game="onward_to_venus"))
    person.settle()
    person.tap("teach die")
    for count in range(1, 7):
        shoot(person, "TeachDiePage")
        person.wait(lambda count=count: len(person.app.page.faces) == count, "the face is seen")
    person.type("face 0", "burst")
    person.tap("save")
    looks = OwnersCopy(person.app.store, registry.find("onward_to_venus")).looks("face")
    assert [look.card for look in looks] == ["burst", "2", "3", "4", "5", "6"]


def test_packs_go_out_and_come_in_and_records_are_forgotten_with_a_way_back(sit_down: Sit, data_folder: Any) -> None:
    person = sit_down()
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    copy.learn("sectors", "s01", {"planets": ["red"], "ships": [], "station": False, "source": "x", "sure": True})
    person.app.go(routes.MyBox(game="urcsempeszek"))
    person.settle()
    person.tap("export")
    person.type("author", "Anna")
    person.tap("as file")
    pack = data_folder / "packs" / "urcsempeszek.json"
    assert json.loads(pack.read_text())["tables"]["sectors"]["s01"]["planets"] == ["red"]
    assert "1 / 36" in person.said(), "a box holds 36 of them"
    person.tap("sectors s01")
    person.tap("forget")
    assert copy.records() == {}
    person.tap("toast undo")
    assert "s01" in copy.records()["sectors"]
    copy.remove("sectors", "s01")
    person.tap("import")
    assert "Anna, " in person.said(), "who made it, and when"
    person.tap("pack urcsempeszek.json")
    assert "s01" in copy.records()["sectors"]
    bad = data_folder / "packs" / "bad.json"
    bad.write_text('{"tableside": "pack", "version": 1, "game": "gaia_project", "tables": {}}')
    before = copy.records()
    person.app.page.unpack(bad)
    assert copy.records() == before
