"""The rulebook's own nouns: in every sentence of a game, on its screens and in the rules that "§" opens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tableside.language import rules_of
from tests.games.beyond_the_sun.test_language import WRONG as NOT_BEYOND
from tests.games.onward_to_venus.test_language import WRONG as NOT_VENUS

GAMES = Path(__file__).parents[1] / "tableside" / "games"
NOT = {
    "beyond_the_sun": tuple(map(re.escape, NOT_BEYOND["hu"])),
    "onward_to_venus": tuple(map(re.escape, NOT_VENUS["hu"])),
    "gaia_project": (
        "galaxisformáló", "transzdim", "energiajelző", "golyó", r"\btál", "energiatál", "hatótáv(?!olság)", "beszkod",
        "fordulólap", "játékvégi", r"\b(el)?éget", "akciójelző", "technológialap", "szövetségjel", "gyűrűs",
    ),
    "kaosz_galaktika": ("kredit", "főfázis", "harcfázis", r"páncél\b", "ellenséges faj", "temető", "bombáz erő"),
    "urcsempeszek": (r"(?<!űr)szektorkárty", "sebességjel", "gyorsasági", "aukció", "joker", "űrbázis", "konténer"),
}  # fmt: skip
"""What the Hungarian rulebook never says so, or says of something else."""
NOUNS = {
    "gaia_project": (
        "gaiaformáló", "dimenzióközi", "energiajelölő", "agykő", "hatótávolság", "fordulópontozó-lapka", "műhold",
        "játék végi pontozólapka", "bónuszlapka", "szövetséglapka", "bolygótani intézet", "kereskedelmi állomás",
        "kutatólaboratórium", "akadémia", "techlapka", "mellékakció", "elveszett bolygó", "ktk", "kutatási terület",
    ),
    "kaosz_galaktika": (
        "kolónia", "központ", "szemét", "pusztulat", "felszín", "kantin", "hangár", "credit", "fegyverzet", "legénység",
        "bázis", "esemény", "megszakítás", "tűzerő", "páncélzat", "bombázás", "sebesség", "fejlesztési limit",
        "kezdő fázis", "fő fázis", "befejező fázis", "leszerelés", "felszerelés", "kötelék", "sorozatlövés", "álcázás",
    ),
    "urcsempeszek": (
        "űrszektor", "galaxis", "gyorsaságjelző", "karakterlap", "cirkáló", "közös készlet", "játékvezető",
        "kedvenc bolygó", "kedvenc űrhajó", "űrállomás", "licit", "dobókock",
    ),
}  # fmt: skip


def sentences(slug: str) -> dict[str, str]:
    """Every Hungarian sentence of a game: of its catalogue, and of its rules."""
    with (GAMES / slug / "locale" / "hu" / "LC_MESSAGES" / f"{slug}.po").open("rb") as file:
        told = {str(one.id): str(one.string) for one in read_po(file) if one.id}
    return told | {rule: words.hu for rule, words in rules_of(slug).rules.items()}


@pytest.mark.parametrize("slug", NOT)
def test_no_sentence_calls_a_thing_otherwise_than_the_rulebook(slug: str) -> None:
    words = {key: re.sub(r"\{[^}]*\}", "", said).lower() for key, said in sentences(slug).items()}
    found = [(key, wrong) for key, said in words.items() for wrong in NOT[slug] if re.search(wrong, said)]
    assert not found


@pytest.mark.parametrize("slug", NOUNS)
def test_the_nouns_of_the_rulebook_are_used(slug: str) -> None:
    said = "\n".join(sentences(slug).values()).lower()
    assert [noun for noun in NOUNS[slug] if noun not in said] == []
