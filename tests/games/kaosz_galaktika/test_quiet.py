"""A quiet table: only who can answer is asked, nobody about the own cards, and anybody may break in at any time."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace

from benchmarks.finger import Finger
from benchmarks.kaosz_people import People
from benchmarks.taps import GOALS
from tableside.app import touch
from tableside.app.move_builder import MoveBuilder
from tableside.core.moves import Move, move
from tableside.core.table import Table
from tableside.games.kaosz_galaktika.stack_view import stack_rows
from tableside.games.kaosz_galaktika.state import Phase, Turn
from tableside.language import language
from tests import contract
from tests.games.kaosz_galaktika.scenario import GAME, Scenario, with_player
from tests.games.kaosz_galaktika.test_e_start import begun


def quiet(text: str, seats: int = 2) -> Scenario:
    return Scenario(text, seats, answers="quiet")


def test_d6_nobody_is_asked_about_the_own_cards() -> None:
    quiet("""
        dani hand Szúnyog
        dani credits 9
        laci hides 1
        turn of dani
        dani plays Szúnyog
        so asked laci
        laci lets
        so Szúnyog in play 1
        so asked dani
    """)


def test_d6_what_nobody_can_answer_happens_at_once() -> None:
    quiet("""
        dani ship Szúnyog
        dani hides 1
        turn of dani
        dani attacks laci colony
        so step equip_attack
    """)


def test_d6a_the_end_of_a_turn_asks_nobody() -> None:
    quiet("""
        laci hides 2
        dani hides 2
        turn of dani
        dani ends
        so phase check
    """)


def start(hand: str) -> Table:
    """The first turn of a quiet table, with a card in the first player's hand that was named."""
    table = begun(answers="quiet")
    return Table(GAME, table.options, 2, start=with_player(table.state, 0, known=(hand,), credits=9))


def test_f1_the_starting_phase_lasts_until_its_player_does_something_of_the_main_phase() -> None:
    table = start("ebreszto")
    assert table.state.phase is Phase.START and table.to_act() == {0}
    table.confirm(move(0, "interrupt", card="ebreszto", price=0, target=None))
    while table.state.stack.responder == 1:
        table.confirm(move(1, "let"))
    while table.state.resolving is not None:
        table.confirm(move(0, "choose", effect=0, target=None))
    assert table.state.phase is Phase.START, "another one may follow"
    table.confirm(move(0, "draw"))
    assert table.state.phase is Phase.MAIN and not table.state.stack


def test_f1_no_starting_interrupt_once_the_main_phase_has_begun() -> None:
    table = start("ebreszto")
    table.confirm(move(0, "draw"))
    ruling = table.propose(move(0, "interrupt", card="ebreszto", price=0, target=None))
    assert not ruling.legal and ruling.reason.key.endswith("only_starting_phase")


def test_d6a_a_general_interrupt_begins_the_main_phase_too() -> None:
    table = start("alku")
    table.confirm(move(0, "interrupt", card="alku", price=1, target=None))
    assert table.state.phase is Phase.MAIN and table.state.stack.responder == 1


def test_d6_anybody_breaks_in_at_any_time() -> None:
    s = quiet("""
        dani ship Szúnyog
        dani ship Cobra Flash
        dani hides 1
        laci hand Végzet
        laci credits 5
        laci ship Mamut I.
        turn of dani
    """)
    s.make(move(0, "speak", player=1))
    s.play("so asked laci\nlaci lets\nso asked dani\nso stack")
    s.play("dani attacks laci colony\nlaci lets\nso step equip_attack\nso asked dani")
    s.make(move(0, "speak", player=1))
    s.play("""
        laci interrupts Végzet at Cobra Flash
        so asked dani
        dani lets
        so Cobra Flash in trash of dani
        so step equip_attack
        so asked dani
    """)


def test_d6_who_was_not_asked_about_the_own_card_can_still_add_to_it() -> None:
    s = quiet("""
        dani ship Szúnyog
        dani hand Pontos lövés
        dani credits 5
        laci ship Mamut I.
        laci hides 1
        turn of dani
        dani attacks laci colony
        laci lets
        dani joins Szúnyog
        laci joins Mamut I.
        dani fires Szúnyog at Mamut I.
        so asked laci
    """)
    s.make(move(1, "speak", player=0))
    s.play("so asked dani\ndani interrupts Pontos lövés at Szúnyog\nso asked laci")


