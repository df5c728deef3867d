"""G: the eight abilities of ships."""

from dataclasses import replace

from tests.games.kaosz_galaktika.fights import fight, raid
from tests.games.kaosz_galaktika.scenario import Scenario

# -- G1 Álcázás ----------------------------------------------------------------------------------------


def test_g1_a_cloaked_ship_is_no_target_of_a_card() -> None:
    Scenario("""
        dani hand Rajtaütés, Végzet, Szabotázs
        dani credits 20
        laci ship Ködlő
        turn of dani
        no cloaked: dani events Rajtaütés at Ködlő
        no cloaked: dani interrupts Végzet at Ködlő
    """)


def test_g1_nor_of_an_ability_or_a_free_text() -> None:
    Scenario("""
        laci ship Ködlő
        dani base Lövészárok, 1 development
        dani base Gyár, 2 developments
        turn of dani
        no cloaked: dani uses Lövészárok at Ködlő
        no cloaked: dani text Gyár: destroy Ködlő
    """)


def test_g1_ordinary_fire_is_allowed() -> None:
    fight("Mamut I.", "Ködlő").play("laci passes\ndani fires Mamut I. at Ködlő\nlaci holds\nso Ködlő in trash of laci")


def test_g1_a_ship_cloaked_in_the_meantime_is_a_lost_target() -> None:
    s = Scenario("""
        dani hand Rajtaütés
        dani credits 3
        laci ship Darázs
        laci weapon Tükörpajzs on Darázs face down
        laci hides 1
        turn of dani
        dani events Rajtaütés at Darázs
    """)
    s.state = s.state.with_piece(replace(s.piece("Tükörpajzs"), paid=True))
    s.play("all let\nso Darázs armour 3\nso Rajtaütés in trash of dani\nso dani credits 0")


# -- G2 Gyorstüzelés -----------------------------------------------------------------------------------


def test_g2_nobody_returns_fire_at_rapid_fire() -> None:
    fight("Mamut I.", "Villámka").play("""
        laci fires Villámka at Mamut I.
        so Mamut I. in trash of dani
        so step disarm
    """)


def test_g2_a_rapid_ship_shot_at_returns_like_any_other() -> None:
    fight("Szúnyog, Árnyék", "Villámka").play("""
        dani fires Árnyék at Villámka
        laci returns at Árnyék
        so Árnyék in trash of dani
    """)


# -- G3 Sorozatlövés -----------------------------------------------------------------------------------


def test_g3_volley_splits_the_damage_among_enemy_ships() -> None:
    fight("Sortűz", "Mamut I., Dongó").play("""
        dani fires Sortűz at Mamut I., Dongó
        laci holds
        laci holds
        no too_much_damage: dani splits Mamut I. 2, Dongó 2
        no each_target_gets_some: dani splits Mamut I. 3
        dani splits Mamut I. 1, Dongó 2
        so Mamut I. armour 2
        so Dongó armour 3
        so Sortűz is used
    """)


def test_g3_each_active_ship_hit_may_return() -> None:
    fight("Sortűz", "Mamut I., Dongó").play("""
        dani fires Sortűz at Mamut I., Dongó
        so asked laci
        laci returns at Sortűz
        laci returns at Sortűz
        dani splits Mamut I. 2, Dongó 1
        so Sortűz in trash of dani
        so Mamut I. is damaged
        so Dongó is damaged
    """)


def test_g3_not_all_damage_must_be_used() -> None:
    fight("Sortűz", "Mamut I., Dongó").play("""
        dani fires Sortűz at Mamut I., Dongó
        laci holds
        laci holds
        dani splits Mamut I. 1, Dongó 1
        so Mamut I. armour 2
        so Dongó armour 4
    """)


def test_g3_there_is_no_return_to_a_return() -> None:
    fight("CRX", "Cobra Flash, Halálszárny").play("""
        laci fires Cobra Flash at CRX
        dani returns at Cobra Flash, Halálszárny
        # nobody asks Halálszárny
        so asked dani
        dani splits Cobra Flash 2, Halálszárny 1
        so Halálszárny in trash of laci
        so CRX armour 3
    """)


def test_g3_no_more_targets_than_damage_and_none_without_the_ability() -> None:
    fight("Sortűz", "Mamut I., Dongó, Szúnyog, Halálszárny").play("""
        laci passes
        no too_many_targets: dani fires Sortűz at Mamut I., Dongó, Szúnyog, Halálszárny
        dani fires Sortűz at Mamut I., Dongó, Szúnyog
    """)
    fight("Mamut I.", "Dongó, Kaptár").play("no one_target: dani fires Mamut I. at Dongó, Kaptár")


