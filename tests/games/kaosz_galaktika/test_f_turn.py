"""F: the phases of a turn, what can be done in the main phase, and the closing phase."""

import pytest

from tableside.core.moves import Move, move
from tests.games.kaosz_galaktika.scenario import GAME, Scenario, with_player


def test_f1_the_starting_phase_brings_5_credits_then_starting_interrupts() -> None:
    Scenario("""
        laci hand Ébresztő
        laci hides 1
        laci credits 3
        turn of dani
        dani ends
        all let
        referee check
        referee close
        referee income
        so laci credits 8
        so phase start
        so asked laci
        laci interrupts Ébresztő
        all let
        so laci credits 9
        so phase main
    """)


def test_f2_laying_cards_face_down_is_free() -> None:
    Scenario("""
        dani hides 3
        dani ship Szúnyog
        turn of dani
        dani lays base ?
        dani lays crew ?
        dani lays weapon ? on Szúnyog
        so dani credits 0
        so dani hand 0
    """)


def test_f2_two_developments_bring_a_credit() -> None:
    Scenario("""
        dani base Gyár face down, 1 development
        dani base Tőzsde face down, 2 developments
        laci base Mélylabor face down, 2 developments
        turn of dani
        no two_developments: dani sells Gyár, Gyár
        no not_a_base: dani sells Gyár, Mélylabor
        dani sells Gyár, Tőzsde
        so dani credits 1
        so Gyár has 0 developments
        so Tőzsde has 1 development
        no two_developments: dani sells Tőzsde, Tőzsde
    """)


def test_f2_a_development_costs_1_and_two_a_turn_and_base_are_the_most() -> None:
    Scenario("""
        dani base Gyár face down
        dani base Tőzsde face down
        dani credits 4
        turn of dani
        dani develops Gyár
        dani develops Gyár
        no developed_twice: dani develops Gyár
        dani develops Tőzsde
        so dani credits 1
    """)


def test_f2_the_count_of_developments_begins_anew_next_turn() -> None:
    s = Scenario("""
        dani base Gyár face down
        dani credits 4
        turn of dani
        dani develops Gyár
        dani develops Gyár
        dani ends
        referee check
        referee close
    """)
    assert s.piece("Gyár").developed == 0


def test_f2_card_effects_develop_without_limit() -> None:
    Scenario("""
        dani base Gyár face down
        dani hand Munkaverseny
        dani credits 3
        turn of dani
        dani develops Gyár
        dani develops Gyár
        dani interrupts Munkaverseny at Gyár
        all let
        so Gyár has 4 developments
    """)


def test_f2_drawing_costs_1() -> None:
    Scenario("dani credits 2\nturn of dani\ndani draws\nso dani credits 1\nso dani hand 1")


def test_f2_choosing_from_the_top_five_costs_2() -> None:
    Scenario("""
        dani credits 2
        dani colony 3
        turn of dani
        dani searches
        so dani credits 0
        so dani hand 1
        so dani colony 2
    """)


def test_f2_the_bottom_card_of_the_ruin_only_with_five_or_fewer_left() -> None:
    Scenario("""
        dani credits 4
        dani colony 6
        dani ruin 3
        turn of dani
        no colony_too_large: dani salvages
        dani draws
        dani salvages
        so dani credits 1
        so dani hand 2
    """)
    s = Scenario("dani credits 2\ndani ruin Szúnyog, Árnyék\nturn of dani")
    s.state = with_player(s.state, 0, colony=3, trash=("kovet",) * 0, ruin=("szunyog", *([None] * 40), "arnyek"))
    assert s.game.judge(s.state, move(0, "salvage")).legal
    s.make(move(0, "salvage"))
    assert s.state.players[0].known == ("szunyog",), "the bottom card, not the top one"


def test_f2_an_empty_ruin_gives_nothing() -> None:
    s = Scenario("dani credits 2\ndani ship Szúnyog\nturn of dani")
    s.state = with_player(s.state, 0, colony=0, hand=44)
    s.play("no ruin_empty: dani salvages")


def test_f2_several_attacks_a_turn() -> None:
    Scenario("""
        dani ship Szúnyog
        dani ship Árnyék
        turn of dani
        dani attacks laci colony
        dani joins Szúnyog
        dani ready
        laci ready
        dani ready
        laci ready
        dani bombs Szúnyog
        referee disarm
        so phase main
        dani attacks laci colony
        no not_active: dani joins Szúnyog
        dani joins Árnyék
    """)


@pytest.mark.parametrize("target", ["colony", "hand", "crew Célzó", "base Gyár"])
def test_f2_the_four_targets_of_an_attack(target: str) -> None:
    Scenario(f"""
        dani ship Szúnyog
        laci crew Célzó face down
        laci base Gyár face down
        turn of dani
        dani attacks laci {target}
        so step equip_attack
    """)


