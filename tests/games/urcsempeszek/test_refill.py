"""C16 to C18 and E3: the common pool, in descending speed."""

from dataclasses import replace

import pytest

from tableside.core.moves import Move, move
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.urcsempeszek.state import Phase, taken
from tableside.language import language
from tests import contract
from tests.games.urcsempeszek.support import GAME, allowed, does, kinds, refilling, refused, stocked

RICH = (2, 2, 2, 2)


def take(seat: int, red: int = 0, blue: int = 0, green: int = 0, yellow: int = 0) -> Move:
    return move(seat, "take_goods", red=red, blue=blue, green=green, yellow=yellow)


def test_c16_the_highest_token_refills_first() -> None:
    state = refilling(4, tokens=((1,), (3,), (-1,), (2,)), energy=9, goods=RICH)
    order = []
    while state.phase is Phase.REFILL:
        (seat,) = GAME.to_act(state)
        assert seat is not None
        order.append(seat)
        refused(state, move((seat + 1) % 4, "pass"), "core.not_your_turn", "turn")
        state = does(state, move(seat, "pass"))
    assert order == [1, 3, 0, 2]


def test_c16_up_to_the_token_in_energy_or_goods() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=9, goods=RICH)
    assert does(state, move(0, "take_energy", amount=3)).players[0].energy == 8
    assert does(state, take(0, red=1, blue=2)).players[0].goods == (2, 3, 1, 1)
    refused(state, move(0, "take_energy", amount=4), "take_up_to", "C16")
    refused(state, move(0, "take_energy", amount=0), "take_up_to", "C16")
    refused(state, take(0, red=2, blue=2), "take_up_to", "C16")
    refused(state, take(0), "take_up_to", "C16")


def test_c16_only_what_is_in_the_pool() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=1, goods=(1, 0, 0, 0))
    refused(state, move(0, "take_energy", amount=2), "take_up_to", "C16")
    refused(state, take(0, blue=1), "not_in_pool", "C16")
    refused(state, take(0, red=-1, blue=0), "not_in_pool", "C16")
    assert {(made.kind, made.get("amount")) for made in GAME.moves(state, 0)} == {
        ("take_energy", 1),
        ("take_goods", None),
        ("pass", None),
        ("all_refill", None),
    }


def test_c16_a_player_may_decline() -> None:
    state = refilling(4, energy=9)
    after = does(state, move(0, "pass"))
    assert after.players[0].energy == 5 and after.players[0].tokens == ()


def test_c16_the_token_goes_back_after_the_refill() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=9)
    assert does(state, move(0, "pass")).speed == (3,)


def test_c16_with_an_empty_pool_there_is_nothing_to_choose() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)))
    table = Table(GAME, {}, 4, start=state)
    table.run_routine()
    assert table.to_act() == {3}, "only the holder of the -1 can do something"


def test_c17_the_minus_one_token_may_put_in_one_energy_or_one_good() -> None:
    state = refilling(3, tokens=((2,), (1,), (-1,)))
    state = does(state, move(None, "skip"), move(None, "skip"))
    energy = does(state, move(2, "put_energy"))
    assert (energy.players[2].energy, energy.energy) == (11, 1)
    good = does(state, move(2, "put_good", good="green"))
    assert (good.players[2].goods, good.goods) == ((3, 3, 2, 3), (0, 0, 1, 0))
    assert isinstance(GAME.judge(state, move(2, "pass")), Legal)
    refused(state, move(2, "put_good", good="gold"), "no_such_good", "C17")
    refused(stocked(state, 2, goods=(1, 1, 0, 1)), move(2, "put_good", good="green"), "no_good_to_put", "C17")
    refused(stocked(state, 2, energy=0), move(2, "put_energy"), "no_energy_to_put", "C17")


