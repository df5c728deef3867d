"""Plays and score sheets in the store: saved whole or not at all, corrected without loss, read back as they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text as sql

from benchmarks.store import many_plays
from models.database import StoreError
from models.integrity import examine
from models.plays import (
    PlayContent,
    count_plays,
    hide_play,
    hide_sheet,
    keep_play,
    keep_sheet,
    last_place,
    open_play,
    play_photo,
    plays,
    sheets,
    take_sheets,
)
from models.repair import repair
from models.store import Store
from models.tables import PlayRow, PlaySeatRow, plain_rows
from tableside.core import codec, registry, score_sheet
from tableside.core.score_sheet import Category, Marks, Sheet, SheetError, Tie
from tests.models.test_load import Asked

SHEET = Sheet("Falu", "categories", (Category("Ház", 3), Category("Kavics", counts=False)), ties=(Tie("Kavics"),))


def filled(*pairs: tuple[int, int]) -> PlayContent:
    marks = Marks(SHEET, ("Anna", "Béla"), pairs or ((2, 2), (1, 4)))
    names, outcome = score_sheet.score(marks)
    when = {"created": 1_000, "touched": 61_000, "place": "Nagyi"}
    return PlayContent("", SHEET.title, names, outcome, codec.encode(marks), ("amber", "blue"), **when)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'plays.db'}")


def test_a_play_begun_before_1970_or_summed_past_every_column_is_listed_or_refused(store: Store) -> None:
    id = keep_play(store, replace(filled(), created=-60_000, touched=1_000))
    assert [(one.id, one.created) for one in plays(store)] == [(id, 0)]
    content = filled()
    lines = tuple(replace(line, points=10**18) for line in content.outcome.lines) * 10
    for odd in (replace(content, names=("Anna",)), replace(content, outcome=replace(content.outcome, lines=lines))):
        with pytest.raises(StoreError):
            keep_play(store, odd)
    assert count_plays(store) == 1


def test_a_play_reads_back_as_it_was(store: Store) -> None:
    content = filled()
    id = keep_play(store, replace(content, photo=b"\xff\xd8\xff\xd9"))
    (listed,) = plays(store)
    assert (listed.id, listed.title, listed.place, listed.created, listed.touched) == (
        id,
        "Falu",
        "Nagyi",
        1_000,
        61_000,
    )
    assert [(one.name, one.points, one.place, one.won) for one in listed.players] == [
        ("Anna", 6, 2, False), ("Béla", 6, 1, True),
    ]  # fmt: skip
    assert open_play(store, id) == (listed, replace(content, sides=("", "")))
    assert play_photo(store, id) == b"\xff\xd8\xff\xd9" and last_place(store) == "Nagyi"


@pytest.mark.parametrize(
    "slug", ["urcsempeszek", "gaia_project", "beyond_the_sun", "onward_to_venus", "kaosz_galaktika"]
)
def test_every_games_result_reads_back_equal(store: Store, slug: str) -> None:
    game = registry.find(slug)
    position = game.example()
    names, outcome = game.score_position(position)
    id = keep_play(store, PlayContent(slug, "", names, outcome, codec.encode(position)))
    _, content = open_play(store, id)
    assert content.outcome == outcome
    assert codec.decode(game.position_type, content.data) == position


def test_a_correction_takes_the_place_and_loses_nothing(store: Store) -> None:
    id = keep_play(store, replace(filled(), photo=b"\xff\xd8\xff\xd9"))
    better = keep_play(store, filled((5, 2), (0, 0)), corrects=id)
    assert [one.id for one in plays(store)] == [better] and count_plays(store) == 1
    assert play_photo(store, better) is not None, "the photo stays with the play"
    with store.reading() as database:
        assert len(plain_rows(database, PlayRow)) == 2, "what was said first is kept"
    with pytest.raises(StoreError):
        keep_play(store, filled(), corrects=id)
    hide_play(store, better)
    assert plays(store) == [] and count_plays(store) == 0
    with pytest.raises(StoreError):
        open_play(store, better)


@pytest.mark.parametrize(
    "change", [{"names": ("Anna", " ")}, {"title": ""}, {"touched": -1}, {"photo": b"x" * (16 * 1024 * 1024 + 1)}]
)
def test_what_cannot_be_kept_changes_nothing(store: Store, change: dict[str, object]) -> None:
    with pytest.raises(StoreError) as refused:
        keep_play(store, replace(filled(), **change))  # type: ignore[arg-type]
    assert refused.value.told.key == "models.play_unfit"
    with store.reading() as database:
        assert not plain_rows(database, PlayRow) and not plain_rows(database, PlaySeatRow)


def test_a_damaged_play_is_told_and_harms_no_other(store: Store, tmp_path: Path) -> None:
    good, bad = keep_play(store, filled()), keep_play(store, filled())
    with store.writing() as database:
        database.connection().execute(sql("UPDATE play SET outcome = '{}' WHERE id = :id"), {"id": bad})
    with pytest.raises(StoreError) as refused:
        open_play(store, bad)
    assert refused.value.told.key == "models.damaged_play"
    assert open_play(store, good)
    report = examine(f"sqlite:///{tmp_path / 'plays.db'}")
    assert [finding.what for finding in report.findings] == ["play"]


def test_repair_keeps_plays(store: Store, tmp_path: Path) -> None:
    id = keep_play(store, filled())
    store.close()
    repair(tmp_path / "plays.db", "now")
    again = Store.open(f"sqlite:///{tmp_path / 'plays.db'}")
    assert open_play(again, id)[1].outcome == filled().outcome


def test_sheets_are_kept_edited_hidden_and_taken_over_without_doubles(store: Store) -> None:
    id = keep_sheet(store, SHEET)
    assert keep_sheet(store, replace(SHEET, wins="least"), id) == id
    assert [kept.sheet.wins for kept in sheets(store)] == ["least"]
    with pytest.raises(SheetError):
        keep_sheet(store, replace(SHEET, title=""), id)
    assert take_sheets(store, [replace(SHEET, wins="least"), SHEET, SHEET]) == 1
    assert len(sheets(store)) == 2
    hide_sheet(store, id)
    assert [kept.sheet for kept in sheets(store)] == [SHEET]


def test_a_page_of_plays_asks_as_much_however_many_there_are(store: Store) -> None:
    """How long 10,000 take is measured, with its bounds, by `python -m benchmarks.store`."""

    def asked(count: int) -> list[int]:
        found = []
        for most, offset in ((20, 0), (20, count - 20)):
            told = Asked(store)
            assert len(plays(store, most=most, offset=offset)) == 20
            found.append(len(told.statements))
        return found

    many_plays(store, 40, 0)
    few = asked(40)
    many_plays(store, 400, 40)
    assert count_plays(store) == 400
    assert asked(400) == few
