"""C2 and E1: a galaxy is dealt and turned up."""

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError, Table
from tableside.games.urcsempeszek.records import SECTORS
from tableside.games.urcsempeszek.state import Phase
from tests.games.urcsempeszek.support import GAME, A, B, C, D, bare, dealt, does, opened, refused


def test_c2_one_card_for_each_player_is_turned_up() -> None:
    state = does(opened(4), move(None, "deal", cards=[A, B, C, D]))
    assert (state.cards, state.galaxies, state.phase) == ((A, B, C, D), 7, Phase.BID)


def test_c2_a_galaxy_of_another_size_is_refused_with_one_that_fits() -> None:
    refusal = refused(opened(4), move(None, "deal", cards=[A, C, D]), "galaxy_size", "C2")
    assert refusal.nearest == (move(None, "deal", cards=[A, B, C, D]),)


def test_c2_no_card_comes_twice_in_a_galaxy_or_a_game() -> None:
    refused(opened(4), move(None, "deal", cards=[A, A, C, D]), "card_twice", "C2")
    state = dealt(3, [A, B, C])
    state = does(state, move(None, "bid", dice=[], tokens=[[2], [1], [-1]]), move(None, "evaluate"))
    while state.phase is Phase.REFILL:
        made = next(iter(GAME.moves(state, next(iter(GAME.to_act(state))))))
        state = does(state, made)
    refused(state, move(None, "deal", cards=[A, "s10", "s11"]), "card_met", "C2")


def test_c2_cards_are_written_in_one_order_only() -> None:
    refusal = refused(opened(3), move(None, "deal", cards=[C, A, B]), "cards_in_order", "C2")
    assert refusal.nearest == (move(None, "deal", cards=[A, B, C]),)


def test_c2_a_37th_card_does_not_exist() -> None:
    refused(opened(3), move(None, "deal", cards=[A, B, "s37"]), "no_such_card", "A1")


def test_e1_with_two_players_a_galaxy_has_three_cards() -> None:
    state = does(opened(2), move(None, "deal", cards=[A, B, C]))
    assert state.cards == (A, B, C)
    refused(opened(2), move(None, "deal", cards=[A, B]), "galaxy_size", "E1")


def test_an_unknown_card_is_asked_for_when_first_met_and_remembered() -> None:
    table = Table(bare(), {"stations": False}, 3)
    for seat, colour in enumerate(("orange", "black", "pink")):
        table.confirm(move(seat, "colour", colour=colour))
    table.confirm(move(None, "host", player=2))
    wanted = move(None, "deal", cards=[A, B, "x-card"])
    refusal = table.propose(wanted)
    assert isinstance(refusal, Illegal)
    assert [(need.table, need.id) for need in refusal.needs] == [(SECTORS, A), (SECTORS, B), (SECTORS, "x-card")]
    assert all(need.keys == ("planets", "ships", "station") for need in refusal.needs)
    with pytest.raises(RefusedError):
        table.confirm(wanted)
    for need in refusal.needs:
        table.learn(
            need.table,
            need.id,
            {"planets": ["red", "blue"], "ships": ["red", "cruiser"], "station": False, "source": "mine", "sure": True},
        )
    table.confirm(wanted)
    assert table.state.cards == (A, B, "x-card")
    assert sum(line.points for line in table.score()) == -3 * 24
    again = Table(bare(), {}, 3, entries=table.log.entries)
    assert again.state == table.state and again.drift is None


def test_only_what_this_game_needs_of_a_card_is_asked_for() -> None:
    record = {"planets": ["red"], "ships": [], "source": "mine", "sure": True}
    catalog = bare().catalog
    for card in (A, B, C):
        catalog = catalog.learn(SECTORS, card, record)
    rules = bare().with_catalog(catalog.learn_all({"sheets": GAME.catalog.as_json()["sheets"]}))
    basic, stations = opened(3), opened(3, stations=True)
    made = move(None, "deal", cards=[A, B, C])
    assert rules.judge(basic, made)
    refusal = refused(stations, made, "core.fact_needed", "A1", rules)
    assert {need.keys for need in refusal.needs} == {("station",)}


def test_choosing_cards_one_by_one_keeps_them_in_order() -> None:
    state = opened(3)
    partial = move(None, "deal")
    for card in (C, A, B):
        (choice,) = GAME.choices(state, partial)
        offer = next(offer for offer in choice.offers if card in offer.value and offer.why_not is None)
        assert set(offer.value) == {*partial.get("cards", ()), card}
        partial = partial.given(cards=offer.value)
    assert GAME.choices(state, partial) == ()
    assert partial == move(None, "deal", cards=[A, B, C])


def test_cards_not_entered_yet_are_shown_with_what_is_missing() -> None:
    (choice,) = bare().choices(opened(3), move(None, "deal"))
    assert len(choice.offers) == 36
    for offer in choice.offers:
        assert offer.why_not is not None and offer.why_not.needs
