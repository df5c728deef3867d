"""A pack from tablet to tablet by the codes on the screen, photographed by the other."""

from __future__ import annotations

import json
import random
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest

from models.owned_records import OwnersCopy
from models.paths import FOLDER
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.pack_exchange import LINK_MOST, Code, address, folder
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


def test_a_link_to_a_file_goes_by_a_code_and_the_file_is_chosen_after_the_browser_got_it(
    sit_down: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = sit_down()
    game = registry.find("urcsempeszek")
    copy = OwnersCopy(anna.app.store, game)
    copy.learn_all({"sectors": {"own1": {"planets": ["red"], "ships": [], "source": "x", "sure": True}}})
    anna.app.go(routes.MyBox("urcsempeszek"))
    anna.settle()
    shown: list[bytes] = []
    draw = qr.draw
    monkeypatch.setattr(qr, "draw", lambda letters: shown.append(draw(letters)) or shown[-1])
    anna.tap("export")
    anna.tap("as link")
    anna.type("link", "http://example.org/box.json")
    anna.tap("show link")
    assert say("copy.link_bad") in anna.said() and not shown
    anna.type("link", "https://example.org/box.json")
    anna.tap("show link")
    photo = tmp_path / "code.png"
    photo.write_bytes(shown[-1])
    pack = json.dumps(copy.pack("Anna", "2026-01-01")).encode()
    anna.close()
    monkeypatch.setenv(FOLDER, str(tmp_path / "other"))
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    bela = sit_down()
    bela.app.go(routes.BoxScan("urcsempeszek"))
    bela.settle()
    scan(bela, photo)
    assert "example.org" in bela.said()
    bela.tap("open link")
    assert opened == ["https://example.org/box.json"]
    (folder() / "box.json").write_bytes(pack)
    bela.tap("downloaded")
    bela.tap("pack box.json")
    assert say("copy.taken", n=1) in bela.said()
    assert len(OwnersCopy(bela.app.store, game).records()["sectors"]) == 1


@pytest.mark.parametrize(
    "letters",
    [
        "http://example.org/box",
        "https://localhost/box",
        "https://anna:secret@example.org/box",
        "https://exämple.org/box",
        "https://example.org/a box",
        "https://[example.org/box",
        "javascript:alert(1)//.",
        "https://example.org/" + "x" * LINK_MOST,
        "",
    ],
)
def test_what_would_be_opened_as_something_else_is_no_address(letters: str) -> None:
    assert address(letters) == ""
