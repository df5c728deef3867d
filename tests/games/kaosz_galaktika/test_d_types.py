"""D: the six types and their subtypes."""

from collections import Counter

import pytest

from tableside.core import codec
from tableside.core.moves import Move, move
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.records import Card, Subtype, Type
from tableside.games.kaosz_galaktika.state import Turn
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario


def test_d_there_are_six_types_of_four_subtypes() -> None:
    assert Counter(subtype.type for subtype in Subtype) == dict.fromkeys(Type, 4)


def test_d_the_sample_copy_has_every_subtype_and_ability() -> None:
    cards = [card for id, card in GAME.catalog.table("cards").items() if card.source == "invented for the tests"]
    assert {card.subtype for card in cards} == set(Subtype)
    assert len({keyword for card in cards for keyword in card.keywords}) == 8


@pytest.mark.parametrize("name", ["Szúnyog", "Darázs", "Sortűz", "Dongó"])
def test_d1_sizes_are_one_to_four(name: str) -> None:
    card = GAME.catalog.find("cards", IDS[name])
    assert card.size == 1 + list(Subtype).index(card.subtype)


def test_d1_ships_are_played_face_up_and_paid_at_once() -> None:
    Scenario("""
        dani hand Szúnyog
        dani credits 5
        turn of dani
        dani plays Szúnyog
        so Szúnyog is paid
        so dani credits 3
    """)


def test_d1_weapons_and_crew_are_no_more_than_the_size() -> None:
    Scenario("""
        dani ship Szúnyog
        dani ship Darázs
        dani weapon Tüskelöveg on Szúnyog
        dani crew Célzó
        dani crew Követ
        dani crew Vasmarok kapitány
        dani hides 1
        turn of dani
        no ship_full: dani lays weapon ? on Szúnyog
        dani lays weapon ? on Darázs
        dani attacks laci colony
        all let
        dani joins Szúnyog
        dani joins Darázs
        no ship_full: dani boards Célzó on Szúnyog
        dani boards Célzó on Darázs
        no ship_full: dani boards Követ on Darázs
    """)


def test_d1_damage_outside_combat_turns_a_ship_damaged_at_once() -> None:
    Scenario("""
        dani hand Rajtaütés
        dani credits 3
        laci ship Mamut I.
        turn of dani
        dani events Rajtaütés at Mamut I.
        all let
        so Mamut I. armour 1
        so Mamut I. is damaged
    """)


def test_d1_without_armour_a_ship_is_destroyed() -> None:
    Scenario("""
        dani hand Rajtaütés
        dani credits 3
        laci ship Marduk Kurios
        turn of dani
        dani events Rajtaütés at Marduk Kurios
        all let
        so Marduk Kurios in trash of laci
    """)


def test_d1_a_hangar_size_in_the_text_counts_for_the_hangar_only() -> None:
    card = GAME.catalog.find("cards", IDS["Mamut I."])
    assert (card.size, card.room) == (3, 6)
    s = Scenario("dani ship Mamut I.\nturn of dani")
    turn = Turn(GAME, s.state, None)
    assert (pieces.size(turn, s.piece("Mamut I.")), pieces.room(turn, 0)) == (3, 6)


def test_d2_weapons_are_laid_face_down_on_an_own_ship_and_paid_in_the_main_phase() -> None:
    Scenario("""
        dani ship Szúnyog
        laci ship Cobra Flash
        dani hand Tüskelöveg
        dani credits 1
        turn of dani
        no not_your_ship: dani lays weapon Tüskelöveg on Cobra Flash
        dani lays weapon Tüskelöveg on Szúnyog
        so Szúnyog firepower 1
        dani pays Tüskelöveg
        all let
        so Szúnyog firepower 2
    """)


def test_d2_rockets_are_paid_only_in_the_payment_step_and_go_to_the_trash() -> None:
    Scenario("""
        dani ship Sortűz
        dani weapon Tüskerakéta on Sortűz face down
        dani credits 2
        turn of dani
        no rocket_in_payment_step: dani pays Tüskerakéta
        dani attacks laci colony
        all let
        dani joins Sortűz
        dani ready
        laci ready
        so step pay_attack
        dani pays Tüskerakéta
        all let
        so Tüskerakéta is paid
        dani ready
        laci ready
        so carrying out Tüskerakéta
        dani done
        dani spares
        referee disarm
        so Tüskerakéta in trash of dani
    """)


def test_d2_a_rocket_that_was_not_paid_stays_on_its_ship() -> None:
    Scenario("""
        dani ship Sortűz
        dani weapon Tüskerakéta on Sortűz face down
        turn of dani
        dani attacks laci colony
        all let
        dani joins Sortűz
        dani ready
        laci ready
        dani ready
        laci ready
        dani spares
        referee disarm
        so Tüskerakéta aboard Sortűz
        so Tüskerakéta is face down
    """)


def test_d2_weapons_are_destroyed_with_their_ship() -> None:
    Scenario("""
        dani ship Szúnyog
        dani weapon Tüskelöveg on Szúnyog
        laci hand Végzet
        laci credits 5
        turn of laci
        laci interrupts Végzet at Szúnyog
        all let
        so Szúnyog in trash of dani
        so Tüskelöveg in trash of dani
    """)


