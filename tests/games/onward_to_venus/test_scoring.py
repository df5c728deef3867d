"""Chapter G: the end, majorities, tiles and tiebreaks."""

import pytest

from tableside.core.moves import move
from tableside.core.score import Ending, totals
from tableside.games.onward_to_venus.scoring import Tally, outcome, places
from tableside.games.onward_to_venus.state import PLANETS, Task
from tests.games.onward_to_venus.scenes import GAME, do, on, player, scene


def points(state, seat: int, key: str) -> int:
    return next(line.points for line in GAME.score(state) if (line.seat, line.key) == (seat, key))


def tally(income: int = 0, buildings: int = 0, trophies: int = 0, marker: bool = False) -> Tally:
    """Income is on the Moon, where hexagons are known from the rulebook."""
    incomes = {planet: income if planet == "moon" else 0 for planet in PLANETS}
    return Tally(incomes, buildings, trophies, 0, 0, marker)


def test_G1_after_the_third_period_the_game_is_over() -> None:
    state = do(scene(3, (Task("finish"),), period=3, turn=None), move(None, "finish"))
    assert GAME.to_act(state) == frozenset()
    assert GAME.outcome(state) is not None


@pytest.mark.parametrize(("period", "after"), [(1, "begin"), (2, "begin"), (3, "finish")])
def test_G1_three_periods(period: int, after: str) -> None:
    state = scene(2, period=period, tokens=1, discards=("last_action",) * 2)
    state = do(state, move(0, "token"), move(None, "income"), move(None, "return"))
    assert state.top == Task(after)


def test_ex_10_moon_scoring_nine_then_five_each_then_three() -> None:
    state = on(scene(4), 0, "moon", factory=1, mine=1)
    state = on(on(on(state, 1, "moon", mine=1), 2, "moon", mine=1), 3, "moon", factory=1)
    assert [points(state, seat, "moon") for seat in range(4)] == [9, 5, 5, 3]


def test_G2_a_tie_for_the_first_place_does_not_skip_the_second() -> None:
    assert places([5, 5, 3, 0, 2]) == (0, 0, 1, None, 2)


def test_G2_without_income_there_are_no_points() -> None:
    state = on(scene(2), 0, "moon", mine=1)
    assert [points(state, seat, "moon") for seat in range(2)] == [9, 0]


def test_G2_a_planet_with_two_hexagons_has_no_third_place() -> None:
    state = scene(3)
    for seat, mines in enumerate((3, 2, 1)):
        state = on(state, seat, "titan", mine=mines)
    assert [points(state, seat, "titan") for seat in range(3)] == [7, 3, 0]


def test_G3_trophies_and_crises_one_aliens_two_money_and_units_nothing() -> None:
    state = player(scene(2), 0, kept=("crisis_3", "trophy", "trophy"), aliens=2, money=99)
    state = on(state, 0, "mars", orbit=(5, 5, 5))
    assert [points(state, 0, key) for key in ("trophies", "crises", "aliens")] == [2, 1, 4]
    assert totals(GAME.score(state), 2) == (7, 0)


def test_G4_the_start_marker_breaks_the_tie() -> None:
    found = outcome(GAME.copy, [tally(trophies=2, buildings=9), tally(trophies=2, marker=True)], "done")
    assert (found.winners, found.ending) == ((1,), Ending.WON)
    assert [step.rule for step in found.trace] == ["marker"]


def test_G4_then_more_mines_and_factories() -> None:
    third = tally(marker=True)
    found = outcome(GAME.copy, [tally(trophies=2, buildings=3), tally(trophies=2, buildings=4), third], "done")
    assert found.winners == (1,)
    assert [step.rule for step in found.trace] == ["marker", "buildings"]


def test_G4_then_more_points_from_tiles() -> None:
    found = outcome(GAME.copy, [tally(trophies=9, buildings=1), tally(income=3, buildings=1)], "done")
    assert totals(found.lines, 2) == (9, 9)
    assert found.winners == (0,)
    assert [step.rule for step in found.trace] == ["marker", "buildings", "tiles"]


def test_G4_then_the_victory_is_shared() -> None:
    found = outcome(GAME.copy, [tally(trophies=1), tally(trophies=1), tally()], "done")
    assert (found.winners, found.ending) == ((0, 1), Ending.SHARED)
    assert found.ranks == ((0, 1), (2,))


def test_manual_points_have_a_line_of_their_own() -> None:
    state = player(scene(2), 1, bonus=4)
    assert points(state, 1, "manual") == 4
