"""Chapters A and B, phases 1 and 2: what lies on the table before anybody acts."""

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Illegal, Legal
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules.setup import filled, wanted
from tableside.games.onward_to_venus.state import DISTANCE, LANES, PLANETS, Force, Task
from tests.games.onward_to_venus.scenes import GAME, SHIPPED, do, lay, planet, refuse, roll, scene, there, tiles, top


def opened(seats: int, **options: object):
    """A game as far as the first tiles."""
    state = GAME.setup(GAME.info.settle(options), seats)
    for seat, colour in enumerate(("green", "red", "blue", "yellow", "purple")[:seats]):
        state = do(state, move(seat, "empire", colour=colour))
    state = do(state, move(None, "deal"))
    for seat in range(seats):
        state = do(state, roll(1, 1, 4) if seat == 1 else roll(0, 1, 2))
    return do(state, move(None, "begin"))


def test_A1_three_aliens_seven_tokens_and_eight_planets_are_in_the_census() -> None:
    census = GAME.census(opened(5))
    assert census["aliens"] == 3
    assert census["tokens"] == 7
    assert census["cards"] == 111 + 5 * 4
    assert len(PLANETS) == 8


def test_A2_every_player_takes_another_colour() -> None:
    state = GAME.setup(GAME.info.settle({}), 3)
    refuse(state, move(0, "empire", colour="pink"), "no_such_colour")
    state = do(state, move(0, "empire", colour="red"))
    refuse(state, move(1, "empire", colour="red"), "colour_taken")


def test_A3_a_tile_comes_no_oftener_than_the_copy_has_it() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    refuse(state, lay(state, mars=("tension",) * 3, titan=("tension",) * 2, kuiper=("tension",) * 2), "not_in_bag")


def test_A3_no_box_has_more_than_thirteen_crisis_tiles() -> None:
    state = scene(2, (Task("act", 0), Task("lay")), rubbish=("crisis_1",) * 11)
    made = lay(state, mars=("crisis_1", "crisis_2", "crisis_3"))
    game = SHIPPED
    refused = game.judge(state, made)
    assert isinstance(refused, Illegal)
    assert refused.reason.key == "onward_to_venus.no.too_many_tiles"


def test_A4_a_card_played_goes_to_the_discards() -> None:
    state = do(scene(), move(0, "play", card="lottery"))
    assert state.discards == ("lottery",)
    assert state.players[0].hand == 5


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("venus", "mars", 2), ("earth", "moon", 1), ("mercury", "kuiper", 6), ("earth", "venus", 1), ("moon", "mars", 1)],
)
def test_B1_the_planets_lie_in_a_row_with_earth_and_moon_side_by_side(one: str, other: str, apart: int) -> None:
    assert DISTANCE[one, other] == DISTANCE[other, one] == apart
    assert all(planet in LANES[near] for planet in PLANETS for near in LANES[planet])


def test_B2_everybody_starts_at_earth_with_twelve_pounds_and_six_cards() -> None:
    state = opened(4)
    for player in state.players:
        assert player.on("earth").orbit == Force(infantry=4, cruiser=2)
        assert (player.on("earth").factory, player.money, player.hand) == (1, 12, 6)
    assert state.deck == 111 - 2 * 4


def test_B2_starting_cards_are_ordinary_cards() -> None:
    state = opened(2)
    assert GAME.copy.unseen(state, "deploy") == 2 + 1  # green's own beside the two of the deck
    assert GAME.copy.unseen(state, "tank_up") == 2  # purple is not at the table


def test_B3_the_highest_sum_starts_and_a_burst_is_nothing() -> None:
    state = opened(3)
    assert (state.start, state.turn) == (1, 1)


def test_B3_who_starts_may_be_told_without_the_rolls() -> None:
    todo = (Task("begin"), *(Task("first", n=seat) for seat in (2, 1, 0)))
    state = scene(3, todo, start=None, turn=None, actions=0, period=0, tokens=0)
    state = do(state, roll(0, 3, 4), move(None, "starts", seat=2))
    assert (state.start, state.sums, top(state).kind) == (2, (), "begin")
    refuse(scene(3, todo, start=None), move(None, "starts", seat=7), "no_such_seat")