def test_g3_answers_change_the_damage_before_it_is_split() -> None:
    fight("Sortűz", "Mamut I., Dongó", "dani hand Pontos lövés\ndani credits 1").play("""
        dani fires Sortűz at Mamut I., Dongó
        laci holds
        laci holds
        dani interrupts Pontos lövés at Sortűz
        all let
        dani splits Mamut I. 3, Dongó 1
        so Mamut I. in trash of laci
        so Dongó armour 4
    """)


# -- G4 Kötelék ----------------------------------------------------------------------------------------


def test_g4_the_owner_spreads_the_damage_over_the_formation() -> None:
    fight("Mamut I.", "Darázs, Kaptár").play("""
        laci passes
        dani fires Mamut I. at Darázs
        laci holds
        so asked laci
        no more_than_armour: laci bands Darázs 3, Kaptár 1
        no share_it_all: laci bands Darázs 1, Kaptár 1
        laci bands Darázs 1, Kaptár 3
        so Darázs armour 1
        so Kaptár armour 1
    """)


def test_g4_it_is_optional() -> None:
    fight("Mamut I.", "Darázs, Kaptár").play("""
        laci passes
        dani fires Mamut I. at Darázs
        laci holds
        laci takes
        so Darázs in trash of laci
        so Kaptár armour 4
    """)


def test_g4_only_ships_of_the_formation_take_the_damage() -> None:
    fight("Mamut I.", "Darázs, Kaptár, CRX").play("""
        laci passes
        dani fires Mamut I. at Darázs
        laci holds
        no only_the_formation: laci bands Darázs 1, CRX 3
    """)


def test_g4_a_ship_outside_the_formation_cannot_be_covered() -> None:
    fight("Mamut I.", "Darázs, Kaptár, CRX").play("""
        laci passes
        dani fires Mamut I. at CRX
        laci holds
        so CRX armour 1
    """)


def test_g4_not_against_volley_fire() -> None:
    fight("Sortűz", "Darázs, Kaptár").play("""
        laci passes
        dani fires Sortűz at Darázs, Kaptár
        laci holds
        laci holds
        so asked dani
        dani splits Darázs 2, Kaptár 1
        so Darázs in trash of laci
        so Kaptár armour 3
    """)


def test_g4_what_the_formation_cannot_take_is_lost() -> None:
    fight("Óriásbolyha", "Darázs, Kaptár", "dani hand Pontos lövés, Pontos lövés\ndani credits 2").play("""
        laci passes
        dani fires Óriásbolyha at Darázs
        laci holds
        dani interrupts Pontos lövés at Óriásbolyha
        dani interrupts Pontos lövés at Óriásbolyha
        all let
        so Óriásbolyha firepower 7
        no share_it_all: laci bands Darázs 1, Kaptár 4
        laci bands Darázs 2, Kaptár 4
        so Kaptár in trash of laci
        so Darázs in trash of laci
    """)


def test_g4_also_against_return_fire() -> None:
    fight("Darázs, Kaptár", "Mamut I.").play("""
        dani fires Darázs at Mamut I.
        laci returns at Darázs
        so asked dani
        dani bands Darázs 1, Kaptár 3
        so Darázs armour 1
        so Mamut I. armour 2
    """)


# -- G5 Lopakodás --------------------------------------------------------------------------------------


def test_g5_stealth_bombs_at_once_instead_of_firing() -> None:
    fight("Árnyék", "Mamut I.", "laci colony 9").play("""
        dani sneaks Árnyék
        so laci colony 7
        so Árnyék is used
        so step fire
    """)


def test_g5_also_instead_of_returning_fire() -> None:
    fight("Árnyék, Mamut I.", "Villámka, Cobra Flash", "laci colony 9").play(
        """
        dani passes
        laci fires Cobra Flash at Árnyék
        so asked dani
        dani sneaks Árnyék
        so laci colony 7
        so Árnyék in trash of dani
    """.replace("laci fires Cobra Flash", "laci fires Cobra Flash")
    )


def test_g5_the_thresholds_of_bombing_hold() -> None:
    fight("Árnyék", "Mamut I.", "laci base Gyár face down", "base Gyár").play("""
        dani sneaks Árnyék
        so asked laci
        laci yields
        so Gyár in ruin of laci
        so step fire
    """)
    fight("Árnyék", "Mamut I.", "laci base Gyár, 2 developments", "base Gyár").play("""
        dani sneaks Árnyék
        all let
        so Gyár armour 2
        so Gyár is damaged
    """)


def test_g5_only_the_attackers_ships_and_only_with_the_ability() -> None:
    fight("Mamut I.", "Árnyék").play("no attackers_only: laci sneaks Árnyék")
    fight("Szúnyog", "Mamut I.").play("no no_such_keyword: dani sneaks Szúnyog")


def test_g5_it_counts_as_the_ships_action() -> None:
    fight("Árnyék, Mamut I.", "Villámka", "laci colony 9").play("""
        dani passes
        laci passes
        so step bomb
    """)
    fight("Mamut I., Robbantó, Árnyék", "Menekülő", "laci colony 9").play("""
        so asked laci
        laci passes
        dani sneaks Árnyék
        so laci colony 7
        # the passed ship is next again
        so asked laci
    """)
    fight("Árnyék, Mamut I.", "Cobra Flash", "laci colony 9", combat="simple").play("""
        dani sneaks Árnyék
        so asked laci
    """)


