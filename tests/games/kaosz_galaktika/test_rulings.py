"""Card texts, cloak, answers at any time, and other points on which a referee was wrong before."""

from __future__ import annotations

import pytest

from tableside.core import codec
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.core.table import Table
from tests.games.kaosz_galaktika.fights import fight
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario

BOARDED = """
    dani ship {ship}
    dani crew Tüzér
    laci colony 20
    turn of dani
    dani attacks laci colony
    all let
    dani joins {ship}
    dani boards Tüzér on {ship}
    dani ready
    laci ready
    so carrying out Tüzér
"""


def test_tuzer_gives_one_of_two_once_at_the_end_of_payment() -> None:
    s = Scenario(BOARDED.format(ship="Mamut I."))
    kinds = [offer.value for offer in GAME.choices(s.state, Move(0, ""))[0].offers]
    assert kinds == ["choose", "done"], "nothing else is a matter of this card"
    s.play("dani chooses 1\nso Mamut I. bombing 6\nso Mamut I. firepower 4\nso step bomb")
    assert isinstance(GAME.judge(s.state, move(0, "choose", effect=0, target=None)), Illegal)
    assert isinstance(GAME.judge(s.state, move(0, "effect_credits", player=0, amount=50)), Illegal)


def test_tuzer_works_on_a_cloaked_ship_because_nobody_targets_it() -> None:
    Scenario(BOARDED.format(ship="Ködlő")).play("dani chooses 1\nso Ködlő bombing 4")


def test_chazma_lets_the_opponent_choose_one_of_his_own_ships_even_a_cloaked_one() -> None:
    Scenario("""
        laci ship Ködlő
        laci weapon Ikerágyú on Ködlő
        dani ship CRX
        dani base Chazma töltet face down
        dani credits 3
        turn of laci
        laci attacks dani base Chazma töltet
        all let
        laci joins Ködlő
        laci ready
        dani ready
        laci bombs Ködlő
        all let
        dani springs Chazma töltet
        all let
        so asked laci
        no not_your_ship: laci chooses CRX
        laci chooses Ködlő
        so Ködlő in trash of laci
        so CRX in play 1
        so Chazma töltet in trash of dani
    """)


def test_one_s_own_interrupt_reaches_one_s_own_cloaked_ship() -> None:
    fight("Ködlő", "Cobra Flash", "dani hand Páncélfüst\ndani credits 1\nlaci hand Kicsi bumm\nlaci credits 1").play("""
        laci passes
        dani interrupts Páncélfüst at Ködlő
        no cloaked: laci interrupts Kicsi bumm at Ködlő
        all let
        so Ködlő armour 3
    """)


def test_a_building_s_effects_happen_when_it_is_paid_and_its_target_is_chosen_then() -> None:
    record = {**codec.encode(GAME.catalog.find("cards", IDS["Gyár"])), "text": ""}
    record["effects"] = [{"verb": "develop", "amount": 2}]
    s = Scenario("dani base Gyár face down, 2 developments\ndani credits 1\nturn of dani")
    s.game = GAME.with_catalog(GAME.catalog.learn("cards", IDS["Gyár"], record))
    s.play("dani pays Gyár\nall let\ndani chooses Gyár\nso Gyár has 4 developments\nso Gyár in play 1")


def test_effects_at_the_end_of_payment_happen_all_at_once_even_when_they_destroy() -> None:
    record = codec.encode(GAME.catalog.find("cards", IDS["Tüskerakéta"]))
    record["effects"] = [{"verb": "destroy"}]
    s = Scenario("""
        dani ship Szúnyog
        dani weapon Tüskerakéta on Szúnyog
        laci ship Árnyék
        laci weapon Tüskerakéta on Árnyék
        turn of dani
        dani attacks laci colony
        all let
        dani joins Szúnyog
        dani ready
    """)
    s.game = GAME.with_catalog(GAME.catalog.learn("cards", IDS["Tüskerakéta"], record))
    s.play("""
        laci joins Árnyék
        laci ready
        dani chooses Árnyék
        so Árnyék in trash of laci
        so asked laci
        laci chooses Szúnyog
        so Szúnyog in trash of dani
    """)


