"""A data folder as 0.1 left it: its copies, settings and running games are still there, and go on where they can.

The dump was written by 0.1.0 itself: the sample copies of all five games, and a random game of three in each, some
thirty to sixty moves in, with one move taken back.
"""

import json
import lzma
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from models import database
from models.owned_records import OwnersCopy
from models.store import Store
from tableside.app import settings
from tableside.core import codec, registry

DUMP = Path(__file__).with_name("0.1.sql.xz")
GAMES = ("beyond_the_sun", "gaia_project", "kaosz_galaktika", "onward_to_venus", "urcsempeszek")
GO_ON = tuple(slug for slug in GAMES if slug != "kaosz_galaktika")


@pytest.fixture
def folder(data_folder: Path) -> Path:
    data_folder.mkdir()
    connection = sqlite3.connect(data_folder / "tableside.db")
    connection.executescript(lzma.decompress(DUMP.read_bytes()).decode())
    connection.close()
    return data_folder


def session_of(store: Store, slug: str) -> Any:
    (summary,) = store.sessions(slug)
    return store.open_session(summary.id)


@pytest.mark.parametrize("slug", GAMES)
def test_every_record_of_the_copy_is_read(folder: Path, slug: str) -> None:
    store = Store.open()
    assert database.revision(store.engine) == database.HEAD
    copy = OwnersCopy(store, registry.find(slug))
    kept, game = copy.records(), copy.game()
    with sqlite3.connect(folder / "tableside.db") as connection:
        ((written,),) = connection.execute("SELECT count(*) FROM copy_record WHERE game = ?", (slug,)).fetchall()
    connection.close()
    assert sum(map(len, kept.values())) == written and (written or slug == "gaia_project")
    assert all(game.catalog.find(table, id) is not None for table, records in kept.items() for id in records)


@pytest.mark.parametrize("slug", GO_ON)
def test_a_running_game_goes_on_where_it_stood(folder: Path, slug: str) -> None:
    store = Store.open()
    session = session_of(store, slug)
    table, chance = session.table, random.Random(3)
    assert session.names == ("Anna", "Béla", "Csaba") and session.title == f"Este: {slug}"
    assert table.drift is None and table.game.audit(table.state) == ()
    before = len(table.log.entries)
    for _ in range(5):
        seat = sorted(table.to_act(), key=lambda one: -1 if one is None else one)[0]
        table.confirm(table.game.sample(table.state, seat, chance.randrange))
    again = session_of(Store.open(), slug).table
    assert len(again.log.entries) >= before + 5 and again.drift is None
    assert codec.digest(again.state) == codec.digest(table.state)
    table.undo()


def test_a_game_whose_moves_are_told_otherwise_now_opens_and_says_from_where(folder: Path) -> None:
    """In Káosz Galaktika each player's roll is a move of its own since 0.2."""
    table = session_of(Store.open(), "kaosz_galaktika").table
    assert table.drift is not None and table.drift.move.kind == "roll"
    assert len(table.log.entries) == 65


def test_a_cards_effects_keep_their_meaning(folder: Path) -> None:
    cards = OwnersCopy(Store.open(), registry.find("kaosz_galaktika")).game().catalog.table("cards")
    (aimed,), (sabotage,), (hit,) = (cards[id].effects for id in ("pontosloves", "szabotazs", "rajtautes"))
    assert (aimed.verb, aimed.value, aimed.until) == ("change", "firepower", "combat_end")
    assert (sabotage.verb, sabotage.value, sabotage.until) == ("use", None, None)
    assert (hit.verb, hit.amount, hit.until) == ("damage", 2, None)


def test_settings_are_kept(folder: Path) -> None:
    (folder / settings.FILE).write_text(
        json.dumps({"settings": {"language": "en", "dark": True, "text_scale": 1.25, "silenced": ["x"], "gone": 1}})
    )
    kept = settings.load().settings
    assert (kept.language, kept.dark, kept.text_scale, kept.silenced) == ("en", True, 1.25, ("x",))
