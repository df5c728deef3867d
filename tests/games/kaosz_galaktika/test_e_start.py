"""E: the start of the game and the income of the first turns."""

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Table
from tests.games.kaosz_galaktika.scenario import GAME, Scenario


def begun(seats: int = 2, **options: object) -> Table:
    table = Table(GAME, GAME.info.settle({"answers": "cards", **options}), seats)
    for seat in range(seats):
        table.confirm(move(seat, "deck", deck=None))
    table.confirm(move(None, "first", player=0))
    for seat in range(seats):
        table.confirm(move(seat, "keep"))
    return table


def end_turn(table: Table) -> None:
    while table.state.phase.value != "main" or table.state.stack:
        table.confirm(move(table.state.stack.responder, "let"))
    before = table.state.turn
    table.confirm(move(table.state.active, "end_turn"))
    while table.state.turn == before:
        if table.state.stack:
            table.confirm(move(table.state.stack.responder, "let"))
        else:
            table.confirm(move(table.state.active, "discard", card=None))


def test_e1_the_higher_roll_starts_and_a_tie_is_rolled_again() -> None:
    table = Table(GAME, {}, 2)
    for seat in range(2):
        table.confirm(move(seat, "deck", deck=None))
    for player, value in ((0, 6), (1, 6), (0, 3), (1, 6)):
        assert table.to_act() == {None}
        table.confirm(move(None, "roll", player=player, value=value))
    assert table.state.active == 1


def test_e1_only_those_who_are_level_roll_again() -> None:
    table = Table(GAME, {}, 3)
    for seat in range(3):
        table.confirm(move(seat, "deck", deck=None))
    for player, value in ((0, 12), (1, 15), (2, 15)):
        table.confirm(move(None, "roll", player=player, value=value))
    assert isinstance(table.propose(move(None, "roll", player=0, value=20)), Illegal)
    table.confirm(move(None, "roll", player=1, value=2))
    table.confirm(move(None, "roll", player=2, value=3))
    assert table.state.active == 2


@pytest.mark.parametrize(("player", "value"), [(0, 0), (0, 21), (2, 5)])
def test_e1_a_roll_that_cannot_be_is_refused(player: int, value: int) -> None:
    table = Table(GAME, {}, 2)
    for seat in range(2):
        table.confirm(move(seat, "deck", deck=None))
    assert isinstance(table.propose(move(None, "roll", player=player, value=value)), Illegal)


def test_e1_five_credits_and_five_cards_each() -> None:
    state = begun().state
    assert [(p.hand, p.colony) for p in state.players] == [(5, 40), (5, 40)]
    assert state.players[1].credits == 5


def test_e1_one_mulligan_each_makes_a_new_unknown_hand() -> None:
    table = Table(GAME, {}, 2)
    table.confirm(move(0, "deck", deck="kek"))
    table.confirm(move(1, "deck", deck=None))
    table.confirm(move(None, "first", player=0))
    table.confirm(move(0, "tell_hand", card="szunyog"))
    assert table.state.players[0].known == ("szunyog",)
    table.confirm(move(0, "mulligan"))
    assert table.state.players[0].known == ()
    assert isinstance(table.propose(move(0, "mulligan")), Illegal)
    table.confirm(move(1, "mulligan"))
    assert table.state.players[1].hand == 5


def test_e2_the_first_incomes_are_1_2_3_4_then_5() -> None:
    table = begun()
    gained = []
    for _ in range(7):
        seat = table.state.active
        before = next(
            step for step in reversed(table.log.line.steps()) if step.move is not None and step.move.kind == "income"
        )
        ruling = GAME.judge(table.state_at(before.parent), before.move)
        assert isinstance(ruling, Legal)
        gained.append((seat, next(e["amount"] for e in ruling.events if e.kind == "credits")))
        end_turn(table)
    assert gained == [(0, 1), (1, 2), (0, 3), (1, 4), (0, 5), (1, 5), (0, 5)]


def test_e2_the_income_comes_on_top_of_the_first_five() -> None:
    assert begun().state.players[0].credits == 6


def test_e2_the_start_player_may_not_attack_in_the_first_turn() -> None:
    table = begun()
    while table.state.stack:
        table.confirm(move(table.state.stack.responder, "let"))
    ruling = table.propose(move(0, "attack", defender=1, target="colony", piece=None))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key.endswith("no_attack_in_first_turn")
    end_turn(table)
    while table.state.stack:
        table.confirm(move(table.state.stack.responder, "let"))
    ruling = table.propose(move(1, "attack", defender=0, target="colony", piece=None))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key.endswith("no_active_ship"), "only a ship is missing"


def test_e3_there_is_no_free_draw_and_an_empty_colony_cannot_be_drawn_from() -> None:
    Scenario("""
        dani colony 0
        dani credits 5
        turn of dani
        no colony_empty: dani draws
        no colony_empty: dani searches
        so phase main
    """)


def test_e3_an_empty_colony_is_no_loss_in_itself() -> None:
    Scenario("""
        dani colony 0
        laci colony 5
        turn of dani
        dani ends
        referee check
        referee close
        so turn of laci
    """)


def test_c9_a_second_mulligan_is_refused_for_its_own_reason() -> None:
    table = Table(GAME, {}, 2)
    for seat, kind, args in ((0, "deck", {"deck": None}), (1, "deck", {"deck": None}), (None, "first", {"player": 0})):
        table.confirm(move(seat, kind, **args))
    table.confirm(move(0, "mulligan"))
    for seat, kind in ((0, "mulligan"), (0, "keep")):
        assert table.propose(move(seat, kind)).reason.key.endswith("mulligan_once"), "not that the other decides"
    table.confirm(move(1, "keep"))
    assert table.propose(move(1, "mulligan")).reason.key.endswith("mulligan_once")
