"""Packs of several owners: the same card once, another card beside it, nothing overwritten; codes back and forth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from models import owned_records, packs
from models.database import StoreError
from models.owned_records import OwnersCopy
from models.store import Store
from tableside.core import registry

TWO: dict[str, Any] = {"planets": 2, "ships": ["blue"], "station": False, "source": "x", "sure": True}
THREE: dict[str, Any] = {"planets": 3, "ships": ["red"], "station": False, "source": "y", "sure": True}
UNTOLD: dict[str, Any] = {"planets": None, "ships": None, "station": None, "source": "x", "sure": False}


@pytest.fixture
def copies(tmp_path: Path) -> list[OwnersCopy]:
    stores = [Store.open(f"sqlite:///{tmp_path}/{name}.db") for name in ("anna", "bela")]
    return [OwnersCopy(store, registry.find("urcsempeszek")) for store in stores]


def test_two_owners_packs_come_together_without_doubles_and_nothing_is_overwritten(copies: list[OwnersCopy]) -> None:
    anna, bela = copies
    anna.learn_all({"sectors": {"own1": TWO, "own2": THREE}})
    bela.learn_all({"sectors": {"own1": THREE, "own2": {**TWO, "planets": 4}}})
    anna.unpack(bela.pack(), "bela.json")
    planets = sorted(record["planets"] for record in anna.records()["sectors"].values())
    assert planets == [2, 3, 4], "the card both have once, the other beside it"
    assert anna.records()["sectors"]["own1"]["planets"] == 2, "an id of one's own stays what it was"


def test_a_copy_holds_no_more_records_than_a_box(copies: list[OwnersCopy], monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bela = copies
    with pytest.raises(StoreError) as full:
        anna.learn_all({"sectors": {f"own{number}": TWO for number in range(37)}})
    bela.learn_all({"sectors": {f"own{number}": TWO for number in range(36)}})
    monkeypatch.setattr(owned_records, "RECORDS_MOST", 35)
    with pytest.raises(StoreError) as endless:
        anna.unpack(bela.pack(), "bela.json")
    assert (full.value.told.key, endless.value.told.key) == ("models.box_is_full", "models.too_many_records")
    assert anna.records() == {}


def test_two_cards_that_say_the_same_stay_two(copies: list[OwnersCopy]) -> None:
    anna, bela = copies
    anna.learn_all({"sectors": {"own1": TWO}})
    bela.learn_all({"sectors": {"own5": TWO, "own6": TWO}})
    anna.unpack(bela.pack(), "bela.json")
    assert len(anna.records()["sectors"]) == 2


def test_ones_own_pack_changes_nothing_and_untold_cards_are_not_held_for_one(copies: list[OwnersCopy]) -> None:
    anna, bela = copies
    anna.learn_all({"sectors": {"own1": TWO, "own2": TWO, "own3": UNTOLD}})
    before = anna.records()
    anna.unpack(anna.pack("Anna", "2026-11-18"), "mine.json")
    assert anna.records() == before
    bela.learn_all({"sectors": {"own1": UNTOLD}})
    bela.unpack(anna.pack(), "anna.json")
    assert len(bela.records()["sectors"]) == 4


def test_records_that_name_each_other_go_on_doing_so() -> None:
    known = {"cards": {"own1": {"name": "Sas"}}}
    pack = {"cards": {"own1": {"name": "Varjú"}}, "decks": {"own2": {"cards": ["own1", "own1", "tuzer"]}}}
    merged = packs.without_doubles(known, pack, ["own1", "tuzer"])
    (id,) = merged["cards"]
    assert id != "own1" and merged["decks"]["own2"]["cards"] == [id, id, "tuzer"]


def test_a_pack_goes_by_codes_in_any_order_and_a_strange_one_is_refused(copies: list[OwnersCopy]) -> None:
    anna, bela = copies
    anna.learn_all({"sectors": {f"own{n}": {**TWO, "planets": n % 5 + 1} for n in range(1, 31)}})
    written = packs.codes(anna.pack("Anna", "2026-11-18"))
    gathered = packs.GatheredCodes()
    for code in reversed(written):
        assert gathered.whole() is None and gathered.add(code)
    assert bela.unpack(gathered.whole(), "codes") == 30
    assert not gathered.add("https://example.org") and not gathered.add(f"{packs.CODE}:0:1:1:A")
    assert gathered.add(f"{packs.CODE}:00000000:1:1:AAAA")
    with pytest.raises(StoreError):
        gathered.whole()


def test_a_pack_says_who_made_it_and_when(copies: list[OwnersCopy]) -> None:
    data = copies[0].pack("Anna", "2026-11-18")
    assert packs.opened(data, "urcsempeszek")[1:] == ("Anna", "2026-11-18")
    with pytest.raises(StoreError):
        packs.opened(data, "gaia_project")
