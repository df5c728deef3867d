"""A: deck building."""

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.cards import OPPOSED, Card, Race
from tableside.games.kaosz_galaktika.rules import decks
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario


def keys(found: tuple[Illegal, ...]) -> list[str]:
    return [problem.reason.key.rpartition(".")[2] for problem in found]


def deck(id: str) -> tuple[str, ...]:
    return GAME.catalog.find("decks", id).cards


@pytest.mark.parametrize("id", ["kek", "piros", "zold", "sarga", "lila"])
def test_a1_sample_decks_are_exactly_45(id: str) -> None:
    assert len(deck(id)) == 45
    assert decks.problems(GAME.catalog, deck(id)) == ()


@pytest.mark.parametrize("count", [44, 46])
def test_a1_any_other_number_is_refused_with_both_numbers(count: int) -> None:
    cards = (*deck("kek"), "foltozo")[:count]
    found = decks.problems(GAME.catalog, cards)
    assert keys(found) == ["deck_size"]
    assert (found[0].reason["count"], found[0].reason["needed"]) == (count, 45)


def test_a1_four_of_a_name_are_too_many_even_under_two_ids() -> None:
    other = {"source": "test", "sure": True, "name": "Szúnyog", "race": "human"}
    catalog = GAME.catalog.learn("cards", "szunyog_alt", other)
    cards = (*deck("kek")[:-1], "szunyog_alt")
    found = decks.problems(catalog, cards)
    assert keys(found) == ["too_many_copies"]
    assert found[0].reason["card"] == "Szúnyog"


def test_a1_the_checker_names_every_reason_at_once() -> None:
    found = keys(decks.problems(GAME.catalog, deck("hibas")))
    assert sorted(found) == [
        "deck_size",
        "opposed_races",
        "too_many_copies",
    ]


@pytest.mark.parametrize("pair", OPPOSED)
def test_a2_opposed_races_are_refused(pair: tuple[Race, Race]) -> None:
    catalog = GAME.catalog
    for number, race in enumerate(pair):
        record = {"source": "test", "sure": True, "name": f"Lap {number}", "race": race.value}
        catalog = catalog.learn("cards", f"lap_{number}", record)
    found = decks.problems(catalog, ("lap_0", "lap_1"))
    assert "opposed_races" in keys(found)


def test_a2_an_unknown_race_is_asked_for() -> None:
    found = decks.problems(GAME.catalog, (*deck("kek")[:-1], IDS["CRX"]))
    assert len(found) == 1
    assert (found[0].needs[0].id, found[0].needs[0].keys) == (IDS["CRX"], ("race",))


def test_a2_a_card_nobody_entered_yet_is_asked_for() -> None:
    found = decks.problems(GAME.catalog, (*deck("kek")[:-1], "sosem_latott"))
    assert found[0].needs[0].table == "cards"


def test_a1_an_illegal_deck_cannot_be_registered_and_the_reason_is_said() -> None:
    state = GAME.setup(GAME.info.settle({}), 2)
    ruling = GAME.judge(state, move(0, "deck", deck="hibas"))
    assert isinstance(ruling, Illegal)
    assert ruling.reason.key.endswith("deck_size")


def test_a1_a_deck_may_stay_unregistered_with_a_caution() -> None:
    ruling = GAME.judge(GAME.setup(GAME.info.settle({}), 2), move(0, "deck", deck=None))
    assert ruling
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
    s.state = s.state.with_player(0, deck="kek")
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
    plain = GAME.catalog.find("cards", "szunyog")
    assert isinstance(plain, Card)
    from tableside.core import codec

    record = {**codec.encode(plain), "clan": "Acél Sasok", "rarity": "ultra_rare"}
    catalog = GAME.catalog.learn("cards", "szunyog", record)
    assert decks.problems(catalog, deck("kek")) == ()


def test_h3_any_four_races_or_all_of_them() -> None:
    mixed = (*deck("kek")[:42], *(["dongo"] * 3))
    assert "opposed_races" in keys(decks.problems(GAME.catalog, mixed))
    assert decks.problems(GAME.catalog, mixed, "four") == ()
    wild = (*mixed[:36], *(["darazs"] * 3), *(["menekulo"] * 3), *(["dongo"] * 3))
    assert keys(decks.problems(GAME.catalog, wild, "four")) == ["too_many_races"]
    assert decks.problems(GAME.catalog, wild, "free") == ()


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
    assert keys(decks.problems(GAME.catalog, deck("kek"), simple=True)) == ["banned_in_simple_combat"]
    assert decks.problems(GAME.catalog, deck("zold"), simple=True) == ()
    Scenario(
        "dani hides 1\ndani credits 9\nturn of dani\nno banned_in_simple_combat: dani plays Villámka", combat="simple"
    )
