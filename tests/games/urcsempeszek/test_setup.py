"""A and B: what is in the box and how it is laid out."""

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.urcsempeszek.records import DICE, SECTORS, SHEETS, TOKENS
from tableside.games.urcsempeszek.state import FACES, LAYOUTS, SECTOR_CARDS, Phase
from tableside.language import language
from tests.games.urcsempeszek.support import GAME, allowed, bare, does, opened, refused


def test_a1_the_box_holds_36_sectors_6_sheets_and_6_pairs_of_dice() -> None:
    shipped = bare().catalog
    assert len(shipped.table(SECTORS)) == 0, "a copy begins empty and grows card by card"
    assert SECTOR_CARDS == 36
    assert len(shipped.table(SHEETS)) == len(shipped.table(DICE)) == len(shipped.table(TOKENS)) == 6
    assert {dice for dice, record in shipped.table(DICE).items() if record.sure} == {
        "orange",
        "black",
        "pink",
        "brown",
        "white",
    }


def test_a1_the_owner_names_the_sixth_colour() -> None:
    table = Table(bare(), {}, 6)
    refusal = refused(table.state, move(0, "colour", colour="sixth"), "core.fact_needed", "A1", bare())
    assert [(need.table, need.id, need.keys) for need in refusal.needs] == [(DICE, "sixth", ("colour",))]
    table.learn(DICE, "sixth", {"colour": "neonlila", "source": "my copy", "sure": True})
    for seat, colour in enumerate(("orange", "black", "pink", "brown", "white", "sixth")):
        entry = table.confirm(move(seat, "colour", colour=colour))
    assert "neonlila" in language("hu").say(table.explain(entry.number).move)


def test_a2_dice_have_faces_1_to_6() -> None:
    assert FACES == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(("seats", "goods", "energy"), [(2, 3, 12), (3, 3, 12), (4, 3, 12), (5, 2, 9), (6, 2, 9)])
def test_b1_goods_and_energy_by_number_of_players(seats: int, goods: int, energy: int) -> None:
    state = opened(seats)
    for player in state.players:
        assert (player.goods, player.energy, player.dice) == ((goods,) * 4, energy, 2)


def test_b1_two_players_cannot_take_the_same_dice() -> None:
    state = does(GAME.setup(GAME.info.settle({}), 2), move(0, "colour", colour="pink"))
    refused(state, move(1, "colour", colour="pink"), "dice_taken", "B1")
    refused(state, move(1, "colour", colour="gold"), "no_such_dice", "A1")


def test_b1_a_player_who_has_dice_waits_for_the_others() -> None:
    state = does(GAME.setup(GAME.info.settle({}), 3), move(1, "colour", colour="pink"))
    assert GAME.to_act(state) == {0, 2}
    refused(state, move(1, "colour", colour="white"), "core.not_your_turn", "turn")


@pytest.mark.parametrize(
    ("seats", "tokens", "galaxies", "cards"),
    [
        (2, (-1, 0, 1, 3), 8, 3),
        (3, (-1, 1, 2), 8, 3),
        (4, (-1, 1, 2, 3), 8, 4),
        (5, (-1, 1, 2, 3, 4), 6, 5),
        (6, (-1, 0, 1, 2, 3, 4), 6, 6),
    ],
)
def test_b2_tokens_and_galaxies_by_number_of_players(
    seats: int, tokens: tuple[int, ...], galaxies: int, cards: int
) -> None:
    state = opened(seats)
    assert (state.speed, state.galaxies, state.layout.cards) == (tokens, galaxies, cards)
    assert GAME.census(state)["sectors"] == {2: 24, 3: 24, 4: 32, 5: 30, 6: 36}[seats]


def test_b2a_galaxies_are_face_down_until_dealt() -> None:
    state = opened(4)
    assert state.cards == () and state.met() == () and GAME.to_act(state) == {None}


