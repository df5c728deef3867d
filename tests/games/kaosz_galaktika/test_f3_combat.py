"""F3: the combat phase in its five steps."""

import pytest

from tests.games.kaosz_galaktika.scenario import GAME, Scenario


def fight(dani: str, laci: str, table: str = "", target: str = "colony", **options: object) -> Scenario:
    """A fight that has come to its firing step: ships parted by commas."""
    text = table
    text += "".join(f"\ndani ship {name}" for name in dani.split(", "))
    text += "".join(f"\nlaci ship {name}" for name in laci.split(", ") if name)
    s = Scenario(f"{text}\nturn of dani\ndani attacks laci {target}\nall let", **options)
    s.play("".join(f"dani joins {name}\n" for name in dani.split(", ")) + "dani ready")
    s.play("".join(f"laci joins {name}\n" for name in laci.split(", ") if name) + "laci ready")
    return s.play("dani ready\nlaci ready")


# -- the attack ------------------------------------------------------------------------------------


def test_f3_an_attack_on_a_target_that_is_gone_comes_to_nothing() -> None:
    Scenario("""
        dani ship Szúnyog
        laci base Gyár face down
        laci hand Végzet
        laci credits 5
        turn of dani
        dani attacks laci base Gyár
        laci interrupts Végzet at Gyár
        all let
        so phase main
        so asked dani
    """)


def test_f3_after_the_target_only_combat_and_reaction_interrupts() -> None:
    Scenario("""
        dani ship Szúnyog
        dani hand Alku, Pontos lövés, Végzet
        dani credits 9
        laci ship Árnyék
        turn of dani
        dani attacks laci colony
        all let
        no only_main_phase: dani interrupts Alku
        dani joins Szúnyog
        dani interrupts Pontos lövés at Szúnyog
        all let
        dani interrupts Végzet at Árnyék
        all let
        so Szúnyog firepower 2
    """)


# -- 1, equipping ------------------------------------------------------------------------------------


def test_f3_1_only_active_ships_take_part() -> None:
    Scenario("""
        dani ship Szúnyog used
        dani ship Árnyék damaged
        dani ship CRX
        laci ship Cobra Flash
        turn of dani
        dani attacks laci colony
        no not_active: dani joins Szúnyog
        no not_active: dani joins Árnyék
        no not_your_ship: dani joins Cobra Flash
        dani joins CRX
        no already_joined: dani joins CRX
    """)


def test_f3_1_an_attack_needs_a_ship() -> None:
    Scenario("dani ship CRX used\nturn of dani\nno no_active_ship: dani attacks laci colony")
    Scenario("dani ship CRX\nturn of dani\ndani attacks laci colony\nno attack_needs_a_ship: dani ready")


def test_f3_1_the_attacker_equips_first_then_the_defender() -> None:
    Scenario("""
        dani ship CRX
        laci ship Cobra Flash
        laci crew Célzó
        turn of dani
        dani attacks laci colony
        all let
        no not_your_turn: laci joins Cobra Flash
        dani joins CRX
        dani ready
        so step equip_defend
        so asked laci
        laci joins Cobra Flash
        laci boards Célzó on Cobra Flash
        laci ready
        so step pay_attack
    """)


def test_f3_1_without_defenders_there_is_payment_but_no_firing() -> None:
    Scenario("""
        dani ship CRX
        laci ship Cobra Flash
        turn of dani
        dani attacks laci colony
        dani joins CRX
        dani ready
        laci ready
        so step pay_attack
        dani ready
        so step pay_defend
        laci ready
        so step bomb
    """)


# -- 2, payment --------------------------------------------------------------------------------------


def test_f3_2_the_attacker_pays_everything_first_then_the_defender() -> None:
    Scenario("""
        dani ship CRX
        dani weapon Tüskelöveg on CRX face down
        dani credits 9
        laci ship Cobra Flash
        laci weapon Habpajzs on Cobra Flash face down
        laci credits 9
        turn of dani
        dani attacks laci colony
        all let
        dani joins CRX
        no only_payment_step: dani pays Tüskelöveg
        dani ready
        laci joins Cobra Flash
        laci ready
        so asked dani
        no not_your_turn: laci pays Habpajzs
        dani pays Tüskelöveg
        all let
        so CRX firepower 6
        dani ready
        so asked laci
        laci pays Habpajzs
        all let
        so Cobra Flash armour 5
        laci ready
        so step fire
    """)


