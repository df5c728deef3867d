"""What is left out of a training, and what is taken of networks taught on."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import nets
from vision.dice import calibration
from vision.dice.find import Run
from vision.training.calibrate import from_manifest
from vision.training.choose import Seen, gained, limit, no_worse, read_all, tally
from vision.training.hard_negatives import finder
from vision.training.left_out import leave_out


def entry(scene: str, **more: object) -> dict[str, object]:
    return {"file": f"images/{scene}.jpg", "scene": scene, "kind": "pips", "dice": [{"value": 1}], **more}


def test_no_photo_is_both_taught_and_left_out(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    (photos / "images").mkdir(parents=True)
    entries = [entry("tray-a"), entry("tray-b", crop=True), entry("desk"), entry("tray-c", complete=False)]
    (photos / "manifest.json").write_text(
        json.dumps([*entries, entry("tray-d", dice=[{"value": 2, "truncated": True}])])
    )
    for name in ("desk", "tray-a"):
        (photos / "images" / f"{name}.jpg").write_bytes(name.encode())
    for _ in range(2):  # as when a stopped training goes on
        (folder,) = leave_out([photos], ["tray"], tmp_path / "work")
    seen, kept = (json.loads((f / "manifest.json").read_text()) for f in (folder, tmp_path / "work" / "left-out"))
    assert [e["scene"] for e in seen] == ["desk"] and [e["scene"] for e in kept] == ["tray-a"]
    assert (folder / seen[0]["file"]).read_bytes() == b"desk"
    assert (tmp_path / "work" / "left-out" / kept[0]["file"]).read_bytes() == b"tray-a"


def shares(photos: int, boards: int, clear: int = 50, silent: int = 0) -> Counter[str]:
    right = {"photos free": photos, "photos free of": 100, "boards counted": boards, "boards counted of": 100}
    return Counter({**right, "clear": clear, "silent": silent})


def test_what_is_gained_on_one_set_may_hardly_cost_another() -> None:
    former = shares(90, 80)
    assert no_worse(former, former)
    assert no_worse(former, shares(89, 95)) and not no_worse(former, shares(88, 95))
    assert no_worse(former, shares(99, 78)) and not no_worse(former, shares(99, 77))
    assert not no_worse(former, shares(99, 99, silent=1)) and no_worse(former, shares(99, 99, clear=100, silent=1))
    assert not no_worse(former, shares(99, 99, clear=44))
    assert gained(shares(90, 80)) == 170
    few = {"made free": 30, "made free of": 43}
    assert no_worse(former | few, former | few | {"made free": 29})
    assert not no_worse(former | few, former | few | {"made free": 28})


def test_limits_rise_above_what_is_silently_wrong() -> None:
    right = [Seen("photos free", True, 0.9 + k / 1000, False) for k in range(10)]
    wrong = Seen("photos free", False, 0.9035, False)
    assert limit(right, 0.9) == 0.9 and limit([*right, wrong], 0.9) == 0.904
    given = replace(calibration.Fit(), clear=0.904)
    t = tally([*right, wrong, Seen("boards counted", False, 0.92, True)], given)
    assert (t["clear"], t["silent"], t["photos free"], t["photos free of"]) == (6, 0, 10, 11)
    assert limit([wrong], 0.9) > 0.99


def test_networks_are_told_apart_when_they_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped networks read the photo; a finder or a reader that sees no dice keeps the other from any."""
    shipped, blind = Path(str(nets.WEIGHTS)), Path("blind")

    def network(path: Path) -> Run:
        if path.parent == shipped:
            return finder(path)
        if path.stem == "reader":
            return lambda batch: np.tile(np.array([9.0] + [-9.0] * 15, np.float32), (len(batch), 1))
        return lambda batch: np.full((1, 5, batch.shape[2] // 4, batch.shape[3] // 4), -9.0, np.float32)

    monkeypatch.setattr("vision.training.choose.finder", network)
    items = from_manifest(Path(__file__).parent / "dice_photos" / "manifest.json")[:1]
    said = read_all({"tables": items}, {"former": shipped, "taught": blind}, calibration.fit())
    assert len(said) == 4
    for (find, read), rows in said.items():
        assert [(row.kind, row.counted) for row in rows] == [("tables free", False), ("tables counted", True)]
        assert [row.right for row in rows] == [find == read == "former"] * 2
