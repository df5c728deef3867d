"""How the game speaks: the rulebook's own nouns, sentences a player would say, and what happened with its reason."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tableside.core.moves import Event, Move, Text, move
from tableside.core.ruling import Illegal
from tableside.core.score import Ending
from tableside.games.onward_to_venus.position import Final, Holding, Position
from tableside.games.onward_to_venus.state import State, Task
from tableside.language import language
from tests.games.onward_to_venus.scenes import (
    GAME,
    SHIPPED,
    act,
    attack,
    crisis,
    deploy,
    do,
    fly,
    lay,
    on,
    pay,
    player,
    roll,
    scene,
    tiles,
)

HOME = Path(__file__).parents[3] / "tableside" / "games" / "onward_to_venus"
WRONG = {
    "hu": (
        "véletlenül",
        "ábécé",
        "három kocka mutat",
        "soron lévő hely",
        "akciót végrehajt:",
        "kezekben",
        "Ki a valódi",
        "egyedüli győztes",
        "veszteségre való",
        "szabad akció",
        "előny",
        "idegen lény",
        "bolygó",
    ),
    "en": ("cruiser", "trophy", "trophies", "pass token", "attempts on", "by accident"),
}
"""Words that are not the rulebook's, or that say something else; ids in braces are no words."""


def said(text: Text, code: str = "hu") -> str:
    return language(code).say(text)


def catalogue(code: str) -> dict[str, str]:
    text = (HOME / "locale" / code / "LC_MESSAGES" / "onward_to_venus.po").read_text("utf-8")
    return dict(re.findall(r'msgid "(onward_to_venus[^"]+)"\nmsgstr "([^"]*)"', text))


def happened(state: State, made: Move, code: str = "hu") -> list[str]:
    """What the log says of a move."""
    ruling = GAME.judge(state, made)
    assert not isinstance(ruling, Illegal), ruling
    told = []
    for event in ruling.events:
        told.append(said(GAME.say_event(state, event), code))
        state = GAME.apply(state, event)
    return told


@pytest.mark.parametrize("code", ["hu", "en"])
def test_only_the_rulebooks_own_nouns_are_used(code: str) -> None:
    rules = tomllib.loads((HOME / "rules.toml").read_text("utf-8"))
    words = {**catalogue(code), **{rule: told[code] for rule, told in rules["rules"].items()}}
    words |= {f"heading {n}": pair[code == "en"] for n, pair in enumerate(rules["headings"].items())}
    assert len(words) > 700
    found = {
        key: wrong
        for key, told in words.items()
        for wrong in WRONG[code]
        if wrong.lower() in re.sub(r"\{[^}]*\}", "", told).lower()
    }
    assert not found


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (move(0, "play_at", card="hunt", planet="venus"), "A vörös játékos kártyát játszik ki a Vénuszra: Körvadászat"),
        (move(0, "remove", planet="earth", place="orbit", unit="tank", card=None), "egységet vesz le a Földről"),
        (move(0, "give_up"), "A vörös játékos feladja"),
        (pay(0, (1, 0, 0)), "A vörös játékos kifizeti a harci pontokat: 1 gyalogság"),
        (attack(1, "earth", "mine_3"), "A kék játékos támad a Földön: bányalapka, védelme 3"),
    ],
)
def test_moves_are_said_as_a_player_would(made: Move, words: str) -> None:
    assert words in said(GAME.say_move(scene(), made))


def test_nothing_is_said_of_cards_that_were_not_played() -> None:
    state = do(tiles(on(scene(), 0, "mars", orbit=(6, 0, 0)), "mars", "mine_1"), attack(0, "mars", "mine_1"))
    words = said(GAME.say_move(do(state, roll(1, 1, 2)), pay(0, (2, 0, 0))))
    assert words == "A vörös játékos 2 harci pontot fizet (2 kell): 2 gyalogság"


def test_a_thrown_die_is_not_called_three() -> None:
    assert said(GAME.say_event(scene(), Event("rolled", (("dice", (3,)),)))).startswith("A dobás")


