"""The contract suite on every registered game. TABLESIDE_PLAYOUTS and TABLESIDE_SEED widen and move it."""

import json
import random

import jsonschema
import pytest

from tableside.core import codec, registry
from tableside.core.schema import schema
from tests import contract

SLUGS = tuple(registry.infos())
CASES = [(slug, seats) for slug, info in registry.infos().items() for seats in range(info.seats[0], info.seats[1] + 1)]


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_random_games_hold_the_contract(slug: str, seats: int) -> None:
    game = contract.game_of(slug)
    tables = contract.tables_of(game, seats, more=2)
    chance = random.Random(f"{contract.SEED} {slug} {seats}")
    for number in range(contract.PLAYOUTS):
        options = tables[0] if number == 0 and seats == game.info.seats[0] else chance.choice(tables)
        seed = f"{slug} {seats} {number}"
        print(f"seed {contract.SEED}: {seed} {options}")
        played = contract.play(game, options, seats, seed)
        with contract.all_words():
            if number == 0 and seats == game.info.seats[0]:
                contract.check_words(game)
            contract.check_game(played, seed)
        if number == 0:
            contract.check_table(played, options, seats)


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_every_option_can_be_set_up(slug: str, seats: int) -> None:
    game = contract.game_of(slug)
    for options in contract.tables_of(game, seats, more=4):
        state = game.setup(options, seats)
        assert game.to_act(state)
        assert game.audit(state) == ()
        with contract.all_words():
            for line in game.checklist(options, seats):
                contract.check_said(line)


@pytest.mark.long
@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_many_random_games_with_every_option_end(slug: str, seats: int) -> None:
    game = contract.game_of(slug)
    tables = contract.tables_of(game, seats, more=200)
    for number in range(max(1000, contract.PLAYOUTS)):
        options = tables[number % len(tables)]
        seed = f"{slug} {seats} long {number}"
        played = contract.play(game, options, seats, seed)
        if number % 20 == 0:
            contract.check_game(played, seed)


@pytest.mark.parametrize("slug", SLUGS)
def test_example_position_scores_and_fits_its_schema(slug: str) -> None:
    game = contract.game_of(slug)
    example = game.example()
    data = json.loads(json.dumps(codec.encode(example)))
    jsonschema.validate(data, schema(game.position_type, slug))
    position = codec.decode(game.position_type, data)
    assert position == example
    assert game.audit_position(position) == ()
    names, outcome = game.score_position(position)
    assert sorted(seat for group in outcome.ranks for seat in group) == list(range(len(names)))
