"""Every move, event, question and refusal has words in both languages, and players read names, not ids."""

import random
from pathlib import Path
from typing import Any

import pytest

from tableside.core.moves import Move, move
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules.turn_order import STEPS
from tableside.language import language
from tests import contract
from tests.games.onward_to_venus.scenes import GAME, attack, deploy, do, fly, on, player, roll, scene, tiles


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("hu", "A vörös játékos mozog: Föld → Mars, 1 gyalogság, 1 űrcirkáló"),
        ("en", "Red moves: Earth → Mars, 1 infantry, 1 spaceship"),
    ],
)
def test_a_move_is_said_in_words(code: str, words: str) -> None:
    state = on(scene(), 0, "earth", orbit=(4, 0, 2))
    assert language(code).say(GAME.say_move(state, fly(0, "earth", "mars", (1, 0, 1)))) == words


def test_every_task_has_a_rule_and_words() -> None:
    for kind in STEPS:
        for code in ("hu", "en"):
            assert language(code).message(f"onward_to_venus.todo.{kind}|onward_to_venus.todo.{kind}.1")


def test_every_effect_has_a_name() -> None:
    for effect in Effect:
        for code in ("hu", "en"):
            assert language(code).message(f"onward_to_venus.card.{effect}")


def test_impossible_kinds_are_shown_with_their_reason() -> None:
    (choice,) = GAME.choices(scene(), Move(0, ""))
    shut = {offer.value: offer.why_not for offer in choice.offers}
    assert set(shut) == set(STEPS["act"][1])
    assert shut["token"] is None
    assert shut["move"] is not None and shut["move"].reason.key == "onward_to_venus.no.none_move"
    assert shut["done"] is not None and shut["done"].cite.rule == "D13"


def test_every_reason_in_the_code_has_words() -> None:
    import re

    home = Path(__file__).parents[3] / "tableside" / "games" / "onward_to_venus"
    keys = {key for file in home.rglob("*.py") for key in re.findall(r'\bno\(\s*"(\w+)"', file.read_text("utf-8"))}
    assert len(keys) > 80
    for key in keys:
        for code in ("hu", "en"):
            assert language(code).message(f"onward_to_venus.no.{key}"), key


def test_a_move_can_be_built_slot_by_slot() -> None:
    partial = Move(0, "deploy")
    asked = []
    while choices := GAME.choices(scene(), partial):
        asked.append(choices[0].slot)
        first = (choices[0].offers or choices[0].parts)[0].value
        partial = partial.given(**{asked[-1]: first})
    assert asked == ["units", "card"]
    assert partial == deploy(0, "cruiser:earth")


def slots(state, partial: Move, **wanted: Any) -> Move:
    """Fill slot after slot with what is wanted, or with the first offer."""
    while choices := GAME.choices(state, partial):
        slot = choices[0].slot
        values = [offer.value for offer in choices[0].offers if offer.why_not is None]
        if slot in wanted and choices[0].parts:
            most = {part.value: part.most for part in choices[0].parts}
            assert all(wanted[slot].count(value) <= most[value] for value in wanted[slot]), (slot, most)
        elif slot in wanted:
            assert wanted[slot] in values, (slot, values)
        partial = partial.given(**{slot: wanted[slot] if slot in wanted else values[0]})
    assert GAME.judge(state, partial).legal
    return partial


def test_any_group_can_be_put_together_with_any_movement_cards() -> None:
    state = on(scene(), 0, "earth", orbit=(3, 1, 2))
    wanted = {"origin": "earth", "destination": "kuiper", "cruiser": 1, "infantry": 2, "tank": 1}
    cards = ("move_1", "move_2", "transports")
    assert slots(state, Move(0, "move"), **wanted, cards=cards)["cards"] == cards


def test_any_sufficient_set_of_cards_can_be_paid() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(2, 1, 0)), "mars", "mine_6")
    state = do(state, attack(0, "mars", "mine_6"), roll(1, 1, 4))
    wanted = {"infantry": 1, "tank": 1, "cruiser": 0}
    for cards in (
        ("points_3", "points_3"),
        ("points_1", "points_2", "points_3"),
        ("big_tanks", "points_2", "points_3"),
    ):
        assert slots(state, Move(0, "pay"), **wanted, cards=cards)["cards"] == cards
    made = slots(state, Move(0, "pay"), **wanted, cards=("kamikaze", "points_3"), blown=("landed:infantry",))
    assert made["blown"] == ("landed:infantry",)


def test_a_hopeless_payment_is_seen_as_such_without_trying_every_hand() -> None:
    state = player(tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "tension"), 0, hand=9)
    state = on(on(state, 1, "mars", orbit=(12, 7, 5), mine=1), 0, "mars", orbit=(1, 0, 0))
    state = do(state, attack(0, "mars", "tension", 1, "mine"), roll(0, 4, 4))
    (choice,) = GAME.choices(state, Move(0, ""))
    shut = {offer.value: offer.why_not for offer in choice.offers}
    assert shut["pay"] is not None and shut["pay"].reason.key == "onward_to_venus.no.none_pay"
    assert GAME.choices(state, Move(0, "pay")) == ()


def test_any_cards_can_be_swapped() -> None:
    made = slots(scene(), Move(0, "swap"), card="swap", cards=("veins", "buy", "hunt"))
    assert do(scene(), made).discards == ("buy", "hunt", "swap", "veins")


@pytest.mark.parametrize("seats", [2, 5])
def test_random_games_are_said_in_both_languages_from_end_to_end(seats: int) -> None:
    for seed in range(3):
        played = contract.play(GAME, {}, seats, f"words {seats} {seed}")
        for number, made in enumerate(played.moves):
            state = played.states[number]
            contract.check_said(GAME.say_move(state, made))
            for happened in played.events[number]:
                contract.check_said(GAME.say_event(state, happened))
                state = GAME.apply(state, happened)
            contract.check_said(GAME.phase(state))


def test_moves_are_quick_to_list() -> None:
    """A bound on work, not on time: what is listed for a full table stays small."""
    state = scene(5)
    for seat in range(5):
        state = on(state, seat, "earth", orbit=(12, 7, 5))
    chance = random.Random(1)
    listed = list(GAME.moves(state, 0))
    assert len(listed) == len(set(listed)) < 2500
    assert all(GAME.judge(state, made).legal for made in chance.sample(listed, 200))
    assert move(0, "token") in listed
