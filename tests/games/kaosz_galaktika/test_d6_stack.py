"""D6: interrupts, their windows, and the stack."""

import pytest

from tableside.games.kaosz_galaktika.stack_view import duels, stack_rows
from tableside.games.kaosz_galaktika.state import Turn
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario


def test_d6_starting_interrupts_only_in_the_starting_phase() -> None:
    s = Scenario("dani hand Ébresztő\ndani hides 1\nturn of dani\nno only_starting_phase: dani interrupts Ébresztő")
    s.play("""
        dani ends
        referee check
        referee close
        referee income
        so turn of laci
        so phase start
        so asked dani
        dani interrupts Ébresztő
        all let
        so dani credits 1
        so phase main
    """)


def test_d6_general_interrupts_only_in_a_main_phase() -> None:
    s = Scenario("""
        dani hand Munkaverseny, Munkaverseny
        dani base Gyár face down
        dani ship Szúnyog
        dani credits 9
        turn of dani
        dani interrupts Munkaverseny at Gyár
        all let
        so Gyár has 2 developments
        dani attacks laci colony
        so asked dani
    """)
    s.play("""
        dani lets
        so step equip_attack
        no only_main_phase: dani interrupts Munkaverseny at Gyár
    """)


def test_d6_general_interrupts_still_after_the_target_was_named() -> None:
    Scenario("""
        dani ship Szúnyog
        laci base Gyár face down
        laci hand Munkaverseny
        laci credits 1
        turn of dani
        dani attacks laci base Gyár
        so asked laci
        laci interrupts Munkaverseny at Gyár
        all let
        so Gyár has 2 developments
        so step equip_attack
    """)


def test_d6_combat_interrupts_only_in_combat() -> None:
    Scenario("""
        dani ship Szúnyog
        dani hand Pontos lövés
        dani credits 1
        turn of dani
        no only_combat: dani interrupts Pontos lövés at Szúnyog
        dani attacks laci colony
        all let
        dani joins Szúnyog
        dani interrupts Pontos lövés at Szúnyog
        all let
        so Szúnyog firepower 2
    """)


@pytest.mark.parametrize("moment", ["main", "start", "combat"])
def test_d6_reactions_at_any_time(moment: str) -> None:
    s = Scenario("""
        dani hand Végzet
        dani credits 5
        dani ship Szúnyog
        laci ship Árnyék
        turn of laci
    """)
    if moment == "main":
        s.play("laci attacks dani colony\nso asked dani")
    elif moment == "start":
        s.play("laci ends\ndani lets\nreferee check\nreferee close\nreferee income\nso phase start")
    else:
        s.play("laci attacks dani colony\nall let\nlaci joins Árnyék\nlaci ready\nso step equip_defend")
    s.play("dani interrupts Végzet at Árnyék\nall let\nso Árnyék in trash of laci")


def test_d6_an_interrupt_may_be_played_in_the_opponents_turn() -> None:
    Scenario("""
        dani hand Szúnyog
        dani credits 2
        laci hand Zárlat
        laci credits 2
        turn of dani
        dani plays Szúnyog
        so asked laci
        laci interrupts Zárlat at Szúnyog
        all let
        so Szúnyog in trash of dani
        so dani credits 0
        so laci credits 0
    """)


def test_d6_payments_are_made_in_play_order() -> None:
    s = Scenario("""
        dani hand Rajtaütés
        dani hides 1
        dani credits 3
        laci ship CRX
        laci hand Tiltás
        laci hides 1
        laci credits 2
        turn of dani
        dani events Rajtaütés at CRX
        so dani credits 0
        laci interrupts Tiltás at Rajtaütés
        so laci credits 0
        all let
        so CRX armour 5
    """)
    assert [e["seat"] for e in s.events if e.kind == "spent"] == [0, 1]


