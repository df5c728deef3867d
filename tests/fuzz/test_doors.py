"""Every door holds: whatever comes in, a clear end, soon, and nothing written elsewhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.fuzz.doors import DOORS, check, prepare
from tests.fuzz.sandbox import Sandbox

INPUTS = int(os.environ.get("TABLESIDE_FUZZ", "100"))
"""Inputs a door in the fast set; the nightly set is `make nightly`."""


@pytest.mark.parametrize("name", DOORS)
def test_a_door_holds(name: str, tmp_path: Path) -> None:
    door = DOORS[name]
    box = Sandbox(tmp_path / "box")

    @settings(
        max_examples=max(1, INPUTS // door.slow),
        derandomize=True,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(door.inputs)
    def every(thrown: Any) -> None:
        check(door, box, thrown)

    with box.open():
        prepare(box, door.copies)
        every()
    assert box.watch.inputs >= INPUTS // door.slow
