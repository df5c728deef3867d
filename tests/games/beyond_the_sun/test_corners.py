"""Corners of the rules: refusals seldom met, effects that find nothing to do, impossible pieces."""

from dataclasses import replace

import pytest

from tableside.games.beyond_the_sun.effects import Count, Counted, Effect, Verb
from tableside.games.beyond_the_sun.rules import feasible
from tableside.games.beyond_the_sun.state import Phase, Turn
from tests.games.beyond_the_sun.scene import Scene, with_place, with_player, with_site


def problem(scene: Scene) -> str:
    return scene.game.audit(scene.state)[0].reason.key.removeprefix("beyond_the_sun.no.")


def test_a1_a_declared_position_may_hold_only_cards_of_this_copy() -> None:
    scene = Scene()
    scene.state = with_site(scene.state, "II.A", card="never_printed")
    found = scene.game.audit(scene.state)
    assert [(need.table, need.id) for refusal in found for need in refusal.needs] == [("technologies", "never_printed")]


def test_a1_and_only_places_slots_and_seats_that_are_there() -> None:
    scene = Scene()
    whole = scene.state
    scene.state = replace(whole, turn=5)
    assert problem(scene) == "unknown_seat"
    scene.state = with_place(whole, "p4.sol", ships=((1,),))
    assert problem(scene) == "unknown_place"
    scene.state = with_site(whole, "I.1", level=2)
    assert problem(scene) == "unknown_slot"


def test_b8_nobody_plays_without_a_mat() -> None:
    scene = Scene()
    scene.give(0, mat="")
    assert problem(scene) == "no_mat"
    scene.state = replace(scene.state, phase=Phase.SETUP)
    assert not any(refusal.reason.key.endswith("no_mat") for refusal in scene.game.audit(scene.state))


def test_a2_a_ninth_disc_cannot_be() -> None:
    scene = Scene()
    scene.give(0, automation=("ore",))
    assert problem(scene) == "ore_discs"
    scene.give(0, automation=("food",))
    assert problem(scene) == "food_discs"


def test_g1_no_column_but_a_holds_more_than_its_height() -> None:
    scene = Scene()
    scene.supply(0, 3, 4, 3, 3, 2, 2)
    assert problem(scene) == "columns"


def test_h3_one_cube_each_at_a_slot() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    player = scene.player(0)
    scene.state = with_site(scene.state, "I.1", cubes=(0, 0))
    scene.state = with_player(scene.state, 0, supply=player.supply)
    assert problem(scene) == "two_cubes"


def test_a3_no_ship_of_level_five() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol", 5)
    assert problem(scene) == "ship_levels"


def test_k6_no_outpost_without_a_disc() -> None:
    scene = Scene()
    scene.state = with_place(scene.state, "p4.yard_left", owner=0)
    assert problem(scene) == "outpost_disc"


def test_g7_only_an_opponent_can_be_paid() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.PAY, to="opponent"))
    assert scene.refused(0, "pay_opponent", opponent=0) == ("no_such_opponent", "G7")
    assert scene.refused(0, "pay_opponent", opponent=7) == ("no_such_opponent", "G7")


def test_g7_with_two_players_there_is_no_choice_of_opponent() -> None:
    scene = Scene(2)
    scene.settle(Effect(Verb.PAY, to="opponent"))
    assert [player.ore for player in scene.state.players] == [0, 2]


def test_g4_returning_more_than_there_is_returns_what_there_is() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.RETURN, n=5))
    assert scene.player(0).population == 0


def test_m1_a_choice_none_of_which_can_be_carried_out_passes() -> None:
    scene = Scene()
    dear = (Effect(Verb.PAY, n=9), Effect(Verb.AUTOMATE))
    scene.settle(Effect(Verb.GAIN), Effect(Verb.CHOOSE, of=(dear, dear)))
    assert scene.state.phase is Phase.PRODUCTION


def test_m1_a_whole_that_cannot_be_paid_does_not_happen_in_part() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.TOGETHER, of=((Effect(Verb.PAY, n=9), Effect(Verb.AUTOMATE, track="food")),)))
    assert (scene.player(0).ore, scene.player(0).automation) == (1, ())
    assert "nothing" in scene.kinds()


def test_n3_only_a_system_that_was_drawn() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.SETTLE, n=2))
    scene.do(None, "reveal", card="koves")
    scene.do(None, "reveal", card="parazs")
    assert scene.refused(0, "choose_system", card="torpe") == ("not_among_cards", "N3")


def test_n3_a_single_system_is_no_choice() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.SETTLE, n=1))
    scene.do(None, "reveal", card="koves")
    assert scene.player(0).colonies[0].system == "koves"


def test_n3_both_decks_run_out_while_drawing() -> None:
    scene = Scene()
    everything = set(scene.facts.complete("systems"))
    scene.state = replace(scene.state, discarded=tuple(everything - {"koves"}))
    scene.settle(Effect(Verb.SETTLE, n=2))
    scene.do(None, "reveal", card="koves")
    scene.do(None, "no_more")
    assert scene.player(0).colonies[0].system == "koves"


