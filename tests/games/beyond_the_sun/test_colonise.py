"""L: colonisation in its six steps."""

from dataclasses import replace

from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.state import Ask
from tests.games.beyond_the_sun.scene import Scene

COLONISE = Effect(Verb.COLONISE)


def ready(*ships: int, system: str = "barnard", place: str = "p4.A1") -> Scene:
    scene = Scene()
    scene.system(place, system)
    scene.ship(0, place, *ships)
    scene.outpost(0, place, (scene.facts.system(system).specialties or ("food",))[0])
    return scene


def test_l1_only_with_the_own_outpost() -> None:
    scene = ready(2)
    scene.system("p4.A2", "sziriusz")
    scene.ship(0, "p4.A2", 3)
    scene.ship(1, "p4.A2", 4)
    scene.outpost(1, "p4.A2", "ore")
    scene.settle(COLONISE)
    assert {made["place"] for made in scene.moves(0)} == {"p4.A1"}
    assert scene.refused(0, "colonise", place="p4.A2", ships=(3,)) == ("not_controlled", "L1")


def test_l1_only_with_enough_power_whatever_the_others_have() -> None:
    scene = ready(1)
    scene.ship(1, "p4.A1", 1)
    scene.at(scene.state.phase)
    scene.settle(COLONISE)
    assert "nothing" in scene.kinds()


def test_l1_no_shipyard_no_sol_no_deep_space() -> None:
    scene = ready(2)
    scene.ship(0, "p4.yard_left", 4)
    scene.outpost(0, "p4.yard_left", "food")
    scene.settle(COLONISE)
    assert scene.refused(0, "colonise", place="p4.yard_left", ships=(4,)) == ("not_colonisable", "L1")
    assert scene.refused(0, "colonise", place="p4.sol", ships=(1,)) == ("not_colonisable", "L1")


def test_l2_ships_for_the_power_or_more_go_back_as_supply() -> None:
    scene = ready(1, 1, 3)
    scene.settle(COLONISE)
    offered = {made["ships"] for made in scene.moves(0)}
    assert offered == {(3,), (1, 1), (1, 3), (1, 1, 3)}, "overpaying is allowed"
    assert scene.refused(0, "colonise", place="p4.A1", ships=(1,)) == ("too_weak", "L2")
    assert scene.refused(0, "colonise", place="p4.A1", ships=(2,)) == ("no_ships", "L2")
    assert scene.judge(0, "colonise", place="p4.A1", ships=(3, 1)).legal, "in any order"
    supply = sum(scene.player(0).supply)
    scene.do(0, "colonise", place="p4.A1", ships=(1, 1))
    assert sum(scene.player(0).supply) == supply + 2


def test_l2_overpaying_is_pointed_out() -> None:
    scene = ready(1, 1, 3)
    scene.settle(COLONISE)
    assert [caution.key for caution in scene.judge(0, "colonise", place="p4.A1", ships=(1, 3)).cautions] == ["overpaid"]
    assert scene.judge(0, "colonise", place="p4.A1", ships=(3,)).cautions == ()


def test_l3_every_other_ship_goes_to_deep_space() -> None:
    scene = ready(1, 2)
    scene.ship(1, "p4.A1", 1)
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="p4.A1", ships=(2,))
    assert scene.ships(0, "p4.deep") == (1,)
    assert scene.ships(1, "p4.deep") == (1,)


def test_l4_the_card_is_taken_and_the_slot_refilled_from_the_same_deck() -> None:
    scene = ready(2)
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="p4.A1", ships=(2,))
    assert scene.front.ask is Ask.SYSTEM
    assert scene.refused(None, "reveal", card="nagy_sarga") == ("not_this_card", "L4")
    scene.do(None, "reveal", card="koves")
    assert scene.state.place("p4.A1").system == "koves"  # type: ignore[union-attr]
    assert [colony.system for colony in scene.player(0).colonies] == ["barnard"]


def test_l4_an_empty_deck_gives_way_to_the_other_and_then_the_slot_stays_empty() -> None:
    scene = ready(2)
    a_cards = tuple(id for id, card in scene.facts.complete("systems").items() if card.deck == "A")
    scene.state = replace(scene.state, discarded=a_cards)
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="p4.A1", ships=(2,))
    scene.do(None, "reveal", card="nagy_sarga")
    scene = ready(2)
    scene.state = replace(scene.state, discarded=tuple(scene.facts.complete("systems")))
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="p4.A1", ships=(2,))
    scene.do(None, "no_more")
    assert scene.state.place("p4.A1").system == ""  # type: ignore[union-attr]


def test_l5_a_second_disc_of_a_fitting_type_of_the_players_choice() -> None:
    scene = ready(4, system="kapteyn", place="p4.B1")
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="p4.B1", ships=(4,))
    scene.turn_up()
    assert {made["disc"] for made in scene.moves(0)} == {"food", "ore"}
    scene.do(0, "disc", disc="ore")
    assert scene.player(0).colonies[0].discs == ("food", "ore")


def test_l5_a_substitute_when_the_track_is_empty() -> None:
    scene = ready(2)
    scene.give(0, food=0, automation=("food",) * 7)
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="p4.A1", ships=(2,))
    scene.turn_up()
    assert scene.player(0).colonies[0].discs == ("food", "star")


def test_l6_the_reward_comes_last_and_may_jump_to_the_new_card() -> None:
    scene = ready(5 - 1, 1, system="hatso_udvar", place="p4.B1")
    scene.ship(0, "p4.B1", 1, 4)
    scene.ship(0, "p4.deep", 1)
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="p4.B1", ships=(1, 4))
    scene.do(None, "reveal", card="nagy_sarga")
    assert scene.front.effect is not None
    assert scene.front.effect.verb is Verb.JUMP
    scene.do(0, "jump", origin="p4.deep", target="p4.B1", level=1)
    scene.do(0, "done")
    assert scene.owner("p4.B1") == 0


def test_l7_an_extra_system_is_one_jump_away_and_not_refilled() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.EXTEND, where="sol"))
    scene.do(None, "reveal", card="koves")
    assert "extra.1" in scene.facts.neighbours(scene.state, "p4.sol")
    assert scene.facts.neighbours(scene.state, "extra.1") == ("p4.sol",)
    scene.ship(0, "extra.1", 2)
    scene.outpost(0, "extra.1", "food")
    scene.settle(COLONISE)
    scene.do(0, "colonise", place="extra.1", ships=(2,))
    assert scene.state.place("extra.1") is None
    assert all(task.ask is not Ask.SYSTEM for task in scene.state.tasks)
