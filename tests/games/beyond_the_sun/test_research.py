"""H: research, its event, its type, the choice of cards, the instant reward."""

from dataclasses import replace

import pytest

from tableside.core.moves import Move
from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.rules import decks, research
from tableside.games.beyond_the_sun.state import Ask, Phase
from tests.games.beyond_the_sun.scene import Scene

LEVEL_2 = Effect(Verb.RESEARCH, levels=(2,))
LEVEL_4 = Effect(Verb.RESEARCH, levels=(4,))


def site(scene: Scene, slot: str):  # type: ignore[no-untyped-def]
    found = scene.state.site(slot)
    assert found is not None
    return found


def deep(scene: Scene) -> None:
    """Everything up to level III known to seat 0, IIII.1 with two of its three prerequisites."""
    for slot, card in (("II.A", "plazmaagyu"), ("II.B", "rakodohid"), ("II.C", "karavan")):
        scene.known(slot, card)
    scene.known("III.A", "hadiakademia")
    scene.known("III.B", "kvantumadatcsere")
    scene.known("III.C", "csillagkapu")
    scene.knows(0, "I.1", "I.2", "II.A", "II.B", "III.A", "III.B")


def test_h1_all_prerequisites_are_needed() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(LEVEL_2)
    assert [made["slot"] for made in scene.moves(0, "research")] == ["II.A"]
    assert scene.refused(0, "research", slot="II.B", using=("I.1",)) == ("prerequisites", "H1")


def test_h1_not_what_is_researched_already() -> None:
    scene = Scene()
    scene.known("II.A", "plazmaagyu")
    scene.knows(0, "I.1", "II.A")
    scene.give(0, ore=2)
    assert scene.refused(0, "act", space="basic:research_2:0") == ("nothing_to_research", "D4")


def test_h1_only_the_levels_the_effect_names() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.RESEARCH, levels=(1,)))
    assert scene.refused(0, "research", slot="II.A", using=()) == ("wrong_level", "H1")
    assert scene.refused(0, "research", slot="V.A", using=()) == ("no_such_slot", "H1")


def test_h1_two_of_three_is_a_property_of_the_slot() -> None:
    scene = Scene()
    deep(scene)
    assert [found.id for found in research.reachable(scene.facts, scene.state, 0, LEVEL_4)] == ["IIII.1"]
    scene.settle(LEVEL_4)
    assert [made["using"] for made in scene.moves(0, "research")] == [("III.A", "III.B")]


def test_h2_the_eye_wants_a_card_that_is_there() -> None:
    scene = Scene()
    scene.knows(0, "I.1", "I.2")
    scene.known("II.C", "karavan")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,), known=True))
    assert [made["slot"] for made in scene.moves(0, "research")] == ["II.C"]
    assert scene.refused(0, "research", slot="II.A", using=("I.1",)) == ("eye", "H2")


def test_h3_a_cube_for_good_whoever_else_is_there() -> None:
    scene = Scene()
    scene.knows(1, "I.4")
    scene.do(0, "act", space="basic:research_1:0")
    scene.do(0, "research", slot="I.4", using=())
    assert site(scene, "I.4").cubes == (1, 0)


def test_h4_the_event_comes_before_the_card() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    assert scene.front.ask is Ask.EVENT
    assert scene.game.to_act(scene.state) == {None}
    scene.do(None, "reveal", card="jo_termes")
    assert scene.player(1).population == 3
    assert scene.front.ask is Ask.REVEAL
    assert "jo_termes" in scene.state.discarded


def test_h4_an_event_may_stay() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.do(None, "reveal", card="oroksegek")
    assert [(kept.card, kept.seat) for kept in scene.state.kept] == [("oroksegek", 0)]


def test_h4_no_event_at_a_known_slot_or_of_another_level() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    assert scene.refused(None, "reveal", card="kc_24x") == ("not_this_card", "H4")


def test_h5_several_types_are_the_players_choice_now() -> None:
    scene = Scene()
    scene.knows(0, "I.1", "I.2")
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.B", using=("I.1", "I.2"))
    scene.do(None, "reveal", card="jo_termes")
    assert [made["colour"] for made in scene.moves(0)] == ["military", "commercial"]
    assert scene.refused(0, "choose_type", colour="scientific") == ("not_that_type", "H5")


