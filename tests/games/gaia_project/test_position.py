"""Score-only, the audit of a table, the picture, and the camera at setup."""

import cmath
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tableside.core import codec
from tableside.core.moves import Move, move
from tableside.core.readings import Alternative, CardReading, Readings, Verdict
from tableside.core.ruling import Illegal
from tableside.core.score import totals
from tableside.core.table import Table
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.map_geometry import Geometry, Place
from tableside.games.gaia_project.reading import card_ids, tile_of
from tableside.games.gaia_project.records import ADVANCED, BOOSTERS, PLACES, STANDARD
from tableside.games.gaia_project.rules.laying import places_laid, tiles_move
from tableside.games.gaia_project.state import State, Task, evolve
from tests.games.gaia_project.table import BOARD, FINALS, ROUNDS, build, do, laid, put, started, turn_of


def test_a_typed_position_scores_final_tiles_research_and_resources() -> None:
    _, outcome = GAME.score_position(GAME.example())
    assert totals(outcome.lines, 3) == (
        92 + 12 + 15 + 20 + 3,
        88 + 6 + 15 + 16 + 1,
        75 + 18 + 6 + 12 + 2,
    )
    assert outcome.winners == (0,)


def test_two_players_are_ranked_with_the_neutral_one() -> None:
    example = GAME.example()
    two = replace(
        example, players=tuple(replace(player, counts=(12 - n, 7)) for n, player in enumerate(example.players[:2]))
    )
    _, outcome = GAME.score_position(two)
    points = {(line.seat, line.key): line.points for line in outcome.lines}
    assert (points[0, "final.structure"], points[1, "final.structure"]) == (18, (12 + 6) // 2)
    assert (points[0, "final.satellite"], points[1, "final.satellite"]) == (9, 9)


def test_an_impossible_position_names_every_reason() -> None:
    example = GAME.example()
    first = replace(
        example.players[0], faction="klingons", credits=31, research=(6, 5, 0, 0, 0, 0), counts=(-1, 0), points=-1
    )
    second = replace(example.players[1], research=(0, 5, 0, 0, 0, 0), faction="xenos")
    wrong = replace(example, players=(first, second, example.players[2]), finals=("gaia", "gaia"))
    keys = {problem.reason.key.removeprefix("gaia_project.no.") for problem in GAME.audit_position(wrong)}
    assert keys == {
        "position.faction",
        "audit.cap",
        "audit.level",
        "position.count",
        "position.start_level",
        "audit.points",
        "finals_number",
        "audit.two_on_top",
        "audit.same_board",
    }
    assert {problem.reason.key for problem in GAME.audit_position(replace(example, players=example.players[:1]))} == {
        "gaia_project.no.position.seats"
    }


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"credits": 31}, "audit.cap"),
        ({"ore": -1}, "audit.negative"),
        ({"research": (0, 0, 0, 9, 0, 0)}, "audit.level"),
        ({"stone": 2}, "audit.stone"),
        ({"formers": 3}, "audit.formers"),
        ({"techs": ("tech1", "tech1")}, "audit.tiles"),
        ({"advanced": ("advtech1",)}, "audit.covered"),
        ({"income": ()}, "audit.income"),
        ({"land": 0}, "audit.land"),
        ({"booster": "booster7"}, "audit.booster_twice"),
        ({"booster": "booster77"}, "audit.unknown"),
        ({"techs": ("tech99",)}, "audit.unknown"),
        ({"faction": "klingons"}, "audit.unknown"),
        ({"mines": 2**9 - 1}, "audit.land"),
        ({"mines": -1}, "audit.land"),
        ({"satellites": 1 << 4000}, "audit.land"),
    ],
)
def test_the_audit_finds_what_cannot_be(changes: dict[str, object], key: str) -> None:
    state = started("terrans", "xenos", "taklons", "itars")
    assert GAME.audit(state) == ()
    state = put(state, 0, **changes)
    if key == "audit.booster_twice":
        state = put(state, 1, booster="booster7")
    assert f"gaia_project.no.{key}" in {problem.reason.key for problem in GAME.audit(state)}


def test_the_picture_shows_structures_satellites_and_every_hex() -> None:
    state = started("terrans", "ivits")
    space = state.map.mask(["1C"])
    state = build(put(state, 0, satellites=space, federated=space | state.players[0].mines), 1, outposts="2C")
    root = ET.fromstring(GAME.draw(state))
    tag = "{http://www.w3.org/2000/svg}"
    titles = {title.text for title in root.iter(f"{tag}title")}
    assert titles == set(state.map.number)
    words = [text.text for text in root.iter(f"{tag}text")]
    assert words.count("M") == 2
    assert {"PI", "St"} <= set(words)
    assert sum(1 for part in root.iter(f"{tag}polygon") if part.get("stroke-dasharray")) == 3
    assert "<svg" in GAME.draw(GAME.setup({"map": "free"}, 2))