def test_d6_breaking_in_is_refused_where_there_is_nothing_to_break_in_with() -> None:
    s = quiet("turn of dani")
    ruling = s.game.judge(s.state, move(0, "speak", player=1))
    assert ruling.reason.key.endswith("cannot_answer")
    ruling = s.game.judge(s.state, move(0, "speak", player=0))
    assert ruling.reason.key.endswith("speaks_already")


def test_f3_1_every_ship_joins_in_one_move_and_the_step_ends_by_itself() -> None:
    s = quiet("""
        dani ship Szúnyog
        dani ship Cobra Flash
        laci ship Mamut I.
        turn of dani
        dani attacks laci colony
    """)
    s.make(move(0, "join_all"))
    s.play("so step equip_defend\nso asked laci")
    s.make(move(1, "join_all"))
    s.play("so step fire")


def test_f3_1_crew_that_could_still_board_is_asked_for() -> None:
    s = quiet("""
        dani ship Mamut I.
        dani crew Tüzér face down
        turn of dani
        dani attacks laci colony
        all let
        dani joins Mamut I.
        so step equip_attack
        dani boards Tüzér on Mamut I.
        so step pay_attack
    """)
    assert s.state.combat is not None


def test_what_is_suggested_is_legal_whole_and_names_no_hidden_card() -> None:
    s = quiet("""
        dani ship Szúnyog
        dani hand Pontos lövés
        dani hides 1
        dani credits 3
        laci hides 2
        turn of dani
    """)
    found = s.game.suggest(s.state, 0)
    assert {"draw", "attack_all", "end_turn"} == {made.kind for made in found}
    for made in found:
        assert s.game.judge(s.state, made).legal and "pontosloves" not in str(made.args)
    without = with_player(s.state, 1, known=("vegzet",))
    assert s.game.suggest(replace(without), 0) == found, "what the opponent told changes nothing"
    s.play("dani attacks laci colony")
    assert [made.kind for made in s.game.suggest(s.state, 1)] == ["let", "let_until"]


def until(seat: int, when: str) -> Move:
    return move(seat, "let_until", until=when)


MANY = """
    dani hand Szúnyog, Szúnyog, Szúnyog
    dani credits 9
    laci hides 1
    laci ship Mamut I.
    turn of dani
    dani plays Szúnyog
"""


def test_d6_who_lets_everything_pass_is_not_asked_until_the_turn_is_over() -> None:
    s = quiet(MANY)
    s.make(until(1, "turn_end"))
    s.play("dani plays Szúnyog\nso Szúnyog in play 2\nso asked dani\ndani attacks laci colony\nso step equip_attack")
    assert s.state.players[1].silent == "turn_end"
    table = Table(GAME, {}, 2, start=replace(s.state, combat=None, phase=Phase.MAIN))
    table.confirm(move(0, "end_turn"))
    assert table.state.active == 1 and not table.state.players[1].silent, "the next turn asks again"


def test_d6_until_the_next_attack_only_the_main_phase_is_let_pass() -> None:
    s = quiet(MANY)
    s.make(until(1, "next_attack"))
    s.play("dani plays Szúnyog\nso asked dani\ndani attacks laci colony\nso asked laci")
    ruling = s.game.judge(s.state, until(1, "next_attack"))
    assert ruling.reason.key.endswith("not_until_then")
    s.make(until(1, "turn_end"))
    s.play("so step equip_attack")


def test_d6_who_let_everything_pass_breaks_in_and_is_asked_again() -> None:
    s = quiet(MANY)
    s.make(until(1, "turn_end"))
    s.make(move(0, "speak", player=1))
    s.play("so asked laci\nlaci lets\ndani plays Szúnyog\nso asked laci")


def test_d6_a_table_that_asks_about_everything_lets_nobody_fall_silent() -> None:
    always = Scenario(MANY, answers="every")
    assert "let_until" in GAME.kinds(quiet(MANY).state, 1) and "let_until" not in GAME.kinds(always.state, 1)