def test_c17_the_minus_one_token_takes_nothing() -> None:
    state = refilling(3, tokens=((2,), (1,), (-1,)), energy=5, goods=RICH)
    state = does(state, move(0, "pass"), move(1, "pass"))
    refused(state, move(2, "take_energy", amount=1), "minus_one_takes_nothing", "C17")
    refused(state, take(2, red=1), "minus_one_takes_nothing", "C17")


def test_c17_only_the_minus_one_token_puts_in() -> None:
    state = refilling(3, energy=5)
    refused(state, move(0, "put_energy"), "put_only_with_minus_one", "C17")


def test_c17_the_zero_token_gives_nothing() -> None:
    state = refilling(6, tokens=((0,), (4,), (3,), (2,), (1,), (-1,)), energy=9)
    for seat in (1, 2, 3, 4):
        state = does(state, move(seat, "pass"))
    assert GAME.routine(state) == move(None, "skip")


def test_c18_with_all_tokens_back_the_next_round_begins() -> None:
    state = refilling(3, tokens=((2,), (1,), (-1,)), energy=1)
    state = does(state, move(0, "pass"), move(1, "pass"))
    assert kinds(allowed(state, move(2, "pass")).events) == ("passed", "token_back", "round_over")
    state = does(state, move(2, "pass"))
    assert (state.phase, state.speed, state.round) == (Phase.DEAL, (-1, 1, 2), 2)
    assert all(player.dice == 2 and not player.tokens for player in state.players)


@pytest.mark.parametrize(
    ("tokens", "speed"),
    [
        (((1, 3), (-1, 0)), 4),
        (((-1, 3), (0, 1)), 2),
        (((-1, 0, 3), (1,)), 2),
        (((0, 3), (-1, 1)), 3),
        (((0, 1, 3), (-1,)), 4),
    ],
)
def test_e3_with_two_players_the_sum_is_taken(tokens: tuple[tuple[int, ...], ...], speed: int) -> None:
    state = refilling(2, tokens=tokens, energy=9)
    assert GAME.to_act(state) == {0}
    allowed(state, move(0, "take_energy", amount=speed))
    refused(state, move(0, "take_energy", amount=speed + 1), "take_up_to", "E3")


@pytest.mark.parametrize("other", [((1, 3), (-1, 0)), ((0, 1, 3), (-1,))])
def test_e3_a_sum_of_minus_one_may_put_something_in(other: tuple[tuple[int, ...], ...]) -> None:
    state = does(refilling(2, tokens=other, energy=9), move(0, "pass"))
    allowed(state, move(1, "put_energy"))


def test_e3_the_minus_one_among_higher_tokens_only_lowers_the_sum() -> None:
    state = refilling(2, tokens=((-1, 3), (0, 1)), energy=9)
    refusal = refused(state, move(0, "put_energy"), "put_only_with_sum", "E3")
    assert "Nálad van a −1-es" in language("hu").say(refusal.reason), "nobody denies what lies on the table"
    state = refilling(2, tokens=((-1, 1), (0, 3)), energy=9)
    state = does(state, move(1, "pass"))
    assert GAME.routine(state) == move(None, "skip"), "a sum of 0 gives nothing"


def test_e3_option_the_holder_of_the_minus_one_may_put_in_beside_other_tokens() -> None:
    state = refilling(2, tokens=((-1, 3), (0, 1)), energy=9, minus_one="holder")
    assert {made.kind for made in GAME.moves(state, 0)} == {
        *("take_energy", "put_energy", "put_good", "pass", "all_refill")
    }
    assert does(state, move(0, "put_energy")).energy == 10
    refused(state, move(0, "take_energy", amount=3), "take_up_to", "E3")
    state = does(refilling(2, tokens=((-1, 1), (0, 3)), energy=9, minus_one="holder"), move(1, "pass"))
    assert GAME.routine(state) is None and GAME.to_act(state) == {0}, "with a sum of 0 the player is asked"
    refused(state, move(0, "take_energy", amount=1), "take_up_to", "E3")
    other = does(refilling(2, tokens=((-1, 1), (0, 3)), energy=9, minus_one="holder"), move(1, "pass"))
    assert {made.kind for made in GAME.moves(other, 0)} == {"put_energy", "put_good", "pass"}


