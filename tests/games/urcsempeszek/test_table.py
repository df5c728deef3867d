"""Whole games at a table: undo, correct, resume, positions put right by hand, and what is impossible in them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from models.database import StoreError
from models.owned_records import OwnersCopy
from models.store import Store
from tableside.app.form_fields import Node, fields_of
from tableside.core import manual_edit
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError, Table
from tableside.games.urcsempeszek.position import Final, FinalCard, Leftovers, Position
from tableside.games.urcsempeszek.state import Bid, Phase, State
from tableside.language import language
from tests import contract
from tests.games.urcsempeszek.support import (
    GAME,
    A,
    B,
    C,
    D,
    E,
    allowed,
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

HERE = Path(__file__).parent
RULES = (
    *("A1", "A2"),
    *("B1", "B2", "B2a", "B3", "B4", "B5"),
    *(f"C{number}" for number in range(1, 19)),
    *("D1", "D2", "D3"),
    *("E1", "E2", "E3"),
    *("F1", "F2", "F3", "F4", "F5"),
)


def test_every_numbered_rule_and_every_example_has_a_test() -> None:
    names = re.findall(r"^def (test_\w+)", "\n".join(file.read_text() for file in HERE.glob("test_*.py")), re.M)
    for rule in RULES:
        assert any(re.match(rf"test_(\w+_)?{rule.lower()}_", name) for name in names), f"no test for {rule}"
    for number in range(1, 8):
        assert any(name.startswith(f"test_ex_{number}_") for name in names), f"no test for EX-{number}"


def test_every_sentence_the_rules_can_say_is_written() -> None:
    source = "\n".join(
        file.read_text() for file in (HERE.parents[2] / "tableside" / "games" / "urcsempeszek").rglob("*.py")
    )
    keys = set(re.findall(r'f"\{SLUG\}\.([a-z_.]+)"', source))
    keys |= {f"no.{key}" for key in re.findall(r'turn\.no\("([a-z_]+)"', source)}
    keys |= {f"caution.{key}" for key in re.findall(r'turn\.warn\("([a-z_]+)"', source)}
    assert len(keys) > 90
    for key in keys:
        for code in ("hu", "en"):
            assert language(code).message(f"urcsempeszek.{key}") is not None, f"{key} in {code}"


def a_table(seats: int = 3, **options: Any) -> Table:
    return Table(GAME, options, seats)


def play_on(table: Table, until: Phase, chance: random.Random) -> None:
    """Random moves until a phase is reached."""
    while table.state.phase is not until:
        acting = sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat)
        table.confirm(table.game.sample(table.state, chance.choice(acting), chance.randrange))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("code", ["hu", "en"])
def test_a_whole_game_reads_well_from_its_log(seats: int, code: str) -> None:
    table = a_table(seats, stations=True, favourite_ships=True)
    play_on(table, Phase.OVER, random.Random(seats))
    result = table.outcome()
    assert result is not None
    voice = language(code)
    for step in table.log.line.steps():
        told = table.explain(step.entry)
        for said in (told.move, *(said for said, _ in told.events)):
            words = voice.say(said)
            assert "⟦" not in words and "{" not in words
            assert not re.search(r"\bNone\b", words)
    assert table.verify() is None


def test_undo_takes_back_the_evaluation_with_the_bidding() -> None:
    table = Table(GAME, {}, 5, start=dealt(5))
    before = table.state
    table.confirm(bid(before, (A, "pink", 3)))
    assert table.state.phase is Phase.PAY
    table.undo()
    assert table.state == before
    table.redo()
    assert table.state.phase is Phase.PAY


def test_a_misread_die_is_corrected_and_later_payments_stand() -> None:
    table = Table(GAME, {}, 5, start=dealt(5))
    first = table.confirm(bid(table.state, (A, "pink", 3), (E, "orange", 5)))
    table.confirm(move(2, "pay", sector=A, omit="green", cruisers=["red"]))
    before = table.log.line.length
    correction = table.correct(first.number, bid(dealt(5), (A, "pink", 3), (E, "orange", 4)))
    assert not isinstance(correction, Illegal) and correction.conflict is None
    assert table.log.line.length == before
    assert [one.value for one in table.state.bids] == [4]
    assert table.state.players[2].paid == (A,)


def test_a_correction_that_changes_the_winner_names_the_payment_that_falls() -> None:
    table = Table(GAME, {}, 5, start=dealt(5))
    first = table.confirm(bid(table.state, (A, "pink", 3)))
    paid = table.confirm(move(2, "pay", sector=A, omit="green", cruisers=["red"]))
    trial = table.correct(first.number, bid(dealt(5), (A, "white", 3)))
    assert not isinstance(trial, Illegal) and trial.conflict is not None
    assert trial.conflict.entry == paid.number
    assert table.state.players[2].paid == (A,), "nothing changes unconfirmed"


def test_a_game_goes_on_where_it_stopped() -> None:
    chance = random.Random(5)
    table = a_table(4, stacked_dice=True)
    play_on(table, Phase.PAY, chance)
    again = Table(GAME, {"stacked_dice": True}, 4, entries=table.log.entries)
    assert again.state == table.state and again.drift is None
    play_on(again, Phase.OVER, chance)
    assert again.outcome() is not None


def test_a_refused_bidding_explains_itself_in_both_languages() -> None:
    table = Table(GAME, {}, 5, start=dealt(5))
    wanted = move(
        None,
        "bid",
        dice=[[A, "pink", 2], [B, "pink", 3], [C, "pink", 4]],
        tokens=[[1], [2], [3], [4], [-1]],
    )
    refusal = table.propose(wanted)
    assert isinstance(refusal, Illegal)
    assert language("hu").say(refusal.reason) == "Ebből a színből csak két kocka van, de 3 szerepel: rózsaszín."
    assert language("en").say(refusal.reason) == "There are only two dice of this colour, but 3 are named: pink."
    assert refusal.nearest and all(table.propose(near).legal for near in refusal.nearest)


def test_facts_learnt_later_do_not_change_what_was_played_unless_it_still_stands() -> None:
    table = Table(GAME, {}, 3, start=dealt(3))
    table.confirm(bid(table.state, (A, "pink", 3)))
    table.confirm(move(2, "pay", sector=A, omit="green", cruisers=["red"]))
    other = {"planets": ["red"], "ships": ["red"], "station": False, "source": "mine", "sure": True}
    with pytest.raises(RefusedError):
        table.learn("sectors", A, other)
    table.learn("sectors", B, other)
    richer = {"planets": ["red"] * 5, "ships": ["yellow", "blue", "green", "cruiser"], "station": False}
    table.learn("sectors", A, {**richer, "source": "mine", "sure": True})
    assert sum(line.points for line in table.score() if line.key == "sectors") == 5


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_combination_of_the_four_advanced_rules_is_played_to_the_end(seats: int) -> None:
    keys = ("stations", "favourite_ships", "favourite_goods", "stacked_dice")
    for values in product((False, True), repeat=4):
        options = GAME.info.settle(dict(zip(keys, values)))
        played = contract.play(GAME, options, seats, f"advanced {values}")
        assert GAME.outcome(played.states[-1]) is not None


def test_who_joins_midway_tells_the_points_of_earlier_galaxies_and_not_their_cards() -> None:
    """Counters lead there: three galaxies are over, and what they brought is told as points."""
    opening = GAME.setup(GAME.info.settle({}), 4)
    counters = {counter.path: counter for counter in (*GAME.counters(opening, None), *GAME.counters(opening, 1))}
    told = manual_edit.changes(GAME, opening, [(counters["galaxies"], 5), (counters["players.1.bonus"], 7)])
    joined = manual_edit.with_changes(GAME, opening, told)
    table, chance = Table(GAME, {}, 4, start=joined), random.Random(4)
    while acting := sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat):
        table.confirm(GAME.sample(table.state, acting[0], chance.randrange))
    assert [line.points for line in table.score() if (line.seat, line.key) == (1, "manual")] == [7]


# -- what is impossible ------------------------------------------------------------------------


def broken(state: State) -> list[tuple[str, State]]:
    player = state.players[0]
    return [
        ("below_zero", having(state, 0, energy=-1)),
        ("below_zero", replace(state, goods=(-1, 0, 0, 0))),
        ("energy_in_play", having(state, 0, energy=player.energy + 1)),
        ("energy_in_play", replace(state, energy=state.energy - 1)),
        ("goods_in_play", having(state, 0, goods=(2, 3, 3, 3))),
        ("goods_in_play", replace(state, goods=(0, 0, 0, 1))),
        ("dice_taken_by_two", having(state, 1, colour=player.colour)),
        ("colour_missing", having(state, 1, colour="")),
        ("no_such_dice", having(state, 1, colour="gold")),
        ("card_in_two_places", having(state, 0, paid=(state.cards[0],))),
        ("sectors_dealt", replace(state, galaxies=state.galaxies + 1)),
        ("galaxies_left", replace(state, galaxies=9)),
        ("two_dice_each", having(state, 0, dice=3)),
        ("card_not_here", replace(state, bids=(*state.bids, Bid("s30", 0, 2)))),
        ("no_such_face", replace(state, bids=(Bid(state.cards[0], 0, 7),))),
        ("tokens_of_this_table", having(state, 0, tokens=(9,))),
        ("host_missing", replace(state, host=None)),
        ("no_such_player", replace(state, host=7)),
        ("tokens_in_middle", replace(state, phase=Phase.BID)),
        ("middle_is_empty", replace(state, phase=Phase.REFILL)),
        ("galaxy_size", replace(state, phase=Phase.EVALUATE, cards=state.cards[:1])),
        ("one_winning_die", replace(state, bids=())),
        ("nothing_to_pay", replace(state, bids=(), cards=())),
    ]


def test_audit_names_everything_that_is_impossible() -> None:
    state = evaluated(3, (A, "pink", 3), (B, "black", 2))
    assert GAME.audit(state) == ()
    for reason, impossible in broken(state):
        found = GAME.audit(impossible)
        assert f"urcsempeszek.no.{reason}" in {problem.reason.key for problem in found}, reason
        for problem in found:
            contract.check_refusal(problem, GAME)


def test_a_value_put_right_by_hand_may_not_make_the_table_impossible() -> None:
    table = Table(GAME, {}, 3, start=opened(3))
    table.adjust_all((("players.0.energy", 9), ("energy", 3)), "counted again")
    assert (table.state.players[0].energy, table.state.energy) == (9, 3)
    for lone in (10, 60):
        with pytest.raises(RefusedError) as refusal:
            table.adjust("players.0.energy", lone, "from nowhere")
        assert "36 van játékban" in language("hu").say(refusal.value.illegal.reason)
    with pytest.raises(RefusedError):
        table.adjust("galaxies", 9, "more than there are")


# -- choices -----------------------------------------------------------------------------------


def test_every_kind_of_the_phase_is_shown_the_impossible_ones_with_their_reason() -> None:
    state = does(dealt(3), bid(dealt(3)), move(None, "evaluate"))
    state = does(state, move(None, "skip"), move(None, "skip"))
    (choice,) = GAME.choices(state, Move(2, ""))
    shown = {offer.value: offer.why_not for offer in choice.offers}
    assert set(shown) == {"take_energy", "take_goods", "put_energy", "put_good", "pass"}
    assert {kind for kind, why_not in shown.items() if why_not is None} == {"put_energy", "put_good", "pass"}
    assert shown["take_goods"] is not None and shown["take_goods"].cite.rule == "C17"


def test_a_colour_that_is_gone_is_shown_as_gone() -> None:
    state = GAME.setup(GAME.info.settle({}), 3)
    state = does(state, move(0, "colour", colour="pink"))
    (choice,) = GAME.choices(state, Move(1, "colour"))
    gone = [offer.value for offer in choice.offers if offer.why_not is not None]
    assert gone == ["pink"] and len(choice.offers) == 6


def test_moves_out_of_their_phase_are_refused_by_name() -> None:
    state = dealt(3)
    refused(state, move(None, "deal", cards=[D, E, "s06"]), "not_now", "C2")
    refused(state, move(None, "evaluate"), "not_now", "C8")
    refused(state, move(None, "skip"), "not_now", "C16")
    refused(state, move(None, "host", player=1), "not_now", "B3")
    refused(opened(3), bid(state), "not_now", "C3")
    refused(state, move(None, "lose", sector=A), "not_now", "C10")


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_combination_of_all_options_holds_the_contract(seats: int) -> None:
    for number, options in enumerate(GAME.info.tables()):
        seed = f"all options {seats} {number}"
        played = contract.play(GAME, options, seats, seed)
        if number % 16 == 0:
            contract.check_game(played, seed)


# -- by hand -----------------------------------------------------------------------------------


def test_counters_set_stock_and_cards_of_a_seat_and_the_pool_right_in_one_entry() -> None:
    table = Table(
        GAME, {}, 3, start=does(evaluated(3, (B, "pink", 1)), move(2, "pay", sector=B, omit=None, cruisers=()))
    )
    before = table.state
    counters = {language("en").say(one.label): one for one in GAME.counters(before, 2)}
    assert counters["Energy"].value == 11 and counters["Energy in the pool"].value == 1
    assert counters["Paid: 1-planet sector (red, green)"].value == 1
    told = (
        (counters["Energy"], 12),
        (counters["Energy in the pool"], 0),
        (counters["Paid: 1-planet sector (red, green)"], 0),
        (counters["Face down: 1-planet sector (red, green)"], 1),
    )
    table.adjust_all(manual_edit.changes(GAME, before, told), "it was not paid after all")
    pink = table.state.players[2]
    assert (pink.energy, table.state.energy, pink.paid, pink.lost) == (12, 0, (), (B,))
    pool = ["energy", *(f"goods.{n}" for n in range(4))]
    assert [one.path for one in GAME.counters(before, None)] == ["galaxies", *pool]


def test_a_37th_sector_cannot_be_taught(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'copy.db'}")
    copy = OwnersCopy(store, bare())
    record = {"planets": 2, "ships": [], "source": "mine", "sure": True}
    copy.learn_all({"sectors": {f"own{number}": record for number in range(1, 37)}})
    copy.learn("sectors", "own7", {**record, "planets": 3})
    with pytest.raises(StoreError) as refusal:
        copy.learn("sectors", "own37", record)
    assert "36" in language("hu").say(refusal.value.told)
    store.close()


# -- words -------------------------------------------------------------------------------------


def told(state: State, made: Move, code: str = "hu") -> str:
    voice = language(code, ("Anna", "Béla", "Csaba", "Dani", "Emma"))
    said = []
    for happened in allowed(state, made).events:
        said.append(voice.say(GAME.say_event(state, happened)))
        state = GAME.apply(state, happened)
    return " ".join(said)


def test_a_tie_names_both_players_and_both_values_the_right_way_round() -> None:
    state = does(dealt(3), bid(dealt(3), (A, "orange", 1), (A, "pink", 1), tokens=((-1,), (1,), (2,))))
    assert (
        "Csaba nyerte a 2 bolygós (sárga, kék, zöld, cirkáló) űrszektort. Egyforma kockák (1) vannak rajta, "
        "ezért a magasabb gyorsaságjelző dönt: Csaba 2, Anna −1."
    ) in told(state, move(None, "evaluate"))
    assert "so the higher speed token decides: Csaba 2, Anna −1." in told(state, move(None, "evaluate"), "en")
    assert "Anna visszakapja 1 vesztes kockáját." in told(state, move(None, "evaluate"))


def test_a_loss_says_cost_and_stock() -> None:
    poor = stocked(evaluated(5, (E, "black", 6), stacked_dice=True), 1, energy=5)
    words = told(poor, move(None, "lose", sector=E))
    assert words.startswith("Béla elveszíti a 3 bolygós (kék) űrszektort: 10 energiába kerül, de csak 5 van.")
    assert "−3 pont" in words and "Mindenki fizetett" not in words
    bare_hands = stocked(evaluated(5, (C, "black", 4)), 1, goods=(0, 1, 1, 1))
    words = told(bare_hands, move(None, "lose", sector=C))
    assert "az űrhajóknak (2 piros, cirkáló) ez nem elég: 1 kék, 1 zöld, 1 sárga" in words
    assert "A kifizetett 4 energia a közös készletbe kerül" in words


def test_two_players_tokens_are_plural_with_their_sum_and_a_real_minus_sign() -> None:
    state = dealt(2)
    assert "Anna gyorsaságjelzői: −1, 3 (összesen 2)." in told(state, bid(state, tokens=((-1, 3), (0, 1))))
    assert "Anna has speed tokens −1, 3 (sum 2)." in told(state, bid(state, tokens=((-1, 3), (0, 1))), "en")


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_id_and_no_hyphen_for_a_minus_in_a_whole_game(seats: int) -> None:
    table = a_table(seats, stations=True, favourite_ships=True, favourite_goods=True)
    play_on(table, Phase.OVER, random.Random(seats))
    for code in ("hu", "en"):
        voice = language(code, ("Anna", "Béla", "Csaba", "Dani", "Emma", "Feri")[:seats])
        for step in table.log.line.steps():
            explained = table.explain(step.entry)
            for said in (explained.move, *(said for said, _ in explained.events)):
                words = voice.say(said)
                assert not re.search(r"\bs\d\d\b|sixth|(?<!\w)-\d", words), words
        result = table.outcome()
        assert result is not None
        for line in result.lines:
            assert "⟦" not in voice.say(line.detail)
        assert [line for line in result.lines if line.key == "sectors" and line.points and line.detail is None] == []


def test_every_field_and_value_of_the_copy_and_of_a_position_has_its_word() -> None:
    for kind in (*GAME.tables.values(), *(Position, Final, FinalCard, Leftovers)):
        for field in (field for field in fields_of(kind) if field.name not in ("source", "sure")):
            values = [value for node in walk(field.node) for value in node.values]
            for key in (f"field.{field.name}", *(f"value.{value}" for value in values)):
                for code in ("hu", "en"):
                    assert language(code).message(f"urcsempeszek.{key}") is not None, f"{key} in {code}"
    for table in GAME.tables:
        for key in (f"table.{table}", f"tables.{table}"):
            assert language("hu").message(f"urcsempeszek.{key}") and language("en").message(f"urcsempeszek.{key}")


def walk(node: Node) -> Iterator[Node]:
    yield node
    for part in node.parts:
        yield from walk(part)