def test_d6_resolution_is_last_in_first_out() -> None:
    s = Scenario("""
        dani ship Szúnyog
        dani hand Pontos lövés
        dani hides 1
        dani credits 9
        laci hand Páncélfüst
        laci hides 1
        laci credits 9
        laci ship Mamut I.
        turn of dani
        dani attacks laci colony
        all let
        dani joins Szúnyog
        dani interrupts Pontos lövés at Szúnyog
        laci interrupts Páncélfüst at Mamut I.
        so stack Pontos lövés, Páncélfüst
        all let
    """)
    assert [e["value"] for e in s.events if e.kind == "changed"] == ["armour", "firepower"]


def test_d6_who_plays_several_while_nobody_acts_orders_them() -> None:
    s = Scenario("""
        dani ship Szúnyog
        dani base Lövészárok, 1 development
        dani hand Pontos lövés, Páncélfüst
        dani hides 1
        dani credits 9
        laci hides 1
        turn of dani
        dani attacks laci colony
        all let
        dani joins Szúnyog
        dani interrupts Pontos lövés at Szúnyog
        laci lets
        no nothing_to_order: dani orders 1 0
        dani interrupts Páncélfüst at Szúnyog
        laci lets
        so stack Pontos lövés, Páncélfüst
        no no_such_order: dani orders 0 1
        no no_such_order: dani orders 0 0
        dani orders 1 0
        so stack Páncélfüst, Pontos lövés
        all let
    """)
    assert [e["value"] for e in s.events if e.kind == "changed"] == ["firepower", "armour"]


def test_d6_paying_for_a_card_counts_as_an_interrupt_and_can_be_an_answer() -> None:
    Scenario("""
        dani base Gyár face down, 2 developments
        dani hand Adó
        dani credits 5
        laci hand Tiltás
        laci hides 1
        laci credits 2
        turn of dani
        dani events Adó
        laci interrupts Tiltás at Adó
        so asked dani
        dani pays Gyár
        so stack Adó, Tiltás, Gyár
        all let
        so Gyár is paid
        so Adó in trash of dani
        so dani credits 4
    """)


def test_d6_cancelling_what_cannot_be_cancelled_is_refused() -> None:
    Scenario("""
        dani hand Szúnyog
        dani credits 2
        laci hand Tiltás
        laci credits 9
        turn of dani
        dani plays Szúnyog
        no cannot_cancel_that: laci interrupts Tiltás at Szúnyog
    """)


def test_d6_a_cancelled_canceller_cancels_nothing_and_every_cost_is_lost() -> None:
    Scenario("""
        dani hand Adó, Felülvizsgálat
        dani hides 1
        dani credits 2
        laci hand Tiltás
        laci hides 1
        laci credits 2
        turn of dani
        dani events Adó
        laci interrupts Tiltás at Adó
        dani interrupts Felülvizsgálat at Tiltás
        so dani credits 0
        all let
        so dani credits 3
        so laci credits 0
        so Tiltás in trash of laci
        so Felülvizsgálat in trash of dani
    """)


def test_d6_an_open_price_equals_what_the_cancelled_card_cost() -> None:
    Scenario("""
        dani hand Adó, Felülvizsgálat
        dani credits 2
        laci hand Tiltás
        laci hides 1
        laci credits 2
        turn of dani
        dani events Adó
        laci interrupts Tiltás at Adó
        no price_is: dani interrupts Felülvizsgálat at Tiltás for 1
    """)


def test_d6a_the_interrupt_resolves_first_then_the_action() -> None:
    Scenario(
        """
        dani credits 1
        laci hand Munkaverseny
        laci base Gyár face down
        laci hides 1
        laci credits 1
        turn of dani
        dani draws
        so dani hand 0
        so asked laci
        laci interrupts Munkaverseny at Gyár
        all let
        so Gyár has 2 developments
        so dani hand 1
    """,
        answers="every",
    )


