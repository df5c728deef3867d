"""The parts of the app that need no screen: remembering, people, files, forms and the camera's stand-ins."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

import tests.app.driver  # noqa: F401 - opens the window in which a drawing is drawn
from benchmarks.finger import Sitting
from models.store import Seated, Store
from tableside.app import settings
from tableside.app.form_fields import blank_object, fields_of, node, which
from tableside.app.i18n import minus
from tableside.app.move_builder import MoveBuilder
from tableside.app.open_table import letters
from tableside.app.player_stats import Played, as_csv, records
from tableside.app.result import as_play, of_session
from tableside.app.seating import colours
from tableside.app.settings import Memory, Settings
from tableside.app.widgets.readings import tab_words
from tableside.control.reading import Meant, corrected, scaled, verdict_of, without
from tableside.core import codec, registry
from tableside.core.game import Guess
from tableside.core.moves import move
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Readings, Verdict
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tests.contract import game_of
from vision.camera import FileCamera, NoCamera
from vision.images import as_jpeg, cut, pixels, smaller


def test_initials_that_clash_get_a_second_letter() -> None:
    assert letters(("Anna", "Béla")) == ("A", "B")
    assert letters(("Anna", "Ákos", "Antal")) == ("A1", "Á", "A3")
    assert letters(("Anna", "Alma")) == ("An", "Al")


def test_who_has_no_colour_gets_a_free_one() -> None:
    found = colours([Seated("Anna"), Seated("Béla", "amber"), Seated("Csaba")])
    assert found[1] == "amber"
    assert len(set(found)) == 3


def test_what_is_remembered_survives_and_damage_is_as_good_as_nothing(tmp_path: Path) -> None:
    memory = Memory(
        Settings(language="en", silenced=("less",)), (("home", {}), ("table", {"session": "x"})), {"a": [1]}
    )
    settings.save(memory, tmp_path)
    assert settings.load(tmp_path) == memory
    (tmp_path / settings.FILE).write_text('{"settings": {"language": 7, "nonsense": 1, "dark": true}}')
    assert settings.load(tmp_path).settings == Settings(dark=True)
    (tmp_path / settings.FILE).write_text("{")
    assert settings.load(tmp_path) == Memory()


def test_records_count_plays_wins_means_bests_and_streaks() -> None:
    results = [
        Played(f"s{n}", "kavicsok", n, name, "", points, 1, won)
        for n, (name, points, won) in enumerate(
            [("Anna", 5, True), ("Anna", 9, True), ("Anna", -2, False), ("Anna", 4, True), ("Béla", 7, False)]
        )
    ]
    anna, bela = records(results)
    assert (anna.plays, anna.wins, anna.mean, anna.best, anna.streak) == (4, 3, 4.0, 9, 2)
    assert (bela.plays, bela.wins, bela.streak) == (1, 0, 0)
    assert len(list(csv.reader(io.StringIO(as_csv(results))))) == 6


def finished() -> MoveBuilder:
    store = Store.open()
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")])
    table = session.table
    while table.to_act():
        seat = next(iter(table.to_act()))
        table.confirm(table.game.sample(table.state, seat, lambda n: n - 1))
    return MoveBuilder(session)


def test_a_play_in_the_format_of_bg_stats() -> None:
    play = finished()
    result = of_session(play)
    written = json.loads(json.dumps(as_play(result, "Pebbles", 1_700_000_000_000, 1_700_000_600_000, "abc")))
    assert written["game"]["name"] == "Pebbles"
    assert written["durationMin"] == 10
    assert [player["score"] for player in written["players"]] == list(result.totals)
    assert [player["winner"] for player in written["players"]].count(True) == len(result.outcome.winners)


def test_the_curve_ends_at_the_final_score() -> None:
    play = finished()
    assert play.curve()[0][1] == (0, 0)
    assert play.curve()[-1][1] == play.totals()
    assert len(play.curve(most=10)) <= 12


def test_a_die_said_to_be_another_is_that_one_and_no_die_is_gone() -> None:
    die = DieReading((0, 0, 10, 10), ((0, 0), (10, 0), (10, 10), (0, 10)), DieKind.PIPS, "red", (Alternative(3, 0.6),))
    readings = Readings(Verdict.CLOSE, (100, 50), (die, die))
    put_right = corrected(readings, "die", 1, 5)
    assert [one.value for one in put_right.dice] == [3, 5]
    assert corrected(readings, "colour", 0, "blue").dice[0].colour == "blue"
    assert len(without(readings, 0).dice) == 1
    assert scaled(readings, 0.5).dice[0].box == (0, 0, 5, 5)


def test_a_die_is_green_only_in_a_clear_photo_or_when_a_player_said_it() -> None:
    corners = ((0, 0), (10, 0), (10, 10), (0, 10))
    die = DieReading((0, 0, 10, 10), corners, DieKind.PIPS, "red", (Alternative(3, 0.99), Alternative(5, 0.01)))
    torn = replace(die, alternatives=(Alternative(3, 0.8), Alternative(5, 0.2)))
    assert verdict_of(die, Verdict.CLEAR) is Verdict.CLEAR and tab_words(die, 0, Verdict.CLEAR) == "3"
    assert verdict_of(die, Verdict.CLOSE) is Verdict.CLOSE and tab_words(die, 0, Verdict.CLOSE) == "3 ?"
    assert tab_words(torn, 0, Verdict.NONE) == "3 / 5 ?"
    said = corrected(Readings(Verdict.CLOSE, (100, 50), (torn,)), "die", 0, 5).dice[0]
    assert verdict_of(said, Verdict.CLOSE) is Verdict.CLEAR and tab_words(said, 0, Verdict.CLOSE) == "5"
    card = CardReading(corners, "rect", 0, 0.0, "up", (Alternative("a", 0.95),))
    assert verdict_of(card, Verdict.CLOSE) is Verdict.CLEAR


def test_a_photo_is_sure_of_one_slot_and_in_doubt_about_another() -> None:
    ruling = Legal(())
    guesses = (
        Guess(move(None, "roll", value=3, on="a"), 0.5, ruling),
        Guess(move(None, "roll", value=3, on="b"), 0.4, ruling),
    )
    meant = Meant(guesses)
    assert {part.slot: part.sure for part in meant.parts} == {"value": True, "on": False}
    assert meant.told == move(None, "roll", value=3) and meant.moves == ()
    assert Meant(guesses, {"on": "b"}).moves == (guesses[1].move,)
    assert Meant(()).parts == () and Meant(()).told is None


@pytest.mark.parametrize("slug", sorted(registry.infos()))
def test_a_blank_position_of_every_game_has_the_right_shape(slug: str) -> None:
    kind = registry.find(slug).position_type
    data = blank_object(kind)
    assert {asked.name for asked in fields_of(kind)} <= set(data)
    codec.decode(kind, data)


def test_forms_know_bags_lists_unions_and_optionals() -> None:
    from typing import Literal

    assert node(tuple[Literal["a", "b"], ...]).kind == "bag"
    assert node(tuple[int, ...]).kind == "list"
    assert node(int | None).kind == "optional"
    assert node(bool).kind == "bool"
    union = node(int | tuple[str, ...])
    assert union.kind == "union"
    assert (which(union, 3), which(union, [])) == (0, 1)


def test_a_drawing_done_again_makes_only_what_differs() -> None:
    from kivy.graphics import Rectangle

    from tableside.app.canvas_diff import Paper

    made: list[int] = []

    def box(number: int) -> Rectangle:
        made.append(number)
        return Rectangle(pos=(number, 0))

    paper = Paper()

    def draw(*numbers: int) -> list[float]:
        made.clear()
        for number in numbers:
            paper.colour((1.0, 0.0, 0.0, 1.0))
            paper.put(box, number)
        paper.lay()
        return [step.pos[0] for step in paper.group.children if isinstance(step, Rectangle)]

    assert draw(1, 2, 3) == [1, 2, 3]
    assert made == [1, 2, 3]
    assert draw(1, 2, 3) == [1, 2, 3]
    assert made == []
    assert draw(1, 4, 3) == [1, 4, 3], "in the order they are drawn, whatever is kept"
    assert made == [4]
    assert draw(3, 3) == [3, 3], "one thing twice is two things"
    assert made == [3]
    assert draw() == []


def test_a_box_is_clear_at_its_corners_edged_all_round_and_filled_within() -> None:
    from tableside.app.texture_cache import box_texture, disc_texture

    fill, edge = (0.0, 1.0, 0.0, 1.0), (1.0, 0.0, 0.0, 1.0)
    box = box_texture(21, 21, 8, 2, fill, edge)
    pixels = box.pixels

    def point(x: int, y: int) -> tuple[int, ...]:
        return tuple(pixels[(y * 21 + x) * 4 : (y * 21 + x) * 4 + 4])

    assert [point(x, y)[3] for x in (0, 20) for y in (0, 20)] == [0, 0, 0, 0]
    assert point(10, 10) == (0, 255, 0, 255)
    assert {point(10, 0), point(0, 10), point(20, 10), point(10, 20)} == {(255, 0, 0, 255)}
    assert box_texture(21, 21, 8, 2, fill, edge) is box, "made once"
    disc = disc_texture(6.0, 0, fill, None)
    assert disc.size == (14, 14)
    assert disc.pixels[3] == 0 and disc.pixels[(7 * 14 + 7) * 4 + 3] == 255


def test_python_tidies_up_when_nobody_touches_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    import gc

    from tableside.app import gc_schedule

    now, done, counts = [100.0], [], [(0, 0, 0)]
    monkeypatch.setattr(gc_schedule, "monotonic", lambda: now[0])
    monkeypatch.setattr(gc_schedule, "aside", lambda work, _: None)
    before = gc.get_threshold()
    rested: list[float] = []
    quiet = gc_schedule.Calm(lambda: rested.append(now[0]))
    quiet._begin(0)
    try:
        assert gc.get_threshold()[2] > 1000, "never by itself"
        monkeypatch.setattr(gc_schedule.gc, "get_count", lambda: counts[0])
        monkeypatch.setattr(gc_schedule.gc, "collect", lambda *generation: done.append(generation))
        for place, generation in enumerate(((1,), ())):
            counts[0] = (0, *(rounds if n == place else 0 for n, rounds in enumerate(gc_schedule.DUE)))
            quiet._touch()
            quiet._tidy(0)
            assert done == [] and len(rested) == place, "not under a finger"
            now[0] += gc_schedule.REST + 1
            quiet._tidy(0)
            assert done == [generation]
            counts[0] = (0, *(rounds if n == place else 0 for n, rounds in enumerate(gc_schedule.OVERDUE)))
            quiet._touch()
            quiet._tidy(0)
            assert done == [generation, generation], "but not never"
            assert len(rested) == place + 1
            done.clear()
    finally:
        monkeypatch.undo()
        quiet.stop()
    assert gc.get_threshold() == before


def test_files_stand_in_for_a_camera(tmp_path: Path) -> None:
    import numpy as np

    image = np.zeros((60, 90, 3), np.uint8)
    image[:, :45] = (0, 0, 255)
    for name in ("b.jpg", "a.jpg"):
        (tmp_path / name).write_bytes(as_jpeg(image))
    (tmp_path / "notes.txt").write_text("no photo")
    camera = FileCamera(sorted(tmp_path.glob("*.jpg")))
    camera.open()
    assert [file.name for file in camera.files] == ["a.jpg", "b.jpg"]
    assert camera.frame().shape == (60, 90, 3)
    assert camera.still() == (tmp_path / "a.jpg").read_bytes()
    assert camera.still() == (tmp_path / "b.jpg").read_bytes()
    with pytest.raises(NoCamera):
        FileCamera([]).open()
    assert max(smaller(image, 30).shape) == 30
    width, height, raw = pixels(image)
    assert (width, height, len(raw)) == (90, 60, 90 * 60 * 3)
    assert raw[:3] == bytes((255, 0, 0)), "red first, as a texture wants it"
    flat = cut(image, [(0, 0), (45, 0), (45, 60), (0, 60)])
    assert flat.shape == (60, 45, 3)
    assert (flat[5:-5, 5:-5] == (0, 0, 255)).all()


def test_a_minus_is_a_minus_and_a_hyphen_stays_one() -> None:
    assert minus("Nagy-Kis Éva: -8, left-over -2") == "Nagy-Kis Éva: −8, left-over −2"


def test_marks_that_end_at_one_height_stand_side_by_side() -> None:
    from tableside.app.widgets.score_table import abreast

    assert abreast([50, 90, 130], 24) == [0, 0, 0]
    assert abreast([50, 50, 50, 50, 50, 50], 24) == [0, 1, 2, 3, 4, 5], "six level players are all seen"
    assert abreast([70, 50, 110], 24) == [1, 0, 0]
    for heights in ([10, 20, 40, 41, 60, 200], [5, 5, 30, 30, 28]):
        columns = abreast(heights, 24)
        for one in range(len(heights)):
            for other in range(one):
                assert columns[one] != columns[other] or abs(heights[one] - heights[other]) >= 24


def test_what_a_photo_tells_of_a_move_is_put_in_and_the_rest_is_asked() -> None:
    """Slots in any order; a slot with some of its parts keeps them and waits for the others."""
    table = Table(game_of("urcsempeszek"), {}, 3)
    for seat, colour in enumerate(("orange", "black", "pink")):
        table.confirm(move(seat, "colour", colour=colour))
    table.confirm(move(None, "host", player=0))
    play = MoveBuilder(Sitting(table, tuple(Seated(name) for name in "ABC")))  # type: ignore[arg-type]
    play.begin(move(None, "deal", cards=("s01", "s03")))
    assert play.toggled == ["s01", "s03"] and not play.ready
    play.toggle("s02")
    assert play.ready
    play.confirm()
    play.begin(move(None, "bid", tokens=((2,), (), (-1,))))
    assert [pick.slot for pick in play.picks] == ["kind", "tokens"] and play.choices[0].slot == "dice"
    play.begin(move(None, "bid", dice=(("s01", "pink", 3),)))
    assert play.choices[0].slot == "tokens"