def test_f3_1_an_attack_with_everything_sends_every_ship_that_is_active_then() -> None:
    s = quiet("""
        dani ship Szúnyog
        dani ship Cobra Flash
        dani ship Árnyék used
        laci hides 1
        turn of dani
    """)
    s.make(move(0, "attack_all", defender=1, target="colony", piece=None))
    s.play("so asked laci\nlaci lets\nso step bomb")
    assert s.state.combat is not None and len(s.state.combat.attackers) == 2


def test_f3_1_with_crew_ashore_an_attack_with_everything_still_asks_who_boards() -> None:
    s = quiet("dani ship Mamut I.\ndani crew Tüzér face down\nturn of dani")
    s.make(move(0, "attack_all", defender=1, target="colony", piece=None))
    s.play("so step equip_attack\nso asked dani")


DUEL = """
    dani ship Szúnyog
    dani hides 1
    laci ship Mamut I.
    laci hides 1
    turn of dani
    dani attacks laci colony
    laci lets
    dani joins Szúnyog
    laci joins Mamut I.
    dani fires Szúnyog at Mamut I.
    so asked laci
"""


def test_f3_3_who_decided_about_return_fire_is_not_asked_again_and_the_shooter_is_asked_about_the_return() -> None:
    s = quiet(DUEL)
    s.make(move(1, "no_return"))
    s.play("so Mamut I. armour 2\nso asked laci")
    assert not s.state.stack, "the shot fell at once, and it is the other ship's turn"
    s = quiet(DUEL)
    s.make(move(1, "return_fire", targets=(s.state.combat.shot.shooter,)))
    s.play("so asked dani\ndani lets")
    assert s.state.combat is None or s.state.combat.shot is None


def test_a_touched_card_means_the_whole_moves_it_stands_for_behind_other_questions() -> None:
    s = quiet("""
        dani ship Szúnyog
        dani hides 1
        laci crew Tüzér face down
        laci base Gyár face down
        turn of dani
    """)
    crew, ship = s.piece("Tüzér").uid, s.piece("Szúnyog").uid
    meant = s.game.about(s.state, 0, ("piece",), crew)
    assert meant == (move(0, "attack_all", defender=1, target="crew", piece=crew),)
    assert [made.kind for made in s.game.about(s.state, 0, ("piece",), ship)] == ["lay_weapon"]
    assert all(s.game.judge(s.state, made).legal for made in meant)


def test_a_card_with_a_seat_s_number_is_not_taken_for_that_seat() -> None:
    s = quiet("dani ship Szúnyog\ndani hides 1\nturn of dani")
    session = SimpleNamespace(table=Table(GAME, {}, 2, start=s.state), names=("Dani", "Laci"))
    assert s.piece("Szúnyog").uid == 1, "as Laci's seat"
    verbs = touch.verbs(MoveBuilder(session), ("piece", "ship"), 1)  # type: ignore[arg-type]
    assert verbs and all(verb.made is None or verb.made.kind != "attack_all" for verb in verbs)


def test_a_turn_of_people_is_entered_in_few_taps() -> None:
    game = contract.game_of("kaosz_galaktika")
    table = Table(game, game.info.settle({}), 2)
    people, finger = People(table, random.Random("few taps")), Finger(table)
    while table.state.turn <= 6:
        finger.enter(people.decide())
        people.watch()
    assert finger.counted.total() <= 6 * GOALS["kaosz_galaktika"]["taps_17_turns"] / 17
    assert not finger.counted.unreached, "the questions lead to every move"


def test_the_starting_phase_is_no_row_of_the_stack_and_is_not_counted_among_what_waits() -> None:
    s = Scenario("dani crew Követ\nlaci hides 2\nturn of dani", answers="quiet")
    table = Table(GAME, {}, 2, start=replace(s.state, phase=Phase.INCOME))
    table.run_routine()
    table.confirm(next(GAME.moves_of(table.state, 0, "use")))
    assert [pending.kind for pending in table.state.stack.items] == ["starting", "ability"]
    assert [row.place for row in stack_rows(Turn(GAME, table.state, None))] == [1]
    said = language("hu", ("Dani", "Laci")).say(GAME.phase(table.state))
    assert said == "képesség: Követ – Laci reagálhat"
