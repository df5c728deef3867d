"""The score pad by touch: few taps, totals at once, a play that is kept, corrected, counted and played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.paths import FOLDER, data_folder
from models.plays import PlayContent, keep_play, open_play, play_photo, plays, sheets
from models.store import Store
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.player_stats import known_people
from tableside.app.screens.sheet_editor import steps_of
from tableside.app.theme import theme
from tableside.app.widgets.pad import HEAD, ROW, Keys
from tableside.app.widgets.picture import Picture
from tableside.core import codec, registry
from tableside.core.score_sheet import FAMILIES, Step
from tests.app.driver import Person, clipped, overlapping
from tests.app.photos import taste
from tests.app.test_layout import SIZES, sticking_out
from tests.sampling import each_once
from vision.camera import FileCamera

Sit = Callable[..., Person]


def key(person: Person, name: str, *values: Any) -> None:
    """Press keys of a row."""
    for value in values:
        found = person.find(name)
        person.show(found)
        found = person.find(name)
        assert isinstance(found, Keys)
        number = next(n for n, (told, _) in enumerate(found.keys) if told == value)
        x, y, w, h = (part * theme.u for part in found.box(number))
        person.touch(*found.to_window(found.x + x + w / 2, found.y + found.height - y - h / 2))


def column(person: Person, seat: int) -> None:
    """Scroll to the names and touch somebody's column."""
    table = person.app.page.table
    table.parent.parent.scroll_y = 1
    person.settle()
    left, each = table._columns()
    person.touch(*table.to_window(table.x + (left + each * (seat + 0.5)) * theme.u, table.top - 40 * theme.u))


def pad(person: Person, people: int = 2, **given: str) -> Any:
    """Open the pad for so many people."""
    person.app.go(routes.ScoreOnly(**given))
    person.settle()
    while len(person.app.page.pad.names()) < people:
        person.tap("add player")
    column(person, 0)
    return person.app.page


def digits(number: int) -> tuple[int, ...]:
    return tuple(int(digit) for digit in str(number))


def test_gaia_takes_at_most_twelve_taps_a_player(sit_down: Sit) -> None:
    game = registry.find("gaia_project")
    position: Any = game.example()
    person = sit_down()
    page = pad(person, 3, game="gaia_project")
    before = person.taps
    for number, tile in enumerate(position.finals):
        person.tap(f"finals.{number} {tile}")
    for seat, player in enumerate(position.players):
        if seat:
            column(person, seat)
        key(person, "faction", player.faction)
        key(person, "points", *digits(player.points))
        for track, level in enumerate(player.research):
            if level > 2:  # only from the third level on does a track count
                key(person, f"research.{track}", level)
        for number, count in enumerate(player.counts):
            key(person, f"counts.{number}", count)
        for name in ("credits", "ore", "knowledge"):
            if getattr(player, name):
                key(person, name, getattr(player, name))
    taps = person.taps - before
    assert page.problems == ()
    assert taps <= 12 * 3, taps
    wanted = game.score_position(position)[1]
    assert [line.points for line in page.outcome.lines] == [line.points for line in wanted.lines]


def test_four_smugglers_take_at_most_twelve_taps_each(sit_down: Sit) -> None:
    person = sit_down()
    page = pad(person, 4, game="urcsempeszek")
    piles = (((3, 4, 2, 1), (2,), 2, 1), ((4, 4), (), 0, 3), ((1, 2, 3, 2, 3), (1, 3), 1, 0), ((2, 2), (4,), 0, 0))
    before = person.taps
    for seat, (paid, unpaid, green, energy) in enumerate(piles):
        if seat:
            column(person, seat)
        key(person, "paid", *paid)
        key(person, "unpaid", *unpaid)
        if green:
            key(person, "goods.green", green)
        if energy:
            key(person, "energy", *digits(energy))
    assert person.taps - before <= 12 * 4, person.taps - before
    sums = [sum(line.points for line in page.outcome.lines if line.seat == seat) for seat in range(4)]
    assert sums == [sum(p) - sum(u) - g - e for p, u, g, e in piles]


