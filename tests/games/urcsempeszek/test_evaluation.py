"""C8, C9, E3, F5: who has won which sector, and the rulebook's own example."""

from itertools import combinations

from tableside.core.moves import move
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.urcsempeszek.rules.placing import shares
from tableside.games.urcsempeszek.state import LAYOUTS, Phase
from tests.games.urcsempeszek.support import (
    GAME,
    A,
    B,
    C,
    D,
    E,
    allowed,
    bid,
    dealt,
    does,
    evaluated,
    points,
    stocked,
    won,
)


def test_c8_a_card_without_dice_goes_back_to_the_box() -> None:
    state = evaluated(3, (A, "pink", 1))
    assert state.box == (B, C) and state.cards == (A,)


def test_c8_the_highest_die_wins() -> None:
    state = evaluated(3, (A, "pink", 2), (A, "black", 5), (A, "orange", 4))
    assert won(state) == {A: (1, 5)}


def test_c8_of_equal_dice_the_higher_speed_token_wins() -> None:
    dice = ((A, "pink", 4), (A, "black", 4))
    assert won(evaluated(3, *dice, tokens=((2,), (1,), (-1,)))) == {A: (1, 4)}
    assert won(evaluated(3, *dice, tokens=((2,), (-1,), (1,)))) == {A: (2, 4)}


def test_c8_losing_dice_go_back_at_once_and_winning_dice_stay() -> None:
    state = evaluated(3, (A, "pink", 2), (A, "black", 5), (B, "black", 1))
    assert [player.dice for player in state.players] == [2, 0, 2]
    assert GAME.census(state)["dice"] == 6


def test_c8_evaluation_is_the_referees_own_work() -> None:
    table = Table(GAME, {}, 3, start=dealt(3))
    table.confirm(bid(table.state, (A, "pink", 2)))
    assert table.state.phase is Phase.PAY
    assert [entry.auto for entry in table.log.entries] == [False, True]
    said = table.explain(table.log.entries[-1].number)
    assert all(cite is not None for _, cite in said.events)


def test_c8_when_nobody_bids_the_refill_follows() -> None:
    state = evaluated(3)
    assert state.phase is Phase.REFILL and len(state.box) == 3


def test_c9_no_two_players_are_ever_equally_fast() -> None:
    for seats in LAYOUTS:
        for share in shares(dealt(seats)):
            for first, second in combinations(share, 2):
                assert sum(first) != sum(second)


def test_e3_with_two_players_the_sum_of_the_tokens_breaks_ties() -> None:
    dice = ((A, "orange", 4), (A, "black", 4))
    assert won(evaluated(2, *dice, tokens=((3,), (-1, 0, 1)))) == {A: (0, 4)}
    assert won(evaluated(2, *dice, tokens=((-1, 3), (0, 1)))) == {A: (0, 4)}
    assert won(evaluated(2, *dice, tokens=((-1, 0), (1, 3)))) == {A: (1, 4)}


def test_c5_only_the_higher_of_two_own_dice_counts() -> None:
    state = evaluated(3, (A, "pink", 3), (A, "pink", 5), (A, "black", 4))
    assert won(state) == {A: (2, 5)}
    assert state.players[2].dice == 1


def test_f5_the_top_of_the_tower_wins_and_ties_do_not_exist() -> None:
    state = dealt(3, stacked_dice=True)
    state = does(state, bid(state, (A, "pink", 2), (A, "black", 3), (A, "orange", 6)))
    ruling = allowed(state, move(None, "evaluate"))
    assert [one.kind for one in ruling.events if one.kind.startswith("won")] == ["won"]
    assert ruling.events[0].cite is not None and ruling.events[0].cite.rule == "F5"


def test_ex_1_evaluation_and_payment_with_five_players() -> None:
    """Orange, black, pink, brown and white; the token left in the middle is 1 and goes to white."""
    table = Table(GAME, {}, 5, start=dealt(5))
    result = bid(
        table.state,
        (A, "orange", 3),
        (E, "orange", 5),
        (E, "pink", 3),
        (E, "pink", 6),
        (C, "black", 4),
        (D, "black", 2),
        (C, "white", 4),
        (D, "brown", 1),
        tokens=((2,), (4,), (3,), (-1,), (1,)),
    )
    table.confirm(result)
    state = table.state
    assert state.box == (B,)
    assert won(state) == {A: (0, 3), C: (1, 4), D: (1, 2), E: (2, 6)}
    assert table.to_act() == {0, 1, 2}
    assert [player.dice for player in state.players] == [1, 0, 1, 2, 2]

    orange = table.confirm(move(0, "pay", sector=A, omit=None, cruisers=["blue"]))
    paid = table.explain(orange.number).events[0][0]
    assert paid["energy"] == 3
    assert table.state.players[0].goods == (2, 0, 1, 1), "gives yellow, blue, green, and blue to the cruiser"

    before = stocked(table.state, 1, goods=(1, 2, 2, 2))
    black = does(
        before,
        move(1, "pay", sector=C, omit="red", cruisers=["yellow"]),
        move(1, "pay", sector=D, omit="red", cruisers=[]),
    )
    assert before.players[1].energy - black.players[1].energy == 6
    assert black.players[1].goods == (0, 1, 1, 0)

    pink = does(black, move(2, "pay", sector=E, omit=None, cruisers=[]))
    assert black.players[2].energy - pink.players[2].energy == 6
    assert pink.players[2].goods == (2, 1, 2, 2)
    without_goods = GAME.judge(black, move(2, "pay", sector=E, omit="blue", cruisers=[]))
    assert isinstance(without_goods, Legal), "pink could also omit the one good"

    assert pink.phase is Phase.REFILL
    assert [line["sectors"] for line in points(pink)] == [2, 7, 3, 0, 0]
    assert pink.energy == 3 + 6 + 6