def test_h5_with_two_of_three_only_the_counted_ones_give_types() -> None:
    scene = Scene()
    deep(scene)
    scene.knows(0, "II.C", "III.C")
    scene.settle(LEVEL_4)
    uses = [made["using"] for made in scene.moves(0, "research")]
    assert uses == [("III.A", "III.B"), ("III.A", "III.C"), ("III.B", "III.C")]
    assert scene.refused(0, "research", slot="IIII.1", using=("III.A", "III.B", "III.C"))[1] == "H5"
    scene.do(0, "research", slot="IIII.1", using=("III.A", "III.C"))
    assert scene.front.colours == ("military", "commercial")


def test_h6_reveal_until_two_match_choose_one_the_rest_under_the_deck() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.do(None, "reveal", card="jo_termes")
    for card in ("uvegkert", "plazmaagyu", "magbank", "zold_flotta"):
        scene.do(None, "reveal", card=card)
    assert {made["card"] for made in scene.moves(0)} == {"plazmaagyu", "zold_flotta"}, "a hybrid counts"
    assert scene.refused(0, "choose_technology", card="uvegkert") == ("not_among_cards", "H6")
    scene.do(0, "choose_technology", card="zold_flotta")
    assert site(scene, "II.A").card == "zold_flotta"
    assert scene.state.batches("2") == (("magbank", "plazmaagyu", "uvegkert"),)


