"""One command from nothing to the shipped weights: `python -m vision.training --photos PHOTOS --work FOLDER`.

PHOTOS is the folder of real training photos with its manifest; FOLDER keeps every step, so that a stopped run goes on.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

SCENES, HELD_OUT_SCENES = 54, 5
FINDER_STEPS, READER_STEPS, FINE_STEPS = 2300, 3200, 4000


def step(module: str, *arguments: object) -> None:
    """Run one step with this Python; a step that fails stops all."""
    command = [sys.executable, "-m", module, *(str(a) for a in arguments)]
    print(" ".join(command), flush=True)
    subprocess.run(command, check=True)  # noqa: S603 - our own modules with our own arguments


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=Path(__file__).parents[1] / "weights")
    a = parser.parse_args()
    work, photos = a.work, a.photos
    made, held, boards = work / "made", work / "held-out", work / "boards"
    step("vision.training.make", made, "--photos", photos, "--last", SCENES)
    step("vision.training.make", held, "--photos", photos, "--last", HELD_OUT_SCENES, "--side", 640, "--seed", 99)
    step("benchmarks.clutter", boards, "--count", 120, "--seed", 555)
    # The first, short finder gives boxes to dice that are labelled by their pips only.
    step("vision.training.train_finder", "--made", made, "--photos", photos, "--out", work / "first", "--steps", 1000)
    first = work / "first" / "finder.onnx"
    step(
        "vision.training.mine", "--made", made, "--photos", photos, "--finder", first, "--out", work / "crops", "--real"
    )
    boxes = work / "crops" / "boxes.json"
    step("vision.training.train_finder", "--made", made, "--photos", photos, "--out", work / "finder",
         "--steps", FINDER_STEPS, "--boxes", boxes)  # fmt: skip
    finder = work / "finder" / "finder.onnx"
    step("vision.training.mine", "--made", made, "--photos", photos, "--finder", finder, "--out", work / "crops")
    step("vision.training.train_reader", "--crops", work / "crops", "--out", work / "reader", "--steps", READER_STEPS)
    step("vision.training.train_reader", "--crops", work / "crops", "--out", work / "fine", "--steps", FINE_STEPS,
         "--batch", 96, "--rate", 1.2e-3, "--start", work / "reader" / "reader.pt")  # fmt: skip
    a.weights.mkdir(parents=True, exist_ok=True)
    shutil.copy(finder, a.weights / "finder.onnx")
    shutil.copy(work / "fine" / "reader.onnx", a.weights / "reader.onnx")
    step("vision.training.calibrate", "--made", held, "--photos", photos, "--boards", boards / "manifest.json",
         "--weights", a.weights)  # fmt: skip


if __name__ == "__main__":
    main()
