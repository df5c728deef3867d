"""What is installed is what was tried: every pinned library has fingerprints, and setting up asks for them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_pinned_library_has_a_fingerprint_and_setting_up_asks_for_it() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line for line in lines if "==" in line}
    locked: dict[str, int] = {}
    last = ""
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()[1:]:
        if not line.startswith(" "):
            last = line.removesuffix("\\").strip()
        locked[last] = locked.get(last, 0) + len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line))
    assert set(locked) == pinned and all(locked.values())
    assert "-c requirements.lock" in (ROOT / ".ci/setup").read_text(encoding="utf-8")
