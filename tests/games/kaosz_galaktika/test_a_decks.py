"""A: deck building."""

from dataclasses import fields

import pytest

from tableside.core.catalog import Catalog
from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.records import OPPOSED, Card, Race
from tableside.games.kaosz_galaktika.rules import decks
from tableside.games.kaosz_galaktika.state import Turn
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario, with_player


def keys(found: tuple[Illegal, ...]) -> list[str]:
    return [problem.reason.key.rpartition(".")[2] for problem in found]


def problems(catalog: Catalog, cards: tuple[str, ...], **options: object) -> tuple[Illegal, ...]:
    game = GAME.with_catalog(catalog)
    return decks.problems(Turn(game, game.setup(game.info.settle(options), 2), 0), cards)


def deck(id: str) -> tuple[str, ...]:
    return GAME.catalog.find("decks", id).cards


@pytest.mark.parametrize("id", ["kek", "piros", "zold", "sarga", "lila"])
def test_a1_sample_decks_are_exactly_45(id: str) -> None:
    assert len(deck(id)) == 45
    assert problems(GAME.catalog, deck(id)) == ()


def test_a1_more_than_45_is_refused_with_both_numbers() -> None:
    count = 46
    cards = (*deck("kek"), "foltozo")
    found = problems(GAME.catalog, cards)
    assert keys(found) == ["deck_size"]
    assert (found[0].reason["count"], found[0].reason["needed"]) == (count, 45)


def test_a1_four_of_a_name_are_too_many_even_under_two_ids() -> None:
    other = {"source": "test", "sure": True, "name": "Szúnyog", "race": "human"}
    catalog = GAME.catalog.learn("cards", "szunyog_alt", other)
    cards = (*deck("kek")[:-1], "szunyog_alt")
    found = problems(catalog, cards)
    assert keys(found) == ["too_many_copies"]
    assert found[0].reason["card"]["value"] == "Szúnyog"


def test_a1_the_checker_names_every_reason_at_once() -> None:
    found = keys(problems(GAME.catalog, deck("hibas")))
    assert sorted(found) == ["opposed_races", "too_many_copies"]


@pytest.mark.parametrize("pair", OPPOSED)
def test_a2_opposed_races_are_refused(pair: tuple[Race, Race]) -> None:
    catalog = GAME.catalog
    for number, race in enumerate(pair):
        record = {"source": "test", "sure": True, "name": f"Lap {number}", "race": race.value}
        catalog = catalog.learn("cards", f"lap_{number}", record)
    found = problems(catalog, ("lap_0", "lap_1"))
    assert "opposed_races" in keys(found)


def test_a2_a_race_that_is_not_known_stops_nobody() -> None:
    assert problems(GAME.catalog, (*deck("kek")[:-1], IDS["CRX"])) == ()


def test_a2_a_card_nobody_entered_yet_is_asked_for() -> None:
    found = problems(GAME.catalog, (*deck("kek")[:-1], "sosem_latott"))
    assert found[0].needs[0].table == "cards"


def test_a1_an_illegal_deck_cannot_be_registered_and_the_reason_is_said() -> None:
    state = GAME.setup(GAME.info.settle({}), 2)
    ruling = GAME.judge(state, move(0, "deck", deck="hibas"))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key.endswith("too_many_copies")


def test_a1_a_deck_that_is_not_complete_yet_is_taken_with_a_caution_and_binds_nobody() -> None:
    record = {"source": "test", "sure": True, "name": "Fél pakli", "cards": ["szunyog", "szunyog"]}
    game = GAME.with_catalog(GAME.catalog.learn("decks", "fel", record))
    state = game.setup(game.info.settle({}), 2)
    ruling = game.judge(state, move(0, "deck", deck="fel"))
    assert ruling.legal
    assert [(caution.key, caution.text["n"]) for caution in ruling.cautions] == [("part_deck", 2)]
    s = Scenario("dani hides 1\ndani credits 9\nturn of dani")
    s.game, s.state = game, with_player(s.state, 0, deck="fel")
    s.play("dani plays Dongó")


def test_a1_a_deck_may_stay_unregistered_with_a_caution() -> None:
    ruling = GAME.judge(GAME.setup(GAME.info.settle({}), 2), move(0, "deck", deck=None))
    assert ruling.legal
    assert [caution.key for caution in ruling.cautions] == ["deck"]


def test_a1_a_fourth_copy_cannot_turn_up_from_an_unregistered_deck() -> None:
    Scenario("""
        dani trash Szúnyog, Szúnyog, Szúnyog
        dani hides 2
        dani credits 9
        turn of dani
        no fourth_copy: dani plays Szúnyog
        no fourth_copy: dani tells Szúnyog
    """)


def test_a1_a_card_outside_the_registered_deck_cannot_turn_up() -> None:
    s = Scenario("""
        dani hides 2
        dani credits 9
        turn of dani
    """)
    s.state = with_player(s.state, 0, deck="kek")
    s.play("""
        no not_in_deck: dani plays Dongó
        dani plays Szúnyog
    """)


def test_a2_opposed_races_cannot_turn_up_from_an_unregistered_deck() -> None:
    Scenario("""
        dani trash Szúnyog
        dani hides 1
        dani credits 9
        turn of dani
        no opposed_races: dani plays Dongó
    """)


def test_a3_clan_and_rarity_have_no_effect() -> None:
    assert not {"clan", "rarity"} & {field.name for field in fields(Card)}, "no rule needs them, so nobody is asked"


def test_h3_any_four_races_or_all_of_them() -> None:
    mixed = (*deck("kek")[:42], *(["dongo"] * 3))
    assert "opposed_races" in keys(problems(GAME.catalog, mixed))
    assert problems(GAME.catalog, mixed, races="four") == ()
    wild = (*mixed[:36], *(["darazs"] * 3), *(["menekulo"] * 3), *(["dongo"] * 3))
    assert keys(problems(GAME.catalog, wild, races="four")) == ["too_many_races"]
    assert problems(GAME.catalog, wild, races="free") == ()


def test_h3_a_fifth_race_cannot_turn_up() -> None:
    table = """
        dani trash Szúnyog, Dongó, Darázs, Foltozó
        dani hides 1
        dani credits 9
        turn of dani
    """
    Scenario(table, races="four").play("no fifth_race: dani plays Menekülő")
    Scenario(table, races="free").play("dani plays Menekülő")


def test_h2_cards_that_speak_of_speed_or_return_fire_are_banned() -> None:
    assert keys(problems(GAME.catalog, deck("kek"), combat="simple")) == ["banned_in_simple_combat"]
    assert problems(GAME.catalog, deck("zold"), combat="simple") == ()
    Scenario(
        "dani hides 1\ndani credits 9\nturn of dani\nno banned_in_simple_combat: dani plays Villámka", combat="simple"
    )
