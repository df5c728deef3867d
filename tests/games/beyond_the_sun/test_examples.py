"""The rulebook's worked examples, EX-1 to EX-10."""

from dataclasses import replace

import pytest

from tableside.core import registry
from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.rules import research
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase
from tests.games.beyond_the_sun.scene import Scene

ANNA, PETER, ENIKO = 0, 1, 2


def test_ex_1_action_legality() -> None:
    scene = Scene(4)
    scene.give(ANNA, pawn="basic:research_1:0", ore=2)
    scene.give(PETER, pawn="basic:launch:0")
    scene.give(ENIKO, pawn="basic:launch:1")
    scene.knows(ANNA, "I.1")
    for space in ("basic:research_1:1", "basic:research_1:2", "basic:research_1:3"):
        assert scene.judge(ANNA, "act", space=space).legal
    legal = {made["space"] for made in scene.moves(ANNA)}
    assert {"basic:research_2:0", "basic:populate", "slot:I.1:0:0"} <= legal
    assert scene.refused(ANNA, "act", space="basic:research_1:0") == ("must_move", "D1")
    for space in ("basic:launch:0", "basic:launch:1"):
        assert scene.refused(ANNA, "act", space=space) == ("occupied", "D1")
    assert scene.refused(ANNA, "act", space="slot:I.2:0:0") == ("not_researched", "D3")
    assert scene.refused(ANNA, "act", space="slot:I.3:0:0") == ("no_such_space", "D1")


def test_ex_2_grow_population() -> None:
    scene = Scene()
    scene.discs_off(ANNA, food=5)
    scene.supply(ANNA, 0, 3, 2, 3, 2, 2)
    scene.at(Phase.PRODUCTION)
    scene.do(ANNA, "grow")
    assert scene.player(ANNA).supply == (0, 2, 1, 3, 2, 2)
    assert scene.player(ANNA).population == 4


def test_ex_3_produce_ore() -> None:
    scene = Scene()
    scene.discs_off(ANNA, ore=4)
    scene.at(Phase.PRODUCTION)
    ore = scene.player(ANNA).ore
    scene.do(ANNA, "mine")
    assert scene.player(ANNA).ore == ore + 3


def test_ex_4_research() -> None:
    scene = Scene()
    scene.knows(ANNA, "I.1", "I.2")
    scene.give(ANNA, ore=2)
    level_2 = Effect(Verb.RESEARCH, levels=(2,))
    assert [s.id for s in research.reachable(scene.facts, scene.state, ANNA, level_2)] == ["II.A", "II.B", "II.C"]
    scene.do(ANNA, "act", space="basic:research_2:0")
    assert scene.player(ANNA).ore == 0
    for slot in ("II.D", "II.E", "II.F"):
        assert scene.refused(ANNA, "research", slot=slot, using=())[0] == "prerequisites"
    scene.do(ANNA, "research", slot="II.B", using=("I.1", "I.2"))
    assert scene.player(ANNA).population == 1
    assert scene.front.ask is Ask.EVENT, "the event comes before the choice of the card"
    scene.do(None, "reveal", card="adoszedes")
    assert {made["colour"] for made in scene.moves(ANNA)} == {"military", "commercial"}
    scene.do(ANNA, "choose_type", colour="military")
    scene.do(None, "reveal", card="vasarcsarnok")
    scene.do(None, "reveal", card="emberkiserletek")
    scene.do(None, "reveal", card="plazmaagyu")
    assert {made["card"] for made in scene.moves(ANNA)} == {"emberkiserletek", "plazmaagyu"}
    scene.do(ANNA, "choose_technology", card="plazmaagyu")
    assert scene.ships(ANNA, "p4.sol") == (1, 2), "the instant reward"
    scene.do(ANNA, "mine")
    assert scene.refused(PETER, "act", space="slot:II.B:0:0") == ("not_researched", "D3")
    scene.at(Phase.ACTION, ANNA)
    scene.do(ANNA, "act", space="slot:II.B:0:0")


def test_ex_4_the_shipped_board_holds_the_implied_shape_as_unsure() -> None:
    shipped = registry.find("beyond_the_sun").catalog.table("slots")
    assert shipped["II.B"].needs == ("I.1", "I.2")
    assert set(shipped["II.A"].needs) | set(shipped["II.C"].needs) <= {"I.1", "I.2"}
    assert [shipped[f"II.{letter}"].needs for letter in "DEF"] == [None, None, None]
    assert not any(shipped[f"II.{letter}"].sure for letter in "ABCDEF")


def ex_5() -> Scene:
    scene = Scene(cards=("barnard", "sziriusz"))
    scene.system("p4.A1", "sziriusz")
    scene.system("p4.A2", "barnard")
    scene.system("p4.B1", "tau_ceti")
    scene.ship(PETER, "p4.A2", 2)
    scene.outpost(PETER, "p4.A2", "food")
    scene.ship(PETER, "p4.A1", 3)
    scene.outpost(PETER, "p4.A1", "ore")
    scene.ship(ENIKO, "p4.A1", 1)
    scene.ship(ENIKO, "p4.yard_right", 2)
    scene.outpost(ENIKO, "p4.yard_right", "ore")
    scene.ship(ANNA, "p4.B1", 2)
    scene.outpost(ANNA, "p4.B1", "ore")
    scene.sound()
    return scene