def test_d3_crew_is_laid_in_the_canteen_and_paid_in_the_main_phase() -> None:
    Scenario("""
        dani hand Vasmarok kapitány
        dani credits 2
        turn of dani
        dani lays crew Vasmarok kapitány
        dani pays Vasmarok kapitány
        all let
        so Vasmarok kapitány is paid
        so Vasmarok kapitány ashore
    """)


def test_d3_only_upright_crew_boards_paid_or_not() -> None:
    Scenario("""
        dani ship Sortűz
        dani crew Vasmarok kapitány used
        dani crew Célzó face down
        turn of dani
        dani attacks laci colony
        all let
        dani joins Sortűz
        no not_active: dani boards Vasmarok kapitány on Sortűz
        dani boards Célzó on Sortűz
        so Célzó aboard Sortűz
    """)


def test_d3_crew_boards_only_in_the_equip_step_onto_a_ship_that_takes_part() -> None:
    Scenario("""
        dani ship Sortűz
        dani ship Szúnyog
        dani crew Vasmarok kapitány
        turn of dani
        no only_equip_step: dani boards Vasmarok kapitány on Sortűz
        dani attacks laci colony
        all let
        dani joins Sortűz
        no only_fighting_ships: dani boards Vasmarok kapitány on Szúnyog
        dani ready
        no only_equip_step: dani boards Vasmarok kapitány on Sortűz
    """)


def test_d3_crew_works_only_on_a_ship_except_a_passenger() -> None:
    Scenario("""
        dani crew Javítóbot
        dani crew Követ
        dani credits 1
        turn of dani
        no only_on_a_ship: dani uses Javítóbot
        dani uses Követ
        all let
        so dani credits 2
    """)


def test_d3_a_passenger_on_a_ship_cannot_be_turned() -> None:
    Scenario("""
        dani ship Sortűz
        dani crew Követ
        turn of dani
        dani attacks laci colony
        all let
        dani joins Sortűz
        dani boards Követ on Sortűz
        no passenger_aboard: dani uses Követ
    """)


def test_d4_bases_need_their_developments() -> None:
    Scenario("""
        dani base Gyár face down, 1 development
        dani credits 9
        turn of dani
        no limit_not_reached: dani pays Gyár
        dani develops Gyár
        dani pays Gyár
        all let
        so Gyár is paid
    """)


def test_d4_limit_x_takes_any_number_and_the_effect_depends_on_it() -> None:
    s = Scenario("""
        dani base Csillagtár face down, 3 developments
        turn of dani
        dani pays Csillagtár
        all let
        so carrying out Csillagtár
        so Csillagtár has 3 developments
        dani text Csillagtár: draw 3 of dani
        dani done
        so Csillagtár in trash of dani
        so dani hand 3
    """)
    assert s.state.resolving is None


def test_d4_research_takes_effect_when_paid_then_goes_to_the_trash() -> None:
    Scenario("""
        dani base Mélylabor face down, 2 developments
        dani credits 1
        turn of dani
        dani pays Mélylabor
        all let
        so dani hand 3
        so Mélylabor in trash of dani
    """)


def test_d4_a_trap_is_never_paid_in_the_main_phase() -> None:
    Scenario("""
        dani base Kelepce face down, 5 developments
        dani credits 9
        turn of dani
        no trap_when_bombed: dani pays Kelepce
    """)


def test_d4_a_paid_base_hit_in_any_phase_turns_damaged_at_once() -> None:
    Scenario("""
        dani hand Rajtaütés
        dani credits 3
        laci base Gyár, 2 developments
        turn of dani
        dani events Rajtaütés at Gyár
        all let
        so Gyár armour 2
        so Gyár is damaged
    """)


def test_d5_an_event_is_played_in_the_own_main_phase_and_goes_to_the_trash() -> None:
    Scenario("""
        dani hand Adó
        laci hand Adó
        turn of dani
        no not_your_turn: laci events Adó
        dani events Adó
        all let
        so dani credits 3
        so Adó in trash of dani
    """)


def test_d5_an_event_with_free_text_is_carried_out_by_its_player() -> None:
    Scenario("""
        dani hand Visszavágás
        dani credits 2
        laci hides 2
        turn of dani
        dani events Visszavágás
        all let
        so carrying out Visszavágás
        no not_your_turn: laci lets
        dani text Visszavágás: card ? of laci from hand to ruin
        dani done
        so laci hand 1
        so Visszavágás in trash of dani
    """)


def test_d5_an_open_price_is_named_by_the_player() -> None:
    Scenario("""
        dani hand Űrvihar
        dani credits 4
        laci ship CRX
        turn of dani
        no credits_short: dani events Űrvihar for 5
        dani events Űrvihar for 3
        all let
        dani text Űrvihar: damage 3 on CRX
        dani done
        so CRX armour 2
        so dani credits 1
    """)


