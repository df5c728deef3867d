"""C2 and E1: a galaxy is dealt and turned up."""

from typing import Any

import pytest

from tableside.core import registry
from tableside.core.catalog import CatalogError
from tableside.core.moves import Move, move, text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError, Table
from tableside.games.urcsempeszek.records import SECTORS, Sector
from tableside.games.urcsempeszek.rules.deal import untold
from tableside.games.urcsempeszek.state import Phase
from tableside.language import language
from tests.games.urcsempeszek.support import (
    GAME,
    A,
    B,
    C,
    D,
    bare,
    bid,
    dealt,
    does,
    evaluated,
    having,
    opened,
    refused,
    stocked,
)

MINE: dict[str, Any] = {"source": "my box", "sure": True}


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


def test_c2_cards_are_told_in_any_order_and_lie_as_they_were_told() -> None:
    assert does(opened(3), move(None, "deal", cards=[C, A, B])).cards == (C, A, B)


def test_a_37th_card_does_not_exist() -> None:
    refused(opened(3), move(None, "deal", cards=[A, B, "s37"]), "no_such_card", "A1")
    (choice,) = GAME.choices(opened(3), move(None, "deal"))
    assert choice.new is None, "all 36 are told"


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
    assert all(need.keys == ("planets", "ships") for need in refusal.needs), "no more than the basic game needs"
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


def test_only_what_this_game_needs_of_a_card_is_asked_for_and_only_when_it_is_paid_for() -> None:
    record = {"planets": ["red"], "ships": [], "source": "mine", "sure": True}
    catalog = bare().catalog
    for card in (A, B, C):
        catalog = catalog.learn(SECTORS, card, record)
    rules = bare().with_catalog(catalog.learn_all({"sheets": GAME.catalog.as_json()["sheets"]}))
    pays = move(0, "pay", sector=A, omit=None, cruisers=())
    for state, asked in ((opened(3), ()), (opened(3, stations=True), ("station",))):
        state = does(state, move(None, "deal", cards=[A, B, C]), rules=rules)
        state = does(state, bid(state, (A, "orange", 1)), move(None, "evaluate"), rules=rules)
        if asked:
            refusal = refused(state, pays, "sector_untold", "A1", rules)
            assert [(need.id, need.keys) for need in refusal.needs] == [(A, asked)]
        else:
            assert rules.judge(state, pays).legal


def test_a_galaxy_nobody_has_told_anything_of_is_dealt_with_one_answer_and_told_by_who_pays() -> None:
    table = Table(bare(), {}, 3)
    for seat, colour in enumerate(("orange", "black", "pink")):
        table.confirm(move(seat, "colour", colour=colour))
    table.confirm(move(None, "host", player=0))
    (choice,) = table.game.choices(table.state, move(None, "deal"))
    assert [one.kind for one in choice.ready] == ["deal"]
    table.confirm(choice.ready[0])
    _, second, third = table.state.cards
    hu = language("hu", ("Anna", "Béla", "Cili"))
    (choice,) = table.game.choices(table.state, move(None, "bid"))
    assert hu.say(choice.label) == "1. űrszektor: kinek a kockája a legmagasabb rajta, és mennyi?"
    dice = [(second, "orange", 4), (third, "black", 6), (third, "orange", 2)]
    table.confirm(move(None, "bid", dice=dice, tokens=[[2], [1], [-1]]))
    assert table.state.phase is Phase.PAY
    refusal = table.propose(move(0, "pay", sector=second, omit=None, cruisers=()))
    assert isinstance(refusal, Illegal)
    assert hu.say(refusal.reason) == "Anna űrszektora (a kockája 4): hány bolygó és milyen űrhajók vannak rajta?"
    assert [(need.id, need.keys) for need in refusal.needs] == [(second, ("planets", "ships"))], "his own only"
    table.learn(SECTORS, second, {"planets": 2, "ships": ["red", "blue"], **MINE})
    table.confirm(move(0, "pay", sector=second, omit="red", cruisers=()))
    assert table.state.players[0].energy == 8 and table.state.players[0].paid == (second,)
    again = Table(bare(), {}, 3, entries=table.log.entries)
    assert again.state == table.state and again.drift is None


def test_of_a_sector_that_is_lost_for_want_of_energy_only_the_planets_are_asked() -> None:
    rules = bare()
    state = does(opened(3), *rules.suggest(opened(3), None), rules=rules)
    card = state.cards[0]
    state = does(stocked(state, 0, energy=2), bid(state, (card, "orange", 5)), move(None, "evaluate"), rules=rules)
    assert rules.routine(state) is None, "the referee cannot say what it costs yet"
    refusal = refused(state, move(0, "pay", sector=card, omit=None, cruisers=()), "planets_untold", "A1", rules)
    assert [need.keys for need in refusal.needs] == [("planets",)]
    rules = rules.with_catalog(rules.catalog.learn(SECTORS, card, {"planets": 3, **MINE}))
    assert rules.routine(state) == move(None, "lose", sector=card)


