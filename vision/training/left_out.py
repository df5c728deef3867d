"""Scenes left out of a training, so that their photos are read by networks that never saw them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path


def leave_out(photos: Sequence[Path], scenes: Sequence[str], work: Path) -> list[Path]:
    """The folders of photos without the scenes whose names begin so; WORK/left-out has the photos of those to be read.

    Left out of both: crops of one die and photos with dice that carry no label or are cut off, for they cannot be read.
    """
    named, out, kept = tuple(scenes), [], []
    for number, folder in enumerate(photos):
        entries = json.loads((folder / "manifest.json").read_text())
        place = work / f"photos{number}"
        place.mkdir(parents=True, exist_ok=True)
        if not (place / "images").exists():
            (place / "images").symlink_to((folder / "images").resolve())
        seen = [e for e in entries if not e["scene"].startswith(named)]
        (place / "manifest.json").write_text(json.dumps(seen))
        whole = (e for e in entries if e not in seen and not e.get("crop") and e.get("complete") is not False)
        files = [e for e in whole if not any(d.get("truncated") for d in e["dice"])]
        kept += [e | {"file": str((folder / e["file"]).resolve())} for e in files]
        out.append(place)
    (work / "left-out").mkdir(exist_ok=True)
    (work / "left-out" / "manifest.json").write_text(json.dumps(kept))
    return out
