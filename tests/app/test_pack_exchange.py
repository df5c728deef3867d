"""A pack from tablet to tablet by the codes on the screen, photographed by the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from models.owned_records import OwnersCopy
from models.paths import FOLDER
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.pack_exchange import Code
from tableside.core import registry
from tests.app.driver import Person
from tests.app.test_box_scan import scan
from vision import qr

Sit = Callable[..., Person]


def test_a_pack_goes_from_tablet_to_tablet_by_photographed_codes(
    sit_down: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = sit_down()
    game = registry.find("urcsempeszek")
    chance, kinds = random.Random(1), ("red", "blue", "green", "yellow")
    cards = {
        f"own{n}": {
            "planets": sorted(chance.choices(kinds, k=chance.randint(1, 5))),
            "ships": sorted(chance.choices(kinds, k=chance.randint(1, 4))),
            "station": chance.random() < 0.3,
            "source": "x",
            "sure": True,
        }
        for n in range(1, 37)
    }
    OwnersCopy(anna.app.store, game).learn_all({"sectors": cards})
    anna.app.go(routes.MyBox("urcsempeszek"))
    anna.settle()
    shown: list[bytes] = []
    draw = qr.draw

    def seen(letters: str) -> bytes:
        shown.append(draw(letters))
        return shown[-1]

    monkeypatch.setattr(qr, "draw", seen)
    anna.tap("export")
    anna.tap("as code")
    while anna.there("next code"):
        assert any(isinstance(widget, Code) for widget in anna.walk())
        anna.tap("next code")
    anna.close()
    assert len(shown) > 1, "a whole box needs more than one code"
    photos = [tmp_path / f"{number}.png" for number in range(len(shown))]
    for photo, picture in zip(photos, shown):
        photo.write_bytes(picture)
    monkeypatch.setenv(FOLDER, str(tmp_path / "other"))
    bela = sit_down()
    bela.app.go(routes.BoxScan("urcsempeszek"))
    bela.settle()
    for photo in photos:
        scan(bela, photo)
    copy = OwnersCopy(bela.app.store, game)
    assert len(copy.records()["sectors"]) == 36
    assert say("copy.taken", n=36) in bela.said()
