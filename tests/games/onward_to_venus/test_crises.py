"""Chapter E: crisis dice, levels, and every planet at every level."""

from dataclasses import replace
from typing import Any

import pytest

from tableside.core import manual_edit
from tableside.core.moves import move
from tableside.core.score import Ending
from tableside.games.onward_to_venus.rules.crises import advance_targets, level
from tableside.games.onward_to_venus.rules.turn_order import advancing
from tableside.games.onward_to_venus.state import PLANETS, Force, Presence, State, Task
from tests import contract
from tests.games.onward_to_venus.scenes import (
    GAME,
    act,
    crisis,
    do,
    on,
    planet,
    player,
    refuse,
    roll,
    scene,
    there,
    tiles,
    top,
)

RESOLVE = move(None, "resolve")


def remove(seat: int, where: str, place: str, unit: str, card: str | None = None):
    return move(seat, "remove", planet=where, place=place, unit=unit, card=card)


def forfeit(seat: int, where: str, what: str):
    return move(seat, "forfeit", planet=where, what=what)


def quiet(state: State) -> bool:
    """Nothing but the level is noted."""
    _, events = act(state, RESOLVE)
    contract.check_said(GAME.say_event(state, events[1]))
    return {event.kind for event in events} == {"crisis", "quiet", "next"}


def rolling(**crises: tuple[str, ...]) -> State:
    """The action phase has ended with these crisis tiles about."""
    state = scene(2, (Task("act", 0),), tokens=1, discards=("last_action", "last_action"))
    for where, some in crises.items():
        state = tiles(state, where, *some)
    return do(state, move(0, "token"))


def test_C4_the_crisis_phase_comes_between_actions_and_income() -> None:
    state = do(rolling(venus=("crisis_2_burst",)), roll(1, 1, 1))
    assert [task.kind for task in reversed(state.todo)][-3:] == ["income", "return", "begin"]
    assert top(state) == Task("resolve", None, "venus")
    assert top(do(state, RESOLVE)).kind == "income"


def test_ex_8_crisis_level_two_tiles_and_one_die_are_three() -> None:
    state = crisis("mars", 2, crisis_dice=tuple(int(name == "mars") for name in PLANETS))
    assert level(GAME.copy, state, "mars") == 3


def test_ex_9_crisis_dice_one_burst_goes_to_mars_first() -> None:
    state = rolling(mars=("crisis_2_burst", "crisis_4_burst"), titan=("crisis_4_burst",), kuiper=("crisis_2_burst",))
    assert top(state).kind == "crisis_roll"
    state = do(state, roll(0, 2, 3))
    assert {name: level(GAME.copy, state, name) for name in ("mars", "titan", "kuiper")} == {
        "mars": 3,
        "titan": 1,
        "kuiper": 1,
    }


def test_E1_each_tile_gets_one_die_before_the_next_planet_and_then_it_starts_again() -> None:
    state = do(rolling(mars=("crisis_2_burst",), titan=("crisis_4_burst",)), roll(0, 0, 0))
    assert (level(GAME.copy, state, "mars"), level(GAME.copy, state, "titan")) == (3, 2)


def test_E1_earth_comes_before_the_moon() -> None:
    state = do(rolling(moon=("crisis_2_burst",), earth=("crisis_4_burst",)), roll(0, 1, 1))
    assert (level(GAME.copy, state, "earth"), level(GAME.copy, state, "moon")) == (2, 1)


def test_E1_only_marked_tiles_take_dice() -> None:
    state = do(rolling(venus=("crisis_3",), titan=("crisis_4_burst",)), roll(0, 1, 1))
    assert (level(GAME.copy, state, "venus"), level(GAME.copy, state, "titan")) == (1, 2)


def test_E1_without_a_marked_tile_nothing_is_rolled() -> None:
    assert top(rolling(venus=("crisis_3",))) == Task("resolve", None, "venus")
    assert top(rolling()).kind == "income"


def test_E1_option_all_crisis_tiles_take_dice() -> None:
    state = scene(2, (Task("act", 0),), tokens=1, discards=("last_action",) * 2, options={"crisis_dice": "all"})
    state = do(tiles(state, "venus", "crisis_3"), move(0, "token"), roll(0, 0, 1))
    assert level(GAME.copy, state, "venus") == 3


