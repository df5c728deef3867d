"""Every command in the README is executed, and everything it points at is there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.S)
    for line in block.splitlines()
    if line.strip()
]
SHOWN = {"tableside demo": ("die 6, red", "✗ ", "Tie for place 2", "Csaba wins.", "roll.png", "app.png")}
"""What a command has to tell: the demo a photo read, a refusal, a tie, who won of those at the table, its pictures."""


def test_there_are_commands_to_try() -> None:
    assert "make run" in COMMANDS and "make test" in COMMANDS and "tableside demo" in COMMANDS


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("tableside ")])
def test_readme_command(command: str, tmp_path: Path, data_folder: Path) -> None:
    program = str(Path(sys.executable).with_name("tableside"))
    environment = {
        **os.environ,
        "TABLESIDE_GAMES": "",
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_HOME": str(tmp_path / "kivy"),
        "TABLESIDE_LANG": "en",
    }
    told = subprocess.run(
        [program, *shlex.split(command)[1:]],
        capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip()
    assert not [one for one in SHOWN.get(command, ()) if one not in told.stdout]


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("make ")])
def test_readme_make_target_exists(command: str) -> None:
    dry = subprocess.run([*shlex.split(command), "-n"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert dry.returncode == 0, dry.stderr


def test_readme_links_lead_somewhere() -> None:
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{document.name}: {target}"


def test_the_readme_names_every_command_and_game() -> None:
    from tableside.cli import app
    from tableside.core import registry

    names = [command.name or command.callback.__name__.rstrip("_") for command in app.registered_commands]
    for name in names:
        assert f"tableside {name}" in README, name
    for slug, info in registry.infos().items():
        if slug != "kavicsok":
            assert info.title["hu"] in README or info.title["en"] in README, slug
