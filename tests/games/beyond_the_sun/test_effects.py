"""M and the closed list of verbs: each verb has a test of its own."""

from dataclasses import replace

import pytest

from tableside.core import codec, manual_edit
from tableside.games.beyond_the_sun.effects import Ability, Award, Condition, Count, Counted, Effect, Lasting, Verb
from tableside.games.beyond_the_sun.game import BeyondTheSun
from tableside.games.beyond_the_sun.rules import counts
from tableside.games.beyond_the_sun.rules.feasible import blocked
from tableside.games.beyond_the_sun.rules.resolve_effects import BEGIN
from tableside.games.beyond_the_sun.rules.turn_order import KINDS_OF_VERB
from tableside.games.beyond_the_sun.state import Kept, Phase, Turn
from tests.games.beyond_the_sun.scene import Scene, sample_game


def test_every_verb_has_a_way_to_be_carried_out_and_a_test() -> None:
    assert set(BEGIN) == set(Verb)
    tested = {name.removeprefix("test_verb_") for name in globals() if name.startswith("test_verb_")}
    assert {verb.value for verb in Verb} <= {name.split("__")[0] for name in tested}


def test_every_verb_is_used_in_the_sample_copy() -> None:
    used: set[str] = set()

    def walk(data: object) -> None:
        if isinstance(data, dict):
            used.add(str(data.get("verb", "")))
            for value in data.values():
                walk(value)
        elif isinstance(data, list):
            for value in data:
                walk(value)

    walk(sample_game().catalog.as_json())
    assert {verb.value for verb in Verb} <= used


def test_verb_pay() -> None:
    scene = Scene()
    scene.give(0, ore=3)
    scene.settle(Effect(Verb.PAY, n=2))
    assert scene.player(0).ore == 1


def test_verb_gain() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.GAIN, n=3))
    assert scene.player(0).ore == 4


def test_verb_gain__for_each_thing() -> None:
    scene = Scene()
    scene.discs_off(0, food=3)
    scene.settle(Effect(Verb.GAIN, n=2, per=Count(Counted.AUTOMATED)))
    assert scene.player(0).ore == 7


def test_verb_gain__for_everybody_and_for_the_others() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.GAIN, who="all"))
    assert [player.ore for player in scene.state.players] == [2, 2, 3]
    scene.settle(Effect(Verb.GAIN, who="others"))
    assert [player.ore for player in scene.state.players] == [2, 3, 4]


def test_verb_populate() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.POPULATE, n=2))
    assert (scene.player(0).population, scene.player(0).supply[0]) == (4, 2)


def test_verb_populate__from_any_column() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.POPULATE, n=2, column="any"))
    scene.do(0, "pick_column", column=5)
    scene.do(0, "pick_column", column=5)
    assert scene.player(0).supply == (4, 3, 3, 3, 2, 0)
    scene.settle(Effect(Verb.POPULATE, column="any"))
    assert scene.refused(0, "pick_column", column=5) == ("no_cube_in_column", "G3")


def test_verb_return_population() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.RETURN, n=2))
    assert scene.player(0).population == 0


def test_verb_research() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.RESEARCH, levels=(1,)))
    scene.do(0, "research", slot="I.4", using=())
    assert scene.state.site("I.4").cubes == (0,)  # type: ignore[union-attr]


def test_verb_research__with_a_supply_cube() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.RESEARCH, levels=(1,), source="supply"))
    scene.do(0, "research", slot="I.4", using=())
    assert (scene.player(0).population, scene.player(0).supply[0]) == (2, 3)


def test_verb_automate() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.AUTOMATE, n=2))
    scene.do(0, "automate", track="ore")
    scene.do(0, "automate", track="food")
    assert scene.player(0).automation == ("ore", "food")


def test_verb_build() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.BUILD, level=3))
    assert scene.ships(0, "p4.sol") == (1, 3)
    assert scene.player(0).population == 1


def test_verb_build__in_deep_space_or_wherever_one_controls() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.BUILD, where="deep"))
    assert scene.ships(0, "p4.deep") == (1,)
    scene.system("p4.A1", "barnard")
    scene.ship(0, "p4.A1", 1)
    scene.outpost(0, "p4.A1", "food")
    scene.settle(Effect(Verb.BUILD, where="controlled"))
    scene.do(0, "build", place="p4.A1")
    assert scene.ships(0, "p4.A1") == (1, 1)


def test_verb_upgrade() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.UPGRADE, level=2))
    scene.do(0, "upgrade", place="p4.sol", level=1)
    assert scene.ships(0, "p4.sol") == (3,)