def test_g5_a_trap_can_answer_a_stealthy_bomber() -> None:
    fight("Árnyék", "Mamut I.", "laci base Kelepce face down\nlaci credits 2", "base Kelepce").play("""
        dani sneaks Árnyék
        laci springs Kelepce
        all let
        dani chooses Árnyék
        so Árnyék in trash of dani
        so step disarm
    """)


# -- G6 Nehézfegyverzet --------------------------------------------------------------------------------


def test_g6_two_credits_for_one_firepower_up_to_twice_the_base() -> None:
    fight("Dongó", "Óriásbolyha", "dani credits 11").play(
        """
        dani overcharges Dongó
        all let
        so Dongó firepower 5
        so dani credits 9
        dani overcharges Dongó
        all let
        dani overcharges Dongó
        all let
        dani overcharges Dongó
        all let
        so Dongó firepower 8
        no twice_at_most: dani overcharges Dongó
        dani fires Dongó at Óriásbolyha
        laci holds
        all let
        so Óriásbolyha in trash of laci
        referee disarm
    """.replace("        referee disarm\n", "")
    )


def test_g6_only_in_its_turn_with_the_credits_and_the_ability() -> None:
    fight("Dongó", "Cobra Flash", "dani credits 9").play("no not_your_turn: dani overcharges Dongó")
    fight("Dongó", "Óriásbolyha", "dani credits 1").play("no credits_short: dani overcharges Dongó")
    fight("Mamut I.", "Óriásbolyha", "dani credits 9").play("no no_such_keyword: dani overcharges Mamut I.")


def test_g6_it_ends_with_the_combat_phase() -> None:
    fight("Dongó", "Óriásbolyha", "dani credits 2").play("""
        dani overcharges Dongó
        all let
        dani passes
        laci passes
        dani spares
        referee disarm
        so Dongó firepower 4
    """)


def test_g6_it_can_be_cancelled_and_the_credits_are_lost() -> None:
    fight("Dongó", "Óriásbolyha", "dani credits 2\nlaci hand Zárlat\nlaci credits 2").play("""
        dani overcharges Dongó
        laci interrupts Zárlat at overcharge
        all let
        so Dongó firepower 4
        so dani credits 0
    """)


# -- G7 Javítás ----------------------------------------------------------------------------------------


def test_g7_a_ship_with_repair_turns_only_used() -> None:
    fight("Foltozó", "Szúnyog").play("""
        laci fires Szúnyog at Foltozó
        dani holds
        dani passes
        so Foltozó is used
    """)
    Scenario("""
        dani hand Rajtaütés
        dani credits 3
        laci ship Foltozó
        turn of dani
        dani events Rajtaütés at Foltozó
        all let
        so Foltozó is used
    """)


def test_g7_a_used_ship_with_repair_stays_used() -> None:
    fight("Foltozó", "Szúnyog").play("""
        laci fires Szúnyog at Foltozó
        dani returns at Szúnyog
        so Foltozó is used
    """)


# -- G8 Tűzszerészet -----------------------------------------------------------------------------------


def test_g8_cards_of_the_own_colony_for_bombing_up_to_twice_the_base() -> None:
    raid("Robbantó", "laci colony 20\ndani colony 20", "colony").play("""
        no twice_at_most: dani saps Robbantó 3
        no twice_at_most: dani saps Robbantó 0
        dani saps Robbantó 1
        so dani colony 19
        so Robbantó bombing 3
        dani saps Robbantó 1
        so Robbantó bombing 4
        no twice_at_most: dani saps Robbantó 1
        dani bombs Robbantó
        so laci colony 16
        referee disarm
        so Robbantó bombing 2
    """)


def test_g8_only_with_the_ability_the_cards_and_in_the_bombing_step() -> None:
    raid("Mamut I.", "", "colony").play("no no_such_keyword: dani saps Mamut I. 1")
    raid("Robbantó", "dani colony 1", "colony").play("no colony_too_small: dani saps Robbantó 2")
    fight("Robbantó", "Óriásbolyha").play("no only_bombing_step: dani saps Robbantó 1")


# -- G9 Alapértékek ------------------------------------------------------------------------------------


def test_g9_base_values_ignore_cards_counters_and_effects() -> None:
    table = "dani credits 20\ndani base Gyár, 2 developments"
    s = fight("Dongó", "Óriásbolyha", table)
    s.play("""
        dani text Gyár: firepower +3 on Dongó
        so Dongó firepower 7
        dani overcharges Dongó
        all let
        so Dongó firepower 8
        no twice_at_most: dani overcharges Dongó
    """)