def test_ex_5_jump_4() -> None:
    scene = ex_5()
    eniko_ore = scene.player(ENIKO).ore
    scene.settle(Effect(Verb.JUMP, n=4), seat=PETER)
    scene.do(PETER, "jump", origin="p4.A2", target="p4.yard_right", level=2)
    scene.do(PETER, "jump", origin="p4.A1", target="p4.yard_left", level=3)
    scene.do(PETER, "jump", origin="p4.yard_left", target="p4.B1", level=3)
    assert scene.front.left == 1
    assert scene.owner("p4.B1") == ANNA, "control waits for the end of the movement"
    scene.do(PETER, "done")
    assert scene.player(ANNA).ore_discs == 8, "Anna took her disc back"
    scene.do(PETER, "disc", disc="food")
    assert scene.owner("p4.B1") == PETER
    assert scene.state.place("p4.B1").disc == "food"  # type: ignore[union-attr]
    assert scene.owner("p4.yard_right") == ENIKO, "2 against 2: no change"
    assert scene.owner("p4.A1") == ENIKO
    assert scene.player(ENIKO).ore == eniko_ore + 1
    assert scene.owner("p4.A2") == PETER, "nobody else is there"
    assert scene.owner("p4.yard_left") is None, "only passed through"
    scene.sound()


def test_ex_6_colonise() -> None:
    scene = Scene()
    scene.system("p4.A1", "barnard")
    scene.ship(ANNA, "p4.A1", 1)
    scene.ship(PETER, "p4.A1", 2)
    scene.outpost(PETER, "p4.A1", "food")
    scene.system("p4.A2", "lalande_21185")
    scene.ship(ANNA, "p4.A2", 2)
    scene.outpost(ANNA, "p4.A2", "food")
    scene.system("p4.B1", "kapteyn")
    scene.ship(ANNA, "p4.B1", 1, 2, 2)
    scene.ship(ENIKO, "p4.B1", 3)
    scene.outpost(ANNA, "p4.B1", "food")
    scene.supply(ANNA, 0, 2, 3, 3, 2, 2)
    scene.settle(Effect(Verb.COLONISE))
    assert {made["place"] for made in scene.moves(ANNA)} == {"p4.B1"}
    assert scene.refused(ANNA, "colonise", place="p4.A1", ships=(1,)) == ("not_controlled", "L1")
    assert scene.refused(ANNA, "colonise", place="p4.A2", ships=(2,)) == ("too_weak", "L1")
    scene.do(ANNA, "colonise", place="p4.B1", ships=(2, 2))
    assert scene.player(ANNA).supply == (1, 3, 3, 3, 2, 2), "one cube to B, one to A"
    assert scene.ships(ANNA, "p4.deep") == (1,)
    assert scene.ships(ENIKO, "p4.deep") == (3,)
    scene.turn_up("nagy_sarga")
    scene.do(ANNA, "disc", disc="ore")
    colony = scene.player(ANNA).colonies[0]
    assert (colony.system, colony.discs) == ("kapteyn", ("food", "ore"))
    assert scene.ships(ANNA, "p4.deep") == (1, 2), "the reward: a supply cube becomes a ship in Deep Space"


@pytest.mark.parametrize(
    ("claimer", "turns"), [(2, [3, 0, 1, 2, 3]), (3, [0, 1, 2, 3])], ids=["the third player", "the fourth player"]
)
def test_ex_7_end_trigger(claimer: int, turns: list[int]) -> None:
    scene = Scene(4)
    for seat in (0, 1, 3):
        scene.claimed(seat, "excellence")
    for system in ("koves", "parazs", "kek_ful"):
        scene.colony(claimer, system, "food")
    scene.at(Phase.GOAL, claimer)
    scene.do(claimer, "claim", goal="empire")
    played = []
    while scene.state.phase is not Phase.OVER:
        seat = scene.state.turn
        played.append(seat)
        scene.do(seat, "act", space="basic:populate")
        scene.do(seat, "mine")
        if scene.state.phase is Phase.GOAL:
            scene.do(seat, "claim", goal=scene.moves(seat)[0]["goal"])
    assert played == turns
    assert scene.state.ending is Ending.LAST
    assert scene.game.outcome(scene.state) is not None
    assert scene.game.to_act(scene.state) == frozenset()


def test_ex_8_an_achievement_only_once() -> None:
    scene = Scene(4)
    systems = [id for id, card in scene.facts.complete("systems").items() if card.deck == "A"][:8]
    for system in systems:
        scene.colony(ANNA, system)
    scene.claimed(ANNA, "empire")
    scene.at(Phase.GOAL)
    assert scene.refused(ANNA, "claim", goal="empire") == ("goal_once", "F2")


def test_ex_9_no_change_no_action() -> None:
    scene = Scene()
    scene.known("II.C", "rakodohid")
    scene.knows(ANNA, "I.2", "II.C")
    scene.at(Phase.ACTION)
    four, two = replace(scene.state), replace(scene.state)
    scene.state = four
    scene.do(ANNA, "act", space="slot:II.C:0:0")
    assert scene.refused(ANNA, "done") == ("no_change", "D7"), "Jump 4 without a jump"
    scene.state = two
    scene.do(ANNA, "act", space="slot:II.C:1:0")
    scene.do(ANNA, "done")
    assert scene.player(ANNA).ore == 3, "2 ore and Jump 2 without a jump"


def test_ex_10_tableau_all_prerequisites_military() -> None:
    scene = Scene(tableau=True)
    scene.knows(ANNA, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(ANNA, "research", slot="II.A", using=("I.1",))
    scene.turn_up("jo_termes")
    row = scene.state.row(2)
    assert row is not None
    red = {card for card in row.cards if "military" in (scene.facts.technology(card).colours or ())}
    assert {made["card"] for made in scene.moves(ANNA, "choose_technology")} == red
    for card in set(row.cards) - red:
        assert scene.refused(ANNA, "choose_technology", card=card) == ("not_among_cards", "P2")