def test_verb_jump() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.JUMP))
    scene.do(0, "jump", origin="p4.sol", target="p4.yard_right", level=1)
    assert scene.owner("p4.yard_right") == 0


def test_verb_colonise() -> None:
    scene = Scene()
    scene.system("p4.A1", "barnard")
    scene.ship(0, "p4.A1", 2)
    scene.outpost(0, "p4.A1", "food")
    scene.settle(Effect(Verb.COLONISE))
    scene.do(0, "colonise", place="p4.A1", ships=(2,))
    scene.turn_up()
    assert scene.player(0).ore == 3


def test_verb_grow() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.GROW))
    assert (scene.player(0).population, scene.player(0).supply[0]) == (3, 3)


def test_verb_produce() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.PRODUCE))
    assert scene.player(0).ore == 2


def test_verb_trade() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.TRADE))
    scene.do(0, "sell_population")
    scene.do(0, "done")
    assert scene.player(0).ore == 2


def test_verb_scrap() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.SCRAP))
    scene.do(0, "scrap", place="p4.sol", level=1)
    assert (scene.player(0).population, scene.player(0).ore) == (3, 1), "no ore is paid when a card says so"


def test_verb_shift() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.SHIFT))
    assert scene.refused(0, "pick_column", column=0) == ("no_cube_in_column", "G3")
    scene.do(0, "pick_column", column=3)
    assert scene.player(0).supply == (5, 3, 3, 2, 2, 2)


def test_verb_unlock() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.UNLOCK, guild="thinkers"))
    assert scene.state.guilds == ("thinkers",)
    scene.settle(Effect(Verb.UNLOCK, guild="thinkers"))
    assert scene.state.guilds == ("thinkers",)


def test_verb_choose() -> None:
    scene = Scene()
    choice = Effect(Verb.CHOOSE, of=((Effect(Verb.GAIN, n=2),), (Effect(Verb.PAY, n=9), Effect(Verb.AUTOMATE))))
    scene.settle(choice)
    assert scene.refused(0, "choose", option=1) == ("ore_short", "D4")
    assert scene.refused(0, "choose", option=2) == ("no_such_option", "M1")
    scene.do(0, "choose", option=0)
    assert scene.player(0).ore == 3


def test_verb_together() -> None:
    scene = Scene()
    whole = Effect(Verb.TOGETHER, optional=True, of=((Effect(Verb.PAY), Effect(Verb.POPULATE, n=2)),))
    scene.settle(whole, Effect(Verb.GAIN, n=0))
    scene.do(0, "accept")
    assert (scene.player(0).ore, scene.player(0).population) == (0, 4)
    scene.settle(whole)
    assert scene.state.phase is Phase.PRODUCTION, "it cannot be paid, so it is not even offered"


def test_verb_copy() -> None:
    scene = Scene()
    scene.give(1, pawn="basic:launch:0")
    scene.settle(Effect(Verb.COPY))
    scene.do(0, "copy", action="basic:launch")
    scene.do(0, "build", place="p4.sol")
    scene.do(0, "done")
    assert scene.ships(0, "p4.sol") == (1, 1)
    assert scene.player(0).pawn == ""


def test_verb_displace() -> None:
    scene = Scene()
    scene.give(1, pawn="basic:research_1:0")
    scene.settle(Effect(Verb.DISPLACE))
    scene.do(0, "displace", space="basic:research_1:0")
    assert (scene.player(0).pawn, scene.player(1).pawn) == ("basic:research_1:0", "")
    scene.do(0, "research", slot="I.4", using=())


def test_verb_private() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.PRIVATE, level=2, n=2))
    scene.do(None, "reveal", card="uvegkert")
    scene.do(None, "reveal", card="plazmaagyu")
    scene.do(0, "choose_technology", card="uvegkert")
    assert scene.player(0).private == ("uvegkert",)
    assert scene.player(0).automation == ("food",)


def test_verb_settle() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.SETTLE, n=2))
    scene.do(None, "reveal", card="koves")
    scene.do(None, "reveal", card="parazs")
    scene.do(0, "choose_system", card="koves")
    assert scene.player(0).colonies[0].system == "koves"
    assert scene.state.batches("A") == (("parazs",),)


def test_verb_dock() -> None:
    scene = Scene()
    scene.state = replace(scene.state, kept=(Kept("urhajomuzeum"),))
    scene.settle(Effect(Verb.DOCK), card="urhajomuzeum")
    scene.do(0, "dock", place="p4.sol", level=1)
    assert scene.state.kept[0].ships == ((0, 1),)
    scene.sound()