def test_B3_tied_players_roll_again() -> None:
    todo = (Task("begin"), *(Task("first", n=seat) for seat in (2, 1, 0)))
    state = scene(3, todo, start=None, turn=None, actions=0, period=0, tokens=0)
    state = do(state, roll(0, 3, 4), roll(1, 2, 4), roll(1, 1, 1))
    assert [task.n for task in reversed(state.todo) if task.kind == "first"] == [0, 1]
    state = do(state, roll(2, 2, 2), roll(3, 3, 3))
    assert state.start == 1


@pytest.mark.parametrize(("seats", "tokens"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_ex_1_pass_tokens_are_players_and_two(seats: int, tokens: int) -> None:
    assert opened(seats).tokens == tokens


@pytest.mark.parametrize(("seats", "amount"), [(3, 2), (4, 3)])
def test_ex_2_mercury_gets_two_tiles_with_three_players_and_three_with_four(seats: int, amount: int) -> None:
    state = opened(seats)
    assert wanted(GAME.copy, state)["mercury"] == wanted(SHIPPED.copy, state)["mercury"] == amount
    refuse(state, lay(state).given(mercury=("draw",) * (amount + 1)), "tile_number")
    assert isinstance(SHIPPED.judge(state, lay(state).given(mercury=("draw",) * (amount + 1))), Illegal)


def test_C1_a_new_period_brings_the_tokens_back() -> None:
    state = scene(3, (Task("begin"),), tokens=0, turn=None, start=2)
    state = do(state, move(None, "begin"))
    assert (state.period, state.tokens, state.turn, top(state).kind) == (2, 5, 2, "lay")


def test_C2_tiles_come_face_up_and_leftovers_stay() -> None:
    state = tiles(scene(2, (Task("act", 0), Task("lay"))), "titan", "fortune")
    state = do(state, lay(state, titan=("crisis_4_burst", "tension")))
    assert planet(state, "titan").tiles == ("crisis_4_burst", "fortune", "tension")
    assert top(state).kind == "act"


def test_C2_a_crisis_drawn_on_ganymede_is_discarded_at_once() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    state = do(state, lay(state, ganymede=("crisis_4_burst", "fortune")))
    assert planet(state, "ganymede").tiles == ("fortune",)
    assert state.rubbish == ("crisis_4_burst",)
    assert top(state).kind == "act"


def test_C2_option_another_tile_comes_to_ganymede_instead() -> None:
    state = scene(2, (Task("act", 0), Task("lay")), options={"ganymede_replaced": True})
    state = do(state, lay(state, ganymede=("crisis_4_burst", "fortune")))
    assert top(state) == Task("replace", None, "ganymede", 1)
    state = do(state, move(None, "replace", tile="crisis_5_burst"), move(None, "replace", tile="trophy"))
    assert planet(state, "ganymede").tiles == ("fortune", "trophy")
    assert state.rubbish == ("crisis_4_burst", "crisis_5_burst")


def test_C2_dead_planets_and_those_with_an_alien_get_nothing() -> None:
    state = there(there(scene(2, (Task("act", 0), Task("lay")), aliens=2), "venus", dead=True), "titan", alien=True)
    named = {planet for planet, amount in wanted(GAME.copy, state).items() if amount}
    assert named == set(PLANETS) - {"venus", "titan"}
    refuse(state, lay(state, titan=("draw",)), "no_tiles_here")


def test_C2_tiles_are_told_in_any_order_and_lie_the_same() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    made = lay(state, mars=("trophy", "draw", "factory"))
    turned = made.given(mars=("factory", "trophy", "draw"))
    assert do(state, made) == do(state, turned)
    missing = move(None, "lay", **{name: value for name, value in made.args if name != "mars"})
    assert isinstance(GAME.judge(state, missing), Illegal)


def test_C2_an_empty_bag_gives_what_it_has() -> None:
    bag = [tile for tile, amount in GAME.copy.bag(scene(2)).items() for _ in range(amount)]
    state = scene(2, (Task("act", 0), Task("lay")), rubbish=tuple(bag[3:]))
    made = filled(GAME.copy, state, bag[:3])
    assert [len(made[planet]) for planet in PLANETS] == [2, 1, 0, 0, 0, 0, 0, 0]
    assert isinstance(GAME.judge(state, made), Legal)
    refuse(state, made.given(mercury=()), "tile_number")


def test_every_effect_of_the_rules_is_a_card_kind() -> None:
    shipped = {record.effect for record in GAME.catalog.table("cards").values()}
    assert shipped == set(Effect)