def test_a_reaction_can_be_played_when_asked_for_return_fire_a_trap_a_discard_and_in_one_s_closing_phase() -> None:
    shot = fight("Mamut I.", "Cobra Flash", "dani hand Végzet\ndani credits 5")
    shot.play("laci fires Cobra Flash at Mamut I.\ndani interrupts Végzet at Cobra Flash")
    closing = Scenario("dani hand Végzet\ndani hides 6\ndani credits 5\nlaci ship CRX\nturn of dani\ndani ends")
    closing.play("referee check\nso asked dani\ndani interrupts Végzet at CRX\nall let\nso CRX in trash of laci")


def test_a_volley_returned_is_not_put_on_a_ship_with_rapid_fire() -> None:
    fight("CRX", "Cobra Flash, Villámka").play("""
        laci fires Cobra Flash at CRX
        no no_return_at_rapid: dani returns at Cobra Flash, Villámka
        dani returns at Cobra Flash
    """)


def test_what_cancels_an_interrupt_cancels_a_payment_and_an_ability() -> None:
    Scenario("""
        dani crew Követ
        dani crew Hangyász face down
        dani credits 9
        laci hand Felülvizsgálat, Felülvizsgálat
        laci credits 9
        turn of dani
        dani pays Hangyász
        laci interrupts Felülvizsgálat at Hangyász
        all let
        so Hangyász in trash of dani
        dani uses Követ
        laci interrupts Felülvizsgálat at ability
        all let
        so dani credits 8
    """)


def test_a_paid_base_without_armour_falls_to_any_bombing() -> None:
    record = {**codec.encode(GAME.catalog.find("cards", IDS["Gyár"])), "armour": 0}
    s = Scenario("laci base Gyár, 2 developments\ndani ship Szúnyog\nturn of dani")
    s.game = GAME.with_catalog(GAME.catalog.learn("cards", IDS["Gyár"], record))
    s.play("""
        dani attacks laci base Gyár
        all let
        dani joins Szúnyog
        dani ready
        dani bombs Szúnyog
        all let
        so Gyár in trash of laci
    """)


def test_a_win_of_two_destroys_nothing() -> None:
    s = Scenario("laci colony 0\nlaci ship CRX\nturn of dani\ndani ends\nreferee check")
    assert s.game.outcome(s.state).winners == (0,)
    assert [piece.card for piece in s.state.pieces] == [IDS["CRX"]]


def test_the_toll_names_the_card_that_asks_for_it() -> None:
    s = Scenario("laci base Aknagyűrű, 4 developments\ndani ship Mamut I.\ndani credits 0\nturn of dani")
    ruling = GAME.judge(s.state, move(0, "attack", defender=1, target="colony", piece=None))
    assert isinstance(ruling, Illegal)
    assert ruling.reason["cards"] == ("Aknagyűrű",)


def test_a_pass_does_not_end_the_step_when_something_was_done_since_the_other_s_pass() -> None:
    fight("Mamut I.", "Dongó", "laci credits 2").play("""
        dani passes
        laci overcharges Dongó
        all let
        laci passes
        so step fire
        so asked dani
    """)


def test_heavy_weapons_work_when_shot_at_too() -> None:
    fight("Mamut I.", "Dongó", "laci credits 2").play("""
        dani fires Mamut I. at Dongó
        laci overcharges Dongó
        all let
        so Dongó firepower 5
        laci returns at Mamut I.
    """)


def test_everybody_lets_it_stand_in_one_move() -> None:
    s = Scenario("dani hides 1\nlaci hides 1\nanna hides 1\npeti hides 1\ndani ship CRX\nturn of dani", seats=4)
    s.play("dani attacks laci colony")
    assert len(s.state.stack.waiting) > 2
    s.make(move(s.state.stack.responder, "let_all"))
    assert s.state.combat is not None


def test_an_ability_that_costs_nothing_is_used_once_a_turn() -> None:
    record = codec.encode(GAME.catalog.find("cards", IDS["Tőzsde"]))
    record["abilities"][0]["mark"] = "none"
    s = Scenario("dani base Tőzsde, 3 developments\nturn of dani")
    s.game = GAME.with_catalog(GAME.catalog.learn("cards", IDS["Tőzsde"], record))
    s.play("dani uses Tőzsde\nall let\nso dani credits 2\nno used_already: dani uses Tőzsde")