def test_f3_2_only_cards_on_ships_that_take_part_are_paid() -> None:
    Scenario("""
        dani ship CRX
        dani ship Sortűz
        dani weapon Tüskelöveg on Sortűz face down
        dani crew Célzó face down
        dani base Gyár face down, 2 developments
        dani credits 9
        turn of dani
        dani attacks laci colony
        all let
        dani joins CRX
        dani ready
        laci ready
        no not_on_a_fighting_ship: dani pays Tüskelöveg
        no not_on_a_fighting_ship: dani pays Célzó
        no only_payment_step: dani pays Gyár
    """)


def test_f3_2_rockets_and_end_of_payment_effects_happen_at_the_same_moment() -> None:
    Scenario(
        """
        dani ship Szúnyog
        dani weapon Tüskerakéta on Szúnyog face down
        dani credits 2
        laci ship Árnyék
        laci weapon Tüskerakéta on Árnyék face down
        laci credits 2
        turn of dani
        dani attacks laci colony
        all let
        dani joins Szúnyog
        dani ready
        laci joins Árnyék
        laci ready
        dani pays Tüskerakéta of dani
    """.replace("dani pays Tüskerakéta of dani", "dani pays Tüskerakéta")
    ).play("""
        all let
        dani ready
        laci pays #4 as Tüskerakéta
        all let
        laci ready
        so step pay_end
        so asked dani
        dani text Tüskerakéta of dani: damage 2 on Árnyék
        # no armour is left, but its own rocket still flies
        so Árnyék in play 1
        dani ready
        so asked laci
        laci text Tüskerakéta of laci: damage 2 on Szúnyog
        laci ready
        so Szúnyog in trash of dani
        so Árnyék in trash of laci
    """)


# -- 3, firing ---------------------------------------------------------------------------------------


def test_f3_3a_the_fastest_active_ship_acts_first() -> None:
    s = fight("Mamut I., CRX", "Cobra Flash")
    s.play("so asked laci\nno not_your_turn: dani fires CRX at Cobra Flash")
    s = fight("Szúnyog", "Mamut I.")
    s.play("so asked dani")


def test_f3_3a_with_equal_speed_the_attacker_is_faster() -> None:
    fight("Cobra Flash", "Halálszárny").play("so asked dani")
    fight("Halálszárny", "Cobra Flash").play("so asked dani")


def test_f3_3a_ships_faster_than_all_enemies_fire_in_any_order() -> None:
    s = fight("Mamut I.", "Árnyék, Cobra Flash")
    s.play("laci fires Cobra Flash at Mamut I.\ndani holds\nlaci fires Árnyék at Mamut I.")
    # speed 6, 4 against 5: only the ship above the enemy's best has the turn
    s = fight("Cobra Flash", "Árnyék, Darázs")
    s.play("no not_its_turn: laci fires Darázs at Cobra Flash\nlaci fires Árnyék at Cobra Flash")


def test_f3_3a_after_a_pass_the_enemys_next_ship_acts_then_the_passed_ship_again() -> None:
    fight("Mamut I.", "Cobra Flash, Halálszárny").play("""
        laci passes
        so asked dani
        dani fires Mamut I. at Halálszárny
        laci holds
        so Halálszárny in trash of laci
        so asked laci
        laci fires Cobra Flash at Mamut I.
    """)


def test_f3_3a_after_a_pass_only_the_fastest_of_the_others_is_next() -> None:
    fight("Mamut I., CRX", "Cobra Flash").play("""
        laci passes
        no not_its_turn: dani fires CRX at Cobra Flash
        dani fires Mamut I. at Cobra Flash
    """)


def test_f3_3e_two_passes_in_a_row_end_the_step() -> None:
    fight("Mamut I.", "Cobra Flash").play("""
        laci passes
        dani passes
        so step bomb
        so Mamut I. is active
    """)


def test_f3_3e_a_shot_between_two_passes_keeps_the_step_going() -> None:
    fight("Mamut I.", "Árnyék, Cobra Flash").play("""
        laci passes
        dani fires Mamut I. at Árnyék
        laci holds
        laci passes
        so step disarm
    """)


def test_f3_3b_the_target_may_return_fire_if_it_is_active() -> None:
    fight("Mamut I.", "Cobra Flash").play("""
        laci fires Cobra Flash at Mamut I.
        so asked dani
        dani returns at Cobra Flash
        so Mamut I. armour 1
        so Cobra Flash in trash of laci
    """)
    s = fight("Mamut I., Dongó", "Cobra Flash, Árnyék")
    s.play("""
        laci fires Árnyék at Mamut I.
        dani returns at Árnyék
        so Mamut I. is used
        laci fires Cobra Flash at Mamut I.
        # a used ship is not asked
        so Mamut I. in play 0
    """)


