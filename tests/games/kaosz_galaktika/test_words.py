"""Both languages say everything, with the same placeholders, and no Hungarian article is guessed."""

import re
import string

import pytest

from tableside.core.moves import move
from tableside.core.table import Table
from tableside.games.kaosz_galaktika import game
from tableside.games.kaosz_galaktika.changes import CHANGES
from tableside.games.kaosz_galaktika.records import Keyword, Mark, Race, Subtype, Type
from tableside.games.kaosz_galaktika.rules import turn_order
from tableside.games.kaosz_galaktika.rules.plays import PLAYS
from tableside.games.kaosz_galaktika.words import CARDS, TOLD_PHASES, UNSAID
from tableside.language import LANGUAGES, folder, language
from tests.games.kaosz_galaktika.scenario import IDS, Scenario

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
    keys = [f"{group}.{play.kind}" for play in PLAYS for group in ("kind", "move")]
    keys += [f"slot.{play.kind}.{slot}" for play in PLAYS for slot in play.shape]
    keys += [f"event.{name}" for change in CHANGES if (name := change.__name__) not in ("phase", "declared", *UNSAID)]
    keys += [f"event.declared_{how}{price}" for how in set(CARDS.values()) for price in ("", "_free")]
    keys += [f"began.{phase}" for phase in TOLD_PHASES]
    keys += [f"value.{value}" for words in (Type, Subtype, Race, Keyword, Mark) for value in words]
    for key in keys:
        assert language(code).message(f"{SLUG}.{key}"), key


def test_no_article_is_written_before_a_placeholder() -> None:
    for key, message in messages("hu").items():
        assert not re.search(r"\b[aA]z? \{|a\(z\)", message), key


def test_every_refusal_in_the_rules_has_words() -> None:
    from pathlib import Path

    home = Path(game.__file__).parent
    found = set()
    for file in home.rglob("*.py"):
        found |= set(re.findall(r'\b_?no\(\s*"(\w+)"', file.read_text(encoding="utf-8")))
    found |= {key for key, _ in turn_order.LATER.values()} | {"own_main_phase"}
    known = messages("hu")
    assert found
    assert {key for key in found if f"{SLUG}.no.{key}" not in known} == set()
    said = {key.partition(".no.")[2] for key in known if key.startswith(f"{SLUG}.no.")}
    kinds = {f"none.{play.kind}" for play in PLAYS}
    assert said - found - kinds <= {"players_move"}, "words nobody says"


def test_bookkeeping_is_not_spoken_aloud() -> None:
    """What hands hear of a ship that nobody answers: what it cost and where it lies."""
    s = Scenario("dani hand Szúnyog\ndani credits 9\nlaci hides 1\nturn of dani", answers="quiet")
    table = Table(s.game, {}, 2, start=s.state)
    said = []
    for made in (move(0, "ship", card=IDS["Szúnyog"]), move(1, "let"), move(0, "end_turn")):
        table.confirm(made)
    for step in table.log.line.steps():
        said += [language("hu").say(words) for words, _ in table.explained(step).events]
    assert said == [
        "Az 1. játékos kijátssza: Szúnyog (2 credit)",
        "Az 1. játékos hangárjába érkezik: Szúnyog",
        "A 2. játékos köre kezdődik",
        "2. játékos: credit +5",
    ]
