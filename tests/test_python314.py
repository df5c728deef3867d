"""The kernel and the games give the same states on the Python that a tablet brings (`make test-314` fetches it)."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.python314 import games

ROOT = Path(__file__).parents[1]
PYODIDE = ROOT / "build" / "pyodide" / "node_modules" / "pyodide"


@pytest.mark.skipif(shutil.which("node") is None or not PYODIDE.is_dir(), reason="needs Node and `make test-314`")
def test_the_same_games_come_out_on_python_3_14() -> None:
    ran = subprocess.run(
        ["node", "--stack-size=4000", str(ROOT / "tests" / "python314" / "run.mjs"), str(PYODIDE), str(ROOT)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    told = json.loads(ran.stdout.strip().splitlines()[-1])
    assert tuple(told["version"]) >= (3, 14) > sys.version_info[:2]
    here = games.every_game()
    assert set(told["games"]) <= set(here)
    for slug, prints in told["games"].items():
        assert prints == here[slug], slug
