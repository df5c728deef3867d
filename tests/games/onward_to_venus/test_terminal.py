"""A whole game with `tableside play onward_to_venus` and the sample copy kept here."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tableside.core import notation
from tests import contract
from tests.games.onward_to_venus.scenes import GAME

cli = pytest.importorskip("tableside.cli")
PACK = Path(__file__).parent / "sample_copy.json"
BOOKKEEPING = ("deal", "begin", "resolve", "income", "return", "finish")


def test_a_whole_game_in_the_terminal() -> None:
    played = next(
        game
        for game in (contract.play(GAME, {}, 2, f"terminal {seed}") for seed in range(20))
        if game.states[-1].end == "done"
    )
    lines = [notation.write(made) for made in played.moves if made.kind not in BOOKKEEPING]
    run = CliRunner().invoke(
        cli.app,
        ["--lang", "en", "play", "onward_to_venus", "--new", "--copy", str(PACK)],
        input="\n".join([*lines, "q"]),
    )
    assert run.exit_code == 0, run.output
    assert not [line for line in run.output.splitlines() if line.startswith("✗ ")]
    outcome = GAME.outcome(played.states[-1])
    assert outcome is not None
    assert "The third period is over" in run.output
