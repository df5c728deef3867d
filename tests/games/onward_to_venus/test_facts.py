"""What the box has and the book does not: asked for when first needed, in force the moment it is told."""

from collections import Counter

import pytest

from tableside.core import codec, registry
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Table
from tableside.games.onward_to_venus.records import TABLES, TILE_NUMBERS, Effect
from tableside.games.onward_to_venus.state import PLANETS, SET_NUMBERS, Task
from tableside.language import language
from tests import contract
from tests.games.onward_to_venus import scenes
from tests.games.onward_to_venus.scenes import attack, lay, on, player, roll, scene, tiles

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


def own_tile(state) -> Table:
    """A copy whose owner has told of a crisis tile, but not whether it shows the burst."""
    table = at(state)
    table.learn(
        "tiles", "crisis_4_burst", {**codec.encode(FULL.catalog.find("tiles", "crisis_4_burst")), "burst": None}
    )
    return table


def test_nothing_uncertain_is_shipped_as_certain() -> None:
    stated = [f"{table}/{id}" for table, id, record in SHIPPED.catalog if record.sure and table != "markers"]
    assert stated == ["cards/deploy", "cards/earth_crisis"]  # their printed words stand in the rulebook's text
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


def test_dice_nobody_has_told_do_not_stop_the_first_roll() -> None:
    table = Table(SHIPPED, {}, 2)
    table.confirm(move(0, "empire", colour="red"))
    table.confirm(move(1, "empire", colour="blue"))
    assert table.state.top == Task("first", n=0)
    (choice,) = table.game.choices(table.state, Move(None, "roll"))
    assert [(part.value, part.most) for part in choice.parts] == [(face, 3) for face in range(7)]
    ruling = table.propose(roll(2, 0, 1))
    assert isinstance(ruling, Legal)
    assert [caution.key for caution in ruling.cautions] == ["unsure"]
    table.confirm(roll(2, 0, 1))
    told(table, "dice", "die")
    assert not table.propose(roll(5, 0, 1)).legal
    ruling = table.propose(roll(3, 1, 4))
    assert isinstance(ruling, Legal) and not ruling.cautions
    table.confirm(roll(3, 1, 4))
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


def test_tiles_are_laid_at_once_whatever_is_not_counted() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    made = lay(state, earth=("mine_3", "factory", "crisis_4_burst", "draw")).given(mars=("draw", "draw"))
    ruling = at(state).propose(made)
    assert isinstance(ruling, Legal)
    # Earth's number is cut from the table and not asked for; Mars' number survives but is not certain.
    assert [(caution.key, caution.text["n"], caution.text["laid"]) for caution in ruling.cautions] == [("unsure", 3, 2)]


def test_set_sizes_nobody_has_told_stop_nothing_and_the_five_numbers_still_bound() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_3", "factory")
    table = at(state)
    assert table.propose(scenes.deploy(0, "infantry:earth")).legal
    assert table.propose(attack(0, "mars", "mine_3")).legal
    assert table.propose(move(0, "claim", planet="mars", tile="factory", unit="infantry")).legal
    (kinds,) = table.game.choices(state, Move(0, ""))
    assert {offer.value: offer.why_not for offer in kinds.offers}["attack"] is None
    full = at(on(state, 0, "mars", orbit=(1, 0, 0), mine=12))
    ruling = full.propose(attack(0, "mars", "mine_3"))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key == "onward_to_venus.no.none_left"
    two = at(on(state, 0, "mars", orbit=(1, 0, 0), mine=10, factory=9))
    assert isinstance(two.propose(attack(0, "mars", "mine_3")), Legal)
    assert isinstance(two.propose(move(0, "claim", planet="mars", tile="factory", unit="infantry")), Illegal)


def test_a_card_is_asked_for_when_it_is_first_played() -> None:
    table = at(scene())
    made = move(0, "play", card="lottery")
    assert needs(table, made) == {("cards", "lottery", ("timing",))}
    told(table, "cards", "lottery")
    table.confirm(made)
    assert table.state.players[0].money == 15


def test_a_card_nobody_has_entered_yet_is_asked_for_as_a_whole() -> None:
    table = at(scene())
    assert needs(table, move(0, "play", card="my_own_card")) == {("cards", "my_own_card", ())}
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
    assert table.propose(attack(0, "mars", "crisis_3")).legal


def test_the_burst_on_a_crisis_tile_is_asked_for_at_the_crisis_roll() -> None:
    table = own_tile(
        tiles(scene(2, (Task("begin"), Task("resolve", planet="mars"), Task("crisis_roll"))), "mars", "crisis_4_burst")
    )
    assert needs(table, roll(0, 1, 1)) == {("tiles", "crisis_4_burst", ("burst",))}
    told(table, "tiles", "crisis_4_burst")
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
def test_a_tile_the_copy_does_not_have_is_told_where_it_is_laid(kind: str) -> None:
    table = at(scene(2, (Task("act", 0), Task(kind, planet="ganymede", n=1))))
    (choice,) = table.game.choices(table.state, Move(None, kind))
    assert choice.new is not None and (choice.new.table, choice.new.id) == ("tiles", "")
    contract.check_said(choice.new.text)


def test_choices_show_cards_and_tiles_we_know_too_little_of() -> None:
    table = at(scene())
    (choice,) = table.game.choices(table.state, Move(0, "swap"))
    assert [[need.keys for need in offer.why_not.needs] for offer in choice.offers if offer.why_not is not None] == [
        [("timing",)]
    ]
    told(table, "cards", "lottery")
    (choice,) = table.game.choices(table.state, Move(0, "play"))
    offered = {offer.value: offer.why_not for offer in choice.offers}
    assert offered["lottery"] is None
    assert offered["buy"] is not None and [need.keys for need in offered["buy"].needs] == [("timing",)]
    assert choice.new is not None and choice.new.table == "cards"


def test_cards_bound_only_when_all_their_copies_are_counted() -> None:
    table = at(scene(discards=("buy", "buy")))
    told(table, "cards", "buy")
    assert table.propose(move(0, "play", card="buy")).legal
    for colour in ("blue", "purple", "red"):
        told(table, "empires", colour)
    ruling = table.propose(move(0, "play", card="buy"))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key == "onward_to_venus.no.card_elsewhere"


def test_copies_told_before_still_open_and_planets_have_their_own_names() -> None:
    old = SHIPPED.catalog.learn("cards", "mine", {"source": "own copy", "sure": True, "effect": "venus"})
    assert old.find("cards", "mine").effect is Effect.VENUS
    assert language("hu").message("onward_to_venus.value.venus") == "Vénusz"
    assert language("hu").message("onward_to_venus.value.on_venus") == "Harci pontok a Vénuszon"


def test_the_sample_copy_has_the_numbers_of_a_real_box() -> None:
    """Random games see as many crises as an evening does: the numbers of the list of parts are all used, once each."""
    kinds: Counter[str] = Counter()
    for record in FULL.catalog.table("tiles").values():
        kinds[record.kind] += record.count
    assert (kinds["crisis"], kinds["tension"]) == (13, 6)
    assert all(kinds[kind] <= most for kind, most in TILE_NUMBERS.items())
    assert sorted(record.count for record in FULL.catalog.table("pieces").values()) == sorted(SET_NUMBERS)
    assert sum(record.count for record in FULL.catalog.table("cards").values()) == 111
