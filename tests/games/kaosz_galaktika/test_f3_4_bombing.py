"""F3: bombing and disarming, the last steps of combat."""

import pytest

from tests.games.kaosz_galaktika.fights import fight, raid
from tests.games.kaosz_galaktika.scenario import Scenario

# -- 4, bombing --------------------------------------------------------------------------------------


def test_f3_4a_bombers_are_active_attackers_and_their_sum_is_the_total() -> None:
    s = raid("Mamut I., Szúnyog", "laci colony 20", "colony")
    s.play("no name_the_bombers: dani bombs Mamut I., Mamut I.\ndani bombs Mamut I., Szúnyog\nso laci colony 16")
    s.play("so Mamut I. is used\nso Szúnyog is used\nso laci ruin 29")


def test_f3_4a_only_remaining_active_ships_bomb() -> None:
    fight("Mamut I., CRX", "Cobra Flash").play("""
        laci fires Cobra Flash at Mamut I.
        dani holds
        dani passes
        so step bomb
        no only_active_attackers: dani bombs Mamut I.
        dani bombs CRX
    """)


def test_f3_4a_bombing_is_not_an_obligation() -> None:
    raid("Mamut I.", "laci colony 20", "colony").play(
        "dani spares\nso laci colony 20\nso Mamut I. is active\nso step disarm"
    )


def test_f3_4b_the_colony_loses_its_top_cards_to_the_ruin() -> None:
    raid("Mamut I.", "laci colony 2", "colony").play("dani bombs Mamut I.\nso laci colony 0")


def test_f3_4c_a_hand_loses_exactly_one_card_of_the_defenders_choice() -> None:
    raid("Mamut I.", "laci hand Szúnyog, Árnyék\nlaci hides 1", "hand").play("""
        dani bombs Mamut I.
        all let
        so asked laci
        no not_your_turn: dani drops ?
        laci drops Árnyék
        so Árnyék in ruin of laci
        so laci hand 2
        so step disarm
    """)


@pytest.mark.parametrize("target", ["hand", "crew Célzó", "base Gyár"])
def test_f3_4c_d_e_one_bombing_is_not_enough(target: str) -> None:
    table = "laci hides 2\nlaci crew Célzó face down\nlaci base Gyár face down"
    raid("Szúnyog", table, target).play("""
        dani bombs Szúnyog
        all let
        so laci hand 2
        so Célzó in play 1
        so Gyár in play 1
        so step disarm
    """)


def test_f3_4d_a_crew_is_destroyed() -> None:
    raid("Mamut I.", "laci crew Célzó face down", "crew Célzó").play("dani bombs Mamut I.\nso Célzó in ruin of laci")
    raid("Mamut I.", "laci crew Vasmarok kapitány", "crew Vasmarok kapitány").play(
        "dani bombs Mamut I.\nso Vasmarok kapitány in trash of laci"
    )


def test_f3_4d_a_crew_on_a_ship_cannot_be_bombed() -> None:
    Scenario("""
        dani ship Mamut I.
        laci ship Cobra Flash
        laci crew Célzó face down
        turn of dani
        dani attacks laci crew Célzó
        dani joins Mamut I.
        dani ready
        laci joins Cobra Flash
        laci boards Célzó on Cobra Flash
        laci ready
        dani ready
        laci ready
        laci passes
        dani passes
        so step disarm
        referee disarm
        so Célzó ashore
    """)


def test_f3_4e_an_unpaid_base_falls_to_two() -> None:
    raid("Mamut I.", "laci base Gyár face down, 2 developments", "base Gyár").play("""
        dani bombs Mamut I.
        so asked laci
        no not_a_trap: laci springs Gyár
        laci yields
        so Gyár in ruin of laci
    """)


def test_f3_4e_a_trap_can_be_paid_now_and_only_now() -> None:
    raid("Mamut I.", "laci base Csalétek face down\nlaci credits 1", "base Csalétek").play("""
        dani bombs Mamut I.
        laci springs Csalétek
        so Csalétek in trash of laci
        so laci credits 3
        so Mamut I. is used
    """)
    raid("Szúnyog", "laci base Csalétek face down\nlaci credits 1", "base Csalétek").play("""
        dani bombs Szúnyog
        so Csalétek is face down
        so step disarm
    """)


