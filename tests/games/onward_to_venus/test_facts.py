"""What the box has and the book does not: asked for when first needed, in force the moment it is told."""

import pytest

from tableside.core import codec, registry
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Table
from tableside.games.onward_to_venus.offers.table import filled
from tableside.games.onward_to_venus.records import TABLES
from tableside.games.onward_to_venus.state import PLANETS, Task
from tests import contract
from tests.games.onward_to_venus import scenes
from tests.games.onward_to_venus.scenes import attack, on, player, roll, scene, tiles

SHIPPED = registry.find("onward_to_venus")
FULL = contract.game_of("onward_to_venus")


def told(table: Table, name: str, id: str) -> None:
    """The owner tells what the sample copy says."""
    table.learn(name, id, codec.encode(FULL.catalog.find(name, id)))


def needs(table: Table, made: Move) -> set[tuple[str, str, tuple[str, ...]]]:
    ruling = table.propose(made)
    assert isinstance(ruling, Illegal), made
    contract.check_refusal(ruling, SHIPPED)
    return {(need.table, need.id, need.keys) for need in ruling.needs}


def at(state) -> Table:
    return Table(SHIPPED, {}, len(state.players), start=state)


def test_nothing_uncertain_is_shipped_as_certain() -> None:
    assert [f"{table}/{id}" for table, id, record in SHIPPED.catalog if record.sure] == []
    assert set(SHIPPED.catalog.types) == set(TABLES)
    assert all(record.source for _, _, record in SHIPPED.catalog)


def test_what_the_rulebook_knows_is_shipped() -> None:
    copy = SHIPPED.copy
    assert copy.points("moon") == (9, 5, 3)
    assert copy.draw_cards() == 111
    assert [copy.laid("mercury", seats) for seats in (3, 4)] == [2, 3]
    assert [copy.points(planet) for planet in PLANETS if planet != "moon"] == [None] * 7
    assert copy.faces() is None
    assert copy.pieces("infantry") is None


def test_the_dice_are_asked_for_at_the_first_roll_and_work_at_once() -> None:
    table = Table(SHIPPED, {}, 2)
    table.confirm(move(0, "empire", colour="red"))
    table.confirm(move(1, "empire", colour="blue"))
    assert table.state.top == Task("first", n=0)
    assert needs(table, roll(0, 1, 2)) == {("dice", "die", ("faces",))}
    (choice,) = table.game.choices(table.state, Move(None, ""))
    assert [need.table for offer in choice.offers if offer.why_not is not None for need in offer.why_not.needs] == [
        "dice"
    ]
    told(table, "dice", "die")
    table.confirm(roll(0, 1, 2))
    table.confirm(roll(1, 3, 4))
    assert table.state.start == 1
    assert table.state.top == Task("lay")


def test_the_uncertain_number_of_draw_cards_comes_with_a_caution() -> None:
    table = Table(SHIPPED, {}, 2, automatic=False)
    table.confirm(move(0, "empire", colour="red"))
    table.confirm(move(1, "empire", colour="blue"))
    ruling = table.propose(move(None, "deal"))
    assert isinstance(ruling, Legal)
    assert [caution.key for caution in ruling.cautions] == ["unsure"]
    contract.check_said(ruling.cautions[0].text)


def test_the_tile_table_and_the_tiles_are_asked_for_when_they_are_laid() -> None:
    table = at(scene(2, (Task("act", 0), Task("lay"))))
    cells = {(name, "tiles_2") for name in ("mercury", "venus", "earth", "moon", "ganymede")}
    assert {(id, keys[0]) for _, id, keys in needs(table, move(None, "lay"))} == cells
    for planet in ("mercury", "venus", "earth", "moon", "ganymede"):
        told(table, "worlds", planet)
    drawn = ["factory"] * 9 + ["mine_3"] * 8
    slots = [f"{planet}_{number + 1}" for planet in PLANETS for number in range(FULL.copy.laid(planet, 2) or 0)]
    made = filled(slots, drawn)
    assert needs(table, made) == {("tiles", "factory", ("count",))}
    told(table, "tiles", "factory")
    assert needs(table, made) == {("tiles", "mine_3", ("count",))}
    told(table, "tiles", "mine_3")
    ruling = table.propose(made)
    assert isinstance(ruling, Legal)
    assert [caution.key for caution in ruling.cautions] == ["unsure"]  # Mars, Titan and Kuiper are not confirmed


def test_the_size_of_a_set_is_asked_for_when_it_matters() -> None:
    table = at(scene())
    made = scenes.deploy(0, "infantry:earth")
    assert needs(table, made) == {("pieces", "infantry", ("count",))}
    told(table, "pieces", "infantry")
    table.confirm(made)
    assert table.state.players[0].on("earth").orbit.infantry == 1