def test_h6_a_slot_that_is_being_decided_is_not_researched_by_another() -> None:
    scene = Scene()
    scene.state = with_site(scene.state, "II.A", cubes=(1,))
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(1, 2)))
    assert scene.refused(0, "research", slot="II.A", using=("I.1",)) == ("no_card_there", "H6")


def test_h6_an_empty_deck_allows_no_new_technology() -> None:
    scene = Scene()
    level_2 = tuple(id for id, card in scene.facts.complete("technologies").items() if card.level == 2)
    scene.state = replace(scene.state, discarded=level_2)
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(1, 2)))
    assert scene.refused(0, "research", slot="II.A", using=("I.1",)) == ("deck_empty", "H6")


def test_p2_no_luck_with_an_empty_deck() -> None:
    scene = Scene(tableau=True)
    row = scene.state.row(2)
    assert row is not None
    level_2 = {id for id, card in scene.facts.complete("technologies").items() if card.level == 2}
    scene.state = replace(scene.state, discarded=tuple(level_2 - set(row.cards)))
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.turn_up("jo_termes")
    assert scene.refused(0, "gamble") == ("deck_empty", "P2")


def test_p2_misfits_go_under_when_a_type_has_run_out() -> None:
    scene = Scene(tableau=True)
    row = scene.state.row(2)
    assert row is not None
    misfits = {"uvegkert", "magbank"} - set(row.cards)
    keep = misfits | set(row.cards)
    gone = {id for id, card in scene.facts.complete("technologies").items() if card.level == 2} - keep
    military = 2
    cards = tuple("" if number == military else card for number, card in enumerate(row.cards))
    scene.state = replace(
        scene.state,
        rows=(replace(row, cards=cards), *scene.state.rows[1:]),
        discarded=(*gone, row.cards[military]),
    )
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    revealed = sorted(misfits)
    for card in revealed:
        scene.do(None, "reveal", card=card)
    scene.do(None, "no_more")
    after = scene.state.row(2)
    assert after is not None
    assert after.cards[military] == revealed[0]
    assert scene.state.batches("2") == ((tuple(revealed[1:]),) if revealed[1:] else ())


def test_p2_when_a_type_has_run_out_untold_any_card_fills_the_column() -> None:
    scene = Scene(tableau=True)
    row = scene.state.row(2)
    assert row is not None
    fitting = {id for id, card in scene.facts.complete("technologies").items() if "military" in (card.colours or ())}
    cards = tuple("" if number == 2 else card for number, card in enumerate(row.cards))
    gone = (*fitting, row.cards[2])
    scene.state = replace(scene.state, rows=(replace(row, cards=cards), *scene.state.rows[1:]), discarded=gone)
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    scene.do(None, "no_more")
    assert scene.front.colours == ()
    card = scene.turn_up()
    after = scene.state.row(2)
    assert after is not None and after.cards[2] == card


@pytest.mark.parametrize(
    ("effect", "before", "after"),
    [
        (Effect(Verb.PAY, n=1), True, False),
        (Effect(Verb.RETURN), True, False),
        (Effect(Verb.GAIN, per=Count(Counted.COLONIES)), False, False),
        (Effect(Verb.UPGRADE), True, False),
        (Effect(Verb.SCRAP), True, False),
        (Effect(Verb.TRADE), True, False),
        (Effect(Verb.POPULATE), True, False),
        (Effect(Verb.SHIFT), True, False),
        (Effect(Verb.GROW), True, False),
        (Effect(Verb.BUILD), True, False),
        (Effect(Verb.GAIN, who="others"), True, True),
        (Effect(Verb.AUTOMATE), True, True),
    ],
)
def test_d7_what_would_change_something(effect: Effect, before: bool, after: bool) -> None:
    scene = Scene()
    assert feasible.would_change(Turn(scene.game, scene.state, 0), 0, (effect,)) is before
    scene.give(0, ore=0, population=0)
    scene.ship(0, "p4.sol")
    scene.supply(0, 0, 0, 0, 0, 0, 0)
    assert feasible.would_change(Turn(scene.game, scene.state, 0), 0, (effect,)) is after


def test_d4_a_ship_is_needed_to_give_one_up() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol")
    found = feasible.blocked(Turn(scene.game, scene.state, 0), 0, (Effect(Verb.SCRAP),))
    assert found is not None
    assert found.reason.key.endswith("no_ship_at_all")


def test_n5_a_space_that_copies_is_not_taken_this_way() -> None:
    scene = Scene()
    scene.give(0, ore=5)
    scene.state = replace(scene.state, guilds=("technocrats",))
    scene.give(1, pawn="guild:technocrats:0:0")
    scene.give(2, pawn="basic:research_1:0")
    scene.settle(Effect(Verb.DISPLACE))
    assert scene.refused(0, "displace", space="guild:technocrats:0:0") == ("copy_of_copy", "N5")
    assert scene.refused(0, "displace", space="no:such:space")[0] == "no_such_space"


def test_d7_binds_only_whose_action_it_is() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.AUTOMATE, who="others", optional=True, track="food"), Effect(Verb.GAIN))
    scene.do(1, "done")
    scene.do(2, "accept")
    assert scene.player(2).automation == ("food",)
    assert scene.player(0).ore == 2