def test_E2_from_mercury_to_kuiper_tiles_stay_and_dice_come_off() -> None:
    state = do(rolling(mercury=("crisis_2_burst",), moon=("crisis_2_burst",)), roll(0, 0, 1))
    assert [task.planet for task in reversed(state.todo) if task.kind == "resolve"][:2] == ["mercury", "venus"]
    state = do(state, RESOLVE, RESOLVE)
    assert state.crisis_dice == (0,) * 8
    assert planet(state, "moon").tiles == ("crisis_2_burst",)
    assert top(state).kind == "income"


# -- Mercury -----------------------------------------------------------------------------------


def mercury(number: int, **changes: object) -> State:
    return on(on(crisis("mercury", number, **changes), 1, "mercury", mine=1), 2, "mercury", factory=1)


def test_E3_mercury_level_1_a_pound_for_a_blind_card() -> None:
    state = do(mercury(1), RESOLVE)
    assert top(state) == Task("hire", 1, "mercury", 1)
    refuse(state, move(1, "steal", victim=1), "no_such_opponent")
    after = do(state, move(1, "steal", victim=0))
    assert [one.hand for one in after.players] == [5, 7, 6]
    assert after.players[1].money == 11
    refuse(player(state, 0, hand=0), move(1, "steal", victim=0), "empty_hand")
    refuse(player(state, 1, money=0), move(1, "steal", victim=0), "cannot_pay")


def test_E3_mercury_level_2_a_pound_for_any_unit() -> None:
    state = player(on(mercury(2), 0, "titan", surface=(0, 1, 0)), 0, hand=0)
    state = do(state, RESOLVE)
    refuse(state, move(1, "steal", victim=2), "other_service")
    after = do(state, move(1, "strike", victim=0, planet="titan", place="surface", unit="tank"))
    assert (after.players[0].on("titan").units, after.players[1].money) == (0, 11)


def test_E3_mercury_level_2_the_owner_may_answer() -> None:
    state = do(on(mercury(2), 0, "titan", surface=(0, 1, 0)), RESOLVE)
    state = do(state, move(1, "strike", victim=0, planet="titan", place="surface", unit="tank"))
    assert GAME.to_act(state) == {0}
    assert do(state, move(0, "answer", card="ignore_burst")).players[0].on("titan").surface.tank == 1


@pytest.mark.parametrize("number", [3, 4, 5])
def test_E3_mercury_level_3_and_more_three_pounds_for_any_building(number: int) -> None:
    state = do(on(mercury(number), 0, "earth", factory=2), RESOLVE)
    after = do(state, move(1, "sabotage", victim=0, planet="earth", what="factory"))
    assert (after.players[0].on("earth").factory, after.players[1].money) == (1, 9)
    refuse(state, move(1, "sabotage", victim=0, planet="earth", what="mine"), "no_such_target")


def test_E3_mercury_is_optional() -> None:
    state = do(mercury(1), RESOLVE, move(1, "decline"))
    assert (state.players[1].money, top(state).kind) == (12, "income")


def test_E3_mercury_a_tie_or_no_income_means_no_controller() -> None:
    tied = on(mercury(1), 2, "mercury", mine=1)
    assert quiet(tied)
    assert quiet(crisis("mercury", 3))


def test_E3_mercury_without_money_there_is_no_service() -> None:
    assert quiet(player(mercury(3), 1, money=2))


# -- Venus -------------------------------------------------------------------------------------


def test_E4_venus_level_1_nothing() -> None:
    assert quiet(on(crisis("venus", 1), 0, "venus", orbit=(3, 0, 0), mine=1))


@pytest.mark.parametrize("number", [2, 3])
def test_E4_venus_level_2_and_3_two_units_each_and_buildings_for_what_is_missing(number: int) -> None:
    state = on(crisis("venus", number), 0, "venus", orbit=(1, 0, 0), surface=(2, 0, 0))
    state = on(on(state, 1, "venus", surface=(0, 1, 0), mine=1, factory=1), 2, "venus", factory=1)
    state = do(state, RESOLVE, remove(0, "venus", "orbit", "infantry"), remove(0, "venus", "surface", "infantry"))
    refuse(state, forfeit(1, "venus", "mine"), "units_first")
    state = do(state, remove(1, "venus", "surface", "tank"), forfeit(1, "venus", "factory"))
    state = do(state, forfeit(2, "venus", "factory"))
    assert [one.on("venus").units for one in state.players] == [1, 0, 0]
    assert [one.on("venus").buildings for one in state.players] == [0, 1, 0]
    assert top(state).kind == "income"
    assert planet(state, "venus").tiles == ("crisis_3",) * number


