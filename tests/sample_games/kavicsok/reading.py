"""What the camera may see: the one die (P2)."""

from __future__ import annotations

from tableside.core.game import Game, Guess
from tableside.core.readings import Expect, Readings
from tests.sample_games.kavicsok.rules.rolling import FACES, roll
from tests.sample_games.kavicsok.rules.turn_order import kinds
from tests.sample_games.kavicsok.state import State


def expect(state: State) -> Expect | None:
    """One die when it is thrown, else nothing."""
    return Expect(counts=(1,), values=tuple(FACES)) if kinds(state) == ("roll",) else None


def read(game: Game[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """The roll the photo shows, likeliest first."""
    if expect(state) is None or len(readings.dice) != 1:
        return ()
    seen = readings.dice[0].alternatives
    made = [(roll.move(None, one.value), one.p) for one in seen if isinstance(one.value, int)]
    return tuple(Guess(wanted, p, game.judge(state, wanted)) for wanted, p in made)
