"""The game of docs/YOUR_FIRST_GAME.md, written as the page says, holds the contract of all games."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "YOUR_FIRST_GAME.md").read_text(encoding="utf-8")
SCORE = "from tableside.cli import status; raise SystemExit(status(['--lang', 'hu', 'score', 'harmas', '--example']))"
FILES = dict(re.findall(r'```\w+ title="(harmas/\S+)"\n(.*?)```', PAGE, re.S))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder that holds the package my_games with the game of the page."""
    package = tmp_path / "my_games"
    for name, content in FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(content, encoding="utf-8")
    (package / "__init__.py").write_text("", encoding="utf-8")
    return tmp_path


def run(games: Path, *command: str, cwd: Path | None = None, code: int = 0) -> str:
    paths = os.pathsep.join([str(games), str(ROOT), os.environ["PYTHONPATH"]])
    environment = {**os.environ, "TABLESIDE_GAMES": "my_games", "PYTHONPATH": paths}
    told = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        cwd=cwd or games,
        env=environment,
        timeout=300,
        check=False,
    )
    assert told.returncode == code, told.stdout[-3000:] + told.stderr[-3000:]
    return told.stdout


def test_the_page_makes_a_game_that_holds_the_contract(games: Path) -> None:
    run(games, "-m", "tableside.locale", "my_games")
    run(games, "-m", "tableside.locale", "my_gamse", code=1)
    assert "Anna" in run(games, "-c", SCORE)
    assert "Hármas" in run(games, "-c", SCORE.replace("'score', 'harmas', '--example'", "'games'"))
    contract = next(line for line in PAGE.splitlines() if line.startswith("python -m pytest"))
    assert " passed" in run(games, *contract.split()[1:], "-p", "no:cacheprovider", cwd=ROOT)


def test_messages_without_words_are_told_at_the_end_as_a_catalogue_holds_them(games: Path) -> None:
    for code in ("hu", "en"):
        file = games / f"my_games/harmas/locale/{code}/LC_MESSAGES/harmas.po"
        words = file.read_text(encoding="utf-8").split("\n\n")
        file.write_text("\n\n".join(one for one in words if "such_face" not in one and "event.left" not in one))
    run(games, "-m", "tableside.locale", "my_games")
    chosen = ("-k", "harmas-2 and random_games", "-p", "no:cacheprovider", "-n0")
    told = run(games, "-m", "pytest", *chosen, "tests/test_contract.py", cwd=ROOT, code=1)
    left = '# in en and hu, {seat}\nmsgid "harmas.event.left"\nmsgstr ""\n'
    face = '# in en and hu, {value}\nmsgid "harmas.no.such_face"\nmsgstr ""\n'
    assert f"\n{left}\n{face}" in told


def test_what_the_page_shows_of_the_sample_game_is_its_code() -> None:
    shown = re.findall(r'```\w+ title="(kavicsok/\S+)"\n(.*?)```', PAGE, re.S)
    assert len(shown) == 6
    for name, part in shown:
        assert part in (ROOT / "tests" / "sample_games" / name).read_text(encoding="utf-8"), name


def test_the_page_passes_the_type_checker(games: Path) -> None:
    told = run(games, "-m", "mypy", "--strict", "--cache-dir", str(games / "cache"), "my_games")
    assert "no issues" in told


def test_every_file_of_the_anatomy_is_on_the_page() -> None:
    from tests.test_anatomy import FILES as WANTED

    names = {name.removeprefix("harmas/") for name in FILES}
    assert names >= WANTED and "changes.py" in names