def test_E4_option_only_the_surface_counts() -> None:
    state = on(crisis("venus", 2, options={"venus_orbit": False}), 0, "venus", orbit=(2, 0, 0), mine=1)
    state = do(state, RESOLVE)
    refuse(state, remove(0, "venus", "orbit", "infantry"), "no_such_loss")
    state = do(state, forfeit(0, "venus", "mine"))
    assert (state.players[0].on("venus").orbit.infantry, top(state).kind) == (2, "income")


@pytest.mark.parametrize("number", [4, 5])
def test_E4_venus_level_4_and_more_independence(number: int) -> None:
    state = on(crisis("venus", number), 0, "venus", orbit=(1, 0, 1), surface=(1, 0, 0), mine=2, factory=1)
    state = do(state, RESOLVE)
    assert state.players[0].on("venus") == Presence()
    assert planet(state, "venus").dead
    assert (planet(state, "venus").tiles, len(state.rubbish)) == ((), number)


def test_E4_a_dead_planet_may_be_orbited_but_not_landed_on() -> None:
    state = there(on(scene(), 0, "earth", orbit=(1, 0, 1)), "venus", dead=True)
    fly = move(0, "move", origin="earth", destination="venus", infantry=1, tank=0, cruiser=1, cards=(), again=())
    state = do(state, fly)
    assert state.players[0].on("venus").orbit == Force(1, 0, 1)
    assert top(state).kind == "act"  # nothing can be claimed there, so nothing is asked
    assert {made.kind for made in GAME.moves(state, 0)}.isdisjoint({"claim", "attack"})


# -- Earth -------------------------------------------------------------------------------------


def test_E5_earth_level_1_nothing() -> None:
    assert quiet(on(crisis("earth", 1), 0, "earth", factory=1))


def test_E5_earth_level_2_the_leader_loses_one_of_his_choice() -> None:
    state = on(on(crisis("earth", 2), 0, "earth", factory=1, mine=1), 1, "earth", factory=1)
    state = do(state, RESOLVE)
    assert top(state) == Task("cede", 0, "earth", 1)
    state = do(state, forfeit(0, "earth", "mine"))
    assert [one.on("earth").buildings for one in state.players] == [1, 1, 0]


def test_E5_earth_level_2_the_tied_all_lose() -> None:
    state = on(on(crisis("earth", 2, start=1), 0, "earth", factory=1), 1, "earth", factory=1)
    state = do(state, RESOLVE, forfeit(1, "earth", "factory"), forfeit(0, "earth", "factory"))
    assert [one.on("earth").buildings for one in state.players] == [0, 0, 0]


def test_E5_earth_level_3_the_leader_loses_two_or_his_only_one() -> None:
    state = on(crisis("earth", 3), 0, "earth", factory=2, mine=1)
    state = do(state, RESOLVE, forfeit(0, "earth", "factory"), forfeit(0, "earth", "factory"))
    assert state.players[0].on("earth").buildings == 1
    alone = do(on(crisis("earth", 3), 0, "earth", factory=1), RESOLVE, forfeit(0, "earth", "factory"))
    assert top(alone).kind == "income"


@pytest.mark.parametrize("number", [4, 6])
def test_E5_earth_level_4_and_more_the_robots_rule_and_everybody_loses(number: int) -> None:
    state = do(crisis("earth", number), RESOLVE)
    outcome = GAME.outcome(state)
    assert GAME.to_act(state) == frozenset()
    assert outcome is not None
    assert (outcome.ending, outcome.winners) == (Ending.ALL_LOSE, ())
    assert outcome.reason.key == "onward_to_venus.ending.robots"


# -- the Moon and Mars -------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
def test_E6_moon_level_1_to_3_nothing(number: int) -> None:
    assert quiet(on(crisis("moon", number), 0, "moon", orbit=(1, 0, 0), mine=1))


@pytest.mark.parametrize("number", [4, 5])
@pytest.mark.parametrize("where", ["moon", "mars"])
def test_E6_E7_moon_and_mars_level_4_and_more_all_perishes_and_earth_is_struck(where: str, number: int) -> None:
    state = on(crisis(where, number, start=1), 0, where, orbit=(1, 0, 1), surface=(0, 1, 0), mine=1, factory=2)
    state = on(on(state, 0, "earth", orbit=(1, 0, 0), factory=1), 1, "earth", surface=(0, 1, 0))
    state = on(state, 2, "titan", orbit=(5, 0, 0))
    state = do(state, RESOLVE)
    assert state.players[0].on(where) == Presence()
    assert planet(state, where).dead and not planet(state, where).tiles
    state = do(state, roll(0, 1, 4))
    assert top(state) == Task("rockets", 1, where, 5)  # the start marker's holder begins, a burst is nought
    refuse(state, remove(1, "titan", "orbit", "infantry"), "no_such_loss")
    state = do(state, remove(1, "earth", "surface", "tank"))
    refuse(state, forfeit(0, "earth", "factory"), "units_first")
    state = do(state, remove(0, "earth", "orbit", "infantry"), forfeit(0, "earth", "factory"))
    assert top(state).kind == "income"  # nothing is left on Earth, two rockets miss
    assert state.players[2].on("titan").units == 5


