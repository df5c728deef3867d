"""N: the cards the rulebook names."""

from dataclasses import replace

from tableside.games.beyond_the_sun.effects import Count, Counted, Effect, Verb
from tableside.games.beyond_the_sun.rules import counts, decks
from tableside.games.beyond_the_sun.state import Kept, Phase
from tests.games.beyond_the_sun.scene import Scene


def test_n1_all_three_builds_are_optional() -> None:
    scene = Scene()
    scene.known("II.B", "modularis_urflotta")
    scene.knows(0, "I.1", "I.2", "II.B")
    scene.at(Phase.ACTION)
    scene.do(0, "act", space="slot:II.B:0:0")
    scene.do(0, "done")
    scene.do(0, "jump", origin="p4.sol", target="p4.A1", level=1)
    assert scene.ships(0, "p4.A1") == (1,)


def test_n2_an_occupied_action_may_be_copied_without_its_space() -> None:
    scene = Scene(4)
    scene.give(1, pawn="basic:research_1:3")
    scene.settle(Effect(Verb.COPY))
    assert "basic:research_1" in {made["action"] for made in scene.moves(0)}
    ore = scene.player(0).ore
    scene.do(0, "copy", action="basic:research_1")
    assert scene.player(0).ore == ore, "the extra ore belongs to the space"
    assert scene.player(1).pawn == "basic:research_1:3"


def test_n2_what_copies_is_not_copied_and_what_is_not_known_neither() -> None:
    scene = Scene()
    scene.give(0, ore=9)
    scene.state = replace(scene.state, guilds=("technocrats",))
    scene.settle(Effect(Verb.COPY))
    assert scene.refused(0, "copy", action="guild:technocrats:0") == ("copy_of_copy", "N2")
    assert scene.refused(0, "copy", action="slot:I.4:0") == ("not_researched", "D3")


def test_n3_when_a_runs_out_b_goes_on() -> None:
    scene = Scene()
    a_cards = [id for id, card in scene.facts.complete("systems").items() if card.deck == "A"]
    left = [id for id in a_cards if id in decks.systems(scene.facts, scene.state, "A")]
    scene.state = replace(scene.state, discarded=tuple(left[1:]))
    scene.settle(Effect(Verb.SETTLE, n=2))
    scene.do(None, "reveal", card=left[0])
    scene.do(None, "reveal", card="nagy_sarga")
    assert {made["card"] for made in scene.moves(0)} == {left[0], "nagy_sarga"}


def test_n4_grow_then_ore_then_trade() -> None:
    scene = Scene()
    scene.settle(*(scene.facts.system("lalande_21185").colony or ()))
    kinds = [happened.kind for happened in scene.events if happened.kind in ("cube", "ore")]
    assert kinds == ["cube", "ore"]
    assert scene.front.effect is not None
    assert scene.front.effect.verb is Verb.TRADE


def test_n5_the_displaced_pawn_stands_off_the_board() -> None:
    scene = Scene()
    scene.give(1, pawn="basic:launch:0")
    scene.settle(Effect(Verb.DISPLACE))
    assert scene.refused(0, "displace", space="basic:launch:1")[0] == "nobody_there"
    scene.do(0, "displace", space="basic:launch:0")
    assert scene.player(1).pawn == ""
    scene.do(0, "build", place="p4.sol")
    scene.do(0, "done")
    scene.at(Phase.ACTION, 1)
    scene.do(1, "act", space="basic:launch:1")


def test_n6_ships_in_the_museum_are_out_of_the_game() -> None:
    scene = Scene()
    scene.state = replace(scene.state, kept=(Kept("urhajomuzeum"),))
    scene.settle(Effect(Verb.DOCK), Effect(Verb.UPGRADE), Effect(Verb.JUMP), card="urhajomuzeum")
    scene.do(0, "dock", place="p4.sol", level=1)
    assert scene.state.phase is Phase.PRODUCTION, "there is nothing left to upgrade or to jump with"
    points = {line.key: line.points for line in scene.game.score(scene.state) if line.seat == 0}
    assert points["events"] == 2
    assert points["highest"] == 0


