"""The command line, as a person or a script would use it."""

import io
import json
import os
import random
import re
import string
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tableside.cli import status


class Told:
    """What a command said and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def call(*arguments: str, typed: str = "") -> Told:
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stdin)
        capsys.readouterr()
        code = status(list(arguments))
        told = capsys.readouterr()
        return Told(code, told.out, told.err)

    return call


def refused(told: Told) -> str:
    """Bad input: status 2, nothing on standard output, one clear line on standard error."""
    assert told.code == 2
    assert told.out == ""
    assert told.err.count("\n") == 1 and told.err.strip()
    assert "Traceback" not in told.err and "⟦" not in told.err
    return told.err


def test_games_are_listed(run) -> None:
    assert "kavicsok" in run("games").out
    listed = json.loads(run("games", "--json").out)
    sample = next(game for game in listed if game["slug"] == "kavicsok")
    assert sample["seats"] == [2, 4] and sample["options"][0]["key"] == "last_tie"


def test_both_languages(run) -> None:
    assert "játékos" in run("--lang", "hu", "games").out
    assert "players" in run("--lang", "en", "games").out
    assert "xx" in refused(run("--lang", "xx", "games"))


def test_score_only_from_example_to_json(run) -> None:
    example = run("score", "kavicsok", "--example").out
    jsonschema.validate(json.loads(example), json.loads(run("score", "kavicsok", "--schema").out))
    result = json.loads(run("score", "kavicsok", "-", "--json", typed=example).out)
    assert result["game"] == "kavicsok"
    assert [player["total"] for player in result["players"]] == [10, 10]
    assert result["ranks"] == [[1], [0]] and result["winners"] == [1]
    assert result["tiebreak"][0]["rule"] == "stones"
    assert result["tiebreak"][0]["values"] == {"0": 1, "1": 2} and result["tiebreak"][0]["left"] == [1]
    assert result["ending"] == "won"
    assert {"key", "label", "points", "cite"} <= result["players"][0]["lines"][0].keys()


@pytest.mark.parametrize(
    "line",
    ["score urcsempeszek --schema", "score kavicsok --example", "sessions", "copy list urcsempeszek", "export abc"],
)
def test_what_only_reads_makes_no_database(run, data_folder: Path, line: str) -> None:
    assert run(*line.split()).code == (2 if line.startswith("export") else 0)
    assert not (data_folder / "tableside.db").exists()


def test_score_only_for_people(run) -> None:
    example = run("score", "kavicsok", "--example").out
    told = run("--lang", "hu", "score", "kavicsok", "-", typed=example)
    assert told.code == 0 and "Holtverseny" in told.out and "1. hely: Béla" in told.out


def test_an_impossible_position_is_refused_with_every_reason_at_once(run) -> None:
    position = {"players": [{"name": "x", "pebbles": -1, "stones": ["ruby"]}]}
    words = refused(run("score", "kavicsok", "-", typed=json.dumps(position)))
    assert words.count("(Pebbles: ") == 3, "each with the chapter it stands in"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "{",
        "[]",
        "null",
        '{"players": 5}',
        '{"players": [{"name": 1}]}',
        "NaN",
        "[" * 100_000,
        '{"players": [], "x": 1}',
    ],
)
def test_a_position_that_is_none_is_refused(run, typed: str) -> None:
    refused(run("score", "kavicsok", "-", typed=typed))


def test_strange_arguments_are_refused_in_one_line(run, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x80")
    for arguments in (
        ("score",),
        ("score", "sakk"),
        ("score", "kavicsok"),
        ("score", "kavicsok", str(tmp_path / "nothing.json")),
        ("score", "kavicsok", str(tmp_path)),
        ("score", "kavicsok", str(tmp_path / "binary")),
        ("replay", "kavicsok", str(tmp_path / "binary")),
        ("replay", "kavicsok", str(tmp_path / "nothing")),
        ("play", "sakk"),
        ("play", "kavicsok", "--seats", "9"),
        ("play", "kavicsok", "--seats", "many"),
        ("play", "kavicsok", "--option", "cheat=yes"),
        ("play", "kavicsok", "--option", "last_tie=coin"),
        ("play", "kavicsok", "--position", str(tmp_path / "binary")),
        ("play", "kavicsok", "--session", "nope"),
        ("export", "nope"),
        ("import", str(tmp_path / "binary")),
        ("copy", "show", "kavicsok", "stones", "ruby"),
        ("copy", "learn", "kavicsok", "stones", "ruby", "{"),
        ("copy", "learn", "kavicsok", "stones", "ruby", "{}"),
        ("copy", "import", "kavicsok", str(tmp_path / "binary")),
        ("scan", "hats", "x.png"),
        ("scan", "cards", "x.png"),
        ("show", "kavicsok", "nope", "--out", "x.svg"),
        ("no-such-command",),
        ("games", "--what"),
    ):
        told = run(*arguments)
        assert refused(told), arguments


def test_any_arguments_end_without_a_traceback(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableside.cli._app", lambda: None)
    chance = random.Random(3)
    words = [
        "score",
        "replay",
        "copy",
        "export",
        "import",
        "sessions",
        "kavicsok",
        "-",
        "--json",
        "--lang",
        "hu",
        "\0",
        "é" * 500,
    ]
    letters = string.printable + "őű\u202e"
    for _ in range(300):
        arguments = [
            chance.choice(words)
            if chance.random() < 0.8
            else "".join(chance.choices(letters, k=chance.randrange(1, 9)))
            for _ in range(chance.randrange(1, 5))
        ]
        told = run(*arguments)
        assert told.code in (0, 1, 2), arguments
        assert "Traceback" not in told.err


def test_a_whole_game_is_played_in_the_terminal_and_resumed(run) -> None:
    told = run("--lang", "hu", "play", "kavicsok", "--name", "Anna", "--name", "Béla", typed="1\n3\n1\n2\n99\n")
    assert told.code == 0 and "Elvesz" in told.out
    told = run("--lang", "hu", "play", "kavicsok", typed="s\nl\ne 1\nu\nr\nn jó játék\nq\n")
    assert "Folytatjuk" in told.out and "Visszavonva" in told.out and "Feljegyezve" in told.out
    told = run("play", "kavicsok", typed="x\n" * 500)
    assert told.code == 0 and "Place 1" in told.out
    listed = json.loads(run("sessions", "--json").out)
    assert len(listed) == 1 and listed[0]["finished"] and listed[0]["players"] == ["Anna", "Béla"]


def test_a_refused_move_explains_itself_in_the_terminal(run) -> None:
    moves = (
        "- roll value=3\n0 take amount=6\n1 take amount=1\n0 take amount=2\nc 1 - roll value=1\nc 1 - roll value=2\nq\n"
    )
    told = run("play", "kavicsok", "--new", typed=moves)
    assert "You cannot take 6; at most 3." in told.out and "(Pebbles: Taking)" in told.out
    assert "[0 take amount=3]" in told.out
    assert "It is not your turn" in told.out
    assert "entry 2 would no longer stand" in told.out
    assert "Corrected" in told.out


def test_a_fact_is_told_while_playing_and_remembered(run) -> None:
    moves = "- roll value=3\n0 take amount=3\n- roll value=1\n1 take amount=1\n- roll value=1\n0 buy stone=opal\n"
    moves += 'k stones opal {"points": 5, "source": "box", "sure": true}\n0 buy stone=opal\nq\n'
    told = run("play", "kavicsok", "--new", typed=moves)
    assert "k stones opal JSON" in told.out and "Bought: opal" in told.out
    assert json.loads(run("copy", "show", "kavicsok", "stones", "opal").out)["points"] == 5


def test_a_new_thing_is_told_in_the_terminal_and_chosen(run) -> None:
    told = run("--lang", "hu", "play", "kaosz_galaktika", "--seats", "2", typed="1\n1\n+\nVörös flotta\nl\nq\n")
    assert "Új pakli" in told.out and "Megjegyezve: Vörös flotta" in told.out and "own1" not in told.out
    assert json.loads(run("copy", "show", "kaosz_galaktika", "decks", "own1").out)["name"] == "Vörös flotta"


def test_several_things_are_given_at_once_in_the_terminal(run) -> None:
    told = run("--lang", "en", "play", "onward_to_venus", "--seats", "2", typed="1\n1\n1\n1\n1\n2 7 3\nl\nq\n")
    assert "roll dice=[1,6,2]" in told.out, told.out


def test_the_copy_travels_as_a_pack(run, tmp_path: Path) -> None:
    pack = tmp_path / "pack.json"
    assert run("copy", "learn", "kavicsok", "stones", "opal", '{"points": 5, "source": "box", "sure": true}').code == 0
    assert run("copy", "export", "kavicsok", str(pack)).code == 0
    assert run("copy", "remove", "kavicsok", "stones", "opal").code == 0
    assert json.loads(run("copy", "show", "kavicsok", "stones", "opal").out)["points"] is None
    assert run("copy", "import", "kavicsok", str(pack)).code == 0
    assert json.loads(run("copy", "list", "kavicsok", "--json").out)["tables"]["stones"]["known"] == 2


def test_a_session_travels_as_a_zip_and_a_log(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "kavicsok", "--new", typed="x\n" * 20)
    (session,) = json.loads(run("sessions", "--json").out)
    archive, log = tmp_path / "game.zip", tmp_path / "game.log"
    assert run("export", session["id"][:6], str(archive)).code == 0
    assert run("export", session["id"], str(log)).code == 0
    report = json.loads(run("replay", "kavicsok", str(log), "--json").out)
    assert report["games"] == report["exact_games"] == 1 and report["lines"] > 0
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "elsewhere"))
    assert run("import", str(archive)).code == 0
    assert json.loads(run("sessions", "--json").out)[0]["entries"] == session["entries"]
    refused(run("import", str(archive)))


def test_a_log_that_does_not_hold_is_told(run, tmp_path: Path) -> None:
    run("play", "kavicsok", "--new", typed="- roll value=3\n0 take amount=2\nq\n")
    (session,) = json.loads(run("sessions", "--json").out)
    log = tmp_path / "game.log"
    run("export", session["id"], str(log))
    log.write_text(log.read_text(encoding="utf-8").replace("amount=2", "amount=5"), encoding="utf-8")
    told = run("replay", "kavicsok", str(log), "--json")
    report = json.loads(told.out)
    assert told.code == 1 and report["exact_games"] == 0
    assert report["first_differences"][0]["line"] == 3 and report["first_differences"][0]["cite"] == "Pebbles: Taking"


def test_joining_midway(run, tmp_path: Path) -> None:
    from tableside.core import codec, registry

    game = registry.find("kavicsok")
    state = codec.encode(game.setup(game.info.settle({}), 2))
    place = tmp_path / "position.json"
    place.write_text(json.dumps({**state, "pile": 5, "box": 11}))
    assert "Pebbles in the pile: 5" in run("play", "kavicsok", "--position", str(place), typed="q\n").out
    place.write_text(json.dumps({**state, "pile": 99}))
    refused(run("play", "kavicsok", "--position", str(place)))


def test_from_the_shell_without_a_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from tableside.cli import main; main()"]
    good = subprocess.run([*command, "games"], capture_output=True, text=True, check=False)
    assert good.returncode == 0 and good.stderr == ""
    bad = subprocess.run([*command, "score", "sakk"], capture_output=True, text=True, check=False)
    assert bad.returncode == 2 and bad.stdout == "" and bad.stderr.count("\n") == 1


def test_starting_loads_nothing_heavy() -> None:
    script = "import sys; from tableside.cli import status; status(['games']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(told.stdout.splitlines()[-1].split())
    assert not loaded & {"cv2", "numpy", "sqlmodel", "sqlalchemy", "kivy", "rich.table", "pydantic", "alembic", "babel"}


def test_the_app_starts_without_a_word_where_a_touch_library_is_missing(tmp_path: Path) -> None:
    """On a plain Linux Kivy tells of libmtdev with a traceback, which is nobody's trouble."""
    script = (
        "import ctypes\n"
        "def missing(name):\n"
        "    raise OSError(name)\n"
        "ctypes.cdll.LoadLibrary = missing\n"
        "from tableside.app.launch import prepare\n"
        "prepare()\n"
        "import kivy.input.providers\n"
        "from kivy.logger import Logger\n"
        "Logger.warning('Window: something else')\n"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIVY_")}
    environment |= {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "SDL_VIDEODRIVER": "offscreen"}
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert told.stderr.splitlines() == ["Window: something else"]
    assert not list(tmp_path.iterdir()), "the app wrote into the home folder"


def test_a_score_sheet_is_printed_checked_and_scored(run) -> None:
    printed = run("--lang", "en", "sheet", "new", "categories")
    assert printed.code == 0
    assert "win_lose or coop  [required]" in run("sheet", "new", "--help").out
    assert "Buildings" in run("--lang", "en", "sheet", "check", "-", typed=printed.out).out
    sheet = json.loads(printed.out)["sheets"][0]
    marks = {"sheet": sheet, "players": ["Anna", "Ben"], "cells": [[3, 4], [2, 2], [1, 0], [0, 0], [1, 2]]}
    told = json.loads(run("sheet", "score", "-", "--json", typed=json.dumps(marks)).out)
    assert [player["total"] for player in told["players"]] == [6, 6] and told["winners"] == [1]
    assert [step["values"] for step in told["tiebreak"]] == [{"0": 1, "1": 2}]
    shown = run("--lang", "en", "sheet", "score", "-", typed=json.dumps(marks)).out
    assert "Buildings" in shown and "by the score sheet" in shown and "[sheet]" not in shown
    assert shown.splitlines()[-1] == told["reason"] == "Ben won."


def test_the_sheets_of_the_page_are_sound(run) -> None:
    page = (Path(__file__).parents[1] / "docs" / "SCORE_PAD.md").read_text(encoding="utf-8")
    pack, filled = re.findall(r"```json\n(.*?)```", page, re.S)
    assert "Szőlőfajták" in run("sheet", "check", "-", typed=pack).out
    assert json.loads(run("sheet", "score", "-", "--json", typed=filled).out)["winners"] == [0]


def test_a_bad_score_sheet_is_refused_with_every_reason(run) -> None:
    assert "rounds" in refused(run("sheet", "new", "chess"))
    bad = {"tableside": "sheets", "version": 1, "sheets": [{"title": "", "family": "rounds", "categories": []}]}
    told = refused(run("--lang", "en", "sheet", "check", "-", typed=json.dumps(bad)))
    assert "title" in told and "1 to 40 rows" in told
    rows = [{"name": "A", "factor": "three", "photo": "cards"}, {"nam": "B"}]
    bad["sheets"] += [{"title": "X", "family": "categories", "categories": rows, "color": "red"}]
    told = refused(run("--lang", "en", "sheet", "check", "-", typed=json.dumps(bad)))
    for place in (
        "title",
        "1 to 40 rows",
        "categories[0].factor",
        "categories[0].photo",
        "[1].nam:",
        "[1].name:",
        "color",
    ):
        assert place in told, place
    sheet = {"title": "X", "family": "rounds", "categories": [{"name": "Round"}]}
    marks = {"sheet": sheet, "players": ["Anna", "Anna"], "cells": [[1, None]]}
    told = refused(run("--lang", "en", "sheet", "score", "-", typed=json.dumps(marks)))
    assert "same name" in told and "still missing" in told
    marks["cells"] = [["x", 1.5]]
    told = refused(run("--lang", "en", "sheet", "score", "-", typed=json.dumps(marks)))
    assert "cells[0][0]" in told and "cells[0][1]" in told
