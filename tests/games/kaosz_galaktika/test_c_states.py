"""C: card states, counters, texts and targets."""

from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario, with_player


def test_c1_new_cards_enter_active() -> None:
    Scenario("""
        dani hand Szúnyog, Célzó
        dani credits 9
        turn of dani
        dani plays Szúnyog
        so Szúnyog is active
        dani lays crew Célzó
        so Célzó is active
    """)


def test_c2_a_marked_cost_needs_the_card_active() -> None:
    Scenario("""
        dani base Tőzsde, 3 developments
        dani crew Követ used
        turn of dani
        dani uses Tőzsde
        all let
        so Tőzsde is used
        so dani credits 2
        no not_active: dani uses Tőzsde
        no not_active: dani uses Követ
    """)


def test_c2_a_damaged_mark_turns_the_card_damaged() -> None:
    Scenario("""
        dani base Lövészárok, 1 development
        laci ship Mamut I.
        turn of dani
        dani uses Lövészárok at Mamut I.
        all let
        so Lövészárok is damaged
        so Mamut I. armour 2
    """)


def test_c2_a_sacrifice_goes_to_the_trash() -> None:
    Scenario("""
        dani crew Csempész
        turn of dani
        dani uses Csempész
        all let
        so Csempész in trash of dani
        so dani hand 2
    """)


def test_c3_own_cards_turn_back_a_quarter_in_the_closing_phase() -> None:
    Scenario("""
        dani ship CRX damaged
        dani ship Mamut I. used
        laci ship Cobra Flash damaged
        turn of dani
        dani ends
        referee check
        referee close
        so CRX is used
        so Mamut I. is active
        so Cobra Flash is damaged
    """)


def test_c4_counters_fall_off_when_a_card_leaves_play() -> None:
    s = Scenario("""
        dani base Gyár, 4 developments
        dani ship Szúnyog
        turn of dani
        no below_zero: dani text Gyár: counter -3 on Gyár
        dani text Gyár: counter +2 on Gyár
        so Gyár has 2 counters
        no done_already: dani text Gyár: counter +2 on Gyár
        dani text Gyár: send Gyár to hand
        so Gyár in hand of dani
        dani lays base Gyár
        so Gyár has 0 counters
        so Gyár has 0 developments
    """)
    assert s.state.players[0].hand == 0


def test_c5_no_value_goes_below_zero() -> None:
    Scenario("""
        dani base Gyár, 2 developments
        laci ship Mamut I.
        laci credits 1
        turn of dani
        dani text Gyár: firepower -9 on Mamut I. until turn_end
        so Mamut I. firepower 0
        no done_already: dani text Gyár: firepower +10 on Mamut I. until turn_end
        no below_zero: dani text Gyár: credits -2 of laci
        no below_zero: dani text Gyár: develop -3 on Gyár
    """)


def test_c5_no_cost_goes_below_zero() -> None:
    Scenario("""
        dani base Gyár, 2 developments
        dani hand Szúnyog, Árnyék
        dani credits 3
        turn of dani
        dani text Gyár: price -9 of dani
        dani plays Szúnyog
        so dani credits 3
        # the change holds for the next card only
        dani plays Árnyék
        so dani credits 0
    """)


def test_c6_card_text_beats_the_rulebook_in_the_open() -> None:
    s = Scenario("""
        dani base Gyár, 2 developments
        turn of dani
        dani text Gyár: develop +5 on Gyár
        so Gyár has 7 developments
    """)
    event = next(event for event in s.events if event.kind == "developed")
    assert (str(event.cite), event["bought"]) == ("kaosz_galaktika C6", False)


def test_c6_a_text_needs_its_card() -> None:
    Scenario("""
        dani base Gyár face down, 2 developments
        dani ship Szúnyog
        laci base Gyár, 2 developments
        turn of dani
        no unpaid_has_no_effect: dani text Gyár of dani: credits +1 of dani
    """)
    Scenario("""
        dani base Gyár, 2 developments
        dani base Tőzsde face down
        dani ship Szúnyog
        laci base Gyár, 2 developments
        turn of dani
        no unpaid_has_no_effect: dani text Tőzsde: credits +1 of dani
        no not_your_card: dani text Gyár of laci: credits +1 of dani
        no no_such_ability: dani text Szúnyog: credits +1 of dani
    """)


def test_c6_a_card_that_lost_its_target_has_no_effect_and_its_cost_is_lost() -> None:
    Scenario("""
        dani hand Rajtaütés
        dani credits 3
        laci ship Cobra Flash
        laci hand Végzet
        laci credits 5
        turn of dani
        dani events Rajtaütés at Cobra Flash
        laci interrupts Végzet at Cobra Flash
        all let
        so Cobra Flash in trash of laci
        so Rajtaütés in trash of dani
        so dani credits 0
    """)


def test_c7_unpaid_cards_are_in_play_and_can_be_targets() -> None:
    Scenario("""
        dani hand Végzet
        dani credits 5
        laci base Gyár face down
        turn of dani
        dani interrupts Végzet at Gyár
        all let
        so Gyár in ruin of laci
    """)


def test_c7_a_captured_card_leaves_to_its_owners_trash() -> None:
    s = Scenario("""
        dani base Gyár, 2 developments
        laci ship Cobra Flash
        laci weapon Habpajzs on Cobra Flash
        turn of dani
        dani text Gyár: capture Cobra Flash for dani
        so dani controls Cobra Flash
        so dani controls Habpajzs
        dani text Gyár: destroy Cobra Flash
        so Cobra Flash in trash of laci
        so Habpajzs in trash of laci
    """)
    assert GAME.census(s.state) == {"cards_0": 45, "cards_1": 45}


def test_c7_a_hidden_card_that_is_captured_is_shown_to_its_new_controller_only() -> None:
    s = Scenario("""
        dani base Gyár, 2 developments
        laci crew Célzó face down
        turn of dani
        dani text Gyár: capture Célzó for dani
    """)
    captured = [piece.uid for piece in s.state.pieces if piece.card == IDS["Célzó"]]
    for seat, known in ((0, IDS["Célzó"]), (1, None), (None, None)):
        shown = GAME.redact(s.state, seat)
        assert [piece.card for piece in shown.pieces if piece.uid in captured] == [known]


def test_b9_a_captured_card_is_named_without_telling_its_owners_deck() -> None:
    s = Scenario("""
        dani base Gyár, 2 developments
        dani credits 9
        laci crew ? face down
        turn of dani
        dani text Gyár: capture #2 for dani
        dani done
    """)
    s.state = with_player(s.state, 1, deck="kek")
    s.play("""
        no cannot_be_that: dani pays #2 as Tűzbot
        dani pays #2 as Célzó
        all let
        so Célzó is paid
    """)
    captured = [move for move in GAME.moves(s.state, 0) if move.kind == "tell_piece"]
    assert captured == []
