"""The benchmark of cards on a manifest of composed photos: what it counts, and what it prints last."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks import cards as benchmark
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, compose, portrait

CLEAN = Conditions(tilt=0.4, light=0.3, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.3, ground=3)


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four cards taught, one never taught, two fillers, one photo of five cards."""
    folder = tmp_path_factory.mktemp("cards")
    rng = np.random.default_rng(4)
    drawn = deck("framed", 130, 7)
    for card in drawn:
        cv2.imwrite(str(folder / f"{card.id}.png"), portrait(rng, card))
    scene = compose(rng, drawn[:5], how=CLEAN)
    cv2.imwrite(str(folder / "photo.png"), scene.image)
    seen = [
        {"id": c.id if c.id != drawn[4].id else None, "quad": c.quad.tolist(), "angle": c.angle, "occluded": False}
        for c in scene.cards
    ]
    file = folder / "manifest.json"
    file.write_text(json.dumps({
        "enrol": {c.id: {"file": f"{c.id}.png", "group": "made"} for c in drawn[:4]},
        "filler": [f"{c.id}.png" for c in drawn[5:]],
        "queries": [{"query": "photo.png", "group": "made", "synthetic": True, "cards": seen}],
    }))  # fmt: skip
    return file


def last_line(out: str) -> dict:
    return json.loads(out.strip().splitlines()[-1])


def test_the_last_line_holds_the_counts(manifest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main([str(manifest), "--gallery", "6"]) == 0
    told = last_line(capsys.readouterr().out)
    assert told["all"]["cards"] == 4 and told["all"]["strangers"] == 1
    assert told["all"]["right"] == 4 and told["all"]["wrong_id"] == told["all"]["false_accept"] == 0
    assert told["synthetic"]["turn_right"] == 1.0 and told["all"]["photo_exact"] == 1.0


def test_leaving_half_out_tells_strangers_named_and_by_how_much_recall_falls(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmark.main([str(manifest), "--gallery", "6", "--leave-out", "1", "--json"]) == 0
    told = last_line(capsys.readouterr().out)
    assert told["made"]["cards"] == 4 and told["made"]["strangers"] == 6, "each half is taught once"
    assert told["made"]["stranger_named"] == 0.0
    assert told["recall_falls"]["made"] == told["with_all"]["made"]["recall"] - told["made"]["recall"]


def test_memory_is_weighed_in_a_process_of_its_own(manifest: Path) -> None:
    known, fillers = benchmark.load_samples(manifest.parent, json.loads(manifest.read_text()))
    gallery = benchmark.gallery_for("made", list(known), known, fillers, 6)
    assert 0 <= benchmark.memory(gallery.to_bytes(), [manifest.parent / "photo.png"]) < 150