def test_E6_exactly_as_many_as_the_dice_say() -> None:
    state = on(on(crisis("moon", 4), 0, "earth", orbit=(4, 0, 2)), 1, "earth", orbit=(4, 0, 2))
    state = do(state, RESOLVE, roll(0, 1, 2))
    for seat in (0, 1, 0):
        state = do(state, remove(seat, "earth", "orbit", "infantry"))
    assert top(state).kind == "income"
    assert [one.on("earth").units for one in state.players] == [4, 5, 0]


def test_E6_option_losses_from_anywhere() -> None:
    state = on(crisis("moon", 4, options={"rockets": "anywhere"}), 2, "titan", orbit=(1, 0, 0))
    state = do(state, RESOLVE, roll(1, 1, 1), remove(2, "titan", "orbit", "infantry"))
    assert state.players[2].on("titan").units == 0


def test_E6_all_bursts_strike_nothing() -> None:
    state = do(on(crisis("moon", 4), 0, "earth", orbit=(4, 0, 2)), RESOLVE, roll(0, 0, 0))
    assert top(state).kind == "income"


def test_E7_mars_level_1_nothing() -> None:
    assert quiet(on(crisis("mars", 1), 0, "mars", mine=1))


@pytest.mark.parametrize("number", [2, 3])
def test_E7_mars_level_2_and_3_the_leaders_lose_one(number: int) -> None:
    state = on(on(on(crisis("mars", number), 0, "mars", mine=2), 1, "mars", factory=3), 2, "mars", mine=1)
    state = do(state, RESOLVE, forfeit(0, "mars", "mine"), forfeit(1, "mars", "factory"))
    assert [one.on("mars").buildings for one in state.players] == [1, 2, 1]
    assert top(state).kind == "income"


# -- Ganymede and Titan ------------------------------------------------------------------------


def test_E8_nothing_ever_happens_on_ganymede() -> None:
    state = there(scene(), "ganymede", tiles=("crisis_3",))
    assert [problem.reason.key for problem in GAME.audit(state)] == ["onward_to_venus.no.crisis_on_ganymede"]


def test_E8_the_crisis_phase_passes_ganymede_by() -> None:
    state = do(rolling(mars=("crisis_3",), titan=("crisis_3",)), RESOLVE)
    assert top(state) == Task("resolve", None, "titan")


def test_E9_titan_level_1_nothing() -> None:
    assert quiet(on(crisis("titan", 1), 0, "titan", mine=1))


def test_E9_titan_level_2_a_pound_for_each_building_there() -> None:
    state = on(on(crisis("titan", 2), 0, "titan", mine=2, factory=1), 0, "kuiper", mine=3)
    state = do(state, RESOLVE)
    assert (state.players[0].money, top(state).kind) == (9, "income")


def test_E9_titan_level_2_what_cannot_be_paid_returns() -> None:
    state = player(on(crisis("titan", 2), 0, "titan", mine=1, factory=2), 0, money=1)
    state = do(state, RESOLVE)
    refuse(state, move(0, "tribute"), "cannot_pay")
    state = do(state, forfeit(0, "titan", "factory"), forfeit(0, "titan", "factory"))
    assert (state.players[0].on("titan").mine, state.players[0].money, top(state).kind) == (1, 0, "income")


@pytest.mark.parametrize("number", [3, 4])
def test_E9_titan_level_3_and_more_titan_ganymede_and_kuiper(number: int) -> None:
    state = on(on(crisis("titan", number), 0, "titan", mine=1), 0, "ganymede", factory=1)
    state = player(on(state, 0, "kuiper", mine=1), 0, money=2)
    state = do(state, RESOLVE)
    assert not list(manual_edit.out_of_bounds(GAME, state, len(state.players)))
    state = do(state, forfeit(0, "ganymede", "factory"))
    assert (state.players[0].money, state.players[0].count("mine"), state.players[0].count("factory")) == (0, 2, 0)