def test_what_others_have_paid_stands_when_a_card_is_told_late() -> None:
    table = Table(bare(), {}, 3)
    for seat, colour in enumerate(("orange", "black", "pink")):
        table.confirm(move(seat, "colour", colour=colour))
    table.confirm(move(None, "host", player=0))
    table.confirm(table.game.suggest(table.state, None)[0])
    first, second, _ = table.state.cards
    table.confirm(move(None, "bid", dice=[(first, "orange", 6), (second, "black", 1)], tokens=[[2], [1], [-1]]))
    table.learn(SECTORS, second, {"planets": 1, "ships": [], **MINE})
    table.confirm(move(1, "pay", sector=second, omit=None, cruisers=()))
    table.learn(SECTORS, first, {"planets": 5, "ships": ["red"] * 9, **MINE})
    assert table.state.players[0].lost == (first,) and table.state.players[1].paid == (second,)
    again = Table(bare(), {}, 3, entries=table.log.entries)
    assert again.state == table.state and again.drift is None


def test_of_two_untold_sectors_both_are_told_before_one_is_paid() -> None:
    table = Table(bare(), {}, 3)
    for seat, colour in enumerate(("orange", "black", "pink")):
        table.confirm(move(seat, "colour", colour=colour))
    table.confirm(move(None, "host", player=0))
    table.confirm(table.game.suggest(table.state, None)[0])
    first, second, _ = table.state.cards
    table.confirm(move(None, "bid", dice=[(first, "orange", 3), (second, "orange", 1)], tokens=[[2], [1], [-1]]))
    table.learn(SECTORS, first, {"planets": 1, "ships": ["red", "blue"], **MINE})
    (choice,) = table.game.choices(table.state, move(0, "pay", sector=first))
    assert choice.slot == "sector" and choice.new is not None and choice.new.id == second, "no dead end"
    table.learn(SECTORS, second, {"planets": 2, "ships": ["green", "red"], **MINE})
    (choice,) = table.game.choices(table.state, move(0, "pay", sector=first))
    assert choice.slot == "omit" and any(offer.why_not is None for offer in choice.offers)
    together, *own = table.game.suggest(table.state, 0)
    say = language("hu").say
    assert say(table.game.say_ready(table.state, together)) == "Mindkettő: 1 energia, 1 piros; 3 energia, 1 kék"
    assert say(table.game.say_ready(table.state, own[0])).startswith("2. űrszektor: 1 energia, 1 ")


def test_cards_are_looked_for_by_planets_and_ships() -> None:
    (choice,) = GAME.choices(opened(3), Move(None, "deal"))
    traits = {language("hu").say(said): set(cards) for said, cards in choice.traits}
    for card in (offer.value for offer in choice.parts):
        record = GAME.catalog.find(SECTORS, card)
        assert {said for said, cards in traits.items() if card in cards} == {
            f"{record.size} bolygó",
            *(language("hu").say(text(f"urcsempeszek.trait.{ship}")) for ship in record.ships),
        }


def test_untold_cards_of_two_galaxies_and_of_the_copy_are_never_called_alike() -> None:
    rules = bare()
    state = does(opened(3), *rules.suggest(opened(3), None), rules=rules)
    dealt_first = state.cards
    rules = rules.with_catalog(rules.catalog.learn(SECTORS, dealt_first[1], {"planets": 3, "ships": [], **MINE}))
    other = does(opened(3), *rules.suggest(opened(3), None), rules=rules)
    assert not set(dealt_first) & set(other.cards)
    assert rules.catalog.fresh(SECTORS) not in (*dealt_first, *other.cards)
    one, two, _ = untold(rules.catalog, opened(3))
    mixed = does(opened(3), move(None, "deal", cards=[one, dealt_first[1], two]), rules=rules)
    (choice,) = rules.choices(mixed, move(None, "bid"))
    assert language("hu").say(choice.label).startswith("1. űrszektor: kinek")


def test_the_first_deal_from_an_untaught_box_asks_for_each_card_as_it_is_flipped() -> None:
    """Nothing grey and nothing with an id: a new card is told by its planets and ships, and the others stay picked."""
    table = Table(bare(), {}, 3)
    for seat, colour in enumerate(("orange", "black", "pink")):
        table.confirm(move(seat, "colour", colour=colour))
    table.confirm(move(None, "host", player=0))
    partial = move(None, "deal")
    for count in range(3):
        (choice,) = table.game.choices(table.state, partial)
        assert not any(offer.why_not for offer in choice.parts)
        told = [offer for offer in choice.parts if offer.value in table.game.catalog.records(Sector)]
        assert len(told) == count, "what is known so far can be picked"
        assert choice.new is not None and choice.new.keys == ("planets", "ships") and choice.new.id == ""
        id = table.game.catalog.fresh(SECTORS)
        table.learn(SECTORS, id, {"planets": count + 1, "ships": ["red"], "source": "my box", "sure": True})
        partial = partial.given(cards=(*partial.get("cards", ()), id))
    assert table.game.choices(table.state, partial) == ()
    table.confirm(partial)
    assert len(table.state.cards) == 3
    assert [language("hu").say(table.game.say_record(SECTORS, card)) for card in table.state.cards] == [
        "1 bolygó; űrhajók: piros",
        "2 bolygó; űrhajók: piros",
        "3 bolygó; űrhajók: piros",
    ]