def test_verb_attach() -> None:
    scene = Scene()
    scene.state = replace(scene.state, kept=(Kept("dyson_gomb"),))
    scene.settle(Effect(Verb.ATTACH, deck="B"), card="dyson_gomb")
    scene.do(None, "reveal", card="nagy_sarga")
    assert scene.state.kept[0].system == "nagy_sarga"


def test_verb_take_attached() -> None:
    scene = Scene()
    scene.state = replace(scene.state, kept=(Kept("dyson_gomb", system="nagy_sarga"),))
    scene.settle(Effect(Verb.TAKE), card="event:dyson_gomb:0")
    assert scene.player(0).colonies[0].system == "nagy_sarga"
    assert scene.player(0).colonies[0].discs == ()
    assert scene.state.kept == ()
    assert "dyson_gomb" in scene.state.discarded


def test_verb_extend() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.EXTEND, where="deep", deck="B"))
    scene.do(None, "reveal", card="nagy_sarga")
    assert "extra.1" in scene.facts.neighbours(scene.state, "p4.deep")


def test_verb_by_hand() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.BY_HAND, note="swap two cubes"))
    for path, value in (("players.0.population", 3), ("players.0.supply", (3, 3, 3, 3, 2, 2))):
        assert manual_edit.judge(scene.game, scene.state, manual_edit.adjust(path, value)).legal, (
            "either half alone is fine meanwhile"
        )
    change = manual_edit.adjust("players.0.population", 3)
    for happened in manual_edit.judge(scene.game, scene.state, change).events:  # type: ignore[union-attr]
        scene.state = manual_edit.apply(scene.game, scene.state, happened)
    assert scene.refused(0, "settled") == ("cubes", "A2"), "21 cubes: not settled yet"
    change = manual_edit.adjust("players.0.supply", (3, 3, 3, 3, 2, 2))
    for happened in manual_edit.judge(scene.game, scene.state, change).events:  # type: ignore[union-attr]
        scene.state = manual_edit.apply(scene.game, scene.state, happened)
    scene.do(0, "settled")
    scene.sound()


# -- optional and mandatory --------------------------------------------------------------------


def test_m1_what_is_not_optional_must_be_done() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.UPGRADE))
    assert scene.refused(0, "done") == ("mandatory", "M1")
    scene.settle(Effect(Verb.RESEARCH, levels=(1,)))
    assert scene.refused(0, "done") == ("mandatory", "M1")


def test_m1_the_optional_may_be_declined() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.GAIN), Effect(Verb.AUTOMATE, optional=True, track="food"))
    assert {made.kind for made in scene.moves(0)} == {"accept", "done"}
    scene.do(0, "done")
    assert scene.player(0).automation == ()


def test_m1_movement_points_need_not_be_used() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.GAIN), Effect(Verb.JUMP, n=3))
    scene.do(0, "done")
    assert scene.ships(0, "p4.sol") == (1,)


def test_m1_the_effects_come_in_the_cards_order() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.GAIN), Effect(Verb.UPGRADE), Effect(Verb.AUTOMATE, track="ore"))
    assert scene.player(0).automation == ()
    scene.do(0, "upgrade", place="p4.sol", level=1)
    assert scene.player(0).automation == ("ore",)


def test_d4_what_an_earlier_effect_may_bring_is_not_refused_beforehand() -> None:
    scene = Scene()
    scene.give(0, population=0)
    research = Effect(Verb.RESEARCH, levels=(1,))
    assert blocked(Turn(scene.game, scene.state, 0), 0, (research,)) is not None
    assert blocked(Turn(scene.game, scene.state, 0), 0, (Effect(Verb.GROW), research)) is None
    assert blocked(Turn(scene.game, scene.state, 0), 0, (Effect(Verb.POPULATE), research)) is None
    second = Effect(Verb.RESEARCH, levels=(2,))
    scene.give(0, population=2)
    assert blocked(Turn(scene.game, scene.state, 0), 0, (second,)) is not None
    assert blocked(Turn(scene.game, scene.state, 0), 0, (research, second)) is None


def test_d4_g5_what_is_certainly_missing_is_refused_beforehand() -> None:
    scene = Scene()
    build = Effect(Verb.BUILD)
    turn = Turn(scene.game, scene.state, 0)
    assert blocked(turn, 0, (build, build)) is None
    problem = blocked(turn, 0, (build, build, build))
    assert problem is not None
    assert problem.reason.key.endswith("population_short")
    assert blocked(turn, 0, (Effect(Verb.JUMP), Effect(Verb.COLONISE))) is None
    assert blocked(turn, 0, (Effect(Verb.COLONISE),)) is not None