def test_in_the_last_round_taking_is_pointed_out() -> None:
    state = replace(refilling(3, energy=9), galaxies=0)
    legal = GAME.judge(state, move(0, "take_energy", amount=2))
    assert isinstance(legal, Legal) and [caution.key for caution in legal.cautions] == ["last_round_take"]
    state = replace(refilling(3, tokens=((2,), (1,), (-1,))), galaxies=0)
    for _ in range(2):
        ruling = GAME.judge(state, move(None, "skip"))
        assert isinstance(ruling, Legal)
        for happened in ruling.events:
            state = GAME.apply(state, happened)
    legal = GAME.judge(state, move(2, "pass"))
    assert isinstance(legal, Legal) and [caution.key for caution in legal.cautions] == ["last_round_put"]
    assert kinds(legal.events)[-1] == "game_over"


def test_a_refill_is_one_tap_first_what_there_is_less_of() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=9, goods=RICH)
    state = stocked(state, 0, goods=(2, 0, 1, 1))
    (choice,) = GAME.choices(state, Move(0, ""))
    fullest = (take(0, blue=2, green=1), take(0, blue=2, yellow=1), take(0, blue=1, green=1, yellow=1))
    assert choice.ready[0] in fullest, "5 energy and 4 goods: goods that even out the stock"
    assert [made.kind for made in choice.ready[1:3]] == ["all_refill"] * 2
    assert choice.ready[-1] == move(0, "pass") and len(choice.ready) == 12
    (choice,) = GAME.choices(stocked(state, 0, energy=3), Move(0, ""))
    assert choice.ready[0] == move(0, "take_energy", amount=3), "3 energy and 4 goods: energy"
    last = GAME.choices(replace(state, galaxies=0), Move(0, ""))[0].ready
    assert last[0] == move(0, "pass") and len(last) == 2, "in the last round nobody is advised to take"
    assert last[1]["loads"][:3] == ((0, 0, 0, 0, 0),) * 3, "neither with the others"


def test_every_full_load_of_goods_is_one_tap_and_fewer_are_told_colour_by_colour() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=9, goods=(1, 2, 0, 3))
    state = stocked(state, 0, goods=(0, 3, 3, 3))
    (choice,) = GAME.choices(state, Move(0, "take_goods"))
    full = [made for made in GAME.moves(state, 0) if made.kind == "take_goods" and sum(taken(made)) == 3]
    assert len(full) == 6 and sorted(choice.ready, key=repr) == sorted(full, key=repr)
    assert choice.ready[0]["red"] == 1, "first what evens out the stock"
    assert [offer.value for offer in choice.offers] == [0, 1] and not choice.complete
    poor = refilling(4, tokens=((3,), (2,), (1,), (-1,)), goods=(0, 2, 0, 0))
    (choice,) = GAME.choices(poor, Move(0, "take_goods"))
    assert choice.ready == (take(0, blue=2),), "no more than there is"


def test_on_a_button_a_refill_or_a_payment_is_told_without_who_is_asked() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=9, goods=RICH)
    said = {made: language("hu").say(GAME.say_ready(state, made)) for made in GAME.suggest(state, 0)}
    assert said[move(0, "take_energy", amount=3)] == "3 energia"
    assert said[take(0, red=1, blue=1, green=1)] == "1 piros, 1 kék, 1 zöld"
    together = next(words for made, words in said.items() if made.kind == "all_refill")
    assert together.startswith("Mindenki: ") and "semmi" not in together, "who takes nothing is left out"
    nothing = move(0, "all_refill", loads=((0, 0, 0, 0, 0),) * 4)
    assert language("hu").say(GAME.say_ready(state, nothing)) == "Senki nem tölt fel"