# -- the camera --------------------------------------------------------------------------------


def card(id: str, x: float, y: float, *others: tuple[str, float]) -> CardReading:
    quad = ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10))
    sure = 1.0 - sum(p for _, p in others)
    return CardReading(quad, "rect", 0, 0.0, "up", (Alternative(id, sure), *(Alternative(*other) for other in others)))


def photo(*cards: CardReading) -> Readings:
    return Readings(Verdict.CLEAR, (1000, 800), cards=cards)


def drawn() -> Move:
    return tiles_move(tuple(BOOSTERS)[:5], ROUNDS, FINALS)


def scoring_photo() -> list[CardReading]:
    boosters = [card(f"booster:{n}", 100.0 * n, 700) for n in (5, 1, 4, 2, 3)]
    rounds = [card(f"round:{tile}", 100.0 * n, 100) for n, tile in enumerate(ROUNDS)]
    finals = [card("final:satellite", 800, 300), card("final:structure", 800, 200)]
    return [*reversed(boosters), *reversed(rounds), *finals]


def test_a_photo_of_the_scoring_board_becomes_the_setup_move() -> None:
    state = GAME.setup({}, 2)
    (guess,) = GAME.read(state, photo(*scoring_photo()))
    assert guess.move == drawn()
    assert guess.ruling.legal


def test_a_doubtful_tile_gives_a_second_guess() -> None:
    state = GAME.setup({}, 2)
    cards = scoring_photo()
    cards[0] = card("booster:3", 300, 700, ("booster:9", 0.4))
    first, second = GAME.read(state, photo(*cards))
    assert (first.p, second.p) == (pytest.approx(0.6), pytest.approx(0.4))
    boosters = [second.move[f"booster{n}"] for n in range(1, 6)]
    assert boosters == ["booster1", "booster2", "booster4", "booster5", "booster9"]


def board_state() -> State:
    return do(GAME.setup({}, 2), drawn())


def test_a_photo_of_the_research_board_becomes_the_setup_move() -> None:
    row = [card(f"tech:{tile}", 100.0 * n, 500) for n, tile in enumerate(STANDARD[:6])]
    free = [card(f"tech:{tile}", 150.0 + 200 * n, 650) for n, tile in enumerate(STANDARD[6:])]
    top = [card(f"advanced:{tile}", 100.0 * n, 200) for n, tile in enumerate(ADVANCED[:6])]
    (guess,) = GAME.read(board_state(), photo(card("token:fed6", 5, 100), *free, *reversed(row), *top))
    assert guess.move == BOARD


def test_an_unread_tile_leaves_only_its_own_row_open() -> None:
    """What was read is kept; the table is asked for the rest, and completes it."""
    state = GAME.setup({}, 2)
    (guess,) = GAME.read(state, photo(*scoring_photo()[1:]))
    assert guess.partial and isinstance(guess.ruling, Illegal)
    told = dict(guess.move.args)
    assert [told[f"round{n}"] for n in range(1, 7)] == list(ROUNDS) and {told["final1"], told["final2"]} == set(FINALS)
    assert "booster4" in told and "booster5" not in told
    (asked,) = GAME.choices(state, guess.move)
    assert asked.slot == "booster5" and any(offer.why_not is None for offer in asked.offers)
    (guess,) = GAME.read(state, photo(*(one for one in scoring_photo() if one.id != f"round:{ROUNDS[0]}")))
    assert guess.partial and "round1" not in guess.move, "at the end of a row nobody can tell which place is open"
    assert "final2" in guess.move and "booster5" in guess.move
    (guess,) = GAME.read(board_state(), photo(card("token:fed6", 5, 100)))
    assert guess.partial and guess.move.args == (("token", "fed6"),)
    assert GAME.read(state, photo()) == ()


def test_tiles_that_lie_a_little_askew_keep_their_rows() -> None:
    """Some lean to the left and some to the right, as tiles do: 358 and 2 degrees are almost the same."""
    row = [card(f"tech:{tile}", 100.0 * n, 500) for n, tile in enumerate(STANDARD[:6])]
    free = [card(f"tech:{tile}", 150.0 + 200 * n, 650) for n, tile in enumerate(STANDARD[6:])]
    top = [card(f"advanced:{tile}", 100.0 * n, 200) for n, tile in enumerate(ADVANCED[:6])]
    askew = [replace(one, angle=358.0 if n % 3 else 2.5) for n, one in enumerate((*row, *free, *top))]
    (guess,) = GAME.read(board_state(), photo(card("token:fed6", 5, 100), *askew))
    assert guess.move == BOARD