def test_who_gives_up_is_told_what_was_needed_and_no_nought_is_paid() -> None:
    state = do(tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_6"), attack(0, "mars", "mine_6"))
    told = " · ".join(happened(do(state, roll(1, 1, 4)), move(0, "give_up")))
    assert "feladja a lapkát; 9 harci pont kellett volna hozzá" in told and "0" not in told


def test_the_tiles_are_told_planet_by_planet() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    words = said(GAME.say_move(state, lay(state, mercury=("draw", "trophy"), venus=("mine_3",))))
    assert "Merkúr: laphúzólapka" in words and ("; Vénusz: " in words or " Vénusz: " in words)
    assert "mercury" not in words


def test_the_winner_is_named() -> None:
    players = (Final("Anna", "red", (Holding("moon", 1),), start_marker=True), Final("Béla", "blue"))
    names, outcome = GAME.score_position(Position(players))
    assert outcome.ending is Ending.WON
    assert "Anna" in language("hu", names).say(outcome.reason)


# -- what happened, and why ------------------------------------------------------------------------


def test_a_crisis_that_does_nothing_says_why() -> None:
    assert happened(crisis("venus", 1), move(None, "resolve"))[:2] == [
        "Vénusz: 1. szintű krízis",
        "Vénusz: ezen a szinten semmi sem történik",
    ]
    assert "Mars: nincs ott senkinek semmije" in happened(crisis("mars", 2), move(None, "resolve"))[1]


def test_mercury_says_why_bazagthoth_serves_nobody() -> None:
    tied = on(on(crisis("mercury", 1), 0, "mercury", mine=1), 1, "mercury", mine=1)
    assert "holtverseny" in happened(tied, move(None, "resolve"))[1]
    poor = player(on(crisis("mercury", 1), 0, "mercury", mine=1), 0, money=0)
    assert "nincs pénze rá" in happened(poor, move(None, "resolve"))[1]


@pytest.mark.parametrize(
    ("level", "service"),
    [
        (1, "1 fontért kártyát húzathat"),
        (2, "1 fontért elpusztíttathat egy egységet"),
        (3, "3 fontért elpusztíttathat"),
    ],
)
def test_bazagthoths_service_and_price_are_told(level: int, service: str) -> None:
    state = on(on(crisis("mercury", level), 0, "mercury", mine=1), 1, "mars", orbit=(1, 0, 0), mine=1)
    assert service in happened(state, move(None, "resolve"))[-1]


def test_what_the_pirates_ask_is_told() -> None:
    state = player(on(crisis("titan", 2), 0, "titan", mine=2, factory=1), 0, money=1)
    assert "a kalózoknak 3 fontot" in happened(state, move(None, "resolve"))[-1]


def test_which_unit_is_in_danger_and_where_is_told_before_what_comes_next() -> None:
    state = on(on(crisis("mercury", 2), 0, "mercury", mine=1), 1, "mars", orbit=(1, 0, 0))
    state = tiles(do(state, move(None, "resolve")), "venus", "crisis_3")
    strike = move(0, "strike", victim=1, planet="mars", place="orbit", unit="infantry")
    last = happened(state, strike)[-1]
    assert last == "Következik: a kék játékos megmentheti az egységét a Marson: gyalogság"
    asked, _ = act(state, strike)
    assert "megmentheti az egységét a Marson" in said(GAME.phase(asked))


def test_whose_roll_it_is_and_where() -> None:
    state = do(tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_1"), attack(0, "mars", "mine_1"))
    assert "a vörös játékos dob a harchoz 3 kockával: Mars" in said(GAME.phase(state))


def test_incomes_stand_on_the_score_sheet() -> None:
    state = on(scene(2), 0, "moon", mine=1, factory=1)
    line = next(line for line in GAME.score(state) if line.key == "moon" and line.seat == 0)
    assert line.detail is not None
    assert said(line.detail) == "bevétel ott: 5 font, 1. helyen"


# -- citations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "rule"),
    [
        ("hire", "E3"),
        ("venus", "E4"),
        ("cede", "E5"),
        ("discard", "D4"),
        ("spied", "F28"),
        ("lose", "D9"),
        ("act", "D13"),
    ],
)
def test_what_is_not_due_cites_what_is_due(task: str, rule: str) -> None:
    """A move of another moment names the rule of this one, not that of the turn."""
    state = on(scene(2, (Task("begin"), Task(task, 0, "venus", 1))), 0, "venus", orbit=(1, 0, 0))
    ruling = SHIPPED.judge(state, move(0, "let"))
    assert isinstance(ruling, Illegal) and ruling.reason.key == "onward_to_venus.no.not_now"
    assert (ruling.cite.source, ruling.cite.rule) == ("onward_to_venus", rule)


def test_the_view_has_signs_of_its_language() -> None:
    letters = {
        code: {key: value for key, value in catalogue(code).items() if ".letter." in key} for code in ("hu", "en")
    }
    assert letters["hu"]["onward_to_venus.letter.factory"] == "Gy"
    assert letters["hu"]["onward_to_venus.letter.traitor"] == "Á"
    for own in letters.values():
        assert len(set(own.values())) == len(own), "no two things share a sign"


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (fly(0, "earth", "mars", (4, 0, 2)), "Föld → Mars: 4 gyalogság, 2 űrcirkáló"),
        (move(0, "claim", planet="mars", tile="draw", unit="infantry"), "Mars: laphúzólapka (gyalogság)"),
        (attack(0, "mars", "mine_3"), "Támadás, Mars: bányalapka, védelme 3"),
        (deploy(0, "tank:earth"), "Felállítás, Föld: 1 tank, 3 font"),
        (deploy(0, "cruiser:earth", "cruiser:earth"), "Felállítás, Föld: 2 űrcirkáló, 8 font"),
        (deploy(0, "cruiser:earth", "tank:mars"), "Felállítás: 1 űrcirkáló (Föld), 1 tank (Mars), 7 font"),
    ],
)
def test_a_suggested_move_is_told_in_one_line(made: Move, words: str) -> None:
    assert said(GAME.say_ready(scene(), made)) == words
    assert "vörös" in said(GAME.say_move(scene(), made)), "the log says whose it was"
