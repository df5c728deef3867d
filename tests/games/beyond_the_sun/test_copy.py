"""The owner's copy: what is not known is asked for, entered once, and then counts."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from tableside.core import codec, registry
from tableside.core.catalog import CatalogError
from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tableside.core.schema import schema
from tableside.core.table import RefusedError, Table
from tableside.games.beyond_the_sun.game import BeyondTheSun
from tests import contract
from tests.games.beyond_the_sun.scene import Scene, sample_game

PACK = json.loads((Path(__file__).parent / "sample_copy.json").read_text(encoding="utf-8"))["tables"]


def bare() -> BeyondTheSun:
    game = registry.find("beyond_the_sun")
    assert isinstance(game, BeyondTheSun)
    return game


def needs(table: Table, *args: object, **more: object) -> set[tuple[str, str]]:
    ruling = table.propose(move(*args, **more))  # type: ignore[arg-type]
    assert isinstance(ruling, Illegal)
    contract.check_refusal(ruling, table.game)
    return {(need.table, need.id) for need in ruling.needs}


def learn_boards(table: Table, seats: int) -> None:
    side = "p2." if seats == 2 else "p4."
    for name in ("slots", "basics"):
        for id, record in PACK[name].items():
            table.learn(name, id, record)
    for id, record in PACK["places"].items():
        if id.startswith(side):
            table.learn("places", id, record)


def test_without_a_copy_the_boards_are_asked_for_first() -> None:
    table = Table(bare(), {}, 4)
    asked = needs(table, None, "lay_out")
    assert ("slots", "II.D") in asked
    assert ("slots", "II.B") in asked, "implied by an example, so it is asked to be confirmed"
    assert ("slots", "I.1") not in asked
    assert ("places", "p4.sol") in asked
    assert ("places", "p2.sol") not in asked
    assert ("basics", "research_1") in asked
    assert ("basics", "populate") not in asked
    assert ("achievements", "empire") in asked


def test_a_graph_confirmed_as_it_was_is_not_asked_for_again() -> None:
    table = Table(bare(), {}, 4)
    record = codec.encode(table.game.catalog.find("slots", "II.B"))
    table.learn("slots", "II.B", {**record, "sure": True})
    assert ("slots", "II.B") not in needs(table, None, "lay_out")


def test_once_everything_is_entered_the_boards_are_laid_out() -> None:
    table = Table(bare(), {}, 3)
    learn_boards(table, 3)
    assert needs(table, None, "lay_out") == {("achievements", "excellence"), ("achievements", "empire")}
    for goal in ("excellence", "empire"):
        table.learn("achievements", goal, PACK["achievements"][goal])
    assert table.state.sites, "the referee goes on by itself"


def test_a_slot_or_location_that_is_not_on_this_board_is_left_out() -> None:
    table = Table(bare(), {}, 4)
    record = codec.encode(table.game.catalog.find("slots", "IIII.3"))
    table.learn("slots", "IIII.3", {**record, "absent": True})
    record = codec.encode(table.game.catalog.find("places", "p4.yard_left"))
    table.learn("places", "p4.yard_left", {**record, "absent": True})
    asked = needs(table, None, "lay_out")
    assert not asked & {("slots", "IIII.3"), ("places", "p4.yard_left")}
    assert ("slots", "IIII.2") in asked


def test_a_board_without_sol_or_deep_space_is_not_laid_out() -> None:
    table = Table(sample_game(), {}, 4)
    record = {**PACK["places"]["p4.deep"], "absent": True}
    game = sample_game()
    poorer = game.with_catalog(game.catalog.learn("places", "p4.deep", record))
    ruling = poorer.judge(table.state, move(None, "lay_out"))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key.endswith("no.board")


def test_a_card_is_entered_when_it_first_appears() -> None:
    table = Table(bare(), {}, 3)
    learn_boards(table, 3)
    for goal in ("excellence", "empire"):
        table.learn("achievements", goal, PACK["achievements"][goal])
    assert needs(table, None, "reveal", card="jegoltok") == {("technologies", "jegoltok")}
    assert needs(table, None, "reveal", card="lezerfegyverek") == {("technologies", "lezerfegyverek")}
    table.learn("technologies", "jegoltok", PACK["technologies"]["jegoltok"])
    table.confirm(move(None, "reveal", card="jegoltok"))
    assert table.state.site("I.1").card == "jegoltok"
    again = Table(bare(), {}, 3, entries=table.log.entries)
    assert again.drift is None
    assert again.state == table.state


def test_a_whole_game_can_begin_with_cards_entered_one_by_one() -> None:
    table = Table(bare(), {}, 2)
    learn_boards(table, 2)
    for goal in ("excellence", "empire"):
        table.learn("achievements", goal, PACK["achievements"][goal])
    order = [
        *(("technologies", card) for card in ("jegoltok", "hangradar", "lezerfegyverek", "terraformalas")),
        ("systems", "barnard"),
        ("systems", "tau_ceti"),
        ("systems", "kapteyn"),
        ("achievements", "gyaros"),
        ("achievements", "hatarsav"),
    ]
    for name, card in order:
        assert needs(table, None, "reveal", card=card) == {(name, card)}
        table.learn(name, card, PACK[name][card])
        table.confirm(move(None, "reveal", card=card))
    for seat, mat in enumerate(("kek", "zold")):
        assert needs(table, seat, "choose_mat", mat=mat) == {("mats", mat)}
        table.learn("mats", mat, PACK["mats"][mat])
        table.confirm(move(seat, "choose_mat", mat=mat))
    table.confirm(move(0, "act", space="basic:populate"))
    table.confirm(move(0, "mine"))
    assert table.game.audit(table.state) == ()


def test_a_guild_is_asked_for_when_somebody_wants_to_use_it() -> None:
    scene = Scene()
    game = scene.game
    records = {name: dict(table) for name, table in PACK.items() if name != "guilds"}
    poorer = bare().with_catalog(bare().catalog.learn_all(records))
    state = replace(scene.state, guilds=("technocrats",))
    ruling = poorer.judge(state, move(0, "act", space="guild:technocrats:0:0"))
    assert isinstance(ruling, Illegal)
    assert [(need.table, need.id, need.keys) for need in ruling.needs] == [("guilds", "technocrats", ("actions",))]
    assert game.judge(state, move(0, "act", space="guild:technocrats:0:0")) is not None


def test_a_level_iiii_card_needs_its_points() -> None:
    game = sample_game()
    record = {**PACK["technologies"]["negyes_nap"]}
    del record["points"]
    facts = game.with_catalog(game.catalog.learn("technologies", "negyes_nap", record)).facts
    assert [need.keys for need in facts.missing("technologies", "negyes_nap")] == [("points",)]


@pytest.mark.parametrize(
    ("table", "record", "key"),
    [
        ("technologies", {"level": 5}, ""),
        ("technologies", {"colours": ["purple"]}, "colours"),
        ("technologies", {"instant": [{"verb": "win"}]}, "instant"),
        ("technologies", {"actions": [{"effects": []}]}, "actions"),
        ("systems", {"specialties": []}, ""),
        ("mats", {"columns": [9, 9]}, ""),
        ("mats", {"food": ["A"]}, ""),
        ("mats", {"automation": [1, 2]}, ""),
        ("events", {"level": 4}, ""),
        ("slots", {"level": 7}, ""),
        ("slots", {"level": 4, "needs": ["III.A"], "enough": 2}, ""),
        ("achievements", {"conditions": [[{"count": {"what": "luck"}, "at_least": 1}]]}, "conditions"),
    ],
)
def test_a_record_that_does_not_fit_names_its_place(table: str, record: dict[str, object], key: str) -> None:
    with pytest.raises(CatalogError) as error:
        bare().catalog.learn(table, "x", {"source": "test", "sure": True, **record})
    assert error.value.record == "x"
    assert error.value.key.startswith(key)


@pytest.mark.parametrize("table", sorted(PACK))
def test_every_record_has_a_schema_an_editor_can_be_built_from(table: str) -> None:
    kind = BeyondTheSun.tables[table]
    described = schema(kind, table)
    for record in PACK[table].values():
        jsonschema.validate(record, described)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"source": "x", "sure": "perhaps"}, described)


def test_a_new_card_is_always_offered_for_entry() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.give(0, ore=2)
    scene.do(0, "act", space="basic:research_2:0")
    scene.do(0, "research", slot="II.A", using=("I.1",))
    choice = scene.game.choices(scene.state, move(None, "reveal"))[0]
    new = next(offer for offer in choice.offers if offer.value == "new")
    assert new.why_not is not None
    assert new.why_not.needs[0].table == "events"


def test_a_fact_that_would_unmake_what_stands_is_not_taken() -> None:
    table = Table(sample_game(), {}, 2)
    while table.state.phase == "setup":
        seat = next(iter(table.to_act()))
        table.confirm(next(iter(table.game.moves(table.state, seat))))
    wrong = {**PACK["mats"][table.state.players[0].mat], "not_for": [2]}
    with pytest.raises(RefusedError):
        table.learn("mats", table.state.players[0].mat, wrong)