def test_f2_other_targets_are_refused() -> None:
    s = Scenario("dani ship Szúnyog\nlaci ship Árnyék\ndani base Gyár face down\nturn of dani")
    for target, piece in (("ship", 2), ("base", 3), ("crew", 2), ("colony", 2), ("base", None), ("fleet", None)):
        assert not GAME.judge(s.state, move(0, "attack", defender=1, target=target, piece=piece)).legal
    assert not GAME.judge(s.state, move(0, "attack", defender=0, target="colony", piece=None)).legal


def test_f2_the_main_phase_belongs_to_the_active_player() -> None:
    s = Scenario("dani credits 5\nlaci credits 5\nturn of dani\nno not_your_turn: laci draws")
    assert s.game.to_act(s.state) == {0}


def test_f2_what_cannot_be_done_is_offered_with_its_reason() -> None:
    s = Scenario("dani credits 0\nturn of dani")
    kinds = {offer.value: offer.why_not for offer in GAME.choices(s.state, Move(0, ""))[0].offers}
    assert kinds["end_turn"] is None
    assert kinds["draw"].reason.key.endswith("credits_short")
    assert kinds["salvage"].reason.key.endswith("colony_too_large")
    assert set(kinds) >= {"lay_base", "attack", "develop", "sell", "ship", "event", "pay", "search"}


def test_f4_the_closing_phase_goes_in_its_order() -> None:
    s = Scenario("""
        dani hides 7
        dani ship CRX damaged
        dani ship Mamut I. used
        dani ship Dongó
        dani ship Szúnyog
        dani credits 25
        laci ship Cobra Flash
        turn of dani
        dani ends
        referee check
        so asked dani
        no hand_first: dani scraps CRX
        dani drops ?
        dani drops ?
        so dani hand 5
        so dani ruin 2
        no nothing_to_discard: dani drops ?
        dani scraps CRX
        so CRX in trash of dani
        so asked referee
        referee close
        so dani credits 20
        so Mamut I. is active
        so turn of laci
    """)
    order = [e.kind for e in s.events]
    assert order.index("discarded") < order.index("destroyed") < order.index("credits") < order.index("turn_ended")


def test_f4_all_ships_and_bases_regain_full_armour() -> None:
    s = Scenario("""
        dani hand Rajtaütés, Rajtaütés
        dani credits 6
        laci ship CRX
        laci base Gyár, 2 developments
        turn of dani
        dani events Rajtaütés at CRX
        all let
        dani events Rajtaütés at Gyár
        all let
        so CRX armour 3
        dani ends
        all let
        referee check
        referee close
        so CRX armour 5
        so Gyár armour 4
        so CRX is damaged
    """)
    assert s.state.active == 1


def test_f4_changes_until_the_end_of_the_turn_end() -> None:
    Scenario("""
        dani base Gyár, 2 developments
        dani ship CRX
        turn of dani
        dani text Gyár: firepower +2 on CRX until turn_end
        dani text Gyár: speed +1 on CRX until always
        so CRX firepower 7
        dani ends
        all let
        referee check
        referee close
        so CRX firepower 5
        so CRX speed 1
    """)


def test_f5_the_opponents_empty_colony_wins_at_the_start_of_the_closing_phase() -> None:
    Scenario("""
        dani hides 9
        laci colony 0
        turn of dani
        dani ends
        referee check
        so winner dani
        so phase over
    """)


def test_f5_with_both_empty_the_first_closing_phase_wins() -> None:
    Scenario("""
        dani colony 0
        laci colony 0
        turn of laci
        laci ends
        referee check
        so winner laci
    """)


def test_f6_the_player_in_the_closing_phase_picks_what_goes() -> None:
    Scenario("""
        dani hides 5
        dani hand Menekülő
        dani ship Mamut I.
        dani ship Óriásbolyha
        dani ship Menekülő
        turn of dani
        dani ends
        referee check
        no not_your_turn: laci drops ?
        dani drops Menekülő
        so Menekülő in ruin of dani
        dani scraps Menekülő
        so Menekülő in trash of dani
        so asked referee
    """)


def test_f7_a_bombing_is_successful_when_something_is_discarded_or_destroyed() -> None:
    s = Scenario("""
        dani ship Mamut I.
        laci colony 2
        turn of dani
        dani attacks laci colony
        dani joins Mamut I.
        dani ready
        laci ready
        dani ready
        laci ready
        dani bombs Mamut I.
        so laci colony 0
    """)
    assert next(e for e in s.events if e.kind == "milled")["amount"] == 2


def test_the_end_of_a_turn_is_announced_and_can_be_answered() -> None:
    Scenario("""
        dani ship Szúnyog
        laci hand Végzet
        laci credits 5
        turn of dani
        dani ends
        so asked laci
        laci interrupts Végzet at Szúnyog
        all let
        so phase check
    """)


def test_cautions_warn_of_waste_and_danger() -> None:
    s = Scenario("dani credits 25\ndani colony 1\nturn of dani")
    assert [caution.key for caution in GAME.judge(s.state, move(0, "end_turn")).cautions] == ["credits"]
    assert [caution.key for caution in GAME.judge(s.state, move(0, "draw")).cautions] == ["colony"]