def test_f3_4e_a_hidden_trap_is_named_when_it_is_paid() -> None:
    s = raid("Mamut I.", "laci base ? face down\nlaci credits 2", "base #1")
    s.play("dani bombs Mamut I.\nlaci springs Kelepce\ndani chooses Mamut I.")
    s.play("so Kelepce in trash of laci\nso laci credits 0")


def test_f3_4e_a_trap_needs_its_price() -> None:
    raid("Mamut I.", "laci base Kelepce face down\nlaci credits 1", "base Kelepce").play(
        "dani bombs Mamut I.\nno credits_short: laci springs Kelepce"
    )


def test_f3_4e_a_cancelled_trap_is_lost_with_its_price() -> None:
    table = "laci base Kelepce face down\nlaci credits 2\ndani hand Zárlat\ndani credits 2"
    raid("Mamut I.", table, "base Kelepce").play("""
        dani bombs Mamut I.
        all let
        laci springs Kelepce
        dani interrupts Zárlat at Kelepce
        all let
        so Kelepce in trash of laci
        so Mamut I. in play 1
        so laci credits 0
        so step disarm
    """)


def test_f3_4e_a_paid_base_falls_to_its_armour_or_loses_some() -> None:
    raid("Mamut I.", "laci base Tőzsde, 3 developments", "base Tőzsde").play(
        "dani bombs Mamut I.\nall let\nso Tőzsde in trash of laci"
    )
    raid("Mamut I.", "laci base Gyár, 2 developments", "base Gyár").play("""
        dani bombs Mamut I.
        all let
        so Gyár armour 1
        so Gyár is damaged
    """)
    raid("Cobra Flash", "laci base Gyár, 2 developments", "base Gyár").play("""
        dani bombs Cobra Flash
        all let
        so Gyár armour 4
        so Gyár is active
    """)


def test_f3_4f_all_bombers_turn_used() -> None:
    raid("Mamut I., CRX", "laci colony 30", "colony").play("""
        dani bombs CRX, Mamut I.
        so laci colony 22
        so CRX is used
        so Mamut I. is used
    """)


# -- 5, disarming ------------------------------------------------------------------------------------


def test_f3_5_crew_returns_as_its_ship_lies_and_keeps_its_paid_state() -> None:
    Scenario("""
        dani ship Sortűz
        dani ship Mamut I.
        dani crew Vasmarok kapitány
        dani crew Célzó face down
        turn of dani
        dani attacks laci colony
        all let
        dani joins Sortűz
        dani joins Mamut I.
        dani boards Vasmarok kapitány on Sortűz
        dani boards Célzó on Mamut I.
        dani ready
        laci ready
        dani ready
        laci ready
        dani bombs Sortűz
        all let
        referee disarm
        so Vasmarok kapitány is used
        so Vasmarok kapitány is paid
        so Vasmarok kapitány ashore
        so Célzó is active
        so Célzó is face down
        so phase main
    """)


def test_f3_5_paid_weapons_stay_paid() -> None:
    s = raid("CRX", "dani ship Sortűz\ndani weapon Ikerágyú on Sortűz", "colony")
    s.play("dani spares\nreferee disarm\nso Ikerágyú is paid\nso Ikerágyú aboard Sortűz")


def test_f3_5_changes_until_the_end_of_combat_end() -> None:
    raid("Szúnyog", "dani hand Pontos lövés\ndani credits 1", "colony").play("""
        dani interrupts Pontos lövés at Szúnyog
        so Szúnyog firepower 2
        dani spares
        referee disarm
        so Szúnyog firepower 1
    """)


def test_f3_5_armour_lent_for_the_combat_can_be_what_kept_a_ship_alive() -> None:
    fight("Mamut I.", "Cobra Flash", "dani hand Páncélfüst, Páncélfüst\ndani credits 2\nlaci hides 1").play("""
        laci fires Cobra Flash at Mamut I.
        dani holds
        laci lets
        dani interrupts Páncélfüst at Mamut I.
        all let
        so Mamut I. armour 2
        dani passes
        so step disarm
        referee disarm
        so Mamut I. armour 1
    """)


def test_f3_when_every_attacker_is_gone_only_disarming_is_left() -> None:
    fight("Halálszárny", "Cobra Flash, Szúnyog").play("""
        dani fires Halálszárny at Szúnyog
        laci returns at Halálszárny
        so Halálszárny in trash of dani
        so step disarm
        referee disarm
        so phase main
    """)
