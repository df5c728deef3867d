"""What every test has: the sample game beside the real ones, and a data folder of its own."""

import os
import socket
from pathlib import Path
from typing import Any

import pytest

os.environ["TABLESIDE_GAMES"] = "tests.sample_games"
# Programs started by a test read this folder's sitecustomize first: no network for them either.
GUARD = str(Path(__file__).parent / "guard")
os.environ["PYTHONPATH"] = os.pathsep.join([GUARD, *filter(None, [os.environ.get("PYTHONPATH")])])
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")

SHARED = ("tests/test_privacy.py", "tests/test_wheel.py", "tests/vision/test_cards_layout.py")
"""Files whose tests share something that takes long to make: one worker runs all of it."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """Work goes out test by test, but for what is made once; xdist's own groups are not seen by pytest 9.2."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file, _, name = nodeid.partition("::")
            if file == "tests/test_fresh_box.py":  # each game is played once
                case = name.partition("[")[2].rstrip("]")
                return f"{file} {case.partition('-')[0]}"
            return file if file in SHARED else nodeid

    return Scheduling(config, log)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("TABLESIDE_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here ever needs the network."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            raise AssertionError(f"network access to {address}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", refuse)
