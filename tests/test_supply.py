"""What is installed is what was tried: every pinned library has fingerprints, and setting up asks for them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import requires, version
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


def test_a_release_lists_its_parts_with_versions_and_licences(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / ".ci/parts.py"), str(tmp_path)], check=True, timeout=120)
    listed = json.loads((tmp_path / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert listed["bomFormat"] == "CycloneDX"
    parts = {one["name"]: one for one in listed["components"]}
    needed = {
        re.split(r"[^A-Za-z0-9_.-]", line)[0].lower() for line in requires("tableside") or () if "extra" not in line
    }
    assert {"kivy", "sqlmodel", "numpy"} <= needed
    texts = (tmp_path / "LICENCES.txt").read_text(encoding="utf-8")
    for name in needed | {"tableside", "sqlalchemy"}:
        assert parts[name]["version"] == version(name)
        assert parts[name]["licenses"][0]["license"]["name"], name
        assert f"{name} {version(name)}: " in texts
    assert all(one["licenses"][0]["license"]["name"] for one in parts.values() if one["type"] == "library")
    assert "Permission is hereby granted" in texts
    release = (ROOT / ".ci/release").read_text(encoding="utf-8")
    assert '"$home/empty/bin/python" .ci/parts.py dist' in release
    assert "sbom.cdx.json LICENCES.txt >SHA256SUMS" in release
