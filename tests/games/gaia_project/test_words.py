"""Everything printed has words in both languages, and every key in the catalogues fits its twin."""

import random
import re
import string
from pathlib import Path

import pytest

from tableside.core import notation
from tableside.core.moves import Move
from tableside.core.rulebook import Turn
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.names import hex_name, hex_names, sector_number
from tableside.games.gaia_project.records import (
    ACTIONS,
    ADVANCED_PLACES,
    BOOSTERS,
    CONVERSIONS,
    FACTIONS,
    FINAL_TILES,
    PLACES,
    ROUND_TILES,
    TECHS,
    TOKEN,
    TRACKS,
)
from tableside.games.gaia_project.rules.turn_order import TASK_KINDS
from tableside.games.gaia_project.state import Task, evolve
from tableside.language import LANGUAGES, language
from tests.contract import check_said
from tests.games.gaia_project.table import do, laid, rich, started, turn_of

FOLDER = Path(__file__).parents[3] / "tableside/games/gaia_project/locale"


def entries(code: str) -> dict[str, str]:
    lines = (FOLDER / code / "LC_MESSAGES/gaia_project.po").read_text(encoding="utf-8").splitlines()
    ids = [line[7:-1] for line in lines if line.startswith("msgid ")][1:]
    words = [line[8:-1] for line in lines if line.startswith("msgstr ")][1:]
    return dict(zip(ids, words))


def test_both_catalogues_have_the_same_keys_and_placeholders() -> None:
    hungarian, english = entries("hu"), entries("en")
    assert set(hungarian) == set(english)
    for key in hungarian:
        names = [
            {name for _, name, _, _ in string.Formatter().parse(words[key]) if name} for words in (hungarian, english)
        ]
        assert names[0] == names[1], key


def test_no_article_is_written_by_hand_before_a_placeholder() -> None:
    for key, words in entries("hu").items():
        assert " a {" not in words and " az {" not in words and "a(z)" not in words, key


def test_a_planet_is_told_by_its_sector_and_twins_as_they_are_written_on_the_map() -> None:
    state = laid(2)
    grid = state.map
    said = {name: language("hu").say(hex_name(state, name)) for name in grid.number}
    lone = [name for name in said if grid.planet[grid.number[name]] != "e" and name not in said[name]]
    assert len({said[name] for name in lone}) == len(lone) >= 30
    assert all(said[name].endswith(f"({grid.sector_of(grid.number[name])[0]}. szektor)") for name in lone)
    for name in said.keys() - lone:
        hex = grid.number[name]
        twins = [other for other in bits(grid.of[grid.planet[hex]]) if grid.sector_of(other) == grid.sector_of(hex)]
        assert said[name].startswith(name) and (grid.planet[hex] == "e" or len(twins) > 1)
    state = evolve(state, formed=grid.of["m"])
    for name, hex in grid.number.items():
        twins = [other for other in bits(grid.of["m"] | grid.of["g"]) if grid.sector_of(other) == grid.sector_of(hex)]
        if hex in twins and len(twins) > 1:
            assert hex_names(state, (name,))[0].key == "core.value", name


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("faction", FACTIONS),
        ("track", TRACKS),
        ("tech", TECHS),
        ("booster", BOOSTERS),
        ("round", ROUND_TILES),
        ("final", FINAL_TILES),
        ("token", TOKEN),
        ("action", ACTIONS),
        ("place", (*PLACES, *ADVANCED_PLACES)),
        ("kind", [one.kind for one in GAME.plays]),
        ("move", [one.kind for one in GAME.plays]),
        ("task", TASK_KINDS),
        ("unit", {record.of for record in CONVERSIONS.values()}),
    ],
)
def test_everything_printed_has_a_name(group: str, names: object) -> None:
    for name in names:  # type: ignore[attr-defined]
        for code in LANGUAGES:
            assert language(code).message(f"gaia_project.{group}.{name}"), (group, name)


def test_every_kind_of_move_is_judged_and_its_slots_are_named() -> None:
    for seats, option in ((2, "free"), (4, "free"), (4, "shape")):
        state = laid(seats, map=option)
        for one in GAME.plays:
            for slot in one.shape_for(Turn(GAME, state, None)):
                check_said(GAME.say_slot(state, one.kind, slot))


def test_impossible_kinds_are_shown_with_their_reason() -> None:
    state = turn_of(started("terrans", "xenos"), 0)
    (choice,) = GAME.choices(state, Move(0, ""))
    offers = {offer.value: offer for offer in choice.offers}
    assert set(offers) == {
        *("mine", "project", "upgrade", "federation", "research", "action", "special", "pass", "convert", "burn")
    }
    refused = offers["federation"].why_not
    assert refused is not None
    assert refused.cite.rule == "I6"


