"""F3: the attack, equipping, payment and firing."""

from tests.games.kaosz_galaktika.fights import fight
from tests.games.kaosz_galaktika.scenario import GAME, Scenario

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
        so step pay_end
        so carrying out Célzó
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
        so step bomb
    """)
    Scenario(
        """
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
    """,
        answers="every",
    )


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
        dani weapon Habpajzs on CRX face down
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
        dani chooses Árnyék
        # no armour is left, but its own rocket still flies
        so Árnyék in play 1
        so asked laci
        laci chooses Szúnyog
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
        dani weapon Tüskelöveg on CRX face down
        dani weapon Habpajzs on CRX face down
        dani credits 1
        laci hand Kicsi bumm, Kicsi bumm
        laci credits 2
        turn of dani
        dani attacks laci colony
        all let
        dani joins Mamut I.
        dani joins CRX
        dani ready
        dani pays Tüskelöveg
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
        so carrying out Célzó
        no nothing_to_carry_out: dani text Célzó: credits +1 of dani
        dani chooses 0
        so Sortűz firepower 5
        so Sortűz bombing 2
    """)


def test_f3_the_steps_are_shown_in_words() -> None:
    from tableside.language import language

    s = fight("Mamut I.", "Cobra Flash")
    assert "tüzelés" in language("hu").say(GAME.phase(s.state))
    assert "firing" in language("en").say(GAME.phase(s.state))
