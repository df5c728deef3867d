"""K: control, outposts and the rewards for gaining control."""

import pytest

from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.rules.control import holder
from tableside.games.beyond_the_sun.state import Ask, Place
from tests.games.beyond_the_sun.scene import Scene, sample_game
from tests.games.beyond_the_sun.test_copy import PACK

A, B, C = 0, 1, 2


def place(owner: int | None, *ships: tuple[int, ...]) -> Place:
    return Place("x", "system", ships, "card", owner=owner, disc="food" if owner is not None else "")


@pytest.mark.parametrize(
    ("name", "owner", "ships", "expected", "rule"),
    [
        ("k3 alone is enough", None, ((1,), (), ()), A, "K3"),
        ("k3 the strictly highest power", None, ((1, 1), (3,), (2,)), B, "K3"),
        ("k2 power is the sum of levels", None, ((2, 2), (3,), ()), A, "K3"),
        ("k3a an outpost has no power", B, ((1,), (), ()), A, "K3"),
        ("k4 ties keep the controller", A, ((2,), (2,), ()), A, "K5"),
        ("k4 gone and nobody else there", A, ((), (), ()), A, "K4"),
        ("k4 another is strictly highest", A, ((1,), (2,), ()), B, "K3"),
        ("k4 gone while others tie", A, ((), (2,), (2,)), None, "K4"),
        ("k4 partly gone while others tie above", A, ((1,), (2,), (2,)), None, "K4"),
        ("k5 partly gone and level with the highest", A, ((2,), (2,), (1,)), A, "K5"),
        ("k5 a tie where nobody rules", None, ((2,), (2,), ()), None, "K5"),
        ("nobody there and nobody rules", None, ((), (), ()), None, "K4"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) > 2 else "",
)
def test_k_control_case(
    name: str, owner: int | None, ships: tuple[tuple[int, ...], ...], expected: int | None, rule: str
) -> None:
    assert holder(place(owner, *ships)) == (expected, rule), name


def test_k1_control_is_checked_only_after_all_movement() -> None:
    scene = Scene(cards=("barnard", "sziriusz"))
    scene.settle(Effect(Verb.JUMP, n=2))
    scene.do(0, "jump", origin="p4.sol", target="p4.yard_left", level=1)
    assert scene.owner("p4.yard_left") is None, "still moving"
    scene.do(0, "jump", origin="p4.yard_left", target="p4.A1", level=1)
    assert scene.owner("p4.yard_left") is None, "only passed through"
    assert scene.owner("p4.A1") == 0


def test_k1_upgrade_then_jump_checks_twice() -> None:
    scene = Scene()
    scene.ship(0, "p4.yard_left", 1)
    scene.ship(1, "p4.yard_left", 1)
    scene.outpost(1, "p4.yard_left", "food")
    scene.settle(Effect(Verb.UPGRADE), Effect(Verb.JUMP))
    scene.do(0, "upgrade", place="p4.yard_left", level=1)
    assert scene.owner("p4.yard_left") == 0, "after the upgrade"
    scene.do(0, "jump", origin="p4.yard_left", target="p4.sol", level=2)
    assert scene.owner("p4.yard_left") == 1, "and again after the jump"


def test_k1_several_upgrades_are_one_change() -> None:
    scene = Scene()
    scene.ship(0, "p4.yard_left", 1)
    scene.ship(1, "p4.yard_left", 1)
    scene.outpost(1, "p4.yard_left", "food")
    scene.settle(Effect(Verb.UPGRADE, n=2))
    scene.do(0, "upgrade", place="p4.yard_left", level=1)
    assert scene.owner("p4.yard_left") == 1
    scene.do(0, "upgrade", place="p4.yard_left", level=2)
    assert scene.owner("p4.yard_left") == 0


@pytest.mark.parametrize("where", ["p4.sol", "p4.deep"])
def test_k2_sol_and_deep_space_cannot_be_controlled(where: str) -> None:
    scene = Scene()
    scene.ship(0, where, 4, 4)
    scene.settle(Effect(Verb.GAIN))
    assert scene.owner(where) is None


def test_k6_the_disc_of_the_places_specialty() -> None:
    scene = Scene()
    scene.ship(0, "p4.yard_right", 1)
    scene.settle(Effect(Verb.GAIN))
    assert scene.state.place("p4.yard_right").disc == "ore"  # type: ignore[union-attr]
    assert scene.player(0).ore_discs == 7


def test_k6_two_specialties_the_player_picks() -> None:
    scene = Scene(cards=("tau_ceti",))
    scene.system("p4.B1", "tau_ceti")
    scene.ship(1, "p4.B1", 1)
    scene.settle(Effect(Verb.GAIN))
    assert scene.game.to_act(scene.state) == {1}, "also in another player's turn"
    assert {made["disc"] for made in scene.moves(1)} == {"food", "ore"}
    scene.do(1, "disc", disc="ore")
    assert scene.player(1).ore_discs == 7


def test_k6_a_substitute_only_when_neither_fitting_disc_is_left() -> None:
    scene = Scene(cards=("kapteyn",))
    scene.system("p4.B1", "kapteyn")
    scene.give(0, food=0, automation=("food",) * 8)
    scene.ship(0, "p4.B1", 1)
    scene.settle(Effect(Verb.GAIN))
    assert scene.state.place("p4.B1").disc == "ore"  # type: ignore[union-attr]
    scene = Scene()
    scene.give(0, food=0, ore_discs=0, automation=("food",) * 8 + ("ore",) * 8)
    scene.ship(0, "p4.yard_left", 1)
    scene.settle(Effect(Verb.GAIN))
    assert scene.state.place("p4.yard_left").disc == "star"  # type: ignore[union-attr]


def test_k6_a_substitute_is_not_swapped_back_later() -> None:
    scene = Scene()
    scene.give(0, food=0, automation=("food",) * 7)
    scene.outpost(0, "p4.yard_left", "star")
    scene.ship(0, "p4.yard_left", 1)
    scene.system("p4.A1", "barnard")
    scene.give(0, food=1)
    scene.settle(Effect(Verb.GAIN))
    assert scene.state.place("p4.yard_left").disc == "star"  # type: ignore[union-attr]


def test_k7_the_lost_disc_goes_back_to_its_track() -> None:
    scene = Scene()
    scene.ship(0, "p4.yard_left", 1)
    scene.outpost(0, "p4.yard_left", "food")
    scene.ship(1, "p4.yard_left", 2)
    scene.settle(Effect(Verb.GAIN))
    assert scene.player(0).food == 8
    assert scene.player(1).food == 7
    scene.sound()


def test_k7_the_new_disc_may_be_of_the_other_kind() -> None:
    scene = Scene()
    scene.system("p4.B1", "kapteyn")
    scene.ship(0, "p4.B1", 1)
    scene.outpost(0, "p4.B1", "food")
    scene.ship(1, "p4.B1", 2)
    scene.settle(Effect(Verb.GAIN))
    scene.do(1, "disc", disc="ore")
    assert scene.state.place("p4.B1").disc == "ore"  # type: ignore[union-attr]


def test_k8_the_reward_comes_with_the_disc_also_in_anothers_turn() -> None:
    scene = Scene(cards=("sziriusz",))
    scene.system("p4.A1", "sziriusz")
    scene.ship(0, "p4.A1", 2)
    scene.outpost(0, "p4.A1", "ore")
    scene.ship(1, "p4.A1", 1)
    scene.settle(Effect(Verb.JUMP))
    before = scene.player(1).ore
    scene.do(0, "jump", origin="p4.A1", target="p4.sol", level=2)
    assert scene.owner("p4.A1") == 1
    assert scene.player(1).ore == before + 1


def test_k8_of_several_rewards_the_player_picks_the_order() -> None:
    scene = Scene(cards=("sziriusz",))
    scene.system("p4.A1", "sziriusz")
    scene.system("p4.A2", "parazs")
    scene.ship(0, "p4.sol", 1, 1)
    scene.settle(Effect(Verb.JUMP, n=2))
    scene.do(0, "jump", origin="p4.sol", target="p4.A1", level=1)
    scene.do(0, "jump", origin="p4.sol", target="p4.A2", level=1)
    assert {made["place"] for made in scene.moves(0, "reward")} == {"p4.A1", "p4.A2"}
    assert scene.refused(0, "reward", place="p4.B1") == ("no_such_reward", "K8")
    before = scene.player(0).ore
    scene.do(0, "reward", place="p4.A2")
    assert scene.player(0).ore == before + 2, "the last one needs no choice"


def test_k8_the_active_player_first_then_clockwise() -> None:
    scene = Scene()
    scene.system("p4.B1", "tau_ceti")
    scene.system("p4.B2", "kapteyn")
    scene.ship(1, "p4.B1", 1)
    scene.ship(2, "p4.B2", 1)
    scene.settle(Effect(Verb.GAIN), seat=2)
    assert scene.game.to_act(scene.state) == {2}
    scene.do(2, "disc", disc="food")
    assert scene.game.to_act(scene.state) == {1}


def test_k8_not_again_at_colonisation() -> None:
    scene = Scene()
    scene.system("p4.A1", "sziriusz")
    scene.ship(0, "p4.A1", 3)
    scene.outpost(0, "p4.A1", "ore")
    before = scene.player(0).ore
    scene.settle(Effect(Verb.COLONISE))
    scene.do(0, "colonise", place="p4.A1", ships=(3,))
    scene.turn_up()
    assert scene.player(0).ore == before


def rewarded(**control: list[dict[str, object]]) -> Scene:
    """A scene in which gaining control of these systems brings these rewards."""
    game = sample_game()
    catalog = game.catalog
    for card, reward in control.items():
        catalog = catalog.learn("systems", card, {**PACK["systems"][card], "control": reward})
    return Scene(game=game.with_catalog(catalog))


def test_k8_a_reward_is_due_even_when_an_earlier_one_loses_the_place_again() -> None:
    scene = rewarded(barnard=[{"verb": "jump", "n": 1}], tau_ceti=[{"verb": "gain", "n": 4}])
    scene.system("p4.A1", "barnard")
    scene.system("p4.A2", "tau_ceti")
    scene.ship(B, "p4.A2", 1)
    scene.outpost(B, "p4.A2", "food")
    scene.ship(A, "p4.A1", 1)
    scene.ship(A, "p4.A2", 2)
    scene.settle(Effect(Verb.UPGRADE, n=0))
    while scene.front.ask is Ask.OUTPOST:
        scene.do(A, "disc", disc="food")
    ore = scene.player(A).ore
    scene.do(A, "reward", place="p4.A1")
    target = scene.facts.neighbours(scene.state, "p4.A2")[0]
    scene.do(A, "jump", origin="p4.A2", level=2, target=target)
    assert scene.owner("p4.A2") != A
    while scene.state.front is not None and scene.state.front.ask in (Ask.OUTPOST, Ask.REWARDS):
        made = scene.moves(scene.state.front.seat)[0]
        scene.do(made.seat, made.kind, **dict(made.args))
    assert scene.player(A).ore == ore + 4