def test_d5_an_open_price_is_asked_after_the_target_up_to_the_credits() -> None:
    s = Scenario("dani hand Űrvihar\ndani credits 3\nturn of dani")
    partial = Move(0, "event").given(card=IDS["Űrvihar"], target=None)
    choice = GAME.choices(s.state, partial)[0]
    assert (choice.slot, [offer.value for offer in choice.offers]) == ("price", [0, 1, 2, 3])


def test_d7_any_card_can_be_a_bluff_and_a_fake_weapon_takes_room() -> None:
    Scenario("""
        dani ship Szúnyog
        dani hand Adó, Tiltás, Kelepce
        dani credits 9
        turn of dani
        dani lays weapon Adó on Szúnyog
        dani lays crew Tiltás
        no ship_full: dani lays weapon Kelepce on Szúnyog
        no bluff_cannot_be_paid: dani pays Adó
        no bluff_cannot_be_paid: dani pays Tiltás
    """)


def test_d7_a_hidden_card_cannot_turn_out_to_be_of_another_type() -> None:
    Scenario("""
        dani base ? face down, 4 developments
        dani credits 9
        turn of dani
        no bluff_cannot_be_paid: dani pays #1 as Célzó
        dani pays #1 as Tőzsde
    """)


def test_d8_unpaid_cards_have_no_effect() -> None:
    Scenario("""
        dani ship Szúnyog
        dani weapon Tüskelöveg on Szúnyog face down
        dani base Tőzsde face down, 3 developments
        turn of dani
        so Szúnyog firepower 1
        no unpaid_has_no_effect: dani uses Tőzsde
    """)


def test_d8_a_card_is_paid_once() -> None:
    Scenario("dani base Gyár, 2 developments\ndani credits 9\nturn of dani\nno paid_once: dani pays Gyár")


def test_d8_a_cancelled_payment_takes_the_card_and_the_credits() -> None:
    Scenario("""
        dani base Tőzsde face down, 3 developments
        dani credits 2
        laci hand Zárlat
        laci credits 2
        turn of dani
        dani pays Tőzsde
        laci interrupts Zárlat at Tőzsde
        all let
        so Tőzsde in trash of dani
        so dani credits 0
    """)


def test_d9_paid_cards_go_to_the_trash_and_unpaid_ones_to_the_ruin() -> None:
    Scenario("""
        dani ship Sortűz
        dani weapon Tüskelöveg on Sortűz
        dani weapon Tüskerakéta on Sortűz face down
        laci hand Végzet
        laci credits 5
        turn of laci
        laci interrupts Végzet at Sortűz
        all let
        so Tüskelöveg in trash of dani
        so Tüskerakéta in ruin of dani
    """)


def test_d10_icons_and_abilities_of_what_a_ship_carries_are_the_ships_own() -> None:
    Scenario("""
        dani ship Sortűz
        dani weapon Ikerágyú on Sortűz
        dani weapon Tükörpajzs on Sortűz
        laci hand Rajtaütés
        laci credits 9
        turn of laci
        so Sortűz firepower 5
        so Sortűz bombing 3
        so Sortűz armour 5
        no cloaked: laci events Rajtaütés at Sortűz
    """)


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "ship", "cost": -1},
        {"type": "ship", "armour": -1},
        {"type": "base", "cost": "x"},
        {"type": "base", "subtype": "bunker", "limit": "?"},
        {"type": "event", "effects": [{"verb": "change", "amount": 1}]},
        {"type": "event", "effects": [{"verb": "damage", "amount": -1}]},
        {"type": "crew", "abilities": [{"cost": -1}]},
    ],
)
def test_a_record_that_cannot_be_is_refused(wrong: dict) -> None:
    with pytest.raises(codec.CodecError):
        codec.decode(Card, {"source": "test", "sure": True, "name": "Rossz", **wrong})


def test_the_subtype_settles_the_type() -> None:
    card = codec.decode(Card, {"source": "test", "sure": True, "type": "ship", "subtype": "trap"})
    assert card.type is Type.BASE


def test_missing_facts_are_asked_for_when_they_matter() -> None:
    s = Scenario("dani hides 1\ndani credits 9\nturn of dani")
    bare = GAME.with_catalog(
        GAME.catalog.learn("cards", "uj", {"source": "t", "sure": False, "name": "Új", "type": "ship"})
    )
    ruling = bare.judge(s.state, move(0, "ship", card="uj"))
    assert not ruling.legal
    assert ruling.needs[0].keys == ("subtype", "cost", "speed", "firepower", "armour", "bombing")
    record = {"source": "t", "sure": False, "name": "Bázis", "type": "base", "subtype": "bunker", "cost": 0}
    bare = GAME.with_catalog(GAME.catalog.learn("cards", "bazis", record))
    laid = Scenario("dani base ? face down, 4 developments\nturn of dani")
    ruling = bare.judge(laid.state, move(0, "pay", piece=1, card="bazis"))
    assert ruling.needs[0].keys == ("limit", "armour")
    unknown = GAME.judge(s.state, move(0, "ship", card="sosem_latott"))
    assert unknown.needs[0].id == "sosem_latott"
