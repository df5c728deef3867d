"""The scenario language: what it says must hold, or the line is named."""

import pytest

from tests.games.kaosz_galaktika.scenario import Scenario

TABLE = "dani ship CRX\ndani credits 2\nlaci hides 1\nturn of dani"


@pytest.mark.parametrize(
    "wrong",
    [
        "so CRX armour 4",
        "so CRX is used",
        "so dani credits 3",
        "so laci hand 2",
        "so asked laci",
        "so stack attack",
        "so phase closing",
        "so CRX in trash of dani",
        "so something else",
        "no credits_short: dani draws",
        "no not_now: laci draws",
        "dani plays Szúnyog",
        "laci draws",
        "dani fires CRX at Mamut I.",
    ],
)
def test_a_line_that_does_not_hold_fails_and_is_named(wrong: str) -> None:
    s = Scenario(TABLE)
    with pytest.raises(AssertionError, match="line 1, "):
        s.play(wrong)


def test_a_scenario_reads_like_a_game() -> None:
    Scenario(f"""{TABLE}
        # what everybody sees
        so CRX armour 5
        so CRX is active
        no not_your_turn: laci draws
        dani draws
        so dani hand 1
        so dani credits 1
        dani attacks laci colony
        so stack attack
        so asked laci
        all let
        so step equip_attack
    """)