def test_f3_3b_return_fire_goes_at_the_shooter() -> None:
    fight("Mamut I.", "Cobra Flash, Halálszárny").play("""
        laci fires Cobra Flash at Mamut I.
        no return_at_the_shooter: dani returns at Halálszárny
        no one_target: dani returns at Cobra Flash, Halálszárny
        no not_your_turn: laci holds
    """)


def test_f3_3c_damage_is_dealt_both_ways_at_once() -> None:
    fight("Halálszárny", "Szúnyog").play("""
        dani fires Halálszárny at Szúnyog
        laci returns at Halálszárny
        so Halálszárny in trash of dani
        so Szúnyog in trash of laci
    """)


def test_f3_3c_who_fired_is_used_and_who_did_not_return_stays_active() -> None:
    fight("Mamut I.", "Cobra Flash").play("""
        laci fires Cobra Flash at Mamut I.
        dani holds
        so Cobra Flash is used
        so Mamut I. is active
        so Mamut I. armour 1
        so asked dani
    """)


def test_f3_3c_interrupts_come_before_the_damage() -> None:
    fight("Mamut I.", "Cobra Flash", "laci hand Pontos lövés\nlaci credits 1").play("""
        laci fires Cobra Flash at Mamut I.
        dani holds
        so asked laci
        laci interrupts Pontos lövés at Cobra Flash
        so Mamut I. in trash of dani
    """)


def test_f3_3c_a_shooter_destroyed_in_the_answers_deals_nothing() -> None:
    fight("Mamut I.", "Cobra Flash", "dani hand Végzet\ndani credits 5").play("""
        laci fires Cobra Flash at Mamut I.
        dani holds
        dani interrupts Végzet at Cobra Flash
        so Cobra Flash in trash of laci
        so Mamut I. armour 3
        so step bomb
    """)


def test_f3_3e_ships_hit_at_least_once_turn_damaged_when_the_step_ends() -> None:
    fight("Mamut I.", "Cobra Flash").play("""
        laci fires Cobra Flash at Mamut I.
        dani holds
        so Mamut I. is active
        dani passes
        so Mamut I. is damaged
        so Cobra Flash is used
    """)


def test_f3_3_only_ships_in_the_fight_can_be_shot_at() -> None:
    s = fight("Mamut I.", "Cobra Flash", "laci ship Szúnyog\ndani ship Árnyék")
    s.play("no only_enemy_ships: laci fires Cobra Flash at Árnyék")
    s.play("no only_enemy_ships: laci fires Cobra Flash at Cobra Flash")


def test_f3_3e_a_ship_hit_before_bombing_turns_even_when_nobody_fires() -> None:
    Scenario("""
        dani ship Mamut I.
        dani ship CRX
        laci hand Kicsi bumm, Kicsi bumm
        laci credits 2
        turn of dani
        dani attacks laci colony
        all let
        dani joins Mamut I.
        dani joins CRX
        dani ready
        laci interrupts Kicsi bumm at Mamut I.
        all let
        so Mamut I. armour 2
        so Mamut I. is active
        laci ready
        dani ready
        laci ready
        so step bomb
        so Mamut I. is damaged
        no only_active_attackers: dani bombs Mamut I.
        dani bombs CRX
        laci interrupts Kicsi bumm at CRX
        so CRX is damaged
        # it was named while active
        so laci ruin 5
    """)


def test_f3_2_only_end_of_payment_texts_work_at_the_end_of_payment() -> None:
    Scenario("""
        dani ship Sortűz
        dani crew Célzó
        dani base Gyár, 2 developments
        turn of dani
        dani attacks laci colony
        all let
        dani joins Sortűz
        dani boards Célzó on Sortűz
        dani ready
        laci ready
        dani ready
        laci ready
        so step pay_end
        no not_end_of_payment: dani text Gyár: credits +1 of dani
        dani text Célzó: firepower +2 on Sortűz
        dani ready
        so Sortűz firepower 5
    """)


# -- 4, bombing --------------------------------------------------------------------------------------


def raid(ships: str, table: str, target: str) -> Scenario:
    return fight(ships, "", table, target)


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
    s.play("dani bombs Mamut I.\nlaci springs Kelepce\nlaci done\nso Kelepce in trash of laci\nso laci credits 0")


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


def test_f3_the_steps_are_shown_in_words() -> None:
    from tableside.language import language

    s = fight("Mamut I.", "Cobra Flash")
    assert "tüzelés" in language("hu").say(GAME.phase(s.state))
    assert "firing" in language("en").say(GAME.phase(s.state))
