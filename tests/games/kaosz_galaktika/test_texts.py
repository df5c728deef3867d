"""C6, D5: free card text, carried out by its player in logged moves, within the rules' own limits."""

import pytest

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.language import LANGUAGES, language
from tests.games.kaosz_galaktika.scenario import GAME, Scenario

TABLE = """
    dani hand Alku
    dani credits 1
    dani ship CRX
    dani base Gyár, 2 developments
    dani crew Követ
    laci ship Mamut I.
    laci hides 2
    laci credits 3
    laci colony 4
    laci ruin 2
    laci trash Szúnyog
    turn of dani
    dani interrupts Alku
    all let
    so carrying out Alku
"""


def test_c6_every_change_names_the_card_that_is_being_carried_out() -> None:
    s = Scenario(TABLE)
    s.play("dani text Alku: credits +1 of dani\nso dani credits 1")
    for code in LANGUAGES:
        said = language(code).say(GAME.say_move(s.state, move(0, "effect_credits", player=0, amount=1)))
        assert "Alku" in said


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("firepower +2 on CRX until turn_end", "CRX firepower 7"),
        ("armour -1 on Mamut I. until turn_end", "Mamut I. armour 2"),
        ("damage 2 on Mamut I.", "Mamut I. armour 1"),
        ("damage 9 on Mamut I.", "Mamut I. in trash of laci"),
        ("armour -3 on Mamut I. until turn_end", "Mamut I. in trash of laci"),
        ("turn CRX used", "CRX is used"),
        ("turn CRX damaged", "CRX is damaged"),
        ("counter +3 on CRX", "CRX has 3 counters"),
        ("develop +2 on Gyár", "Gyár has 4 developments"),
        ("develop -2 on Gyár", "Gyár has 0 developments"),
        ("credits -3 of laci", "laci credits 0"),
        ("draw 2 of laci", "laci hand 4"),
        ("mill 4 of laci", "laci colony 0"),
        ("destroy Mamut I.", "Mamut I. in trash of laci"),
        ("send Mamut I. to hand", "Mamut I. in hand of laci"),
        ("send Mamut I. to colony", "laci colony 5"),
        ("capture Mamut I. for dani", "dani controls Mamut I."),
        ("card Szúnyog of laci from trash to hand", "Szúnyog in hand of laci"),
        ("card ? of laci from hand to ruin", "laci hand 1"),
        ("card ? of laci from colony to hand", "laci hand 3"),
        ("card ? of laci from ruin to colony", "laci colony 5"),
    ],
)
def test_c6_what_a_text_can_do(line: str, claim: str) -> None:
    s = Scenario(TABLE)
    s.play(f"dani text Alku: {line}\nso {claim}\ndani done\nso Alku in trash of dani")
    assert GAME.census(s.state) == {"cards_0": 45, "cards_1": 45}


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        ("below_zero", "credits -4 of laci"),
        ("below_zero", "counter -1 on CRX"),
        ("below_zero", "develop -3 on Gyár"),
        ("colony_too_small", "draw 5 of laci"),
        ("colony_too_small", "mill 5 of laci"),
        ("no_such_amount", "damage 0 on CRX"),
        ("no_such_amount", "damage -1 on CRX"),
        ("no_such_amount", "firepower +100 on CRX until turn_end"),
        ("no_combat", "firepower +1 on CRX until combat_end"),
        ("no_such_value", "firepower +1 on CRX until tomorrow"),
        ("no_such_turn", "turn CRX active"),
        ("not_a_base", "develop +1 on CRX"),
        ("no_values", "damage 1 on Követ"),
        ("already_yours", "capture CRX for dani"),
        ("no_such_pile", "send CRX to trash"),
        ("not_there", "card Szúnyog of laci from ruin to hand"),
        ("trash_is_face_up", "card ? of laci from hand to trash"),
        ("no_such_pile", "card ? of laci from hand to hand"),
    ],
)
def test_c5_the_rules_own_limits_hold_for_texts_too(reason: str, line: str) -> None:
    Scenario(TABLE).play(f"no {reason}: dani text Alku: {line}")


def test_d8_a_text_can_cancel_what_is_pending_and_its_cost_is_lost() -> None:
    Scenario("""
        dani hand Szúnyog
        dani credits 2
        laci base Gyár, 2 developments
        laci hides 1
        turn of dani
        dani plays Szúnyog
        laci text Gyár: cancel Szúnyog
        so Szúnyog in trash of dani
        so dani credits 0
        laci done
        so stack
        so asked dani
    """)