def test_a_finished_pad_is_kept_shown_corrected_and_played_again(sit_down: Sit) -> None:
    person = sit_down()
    page = pad(person, game="urcsempeszek")
    person.type("name", "Anna")
    key(person, "paid", 3, 4)
    column(person, 1)
    person.type("name", "Béla")
    key(person, "paid", 2, 2)
    person.tap("score")
    page = person.app.page
    assert type(page).__name__ == "ScorePage" and page.result.totals == (7, 4)
    assert "1. játékos" not in person.said(), "who won is called by name"
    (kept,) = plays(person.app.store)
    assert [(one.name, one.points, one.won) for one in kept.players] == [("Anna", 7, True), ("Béla", 4, False)]
    assert person.app.draft("score:urcsempeszek") is None

    person.tap("fix")
    column(person, 1)
    key(person, "paid", 4)
    person.tap("score")
    (better,) = plays(person.app.store)
    assert better.id != kept.id and [one.points for one in better.players] == [7, 8]
    assert (better.created, better.touched) == (kept.created, kept.touched), "it was played when it was played"
    person.tap("place")
    person.type("place of play", "Nagyi")
    person.tap("keep place")
    assert "Nagyi" in person.said() and plays(person.app.store)[0].place == "Nagyi"

    person.tap("place")
    person.tap("minutes 90")
    (told,) = plays(person.app.store)
    assert (told.touched - told.created, told.touched, told.place) == (90 * 60_000, kept.touched, "Nagyi")
    assert say("pad.minutes", n=90) in person.said()

    person.tap("again")
    assert person.app.page.pad.names() == ("Anna", "Béla"), "the same people"
    assert person.app.page.data["players"][0]["paid"] == [], "and an empty sheet"
    person.back()
    assert say("home.played", n=1) in person.said()
    assert known_people(person.app.store) == ["Anna", "Béla"], "known in every new game"
    person.tap("door history")
    person.tap(f"session {plays(person.app.store)[0].id}")
    assert person.app.page.result.totals == (7, 8)
    person.tap("hide")
    assert plays(person.app.store) == []


def test_statistics_count_what_was_only_scored(sit_down: Sit) -> None:
    person = sit_down()
    pad(person, game="kaosz_galaktika")
    person.tap("example")
    person.tap("score")
    person.app.go(routes.Statistics())
    person.wait(lambda: person.app.page.ready)
    assert {one.name for one in person.app.page.results} == {"Dani", "Laci"}
    assert "Dani" in person.said()


@pytest.mark.parametrize(
    "slug", ["gaia_project", "urcsempeszek", "beyond_the_sun", "onward_to_venus", "kaosz_galaktika"]
)
def test_what_was_typed_is_what_is_kept(sit_down: Sit, slug: str) -> None:
    person = sit_down()
    pad(person, game=slug)
    person.tap("example")
    person.tap("score")
    (kept,) = plays(person.app.store)
    game = registry.find(slug)
    _, content = open_play(person.app.store, kept.id)
    assert codec.decode(game.position_type, content.data) == game.example()
    assert content.outcome == game.score_position(game.example())[1]


@pytest.mark.parametrize(("size", "language"), each_once(("tablet", "phone"), ("hu", "en")))
def test_nothing_is_cut_off(sit_down: Sit, size: str, language: str) -> None:
    person = sit_down(*SIZES[size])
    person.app.set(language=language)
    for slug in ("gaia_project", "beyond_the_sun"):
        page = pad(person, game=slug)
        person.draw()
        assert not clipped(page) and not overlapping(person.reachable())
        assert "⟦" not in person.said()
    keep_play(person.app.store, example_play("gaia_project"))
    person.app.go(routes.Score(play=plays(person.app.store)[0].id))
    person.draw()
    taps = person.reachable()
    assert not clipped(person.app.page) and not overlapping(taps) and not sticking_out(taps)


def example_play(slug: str) -> PlayContent:
    """A play as the pad keeps it."""
    game = registry.find(slug)
    names, outcome = game.score_position(game.example())
    return PlayContent(slug, "", names, outcome, codec.encode(game.example()))


def test_a_touched_cell_brings_its_keys_into_view(sit_down: Sit) -> None:
    person = sit_down()
    page = pad(person, game="gaia_project")
    names = [row.name for row in page.rows]
    table = page.table
    left, each = table._columns()
    y = table.top - (HEAD + ROW * (names.index("research.5") + 0.5)) * theme.u
    person.touch(*table.to_window(table.x + (left + each * 1.5) * theme.u, y))
    assert page.seat == 1
    shown = page.keys["research.5"]
    _, bottom = shown.to_window(shown.x, shown.y)
    assert page.scroll.y - 1 <= bottom and bottom + shown.height <= page.scroll.top + 1


def test_an_impossible_end_says_every_reason(sit_down: Sit) -> None:
    person = sit_down()
    page = pad(person, game="gaia_project")
    assert len(page.problems) > 2
    person.tap("problems")
    said = person.said()
    assert all(say(problem.reason) in said for problem in page.problems)


