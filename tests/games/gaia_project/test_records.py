"""Recorded games: our own in the same notation replay exactly, and what does not fit is told with its line."""

import copy
import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tableside.core import codec
from tableside.core.ruling import Legal
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.recordings.lines import RecordError, conversions
from tableside.games.gaia_project.recordings.replay import Report, read_records, replay, replay_record
from tableside.games.gaia_project.recordings.snapshots import Replayer
from tests.games.gaia_project.generated_games import FILE, GAMES, Writer
from tests.games.gaia_project.recorded_offers import refused_offers


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    return list(read_records(FILE))


def test_generated_games_replay_exactly() -> None:
    report = replay(GAME, [FILE]).as_json()
    assert report["first_differences"] == []
    assert (report["games"], report["exact_games"]) == (len(GAMES), len(GAMES))
    assert report["lines"] > 500
    assert report["lines_per_second"] > 0


def test_generated_games_have_every_faction(games: list[dict[str, Any]]) -> None:
    assert len({faction for game in games for faction in game["factions"]}) == 14


def test_generated_games_are_what_the_writer_writes(games: list[dict[str, Any]]) -> None:
    assert json.loads(json.dumps(Writer(*GAMES[0]).write())) == games[0]


def test_the_command_line_finds_the_replay() -> None:
    assert GAME.replay_files([FILE])["exact_games"] == len(GAMES)


def test_a_changed_snapshot_is_found_with_its_line_and_field(games: list[dict[str, Any]]) -> None:
    game = copy.deepcopy(games[1])
    game["snaps"][40]["s"][1][2] += 1
    difference = replay_record(GAME, game, Report())
    assert difference is not None
    assert (difference.line, difference.move) == (40, game["moves"][40])
    assert difference.what.startswith("seat 1 o:")


def test_an_illegal_line_is_refused_with_its_reason(games: list[dict[str, Any]]) -> None:
    game = copy.deepcopy(games[2])
    line = next(number for number, words in enumerate(game["moves"]) if " build ts " in words)
    game["moves"][line] = game["moves"][line].replace(" build ts ", " build PI ")
    difference = replay_record(GAME, game, Report())
    assert difference is not None
    assert difference.line == line
    assert "no_upgrade" in difference.what


def test_a_wrong_final_score_is_found(games: list[dict[str, Any]]) -> None:
    game = copy.deepcopy(games[0])
    game["final"][1]["categories"]["boosters"] += 1
    difference = replay_record(GAME, game, Report())
    assert difference is not None
    assert "boosters" in difference.what
    game = copy.deepcopy(games[0])
    somewhere = next(name for name, spot in game["finalMap"].items() if spot["b"])
    game["finalMap"][somewhere]["b"] = "nothing"
    difference = replay_record(GAME, game, Report())
    assert difference is not None
    assert somewhere in difference.what


@pytest.mark.parametrize(
    "words", ["nobody build m 1A1.", "{x} dance.", "{x} build.", "{x} spend 3zz for 1o.", "{x} federation 99Z fed1."]
)
def test_unreadable_lines_are_told_not_raised(games: list[dict[str, Any]], words: str) -> None:
    game = copy.deepcopy(games[0])
    line = next(number for number, snap in enumerate(game["snaps"]) if snap["ph"] == "roundMove") + 1
    game["moves"][line] = words.format(x=game["moves"][line].split()[0])
    difference = replay_record(GAME, game, Report())
    assert difference is not None
    assert difference.line == line


def test_all_three_kinds_of_files_are_read(tmp_path: Path, games: list[dict[str, Any]]) -> None:
    (tmp_path / "one.json").write_text(json.dumps(games[0]), encoding="utf-8")
    (tmp_path / "two.jsonl").write_text("\n".join(json.dumps(game) for game in games[:2]), encoding="utf-8")
    with lzma.open(tmp_path / "three.jsonl.xz", "wt", encoding="utf-8") as stream:
        stream.write(json.dumps(games[0]))
    report = replay(GAME, [tmp_path / "one.json", tmp_path / "two.jsonl", str(tmp_path / "three.jsonl.xz")])
    assert (report.games, report.exact_games) == (4, 4)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"players": 2}', b"[" * 100000])
