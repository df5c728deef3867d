"""Score sheets: what cannot be is refused with every reason, points and tiebreaks come out, packs read back equal."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tableside.core import codec, score_sheet
from tableside.core.score import Ending, totals
from tableside.core.score_sheet import FAMILIES, Category, Family, Marks, Sheet, SheetError, Step, Tie
from tableside.language import language

say = language("hu").say
VILLAGE = Sheet(
    "Falu",
    "categories",
    (
        Category("Házak", 3),
        Category("Juhok", steps=(Step(1, 1), Step(4, 3), Step(8, 7))),
        Category("Kár", 2, minus=True),
        Category("Kavics", counts=False),
        Category("Bot", counts=False),
    ),
    ties=(Tie("Kavics"), Tie("Bot", "least")),
    least=2,
    most=4,
)


def test_factor_sign_and_steps_give_the_points() -> None:
    marks = Marks(VILLAGE, ("Anna", "Béla"), ((4, 2), (7, 8), (1, 0), (5, 1), (0, 0)))
    assert score_sheet.audit(marks) == () and score_sheet.cautions(marks) == ()
    _, outcome = score_sheet.score(marks)
    assert totals(outcome.lines, 2) == (12 + 3 - 2, 6 + 7)
    assert [say(line.detail) for line in outcome.lines if line.seat == 0] == [
        "4 × 3", "7 a táblázat szerint", "1 × 2",
    ]  # fmt: skip
    assert outcome.winners == (0,), "level at 13, and Anna has more pebbles"
    assert [(step.rule, step.values, step.left) for step in outcome.trace] == [("tie0", ((0, 5), (1, 1)), (0,))]
    assert VILLAGE.categories[1].points(0) == 0, "below the first step there is nothing"


def test_the_second_tiebreak_takes_the_fewer_and_a_tie_to_the_end_is_shared() -> None:
    level = ((4, 4), (0, 0), (0, 0), (5, 5))
    _, outcome = score_sheet.score(Marks(VILLAGE, ("Anna", "Béla"), (*level, (3, 1))))
    assert outcome.winners == (1,) and [step.rule for step in outcome.trace] == ["tie0", "tie1"]
    _, outcome = score_sheet.score(Marks(VILLAGE, ("Anna", "Béla"), (*level, (1, 1))))
    assert (outcome.winners, outcome.ending) == ((0, 1), Ending.SHARED)


def test_least_wins_and_a_limit_not_reached_is_only_a_caution() -> None:
    sheet = score_sheet.ready("limit", say)
    marks = Marks(sheet, ("Anna", "Béla", "Cili"), ((20, 30, 41), (11, 30, 60)))
    assert [say(marks.label(row)) for row in range(2)] == ["Forduló: 1.", "Forduló: 2."]
    assert score_sheet.score(marks)[1].ranks == ((0,), (1,), (2,)) and not score_sheet.cautions(marks)
    early = replace(marks, cells=marks.cells[:1])
    assert score_sheet.audit(early) == ()
    assert [dict(one.args) for one in score_sheet.cautions(early)] == [{"limit": 100, "best": 41}]


def test_single_rows_follow_the_rounds() -> None:
    sheet = Sheet("Kör", "rounds", (Category("Kör"), Category("Jutalom", 5), Category("Bot", counts=False)))
    marks = Marks(sheet, ("Anna", "Béla"), ((1, 2), (3, 4), (5, 6), (1, 0), (9, 9)))
    assert marks.rounds == 3 and totals(score_sheet.lines(marks), 2) == (14, 12)
    assert [say(marks.label(row)) for row in (2, 3)] == ["Kör: 3.", "Jutalom"]


def test_win_or_lose_and_together() -> None:
    sheet = score_sheet.ready("win_lose", say)
    assert score_sheet.score(Marks(sheet, ("A", "B", "C"), ((0, 1, 1),)))[1].winners == (1, 2)
    nobody = score_sheet.score(Marks(sheet, ("A", "B"), ((0, 0),)))[1]
    assert (nobody.winners, nobody.ending) == ((), Ending.ALL_LOSE)
    assert score_sheet.audit(Marks(sheet, ("A", "B"), ((2, 0),)))
    coop = score_sheet.ready("coop", say)
    won = Marks(coop, ("A", "B", "C"), ((17,),), won=True)
    assert score_sheet.audit(won) == () and score_sheet.score(won)[1].winners == (0, 1, 2)
    assert totals(score_sheet.lines(won), 3) == (17, 17, 17)
    assert score_sheet.score(replace(won, won=False))[1].ending is Ending.ALL_LOSE
    assert [one.reason.key for one in score_sheet.audit(replace(won, won=None))] == ["core.sheet.no.won"]


def test_every_reason_is_told_at_once() -> None:
    bad = Sheet(
        " ",
        "categories",
        (
            Category("Ház", 0),
            Category("ház", steps=(Step(4, 1), Step(4, 2))),
            Category("", 2, counts=False),
        ),
        ties=(Tie("Nincs"), Tie("Ház"), Tie("Ház")),
        limit=5,
        least=4,
        most=3,
    )
    told = [problem.key.rpartition(".")[2] for problem in score_sheet.problems(bad)]
    assert told == [
        "title", "twice", "factor", "rising", "name", "worth_nothing", "limit_idle", "seats", "tie", "tie_twice",
    ]  # fmt: skip
    for code in ("hu", "en"):
        assert all("⟦" not in language(code).say(problem) for problem in score_sheet.problems(bad))
    marks = Marks(
        VILLAGE, ("Anna", "Anna", ""), ((1, 2, None), (0, 0, 0), (0, None, None), (2_000_000, 0, 0), (0,) * 3)
    )
    told = [one.reason.key.rpartition(".")[2] for one in score_sheet.audit(marks)]
    assert told == ["name_twice", "name", "untold", "untold", "value"]


@pytest.mark.parametrize("code", ["hu", "en"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_ready_made_sheet_can_be_used_at_once(family: Family, code: str) -> None:
    sheet = score_sheet.ready(family, language(code).say)
    assert score_sheet.problems(sheet) == () and "⟦" not in str(sheet)
    marks = score_sheet.blank(sheet, ("Anna", "Béla"))
    full = replace(
        marks,
        cells=tuple(tuple(1 if value is None else value for value in row) for row in marks.cells),
        won=True if family == "coop" else None,
    )
    assert score_sheet.audit(full) == ()
    assert len(score_sheet.score(full)[1].ranks) >= 1


def test_a_pack_reads_back_equal_and_a_bad_one_says_why() -> None:
    sheets = (VILLAGE, *(score_sheet.ready(family, say) for family in FAMILIES))
    written = json.dumps(score_sheet.pack(sheets), ensure_ascii=False)
    assert score_sheet.unpack(codec.parse(written)) == sheets
    with pytest.raises(SheetError) as caught:
        score_sheet.unpack(score_sheet.pack([replace(VILLAGE, title="", least=0)]))
    assert len(caught.value.problems) == 2 and "⟦" not in say(caught.value.told)
    for data in ({}, {"tableside": "sheets", "version": 2}, {"tableside": "sheets", "version": 1, "sheets": 1}):
        with pytest.raises(codec.CodecError):
            score_sheet.unpack(data)
    with pytest.raises(SheetError) as caught:
        score_sheet.unpack({"tableside": "sheets", "version": 1, "sheets": [1, {"title": 2}]})
    assert [dict(one.args)["place"] for one in caught.value.problems] == [
        "sheets[0]",
        "sheets[1].title",
        "sheets[1].family",
        "sheets[1].categories",
    ]
    wrong = score_sheet.pack([VILLAGE])
    wrong["sheets"][0]["categories"][0]["photo"] = "camera"
    with pytest.raises(SheetError) as caught:
        score_sheet.unpack(wrong)
    assert "dice" in say(caught.value.told) and " ," not in say(caught.value.told), "nothing to choose has no name"
    with pytest.raises(SheetError):
        score_sheet.unpack(score_sheet.pack([]))


words = some.text("Aáx \n", max_size=6)
sheets = some.builds(
    Sheet,
    words,
    some.sampled_from(FAMILIES),
    some.lists(some.builds(Category, words, some.integers(-2, 5), some.booleans()), max_size=4).map(tuple),
    some.sampled_from(("most", "least")),
    some.lists(some.builds(Tie, words), max_size=2).map(tuple),
    some.none() | some.integers(-3, 200),
)
cells = some.lists(some.lists(some.none() | some.integers(-9, 9), max_size=3).map(tuple), max_size=5).map(tuple)


@given(some.builds(Marks, sheets, some.lists(words, max_size=3).map(tuple), cells, some.none() | some.booleans()))
def test_whatever_is_filled_in_is_refused_or_scored(marks: Marks) -> None:
    if not score_sheet.audit(marks):
        names, outcome = score_sheet.score(marks)
        assert sorted(seat for group in outcome.ranks for seat in group) == list(range(len(names)))
