"""How the game speaks: the rulebook's own nouns, in sentences a player would say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parents[3] / "tableside" / "games" / "beyond_the_sun" / "locale"
WRONG = {
    "hu": (
        *(
            "közgazdasági",
            "világos hátú",
            "fajtáb",
            "naprendszerek",
            "a napnál",
            "szakirány",
            "jelleg",
            "ellenőrzésért",
        ),
        *(
            "saját technológia",
            "gyarmat",
            "bázis",
            "csillagkorong",
            "kutatáskor",
            "szabad választás",
            "elég / nem kell",
        ),
        *("kézzel elintézve", "eljött a vég", "egyedüli győztes", "hátralévő teendők", "soron lévő hely", "hátravan"),
        *("előzmények: semmi", "shipyard", "pawn", "(játékvezető)"),
    ),
    "en": ("(jobb)", "(bal)", "free choice", "all together", "there is one winner", "enough / ", "pawn to for"),
}
"""Words that are not the rulebook's, or that say something else."""
RIGHT = (
    *("környezeti", "megacég", "bolygókárty", "kikötőbolygó", "mélyűr", "specialitás", "kontroll", "magántechnológi"),
    *(
        "kolonizál",
        "lakosság",
        "ellátmány",
        "mérföldk",
        "előőrs",
        "céh",
        "tervezőasztal",
        "automatizál",
        "azonnal",
        "érc",
    ),
)
"""The rulebook's nouns."""


def catalogue(code: str) -> dict[str, str]:
    text = (HOME / code / "LC_MESSAGES" / "beyond_the_sun.po").read_text("utf-8")
    return dict(re.findall(r'msgid "(.+)"\nmsgstr "(.+)"', text))


@pytest.mark.parametrize("code", ["hu", "en"])
def test_no_word_is_used_that_the_rulebook_does_not_use_so(code: str) -> None:
    words = {key: re.sub(r"\{[^}]*\}", "", said).lower() for key, said in catalogue(code).items()}
    found = [(key, wrong) for key, said in words.items() for wrong in WRONG[code] if wrong in said]
    assert not found


def test_the_nouns_of_the_rulebook_are_used() -> None:
    said = "\n".join(catalogue("hu").values()).lower()
    assert [noun for noun in RIGHT if noun not in said] == []


def test_both_languages_say_the_same_things() -> None:
    assert set(catalogue("hu")) == set(catalogue("en"))
