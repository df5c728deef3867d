"""Chapters A and B, phases 1 and 2: what lies on the table before anybody acts."""

from collections import Counter

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Illegal, Legal
from tableside.games.onward_to_venus.offers.table import filled
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules.opening import tile_slots
from tableside.games.onward_to_venus.state import DISTANCE, LANES, PLANETS, Force, Task
from tests.games.onward_to_venus.scenes import GAME, do, planet, refuse, roll, scene, there, tiles, top


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
    slots = tile_slots(GAME.copy, state)
    refuse(state, filled(slots, ["tension"] * len(slots)), "not_in_bag")


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
    assert GAME.copy.copies(state, "deploy") == 2 + 1  # green's own beside the two of the deck
    assert GAME.copy.copies(state, "tank_up") == 2  # purple is not at the table


def test_B3_the_highest_sum_starts_and_a_burst_is_nothing() -> None:
    state = opened(3)
    assert (state.start, state.turn) == (1, 1)


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
    slots = tile_slots(GAME.copy, opened(seats))
    assert sum(slot.startswith("mercury") for slot in slots) == amount


def test_C1_a_new_period_brings_the_tokens_back() -> None:
    state = scene(3, (Task("begin"),), tokens=0, turn=None, start=2)
    state = do(state, move(None, "begin"))
    assert (state.period, state.tokens, state.turn, top(state).kind) == (2, 5, 2, "lay")


def lay(state, **given: tuple[str, ...]):
    """A draw with these tiles where named and harmless ones elsewhere."""
    slots = tile_slots(GAME.copy, state)
    left = Counter(GAME.copy.bag(state))
    drawn = []
    for name in dict.fromkeys(slot.split("_")[0] for slot in slots):
        amount = sum(slot.split("_")[0] == name for slot in slots)
        some = list(given.get(name, ()))
        for tile in ("factory", "trophy", "draw", "mine_3", "mine_2"):
            while len(some) < amount and left[tile] > some.count(tile):
                some.append(tile)
                left[tile] -= 1
        drawn += some
    return filled(slots, drawn)


def test_C2_tiles_come_face_up_and_leftovers_stay() -> None:
    state = tiles(scene(2, (Task("act", 0), Task("lay"))), "titan", "fortune")
    state = do(state, lay(state, titan=("crisis_4", "tension")))
    assert planet(state, "titan").tiles == ("crisis_4", "fortune", "tension")
    assert top(state).kind == "act"


def test_C2_a_crisis_drawn_on_ganymede_is_discarded_at_once() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    state = do(state, lay(state, ganymede=("crisis_4", "fortune")))
    assert planet(state, "ganymede").tiles == ("fortune",)
    assert state.rubbish == ("crisis_4",)
    assert top(state).kind == "act"


def test_C2_option_another_tile_comes_to_ganymede_instead() -> None:
    state = scene(2, (Task("act", 0), Task("lay")), options={"ganymede_replaced": True})
    state = do(state, lay(state, ganymede=("crisis_4", "fortune")))
    assert top(state) == Task("replace", None, "ganymede", 1)
    state = do(state, move(None, "replace", tile="crisis_5"), move(None, "replace", tile="trophy"))
    assert planet(state, "ganymede").tiles == ("fortune", "trophy")
    assert state.rubbish == ("crisis_4", "crisis_5")


def test_C2_dead_planets_and_those_with_an_alien_get_nothing() -> None:
    state = there(there(scene(2, (Task("act", 0), Task("lay")), aliens=2), "venus", dead=True), "titan", alien=True)
    named = {slot.split("_")[0] for slot in tile_slots(GAME.copy, state)}
    assert named == set(PLANETS) - {"venus", "titan"}


def test_C2_the_draw_is_written_in_one_way() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    made = lay(state, mars=("draw", "factory", "trophy"))
    turned = made.given(mars_1="trophy", mars_3="draw")
    refuse(state, turned, "tile_order")
    missing = move(None, "lay", **{name: value for name, value in made.args if name != "mars_1"})
    assert isinstance(GAME.judge(state, missing), Illegal)


def test_C2_an_empty_bag_gives_what_it_has() -> None:
    bag = [tile for tile, amount in GAME.copy.bag(scene(2)).items() for _ in range(amount)]
    state = scene(2, (Task("act", 0), Task("lay")), rubbish=tuple(bag[3:]))
    slots = tile_slots(GAME.copy, state)
    assert slots == ("mercury_1", "mercury_2", "venus_1")
    assert isinstance(GAME.judge(state, filled(slots, bag[:3])), Legal)


def test_every_effect_of_the_rules_is_a_card_kind() -> None:
    shipped = {record.effect for record in GAME.catalog.table("cards").values()}
    assert shipped == set(Effect)