def test_a_gap_tells_which_tile_was_not_read() -> None:
    """In a row the wide gap, on the research board the column: only the tile itself is asked."""
    state = GAME.setup({}, 2)
    (guess,) = GAME.read(state, photo(*(one for one in scoring_photo() if one.id != f"round:{ROUNDS[2]}")))
    told = dict(guess.move.args)
    assert [told.get(f"round{n}") for n in range(1, 7)] == [*ROUNDS[:2], None, *ROUNDS[3:]]
    row = [card(f"tech:{tile}", 100.0 * n, 500) for n, tile in enumerate(STANDARD[:6])]
    free = [card(f"tech:{tile}", 150.0 + 200 * n, 650) for n, tile in enumerate(STANDARD[6:])]
    top = [card(f"advanced:{tile}", 100.0 * n, 200) for n, tile in enumerate(ADVANCED[:6])]
    (guess,) = GAME.read(board_state(), photo(*row, *free, *top[:4], top[5], card("token:fed6", 5, 100)))
    (asked,) = GAME.choices(board_state(), guess.move)
    assert guess.partial and asked.slot == "adv_eco" and len(guess.move.args) == 15
    (guess,) = GAME.read(board_state(), photo(*row[1:], *free, *top))
    assert "terra" not in guess.move and guess.move["sci"] == STANDARD[5]


def test_a_tile_that_may_be_none_of_its_readings_is_asked() -> None:
    """The reader leaves some of the chances to things it does not know: only that place stays open."""
    unsure = replace(card("token:fed6", 5, 100), alternatives=(Alternative("token:fed6", 0.94),))
    row = [card(f"tech:{tile}", 100.0 * n, 500) for n, tile in enumerate(STANDARD[:6])]
    free = [card(f"tech:{tile}", 150.0 + 200 * n, 650) for n, tile in enumerate(STANDARD[6:])]
    top = [card(f"advanced:{tile}", 100.0 * n, 200) for n, tile in enumerate(ADVANCED[:6])]
    (guess,) = GAME.read(board_state(), photo(unsure, *row, *free, *top))
    assert guess.partial and "token" not in guess.move and len(guess.move.args) == 15
    (guess,) = GAME.read(
        board_state(), photo(card("token:fed6", 5, 100), card("token:fed2", 9, 700), *row, *free, *top)
    )
    assert "token" not in guess.move, "of two tokens nobody knows which one lies on the track"
    both = card("token:fed6", 5, 100, ("token:fed2", 0.001)), card("token:fed2", 9, 700)
    assert all("token" not in guess.move for guess in GAME.read(board_state(), photo(*both, *row, *free, *top)))
    top[2] = replace(top[2], alternatives=(Alternative(str(top[2].id), 0.9),))
    (guess,) = GAME.read(board_state(), photo(card("token:fed6", 5, 100), *row, *free, *top))
    assert guess.partial and "adv_int" not in guess.move and guess.move["adv_gaia"] == ADVANCED[3]


def map_photo(seats: int, turned: float) -> tuple[State, Move, list[CardReading]]:
    """A drawn map photographed from some side of the table."""
    state = GAME.setup({"map": "free"}, seats)
    for _ in range(2):
        state = do(state, GAME.sample(state, None, Random(4).randrange))
    made = GAME.sample(state, None, Random(seats).randrange)
    cards = []
    for face, turns, q, r in places_laid(dict(made.args), seats):
        spot = complex(1.5 * r, -math.sqrt(3) * (q + r / 2)) * cmath.rect(40, math.radians(turned)) + complex(900, 700)
        x, y = spot.real - 5, spot.imag - 5
        quad = ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10))
        angle = (60.0 * turns + turned) % 360
        cards.append(CardReading(quad, "hex", 0, angle, "up", (Alternative(f"sector:{face}", 0.9),)))
    return state, made, cards


@pytest.mark.parametrize(("seats", "turned"), [(2, 0.0), (3, 25.0), (4, -70.0)])
def test_a_photo_of_the_map_tells_sectors_and_their_turn(seats: int, turned: float) -> None:
    """From whatever side; one sector that was not read is asked with its turn, and nothing else is lost."""
    state, made, cards = map_photo(seats, turned)
    (guess,) = GAME.read(state, photo(*reversed(cards)))
    assert _same_map(places_laid(dict(guess.move.args), seats), places_laid(dict(made.args), seats))
    (guess,) = GAME.read(state, photo(*cards[1:]))
    assert guess.partial and len(guess.move.args) == 2 * (len(cards) - 1)
    assert GAME.choices(state, guess.move)
    assert GAME.read(state, photo(*cards[:2])) == ()