# -- lasting abilities -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "card"),
    [
        (Lasting.MORE_JUMPS, "karavan"),
        (Lasting.CHEAPER, "konyvtarhajo"),
        (Lasting.MORE_ORE, "ercmagnes"),
        (Lasting.EASIER, "pancelgyar"),
        (Lasting.BUILD_CONTROLLED, "hadiakademia"),
        (Lasting.ON_COLONISE, "birodalmi_futar"),
        (Lasting.ON_RESEARCH, "gondolatgyar"),
        (Lasting.ON_CONTROL, "szurony"),
    ],
)
def test_h7_each_lasting_ability_is_in_force_while_the_card_is_had(kind: Lasting, card: str) -> None:
    scene = Scene()
    assert all(ability.kind is not kind for ability in counts.abilities(scene.facts, scene.state, 0))
    scene.give(0, private=(card,))
    assert any(ability.kind is kind for ability in counts.abilities(scene.facts, scene.state, 0))


def test_h7_cheaper_actions_cost_less_ore() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.give(0, private=("konyvtarhajo",), ore=1)
    scene.do(0, "act", space="basic:research_2:0")
    assert scene.player(0).ore == 0


def test_h7_more_ore_when_producing() -> None:
    scene = Scene()
    scene.give(0, private=("ercmagnes",))
    scene.settle(Effect(Verb.PRODUCE))
    assert scene.player(0).ore == 3


def test_h7_easier_landings() -> None:
    scene = Scene()
    scene.system("p4.A1", "barnard")
    scene.ship(0, "p4.A1", 1)
    scene.outpost(0, "p4.A1", "food")
    scene.settle(Effect(Verb.COLONISE))
    assert scene.refused(0, "colonise", place="p4.A1", ships=(1,)) == ("not_now", "C1"), "too weak by itself"
    scene.give(0, private=("pancelgyar",))
    scene.settle(Effect(Verb.COLONISE))
    scene.do(0, "colonise", place="p4.A1", ships=(1,))


def test_h7_occasions_bring_their_effects() -> None:
    scene = Scene()
    scene.give(0, private=("szurony", "gondolatgyar"))
    scene.ship(0, "p4.yard_left", 1)
    scene.settle(Effect(Verb.RESEARCH, levels=(1,)))
    assert scene.player(0).ore == 2, "an outpost was gained"
    scene.do(0, "research", slot="I.4", using=())
    assert scene.player(0).ore == 3, "a technology was researched"


# -- the schema --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"verb": "conquer"},
        {"verb": "research", "levels": [5]},
        {"verb": "build", "level": 5},
        {"verb": "build", "where": "nowhere"},
        {"verb": "gain", "n": -1},
        {"verb": "gain", "n": "two"},
        {"verb": "choose", "of": [[{"verb": "gain"}]]},
        {"verb": "private", "level": 4},
        {"verb": "gain", "colour": "red"},
    ],
)
def test_an_effect_that_does_not_fit_the_schema_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(codec.CodecError):
        codec.decode(Effect, wrong)


def test_an_effect_goes_to_json_and_back() -> None:
    effect = Effect(
        Verb.CHOOSE, of=((Effect(Verb.GAIN, per=Count(Counted.TECHNOLOGIES, level=2)),), (Effect(Verb.JUMP),))
    )
    assert codec.decode(Effect, codec.encode(effect)) == effect


def test_an_occasion_needs_effects_and_nothing_else_has_any() -> None:
    with pytest.raises(ValueError, match="occasion"):
        Ability(Lasting.ON_COLONISE)
    with pytest.raises(ValueError, match="occasion"):
        Ability(Lasting.MORE_JUMPS, effects=(Effect(Verb.GAIN),))


@pytest.mark.parametrize("what", list(Counted))
def test_everything_that_can_be_counted_is_counted(what: Counted) -> None:
    scene = Scene()
    before = counts.count(scene.facts, scene.state, 0, Count(what))
    scene.knows(0, "I.1")
    scene.colony(0, "barnard", "food")
    scene.ship(0, "p4.yard_left", 3)
    scene.outpost(0, "p4.yard_left", "food")
    scene.discs_off(0, food=2)
    scene.give(0, population=4, ore=5)
    scene.claimed(0, "empire")
    scene.state = replace(scene.state, kept=(Kept("urhajomuzeum", ships=((0, 1),)),))
    after = counts.count(scene.facts, scene.state, 0, Count(what))
    if what is Counted.BY_HAND:
        assert after == before == 0
    else:
        assert after != before
    assert Condition(Count(what), 1).at_least == 1
    assert Award(1, Count(what)).points == 1


def test_kinds_of_verb_name_only_moves_that_exist() -> None:
    assert {kind for kinds in KINDS_OF_VERB.values() for kind in kinds} <= {one.kind for one in BeyondTheSun.plays}
