"""The owner's copy: what is not known is asked for, entered once, and then counts."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from models.database import StoreError
from models.owned_records import OwnersCopy
from models.store import Store
from tableside.app.form_fields import fields_of
from tableside.core import registry
from tableside.core.catalog import CatalogError
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.core.schema import schema
from tableside.core.table import RefusedError, Table
from tableside.games.beyond_the_sun.effects import Effect
from tableside.games.beyond_the_sun.game import BeyondTheSun
from tableside.games.beyond_the_sun.records import Star, TreeSlot
from tableside.language import language
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


def test_a_board_without_sol_or_deep_space_is_not_laid_out() -> None:
    table = Table(sample_game(), {}, 4)
    record = {**PACK["places"]["p4.deep"], "absent": True}
    game = sample_game()
    poorer = game.with_catalog(game.catalog.learn("places", "p4.deep", record))
    ruling = poorer.judge(table.state, move(None, "lay_out"))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key.endswith("no.board")


def only_the_boards(made: Move) -> bool:
    """The referee lays the boards out and leaves no card for later."""
    return made.kind == "lay_out"


def test_a_card_is_entered_when_it_first_appears() -> None:
    table = Table(bare(), {}, 3, automatic=only_the_boards)
    table.run_routine()
    assert needs(table, None, "reveal", card="jegoltok") == {("technologies", "jegoltok")}
    assert needs(table, None, "reveal", card="banyaszrobotok") == {("technologies", "banyaszrobotok")}
    table.learn("technologies", "jegoltok", PACK["technologies"]["jegoltok"])
    table.confirm(move(None, "reveal", card="jegoltok"))
    assert table.state.site("I.1").card == "jegoltok"
    again = Table(bare(), {}, 3, entries=table.log.entries)
    assert again.drift is None
    assert again.state == table.state


def test_a_whole_game_can_begin_with_cards_entered_one_by_one() -> None:
    table = Table(bare(), {}, 2, automatic=only_the_boards)
    table.run_routine()
    order = [
        *(("technologies", card) for card in ("jegoltok", "hangradar", "lezerfegyverek", "terraformalas")),
        ("systems", "barnard"),
        ("systems", "kapteyn"),
        ("systems", "tau_ceti"),
        ("achievements", "gyaros"),
        ("achievements", "hatarsav"),
    ]
    for name, card in order:
        if card not in ("tau_ceti", "lezerfegyverek", "terraformalas"):
            assert needs(table, None, "reveal", card=card) == {(name, card)}
        table.learn(name, card, {**PACK[name][card], "deck": "B"} if card == "tau_ceti" else PACK[name][card])
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
    assert [need.keys for need in facts.missing("technologies", "negyes_nap", used=True)] == [("points",)]


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
        ("achievements", {"points": [2, 5]}, ""),
        ("achievements", {"points": []}, ""),
        ("basics", {"action": {"effects": [{"verb": "gain"}]}, "spaces_3": [0, 9]}, ""),
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


def test_a_fact_that_would_unmake_what_stands_is_not_taken() -> None:
    table = Table(sample_game(), {}, 2)
    while table.state.phase == "setup":
        seat = next(iter(table.to_act()))
        table.confirm(next(iter(table.game.moves(table.state, seat))))
    wrong = {**PACK["mats"][table.state.players[0].mat], "not_for": [2]}
    with pytest.raises(RefusedError):
        table.learn("mats", table.state.players[0].mat, wrong)


def test_a_line_that_leads_to_nothing_is_as_good_as_not_told() -> None:
    catalog = sample_game().catalog.learn("slots", "II.A", {**PACK["slots"]["II.A"], "needs": ["I1"]})
    game = sample_game().with_catalog(catalog)
    assert game.facts.lines("II.A") is None


@pytest.mark.parametrize(
    ("table", "id", "changed", "near"),
    [
        ("places", "p4.A1", {"links": ["p4.yardleft"]}, "p4.yard_left"),
        ("slots", "II.A", {"needs": ["I1"]}, "I.1"),
        ("events", "kc_24x", {"effects": [{"verb": "unlock", "guild": "tecnocrats"}]}, "technocrats"),
    ],
)
def test_a_pack_that_names_what_does_not_exist_is_refused_with_what_was_meant(
    data_folder: Path, table: str, id: str, changed: dict[str, object], near: str
) -> None:
    store = Store.open()
    copy = OwnersCopy(store, bare())
    pack = {name: dict(records) for name, records in PACK.items()}
    pack[table] = {**pack[table], id: {**pack[table][id], **changed}}
    with pytest.raises(StoreError) as error:
        copy.learn_all(pack, "owner.json")
    for code in ("hu", "en"):
        assert near in language(code).say(error.value.told)
    assert copy.records() == {}, "nothing of it is kept"
    assert copy.learn_all(PACK, "owner.json")
    store.close()


def test_lines_and_guilds_are_chosen_by_name_never_typed() -> None:
    fields = {asked.name: asked.of for kind in (TreeSlot, Star, Effect) for asked in fields_of(kind)}
    assert (fields["needs"], fields["links"], fields["guild"]) == ("slots", "places", "guilds")