def test_E9_option_who_can_pay_may_refuse() -> None:
    state = on(crisis("titan", 2, options={"titan_refusal": True}), 0, "titan", mine=1, factory=1)
    state = do(state, RESOLVE, forfeit(0, "titan", "factory"), move(0, "tribute"))
    assert (state.players[0].money, state.players[0].on("titan").mine) == (11, 1)


# -- the Kuiper Belt ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2])
def test_E10_kuiper_level_1_and_2_nothing(number: int) -> None:
    assert quiet(on(crisis("kuiper", number), 0, "kuiper", mine=1))


@pytest.mark.parametrize("number", [3, 5])
def test_E10_kuiper_level_3_and_more_the_invasion(number: int) -> None:
    state = on(on(crisis("kuiper", number), 0, "titan", orbit=(1, 0, 0), mine=1), 1, "ganymede", surface=(1, 0, 0))
    state = do(tiles(state, "titan", "fortune"), RESOLVE)
    assert [name for name in PLANETS if planet(state, name).alien] == ["ganymede", "titan", "kuiper"]
    assert state.players[0].on("titan") == state.players[1].on("ganymede") == Presence()
    assert planet(state, "titan").tiles == ("fortune",)
    assert (state.aliens, state.invaded) == (0, 0)


def survivors(*where: str, invaded: int = 0, beaten: int = 0, **changes: Any) -> State:
    state = crisis("kuiper", 0, aliens=0, invaded=invaded, **changes)
    for name in where:
        state = there(state, name, alien=True)
    return player(state, 2, aliens=beaten)


@pytest.mark.parametrize(
    ("alive", "attacked"), [(3, ("mars", "moon", "earth")), (2, ("mars", "moon")), (1, ("mars",)), (0, ())]
)
def test_ex_13_invasion_the_survivors_advance(alive: int, attacked: tuple[str, ...]) -> None:
    assert advance_targets(0, alive) == attacked


def test_ex_13_invasion_three_survivors_reach_earth_and_everybody_loses() -> None:
    state = do(survivors("kuiper", "titan", "ganymede"), RESOLVE)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ending, outcome.winners, outcome.reason.key) == (
        Ending.ALL_LOSE,
        (),
        "onward_to_venus.ending.aliens",
    )


def test_ex_13_invasion_two_survivors_take_mars_and_moon_and_all_there_returns() -> None:
    state = on(on(survivors("kuiper", "titan", beaten=1), 0, "mars", mine=2), 1, "moon", orbit=(1, 0, 1))
    state = do(tiles(state, "mars", "draw"), RESOLVE)
    assert [name for name in PLANETS if planet(state, name).alien] == ["moon", "mars"]
    assert state.players[0].on("mars") == state.players[1].on("moon") == Presence()
    assert planet(state, "mars").tiles == ("draw",)
    assert state.invaded == 2


def test_ex_13_invasion_one_survivor_takes_mars() -> None:
    state = do(survivors("ganymede", beaten=2), RESOLVE)
    assert [name for name in PLANETS if planet(state, name).alien] == ["mars"]


@pytest.mark.parametrize(
    ("where", "invaded", "reached"),
    [(("mars",), 1, ["moon"]), (("mars", "moon"), 2, None), (("moon",), 2, None), (("mars",), 2, None)],
)
def test_E10_a_further_crisis_phase_goes_on_along_the_way(
    where: tuple[str, ...], invaded: int, reached: list[str] | None
) -> None:
    onward = survivors(*where, invaded=invaded, beaten=3 - len(where), options={"alien_advance": "onward"})
    state = do(onward, RESOLVE)
    if reached is None:
        assert state.end == "aliens"
    else:
        assert [name for name in PLANETS if planet(state, name).alien] == reached


@pytest.mark.parametrize("where", [("mars",), ("mars", "moon"), ("moon",)])
def test_E10_by_the_book_the_survivors_advance_only_once(where: tuple[str, ...]) -> None:
    state = survivors(*where, invaded=len(where), beaten=3 - len(where))
    assert not advancing(state)
    assert advancing(replace(state, invaded=0))


def test_E10_no_second_invasion() -> None:
    state = player(crisis("kuiper", 4, aliens=0, invaded=1), 0, aliens=3)
    assert quiet(state)


def test_E10_in_the_phase_of_the_invasion_nobody_advances() -> None:
    state = do(crisis("kuiper", 3), RESOLVE)
    assert state.invaded == 0
    assert top(state).kind == "income"
