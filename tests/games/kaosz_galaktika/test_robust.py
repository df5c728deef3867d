"""The referee never fails on any move, and what it takes keeps every promise."""

import random
from typing import Any, get_args, get_origin

import pytest

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.kaosz_galaktika.rules.plays import PLAYS
from tests import contract

NUMBERS = (-1, 0, 1, 2, 3, 5, 8, 13, 40, 99, 3600, 10**9)
WORDS = (
    "colony", "hand", "trash", "ruin", "crew", "base", "ship", "turn", "combat", "always", "used", "damaged",
    "active", "speed", "armour", "kek", "hibas", "szunyog", "kelepce", "tiltas", "crx", "", "nincs ilyen",
)  # fmt: skip


def invented(kind: Any, chance: random.Random, uids: list[int]) -> Any:
    """Some value of this type, often one that means something at the table."""
    if kind is int:
        return chance.choice([*NUMBERS, *uids, *uids])
    if kind is str:
        return chance.choice(WORDS)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if inner[-1] is Ellipsis:
            return tuple(invented(inner[0], chance, uids) for _ in range(chance.randrange(4)))
        return tuple(invented(part, chance, uids) for part in inner)
    return invented(chance.choice(get_args(kind)), chance, uids) if get_args(kind) else None


@pytest.mark.parametrize("seats", [2, 4])
def test_no_move_whatever_makes_the_referee_fail(seats: int) -> None:
    game = contract.game_of("kaosz_galaktika")
    print("seed", contract.SEED, seats)
    chance = random.Random(f"{contract.SEED} fuzz {seats}")
    played = contract.play(game, {"answers": "every"}, seats, f"fuzz {seats}")
    taken = 0
    for state in chance.sample(played.states, 60):
        uids = [piece.uid for piece in state.pieces] + [item["number"] for item in state.stack.items]
        for seat in game.to_act(state):
            for play in PLAYS:
                args = {slot: invented(form, chance, uids) for slot, form in play.shape.items()}
                wanted = move(seat, play.kind, **args)
                ruling = game.judge(state, wanted)
                contract.check_said(game.say_move(state, wanted))
                if isinstance(ruling, Illegal):
                    contract.check_refusal(ruling, game)
                    continue
                taken += 1
                after = state
                for happened in ruling.events:
                    contract.check_said(game.say_event(after, happened))
                    after = game.apply(after, happened)
                assert game.audit(after) == (), wanted
                assert game.census(after) == game.census(state), wanted
                assert game.to_act(after) or game.outcome(after)
                for other in game.to_act(after):
                    assert next(iter(game.moves(after, other)), None) is not None, wanted
    assert taken > 50


def test_moves_nobody_knows_are_refused() -> None:
    game = contract.game_of("kaosz_galaktika")
    state = game.setup(game.info.settle({}), 2)
    for wanted in (Move(0, ""), Move(0, "adjust"), Move(None, "deck"), Move(5, "deck"), Move(0, "income")):
        assert isinstance(game.judge(state, wanted), Illegal)
    assert isinstance(game.judge(state, move(0, "deck", deck="kek")), Legal)