def test_cards_picked_so_far_survive_teaching_another() -> None:
    rules = bare().with_catalog(bare().catalog.learn(SECTORS, "own1", {"planets": 2, "ships": [], **MINE}))
    partial = move(None, "deal", cards=("own1",))
    taught = rules.with_catalog(rules.catalog.learn(SECTORS, "own2", {"planets": 1, "ships": [], **MINE}))
    (choice,) = taught.choices(opened(3), partial.given(cards=("own1", "own2")))
    assert {offer.value for offer in choice.parts} == {"own1", "own2", *untold(taught.catalog, opened(3))}
    assert taught.choices(opened(3), partial.given(cards=("own1", "own2", "own3"))) == ()


def test_known_cards_are_told_apart_by_planets_colours_and_ships() -> None:
    (choice,) = GAME.choices(opened(3), move(None, "deal"))
    for code in ("hu", "en"):
        said = [language(code).say(offer.label) for offer in choice.parts]
        assert len(said) == 36 and not any("s0" in one or "s1" in one for one in said)
        planets = [int(one.split()[0]) for one in said]
        assert planets == sorted(planets), "a card is found by its number of planets"
    assert language("hu").say(GAME.say_record(SECTORS, "s05")) == "3 bolygó (2 zöld, 1 piros); űrhajók: kék"
    assert language("en").say(GAME.say_record(SECTORS, "s06")) == (
        "3 planets (1 blue, 1 green, 1 yellow); ships: red, cruiser; space station"
    )


def test_a_copy_of_the_first_version_with_its_36_untaught_ids_still_opens() -> None:
    nameless = {f"s{number:02}": {"source": "a card of the box", "sure": False} for number in range(1, 37)}
    catalog = bare().catalog.learn_all({SECTORS: nameless})
    catalog = catalog.learn(SECTORS, "s07", {"planets": ["red", "blue"], "ships": ["red"], "station": False, **MINE})
    catalog = catalog.learn(SECTORS, "s08", {"planets": [], **MINE})
    (choice,) = bare().with_catalog(catalog).choices(opened(3), move(None, "deal"))
    assert [offer.value for offer in choice.parts] == ["s07", *untold(catalog, opened(3))], "only what was told"
    assert choice.new is not None


def test_planets_may_be_a_number_and_colours_are_asked_only_where_a_station_makes_them_count() -> None:
    two: dict[str, Any] = {"planets": 2, "ships": ["red"], **MINE}
    catalog = GAME.catalog.learn(SECTORS, A, {**two, "station": True}).learn(SECTORS, B, {**two, "station": False})
    rules = GAME.with_catalog(catalog)
    pays = move(0, "pay", sector=A, omit=None, cruisers=())
    assert rules.judge(evaluated(3, (A, "orange", 1)), pays).legal
    refusal = refused(evaluated(3, (A, "orange", 1), stations=True), pays, "colours_needed", "A1", rules)
    assert [(need.id, need.keys) for need in refusal.needs] == [(A, ("planets",))]
    state = having(opened(3), 0, paid=(A, B))
    assert next(line.points for line in rules.score(state) if line.key == "sectors") == 4


@pytest.mark.parametrize(
    "record", [{"planets": 0}, {"planets": 30}, {"planets": ["red"] * 30}, {"planets": 3, "ships": ["red"] * 40}]
)
def test_absurd_records_are_refused(record: dict[str, Any]) -> None:
    with pytest.raises(CatalogError, match=r"bad\.(planets|ships)"):
        GAME.catalog.learn(SECTORS, A, {**record, **MINE})


def test_cards_told_in_part_can_be_dealt() -> None:
    game = registry.find("urcsempeszek")
    catalog = game.catalog
    for number in range(36):
        told = {"source": "your copy", "sure": True, "planets": 1 + number % 9}
        catalog = catalog.learn("sectors", f"own{number + 1}", told)
    game, state = game.with_catalog(catalog), opened(3)
    (kinds,) = game.choices(state, Move(None, ""))
    assert [offer.why_not for offer in kinds.offers if offer.value == "deal"] == [None]
    (cards,) = game.choices(state, Move(None, "deal"))
    assert len(cards.parts) == 36 and not any(part.why_not for part in cards.parts)
    assert game.judge(state, Move(None, "deal", (("cards", ("own1", "own2", "own3")),))).legal