def test_a_mine_asks_for_the_number_of_mines() -> None:
    table = at(tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_3"))
    assert needs(table, attack(0, "mars", "mine_3")) == {("pieces", "mine", ("count",))}
    told(table, "pieces", "mine")
    assert table.propose(attack(0, "mars", "mine_3"))


def test_a_card_is_asked_for_when_it_is_first_played() -> None:
    table = at(scene())
    made = move(0, "play", card="lottery")
    assert needs(table, made) == {("cards", "lottery", ("count",))}
    record = {**codec.encode(FULL.catalog.find("cards", "lottery")), "timing": None}
    table.learn("cards", "lottery", record)
    assert needs(table, made) == {("cards", "lottery", ("timing",))}
    told(table, "cards", "lottery")
    table.confirm(made)
    assert table.state.players[0].money == 15


def test_a_card_nobody_has_entered_yet_is_asked_for_as_a_whole() -> None:
    table = at(scene())
    assert needs(table, move(0, "play", card="my_own_card")) == {("cards", "my_own_card", ("count",))}
    table.learn(
        "cards",
        "my_own_card",
        {"source": "own copy", "sure": True, "effect": "lottery", "timing": "free", "count": 1, "title": "Jackpot"},
    )
    table.confirm(move(0, "play", card="my_own_card"))
    assert table.state.players[0].money == 15


def test_a_new_tile_of_the_owner_works_at_once() -> None:
    table = at(tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "crisis_3"))
    record = {"source": "own copy", "sure": True, "kind": "crisis", "defence": None, "count": 1, "burst": True}
    table.learn("tiles", "crisis_3", record)
    assert needs(table, attack(0, "mars", "crisis_3")) == {("tiles", "crisis_3", ("defence",))}
    told(table, "tiles", "crisis_3")
    assert table.propose(attack(0, "mars", "crisis_3"))


def test_the_burst_on_a_crisis_tile_is_asked_for_at_the_crisis_roll() -> None:
    table = at(
        tiles(scene(2, (Task("begin"), Task("resolve", planet="mars"), Task("crisis_roll"))), "mars", "crisis_4")
    )
    told(table, "dice", "die")
    assert needs(table, roll(0, 1, 1)) == {("tiles", "crisis_4", ("burst",))}
    told(table, "tiles", "crisis_4")
    table.confirm(roll(0, 1, 1))
    assert table.state.period == 2  # level 2: nobody leads on Mars, and the bookkeeping went on by itself


def test_the_hexagons_are_asked_for_at_the_end_and_the_game_then_ends_by_itself() -> None:
    earning = on(
        on(on(scene(2, (Task("finish"),), period=3), 0, "mars", mine=1), 1, "moon", mine=1), 1, "titan", mine=1
    )
    table = at(earning)
    assert table.game.routine(table.state) is None
    missing = needs(table, move(None, "finish"))
    assert {id for _, id, _ in missing} == {"mars", "titan"}
    assert "onward_to_venus.score.unknown" in {line.label.key for line in table.score()}
    for planet in ("mars", "titan"):
        assert table.outcome() is None
        told(table, "worlds", planet)
    assert table.outcome() is not None


def test_whether_anybody_may_hold_an_unknown_card_is_not_ruled_out() -> None:
    state = player(scene(tokens=1), 1, hand=1)
    table = at(state)
    table.confirm(move(0, "token"))
    assert table.state.top == Task("last_call", 1)


@pytest.mark.parametrize("kind", ["lay", "replace"])
def test_choices_name_what_is_missing(kind: str) -> None:
    table = at(scene(2, (Task("act", 0), Task(kind, planet="ganymede", n=1))))
    (choice,) = table.game.choices(table.state, Move(None, ""))
    assert all(offer.why_not is not None and offer.why_not.needs for offer in choice.offers)


def test_choices_show_cards_and_tiles_we_know_too_little_of() -> None:
    table = at(scene())
    (kinds,) = table.game.choices(table.state, Move(0, ""))
    shut = {offer.value: offer.why_not for offer in kinds.offers}
    assert shut["swap"] is not None
    assert [(need.id, need.keys) for need in shut["swap"].needs] == [("swap", ("count", "timing"))]
    told(table, "cards", "lottery")
    (choice,) = table.game.choices(table.state, Move(0, "play"))
    offered = {offer.value: offer.why_not for offer in choice.offers}
    assert offered["lottery"] is None
    assert offered["buy"] is not None and [need.keys for need in offered["buy"].needs] == [("count", "timing")]


def test_starting_cards_are_asked_for_when_a_card_comes_oftener_than_the_deck_has_it() -> None:
    table = at(scene(discards=("buy", "buy")))
    told(table, "cards", "buy")
    asked = {(id, keys) for _, id, keys in needs(table, move(0, "play", card="buy"))}
    assert asked == {(colour, ("starting",)) for colour in ("red", "blue", "purple")}
    told(table, "empires", "blue")
    told(table, "empires", "purple")
    told(table, "empires", "red")
    ruling = table.propose(move(0, "play", card="buy"))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key == "onward_to_venus.no.card_elsewhere"