# -- everybody at once ---------------------------------------------------------------------------


def test_everybody_refills_with_one_tap_the_fastest_first() -> None:
    state = refilling(4, tokens=((1,), (3,), (-1,), (2,)), energy=4, goods=(1, 1, 0, 0))
    together = next(made for made in GAME.suggest(state, 1) if made.kind == "all_refill")
    alone = state
    while alone.phase is Phase.REFILL:
        (seat,) = GAME.to_act(alone)
        routine = GAME.routine(alone)
        alone = does(alone, GAME.suggest(alone, seat)[0] if routine is None else routine)
    after = does(state, together)
    assert after == alone and after.phase is Phase.DEAL, "the same as each by himself"
    said = language("hu").say(GAME.say_move(state, together))
    assert said.startswith("Mindenki így tölt fel:") and said.index("fekete") < said.index("barna"), said


def test_everybody_takes_energy_or_everybody_goods_with_one_tap() -> None:
    state = refilling(4, tokens=((1,), (3,), (-1,), (2,)), energy=9, goods=RICH)
    state = stocked(stocked(state, 1, energy=1), 3, goods=(0, 0, 1, 0))
    ways = [made["loads"] for made in GAME.suggest(state, 1) if made.kind == "all_refill"]
    assert len(ways) == 4, "each what there is less of, all energy, all goods, and one more mixture"
    assert any(load[0] for load in ways[3]) and any(any(load[1:]) for load in ways[3])
    assert [load[0] for load in ways[1]] == [3, 2, 1, 0]
    assert [sum(load[1:]) for load in ways[2]] == [3, 2, 1, 0]


def test_of_several_refills_each_is_judged_as_alone() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=4, goods=(1, 0, 0, 0))
    nothing = (0, 0, 0, 0, 0)

    def loads(*own: tuple[int, ...]) -> Move:
        return move(0, "all_refill", loads=(*own, *(nothing,) * (4 - len(own))))

    assert does(state, loads((3, 0, 0, 0, 0), (0, 1, 0, 0, 0), nothing, (-1, 0, 0, 0, 0))).energy == 2
    assert does(state, loads(nothing, nothing, nothing, (0, 0, -1, 0, 0))).goods == (1, 1, 0, 0)
    refused(state, loads((4, 0, 0, 0, 0)), "take_up_to", "C16")
    refused(state, loads((3, 0, 0, 0, 0), (2, 0, 0, 0, 0)), "take_up_to", "C16")
    refused(state, loads((0, 0, 1, 0, 0)), "not_in_pool", "C16")
    refused(state, loads((1, 1, 0, 0, 0)), "energy_or_goods", "C16")
    refused(state, loads((-1, 0, 0, 0, 0)), "put_only_with_minus_one", "C17")
    refused(state, loads(nothing, nothing, nothing, (-2, 0, 0, 0, 0)), "put_one", "C17")
    refused(state, loads(nothing, nothing, nothing, (1, 0, 0, 0, 0)), "minus_one_takes_nothing", "C17")
    refused(state, move(0, "all_refill", loads=(nothing,)), "load_for_each", "C16")


def test_the_last_to_refill_is_not_told_as_everybody() -> None:
    state = refilling(4, tokens=((3,), (2,), (1,), (-1,)), energy=4)
    for seat in range(3):
        state = does(state, move(seat, "pass"))
    assert "all_refill" not in {made.kind for made in GAME.moves(state, 3)}


@pytest.mark.parametrize("seats", range(2, 7))
def test_whatever_is_ready_can_be_done(seats: int) -> None:
    played = contract.play(GAME, GAME.info.settle({"minus_one": "holder"}), seats, "ready")
    for state in played.states:
        for seat in GAME.to_act(state):
            for made in GAME.suggest(state, seat):
                allowed(state, made)