def with_ability(s: Scenario, name: str, **ability: object) -> Scenario:
    """The scenario with a card that has this ability."""
    known = codec.encode(GAME.catalog.find("cards", IDS[name]))
    told = {
        **known,
        "text": "",
        "effects": [],
        "abilities": [{"effects": [{"verb": "credits", "amount": 1}], **ability}],
    }
    s.game = GAME.with_catalog(GAME.catalog.learn("cards", IDS[name], told))
    return s


USE = {"piece": 1, "ability": 0, "target": None}


@pytest.mark.parametrize("when", ["own_start", "own_closing", "in_combat", "in_equipping", "in_payment", "in_firing"])
def test_an_ability_that_names_its_time_is_refused_at_another(when: str) -> None:
    s = with_ability(Scenario("dani ship CRX\nturn of dani"), "CRX", when=when)
    ruling = s.game.judge(s.state, move(0, "use", **USE))
    assert ruling.reason.key.endswith("ability_when"), "it is the main phase"
    s = with_ability(Scenario("dani ship CRX\nturn of dani"), "CRX", when="own_main")
    assert s.game.judge(s.state, move(0, "use", **USE)).legal


def test_an_ability_once_a_step_comes_back_with_the_next_step() -> None:
    s = with_ability(
        Scenario("dani ship CRX\nlaci ship Cobra Flash\nturn of dani"),
        "CRX",
        when="in_combat",
        often="once_step",
        cost=0,
    )
    s.play("dani attacks laci colony\nall let")
    s.make(move(0, "use", **USE))
    s.play("all let\nso dani credits 1")
    assert s.game.judge(s.state, move(0, "use", **USE)).reason.key.endswith("used_already")
    s.play("dani joins CRX\ndani ready\nlaci joins Cobra Flash\nlaci ready\nso step fire\nlaci passes")
    s.make(move(0, "use", **USE))
    s.play("all let\nso dani credits 2")


def test_an_ability_for_the_closing_phase_is_asked_for_when_the_turn_ends_at_a_quiet_table() -> None:
    s = with_ability(Scenario("dani ship CRX\nlaci hides 1\nturn of dani", answers="quiet"), "CRX", when="own_closing")
    s.play("dani ends\nso asked dani")
    s.make(move(0, "use", **USE))
    s.play("laci lets\nso dani credits 1\nso phase check")


def test_h1_with_several_players_the_card_s_player_names_which_neighbour_is_the_opponent() -> None:
    printed = {
        "source": "invented for the tests", "sure": True, "name": "Hajótörés", "subtype": "attack", "cost": 1,
        "effects": [{"verb": "destroy", "on": "opponents_choice"}],
    }  # fmt: skip
    book = GAME.with_catalog(GAME.catalog.learn("cards", "hajotores", printed))
    laid = """
        dani hides 1
        dani credits 5
        laci ship Cobra Flash
        anna ship CRX
        peti ship Mamut I.
        peti ship Szúnyog
        turn of dani
    """
    table = Table(book, {}, 4, start=Scenario(laid, seats=4, answers="quiet").state, automatic=False)
    table.confirm(move(0, "event", card="hajotores", target=None, price=1))
    assert table.to_act() == {0} and tuple(book.kinds(table.state, 0)) == ("oppose",)
    assert [made["player"] for made in book.suggest(table.state, 0)] == [1, 3], "only who sits beside"
    refused = table.propose(move(0, "oppose", player=2))
    assert isinstance(refused, Illegal) and refused.cite.rule == "H1"
    table.confirm(move(0, "oppose", player=3))
    assert table.to_act() == {3}, "and that player picks the ship"
    mine = [piece.uid for piece in table.state.pieces if piece.controller == 3]
    assert [made["target"] for made in book.moves_of(table.state, 3, "choose")] == mine
    table.confirm(move(3, "choose", effect=None, target=mine[1]))
    assert [piece.uid for piece in table.state.pieces if piece.controller == 3] == mine[:1]
    assert table.state.players[0].trash == ("hajotores",)
