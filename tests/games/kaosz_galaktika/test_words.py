"""Both languages say everything, with the same placeholders, and no Hungarian article is guessed."""

import re
import string

import pytest

from tableside.games.kaosz_galaktika import folding
from tableside.games.kaosz_galaktika.cards import SUBTYPES, Keyword, Race
from tableside.games.kaosz_galaktika.moves import KINDS
from tableside.language import LANGUAGES, folder, language

SLUG = "kaosz_galaktika"


def messages(code: str) -> dict[str, str]:
    place = folder(SLUG)
    assert place is not None
    text = (place / code / "LC_MESSAGES" / f"{SLUG}.po").read_text(encoding="utf-8")
    return dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.*)"', text, re.MULTILINE))


def names(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    hungarian, english = messages("hu"), messages("en")
    assert set(hungarian) == set(english)
    for key in hungarian:
        assert names(hungarian[key]) == names(english[key]), key
        assert hungarian[key].strip(), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_kind_slot_and_event_has_words(code: str) -> None:
    keys = [f"kind.{kind}" for kind in KINDS] + [f"move.{kind}" for kind in KINDS]
    keys += [f"slot.{kind}.{slot}" for kind, known in KINDS.items() for slot in known.shape]
    keys += [f"event.{kind}" for kind in folding.FOLDS]
    keys += [f"race.{race}" for race in Race] + [f"keyword.{keyword}" for keyword in Keyword]
    keys += [f"type.{type}" for type in SUBTYPES] + [f"subtype.{name}" for group in SUBTYPES.values() for name in group]
    for key in keys:
        assert language(code).message(f"{SLUG}.{key}"), key


def test_no_article_is_written_before_a_placeholder() -> None:
    for key, message in messages("hu").items():
        assert not re.search(r"\b[aA]z? \{|a\(z\)", message), key


def test_every_refusal_in_the_rules_has_words() -> None:
    from pathlib import Path

    home = Path(folding.__file__).parent
    found = set()
    for file in home.rglob("*.py"):
        found |= set(re.findall(r'\bno\(\s*"(\w+)"', file.read_text(encoding="utf-8")))
    known = messages("hu")
    assert found
    assert {key for key in found if f"{SLUG}.no.{key}" not in known} == set()
    said = {key.rpartition(".")[2] for key in known if key.startswith(f"{SLUG}.no.")}
    assert said - found <= {"players_move"}, "words nobody says"