def test_what_is_typed_survives_a_kill(sit_down: Sit) -> None:
    person = sit_down()
    pad(person, game="urcsempeszek")
    key(person, "energy", 1, 2)
    person.app.remember()
    person.kill()
    again = sit_down()
    assert again.app.page.data["players"][0]["energy"] == 12
    Store.open().close()


def test_a_sheet_nobody_coded_is_made_played_tied_saved_shared_and_taken_over(
    sit_down: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down()
    person.tap("door score_only")
    person.tap("new sheet categories")
    person.tap("remove 2")
    person.tap("remove 2")
    person.type("title", "Falu a tóparton")
    person.type("category 0", "Házak")
    person.tap("factor 0 3")
    person.type("category 1", "Juhok")
    person.type("steps 1", "1=1 4=3 8=7")
    person.type("category 2", "Kavics")
    assert not clipped(person.app.page) and not overlapping(person.reachable())
    person.tap("save sheet")
    assert type(person.app.page).__name__ == "ScoreOnlyPage"

    for seat, (name, houses, sheep, pebbles) in enumerate((("Anna", 2, 8, 1), ("Béla", 4, 1, 5))):
        column(person, seat)
        person.type("name", name)
        key(person, "row0", houses)
        key(person, "row1", sheep)
        key(person, "row2", pebbles)
    page = person.app.page
    assert page.problems == () and page.outcome.winners == (1,), "level at 13, and Béla has more pebbles"
    assert "Kavics" in person.said() and page.outcome.trace
    person.tap("share sheet")
    person.tap("score")
    assert person.app.page.result.totals == (13, 13)
    assert say("score.wins", name="Béla") in person.said()
    (kept,) = plays(person.app.store)
    assert (kept.game, kept.title) == ("", "Falu a tóparton")
    file = tmp_path / "table.jpg"
    file.write_bytes(taste()[1])
    person.app.camera = FileCamera([file])
    person.tap("photograph")
    person.wait(lambda: getattr(person.app.page, "camera", None), "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == "ScorePage", "the photo is kept with the play")
    assert play_photo(person.app.store, plays(person.app.store)[0].id) is not None
    assert any(isinstance(widget, Picture) for widget in person.walk())
    person.tap("again")
    assert person.app.page.pad.names() == ("Anna", "Béla")
    person.app.home()
    person.settle()
    person.tap("door history")
    assert "Falu a tóparton" in person.said()
    packs = data_folder() / "packs"
    (pack,) = packs.iterdir()
    person.close()

    monkeypatch.setenv(FOLDER, str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere" / "packs").mkdir(parents=True)
    (tmp_path / "elsewhere" / "packs" / pack.name).write_bytes(pack.read_bytes())
    other = sit_down()
    assert other.app.store is not None and sheets(other.app.store) == []
    for _ in range(2):
        other.tap("door score_only")
        other.tap("import sheets")
        other.tap(f"pack {pack.name}")
        (taken,) = sheets(other.app.store)
        other.app.home()
        other.settle()
    assert taken.sheet == page.pad.sheet, "the same sheet, and only once"
    other.tap("door score_only")
    other.tap("sheet Falu a tóparton")
    assert [row.label for row in other.app.page.rows] == ["Házak", "Juhok", "Kavics"]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_played_to_its_end(sit_down: Sit, family: str) -> None:
    person = sit_down()
    person.tap("door score_only")
    person.tap(f"new sheet {family}")
    person.type("title", "Este")
    person.tap("save sheet")
    page = person.app.page
    for _ in range(2 if page.pad.sheet.by_rounds else 1):
        for seat in range(1 if family == "coop" else 2):
            column(person, seat)
            for row in page.rows:
                key(person, row.name, {"won": True}.get(row.name, 1))
        if page.pad.sheet.by_rounds and len(page.rows) < 2:
            person.tap("add round")
    assert page.problems == () and page.outcome is not None, page.problems
    person.tap("score")
    assert len(plays(person.app.store)) == 1


def test_a_bad_pack_is_told_why_and_changes_nothing(sit_down: Sit) -> None:
    packs = data_folder() / "packs"
    packs.mkdir(parents=True)
    (packs / "bad.json").write_text('{"tableside": "sheets", "version": 1, "sheets": []}', encoding="utf-8")
    person = sit_down()
    person.tap("door score_only")
    person.tap("import sheets")
    person.tap("pack bad.json")
    assert "200" in person.said() and sheets(person.app.store) == []


def test_a_table_of_steps_is_typed_in_one_line() -> None:
    assert steps_of("1=1, 4=3") == (Step(1, 1), Step(4, 3))
    assert steps_of("") == () and steps_of("4:3") is None and steps_of("x") is None
