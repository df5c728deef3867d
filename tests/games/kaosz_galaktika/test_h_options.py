"""H: several players, simplified combat, tournaments."""

from dataclasses import replace

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tableside.core.score import Ending
from tableside.core.table import Table
from tableside.games.kaosz_galaktika.state import GAME_SECONDS
from tests.games.kaosz_galaktika.fights import fight
from tests.games.kaosz_galaktika.scenario import GAME, Scenario, with_player
from tests.games.kaosz_galaktika.test_e_start import begun, end_turn

# -- H1, several players -------------------------------------------------------------------------------


def test_h1_turns_go_clockwise_past_the_eliminated() -> None:
    s = Scenario("anna colony 0\nturn of laci", seats=4)
    s.play("laci ends\nreferee check\nreferee close\nso turn of peti")
    assert s.state.players[2].out == 1


def test_h1_only_neighbours_can_be_attacked() -> None:
    Scenario(
        """
        dani ship Szúnyog
        turn of dani
        no only_neighbours: dani attacks anna colony
        dani attacks peti colony
        so step equip_attack
    """,
        seats=4,
    )


def test_h1_neighbours_close_up_when_somebody_is_out() -> None:
    s = Scenario("dani ship Szúnyog\nlaci colony 0\nturn of dani", seats=4)
    s.play("dani ends\nreferee check\nreferee close")
    assert s.state.neighbours(0) == (2, 3)


def test_h1_everybody_gets_5_and_nobody_attacks_in_the_own_first_turn() -> None:
    table = begun(3)
    assert table.state.players[0].credits == 10
    for seat in range(3):
        while table.state.stack:
            table.confirm(move(table.state.stack.responder, "let"))
        assert table.state.active == seat
        ruling = table.propose(move(seat, "attack", defender=(seat + 1) % 3, target="colony", piece=None))
        assert isinstance(ruling, Illegal)
        assert ruling.reason.key.endswith("no_attack_in_first_turn")
        end_turn(table)
    assert table.state.players[0].credits == 15


def test_h1_everybody_may_answer_clockwise() -> None:
    s = Scenario("dani hand Adó\nlaci hides 1\nanna hides 1\nturn of dani\ndani events Adó", seats=3)
    assert s.state.stack.waiting == (1, 2)


def test_h1_an_elimination_is_credited_to_whose_closing_phase_it_is() -> None:
    s = Scenario("laci colony 0\nanna colony 0\nlaci base Gyár, 2 developments\nturn of dani", seats=4)
    s.play("dani ends\nall let\nreferee check")
    assert [player.eliminated for player in s.state.players] == [1, 0, 0, 0]
    assert s.state.players[2].out is None, "anna does not sit beside dani"
    assert not s.state.pieces, "the eliminated player's cards leave"


def test_h1_the_game_ends_when_one_is_left_and_most_eliminations_win() -> None:
    s = Scenario("laci colony 0\nturn of dani", seats=3)
    s.play("dani ends\nreferee check\nreferee close\nso turn of anna\nreferee income")
    s.state = with_player(s.state, 0, colony=0, hand=s.state.players[0].colony)
    s.play("anna ends\ndani lets\nreferee check")
    outcome = GAME.outcome(s.state)
    assert outcome is not None
    assert outcome.ranks == ((2,), (0,), (1,)), "dani and anna eliminated one each; anna stayed longer"
    assert [step.rule for step in outcome.trace] == ["stayed"]


def test_h1_two_out_at_once_share_their_place() -> None:
    s = Scenario("laci colony 0\nanna colony 0\nturn of dani\ndani ends\nreferee check", seats=3)
    outcome = GAME.outcome(s.state)
    assert outcome is not None
    assert outcome.ranks == ((0,), (1, 2))


def test_h1_a_captured_ship_goes_to_its_owner_when_the_captor_is_out() -> None:
    s = Scenario(
        """
        laci colony 0
        laci base Gyár, 2 developments
        anna ship CRX
        turn of laci
        laci text Gyár: capture CRX for laci
    """,
        seats=3,
    )
    s.state = replace(s.state, active=0)
    s.play("dani ends\nall let\nreferee check\nso CRX in trash of anna")


# -- H2, simplified combat -------------------------------------------------------------------------------


def test_h2_players_alternate_the_attacker_first_without_speed() -> None:
    fight("Mamut I., CRX", "Cobra Flash, Halálszárny", combat="simple").play("""
        so asked dani
        dani fires CRX at Cobra Flash
        so asked laci
        laci fires Halálszárny at Mamut I.
        so asked dani
        dani fires Mamut I. at Halálszárny
        so asked laci
    """)


def test_h2_there_is_no_return_fire_and_destroyed_ships_still_fire() -> None:
    fight("CRX", "Cobra Flash", combat="simple").play("""
        dani fires CRX at Cobra Flash
        so Cobra Flash armour 0
        so Cobra Flash in play 1
        so asked laci
        laci fires Cobra Flash at CRX
        so CRX armour 3
        so Cobra Flash in trash of laci
        so CRX is damaged
    """)


def test_h2_who_has_no_ship_left_is_passed_over() -> None:
    fight("CRX, Mamut I.", "Cobra Flash", combat="simple").play("""
        dani fires CRX at Cobra Flash
        laci fires Cobra Flash at Mamut I.
        so asked dani
        dani fires Mamut I. at Cobra Flash
        so step disarm
    """)


def test_h2_two_passes_end_the_step() -> None:
    fight("CRX", "Cobra Flash", combat="simple").play("dani passes\nlaci passes\nso step bomb")


# -- H4, tournaments -------------------------------------------------------------------------------------


def test_h4_a_tournament_always_uses_the_full_rules() -> None:
    state = GAME.setup(GAME.info.settle({"tournament": True, "combat": "simple", "races": "free"}), 2)
    assert (state.combat_rules, state.race_rules) == ("full", "opposed")


def test_h4_when_the_hour_is_up_the_judge_names_the_winner() -> None:
    table = begun(tournament=True)
    assert None in table.to_act()
    assert isinstance(table.propose(move(None, "verdict", winner=0)), Illegal)
    table.confirm(move(None, "clock", seconds=1800))
    assert isinstance(table.propose(move(None, "clock", seconds=1700)), Illegal)
    assert isinstance(table.propose(move(None, "clock", seconds=GAME_SECONDS + 1)), Illegal)
    table.confirm(move(None, "clock", seconds=GAME_SECONDS))
    assert table.to_act() == {None}
    assert isinstance(table.propose(move(0, "draw")), Illegal)
    table.confirm(move(None, "verdict", winner=1))
    outcome = table.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == ((1,), Ending.TIMED)
    assert table.to_act() == frozenset()


def test_h4_there_are_no_draws() -> None:
    table = begun(tournament=True)
    table.confirm(move(None, "clock", seconds=GAME_SECONDS))
    for winner in (-1, 2, 7):
        assert isinstance(table.propose(move(None, "verdict", winner=winner)), Illegal)


def test_h4_without_a_tournament_no_clock_runs() -> None:
    table = begun()
    assert None not in table.to_act()
    assert isinstance(table.propose(move(None, "clock", seconds=5)), Illegal)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_checklist_follows_the_number_of_players(seats: int) -> None:
    keys = [line.key.rpartition(".")[2] for line in GAME.checklist(GAME.info.settle({}), seats)]
    assert ("several" in keys) == (seats > 2)
    assert ("income" in keys) == (seats == 2)


def test_a_game_of_seven_is_refused() -> None:
    with pytest.raises(ValueError, match=r"core\.bad\.seats few=2 many=6"):
        Table(GAME, {}, 7)
