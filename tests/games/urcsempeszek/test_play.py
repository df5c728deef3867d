"""A whole game typed into the terminal in both languages, with a refusal, undo, a correction and a resume."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tableside import samples
from tableside.cli import status
from tableside.core import notation
from tableside.core.moves import move
from tests import contract
from tests.games.urcsempeszek.support import GAME

PACK = str(Path(samples.__file__).parent / "urcsempeszek.json")
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        capsys.readouterr()
        assert status(list(arguments)) == 0
        told = capsys.readouterr().out
        assert "⟦" not in told and "Traceback" not in told
        return told

    return call


@pytest.mark.parametrize(
    ("code", "refusal", "undone", "ending"),
    [
        ("hu", "A kockán nincs ilyen érték: 9.", "Visszavonva.", "1. hely:"),
        ("en", "A die has no such number: 9.", "Undone.", "Place 1:"),
    ],
)
def test_a_whole_game_is_played_in_the_terminal(run: Run, code: str, refusal: str, undone: str, ending: str) -> None:
    options = {"stations": True, "favourite_ships": True}
    played = contract.play(GAME, GAME.info.settle(options), 3, "terminal")
    lines: list[str] = []
    for state, made in zip(played.states, played.moves):
        if made == GAME.routine(state):
            continue
        if made.kind == "bid" and not any(line.startswith("- bid") for line in lines):
            colour = state.players[0].colour
            lines.append(notation.write(move(None, "bid", dice=[[state.cards[0], colour, 9]], tokens=[])))
            lines.extend([notation.write(made), "u", "r"])
            continue
        lines.append(notation.write(made))
    half = len(lines) // 2
    begun = run(
        "--lang",
        code,
        "play",
        "urcsempeszek",
        "--seats",
        "3",
        "--option",
        "stations=true",
        "--option",
        "favourite_ships=true",
        "--copy",
        PACK,
        typed="\n".join([*lines[:half], "s", "q"]),
    )
    assert refusal in begun and undone in begun
    resumed = run("--lang", code, "play", "urcsempeszek", typed="\n".join([*lines[half:], "q"]))
    assert ending in resumed
    result = GAME.outcome(played.states[-1])
    assert result is not None
    first = result.ranks[0][0] + 1
    assert f"{ending} {first}." in resumed or f"{ending} Player {first}" in resumed


def test_a_misread_bidding_is_corrected_in_the_terminal(run: Run) -> None:
    typed = [
        "0 colour colour=orange",
        "1 colour colour=black",
        "- host player=0",
        '- deal cards=["s01","s02","s05"]',
        '- bid dice=[["s05","orange",6]] tokens=[[1,3],[-1,0]]',
        'c 5 - bid dice=[["s05","black",6]] tokens=[[1,3],[-1,0]]',
        "1 pay sector=s05 omit=blue cruisers=[]",
        "l",
        "q",
    ]
    names = ("--name", "Anna", "--name", "Béla")
    told = run("--lang", "en", "play", "urcsempeszek", *names, "--copy", PACK, typed="\n".join(typed))
    assert "Béla has paid for the 3-planet sector (blue)" in told
    assert "3-planet sector (blue): Anna 6" in told and "[1 pay cruisers=[] omit=blue sector=s05]" in told


def test_the_example_position_goes_through_the_command_line(run: Run) -> None:
    example = run("score", "urcsempeszek", "--example")
    result = json.loads(run("score", "urcsempeszek", "-", "--json", typed=example))
    assert [player["total"] for player in result["players"]] == [7, 7, 8]
    assert result["ranks"] == [[2], [1], [0]]
    assert [step["rule"] for step in result["tiebreak"]] == ["goods", "energy"]
