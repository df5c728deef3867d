"""What is shared is what was played: the picture shows the sheet on its own ground, CSV and JSON hold every number."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from models.store import Store
from tableside.app import crash_report, pack_exchange, routes, settings
from tableside.app.box_tray import Tray, TrayCard
from tableside.app.settings import Memory
from tableside.app.theme import theme
from tableside.app.widgets.score_table import HEAD, ROW
from tests.app.driver import Person
from tests.app.test_history import finish

Sit = Callable[..., Person]


def at_the_score(sit_down: Sit) -> Person:
    store = Store.open()
    session = finish(store, "kavicsok", ("Anna", "Béla"), 1)
    store.close()
    person = sit_down()
    person.app.go(routes.Score(session=session.id))
    person.settle()
    person.draw()
    return person


def test_the_picture_is_a_card_of_its_own_without_buttons(sit_down: Sit, data_folder: Path) -> None:
    person = at_the_score(sit_down)
    person.tap("share picture")
    image = cv2.imread(str(next((data_folder / "shared").glob("*.png"))), cv2.IMREAD_UNCHANGED)
    assert image.shape[:2] == (1080, 1080)
    ground = np.array([round(part * 255) for part in theme.bg[2::-1]])
    corner = image[900, 8, :3].astype(int)
    assert np.abs(corner - ground).max() <= 2, "the page's own ground, not a hole"
    assert image.shape[2] == 3 or image[..., 3].min() == 255
    assert len(np.unique(image.reshape(-1, image.shape[2]), axis=0)) > 50, "something is drawn on it"


def test_what_lies_in_the_data_folder_is_readable_by_its_owner_only(sit_down: Sit, data_folder: Path) -> None:
    before = os.umask(0o022)
    try:
        person = at_the_score(sit_down)
        for what in ("picture", "csv"):
            person.tap(f"share {what}")
        crash_report.write("?")
        Tray("kavicsok", [TrayCard("stones", {}, [], [], "", "")]).keep()
        pack_exchange.folder()
        settings.save(Memory())
        settings.keep_aside(data_folder / settings.FILE)
    finally:
        os.umask(before)
    found = list(data_folder.rglob("*"))
    assert {"shared", "reports", "trays", "packs", "app.json", "app.damaged-1.json"} <= {file.name for file in found}
    assert {file.name: oct(file.stat().st_mode) for file in found if file.stat().st_mode & 0o077} == {}


def test_csv_and_json_hold_every_number(sit_down: Sit, data_folder: Path) -> None:
    person = at_the_score(sit_down)
    result = person.app.page.result
    person.tap("share csv")
    person.tap("share json")
    rows = list(csv.reader(next((data_folder / "shared").glob("*.csv")).open(encoding="utf-8")))
    assert rows[0] == ["", "Anna", "Béla"]
    assert [int(cell) for cell in rows[-2][1:]] == list(result.totals)
    assert [int(cell) for cell in rows[-1][1:]] == [result.rank(0), result.rank(1)]
    for number, (key, _, _) in enumerate(result.categories(), 1):
        assert [int(cell) for cell in rows[number][1:]] == [result.points(seat, key) for seat in (0, 1)]
    written = json.loads(next((data_folder / "shared").glob("*.json")).read_text())
    assert [player["total"] for player in written["players"]] == list(result.totals)


def test_every_line_of_the_sheet_opens_its_rule(sit_down: Sit) -> None:
    person = at_the_score(sit_down)
    table = person.app.page.table
    for row in range(len(person.app.page.result.categories())):
        place = table.to_window(table.x + 60 * theme.u, table.top - (HEAD + ROW * (row + 0.5)) * theme.u)
        person.touch(*place)
        person.wait(lambda: person.app.sheets, f"row {row} opens its rule")
        assert "§" in person.said()
        person.back()
