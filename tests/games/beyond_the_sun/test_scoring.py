"""O: eleven categories, live and at the end, and the tiebreaks."""

from dataclasses import replace

from tableside.core.score import Ending as Result
from tableside.games.beyond_the_sun import scoring
from tableside.games.beyond_the_sun.state import Ending, Kept, Phase
from tests.games.beyond_the_sun.scene import Scene


def points(scene: Scene, seat: int = 0) -> dict[str, int]:
    return {line.key: line.points for line in scene.game.score(scene.state) if line.seat == seat}


def test_o2_eleven_categories_each_with_its_rule() -> None:
    lines = [line for line in Scene().game.score(Scene().state) if line.seat == 0]
    assert [line.key for line in lines] == list(scoring.CATEGORIES)
    assert len(lines) == 11
    assert {line.cite.rule for line in lines} == {"O2"}


def test_o2_technologies_by_level() -> None:
    scene = Scene()
    scene.known("II.A", "plazmaagyu")
    scene.known("III.A", "hadiakademia")
    scene.known("III.B", "csillagkapu")
    scene.known("II.B", "rakodohid")
    scene.known("IIII.1", "negyes_nap")
    scene.knows(0, "I.1", "I.2", "II.A", "II.B", "III.A", "III.B", "IIII.1")
    scene.sound()
    found = points(scene)
    assert (found["level_1"], found["level_2"], found["level_3"], found["level_4"]) == (2, 4, 6, 6)


def test_o2_private_technologies_by_level() -> None:
    scene = Scene()
    scene.give(0, private=("plazmaagyu", "hadiakademia"))
    assert points(scene)["private"] == 5


def test_o2_automation_track() -> None:
    scene = Scene()
    scene.discs_off(0, food=2, ore=1)
    assert points(scene)["automation"] == 4
    assert scoring.automation_points((1, 1, 2, 2, 3, 3, 4), 9) == 18


def test_o2_colonies_and_discs_on_the_board() -> None:
    scene = Scene()
    scene.colony(0, "kapteyn", "food", "ore")
    scene.outpost(0, "p4.yard_left", "food")
    scene.outpost(0, "p4.yard_right", "star")
    found = points(scene)
    assert (found["colonies"], found["discs"]) == (5, 2)


def test_o2_highest_power_on_sol_and_in_deep_space_ties_included() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol", 2)
    scene.ship(1, "p4.sol", 1, 1)
    scene.ship(2, "p4.deep", 1)
    assert [points(scene, seat)["highest"] for seat in range(3)] == [1, 1, 1]


def test_o3_nobody_is_highest_where_nobody_is() -> None:
    scene = Scene()
    for seat in range(3):
        scene.ship(seat, "p4.sol")
    assert [points(scene, seat)["highest"] for seat in range(3)] == [0, 0, 0]


def test_o2_event_cards_on_the_board_and_with_a_faction() -> None:
    scene = Scene()
    scene.known("II.A", "plazmaagyu")
    scene.knows(0, "I.1", "II.A")
    scene.outpost(1, "p4.yard_left", "food")
    scene.state = replace(scene.state, kept=(Kept("hirverseny"), Kept("oroksegek", 1), Kept("csillageso")))
    assert [points(scene, seat)["events"] for seat in range(3)] == [2, 3, 0]


def test_o2_an_event_without_a_count_pays_only_its_owner() -> None:
    scene = Scene()
    scene.state = replace(scene.state, kept=(Kept("oroksegek"),))
    assert [points(scene, seat)["events"] for seat in range(3)] == [0, 0, 0]


def test_o2_achievements_by_space() -> None:
    scene = Scene(4)
    for seat in (3, 0, 1):
        scene.claimed(seat, "excellence")
    assert [points(scene, seat)["achievements"] for seat in range(4)] == [4, 2, 0, 6]


def test_manual_points_are_a_line_of_their_own() -> None:
    scene = Scene()
    scene.give(0, bonus=3)
    assert points(scene)["manual"] == 3


def over(scene: Scene) -> None:
    scene.state = replace(scene.state, phase=Phase.OVER, ending=Ending.LAST)


def level(scene: Scene) -> None:
    for seat in range(3):
        scene.give(seat, ore=1)
    over(scene)


def test_o4_fewer_discs_on_the_production_tracks_first() -> None:
    scene = Scene()
    level(scene)
    scene.discs_off(1, food=1)
    scene.give(0, bonus=1)
    scene.give(2, bonus=1)
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.trace[0].rule == "discs"


def test_o4_then_more_population_beside_the_mat() -> None:
    scene = Scene()
    level(scene)
    scene.give(2, population=3)
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == (2,)
    assert [step.rule for step in outcome.trace[:2]] == ["discs", "population"]


def test_o4_population_on_technologies_does_not_count() -> None:
    scene = Scene()
    level(scene)
    scene.knows(0, "I.1")
    scene.give(1, bonus=1, population=3)
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_o4_then_more_ore_then_shared() -> None:
    scene = Scene()
    level(scene)
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)
    assert outcome.ending is Result.SHARED
    scene.give(1, ore=2)
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert [step.rule for step in outcome.trace[:3]] == ["discs", "population", "ore"]


def test_o5_the_score_is_live_at_any_time() -> None:
    scene = Scene()
    before = sum(points(scene).values())
    scene.do(0, "act", space="basic:research_1:0")
    scene.do(0, "research", slot="I.4", using=())
    assert sum(points(scene).values()) == before + 2
    assert scene.game.outcome(scene.state) is None