def test_n7_the_attached_system_is_no_location() -> None:
    scene = Scene()
    scene.state = replace(scene.state, kept=(Kept("dyson_gomb", system="nagy_sarga"),))
    assert all(place.system != "nagy_sarga" for place in scene.state.places)
    assert "nagy_sarga" not in decks.systems(scene.facts, scene.state, "B")


def test_n7_its_action_puts_the_pawn_beside_the_box_and_takes_the_card_without_discs() -> None:
    scene = Scene()
    scene.give(0, ore=3, pawn="basic:launch:0")
    scene.state = replace(scene.state, kept=(Kept("dyson_gomb", system="nagy_sarga"),))
    scene.do(0, "act", space="event:dyson_gomb:0:0")
    assert scene.player(0).pawn == ""
    assert [(colony.system, colony.discs) for colony in scene.player(0).colonies] == [("nagy_sarga", ())]
    assert scene.state.kept == ()


def test_n7_nothing_attached_nothing_to_take() -> None:
    scene = Scene()
    scene.give(0, ore=3)
    scene.state = replace(scene.state, kept=(Kept("dyson_gomb"),))
    assert scene.refused(0, "act", space="event:dyson_gomb:0:0") == ("nothing_attached", "N7")


def test_n8_printed_icons_count_not_discs_and_shipyards_too() -> None:
    scene = Scene()
    scene.colony(0, "kapteyn", "food", "food")
    scene.outpost(0, "p4.yard_right", "ore")
    food = counts.count(scene.facts, scene.state, 0, Count(Counted.SPECIALTIES, track="food"))
    ore = counts.count(scene.facts, scene.state, 0, Count(Counted.SPECIALTIES, track="ore"))
    assert (food, ore) == (1, 2)


def test_n9_a_private_technology_is_its_owners_alone() -> None:
    scene = Scene()
    scene.give(0, private=("uvegkert",))
    assert scene.player(0).supply == (4, 3, 3, 3, 2, 2), "no cube lies at it"
    assert scene.refused(1, "act", space="private:uvegkert:0:0")[0] != ""
    scene.at(Phase.ACTION, 1)
    assert scene.refused(1, "act", space="private:uvegkert:0:0") == ("not_yours", "N9")
    scene.at(Phase.ACTION, 0)
    scene.do(0, "act", space="private:uvegkert:0:0")
    points = {line.key: line.points for line in scene.game.score(scene.state) if line.seat == 0}
    assert (points["private"], points["level_2"]) == (2, 0)


def test_n9_it_cannot_be_copied_counted_or_revealed_again() -> None:
    scene = Scene()
    scene.give(0, private=("uvegkert",))
    scene.settle(Effect(Verb.COPY))
    assert scene.refused(0, "copy", action="private:uvegkert:0") == ("private", "N9")
    assert counts.count(scene.facts, scene.state, 0, Count(Counted.TECHNOLOGIES)) == 0
    assert "uvegkert" not in decks.technologies(scene.facts, scene.state, 2)


def test_n10_one_card_does_not_open_row_four() -> None:
    scene = Scene(tableau=True)
    scene.known("II.A", "plazmaagyu")
    scene.known("III.A", "tomegfelvilagosodas")
    scene.knows(0, "I.1", "II.A")
    scene.settle(Effect(Verb.RESEARCH, levels=(3,), known=True))
    scene.do(0, "research", slot="III.A", using=())
    row = scene.state.row(4)
    assert row is not None
    assert not row.open


def test_n10_another_opens_row_three() -> None:
    scene = Scene(tableau=True)
    scene.known("II.A", "terido_anomalias_kutatasok")
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,), known=True))
    scene.do(0, "research", slot="II.A", using=())
    row = scene.state.row(3)
    assert row is not None
    assert row.open


def test_n10_a_third_fills_rows_as_needed() -> None:
    scene = Scene(tableau=True)
    scene.known("II.A", "plazmaagyu")
    scene.knows(0, "I.1", "II.A")
    scene.settle(Effect(Verb.RESEARCH, levels=(3,), fill=True))
    scene.do(0, "research", slot="III.A", using=("II.A",))
    scene.turn_up("csillageso")
    row = scene.state.row(3)
    assert row is not None
    assert row.open