def test_impossible_actions_are_shown_with_their_reason() -> None:
    state = turn_of(rich(started("terrans", "xenos"), 0, bowl3=3), 0)
    (choice,) = GAME.choices(state, Move(0, "action"))
    closed = {offer.value: offer.why_not for offer in choice.offers if offer.why_not is not None}
    assert "power1" in closed
    assert closed["power1"].reason.key == "gaia_project.no.power_missing"


def test_a_turn_is_told_in_both_languages() -> None:
    state = turn_of(rich(started("terrans", "xenos"), 0), 0)
    made = next(made for made in GAME.moves(state, 0) if made.kind == "mine")
    hungarian, english = (language(code).say(GAME.say_move(state, made)) for code in ("hu", "en"))
    assert hungarian.startswith("Terranok: bányát épít")
    assert english.startswith("Terrans build a mine")
    assert do(state, made).acted


def test_the_checklist_names_every_sector_of_the_printed_map() -> None:
    for seats in (2, 3, 4):
        line = next(line for line in GAME.checklist({}, seats) if line.key.endswith("map_standard"))
        rows = [row.split() for row in line["rows"].split(" | ")]
        assert rows == (
            [["01", "05"], ["02", "03", "06"], ["04", "07"]]
            if seats == 2
            else [["10", "01", "05"], ["09", "02", "03", "06"], ["08", "04", "07"]]
        )


def test_a_random_map_is_told_so_that_people_can_lay_it() -> None:
    state = laid(2, map="free")
    made = GAME.sample(state, None, random.Random(5).randrange)
    said = language("en").say(GAME.say_move(state, made))
    assert said.count("in the place of") == 7
    face, turns = made["at_3"], made["turn_3"]
    assert f"{sector_number(face)} in the place of 03, {turns} turn" in said


def test_a_drawn_setup_can_be_entered_tile_by_tile() -> None:
    state = GAME.setup({"map": "free"}, 3)
    for kind, slots in (("tiles", 6 + 6 + 2), ("board", 9 + 6 + 1), ("map", 20)):
        partial = Move(None, kind)
        for number in range(slots):
            (choice,) = GAME.choices(state, partial)
            offer = choice.offers[-1] if kind != "map" else choice.offers[0]
            partial = partial.given(**{choice.slot: offer.value})
            assert number < slots
        assert GAME.choices(state, partial) == ()
        state = do(state, partial)
    assert state.phase == "factions"
    assert state.boosters == ("booster5", "booster6", "booster7", "booster8", "booster9", "booster10")
    assert state.rounds[0] == "score9"


def test_planets_that_cannot_be_built_on_now_say_why() -> None:
    state = turn_of(rich(started("terrans", "xenos"), 0, qic=0), 0)
    (choice,) = GAME.choices(state, Move(0, "mine"))
    closed = {offer.value: offer.why_not for offer in choice.offers if offer.why_not is not None}
    opened = {offer.value for offer in choice.offers if offer.why_not is None}
    assert opened == {made["hex"] for made in GAME.moves(state, 0) if made.kind == "mine"}
    assert closed
    assert {refused.reason.key for refused in closed.values()} == {
        "gaia_project.no.too_far",
        "gaia_project.no.too_far_gaia",
    }


def test_the_examples_of_the_notation_can_be_read() -> None:
    """What the page about this game shows between backquotes as a move is what the terminal takes."""
    page = (Path(__file__).parents[3] / "docs/games/gaia_project.md").read_text(encoding="utf-8")
    kinds = {one.kind for one in GAME.plays}
    shown = [words for words in re.findall(r"`([^`\n]+)`", page) if "=" in words and "..." not in words]
    moves = [words.removeprefix("- ") for words in shown if words.removeprefix("- ").split()[0] in kinds]
    assert len(moves) >= 5
    for words in moves:
        assert notation.read(f"0 {words}").kind in kinds


def test_for_two_every_way_of_the_printed_outline_is_free() -> None:
    for way in ("core", "upright", "free"):
        keys = [line.key for line in GAME.checklist({"map": way}, 2)]
        assert "gaia_project.check.map_free" in keys
    assert "gaia_project.check.map_core" in [line.key for line in GAME.checklist({"map": "core"}, 3)]


def test_the_score_sheet_has_only_the_rows_of_its_table() -> None:
    """Gleens alone score by what they are; nothing is bid without an auction."""
    plain, gleens = started("terrans", "xenos"), started("terrans", "gleens")
    assert not {"faction", "bid"} & {line.key for line in GAME.score(plain)}
    assert "faction" in {line.key for line in GAME.score(gleens)}
    assert all(line.cite.rule == "O4" for line in GAME.score(gleens) if line.key == "faction")


def test_what_costs_nothing_is_said_so() -> None:
    charging = evolve(turn_of(started("terrans", "xenos"), 0), todo=(Task("charge", 1, 1, 0),))
    said = [
        language("hu").say(GAME.say_ready(charging, made)) for made in GAME.moves(charging, 1) if made.kind == "charge"
    ]
    assert said and all("ingyen" in words and "0 pont" not in words for words in said)