def test_files_that_are_no_records_are_an_error_that_names_them(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    with pytest.raises(RecordError, match=r"broken\.json"):
        replay(GAME, [file])
    with pytest.raises(RecordError, match="absent"):
        replay(GAME, [tmp_path / "absent.json"])


def test_offers_of_a_record_are_tried(games: list[dict[str, Any]]) -> None:
    replayer = Replayer(games[1], GAME)
    for words in games[1]["moves"][:20]:
        assert replayer.line(words) is None
        acting = next(iter(GAME.to_act(replayer.state)))
        if replayer.state.phase == "actions" and not replayer.state.todo:
            mine = next(made for made in GAME.moves(replayer.state, acting) if made.kind == "mine")
            offers = [f"build m {mine['hex']} [99c]", "burn x1", "up nowhere"]
            checked, refused = refused_offers(replayer, offers)
            assert checked == 3
            assert "price" in dict(refused)[offers[0]]
            assert "no_track" in dict(refused)["up nowhere"]
            return
    raise AssertionError("no turn was found")


def test_remembered_steps_are_what_applying_gives(games: list[dict[str, Any]]) -> None:
    """The judge remembers the states of its last ruling; they are the same as when every event is applied anew."""
    replayer = Replayer(games[3], GAME)
    for words in games[3]["moves"][:60]:
        assert replayer.line(words) is None
        (seat,) = GAME.to_act(replayer.state)
        for made in list(GAME.moves(replayer.state, seat))[:10]:
            ruling = GAME.judge(replayer.state, made)
            assert isinstance(ruling, Legal)
            remembered = anew = replayer.state
            for happened in ruling.events:
                remembered = GAME.apply(remembered, happened)
                anew = GAME.apply(anew, codec.decode(type(happened), json.loads(json.dumps(codec.encode(happened)))))
            assert remembered == anew


def test_old_logs_may_name_hexes_by_coordinates(games: list[dict[str, Any]]) -> None:
    game = copy.deepcopy(games[1])
    at = {name: f"{q}x{r}" for name, q, r, _, _ in game["hexes"]}
    line = next(number for number, words in enumerate(game["moves"]) if " build m " in words)
    words = game["moves"][line].split()
    words[words.index("m") + 1] = at[words[words.index("m") + 1].rstrip(".")]
    game["moves"][line] = " ".join(words)
    assert replay_record(GAME, game, Report()) is None


def test_mirrored_sectors_of_old_games_are_recognised(games: list[dict[str, Any]]) -> None:
    from tableside.games.gaia_project.map_geometry import Geometry
    from tableside.games.gaia_project.recordings.lines import places_of

    places, mirrored = places_of(games[0])
    assert not mirrored
    grid = Geometry(places, mirrored=True)
    game = dict(games[0])
    game["hexes"] = [[name, *grid.at[name], grid.planet[number], ""] for name, number in grid.number.items()]
    again, mirrored = places_of(game)
    assert mirrored
    assert Geometry(again, mirrored=True).planet == grid.planet


@pytest.mark.parametrize(
    ("paid", "got", "steps"),
    [
        ({"pw": 3}, {"c": 3}, [("pw", ("c", "c", "c"))]),
        ({"pw": 4}, {"o": 1, "c": 1}, [("pw", ("c", "o"))]),
        ({"o": 1, "k": 1}, {"c": 2}, [("k", ("c",)), ("o", ("c",))]),
        ({"q": 1}, {"c": 1}, [("q", ("o",)), ("o", ("c",))]),
        ({"area": 7}, {"o": 1, "q": 1}, [("area", ("o", "q"))]),
        ({"pw": 2}, {"o": 1}, None),
        ({"c": 1}, {"pw": 1}, None),
    ],
)
def test_merged_free_actions_are_taken_apart(
    paid: dict[str, int], got: dict[str, int], steps: list[tuple[str, tuple[str, ...]]] | None
) -> None:
    found = conversions(paid, got)
    assert (found if found is None else sorted(found)) == (steps if steps is None else sorted(steps))


def test_bids_of_a_record_seat_the_players(games: list[dict[str, Any]]) -> None:
    game = copy.deepcopy(games[0])
    game["factions"] = ["ivits", "terrans"]
    game["moves"] = [game["moves"][0], "p1 faction terrans", "p2 bid terrans 2", "p1 faction ivits"]
    home = next(name for name, _, _, planet, _ in game["hexes"] if planet == "r")
    game["moves"] += [f"terrans build m {home}"]
    replayer = Replayer(game, GAME)
    for words in game["moves"]:
        assert replayer.line(words) is None
    assert replayer.state.seating == (1, 0)
    assert [player.bid for player in replayer.state.players] == [0, 2]
    assert replayer.state.players[1].mines.bit_count() == 1