def test_b3_the_host_is_named_once_and_stays() -> None:
    state = GAME.setup(GAME.info.settle({}), 2)
    state = does(state, move(0, "colour", colour="pink"), move(1, "colour", colour="white"))
    assert state.phase is Phase.HOST
    refused(state, move(None, "host", player=2), "no_such_player", "B3")
    state = does(state, move(None, "host", player=1))
    assert state.host == 1
    refused(state, move(None, "host", player=0), "not_now", "B3")


def test_b3_unused_cards_stay_unseen_unless_all_are_used() -> None:
    said = [[line.key for line in GAME.checklist(GAME.info.settle({}), seats)] for seats in (5, 6)]
    assert "urcsempeszek.check.unused" in said[0]
    assert "urcsempeszek.check.none_unused" in said[1]


def test_b4_favourites_and_stations_play_no_part_in_the_basic_game() -> None:
    rules = bare()
    state = rules.setup(rules.info.settle({}), 2)
    allowed(state, move(0, "colour", colour="pink"), rules)
    assert "urcsempeszek.check.sheet" in [line.key for line in rules.checklist(rules.info.settle({}), 2)]


def test_b5_the_common_pool_starts_empty() -> None:
    state = opened(6)
    assert (state.energy, state.goods) == (0, (0, 0, 0, 0))


def test_ex_7_setup_counts_fit_the_box() -> None:
    four, six = LAYOUTS[4], LAYOUTS[6]
    assert (four.energy - 5) * 4 == 28 and 4 <= 6 and four.goods * 4 == 12
    assert (six.energy - 5) * 6 == 24 and six.goods * 6 == 12
    census = GAME.census(opened(4))
    assert census["energy"] == 28 * 1 + 4 * 5
    assert {census[f"goods.{colour}"] for colour in ("red", "blue", "green", "yellow")} == {12}
    assert GAME.census(opened(6))["energy"] == 24 * 1 + 6 * 5


@pytest.mark.parametrize(
    ("option", "keys"),
    [("stations", ("planets",)), ("favourite_ships", ("ships",)), ("favourite_goods", ("ships",))],
)
def test_f1_a_sheet_is_asked_for_when_favourites_are_played(option: str, keys: tuple[str, ...]) -> None:
    rules = bare()
    state = rules.setup(rules.info.settle({option: True}), 2)
    refusal = refused(state, move(0, "colour", colour="pink"), "core.fact_needed", "F1", rules)
    assert [(need.table, need.id, need.keys) for need in refusal.needs] == [(SHEETS, "pink", keys)]
    known = rules.with_catalog(rules.catalog.learn_all(GAME.catalog.as_json()))
    assert isinstance(known.judge(state, move(0, "colour", colour="pink")), Legal)


def test_f1_the_two_favourites_of_a_sheet_differ() -> None:
    with pytest.raises(ValueError, match=r"urcsempeszek\.bad\.favourites"):
        GAME.catalog.learn(SHEETS, "pink", {"planets": ["red", "red"], "source": "x", "sure": True})


@pytest.mark.parametrize("seats", range(2, 7))
def test_setup_checklist_can_be_ticked_off_in_both_languages(seats: int) -> None:
    lines = GAME.checklist(GAME.info.settle({"stations": True, "stacked_dice": True}), seats)
    assert len(lines) == 12
    for code in ("hu", "en"):
        said = [language(code).say(line) for line in lines]
        assert len(set(said)) == len(said)
        assert str(LAYOUTS[seats].galaxies) in " ".join(said)


def test_b3_how_the_host_is_chosen_the_two_player_deal_and_fallen_dice_are_told() -> None:
    plain, tower = ({"stacked_dice": on} for on in (False, True))
    voice = language("hu")

    def told(options: dict[str, bool], seats: int) -> str:
        return " ".join(voice.say(line) for line in GAME.checklist(GAME.info.settle(options), seats))

    assert "földönkívüli" in told(plain, 3)
    assert "két kézzel" in told(plain, 2) and "két kézzel" not in told(plain, 3)
    assert "újra felhasználhatja" in told(plain, 3) and "érvénytelen" in told(tower, 3)
    assert "két űrszektort" in voice.say(GAME.phase(opened(2)))
    assert "Egy, kettő, három" in voice.say(GAME.phase(opened(3)))
