"""Both languages are complete and agree; the Hungarian article fits the word after it."""

import re
import string
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from tableside.core.moves import called, text
from tableside.language import article, language

ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(
    file for folder in ("tableside", "tests/sample_games") for file in (ROOT / folder).rglob("hu/LC_MESSAGES/*.po")
)

PRONOUN_BEFORE = {"is", "a", "az", "nem", "volt", "lesz", "lehet", "kell", "nyer", "kapja"}
"""Words before which "az" is the pronoun, not the article."""


def messages(file: Path) -> dict[str, str]:
    with file.open("rb") as stream:
        return {str(entry.id): str(entry.string) for entry in read_po(stream) if entry.id}


def fields(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_both_languages_say_the_same_things(file: Path) -> None:
    hungarian = messages(file)
    english = messages(Path(str(file).replace("/hu/", "/en/")))
    assert hungarian.keys() == english.keys()
    for key in hungarian:
        assert hungarian[key].strip() and english[key].strip(), f"{key} has no words"
        assert fields(hungarian[key]) == fields(english[key]), f"{key}: placeholders differ"
        assert key.split(".")[0] == file.stem, f"{key} is in the wrong catalogue"


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_hungarian_articles_are_left_to_the_formatter(file: Path) -> None:
    for key, message in messages(file).items():
        assert not re.search(r"\b[Aa]z? ?„?\{", message), f"{key}: write {{x:az}} instead"
        assert "a(z)" not in message.lower(), f"{key}: a(z)"
        for the, word in re.findall(r"\b([Aa]z?) ([\wÁÉÍÓÖŐÚÜŰáéíóöőúüű]+)", message):
            assert the.lower() == article(word) or word in PRONOUN_BEFORE, f"{key}: {the} {word}"


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
@pytest.mark.parametrize("code", ["hu", "en"])
def test_compiled_catalogues_are_fresh(file: Path, code: str) -> None:
    source = Path(str(file).replace("/hu/", f"/{code}/"))
    with source.with_suffix(".mo").open("rb") as stream:
        compiled = {str(entry.id): str(entry.string) for entry in read_mo(stream) if entry.id}
    assert compiled == messages(source), "run make locale"


@pytest.mark.parametrize(
    ("word", "the"),
    [
        ("kártya", "a"),
        ("űrállomás", "az"),
        ("1", "az"),
        ("2", "a"),
        ("5", "az"),
        ("10", "a"),
        ("15", "a"),
        ("50", "az"),
        ("100", "a"),
        ("1000", "az"),
        ("1500", "az"),
        ("10000", "a"),
        ("F2", "az"),
        ("K", "a"),
        ("II", "a"),
        ("III", "a"),
        ("I", "az"),
        ("„alma”", "az"),
        ("−1", "a"),
    ],
)
def test_article_before(word: str, the: str) -> None:
    assert article(word) == the


def test_a_text_in_a_text_is_said_in_the_same_language() -> None:
    outer = text("kavicsok.no.cannot_pay", missing=(text("kavicsok.amount.pebbles", n=1),))
    assert language("en").say(outer) == "You cannot pay: 1 pebble missing."
    assert language("hu").say(outer) == "Nem tudod kifizetni, hiányzik: 1 kavics."


def test_a_missing_message_is_shown_as_such() -> None:
    assert language("en").say(text("core.never_written")) == "⟦core.never_written⟧"


def test_a_player_is_called_by_name_where_names_are_known_and_a_name_takes_no_article() -> None:
    seat = called(1, text("onward_to_venus.player.yellow"))
    turn = text("onward_to_venus.move.done", seat=seat)
    assert language("hu").say(seat) == "sárga játékos"
    assert language("hu", ("Anna", "Csaba")).say(seat) == "Csaba"
    assert language("hu").say(turn).startswith("A sárga játékos ")
    assert language("hu", ("Anna", "Csaba")).say(turn).startswith("Csaba ")
    assert language("en", ("Anna", "{seat}")).say(turn).startswith("{seat} ")


def test_a_seat_without_a_name_is_called_as_its_game_calls_it() -> None:
    seat = called(2, text("onward_to_venus.player.red"))
    assert language("hu", ("Anna", "Csaba")).say(seat) == "vörös játékos"
    assert language("en", ("Anna", "Csaba", "  ")).say(seat) == "Red"
