"""D1 to D3 and F2 to F4: the end, the score, the ties, and the rulebook's examples of them."""

from dataclasses import replace

import pytest

from tableside.core.moves import move
from tableside.core.score import Ending, totals
from tableside.core.table import Table
from tableside.games.urcsempeszek.scoring import Card, Holding, lines, majority, outcome, worth
from tableside.games.urcsempeszek.state import Phase, Settings, State
from tests import contract
from tests.games.urcsempeszek.support import GAME, A, C, E, dealt, having, kinds, opened, points, refilling

PLAIN = Settings()
STATIONS = Settings(stations=True)
SHIPS = Settings(favourite_ships=True)


def holding(*planets: int, lost: int = 0, energy: int = 0, goods: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Holding:
    """Face-up cards with so many planets, one face-down card."""
    unpaid = (Card(uncoloured=lost),) if lost else ()
    return Holding(tuple(Card(uncoloured=size) for size in planets), unpaid, energy, goods)


def with_ships(favourites: tuple[str, ...], *cards: tuple[str, ...]) -> Holding:
    """Face-up cards of one planet with these ships."""
    return Holding(tuple(Card(uncoloured=1, ships=ships) for ships in cards), (), 0, (0, 0, 0, 0), ships=favourites)


# -- the end -----------------------------------------------------------------------------------


def test_d1_the_game_ends_with_the_last_galaxys_refill() -> None:
    state = replace(refilling(3, tokens=((2,), (1,), (-1,))), galaxies=0)
    assert GAME.outcome(state) is None
    for _ in range(2):
        for happened in GAME.judge(state, move(None, "skip")).events:  # type: ignore[union-attr]
            state = GAME.apply(state, happened)
    ruling = GAME.judge(state, move(2, "pass"))
    assert kinds(ruling.events)[-1] == "game_over"  # type: ignore[union-attr]
    for happened in ruling.events:  # type: ignore[union-attr]
        state = GAME.apply(state, happened)
    assert state.phase is Phase.OVER and GAME.to_act(state) == frozenset()
    assert GAME.outcome(state) is not None


@pytest.mark.parametrize(("seats", "galaxies"), [(2, 8), (3, 8), (4, 8), (5, 6), (6, 6)])
def test_d1_a_whole_game_has_as_many_rounds_as_galaxies(seats: int, galaxies: int) -> None:
    played = contract.play(GAME, GAME.info.settle({}), seats, "rounds")
    assert sum(1 for made in played.moves if made.kind == "deal") == galaxies
    assert sum(1 for events in played.events for one in events if one.kind == "game_over") == 1


# -- points ------------------------------------------------------------------------------------


def test_d2_planets_count_and_leftovers_and_unpaid_planets_cost() -> None:
    everyone = (holding(4, 3, lost=2, energy=3, goods=(1, 0, 2, 0)), holding())
    points = {line.key: line.points for line in lines(everyone, PLAIN) if line.seat == 0}
    assert points == {"sectors": 7, "energy": -3, "goods": -3, "lost": -2}
    assert all(line.cite.rule == "D2" for line in lines(everyone, PLAIN))


def test_d2_the_score_is_there_at_any_time() -> None:
    state = opened(4)
    assert points(state) == ({"sectors": 0, "energy": -12, "goods": -12, "lost": 0},) * 4
    assert points(dealt(5))[0]["energy"] == -9


def test_d2_points_given_by_hand_are_a_line_of_their_own() -> None:
    table = Table(GAME, {}, 3, start=opened(3))
    table.adjust("players.1.bonus", 4, "house rule")
    assert [(line.seat, line.points) for line in table.score() if line.key == "manual"] == [(1, 4)]


def test_ex_3_end_score() -> None:
    seven = holding(5, 4, 4, 3, 2, 2, 1, lost=2, goods=(0, 1, 1, 0))
    assert len(seven.paid) + len(seven.lost) == 8
    assert totals(lines((seven, holding()), PLAIN), 2)[0] == 21 - 2 - 2 == 17


# -- ties --------------------------------------------------------------------------------------


def ranks(*everyone: Holding) -> tuple[tuple[tuple[int, ...], ...], list[str], Ending]:
    result = outcome(everyone, PLAIN)
    return result.ranks, [step.rule for step in result.trace], result.ending


def test_d3_the_highest_score_wins_without_a_tiebreak() -> None:
    assert ranks(holding(3), holding(4)) == (((1,), (0,)), [], Ending.WON)


def test_d3_level_scores_fewer_goods_win() -> None:
    assert ranks(holding(4, goods=(0, 0, 0, 2)), holding(4, energy=2)) == (((1,), (0,)), ["goods"], Ending.WON)


def test_d3_then_less_energy_wins() -> None:
    first = holding(5, energy=3, goods=(1, 0, 0, 0))
    second = holding(2, energy=0, goods=(0, 1, 0, 0))
    assert ranks(first, second) == (((1,), (0,)), ["goods", "energy"], Ending.WON)


def test_d3_then_more_paid_sectors_win_and_unpaid_ones_do_not_count() -> None:
    first = holding(4, lost=1)
    second = holding(1, 2)
    assert ranks(first, second) == (((1,), (0,)), ["goods", "energy", "sectors"], Ending.WON)


def test_d3_else_the_game_is_played_again() -> None:
    places, trace, ending = ranks(holding(4, 1), holding(3, 2), holding(1))
    assert places == ((0, 1), (2,))
    assert trace == ["goods", "energy", "sectors"]
    assert ending is Ending.REPLAY
    assert outcome((holding(4, 1), holding(3, 2)), PLAIN).winners == ()


def test_d3_a_tie_behind_the_winner_is_broken_too_and_calls_for_no_replay() -> None:
    places, trace, ending = ranks(holding(9), holding(4, energy=1), holding(4, goods=(1, 0, 0, 0)), holding(3))
    assert places == ((0,), (3,), (1,), (2,))
    assert (ending, trace) == (Ending.WON, ["goods", "energy"])


# -- stations ----------------------------------------------------------------------------------

FOUR = Card(planets=("red", "red", "blue", "blue"), station=True)


def favouring(*planets: str) -> Holding:
    return Holding((), (), 0, (0, 0, 0, 0), planets=planets)


def test_ex_4_station() -> None:
    anna, bela, csaba, dani = (
        favouring("red", "yellow"),
        favouring("red", "blue"),
        favouring("green", "yellow"),
        favouring("blue", "green"),
    )
    assert [worth(FOUR, player, STATIONS) for player in (anna, bela, csaba, dani)] == [2, 4, 0, 2]


def test_f2_without_the_rule_a_station_changes_nothing() -> None:
    assert worth(FOUR, favouring("green", "yellow"), PLAIN) == 4


def test_f2_unpaid_station_cards_cost_all_their_planets() -> None:
    loser = Holding((), (FOUR,), 0, (0, 0, 0, 0), planets=("green", "yellow"))
    assert totals(lines((loser, loser), STATIONS), 2) == (-4, -4)


def test_f2_anyone_may_bid_on_a_sector_that_scores_nothing_for_him() -> None:
    state = dealt(3, ["s06", "s09", "s12"], stations=True)
    for colour in ("orange", "black", "pink"):
        assert GAME.judge(state, move(None, "bid", dice=[["s06", colour, 1]], tokens=[[2], [1], [-1]])).legal


def test_ex_5_bela_advanced() -> None:
    bela = Holding(
        paid=(
            *(Card(uncoloured=size) for size in (4, 2, 1, 3)),
            FOUR,
            Card(planets=("red", "green"), station=True),
            Card(planets=("red", "red", "yellow"), station=True),
        ),
        lost=(Card(planets=("green", "red")),),
        energy=0,
        goods=(0, 0, 0, 0),
        planets=("red", "blue"),
    )
    points = {line.key: line.points for line in lines((bela, holding()), STATIONS) if line.seat == 0}
    assert (points["sectors"], points["stations"], points["lost"]) == (10, 7, -2)
    assert sum(points.values()) == 15


# -- favourite ships ---------------------------------------------------------------------------


def bonuses(settings: Settings, *everyone: Holding) -> list[int]:
    return [
        sum(majority(everyone, seat, colour, settings) for colour in own.ships) for seat, own in enumerate(everyone)
    ]


def test_ex_6_favourite_ships() -> None:
    anna = with_ships(("green", "blue"), ("green", "green", "green"), ("blue",))
    bela = with_ships(("yellow", "green"), ("yellow", "yellow"), ("green",))
    csaba = with_ships(("blue", "red"), ("blue", "blue"), ("red",))
    assert bonuses(SHIPS, anna, bela, csaba) == [4, 3, 7]


def test_f3_a_tie_for_the_most_ships_gives_nobody_or_by_option_all() -> None:
    anna = with_ships(("green", "blue"), ("green",))
    bela = with_ships(("yellow", "green"), ("green",))
    assert bonuses(SHIPS, anna, bela) == [0, 0]
    assert bonuses(replace(SHIPS, ship_tie="all"), anna, bela) == [4, 4]


def test_f3_a_player_without_the_favourite_blocks_it_or_by_option_does_not() -> None:
    anna = with_ships(("green", "blue"), ("green",))
    csaba = with_ships(("blue", "red"), ("green", "green"))
    assert bonuses(SHIPS, anna, csaba) == [0, 0]
    assert bonuses(replace(SHIPS, ship_rivals="sharers"), anna, csaba) == [3, 0]


def test_f3_no_ships_are_never_the_most() -> None:
    anna = with_ships(("green", "blue"))
    assert bonuses(replace(SHIPS, ship_tie="all"), anna, with_ships(("red", "yellow"))) == [0, 0]


def test_f3_cruisers_are_nobodys_favourite() -> None:
    anna = with_ships(("green", "blue"), ("cruiser", "cruiser", "green"))
    assert bonuses(SHIPS, anna, with_ships(("red", "yellow"), ("green", "green"))) == [0, 0]


def test_f3_ships_count_only_on_sectors_worth_something_or_by_option_on_all() -> None:
    settings = replace(SHIPS, stations=True)
    barren = Card(planets=("red",), ships=("green", "green"), station=True)
    anna = Holding((barren,), (), 0, (0, 0, 0, 0), planets=("blue", "yellow"), ships=("green", "blue"))
    bela = with_ships(("yellow", "green"), ("green",))
    assert bonuses(settings, anna, bela) == [0, 4]
    assert bonuses(replace(settings, station_ships="all"), anna, bela) == [4, 0]


def test_f3_unpaid_sectors_do_not_count() -> None:
    anna = Holding((), (Card(uncoloured=2, ships=("green", "green")),), 0, (0, 0, 0, 0), ships=("green", "blue"))
    bela = with_ships(("yellow", "green"), ("green",))
    assert bonuses(SHIPS, anna, bela) == [0, 4]


def test_f4_one_left_over_good_of_each_favourite_ship_colour_is_free() -> None:
    settings = Settings(favourite_goods=True)
    anna = Holding((), (), 0, (1, 3, 1, 0), ships=("green", "blue"))
    bela = Holding((), (), 0, (1, 3, 1, 0), ships=("red", "yellow"))
    assert totals(lines((anna, bela), settings), 2) == (-3, -4)
    assert totals(lines((anna, bela), PLAIN), 2) == (-5, -5)


def test_f4_free_goods_still_count_in_the_tiebreak() -> None:
    settings = Settings(favourite_goods=True)
    anna = Holding((Card(uncoloured=1),), (), 0, (0, 1, 1, 0), ships=("green", "blue"))
    bela = Holding((Card(uncoloured=1),), (), 0, (0, 0, 0, 0), ships=("red", "yellow"))
    result = outcome((anna, bela), settings)
    assert totals(result.lines, 2) == (1, 1)
    assert result.winners == (1,) and [step.rule for step in result.trace] == ["goods"]


def test_score_of_a_game_uses_the_sheets_of_this_copy() -> None:
    """Orange is Anna's sheet (red and yellow planets, green and blue ships)."""
    state: State = opened(2, stations=True, favourite_ships=True, favourite_goods=True)
    state = having(state, 0, paid=(A, C, E), energy=0, goods=(0, 1, 0, 1))
    found = points(state)[0]
    assert found["sectors"] == 2 + 3 + 3
    assert (found["ships.green"], found["ships.blue"]) == (4, 3), "green is Béla's favourite too, blue is not"
    assert found["goods_spared"] == -1


def test_the_games_score_and_the_positions_score_agree() -> None:
    from tableside.games.urcsempeszek.position import Final, Leftovers, Position

    for seats in (2, 4, 6):
        options = {"stations": True, "favourite_ships": True, "favourite_goods": True}
        played = contract.play(GAME, GAME.info.settle(options), seats, "agree")
        state, result = played.states[-1], GAME.outcome(played.states[-1])
        assert result is not None
        players = tuple(
            Final(str(seat), one.paid, one.lost, Leftovers(*one.goods), one.energy, one.colour)
            for seat, one in enumerate(state.players)
        )
        position = Position(players, True, True, True)
        assert GAME.audit_position(position) == ()
        assert GAME.score_position(position)[1] == result