def test_d8_an_attack_can_be_called_off_by_a_text() -> None:
    Scenario("""
        dani ship CRX
        laci base Gyár, 2 developments
        turn of dani
        dani attacks laci colony
        laci text Gyár: cancel attack
        laci done
        so phase main
        so asked dani
    """)


def test_a_text_is_asked_slot_by_slot_with_amounts() -> None:
    s = Scenario(TABLE)
    partial = Move(0, "effect_credits")
    for slot, value in (("player", 1), ("amount", -3)):
        choice = GAME.choices(s.state, partial)[0]
        assert choice.slot == slot
        assert value in [offer.value for offer in choice.offers]
        if slot == "amount":
            assert -4 not in [offer.value for offer in choice.offers], "nothing goes below zero"
            assert 10 in [offer.value for offer in choice.offers]
        partial = partial.given(**{slot: value})
    assert GAME.choices(s.state, partial) == ()
    assert isinstance(GAME.judge(s.state, partial), Legal)


def test_b3_a_text_of_a_card_in_play_is_told_by_hand_once_a_turn() -> None:
    s = Scenario("""
        dani base Gyár, 2 developments
        dani ship CRX
        laci colony 9
        turn of dani
        dani uses Gyár
        all let
        so carrying out Gyár
        dani text Gyár: develop +1 on Gyár
        no done_already: dani text Gyár: develop +1 on Gyár
        dani done
        no used_already: dani uses Gyár
    """)
    kinds = {offer.value for offer in GAME.choices(s.state, Move(0, ""))[0].offers}
    assert not any(kind.startswith("effect_") for kind in kinds), "no text is a licence"


def test_b3_what_is_told_by_hand_is_shown_with_the_text_and_marked_as_not_checked() -> None:
    s = Scenario("dani base Gyár, 2 developments\nturn of dani\ndani uses Gyár\nall let")
    assert "Minden köröd elején" in language("hu").say(GAME.phase(s.state))
    ruling = GAME.judge(s.state, move(0, "effect_credits", player=0, amount=1))
    assert isinstance(ruling, Legal)
    assert [caution.key for caution in ruling.cautions] == ["by_hand"]


def test_b4_a_captured_base_goes_to_the_right_end() -> None:
    s = Scenario("""
        laci base Tőzsde face down
        dani base Gyár, 2 developments
        turn of dani
        dani text Gyár: capture Tőzsde for dani
    """)
    assert [piece.card for piece in s.state.pieces] == ["gyar", "tozsde"]


def test_only_its_player_carries_a_text_out() -> None:
    s = Scenario(TABLE)
    wanted = move(1, "effect_credits", player=1, amount=1)
    assert isinstance(GAME.judge(s.state, wanted), Illegal)
    s.play("no not_your_turn: laci done\ndani done\nso asked dani\nno nothing_to_carry_out: dani done")


def test_b9_of_anothers_hand_no_card_is_named_and_what_was_told_is_void() -> None:
    s = Scenario("""
        dani base Gyár, 2 developments
        laci hand Szúnyog, Árnyék
        laci ruin Adó, Alku
        turn of dani
        no not_there: dani text Gyár: card Szúnyog of laci from hand to ruin
        dani text Gyár: card ? of laci from hand to ruin
        so laci hand 1
        no trash_is_face_up: dani text Gyár: card ? of laci from hand to trash
        dani text Gyár: card ? of laci from ruin to hand
    """)
    assert s.state.players[1].known == ()
    s.play("dani text Gyár: card ? of laci from ruin to hand")
    assert s.state.players[1].known == ("alku",), "the top card of a ruin keeps its name for its owner"


def test_a_ship_sent_away_takes_nothing_with_it() -> None:
    s = Scenario("""
        dani base Gyár, 2 developments
        laci ship Sortűz
        laci weapon Tüskelöveg on Sortűz
        laci weapon Tüskerakéta on Sortűz face down
        turn of dani
        dani text Gyár: send Sortűz to hand
        so Sortűz in hand of laci
        so Tüskelöveg in trash of laci
        so Tüskerakéta in ruin of laci
    """)
    assert s.game.audit(s.state) == ()