def test_d6a_after_the_answers_the_action_is_open_once_more() -> None:
    Scenario("""
        dani ship Szúnyog
        laci hand Munkaverseny, Alku
        laci base Gyár face down
        laci credits 2
        turn of dani
        dani attacks laci colony
        laci interrupts Munkaverseny at Gyár
        laci lets
        so Gyár has 2 developments
        so stack attack
        so asked laci
        laci interrupts Alku
        so carrying out Alku
        laci text Alku: draw 1 of laci
        laci text Alku: draw 1 of dani
        laci done
        so asked laci
    """)


def test_d6a_drawing_and_laying_are_not_asked_about_unless_the_table_wants_it() -> None:
    Scenario("dani credits 1\nlaci hides 3\nturn of dani\ndani draws\nso dani hand 1\nso asked dani")


@pytest.mark.parametrize(
    "line", ["dani draws", "dani searches", "dani develops Gyár", "dani lays base ?", "dani sells Gyár, Gyár"]
)
def test_d6a_with_every_action_open_each_waits_for_answers(line: str) -> None:
    s = Scenario(
        "dani hides 1\ndani credits 9\ndani base Gyár face down, 3 developments\nlaci hides 1\nturn of dani",
        answers="every",
    )
    s.play(f"{line}\nso asked laci\nall let\nso asked dani\nso stack")


def test_d6b_abilities_work_in_any_phase_as_interrupts() -> None:
    s = Scenario("""
        dani crew Követ
        dani hides 1
        laci ship Szúnyog
        laci hides 1
        turn of laci
        laci attacks dani colony
        dani uses Követ
        so asked laci
        all let
        so dani credits 1
        so step equip_attack
        laci joins Szúnyog
        laci ready
        so step bomb
    """)
    assert s.state.combat is not None


def test_d6b_an_ability_can_be_cancelled_and_its_marked_cost_is_lost() -> None:
    Scenario("""
        dani crew Követ
        laci hand Zárlat
        laci credits 2
        turn of dani
        dani uses Követ
        laci interrupts Zárlat at Követ
        all let
        so dani credits 0
        so Követ is used
    """)


def test_nobody_is_asked_who_has_nothing_to_answer_with() -> None:
    Scenario("dani ship Szúnyog\nturn of dani\ndani attacks laci colony\nso step equip_attack")


def test_out_of_turn_is_refused() -> None:
    Scenario("""
        dani hand Adó
        laci hides 1
        turn of dani
        no not_your_turn: laci lets
        dani events Adó
        no not_your_turn: dani draws
        laci lets
        so dani credits 3
    """)


def test_the_stack_is_shown_from_the_top_with_what_will_be_cancelled() -> None:
    s = Scenario("""
        dani hand Adó, Felülvizsgálat
        dani hides 1
        dani credits 2
        laci hand Tiltás
        laci hides 1
        laci credits 2
        turn of dani
        dani events Adó
        laci interrupts Tiltás at Adó
    """)
    rows = stack_rows(Turn(GAME, s.state, None))
    assert [(row.place, row.seat, row.price, row.cancels, row.doomed) for row in rows] == [
        (1, 1, 2, 2, False),
        (2, 0, 0, None, True),
    ]
    s.play("dani interrupts Felülvizsgálat at Tiltás")
    rows = stack_rows(Turn(GAME, s.state, None))
    assert [row.doomed for row in rows] == [False, True, False]
    assert [row.cancels for row in rows] == [2, 3, None]


def test_the_fight_is_shown_with_firepower_against_armour() -> None:
    s = Scenario("""
        laci ship Cobra Flash
        laci hides 1
        dani ship Mamut I.
        turn of laci
        laci attacks dani colony
        all let
        laci joins Cobra Flash
        laci ready
        dani joins Mamut I.
        dani ready
        laci ready
        dani ready
        laci fires Cobra Flash at Mamut I.
        dani returns at Cobra Flash
    """)
    shown = duels(Turn(GAME, s.state, None))
    assert [(duel.firepower, duel.armour, duel.returned) for duel in shown] == [(2, 3, False), (4, 3, True)]
    assert s.piece("Cobra Flash").card == IDS["Cobra Flash"]