def test_h6_what_went_under_comes_last_but_may_come() -> None:
    scene = Scene()
    test_card = "magbank"
    scene.knows(0, "I.1", "I.3")
    scene.settle(LEVEL_2, LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.do(None, "reveal", card="jo_termes")
    for card in (test_card, "plazmaagyu", "emberkiserletek"):
        scene.do(None, "reveal", card=card)
    scene.do(0, "choose_technology", card="plazmaagyu")
    while scene.front.ask is not Ask.EFFECT:
        scene.turn_up()
    if scene.front.effect is not None and scene.front.effect.verb is Verb.BUILD:
        scene.do(0, "build", place="p4.sol")
    scene.do(0, "research", slot="II.D", using=("I.3",))
    scene.do(None, "reveal", card="adoszedes")
    order = decks.possible(scene.facts, scene.state, scene.front)
    assert set(order[-2:]) == {test_card, "emberkiserletek"}
    assert scene.judge(None, "reveal", card=test_card).legal, "cards set aside untold may lie before it"


def test_h6_fewer_than_two_matches_choose_among_what_was_found() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    military = {"plazmaagyu"}
    gone = tuple(
        id
        for id, card in scene.facts.complete("technologies").items()
        if card.level == 2 and id not in military | {"uvegkert"}
    )
    scene.state = replace(scene.state, discarded=gone)
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.do(None, "reveal", card="jo_termes")
    assert [caution.key for caution in scene.judge(None, "no_more").cautions] == ["cards_left"]
    scene.do(None, "reveal", card="uvegkert")
    scene.do(None, "reveal", card="plazmaagyu")
    scene.do(None, "no_more")
    assert site(scene, "II.A").card == "plazmaagyu"


def test_h6_no_match_at_all_any_revealed_card() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    left = {"uvegkert", "magbank"}
    gone = tuple(id for id, card in scene.facts.complete("technologies").items() if card.level == 2 and id not in left)
    scene.state = replace(scene.state, discarded=gone)
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.do(None, "reveal", card="jo_termes")
    for card in sorted(left):
        scene.do(None, "reveal", card=card)
    scene.do(None, "no_more")
    assert {made["card"] for made in scene.moves(0)} == left


def test_h7_the_instant_reward_is_for_everyone_who_researches() -> None:
    scene = Scene()
    scene.knows(1, "I.4")
    scene.do(0, "act", space="basic:research_1:0")
    scene.do(0, "research", slot="I.4", using=())
    assert scene.player(0).automation == ("ore",)
    assert scene.player(1).automation == ()


def test_h7_a_lasting_ability_holds_at_once() -> None:
    scene = Scene()
    scene.known("II.C", "karavan")
    scene.knows(0, "I.2")
    scene.settle(LEVEL_2, Effect(Verb.JUMP, n=2))
    scene.do(0, "research", slot="II.C", using=())
    assert scene.front.left == 3


def test_h8_level_one_brings_no_event_and_no_choice() -> None:
    scene = Scene()
    scene.do(0, "act", space="basic:research_1:0")
    scene.do(0, "research", slot="I.4", using=())
    assert scene.state.phase is Phase.PRODUCTION


@pytest.mark.parametrize("colour", ["military", "commercial"])
def test_h6_the_left_triangle_decides(colour: str) -> None:
    scene = Scene()
    scene.knows(0, "I.1", "I.2")
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.B", using=("I.1", "I.2"))
    scene.do(None, "reveal", card="jo_termes")
    scene.do(0, "choose_type", colour=colour)
    scene.do(None, "reveal", card="modularis_urflotta")
    only_military = scene.judge(None, "reveal", card="plazmaagyu")
    scene.do(None, "reveal", card="plazmaagyu")
    assert only_military.legal
    assert (scene.front.ask is Ask.PICK) == (colour == "military")


def turning_up(scene: Scene) -> None:
    """Seat 0 researches II.A, and cards are about to be turned up."""
    scene.knows(0, "I.1")
    scene.settle(LEVEL_2)
    scene.do(0, "research", slot="II.A", using=("I.1",))
    while scene.front.ask is not Ask.REVEAL:
        scene.turn_up() if scene.front.ask is Ask.EVENT else scene.do(
            scene.front.seat, (first := scene.moves(scene.front.seat)[0]).kind, **dict(first.args)
        )


def test_h6_the_card_that_is_kept_is_all_that_has_to_be_told_of_those_turned_up() -> None:
    scene = Scene()
    turning_up(scene)
    ready = scene.game.choices(scene.state, Move(None, ""))[0].ready
    assert {made.kind for made in ready} == {"keep"}
    fits = {made["card"] for made in scene.moves(None, "reveal")}
    assert {made["card"] for made in ready} == fits
    chosen = ready[0]["card"]
    scene.do(None, "keep", card=chosen)
    assert site(scene, "II.A").card == chosen
    assert not scene.state.batches("2"), "what went under the deck is not told"


def test_h6_a_card_of_another_type_cannot_be_kept_and_both_types_are_named() -> None:
    scene = Scene()
    turning_up(scene)
    (type_,) = scene.front.colours
    other = next(
        id
        for id in decks.possible(scene.facts, scene.state, scene.front)
        if type_ not in (scene.facts.technology(id).colours or ())
    )
    ruling = scene.judge(None, "keep", card=other)
    assert ruling.reason.key == "beyond_the_sun.no.other_type"
    assert {"have", "wanted"} <= set(dict(ruling.reason.args))


def test_h6_once_a_card_is_told_by_itself_the_others_are_too() -> None:
    scene = Scene()
    turning_up(scene)
    scene.do(None, "reveal", card=scene.moves(None, "reveal")[0]["card"])
    assert set(scene.game.kinds(scene.state, None)) == {"reveal", "no_more"}


def test_h1_a_touched_technology_is_researched_with_its_action_in_one_step() -> None:
    scene = Scene()
    scene.give(0, ore=2)
    meant = scene.game.about(scene.state, 0, ("slot",), "I.2")
    assert [made["space"].rpartition(">")[2] for made in meant] == ["I.2"]
    scene.do(0, "act", space=meant[0]["space"])
    assert 0 in site(scene, "I.2").cubes
    assert scene.player(0).pawn == meant[0]["space"].partition(">")[0]


def test_h1_a_technology_out_of_reach_is_not_meant_and_not_researched_in_one_step() -> None:
    scene = Scene()
    scene.give(0, ore=2)
    assert scene.game.about(scene.state, 0, ("slot",), "II.A") == ()
    space = next(made["space"] for made in scene.moves(0, "act") if "research_1" in made["space"])
    assert scene.refused(0, "act", space=f"{space}>II.A") == ("wrong_level", "H1")
    assert scene.refused(0, "act", space="basic:populate>I.2") == ("no_such_slot", "H1")


def test_h5_where_prerequisites_must_be_named_the_one_step_is_not_offered() -> None:
    scene = Scene()
    deep(scene)
    scene.knows(0, "III.C")
    assert len(tuple(research.ways(scene.facts, scene.state, 0, site(scene, "IIII.1")))) > 1
    assert scene.game.about(scene.state, 0, ("slot",), "IIII.1") == ()


def test_d1_a_touched_technology_offers_the_actions_printed_on_it() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    meant = [made["space"] for made in scene.game.about(scene.state, 0, ("slot",), "I.1")]
    assert meant and all(space.startswith("slot:I.1:") for space in meant)


def test_d1_of_equal_spaces_one_is_listed_and_the_others_are_legal() -> None:
    scene = Scene(4)
    listed = [made["space"] for made in scene.moves(0, "act") if "research_1" in made["space"]]
    assert listed == ["basic:research_1:0", "basic:research_1:3"], "one without, one with extra ore"
    assert scene.judge(0, "act", space="basic:research_1:1").legal
    scene.give(1, pawn="basic:research_1:0")
    listed = [made["space"] for made in scene.moves(0, "act") if "research_1" in made["space"]]
    assert listed == ["basic:research_1:1", "basic:research_1:3"]