def _same_map(one: tuple[Place, ...], other: tuple[Place, ...]) -> bool:
    """Whether both are the same map, however it lies on the table."""
    around = ({frozenset(pair) for pair in _beside(places)} for places in (one, other))
    return next(around) == next(around)


def _beside(places: tuple[Place, ...]) -> Iterator[tuple[str, str]]:
    grid = Geometry(places)
    for name, number in grid.number.items():
        yield from ((name, near) for near in grid.names(grid.near(1 << number)) if near != name)


def test_in_play_a_photo_tells_which_tile_was_taken() -> None:
    """A faction board, a booster, a technology tile: the move that takes it, by the tile alone."""
    state = laid(2)
    assert GAME.read(state, photo(card("ambas", 5, 5)))[0].move == Move(0, "faction", (("faction", "ambas"),))
    turn = turn_of(started("terrans", "xenos"), 0)
    booster = turn.boosters[1]
    (guess,) = GAME.read(turn, photo(card(f"booster:{booster}", 5, 5)))
    assert guess.move == Move(0, "pass", (("booster", booster),)) and guess.ruling.legal
    tile = evolve(turn, todo=(Task("tile", 0),))
    expected = GAME.expect(tile)
    assert expected is not None and f"tech:{turn.techs[3]}" in expected.cards
    (guess,) = GAME.read(tile, photo(card(f"tech:{turn.techs[3]}", 5, 5)))
    assert guess.move["place"] == PLACES[3]
    assert GAME.expect(evolve(turn, acted=True)) is None and GAME.read(turn, photo(card("final:gaia", 5, 5))) == ()


def test_the_boosters_that_lie_free_tell_a_pass_or_what_was_entered_wrongly() -> None:
    """All of them in one photo: with the own one back on the table its owner passed, with another's that was wrong."""
    state = turn_of(started("terrans", "xenos", "taklons"), 0)
    new, *rest = state.boosters
    held = [player.booster for player in state.players]

    def free(*boosters: str) -> Readings:
        return photo(*(card(f"booster:{one}", 100.0 * n, 5) for n, one in enumerate(boosters)))

    assert GAME.read(state, free(new, *rest)) == (), "all as recorded"
    assert GAME.read(state, free(held[2], *rest[:1])) == (), "one was not seen: nobody passed with the others"
    (guess,) = GAME.read(state, free(held[0], *rest))
    assert guess.move == Move(0, "pass", (("booster", new),)) and guess.ruling.legal
    expected = GAME.expect(state)
    assert expected is not None and {f"booster:{one}" for one in held} <= set(expected.cards)
    (guess,) = GAME.read(state, free(held[2], *rest))
    table = Table(GAME, {}, 3, start=state)
    table.confirm(guess.move)
    assert table.state.players[2].booster == new and held[2] in table.state.boosters
    assert GAME.audit(table.state) == ()
    passed = do(state, move(0, "pass", booster=new))
    assert all(guess.move.kind == "pass" for guess in GAME.read(passed, free(new, *passed.boosters[1:])))


def test_a_tile_seen_twice_counts_once() -> None:
    state = GAME.setup({}, 2)
    cards = scoring_photo()
    (guess,) = GAME.read(state, photo(*cards, cards[0]))
    assert guess.move == drawn() and not guess.partial


def test_at_setup_the_camera_expects_every_tile() -> None:
    expected = GAME.expect(GAME.setup({}, 2))
    assert expected is not None
    assert set(expected.cards) == set(card_ids())


@pytest.mark.parametrize(
    ("id", "tile"),
    [
        ("booster:3", ("booster", "booster3")),
        ("boosters:booster3", ("booster", "booster3")),
        ("booster3", ("booster", "booster3")),
        ("round:10", ("round", "score10")),
        ("final:gaia", ("final", "gaia")),
        ("advanced:7", ("advanced", "advtech7")),
        ("booster:99", None),
        ("dog:1", None),
        ("dog", None),
    ],
)
def test_tile_names_in_photos(id: str, tile: tuple[str, str] | None) -> None:
    assert tile_of(id) == tile


def test_states_go_through_json() -> None:
    state = started("terrans", "ivits", "taklons")
    assert codec.decode(State, codec.encode(state)) == state
